"""Logarithms of matrices, which formulas write like those of numbers."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    "text",
    [
        r"Let $f(X)=\operatorname{tr}(X\log X)$ with $X$ positive definite. What is the gradient?",
        r"$f(X)=\operatorname{tr}(X\ln(X))$ where $X$ is symmetric positive definite. $\nabla f$?",
    ],
)
def test_in_a_trace_it_is_that_of_the_matrix(text: str) -> None:
    reply = ask(rf"{text} I think it is $\log X + I$.")
    assert {name: str(x) for name, x in reply.results.items()} == {"X": "logm(X) + I(n)"}
    assert [claim.status for claim in reply.claims] == ["right"]


@pytest.mark.parametrize(
    "text",
    [
        r"Let $f(X)=\operatorname{tr}(X\log X)$. What is the gradient?",
        r"Let $f(X)=\operatorname{tr}(A\log X)$ with elementwise log, $X$ positive definite. What "
        "is the gradient with respect to $X$?",
    ],
)
def test_otherwise_it_is_asked(text: str) -> None:
    assert "logm" not in "".join(map(str, ask(text).results.values()))


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (r"What is $\frac{d}{dt} e^{At}$ where A is a matrix?", "A*expm(t*A)"),
        (r"Let $X(t) = e^{tA}$ with $A$ an n×n matrix. Find $dX/dt$.", "A*expm(t*A)"),
        (r"Derivative of $x^T e^{At} y$ with respect to $t$, with $A$ a matrix.",
         "x'*A*expm(t*A)*y"),
        (r"Let $A$ be symmetric. Gradient of $\operatorname{tr}(e^{A})$ with respect to A?",
         "expm(A)"),
        (r"Let $A$ be a matrix and $f(x) = e^{x^TAx}$. Gradient?", "exp(x'*A*x)*(A + A')*x"),
    ],
)  # fmt: skip
def test_a_matrix_above_e_makes_the_exponential_of_matrices(text: str, answer: str) -> None:
    assert [str(x) for x in ask(text).results.values()] == [answer]


@pytest.mark.parametrize(
    "text",
    ["What is d/dt e^{At}?", "Let A be a matrix; what is the derivative of e^{At} elementwise?"],
)
def test_another_exponent_is_asked_about(text: str) -> None:
    assert not ask(text).results


@pytest.mark.parametrize(
    "text",
    [
        r"Let $\Sigma$ be positive definite, $y=\Sigma^{1/2}x$ and $f=\|y\|^2$. Is the gradient"
        r" with respect to $x$ equal to $2\Sigma x$?",
        r"Let $\Lambda$ be a diagonal matrix with positive entries and $f(x)="
        r"\|\Lambda^{-1/2}x\|^2$. Is $\nabla f=2\Lambda^{-1}x$?",
    ],
    ids=["defined", "diagonal"],
)
def test_roots_of_matrices_in_definitions_and_of_diagonal_ones(text: str) -> None:
    assert [claim.status for claim in ask(text).claims] == ["right"]


def test_an_exponential_in_a_definition_moves_a_vector() -> None:
    reply = ask(r"Let $x(t)=e^{tA}x_0$, $V=x^TPx$. Find $\frac{dV}{dt}$.")
    assert [*reply.results] == ["t"]
    assert "e^(tA) is that of the matrix" in reply.text("short")


@pytest.mark.parametrize(
    "text",
    [
        "d/dt exp(tA) = A exp(tA)? A is an n x n matrix",
        "A is an n x n matrix. d/dt exp(A*t) = exp(A*t)*A?",
        "For a square matrix A, is the derivative of exp(tA) wrt t equal to A exp(tA)?",
    ],
)
def test_a_typed_exponential_beside_a_matrix_is_that_of_the_matrix(text: str) -> None:
    reply = ask(text)
    assert [claim.status for claim in reply.claims] == ["right"]
    assert "is that of the matrix, not of its entries" in reply.text("short")


def test_an_exponential_of_a_called_matrix_alone_is_asked_about() -> None:
    text = "A is an n x n matrix. f(t) = exp(t*A){}. What is df/dt?"
    assert "matrix exponential, or of each entry" in ask(text.format("")).questions[0]
    assert str(ask(text.format(", elementwise")).results["t"]) == "A .* exp(t*A)"
    assert str(ask(text.format(", the matrix exponential")).results["t"]) == "A*expm(t*A)"
    kernel = ask("K = exp(-gamma*D), D is an n x n matrix of distances. dK/dgamma = -D .* K?")
    assert [claim.status for claim in kernel.claims] == ["right"]


def test_an_exponential_is_read_alike_in_the_function_and_in_claims() -> None:
    reply = ask(r"What is $\frac{d}{dt}e^{tA}x$? Is it $Ae^{tA}x$ or $e^{tA}Ax$?")
    assert [claim.status for claim in reply.claims] == ["right", "right"]
