"""Which derivative a formula is compared with: by one variable, by several, or mixed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.formulas.notation import HESSIAN, JACOBIAN
from matgrad.core.expr import Expr
from matgrad.ops import add, below, beside, number, scale, trace
from matgrad.render.glyphs import plain_name
from matgrad.rules.simplify import simplify

MIXED = "mixed second derivative"
LAPLACIAN = "Laplacian"


@dataclass(frozen=True)
class Target:
    """A derivative that a formula may be; `words` are said where the text does not name it."""

    kind: str
    variables: tuple[str, ...]
    words: str = ""
    factor: Fraction = Fraction(1)  # what stands before it where it is claimed

    def true(self, subject: Subject) -> Expr:
        """The derivative with its factor; by several variables, its blocks put together."""
        alone = self._alone(subject)
        return alone if self.factor == 1 else simplify(scale(number(self.factor), alone))

    def _alone(self, subject: Subject) -> Expr:
        if self.kind == LAPLACIAN:
            return simplify(add(*(trace(subject.mixed(x, x)) for x in self.variables)))
        if len(self.variables) == 1:
            return subject.derivative(self.kind, self.variables[0])
        if self.kind == MIXED:
            return subject.mixed(*self.variables)
        if self.kind == HESSIAN:
            return below(
                *(beside(*(subject.mixed(x, y) for y in self.variables)) for x in self.variables)
            )
        parts = [subject.derivative(self.kind, x) for x in self.variables]
        return beside(*parts) if self.kind == JACOBIAN else below(*parts)


def targets_of(subject: Subject, kind: str, variables: Sequence[str]) -> list[Target]:
    """What a derivative by these variables may be, if the text does not say by which of them."""
    known = [name for name in dict.fromkeys(variables) if name in subject.problem.symbols]
    if len(known) < 2:
        return [Target(kind, (name,)) for name in known]
    names = [plain_name(name) for name in known]
    symbols = [subject.problem.symbols[name] for name in known]
    alone = [
        Target(kind, (name,), f"with respect to {shown}" if name != known[0] else "")
        for name, shown in zip(known, names, strict=True)
    ]
    is_stacked = all(x.shape.is_column for x in symbols)
    together = Target(kind, tuple(known), f"with respect to {', '.join(names)} together")
    pairs = combinations(known, 2) if kind == HESSIAN else ()
    mixed = [Target(MIXED, pair, f"by {' and '.join(map(plain_name, pair))}") for pair in pairs]
    whole = [together] if is_stacked else []
    return [*whole, *mixed, *alone] if kind == HESSIAN else [*alone, *whole]


def asked_mixed(subject: Subject, kind: str) -> list[Target]:
    """The mixed derivative that the text asks for by its sign, if it does."""
    found = [
        each.variables
        for each, _ in subject.found.reading.asked
        if each.kind == HESSIAN and len(each.variables) == 2
    ]
    known = subject.problem.symbols
    return [Target(MIXED, pair) for pair in found if kind == HESSIAN and {*pair} <= {*known}][:1]
