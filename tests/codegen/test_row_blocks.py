"""C reads a matrix once where it multiplies by it and by its transpose."""

import numpy as np
import pytest

import matgrad as mg
from matgrad.codegen.c.native import compiler

LOSS = "sum(log(1 + exp(-y.*(X*w))))"
needs_compiler = pytest.mark.skipif(compiler() is None, reason="no C compiler")
rng = np.random.default_rng(3)


def _sample(m, n):
    return {"X": rng.normal(size=(m, n)), "w": rng.normal(size=n), "y": np.sign(rng.normal(size=m))}


def _parts(result):
    return result if isinstance(result, tuple) else (result,)


@needs_compiler
@pytest.mark.parametrize("shape", [(1, 1), (7, 5), (130, 300), (500, 200), (3, 20000)])
@pytest.mark.parametrize("kind", ["gradient", "value_and_grad"])
def test_blocks_of_rows_add_up(shape, kind):
    d = getattr(mg, kind)(LOSS, "w", check=False)
    given = _sample(*shape)
    found, plain = d.compile("c")(**given), d.compile("c", skip=["row blocks"])(**given)
    for one, other in zip(_parts(found), _parts(plain), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12)


def test_it_is_explained_and_can_be_switched_off():
    d = mg.gradient(LOSS, "w", check=False)
    assert "'row blocks': A'φ(Ax) reads the rows of A once" in d.compile("c").explain()
    assert "row blocks" not in d.compile("c", skip=["row blocks"]).explain()
    assert "row blocks" not in d.compile("numpy").explain()


@needs_compiler
def test_what_needs_all_of_the_product_is_not_split():
    d = mg.gradient("sum(log(1 + exp(X*w)))^2 + norm2(softmax(X*w))", "w", check=False)
    given = {name: _sample(40, 3)[name] for name in ("X", "w")}
    np.testing.assert_allclose(d.compile("c")(**given), d.compile()(**given), rtol=1e-10)


@needs_compiler
def test_two_turns_and_values_between_them():
    text = "norm2(sin(W2*cos(W1*x)))^2 + sum(exp(W1*x)) + u'*(W1*x)"
    d = mg.value_and_grad(text, "x", check=False)
    shapes = {"W2": (4, 5), "W1": (5, 3), "x": (3,), "u": (5,)}
    given = {name: rng.normal(size=shape) for name, shape in shapes.items()}
    for one, other in zip(d.compile("c")(**given), d.compile()(**given), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-10)


@needs_compiler
def test_two_products_with_one_matrix_before_its_transpose():
    d = mg.hessian("sum(exp(A*x))", "x", check=False)
    given = {"A": rng.normal(size=(6, 3)), "x": rng.normal(size=3), "dx": rng.normal(size=3)}
    np.testing.assert_allclose(
        d.compile_map("c")(**given), d.compile_map()(**given), rtol=1e-12, atol=1e-12
    )


@needs_compiler
def test_what_is_multiplied_may_stand_beside_its_product():
    text = "h1 = h0 + tanh(W1*h0); h2 = h1 + tanh(W2*h1); norm2(h2 - y)^2"
    shapes = {"h0": ("n",), "y": ("n",), "W1": ("n", "n"), "W2": ("n", "n")}
    d = mg.gradient(text, "W1", shapes=shapes, check=False)
    # Small numbers: where tanh is 1 but for rounding, its derivative 1 − tanh² has few digits.
    given = {name: rng.normal(0, 0.3, size=[4] * len(shape)) for name, shape in shapes.items()}
    assert "row blocks" in d.compile("c").explain()
    np.testing.assert_allclose(d.compile("c")(**given), d.compile()(**given), rtol=1e-10)
