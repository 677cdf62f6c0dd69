"""Calls that go straight to a function of NumPy's arrays, because their shapes are known to fit.

A small function costs about as much as looking at what it is given in a loop, so the looking is
written out for the inputs that there are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from matgrad.codegen.program import Input
from matgrad.codegen.sizes import array_shape
from matgrad.optional import load

Shapes = tuple[tuple[int, ...], ...]


def shapes_of(inputs: Sequence[Input], arrays: Sequence[Any]) -> Shapes:
    """The shapes that decide whether arrays fit: those of inputs that are not numbers."""
    pairs = zip(inputs, arrays, strict=True)
    return tuple([array.shape for each, array in pairs if array_shape(each.shape)])


def guarded(
    inputs: Sequence[Input], function: Callable[..., Any], seen: set[Shapes], dtype: str
) -> Callable[..., Any]:
    """The function, which answers NotImplemented to all but arrays of `dtype` in shapes `seen`."""
    np: Any = load("numpy")
    kind = np.dtype(dtype or "float64")
    names = [f"x{i}" for i in range(len(inputs))]
    pairs = list(zip(names, (array_shape(each.shape) for each in inputs), strict=True))
    namespace: dict[str, Any] = {
        "function": function,
        "seen": seen,
        "array": np.ndarray,
        "kind": kind,
        "number": kind.type,
    }
    text = _text(names, [x for x, axes in pairs if axes], [x for x, axes in pairs if not axes])
    exec(compile(text, "<matgrad quick>", "exec"), namespace)  # our own text only
    return namespace["call"]


def _text(names: list[str], arrays: list[str], numbers: list[str]) -> str:
    """The function that looks at its arguments; numbers of Python become NumPy's, as always."""
    given = "".join(f"{x}=None, " for x in names)
    shapes = "".join(f"{x}.shape, " for x in arrays)
    checks = [
        *_same([f"{x}.__class__" for x in arrays], "array"),
        *_same([f"{x}.dtype" for x in arrays], "kind"),
        *_same([f"{x}.__class__" for x in numbers], "number"),
        f"({shapes}) in seen",
        "not more",
    ]
    return "\n".join(
        [
            f"def call({given}*more):",
            *(f"    if {x}.__class__ is float: {x} = number({x})" for x in numbers),
            f"    if {' and '.join(checks)}:",
            f"        return function({', '.join(names)})",
            "    return NotImplemented",
        ]
    )


def _same(codes: list[str], what: str) -> list[str]:
    return [" is ".join([*codes, what])] if codes else []
