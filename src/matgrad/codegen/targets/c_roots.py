"""Square roots and logarithms of matrices in C.

Roots are found by an iteration, and looked at: where their squares are not the matrix, because it
has none with real entries or the iteration lost it, symmetric matrices go by their eigenvalues, and
others are refused.
"""

from __future__ import annotations

# Denman and Beavers: M, which begins as A, becomes the identity while X becomes the root of A;
# both are scaled by the determinant at first. A is divided by a power of 4 before, as inverses of
# corners of block matrices vanish or overflow long before these. Returns 1 where M is no identity
# in the end, or X no root.
ITERATED = """\
static int iterated_root(long n, const double *A, long rs, long cs, double *restrict room,
                         double *restrict X)
{
    const long k = n * n;
    double *const M = room, *const F = M + k, *const R = F + k, *const T = R + k;
    double *const row = T + k, before = 1.0 / 0.0, top = 0, most = 0, off = 0, far = 0;
    double unit = 1, least = 1;
    while (1 + least / 2 > 1) least /= 2;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            if (fabs(A[i * rs + j * cs]) > top) top = fabs(A[i * rs + j * cs]);
    for (; top > 2 && top * 0 == 0; top /= 4) unit *= 2;
    for (; top > 0 && top < 0.5; top *= 4) unit /= 2;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            X[i * n + j] = M[i * n + j] = A[i * rs + j * cs] / unit / unit;
    for (long turn = 0; turn < 60; turn++) {
        double logarithm = 0;
        for (long i = 0; i < k; i++) F[i] = M[i];
        lu(n, F, row);
        for (long i = 0; i < n; i++) logarithm += log(fabs(F[i * (n + 1)]));
        if (inverse(n, F, row, T, R)) return 1;
        const double s = before > 0.01 ? exp(-logarithm / (2 * n)) : 1, q = s * s;
        for (long i = 0; i < k; i++) T[i] = s * ((i % (n + 1) ? 0 : 1) + R[i] / q) / 2;
        gemm(n, n, n, X, n, 1, T, n, 1, F);
        far = 0;
        for (long i = 0; i < k; i++) {
            const double one = i % (n + 1) ? 0 : 1;
            X[i] = F[i];
            M[i] = (one + (q * M[i] + R[i] / q) / 2) / 2;
            if (fabs(M[i] - one) > far) far = fabs(M[i] - one);
        }
        if (1 + far == 1 || (far < 0.0001 && far >= before)) break;
        before = far;
    }
    gemm(n, n, n, X, n, 1, X, n, 1, F);
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            const double d = fabs(F[i * n + j] - A[i * rs + j * cs] / unit / unit);
            if (d > off) off = d;
            if (fabs(X[i * n + j]) > most) most = fabs(X[i * n + j]);
            X[i * n + j] *= unit;
        }
    return far > 0.01 || off > sqrt(least) * (most * most > top ? most * most : top);
}"""

# The root or the logarithm by eigenvalues; 1 where A has negative ones, or is not symmetric but for
# rounding.
BY_EIGENVALUES = """\
static int by_eigenvalues(long n, const double *A, long rs, long cs, int logarithm,
                          double *restrict room, double *restrict X)
{
    double *const V = room + n * n, *const w = V + n * n, least = 1;
    while (1 + least / 2 > 1) least /= 2;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < i; j++)
            if (fabs(A[i * rs + j * cs] - A[j * rs + i * cs])
                > n * least * (fabs(A[i * (rs + cs)]) + fabs(A[j * (rs + cs)]))) return 1;
    eigen(n, A, rs, cs, room, V, w);
    if (w[0] < -4 * n * least * fabs(w[n - 1]) || (logarithm && w[0] <= 0)) return 1;
    for (long j = 0; j < n; j++) w[j] = logarithm ? log(w[j]) : sqrt(w[j] < 0 ? 0 : w[j]);
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) room[i * n + j] = V[i * n + j] * w[j];
    gemm(n, n, n, room, n, 1, V, 1, n, X);
    return 0;
}"""
SQRTM = """\
static int sqrtm(long n, const double *A, long rs, long cs, double *restrict room,
                 double *restrict X)
{
    return iterated_root(n, A, rs, cs, room, X) && by_eigenvalues(n, A, rs, cs, 0, room, X);
}"""

# Roots are taken until A is close to the identity, where seven points of Gauss integrate exactly.
LOGM = """\
static int logm(long n, const double *A, long rs, long cs, double *restrict room,
                double *restrict X)
{
    static const double points[] = {
        -0.9491079123427585, -0.7415311855993944, -0.4058451513773972, 0.0, 0.4058451513773972,
        0.7415311855993944, 0.9491079123427585};
    static const double weights[] = {
        0.1294849661688697, 0.2797053914892767, 0.3818300505051189, 0.4179591836734694,
        0.3818300505051189, 0.2797053914892767, 0.1294849661688697};
    const long k = n * n;
    double *const Z = room, *const F = Z + k, *const Y = F + k, *const row = Y + k;
    double scale = 1, norm = 1;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) Z[i * n + j] = A[i * rs + j * cs];
    for (long turn = 0; turn < 60; turn++) {
        norm = 0;
        for (long j = 0; j < n; j++) {
            double sum = 0;
            for (long i = 0; i < n; i++) sum += fabs(Z[i * n + j] - (i == j));
            if (sum > norm) norm = sum;
        }
        if (!(norm > 0.25)) break;
        if (iterated_root(n, Z, n, 1, F, X)) return by_eigenvalues(n, A, rs, cs, 1, room, X);
        for (long i = 0; i < k; i++) Z[i] = X[i];
        scale *= 2;
    }
    for (long i = 0; i < n; i++) Z[i * (n + 1)] -= 1;
    for (long i = 0; i < k; i++) X[i] = 0;
    for (long p = 0; p < 7; p++) {
        for (long i = 0; i < k; i++) F[i] = (1 + points[p]) / 2 * Z[i] + (i % (n + 1) ? 0 : 1);
        lu(n, F, row);
        if (solve(n, n, F, row, Z, n, 1, Y)) return 1;
        for (long i = 0; i < k; i++) X[i] += scale * weights[p] / 2 * Y[i];
    }
    return 0;
}"""

# In an order in which each uses earlier ones only.
ROOTS = {
    "iterated_root(": ITERATED,
    "by_eigenvalues(": BY_EIGENVALUES,
    "sqrtm(": SQRTM,
    "logm(": LOGM,
}
