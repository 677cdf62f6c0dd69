"""Functions of matrices in C: exponentials, Sylvester's equation, and what calls for roots.

Derivatives of them are corners of functions of block matrices.
"""

from __future__ import annotations

from matgrad.codegen.equations import base_of
from matgrad.codegen.targets.c_code import Code
from matgrad.codegen.targets.c_equations import pair
from matgrad.codegen.targets.c_reductions import Kernel
from matgrad.codegen.targets.python import no_code
from matgrad.codegen.values import Value
from matgrad.core.dims import Dim

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


KERNELS: dict[str, Kernel] = {
    **dict.fromkeys(("expm", "logm", "sqrtm"), _function),
    **dict.fromkeys(("frechet_expm", "frechet_logm"), _derivative),
    "sylvester": _sylvester,
}
