"""Random sums over indices, their values and gradients, against NumPy.

`python -m tests.families.test_einsum 200` tries so many.
"""

import sys
from random import Random

import numpy as np
import pytest

import matgrad as mg
from matgrad.api.code import compile_trace
from matgrad.codegen import Wanted, compile_program, program
from matgrad.core.dims import dim
from matgrad.core.expr import Axis, Expr, Symbol, make
from matgrad.core.shape import shape_of
from matgrad.core.steps import Problem
from matgrad.derive.gradient import gradient
from matgrad.errors import MatgradError
from matgrad.ops import symbol, symbol_op
from matgrad.ops.einsum import einsum
from tests.families.terms import BY_H, family

SIZES = dict(zip("abcdef", (2, 3, 4, 2, 3, 5), strict=True))
SEEDS = 24


def operand(name: str, word: str, sides: int) -> Expr:
    """An array with these letters, of which the last are rows and columns of its members."""
    first, last = word[: len(word) - sides], word[len(word) - sides :]
    axes = tuple(Axis(f"{name.lower()}{i}", dim(x.upper())) for i, x in enumerate(first))
    data = Symbol(name, shape_of(*map(str.upper, last)), axes=axes)
    return make(symbol_op, (), data)


def drawn(seed: int) -> tuple[list[str], str, list[Expr]]:
    """Up to five operands with up to four of six letters each."""
    R = Random(seed)
    words = ["".join(R.sample("abcdef", R.randint(1, 4))) for _ in range(R.randint(1, 5))]
    words[0] += R.choice(words[0]) if R.random() < 0.2 else ""
    letters = sorted({*"".join(words)})
    shown = "".join(R.sample(letters, R.randint(0, min(4, len(letters)))))
    sides = [R.randint(0, min(2, len(word))) for word in words]
    return words, shown, [operand(f"X{i}", *pair) for i, pair in
                          enumerate(zip(words, sides, strict=True))]  # fmt: skip


def adjoint(words: list[str], arrays: list[np.ndarray], place: int) -> np.ndarray:
    """What the sum of all products becomes without one of the arrays: its gradient by that."""
    own = "".join(dict.fromkeys(words[place]))
    rest = [i for i in range(len(words)) if i != place]
    ones = np.ones([SIZES[x] for x in own])
    given = ",".join([*(words[i] for i in rest), own])
    summed = np.einsum(f"{given}->{own}", *(arrays[i] for i in rest), ones)
    if own == words[place]:
        return summed
    found = np.zeros_like(arrays[place])
    np.einsum(f"{words[place]}->{own}", found)[...] = summed  # on the diagonal
    return found


def check(seed: int) -> None:
    words, shown, given = drawn(seed)
    draw = np.random.default_rng(seed)
    arrays = [draw.normal(size=[SIZES[x] for x in word]) for word in words]
    value = einsum(f"{','.join(words)}->{shown}", *given)
    known = {axis.name for axis in value.axes}
    order = tuple(Axis(x, dim(x.upper())) for x in shown if x in known)
    f = compile_program("numpy", program(Wanted(value, inputs=given, indices=[order])))
    counts = {name: SIZES[name.lower()] for name in f.sizes}
    wanted = np.einsum(f"{','.join(words)}->{shown}", *arrays)
    np.testing.assert_allclose(f(*arrays, **counts), wanted, rtol=1e-9, atol=1e-9)

    words, given = [*words, shown], [*given, operand("G", shown, 0)]
    arrays.append(draw.normal(size=[SIZES[x] for x in shown]))
    whole = einsum(f"{','.join(words)}->", *given)
    trace = gradient(Problem(whole, symbols={X.name: X for X in given}), given)
    g = compile_trace(trace, "numpy")
    counts = {name: SIZES[name.lower()] for name in g.sizes}
    for place, found in enumerate(g(*arrays, **counts)):
        np.testing.assert_allclose(found, adjoint(words, arrays, place), rtol=1e-8, atol=1e-9)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_random_sum_over_indices_and_its_gradient_are_those_of_numpy(seed: int) -> None:
    check(seed)


def test_letters_that_are_rows_and_columns_make_products_of_matrices() -> None:
    Q, K = (family(name, "t", "d", axes=(BY_H,)) for name in "QK")
    scores = einsum("hqd,hkd->hqk", Q, K)
    assert str(scores) == "Q_h*K_h'"
    assert [axis.name for axis in scores.axes] == ["h"]


def test_without_an_arrow_letters_that_occur_once_are_left() -> None:
    A, B = symbol("A", "m", "n"), symbol("B", "n", "k")
    assert einsum("ij,jk", A, B) is einsum("ij,jk->ik", A, B)


@pytest.mark.parametrize(
    ("subscripts", "words"),
    [("ij->ik", "shows a letter"), ("ijk->i", "names 3 axes"), ("ij,jk->", "the axes of 1 arrays")],
)
def test_subscripts_that_do_not_fit_are_refused(subscripts: str, words: str) -> None:
    with pytest.raises(MatgradError, match=words):
        einsum(subscripts, symbol("A", "m", "n"))


DECLARED = "Q_bh: t x d for b = 1..B, h = 1..H; K_bh: t x d for b = 1..B, h = 1..H; "
WRITTEN = {
    'sum(einsum("ij,jk->ik", A, B))': "sum(A*B)",
    "einsum('i,ij,j->', x, A, y)": "x'*A*y",
    'tr(einsum("bij,bjk->ik", A, B))': "tr(sum(b, A_b*B_b))",
    'norm2(einsum("ij,j->i", A, x_1))^2': "norm2(A*x_1)^2",
    'sum(einsum("bij,bj->bi", A, x))': "sum(b, sum(A_b*x_b))",
    DECLARED + 'sum(b, sum(h, sum(exp(einsum("bhqd,bhkd->bhqk", Q, K)))))': (
        "sum(b, sum(h, sum(exp(Q_bh*K_bh'))))"
    ),
    DECLARED + 'sum(einsum("bhqd,bhkd->bhqk", Q, K))': "sum(b, sum(h, sum(Q_bh*K_bh')))",
}


@pytest.mark.parametrize("text", WRITTEN)
def test_einsum_is_read_as_the_formula_that_it_is_short_for(text: str) -> None:
    assert str(mg.parse(text).function) == WRITTEN[text]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("einsum(A, B)", "letters in quotes"),
        ('tr(einsum("ii->i", A))', "diag"),
        ('tr(einsum("ij,jk->ix", A, B))', "no array has"),
        ('tr(einsum("bij->ij", A + B))', "has to be a name"),
        ('sum(einsum("bij,bj->bi", A, x)^2)', "no sum goes over the index b"),
    ],
)
def test_einsum_that_is_not_read_says_what_to_write(text: str, words: str) -> None:
    with pytest.raises(MatgradError, match=words):
        mg.parse(text)


if __name__ == "__main__":
    for number in range(int(sys.argv[1])):
        check(number)
    print("all right")
