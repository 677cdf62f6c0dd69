"""Arrays among zeros, vectors on diagonals and running sums, in every language but C."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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


def _shape(value: Value, parts: list[Text]) -> str:
    sizes = ", ".join(part.code for part in parts[-len(value.axes) :])
    return sizes if value.is_vector else f"({sizes})"


def together(program: Program, value: Value, parts: list[Text]) -> Written:
    """All pieces written into one array of zeros; vectors have a quicker way."""
    lists: dict[bool, list[str]] = {False: [], True: []}
    for part in _parts(value, parts):
        lists[part.minus].append(f"({part.code}, {part.starts})")
    minus = f", minus=[{', '.join(lists[True])}]" if lists[True] else ""
    name = "placed" if value.is_vector else "placed_blocks"
    return f"{name}({_shape(value, parts)}, [{', '.join(lists[False])}]{minus})", ATOM


def one_by_one(write: Callable[[_Part, str], str]) -> Writer:
    """A sum of arrays, each with zeros around it; code is made from a piece and the whole size."""

    def write_sum(program: Program, value: Value, parts: list[Text]) -> Written:
        sizes = ", ".join(part.code for part in parts[-len(value.axes) :])
        found = sorted(_parts(value, parts), key=lambda part: part.minus)
        code = write(found[0], sizes)
        for part in found[1:]:
            code += f" {'-' if part.minus else '+'} {write(part, sizes)}"
        return code, ADD if len(found) > 1 else ATOM

    return write_sum


def jax_pad(part: _Part, sizes: str) -> str:
    """What XLA does in the pass that uses it."""
    around = ", ".join(f"({before}, {after})" for before, after in part.around)
    return f"jnp.pad({part.code}, {around if len(part.around) == 1 else f'({around})'})"


def torch_pad(part: _Part, sizes: str) -> str:
    """The last axis comes first."""
    around = ", ".join(f"{before}, {after}" for before, after in reversed(part.around))
    return f"torch.nn.functional.pad({part.code}, ({around}))"


def api_pad(part: _Part, sizes: str) -> str:
    """By a helper: the standard has no such function."""
    around = ", ".join(f"({before}, {after})" for before, after in part.around)
    return f"padded(xp, {part.code}, {around})"


def script_pad(part: _Part, sizes: str) -> str:
    """By a helper, with the size of the whole and where the piece starts."""
    more = ("", "") if len(part.around) > 1 else (", 1", ", 0")
    return f"placed({part.code}, [{sizes}{more[0]}], [{part.starts}{more[1]}])"


def julia_pad(part: _Part, sizes: str) -> str:
    """By a helper, with the size of the whole and where the piece starts."""
    return f"placed({part.code}, ({sizes},), ({part.starts},))"


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


CUMSUM: Mapping[str, Writer] = {
    "numpy": running(
        "np.cumsum({0}{along})", "np.cumsum({array}{turned}{along}){turned}"
    ),
    "jax": running("jax.lax.cumsum({0}, {1})", "jax.lax.cumsum({0}, {1}, reverse=True)"),
    "torch": running(
        "torch.cumsum({0}, {1})",
        "torch.flip(torch.cumsum(torch.flip({0}, ({1},)), {1}), ({1},))",
    ),
    "array_api": running(
        "xp.cumulative_sum({0}{along})",
        "xp.flip(xp.cumulative_sum(xp.flip({0}{along}){along}){along})",
    ),
    "matlab": running(
        "cumsum({0}, {2})", "flip(cumsum(flip({0}, {2}), {2}), {2})"
    ),
    "julia": running(
        "cumsum({0}, dims={2})", "reverse(cumsum(reverse({0}, dims={2}), dims={2}), dims={2})"
    ),
}  # fmt: skip
