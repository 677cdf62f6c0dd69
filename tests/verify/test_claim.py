from collections.abc import Callable
from fractions import Fraction

import pytest

from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.ops import (
    asin,
    exp,
    frobenius,
    hadamard,
    inv,
    log,
    logdet,
    matmul,
    norm2,
    number,
    power,
    scale,
    size,
    sqrt,
    symbol,
    total,
    trace,
    unspecified,
    vec,
)
from matgrad.verify.claim import ClaimReport, check_claim

x, v, t = symbol("x", "n"), symbol("v", "n"), symbol("t")
A, X, S = symbol("A", "n", "n"), symbol("X", "n", "n"), symbol("S", "n", "n", facts=["symmetric"])
FORM = frobenius(x, A @ x)
TRUE = (A + A.T) @ x


def claimed(f: Expr, wrt: Expr, claim: Expr, result: Expr) -> ClaimReport:
    return check_claim(Problem(f), wrt, claim, result)


def test_another_way_to_write_it_is_right() -> None:
    assert claimed(FORM, x, A @ x + A.T @ x, TRUE).status == "right"


def test_an_addition_theorem_is_right() -> None:
    f = exp(t + number(1))
    assert claimed(f, t, exp(t) * exp(number(1)), f).status == "right"


def test_zero_is_not_called_a_multiple() -> None:
    assert "times" not in claimed(FORM, x, scale(number(0), x), TRUE).slip


def test_what_holds_of_numbers_alone_is_no_condition() -> None:
    B, C, D = (symbol(name, "n", "n") for name in "BCD")
    R = A @ B @ C - D
    f = scale(number("1/2"), power(norm2(vec(R)), 2))
    found = claimed(f, B, R @ C.T @ A.T, A.T @ R @ C.T)
    assert found.status == "wrong"
    assert "only if D" not in found.slip


def test_a_row_instead_of_a_column_is_right_up_to_layout() -> None:
    assert claimed(frobenius(v, x), x, v.T, v).status == "right up to layout"


def test_an_unprojected_gradient_by_a_symmetric_matrix_is_right_by_convention() -> None:
    half = scale(number("1/2"), A + A.T)
    assert claimed(trace(A @ S), S, A, half).status == "right by convention"


SLIPS = [
    (FORM, x, 2 * TRUE, TRUE, "the claim is 2 times the right answer"),
    (FORM, x, -TRUE, TRUE, "the sign is wrong"),
    (FORM, x, scale(size("n"), TRUE), TRUE, "the claim is n times the right answer"),
    (FORM, x, 2 * (A @ x), TRUE, "the claim is right if A is symmetric, but not in general"),
    (FORM, x, A @ x, A @ x + A.T @ x, "the term Aᵀx is missing"),
    (FORM, x, A @ x - A.T @ x, TRUE, "the term −Aᵀx has the wrong sign"),
    (FORM, x, A @ x + A.T @ x + v, TRUE, "the term v is too much"),
    (FORM, x, 2 * (S @ x) + 2 * (A @ x), 2 * (S @ (x + A @ x)), "the factor S is missing in the"),
    (logdet(X), X, inv(X), inv(X).T, "the claim is the transpose of the right answer"),
    (trace(A @ X @ S), X, matmul(A, S), matmul(A.T, S), "A should be transposed"),
    (total(hadamard(A, X, S)), X, matmul(A, S), hadamard(A, S), "an elementwise product"),
    (frobenius(x, x), x, total(x), 2 * x, "the claim is 1×1, the right answer n×1"),
]


@pytest.mark.parametrize(("f", "wrt", "claim", "result", "slip"), SLIPS, ids=range(len(SLIPS)))
def test_the_usual_slips_are_named(
    f: Expr, wrt: Expr, claim: Expr, result: Expr, slip: str
) -> None:
    inputs = f if v not in {claim, *claim.args} else f + frobenius(v, v)
    report = claimed(inputs, wrt, claim, result)
    assert report.status == "wrong"
    assert slip in report.slip


def test_a_wrong_exponent_is_named() -> None:
    t, c = symbol("t"), symbol("c")
    report = claimed(power(t + c, -1), t, scale(c, power(t + c, -1)), scale(c, power(t + c, -2)))
    assert report.slip == "1/(t + c) should be 1/(t + c)²"


def test_the_counterexample_is_small_and_can_be_redone_by_hand() -> None:
    report = claimed(frobenius(x, x), x, x, 2 * x)
    found = report.counterexample
    assert found is not None
    assert found.sizes == {"n": 1}
    (entry,) = found.inputs["x"][0]
    assert found.claimed == [[entry]]
    assert found.true == [[str(2 * int(entry))]]


OUTSIDE = [  # a function with a domain, a wrong derivative, the right one, what is positive
    (log(1 - t), 1 / (1 - t), -1 / (1 - t), lambda t: 1 - t),
    (log(t * t - 9), 1 / t, 2 * t / (t * t - 9), lambda t: t * t - 9),
    (sqrt(t - 100), 1 / sqrt(t - 100), 1 / (2 * sqrt(t - 100)), lambda t: t - 100),
    (asin(t), 1 / (1 - t * t), 1 / sqrt(1 - t * t), lambda t: 1 - t * t),
]


@pytest.mark.parametrize(("f", "claim", "result", "inside"), OUTSIDE, ids=range(len(OUTSIDE)))
def test_a_counterexample_lies_inside_of_the_domain(
    f: Expr, claim: Expr, result: Expr, inside: Callable[[Fraction], Fraction]
) -> None:
    found = claimed(f, t, claim, result).counterexample
    assert found is not None
    assert inside(Fraction(found.inputs["t"][0][0])) > 0


def test_a_covariance_in_a_counterexample_is_positive_definite() -> None:
    f = logdet(S) + frobenius(x, inv(S) @ x)
    wrong = inv(S) - 2 * inv(S) @ x @ x.T @ inv(S) + hadamard(S, S)
    found = claimed(f, S, wrong, inv(S) - inv(S) @ x @ x.T @ inv(S)).counterexample
    assert found is not None
    assert all(Fraction(row[i]) > 0 for i, row in enumerate(found.inputs["S"]))


def test_large_sizes_are_compared_as_small_ones() -> None:
    y = symbol("y", 500)
    assert claimed(frobenius(y, y), y, 2 * y, y + y).right
    assert claimed(frobenius(y, y), y, y, 2 * y).slip == "the claim is 1/2 times the right answer"


@pytest.mark.parametrize("power", [1000, 1000000])
def test_what_is_lost_beside_other_numbers_is_still_a_difference(power: int) -> None:
    tiny = scale(exp(number(-power)), x)
    found = claimed(frobenius(x, x), x, 2 * x + tiny, 2 * x)
    assert found.slip == f"it differs from the right answer by exp(−{power}) x"


def test_numbers_that_cancel_are_no_difference() -> None:
    tiny = scale(exp(number(-1000)), x)
    assert claimed(frobenius(x, x), x, 2 * x + tiny - tiny, 2 * x).status == "right"


def test_a_square_jacobian_is_right_up_to_layout_if_it_is_transposed() -> None:
    assert claimed(A @ x, x, A.T, A).status == "right up to layout"
    assert claimed(A @ x, x, 2 * A.T, A).status == "wrong"


def test_a_gradient_by_a_square_matrix_must_not_be_transposed() -> None:
    found = claimed(trace(A @ X), X, A, A.T)
    assert found.slip == "the claim is the transpose of the right answer"


def test_a_counterexample_tells_the_values_of_functions_that_are_only_named() -> None:
    f = total(unspecified("sigma", x))
    found = claimed(f, x, unspecified("sigma", x), unspecified("sigma", x, 1)).counterexample
    assert found is not None
    assert [*found.inputs] == ["x", "σ(x)", "σ′(x)"]
    assert (found.inputs["σ(x)"], found.inputs["σ′(x)"]) == (found.claimed, found.true)
