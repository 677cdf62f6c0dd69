"""What a caller tells of a function before its code is written: names of its parts, and sizes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypedDict, cast

from matgrad.codegen import Options, rewrite_names
from matgrad.codegen.plan.program import whole
from matgrad.core.expr import Expr
from matgrad.core.steps import Trace
from matgrad.core.walk import postorder
from matgrad.errors import ShapeError, UnknownNameError

# The precisions that code computes in, by all the names that libraries have for them.
_PRECISIONS = {
    "": "",
    "float32": "float32", "single": "float32", "f4": "float32", "f": "float32",
    "float64": "float64", "double": "float64", "f8": "float64", "d": "float64", "float": "float64",
}  # fmt: skip


class Told(TypedDict, total=False):
    """How code is to be written, in the words of the caller."""

    sizes: Mapping[str, int] | None
    fixed: Iterable[str]
    expand: bool
    skip: Iterable[str]
    shard: Mapping[str, str] | None
    dtype: Any
    blas: bool
    gpu: bool
    definite: Iterable[str]
    guard: bool


def told_options(trace: Trace, told: Told) -> Options:
    """What is told, if it is about this function."""
    for name in told:
        if name not in Told.__annotations__:
            known = ", ".join(Told.__annotations__)
            raise UnknownNameError(f"no option is called {name}", hint=f"there are {known}")
    told = cast("Told", {name: value for name, value in told.items() if value is not None})
    return Options(
        sizes=told_sizes(trace, told.get("sizes")),
        fixed=told_inputs(trace, "fixed", told.get("fixed", ())),
        skip=told_rewrites(told.get("skip", ())),
        expand=told.get("expand", False),
        shard=told_shard(trace, told.get("shard")),
        dtype=told_dtype(told.get("dtype", "")),
        definite=told_definite(trace, told.get("definite", ())),
        blas=told.get("blas", False),
        gpu=told.get("gpu", False),
        guard=told.get("guard", False),
    )


def told_inputs(trace: Trace, option: str, given: Iterable[str]) -> frozenset[str]:
    """The names of inputs in an option, one by itself or several."""
    return _known(option, given, trace.problem.symbols, "no input is called")


def told_definite(trace: Trace, given: Iterable[str]) -> frozenset[str]:
    """The names of square matrices, inputs or named parts, that are said to be definite."""
    parts = {**trace.problem.symbols, **{d.symbol.name: d.symbol for d in trace.definitions}}
    parts |= {each.symbol.name: each.symbol for each in trace.problem.definitions}
    names = _known("definite", given, parts, "nothing is called")
    for name in sorted(names):
        if not parts[name].shape.is_square:
            raise ShapeError(f"definite: {name} is {parts[name].shape}, not a square matrix")
    return names


def told_rewrites(given: Iterable[str]) -> frozenset[str]:
    """The names of rewrites that are not wanted."""
    return _known("skip", given, rewrite_names(), "no rewrite is called")


def told_sizes(trace: Trace, given: Mapping[str, int] | None) -> dict[str, int]:
    """Numbers for sizes that the problem has."""
    sizes = _mapping("sizes", given, '{"m": 1000}')
    _size_names("sizes", trace, sizes)
    return {name: whole(name, size) for name, size in sizes.items()}


def told_shard(trace: Trace, given: Mapping[str, str] | None) -> dict[str, str]:
    """The axes of a mesh of devices that sizes are split over."""
    shard = _mapping("shard", given, '{"N": "data"}')
    _size_names("shard", trace, shard)
    for name, axis in shard.items():
        if not isinstance(axis, str) or not axis:
            raise UnknownNameError(
                f"shard: {name} is split over {axis!r}, which names no axis of a mesh",
                hint='such as shard={"N": "data"}',
            )
    return shard


def told_dtype(given: Any) -> str:
    """The name of a precision: given so, or as a type of NumPy, PyTorch, JAX or Python."""
    named = [given, *(getattr(given, name, None) for name in ("name", "__name__")), str(given)]
    for each in named:
        found = _PRECISIONS.get(each.removeprefix("torch.")) if isinstance(each, str) else None
        if found is not None:
            return found
    return str(given)  # which the options refuse


def _known(option: str, given: Iterable[str], known: Iterable[str], no: str) -> frozenset[str]:
    listed = dict.fromkeys(known)
    try:
        names = frozenset((given,) if isinstance(given, str) else given)
    except TypeError:
        names = frozenset(map(str, (given,)))
    for name in sorted(names.difference(listed), key=str):
        raise UnknownNameError(f"{option}: {no} {name}", hint=f"there are {', '.join(listed)}")
    return names


def _mapping(option: str, given: Any, example: str) -> dict[str, Any]:
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise UnknownNameError(
            f"{option} is to say something for each name, which {given!r} does not",
            hint=f"such as {option}={example}",
        )
    return dict(cast("Mapping[str, Any]", given))


def _size_names(option: str, trace: Trace, names: Iterable[str]) -> None:
    """Every name is that of a size, of an input or of a part of the function."""
    wanted = dict.fromkeys(names)
    known = _names_in(trace.problem.symbols.values())
    if not wanted.keys() <= known:
        known |= _names_in(_parts(trace))
    for name in wanted:
        if name not in known:
            there = f"there are {', '.join(sorted(known))}" if known else "it has none"
            raise UnknownNameError(f"{option}: no size is called {name}", hint=there)


def _names_in(nodes: Iterable[Expr]) -> set[str]:
    """The names in the sizes of expressions, and in how many members families have."""
    sizes = ((*node.shape, *(axis.size for axis in node.axes)) for node in nodes)
    return {name for each in sizes for size in each for name in size.names}


def _parts(trace: Trace) -> Iterator[Expr]:
    problem = trace.origin.problem
    roots = [problem.function, *(each.value for each in problem.definitions)]
    yield from postorder(*roots)
