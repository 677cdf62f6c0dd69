"""Functions of a matrix: what commutes is simplified, what does not has a name."""

import numpy as np
import pytest
import scipy.linalg

import matgrad as mg


@pytest.mark.parametrize(
    ("function", "variable", "gradient"),
    [
        ("tr(expm(X))", "X", "expm(X)'"),
        ("tr(A*expm(X))", "X", "frechet_expm(X, A)'"),
        ("tr(expm(t*A))", "t", "tr(expm(t*A)*A)"),
        ("tr(expm(W.*W))", "W", "2*(W .* expm(W.^2)')"),
        ("tr(logm(X))", "X", "inv(X)'"),
        ("tr(X*logm(X))", "X", "logm(X)' + I(n)"),
        ("tr(sqrtm(X))", "X", "inv(sqrtm(X))'/2"),
        ("tr(A*sqrtm(X))", "X", "sylvester(sqrtm(X), sqrtm(X), A)'"),
        ("logdet(expm(X))", "X", "I(n)"),
    ],
)
def test_the_gradient_is_short(function: str, variable: str, gradient: str) -> None:
    d = mg.gradient(function, variable, {"t": ()})
    assert str(d.result) == gradient
    assert d.verdict.ok


def test_values_that_are_not_algebraic_are_not_called_exact() -> None:
    status = mg.gradient("tr(A*expm(X))", "X").verdict.status
    assert status.startswith("real")


def test_the_differential_of_expm_is_its_frechet_derivative() -> None:
    d = mg.differential("expm(X)", "X")
    X, E = np.random.default_rng(1).normal(size=(2, 3, 3))
    _, wanted = scipy.linalg.expm_frechet(X, E)
    assert d.compile()(X=X, dX=E) == pytest.approx(wanted)


def test_a_second_derivative_of_expm_is_verified() -> None:
    d = mg.differential("frechet_expm(X, E)", "X")
    assert str(d.result) == "frechet_expm(X, E, dX)"
    assert d.verdict.ok


def test_a_positive_definite_matrix_needs_no_condition_for_its_root() -> None:
    d = mg.gradient("tr(A*sqrtm(X))", "X", assume={"X": ["positive_definite"]})
    assert [a.predicate for a in d.assumptions] == ["convention"]


INTEGER = {"k": ["integer"]}


def test_a_symbolic_power_under_the_trace() -> None:
    d = mg.gradient("tr(A^k)", "A", assume=INTEGER)
    assert str(d.result) == "k*(A^(k - 1))'"
    assert "exact" in d.verdict.status


def test_a_symbolic_power_in_code() -> None:
    A, B = np.random.default_rng(2).normal(size=(2, 3, 3))
    got = mg.gradient("tr(B*A^k)", "A", assume=INTEGER).compile()(A=A, B=B, k=3)
    wanted = (B @ A @ A + A @ B @ A + A @ A @ B).T
    assert got == pytest.approx(wanted)


def test_a_power_that_may_not_be_an_integer_is_a_question() -> None:
    with pytest.raises(mg.MatgradError, match=r"E_AMBIG.*integer"):
        mg.parse("tr(A^k)")


def test_nothing_is_differentiated_by_an_integer() -> None:
    with pytest.raises(mg.MatgradError, match="E_UNSUP"):
        mg.gradient("tr(A^k)", "k", assume=INTEGER)
