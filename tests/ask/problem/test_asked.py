"""Which derivatives a text asks for, and which its answers are."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (
            r"Let $F(X)=X^3$ for $X\in\mathbb{R}^{n\times n}$. What is the differential $dF$? "
            r"I would think it's $3X^2\,dX$.",
            "wrong",
        ),
        (
            r"Let $F(X)=X^{-1}$. What is the differential $dF$? "
            r"I think it is $-X^{-1}\,dX\,X^{-1}$.",
            "right",
        ),
        (r"Let $f(x)=\|Ax-b\|^2$. The derivative? I get $2(Ax-b)^TA\,dx$.", "right"),
    ],
)
def test_an_answer_may_be_a_differential(text: str, status: str) -> None:
    reply = ask(text)
    assert [claim.status for claim in reply.claims] == [status]
    assert "Not used" not in reply.text("short")


ENERGIES = r"Let $U(q) = \frac12q^TKq$ and $T(v) = \frac12v^TMv$ with symmetric $K$ and $M$. "


@pytest.mark.parametrize(
    "words",
    [
        r"Compute $\nabla U(q)$ and $\partial T/\partial v$.",
        r"Find $\nabla U(q)$ and $\frac{\partial T}{\partial v}$.",
        r"The force is $F = -\nabla U(q)$, the momentum $p = \partial T/\partial v$. Compute both.",
        r"Compute $F = -\nabla U(q)$ and $p = \nabla T(v)$.",
    ],
)
def test_each_function_has_its_own_variable(words: str) -> None:
    reply = ask(ENERGIES + words)
    assert {name: str(x) for name, x in reply.results.items()} == {"q": "K*q"}
    assert [{n: str(x) for n, x in d.answers.items()} for d in reply.further] == [{"v": "M*v"}]
    assert [str(made.value) for made in reply.made] == (["-K*q"] if "F =" in words else [])
