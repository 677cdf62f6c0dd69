"""Names for families, for tests."""

from matgrad.core.dims import dim
from matgrad.core.expr import Axis, Expr, Symbol, make
from matgrad.core.shape import shape_of
from matgrad.ops import symbol_op

BY_I, BY_J = Axis("i", dim("N")), Axis("j", dim("N"))
BY_K, BY_H = Axis("k", dim("K")), Axis("h", dim("H"))


def family(name: str, *sizes: str, axes: tuple[Axis, ...] = (BY_I,), facts: str = "") -> Expr:
    """A family of scalars, vectors or matrices."""
    data = Symbol(name, shape_of(*sizes), frozenset(facts.split()), None, axes)
    return make(symbol_op, (), data)
