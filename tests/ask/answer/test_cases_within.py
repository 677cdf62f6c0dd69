"""Of two cases with the same answer only the wider one is told; zeros are not computed."""

import pytest

from matgrad import ask

QUADRATIC = "whats the gradient of x -> 1/2 x^T P x + q^T x when P is "


@pytest.mark.parametrize(
    "case",
    [
        "symmetric positive definite",
        "positive definite and symmetric",
        "symmetric and positive semidefinite",
        "diagonal and symmetric",
        "symmetric",
    ],
)
def test_a_case_within_another_is_not_told_again(case: str) -> None:
    titles = [each.title for each in ask(QUADRATIC + case).document().sections]
    assert [title for title in titles if title.startswith("If ")] == ["If P is symmetric"]


@pytest.mark.parametrize(
    "words",
    [
        ", and where is it zero",
        " and where does it vanish",
        ", and when is it zero",
        ", where is the gradient zero",
        ". where is it zero",
    ],
)
def test_where_it_is_zero_is_said_not_to_be_computed(words: str) -> None:
    reply = ask(f"{QUADRATIC}symmetric{words}")
    assert any("stationary points are not computed" in line for line in reply.questions)
