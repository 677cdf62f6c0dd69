from fractions import Fraction
from random import Random

import pytest
from flint import fmpz

from matgrad.core.expr import Expr
from matgrad.ops import number, power, symbol
from matgrad.verify.arithmetic import OutsideDomain, Undecided
from matgrad.verify.evaluate import value_of
from matgrad.verify.field import Exponents, Field, P, Q, character

ODD = ("sin", "tan", "sinh", "tanh", "atan", "erf")
EVEN = ("cos", "cosh", "abs")


def drawn(count: int = 20) -> list[int]:
    random = Random(1)
    return [random.randrange(1, P) for _ in range(count)]


def field(**values: int) -> tuple[Field, dict[str, Expr]]:
    F = Field({}, 7)
    names = {name: symbol(name) for name in values}
    F.values = {names[name]: [[value]] for name, value in values.items()}
    return F, names


def test_the_prime_and_half_of_its_predecessor_are_prime() -> None:
    assert fmpz(P).is_prime()
    assert fmpz(Q).is_prime()


def test_small_numbers_have_their_true_sign() -> None:
    assert all(character(n) == 1 for n in range(1, 61))
    assert all(character(-n % P) == -1 for n in range(1, 61))
    assert character(0) == 0


@pytest.mark.parametrize("name", ODD)
def test_odd_functions_are_odd(name: str) -> None:
    F = Field({}, 3)
    assert all((F.function(name, x) + F.function(name, P - x)) % P == 0 for x in drawn())


@pytest.mark.parametrize("name", EVEN)
def test_even_functions_are_even(name: str) -> None:
    F = Field({}, 3)
    assert all(F.function(name, x) == F.function(name, P - x) for x in drawn())


def test_sine_and_cosine_lie_on_the_circle() -> None:
    F = Field({}, 3)
    for x in drawn():
        assert (F.function("sin", x) ** 2 + F.function("cos", x) ** 2) % P == 1


def test_exp_and_log_undo_each_other() -> None:
    F = Field({}, 3)
    for x in drawn():
        assert F.function("log", F.function("exp", x)) == x
        positive = x * x % P
        assert F.function("exp", F.function("log", positive)) == positive
        assert (F.function("log", positive) + F.function("log", pow(positive, -1, P))) % P == 0


def test_exp_of_the_negative_is_the_inverse_and_positive() -> None:
    F = Field({}, 3)
    for x in drawn():
        assert F.function("exp", x) * F.function("exp", P - x) % P == 1
        assert character(F.function("exp", x)) == 1


def test_the_root_of_a_square_is_the_absolute_value() -> None:
    F = Field({}, 3)
    for x in drawn():
        assert F.function("sqrt", x * x % P) == F.function("abs", x)


def test_the_root_of_a_negative_number_is_outside_of_the_domain_but_not_always() -> None:
    with pytest.raises(OutsideDomain) as caught:
        Field({}, 3).function("sqrt", P - 4)
    assert not caught.value.always


def test_dividing_by_zero_is_outside_of_the_domain_always() -> None:
    with pytest.raises(OutsideDomain) as caught:
        Field({}, 3).invert(0)
    assert caught.value.always


def test_functions_depend_on_the_key_alone() -> None:
    assert Field({}, 3).function("exp", 5) == Field({}, 3).function("exp", 5)
    assert Field({}, 3).function("exp", 5) != Field({}, 4).function("exp", 5)


def test_a_cube_root_of_a_negative_number_is_negative() -> None:
    F, s = field(x=P - 8)
    assert value_of(F, power(s["x"], number(Fraction(1, 3)))) == [[P - 2]]


def test_rational_powers_multiply() -> None:
    F, s = field(x=pow(123456789, 2, P))
    halves = [value_of(F, power(s["x"], number(Fraction(k, 2))))[0][0] for k in (1, 2, 3)]
    assert halves[0] * halves[1] % P == halves[2]


@pytest.mark.parametrize("x", [12345, P - 12345])
def test_symbolic_exponents_add(x: int) -> None:
    F, s = field(x=x, p=987654321987)
    lower, upper = value_of(F, power(s["x"], s["p"])), value_of(F, power(s["x"], s["p"] + 3))
    assert lower[0][0] * pow(x, 3, P) % P == upper[0][0]


def test_a_function_in_an_exponent_is_left_to_real_numbers() -> None:
    F, s = field(x=3)
    with pytest.raises(Undecided):
        value_of(F, power(s["x"], power(s["x"], number(Fraction(1, 2)))))


def test_a_function_without_a_model_is_undecided() -> None:
    with pytest.raises(Undecided):
        Field({}, 1).function("zeta", 3)


def test_matrices_in_exponents_do_not_end_the_process() -> None:
    R = Exponents({}, P - 1, {})
    with pytest.raises(Undecided):
        R.inverse([[2, 0], [0, 2]])
    with pytest.raises(OutsideDomain):
        R.solution([[2]], [[1]])
