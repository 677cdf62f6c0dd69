"""Compositions of a text's functions, which are no products."""

import pytest

import matgrad as mg

WHERE = r"with $g(x) = Ax$ and $\phi(u) = \|u\|^2$"


@pytest.mark.parametrize(
    "text",
    [
        rf"Let $h = \phi\circ g$ {WHERE}. What is the gradient of $h$?",
        rf"Let $h(x) = (\phi\circ g)(x)$ {WHERE}. What is the gradient of $h$?",
        r"Let $g(x) = Ax$, $\phi(u) = \|u\|^2$. What is the gradient of $\phi\circ g$?",
        r"Let $h = f\circ g\circ k$ where $f(u) = u^Tu$, $g(v) = v$, $k(x) = Ax$. Find $\nabla h$.",
        "h = φ∘g with g(x) = Ax and φ(u) = ||u||^2. Gradient of h?",
    ],
)
def test_a_composition_is_a_call(text: str) -> None:
    assert str(mg.ask(text).results["x"]) == "2*A'*A*x"


def test_a_known_function_may_be_the_outer_one() -> None:
    text = r"Let $f = \sigma\circ g$, $g(x) = w^Tx$ and $\sigma$ the sigmoid. What is $\nabla f$?"
    assert str(mg.ask(text).results["x"]) == "sigmoid(w'*x)*(1 - sigmoid(w'*x))*w"


@pytest.mark.parametrize(
    "text",
    [
        r"Let $f(x) = x^Tx$. What is the gradient of $f\circ g$ where $g$ is linear?",
        r"Let $f = \phi\circ g$. Then $\nabla f(x) = J_g(x)^T\nabla\phi(g(x))$. Is this right?",
    ],
)
def test_what_is_composed_with_something_unknown_is_asked(text: str) -> None:
    reply = mg.ask(text)
    assert not reply.results
    assert "the composition" in reply.questions[0]


def test_between_matrices_it_is_the_product_of_entries() -> None:
    reply = mg.ask(r"Let $f = a^T(x\circ y)$. Derivative with respect to $x$?")
    assert str(reply.results["x"]) == "a .* y"
