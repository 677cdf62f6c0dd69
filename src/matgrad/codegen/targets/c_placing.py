"""Arrays among zeros, vectors on diagonals and running sums in C: loops over what is not zero."""

from __future__ import annotations

from collections.abc import Callable

from matgrad.codegen.placed import bands, pieces
from matgrad.codegen.targets.c_code import Code
from matgrad.codegen.targets.c_loops import AXES
from matgrad.codegen.values import Value
from matgrad.core.dims import Dim


def _moved(code: Code, start: Dim, index: str) -> str:
    return index if start.value == 0 else f"({code.size(start)} + {index})"


def placed(code: Code, value: Value) -> None:
    """A sum of arrays, each from a place on."""
    out = code.target(value)
    code.loop(value.axes, f"{out.at(*AXES[: len(value.axes)])} = 0;", out)
    for piece, starts, minus in pieces(value):
        spot = out.at(*(_moved(code, s, i) for s, i in zip(starts, AXES, strict=False)))
        code.loop(piece.axes, f"{spot} {'-' if minus else '+'}= {code.bare(code.read(piece))};")


def diagonals(code: Code, value: Value) -> None:
    """A matrix of zeros with vectors on diagonals."""
    out = code.target(value)
    code.loop(value.axes, f"{out.at('i', 'j')} = 0;", out)
    for entries, row, column in bands(value):
        spot = out.at(_moved(code, row, "i"), _moved(code, column, "i"))
        code.loop(entries.axes, f"{spot} += {code.bare(code.read(entries))};")


def cumsum(code: Code, value: Value) -> None:
    """Running sums along an axis, from either end."""
    (A,) = value.args
    axis: int = value.data[0]
    reverse: bool = value.data[1]
    out = code.target(value)
    index: list[str] = [*AXES[: len(value.axes)]]
    along, n = index[axis], code.size(value.axes[axis])
    spot, before = out.at(*index), list(index)
    before[axis] = f"({along} {'+' if reverse else '-'} 1)"
    first = f"{along} < {n} - 1" if reverse else f"{along} > 0"
    start = f"long {along} = {n} - 1; {along} >= 0; {along}--"
    heads = [
        start if i == along and reverse else f"long {i} = 0; {i} < {code.size(size)}; {i}++"
        for i, size in zip(index, value.axes, strict=True)
    ]
    code.lines += [f"{'    ' * k}for ({head})" for k, head in enumerate(heads)]
    step = f"{spot} = {code.read(A)} + ({first} ? {out.at(*before)} : 0);"
    code.lines.append("    " * len(heads) + step)


PLACING: dict[str, Callable[[Code, Value], None]] = {
    "placed": placed,
    "diagonals": diagonals,
    "cumsum": cumsum,
}
