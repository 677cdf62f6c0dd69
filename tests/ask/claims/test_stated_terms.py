"""A name in a claim may be known only by what the text says a term of the function is."""

import pytest

from matgrad.app.ask import ask

SMOOTH = (
    r"Let $f(x) = \|x-y\|^2 + \lambda\sum_{i=1}^{n-1}(x_{i+1}-x_i)^2$ with $x\in\mathbb{R}^n$. "
)
SIZED = (
    r"Let $D$ be the $(n-1)\times n$ difference matrix, "
    r"so that the second term is $\lambda\|Dx\|^2$. "
)
SUM = r"With the difference matrix $D$ the sum is $\|Dx\|^2$. "
EQUAL = r"Write $\sum_{i=1}^{n-1}(x_{i+1}-x_i)^2 = \|Dx\|^2$ with a matrix $D$. "
RIGHT = r"Then the gradient is $2(x-y) + 2\lambda D^TDx$."


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (SMOOTH + SIZED + RIGHT, "right"),
        (SMOOTH + SUM + RIGHT, "right"),
        (SMOOTH + EQUAL + RIGHT, "right"),
        (SMOOTH + SIZED + r"I get $\nabla f(x) = 2(x-y) + \lambda D^TDx$.", "wrong"),
        (SMOOTH + SIZED + r"I get $\nabla f(x) = 2(x-y) + 2\lambda Dx$.", "wrong"),
        (SMOOTH + SUM + r"I get $\nabla f(x) = 2(x-y) + 2\lambda Dx$.", "undecided"),
        (SMOOTH + r"The penalty can be written as $\lambda x^TLx$. Here $L$ is symmetric. "
         r"Is the gradient $2(x-y) + 2\lambda Lx$?", "right"),
        (SMOOTH + r"The penalty can be written as $\lambda x^TLx$. "
         r"Is the gradient $2(x-y) + 2\lambda Lx$?", "undecided"),
    ],
)  # fmt: skip
def test_a_claim_is_judged_by_the_term_that_the_text_states(text: str, status: str) -> None:
    reply = ask(text)
    assert [claim.status for claim in reply.claims] == [status]
    assert not reply.unused


def test_a_term_of_the_gradient_is_no_term_of_the_function() -> None:
    reply = ask(
        SMOOTH + r"In the gradient the second term is $2\lambda Kx$. Is it $2x - 2y + 2Kx$?"
    )
    assert [claim.status for claim in reply.claims] == ["not checked"] * 2
