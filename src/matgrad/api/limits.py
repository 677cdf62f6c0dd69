"""How large an answer may be, in the service and on the command line."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from math import inf, isinf
from threading import current_thread, main_thread
from types import FrameType
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from matgrad.core.collection import uncollected
from matgrad.core.walk import count
from matgrad.errors import LimitError
from matgrad.optional import available, part

if TYPE_CHECKING:
    from matgrad.api.derivation import Derivation
    from matgrad.core.expr import Expr

FILE_BYTES = 64 * 1024  # of a file, of standard input and of a question
AGAIN = 0.25  # seconds after which work is stopped again, if it went on
# Python calls these by itself when objects go away, and what they raise reaches nobody.
UNHEARD = frozenset({"__del__", "remove", "_remove", "_forget", "_xla_gc_callback"})
SOON = 0.002  # seconds until they have ended

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
_running: list[float] = []  # the time that is being measured, if any


class OutOfTime(BaseException):
    """The time is over; no error, so that nothing on the way takes it for one."""


def _stop(_: int, frame: FrameType | None) -> None:
    while frame is not None:
        if frame.f_code.co_name in UNHEARD:
            signal.setitimer(signal.ITIMER_PROF, SOON, AGAIN)
            return
        frame = frame.f_back
    raise OutOfTime


@contextmanager
def processor_time(seconds: float) -> Generator[None]:
    """Refuse to go on after some seconds of processor time, where the system can tell.

    Inside of another such block, the other one counts.
    """
    usable = hasattr(signal, "setitimer") and current_thread() is main_thread()
    if not usable or _running or isinf(seconds):
        yield
        return

    before = signal.signal(signal.SIGPROF, _stop)
    _running.append(seconds)
    signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN)
    try:
        yield
    except OutOfTime:
        raise LimitError(
            f"this takes more than {seconds:g} s of processor time",
            hint="a shorter function, fewer variables at once, or the library, which has no limit",
        ) from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        _running.clear()


def bounded(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """The function, undisturbed, and within the time of its `limits`, if any are given."""

    @wraps(function)
    def called(*args: Arguments.args, **options: Arguments.kwargs) -> Result:
        seconds = getattr(options.get("limits"), "seconds", inf)
        with uncollected, processor_time(seconds):
            return function(*args, **options)

    return called


def load_engine() -> None:
    """Load what every answer needs, so that this is not counted as time of the answer."""
    part("matgrad.api.pipeline")
    for package in ("numpy", "flint"):
        available(package)


@dataclass(frozen=True)
class AnswerLimits:
    """The limits of what is sent back.

    >>> AnswerLimits().nodes
    5000
    """

    nodes: int = 5_000
    printed: int = 20_000
    latex: int = 64 * 1024
    response: int = 256 * 1024

    def check(self, limit: str, amount: int, what: str, hint: str | None = None) -> None:
        """Refuse an amount above the limit of that name."""
        allowed: int = getattr(self, limit)
        if amount > allowed:
            message = f"the answer has {amount:,} {what}; the limit ({limit}) is {allowed:,}"
            raise LimitError(message, hint=hint)

    def check_answer(self, d: Derivation) -> None:
        """Refuse a derivative that is too large, counted with its shared parts named."""
        named = [*(x.value for x in d.trace.definitions), *d.trace.results.values()]
        self.check("nodes", count(*named), "distinct parts")
        self._check_printed(named)

    def check_forms(self, d: Derivation) -> None:
        """Refuse a derivative one of whose forms is too long to be written out."""
        for answers in d.trace.forms.values():
            self._check_printed(answers.values())

    def check_latex(self, source: str) -> None:
        """Refuse LaTeX that would take a browser too long to set."""
        self.check("latex", len(source.encode()), "bytes of LaTeX", "ask for --format text")

    def check_response(self, response: str | bytes) -> None:
        """Refuse a response that is too long; a PDF is as long as its pages are many."""
        if isinstance(response, bytes):
            return
        size = len(response.encode("utf-8", "backslashreplace"))
        self.check("response", size, "bytes", "ask for less: --level short, --form cascade")

    def _check_printed(self, shown: Iterable[Expr]) -> None:
        self.check("printed", sum(x.size for x in shown), "printed parts")


LIMITS = AnswerLimits()
