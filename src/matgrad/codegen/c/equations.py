"""Equations, factors, eigenvalues and functions of matrices in C, by kernels."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import reduce
from operator import mul

from matgrad.codegen.c.code import AXES, Code, Place, Writer
from matgrad.codegen.plan.values import Axes, Value
from matgrad.codegen.write.python import no_code
from matgrad.codegen.write.table import ROWS
from matgrad.core.dims import ONE, Dim
from matgrad.core.facts import facts_of
from matgrad.ops.code import Corner, Kernel


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


def determinant(code: Code, value: Value) -> None:
    """det(A), or the logarithm of its size."""
    A = value.args[0]
    LU, _, sign = factor(code, A)
    axes, entry = A.axes[:1], f"{LU.pointer}[i * ({code.size(A.axes[0])} + 1)]"
    if not value.op.startswith("log"):
        code.texts[value] = code.total(axes, entry, "*=", sign)
        return
    name = code.texts[value] = code.total(axes, f"log(fabs({entry}))")
    negative = code.total(axes, f"sign_of({entry})", "*=", sign)
    code.lines.append(f"if ({negative} < 0) {name} = 0.0 / 0.0;")


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
    code.texts[value] = code.total(L.axes[:1], f"2 * log({code.places[L].at('i', 'i')})")


EQUATIONS: dict[str, Writer] = {
    **dict.fromkeys(("solve", "solve_lu"), solve),
    **dict.fromkeys(("inv", "inverse_lu"), inverse),
    **dict.fromkeys(("det", "det_lu", "logdet", "logdet_lu"), determinant),
    "lu": lambda code, value: None,  # the first that needs the factors has them computed
    "solve_triangular": solve_triangular,
    "matrix_power": matrix_power,
    **dict.fromkeys(("chol", "cholesky"), cholesky),
    **dict.fromkeys(("inverse_spd", "solve_spd"), solve_cholesky),
    "logdet_spd": logdet_cholesky,
}


# ---------------------------------------------------------------- declared

# Statements that operators declare: calls of functions that stand beside the code.


def _argument(place: int) -> Callable[[Code, Value], str]:
    def read(code: Code, value: Value) -> str:
        arg = value.args[place]
        return pair(code.places[arg]) if arg.axes else code.read(arg)

    return read


def _number(code: Code, value: Value) -> str:
    code.texts[value] = code.names.fresh()
    return code.texts[value]


_HOLES: dict[str, Callable[[Code, Value], str]] = {
    "A": _argument(0),
    "B": _argument(1),
    "C": _argument(2),
    "X": lambda code, value: code.contiguous(value.args[0]).pointer,
    "m": lambda code, value: code.size(value.args[0].axes[0]),
    "n": lambda code, value: code.size(value.args[0].axes[1]),
    "k": lambda code, value: code.size(value.args[-1].axes[-1]),
    "count": lambda code, value: code.size(reduce(mul, value.args[0].axes, ONE)),
    "out": lambda code, value: code.solid(value).pointer,
    "number": _number,
}


class _Filled(dict[str, str]):
    """What stands in the holes of a statement, made when it is asked for."""

    def __init__(self, code: Code, value: Value, rooms: Sequence[Dim]) -> None:
        super().__init__()
        self._code, self._value = code, value
        self._rooms = dict(zip(("room", "room2", "room3"), rooms, strict=False))

    def __missing__(self, hole: str) -> str:
        if hole in self._rooms:
            self[hole] = self._code.buffer((self._rooms[hole],)).pointer
        else:
            self[hole] = _HOLES[hole](self._code, self._value)
        return self[hole]


def declared(kernel: Kernel) -> Writer:
    """The statements that an operator declares."""

    def write(code: Code, value: Value) -> None:
        if not kernel.when(value):
            raise no_code(value.op, "c")
        filled = kernel.call.format_map(_Filled(code, value, kernel.rooms(value)))
        if kernel.fails:
            code.attempt(filled)
        else:
            code.lines += [f"{each};" for each in _apart(filled)]

    return write


def _apart(statements: str) -> list[str]:
    """Statements one by one: semicolons in brackets are those of a loop."""
    return re.split(r";(?![^()]*\))", statements.removesuffix(";"))


def corner(function: Corner) -> Writer:
    """A derivative in directions: each makes the matrix twice as large."""

    def write(code: Code, value: Value) -> None:
        X, *directions = value.args
        n, size = code.size(X.axes[0]), X.axes[0]
        whole = code.contiguous(X).pointer
        units: list[str] = []
        for E in directions:
            block, unit = code.buffer((size * 2, size * 2)).pointer, code.names.fresh()
            given = f"{n}, {code.size(size)}, {whole}, {pair(code.places[E])}"
            code.lines.append(
                f"const double {unit} = corner({given}, {int(function.alike)}, {block});"
            )
            whole, size = block, size * 2
            units.append(unit)
        room, found = (
            code.buffer((size * size * 8 + size + 1,)).pointer,
            code.buffer((size, size)).pointer,
        )
        rows = code.size(size)
        code.attempt(f"{function.function}({rows}, {whole}, {rows}, 1, {room}, {found})")
        out = code.target(value)
        entry = " * ".join([f"{found}[i * {rows} + {rows} - {n} + j]", *units])
        code.loop(value.axes, f"{out.at('i', 'j')} = {entry};", out)

    return write


DECLARED: dict[str, Writer] = {
    **{op: declared(row["c"]) for op, row in ROWS.items() if isinstance(row.get("c"), Kernel)},
    **{op: corner(row["c"]) for op, row in ROWS.items() if isinstance(row.get("c"), Corner)},
}
