"""Powers of entries, where the text says that they are; that of a norm is one of a number."""

import pytest

from matgrad.app.ask.formulas.entrywise import entrywise
from tests.ask.reading import function_of


@pytest.mark.parametrize(
    ("latex", "read"),
    [
        ("x^2", r"x^{\odot 2}"),
        (r"\|x\|_4^4", r"\|x\|_4^4"),
        (r"\|x^2\|_{4}^{4} + x^3", r"\|x^{\odot 2}\|_{4}^{4} + x^{\odot 3}"),
        (r"\lVert x\rVert^2", r"\lVert x\rVert^2"),
    ],
)
def test_powers_are_those_of_entries_but_of_a_norm(latex: str, read: str) -> None:
    assert entrywise(latex) == read


@pytest.mark.parametrize("more", ["", " I get $4x^3$ where the power is elementwise."])
def test_a_norm_to_its_own_power_is_a_sum(more: str) -> None:
    assert function_of(rf"What is the gradient of $\|x\|_4^4$?{more}") == "sum(abs(x).^4)"
