"""NumPy where it is told how large arrays are: other spellings, which cost less.

Of a small array, what a call costs is not arithmetic: A.dot(B) takes half a microsecond less than
A @ B, a method less than the function of its name, and a float less than an integer, which NumPy
converts. Where nothing is told, code is written as it reads best.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from matgrad.codegen.lines import Text
from matgrad.codegen.program import Program
from matgrad.codegen.targets.function import Dialect
from matgrad.codegen.targets.numpy_sums import small_einsum
from matgrad.codegen.targets.python import ARITHMETIC, Writer, Written, fill
from matgrad.codegen.values import Value, entries, nominal

_ENTRIES = 1 << 15  # of a small array
_FEW = 512  # entries of which np.heaviside takes less time than a comparison and a conversion
_WORK = 1 << 19  # multiplications of a small product


def told(dialect: Dialect, program: Program) -> Dialect:
    """The dialect for a program; another one if its sizes are told."""
    sizes = program.options.sizes
    if not sizes:
        return dialect
    table = {**dialect.table, **_LAPACK}
    if all(_is_small(value, sizes) for value in program.values):
        table |= _SMALL | {"einsum": _either(small_einsum, dialect.code("einsum"))}
        if all(entries(value, sizes) <= _FEW for value in program.values if value.op == "step"):
            table |= {"step": "np.heaviside({0}, 0.0)"}
    return replace(dialect, table=table)


def _either(first: Callable[..., Written | None], second: Any) -> Writer:
    def write(program: Program, value: Value, parts: list[Text]) -> Written:
        return first(program, value, parts) or second(program, value, parts)

    return write


def _is_small(value: Value, sizes: Mapping[str, int]) -> bool:
    """Is this a small array for which little is computed?"""
    if any(name not in sizes for size in value.axes for name in size.names):
        return False
    count = entries(value, sizes)
    if value.op == "matmul":
        return count * nominal(value.args[0].axes[-1], sizes) <= _WORK
    return count <= _ENTRIES


def _with_floats(op: str) -> Writer:
    """Arithmetic of arrays, in which whole numbers have a point."""
    plain = ARITHMETIC[op]

    def write(program: Program, value: Value, parts: list[Text]) -> Written:
        if value.axes:
            pairs = zip(value.args, parts, strict=True)
            parts = [
                part._replace(code=f"{part.code}.0")
                if arg.op == "number" and part.code.lstrip("-").isdigit()
                else part
                for arg, part in pairs
            ]
        return plain(program, value, parts)

    return write


def _sum(program: Program, value: Value, parts: list[Text]) -> Written:
    return fill("{0}.sum()" if value.args[0].axes else "np.sum({0})", value, parts)


# LAPACK's own functions, which are faster for matrices of any size.
_LAPACK = {"inv": "inverse({0})", "cholesky": "cholesky({0})"}

_SMALL: dict[str, Writer | str] = {
    **{op: _with_floats(op) for op in ("add", "mul", "div")},
    "matmul": "{0}.dot({1})",
    "outer": "{0}[:, None] * {1}",
    "relu": "np.maximum({0}, 0.0)",
    "sum": _sum,
    "sum_axis": lambda program, value, parts: fill(f"{{0}}.sum({value.data})", value, parts),
    "tr": "{0}.trace()",
    "diag": "{0}.diagonal()",
    "logdet_spd": "2 * np.log({0}.diagonal()).sum()",
}
