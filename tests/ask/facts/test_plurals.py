"""Letters in the plural."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize("words", [r"both $A$s are symmetric", r"where the $A$'s are symmetric"])
def test_a_letter_in_the_plural_stands_for_all_with_numbers(words: str) -> None:
    reply = ask(rf"Let $f(x)=x^TA_1A_2x$, {words}. Gradient with respect to $x$?")
    assert str(reply.results["x"]) == "(A1*A2 + A2*A1)*x"
