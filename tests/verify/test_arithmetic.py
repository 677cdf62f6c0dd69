from fractions import Fraction
from random import Random

import pytest

from matgrad.verify.arithmetic import Arithmetic, Matrix, OutsideDomain
from matgrad.verify.ball import Balls, precision
from matgrad.verify.field import Field, P


def matrix(n: int, seed: int = 1) -> Matrix:
    random = Random(seed)
    return [[random.randrange(P) for _ in range(n)] for _ in range(n)]


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_the_inverse_undoes_the_matrix(n: int) -> None:
    F = Field({})
    A = matrix(n)
    assert F.matmul(A, F.inverse(A)) == F.eye(n)


def test_elimination_finds_a_pivot_below() -> None:
    F = Field({})
    assert F.inverse([[0, 1], [1, 0]]) == [[0, 1], [1, 0]]


@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_the_adjugate_times_the_matrix_is_the_determinant(n: int) -> None:
    F = Field({})
    A = matrix(n)
    assert F.matmul(F.adjugate(A), A) == F.scale(F.determinant(A), F.eye(n))


def test_the_determinant_is_multiplicative() -> None:
    F = Field({})
    A, B = matrix(4), matrix(4, seed=2)
    product = F.scale(F.determinant(A), F.determinant(B))
    assert F.determinant(F.matmul(A, B)) == product


def test_a_singular_matrix_has_an_adjugate_but_no_inverse() -> None:
    F = Field({})
    A = [[1, 2], [2, 4]]
    assert F.determinant(A) == [[0]]
    assert F.adjugate(A) == [[4, P - 2], [P - 2, 1]]
    with pytest.raises(OutsideDomain):
        F.inverse(A)


@pytest.mark.parametrize("k", [-3, -1, 0, 1, 2, 5])
def test_matrix_powers_add(k: int) -> None:
    F = Field({})
    A = matrix(3)
    assert F.matmul(F.matrix_power(A, k), A) == F.matrix_power(A, k + 1)


def test_max_and_min_take_the_second_at_a_tie_and_add_up() -> None:
    F = Field({})
    A, B = [[3, P - 2, 5]], [[1, 7, 5]]
    assert F.apply2("max", A, B) == [[3, 7, 5]]
    assert F.apply2("min", A, B) == [[1, P - 2, 5]]


def small(R: Arithmetic) -> Matrix:
    return [[R.rational(Fraction(3 * i + j * j, 4)) for j in range(3)] for i in range(3)]


def test_balls_and_field_compute_the_same_rational_determinant() -> None:
    F = Field({})
    with precision():
        R = Balls({})
        assert R.agree(R.determinant(small(R)), R.number(Fraction(-9, 16) * 0))
    assert F.determinant(small(F)) == F.number(0)
