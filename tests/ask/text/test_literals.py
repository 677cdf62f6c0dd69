"""Vectors and matrices as programs write them, and points that are given by them."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.text.literals import with_literals


@pytest.mark.parametrize(
    ("typed", "lists"),
    [
        ("x = [1; 2; 3]", "x = (1,2,3)"),
        ("A = [1 2; 3 4]", "A = [[1,2],[3,4]]"),
        ("A = [1, -2; 0.5, 1/3]", "A = [[1,-2],[0.5,1/3]]"),
        ("A = [a, b; c, d]", "A = [[a,b],[c,d]]"),
        ("x = [1 2 3]", "x = (1,2,3)"),
        ("x = np.array([1, 2])", "x = [1, 2]"),
        ("x[1; 2]", "x[1; 2]"),
        ("A = [1 2; 3]", "A = [1 2; 3]"),
        ("[see below; it is symmetric]", "[see below; it is symmetric]"),
    ],
)
def test_matrices_of_programs_are_lists(typed: str, lists: str) -> None:
    assert with_literals(typed) == lists


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("What is the gradient of f(x) = ||x||^2 at x = [1; 2; 3]?", ["[2; 4; 6]"]),
        ("What is the gradient of f(x) = ||x||^2 at x = [1 2 3]?", ["[2; 4; 6]"]),
        ("Gradient of tr(A^T A) wrt A, evaluated at A = [1 2; 3 4].", ["[2, 4; 6, 8]"]),
        ("Let f(x) = x'Ax with A = [1 2; 3 4]. Gradient at x = [1 2]^T?", ["[12; 21]"]),
        (
            "Let $f(x) = x^TAx$, $A = [1, 2; 3, 4]$. What is the gradient at $x = [1; 2]$?",
            ["[12; 21]"],
        ),
        ("Find the gradient of f(x,y) = x^2*y at [1, 2].", ["4", "1"]),
        ("Find the gradient of f(x,y) = x^2*y at (x, y) = (1, 2).", ["4", "1"]),
        (r"Find the gradient of $f(x,y) = x^2y$ at $(x, y) = (1, 2)$.", ["4", "1"]),
        ("Find the gradient of f(x,y,z) = x^2*y*z at P(1, 2, 3).", ["12", "3", "2"]),
        ("Find the gradient of f(x,y,z) = x^2*y*z at P = (1, 2, -1).", ["-4", "-1", "2"]),
    ],
)
def test_points_are_typed_in_many_ways(text: str, values: list[str]) -> None:
    (there,) = ask(text).at
    assert [str(value) for value in there.values.values()] == values


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("I get [[2y, 2x], [2x, 6]].", "right"),
        ("I get [2y, 2x; 2x, 6]. Is it right?", "right"),
        ("Is it [[2y, x], [x, 6]]?", "wrong"),
    ],
)
def test_a_typed_matrix_is_an_answer(words: str, status: str) -> None:
    (claim,) = ask(f"Let f(x,y) = x^2 y + 3y^2. Compute the Hessian of f. {words}").claims
    assert claim.status == status
