"""Gradients with softmax read as people write them, whichever way the function is spelled."""

import numpy as np
import pytest

import matgrad as mg


@pytest.mark.parametrize(
    ("function", "variable", "gradient"),
    [
        ("logsumexp(A*x)", "x", "A'*softmax(A*x)"),
        ("log(sum(exp(x)))", "x", "softmax(x)"),
        ("sum(logsumexp_rows(X*W))", "W", "X'*softmax_rows(X*W)"),
        ("sum(log(exp(X)*ones(n)))", "X", "softmax_rows(X)"),
        ("sum(log(1 + exp(x)))", "x", "sigmoid(x)"),
        ("sum(1 ./ (1 + exp(-x)))", "x", "sigmoid(x) .* (1 - sigmoid(x))"),
        ("sum(log(exp(x) + exp(-x)))", "x", "tanh(x)"),
        ("-sum(y.*log(sigmoid(X*w)) + (1-y).*log(1-sigmoid(X*w)))", "w", "X'*(sigmoid(X*w) - y)"),
        ("-y'*log(softmax(v))", "v", "sum(y)*softmax(v) - y"),
        ("max(A*x)", "x", "A'*onehot_max(A*x)"),
        ("min(x)", "x", "onehot_min(x)"),
    ],
)
def test_the_gradient_is_short(function: str, variable: str, gradient: str) -> None:
    d = mg.gradient(function, variable)
    assert str(d.result) == gradient
    assert d.verdict.ok


def test_a_target_that_sums_to_one_leaves_the_difference() -> None:
    d = mg.gradient("-y'*log(softmax(v))", "v", assume={"y": ["simplex"]})
    assert str(d.result) == "softmax(v) - y"


def test_softmax_written_out_is_recognised() -> None:
    written = mg.gradient("c'*exp(x)/sum(exp(x))", "x").result
    assert written is mg.gradient("c'*softmax(x)", "x").result


def test_softmax_of_rows_written_out_is_recognised() -> None:
    shapes = {"X": ("m", "n"), "C": ("m", "n")}
    written = mg.gradient("C : (exp(X) ./ (exp(X)*ones(n,n)))", "X", shapes).result
    assert written is mg.gradient("C : softmax_rows(X)", "X", shapes).result


def test_the_largest_entry_must_stay_the_same() -> None:
    words = [str(a) for a in mg.gradient("max(x)", "x").assumptions]
    assert words == ["the same entry of x is largest nearby"]


def test_sums_of_rows_and_columns_are_columns() -> None:
    X = np.arange(6.0).reshape(2, 3)
    rows = mg.gradient("u'*sum_rows(X)", "X", {"u": ("m",), "X": ("m", "n")}).compile()
    columns = mg.gradient("v'*sum_cols(X)", "X", {"v": ("n",), "X": ("m", "n")}).compile()
    assert rows(u=[1.0, 2.0], X=X).tolist() == [[1, 1, 1], [2, 2, 2]]
    assert columns(v=[1.0, 2.0, 3.0], X=X).tolist() == [[1, 2, 3], [1, 2, 3]]


@pytest.mark.parametrize("function", ["c'*layernorm(x)", "c'*layernorm(x, t)", "var(x)", "prod(x)"])
def test_reductions_are_verified_exactly(function: str) -> None:
    assert "exact" in mg.gradient(function, "x", {"t": ()}).verdict.status


def test_code_of_softmax_does_not_overflow() -> None:
    f = mg.value_and_grad("logsumexp(x)", "x").compile()
    value, gradient = f(x=np.array([800.0, 0.0]))
    assert value == pytest.approx(800)
    assert gradient == pytest.approx([1, 0])
