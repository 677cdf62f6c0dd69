"""Singular values, eigenvalues, pseudoinverses and Cholesky factors."""

from typing import Any

import numpy as np
import pytest

import matgrad as mg

RANDOM = np.random.default_rng(3)


@pytest.mark.parametrize(
    ("function", "gradient"),
    [
        ("normnuc(X)", "polar(X)"),
        ("normspec(A*X)", "A'*top_singular(A*X)"),
        ("eigmax(X)", "eigproj_max(X)"),
        ("sum(eigvals_sym(X))", "I(n)"),
        ("sum(log(eigvals_sym(X)))", "eigvecs_sym(X)*Diag(1 ./ eigvals_sym(X))*eigvecs_sym(X)'"),
        ("tr(A*ptrace(X,2,3))", "kron(A', I(3))"),
    ],
)
def test_the_gradient_is_short(function: str, gradient: str) -> None:
    d = mg.gradient(function, "X", {"A": ("m", "m")} if "normspec" in function else None)
    assert str(d.result) == gradient
    assert d.verdict.ok


@pytest.mark.parametrize(
    "function", ["C : polar(X)", "C : top_singular(X)", "C : eigproj_max(X)", "C : eigres_max(X)"]
)
def test_the_named_gradients_have_gradients_themselves(function: str) -> None:
    d = mg.gradient(function, "X", {"X": ("n", "n"), "C": ("n", "n")})
    assert d.verdict.status.startswith("real")


def test_the_largest_eigenvalue_must_be_simple() -> None:
    d = mg.gradient("eigmax(S)", "S", assume={"S": ["symmetric"]})
    assert "the largest eigenvalue of S is simple" in [str(a) for a in d.assumptions]


def test_the_differential_of_a_projector() -> None:
    d = mg.differential("eigproj_max(S)", "S")
    S, E = RANDOM.normal(size=(2, 3, 3))
    S, E = S + S.T, E + E.T
    values, V = np.linalg.eigh(S)
    P = np.outer(V[:, 2], V[:, 2])
    R = np.linalg.pinv(values[2] * np.eye(3) - S)
    assert d.compile()(S=S, dS=E) == pytest.approx(R @ E @ P + P @ E @ R)


def test_the_pseudoinverse_of_full_column_rank() -> None:
    d = mg.differential("pinv(X)", "X", assume={"X": ["full_column_rank"]})
    assert str(d.result) == "pinv(X)*(pinv(X)'*dX'*(I(m) - X*pinv(X)) - dX*pinv(X))"
    assert "exact" in d.verdict.status
    assert d.assumptions == ()


def test_a_log_determinant_of_pseudoinverses() -> None:
    d = mg.gradient("logdet(pinv(Y)'*pinv(Y))", "Y", assume={"Y": ["full_row_rank"]})
    assert str(d.result) == "-2*pinv(Y)'"


def test_a_rank_that_may_change_is_a_condition() -> None:
    words = [str(a) for a in mg.gradient("b'*pinv(A)*c", "A").assumptions]
    assert words == ["the rank of A does not change nearby"]


def test_the_cholesky_factor_is_checked_exactly() -> None:
    d = mg.gradient("tr(B*chol(A))", "A", assume={"A": ["positive_definite"]})
    assert "exact" in d.verdict.status


def test_the_gradient_through_a_cholesky_factor_in_code() -> None:
    B, L, E = RANDOM.normal(size=(3, 3, 3))
    A, E = L @ L.T + np.eye(3), E + E.T
    G = mg.gradient("tr(B*chol(A))", "A").compile()(A=A, B=B)
    h = 1e-6
    ahead, behind = (np.trace(B @ np.linalg.cholesky(A + s * h * E)) for s in (1, -1))
    assert np.sum(G * E) == pytest.approx((ahead - behind) / (2 * h), rel=1e-6)


def test_solve_is_a_product_with_the_inverse() -> None:
    assert mg.parse("solve(A, b)").function is mg.parse("inv(A)*b").function


@pytest.mark.parametrize("function", ["sum(eigvals_sym(S).^3)", "sum(exp(eigvals_sym(S)))"])
def test_functions_of_eigenvalues_have_hessians(function: str) -> None:
    d = mg.hessian(function, "S")
    assert d.verdict.ok
    assert [str(a) for a in d.assumptions] == ["all eigenvalues of S are simple"]


def test_the_hessian_of_the_sum_of_cubed_eigenvalues_is_that_of_a_trace() -> None:
    S = np.array([[2.0, 0.3, 0.1], [0.3, 1.0, 0.2], [0.1, 0.2, 0.5]])
    H = mg.hessian("sum(eigvals_sym(S).^3)", "S").compile()(S=S)
    D = np.array([[1.0, 2.0, 0.5], [2.0, -1.0, 0.3], [0.5, 0.3, 0.7]])  # a symmetric direction
    np.testing.assert_allclose(np.tensordot(H, D, 2), 3 * (S @ D + D @ S), rtol=1e-9)


def test_eigenvectors_have_a_differential() -> None:
    d = mg.jacobian("eigvecs_sym(S)", "S")
    assert d.verdict.ok


@pytest.mark.parametrize(
    ("text", "wrt", "facts"),
    [("norm2(pinv(y*x')*b)^2", "x", ()), ("tr(pinv(a*b' + c*d')*B)", "a", ()),
     ("tr(pinv(R)*B)", "R", ("skew",))],
    ids=["outer product", "two outer products", "skew"],
)  # fmt: skip
def test_a_pseudoinverse_that_is_never_of_full_rank(text: str, wrt: str, facts: Any) -> None:
    d = mg.gradient(text, wrt, assume={wrt: facts})
    assert d.verdict.ok and "code" in d.verdict.status
