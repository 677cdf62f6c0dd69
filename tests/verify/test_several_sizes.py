"""What is called verified was compared at several sizes, not only where matrices are numbers."""

import pytest

import matgrad as mg

ONLY_AT_ONE = "it could be compared where {} = 1 and at no larger sizes"


@pytest.mark.parametrize(
    "text", ["tr(adj(z*z'))", "sum(adj(z*z'))", "a'*adj(z*z')*a", "tr(adj(-2*z*z'))"]
)
def test_what_was_compared_at_size_one_only_is_not_verified(text):
    verdict = mg.gradient(text, "z").verdict
    assert not verdict.ok
    assert ONLY_AT_ONE.format("n") in verdict.status


def test_the_adjugate_of_a_projection_has_no_inverse_beyond_size_one():
    d = mg.differential("adj(s*eigproj_max(N))", "s", {"s": (), "N": ("k", "k")})
    assert ONLY_AT_ONE.format("k") in d.verdict.status
    assert not d.verdict.wrong


@pytest.mark.parametrize("text", ["det(z*z')", "det(-z*z')"])
def test_a_derivative_that_vanishes_at_all_larger_sizes_is_compared_there(text):
    assert mg.gradient(text, "z").verdict.status.startswith("exact + real")


@pytest.mark.parametrize("text", ["sum(sqrt(X))", "sum(log(X - C) .* sqrt(X))"])
def test_roots_of_all_entries_are_compared_exactly_at_larger_sizes(text):
    assert mg.gradient(text, "X", {"X": ("m", "n")}).verdict.status.startswith("exact")
