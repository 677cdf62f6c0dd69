"""Units behind numbers are left out, and are no variables."""

import pytest

from matgrad import ask

CASES = [
    ("The potential energy is E = m*g*h with h = 2 m. What is dE/dm? I get 2g.", ["right"]),
    ("The momentum is p = m*v with v = 20 m/s. What is dp/dm? I get 21.", ["wrong"]),
    ("The kinetic energy is E = 0.5*m*v^2. What is dE/dv for m = 2 kg and v = 3 m/s? I get 6.",
     ["right"]),
    (r"A car of mass $m$ moves at $v = 20\,\mathrm{m/s}$. Its energy is $E = \frac12mv^2$. Is "
     r"$\frac{dE}{dm} = 200$?", ["right"]),
    ("The area is A = l*w with l = 2 w. What is dA/dw? I get 4w.", ["right"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), CASES, ids=range(len(CASES)))
def test_a_number_with_a_unit_is_a_number(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


def test_a_letter_that_may_be_a_unit_is_asked_about() -> None:
    (question,) = ask("Let E = m*g*h with h = 2 m. What is dE/dm?").questions
    assert question.startswith("Is m a unit in h = 2 m, or the variable?")
