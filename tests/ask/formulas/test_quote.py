"""Formulas of the text are quoted with the signs of their commands."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.formulas.quote import readable


@pytest.mark.parametrize(
    ("latex", "shown"),
    [
        (r"\log X + I", "log X + I"),
        (r"\det (X)", "det(X)"),
        (r"t \le 0", "t ≤0"),
        (r"x_1,\dots,x_n", "x₁,…,x_n"),
        (r"\frac{\partial L}{\partial \hat W}", "∂L/∂W\N{COMBINING CIRCUMFLEX ACCENT}"),
    ],
)
def test_commands_are_signs_or_words(latex: str, shown: str) -> None:
    assert readable(latex) == shown


def test_a_command_in_a_message_is_a_word() -> None:
    text = ask(r"What is the gradient of $\verb x$ with respect to $x$?").text("short")
    assert "verb is not a command that is read" in text
