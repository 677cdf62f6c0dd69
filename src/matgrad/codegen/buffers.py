"""Results written into arrays that the caller has, for NumPy and C."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

from matgrad.errors import ShapeError, UnsupportedError
from matgrad.optional import load


def refuse(target: str, library: str) -> None:
    """Raise UnsupportedError where code cannot write into arrays that are given."""
    if library != "numpy":
        raise UnsupportedError(f"{target} code makes its own arrays: out is for NumPy and C")


def outputs(given: Any, count: int) -> list[Any]:
    """The arrays for the results: one, or several in the order in which they are returned."""
    found = list(flat(given))
    if len(found) != count:
        raise ShapeError(f"out has {len(found)} arrays, wanted: {count}")
    return found


def flat(given: Any) -> Iterator[Any]:
    """The arrays of nested tuples and lists, in order."""
    stack: list[Any] = [given]
    while stack:
        each = stack.pop()
        if isinstance(each, (tuple, list)):
            stack += reversed(cast("Sequence[Any]", each))
        else:
            yield each


def check(outs: Sequence[Any], shapes: Sequence[tuple[int, ...]]) -> None:
    """Raise ShapeError where an array is none, has another shape or cannot hold the result."""
    np: Any = load("numpy")
    for i, (out, shape) in enumerate(zip(outs, shapes, strict=True)):
        if not isinstance(out, np.ndarray) or out.shape != shape:
            found = getattr(out, "shape", type(out).__name__)
            raise ShapeError(f"out {i + 1} is to be an array of shape {shape}, not {found}")
        if not np.issubdtype(out.dtype, np.floating):
            raise ShapeError(f"out {i + 1} is to hold real numbers, not {out.dtype}")
        if not out.flags["WRITEABLE"]:
            raise UnsupportedError(f"out {i + 1} is read-only", hint="take a copy of it")


def shares(out: Any, arrays: Sequence[Any]) -> bool:
    """Would writing into an array change another one, such as an input?"""
    np: Any = load("numpy")
    return any(np.may_share_memory(out, array) for array in arrays)


def through(outs: Sequence[Any], fits: Sequence[Any], call: Callable[[Sequence[Any]], Any]) -> None:
    """Write results into arrays, by way of new ones where those given do not fit.

    `fits` are the new arrays, None where the one given will do.
    """
    used = [out if new is None else new for out, new in zip(outs, fits, strict=True)]
    call(used)
    for out, new in zip(outs, fits, strict=True):
        if new is not None:
            out[...] = new
