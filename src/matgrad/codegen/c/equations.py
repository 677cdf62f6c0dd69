"""Equations, factors, eigenvalues and functions of matrices in C, by kernels."""

from __future__ import annotations

from matgrad.codegen.c.code import AXES, Code, Place
from matgrad.codegen.c.reductions import Kernel
from matgrad.codegen.plan.known import base_of
from matgrad.codegen.plan.values import Axes, Value
from matgrad.codegen.write.python import no_code
from matgrad.core.dims import Dim
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
    code.texts[value] = code.total(L.axes[:1], f"2 * log({code.places[L].at('i', 'i')})")


EQUATIONS: dict[str, Kernel] = {
    **dict.fromkeys(("solve", "solve_lu"), solve),
    **dict.fromkeys(("inv", "inverse_lu"), inverse),
    **dict.fromkeys(("det", "det_lu", "logdet", "logdet_lu"), determinant),
    "lu": lambda code, value: None,  # the first that needs the factors has them computed
    "solve_triangular": solve_triangular,
    "matrix_power": matrix_power,
    **dict.fromkeys(("chol", "cholesky"), cholesky),
    **dict.fromkeys(("inverse_spd", "solve_spd"), solve_cholesky),
    "logdet_spd": logdet_cholesky,
    "adj": adjugate,
}


# ---------------------------------------------------------------- eigenvalues and singular values

# Eigenvalues of symmetric matrices and singular values in C, by rotations of two columns.
#
# Rotations are slower than what LAPACK does, and as accurate; they need no other code.


def _eigen(code: Code, S: Value) -> tuple[str, str]:
    """Where eigenvectors and eigenvalues are."""
    room, V, w = (code.buffer(axes).pointer for axes in (S.axes, S.axes, S.axes[:1]))
    n = code.size(S.axes[0])
    code.lines.append(f"eigen({n}, {pair(code.places[S])}, {room}, {V}, {w});")
    return V, w


def _eigenvalues(code: Code, value: Value) -> None:
    _, w = _eigen(code, value.args[0])
    if value.is_scalar:
        code.scalar(value, f"{w}[{code.size(value.args[0].axes[0])} - 1]")
        return
    out = code.target(value)
    code.loop(value.axes, f"{out.at('i')} = {w}[i];", out)


def _eigenvectors(code: Code, value: Value) -> None:
    V, _ = _eigen(code, value.args[0])
    out = code.target(value)
    n = code.size(value.axes[0])
    code.lines.append(f"upright({n}, {V});")
    code.loop(value.axes, f"{out.at('i', 'j')} = {V}[i * {n} + j];", out)


def _of_largest(code: Code, value: Value) -> None:
    """The projector onto the last eigenvector, or the resolvent on the others."""
    V, w = _eigen(code, value.args[0])
    out, n, others = code.solid(value), code.size(value.axes[0]), int(value.op == "eigres_max")
    code.lines.append(f"from_last({n}, {V}, {w}, {others}, {out.pointer});")


def _singular(code: Code, A: Value) -> tuple[str, str, str]:
    """Where singular vectors and values are; there is room for either way round."""
    U, V = code.buffer(A.axes).pointer, code.buffer(A.axes).pointer
    w = code.buffer(A.axes[:1]).pointer
    m, n = (code.size(size) for size in A.axes)
    code.lines.append(f"singular({m}, {n}, {pair(code.places[A])}, {U}, {V}, {w});")
    return U, V, w


# A number from the singular values {1}, and which matrix with the same singular vectors.
_NORMS = {"normnuc": "{0} += {1};", "normspec": "if (!({1} <= {0})) {0} = {1};"}
_RECOMBINED = {"polar": 0, "top_singular": 1, "pinv": 2}


def _of_singular(code: Code, value: Value) -> None:
    (A,) = value.args
    U, V, w = _singular(code, A)
    m, n = (code.size(size) for size in A.axes)
    if value.op in _RECOMBINED:
        given = f"{m}, {n}, {U}, {V}, {w}, {_RECOMBINED[value.op]}"
        code.lines.append(f"recombined({given}, {code.solid(value).pointer});")
        return
    name = code.texts[value] = code.names.fresh()
    step = _NORMS[value.op].format(name, f"{w}[i]")
    code.lines += [f"double {name} = 0;", f"for (long i = 0; i < {m} && i < {n}; i++) {step}"]


SPECTRAL: dict[str, Kernel] = {
    "eigmax": _eigenvalues,
    "eigvals_sym": _eigenvalues,
    "eigvecs_sym": _eigenvectors,
    **dict.fromkeys(("eigproj_max", "eigres_max"), _of_largest),
    **dict.fromkeys((*_NORMS, *_RECOMBINED), _of_singular),
}


# ---------------------------------------------------------------- functions of matrices

# Functions of matrices in C: exponentials, Sylvester's equation, and what calls for roots.
#
# Derivatives of them are corners of functions of block matrices.

_MATRICES = 8  # of the size of the argument that there is room for in each of them


def _room(code: Code, n: Dim) -> str:
    return code.buffer((n * n * _MATRICES + n + 1,)).pointer


def _function(code: Code, value: Value) -> None:
    """A function of a matrix."""
    (A,) = value.args
    room, out = _room(code, A.axes[0]), code.solid(value)
    given = f"{code.size(A.axes[0])}, {pair(code.places[A])}, {room}, {out.pointer}"
    code.attempt(f"{value.op}({given})")


def _derivative(code: Code, value: Value) -> None:
    """Its derivative in directions: each makes the matrix twice as large."""
    X, *directions = value.args
    name = value.op.removeprefix("frechet_")
    n, size = code.size(X.axes[0]), X.axes[0]
    whole = code.contiguous(X).pointer
    units: list[str] = []
    for E in directions:
        block, unit = code.buffer((size * 2, size * 2)).pointer, code.names.fresh()
        given = f"{n}, {code.size(size)}, {whole}, {pair(code.places[E])}, {int(name == 'logm')}"
        code.lines.append(f"const double {unit} = corner({given}, {block});")
        whole, size = block, size * 2
        units.append(unit)
    room, found = _room(code, size), code.buffer((size, size)).pointer
    rows = code.size(size)
    code.attempt(f"{name}({rows}, {whole}, {rows}, 1, {room}, {found})")
    out = code.target(value)
    entry = " * ".join([f"{found}[i * {rows} + {rows} - {n} + j]", *units])
    code.loop(value.axes, f"{out.at('i', 'j')} = {entry};", out)


def _sylvester(code: Code, value: Value) -> None:
    """The derivative of a root; of other matrices, the signs of eigenvalues are not known."""
    A, B, _ = value.args
    if any(base_of(each)[0].op != "sqrtm" for each in (A, B)):
        raise no_code(value.op, "c")
    m, n = value.axes
    needed = (m * m + n * n) * 4 + m * n * 2 + m + n + 1
    room, out = code.buffer((needed,)).pointer, code.solid(value)
    given = ", ".join(pair(code.places[arg]) for arg in value.args)
    code.attempt(f"sylvester({code.size(m)}, {code.size(n)}, {given}, {room}, {out.pointer})")


FUNCTIONS: dict[str, Kernel] = {
    **dict.fromkeys(("expm", "logm", "sqrtm"), _function),
    **dict.fromkeys(("frechet_expm", "frechet_logm"), _derivative),
    "sylvester": _sylvester,
}
