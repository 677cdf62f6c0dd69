"""Counterexamples that people can redo, where what is assumed has room."""

import pytest

import matgrad as mg


@pytest.mark.parametrize(("function", "wrt", "claim", "fact"), [
    ("u'*A*u", "u", "A*u", "unit"),
    ("b'*u", "u", "2*b", "unit"),
    ("b'*p", "p", "2*b + p", "simplex"),
    ("tr(B*Q)", "Q", "2*B", "orthogonal"),
    ("tr(B*S)", "S", "2*B", "skew"),
])  # fmt: skip
def test_a_variable_that_cannot_move_at_size_one_is_shown_at_a_larger_one(
    function, wrt, claim, fact
):
    found = mg.check(function, wrt, claim, assume={wrt: [fact]})
    assert found.status == "wrong"
    assert found.counterexample is not None
    assert found.counterexample.sizes["n"] > 1


def test_a_free_variable_is_still_shown_as_a_number():
    found = mg.check("x'*x + b'*x", "x", "x + b").counterexample
    assert found is not None
    assert found.sizes == {"n": 1}
