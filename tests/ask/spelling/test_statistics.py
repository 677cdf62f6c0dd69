"""Means and variances of entries, as programs write them."""

import pytest

import matgrad as mg
from tests.ask.reading import function_of

FUNCTIONS = [
    (
        "bn: y = gamma * (x - mean(x)) / sqrt(var(x) + eps) + beta. dy/dx?",
        "(gamma .* (x - mean(x)*ones(n)))/sqrt(var(x) + eps) + beta",
    ),
    ("rmsnorm: y = x / sqrt(mean(x^2) + eps) * g. dy/dx?", "(x/sqrt(mean(x.^2) + eps)) .* g"),
    ("L = sum((x - mean(x))^2). dL/dx?", "sum((x - mean(x)*ones(n)).^2)"),
    ("L = 0.5 * sum(x^2) + c*mean(x). dL/dx?", "sum(x.^2)/2 + c*mean(x)"),
    ("L = sum((y - X*b)^2). Gradient wrt b?", "sum((y - X*b).^2)"),
    ("x is a scalar. L = sum(x^2). dL/dx?", "sum(x^2)"),
]


@pytest.mark.parametrize(("text", "function"), FUNCTIONS, ids=range(len(FUNCTIONS)))
def test_what_is_averaged_is_a_vector(text: str, function: str) -> None:
    assert function_of(text) == function


def test_a_standardised_vector() -> None:
    (made,) = mg.ask("z = (x - mean(x))/std(x). dz/dx?").results.values()
    assert str(made.shape) == "n×n"


def test_what_is_summed_is_no_number_where_vectors_do_not_fit() -> None:
    reply = mg.ask("f(a) = sum((a - b) .* (exp(a) - exp(sum(a)))). Gradient wrt a?")
    assert not reply.results


@pytest.mark.parametrize(("claim", "is_right"), [("g - mean(g)", True), ("g", False)])
def test_a_mean_is_taken_from_each_entry_beside_claims_too(claim: str, is_right: bool) -> None:
    text = f"y = x - mean(x), x is a vector, c a scalar. Given g = dL/dy, is dL/dx = {claim}?"
    assert [each.is_right for each in mg.ask(text).claims] == [is_right]
