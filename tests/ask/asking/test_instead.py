"""Sentences that put another function in the place of the one of the text."""

import pytest

import matgrad as mg

HALF = r"Let $f(x)=\frac12\|Ax-b\|^2$. Then $\nabla f=A^T(Ax-b)$. "
FIRST = r"The cost is $\frac12\|Ax-b\|^2$ with gradient $A^T(Ax-b)$ with respect to $x$. "


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (rf"{FIRST}If I use $\|Ax-b\|^2$ instead, is the gradient still $A^T(Ax-b)$?",
         ["right", "wrong"]),
        (rf"{FIRST}If I use $\|Ax-b\|^2$ instead, is the gradient then $2A^T(Ax-b)$?",
         ["right", "right"]),
        (rf"{HALF}If I use the cost without the half, i.e. $\|Ax-b\|^2$, is the gradient by $x$ "
         r"still $A^T(Ax-b)$?", ["right", "wrong"]),
        (rf"{HALF}If the function were $\|Ax-b\|^2$ instead, would it be $2A^T(Ax-b)$?",
         ["right", "right"]),
        (rf"{HALF}With $g(x)=\|Ax-b\|^2$ instead, is it still $A^T(Ax-b)$?", ["right", "wrong"]),
        (rf"{HALF}What if I replace $f$ by $\|Ax-b\|^2+c^Tx$, do I get $2A^T(Ax-b)+c$?",
         ["right", "right"]),
        (r"NMF: the updates come from $\frac12\|V-WH\|_F^2$. Then $\nabla_H=W^T(WH-V)$ and "
         r"$\nabla_W=(WH-V)H^T$. If I use the cost without the half, i.e. $\|V-WH\|_F^2$, is the "
         r"gradient by $H$ still $W^T(WH-V)$?", ["right", "right", "wrong"]),
    ],
)  # fmt: skip
def test_a_claim_about_the_function_that_is_put_in_its_place(
    text: str, statuses: list[str]
) -> None:
    reply = mg.ask(text)
    assert [claim.status for claim in reply.claims] == statuses
    assert reply.claims[-1].words.startswith("for ")
    assert "Not used" not in str(reply)


def test_the_function_of_the_text_is_the_answer() -> None:
    reply = mg.ask(rf"{FIRST}If I use $\|Ax-b\|^2$ instead, is the gradient still $A^T(Ax-b)$?")
    assert str(reply.results["x"]) == "A'*(A*x - b)"
