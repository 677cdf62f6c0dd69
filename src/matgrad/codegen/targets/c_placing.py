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
    """Running sums along an axis, from either end; along the last one they are one number."""
    (A,) = value.args
    axis: int = value.data[0]
    reverse: bool = value.data[1]
    out, entry = code.target(value), code.read(A)
    index: list[str] = [*AXES[: len(value.axes)]]
    along, n = index[axis], code.size(value.axes[axis])
    step = f"{along} = {n} - 1; {along} >= 0; {along}--" if reverse else _forward(along, n)
    if axis == len(index) - 1:
        total = code.names.fresh()
        lines = [
            f"double {total} = 0;",
            f"for (long {step}) {out.at(*index)} = {total} += {code.bare(entry)};",
        ]
        if axis:
            head = f"for (long {_forward('i', code.size(value.axes[0]))}) {{"
            lines = [head, *(f"    {line}" for line in lines), "}"]
        code.lines += lines
        return
    before = f"(i {'+' if reverse else '-'} 1)"
    first = f"i < {n} - 1" if reverse else "i > 0"
    code.lines += [
        f"for (long {step})",
        f"    for (long {_forward('j', code.size(value.axes[1]))})",
        f"        {out.at(*index)} = {entry} + ({first} ? {out.at(before, 'j')} : 0);",
    ]


def _forward(letter: str, end: str) -> str:
    return f"{letter} = 0; {letter} < {end}; {letter}++"


PLACING: dict[str, Callable[[Code, Value], None]] = {
    "placed": placed,
    "diagonals": diagonals,
    "cumsum": cumsum,
}
