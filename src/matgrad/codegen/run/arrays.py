"""Arrays going in and coming out of compiled functions, for each library that has them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matgrad.codegen.plan.program import Input
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
    arrays = [_standing(each, real_array(each.label, given[each.label])) for each in inputs]
    dtype = np.dtype(wanted) if wanted else precision(_strong(inputs, given, arrays))
    return [array.astype(dtype, copy=False) for array in arrays], dtype


def precision(dtypes: Iterable[Any]) -> Any:
    """What NumPy computes in where arrays have these types: single if all are, else double."""
    np: Any = load("numpy")
    single = np.dtype("float32")
    return single if set(dtypes) == {single} else np.dtype("float64")


def real_array(label: str, value: Any) -> Any:
    """What is given under a name as an array of NumPy with real entries, or why it is none."""
    np: Any = load("numpy")
    if isinstance(value, np.ma.MaskedArray) and np.ma.is_masked(value):
        raise UnsupportedError(f"{label} has masked entries", hint=f"{label}.filled(…)")
    try:
        array = np.asarray(value)
    except ValueError:
        raise ShapeError(f"{label} is not an array: its rows differ in length") from None
    except (TypeError, RuntimeError) as refused:  # tensors with gradients, sparse ones
        said = str(refused).partition("\n")[0]
        raise UnsupportedError(f"{label} is no array of NumPy: {said}") from refused
    if array.dtype.kind not in "fiub":
        if array.ndim or isinstance(value, np.ndarray):
            raise _not_real(label, array.dtype)
        hint = f"{label}.toarray()" if hasattr(value, "toarray") else None
        kind = type(value).__name__
        raise UnsupportedError(f"{label} is a {kind}, not an array of real numbers", hint=hint)
    return array


def _not_real(label: str, kind: Any) -> UnsupportedError:
    return UnsupportedError(f"{label} has entries of type {kind}, not real numbers")


def _usual(label: str, value: Any) -> Any:
    """An array of NumPy as other libraries take it: of a usual type, of which they may keep it."""
    array = real_array(label, value)
    dtype = array.dtype.newbyteorder("=") if array.dtype.itemsize <= 8 else "float64"
    own = array.flags["WRITEABLE"] and min(array.strides, default=0) >= 0
    return array.astype(dtype, copy=not own)


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
    try:
        array = jnp.asarray(value)
    except (TypeError, ValueError, RuntimeError):  # why, is said in our words
        array = jnp.asarray(_usual(wanted.label, value))
    return floating(wanted.label, array)


def floating(label: str, array: Any, wanted: str = "") -> Any:
    """An array of JAX, or one for it, in the precision wanted; what has less than single, as float.

    JAX has types of its own among the halves, which NumPy does not count as real.
    """
    jnp: Any = load("jax.numpy")
    if jnp.issubdtype(array.dtype, jnp.complexfloating):
        raise _not_real(label, array.dtype)
    if wanted:
        return array.astype(wanted)
    is_full = jnp.issubdtype(array.dtype, jnp.floating) and array.dtype.itemsize >= 4
    return array if is_full else array.astype(float)


def _jax_leave(value: Any, dtype: Any, is_view: bool) -> Any:
    make = load("jax.numpy").array if is_view else load("jax.numpy").asarray
    return make(value, dtype or (float if isinstance(value, int) else None))


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
    array = value if isinstance(value, torch.Tensor) else _usual(wanted.label, value)
    tensor = torch.as_tensor(array, device=device)
    if tensor.is_complex():
        raise _not_real(wanted.label, tensor.dtype)
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
    known: Any = load("array_api_compat").is_array_api_obj
    strange = [each for each in inputs if not isinstance(given[each.label], (int, float))]
    if not all(known(given[each.label]) for each in strange) or kinds <= {"numpy", "builtins"}:
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
