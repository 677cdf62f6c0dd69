"""Arrays among zeros, vectors on diagonals, running sums and convolutions in C.

Loops go over what is not zero. The innermost writes other entries each time, as it is vectorised.
"""

from __future__ import annotations

from collections.abc import Callable

from matgrad.codegen.c.code import AXES, Code
from matgrad.codegen.plan.selections import bands, pieces
from matgrad.codegen.plan.values import Value
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


def _diagonal_sums(letter: str, other: str, condition: str) -> Callable[[Code, Value], None]:
    """Sums along the diagonals that a condition holds for."""

    def write(code: Code, value: Value) -> None:
        out, A = code.target(value), code.places[value.args[0]]
        code.loop(value.axes, f"{out.at('i')} = 0;", out)
        spot = out.at(f"({letter} - {other})")
        code.loop(value.args[0].axes, f"if ({condition}) {spot} += {A.at('i', 'j')};")

    return write


def convolution(code: Code, value: Value) -> None:
    """All products of an entry of one vector and one of the other, each where it belongs."""
    out, x, y = code.target(value), *(code.places[arg] for arg in value.args)
    code.loop(value.axes, f"{out.at('i')} = 0;", out)
    axes = (value.args[0].axes[0], value.args[1].axes[0])
    code.loop(axes, f"{out.at('(i + j)')} += {x.at('i')} * {y.at('j')};")


def correlation(code: Code, value: Value) -> None:
    """Sums of products with a vector, from each place on where it fits."""
    out, x, y = code.target(value), *(code.places[arg] for arg in value.args)
    code.loop(value.axes, f"{out.at('i')} = 0;", out)
    axes = (value.args[1].axes[0], value.axes[0])
    code.loop(axes, f"{out.at('j')} += {x.at('(i + j)')} * {y.at('i')};")


PLACING: dict[str, Callable[[Code, Value], None]] = {
    "placed": placed,
    "diagonals": diagonals,
    "cumsum": cumsum,
    "lower_sums": _diagonal_sums("i", "j", "i >= j"),
    "upper_sums": _diagonal_sums("j", "i", "i < j"),
    "conv": convolution,
    "correlate": correlation,
}
