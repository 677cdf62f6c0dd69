"""Arrays going in and coming out of compiled functions, for each library that has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matgrad.codegen.program import Input
from matgrad.errors import ShapeError, UnsupportedError
from matgrad.optional import available, load


@dataclass(frozen=True)
class Arrays:
    """How a library makes arrays of what is given, and what is returned out of what it computed.

    `enter` gives arrays of one real type, which may be named, and what `leave` needs to know to
    make results that have this type and share no memory with the inputs.
    """

    enter: Callable[[Sequence[Input], Mapping[str, Any], str], tuple[list[Any], Any]]
    leave: Callable[[Any, Any, bool], Any]


def _standing(wanted: Input, array: Any) -> Any:
    """A row may be given as a flat array."""
    is_row = wanted.shape.is_vector and not wanted.shape.is_column
    return array.reshape(1, -1) if is_row and array.ndim == 1 else array


def _strong(inputs: Sequence[Input], given: Mapping[str, Any], arrays: Sequence[Any]) -> set[Any]:
    """The types that decide: lists and Python numbers take the precision of the arrays beside."""
    pairs = zip(inputs, arrays, strict=True)
    return {array.dtype for each, array in pairs if hasattr(given[each.label], "dtype")}


# ---------------------------------------------------------------- NumPy


def _numpy_enter(
    inputs: Sequence[Input], given: Mapping[str, Any], wanted: str = ""
) -> tuple[list[Any], Any]:
    """Single precision if every array given has it, else double."""
    np: Any = load("numpy")
    arrays = [_standing(each, _numpy_array(np, each, given[each.label])) for each in inputs]
    single = np.dtype("float32")
    dtype = np.dtype("float64")
    if wanted or _strong(inputs, given, arrays) == {single}:
        dtype = np.dtype(wanted or "float32")
    return [array.astype(dtype, copy=False) for array in arrays], dtype


def _numpy_array(np: Any, wanted: Input, value: Any) -> Any:
    try:
        array = np.asarray(value)
    except ValueError:
        raise ShapeError(f"{wanted.label} is not an array: its rows differ in length") from None
    if array.dtype.kind not in "fiub":
        raise _not_real(wanted, array.dtype)
    return array


def _not_real(wanted: Input, kind: Any) -> UnsupportedError:
    return UnsupportedError(f"{wanted.label} has entries of type {kind}, not real numbers")


def _numpy_leave(value: Any, dtype: Any, is_view: bool) -> Any:
    np: Any = load("numpy")
    array = np.array(value, dtype=dtype) if is_view else np.asarray(value, dtype=dtype)
    return array if array.ndim else array[()]


# ---------------------------------------------------------------- JAX


def _jax_enter(
    inputs: Sequence[Input], given: Mapping[str, Any], wanted: str = ""
) -> tuple[list[Any], Any]:
    """Arrays or what stands for them while JAX traces; JAX promotes types by its own rules."""
    jnp: Any = load("jax.numpy")
    arrays = [_standing(each, _jax_array(jnp, each, given[each.label])) for each in inputs]
    return [array.astype(wanted) for array in arrays] if wanted else arrays, wanted or None


def _jax_array(jnp: Any, wanted: Input, value: Any) -> Any:
    array = jnp.asarray(value)
    if jnp.issubdtype(array.dtype, jnp.complexfloating):
        raise _not_real(wanted, array.dtype)
    return array if jnp.issubdtype(array.dtype, jnp.floating) else array.astype(float)


def _jax_leave(value: Any, dtype: Any, is_view: bool) -> Any:
    return load("jax.numpy").asarray(value, dtype or (float if isinstance(value, int) else None))


# ---------------------------------------------------------------- PyTorch


def _torch_enter(
    inputs: Sequence[Input], given: Mapping[str, Any], wanted: str = ""
) -> tuple[list[Any], Any]:
    """Tensors of one precision on one device, those of the tensors given."""
    torch: Any = load("torch")
    found = [given[each.label] for each in inputs]
    device = next((value.device for value in found if isinstance(value, torch.Tensor)), None)
    tensors = [
        _standing(each, _tensor(torch, each, value, device))
        for each, value in zip(inputs, found, strict=True)
    ]
    strong = _strong(inputs, given, tensors)
    dtype = torch.float32 if strong == {torch.float32} else torch.float64
    dtype = getattr(torch, wanted) if wanted else dtype
    return [tensor.to(dtype) for tensor in tensors], (dtype, device)


def _tensor(torch: Any, wanted: Input, value: Any, device: Any) -> Any:
    array = value if isinstance(value, torch.Tensor) else load("numpy").asarray(value)
    tensor = torch.as_tensor(array, device=device)
    if tensor.is_complex():
        raise _not_real(wanted, tensor.dtype)
    return tensor


def _torch_leave(value: Any, place: tuple[Any, Any], is_view: bool) -> Any:
    dtype, device = place
    tensor = load("torch").as_tensor(value, dtype=dtype, device=device)
    return tensor.clone() if is_view else tensor


# ---------------------------------------------------------------- any library


def _any_enter(
    inputs: Sequence[Input], given: Mapping[str, Any], wanted: str = ""
) -> tuple[list[Any], Any]:
    """The arrays as they are, whatever library they are of; NumPy's if they are of none."""
    kinds = {type(value).__module__.partition(".")[0] for value in given.values()}
    for name in ("torch", "jax"):
        kind = "jaxlib" if name == "jax" else name
        if kinds & {name, kind} and available(name):
            arrays, place = LIBRARIES[name].enter(inputs, given, wanted)
            return arrays, (name, place)
    if all(kind in ("numpy", "builtins") for kind in kinds):
        arrays, place = LIBRARIES["numpy"].enter(inputs, given, wanted)
        return arrays, ("numpy", place)
    return [_standing(each, given[each.label]) for each in inputs], ("", None)


def _any_leave(value: Any, place: tuple[str, Any], is_view: bool) -> Any:
    name, inner = place
    return LIBRARIES[name].leave(value, inner, is_view) if name else value


LIBRARIES = {
    "numpy": Arrays(_numpy_enter, _numpy_leave),
    "jax": Arrays(_jax_enter, _jax_leave),
    "torch": Arrays(_torch_enter, _torch_leave),
    "any": Arrays(_any_enter, _any_leave),
}
