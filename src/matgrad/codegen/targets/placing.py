"""Arrays among zeros, vectors on diagonals and running sums, in every language but C."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from matgrad.codegen.lines import Text
from matgrad.codegen.program import Program
from matgrad.codegen.targets.python import ADD, ATOM, Writer, Written, atom
from matgrad.codegen.values import Value


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


def banded(opening: str, closing: str, before: str = "") -> Writer:
    """Vectors on diagonals, each in brackets with the row and the column it starts at."""

    def write_banded(program: Program, value: Value, parts: list[Text]) -> Written:
        codes = [part.code for part in parts]
        groups = [", ".join(codes[i : i + 3]) for i in range(0, len(codes) - 2, 3)]
        shown = ", ".join(f"{opening}{group}{closing}" for group in groups)
        return f"banded({before}({codes[-2]}, {codes[-1]}), {shown})", ATOM

    return write_banded


def octave_banded(program: Program, value: Value, parts: list[Text]) -> Written:
    """The same with the size as two numbers."""
    codes = [part.code for part in parts]
    groups = [", ".join(codes[i : i + 3]) for i in range(0, len(codes) - 2, 3)]
    shown = ", ".join(f"{{{group}}}" for group in groups)
    return f"banded({codes[-2]}, {codes[-1]}, {shown})", ATOM


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

NUMPY_HELPERS = {
    "placed(": '''\
def placed(size, plus, minus=()):
    """A sum of vectors, each from a place on, with zeros around them."""
    whole = np.zeros(size, plus[0][0].dtype)
    for part, start in plus:
        whole[start : start + len(part)] += part
    for part, start in minus:
        whole[start : start + len(part)] -= part
    return whole''',
    "placed_blocks(": '''\
def placed_blocks(shape, plus, minus=()):
    """A sum of arrays, each from a place on, with zeros around them."""
    whole = np.zeros(shape, plus[0][0].dtype)
    for add, parts in ((np.add, plus), (np.subtract, minus)):
        for part, *starts in parts:
            there = whole[tuple([slice(i, i + n) for i, n in zip(starts, part.shape)])]
            add(there, part, out=there)
    return whole''',
    "banded(": '''\
def banded(shape, *parts):
    """A matrix of zeros with vectors on diagonals, each from a row and a column on."""
    whole = np.zeros(shape, np.result_type(*(part for part, _, _ in parts)))
    step = shape[1] + 1
    for part, row, column in parts:
        start = row * shape[1] + column
        whole.reshape(-1)[start : start + len(part) * step : step] += part
    return whole''',
}
JAX_BANDED = '''\
def banded(shape, *parts):
    """A matrix of zeros with vectors on diagonals, each from a row and a column on."""
    whole = jnp.zeros(shape, jnp.result_type(*(part for part, _, _ in parts)))
    for part, row, column in parts:
        i = jnp.arange(len(part))
        whole = whole.at[row + i, column + i].add(part, unique_indices=True)
    return whole'''
TORCH_BANDED = '''\
def banded(shape, *parts):
    """A matrix of zeros with vectors on diagonals, each from a row and a column on."""
    whole = parts[0][0].new_zeros(shape)
    for part, row, column in parts:
        i = torch.arange(len(part), device=part.device)
        whole = whole.index_put((row + i, column + i), part, accumulate=True)
    return whole'''
API_HELPERS = {
    "padded(": '''\
def padded(xp, A, *around):
    """A with zeros before and after it along each axis."""
    for axis, sides in enumerate(around):
        zeros = [xp.zeros((*A.shape[:axis], n, *A.shape[axis + 1 :]), dtype=A.dtype) for n in sides]
        A = xp.concat((zeros[0], A, zeros[1]), axis=axis)
    return A''',
    "banded(": '''\
def banded(xp, shape, *parts):
    """A matrix of zeros with vectors on diagonals, each from a row and a column on."""
    m, n = shape
    whole = xp.zeros(shape, dtype=parts[0][0].dtype)
    for part, row, column in parts:
        sides = row, m - row - part.shape[0]
        zeros = [xp.zeros((k,), dtype=part.dtype) for k in sides]
        rows = xp.concat((zeros[0], part, zeros[1]))
        whole = whole + rows[:, None] * xp.eye(m, n, k=column - row, dtype=part.dtype)
    return whole''',
}
MATLAB_HELPERS = {
    "placed(": """\
function B = placed(A, sizes, starts)
  % A from a place on, with zeros around it
  B = zeros(sizes);
  B(starts(1) + (1:size(A, 1)), starts(2) + (1:size(A, 2))) = A;
end""",
    "banded(": """\
function B = banded(m, n, varargin)
  % a matrix of zeros with vectors on diagonals, each from a row and a column on
  B = zeros(m, n);
  for k = 1:numel(varargin)
    [part, row, column] = varargin{k}{:};
    i = (1:numel(part)).';
    places = (row + i) + (column + i - 1) * m;
    B(places) = B(places) + part;
  end
end""",
}
JULIA_HELPERS = {
    "placed(": """\
"A from a place on, with zeros around it."
function placed(A, sizes, starts)
    B = zeros(eltype(A), sizes)
    B[(s .+ (1:k) for (s, k) in zip(starts, size(A)))...] = A
    return B
end""",
    "banded(": """\
"A matrix of zeros with vectors on diagonals, each from a row and a column on."
function banded(sizes, parts...)
    B = zeros(sizes)
    for (part, row, column) in parts, i in eachindex(part)
        B[row + i, column + i] += part[i]
    end
    return B
end""",
}
