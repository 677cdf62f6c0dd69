"""Derivatives that economists name by a noun, and the letters that a text gives to the nouns."""

import pytest

import matgrad as mg
from matgrad.app.ask import Reply

FIRM = "Cost is C(q) = q^2 and revenue is R(q) = 50q - q^2. "
MARKED = "Let $C(q) = q^3$ be the total cost and $R(q) = 10q$ the revenue. "
JUDGED = [
    (FIRM + "Find marginal cost and marginal revenue. I get 2q and 50 - 2q.", ["right", "right"]),
    (FIRM + "The marginal cost MC = 2q and the marginal revenue MR = 50.", ["right", "wrong"]),
    (FIRM + "The marginal cost is MC(q) = q.", ["wrong"]),
    (FIRM + "What is the marginal revenue MR = R'(q)? I get MR = 50 - 2q.", ["right"]),
    (FIRM + "What is the marginal revenue MR = dR/dq? I get MR = 50 - q.", ["wrong"]),
    (MARKED + "The marginal cost is $3q^2$. The marginal revenue is $9$.", ["right", "wrong"]),
    ("AC(q) = q + 5/q for C(q) = q^2 + 5. Find the marginal cost. I get MC = 2q.", ["right"]),
]


@pytest.mark.parametrize(("text", "statuses"), JUDGED, ids=range(len(JUDGED)))
def test_they_are_derivatives_of_what_the_noun_names(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == statuses


def functions(reply: Reply) -> list[str]:
    derived = [*reply.derivations, *reply.further]
    return [d.trace.origin.problem.name for d in derived]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (FIRM + "What is marginal cost?", ["C"]),
        (FIRM + "What are marginal cost and marginal revenue?", ["C", "R"]),
        (FIRM + "Find the marginal cost and the marginal revenue. The profit is P(q) = R(q) - C(q)."
         " Is P'(q) = 0 at q = 12.5?", ["P", "C", "R"]),
    ],
)  # fmt: skip
def test_each_of_them_is_answered(text: str, names: list[str]) -> None:
    assert sorted(functions(mg.ask(text))) == sorted(names)


@pytest.mark.parametrize(
    "words",
    ["of x and of y", "of $x$ and of $y$", "of good x, and of good y", "of x and y"],
)
def test_both_variables_of_a_list_are_asked_for(words: str) -> None:
    reply = mg.ask(rf"Let U(x,y) = x^2 y. Find the marginal utility {words}.")
    assert [*reply.results] == ["x", "y"]


def test_where_marginal_quantities_are_equal_is_said_not_to_be_computed() -> None:
    (line,) = mg.ask(FIRM + "When is marginal cost equal to marginal revenue?").questions
    assert line.startswith("Where derivatives are equal is not computed")


def test_a_marginal_rate_that_is_written_out_is_worked_out() -> None:
    reply = mg.ask(
        r"Let $U(x,y) = x^2y$. What is the marginal rate of substitution $\frac{U_x}{U_y}$?"
    )
    assert not reply.questions
