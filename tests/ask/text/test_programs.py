"""Expressions of programs that people type into a sentence."""

import pytest

import matgrad as mg
from matgrad.app.ask.text.programs import with_formulas
from tests.ask.reading import by


@pytest.mark.parametrize(
    ("formula", "function"),
    [
        ("x.T @ A @ x", "x'*A*x"),
        ("np.dot(x, A @ x)", "x : A*x"),
        ("x.dot(A.dot(x))", "x : A*x"),
        ("x.dot(x)", "x : x"),
        ("np.sum((A.dot(x) - b)**2)", "sum((A*x - b).^2)"),
        ("((A @ x - b)**2).sum()", "sum((A*x - b).^2)"),
        ("torch.matmul(x.T, x)", "x'*x"),
        ("np.linalg.norm(A @ x - b)**2", "norm2(A*x - b)^2"),
        ("0.5 * x.T @ Q @ x + c.T @ x", "x'*Q*x/2 + c'*x"),
        ("t(x) %*% A %*% x", "x'*A*x"),
        ("⟨x, Ax⟩", "x : A*x"),
        ("⟨ A x , x ⟩", "A*x : x"),
    ],
)
def test_programs_are_read_like_formulas(formula: str, function: str) -> None:
    assert by(formula) == function


@pytest.mark.parametrize(
    ("formula", "function"),
    [
        ("b.T @ np.linalg.inv(A) @ b", "b'*inv(A)*b"),
        ("b.T @ np.linalg.solve(A, b)", "b'*inv(A)*b"),
        (r"b'*(A\b)", "b'*inv(A)*b"),
        ("np.linalg.slogdet(A)[1]", "logdet(A)"),
        ("np.trace(A.T @ A)", "tr(A'*A)"),
    ],
)
def test_programs_about_matrices_are_read_like_formulas(formula: str, function: str) -> None:
    assert by(formula, "A") == function


@pytest.mark.parametrize(
    "text",
    [
        "Write to me@example.org, i.e. the author. It is A.Then B.",
        "See e.g. Fig.T1 and the U.S. patent.",
        r"A \cdot b and x\in R",
    ],
)
def test_prose_stays_as_it_is(text: str) -> None:
    assert with_formulas(text) == text


@pytest.mark.parametrize(
    ("formula", "function"),
    [
        ("`np.sum(A**2)`", "sum(A.^2)"),
        ("`(A**2).sum()`", "sum(A.^2)"),
        ("torch.mean(torch.relu(X @ A)**2)", "mean(relu(X*A).^2)"),
        ("`np.sum(np.exp(A)**2)`", "sum(exp(A).^2)"),
        ("`np.trace(X.T @ A)**2`", "tr(X'*A)^2"),
    ],
)
def test_powers_of_programs_are_those_of_entries(formula: str, function: str) -> None:
    assert by(formula, "A") == function


def test_stars_beside_an_at_are_products_of_entries() -> None:
    reply = mg.ask(
        "`loss = np.sum(np.tanh(X @ W)**2)`; gradient "
        "`dW = 2 * X.T @ (np.tanh(X @ W) * (1 - np.tanh(X @ W)**2))`"
    )
    assert [claim.status for claim in reply.claims] == ["right"]
    assert "loss = sum(tanh(XW)²)" in reply.text("short")
