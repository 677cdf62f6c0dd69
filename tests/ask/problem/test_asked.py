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
