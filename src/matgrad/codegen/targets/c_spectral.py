"""Eigenvalues of symmetric matrices and singular values in C, by rotations of two columns.

Rotations are slower than what LAPACK does, and as accurate; they need no other code.
"""

from __future__ import annotations

from matgrad.codegen.targets.c_code import Code
from matgrad.codegen.targets.c_equations import pair
from matgrad.codegen.targets.c_reductions import Kernel
from matgrad.codegen.values import Value


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


def _of_largest(others: int) -> Kernel:
    """The projector onto the last eigenvector, or the resolvent on the others."""

    def write(code: Code, value: Value) -> None:
        V, w = _eigen(code, value.args[0])
        out, n = code.solid(value), code.size(value.axes[0])
        code.lines.append(f"from_last({n}, {V}, {w}, {others}, {out.pointer});")

    return write


def _singular(code: Code, A: Value) -> tuple[str, str, str]:
    """Where singular vectors and values are; there is room for either way round."""
    U, V = code.buffer(A.axes).pointer, code.buffer(A.axes).pointer
    w = code.buffer(A.axes[:1]).pointer
    m, n = (code.size(size) for size in A.axes)
    code.lines.append(f"singular({m}, {n}, {pair(code.places[A])}, {U}, {V}, {w});")
    return U, V, w


def _norm(step: str) -> Kernel:
    """A number from the singular values."""

    def write(code: Code, value: Value) -> None:
        (A,) = value.args
        *_, w = _singular(code, A)
        name, (m, n) = code.names.fresh(), (code.size(size) for size in A.axes)
        code.lines += [
            f"double {name} = 0;",
            f"for (long i = 0; i < {m} && i < {n}; i++) {step.format(name, f'{w}[i]')}",
        ]
        code.texts[value] = name

    return write


def _recombined(kind: int) -> Kernel:
    """A matrix with the same singular vectors."""

    def write(code: Code, value: Value) -> None:
        (A,) = value.args
        U, V, w = _singular(code, A)
        m, n = (code.size(size) for size in A.axes)
        out = code.solid(value)
        code.lines.append(f"recombined({m}, {n}, {U}, {V}, {w}, {kind}, {out.pointer});")

    return write


KERNELS: dict[str, Kernel] = {
    "eigmax": _eigenvalues,
    "eigvals_sym": _eigenvalues,
    "eigvecs_sym": _eigenvectors,
    "eigproj_max": _of_largest(others=0),
    "eigres_max": _of_largest(others=1),
    "normnuc": _norm("{0} += {1};"),
    "normspec": _norm("if (!({1} <= {0})) {0} = {1};"),
    "polar": _recombined(0),
    "top_singular": _recombined(1),
    "pinv": _recombined(2),
}
