from random import Random

import pytest

import matgrad as mg
from matgrad.core.expr import Expr
from matgrad.core.facts import IMPLIES
from matgrad.ops import entry, symbol
from matgrad.verify.arithmetic import Arithmetic, Matrix
from matgrad.verify.ball import Balls, precision
from matgrad.verify.field import Field, P, character
from matgrad.verify.sample import MIXED, STYLES, Sampler
from matgrad.verify.sizes import assignments

MATRIX_FACTS = (
    "symmetric", "skew", "diagonal", "orthogonal", "positive_definite", "lower_triangular",
    "upper_triangular", "toeplitz",
)  # fmt: skip
VECTOR_FACTS = ("unit", "simplex", "onehot")


def equal(R: Arithmetic, A: Matrix, B: Matrix) -> bool:
    assert isinstance(R, Field | Balls)
    return R.agree(A, B) is True


def holds(R: Arithmetic, fact: str, A: Matrix) -> bool:
    At, n = R.transpose(A), len(A)
    lower = all(x == 0 for i, row in enumerate(A) for x in row[i + 1 :])
    checks = {
        "skew": lambda: equal(R, R.add(A, At), R.zeros(n, n)),
        "lower_triangular": lambda: lower,
        "upper_triangular": lambda: all(x == 0 for i, row in enumerate(A) for x in row[:i]),
        "toeplitz": lambda: [row[:-1] for row in A[:-1]] == [row[1:] for row in A[1:]],
        "diagonal": lambda: lower and equal(R, A, At),
        "orthogonal": lambda: equal(R, R.matmul(At, A), R.eye(n)),
        "unit": lambda: equal(R, R.matmul(At, A), R.eye(1)),
        "simplex": lambda: equal(R, R.total(A), R.eye(1)),
        "onehot": lambda: equal(R, R.total(A), R.eye(1)),
    }
    return checks.get(fact, lambda: equal(R, A, At))()


def symbol_with(fact: str) -> Expr:
    return (
        symbol("X", "n", facts=[fact])
        if fact in VECTOR_FACTS
        else symbol("X", "n", "n", facts=[fact])
    )


@pytest.mark.parametrize("style", [*STYLES, MIXED])
@pytest.mark.parametrize("fact", MATRIX_FACTS + VECTOR_FACTS)
def test_values_obey_the_facts(fact: str, style: str) -> None:
    X = symbol_with(fact)
    with precision():
        for R in (Field({"n": 3}), Balls({"n": 3})):
            assert holds(R, fact, Sampler(R, Random(2), style).value(X))


@pytest.mark.parametrize("fact", [
    "symmetric", "skew", "diagonal", "lower_triangular", "upper_triangular", "toeplitz",
])  # fmt: skip
def test_directions_obey_linear_facts(fact: str) -> None:
    R = Field({"n": 3})
    S, X = Sampler(R, Random(2)), symbol_with(fact)
    assert holds(R, fact, S.tangent(X, S.value(X)))


def test_an_orthogonal_matrix_turns() -> None:
    R = Field({"n": 3})
    S, Q = Sampler(R, Random(2)), symbol_with("orthogonal")
    value = S.value(Q)
    slope = R.matmul(R.transpose(value), S.tangent(Q, value))
    assert holds(R, "skew", slope)


def test_positive_symbols_are_residues() -> None:
    R = Field({"n": 4})
    values = Sampler(R, Random(2)).value(symbol("x", "n", facts=["positive"]))
    assert all(character(row[0]) == 1 for row in values)


@pytest.mark.parametrize("fact", sorted(IMPLIES))
def test_every_fact_can_be_sampled(fact: str) -> None:
    X = symbol_with(fact)
    R = Field({"n": 4})
    assert len(Sampler(R, Random(1)).value(X)) == 4


def test_any_two_sizes_differ_in_one_of_the_first_two_assignments() -> None:
    roots = [symbol(f"x{i}", f"n{i}") for i in range(16)]
    first, second = assignments(roots)[:2]
    assert len({(first[n], second[n]) for n in first}) == 16


def test_sizes_are_large_enough_for_every_entry() -> None:
    assert all(sizes["n"] >= 9 for sizes in assignments([entry(symbol("x", "n"), 9)]))


@pytest.mark.parametrize("facts", [["orthogonal"], ["orthogonal", "symmetric"]])
def test_orthogonal_matrices_turn_and_reflect(facts: list[str]) -> None:
    R = Field({"n": 3})
    S, Q = Sampler(R, Random(2)), symbol("Q", "n", "n", facts=facts)
    drawn = [S.value(Q) for _ in range(40)]
    assert all(holds(R, fact, value) for value in drawn for fact in facts)
    assert {R.determinant(value)[0][0] for value in drawn} == {1, P - 1}


def test_the_only_orthogonal_matrix_that_is_positive_definite_is_the_identity() -> None:
    R = Field({"n": 3})
    Q = symbol("Q", "n", "n", facts=["orthogonal", "positive_definite"])
    assert Sampler(R, Random(2)).value(Q) == R.eye(3)


def test_sizes_grow_where_differences_of_many_sizes_must_be_positive() -> None:
    d = mg.gradient("norm2([A, B, C; D, E, F; G, H, K]*[x; y; z] - [p; q; r])^2", "x")
    assert d.verdict.ok
    assert any("-" in str(x.shape) for x in d.problem.symbols.values())


def test_whole_numbers_whose_rows_are_on_the_simplex_are_one_hot() -> None:
    R = Field({"n": 4, "k": 3})
    Y = Sampler(R, Random(1)).value(symbol("Y", "n", "k", facts=["simplex_rows", "integer"]))
    assert [sorted(row) for row in Y] == [[0, 0, 1]] * 4


@pytest.mark.parametrize("style", [*STYLES, MIXED])
@pytest.mark.parametrize("also", [(), ("symmetric",), ("positive_definite",)])
def test_the_entries_of_a_square_matrix_have_their_sign_in_every_style(
    style: str, also: tuple[str, ...]
) -> None:
    M = symbol("M", 3, 3, facts=["positive", *also])
    values = (Sampler(Balls({}), Random(seed), style).value(M) for seed in range(20))
    assert all(x > 0 for A in values for row in A for x in row)


@pytest.mark.parametrize("style", [*STYLES, MIXED])
@pytest.mark.parametrize("also", [(), ("symmetric",)])
def test_the_entries_of_a_square_matrix_are_whole_in_every_style(
    style: str, also: tuple[str, ...]
) -> None:
    M = symbol("M", 3, 3, facts=["integer", *also])
    A = Sampler(Balls({}), Random(1), style).value(M)
    assert all(x.is_integer() for row in A for x in row)
