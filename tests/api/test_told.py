"""What compile is told must be about the function: names of its parts, and sizes that are some."""

from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad.errors import ShapeError, UnknownNameError, UnsupportedError

SHAPES = {"A": ("m", "n"), "x": ("n",), "b": ("m",)}


def squares() -> Any:
    return mg.gradient("norm2(A*x - b)^2", "x", SHAPES)


@pytest.mark.parametrize("option", ["definite"])
def test_a_name_that_is_not_there_is_refused(option: str) -> None:
    with pytest.raises(UnknownNameError, match=f"{option}: nothing is called Z") as caught:
        options: dict[str, Any] = {option: ["Z"]}
        squares().compile(**options)
    assert "A, x, b" in (caught.value.hint or "")


def test_one_name_needs_no_list() -> None:
    d = mg.gradient("norm2(A'*(A*x))^2", "x", SHAPES)
    assert "fixed1" in d.compile(fixed="A").source


@pytest.mark.parametrize("size", [0, -1, "big", 2.5])
def test_what_is_no_size_is_refused(size: Any) -> None:
    with pytest.raises(ShapeError, match="which is no size"):
        squares().compile(sizes={"n": size})


def test_sizes_may_be_integers_of_numpy() -> None:
    sizes: Any = {"n": np.int64(5), "m": 7}
    arrays = {"A": np.ones((7, 5)), "x": np.ones(5), "b": np.ones(7)}
    assert squares().compile(sizes=sizes)(**arrays).shape == (5,)


def test_an_operator_without_its_point_is_refused() -> None:
    d = mg.hessian("sum(log(1 + exp(A*x)))", "x", {"A": ("m", "n"), "x": ("n",)})
    with pytest.raises(UnknownNameError, match="x is not given"):
        d.operator(A=np.ones((3, 2)))


OPTIONS: dict[str, Any] = {
    "sizes": {"q": 3},
    "shard": {"q": "data"},
    "skip": ["nope"],
    "fixed": ["r"],  # a part, not an input
}


@pytest.mark.parametrize("option", OPTIONS)
def test_names_that_are_not_there_are_refused_with_those_that_are(option: str) -> None:
    with pytest.raises(UnknownNameError, match=f"{option}: no .* is called") as caught:
        squares().compile("jax", **{option: OPTIONS[option]})
    assert {"sizes": "m, n", "shard": "m, n", "skip": "syrk", "fixed": "A, x, b"}[option] in (
        caught.value.hint or ""
    )


def test_sizes_of_the_function_that_its_derivative_does_not_have_are_fine() -> None:
    d = mg.gradient("norm2(A*x)^2 + sum(ones(q))", "x", {"A": ("m", "n"), "x": ("n",)})
    assert d.compile(sizes={"q": 3, "m": 2}).source


@pytest.mark.parametrize("given", [["N"], "N", 5, {"m": 3}, {"m": ""}])
def test_shard_names_an_axis_for_each_size(given: Any) -> None:
    with pytest.raises(UnknownNameError, match="shard") as caught:
        squares().compile("jax", shard=given)
    assert '{"N": "data"}' in (caught.value.hint or "")


def test_sizes_are_said_for_each_name() -> None:
    sizes: Any = ["m"]
    with pytest.raises(UnknownNameError, match="sizes is to say"):
        squares().compile(sizes=sizes)


@pytest.mark.parametrize("make", ["compile_map", "factored"])
def test_maps_and_factors_know_their_sizes_too(make: str) -> None:
    d = mg.hessian("norm2(A*x - b)^2", "x", SHAPES)
    with pytest.raises(UnknownNameError, match="no size is called q"):
        getattr(d, make)(sizes={"q": 3})


@pytest.mark.parametrize("target", ["numpy", "c", "torch", "julia"])
def test_explain_knows_the_sizes_it_is_told(target: str) -> None:
    f = squares().compile(target)
    with pytest.raises(UnknownNameError, match="no size is called Q") as caught:
        f.explain(Q=3)
    assert caught.value.hint == "there are m, n"
    with pytest.raises(ShapeError, match="m is -1, which is no size"):
        f.explain(m=-1)


def test_explain_knows_sizes_of_what_is_fixed() -> None:
    f = squares().compile(fixed=["A", "b"], expand=True)
    assert "n = 5" in f.explain(m=100, n=5)


def test_an_input_may_be_said_to_be_definite() -> None:
    d = mg.gradient("x'*inv(K)*x + logdet(K)", "x", {"K": ("n", "n"), "x": ("n",)})
    assert "cho" in d.compile(definite="K").source
    assert "cho" not in d.compile().source


def test_only_a_square_matrix_is_definite() -> None:
    with pytest.raises(ShapeError, match="definite: A is m×n, not a square matrix"):
        squares().compile(definite=["A"])


SINGLE: dict[str, Any] = {
    "float32": "float32",
    "single": "single",
    "f4": "f4",
    "type": np.float32,
    "dtype": np.dtype("float32"),
    "big endian": np.dtype(">f4"),
}


@pytest.mark.parametrize("given", SINGLE)
def test_a_precision_has_many_names(given: str) -> None:
    arrays = {"A": np.ones((7, 5)), "x": np.ones(5), "b": np.ones(7)}
    assert squares().compile(dtype=SINGLE[given])(**arrays).dtype == np.float32


@pytest.mark.parametrize("given", [float, np.float64, "double", "f8", np.dtype("d")])
def test_double_precision_has_many_names_too(given: Any) -> None:
    arrays = {
        name: np.ones(shape, np.float32) for name, shape in [("A", (7, 5)), ("x", 5), ("b", 7)]
    }
    assert squares().compile(dtype=given)(**arrays).dtype == np.float64


@pytest.mark.parametrize("given", [int, "bfloat16", np.float16, complex, 3])
def test_other_precisions_are_refused(given: Any) -> None:
    with pytest.raises(UnsupportedError, match="float32 and float64 are there"):
        squares().compile(dtype=given)


def test_types_of_torch_and_jax_are_precisions() -> None:
    torch = pytest.importorskip("torch")
    jnp = pytest.importorskip("jax.numpy")
    arrays = {"A": np.ones((7, 5)), "x": np.ones(5), "b": np.ones(7)}
    assert squares().compile("torch", dtype=torch.float32)(**arrays).dtype is torch.float32
    assert squares().compile("numpy", dtype=jnp.float32)(**arrays).dtype == np.float32


def test_the_hint_names_all_targets() -> None:
    with pytest.raises(UnsupportedError, match="no code is written for 'cobol'") as caught:
        squares().compile("cobol")
    assert "array_api, auto, c, jax" in (caught.value.hint or "")
