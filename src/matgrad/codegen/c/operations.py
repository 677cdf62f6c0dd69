"""How each operation is written in C: entry by entry, as a view, as a sum, or by a kernel."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import e, pi

from matgrad.codegen.c import equations
from matgrad.codegen.c.code import Code, Place
from matgrad.codegen.c.equations import EQUATIONS, pair
from matgrad.codegen.c.placing import PLACING
from matgrad.codegen.c.reductions import REDUCING, Kernel, einsum, nest
from matgrad.codegen.plan.operations import DECLARED
from matgrad.codegen.plan.values import Value
from matgrad.core.dims import ONE

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


def _unit(code: Code, value: Value, parts: list[str]) -> str:
    return f"(i == {value.data - 1} ? 1.0 : 0.0)"


ENTRYWISE: dict[str, Entrywise] = {
    **{op: _form(known["c"]) for op, known in DECLARED.items() if "c" in known},
    "add": _sum,
    "mul": lambda code, value, parts: f"({' * '.join(parts)})",
    "div": _form("({0} / {1})"),
    "neg": _form("(-{0})"),
    "power": _power,
    "full": lambda code, value, parts: parts[0],
    "unit": _unit,
}  # fmt: skip


def _units(code: Code, value: Value) -> str:
    start = code.texts[value.args[1]]
    return f"(i == {start} ? 1.0 : 0.0)" if value.data else f"(i == j + {start} ? 1.0 : 0.0)"


def _commutation(code: Code, value: Value) -> str:
    m, n = (code.texts[arg] for arg in value.args)
    return f"(j == i / (long){n} + i % (long){n} * (long){m} ? 1.0 : 0.0)"


# Entries that combine those of vectors, which must not be computed again for each.
SPREAD: dict[str, Callable[[Code, Value], str]] = {
    "outer": lambda code, value: (
        f"({code.places[value.args[0]].at('i')} * {code.places[value.args[1]].at('j')})"
    ),
    "scale_rows": lambda code, value: (
        f"({code.places[value.args[0]].at('i')} * {code.places[value.args[1]].at('i', 'j')})"
    ),
    "scale_columns": lambda code, value: (
        f"({code.places[value.args[0]].at('i', 'j')} * {code.places[value.args[1]].at('j')})"
    ),
    "Diag": lambda code, value: f"(i == j ? {code.places[value.args[0]].at('i')} : 0.0)",
    "eye": lambda code, value: "(i == j ? 1.0 : 0.0)",
    "tril": lambda code, value: f"(i >= j ? {code.places[value.args[0]].at('i', 'j')} : 0.0)",
    "triu": lambda code, value: f"(i <= j ? {code.places[value.args[0]].at('i', 'j')} : 0.0)",
    "trilhalf": lambda code, value: (
        f"({code.places[value.args[0]].at('i', 'j')} * (i > j ? 1.0 : i == j ? 0.5 : 0.0))"
    ),
    "units": _units,
    "diagonal_selection": lambda code, value: (
        f"(i == j * ({code.size(value.axes[1])} + 1) ? 1.0 : 0.0)"
    ),
    "commutation": _commutation,
    "toeplitz": lambda code, value: (
        f"(i >= j ? {code.places[value.args[0]].at('(i - j)')}"
        f" : {code.places[value.args[1]].at('(j - i)')})"
    ),
    "toeplitz_columns": lambda code, value: (
        f"(i % (long){code.texts[value.args[0]]} - i / (long){code.texts[value.args[0]]} == j"
        " ? 1.0 : 0.0)"
    ),
    "toeplitz_rows": lambda code, value: (
        f"(j && i / (long){code.texts[value.args[0]]} - i % (long){code.texts[value.args[0]]} == j"
        " ? 1.0 : 0.0)"
    ),
}


CONSTANTS = {"pi": repr(pi), "e": repr(e)}


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

# The start, the step with the entry in place of {0}, and what becomes of the total.
REDUCTIONS: dict[str, tuple[str, str, str]] = {
    "sum": ("0", "{1} += {0};", "{1}"),
    "mean": ("0", "{1} += {0};", "{1} / {2}"),
    "prod": ("1", "{1} *= {0};", "{1}"),
    "norm1": ("0", "{1} += fabs({0});", "{1}"),
    "max_entry": ("-1.0 / 0.0", "{1} = larger({1}, {0});", "{1}"),
    "min_entry": ("1.0 / 0.0", "{1} = smaller({1}, {0});", "{1}"),
}


def reduction(code: Code, value: Value) -> None:
    """A number from all entries of an array."""
    (array,) = value.args
    start, step, end = REDUCTIONS[value.op]
    total = code.names.fresh()
    count = ONE
    for size in array.axes:
        count = count * size
    code.reduce(array.axes, total, start, step.format(code.read(array), total))
    code.texts[value] = total
    if end != "{1}":
        code.scalar(value, end.format("", total, code.size(count)))


def vdot(code: Code, value: Value) -> None:
    """The sum of the products of entries."""
    A, B = value.args
    total = code.names.fresh()
    code.reduce(A.axes, total, "0", f"{total} += {code.read(A)} * {code.read(B)};")
    code.texts[value] = total


def norm(code: Code, value: Value) -> None:
    """The Euclidean length; where squares overflow or vanish, entries are scaled first."""
    (X,) = value.args
    total, top, entry = code.names.fresh(), code.names.fresh(), code.read(X)
    code.reduce(X.axes, total, "0", f"{total} += square({entry});")
    code.lines += [f"{total} = sqrt({total});", f"if (!({total} > 1e-150 && {total} < 1e150)) {{"]
    code.reduce(X.axes, top, "0", f"{top} = larger({top}, fabs({entry}));")
    code.lines.append(f"if ({top} > 0 && {top} < 1.0 / 0.0) {{")
    scaled = code.names.fresh()
    code.reduce(X.axes, scaled, "0", f"{scaled} += square({entry} / {top});")
    code.lines += [f"{total} = {top} * sqrt({scaled});", "}", "}"]
    code.texts[value] = total


def inner(code: Code, value: Value) -> None:
    """The inner product of two vectors."""
    left, right = value.args
    total = code.names.fresh()
    code.reduce(left.axes, total, "0", f"{total} += {code.read(left)} * {code.read(right)};")
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


KERNELS: dict[str, Kernel] = {
    **REDUCING,
    **EQUATIONS,
    **PLACING,
    **equations.FUNCTIONS,
    **equations.SPECTRAL,
    "matmul": matmul,
    "vdot": vdot,
    "norm2": norm,
    "normF": norm,
    "outer_array": outer_array,
    "identity_blocks": identity_blocks,
    "kron": kron,
    "einsum": einsum,
    "reshape": reshape,
    "as_vector": reshape,
    "vec": vec,
    "unvec": unvec,
}
