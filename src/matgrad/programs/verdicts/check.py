"""A program with a backward pass → a verdict on each derivative that it computes."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from matgrad.core.facts import fact_words
from matgrad.core.steps import Problem
from matgrad.errors import MatgradError, UnsupportedError
from matgrad.programs.listings.machine import problem_of
from matgrad.programs.listings.naming import Naming
from matgrad.programs.listings.script import module_of
from matgrad.programs.listings.shapes import Axes, Fit, Search, settled
from matgrad.programs.listings.values import Unread
from matgrad.programs.verdicts.claims import claim
from matgrad.programs.verdicts.judge import Found, verdicts
from matgrad.programs.verdicts.reading import Reader, objects_in
from matgrad.programs.verdicts.rewritten import with_inner_names, with_open_sizes, without_uses
from matgrad.programs.verdicts.source import columns_in, walked
from matgrad.programs.verdicts.told import BINARY, told_of
from matgrad.render.plain import plain
from matgrad.syntax.declarations import Shapes, given_sizes
from matgrad.verify.claim import UNDECIDED
from matgrad.verify.found import Counterexample
from matgrad.verify.lines import WRONG

MOST_RIVALS = 3
CLOSE = 0.2  # readings that are about as likely as the best one
OTHERWISE = "it is {0} with the likeliest shapes, but {1} with others that fit; say which are meant"
TOLD = "{0} is taken to be {1}"
ABOVE = "{0} is the derivative by {1} of what comes behind it"
HINT = "give the shapes, or write the program with the functions that docs/programs.md lists"
NOTHING = "the program computes no derivatives that could be checked"


@dataclass(frozen=True)
class CodeVerdict:
    """What was found about one derivative of a program."""

    name: str  # its name in the program, or what is returned
    wrt: str  # the variable
    variable: str  # its name in the function
    status: str  # right, right up to a factor, wrong, undecided
    line: int  # where it is computed
    code: str  # what is written there
    words: str  # why
    slip: str  # the usual mistake that explains it, if any
    right: str  # the right derivative
    counterexample: Counterexample | None = None

    @property
    def is_right(self) -> bool:
        """May it be called right?"""
        return self.status.startswith("right")

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        lines = [f"{where}{self.name} = {self.code}: {self.status}"]
        lines += [f"  {self.words}"] if self.words else []
        if self.status == WRONG and self.right:
            lines.append(f"  right: {self.right}")
        if self.counterexample is not None:
            lines.append(f"  {self.counterexample}")
        return "\n".join(lines)


@dataclass(frozen=True)
class CodeReport:
    """What a program computes, and verdicts on its derivatives in the order of their lines."""

    function: Problem
    verdicts: tuple[CodeVerdict, ...]
    notes: tuple[str, ...] = ()

    @property
    def status(self) -> str:
        """Wrong if a derivative is, right if all are, and undecided otherwise."""
        if any(x.status == WRONG for x in self.verdicts):
            return WRONG
        is_sure = bool(self.verdicts) and all(x.is_right for x in self.verdicts)
        return "right" if is_sure else UNDECIDED

    @property
    def first_wrong(self) -> CodeVerdict | None:
        """The first line that is wrong."""
        return next((x for x in self.verdicts if x.status == WRONG), None)

    def text(self) -> str:
        """The report as lines of text."""
        problem = self.function
        names = ((d.symbol.name, d.value) for d in problem.definitions)
        lines = [f"{name} = {plain(value)}" for name, value in names]
        lines.append(f"{problem.name} = {plain(problem.function)}")
        lines += [f"note: {words}" for words in self.notes]
        lines += ["", *map(str, self.verdicts)] if self.verdicts else ["", NOTHING]
        return "\n".join(lines) + "\n"

    def to_json(self) -> dict[str, Any]:
        """The report as data."""
        problem = self.function
        return {
            "ok": self.status == "right",
            "status": self.status,
            "function": str(problem.function),
            "name": problem.name,
            "definitions": {d.symbol.name: str(d.value) for d in problem.definitions},
            "shapes": {name: str(x.shape) for name, x in problem.symbols.items()},
            "notes": list(self.notes),
            "verdicts": [
                {**vars(x), "counterexample": x.counterexample and dict(vars(x.counterexample))}
                for x in self.verdicts
            ],
        }


def check_code(
    source: str,
    *,
    wrt: Sequence[str] | str | None = None,
    shapes: Shapes | None = None,
    assume: Mapping[str, Sequence[str]] | None = None,
    words: str = "",
) -> CodeReport:
    """Verdicts on the derivatives that a program computes by hand; it is parsed, never run.

    `words` are what is said of it besides its comments.

    >>> report = check_code("r = X @ w - y\\nloss = r @ r\\ndw = X.T @ r")
    >>> print(report.status, report.verdicts[0].line, report.verdicts[0].words)
    wrong 3 the claim is 1/2 times the right answer
    """
    body, open_sizes = with_open_sizes(with_inner_names(module_of(source).body))
    told = told_of(
        source, body, wrt=tuple([wrt] if isinstance(wrt, str) else wrt or ()),
        shapes={x: tuple(map(str, given_sizes(x, y))) for x, y in (shapes or {}).items()},
        assume=assume or {}, words=words, sizes=open_sizes,
    )  # fmt: skip
    body = without_uses(body)

    def read(axes: Axes, used: frozenset[str]) -> Reader:
        objects = objects_in(body)
        made = Reader(axes=axes, naming=Naming(), used=used, objects=objects, **vars(told))
        made.read(body)
        claim(made)
        return made

    search = Search(read, told.told, columns=columns_in(body))
    fits = search.fits()
    if not fits:
        raise _refusal(search.failure or UnsupportedError("no shapes fit the program"), source)
    try:
        rivals = [x for x in fits if _is_rival(x, fits[0])][:MOST_RIVALS]
        again = partial(read, used=frozenset(search.used))
        ways = [settled(x.machine, again) for x in rivals]
    except MatgradError as error:
        raise _refusal(error, source) from None
    return _report(ways, walked(module_of(source).body))


def _refusal(error: MatgradError, source: str) -> MatgradError:
    line = error.line if isinstance(error, Unread) else 0
    words = f"line {line}: {error.message}" if line else error.message
    return UnsupportedError(words, error.position, error.hint or HINT, source)


def _is_rival(fit: Fit[Reader], best: Fit[Reader]) -> bool:
    """Is this way to read a program about as likely as the best one, or do more lines fit it?"""
    if fit.machine.misfits < best.machine.misfits:
        return True
    return fit.cost <= best.cost + CLOSE and fit.machine.misfits <= best.machine.misfits


# ---------------------------------------------------------------- the report


def _report(ways: Sequence[Reader], nodes: Sequence[ast.AST]) -> CodeReport:
    """Verdicts; where other shapes fit as well and give another one, it is undecided."""
    best, *others = (verdicts(m) for m in ways)
    others = [[x for x in each if x.claim.is_read] for each in others]
    judged = [
        _among(found, [each[number] for each in others if number < len(each)])
        for number, found in enumerate(best)
    ]
    m = ways[0]
    said = {name: {*x.expr.data.facts} for name, x in m.inputs.items() if " " not in name}
    for name in m.binary:
        said[name] = {*said.get(name, ()), BINARY}
    assumed = [TOLD.format(n, ", ".join(map(fact_words, sorted(x)))) for n, x in said.items() if x]
    above = [ABOVE.format(name, target) for name, (target, _) in m.upstream.items()]
    notes = (*m.naming.notes, *m.notes, *above, *assumed)
    return CodeReport(problem_of(m), tuple(_verdict(m, x, nodes) for x in judged), notes)


def _among(found: Found, rivals: Sequence[Found]) -> Found:
    """A verdict, unless another way to read the program contradicts it."""
    differ = [x.status for x in rivals if x.is_right != found.is_right]
    if not differ or not (found.is_right or found.is_wrong):
        return found
    words = OTHERWISE.format(found.status, differ[0])
    return replace(found, status=UNDECIDED, words=words, report=None)


def _verdict(m: Reader, found: Found, nodes: Sequence[ast.AST]) -> CodeVerdict:
    claim, report = found.claim, found.report
    variable = m.version(claim.target, m.whole)
    return CodeVerdict(
        name=claim.name or f"d{claim.target}",
        wrt=claim.target,
        variable=variable.expr.name if variable is not None else "",
        status=found.status,
        line=_line(claim.name, claim.written, nodes),
        code=claim.written,
        words=found.words,
        slip=report.slip if report is not None and found.is_wrong else "",
        right=plain(found.true) if found.true is not None else "",
        counterexample=report.counterexample if report is not None and found.is_wrong else None,
    )


def _line(name: str, written: str, nodes: Sequence[ast.AST]) -> int:
    """The line that computes a value: the last that sets its name so, or that returns it."""
    own = name.rpartition(".")[2]
    lines = {x.lineno for x in nodes if isinstance(x, ast.expr) and ast.unparse(x) == written}
    named = {x.lineno for x in nodes if isinstance(x, ast.Name | ast.Attribute)
             and isinstance(x.ctx, ast.Store)
             and own == (x.id if isinstance(x, ast.Name) else x.attr)}  # fmt: skip
    return max(named & lines or named or lines, default=0)
