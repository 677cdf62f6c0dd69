"""What an answer is said to need is tested: without it, some point must speak up."""

from dataclasses import replace

import pytest

import matgrad as mg
from matgrad.core.expr import Condition
from matgrad.verify.check import check

NEEDY = [
    "logdet(X)", "tr(inv(X))", "sum(log(x))", "sum(1 ./ x)", "sum(sqrt(x))", "x'*y/norm2(x)",
    "1/(x'*x)", "sum(sylvester(s, s, s) .* x)", "logdet(X*X' - I(n))", "sum(log(-x))",
]  # fmt: skip


@pytest.mark.parametrize("function", NEEDY)
def test_conditions_that_are_left_out_are_missed(function: str) -> None:
    trace = mg.gradient(function, "X" if "X" in function else "x").trace
    assert any("tested at" in words for words in check(trace).details)
    without = check(replace(trace, conditions=()))
    assert any("do not suffice" in words for words in without.details)


def test_a_condition_that_never_holds_is_told() -> None:
    trace = mg.gradient("sum(log(x))", "x").trace
    (condition,) = trace.conditions
    never = Condition("positive", -condition.subject, "{0} > 0")
    found = check(replace(trace, conditions=(condition, never)))
    assert any("−x > 0 holds at no point" in words for words in found.details)


@pytest.mark.parametrize(
    ("function", "facts"),
    [("norminf(R)", {"R": "skew"}), ("norminf(softmax_rows(R) ./ exp(R))", {})],
)
def test_what_is_at_a_tie_everywhere_is_not_verified(function: str, facts: dict[str, str]) -> None:
    verdict = mg.gradient(function, "R", assume=facts).verdict
    assert not verdict.ok
    assert any("two entries are equal" in words for words in verdict.details)


def test_the_value_at_a_tie_is_no_missing_condition() -> None:
    details = mg.jacobian("min(M)*s", "s").verdict.details
    assert not any("suffice" in words for words in details)
