"""Functions of matrices in C: exponentials, Sylvester's equation, and what calls for roots.

Derivatives of them are corners of functions of block matrices.
"""

from __future__ import annotations

from matgrad.codegen.equations import base_of
from matgrad.codegen.targets.c_code import Code
from matgrad.codegen.targets.c_equations import pair
from matgrad.codegen.targets.c_reductions import Kernel
from matgrad.codegen.targets.c_roots import ROOTS
from matgrad.codegen.targets.python import no_code
from matgrad.codegen.values import Value
from matgrad.core.dims import Dim

# Powers of 2 are taken out until the Pade approximant of order 13 is exact but for rounding.
EXPM = """\
static int expm(long n, const double *A, long rs, long cs, double *restrict room,
                double *restrict X)
{
    static const double c[] = {
        64764752532480000.0, 32382376266240000.0, 7771770303897600.0, 1187353796428800.0,
        129060195264000.0, 10559470521600.0, 670442572800.0, 33522128640.0, 1323241920.0,
        40840800.0, 960960.0, 16380.0, 182.0, 1.0};
    const long k = n * n;
    double *const B = room, *const B2 = B + k, *const B4 = B2 + k, *const B6 = B4 + k;
    double *const T = B6 + k, *const U = T + k, *const V = U + k, *const row = V + k;
    double norm = 0, scale = 1;
    long halved = 0;
    for (long j = 0; j < n; j++) {
        double sum = 0;
        for (long i = 0; i < n; i++) sum += fabs(A[i * rs + j * cs]);
        if (sum > norm) norm = sum;
    }
    for (; norm > 4 && norm * 0 == 0; norm /= 2) scale /= 2, halved++;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) B[i * n + j] = scale * A[i * rs + j * cs];
    gemm(n, n, n, B, n, 1, B, n, 1, B2);
    gemm(n, n, n, B2, n, 1, B2, n, 1, B4);
    gemm(n, n, n, B2, n, 1, B4, n, 1, B6);
    for (long i = 0; i < k; i++) T[i] = c[13] * B6[i] + c[11] * B4[i] + c[9] * B2[i];
    gemm(n, n, n, B6, n, 1, T, n, 1, V);
    for (long i = 0; i < k; i++)
        V[i] += c[7] * B6[i] + c[5] * B4[i] + c[3] * B2[i] + (i % (n + 1) ? 0 : c[1]);
    gemm(n, n, n, B, n, 1, V, n, 1, U);
    for (long i = 0; i < k; i++) T[i] = c[12] * B6[i] + c[10] * B4[i] + c[8] * B2[i];
    gemm(n, n, n, B6, n, 1, T, n, 1, V);
    for (long i = 0; i < k; i++)
        V[i] += c[6] * B6[i] + c[4] * B4[i] + c[2] * B2[i] + (i % (n + 1) ? 0 : c[0]);
    for (long i = 0; i < k; i++) T[i] = V[i] - U[i], V[i] += U[i];
    lu(n, T, row);
    if (solve(n, n, T, row, V, n, 1, X)) return 1;
    for (; halved; halved--) {
        for (long i = 0; i < k; i++) T[i] = X[i];
        gemm(n, n, n, T, n, 1, T, n, 1, X);
    }
    return 0;
}"""

# B = [X, I o E/unit; 0, X] for X of N rows and E of n rows. The unit is returned, a power of 2 that
# makes the largest entry of E about as large as 1, or as that of X if they are to be alike: the
# derivative is linear in E, and what a large E leaves of X is rounding.
CORNER = """\
static double corner(long n, long N, const double *X, const double *E, long rs, long cs, int alike,
                     double *restrict B)
{
    double most = 0, top = 0, unit = 1;
    for (long i = 0; i < N * N && alike; i++) if (fabs(X[i]) > most) most = fabs(X[i]);
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            if (fabs(E[i * rs + j * cs]) > top) top = fabs(E[i * rs + j * cs]);
    if (!(most > 0 && most * 0 == 0)) most = 1;
    for (; top / 2 > most && top * 0 == 0; top /= 2) unit *= 2;
    for (; top > 0 && top < most / 2; top *= 2) unit /= 2;
    for (long i = 0; i < 2 * N; i++)
        for (long j = 0; j < 2 * N; j++) B[i * 2 * N + j] = 0;
    for (long i = 0; i < N; i++)
        for (long j = 0; j < N; j++) {
            B[i * 2 * N + j] = B[(N + i) * 2 * N + N + j] = X[i * N + j];
            if (i / n == j / n) B[i * 2 * N + N + j] = E[i % n * rs + j % n * cs] / unit;
        }
    return unit;
}"""

# A W + W B = C, for eigenvalues of A and B with positive real parts: the sign of [A, C; 0, -B] is
# [I, 2 W; 0, -I], which Newton's iteration finds. Where that solves nothing, 1 is returned.
SYLVESTER = """\
static int sylvester(long m, long n, const double *A, long ars, long acs, const double *B,
                     long brs, long bcs, const double *C, long crs, long ccs,
                     double *restrict room, double *restrict W)
{
    const long sizes[] = {m, n};
    double *P[2], *F[2], *R[2], *const T = room + 4 * (m * m + n * n), *const V = T + m * n;
    double *const row = V + m * n, before = 1.0 / 0.0;
    for (long p = 0; p < 2; p++) {
        const long k = sizes[p] * sizes[p];
        P[p] = p ? room + 4 * m * m : room; F[p] = P[p] + k; R[p] = F[p] + k;
    }
    for (long i = 0; i < m; i++)
        for (long j = 0; j < m; j++) P[0][i * m + j] = A[i * ars + j * acs];
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) P[1][i * n + j] = B[i * brs + j * bcs];
    for (long i = 0; i < m; i++)
        for (long j = 0; j < n; j++) W[i * n + j] = C[i * crs + j * ccs] / 2;
    for (long turn = 0; turn < 60; turn++) {
        double far = 0, logarithm = 0;
        for (long p = 0; p < 2; p++) {
            const long size = sizes[p], k = size * size;
            for (long i = 0; i < k; i++) F[p][i] = P[p][i];
            lu(size, F[p], row);
            for (long i = 0; i < size; i++) logarithm += log(fabs(F[p][i * (size + 1)]));
            if (inverse(size, F[p], row, R[p] + k, R[p])) return 1;
        }
        const double s = before > 0.01 ? exp(-logarithm / (m + n)) : 1;
        gemm(m, n, m, R[0], m, 1, W, n, 1, T);
        gemm(m, n, n, T, n, 1, R[1], n, 1, V);
        for (long i = 0; i < m * n; i++) W[i] = (s * W[i] + V[i] / s) / 2;
        for (long p = 0; p < 2; p++)
            for (long i = 0; i < sizes[p] * sizes[p]; i++) {
                const double x = P[p][i] = (s * P[p][i] + R[p][i] / s) / 2;
                const double d = fabs(x - (i % (sizes[p] + 1) ? 0 : 1));
                if (d > far) far = d;
            }
        if (1 + far == 1 || (far < 0.0001 && far >= before)) break;
        before = far;
    }
    gemm(m, n, m, A, ars, acs, W, n, 1, T);
    gemm(m, n, n, W, n, 1, B, brs, bcs, V);
    double top = 0, off = 0, least = 1;
    while (1 + least / 2 > 1) least /= 2;
    for (long i = 0; i < m; i++)
        for (long j = 0; j < n; j++) {
            const double x = T[i * n + j], y = V[i * n + j], c = C[i * crs + j * ccs];
            if (fabs(x) + fabs(y) + fabs(c) > top) top = fabs(x) + fabs(y) + fabs(c);
            if (fabs(x + y - c) > off) off = fabs(x + y - c);
        }
    return off > sqrt(least) * top;
}"""
FUNCTIONS = {
    "expm(": EXPM,
    **ROOTS,
    "corner(": CORNER,
    "sylvester(": SYLVESTER,
}
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
