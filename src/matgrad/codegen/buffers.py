"""Results written into arrays that the caller has, for NumPy and C."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

from matgrad.codegen.program import Program
from matgrad.codegen.targets.numpy import source
from matgrad.errors import ShapeError, UnsupportedError
from matgrad.optional import load

# NumPy's functions that do what an operator does, and take the array it goes into.
_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "subtract",
    ast.Mult: "multiply",
    ast.Div: "divide",
    ast.MatMult: "matmul",
    ast.Pow: "power",
}
_FUNCTIONS = frozenset(
    "sin cos tan arcsin arccos arctan sinh cosh tanh exp log log1p sqrt abs sign floor maximum"
    " minimum square logaddexp outer einsum".split()
)


def source_into(program: Program) -> str:
    """NumPy's code for a program that returns nothing and writes its results into out1, out2, …"""
    return source(program, place)


def place(out: str, code: str) -> str:
    """The statement that puts the value of an expression into an array, without a copy if it can.

    >>> place("out", "2 * (A @ x)")
    'np.multiply(2, A @ x, out=out)'
    >>> place("out", "(B.T @ A).T")
    'np.matmul(B.T, A, out=out.T)'
    >>> place("out", "unbuffered(np.multiply, v[:, None], B, out=B)")
    'np.multiply(v[:, None], B, out=out)'
    >>> place("out", "A.T")
    'out[...] = A.T'
    """
    tree = ast.parse(code, mode="eval").body
    if isinstance(tree, ast.Attribute) and tree.attr == "T" and isinstance(tree.value, ast.BinOp):
        out, code = f"{out}.T", ast.get_source_segment(code, tree.value) or ""
        tree = ast.parse(code, mode="eval").body
    if isinstance(tree, ast.BinOp) and type(tree.op) in _OPERATORS:
        parts = [tree.left, tree.right]
        return _called(f"np.{_OPERATORS[type(tree.op)]}", code, parts, out)
    if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.USub):
        return _called("np.negative", code, [tree.operand], out)
    if isinstance(tree, ast.Call) and ast.unparse(tree.func) == "unbuffered":
        operation, *parts = tree.args
        return _called(ast.unparse(operation), code, parts, out)
    if isinstance(tree, ast.Call) and not tree.keywords:
        name = ast.unparse(tree.func)
        if name.removeprefix("np.") in _FUNCTIONS and name.startswith("np."):
            return _called(name, code, tree.args, out)
    return f"{out}[...] = {code}"


def _called(function: str, code: str, parts: Sequence[ast.expr], out: str) -> str:
    shown = ", ".join(ast.get_source_segment(code, part) or "" for part in parts)
    return f"{function}({shown}, out={out})"


def outputs(given: Any, count: int) -> list[Any]:
    """The arrays for the results: one, or several in the order in which they are returned."""
    found = list(_flat(given))
    if len(found) != count:
        raise ShapeError(f"out has {len(found)} arrays, wanted: {count}")
    return found


def _flat(given: Any) -> Iterator[Any]:
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
