"""Derivatives that are typed on one line."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.text.slashed import with_quotients
from matgrad.app.ask.understand import understand


@pytest.mark.parametrize(
    ("typed", "function", "kind", "variables"),
    [
        ("d(x'Ax)/dx", "x'*A*x", "gradient", ("x",)),
        ("What is d(x'Ax)/dx?", "x'*A*x", "gradient", ("x",)),
        ("∂(x'Ax)/∂x", "x'*A*x", "gradient", ("x",)),
        ("d(log det X)/dX", "logdet(X)", "gradient", ("X",)),
        ("d tr(AX)/dX", "tr(A*X)", "gradient", ("X",)),
        ("d||Ax-b||^2/dx", "norm2(A*x - b)^2", "gradient", ("x",)),
        ("d^2L/dW^2 where L = ||W||_F^2", "normF(W)^2", "hessian", ("W",)),
        ("d^2/dx^2 x'Ax", "x'*A*x", "hessian", ("x",)),
        ("∂ tr(AX) / ∂X", "tr(A*X)", "gradient", ("X",)),
        ("∂ ||Ax - b||^2 / ∂x", "norm2(A*x - b)^2", "gradient", ("x",)),
        ("What is ∂ a^T X b / ∂ X", "a'*X*b", "gradient", ("X",)),
        ("d x^T A x / dx", "x'*A*x", "gradient", ("x",)),
        ("L = ||W||_F^2; d L / d W", "normF(W)^2", "gradient", ("W",)),
        ("f(x,y) = x^2 y^3. Find d^2f/dxdy", "x^2*y^3", "hessian", ("x", "y")),
        ("f(x,y) = x^2 y^3. Find d²f / dx dy.", "x^2*y^3", "hessian", ("x", "y")),
        ("Let f(x,y) = x^2 y^3. Compute d^2f/(dx dy).", "x^2*y^3", "hessian", ("x", "y")),
        (r"Find $d^2f/(dx\,dy)$ for $f = x^2y$.", "x^2*y", "hessian", ("x", "y")),
        ("Let f(x,y)=x'Ay. What is ∂²f/∂x∂yᵀ?", "x'*A*y", "hessian", ("x", "y")),
        ("Let f(x,y)=x'Ay. What is d^2f/dx dy'?", "x'*A*y", "hessian", ("x", "y")),
    ],
)
def test_a_derivative_on_one_line_is_asked_for(
    typed: str, function: str, kind: str, variables: tuple[str, ...]
) -> None:
    found = understand(typed)
    assert found.problem is not None
    assert str(found.problem.function) == function
    assert (found.kind, found.variables) == (kind, variables)


@pytest.mark.parametrize("text", ["(a+b)/c", "x/d", "d(x, y)/2", "2d(x+1)/3", "and (x)/dx"])
def test_other_quotients_are_left(text: str) -> None:
    assert with_quotients(text) == text


def test_what_is_added_before_a_bar_is_not_cut() -> None:
    assert understand("∂ x^T A x + b^T x / ∂x").problem is None


@pytest.mark.parametrize(
    "question",
    [
        r"What is $\partial\operatorname{vec}F/\partial\operatorname{vec}X$?",
        r"What is $\partial\operatorname{vec}(F)/\partial\operatorname{vec}(X)^T$?",
        r"Find $\frac{\partial \operatorname{vec} F}{\partial (\operatorname{vec} X)^\top}$.",
        r"Find $\frac{\partial\operatorname{vec}(F)}{\partial\operatorname{vec}(X)^T}$.",
        "What is ∂vec(F)/∂vec(X)?",
        "What is dvec(F)/dvec(X)?",
        "What is d vec(F)/d vec(X)^T?",
        r"Is $\partial\operatorname{vec}(AXB)/\partial\operatorname{vec}(X)^T = B^T\otimes A$?",
    ],
)
def test_quotients_of_stacked_matrices_are_jacobians(question: str) -> None:
    assert str(ask(f"Let $F = AXB$. {question}").results["X"]) == "kron(B', A)"


BLANKS = [
    "r = y - X b, RSS = r'r. d RSS / d b = -2 X'r",
    "loss = ||Xw - y||^2. d loss / d w = 2X'(Xw - y)",
    "loss = ||Xw - y||^2. Is d(loss)/d(w) = 2X'(Xw - y)?",
    "err = ||Xw - y||^2. d err / d w = 2X'(Xw - y)",
    "RSS = ||y - Xb||^2. d^2 RSS / d b^2 = 2X'X",
    "mse = ||X w - y||^2 / n. Is dmse/dw = 2 X'(X w - y)/n ?",
    "nll = n*log(sigma) + sum((x_i - mu)^2)/(2 sigma^2). dnll/dmu = -sum(x_i - mu)/sigma^2",
    "elbo = -0.5 mu^2 - 0.5 s^2 + log(s). delbo/ds = 1/s - s?",
    "kl = sum(p_i log(p_i/q_i)). dkl/dq_i = -p_i/q_i",
    "ll = -n*log(s) - sum((x-m)^2)/(2 s^2), dll/dm = sum(x-m)/s^2 ?",
]


@pytest.mark.parametrize("text", BLANKS, ids=range(len(BLANKS)))
def test_blanks_inside_of_a_derivative_of_a_named_function_make_no_other_function(
    text: str,
) -> None:
    assert [claim.status for claim in ask(text).claims] == ["right"]
