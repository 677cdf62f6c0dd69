"""Chains of products that are the same from both ends."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

import matgrad as mg
from matgrad import ops as o
from matgrad.codegen import Program, compile_program, program
from matgrad.codegen.plan.program import Options
from matgrad.core.expr import Expr
from matgrad.ops import symbol
from tests.codegen.reference import arrays_for

A, B, C, D = (symbol(name, "n", "n") for name in "ABCD")
x = symbol("x", "n")
FOLDED = A @ o.diag_matrix(x) @ B @ C @ D @ C.T @ B.T @ o.diag_matrix(x) @ A.T
EVEN = A @ B @ C @ C.T @ B.T @ A.T
FORM = x.T @ A @ B @ C @ B.T @ A.T @ x
P, Q, M = symbol("P", "n", "k"), symbol("Q", "k", "l"), symbol("M", "l", "l")
WIDE = P @ Q @ M @ Q.T @ P.T


def _planned(expr: Expr, skip: Sequence[str] = (), **sizes: int) -> Program:
    return program(expr, options=Options(sizes, skip=frozenset(skip)))


def _products(planned: Program) -> int:
    return sum(value.op == "matmul" for value in planned.values)


@pytest.mark.parametrize(
    ("expr", "folded", "plain"),
    [(FOLDED, 4, 6), (EVEN, 3, 5), (FORM, 4, 6)],
    ids=["odd", "even", "form"],
)
def test_they_are_multiplied_from_one_end(expr: Expr, folded: int, plain: int) -> None:
    ways = _planned(expr), _planned(expr, ["folded"])
    assert [_products(each) for each in ways] == [folded, plain]
    given = arrays_for([A, B, C, D, x], {"n": 4})
    one, other = (compile_program("numpy", each) for each in ways)
    given = {name: given[name] for name in one.inputs}
    np.testing.assert_allclose(one(**given), other(**given), rtol=1e-10)


def test_they_are_not_where_another_order_costs_less() -> None:
    narrow = _planned(WIDE, n=1000, k=10, l=1000)  # P(Q M Qᵀ)Pᵀ
    assert "folded" not in [name for name, _ in narrow.rewrites]
    wide = _planned(WIDE, n=10, k=1000, l=1000)
    assert "folded" in [name for name, _ in wide.rewrites]
    assert (_products(narrow), _products(wide)) == (4, 3)


FACTORED = "normF(T - U*V')^2"


@pytest.mark.parametrize(
    ("sizes", "products"),
    [
        ({"m": 1500, "n": 1000, "k": 20}, 3),  # to start three more products takes longer
        ({"m": 16000, "n": 10000, "k": 50}, 6),
    ],
)
def test_a_gpu_multiplies_out_only_what_is_worth_further_products(sizes, products):
    d = mg.gradient(FACTORED, "U,V", shapes={"T": "m,n", "U": "m,k", "V": "n,k"})
    assert d.compile("jax", sizes=sizes, expand=True).source.count("@") == 6
    assert d.compile("jax", sizes=sizes, expand=True, gpu=True).source.count("@") == products
