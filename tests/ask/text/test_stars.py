"""What a text says of the star of its typed formulas is heard."""

import pytest

import matgrad as mg
from tests.ask.reading import function_of

ROWS = [
    ("Gradient of f(x) = a*x + b where * is elementwise product, a in R^n.", "a .* x + b"),
    ("Gradient of f(x) = sum(a*x) where * means elementwise multiplication", "sum(a .* x)"),
    ('Gradient of ||a*x - b||^2 wrt x, where "*" is element-wise.', "norm2(a .* x - b)^2"),
    ("Gradient of ||a*x - b||^2 wrt x ($*$ is the Hadamard product).", "norm2(a .* x - b)^2"),
    ("Gradient of ||2*a*x - b||^2 wrt x, where * is elementwise.", "norm2(2*(a .* x) - b)^2"),
    ("Gradient of ||A*x - b||^2 wrt x where * is the matrix product.", "norm2(A*x - b)^2"),
]


@pytest.mark.parametrize(("text", "meant"), ROWS, ids=range(len(ROWS)))
def test_a_star_is_what_the_text_calls_it(text: str, meant: str) -> None:
    assert function_of(text) == meant


def test_a_claim_with_such_a_star_is_judged_alike() -> None:
    text = "Gradient of f(x) = ||a*x - b||^2 wrt x, * is elementwise. I get 2*a*(a*x-b)."
    assert [claim.status for claim in mg.ask(text).claims] == ["right"]


def test_a_star_that_is_a_convolution_is_asked_about() -> None:
    (question,) = mg.ask("Gradient of ||a*x - b||^2 wrt x where * denotes convolution.").questions
    assert "notation is not read" in question
