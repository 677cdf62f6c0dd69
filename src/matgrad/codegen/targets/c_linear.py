"""Matrix products, equations and everything else that C code computes by a kernel."""

from __future__ import annotations

from matgrad.codegen.targets.c_code import Code, Place
from matgrad.codegen.targets.c_kernels import inner, norm, vdot
from matgrad.codegen.targets.c_loops import AXES
from matgrad.codegen.targets.c_reductions import REDUCING, Kernel
from matgrad.codegen.targets.c_sums import einsum, nest
from matgrad.codegen.values import Axes, Value


def _pair(place: Place) -> str:
    return ", ".join([place.pointer, *place.strides])


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
        code.lines.append(f"gemv({m}, {n}, {_pair(A)}, {_pair(B)}, {out.pointer});")
        return
    m, n, k = code.size(value.axes[0]), code.size(value.axes[1]), code.size(left.axes[1])
    out = code.target(value)
    if out.strides[0] == "1" and out.strides != code.strides(value.axes):  # (AB)' = B'A'
        m, n = n, m
        A, B = Place(B.pointer, B.strides[::-1]), Place(A.pointer, A.strides[::-1])
    if Place(B.pointer, B.strides[::-1]) == A:
        code.lines.append(f"syrk({m}, {k}, {_pair(A)}, {out.pointer});")
        return
    code.lines.append(f"gemm({m}, {n}, {k}, {_pair(A)}, {_pair(B)}, {out.pointer});")


def factor(code: Code, A: Value) -> tuple[Place, Place, str]:
    """The LU factors of a matrix, computed once, the order of its rows, and their sign."""
    if A not in code.factors:
        LU, rows = code.buffer(A.axes), code.buffer((A.axes[0] + 1,))
        code.loop(A.axes, f"{LU.at('i', 'j')} = {code.places[A].at('i', 'j')};", LU)
        n = code.size(A.axes[0])
        code.lines.append(f"lu({n}, {LU.pointer}, {rows.pointer});")
        code.factors[A] = LU, rows, f"{rows.pointer}[{n}]"
    return code.factors[A]


def solve(code: Code, value: Value) -> None:
    """A⁻¹B by the factors of A."""
    A, B = value.args
    LU, rows, _ = factor(code, A)
    out = code.solid(value)
    n, m = code.size(A.axes[0]), code.size(B.axes[1]) if B.is_matrix else "1"
    place = code.places[B]
    strides = ", ".join(place.strides if B.is_matrix else (place.strides[0], "0"))
    given = f"{place.pointer}, {strides}"
    code.attempt(f"solve({n}, {m}, {LU.pointer}, {rows.pointer}, {given}, {out.pointer})")


def inverse(code: Code, value: Value) -> None:
    """A⁻¹ by the factors of A."""
    LU, rows, _ = factor(code, value.args[0])
    out = code.solid(value)
    n = code.size(value.axes[0])
    code.attempt(f"inverse({n}, {LU.pointer}, {rows.pointer}, {out.pointer})")


def determinant(logarithm: bool) -> Kernel:
    """det(A), or the logarithm of its size."""

    def write_determinant(code: Code, value: Value) -> None:
        A = value.args[0]
        LU, _, sign = factor(code, A)
        name, n = code.names.fresh(), code.size(A.axes[0])
        entry = f"{LU.pointer}[i * ({n} + 1)]"
        if logarithm:
            code.reduce(A.axes[:1], name, "0", f"{name} += log(fabs({entry}));")
            negative = code.names.fresh()
            code.reduce(A.axes[:1], negative, sign, f"{negative} *= sign_of({entry});")
            code.lines.append(f"if ({negative} < 0) {name} = 0.0 / 0.0;")
        else:
            code.reduce(A.axes[:1], name, sign, f"{name} *= {entry};")
        code.texts[value] = name

    return write_determinant


def matrix_power(code: Code, value: Value) -> None:
    """A to an integer power, by squaring."""
    (A,), k = value.args, abs(value.data)
    n = code.size(value.axes[0])
    base = code.places[A]
    if value.data < 0:
        LU, rows, _ = factor(code, A)
        base = code.buffer(value.axes)
        code.attempt(f"inverse({n}, {LU.pointer}, {rows.pointer}, {base.pointer})")
    result: Place | None = None
    while k:
        if k & 1:
            result = base if result is None else _times(code, value.axes, n, result, base)
        k >>= 1
        base = _times(code, value.axes, n, base, base) if k else base
    assert result is not None
    code.places[value] = result


def _times(code: Code, axes: Axes, n: str, A: Place, B: Place) -> Place:
    out = code.buffer(axes)
    code.lines.append(f"gemm({n}, {n}, {n}, {_pair(A)}, {_pair(B)}, {out.pointer});")
    return out


def cholesky(code: Code, value: Value) -> None:
    """The lower Cholesky factor."""
    out, n = code.solid(value), code.size(value.axes[0])
    A = code.places[value.args[0]]
    code.attempt(f"cholesky({n}, {_pair(A)}, {out.pointer})")


def adjugate(code: Code, value: Value) -> None:
    """The transposed matrix of cofactors."""
    out, n = code.solid(value), code.size(value.axes[0])
    room = ", ".join(code.buffer(axes).pointer for axes in (value.axes, (value.axes[0] + 1,)))
    A = _pair(code.places[value.args[0]])
    code.lines.append(f"adjugate({n}, {A}, {room}, {out.pointer});")


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


def solve_cholesky(code: Code, value: Value) -> None:
    """The solution for a right-hand side, or the inverse, by a Cholesky factor."""
    L, n = code.contiguous(value.args[0]), code.size(value.axes[0])
    out = code.solid(value)
    if len(value.args) == 1:
        code.lines.append(f"inverse_cholesky({n}, {L.pointer}, {out.pointer});")
        return
    m = code.size(value.axes[1]) if value.is_matrix else "1"
    names = AXES[: len(value.axes)]
    code.loop(value.axes, f"{out.at(*names)} = {code.places[value.args[1]].at(*names)};", out)
    code.lines.append(f"solve_cholesky({n}, {m}, {L.pointer}, {out.pointer});")


def logdet_cholesky(code: Code, value: Value) -> None:
    """The logarithm of the determinant, by a Cholesky factor."""
    (L,) = value.args
    name = code.names.fresh()
    code.reduce(L.axes[:1], name, "0", f"{name} += 2 * log({code.places[L].at('i', 'i')});")
    code.texts[value] = name


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
    "matmul": matmul,
    "solve": solve,
    "inv": inverse,
    "vdot": vdot,
    "norm2": norm,
    "normF": norm,
    "det": determinant(logarithm=False),
    "logdet": determinant(logarithm=True),
    "matrix_power": matrix_power,
    "chol": cholesky,
    "cholesky": cholesky,
    "inverse_spd": solve_cholesky,
    "solve_spd": solve_cholesky,
    "logdet_spd": logdet_cholesky,
    "outer_array": outer_array,
    "identity_blocks": identity_blocks,
    "adj": adjugate,
    "kron": kron,
    "einsum": einsum,
    "reshape": reshape,
    "as_vector": reshape,
    "vec": vec,
    "unvec": unvec,
}
