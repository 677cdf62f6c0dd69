"""What is no array of real numbers is refused by every library in the same words."""

import warnings
from importlib.util import find_spec

import numpy as np
import pytest

from matgrad.codegen import compile_program, program
from matgrad.codegen.c.native import compiler
from matgrad.errors import ShapeError, UnsupportedError
from matgrad.ops import symbol

A, x = symbol("A", "m", "n"), symbol("x", "n")
TARGETS = [
    "numpy",
    pytest.param("c", marks=pytest.mark.skipif(compiler() is None, reason="no C compiler")),
    *(
        pytest.param(name, marks=pytest.mark.skipif(not find_spec(needed), reason=f"no {needed}"))
        for name, needed in [
            ("jax", "jax"),
            ("torch", "torch"),
            ("array_api", "array_api_compat"),
        ]
    ),
]
NUMBERS = np.arange(6.0).reshape(2, 3)
REFUSED = {
    "ragged": [[1.0, 2.0], [3.0]],
    "text": "hello",
    "nothing": None,
    "objects": np.array([[1, "a", 2], [3, 4, 5]], object),
    "dates": np.zeros((2, 3), "M8[s]"),
    "complex": NUMBERS + 1j,
    "a dictionary": {},
    "a generator": (row for row in NUMBERS),
    "masked": np.ma.array(NUMBERS, mask=NUMBERS > 2),
}
TAKEN = {
    "big-endian": NUMBERS.astype(">f8"),
    "long": NUMBERS.astype(np.longdouble),
    "turned round": NUMBERS[::-1, ::-1][::-1, ::-1],
    "backwards": np.ascontiguousarray(NUMBERS[::-1])[::-1],
    "half": NUMBERS.astype(np.float16),
    "whole": NUMBERS.astype(np.uint16),
    "a list": NUMBERS.tolist(),
    "not masked": np.ma.array(NUMBERS),
}


def product(target):
    return compile_program(target, program(A @ x))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_no_array_of_real_numbers_is_refused(target, kind):
    with pytest.raises((ShapeError, UnsupportedError), match=r"A (is|has) "):
        product(target)(REFUSED[kind], np.ones(3))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("kind", TAKEN)
def test_real_numbers_may_be_stored_in_any_way(target, kind):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = product(target)(TAKEN[kind], np.ones(3))
    np.testing.assert_allclose(np.asarray(found), NUMBERS @ np.ones(3))


@pytest.mark.parametrize("target", TARGETS)
def test_what_may_not_be_written_to_may_be_read(target):
    fixed = NUMBERS.copy()
    fixed.flags["WRITEABLE"] = False
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        product(target)(fixed, np.ones(3))


@pytest.mark.parametrize("target", TARGETS[:3])
def test_a_tensor_with_gradients_is_no_array_of_numpy(target):
    torch = pytest.importorskip("torch")
    given = torch.ones((2, 3), requires_grad=True)
    with pytest.raises(UnsupportedError, match=r"A is no array of NumPy: .*requires grad"):
        product(target)(given, np.ones(3))
