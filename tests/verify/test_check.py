from dataclasses import replace

import pytest

from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.derive import gradient
from matgrad.ops import entry, frobenius, mean, relu, square, symbol
from matgrad.verify.check import check

A, x, b = symbol("A", "m", "n"), symbol("x", "n"), symbol("b", "m")


def test_a_derivation_gets_one_verdict_for_lines_and_result() -> None:
    verdict = check(gradient(Problem(mean(square(A @ x - b))), [x, A]))
    assert verdict.ok
    assert verdict.status.startswith("exact + real (")
    assert verdict.details[0].endswith(" exact")


def test_a_wrong_line_spoils_the_verdict() -> None:
    trace = gradient(Problem(mean(square(A @ x - b))), [x])
    *others, last = trace.steps
    assert check(replace(trace, steps=(*others, replace(last, after=-last.after)))).wrong


def test_a_constant_may_have_the_name_of_the_function() -> None:
    f = symbol("f", "n")
    assert check(gradient(Problem(frobenius(f, square(x)), name="f"), [x])).ok


WEIGHTS, z = symbol("W", 100, 784), symbol("z", 784)


@pytest.mark.parametrize(
    "f",
    [mean(square(relu(WEIGHTS @ z))), frobenius(WEIGHTS @ z, WEIGHTS @ z), entry(z, 77) ** 2],
    ids=["mean", "square", "entry"],
)
def test_large_sizes_are_checked_with_small_ones(f: Expr) -> None:
    verdict = check(gradient(Problem(f), [z]))
    assert verdict.ok
    assert "784 as" in verdict.details[-1]


def test_a_wrong_derivation_with_large_sizes_does_not_pass() -> None:
    trace = gradient(Problem(frobenius(z, z)), [z])
    wrong = replace(trace, results={"z": z}, forms={})
    assert not check(wrong).ok
