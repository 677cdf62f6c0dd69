"""Where sizes are not known, the order of products is chosen at each call."""

import numpy as np
import pytest

import matgrad as mg
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
    ["numpy", *(name for name in ("jax", "torch") if available(name))],
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
        _chain().compile("c", guard=True)
