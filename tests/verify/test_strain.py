"""Agreement where digits hide what a function is does not make a claim right."""

import pytest

import matgrad as mg


@pytest.mark.parametrize(("function", "wrt", "claim"), [
    ("tanh(10^20*x)*x", "x", "sign(x)"),
    ("tanh(10^20*x)*x", "x", "tanh(10^20*x)"),
    ("tanh(exp(100)*x)*x", "x", "sign(x)"),
    ("softplus(10^30*x)*y", "y", "relu(10^30*x)"),
    ("sigmoid(10^30*x)*y", "y", "step(x)"),
    ("erf(10^30*x^2)*y", "y", "1"),
    ("exp(-10^30*x^2) + x", "x", "1"),
    ("10^300*sin(x/10^300)", "x", "1"),
    ("x'*tanh(10^20*x)", "x", "sign(x)"),
])  # fmt: skip
def test_a_claim_that_is_right_to_all_digits_but_not_near_zero_is_wrong(function, wrt, claim):
    found = mg.check(function, wrt, claim)
    assert found.status == "wrong"
    assert found.counterexample is not None


@pytest.mark.parametrize(("function", "wrt", "claim"), [
    ("tanh(10^20*x)*x", "x", "tanh(10^20*x) + 10^20*x/cosh(10^20*x)^2"),
    ("tanh(x)*y", "y", "2*sigmoid(2*x) - 1"),
    ("exp(x + y)", "x", "exp(x)*exp(y)"),
])  # fmt: skip
def test_a_claim_that_only_real_numbers_confirm_is_right_where_they_tell(function, wrt, claim):
    assert mg.check(function, wrt, claim).status == "right"


def test_where_no_point_tells_the_claim_is_undecided():
    found = mg.check("x*tanh(10^9*(x - 70000))", "x", "sign(x - 70000)")
    assert found.status == "undecided"
    assert "cannot be told from a simpler function" in found.slip
