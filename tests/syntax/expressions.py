"""Random expressions of every shape, for properties of spellings."""

from fractions import Fraction

from hypothesis import strategies as st

from matgrad import ops
from matgrad.core.expr import Expr
from matgrad.core.shape import Shape

SYMBOLS: dict[str, Expr] = {
    **{name: ops.symbol(name) for name in ("a", "lam", "yhat", "d")},
    **{name: ops.symbol(name, "n") for name in ("x", "b1", "x_i")},
    **{name: ops.symbol(name, "m") for name in ("u", "loss")},
    **{name: ops.symbol(name, "n", "n") for name in ("A", "Sigma")},
    **{name: ops.symbol(name, "m", "n") for name in ("M", "W__1", "Mhat")},
    **{name: ops.symbol(name, "m", "m") for name in ("K2", "T")},
}
_D = {f"d{name}": ops.differential_symbol(SYMBOLS[name]) for name in ("x", "A", "W__1", "lam")}
KNOWN: dict[str, Expr] = SYMBOLS | _D
CONSTANTS = [
    *(ops.number(value) for value in (1, 2, -3, Fraction(1, 2), Fraction(-5, 7), Fraction(1, 100))),
    ops.constant("pi"), ops.size("n"), ops.ones("n"), ops.ones("m", "n"), ops.eye("n"),
    ops.zeros("m"), ops.unit(2, "n"), ops.eye("m"),
]  # fmt: skip
ELEMENTWISE = [ops.sin, ops.exp, ops.log, ops.tanh, ops.relu, ops.sigmoid, ops.absolute, ops.sqrt]


def by_shape(terms: list[Expr], shape: Shape) -> list[Expr]:
    return [term for term in terms if term.shape == shape]


def grow(draw: st.DrawFn, terms: list[Expr]) -> Expr:
    """A new expression made of one or two earlier ones."""
    A = draw(st.sampled_from(terms))
    alike = draw(st.sampled_from(by_shape(terms, A.shape)))
    any_other = draw(st.sampled_from(terms))
    scalar = draw(st.sampled_from([t for t in terms if t.is_scalar]))
    options = [
        lambda: A + alike,
        lambda: A - alike,
        lambda: scalar * A,
        lambda: A.T,
        lambda: draw(st.sampled_from(ELEMENTWISE))(A),
        lambda: ops.unspecified("sigma", A, draw(st.integers(0, 2))),
        lambda: ops.power(
            A, draw(st.sampled_from([2, 3, -1, -2, Fraction(1, 2), Fraction(-1, 2)]))
        ),
        lambda: ops.frobenius(A, alike),
        lambda: ops.entrywise(A, alike),
        lambda: ops.entrywise(A, ops.power(alike, -1)),
        lambda: ops.norm2(A),
        lambda: ops.normF(A),
        lambda: ops.norm1(A),
        lambda: ops.total(A),
        lambda: ops.maximum(A, alike),
        lambda: A / scalar,
        lambda: ops.entry(A, 1, 1),
        lambda: -A,
    ]
    fitting = [t for t in terms if A.shape.cols == t.shape.rows]
    if fitting and not A.is_scalar:
        right = draw(st.sampled_from(fitting))
        options += [lambda: ops.multiply(A, right)] * 4
    if A.shape.is_square and not A.is_scalar:
        options += [
            lambda: ops.inv(A), lambda: ops.trace(A), lambda: ops.det(A), lambda: ops.logdet(A),
            lambda: A**2, lambda: A**-2, lambda: ops.diag(A), lambda: ops.inv(A).T,
        ]  # fmt: skip
    if A.shape.is_column and not A.is_scalar:
        options += [lambda: ops.diag_matrix(A)]
    if not (A.is_scalar or any_other.is_scalar) and A.size + any_other.size < 6:
        options += [lambda: ops.kron(A, any_other)]
    return draw(st.sampled_from(options))()


@st.composite
def expressions(draw: st.DrawFn, steps: int = 8) -> Expr:
    """An expression of some shape over the known symbols."""
    terms: list[Expr] = [*KNOWN.values(), *CONSTANTS]
    for _ in range(draw(st.integers(1, steps))):
        terms.append(grow(draw, terms))
        terms.append(grow(draw, [*terms[-3:], *terms]))
    return terms[-1]
