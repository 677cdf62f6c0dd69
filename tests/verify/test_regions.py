"""A claim about a function with pieces is compared on all of them."""

import pytest

import matgrad as mg
from matgrad.verify.found import ClaimReport

Case = tuple[str, str, dict[str, tuple[str, ...]], tuple[str, ...]]

NUMBER: dict[str, tuple[str, ...]] = {"x": ()}
VECTOR: dict[str, tuple[str, ...]] = {"x": ("n",)}
MATRIX: dict[str, tuple[str, ...]] = {"x": ("n", "n")}
ONE_PIECE: list[Case] = [  # claims that hold on one piece only
    ("max(x, 1000)", "0", NUMBER, ()),
    ("max(x, 10^70)", "0", NUMBER, ()),
    ("relu(-x - 10^6)", "0", NUMBER, ()),
    ("relu(x - 10) - 2*relu(x - 21/2) + relu(x - 11)", "0", NUMBER, ()),
    ("max(log(x), 10)", "0", NUMBER, ()),
    ("max(1/x, 1000)", "0", NUMBER, ()),
    ("max(exp(x), 10^9)", "0", NUMBER, ()),
    ("round(x/100)*x", "0", NUMBER, ()),
    ("sqrt((x - 1000)^2)", "-1", NUMBER, ()),
    ("max(x, 3)", "0", NUMBER, ("positive",)),
    ("abs(x - 50)", "-1", NUMBER, ("positive",)),
    ("sum(max(x, 3))", "zeros(n)", VECTOR, ("nonnegative",)),
    ("abs(tr(x) - 30)", "-I(n)", MATRIX, ("invertible",)),
    ("abs(tr(x) - 3000)", "-I(n)", MATRIX, ("positive_definite",)),
    ("abs(logdet(x) - 100)", "-inv(x)'", MATRIX, ()),
    ("max(logdet(x), 20)", "zeros(n, n)", MATRIX, ()),
]
EVERYWHERE: list[Case] = [
    ("abs(x)", "sign(x)", NUMBER, ()),
    ("abs(x)", "1", NUMBER, ("positive",)),
    ("abs(x'*x)", "2*x", VECTOR, ()),
    ("max(sin(x), 2)", "0", NUMBER, ()),
    ("round(x/10^5)", "0", NUMBER, ()),
    ("relu(x - 1)", "(1 + sign(x - 1))/2", NUMBER, ()),
    ("max(x)", "onehot_max(x)", VECTOR, ()),
]


def checked(
    f: str, claim: str, shapes: dict[str, tuple[str, ...]], facts: tuple[str, ...]
) -> ClaimReport:
    return mg.check(f, "x", claim, shapes=shapes, assume={"x": list(facts)})


@pytest.mark.parametrize("case", ONE_PIECE, ids=[f"{case[0]} {case[1]}" for case in ONE_PIECE])
def test_a_claim_for_one_piece_is_wrong(case: Case) -> None:
    assert checked(*case).status == "wrong"


@pytest.mark.parametrize("case", EVERYWHERE, ids=[f"{case[0]} {case[1]}" for case in EVERYWHERE])
def test_a_claim_for_all_pieces_is_right(case: Case) -> None:
    assert checked(*case).status == "right"


def test_a_condition_that_explains_nothing_is_not_offered() -> None:
    report = mg.check("abs(x'*A*x - 50)", "x", "-2*A*x", assume={"A": ["symmetric"]})
    assert "only if" not in report.slip


def test_a_side_that_was_not_met_is_named() -> None:
    report = checked("sum(relu(n - 60)*x)", "zeros(n)", VECTOR, ())
    assert report.status == "undecided"
    assert "where n - 60 < 0; not decided beyond" in report.slip


def test_what_cannot_move_has_no_derivative_to_be_wrong() -> None:
    report = checked("y'*x", "2*y", {"x": ("n",), "y": ("n",)}, ("onehot",))
    assert report.status == "undecided"
    assert "cannot move" in report.slip


def test_a_function_that_is_flat_to_many_digits_is_not_constant() -> None:
    assert checked("tanh(x - 1000)", "0", NUMBER, ()).status == "wrong"


def test_a_tiny_value_is_shown_as_what_it_is() -> None:
    shown = str(checked("exp(-1000 - x^2)", "0", NUMBER, ()))
    assert "right is -3.71" in shown


def test_what_differs_in_no_digit_shown_is_shown_as_a_sum() -> None:
    assert "right is 1 + " in str(checked("x*tanh(1000 + x^2)", "1", NUMBER, ()))
