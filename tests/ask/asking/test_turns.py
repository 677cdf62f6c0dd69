"""Texts that recall the derivative of one function and turn to another."""

import pytest

from matgrad import ask

SINE = r"The derivative of $\sin x$ is $\cos x$, I know. "
LINEAR = r"We know $\nabla (a^Tx) = a$. Now let $F(x) = (a^Tx)^2$. "
CASES = [
    (SINE + r"For $g(x) = \sin 2x$, is it $\cos 2x$?", ["right", "wrong"]),
    (SINE + r"For $g(x) = \sin 2x$, is it $2\cos 2x$?", ["right", "right"]),
    (LINEAR + "Would that be $2a$?", ["right", "wrong"]),
    (LINEAR + "Would that be $2(a^Tx)a$?", ["right", "right"]),
]


@pytest.mark.parametrize(("text", "statuses"), CASES, ids=range(len(CASES)))
def test_what_is_asked_behind_a_turn_is_about_the_new_function(
    text: str, statuses: list[str]
) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


BETWEEN = [
    ("f(A) = x'Ay; f is linear in A so the derivative is xy'. Then what about g(A) = x'A'y? It's "
     "yx', right?", ["right", "right"]),
    (r"Let $f(x) = x^Tx$; its gradient is $x$. What is the gradient of $g(x) = \|x\|^4$? Is it "
     r"$4\|x\|^2x$?", ["wrong", "right"]),
    (r"For $f(A) = \operatorname{tr}(A)$ the derivative is $I$. How about "
     r"$g(A) = \operatorname{tr}(A^2)$?", ["right"]),
    ("I know that the derivative of $f(x) = x^2$ is $2x$. What about $h(x) = x^4$, is it $4x^3$?",
     ["right", "right"]),
    (r"Let $f(x) = x^Tx$. I get $2x$. Let $g(x) = \|x\|$. I get $x$.", ["right", "wrong"]),
    (r"Let $f(x) = x^Tx$ and $h(t) = f(x+td)$. The derivative is $2d^T(x+td)$.", ["right"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), BETWEEN, ids=range(len(BETWEEN)))
def test_what_is_told_between_functions_is_of_the_one_before(
    text: str, statuses: list[str]
) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


@pytest.mark.parametrize(
    ("words", "claim", "status"),
    [
        (r"I can do $\partial f/\partial x$, but not the one for $A$.", "2Axx^T", "right"),
        (r"I know the gradient by $x$. What is the one for $A$?", "2Axx^T", "right"),
        (r"I can do $\partial f/\partial x$, but not the one for $A$.", "Axx^T", "wrong"),
    ],
)
def test_the_one_for_a_variable_is_the_derivative_by_it(
    words: str, claim: str, status: str
) -> None:
    reply = ask(rf"Let $f = x^TA^TAx$. {words} Is it ${claim}$?")
    assert [claim.status for claim in reply.claims] == [status]
    assert str(reply.results["A"]) == "2*A*x*x'"
