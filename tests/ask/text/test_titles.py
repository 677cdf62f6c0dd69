"""A title is a sentence of its own, also where no full stop ends it."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.text.titles import with_titles

QUADRATIC = (
    "Let $A$ be symmetric. What is the gradient of $x^TAx$ with respect to $x$? I get $2Ax$."
)


@pytest.mark.parametrize(
    "title",
    [
        "Quadratic form\n\n",
        "Energy of a spring network\n",
        "**Quadratic form**\n\n",
        "### Derivative of a quadratic form\n\n",
        "<h2>Quadratic forms</h2>\n",
        "\\section*{Quadratic forms: a warm-up}\n",
        "(Quadratic forms, easy) ",
        "Exercise 3 (Quadratic forms) ",
        "Q4. [Rayleigh] ",
        "**Gradient of $x^TAx$**\n\n",
        "Hello everyone,\n\n",
        "Quadratic form gradient\n\n",
        "A simple loss function\n\n",
    ],
)
def test_the_first_sentence_says_what_it_says_without_the_title(title: str) -> None:
    reply = ask(title + QUADRATIC)
    assert {name: str(x) for name, x in reply.results.items()} == {"x": "2*A*x"}
    assert [claim.status for claim in reply.claims] == ["right"]


@pytest.mark.parametrize(
    "text",
    [
        "A question on gradients\n\n$A$ is a symmetric matrix.",
        "Gradient of an energy function\n\n$A$ is an $n\\times n$ symmetric matrix.",
        "Quadratic forms in physics\n\n$A$ symmetric, $x$ a vector.",
        "Quadratic forms in physics\n\n$x\\in\\mathbb{R}^n$ and $A$ is symmetric.",
        "Gradient of a quadratic objective\n\n\\(A\\) denotes a symmetric matrix.",
        "Two quadratic forms\n\n$A$ and $B$ are symmetric.",
    ],
)
def test_a_body_that_begins_with_a_name_says_what_it_is(text: str) -> None:
    reply = ask(f"{text} What is the gradient of $x^TAx$ with respect to $x$?")
    assert str(reply.results["x"]) == "2*A*x"


@pytest.mark.parametrize(
    "text",
    [
        "It is well known that\n\n$A$ is symmetric.",
        "Find the gradient of the quadratic form\n\n$x^TAx$ with respect to $x$.",
        "I want the gradient of\n\n$$x^TAx$$\n\nwith respect to $x$.",
        "The loss that we minimise is given by\n\nSum over i of (y_i - w'x_i)^2.",
        "**Exercise 2**\n\nLet $A$ be symmetric.",
        "Consider the function\n\nIt is f(x) = x'x.",
        "Some words: and more\n\nLet A be symmetric.",
        "Let f(x) = x'x.\n\nFind the gradient.",
        "What is the derivative of x'Ax (in matrix form) If A is symmetric?",
    ],
)
def test_a_sentence_that_goes_on_has_no_title(text: str) -> None:
    assert with_titles(text) == text


def test_a_title_is_not_part_of_what_is_differentiated() -> None:
    reply = ask(
        "**Fitting a line: derivative of the squared error**\n\nGiven i.i.d. samples in the rows of"
        " $X$, the error is $f(w) = \\|Xw - y\\|^2$. How do I differentiate with respect to $w$?"
    )
    assert str(reply.results["w"]) == "2*X'*(X*w - y)"


def test_a_noun_in_a_title_is_no_property_that_is_left_out() -> None:
    reply = ask("**Trace of a Gram matrix**\n\nWhat is the gradient of $\\|X\\|_F^2$?")
    assert not reply.understood.notes


def test_a_function_of_the_title_is_not_derived_twice() -> None:
    reply = ask(
        "**How do I differentiate $\\operatorname{tr}(XA)$?**\n\nA paper has"
        " $\\nabla_X\\operatorname{tr}(X)$ and $\\nabla_X\\operatorname{tr}(AX)$. What are these?"
    )
    assert len(reply.derivations) + len(reply.further) == 2
    assert "tr(AX) is the same function as F" in reply.understood.notes


def test_a_shortened_word_does_not_end_a_title() -> None:
    text = "Derivative of a determinant w.r.t. a scalar\n\nLet A be a matrix."
    assert with_titles(text).startswith("Derivative of a determinant w.r.t. a scalar.\n")


@pytest.mark.parametrize(
    "text",
    [
        "Derivative of log determinant of $A + xx^T$\n\nWhat is the gradient of "
        "$f(x) = \\log\\det(A + xx^T)$ with respect to $x$, where $A$ is symmetric?",
        "Derivative of the trace of $xx^T$\n\nFind the gradient of "
        "$f(x) = \\operatorname{tr}(xx^T)$.",
        "Gradient of the squared norm of $Ax - b$\n\nLet $f(x) = \\|Ax-b\\|^2$. "
        "What is its gradient?",
    ],
)
def test_a_function_that_a_title_puts_into_words_is_that_of_the_text(text: str) -> None:
    reply = ask(text)
    assert [d.trace.origin.problem.name for d in reply.derivations] == ["f"]
    assert not reply.further
    assert not reply.unused
