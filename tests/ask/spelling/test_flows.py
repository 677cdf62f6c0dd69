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
