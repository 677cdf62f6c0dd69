"""Names from elsewhere lead to something that can be written here."""

import re

import pytest

import matgrad as mg
from matgrad.syntax.hints import HINTS

FORMULAS = "ce bce leakyrelu attention batchnorm dropout concat argmax tracenorm".split()


@pytest.mark.parametrize("name", FORMULAS)
def test_what_is_proposed_can_be_read(name: str) -> None:
    formula = re.split(r" with | for |; (?=argmax)|, (?=with|or)", HINTS[name])[0]
    assert mg.parse(formula.rstrip(","))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("bce(y, X*w)", "p = sigmoid(z)"),
        ("sum(leaky_relu(W*x))", "max(x, 0.01*x)"),
        ("sum(x > 0)", "step(x)"),
    ],
)
def test_the_hint_says_what_to_write(text: str, words: str) -> None:
    with pytest.raises(mg.MatgradError) as caught:
        mg.gradient(text, "W")
    assert words in (caught.value.hint or "")
