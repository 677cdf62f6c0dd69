"""Eigenvalues of symmetric matrices and singular values in C, by rotations of two columns.

Rotations are slower than what LAPACK does, and as accurate; they need no other code.
"""

from __future__ import annotations

from matgrad.codegen.targets.c_code import Code
from matgrad.codegen.targets.c_equations import pair
from matgrad.codegen.targets.c_reductions import Kernel
from matgrad.codegen.values import Value

# The rotation of two columns that makes c zero in [a c; c b]: its tangent, and what it does.
TANGENT = """\
static inline double tangent(double a, double b, double c)
{
    const double z = (b - a) / (2 * c);
    return (z < 0 ? -1.0 : 1.0) / (fabs(z) + sqrt(z * z + 1));
}"""
ROTATED = """\
static void rotated(double *x, double *y, long count, long step, double t)
{
    const double u = 1 / sqrt(t * t + 1), v = t * u;
    for (long k = 0; k < count; k++) {
        const double a = x[k * step], b = y[k * step];
        x[k * step] = u * a - v * b; y[k * step] = v * a + u * b;
    }
}"""

# The symmetric part of S is V Diag(w) V', with w ascending; A is room. Where an entry is no number,
# no eigenvalue is one.
EIGEN = """\
static void eigen(long n, const double *S, long rs, long cs, double *restrict A,
                  double *restrict V, double *restrict w)
{
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            A[i * n + j] = (S[i * rs + j * cs] + S[j * rs + i * cs]) / 2;
            V[i * n + j] = i == j;
        }
    for (long turn = 0, turned = 1; turn < 60 && turned; turn++) {
        turned = 0;
        for (long p = 0; p < n; p++)
            for (long q = p + 1; q < n; q++) {
                const double a = A[p * (n + 1)], b = A[q * (n + 1)], c = A[p * n + q];
                if (fabs(a) + fabs(c) == fabs(a) && fabs(b) + fabs(c) == fabs(b)) continue;
                const double t = tangent(a, b, c);
                turned = 1;
                rotated(A + p, A + q, n, n, t);
                rotated(A + p * n, A + q * n, n, 1, t);
                rotated(V + p, V + q, n, n, t);
            }
    }
    double sum = 0;
    for (long i = 0; i < n; i++) sum += w[i] = A[i * (n + 1)];
    for (long i = 0; i < n; i++) w[i] += 0 * sum;
    for (long i = 0; i < n; i++) {
        long least = i;
        for (long j = i + 1; j < n; j++) if (w[j] < w[least]) least = j;
        const double x = w[i]; w[i] = w[least]; w[least] = x;
        for (long k = 0; k < n && least != i; k++) {
            const double y = V[k * n + i]; V[k * n + i] = V[k * n + least]; V[k * n + least] = y;
        }
    }
}"""

# Each eigenvector has the sign with which its largest entry is positive.
UPRIGHT = """\
static void upright(long n, double *restrict V)
{
    for (long j = 0; j < n; j++) {
        double top = 0;
        for (long i = 0; i < n; i++) if (fabs(V[i * n + j]) > fabs(top)) top = V[i * n + j];
        for (long i = 0; i < n && top < 0; i++) V[i * n + j] = -V[i * n + j];
    }
}"""

# B = V Diag(c) V', c being 1 at the last eigenvalue, or 1/(last - w) at the others.
FROM_LAST = """\
static void from_last(long n, const double *V, const double *w, int others, double *restrict B)
{
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            double sum = 0 * w[n - 1];
            for (long k = 0; k < n - 1 && others; k++)
                sum += V[i * n + k] * V[j * n + k] / (w[n - 1] - w[k]);
            B[i * n + j] = sum + (others ? 0 : V[i * n + n - 1] * V[j * n + n - 1]);
        }
}"""

# A, or A' if it is wide, is U Diag(w) V' with as many columns as it has; U is tall. Where squares
# of entries would overflow or vanish, A is divided by the largest.
SINGULAR = """\
static void singular(long m, long n, const double *A, long rs, long cs, double *restrict U,
                     double *restrict V, double *restrict w)
{
    const long tall = m < n ? n : m, thin = m < n ? m : n;
    double least = 1, top = 0;
    while (1 + least / 2 > 1) least /= 2;
    for (long i = 0; i < tall; i++)
        for (long j = 0; j < thin; j++) {
            U[i * thin + j] = m < n ? A[j * rs + i * cs] : A[i * rs + j * cs];
            if (fabs(U[i * thin + j]) > top) top = fabs(U[i * thin + j]);
        }
    if ((top > 1e-100 && top < 1e100) || !(top > 0) || top * 0 != 0) top = 1;
    for (long i = 0; i < tall * thin; i++) U[i] /= top;
    for (long i = 0; i < thin; i++)
        for (long j = 0; j < thin; j++) V[i * thin + j] = i == j;
    for (long turn = 0, turned = 1; turn < 60 && turned; turn++) {
        turned = 0;
        for (long p = 0; p < thin; p++)
            for (long q = p + 1; q < thin; q++) {
                double a = 0, b = 0, c = 0;
                for (long k = 0; k < tall; k++) {
                    const double x = U[k * thin + p], y = U[k * thin + q];
                    a += x * x; b += y * y; c += x * y;
                }
                if (!(fabs(c) > least * sqrt(a) * sqrt(b))) continue;
                const double t = tangent(a, b, c);
                turned = 1;
                rotated(U + p, U + q, tall, thin, t);
                rotated(V + p, V + q, thin, thin, t);
            }
    }
    double all = 0;
    for (long j = 0; j < thin; j++) {
        double sum = 0;
        for (long k = 0; k < tall; k++) sum += U[k * thin + j] * U[k * thin + j];
        all += w[j] = sqrt(sum);
        for (long k = 0; k < tall && sum > 0; k++) U[k * thin + j] /= w[j];
    }
    for (long j = 0; j < thin; j++) w[j] = top * w[j] + 0 * all;
}"""

# B = U Diag(c) V', the way round that A is: c is 1 (kind 0), 1 at the largest w (1), or 1/w, the
# other way round and without values that are zero but for rounding (2).
RECOMBINED = """\
static void recombined(long m, long n, const double *U, const double *V, const double *w, int kind,
                       double *restrict B)
{
    const long tall = m < n ? n : m, thin = m < n ? m : n;
    long top = 0;
    double least = 1;
    while (1 + least / 2 > 1) least /= 2;
    for (long k = 1; k < thin; k++) if (w[k] > w[top]) top = k;
    for (long i = 0; i < tall; i++)
        for (long j = 0; j < thin; j++) {
            double sum = 0;
            for (long k = 0; k < thin; k++) {
                const double x = U[i * thin + k] * V[j * thin + k] + 0 * w[k];
                if (kind == 0 || (kind == 1 && k == top)) sum += x;
                if (kind == 2 && !(w[k] <= least * tall * w[top])) sum += x / w[k];
            }
            B[(m < n) == (kind == 2) ? i * thin + j : j * tall + i] = sum;
        }
}"""
SPECTRAL = {
    "tangent(": TANGENT,
    "rotated(": ROTATED,
    "eigen(": EIGEN,
    "upright(": UPRIGHT,
    "from_last(": FROM_LAST,
    "singular(": SINGULAR,
    "recombined(": RECOMBINED,
}


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
