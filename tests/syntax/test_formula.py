"""One formula in which every name is given, in each way in which it can be read."""

import pytest

from matgrad import ops
from matgrad.core.shape import shape_of
from matgrad.errors import UnknownNameError
from matgrad.render import text as written
from matgrad.syntax import read_formula

X, A, x, y = (
    ops.symbol(*each) for each in (("X", "n", "n"), ("A", "m", "n"), ("x", "n"), ("y", "n"))
)
KNOWN = {"X": X, "A": A, "x": x, "y": y}


@pytest.mark.parametrize(
    ("formula", "readings"),
    [
        ("2A^TAx", ["2*A'*A*x"]),
        (r"2A^\top Ax", ["2*A'*A*x"]),
        ("1/x", ["1 ./ x"]),
        ("X^2", ["X^2", "X.^2"]),
        ("|X|", ["det(X)", "abs(X)"]),
        ("x*y", ["x .* y"]),
        ("X*X", ["X*X", "X .* X"]),
        ("diag(X)", ["diag(X)", "Diag(diag(X))"]),
        ("e^X", ["expm(X)", "exp(X)"]),
        ("A'1", ["A'*ones(m)"]),
        ("A + 1", ["A + 1"]),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_a_formula_has_these_readings(formula: str, readings: list[str]) -> None:
    assert [written(each.value) for each in read_formula(formula, KNOWN)] == readings


def test_what_has_any_size_is_as_large_as_it_has_to_be() -> None:
    (eye,) = read_formula("I", KNOWN, shape=X.shape)
    (zero,) = read_formula("0", KNOWN, shape=A.shape)
    assert eye.value is ops.eye("n")
    assert zero.value.shape == shape_of("m", "n")


def test_free_indices_give_the_entries_of_a_whole() -> None:
    (found,) = read_formula("A_ji", KNOWN, free=("i", "j"))
    assert found.value is A.T


def test_every_name_has_to_be_known() -> None:
    with pytest.raises(UnknownNameError, match="unknown name z"):
        read_formula("2z", KNOWN)
