from collections.abc import Sequence

import numpy as np
import pytest

from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.errors import ParseError
from matgrad.ops import (
    adj,
    det,
    exp,
    eye,
    frobenius,
    inv,
    logdet,
    number,
    power,
    relu,
    scale,
    step,
    symbol,
    total,
    trace,
    unspecified,
)
from matgrad.render import text
from matgrad.verify.result import Answer, check_result

A, X, S = symbol("A", "n", "n"), symbol("X", "n", "n"), symbol("S", "n", "n", facts=["symmetric"])
B, x, b = symbol("B", "m", "n"), symbol("x", "n"), symbol("b", "m")
RESIDUAL = B @ x - b
LEAST_SQUARES = Problem(frobenius(RESIDUAL, RESIDUAL))
NORMAL = scale(number(2), B.T @ RESIDUAL)


def answer(f: Expr, wrt: Expr, result: Expr, kind: str = "gradient") -> Answer:
    return Answer(Problem(f), (wrt,), {wrt.name: result}, kind)


def code(B: np.ndarray, x: np.ndarray, b: np.ndarray) -> np.ndarray:
    return 2 * B.T @ (B @ x - b)


RIGHT = [
    answer(frobenius(RESIDUAL, RESIDUAL), x, NORMAL),
    answer(logdet(X), X, inv(X).T),
    answer(det(X), X, adj(X).T),
    answer(total(relu(B @ x)), x, B.T @ step(B @ x)),
    answer(total(unspecified("f", B @ x)), x, B.T @ unspecified("f", B @ x, 1)),
    answer(trace(A @ S), S, scale(number("1/2"), A + A.T)),
]


@pytest.mark.parametrize("right", RIGHT, ids=lambda a: text(a.problem.function))
def test_a_right_gradient_is_exact_and_real(right: Answer) -> None:
    verdict = check_result(right)
    assert verdict.ok
    assert verdict.status.startswith("exact + real (")


@pytest.mark.parametrize("right", RIGHT, ids=lambda a: text(a.problem.function))
@pytest.mark.parametrize("factor", [-1, 2, 0, "1000000001/1000000000"])
def test_a_wrong_factor_is_caught(right: Answer, factor: int | str) -> None:
    results = {name: scale(number(factor), G) for name, G in right.results.items()}
    assert check_result(Answer(right.problem, right.wrt, results)).wrong


def test_the_gradient_by_a_symmetric_matrix_must_be_symmetric() -> None:
    assert check_result(answer(trace(A @ S), S, A.T)).wrong


def test_a_jacobian_has_the_outputs_as_rows() -> None:
    f = power(B @ x, 2)
    J = symbol("B", "m", "n")
    assert not check_result(answer(f, x, J, "jacobian")).ok
    assert check_result(answer(B @ x, x, B, "jacobian")).ok


def test_a_hessian_is_checked_to_second_order() -> None:
    f = exp(frobenius(x, A @ x))
    M = A + A.T
    H = scale(f, M) + scale(f, M @ x @ x.T @ M)
    assert check_result(answer(f, x, H, "hessian")).ok
    assert check_result(answer(f, x, H + eye("n"), "hessian")).wrong
    assert check_result(answer(f, x, scale(number(2), f, A), "hessian")).wrong


def test_a_result_that_prints_as_something_else_is_caught() -> None:
    def transposing(G: Expr) -> Sequence[Expr]:
        return [G, inv(X)]

    assert check_result(answer(logdet(X), X, inv(X).T), transposing).wrong


def test_a_result_that_cannot_be_read_is_not_verified() -> None:
    def unreadable(G: Expr) -> Sequence[Expr]:
        raise ParseError("what is this?")

    verdict = check_result(answer(logdet(X), X, inv(X).T), unreadable)
    assert not verdict.ok
    assert verdict.status == "not verified: the result does not read back: what is this?"


def test_code_is_run() -> None:
    verdict = check_result(Answer(LEAST_SQUARES, (x,), {"x": NORMAL}), compiled=code)
    assert verdict.status.endswith(" + code")


@pytest.mark.parametrize(
    "wrong",
    [
        lambda B, x, b: -code(B, x, b),
        lambda B, x, b: code(B, x, b) * (1 + 1e-6),
        lambda B, x, b: code(B, x, b)[:-1],
        lambda B, x, b: code(B, x, b) * np.nan,
        lambda B, x, b: B @ b,
    ],
    ids=["sign", "small error", "shape", "nan", "fails"],
)
def test_wrong_code_is_caught(wrong: object) -> None:
    assert callable(wrong)
    verdict = check_result(Answer(LEAST_SQUARES, (x,), {"x": NORMAL}), compiled=wrong)
    assert verdict.wrong
    assert "the code" in verdict.details[0]


def test_a_result_must_exist_where_the_function_does() -> None:
    s = symbol("s")
    f = scale(s, logdet(A.T @ A))
    assert check_result(answer(f, s, scale(number(2), logdet(A)))).wrong


def test_a_name_without_meaning_is_not_verified() -> None:
    verdict = check_result(answer(total(x), x, symbol("z", "n")))
    assert not verdict.ok
    assert verdict.status.startswith("not verified")
