"""Verdicts on the derivatives that a program computes, or that the words around it claim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from matgrad.app import api
from matgrad.app.ask.claims.steps import NOT_READ, Verdict
from matgrad.app.ask.programs.claimed import Claim
from matgrad.app.ask.programs.equal import as_said, vanishing
from matgrad.app.ask.programs.labels import zeros_and_ones
from matgrad.app.ask.programs.reading import Reader
from matgrad.app.ask.programs.showing import label_of, sides_of, symbol_of, variable_of
from matgrad.app.judge.near import MISFIT, TIMES
from matgrad.core.dims import ONE
from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute, symbols
from matgrad.errors import MatgradError, ShapeError, UnsupportedError
from matgrad.programs.arrays.array import Array
from matgrad.programs.listings.problems import problem_of
from matgrad.programs.listings.settling import are_equal, compared, zeros_for
from matgrad.render.glyphs import plain_name
from matgrad.verify.arithmetic import Undecided
from matgrad.verify.claim import LAYOUT, UNDECIDED, Case, ClaimReport, check_claim, check_where
from matgrad.verify.lines import WRONG
from matgrad.verify.shrink import shrinking_of

SMALLER = "its numbers do not fit the sizes"
FACTOR = "right up to a factor"
GIVEN = "right with the right {}, which is wrong above"
UNUSED = "the function does not use {}"
TURNED = "it is the transpose of the derivative, and has not the shape of its variable"
ANOTHER = "it is right by {0}, but wrong by {1}; say by which it is meant"
UNKNOWN = "by what this is the derivative is not said"


class Judge:
    """Compares derivatives with the right ones, which it works out when they are needed."""

    def __init__(self, m: Reader, supposed: Mapping[Expr, Expr] | None = None) -> None:
        self.m = m
        self.supposed = dict(supposed or {})  # inputs of which more is known where it is compared
        self.true: dict[str, tuple[Problem, Expr]] = {}

    def supposing(self, more: Mapping[Expr, Expr]) -> Judge:
        """The same with more that is known of inputs."""
        other = Judge(self.m, {**self.supposed, **more})
        other.true = self.true
        return other

    def right(self, target: str) -> tuple[Problem, Expr]:
        """The derivative by a name of the program, and of which problem."""
        if target not in self.true:
            x = self.variable(target)
            if x is None:
                raise UnsupportedError(UNUSED.format(target))
            is_input = target in self.m.inputs and x is self.m.inputs[target]
            problem = problem_of(self.m, () if is_input else (x,))
            made = getattr(api, "gradient" if problem.function.is_scalar else "jacobian")
            found = made(problem, x.expr.name)
            if not found.verdict.ok:
                raise MatgradError("the derivative could not be verified")
            self.true[target] = problem, found.answers[x.expr.name]
        return self.true[target]

    def variable(self, target: str) -> Array | None:
        """What a name stands for in the function, by which a derivative can be."""
        return variable_of(self.m, target)

    def verdicts(self) -> list[Verdict]:
        """What is found about each claim."""
        pairs = [(claim, self.verdict(claim)) for claim in self.m.claims]
        scaled: dict[Expr, str] = {}  # parts that are multiples, where the factor comes later
        found = [self._up_to_factor(claim, verdict, pairs, scaled) for claim, verdict in pairs]
        names = {plain_name(c.name) for c, x in zip(self.m.claims, found, strict=True)
                 if x.status == FACTOR}  # fmt: skip
        blamed = {GIVEN.format(name) for name in names}
        return [
            replace(x, words=x.report.slip) if x.words in blamed and x.report is not None else x
            for x in found
        ]  # what lacks a factor that others bring in is wrong itself

    def _up_to_factor(
        self,
        claim: Claim,
        verdict: Verdict,
        pairs: Sequence[tuple[Claim, Verdict]],
        scaled: dict[Expr, str],
    ) -> Verdict:
        """A part that is a multiple of the derivative, where later lines bring in the factor."""
        report, found = verdict.report, claim.found
        if not verdict.is_wrong or self._is_input(claim.target) or report is None:
            return verdict
        if not report.slip.endswith(TIMES) or not isinstance(found, Array):
            return verdict
        made = [v for c, v in pairs if self._is_input(c.target) and isinstance(c.found, Array)
                and found.expr in self.m.uses(c.found.expr)]  # fmt: skip
        inside = self.m.uses(found.expr)
        is_usual = any(x in inside and slip == report.slip for x, slip in scaled.items())
        is_brought_in = is_usual or any(x.is_right for x in made)
        if not made or (not is_brought_in and any(x.is_wrong and _is_multiple(x) for x in made)):
            return verdict
        scaled[found.expr] = report.slip
        is_right = all(x.is_right for x in made)
        words = report.slip.replace("the right answer", "it").replace("the claim", "this")
        later = "and what is made of it is right" if is_right else "and the factor comes later"
        return replace(verdict, status=FACTOR, words=f"{words}, {later}", report=None, true=None)

    def _is_input(self, target: str) -> bool:
        x = self.variable(target)
        return x is not None and x is self.m.inputs.get(target)

    def verdict(self, claim: Claim) -> Verdict:
        """What is found about one claim."""
        label = label_of(self.m, claim)
        if claim.target not in self.m.latest:
            return Verdict(label, NOT_READ, UNKNOWN, sides=sides_of(self.m, claim))
        if self.variable(claim.target) is None:
            return Verdict(
                label, NOT_READ, UNUSED.format(claim.target), sides=sides_of(self.m, claim)
            )
        try:
            found = replace(self._judged(label, claim), sides=sides_of(self.m, claim))
            return self._by_another(claim) or found if found.is_wrong else found
        except (MatgradError, Undecided) as error:
            words = error.message if isinstance(error, MatgradError) else str(error)
            return Verdict(label, NOT_READ, words, sides=sides_of(self.m, claim))

    def _by_another(self, claim: Claim) -> Verdict | None:
        """A claim that does not name its variable may be right for another one than is likely."""
        for other in claim.others:
            meant = replace(claim, target=other, others=())
            found = self.verdict(meant) if self.variable(other) is not None else None
            if found is not None and found.is_right:
                words = ANOTHER.format(plain_name(other), plain_name(claim.target))
                return replace(found, status=UNDECIDED, words=words)
        return None

    def _judged(self, label: str, claim: Claim) -> Verdict:
        problem, true = self.right(claim.target)
        if not isinstance(claim.found, Array):
            why = claim.found.why
            if isinstance(why, ShapeError) and not claim.is_formula:
                return Verdict(label, WRONG, f"{MISFIT}: {why.message}", true=as_said(self.m, true))
            return Verdict(label, NOT_READ, why.message)
        report = self._compared(problem, claim, true)
        report = self._in_code(claim, report)
        words = report.slip
        if report.status == WRONG and (sound := self._with_right_ones(claim)):
            words = GIVEN.format(sound)
        shown = as_said(self.m, true)
        return Verdict(label, report.status, words, report, claim=claim.found.expr, true=shown)

    def case_of(self, claim: Claim) -> Case | None:
        """A claim and the derivative, in inputs and the variable; None if it was not computed."""
        problem, true = self.right(claim.target)
        if not isinstance(claim.found, Array):
            return None
        x = problem.symbols[symbol_of(self.m, claim.target).name]
        claimed = self._unshifted(self._closed(claim.found.expr, {x}))
        known = {d.symbol: d.value for d in problem.definitions}
        return Case(problem, x, claimed, _put(true, known))

    def _compared(self, problem: Problem, claim: Claim, true: Expr) -> ClaimReport:
        """A claim against the derivative, by what is computed also with all of it put in."""
        case = self.case_of(claim)
        assert case is not None
        assert isinstance(claim.found, Array)
        x, claimed = case.wrt, case.claim
        report = self._where_it_holds(case)
        is_small = (
            report.right and claimed.shape == true.shape and shrinking_of(problem, (x,)).sizes
        )
        if is_small and compared(claimed, case.result) is False:
            return ClaimReport(WRONG, SMALLER)  # its numbers may fit smaller sizes alone
        if report.right or x in {each.expr for each in self.m.inputs.values()}:
            return report
        whole = problem_of(self.m)
        variable = next(iter(whole.symbols.values()))
        closed = self._unshifted(self.m.closed(claim.found.expr))
        case = self._supposed(Case(whole, variable, closed, self.m.closed(true)))
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
        if report.status != LAYOUT or claim.is_formula or x is None or x.ndim != 2:
            return report
        assert isinstance(claim.found, Array)
        is_turned = claim.found.axes == x.axes[::-1] and ONE not in x.axes
        return ClaimReport(WRONG, TURNED) if is_turned else report

    def _where_it_holds(self, case: Case) -> ClaimReport:
        """The verdict; what is wrong in general may be right with what the text says."""
        case = self._supposed(case)
        report = check_claim(case.problem, case.wrt, case.claim, case.result)
        if report.status != WRONG or case.claim.shape != case.result.shape:
            return report
        if chosen := zeros_and_ones(self.m, case.wrt, self.supposed):
            case = case.assuming(chosen)
            report = check_claim(case.problem, case.wrt, case.claim, case.result)
            if report.status != WRONG:
                return report
        zero = vanishing(self.m)
        held = check_where(replace(case, zero=zero)) if zero else report
        if held.status == WRONG and held.counterexample:  # numbers that agree with what is said
            return replace(report, counterexample=held.counterexample)
        return held if held.right else report

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
            if found.expr is claim.found.expr and not self._is_above(other, claim):
                continue
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

    def _is_above(self, one: Claim, other: Claim) -> bool:
        """Does one of two names for the same value stand before the other?"""
        return self.m.claims.index(one) < self.m.claims.index(other)

    def _closed(self, expr: Expr, free: set[Expr]) -> Expr:
        """An expression in inputs and in what is free."""
        known: dict[Expr, Expr] = {}
        for each in self.m.definitions:
            if each.symbol not in free:
                known[each.symbol] = substitute(each.value, known)
        return substitute(expr, known)


def _is_multiple(verdict: Verdict) -> bool:
    """Is it wrong by a factor, its own or that of what it is made of?"""
    given = GIVEN.partition("{")[0]
    return verdict.words.endswith(TIMES) or verdict.words.startswith(given)


def _put(expr: Expr, known: dict[Expr, Expr]) -> Expr:
    """An expression with values in the places of names, and those in the places inside of them."""
    for _ in known:
        expr = substitute(expr, known)
    return expr
