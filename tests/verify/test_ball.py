import math
from fractions import Fraction

import pytest

from matgrad.codegen import compile_numpy
from matgrad.core.expr import catalogue
from matgrad.ops import symbol
from matgrad.verify.arithmetic import OutsideDomain
from matgrad.verify.ball import BallJets, Balls, precision
from matgrad.verify.field import Field


def sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def normal(x: float) -> float:
    return (1 + math.erf(x / math.sqrt(2))) / 2


MEANING = {
    "sin": math.sin, "cos": math.cos, "tan": math.tan, "asin": math.asin, "acos": math.acos,
    "atan": math.atan, "sinh": math.sinh, "cosh": math.cosh, "tanh": math.tanh, "exp": math.exp,
    "log": math.log, "sqrt": math.sqrt, "abs": abs, "sign": lambda x: math.copysign(1, x),
    "step": lambda x: float(x > 0), "relu": lambda x: max(x, 0), "floor": math.floor,
    "round": round, "square": lambda x: x * x, "sigmoid": sigmoid, "erf": math.erf, "Phi": normal,
    "softplus": lambda x: math.log(1 + math.exp(x)), "silu": lambda x: x * sigmoid(x),
    "gelu": lambda x: x * normal(x),
}  # fmt: skip


@pytest.mark.parametrize("name", MEANING)
@pytest.mark.parametrize("x", [Fraction(3, 8), Fraction(-5, 8)], ids=["positive", "negative"])
def test_functions_mean_what_everyone_means(name: str, x: Fraction) -> None:
    if x < 0 and name in ("log", "sqrt"):
        return
    with precision():
        R = Balls({})
        assert float(R.function(name, R.rational(x)).mid()) == pytest.approx(
            MEANING[name](float(x))
        )


ELEMENTWISE = [name for name, op in catalogue.items() if op.derivative is not None]


@pytest.mark.parametrize("x", [Fraction(3, 8), Fraction(-5, 8), Fraction(9, 4)], ids=str)
@pytest.mark.parametrize("name", ELEMENTWISE)
def test_the_code_of_a_function_computes_what_the_checks_take_it_for(
    name: str, x: Fraction
) -> None:
    with precision():
        try:
            wanted = float(Balls({}).function(name, Balls({}).rational(x)))
        except OutsideDomain:
            return
    code = compile_numpy(catalogue[name](symbol("x")))
    assert float(code(float(x))) == pytest.approx(wanted, rel=1e-12)


def test_every_elementwise_function_is_known_to_both_arithmetics() -> None:
    for op in catalogue.values():
        if op.derivative is not None:
            with precision():
                assert Balls({}).function(op.name, Balls({}).rational(Fraction(1, 3))).is_finite()
            F = Field({}, 1)
            assert isinstance(F.function(op.name, F.rational(Fraction(3, 5))), int)


@pytest.mark.parametrize("name", ["log", "sqrt"])
def test_outside_of_the_domain_is_noticed(name: str) -> None:
    with precision(), pytest.raises(OutsideDomain):
        Balls({}).function(name, Balls({}).rational(Fraction(-1)))


def test_a_ball_around_zero_is_at_the_kink() -> None:
    with precision():
        R = Balls({})
        third = R.rational(Fraction(1, 3))
        with pytest.raises(OutsideDomain):
            R.function("relu", third - third)


@pytest.mark.parametrize("primes", [0, 1, 2, 3])
def test_the_stand_in_for_an_unspecified_function_has_its_primes_as_derivatives(
    primes: int,
) -> None:
    with precision():
        R = Balls({})
        J = BallJets(R)
        x = J.lifted(R.number(Fraction(2, 7)), R.number(1))
        slope = J.part(J.unspecified(("sigma", primes), x), 1)
        assert R.agree(slope, R.unspecified(("sigma", primes + 1), R.number(Fraction(2, 7))))


def test_values_that_differ_are_told_apart_and_wide_balls_are_not_trusted() -> None:
    with precision():
        R = Balls({})
        one, wide = [[R.one]], [[R.flint.arb(1, 0.5)]]
        assert R.agree(one, one) is True
        assert R.agree(one, [[R.one + R.rational(Fraction(1, 10**20))]]) is False
        assert R.agree(one, wide) is None
