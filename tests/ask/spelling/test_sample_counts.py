"""The letter by which a text counts its samples is the length of y, and of nothing else."""

import pytest

from matgrad.app.ask import ask

MEAN = "mse = mean((X w - y)^2)"
COUNTED = [
    f"gradient of {MEAN} w.r.t. w: is it 2 X'(Xw - y) or do i have to divide by n?",
    f"gradient of {MEAN} w.r.t. w with n samples?",
    f"{MEAN} over n data points. gradient wrt w?",
    f"{MEAN}, where n is the number of samples. gradient wrt w?",
]


@pytest.mark.parametrize("text", COUNTED, ids=range(len(COUNTED)))
def test_the_gradient_is_divided_by_that_letter(text: str) -> None:
    reply = ask(text)
    assert "∂mse/∂w = 2Xᵀr/n" in reply.text("short")
    assert "y has n entries, one for each sample" in reply.text("short")


@pytest.mark.parametrize(("claim", "status"), [("2/n X'(Xw-y)", "right"), ("2 X'(Xw-y)", "wrong")])
def test_a_claim_with_it_is_judged(claim: str, status: str) -> None:
    (found,) = ask(f"{MEAN} over n data points. gradient wrt w? is it {claim}?").claims
    assert found.status == status


@pytest.mark.parametrize(
    "text",
    [
        "L = ||Wx - y||^2 for one of n samples. gradient wrt W?",
        r"Let $L=\|Xw-y\|^2$ with $X\in\mathbb{R}^{m\times n}$. Divide by $m$? Gradient wrt $w$?",
    ],
)
def test_nothing_is_declared_twice_or_of_one_sample(text: str) -> None:
    assert "one for each sample" not in ask(text).text("short")
