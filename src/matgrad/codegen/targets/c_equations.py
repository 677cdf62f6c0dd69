"""Equations, inverses, determinants and powers of matrices in C, by kernels."""

from __future__ import annotations

from matgrad.codegen.targets.c_code import Code, Place
from matgrad.codegen.targets.c_loops import AXES
from matgrad.codegen.targets.c_reductions import Kernel
from matgrad.codegen.values import Axes, Value
from matgrad.core.facts import facts_of


def pair(place: Place) -> str:
    """A pointer and strides, as kernels take them."""
    return ", ".join([place.pointer, *place.strides])


def factor(code: Code, A: Value) -> tuple[Place, Place, str]:
    """The LU factors of a matrix, computed once, the order of its rows, and their sign."""
    A = A.args[0] if A.op == "lu" else A
    if A not in code.factors:
        LU, rows = code.buffer(A.axes), code.buffer((A.axes[0] + 1,))
        code.loop(A.axes, f"{LU.at('i', 'j')} = {code.places[A].at('i', 'j')};", LU)
        n = code.size(A.axes[0])
        code.lines.append(f"lu({n}, {LU.pointer}, {rows.pointer});")
        code.factors[A] = LU, rows, f"{rows.pointer}[{n}]"
    return code.factors[A]


def solve(code: Code, value: Value) -> None:
    """A⁻¹B or A⁻ᵀB by the factors of A."""
    A, B = value.args
    LU, rows, _ = factor(code, A)
    out = code.solid(value)
    given = f"{_lengths(code, A, B)}, {LU.pointer}, {rows.pointer}, {_right(code, B)}"
    if value.data:
        room = code.buffer(B.axes).pointer
        code.attempt(f"solve_transposed({given}, {room}, {out.pointer})")
    else:
        code.attempt(f"solve({given}, {out.pointer})")


def solve_triangular(code: Code, value: Value) -> None:
    """A⁻¹B with a triangular matrix A."""
    A, B = value.args
    out = code.solid(value)
    given = f"{_lengths(code, A, B)}, {pair(code.places[A])}, {int(value.data)}, {_right(code, B)}"
    code.attempt(f"solve_triangular({given}, {out.pointer})")


def _lengths(code: Code, A: Value, B: Value) -> str:
    return f"{code.size(A.axes[0])}, {code.size(B.axes[1]) if B.is_matrix else '1'}"


def _right(code: Code, B: Value) -> str:
    """The right-hand side, a vector as a matrix with one column."""
    place = code.places[B]
    return f"{place.pointer}, " + ", ".join(
        place.strides if B.is_matrix else (place.strides[0], "0")
    )


def inverse(code: Code, value: Value) -> None:
    """A⁻¹ by the factors of A."""
    LU, rows, _ = factor(code, value.args[0])
    room, out = code.buffer(value.axes), code.solid(value)
    n = code.size(value.axes[0])
    code.attempt(f"inverse({n}, {LU.pointer}, {rows.pointer}, {room.pointer}, {out.pointer})")


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
    """A to a positive integer power, by squaring."""
    (A,), k = value.args, value.data
    n = code.size(value.axes[0])
    base = code.places[A]
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
    code.lines.append(f"gemm({n}, {n}, {n}, {pair(A)}, {pair(B)}, {out.pointer});")
    return out


def cholesky(code: Code, value: Value) -> None:
    """The lower Cholesky factor, column by column: its rows are done many entries at a time."""
    name, n = code.program.names.get(value), code.size(value.axes[0])
    A, out = code.places[value.args[0]], code.buffer(value.axes, name)
    code.places[value] = Place(out.pointer, out.strides[::-1])
    known = value.node is None or "symmetric" in facts_of(value.node.args[0])
    code.attempt(f"cholesky({n}, {pair(A)}, {int(known)}, {out.pointer})")


def adjugate(code: Code, value: Value) -> None:
    """The transposed matrix of cofactors."""
    out, n = code.solid(value), code.size(value.axes[0])
    room = ", ".join(
        code.buffer(axes).pointer for axes in (value.axes, (value.axes[0] + 1,), value.axes)
    )
    A = pair(code.places[value.args[0]])
    code.lines.append(f"adjugate({n}, {A}, {room}, {out.pointer});")


def solve_cholesky(code: Code, value: Value) -> None:
    """The solution for a right-hand side, or the inverse, by a Cholesky factor."""
    L, n = code.places[value.args[0]], code.size(value.axes[0])
    out = code.solid(value)
    if len(value.args) == 1:
        room = code.buffer(value.axes)
        code.lines.append(f"inverse_cholesky({n}, {pair(L)}, {room.pointer}, {out.pointer});")
        return
    m = code.size(value.axes[1]) if value.is_matrix else "1"
    names = AXES[: len(value.axes)]
    code.loop(value.axes, f"{out.at(*names)} = {code.places[value.args[1]].at(*names)};", out)
    code.lines.append(f"solve_cholesky({n}, {m}, {pair(L)}, {out.pointer});")


def logdet_cholesky(code: Code, value: Value) -> None:
    """The logarithm of the determinant, by a Cholesky factor."""
    (L,) = value.args
    name = code.names.fresh()
    code.reduce(L.axes[:1], name, "0", f"{name} += 2 * log({code.places[L].at('i', 'i')});")
    code.texts[value] = name


EQUATIONS: dict[str, Kernel] = {
    "solve": solve,
    "inv": inverse,
    "det": determinant(logarithm=False),
    "logdet": determinant(logarithm=True),
    "lu": lambda code, value: None,  # the first that needs the factors has them computed
    "solve_lu": solve,
    "inverse_lu": inverse,
    "det_lu": determinant(logarithm=False),
    "logdet_lu": determinant(logarithm=True),
    "solve_triangular": solve_triangular,
    "matrix_power": matrix_power,
    "chol": cholesky,
    "cholesky": cholesky,
    "inverse_spd": solve_cholesky,
    "solve_spd": solve_cholesky,
    "logdet_spd": logdet_cholesky,
    "adj": adjugate,
}
