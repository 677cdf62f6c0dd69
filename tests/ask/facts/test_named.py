"""What is called by its name is that; words of which no use is made are quoted."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    "text",
    [
        r"Let $S$ be the $n\times n$ matrix of ones and $f(x)=x^TSx$. Is $\nabla f=2Sx$?",
        r"Let $J$ be the all-ones matrix and $f(x)=x^TJx$. Is $\nabla f=2Jx$?",
        r"Let $f(x)=x^TJx$ with $J$ the all-ones matrix. Is $\nabla f=2Jx$?",
        r"Let $J\in\mathbb{R}^{n\times n}$ be the all-ones matrix, $f(x)=x^TJx$. $\nabla f=2Jx$?",
        r"Let $e$ be the all-ones vector and $f(x)=\|x-e\|^2$. Is $\nabla f=2(x-\mathbf 1)$?",
        r"Let $e\in\mathbb{R}^n$ be the vector of all ones, $f(x)=\|x-e\|^2$. $\nabla f=2(x-e)$?",
        r"Let $O$ be the zero matrix and $f(x)=x^TOx$. Is $\nabla f=0$?",
        r"Let $E$ be the identity matrix and $f(x)=x^TEx$. Is $\nabla f=2x$?",
        r"Let $E$ be the $n\times n$ identity matrix and $f(X)=\|X-E\|_F^2$. $\nabla f=2(X-I)$?",
    ],
)
def test_a_name_says_what_something_is(text: str) -> None:
    (claim,) = ask(text).claims
    assert claim.is_right


@pytest.mark.parametrize(
    "words",
    [
        "close to the identity matrix",
        "not the identity matrix",
        "a multiple of the identity matrix",
        "the identity matrix plus $B$",
    ],
)
def test_what_is_near_a_name_is_not_it(words: str) -> None:
    (claim,) = ask(rf"Let $f(x)=x^TEx$, where $E$ is {words}. Is $\nabla f=2x$?").claims
    assert not claim.is_right


def test_words_that_nothing_was_made_of_are_quoted() -> None:
    words = "$A$ and $B$ with symmetric inverses"
    reply = ask(rf"Let $f(x)=x^TAx+x^TBx$, {words}. Is $\nabla f=2Ax+2Bx$?")
    assert any(line.startswith("not used: “") for line in reply.to_json()["understood"])


@pytest.mark.parametrize(
    "text",
    [
        r"Let $A$ be symmetric and $f(x)=x^TAx$. What is the gradient?",
        r"Let $f(x)=x^TAx$ with a symmetric matrix. The gradient? Is the Hessian symmetric?",
        r"Let $f(x)=x^TAx$, where $A$ is not symmetric. What is the gradient?",
    ],
)
def test_words_that_were_heard_are_not_quoted(text: str) -> None:
    assert not any("not used: “" in line for line in ask(text).to_json()["understood"])
