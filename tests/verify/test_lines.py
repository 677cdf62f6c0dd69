from dataclasses import replace

import pytest

from matgrad.core.expr import Expr
from matgrad.core.steps import Phase, Problem, Step, Trace
from matgrad.derive import gradient
from matgrad.ops import exp, frobenius, matmul, number, relu, scale, sin, symbol, total, transpose
from matgrad.verify.lines import check_lines

x, W1, W2 = symbol("x", "n"), symbol("W1", "m", "n"), symbol("W2", "k", "m")
y = sin(W2 @ sin(W1 @ x))
NETWORK = Problem(frobenius(y, y))


def trace_of(step: Step, wrt: Expr = x) -> Trace:
    return Trace("gradient", Problem(total(step.before)), (wrt,), (), (step,), {}, {}, {}, ())


def line(before: Expr, after: Expr) -> Step:
    return Step(Phase.LINE, before, after, "rule", "why")


def test_every_line_of_a_derivation_is_exact() -> None:
    report = check_lines(gradient(NETWORK, [x, W1]))
    assert report.ok
    assert set(report.statuses) == {"exact"}


def damaged(trace: Trace, i: int) -> Trace:
    step = trace.steps[i]
    steps = list(trace.steps)
    steps[i] = replace(step, after=scale(number(2), step.after))
    return replace(trace, steps=tuple(steps))


TRACE = gradient(NETWORK, [x])


@pytest.mark.parametrize("i", range(len(TRACE.steps)))
def test_a_wrong_step_is_caught_wherever_it_is(i: int) -> None:
    report = check_lines(damaged(TRACE, i))
    assert report.wrong
    assert f"step {i + 1} " in report.details[0]


def test_a_wrong_result_is_caught() -> None:
    results = {"x": -TRACE.results["x"]}
    assert check_lines(replace(TRACE, results=results)).wrong


def test_an_addition_theorem_is_settled_by_real_numbers() -> None:
    s, t = symbol("s"), symbol("t")
    report = check_lines(trace_of(line(exp(s) * exp(t), exp(s + t)), wrt=s))
    assert report.statuses == ("real",)


def test_a_wrong_theorem_is_not() -> None:
    s, t = symbol("s"), symbol("t")
    report = check_lines(trace_of(line(exp(s) * exp(t), exp(s - t)), wrt=s))
    assert report.statuses == ("wrong",)


def test_a_product_that_does_not_commute_is_caught() -> None:
    A, B = symbol("A", "n", "n"), symbol("B", "n", "n")
    assert check_lines(trace_of(line(matmul(A, B), matmul(B, A)), wrt=A)).wrong


def test_a_transpose_of_a_symmetric_matrix_may_be_dropped() -> None:
    A = symbol("A", "n", "n", facts=["symmetric"])
    assert check_lines(trace_of(line(transpose(A), A), wrt=A)).ok


def test_both_sides_of_a_kink_are_seen() -> None:
    s = symbol("s")
    for seed in range(10):
        assert check_lines(trace_of(line(relu(s), s), wrt=s), seed).wrong
        assert check_lines(trace_of(line(relu(s), number(0)), wrt=s), seed).wrong


def test_a_name_that_stands_for_nothing_is_undecided() -> None:
    report = check_lines(trace_of(line(total(x), total(symbol("z", "n")))))
    assert not report.ok
    assert report.statuses == ("undecided",)
