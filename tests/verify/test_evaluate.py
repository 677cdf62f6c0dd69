import pytest

from matgrad.ops import inv, sin, symbol
from matgrad.verify.arithmetic import OutsideDomain, Undecided
from matgrad.verify.evaluate import evaluate, value_of
from matgrad.verify.field import Field


def test_a_graph_ten_thousand_deep_is_evaluated() -> None:
    F, x = Field({}), symbol("x")
    F.values[x] = [[3]]
    node = x
    for _ in range(10_000):
        node = sin(node)
    assert isinstance(value_of(F, node)[0][0], int)


def test_the_reason_for_a_missing_value_reaches_everything_above_it() -> None:
    F, A, B = Field({"n": 2}), symbol("A", "n", "n"), symbol("B", "n", "n")
    F.values[A] = [[1, 2], [2, 4]]
    F.values[B] = F.eye(2)
    top = inv(A) @ B
    memo = evaluate(F, [top, B @ B], {})
    assert isinstance(memo[top], OutsideDomain)
    assert memo[top] is memo[inv(A)]
    assert memo[B @ B] == F.eye(2)


def test_a_symbol_without_a_value_is_undecided() -> None:
    with pytest.raises(Undecided, match="x has no value"):
        value_of(Field({}), symbol("x"))
