"""A program with a backward pass → a verdict on each derivative, against the right one."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from matgrad import derive, ops
from matgrad.core.dims import ONE
from matgrad.core.expr import Expr, make
from matgrad.core.facts import fact_words
from matgrad.core.steps import Problem
from matgrad.core.walk import postorder, substitute, symbols
from matgrad.errors import MatgradError, ShapeError, UnsupportedError
from matgrad.programs.arrays.array import Array
from matgrad.programs.listings.likely import CLASSES, is_named_after, name_of
from matgrad.programs.listings.machine import COLUMNS, Naming, problem_of
from matgrad.programs.listings.script import module_of
from matgrad.programs.listings.shapes import (
    Axes,
    Fit,
    Search,
    are_equal,
    settled,
    zeros_for,
)
from matgrad.programs.listings.values import Unread
from matgrad.programs.verdicts.claims import claim, used_by
from matgrad.programs.verdicts.reading import Claim, Reader
from matgrad.programs.verdicts.source import (
    columns_in,
    walked,
    with_inner_names,
    with_open_sizes,
    without_uses,
)
from matgrad.programs.verdicts.told import BINARY, told_of
from matgrad.render.glyphs import plain_name
from matgrad.render.plain import plain
from matgrad.rules.simplify import simplify
from matgrad.syntax.declarations import Shapes, given_sizes
from matgrad.verify.arithmetic import Undecided
from matgrad.verify.check import check
from matgrad.verify.claim import LAYOUT, UNDECIDED, Case, ClaimReport, check_claim, check_where
from matgrad.verify.found import Counterexample
from matgrad.verify.lines import WRONG
from matgrad.verify.unsaid import Unsaid, columns_sum, sums

MISFIT = "the shapes do not fit"
TIMES = "times the right answer"
FACTOR = "right up to a factor"
GIVEN = "right with the right {}, which is wrong above"
UNUSED = "the function does not use {}"
TURNED = "it is the transpose of the derivative, and has not the shape of its variable"
ANOTHER = "it is right by {0}, but wrong by {1}; say by which it is meant"
UNKNOWN = "by what this is the derivative is not said"
IF = "it is {0} if {1}, as those of labels do, which nothing says"
WHERE = "{0}, where {1}"
ZERO_OR_ONE = "all entries of {} have the value 0 or 1"
WHAT_IS = "what {0} is, is not said; if it is a derivative from above, say by what"


@dataclass(frozen=True)
class Found:
    """What was found about one claim."""

    claim: Claim
    status: str
    words: str = ""
    report: ClaimReport | None = None
    true: Expr | None = None

    @property
    def is_right(self) -> bool:
        """May it be called right?"""
        return self.status.startswith("right")

    @property
    def is_wrong(self) -> bool:
        """Is there a counterexample, or do the shapes not fit?"""
        return self.status == WRONG


def verdicts(m: Reader) -> list[Found]:
    """What is found about each claim; one that is right for usual labels is not called wrong."""
    judge = Judge(m, _known(m))
    found = judge.verdicts()
    for way in _usual(m) if any(each.is_wrong for each in found) else ():
        supposed = replace(judge, supposed={**judge.supposed, **way.values})
        pairs = list(zip(found, supposed.verdicts(), strict=True))
        if any(x.is_wrong and (y.is_right or (y.words and not x.words)) for x, y in pairs):
            found = [_if(old, new, way.words) for old, new in pairs]
            break
    return [_explained(m, each) for each in found]


def _if(old: Found, new: Found, words: str) -> Found:
    """A verdict that an assumption changes; its reason may be seen only with it."""
    if not old.is_wrong:
        return old
    if new.is_right:
        status = f"{new.status} ({new.words})" if new.words else new.status
        return replace(new, status=UNDECIDED, words=IF.format(status, words))
    return replace(old, words=old.words or (new.words and WHERE.format(new.words, words)))


def _explained(m: Reader, found: Found) -> Found:
    """A verdict; what is made of a name like that of a derivative, which is given, is not wrong."""
    if not found.is_wrong:
        return found
    inside, known = m.uses(m.whole), m.latest
    used = used_by(m, found.claim.found, found.claim.written) - inside
    for name, x in m.inputs.items():
        if name not in m.upstream and x.expr in used and is_named_after(name, known):
            return Found(found.claim, UNDECIDED, WHAT_IS.format(plain_name(name)))
    return found


# ---------------------------------------------------------------- labels


def _known(m: Reader) -> dict[Expr, Expr]:
    """What is known of labels: columns that are said to be one-hot, rows that class numbers are."""
    own = (x.expr for name, x in m.inputs.items() if f"{COLUMNS}{name}" in m.axes)
    found = {x: y for each in own for x, y in columns_sum(each).values.items()}
    for x in m.classes.values():
        if x.expr not in found:
            data = x.expr.data._replace(facts=x.expr.data.facts | {"integer"})
            found[x.expr] = make(x.expr.op, (), data)
    return found


def _usual(m: Reader) -> Iterator[Unsaid]:
    """What may hold of labels though nobody says so.

    Those of a softmax sum to one; beside a sigmoid they are zero or one, as a step is.
    """
    nodes = {*postorder(m.closed(m.whole))}
    shares = {x.shape for x in nodes if x.op in (ops.softmax, ops.softmax_rows, ops.exp)}
    shares |= {x.args[0].shape for x in nodes if x.op in (ops.logsumexp, ops.logsumexp_rows)}
    shares |= {shape.transposed for shape in shares}
    claimed = {each.target for each in m.claims} | m.upstream.keys()
    free = {n: x for n, x in m.inputs.items() if n not in claimed and x.expr in nodes}
    for name, x in free.items():
        if f"{COLUMNS}{name}" not in m.axes and x.axes and x.expr.shape in shares:
            yield from sums(x.expr)
    for name, x in free.items() if any(x.op is ops.sigmoid for x in nodes) else ():
        if CLASSES.fullmatch(name):
            yield Unsaid({x.expr: ops.step(x.expr)}, ZERO_OR_ONE.format(plain(x.expr)))


# ---------------------------------------------------------------- one after the other


@dataclass
class Judge:
    """Compares derivatives with the right ones, which it works out when they are needed."""

    m: Reader
    supposed: Mapping[Expr, Expr]  # inputs of which more is known where it is compared
    true: dict[str, tuple[Problem, Expr]] = field(default_factory=dict[str, tuple[Problem, Expr]])

    def right(self, target: str) -> tuple[Problem, Expr]:
        """The derivative by a name of the program, and of which problem."""
        if target not in self.true:
            x = self.variable(target)
            if x is None:
                raise UnsupportedError(UNUSED.format(target))
            is_input = target in self.m.inputs and x is self.m.inputs[target]
            problem = problem_of(self.m, () if is_input else (x,))
            made = derive.gradient if problem.function.is_scalar else derive.jacobian
            found = made(problem, (problem.symbols[x.expr.name],))
            if not check(found).ok:
                raise MatgradError("the derivative could not be verified")
            answers = {**found.results, **found.forms["closed"]}
            self.true[target] = problem, answers[x.expr.name]
        return self.true[target]

    def variable(self, target: str) -> Array | None:
        """What a name stands for in the function, by which a derivative can be."""
        return self.m.version(target, self.m.whole)

    def verdicts(self) -> list[Found]:
        """What is found about each claim."""
        own = [self.verdict(claim) for claim in self.m.claims]
        found = [self._up_to_factor(each, own) for each in own]
        blamed = {GIVEN.format(plain_name(x.claim.name)) for x in found if x.status == FACTOR}
        return [
            replace(x, words=x.report.slip) if x.words in blamed and x.report is not None else x
            for x in found
        ]  # what lacks a factor that others bring in is wrong itself

    def _up_to_factor(self, one: Found, own: Sequence[Found]) -> Found:
        """A part that is a multiple of the derivative, where later lines bring in the factor."""
        report, found = one.report, one.claim.found
        if not one.is_wrong or self._is_input(one.claim.target) or report is None:
            return one
        if not report.slip.endswith(TIMES) or not isinstance(found, Array):
            return one
        made = [x for x in own if self._is_input(x.claim.target)
                and isinstance(x.claim.found, Array)
                and found.expr in self.m.uses(x.claim.found.expr)]  # fmt: skip
        if not any(x.is_right for x in made):
            return one
        words = report.slip.replace("the right answer", "it").replace("the claim", "this")
        is_right = all(x.is_right for x in made)
        later = "and what is made of it is right" if is_right else "and the factor comes later"
        return Found(one.claim, FACTOR, f"{words}, {later}")

    def _is_input(self, target: str) -> bool:
        x = self.variable(target)
        return x is not None and x is self.m.inputs.get(target)

    def verdict(self, claim: Claim) -> Found:
        """What is found about one claim."""
        if claim.target not in self.m.latest:
            return Found(claim, UNDECIDED, UNKNOWN)
        try:
            found = self._judged(claim)
            return self._by_another(claim) or found if found.is_wrong else found
        except (MatgradError, Undecided) as error:
            words = error.message if isinstance(error, MatgradError) else str(error)
            return Found(claim, UNDECIDED, words)

    def _by_another(self, claim: Claim) -> Found | None:
        """A claim that does not name its variable may be right for another one than is likely."""
        for other in claim.others:
            meant = replace(claim, target=other, others=())
            found = self.verdict(meant) if self.variable(other) is not None else None
            if found is not None and found.is_right:
                words = ANOTHER.format(plain_name(other), plain_name(claim.target))
                return replace(found, status=UNDECIDED, words=words)
        return None

    def _judged(self, claim: Claim) -> Found:
        problem, true = self.right(claim.target)
        if not isinstance(claim.found, Array):
            why = claim.found.why
            if isinstance(why, ShapeError):
                return Found(claim, WRONG, f"{MISFIT}: {why.message}", true=self._as_said(true))
            return Found(claim, UNDECIDED, why.message)
        report = self._in_code(claim, self._compared(problem, claim, true))
        sound = self._with_right_ones(claim) if report.status == WRONG else ""
        words = GIVEN.format(sound) if sound else report.slip
        return Found(claim, report.status, words, report, self._as_said(true))

    def _compared(self, problem: Problem, claim: Claim, true: Expr) -> ClaimReport:
        """A claim against the derivative, by what is computed also with all of it put in."""
        variable = self.variable(claim.target)
        if variable is None:  # with the right derivative above it is no part of the function
            raise UnsupportedError(UNUSED.format(claim.target))
        assert isinstance(claim.found, Array)
        x = problem.symbols[variable.expr.name]
        claimed = self._unshifted(self.m.closed(claim.found.expr, {x}))
        known = {d.symbol: d.value for d in problem.definitions}
        case = Case(problem, x, claimed, _put(true, known))
        report = self._where_it_holds(case)
        if report.right or x in {each.expr for each in self.m.inputs.values()}:
            return report
        whole = problem_of(self.m)
        closed = self._unshifted(self.m.closed(claim.found.expr))
        first = next(iter(whole.symbols.values()))
        case = self._supposed(Case(whole, first, closed, self.m.closed(true)))
        other = check_claim(case.problem, case.wrt, case.claim, case.result)
        # Computed once more in another function, x is no free variable beside what makes it.
        is_made_again = not set(symbols(self.m.closed(x))).isdisjoint(symbols(claimed))
        return other if other.right or (is_made_again and other.status == WRONG) else report

    def _supposed(self, case: Case) -> Case:
        """A case with all that is known of its inputs; of the variable itself nothing is."""
        known = {x: y for x, y in self.supposed.items() if x is not case.wrt}
        return case.assuming(known) if known else case

    def _unshifted(self, claimed: Expr) -> Expr:
        """A claim without largest entries, or with them where they matter."""
        inside = [x for x in self.m.shifts if x in self.m.uses(claimed)]
        if not inside:
            return claimed
        zeros = zeros_for(inside)
        if are_equal(claimed, substitute(claimed, zeros)):
            return substitute(claimed, zeros)
        true = {x: y for x in inside if (y := self.m.shifts[x]) is not None}
        if len(true) < len(inside):
            raise UnsupportedError("the largest entries of rows are not read here")
        return substitute(claimed, true)

    def _in_code(self, claim: Claim, report: ClaimReport) -> ClaimReport:
        """In a program a derivative has the axes of its variable."""
        x = self.variable(claim.target)
        if report.status != LAYOUT or x is None or x.ndim != 2:
            return report
        assert isinstance(claim.found, Array)
        is_turned = claim.found.axes == x.axes[::-1] and ONE not in x.axes
        return ClaimReport(WRONG, TURNED) if is_turned else report

    def _where_it_holds(self, case: Case) -> ClaimReport:
        """The verdict; what is wrong in general may be right with what the text says."""
        case = self._supposed(case)
        report = check_claim(case.problem, case.wrt, case.claim, case.result)
        zero = tuple(self.m.closed(ops.minus(a, b)) for a, b in self._equations())
        if report.status != WRONG or not zero or case.claim.shape != case.result.shape:
            return report
        held = check_where(replace(case, zero=zero))
        if held.status == WRONG and held.counterexample:  # numbers that agree with what is said
            return replace(report, counterexample=held.counterexample)
        return held if held.right else report

    def _equations(self) -> list[tuple[Expr, Expr]]:
        """What is equal: M ⊙ M = M of a matrix of zeros and ones."""
        masks = [x.expr for n, x in self.m.latest.items() if n in self.m.binary]
        return [(ops.hadamard(x, x), x) for x in masks]

    def _with_right_ones(self, claim: Claim) -> str:
        """The derivative that a claim is made of, and that alone makes it wrong."""
        assert isinstance(claim.found, Array)
        others = [c for c in self.m.claims if c.name and c.name != claim.name
                  and self.variable(c.target) is not None]  # fmt: skip
        inside = self.m.uses(claim.found.expr)
        for other in others:
            found = other.found
            if not isinstance(found, Array) or found.expr not in inside:
                continue
            order = self.m.claims.index
            if found.expr is claim.found.expr and order(other) > order(claim):
                continue  # of two names for the same value the first one is judged
            problem, true = self.right(other.target)
            if found.expr.shape != true.shape or self._compared(problem, other, true).right:
                continue
            kept = self.m.definitions
            self.m.definitions = [
                replace(d, value=true) if d.symbol is found.expr else d for d in kept
            ]
            try:
                problem, right = self.right(claim.target)
                if self._compared(problem, claim, right).right:
                    return plain_name(other.name)
            finally:
                self.m.definitions = kept
        return ""

    def _as_said(self, right: Expr) -> Expr:
        """A derivative with what is said to be equal put in: M for M ⊙ M of a mask."""
        known = {simplify(a): b for a, b in self._equations()}
        return simplify(substitute(right, known)) if known else right


def _put(expr: Expr, known: dict[Expr, Expr]) -> Expr:
    """An expression with values in the places of names, and those in the places inside of them."""
    for _ in known:
        expr = substitute(expr, known)
    return expr


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
        made = Reader(axes=axes, naming=Naming(), used=used, **vars(told))
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
    line = _line(claim.name, claim.written, nodes)
    written = _as_it_stands(line, claim.name, nodes) if claim.written == claim.name else ""
    return CodeVerdict(
        name=claim.name or f"d{claim.target}",
        wrt=claim.target,
        variable=variable.expr.name if variable is not None else "",
        status=found.status,
        line=line,
        code=written or claim.written,
        words=found.words,
        slip=report.slip if report is not None and found.is_wrong else "",
        right=plain(found.true) if found.true is not None else "",
        counterexample=report.counterexample if report is not None and found.is_wrong else None,
    )


def _as_it_stands(line: int, name: str, nodes: Sequence[ast.AST]) -> str:
    """What a line gives a name, as it is written there."""
    for x in (x for x in nodes if isinstance(x, ast.Assign | ast.AugAssign) and x.lineno == line):
        target = x.target if isinstance(x, ast.AugAssign) else x.targets[0]
        if isinstance(target, ast.Tuple) and isinstance(x.value, ast.Tuple):
            parts = zip(target.elts, x.value.elts, strict=False)
            return next((ast.unparse(y) for t, y in parts if name_of(t) == name), "")
        return ast.unparse(x.value)
    return ""


def _line(name: str, written: str, nodes: Sequence[ast.AST]) -> int:
    """The line that computes a value: the last that sets its name so, or that returns it."""
    own = name.rpartition(".")[2]
    lines = {x.lineno for x in nodes if isinstance(x, ast.expr) and ast.unparse(x) == written}
    named = {x.lineno for x in nodes if isinstance(x, ast.Name | ast.Attribute)
             and isinstance(x.ctx, ast.Store)
             and own == (x.id if isinstance(x, ast.Name) else x.attr)}  # fmt: skip
    return max(named & lines or named or lines, default=0)
