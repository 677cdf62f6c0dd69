from random import Random

import pytest

from matgrad.verify.field import BASE, Field, P
from matgrad.verify.functions import COMPOSED
from matgrad.verify.jets import DERIVATIVE, Jet, Jets

RANDOM = Random(5)


def jet(order: int = 1) -> Jet:
    return Jet(tuple(RANDOM.randrange(1, P) for _ in range(order + 1)))


def test_every_base_function_has_a_derivative_and_every_other_a_definition() -> None:
    assert DERIVATIVE.keys() == BASE.keys()
    assert not BASE.keys() & COMPOSED.keys()


@pytest.mark.parametrize("order", [1, 2, 3])
def test_a_series_times_its_inverse_is_one(order: int) -> None:
    J = Jets(Field({}), order)
    x = jet(order)
    assert (x * J.invert(x)).c == J.one.c


def test_products_obey_the_product_rule() -> None:
    a, b = jet(), jet()
    assert (a * b).c[1] == (a.c[0] * b.c[1] + a.c[1] * b.c[0]) % P


@pytest.mark.parametrize("order", [1, 2, 3])
def test_series_of_sine_and_cosine_lie_on_the_circle(order: int) -> None:
    J = Jets(Field({}), order)
    s, c = J.function("sin", x := jet(order)), J.function("cos", x)
    assert (s * s + c * c).c == J.one.c


@pytest.mark.parametrize("order", [1, 2, 3])
def test_the_logarithm_undoes_exp_to_every_order(order: int) -> None:
    J = Jets(Field({}), order)
    x = jet(order)
    assert J.function("log", J.function("exp", x)).c == x.c


def test_the_derivative_of_the_determinant_holds_at_a_singular_matrix() -> None:
    F = Field({})
    J = Jets(F)
    A, dA = [[1, 2, 3], [2, 4, 6], [5, 1, 1]], [[7, 1, 0], [2, 3, 4], [1, 1, 9]]
    slope = J.part(J.determinant(J.lifted(A, dA)), 1)
    assert slope == [[F.inner(F.transpose(F.adjugate(A)), dA)]]


def test_an_unspecified_function_has_its_primes_as_derivatives() -> None:
    F = Field({})
    J = Jets(F, 2)
    y = J.unknown("sigma", 0, Jet((5, 1, 0)))
    half = pow(2, -1, P)
    assert y.c == (
        F.unknown("sigma", 0, 5),
        F.unknown("sigma", 1, 5),
        F.unknown("sigma", 2, 5) * half % P,
    )
