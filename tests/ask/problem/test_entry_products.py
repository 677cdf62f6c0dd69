r"""A letter beside \odot of which nothing is said is no number."""

import pytest

import matgrad as mg


@pytest.mark.parametrize(
    ("text", "results"),
    [
        (r"Let $L = \|\gamma\odot x + \beta\|^2$ with $x\in\mathbb{R}^d$. Gradient by $\gamma$?",
         {"gamma": "2*(x .* (gamma .* x + beta))"}),
        (r"Let $y=\gamma\odot x$, $L=a^Ty$, where $x$ is a vector. $\partial L/\partial\gamma$?",
         {"gamma": "a .* x"}),
        (r"Let $y = \gamma\odot Wx$ and $L = a^T y$. What is $\partial L/\partial\gamma$?",
         {"gamma": "a .* (W*x)"}),
        (r"Layer norm: $y=\gamma\odot\hat x+\beta$ with $\hat x=(x-\mu)/\sigma$, $L = a^Ty$. What "
         r"are the gradients of $L$ with respect to $\gamma$ and $\beta$?",
         {"gamma": "(a .* (x - mu))/sigma", "beta": "a"}),
        (r"Let $L = \|S \odot X\|_F^2$ with $X\in\mathbb{R}^{m\times n}$. $\partial L/\partial S$?",
         {"S": "2*(S .* X.^2)"}),
    ],
)  # fmt: skip
def test_both_sides_of_a_product_of_entries_have_one_shape(
    text: str, results: dict[str, str]
) -> None:
    reply = mg.ask(text)
    assert {name: str(x) for name, x in reply.results.items()} == results


def test_a_number_that_is_called_one_stays_one() -> None:
    text = (
        r"Let $L = \|s\odot x\|^2$ where $s$ is a scalar and $x$ a vector. $\partial L/\partial s$?"
    )
    assert mg.ask(text).results["s"].is_scalar


def test_what_fits_no_vector_is_asked() -> None:
    reply = mg.ask(r"Let $y = \gamma\odot x$ and $L = y^2$. What is $\partial L/\partial\gamma$?")
    assert not reply.results
    assert "γ" in reply.questions[0]
