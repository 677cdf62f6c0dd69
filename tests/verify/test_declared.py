"""A function is what FLINT computes where it has the function, whatever its declaration says."""

from collections.abc import Iterator

import pytest

import matgrad as mg
from matgrad.core.expr import Expr, catalogue
from matgrad.errors import VerifyError
from matgrad.verify import declared


@pytest.fixture
def wrong_sign() -> Iterator[None]:
    """The declared derivative of erfinv has the wrong sign, for as long as the test runs."""
    op = catalogue["erfinv"]
    derivative, partials = op.derivative, op.partials
    assert derivative is not None and partials is not None

    def turned(Y: Expr, x: Expr) -> Expr:
        return -derivative(Y, x)

    object.__setattr__(op, "derivative", turned)
    object.__setattr__(op, "partials", (lambda Y, x, dx: -partials[0](Y, x, dx),))
    declared._slope.cache_clear()
    yield
    object.__setattr__(op, "derivative", derivative)
    object.__setattr__(op, "partials", partials)
    declared._slope.cache_clear()


def test_values_overrule_a_declared_derivative(wrong_sign: None) -> None:
    with pytest.raises(VerifyError, match="disagree"):
        mg.gradient("sum(erfinv(x))", "x")


def test_close_to_a_pole_values_say_nothing_of_a_right_declaration() -> None:
    verdict = mg.gradient("h = erfinv(tanh(abs(x))); h : h", "x").verdict
    assert verdict.ok
