"""Matrix products and everything else that C code computes by a kernel."""

from __future__ import annotations

from matgrad.codegen.targets import c_functions, c_spectral
from matgrad.codegen.targets.c_code import Code, Place
from matgrad.codegen.targets.c_equations import EQUATIONS, pair
from matgrad.codegen.targets.c_kernels import inner, norm, vdot
from matgrad.codegen.targets.c_placing import PLACING
from matgrad.codegen.targets.c_reductions import REDUCING, Kernel
from matgrad.codegen.targets.c_sums import einsum, nest
from matgrad.codegen.values import Value


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
    **c_functions.KERNELS,
    **c_spectral.KERNELS,
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
