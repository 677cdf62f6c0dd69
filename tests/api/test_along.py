"""Derivatives along a direction, and by a number such as time."""

import numpy as np
import pytest

import matgrad as mg
from matgrad.errors import MatgradError
from tests.cli.command import run


@pytest.mark.parametrize(
    ("text", "wrt", "direction", "answer"),
    [
        ("logdet(X)", "X", "D", "tr(D*inv(X))"),
        ("inv(X)", "X", "D", "-inv(X)*D*inv(X)"),
        ("norm2(A*x - b)^2", "x", None, "2*(A*x - b)'*A*v"),
        ("A*x", "A,x", "D,u", "A*u + D*x"),
        ("function f(X); f(X)", "X", "D", "tr(D*grad_f(X)')"),
        ("A*b", "A", "E", "E*b"),
    ],
)
def test_directional_derivative(text: str, wrt: str, direction: str | None, answer: str) -> None:
    d = mg.directional(text, wrt, direction)
    assert str(d.result) == answer
    assert d.verdict.ok
    assert d.verdict.status.endswith("code")


def test_a_directional_derivative_is_a_limit() -> None:
    d = mg.directional("tr(X'*A*X)", "X", "D")
    fn, h = d.compile("numpy"), 1e-6
    A, X, D = np.random.default_rng(0).normal(size=(3, 3, 3))
    value = [np.trace((X + t * D).T @ A @ (X + t * D)) for t in (h, -h)]
    assert fn(A=A, X=X, D=D) == pytest.approx((value[0] - value[1]) / (2 * h))
    assert "f′(X; D)" in d.text()
    assert "f(X + t D) by t at t = 0" in d.text()


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        (
            "inv(A(t))",
            "-inv(A(t))*A'(t)*inv(A(t))",
            "-inv(A(t))*(A''(t) - 2*A'(t)*inv(A(t))*A'(t))*inv(A(t))",
        ),
        ("expm(t*A)*b", "A*expm(t*A)*b", "A^2*expm(t*A)*b"),
    ],
)
def test_derivatives_by_time(text: str, first: str, second: str) -> None:
    for order, answer in ((1, first), (2, second)):
        d = mg.derivative(text, "t", order=order)
        assert str(d.result) == answer
        assert d.verdict.ok


def test_a_third_derivative_shows_the_lower_ones() -> None:
    d = mg.derivative("t: scalar; logdet(X + t*D)", "t", order=3)
    assert str(d.result) == "2*tr(inv(t*D + X)*D*inv(t*D + X)*D*inv(t*D + X)*D)"
    assert d.verdict.ok
    shown = d.text()
    for label in ("g = df/dt = ", "= d²f/dt² = ", "d³f/dt³ = "):
        assert label in shown


def test_what_a_function_depends_on_is_a_number() -> None:
    d = mg.derivative("X(a): N x K; y: N; b: K; norm2(y - X(a)*b)^2", "a")
    assert str(d.result) == "-2*b'*X'(a)'*(y - X(a)*b)"
    assert d.verdict.ok


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: mg.derivative("x'*A*x", "x"), "by one number"),
        (lambda: mg.derivative("t^9", "t", order=5), "orders 1 to 4"),
        (lambda: mg.directional("x'*A*x", "x", "A"), "has a meaning already"),
        (lambda: mg.directional("x'*A*x", "x", "u,v"), "2 directions for 1 variables"),
        (lambda: mg.directional("x'*A*x", "x", "v", order=2), "X + t*D"),
    ],
)
def test_errors_say_what_to_ask(call: object, words: str) -> None:
    assert callable(call)
    with pytest.raises(MatgradError) as caught:
        call()
    assert words in str(caught.value)


def test_the_command() -> None:
    found = run("derivative", "logdet(X)", "--wrt", "X", "--direction", "D")
    assert "f′(X; D) = tr(DX⁻¹)" in found.out
    found = run("derivative", "det(A(t))", "--wrt", "t")
    assert "df/dt = tr(A′(t) adj(A(t)))" in found.out
