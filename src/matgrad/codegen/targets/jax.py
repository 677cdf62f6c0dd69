"""JAX: NumPy's code in jax.numpy, with the few functions that are called or placed differently."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from matgrad.codegen.lines import Text
from matgrad.codegen.program import Program
from matgrad.codegen.targets import numpy, placing
from matgrad.codegen.targets.function import Dialect, write
from matgrad.codegen.targets.jax_forms import prepared
from matgrad.codegen.targets.numpy_helpers import HELPERS
from matgrad.codegen.targets.python import ATOM, MATMUL, Writer, Written, wrap
from matgrad.codegen.values import Value
from matgrad.core.dims import Dim

ADJUGATE = '''\
def adjugate(A):
    """The transposed matrix of cofactors, also where A is singular."""
    U, s, Vt = jnp.linalg.svd(A)
    others = jnp.prod(jnp.where(jnp.eye(len(s)) == 1, 1.0, s), axis=1)
    return jnp.linalg.det(U) * jnp.linalg.det(Vt) * (Vt.T * others) @ U.T'''

DUPLICATION = '''\
def duplication(n):
    """The matrix D with D vech(S) = vec(S) for symmetric n x n matrices S."""
    pairs = [(i, j) for j in range(n) for i in range(j, n)]
    D = jnp.zeros((n * n, len(pairs)))
    for k, (i, j) in enumerate(pairs):
        D = D.at[jnp.array([i * n + j, j * n + i]), k].set(1)
    return D'''

NORM = '''\
def norm(x):
    """The Euclidean length, also where squares overflow or vanish."""
    top = jnp.max(jnp.abs(x))
    unit = jnp.where((top > 0) & (top < jnp.inf), top, 1.0)
    return unit * jnp.linalg.norm(x / unit)'''

INVERSE = '''\
def inverse_spd(L):
    """The inverse of the matrix with the Cholesky factor L."""
    return jax.scipy.linalg.cho_solve((L, True), jnp.eye(len(L), dtype=L.dtype))'''

LOGDET = '''\
def logdet(A):
    """log(det(A)), which is nan where the determinant is negative."""
    sign, value = jnp.linalg.slogdet(A)
    return jnp.where(sign >= 0, value, jnp.nan)'''

DET_LU = '''\
def det_lu(factors):
    """The determinant of A, by its factors."""
    LU, pivots = factors
    swaps = jnp.count_nonzero(pivots != jnp.arange(len(LU)))
    return jnp.prod(jnp.diagonal(LU)) * jnp.where(swaps % 2, -1, 1)'''

LOGDET_LU = '''\
def logdet_lu(factors):
    """log(det(A)) by the factors of A, which is nan where the determinant is negative."""
    LU, pivots = factors
    diagonal = jnp.diagonal(LU)
    swaps = jnp.count_nonzero(pivots != jnp.arange(len(LU)))
    negative = (swaps + jnp.count_nonzero(diagonal < 0)) % 2
    return jnp.where(negative, jnp.nan, jnp.sum(jnp.log(jnp.abs(diagonal))))'''

IDENTITY_BLOCKS = '''\
def identity_blocks(A, m):
    """The array with entries A[a, b] at [i, a, i, b] and zeros elsewhere, for i below m."""
    return jnp.einsum("ij,ab->iajb", jnp.eye(m, dtype=A.dtype), A)'''

# On a CPU, XLA finds where the largest entry is several times slower than which it is.
ONEHOT = '''\
def onehot(places):
    """A one in the first of these places, counted row by row, zeros elsewhere."""
    order = jnp.reshape(jnp.arange(jnp.size(places)), jnp.shape(places))
    first = jnp.min(jnp.where(places, order, jnp.size(places)))
    return jnp.where(order == first, 1.0, 0.0)'''

SYLVESTER = '''\
def sylvester(A, B, C):
    """The matrix W with A W + W B = C."""
    m, n = C.shape
    K = jnp.kron(A, jnp.eye(n, dtype=A.dtype)) + jnp.kron(jnp.eye(m, dtype=A.dtype), B.T)
    return jnp.linalg.solve(K, C.ravel()).reshape(m, n)'''


def spelled(code: str) -> str:
    """NumPy and SciPy by the names they have in JAX."""
    code = re.sub(r"\bnp\.", "jnp.", code)
    return re.sub(r"(?<!\.)\bscipy\.", "jax.scipy.", code)


def _frechet_logm(program: Program, value: Value, parts: list[Text]) -> Written:
    return f"corner(logm, {', '.join(part.code for part in parts)})", ATOM


def _matmul(program: Program, value: Value, parts: list[Text]) -> Written:
    """On a CPU, XLA reads A.T @ x several times slower than x @ A."""
    left, right = parts
    if value.is_vector and value.args[0].op == "transpose" and left.code.endswith(".T"):
        return f"{wrap(right, MATMUL)} @ {left.code.removesuffix('.T')}", MATMUL
    return f"{wrap(left, MATMUL)} @ {wrap(right)}", MATMUL


def _solve_lu(program: Program, value: Value, parts: list[Text]) -> Written:
    turned = ", trans=1" if value.data else ""
    return f"jax.scipy.linalg.lu_solve({parts[0].code}, {parts[1].code}{turned})", ATOM


ONLY_REAL = '''\
def only_real(Y):
    """The real part, nan if that is not all: roots of some matrices are not real."""
    is_real = jnp.linalg.norm(jnp.imag(Y)) <= 1e-6 * jnp.linalg.norm(Y)
    return jnp.where(is_real, jnp.real(Y), jnp.nan)'''

LOGM = '''\
def logm(X):
    """The principal logarithm: square roots until X is near I, then 2 artanh((X - I)/(X + I))."""
    eye, inv = jnp.eye(len(X), dtype=X.dtype), jnp.linalg.inv

    def is_far(state):
        return jnp.max(jnp.sum(jnp.abs(state[0] - eye), 1)) > 0.25

    def root(state):  # Denman and Beavers: Y tends to the root, Z to its inverse
        halve = lambda _, pair: ((pair[0] + inv(pair[1])) / 2, (pair[1] + inv(pair[0])) / 2)
        return jax.lax.fori_loop(0, 16, halve, (state[0], eye))[0], 2 * state[1]

    X, scale = jax.lax.while_loop(is_far, root, (X, 2.0))
    W = jnp.linalg.solve(X + eye, X - eye)
    power, total = W, W
    for k in range(3, 25, 2):
        power = power @ W @ W
        total = total + power / k
    return scale * total'''

SPLIT = '''\
def split(x, *axes):
    """The same array, spread over the axes of a mesh of devices."""
    return jax.lax.with_sharding_constraint(x, PartitionSpec(*axes))'''


def axes_of_mesh(sizes: Sequence[Dim], shard: Mapping[str, str]) -> tuple[str | None, ...]:
    """The axis of a mesh that each axis of an array is split along, if any; each serves once."""
    wanted = [shard.get(str(size)) for size in sizes]
    return tuple(None if axis in wanted[:i] else axis for i, axis in enumerate(wanted))


def _line(program: Program, value: Value, code: str) -> str:
    """What has samples in it stays where the samples are."""
    axes = axes_of_mesh(value.axes, program.options.shard)
    if not any(axes) or value.op == "lu":
        return code
    return f"split({code}, {', '.join(map(repr, axes))})"


def _lifted(program: Program, code: str) -> str:
    """A number as an array, in the precision of the others."""
    shaped = [f"{given.name}.dtype" for given in program.inputs if not given.shape.is_scalar]
    dtype = program.options.dtype
    return f"jnp.asarray({code}, {f'jnp.{dtype}' if dtype else (shaped or ['float'])[0]})"


def _alike(op: str) -> Writer:
    """NumPy's code for an array that sizes decide, in the precision of the arrays given.

    JAX makes double precision of it otherwise, wherever that is switched on at all.
    """
    writer = numpy.TABLE[op]
    assert not isinstance(writer, str)

    def write_alike(program: Program, value: Value, parts: list[Text]) -> Written:
        code, binds = writer(program, value, parts)
        shaped = [given.name for given in program.inputs if not given.shape.is_scalar]
        if program.options.dtype or not shaped or code.startswith("np.full("):
            return code, binds
        made, cut, rest = code.partition(")[")
        if op not in _MADE:
            return f"{code}.astype({shaped[0]}.dtype)", ATOM
        return f"{made.removesuffix(')')}, dtype={shaped[0]}.dtype){cut[1:]}{rest}", binds

    return write_alike


_MADE = ("eye", "full", "unit", "units")
_CHOSEN = ("commutation", "duplication", "elimination", "diagonal_selection")


DIALECT = Dialect(
    name="jax",
    table={
        **{op: _alike(op) for op in (*_MADE, *_CHOSEN)},
        "matmul": _matmul,
        "placed": placing.one_by_one(placing.jax_pad),
        "cumsum": placing.CUMSUM["jax"],
        "outer_array": numpy.spread_product,
        "softmax": "jax.nn.softmax({0}, None)",
        "softmax_rows": "jax.nn.softmax({0}, -1)",
        "logsumexp": "jax.nn.logsumexp({0})",
        "logsumexp_rows": "jax.nn.logsumexp({0}, -1)",
        "onehot_max": "onehot({0} == jnp.max({0}))",
        "onehot_min": "onehot({0} == jnp.min({0}))",
        "onehot_rows": "jnp.eye({0}.shape[1])[jnp.argmax({0}, 1)]",
        "sylvester": "sylvester({0}, {1}, {2})",
        "logm": "logm({0})",
        "frechet_logm": _frechet_logm,
        "lu": "jax.scipy.linalg.lu_factor({0})",
        "solve_lu": _solve_lu,
        "inverse_lu": "jax.scipy.linalg.lu_solve({0}, jnp.eye(len({0}[0]), dtype={0}[0].dtype))",
        "inverse_spd": "inverse_spd({0})",
    },
    lifted=_lifted,
    head="import jax.numpy as jnp",
    imports={
        "jax.nn.": "import jax.nn",
        "jax.scipy.linalg.": "import jax.scipy.linalg",
        "special.": "from jax.scipy import special",
        "jax.lax.": "import jax",
        "PartitionSpec(": "from jax.sharding import PartitionSpec",
    },
    helpers={
        **{
            mark: spelled(text)
            for mark, text in HELPERS.items()
            if mark not in ("softmax(", "logsumexp(")
        },
        "identity_blocks(": IDENTITY_BLOCKS,
        "inverse_spd(": INVERSE,
        "norm(": NORM,
        "onehot(": ONEHOT,
        "logdet(": LOGDET,
        "det_lu(": DET_LU,
        "logdet_lu(": LOGDET_LU,
        "adjugate(": ADJUGATE,
        "duplication(": DUPLICATION,
        "sylvester(": SYLVESTER,
        "logm": LOGM,
        "only_real(": ONLY_REAL,
        "split(": SPLIT,
        "banded(": placing.JAX_BANDED,
    },
    like=numpy.DIALECT,
    spelling=spelled,
    line=_line,
)


def source(program: Program) -> str:
    """A program as a JAX function."""
    return write(DIALECT, prepared(program))
