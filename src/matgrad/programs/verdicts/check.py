"""A program with a backward pass → a verdict on each derivative that it computes."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from matgrad.core.facts import fact_words
from matgrad.errors import MatgradError, UnsupportedError
from matgrad.programs.listings.machine import problem_of
from matgrad.programs.listings.naming import Naming
from matgrad.programs.listings.script import module_of
from matgrad.programs.listings.shapes import Axes, Fit, Search, settled
from matgrad.programs.listings.values import Unread
from matgrad.programs.verdicts import rewritten
from matgrad.programs.verdicts.claims import claim
from matgrad.programs.verdicts.judge import Found, verdicts
from matgrad.programs.verdicts.reading import Reader, objects_in
from matgrad.programs.verdicts.report import CodeReport, CodeVerdict
from matgrad.programs.verdicts.source import columns_in, makes_layers, walked
from matgrad.programs.verdicts.told import BINARY, Given, told_of
from matgrad.render.plain import plain
from matgrad.syntax.declarations import Shapes, given_sizes
from matgrad.verify.claim import UNDECIDED

MOST_RIVALS = 3
CLOSE = 0.2  # readings that are about as likely as the best one
OTHERWISE = "it is {0} with the likeliest shapes, but {1} with others that fit; say which are meant"
TOLD = "{0} is taken to be {1}"
ABOVE = "{0} is the derivative by {1} of what comes behind it"
HINT = "give the shapes, or write the program with the functions that docs/programs.md lists"


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
    asked = tuple([wrt] if isinstance(wrt, str) else wrt or ())
    sizes = {name: tuple(map(str, given_sizes(name, x))) for name, x in (shapes or {}).items()}
    given = Given(asked, sizes, assume or {}, words)
    body, sizes = rewritten.with_open_sizes(rewritten.with_inner_names(module_of(source).body))
    told = told_of(source, body, given)
    body = rewritten.without_uses(body)

    def read(axes: Axes, used: frozenset[str]) -> Reader:
        made = Reader(
            axes=axes, naming=Naming(), facts=told.facts, told=told.shapes, sizes=told.sizes | sizes,
            used=used, handed=frozenset(told.given), started=told.started, library=told.library,
            objects=objects_in(body), text=told,
        )  # fmt: skip
        made.read(body)
        claim(made)
        return made

    search = Search(
        read, told.shapes, has_layers=makes_layers(body), columns=columns_in(body)
    )  # fmt: skip
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
    judged = [
        _among(found, [each[number] for each in others if number < len(each)])
        for number, found in enumerate(best)
    ]
    m = ways[0]
    said = {name: {*x.expr.data.facts} for name, x in m.inputs.items() if " " not in name}
    for name in m.text.binary:
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
