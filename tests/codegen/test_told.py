"""NumPy's code where sizes are told: the spellings that cost less, and the same numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad.codegen import Wanted, compile_program, program
from matgrad.codegen.plan.program import Options
from matgrad.core.walk import symbols
from matgrad.errors import DomainError
from tests.codegen.reference import arrays_for
from tests.codegen.test_targets import SIZES, A, grid

SHAPES = {"A": ("m", "n"), "x": ("n",), "b": ("m",)}


def _source(**sizes: int) -> str:
    return mg.gradient("norm2(A*x - b)^2", "x", shapes=SHAPES).compile(sizes=sizes).source


def test_small_products_are_methods_and_numbers_are_floats() -> None:
    assert "return 2.0 * A.T.dot(r)" in _source(m=8, n=4)


@pytest.mark.parametrize("sizes", [{}, {"m": 8}, {"m": 1000, "n": 1000}], ids=str)
def test_products_that_may_be_large_are_written_as_they_read_best(sizes: dict[str, int]) -> None:
    assert "return 2 * (A.T @ r)" in _source(**sizes)


def test_every_operator_has_the_same_value_where_sizes_are_told() -> None:
    for name, expr in grid().items():
        inputs = [A, *(s for s in symbols(expr) if s is not A)]
        plain, told = (
            compile_program(
                "numpy", program(Wanted(expr, inputs=inputs), options=Options(sizes=sizes))
            )
            for sizes in ({}, SIZES)
        )
        arrays = {k: np.asarray(v) / 3 for k, v in arrays_for([A, *symbols(expr)], SIZES).items()}
        wanted, got = plain(**arrays), told(**arrays)
        assert np.shape(got) == np.shape(wanted), name
        np.testing.assert_allclose(got, wanted, rtol=1e-8, atol=1e-10, err_msg=name)


S = np.array([[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 2.0]])


def _inverse(**more: Any) -> Any:
    shapes = {"S": ("n", "n"), "B": ("n", "n")}
    return mg.gradient("tr(inv(S)*B)", "S", shapes=shapes, **more).compile(sizes={"n": 3})


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("order", ["C", "F"])
def test_inverses_by_lapack_are_right_and_leave_what_they_are_given(dtype: Any, order: Any) -> None:
    for facts in ({}, {"assume": {"S": ["positive_definite"]}}):
        given = np.array(S, dtype, order=order)
        found = _inverse(**facts)(S=given, B=np.eye(3, dtype=dtype))
        np.testing.assert_allclose(found, -np.linalg.inv(S @ S), rtol=1e-4)
        assert found.dtype == dtype
        np.testing.assert_array_equal(given, S.astype(dtype))


def test_matrices_without_an_inverse_are_refused() -> None:
    with pytest.raises(DomainError, match="Singular"):
        _inverse()(S=np.zeros((3, 3)), B=S)
    with pytest.raises(DomainError, match="positive definite"):
        _inverse(assume={"S": ["positive_definite"]})(S=-S, B=S)


def test_the_inverse_from_a_cholesky_factor_is_symmetric() -> None:
    f = mg.gradient("logdet(S)", "S", assume={"S": ["positive_definite"]}).compile()
    found = f(S)
    np.testing.assert_array_equal(found, found.T)
    np.testing.assert_allclose(found, np.linalg.inv(S), rtol=1e-13)


@pytest.mark.parametrize(
    ("size", "code"), [(100, "np.heaviside("), (30_000, "np.greater(x, 0).astype(np.float32)")]
)
def test_steps_are_in_the_precision_that_is_told(size: int, code: str) -> None:
    d = mg.gradient("sum(relu(x))", "x", shapes={"x": ("n",)})
    f = d.compile(sizes={"n": size}, dtype="float32")
    x = np.array([-1.0, 0.0, 2.0], np.float32)
    assert code in f.source
    assert f.function(x).dtype == np.float32
    assert f(x).tolist() == [0.0, 0.0, 1.0]
