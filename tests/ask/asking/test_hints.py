"""What a hint tells to do is not the question, where the text has one besides."""

import pytest

from matgrad.app.ask import ask


def test_a_hint_does_not_take_over_the_question() -> None:
    reply = ask(
        r"For $p=\mathrm{softmax}(z)$, $z=Wx+b$ and one-hot $y$ let $\ell=-y^T\log p$. Show that "
        r"$\partial\ell/\partial W=(p-y)x^T$ and $\partial\ell/\partial b=p-y$. (Hint: first "
        r"compute $\partial\ell/\partial z$.)"
    )
    assert {*reply.results} == {"W", "b"}
    assert [claim.status for claim in reply.claims] == ["right", "right"]


def test_nor_do_its_words() -> None:
    reply = ask(
        r"Let $f(x)=\|Ax-b\|^2$. Find the gradient with respect to $x$. Hint: write $r=Ax-b$ and "
        "find the gradient with respect to $r$ first."
    )
    assert str(reply.results["x"]) == "2*A'*(A*x - b)"


def test_what_a_hint_tells_is_judged() -> None:
    text = r"Show that $\nabla\log\det X=X^{-T}$. Hint: $\nabla\det X=\det(X)X^{-1}$."
    assert "right" in [claim.status for claim in ask(text).claims]


PARTS = [
    r"$L = \frac12\|y\|^2$, $y = Wx$. $\frac{\partial L}{\partial W} = y x^T$. "
    r"Why is it $x^T$ and not $x$?",
    r"The gradient of $\|Ax-b\|^2$ is $2A^T(Ax-b)$. Why is it $A^T$ and not $A$?",
]


@pytest.mark.parametrize("text", PARTS, ids=range(len(PARTS)))
def test_a_part_of_a_claim_that_is_asked_about_is_no_claim(text: str) -> None:
    assert [claim.status for claim in ask(text).claims] == ["right"]


def test_two_formulas_that_why_sets_against_each_other_are_claims() -> None:
    reply = ask(r"Why is the gradient of $x^TAx$ $(A+A^T)x$ and not $2Ax$?")
    assert [claim.status for claim in reply.claims] == ["right", "wrong"]
