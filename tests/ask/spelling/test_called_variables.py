"""A noun to which a text gives one letter is that variable."""

import pytest

from matgrad.app.ask import ask

CLASSIFIER = (
    r"With logits $z\in\mathbb{R}^K$, $p = \mathrm{softmax}(z)$ and a one-hot target $y$ the loss"
    r" is $L = -\sum_k y_k\log p_k$. "
)
LAYER = r"Let $L = \|Wx + b - y\|^2$ with weight matrix $W$, bias $b$ and input $x$. "
MEANS = r"Let $f = \|x - \mu\|^2 + \|\mu - m\|^2$ with prior mean $m$. "


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (f"{CLASSIFIER}What is the derivative with respect to the logits?", "z"),
        (f"{CLASSIFIER}Derivative w.r.t. logits?", "z"),
        (f"{LAYER}What is the gradient with respect to the bias?", "b"),
        (f"{LAYER}Gradient wrt the input?", "x"),
        (f"{LAYER}Find the gradient with respect to the weights.", "W"),
        (f"{MEANS}What is the gradient with respect to the prior mean?", "m"),
        (r"Let $f = (x-\mu)^TS(x-\mu)$, where $\mu$ is the mean. Differentiate w.r.t. the mean.",
         "mu"),
    ],
)  # fmt: skip
def test_the_noun_is_its_letter(text: str, name: str) -> None:
    assert [*ask(text).results] == [name]


@pytest.mark.parametrize(
    "text",
    [
        f"{MEANS}What is the gradient with respect to the mean?",
        r"With input $u$ and an input $x$, let $f = u^Tx + x^Tx$. Gradient w.r.t. the input?",
    ],
)
def test_a_noun_that_may_be_another_letter_is_asked_about(text: str) -> None:
    assert ask(text).questions[0].startswith("With respect to which variable?")
