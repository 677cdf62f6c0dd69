"""Dots between letters of which nothing is said: vectors or numbers, told or asked."""

import pytest

from matgrad import ask

ASKED = [
    r"Gradient of $(a\cdot x)x$ wrt $x$",
    r"What is the derivative of $a\cdot b\cdot x$ with respect to $x$?",
    r"Derivative of $a\cdot x\cdot x$ wrt $x$",
    "gradient of (a·x) x wrt x",
]
TOLD = [
    (r"Let $x\in\mathbb{R}^n$. Gradient of $(a\cdot x)x$ wrt $x$", "(a'*x)*I(n) + x*a'"),
    (r"Let $x$ be a vector. Gradient of $a\cdot x\;x$ with respect to $x$?", "(a'*x)*I(n) + x*a'"),
    (r"Derivative of $\mathbf{a}\cdot\mathbf{x}\;\mathbf{x}$ wrt $\mathbf{x}$?",
     "(a'*x)*I(n) + x*a'"),
    (r"Gradient of $a\cdot x\, b\cdot x$ w.r.t. $x$?", "(a'*x)*b + (b'*x)*a"),
    ("derivative of a*b*x wrt x", "a*b"),
    ("derivative of a*x*x wrt x", "2*a*x"),
    (r"Derivative of $k\cdot x\cdot y$ by $x$, all numbers", "k*y"),
    (r"Derivative of $k\cdot x\cdot y$ by $x$, where all letters are numbers.", "k*y"),
]  # fmt: skip


@pytest.mark.parametrize("text", ASKED, ids=range(len(ASKED)))
def test_it_is_asked(text: str) -> None:
    reply = ask(text)
    assert not reply.results
    assert "a product of vectors or of numbers?" in reply.questions[0]


@pytest.mark.parametrize(("text", "answer"), TOLD, ids=range(len(TOLD)))
def test_it_is_told(text: str, answer: str) -> None:
    assert str(ask(text).results["x"]) == answer


def test_a_claim_with_transposes_is_about_vectors() -> None:
    reply = ask(r"Is the gradient of $a\cdot x\;x$ with respect to $x$ equal to $a^Tx I + xa^T$?")
    assert [claim.status for claim in reply.claims] == ["right"]
    assert "a, x are read as vectors" in reply.text("short")


STARS = [
    ("f = 0.5*k*m*||x||^2. df/dx?", "k*m*x"),
    ("f = c*s*(a'x). Gradient wrt x?", "c*s*a"),
    ("f = k*m*exp(a'x). Gradient wrt x?", "k*m*exp(a'*x)*a"),
    ("f = ||x||^2*k*m/2. Gradient wrt x?", "k*m*x"),
    ("f = a*(1-r)*||x||^2. Gradient wrt x, a vector?", "2*a*(1 - r)*x"),
    ("f = w*x + ||x||^2. Gradient wrt x?", "w + 2*x"),
    ("f = k·m ||x||^2. Gradient wrt x?", "2*(k'*m)*x"),
    ("f = k*m*||x||^2 with k and m vectors. Gradient wrt x?", "2*(k'*m)*x"),
]


@pytest.mark.parametrize(("text", "answer"), STARS, ids=range(len(STARS)))
def test_a_star_of_letters_that_are_no_vectors_is_a_product_of_numbers(
    text: str, answer: str
) -> None:
    assert str(ask(text).results["x"]) == answer
