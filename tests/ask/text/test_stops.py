"""Full stops inside of formulas end a sentence."""

import pytest

import matgrad as mg
from matgrad.app.ask.text.segments import MATH
from matgrad.app.ask.text.stops import with_stops

LOSS = r"L=-\sum_{i,j}Y_{ij}\log P_{ij}."
LABELS = r"Let $P=\mathrm{softmax}(XW)$ row-wise. With one-hot labels $Y$ the loss is"


@pytest.mark.parametrize(
    ("begin", "end"),
    [("$$", "$$"), (r"\[", r"\]"), (r"\begin{equation}", r"\end{equation}"), ("$", "$")],
)
@pytest.mark.parametrize("words", ["It follows that", "A short calculation shows that", "Hence"])
def test_the_next_sentence_makes_no_open_fact_of_this_one(begin: str, end: str, words: str) -> None:
    text = rf"{LABELS} {begin}{LOSS}{end} {words} $\nabla_WL=X^T(P-Y)$."
    (claim,) = mg.ask(text).claims
    assert claim.status == "right"


@pytest.mark.parametrize(
    "text",
    [
        r"Let $$f(x) = x^2,$$ so that $f' = 2x$.",
        r"Let $$f(x) = x^2.$$ where $x$ is a number.",
        r"$$x_1, x_2, ...$$ Then",
        "See below. $$ L = x^2 $$ Then",
        "`x.` Then",
    ],
)
def test_other_signs_stay_where_they_are(text: str) -> None:
    assert with_stops(text, MATH) == text
