"""Where sizes are not known, the order of products is chosen at each call."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad.codegen.c.native import compiler
from matgrad.errors import UnsupportedError
from matgrad.optional import available
from tests.codegen.agreement import double_precision

SHAPES = {"A": ("m", "n"), "X": ("n", "k"), "B": ("k", "l"), "C": ("l", "m")}
rng = np.random.default_rng(2)


def _given(**sizes):
    return {
        name: rng.normal(size=tuple(sizes[size] for size in shape))
        for name, shape in SHAPES.items()
    }


def _chain():
    return mg.gradient("tr(A*X*B*C)", "X", shapes=SHAPES, check=False)


@pytest.mark.parametrize(
    "target",
    ["numpy", *(name for name in ("jax", "torch") if available(name)), *["c"] * bool(compiler())],
)
@pytest.mark.parametrize("sizes", [(2, 9, 8, 7), (9, 2, 7, 8), (3, 3, 3, 3)])
def test_all_orders_give_the_same(target, sizes):
    double_precision()
    given = _given(**dict(zip("mnkl", sizes, strict=True)))
    found = _chain().compile(target, guard=True)(**given)
    np.testing.assert_allclose(np.asarray(found), _chain().compile()(**given), rtol=1e-12)


@pytest.mark.parametrize(
    ("sizes", "chosen"), [((2, 90, 80, 70), "gradient_1"), ((90, 2, 80, 70), "gradient_2")]
)
def test_the_cheaper_order_is_called(sizes, chosen):
    f = _chain().compile(guard=True)
    called: list[str] = []

    def noted(name, inner):
        return lambda *given: (called.append(name), inner(*given))[1]

    names = f.function.__globals__
    for name in ("gradient_1", "gradient_2"):
        names[name] = noted(name, names[name])
    f(**_given(**dict(zip("mnkl", sizes, strict=True))))
    assert called == [chosen]


def test_one_order_needs_no_choice():
    source = mg.gradient("norm2(A*B*x)^2", "x", check=False).compile(guard=True).source
    assert "gradient_1" not in source


def test_it_is_explained_and_refused_elsewhere():
    assert "2 orders of products" in _chain().compile(guard=True).explain()
    with pytest.raises(UnsupportedError, match="one order of products"):
        _chain().compile("julia", guard=True)


NEEDS_C = pytest.mark.skipif(compiler() is None, reason="no C compiler")


@NEEDS_C
@pytest.mark.parametrize(
    ("sizes", "chosen"), [((2, 90, 80, 70), "gradient_1"), ((90, 2, 80, 70), "gradient_2")]
)
def test_c_calls_the_cheaper_order(sizes, chosen):
    f: Any = _chain().compile("c", guard=True)
    # Each order leaves a mark of its own.
    marked = f.source
    for i, name in enumerate(("gradient_1", "gradient_2")):
        marked = marked.replace(f"{name}(m, n, k, l, A, X, B, C, result, work);",
                                f"{name}(m, n, k, l, A, X, B, C, result, work);"
                                f" result[0] = {i + 1};")  # fmt: skip
    assert f.native is not None
    f = replace(f, native=f.native._replace(source=marked))
    found = f(**_given(**dict(zip("mnkl", sizes, strict=True))))
    assert found[0, 0] == int(chosen[-1])


@NEEDS_C
def test_c_chooses_in_single_precision_and_where_equations_are_solved():
    shapes = {"A": ("q", "n"), "X": ("n", "k"), "B": ("k", "l"), "C": ("l", "q"), "K": ("q", "q")}
    d = mg.gradient("tr(A*X*B*C*inv(K))", "X", shapes=shapes, check=False)
    for dtype, most in (("float64", 1e-12), ("float32", 1e-4)):
        f = d.compile("c", guard=True, dtype=dtype)
        for numbers in ((9, 2, 3, 4), (2, 9, 3, 4)):
            sizes = dict(zip("nklq", numbers, strict=True))
            given = {x: rng.normal(size=[sizes[n] for n in axes]) for x, axes in shapes.items()}
            given["K"] += 4 * np.eye(len(given["K"]))
            np.testing.assert_allclose(f(**given), d.compile()(**given), rtol=most, atol=most)


def test_c_says_how_much_room_its_choice_needs():
    source = _chain().compile("c", guard=True).source
    assert "work: room for" in source.rpartition("/*")[2]


def test_a_size_that_no_array_tells_counts_as_well() -> None:
    text = "normF(relu((ones(n)*w')*(ones(n)*w')'*(ones(n)*w')))^2"
    d = mg.gradient(text, "w", shapes={"w": ("k",)})
    w = np.arange(1.0, 4.0)
    np.testing.assert_allclose(d.compile(guard=True)(w=w, n=5), d.compile()(w=w, n=5), rtol=1e-12)
