"""Calls that go straight to a function of NumPy's arrays, because their shapes are known to fit.

A small function costs about as much as looking at what it is given in a loop, so the looking is
written out for the inputs that there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from inspect import Parameter, Signature
from typing import Any, Self, cast
from weakref import ref

from matgrad.codegen.plan.program import Input, Program
from matgrad.errors import ShapeError, UnsupportedError
from matgrad.optional import load

# ---------------------------------------------------------------- arrays given

# Results written into arrays that the caller has, for NumPy and C.


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


# ---------------------------------------------------------------- calls

_SIGNATURE = Signature(
    [Parameter("args", Parameter.VAR_POSITIONAL), Parameter("kwargs", Parameter.VAR_KEYWORD)]
)
Shapes = tuple[tuple[int, ...], ...]


class Direct:
    """What is called by a function that the object keeps, without a frame of Python in between.

    Such a frame takes as long as a small function of machine code. Until there is some, and for
    what that cannot take, the method of the class after this one is called.
    """

    __slots__ = ("__call__",)

    def __new__(cls, *_args: Any, **_kwargs: Any) -> Self:
        """An object that is called the usual way."""
        made = super().__new__(cls)
        object.__setattr__(made, "__call__", partial(_usually, ref(made)))
        object.__setattr__(made, "__signature__", _SIGNATURE)  # which the class tells no more
        return made

    def usual(self, /, *args: Any, **kwargs: Any) -> Any:
        """Call it the way that takes everything."""
        parent: Any = super()
        return parent.__call__(*args, **kwargs)

    def go_by(self, made: Callable[[Callable[..., Any]], Callable[..., Any]] | None) -> None:
        """Be called by what is made of the usual way, if there is something."""
        if made is not None:
            object.__setattr__(self, "__call__", made(partial(_usually, ref(self))))


def _usually(known: ref[Direct], /, *args: Any, **kwargs: Any) -> Any:
    """Call an object that is not kept alive by this."""
    called = known()
    if called is None:
        raise ReferenceError("the compiled function is gone: keep it, not its __call__ alone")
    return called.usual(*args, **kwargs)


def shapes_of(inputs: Sequence[Input], arrays: Sequence[Any]) -> Shapes:
    """The shapes that decide whether arrays fit: those of inputs that are not numbers."""
    pairs = zip(inputs, arrays, strict=True)
    return tuple([array.shape for each, array in pairs if each.axes])


def types_of(results: Any) -> list[Any]:
    """What results are, and of what precision."""
    return [(type(each), getattr(each, "dtype", None)) for each in flat(results)]


def guarded(
    program: Program, function: Callable[..., Any], seen: set[Shapes]
) -> Callable[..., Any]:
    """The function; NotImplemented for all but arrays of its type in shapes `seen`."""
    np: Any = load("numpy")
    inputs, kind = program.inputs, np.dtype(program.options.dtype or "float64")
    names = [f"x{i}" for i in range(len(inputs))]
    pairs = list(zip(names, (each.axes for each in inputs), strict=True))
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


def straightened(program: Program, by_rows: bool) -> Callable[[Sequence[Any]], list[Any] | None]:
    """Arguments as arrays of the type of a program, where that is a matter of course, else None.

    Numbers of every real type, lists and arrays in another order or type cost a copy and no more;
    what is left is looked at, and refused, in the usual way.
    """
    np: Any = load("numpy")
    wanted = program.options.dtype
    kind, single = np.dtype(wanted or "float64"), np.dtype("float32")
    made = np.ascontiguousarray if by_rows else np.asarray
    axes = [len(each.axes) for each in program.inputs]

    def straighten(given: Sequence[Any]) -> list[Any] | None:
        if len(given) != len(axes):
            return None
        found: list[Any] = []
        types: set[Any] = set()
        try:
            for count, value in zip(axes, given, strict=True):
                array = value if value.__class__ is np.ndarray else _plain(np, value)
                if array is None or array.dtype.kind not in "fiub":
                    return None
                if hasattr(value, "dtype"):
                    types.add(array.dtype)
                if array.ndim != count:
                    return None
                found.append(kind.type(array) if not count else made(array, kind))
        except (ValueError, TypeError, OverflowError):
            return None
        return found if wanted or types != {single} else None  # which has results of its own type

    return straighten


def _plain(np: Any, value: Any) -> Any:
    """A number or a list as an array, None for other things."""
    usual = isinstance(value, (int, float, list, np.number))
    return np.asarray(value) if usual else None
