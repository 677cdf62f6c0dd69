"""Kinks that a power above 1 takes away are no conditions of a first derivative."""

import pytest

import matgrad as mg

SMOOTH = ["norm2(relu(A*x - b))^2", "sum(relu(x) .* relu(x))", "abs(a'*x)^3", "sum(relu(x) .^ 2)"]
KINKED = [
    "sum(relu(x))",
    "norm2(relu(x))",
    "sum(abs(x))^2",
    "sum(relu(x) .^ 2 + relu(x))",
    "z = relu(A*x); z'*z + sum(z)",
]


@pytest.mark.parametrize("function", SMOOTH)
def test_a_square_has_no_kink(function: str) -> None:
    assert mg.gradient(function, "x").assumptions == ()


@pytest.mark.parametrize("function", KINKED)
def test_other_kinks_are_said(function: str) -> None:
    words = [each.words for each in mg.gradient(function, "x").assumptions]
    assert any("to be differentiable" in each for each in words)


def test_its_second_derivative_jumps() -> None:
    (condition,) = mg.hessian("relu(a'*x)^2", "x").assumptions
    assert "differentiable" in condition.words


@pytest.mark.parametrize(
    ("assume", "answer"), [({}, "adj(X)'"), ({"X": "invertible"}, "det(X)*inv(X)'")]
)
def test_the_determinant_of_an_invertible_matrix(assume: dict[str, str], answer: str) -> None:
    assert str(mg.gradient("det(X)", "X", assume=assume).answers["X"]) == answer
