"""A sign of a minimum before a whole formula says what is done with the function."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    ("text", "results"),
    [
        (r"NMF: $\min\|V-WH\|_F^2$. I'd like the partials by W and H.",
         {"W": "-2*(V - W*H)*H'", "H": "-2*W'*(V - W*H)"}),
        (r"gradient of $\min(x)$ wrt $x$", {"x": "onehot_min(x)"}),
        (r"gradient of $\max x$ wrt $x$", {"x": "onehot_max(x)"}),
        (r"gradient of $\max\{0,a^Tx\}$ wrt $x$", {"x": "step(a'*x)*a"}),
    ],
    ids=range(4),
)  # fmt: skip
def test_it_is_no_minimum_of_entries(text: str, results: dict[str, str]) -> None:
    assert {name: str(x) for name, x in ask(text).results.items()} == results


def test_such_that_is_no_factor() -> None:
    reply = ask(r"maximize $w^TSw$ s.t. $w^Tw=1$. Gradient of $w^TSw$ wrt $w$?")
    assert not reply.unused


@pytest.mark.parametrize(
    ("function", "result"),
    [
        (r"L(w) = \frac12(w-w^*)^TH(w-w^*)", "(H + H')*(w - w_opt)/2"),
        (r"L(w) = w^TAw - b^Tw^*", "(A + A')*w"),
    ],
)
def test_an_optimum_beside_the_variable_is_held_fixed(function: str, result: str) -> None:
    reply = ask(rf"Let $w^*$ be the optimum and ${function}$. What is the gradient by $w$?")
    assert str(reply.results["w"]) == result
