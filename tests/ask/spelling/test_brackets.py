import pytest

import matgrad as mg

CLAIMS = [
    ("Let f(x,y) = x^2*y + y^3. Compute the gradient at (1,2). Is it (4, 13)?", ["right"]),
    (
        "Let f(x,y) = x^2 + 3xy. I computed the gradient at the point (1,2) and got (7, 3).",
        ["wrong"],
    ),
    ("f(x, y) = x^3 y. What is the Hessian at (1,1)? Is it [[6,3],[3,0]]?", ["right"]),
    ("Check:\n1) d/dx (a^T x) = a\n2) d/dX det(X) = det(X) X^{-1}", ["right", "wrong"]),
]


@pytest.mark.parametrize(("text", "verdicts"), CLAIMS, ids=range(len(CLAIMS)))
def test_lists_in_brackets_are_formulas(text: str, verdicts: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == verdicts


def test_a_list_of_rows_is_a_matrix() -> None:
    reply = mg.ask("What is the gradient of f(x) = x^T A x at x = (1, 1)^T for A = [[1,2],[3,4]]?")
    assert str(reply.at[0].values["x"]) == "[7; 13]"


def test_brackets_with_words_stay_words() -> None:
    text = "Let f(x) = x^T A x (see 1, 2). What is the gradient with respect to x?"
    assert str(mg.ask(text).results["x"]) == "(A + A')*x"
