"""How each operation is written in C: entry by entry, as a view, as a sum, or by a kernel."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from operator import mul

from matgrad.codegen.c.code import Code, Place, Writer
from matgrad.codegen.c.equations import DECLARED, EQUATIONS, declared, pair
from matgrad.codegen.c.reductions import PLACING, REDUCING, einsum, nest
from matgrad.codegen.plan.operations import ENTRYWISE as OF_ENTRIES
from matgrad.codegen.plan.operations import LENGTHS
from matgrad.codegen.plan.values import Value
from matgrad.codegen.write.table import ROWS
from matgrad.core.dims import ONE
from matgrad.ops.code import Either, Fold, Kernel

# ---------------------------------------------------------------- entry by entry

Entrywise = Callable[[Code, Value, list[str]], str]


def number(value: Fraction) -> str:
    """A number as a literal of C."""
    code = repr(float(value))
    return f"({code})" if value < 0 else code


def _sum(code: Code, value: Value, parts: list[str]) -> str:
    signed = [
        f"{'-' if minus else '+'} {part}" for minus, part in zip(value.data, parts, strict=True)
    ]
    return f"({' '.join(signed).removeprefix('+ ')})"


def _power(code: Code, value: Value, parts: list[str]) -> str:
    exponent = value.args[1]
    base = parts[0]
    if exponent.op == "number" and exponent.data in (2, 3, 4) and base.isidentifier():
        return f"({' * '.join([base] * int(exponent.data))})"
    if exponent.op == "number" and exponent.data == 2:
        return f"square({base})"
    return f"pow({base}, {parts[1]})"


def _form(template: str) -> Entrywise:
    return lambda code, value, parts: template.format(*parts)


ENTRYWISE: dict[str, Entrywise] = {
    **{op: _form(ROWS[op]["c"]) for op in OF_ENTRIES if "c" in ROWS.get(op, {})},
    "add": _sum,
    "mul": lambda code, value, parts: f"({' * '.join(parts)})",
    "div": _form("({0} / {1})"),
    "neg": _form("(-{0})"),
    "power": _power,
    "full": lambda code, value, parts: parts[0],
}


class _Entries:
    """An argument in a template: a number as it is, an entry of an array as {0[i, j]}."""

    def __init__(self, code: Code, value: Value) -> None:
        self._code, self._value = code, value

    def __getitem__(self, at: str) -> str:
        return self._code.places[self._value].at(*at.split(", "))

    def __str__(self) -> str:
        return self._code.texts[self._value]


# Entries that combine those of vectors, which must not be computed again for each.
SPREAD: dict[str, str | Either] = {
    "outer": "({0[i]} * {1[j]})",
    "scale_rows": "({0[i]} * {1[i, j]})",
    "scale_columns": "({0[i, j]} * {1[j]})",
    **{
        op: row["c"]
        for op, row in ROWS.items()
        if isinstance(row.get("c"), (str, Either)) and op not in OF_ENTRIES
    },
}


def spread_entry(code: Code, value: Value) -> str:
    """The code of an entry of these."""
    columns = code.size(value.axes[-1]) if value.axes else ""
    arguments = [_Entries(code, arg) for arg in value.args]
    template = SPREAD[value.op]
    found = template if isinstance(template, str) else template(code.program, value, ())
    place = value.data - 1 if value.op == "unit" else 0
    return found.format(*arguments, columns=columns, place=place)


# ---------------------------------------------------------------- views


def _entry(code: Code, value: Value, place: Place) -> Place:
    pointer, strides = place
    kept: list[str] = []
    for index, stride, size in zip(
        [*value.data, *[None] * (len(strides) - len(value.data))],
        strides,
        value.args[0].axes,
        strict=True,
    ):
        start = index if isinstance(index, int) else (index or (None, None))[0]
        if isinstance(start, str):
            shown = "(long)" + start.format(*(code.texts.get(arg, "") for arg in value.args))
        else:
            first = 0 if start is None else start
            shown = str(first) if first >= 0 else f"({code.size(size)} - {-first})"
        if shown != "0":
            pointer += f" + {shown}" if stride == "1" else f" + {shown} * {stride}"
        if not isinstance(index, int):
            kept.append(stride)
    named = pointer if pointer == place.pointer else f"({pointer})"
    return Place(named, tuple(kept))


VIEWS: dict[str, Callable[[Code, Value, Place], Place]] = {
    "transpose": lambda code, value, place: Place(place.pointer, place.strides[::-1]),
    "flatten": lambda code, value, place: Place(place.pointer, ("1",)),
    "as_row": lambda code, value, place: Place(place.pointer, ("0", place.strides[0])),
    "as_column": lambda code, value, place: Place(place.pointer, (place.strides[0], "0")),
    "diag": lambda code, value, place: Place(
        place.pointer, (f"({place.strides[0]} + {place.strides[1]})",)
    ),
    "entry": _entry,
}


# ---------------------------------------------------------------- reductions

REDUCTIONS: dict[str, Fold] = {
    op: row["c"] for op, row in ROWS.items() if isinstance(row.get("c"), Fold)
}


def reduction(code: Code, value: Value) -> None:
    """A number from all entries of an array."""
    (array,) = value.args
    start, step, last = REDUCTIONS[value.op]
    entry, total = code.read(array), code.names.fresh()
    code.texts[value] = total
    code.reduce(array.axes, total, start, step.format(entry, total))
    if last:
        count = code.size(reduce(mul, array.axes, ONE))
        code.scalar(value, last.format(entry, total, count))


def inner(code: Code, value: Value) -> None:
    """The sum of the products of entries."""
    A, B = value.args
    code.texts[value] = code.total(A.axes, f"{code.read(A)} * {code.read(B)}")


def norm(code: Code, value: Value) -> None:
    """The Euclidean length; where squares overflow or vanish, entries are scaled first."""
    (X,) = value.args
    entry = code.read(X)
    total = code.total(X.axes, f"square({entry})")
    code.lines += [f"{total} = sqrt({total});", f"if (!({total} > 1e-150 && {total} < 1e150)) {{"]
    top = code.names.fresh()
    code.reduce(X.axes, top, "0", f"{top} = larger({top}, fabs({entry}));")
    code.lines.append(f"if ({top} > 0 && {top} < 1.0 / 0.0) {{")
    scaled = code.total(X.axes, f"square({entry} / {top})")
    code.lines += [f"{total} = {top} * sqrt({scaled});", "}", "}"]
    code.texts[value] = total


# ---------------------------------------------------------------- kernels

# Matrix products and everything else that C code computes by a kernel.


def matmul(code: Code, value: Value) -> None:
    """A product of two vectors, of a matrix and a vector, or of two matrices."""
    left, right = value.args
    if left.is_vector and right.is_vector:
        inner(code, value)
        return
    A, B = code.places[left], code.places[right]
    if value.is_vector:
        if left.is_vector:  # x'A = A'x
            A, B = Place(B.pointer, B.strides[::-1]), A
        m, n = code.size(value.axes[0]), code.size((right if left.is_matrix else left).axes[0])
        out = code.target(value)
        code.lines.append(f"gemv({m}, {n}, {pair(A)}, {pair(B)}, {out.pointer});")
        return
    m, n, k = code.size(value.axes[0]), code.size(value.axes[1]), code.size(left.axes[1])
    out = code.target(value)
    if out.strides[0] == "1" and out.strides != code.strides(value.axes):  # (AB)' = B'A'
        m, n = n, m
        A, B = Place(B.pointer, B.strides[::-1]), Place(A.pointer, A.strides[::-1])
    if Place(B.pointer, B.strides[::-1]) == A:
        code.lines.append(f"syrk({m}, {k}, {pair(A)}, {out.pointer});")
        return
    code.lines.append(f"gemm({m}, {n}, {k}, {pair(A)}, {pair(B)}, {out.pointer});")


_OUTER, _WITHIN = ("i", "j"), ("i3", "i4")  # count blocks, and entries of a block


def kron(code: Code, value: Value) -> None:
    """The Kronecker product, block by block."""
    A, B = value.args
    out = code.target(value)
    a, b = code.places[A], code.places[B]
    letters = ["i", "i3", "j", "i4"][: 2 * len(A.axes)]
    sizes = [size for pair in zip(A.axes, B.axes, strict=True) for size in pair]
    indices = [
        f"({outer} * {code.size(size)} + {within})"
        for outer, within, size in zip(_OUTER, _WITHIN, B.axes, strict=False)
    ]
    entry = f"{a.at(*_OUTER[: len(A.axes)])} * {b.at(*_WITHIN[: len(B.axes)])}"
    nest(
        code,
        letters,
        [code.size(size) for size in sizes],
        f"{out.at(*indices)} = {entry};",
        simd=True,
    )


def outer_array(code: Code, value: Value) -> None:
    """An outer product whose axes are in another order."""
    left, right, shown = value.data
    A, B = (code.contiguous(arg) for arg in value.args[:2])
    out = code.solid(value)
    renamed = {"a": "i", "b": "i3", "c": "j", "d": "i4"}
    letters = [renamed[name] for name in shown]
    entry = f"{A.at(*(renamed[n] for n in left))} * {B.at(*(renamed[n] for n in right))}"
    sizes = [code.size(size) for size in value.axes]
    nest(code, letters, sizes, f"{out.at(*letters)} = {entry};", simd=True)


def identity_blocks(code: Code, value: Value) -> None:
    """A at [i, :, i, :] for every i, zeros elsewhere."""
    A, out = code.contiguous(value.args[0]), code.solid(value)
    m, k, _, n = (code.size(size) for size in value.axes)
    code.lines.append(f"for (long i = 0; i < {m} * {k} * {m} * {n}; i++) {out.pointer}[i] = 0;")
    statement = f"{out.at('i', 'j', 'i', 'i3')} = {A.at('j', 'i3')};"
    nest(code, ["i", "j", "i3"], [m, k, n], statement)


def reshape(code: Code, value: Value) -> None:
    """The same entries with other axes, the last running fastest."""
    source = code.contiguous(value.args[0])
    code.places[value] = Place(source.pointer, code.strides(value.axes))
    if not value.axes:
        code.texts[value] = f"{source.pointer}[0]"


def vec(code: Code, value: Value) -> None:
    """The columns below each other: no copy if they lie in memory like that."""
    (A,) = value.args
    m = code.size(A.axes[0])
    place = code.places[A]
    if place.strides == ("1", m):
        code.places[value] = Place(place.pointer, ("1",))
        return
    out = code.solid(value)
    code.loop(A.axes, f"{out.pointer}[i + j * {m}] = {place.at('i', 'j')};")


def unvec(code: Code, value: Value) -> None:
    """The parts of a vector beside each other, without a copy."""
    place = code.places[value.args[0]]
    s, m = place.strides[0], code.size(value.axes[0])
    code.places[value] = Place(place.pointer, (s, m if s == "1" else f"({m} * {s})"))


KERNELS: dict[str, Writer] = {
    **REDUCING,
    **EQUATIONS,
    **PLACING,
    **DECLARED,
    "others": declared(Kernel("others({count}, {X}, {out});")),
    "all_but_two": declared(Kernel("all_but_two({m}, {X}, {out});")),
    "matmul": matmul,
    "vdot": inner,
    **dict.fromkeys(LENGTHS, norm),
    "outer_array": outer_array,
    "identity_blocks": identity_blocks,
    "kron": kron,
    "einsum": einsum,
    "reshape": reshape,
    "as_vector": reshape,
    "vec": vec,
    "unvec": unvec,
}
