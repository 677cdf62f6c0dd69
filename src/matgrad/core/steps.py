"""What a derivation leaves behind: definitions, steps and results, as plain data.

Engines append to a `Trail` at the very line that performs a rewrite, so what ran is what is shown;
printers fold the steps into lines and may drop some of them, never invent one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from matgrad.core.expr import Condition, Expr
from matgrad.core.reading import Reading


class Phase(Enum):
    """What kind of step it is, in the order a derivation goes through them."""

    REWRITE = "rewrite"  # the function is written in a form that is easier to differentiate
    DEFINE = "define"  # a name is given: before is the symbol, after what it stands for
    DIFFERENTIAL = "differential"  # before is dy, after is linear in the differentials below it
    LINE = "line"  # one line of df = … = …: both sides equal df
    DETAIL = "detail"  # a rewrite inside a line, shown at the highest level of detail
    RESULT = "result"  # before is the last line, after the gradient
    STRUCTURE = "structure"  # before is the free gradient, put into a structure
    FORM = "form"  # the result rewritten: substituted back, or with diagonal matrices


@dataclass(frozen=True, slots=True)
class Step:
    """One step: `before` and `after` are equal by `rule`, because of `why`.

    Some rules need to know something of what they rewrite, such as QᵀQ = I of an orthogonal Q.
    """

    phase: Phase
    before: Expr
    after: Expr
    rule: str
    why: str
    needs_fact: bool = False


@dataclass(frozen=True, slots=True)
class Definition:
    """A name for a part: `symbol` stands for `value`, which uses earlier symbols.

    The role is "intermediate" (a part of the function), "derivative" (a factor such as
    s = sin(a) that a differential needed), "adjoint" (a part of the answer that is used often)
    or "diagonal" (S = Diag(s)).
    """

    symbol: Expr
    value: Expr
    role: str = "intermediate"
    given: bool = False  # the user chose the name


@dataclass(slots=True)
class Trail:
    """Where engines record their steps."""

    steps: list[Step] = field(default_factory=list[Step])

    def record(  # noqa: PLR0913, PLR0917
        self, phase: Phase, before: Expr, after: Expr, rule: str, why: str, needs_fact: bool = False
    ) -> Expr:
        """Keep a step and return what it leads to."""
        self.steps.append(Step(phase, before, after, rule, why, needs_fact))
        return after


@dataclass(frozen=True)
class Problem:
    """A function as the user gave it: named intermediates, the function, and its variables.

    `definitions` are in order of use; `function` is written in their symbols. `notes` say in
    words what was inferred or how something was read. `adjoints` are names chosen for adjoints
    of definitions, such as δ for what stands left of dz; where `is_named`, no part needs a name
    that is not given. No part gets a name that is `reserved`: it means something else to the user.
    `reading` says how sure it is that all this was meant. The shapes of `inferred` names were not
    given.
    """

    function: Expr
    name: str = "f"
    definitions: tuple[Definition, ...] = ()
    symbols: dict[str, Expr] = field(default_factory=dict[str, Expr])
    notes: tuple[str, ...] = ()
    asked: tuple[str, tuple[str, ...]] | None = None  # ("gradient", ("V", "W"))
    source: str = ""
    adjoints: dict[str, str] = field(default_factory=dict[str, str])
    is_named: bool = False
    reserved: frozenset[str] = frozenset()
    reading: Reading = field(default=Reading(), compare=False)
    inferred: frozenset[str] = frozenset()


class Remark(NamedTuple):
    """What else a Hessian tells, in words, and what is claimed by them.

    A claim is "constant", "diagonal", "identity", "rank one", "convex" or "concave" (in all its
    variables at once), or that it is "positive" or "negative" definite.
    """

    words: str
    claims: tuple[str, ...] = ()


@dataclass(frozen=True)
class Trace:
    """A finished derivation: everything that happened and what came out."""

    kind: str  # gradient, differential, …
    problem: Problem
    wrt: tuple[Expr, ...]
    definitions: tuple[Definition, ...]
    steps: tuple[Step, ...]
    results: dict[str, Expr]  # by variable name, written in the definitions' symbols
    forms: dict[str, dict[str, Expr]]  # form name -> variable name -> expression
    form_definitions: dict[str, tuple[Definition, ...]]  # extra names a form needs
    conditions: tuple[Condition, ...]
    maps: dict[str, Expr] = field(default_factory=dict[str, Expr])  # dX ↦ dF of a Jacobian
    function: Expr | None = None  # the function, written in the definitions' symbols
    before: Trace | None = None  # of a Hessian: how the gradient was derived
    remarks: tuple[Remark, ...] = ()  # what else the answer tells
    arranged: dict[str, Expr] = field(default_factory=dict[str, Expr])  # in another layout
    arrangement: str = ""  # which layout that is, in words
    arranged_as: tuple[str, str] = ("columns", "numerator")  # how vec goes, and which layout
    structure: str = "free"  # the convention for structured variables
    # By variable, the function that lists its independent entries where a matrix acts on these.
    coordinates: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def orders(self) -> list[Trace]:
        """The derivations of lower order that lead to this one, the first one first, and itself."""
        found: list[Trace] = [self]
        while found[-1].before is not None:
            found.append(found[-1].before)
        return found[::-1]

    @property
    def origin(self) -> Trace:
        """The derivation of first order that this one of higher order began with, or itself."""
        return self.orders[0]
