"""Derivatives by time."""

import pytest

from matgrad.app.ask import ask

FLOW = r"Let $V(x)=x^TPx$ with $P$ symmetric and $\dot x=Ax$."


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (rf"{FLOW} Compute $\dot V$.", "2*x'*P*A*x"),
        (r"Let $V=x^TPx$ where $P=P^T$ and $\dot x=Ax+b$. What is $\dot V$?", "2*x'*P*(A*x + b)"),
        (r"Let $\dot x=f(x)$ and $V(x)=\frac12x^Tx$. Compute $\dot V$.", "x'*xdot"),
        (r"Suppose $\dot X=AX$ and $V(X)=\operatorname{tr}(X^TPX)$. Find $\dot V$.",
         "tr(A*X*X'*(P + P'))"),
        (r"Let $V(x)=x^TPx$ with $P$ symmetric and $\dot x=Ax+Bu$. What is $\dot V$?",
         "2*x'*P*(A*x + B*u)"),
        (r"Let $V(x)=x^TPx$ with $P$ symmetric, $\dot x=Ax+Bu$ and $u=-Kx$. What is $\dot V$?",
         "2*x'*P*(A - B*K)*x"),
        (r"Let $V(x)=\frac12x^Tx$ and $\dot x=f(x)$, where $f(x)=Ax$. What is $\dot V$?",
         "x'*A*x"),
    ],
)  # fmt: skip
def test_along_a_flow(text: str, value: str) -> None:
    reply = ask(text)
    assert [str(each.value) for each in reply.made] == [value]
    assert not reply.unused


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        (r"\dot V=x^T(A^TP+PA)x", "right"),
        (r"\dot V=\dot x^TPx+x^TP\dot x=x^T(A^TP+PA)x", "right"),
        (r"\dot V=2x^TAPx", "wrong"),
        (r"\dot V=x^T(AP+PA)x", "wrong"),
    ],
)
def test_claims_along_a_flow(claim: str, status: str) -> None:
    assert [each.status for each in ask(f"{FLOW} Is ${claim}$?").claims] == [status]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r"Let $x(t)$ be a vector. What is $\frac{d}{dt}x^TAx$?", "x'(t)'*(A + A')*x(t)"),
        (r"$P(t)=AA^T$ where $A=A(t)$. What is $\dot P$?", "A'(t)*A(t)' + A(t)*A'(t)'"),
        (r"If $P(t)$ is invertible, what is the time derivative of $P(t)^{-1}$ "
         r"in terms of $\dot P$?",
         "-inv(P(t))*P'(t)*inv(P(t))"),
        (r"Let $f(x)=x^TAx$ and $\varphi(t)=f(x+td)$. Find $\varphi'(t)$.",
         "d'*(A + A')*(t*d + x)"),
        (r"Let $f(X)=\operatorname{tr}(X^3)$. What is $\frac{d}{dt}f(X+tH)$?",
         "3*tr((t*H + X)^2*H)"),
    ],
)  # fmt: skip
def test_by_time(text: str, value: str) -> None:
    assert str(ask(text).results["t"]) == value


def test_a_time_of_which_nothing_is_said_is_asked_about() -> None:
    reply = ask(r"Let $f(X)=\operatorname{tr}(X^TX)$. What is $\frac{df}{dt}$?")
    assert "t does not occur" in reply.questions[0]


CLOSED = r"Consider $\dot x = Ax + Bu$, $u=-Kx$, and $V(x)=x^TPx$ with $P$ symmetric."


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        (r"\dot V=x^T((A-BK)^TP+P(A-BK))x", "right"),
        (r"\dot V=x^T(A^TP+PA-K^TB^TP-PBK)x", "right"),
        (r"\dot V=x^T(A^TP+PA)x+2x^TPBu", "right"),
        (r"\dot V=x^T(A^TP+PA-KBP-PBK)x", "wrong"),
        (r"\dot V=x^T((A+BK)^TP+P(A+BK))x", "wrong"),
    ],
)
def test_claims_with_a_feedback_that_the_text_gives(claim: str, status: str) -> None:
    assert [each.status for each in ask(f"{CLOSED} Is ${claim}$?").claims] == [status]


def test_what_an_equation_says_of_a_matrix_itself_is_not_filled_in() -> None:
    text = r"Let $E=\frac12x^TQx$ with $Q$ symmetric, $\dot x=Ax$ and $A=-A^T$. What is $\dot E$?"
    assert [str(each.value) for each in ask(text).made] == ["x'*Q*A*x"]


def test_a_gradient_flow_is_not_filled_in() -> None:
    text = (
        r"Let $\dot x = -\nabla f(x)$, $f(x)=\frac12 x^TAx$ with $A$ symmetric. What is $\dot f$?"
    )
    assert [str(each.value) for each in ask(text).made] == ["-x'*A^2*x"]


def test_what_is_said_behind_a_flow_is_not_said_of_its_letter() -> None:
    text = (
        r"Let $V(x)=x^TPx$ with $\dot x=Ax$, $P$ symmetric. "
        r"Is $\dot V=\frac{\partial V}{\partial x}^T\dot x=x^T(A^TP+PA)x$?"
    )
    assert [claim.status for claim in ask(text).claims] == ["right"]
