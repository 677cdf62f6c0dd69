"""A claim is not judged by a variable that is asked about only later."""

import pytest

import matgrad as mg

F = r"Let $f(w)=\|Xw-y\|^2$. "
RIGHT = [
    (F + r"I get $2X^T(Xw-y)$ for the gradient. And with respect to $y$?", "y"),
    (F + r"The Hessian is $2X^TX$. What is the gradient with respect to $y$?", "y"),
    (r"Let $f=\|Xw-y\|^2$. Then $\nabla f=2X^T(Xw-y)$. And with respect to $y$?", "y"),
    (r"For $f(w)=w^TAw$ the gradient is $(A+A^T)w$. But what is $\partial f/\partial A$?", "A"),
]


@pytest.mark.parametrize(("text", "asked"), RIGHT, ids=range(len(RIGHT)))
def test_a_claim_before_the_question_is_about_the_own_variable(text: str, asked: str) -> None:
    reply = mg.ask(text)
    assert [*reply.results] == [asked]
    assert [(each.status, each.words) for each in reply.claims] == [("right", "with respect to w")]


def test_a_wrong_claim_before_the_question_is_compared_with_the_own_variable() -> None:
    (claim,) = mg.ask(F + "The gradient is $X^T(Xw-y)$. And with respect to $y$?").claims
    assert claim.status == "wrong"
    assert claim.words.startswith("with respect to w; the claim is 1/2 times")


def test_a_claim_behind_the_question_is_about_what_is_asked() -> None:
    text = r"Let $f=x^TAx$. What is $\partial f/\partial A$? I think $(A+A^T)x$."
    assert [claim.status for claim in mg.ask(text).claims] == ["wrong"]


def test_each_claim_has_the_variable_of_its_own_sentence() -> None:
    text = (
        r"For $f(A,x)=\|Ax\|^2$ the gradient in $x$ is $2A^TAx$. "
        r"What is it in $A$? I'd guess $2Axx^T$."
    )
    reply = mg.ask(text)
    assert [*reply.results] == ["x", "A"]
    assert [claim.status for claim in reply.claims] == ["right", "right"]


def test_what_is_told_is_not_asked() -> None:
    reply = mg.ask(F + r"The Hessian is $2X^TX$. What is the gradient with respect to $y$?")
    assert reply.derivations[0].kind == "gradient"


@pytest.mark.parametrize(
    "text",
    [
        r"Let $$f(A)=\|AB-C\|_F^2.$$ According to my notes, $$\nabla f(A) = 2A^T(AB-C).$$",
        r"With $f(X)=\|Xb-a\|^2$, differentiating gives $2X^T(Xb-a)$, which seems off to me.",
    ],
)
def test_the_gradient_of_a_function_with_arguments_is_none_by_another_variable(text: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == ["wrong"]


def test_answers_by_parts_of_the_function_are_judged_in_their_order() -> None:
    reply = mg.ask(
        r"Let $y=Ax$, $z=\tanh(y)$ and $E=\frac12\|z-t\|^2$. What are $\partial E/\partial z$, "
        r"$\partial E/\partial y$, $\partial E/\partial A$? I have $2(z-t)$, $(z-t)\odot(1-z^2)$ "
        r"and $((z-t)\odot(1-z^2))x^T$."
    )
    assert [each.status for each in reply.claims] == ["wrong", "right", "right"]
    assert [each.words.partition(";")[0][-1] for each in reply.claims] == ["z", "y", "A"]
