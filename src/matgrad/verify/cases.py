"""A claim about a derivative, with all that it is compared with and what is assumed of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from matgrad.core.expr import Expr, is_differential
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute, symbols
from matgrad.errors import ShapeError
from matgrad.verify.arithmetic import Undecided
from matgrad.verify.point import Setting, setting
from matgrad.verify.shrink import Shrinking


@dataclass(frozen=True)
class Case:
    """What is compared: a claimed derivative of a problem, and the true one.

    Without a variable they are any two expressions, and the problem says where they have values.
    `zero` are expressions that vanish, and `inside` expressions that are positive in all entries,
    by what is assumed besides the facts of the symbols, of the variable alone if `general`."""

    problem: Problem
    wrt: Expr | None
    claim: Expr
    result: Expr
    zero: tuple[Expr, ...] = ()
    inside: tuple[Expr, ...] = ()
    general: bool = False

    @property
    def moving(self) -> tuple[Expr, ...]:
        """The variable, if there is one."""
        return () if self.wrt is None else (self.wrt,)

    def place(self) -> Setting:
        """Where it is compared; a claim may use names that the function does not."""
        roots = (self.claim, self.result, *self.zero, *self.inside)
        place = setting(self.problem, self.moving, (), roots)
        known = {*place.inputs, *(plan.symbol for plan in place.plans)}
        named = symbols(*roots)
        more = (s for s in named if s not in known and not is_differential(s))
        return replace(place, inputs=(*place.inputs, *more))

    def assuming(self, new: dict[Expr, Expr]) -> Case:
        """The same with symbols of which more is known."""
        definitions = tuple(
            replace(d, value=substitute(d.value, new)) for d in self.problem.definitions
        )
        function = substitute(self.problem.function, new)
        problem = replace(self.problem, function=function, definitions=definitions)
        return Case(problem, self.wrt, substitute(self.claim, new), substitute(self.result, new))


def shrunk(case: Case, small: Shrinking) -> Case:
    """The case with its large sizes made small, where that is possible."""
    try:
        zero, inside = tuple(map(small, case.zero)), tuple(map(small, case.inside))
        claim, result = small(case.claim), small(case.result)
        wrt = None if case.wrt is None else small(case.wrt)
        problem = small.problem(case.problem)
        return Case(problem, wrt, claim, result, zero, inside, case.general)
    except (Undecided, ShapeError):
        return case
