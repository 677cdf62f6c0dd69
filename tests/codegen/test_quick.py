"""Calls with arrays in shapes that were checked before go straight in."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad.codegen.c.native import compiler
from matgrad.codegen.run import compiled
from matgrad.errors import DomainError, MatgradError, ShapeError, UnknownNameError

SHAPES = {"A": ("n", "n"), "x": ("n",), "s": ()}
A, X, S = np.arange(9.0).reshape(3, 3), np.arange(3.0), np.float64(2)


@pytest.fixture(name="f")
def _f() -> Any:
    f = mg.value_and_grad("s*x'*A*x", "x", shapes=SHAPES).compile()
    f(s=S, x=X, A=A)
    return f


def _given(f: Any, **given: Any) -> list[Any]:
    return [given[name] for name in f.inputs]


@pytest.mark.parametrize("s", [S, 2.0, 2, np.array(2.0), np.float32(2)], ids=repr)
def test_numbers_of_any_kind_give_the_same(f: Any, s: Any) -> None:
    value, slope = f(*_given(f, A=A, x=X, s=s))
    assert value == 2 * X @ A @ X
    np.testing.assert_array_equal(slope, 2 * (A + A.T) @ X)
    assert type(value) is np.float64


def test_known_shapes_are_not_looked_at_again(f: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(f), "bind", None)
    f(*_given(f, A=A, x=X, s=S))
    f(*_given(f, A=A, x=X, s=2.0))
    f(A=A, x=X, s=S)


USUAL: dict[str, dict[str, Any]] = {
    "int": {"s": 2},
    "bool": {"s": True},
    "number of no axes": {"s": np.array(2.0)},
    "integers": {"A": A.astype(int), "x": X.astype(np.uint8)},
    "single precision beside double": {"A": A.astype("f4")},
    "lists": {"x": [0, 1, 2], "A": A.tolist()},
    "columns first": {"A": np.asfortranarray(A)},
    "strides": {"x": np.repeat(X, 2)[::2]},
    "other bytes": {"A": A.astype(">f8")},
}


@pytest.mark.parametrize(
    "target", ["numpy", pytest.param("c", marks=pytest.mark.skipif(not compiler(), reason="no C"))]
)
@pytest.mark.parametrize("given", USUAL.values(), ids=USUAL)
def test_what_is_easily_an_array_of_doubles_is_not_looked_at_again(
    target: str, given: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    f = mg.value_and_grad("s*x'*A*x", "x", shapes=SHAPES).compile(target)
    arrays = {"A": A, "x": X, "s": S, **given}
    wanted = f(**{name: np.asarray(array, float) for name, array in arrays.items()})
    monkeypatch.setattr(type(f), "bind", None)
    value, slope = f(*_given(f, **arrays))
    assert (value, type(value)) == (wanted[0], np.float64)
    np.testing.assert_array_equal(slope, wanted[1])


def test_arrays_in_single_precision_give_single_precision_in_known_shapes(f: Any) -> None:
    single = np.float32
    value, slope = f(*_given(f, A=A.astype(single), x=X.astype(single), s=2))
    assert (value.dtype, slope.dtype) == (single, single)


@pytest.mark.parametrize("s", [1j, "2", None, 10**400, np.ones((1, 1))], ids=str)
def test_what_is_no_number_is_refused_in_known_shapes(f: Any, s: Any) -> None:
    with pytest.raises(MatgradError):
        f(*_given(f, A=A, x=X, s=s))


def test_sizes_are_read_once_for_arrays_of_the_same_shapes(
    f: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "measure", None)
    f(A=A.astype("f4"), x=X.astype("f4"), s=2)
    with pytest.raises(TypeError):
        f(A=np.eye(2), x=np.ones(2), s=2)


def test_shapes_that_do_not_fit_are_refused_after_those_that_do(f: Any) -> None:
    with pytest.raises(ShapeError):
        f(*_given(f, A=A, x=np.ones(4), s=S))
    with pytest.raises(ShapeError):
        f(*_given(f, A=A, x=X, s=np.ones(3)))


def test_too_many_and_too_few_arrays_are_refused(f: Any) -> None:
    with pytest.raises(UnknownNameError):
        f(*_given(f, A=A, x=X, s=S), X)
    with pytest.raises(UnknownNameError):
        f(A, X)


def test_matrices_that_multiply_otherwise_are_arrays_here(f: Any) -> None:
    with pytest.warns(PendingDeprecationWarning):
        B = np.matrix(A)
    np.testing.assert_array_equal(f(*_given(f, A=B, x=X, s=S))[1], 2 * (A + A.T) @ X)


def test_singular_matrices_are_named_in_known_shapes() -> None:
    f = mg.gradient("x'*inv(A)*x", "x", shapes={"A": ("n", "n"), "x": ("n",)}).compile()
    f(x=X, A=A + np.eye(3))
    with pytest.raises(DomainError):
        f(x=X, A=np.zeros((3, 3)))


@pytest.mark.parametrize("target", ["numpy", *(["c"] if compiler() else [])])
def test_an_input_may_be_called_self(target: str) -> None:
    f = mg.gradient("norm2(A*self)^2", "self").compile(target)
    for _ in range(2):
        np.testing.assert_allclose(f(A=np.eye(2), self=np.ones(2)), [2, 2])


def test_results_have_the_same_precision_whenever_they_are_computed() -> None:
    """The quick way returned what NumPy's code computes: integers, and double precision."""
    f = mg.gradient("sum(-A)", "A", {"A": (3, 2)}).compile()
    assert [f(np.ones((3, 2))).dtype for _ in range(3)] == [np.float64] * 3
    g = mg.gradient("triu(s*s)", "s", {"s": ()}).compile(dtype="float32")
    assert [g(np.float32(1.5)).dtype for _ in range(3)] == [np.float32] * 3
