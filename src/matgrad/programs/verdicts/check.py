"""A program with a backward pass → a verdict on each derivative that it computes."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from matgrad.core.facts import fact_words
from matgrad.errors import MatgradError, UnsupportedError
from matgrad.programs.listings.derivatives import derivative_of
from matgrad.programs.listings.execution import Interpreter
from matgrad.programs.listings.likely import WEIGHTS
from matgrad.programs.listings.naming import Naming
from matgrad.programs.listings.problems import problem_of
from matgrad.programs.listings.script import module_of
from matgrad.programs.listings.settling import settled
from matgrad.programs.listings.shapes import Axes, Fit, Search
from matgrad.programs.listings.values import Unread
from matgrad.programs.verdicts import told as telling
from matgrad.programs.verdicts.inner import with_inner_names
from matgrad.programs.verdicts.judge import Found, verdicts
from matgrad.programs.verdicts.outside import used_outside
from matgrad.programs.verdicts.reading import Reader, reader
from matgrad.programs.verdicts.report import CodeReport, CodeVerdict
from matgrad.programs.verdicts.roles import numbers_by_default
from matgrad.programs.verdicts.rules import with_custom_rules
from matgrad.programs.verdicts.source import (
    columns_in,
    counts,
    makes_layers,
    with_open_sizes,
    without_idle,
)
from matgrad.programs.verdicts.told import Told
from matgrad.programs.verdicts.uses import without_uses
from matgrad.render.plain import plain
from matgrad.syntax.declarations import Shapes, given_sizes
from matgrad.verify.claim import UNDECIDED

MOST_RIVALS = 3
CLOSE = 0.2  # readings that are about as likely as the best one
BINARY = "binary"  # said of an array of zeros and ones
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
    module = module_of(source)
    asked = tuple([wrt] if isinstance(wrt, str) else wrt or ())
    given = {name: tuple(map(str, given_sizes(name, x))) for name, x in (shapes or {}).items()}
    body = without_idle(module.body)
    opened, sizes = with_open_sizes(body)
    if sizes:
        try:
            return _checked(source, opened, Given(asked, given, assume or {}, words, sizes))
        except MatgradError:
            pass  # it may be right for these sizes alone
    return _checked(source, body, Given(asked, given, assume or {}, words))


@dataclass(frozen=True)
class Given:
    """What a caller tells of a program."""

    wrt: tuple[str, ...]
    shapes: Mapping[str, tuple[str, ...]]
    assume: Mapping[str, Sequence[str]]
    words: str = ""
    sizes: frozenset[str] = frozenset()


def _checked(source: str, body: Sequence[ast.stmt], given: Given) -> CodeReport:
    nodes = [node for statement in body for node in ast.walk(statement)]
    body = with_inner_names(with_custom_rules(body))
    told = _told(source, body, given)
    body = without_uses(body)
    search = Search(
        partial(reader, body, told), told.shapes,
        has_layers=makes_layers(body), columns=columns_in(body),
    )  # fmt: skip
    fits = search.fits()
    if not fits:
        raise _refusal(search.failure or UnsupportedError("no shapes fit the program"), source)
    try:
        rivals = [x for x in fits if _is_rival(x, fits[0])][:MOST_RIVALS]
        ways = [settled(x.machine, partial(_again, body, told, search)) for x in rivals]
    except MatgradError as error:
        raise _refusal(error, source) from None
    return _report(ways, nodes)


def _again(body: Sequence[ast.stmt], told: Told, search: Search[Reader], axes: Axes) -> Reader:
    return reader(body, told, axes, frozenset(search.used))


def _refusal(error: MatgradError, source: str) -> MatgradError:
    line = error.line if isinstance(error, Unread) else 0
    words = f"line {line}: {error.message}" if line else error.message
    return UnsupportedError(words, error.position, error.hint or HINT, source)


def _is_rival(fit: Fit[Reader], best: Fit[Reader]) -> bool:
    """Is this way to read a program about as likely as the best one, or do more lines fit it?"""
    if fit.machine.misfits < best.machine.misfits:
        return True
    return fit.cost <= best.cost + CLOSE and fit.machine.misfits <= best.machine.misfits


# ---------------------------------------------------------------- what is told


def _told(source: str, body: Sequence[ast.stmt], given: Given) -> Told:
    """What arguments, comments and the program itself tell before it is read."""
    nodes = [node for statement in body for node in ast.walk(statement)]
    names, texts = _names(nodes), (*telling.remarks(source), given.words)
    words = [" ".join(line.split()) for text in texts for line in text.splitlines()]
    shapes = {**telling.shapes_in(words, names - _functions(nodes)), **given.shapes}
    for each in _numbers(body):
        shapes.setdefault(each, ())
    shapes |= telling.shapes_by_above(body, shapes)
    facts = telling.definite(body) | telling.facts_in(words, names)
    facts |= {name: [x for x in said if x != BINARY] for name, said in given.assume.items()}
    binary = tuple(name for name, said in given.assume.items() if BINARY in said)
    binary += telling.binary_in(words, names)
    started = {*given.wrt, *_differentiated(nodes, names - _functions(nodes))}
    sizes = given.sizes | frozenset(
        x for each in shapes.values() for x in each if x and not x.isdigit()
    )
    sizes |= _counts(nodes, body, {*shapes, *started})
    library = "torch" if names & {"torch", "nn", "F"} and not names & {"np", "numpy"} else "numpy"
    return Told(
        shapes, sizes, facts, binary, given.wrt, frozenset(started),
        library, telling.given_in(words, body), used_outside(body, sizes),
    )  # fmt: skip


def _names(nodes: Iterable[ast.AST]) -> set[str]:
    """The names of a program: of values, parameters, keys, and parts of self."""
    found: set[str] = set()
    for node in nodes:
        match node:
            case (
                ast.Name(id=name)
                | ast.arg(arg=name)
                | ast.Subscript(slice=ast.Constant(value=str(name)))
                | ast.Attribute(value=ast.Name(id="self"), attr=name)
            ):
                found.add(name)
            case _:
                pass
    return found


def _functions(nodes: Iterable[ast.AST]) -> set[str]:
    """The names of the functions of a program, by which nothing is differentiated."""
    return set(_function_names(nodes))


def _function_names(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        match node:
            case (
                ast.FunctionDef(name=name)
                | ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda())
            ):
                yield name
            case _:
                pass


def _assigned(nodes: Iterable[ast.AST]) -> set[str]:
    """The names that statements set, parts of objects among them."""
    stored = (x for x in nodes if isinstance(getattr(x, "ctx", None), ast.Store))
    return {x.id if isinstance(x, ast.Name) else x.attr for x in stored
            if isinstance(x, ast.Name | ast.Attribute)}  # fmt: skip


def _differentiated(nodes: Sequence[ast.AST], names: set[str]) -> set[str]:
    """The variables by which the program has derivatives, and those of its steps: w -= lr * g."""
    stepped = {x.target.id for x in nodes if isinstance(x, ast.AugAssign)
               and isinstance(x.op, ast.Sub) and isinstance(x.target, ast.Name)}  # fmt: skip
    named = {x for name in _assigned(nodes) if (x := derivative_of(name, names - {name}))}
    return named | {x for x in stepped if WEIGHTS.fullmatch(x)}


def _counts(nodes: Sequence[ast.AST], body: Sequence[ast.stmt], known: set[str]) -> frozenset[str]:
    """Names for numbers of samples, unless something else is known of them."""
    own = [x for x in body if not isinstance(x, ast.FunctionDef | ast.ClassDef)]
    outside = [x for each in own for x in ast.walk(each) if isinstance(x, ast.Name)]
    used = {x.id for x in outside if isinstance(x.ctx, ast.Load)}
    set_here = {x.id for x in outside if isinstance(x.ctx, ast.Store)}
    inside = _assigned(nodes) - used  # what only a routine has
    return counts(body, _names(nodes) - known - set_here - inside)


def _numbers(body: Sequence[ast.stmt]) -> list[str]:
    """The parameters of routines that are numbers by default."""
    machine = Interpreter(axes={}, naming=Naming())
    machine.run([x for x in body if isinstance(x, ast.FunctionDef)], machine.main)
    return [name for each in machine.routines.values() for name in numbers_by_default(each)]


# ---------------------------------------------------------------- the report


def _report(ways: Sequence[Reader], nodes: Sequence[ast.AST]) -> CodeReport:
    """Verdicts; where other shapes fit as well and give another one, it is undecided."""
    best, *others = (verdicts(m) for m in ways)
    judged = [
        _among(found, [each[number] for each in others if number < len(each)])
        for number, found in enumerate(best)
    ]
    m = ways[0]
    said = [TOLD.format(name, ", ".join(map(fact_words, x.expr.data.facts)))
            for name, x in m.inputs.items() if x.expr.data.facts and " " not in name]  # fmt: skip
    above = [ABOVE.format(name, target) for name, (target, _) in m.upstream.items()]
    problem = problem_of(m)
    notes = (*m.naming.notes, *m.notes, *above, *said)
    return CodeReport(problem, tuple(_verdict(m, x, nodes) for x in judged), notes)


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
    of_name = [x for x in nodes if isinstance(x, ast.Name | ast.Attribute)
               and isinstance(x.ctx, ast.Store)
               and own == (x.id if isinstance(x, ast.Name) else x.attr)]  # fmt: skip
    both = [x.lineno for x in of_name if x.lineno in lines]
    either = both or [x.lineno for x in of_name] or sorted(lines)
    return either[-1] if either else 0
