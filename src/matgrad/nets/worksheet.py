"""Forward and backward propagation with numbers: every value next to its formula."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matgrad.core.notation import Spelling
from matgrad.core.steps import Trace
from matgrad.nets.network import Network
from matgrad.nets.propagation import ADJOINT, nabla, named, spelled
from matgrad.optional import load
from matgrad.render.boxes import boxed
from matgrad.render.document import Document, Equation, Row, Section

MOST = 12  # rows and columns of an array that is printed in full


def worksheet(
    net: Network, trace: Trace, arrays: Mapping[str, Any], values: Mapping[str, Any],
    remarks: Sequence[str] = (),
) -> Document:  # fmt: skip
    """The values given, then each equation with what it comes to."""
    assert trace.function is not None
    forward = [d for d in trace.definitions if d.role != ADJOINT]
    backward = [d for d in trace.definitions if d.role == ADJOINT]
    gradients = sorted(trace.results, key=_layer, reverse=True)
    sections = [
        Section("Given", tuple(_row(named(n), grid(arrays[n])) for n in net.symbols)),
        Section(
            "Forward",
            (
                *(r for d in forward for r in _rows(named(d.symbol.name), d.value, values)),
                *_rows(named(net.name), trace.function, values),
            ),
        ),
        Section(
            "Backward",
            tuple(r for d in backward for r in _rows(named(d.symbol.name), d.value, values)),
        ),
        Section(
            "Gradients",
            tuple(
                r
                for n in gradients
                for r in _rows(nabla(n, trace.problem.name), trace.results[n], values)
            ),
        ),
        Section("Compared", tuple(Row(words=(line,)) for line in remarks)),
    ]
    return Document(tuple(section for section in sections if section.rows))


def _layer(name: str) -> str:
    return name.partition("__")[2].rjust(6)


def _row(left: Spelling | None, right: Spelling) -> Row:
    return Row(Equation(left, right))


def _rows(left: Spelling, value: Any, values: Mapping[str, Any]) -> list[Row]:
    """The formula, and below it the numbers."""
    return [_row(left, spelled(value)), _row(None, grid(values[left.text]))]


def grid(value: Any) -> Spelling:
    """An array as a person reads it, with the rows of a matrix below each other."""
    shown, array = numbers(value), load("numpy").asarray(value, dtype=float)
    if array.ndim < 2 or not shown.text.startswith("["):
        return shown
    rows = [[number(float(x)).replace("-", "−") for x in row] for row in array]
    return Spelling(shown.text, boxed(rows), shown.latex)


def numbers(value: Any) -> Spelling:
    """An array as a person reads it, columns as [1 2]ᵀ; of a large one, its shape and size."""
    np: Any = load("numpy")
    array = np.asarray(value, dtype=float)
    if array.size > MOST * MOST or max(array.shape, default=1) > MOST:
        words = f"{'×'.join(map(str, array.shape))} numbers, norm {np.linalg.norm(array):.4g}"
        return Spelling(words, words, rf"\text{{{words.replace('×', ' by ')}}}")
    if not array.shape:
        shown = number(float(array))
        return Spelling(shown, shown.replace("-", "−"), shown)
    rows = [[number(float(x)) for x in row] for row in np.atleast_2d(array)]
    between = ";  " if array.ndim == 2 else " "
    shown = "[" + between.join("  ".join(row) for row in rows) + "]"
    body = r" \\ ".join(" & ".join(row) for row in rows)
    is_column = array.ndim == 1
    latex = rf"\begin{{bmatrix}} {body} \end{{bmatrix}}" + (r"^{\top}" if is_column else "")
    return Spelling(shown + "'" * is_column, shown.replace("-", "−") + "ᵀ" * is_column, latex)


def number(x: float) -> str:
    """Four digits are enough to follow a computation by hand."""
    return f"{x:.4g}" if x else "0"
