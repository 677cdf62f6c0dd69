"""Expressions: interned, immutable, checked."""

import gc
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from matgrad.core.calculus import adjoint
from matgrad.core.expr import Expr, catalogue, operator
from matgrad.errors import ShapeError, UnsupportedError
from matgrad.ops import add, exp, hadamard, inv, matmul, number, scale, symbol, trace

A, B = symbol("A", "m", "n"), symbol("B", "n", "k")
M, N = symbol("M", "n", "n"), symbol("N", "n", "n")
x, c = symbol("x", "n"), symbol("c")


def test_equal_expressions_are_identical() -> None:
    assert A @ B is matmul(A, B)
    assert symbol("A", "m", "n") is A


def test_a_symbol_with_other_facts_is_another_symbol() -> None:
    assert symbol("M", "n", "n", facts=("symmetric",)) is not M


def test_the_digest_of_a_symbol_with_facts_is_the_same_in_every_run() -> None:
    told = "from matgrad.ops import symbol; facts = ('invertible', 'symmetric', 'toeplitz')"
    code = f"{told}; print(symbol('M', 'n', 'n', facts=facts).digest)"
    found = {
        subprocess.check_output(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
        )
        for seed in (1, 2, 3)
    }
    assert len(found) == 1


def test_products_and_sums_are_flat() -> None:
    assert (M @ N) @ M is M @ (N @ M)
    assert (M + N) + M is M + (N + M)


def test_scalar_factors_have_one_order() -> None:
    assert scale(c, number(2), A) is scale(number(2), c, A)


def test_constructors_do_not_simplify() -> None:
    assert (M - M).op is add
    assert inv(inv(M)).op is inv


def test_a_product_with_a_scalar_scales() -> None:
    assert (c @ A).op is scale
    assert ((x.T @ x) @ A).op is scale


def test_shapes_are_checked_with_both_sizes_named() -> None:
    with pytest.raises(ShapeError, match="k and m differ"):
        matmul(B, A)
    with pytest.raises(ShapeError, match="m and n differ"):
        trace(A)
    with pytest.raises(ShapeError, match="shapes differ"):
        hadamard(A, B)


def test_expressions_are_immutable() -> None:
    with pytest.raises(AttributeError):
        A.shape = B.shape  # pyright: ignore[reportAttributeAccessIssue]


def test_expressions_are_not_pickled() -> None:
    with pytest.raises(UnsupportedError, match="cannot be pickled"):
        pickle.dumps(A)


def test_unused_expressions_are_freed() -> None:
    def count() -> int:
        gc.collect()
        return sum(type(thing) is Expr for thing in gc.get_objects())

    before = count()
    node = x
    for _ in range(1000):
        node = exp(node + x)
    assert node.size > 1000
    del node
    assert count() <= before + 5


def test_threads_make_the_same_node() -> None:
    def build(_: int) -> Expr:
        node = x
        for _ in range(200):
            node = exp(node) + x
        return node

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(build, range(8)))) == 1


def test_an_operator_is_declared_once() -> None:
    with pytest.raises(ValueError, match="declared twice"):
        operator("add")


def test_an_operator_has_one_derivative_fact() -> None:
    with pytest.raises(ValueError, match="derivative facts"):
        operator("both", adjoints=(), partials=())
    assert "both" not in catalogue


def test_every_operator_but_leaves_has_exactly_one_derivative_fact_and_a_reason() -> None:
    for op in catalogue.values():
        facts = [op.adjoints is not None, op.partials is not None]
        assert sum(facts) == (0 if op.is_leaf else 1), op
        assert op.is_leaf or op.why, op
        assert op.doc, op


def test_a_missing_adjoint_is_an_error_not_a_zero() -> None:
    with pytest.raises(UnsupportedError, match="no adjoint"):
        adjoint(exp(x), 0, x)


def test_size_of_a_shared_tree_is_what_would_be_printed() -> None:
    node = M
    for _ in range(10):
        node = inv(node + node)
    assert node.size > 1000
