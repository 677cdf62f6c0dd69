"""Sizes in claims that the text does not introduce."""

import pytest

import matgrad as mg

MEAN = r"Let $L(w) = \mathrm{mean}((Xw-y)^2)$. "


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (rf"{MEAN}Is $\nabla L = \frac{{2}}{{n}}X^T(Xw-y)$?", "right"),
        (rf"{MEAN}Is $\nabla L = \frac{{2}}{{N}}X^T(Xw-y)$?", "right"),
        (rf"{MEAN}Is $\nabla L = \frac{{1}}{{n}}X^T(Xw-y)$?", "wrong"),
        ("loss = mean((X @ w - y)**2). is grad = 2/n * X.T @ (X @ w - y) correct?", "right"),
        (r"Let $f(w) = \|Xw-y\|^2$. Is the gradient $\frac{2}{n}X^T(Xw-y)$?", "wrong"),
        (rf"Let $X\in\mathbb{{R}}^{{m\times n}}$. {MEAN}Is $\nabla L = \frac{{2}}{{n}}X^T(Xw-y)$?",
         "wrong"),
    ],
    ids=["n", "N", "half", "typed", "no mean", "declared"],
)  # fmt: skip
def test_a_size_of_a_claim_may_be_any_that_the_text_leaves_open(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]


def test_the_words_say_which_size_it_is() -> None:
    (claim,) = mg.ask(rf"{MEAN}Is $\nabla L = \frac{{2}}{{n}}X^T(Xw-y)$?").claims
    assert "where n is the length of y" in claim.words
