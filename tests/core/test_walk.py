"""Traversals: loops over distinct nodes."""

import sys

from matgrad.core.expr import Expr
from matgrad.core.walk import (
    count,
    dependents,
    depth,
    fold,
    moves,
    postorder,
    substitute,
    symbols,
    users,
    with_differentials,
)
from matgrad.ops import add, differential_symbol, exp, matmul, symbol

x, y = symbol("x", "n"), symbol("y", "n")
A = symbol("A", "n", "n")


def deep(layers: int) -> Expr:
    node = x
    for _ in range(layers):
        node = exp(A @ node)
    return node


def test_arguments_come_before_their_users() -> None:
    node = exp(A @ x) + x
    order = {n: i for i, n in enumerate(postorder(node))}
    assert all(order[arg] < order[n] for n in order for arg in n.args)


def test_a_shared_node_is_visited_once() -> None:
    node = x
    for _ in range(50):
        node = add(node, exp(node))
    assert count(node) < 200


def test_walks_do_not_recurse() -> None:
    limit = sys.getrecursionlimit()
    node = deep(20_000)
    assert depth(node) == 40_001
    assert substitute(node, {x: y}) is not node
    assert sys.getrecursionlimit() == limit


def test_skipped_nodes_hide_what_only_they_reach() -> None:
    inner = A @ x
    assert x not in postorder(exp(inner), skip={inner})


def test_a_walk_does_not_enter_what_it_is_told_not_to() -> None:
    node = matmul(A, exp(A @ x))
    assert x not in postorder(node, into=lambda n: n.op is not exp)


def test_substitution_happens_everywhere_at_once() -> None:
    assert substitute(x + y, {x: y, y: x}) is y + x


def test_symbols_in_order_of_appearance() -> None:
    assert symbols(A @ x + y) == [A, x, y]


def test_dependents_contain_a_source() -> None:
    node = exp(A @ x) + y
    assert dependents((node,), {y}) == {node, y}


def test_fold_uses_what_is_known_already() -> None:
    sizes = {x: 100}
    assert fold(exp(x), lambda _, below: 1 + sum(below), sizes) == 101


def test_users_count_repeated_use() -> None:
    assert users(add(x, x))[x] == 2


def test_differentials_are_replaced_and_what_holds_none_stays() -> None:
    dx, dA = differential_symbol(x), differential_symbol(A)
    line = matmul(A, A, dx) + matmul(dA, x)
    assert moves(line)
    assert not moves(matmul(A, x))
    assert with_differentials(line, {dx: x}) is matmul(A, A, x) + matmul(dA, x)
    assert with_differentials(line, {dx: x, dA: A}) is substitute(line, {dx: x, dA: A})
