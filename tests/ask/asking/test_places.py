r"""The derivative at a point that a text names, and claims about it there."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    ("text", "point", "answer"),
    [
        (r"What is the derivative of $(I+tA)^{-1}$ with respect to $t$ at $t=0$?", "t = 0", "-A"),
        (r"What is $\left.\frac{d}{dt}(I+tA)^{-1}\right|_{t=0}$?", "t = 0", "-A"),
        (r"What is $\frac{d}{dt}\det(I+tA)\Big|_{t=0}$?", "t = 0", "tr(A)"),
        (r"Let $f(t)=\det(I+tA)$. What is $f'(0)$?", "t = 0", "tr(A)"),
        (r"Let $f(x)=\|Ax-b\|^2$. What is $\nabla f(0)$?", "x = 0", "-2*A'*b"),
        (r"Let $f(x)=\|Ax-b\|^2$. What is the gradient at the origin?", "x = 0", "-2*A'*b"),
        (r"Let $f(x)=\|Ax-b\|^2$. Find the gradient at $x=x_0$.", "x = x₀", "2*A'*(A*x0 - b)"),
        (r"Let $f(x)=\|Ax-b\|^2$. Find the gradient at $x_0$.", "x = x₀", "2*A'*(A*x0 - b)"),
        (r"Gradient of $\log\det X$ evaluated at $X = I$?", "X = I", "I(n)"),
        (r"Find the gradient of $f(x)=\log(1+e^{a^Tx})$ at $x=0$.", "x = 0", "a/2"),
        (r"What is the Hessian of $\log(1+x^Tx)$ by $x$ at $x=0$?", "x = 0", "2*I(n)"),
        ("Find f'(2) for f(x) = x^3 + 2x.", "x = 2", "14"),
        (r"What is the gradient of $\|x\|_1$ at $x=(1,-2)^T$?", "x = [1; −2]", "[1; -1]"),
        (r"Find $\left.\frac{df}{dx}\right\vert_{x=2}$ where $f(x) = x^3$.", "x = 2", "12"),
        (r"Find $\frac{df}{dx}\bigg\rvert_{x=2}$ where $f(x) = x^3$.", "x = 2", "12"),
        (r"Find $\left[\frac{df}{dx}\right]_{x=2}$ where $f(x) = x^3$.", "x = 2", "12"),
        ("Find df/dx|_{x=2} where f(x) = x^3.", "x = 2", "12"),
        (r"Find $\nabla f\rvert_{x=x_0}$ for $f(x)=\|x\|^2$.", "x = x₀", "2*x0"),
    ],
)
def test_the_derivative_at_a_point(text: str, point: str, answer: str) -> None:
    reply = ask(text)
    (there,) = reply.at
    assert there.point == point
    assert [str(value) for value in there.values.values()] == [answer]
    assert f"At {point}" in str(reply)
    assert not reply.questions


@pytest.mark.parametrize(
    ("text", "status", "words"),
    [
        (r"Is $\frac{d}{dt}(I+tA)^{-1}=-A$ at $t=0$?", "right", "at t = 0"),
        (r"Is $\left.\frac{d}{dt}(I+tA)^{-1}\right|_{t=0}=A$?", "wrong", "at t = 0 it is −A"),
        (r"Let $f(t)=\det(I+tA)$. The derivative is $\operatorname{tr}(A)$ when $t=0$.", "right",
         "at t = 0"),
        (r"Let $f(X)=\log\det X$. Is $\nabla f(I)=I$?", "right", ""),
        (r"Let $f(x)=\|Ax-b\|^2$. What is the gradient at $x_0$? I get $2A^T(Ax_0-b)$.", "right",
         "at x = x₀"),
        (r"Gradient of $f(x)=\|x\|^2$ at the point $a$? I get $2a$.", "right", "at x = a"),
        (r"Let $f(x)=x^TAx$. Is the gradient $2Ax$ at $x=0$?", "wrong",
         "the claim is right if A is symmetric, but not in general"),
    ],
)  # fmt: skip
def test_a_claim_at_a_point_is_judged_there(text: str, status: str, words: str) -> None:
    (verdict,) = ask(text).claims
    assert (verdict.status, verdict.words) == (status, words)


def test_where_a_condition_fails_no_value_is_given() -> None:
    reply = ask(r"Let $f(x)=\|x\|$. Find the gradient at $x=0$.")
    assert not reply.at
    assert reply.questions == ["At x = 0 the answer does not hold: x ≠ 0 is needed."]


def test_a_value_of_what_does_not_move_is_no_point() -> None:
    reply = ask(r"Let $\mu=3$ and $f(x)=\mu\|x\|^2$. What is the gradient with respect to $x$?")
    assert not reply.at


def test_points_are_part_of_the_data() -> None:
    data = ask(r"What is the gradient of $x^Tx$ at $x=0$?").to_json()
    assert data["at"] == [{"point": "x = 0", "answers": {"x": "zeros(n)"}}]


def test_a_substitution_is_no_point() -> None:
    reply = ask("Let $f(x)=x^TAx$ with $x=By$. What is the gradient with respect to $y$?")
    assert not reply.at
    assert str(reply.results["y"]) == "B'*(A + A')*B*y"


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (r"Let $f(x,y)=x^2y$. Compute $\nabla f(1,\sqrt2)$. I got $(2\sqrt2, 1)$.",
         {"x": "2*sqrt(2)", "y": "1"}),
        (r"Let $f(x,y) = x\cos y$. What is $\nabla f(2,0)$?", {"x": "1", "y": "0"}),
        ("Compute the Jacobian of $F(x,y) = (xy, x+e^y)$ at $(1,2)$.",
         {"x": "[2; 1]", "y": "[1; exp(2)]"}),
    ],
    ids=range(3),
)  # fmt: skip
def test_points_in_calls_and_of_jacobians(text: str, values: dict[str, str]) -> None:
    reply = ask(text)
    (at,) = reply.to_json()["at"]
    assert at["answers"] == values
    assert all(claim.status == "right" for claim in reply.claims)
    assert "At x = " in reply.text("short")


@pytest.mark.parametrize(
    ("case", "status"), [("When $b=x$", "right"), ("For $x=b$", "right"), ("For $x=a$", "wrong")]
)
def test_a_letter_that_is_set_to_the_variable_is_a_point(case: str, status: str) -> None:
    reply = ask(
        rf"Let $f(x) = \|x-a\|^2 + b^Tx$. The gradient is $2(x-a)+b$. {case} it gives $3x-2a$."
    )
    assert [claim.status for claim in reply.claims] == ["right", status]
