"""An inverse is written out where that costs less than the equations that it stands for."""

import re

import numpy as np
import pytest

import matgrad as mg

SHAPES = {"K": ("n", "n"), "B": ("n", "k"), "v": ("k",), "y": ("n",), "Z": ("n", "m")}
RNG = np.random.default_rng(0)
GIVEN = {
    "K": RNG.normal(size=(5, 5)) + 5 * np.eye(5),
    "B": RNG.normal(size=(5, 3)),
    "v": RNG.random(3),
    "y": RNG.normal(size=5),
    "Z": RNG.normal(size=(5, 4)),
}
EQUATIONS = [
    ("hessian", "norm2(inv(K)*B*v - y)^2", "v"),
    ("hessian", "logdet(K + B*Diag(v)*B')", "v"),
    ("hessian", "y'*inv(K + B*Diag(v)*B')*y", "v"),
    ("hessian", "sum(log(1 + exp(inv(K)*B*v)))", "v"),
    ("jacobian", "inv(K)*sin(B*v)", "v"),
    ("jacobian", "inv(K)*B*v", "v"),
]
INVERSES = [
    ("hessian", "y'*inv(K)*y", "y"),
    ("gradient", "tr(inv(K)*Z*Z')", "K"),
    ("gradient", "normF(inv(K)*Z)^2", "K"),
    ("hessian", "y'*inv(K + Diag(y))*y", "y"),
]


def asked(kind, text, wrt):
    used = {name: shape for name, shape in SHAPES.items() if re.search(rf"\b{name}\b", text)}
    return getattr(mg, kind)(text, wrt, shapes=used)


@pytest.mark.parametrize("case", EQUATIONS, ids=str)
def test_columns_are_found_by_equations(case):
    lines = asked(*case).compile().source.rpartition('"""')[2]
    assert "solve" in lines
    assert "inv" not in lines


@pytest.mark.parametrize("case", INVERSES, ids=str)
def test_what_is_needed_whole_or_often_is_written_out(case):
    assert "np.linalg.inv(" in asked(*case).compile().source


@pytest.mark.parametrize("sizes", [{"n": 1000, "k": 2, "m": 3}, {"n": 3, "k": 900, "m": 800}])
@pytest.mark.parametrize("case", [*EQUATIONS, *INVERSES], ids=str)
def test_both_ways_give_the_same(case, sizes):
    d = asked(*case)
    plain = d.compile()
    given = {name: GIVEN[name] for name in plain.inputs}
    known = {name: size for name, size in sizes.items() if name in str(d.problem.symbols.values())}
    told = d.compile(sizes=known)
    np.testing.assert_allclose(told(**given), plain(**given), rtol=1e-9, atol=1e-12)


def test_a_scaled_inverse_needs_no_diagonal_matrix():
    d = mg.jacobian("inv(K + Diag(y))*b", "y", shapes={"K": ("n", "n"), "y": ("n",), "b": ("n",)})
    assert "inverse_lu(t1) * solve_lu(t1, b)" in d.compile().source
    source = asked("jacobian", "inv(K)*sin(B*v)", "v").compile().source
    assert "np.linalg.solve(K, np.cos(x)[:, None] * B)" in source
