"""Programs with a backward pass: verdicts within limits, and answers to questions about them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from matgrad.app import api
from matgrad.app.derivation import Derivation
from matgrad.app.limits import bounded
from matgrad.errors import MatgradError
from matgrad.programs import verdicts
from matgrad.programs.listings.reading import is_code
from matgrad.programs.verdicts import CodeReport
from matgrad.programs.verdicts.source import in_order
from matgrad.syntax import Limits
from matgrad.syntax.declarations import Shapes
from matgrad.syntax.limits import GENEROUS

_FENCE = re.compile(r"^[ \t]*```[^\n`]*\n(.*?)^[ \t]*```[ \t]*$", re.DOTALL | re.MULTILINE)
_RESPECT = re.compile(
    r"\b(?:with\s+respect\s+to|w\.?\s?r\.?\s?t\.?|by)\s+(?:the\s+)?"
    r"(?P<names>[`$]?\w+[`$]?(?:(?:\s*,\s*|\s+and\s+)[`$]?\w+[`$]?)*)"
)


@bounded
def check_code(
    source: str,
    *,
    wrt: Sequence[str] | str | None = None,
    shapes: Shapes | None = None,
    assume: Mapping[str, Sequence[str]] | None = None,
    limits: Limits | None = None,
) -> CodeReport:
    """Verdicts on the derivatives that a program computes by hand; it is parsed, never run.

    `source` is Python, or a text whose programs stand between fences.

    >>> print(check_code("loss = np.sum((X @ w - y)**2)\\ndw = X.T @ (X @ w - y)").status)
    wrong
    """
    (limits or GENEROUS).check("bytes", len(source.encode("utf-8", "backslashreplace")))
    blocks = _FENCE.findall(source) or [source]
    return verdicts.check_code("\n".join(in_order(blocks)), wrt=wrt, shapes=shapes, assume=assume)


WHICH = "with respect to which variable? The program has {}"


@dataclass(frozen=True)
class CodeAnswer:
    """What is found about a program: verdicts on what it computes, and the right derivatives."""

    report: CodeReport | None  # none of a formula in code
    derivations: tuple[Derivation, ...]
    questions: tuple[str, ...] = ()


def answer_code(
    blocks: Sequence[str],
    question: str = "",
    *,
    shapes: Shapes | None = None,
    assume: Mapping[str, Sequence[str]] | None = None,
) -> CodeAnswer:
    """What a question about a program is answered: its verdicts, and the derivatives it means.

    Those are by the variables that the question names, or by those that the program has
    derivatives for, or by the only one there is.
    """
    source = "\n".join(in_order(blocks))
    asked = [*_asked(question)]
    try:
        report = verdicts.check_code(source, wrt=asked, shapes=shapes, assume=assume)
    except MatgradError as error:
        if not is_code(source):
            raise
        return _formula(source, asked, shapes, assume, error)
    problem, claimed = report.function, [x.variable for x in report.verdicts if x.variable]
    wanted = [x for x in asked if x in problem.symbols]
    wanted = wanted or [x for x in dict.fromkeys(claimed) if x in problem.symbols]
    wanted = wanted or ([*problem.symbols] if len(problem.symbols) == 1 else [])
    if not wanted:
        asks = () if claimed else (WHICH.format(", ".join(problem.symbols)),)
        return CodeAnswer(report, (), asks)
    if problem.function.is_scalar:
        return CodeAnswer(report, (api.gradient(problem, wanted),))
    return CodeAnswer(report, tuple(api.jacobian(problem, x) for x in wanted))


def _formula(
    source: str,
    asked: Sequence[str],
    shapes: Shapes | None,
    assume: Mapping[str, Sequence[str]] | None,
    error: MatgradError,
) -> CodeAnswer:
    """The derivative of a formula in code, which has no line to be judged."""
    try:
        problem = api.parse(source, shapes, assume)
        wanted = [x for x in asked if x in problem.symbols] or [*problem.symbols]
        if len(wanted) > 1 and not asked:
            return CodeAnswer(None, (), (WHICH.format(", ".join(wanted)),))
        return CodeAnswer(None, (api.gradient(problem, wanted),))
    except MatgradError:
        raise error from None


def _asked(question: str) -> Iterator[str]:
    """The variables that a question names."""
    for found in _RESPECT.finditer(question):
        yield from (x for x in re.findall(r"\w+", found["names"]) if x not in ("and", "the"))
