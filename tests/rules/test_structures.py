"""Rules for Kronecker products, vec, parts and blocks: golden forms and random expressions."""

import random

import pytest

from matgrad.core.dims import ONE, Dim, dim
from matgrad.core.expr import Expr, make
from matgrad.core.rule import Context
from matgrad.core.shape import Shape
from matgrad.ops import (
    add,
    below,
    beside,
    commutation,
    diag,
    diag_matrix,
    diagonal_selection,
    eye,
    inv,
    kron,
    kron_left,
    kron_right,
    matmul,
    multiply,
    ones_op,
    part,
    scale,
    symbol,
    toeplitz,
    trace,
    transpose,
    units,
    unvec,
    vec,
)
from matgrad.render import text
from matgrad.rules import simplify
from tests.equality import equal

A, B = symbol("A", "m", "n"), symbol("B", "k", "l")
C, D = symbol("C", "n", "p"), symbol("D", "l", "q")
M, W = symbol("M", "n", "n"), symbol("W", "k", "k")
X, x, y, u = symbol("X", "l", "n"), symbol("x", "n"), symbol("y", "l"), symbol("u", "m")
m, n, k, l_ = (dim(name) for name in "mnkl")
G = symbol("G", m * k, n * l_)
g = symbol("g", m * k)

GOLDEN = [
    (transpose(kron(A, B)), "kron(A, B)'"),
    (inv(kron(M, W)), "kron(inv(M), inv(W))"),
    (matmul(kron(A, B), kron(C, D)), "kron(A*C, B*D)"),
    (matmul(kron(A, B), kron(x, y)), "kron(A*x, B*y)"),
    (kron(eye("m"), eye("n")), "I(m*n)"),
    (kron(2 * A, B), "2*kron(A, B)"),
    (kron(x, u.T), "x*u'"),
    (trace(kron(M, W)), "tr(M)*tr(W)"),
    (diag(kron(M, W)), "kron(diag(M), diag(W))"),
    (matmul(kron(A, B), vec(X)), "vec(B*X*A')"),
    (matmul(vec(A).T, vec(A)), "tr(A*A')"),
    (unvec(vec(A), A.shape), "A"),
    (vec(x.T), "x"),
    (vec(matmul(u, x.T)), "kron(x, u)"),
    (matmul(commutation("m", "n"), vec(A)), "vec(A')"),
    (matmul(commutation("m", "n"), commutation("n", "m")), "I(m*n)"),
    (matmul(kron(A, B), commutation("n", "l")), "commutation(m,k)*kron(B, A)"),
    (matmul(commutation("n", "m"), kron(u, x)), "kron(x, u)"),
    (kron(M, A) + kron(M, 2 * A), "3*kron(M, A)"),
    (kron(A, W) - kron(symbol("E", "m", "n"), W), "kron(A - E, W)"),
    (kron_left(A, kron(A, B)), "tr(A*A')*B"),
    (kron_left(M, eye(n * k)), "tr(M)*I(k)"),
    (kron_right(W, eye(n * k)), "tr(W)*I(n)"),
    (kron_left(u, g), "unvec(g, k, m)*u"),
    (kron_left(A, matmul(kron(A, B), symbol("H", n * l_, n * l_))), "B*kron_left(A'*A, H)"),
    (matmul(diagonal_selection("n"), x), "vec(Diag(x))"),
    (matmul(diagonal_selection("n").T, vec(M)), "diag(M)"),
    (matmul(diagonal_selection("n").T, diagonal_selection("n")), "I(n)"),
    (part(A, units(1, 2, "m"), eye("n")), "A[1:2,:]"),
    (matmul(units(1, 2, "m").T, units(1, 2, "m")), "I(2)"),
    (matmul(beside(A, u), below(x, symbol("c"))), "c*u + A*x"),
    (matmul(units(1, m, m + n).T, below(u, x)), "u"),
    (matmul(units(m + 1, m + n, m + n).T, below(u, x)), "x"),
    (transpose(beside(A, u)), "[A, u]'"),
    (below(matmul(A, x), matmul(M, x)), "[A; M]*x"),
]


@pytest.mark.parametrize(("before", "after"), GOLDEN, ids=[text(before) for before, _ in GOLDEN])
def test_structures_read_as_people_write_them(before: Expr, after: str) -> None:
    assert text(simplify(before)) == after
    assert equal(before, simplify(before))


def test_the_derivative_of_a_gram_matrix_has_the_symmetriser_in_front() -> None:
    K = commutation("n", "n")
    J = add(kron(eye("n"), A.T), matmul(K, kron(eye("n"), A.T)))
    assert text(simplify(J)) == "(commutation(n,n) + I(n*n))*kron(I(n), A')"


# ---------------------------------------------------------------- random expressions

SIZES = [ONE, dim("m"), dim("n"), dim("k")]


def factors(rng: random.Random, size: Dim) -> tuple[Dim, Dim]:
    """Two sizes with this product."""
    found = [(ONE, size), (size, ONE)]
    found += [(d, rest) for d in SIZES[1:] if (rest := size.divide(d)) is not None]
    return rng.choice(found)


def leaf(rng: random.Random, shape: Shape) -> Expr:
    chance = rng.random()
    if chance < 0.1 and shape.is_square and not shape.is_scalar:
        return eye(shape.rows)
    if chance < 0.15 and not shape.is_scalar:
        return make(ones_op, (), shape)
    name = f"A{SIZES_SEEN.setdefault(shape, len(SIZES_SEEN))}{rng.choice('ab')}"
    return symbol(name, *shape)


SIZES_SEEN: dict[Shape, int] = {}


def draw(rng: random.Random, shape: Shape, depth: int) -> Expr:
    """A random expression of a shape."""
    if depth == 0:
        return leaf(rng, shape)

    def sub(*sizes: Dim) -> Expr:
        return draw(rng, Shape(*sizes), depth - 1)

    rows, cols = shape
    a, b = factors(rng, rows)
    p, q = factors(rng, cols)
    inner, extra = rng.choice([*SIZES, rows, cols]), rng.choice(SIZES)
    lengths = [(s, t) for s in SIZES for t in SIZES if s + t == rows] or [(rows, ONE)]
    split = rng.choice(lengths)
    choices = [
        lambda: multiply(sub(rows, inner), sub(inner, cols)),
        lambda: kron(sub(a, p), sub(b, q)),
        lambda: add(sub(rows, cols), sub(rows, cols)),
        lambda: sub(cols, rows).T,
        lambda: vec(sub(a, b)) if shape.is_column else sub(rows, cols),
        lambda: unvec(sub(rows * cols, ONE), shape),
        lambda: rng.choice([kron_left, kron_right])(sub(inner, p), sub(rows * inner, cols * p)),
        lambda: multiply(commutation(a, b), sub(rows, cols)) if rows != ONE else sub(rows, cols),
        lambda: scale(symbol("c"), sub(rows, cols)),
        lambda: below(sub(split[0], cols), sub(split[1], cols))
        if sum(split, start=Dim({})) == rows else sub(rows, cols),
        lambda: part(sub(rows + extra, cols), units(1, rows, rows + extra), eye(cols)),
        lambda: part(
            sub(rows, cols + extra), eye(rows), units(extra + 1, extra + cols, cols + extra)
        ),
        lambda: toeplitz(sub(rows, ONE), sub(cols, ONE)),
        lambda: multiply(diag_matrix(sub(rows, ONE)), sub(rows, cols)),
    ]  # fmt: skip
    return rng.choice(choices)()


@pytest.mark.parametrize("seed", range(150))
def test_simplification_keeps_the_value_and_comes_to_rest(seed: int) -> None:
    rng = random.Random(seed)
    a, b, c, d = (rng.choice(SIZES) for _ in range(4))
    shape = Shape(rng.choice([a * b, a + b]), rng.choice([c, c * d]))
    before = draw(rng, shape, rng.choice([2, 3]))
    context = Context()
    after = simplify(before, context)
    assert equal(before, after)
    assert not context.circles
    again = simplify(after)
    assert simplify(again) is again


@pytest.mark.parametrize("side", [0, 1])
def test_a_long_product_goes_into_a_kronecker_product_at_once(side: int) -> None:
    x = symbol("x", "n")
    chain = [symbol(f"W{i}", "n", "n") for i in range(12)]
    outer = kron(x, symbol("V", "n", "n"))
    product = matmul(outer, *chain) if side else matmul(*chain, outer.T)
    context = Context()
    found = simplify(product, context)
    steps = [s for s in context.trail.steps if "Kronecker product of vectors" in s.rule]
    assert len(steps) == 1
    assert equal(found, product)
