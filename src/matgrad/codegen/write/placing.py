"""Arrays among zeros, vectors on diagonals and running sums, in every language but C."""

from __future__ import annotations

from typing import NamedTuple

from matgrad.codegen.plan.program import Program
from matgrad.codegen.plan.values import Value
from matgrad.codegen.write.lines import Text
from matgrad.codegen.write.python import ADD, ATOM, Writer, Written, atom


class _Part(NamedTuple):
    """The code of an array, and of how many zeros stand before and after it along each axis."""

    code: str
    around: tuple[tuple[str, str], ...]
    minus: bool

    @property
    def starts(self) -> str:
        return ", ".join(before for before, _ in self.around)


def _parts(value: Value, parts: list[Text]) -> list[_Part]:
    step = 1 + 2 * len(value.axes)
    rows = [[p.code for p in parts[i * step : (i + 1) * step]] for i in range(len(value.data))]
    return [
        _Part(row[0], tuple(zip(row[1::2], row[2::2], strict=True)), minus)
        for row, minus in zip(rows, value.data, strict=True)
    ]


def together(program: Program, value: Value, parts: list[Text]) -> Written:
    """All pieces written into one array of zeros; vectors have a quicker way."""
    lists: dict[bool, list[str]] = {False: [], True: []}
    for part in _parts(value, parts):
        lists[part.minus].append(f"({part.code}, {part.starts})")
    minus = f", minus=[{', '.join(lists[True])}]" if lists[True] else ""
    sizes = ", ".join(part.code for part in parts[-len(value.axes) :])
    start = f"placed({sizes}" if value.is_vector else f"placed_blocks(({sizes})"
    return f"{start}, [{', '.join(lists[False])}]{minus})", ATOM


def one_by_one(template: str) -> Writer:
    """A sum of arrays, each with zeros around it: {code} is a piece, {sizes} those of the whole.

    {around} are the zeros before and after it, {pad} these in one bracket more where there are two
    axes, {back} with the last axis first; {starts} is where it starts. {one} and {zero} complete
    sizes and starts of a column.
    """

    def write(part: _Part, sizes: str) -> str:
        around = ", ".join(f"({before}, {after})" for before, after in part.around)
        is_column = len(part.around) == 1
        return template.format(
            code=part.code,
            sizes=sizes,
            starts=part.starts,
            around=around,
            pad=around if is_column else f"({around})",
            back=", ".join(f"{before}, {after}" for before, after in reversed(part.around)),
            one=", 1" * is_column,
            zero=", 0" * is_column,
        )

    def write_sum(program: Program, value: Value, parts: list[Text]) -> Written:
        sizes = ", ".join(part.code for part in parts[-len(value.axes) :])
        found = sorted(_parts(value, parts), key=lambda part: part.minus)
        code = write(found[0], sizes)
        for part in found[1:]:
            code += f" {'-' if part.minus else '+'} {write(part, sizes)}"
        return code, ADD if len(found) > 1 else ATOM

    return write_sum


def banded(size: str, group: str = "({})") -> Writer:
    """Vectors on diagonals, each with the row and the column it starts at, after the whole size."""

    def write_banded(program: Program, value: Value, parts: list[Text]) -> Written:
        codes = [part.code for part in parts]
        groups = [", ".join(codes[i : i + 3]) for i in range(0, len(codes) - 2, 3)]
        shown = ", ".join(group.format(each) for each in groups)
        return f"banded({size.format(*codes[-2:])}, {shown})", ATOM

    return write_banded


def running(forward: str, backward: str) -> Writer:
    """Running sums along an axis, from either end; {0} is the array, {1} the axis from 0.

    {along} names the axis where there are several.
    """

    def write_running(program: Program, value: Value, parts: list[Text]) -> Written:
        axis: int = value.data[0]
        reverse: bool = value.data[1]
        code = (backward if reverse else forward).format(
            parts[0].code,
            axis,
            axis + 1,
            array=atom(parts[0]),
            along="" if value.is_vector else f", axis={axis}",
            turned=("[::-1]", "[:, ::-1]")[axis],
        )
        return code, ATOM

    return write_running
