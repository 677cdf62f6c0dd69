"""Programs with a backward pass: verdicts within limits, and answers to questions about them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from matgrad.app import api
from matgrad.app.derivation import Derivation
from matgrad.app.limits import bounded
from matgrad.programs import verdicts
from matgrad.programs.verdicts import CodeReport
from matgrad.programs.verdicts.source import in_order
from matgrad.syntax import Limits
from matgrad.syntax.declarations import Shapes
from matgrad.syntax.limits import GENEROUS

_FENCE = re.compile(r"^[ \t]*```[^\n`]*\n(.*?)^[ \t]*```[ \t]*$", re.DOTALL | re.MULTILINE)
_RESPECT = re.compile(
    r"\b(?:with\s+respect\s+to|w\.?\s?r\.?\s?t\.?|by)\s+(?P<names>[`$]?\w+[`$]?(?:(?:\s*,\s*|\s+and\s+)[`$]?\w+[`$]?)*)"
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


@dataclass(frozen=True)
class CodeAnswer:
    """What is found about a program: verdicts on what it computes, and the right derivatives."""

    report: CodeReport
    derivations: tuple[Derivation, ...]
    questions: tuple[str, ...] = ()


WHICH = "with respect to which variable? The program has {}"


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
    report = verdicts.check_code(source, wrt=asked, shapes=shapes, assume=assume)
    problem = report.function
    claimed = [x.variable for x in report.verdicts if x.variable]
    wanted = [x for x in asked if x in problem.symbols]
    wanted = wanted or [x for x in dict.fromkeys(claimed) if x in problem.symbols]
    if not wanted and len(problem.symbols) == 1:
        wanted = [*problem.symbols]
    if not wanted:
        names = ", ".join(problem.symbols)
        return CodeAnswer(report, (), () if claimed else (WHICH.format(names),))
    if problem.function.is_scalar:
        return CodeAnswer(report, (api.gradient(problem, wanted),))
    return CodeAnswer(report, tuple(api.jacobian(problem, x) for x in wanted))


def _asked(question: str) -> Iterator[str]:
    """The variables that a question names."""
    for found in _RESPECT.finditer(question):
        yield from (x for x in re.findall(r"\w+", found["names"]) if x not in ("and", "the"))
