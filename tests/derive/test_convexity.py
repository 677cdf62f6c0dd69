"""Convexity read off the structure of a Hessian, never claimed without a reason."""

import pytest

import matgrad as mg

CONVEX = [
    ("norm2(A*x - b)^2", "x"),
    ("sum(exp(X*w)) - y'*X*w", "w"),
    ("sum(softplus(X*w))", "w"),
    ("logsumexp(A*x)", "x"),
    ("normF(T - U*V')^2", "U"),
    ("x'*x + sum(x.^4)", "x"),
    ("-sum(log(x))", "x"),
]
NOT_TOLD = [
    ("x'*A*x", "x"),
    ("sum(log(x))", "x"),
    ("-norm2(A*x - b)^2", "x"),
    ("-norm1(x)", "x"),  # its Hessian is 0 where it exists, and yet it is not convex
    ("sum(x.^3)", "x"),
    ("sum(sin(x))", "x"),
    ("normF(X'*X - C)^2", "X"),
]


@pytest.mark.parametrize(("function", "variable"), CONVEX)
def test_a_convex_function_is_said_to_be_convex(function: str, variable: str) -> None:
    d = mg.hessian(function, variable)
    assert any("convex" in remark for remark in d.trace.remarks)


@pytest.mark.parametrize(("function", "variable"), NOT_TOLD)
def test_nothing_is_claimed_that_the_structure_does_not_tell(function: str, variable: str) -> None:
    d = mg.hessian(function, variable)
    assert not any("convex" in remark for remark in d.trace.remarks)


def test_a_constant_hessian_means_a_quadratic_function() -> None:
    assert any("quadratic" in r for r in mg.hessian("x'*A*x + b'*x", "x").trace.remarks)
