r"""Constant matrices in LaTeX: I_{n}, \mathbf{1}_{n}, and those with a letter of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matgrad.core.dims import Dim
from matgrad.core.shape import Shape, Span
from matgrad.render.glyphs import latex_name, latex_size
from matgrad.render.indexed import in_latex


def sizes(shape: Shape) -> str:
    r"""The subscript of ones or zeros: n or m \times n."""
    rows, cols = latex_size(shape.rows), latex_size(shape.cols)
    return rows if shape.is_column else rf"{rows} \times {cols}"


def span_text(span: Span) -> str:
    """A range of indices."""
    return f"{latex_size(span.first)}:{latex_size(span.last)}"


def constant(letter: str, *sizes: Dim) -> str:
    """A constant matrix with its sizes, upright: K_{n,n} might be a name of somebody's own."""
    return rf"\operatorname{{{letter}}}_{{{','.join(map(latex_size, sizes))}}}"


LEAVES: dict[str, Callable[[Any], str]] = {
    "constant": latex_name,
    "delta": lambda data: in_latex(r"\delta", [str(data.one), str(data.other)]),
    "index": lambda axis: axis.name,
    "eye": lambda size: f"I_{{{latex_size(size)}}}",
    "ones": lambda shape: rf"\mathbf{{1}}_{{{sizes(shape)}}}",
    "zeros": lambda shape: rf"\mathbf{{0}}_{{{sizes(shape)}}}",
    "unit": lambda data: rf"\mathbf{{e}}_{{{data[0]},{latex_size(data[1])}}}",
    "units": lambda span: rf"\left[I_{{{latex_size(span.size)}}}\right]_{{:,{span_text(span)}}}",
    "commutation": lambda shape: constant("K", shape.rows, shape.cols),
    "toeplitz_columns": lambda shape: constant("C", shape.rows, shape.cols),
    "toeplitz_rows": lambda shape: constant("R", shape.rows, shape.cols),
    "duplication": lambda size: constant("D", size),
    "elimination": lambda size: constant("L", size),
    "diagonal_selection": lambda size: constant("E", size),
}
