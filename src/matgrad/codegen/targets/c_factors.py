"""Factors of matrices and equations in C, for code that has no library for them."""

from __future__ import annotations

# y - f[0] X[0] - f[1] X[1] - … for rows of X, with parts of y in registers.
SWEEP = """\
static void sweep(long k, const double *f, long fs, const double *X, long xs, long m,
                  double *restrict y)
{
    long j = 0;
    for (; j + 32 <= m; j += 32) {
        v8 p = *(v8 *)(y + j), q = *(v8 *)(y + j + 8);
        v8 r = *(v8 *)(y + j + 16), s = *(v8 *)(y + j + 24);
        for (long l = 0; l < k; l++) {
            const double *x = X + l * xs + j, t = f[l * fs];
            p -= t * *(const v8 *)x; q -= t * *(const v8 *)(x + 8);
            r -= t * *(const v8 *)(x + 16); s -= t * *(const v8 *)(x + 24);
        }
        *(v8 *)(y + j) = p; *(v8 *)(y + j + 8) = q;
        *(v8 *)(y + j + 16) = r; *(v8 *)(y + j + 24) = s;
    }
    for (; j + 8 <= m; j += 8) {
        v8 p = *(v8 *)(y + j);
        for (long l = 0; l < k; l++) p -= f[l * fs] * *(const v8 *)(X + l * xs + j);
        *(v8 *)(y + j) = p;
    }
    for (; j < m; j++) {
        double p = 0;
        for (long l = 0; l < k; l++) p += f[l * fs] * X[l * xs + j];
        y[j] -= p;
    }
}"""

# LU with row exchanges: A is overwritten, `row` says where each row came from, then the sign.
LU = """\
static void lu(long n, double *restrict A, double *restrict row)
{
    enum { STRIP = 16 };
    double sign = 1;
    for (long i = 0; i < n; i++) row[i] = i;
    for (long s = 0; s < n; s += STRIP) {
        const long end = n - s < STRIP ? n : s + STRIP;
        for (long k = s; k < end; k++) {
            long p = k;
            for (long i = k + 1; i < n; i++)
                if (fabs(A[i * n + k]) > fabs(A[p * n + k])) p = i;
            if (p != k) {
                const double r = row[k]; row[k] = row[p]; row[p] = r;
                for (long j = 0; j < n; j++) {
                    const double t = A[k * n + j]; A[k * n + j] = A[p * n + j]; A[p * n + j] = t;
                }
                sign = -sign;
            }
            for (long i = k + 1; i < n; i++) {
                const double f = A[i * n + k] /= A[k * n + k];
                #pragma omp simd
                for (long j = k + 1; j < end; j++) A[i * n + j] -= f * A[k * n + j];
            }
        }
        if (end == n) break;
        for (long k = s; k < end; k++)
            sweep(k - s, A + k * n + s, 1, A + s * n + end, n, n - end, A + k * n + end);
        block(n - end, n - end, end - s, A + end * n + s, n, 1, -1, A + s * n + end, n, 1,
              A + end * n + end, n, 0);
    }
    row[n] = sign;
}"""

# Equations return 1 where a matrix is singular, Cholesky where it has no such factor; else 0.
SOLVE = """\
static int solve(long n, long m, const double *restrict LU, const double *restrict row,
                 const double *B, long brs, long bcs, double *restrict X)
{
    for (long i = 0; i < n; i++) if (LU[i * n + i] == 0) return 1;
    for (long i = 0; i < n; i++) {
        for (long j = 0; j < m; j++) X[i * m + j] = B[(long)row[i] * brs + j * bcs];
        sweep(i, LU + i * n, 1, X, m, m, X + i * m);
    }
    for (long i = n - 1; i >= 0; i--) {
        sweep(n - 1 - i, LU + i * n + i + 1, 1, X + (i + 1) * m, m, m, X + i * m);
        const double d = 1 / LU[i * n + i];
        for (long j = 0; j < m; j++) X[i * m + j] *= d;
    }
    return 0;
}"""

# A'X = B by the factors of A: U'L' is taken from the left, and rows go back to their places.
SOLVE_TRANSPOSED = """\
static int solve_transposed(long n, long m, const double *restrict LU, const double *restrict row,
                            const double *B, long brs, long bcs, double *restrict Y,
                            double *restrict X)
{
    for (long i = 0; i < n; i++) if (LU[i * n + i] == 0) return 1;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++) Y[i * m + j] = B[i * brs + j * bcs];
    for (long i = 0; i < n; i++) {
        if (m > 1) sweep(i, LU + i, n, Y, m, m, Y + i * m);
        const double d = 1 / LU[i * n + i];
        for (long j = 0; j < m; j++) Y[i * m + j] *= d;
        if (m == 1) sweep(1, Y + i, 1, LU + i * n + i + 1, n, n - 1 - i, Y + i + 1);
    }
    for (long i = n - 1; i >= 0; i--) {
        if (m > 1) sweep(n - 1 - i, LU + (i + 1) * n + i, n, Y + (i + 1) * m, m, m, Y + i * m);
        else sweep(1, Y + i, 1, LU + i * n, n, i, Y);
        for (long j = 0; j < m; j++) X[(long)row[i] * m + j] = Y[i * m + j];
    }
    return 0;
}"""

SOLVE_TRIANGULAR = """\
static int solve_triangular(long n, long m, const double *A, long ars, long acs, int lower,
                            const double *B, long brs, long bcs, double *restrict X)
{
    for (long k = 0; k < n; k++) {
        const long i = lower ? k : n - 1 - k;
        const double d = A[i * (ars + acs)];
        if (d == 0) return 1;
        for (long j = 0; j < m; j++) X[i * m + j] = B[i * brs + j * bcs];
        if (lower) sweep(k, A + i * ars, acs, X, m, m, X + i * m);
        else sweep(k, A + i * ars + (i + 1) * acs, acs, X + (i + 1) * m, m, m, X + i * m);
        for (long j = 0; j < m; j++) X[i * m + j] /= d;
    }
    return 0;
}"""

INVERSE = """\
static int inverse(long n, const double *restrict LU, const double *restrict row,
                   double *restrict X)
{
    for (long i = 0; i < n; i++) if (LU[i * n + i] == 0) return 1;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) X[i * n + j] = row[i] == j;
    for (long i = 1; i < n; i++) sweep(i, LU + i * n, 1, X, n, n, X + i * n);
    for (long i = n - 1; i >= 0; i--) {
        sweep(n - 1 - i, LU + i * n + i + 1, 1, X + (i + 1) * n, n, n, X + i * n);
        const double d = 1 / LU[i * n + i];
        for (long j = 0; j < n; j++) X[i * n + j] *= d;
    }
    return 0;
}"""

CHOLESKY = """\
static int cholesky(long n, const double *A, long ars, long acs, double *restrict L)
{
    enum { STRIP = 16 };
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            L[i * n + j] = j > i ? 0 : (A[i * ars + j * acs] + A[j * ars + i * acs]) / 2;
    for (long s = 0; s < n; s += STRIP) {
        const long end = n - s < STRIP ? n : s + STRIP;
        for (long i = s; i < n; i++)
            for (long j = s; j < end && j <= i; j++) {
                double t = L[i * n + j];
                for (long k = s; k < j; k++) t -= L[i * n + k] * L[j * n + k];
                if (i == j && !(t > 0)) return 1;
                L[i * n + j] = i == j ? sqrt(t) : t / L[j * n + j];
            }
        for (long i = end; i < n; i += 48) {
            const long rows = n - i < 48 ? n - i : 48;
            block(rows, i + rows - end, end - s, L + i * n + s, n, 1, -1, L + end * n + s, 1, n,
                  L + i * n + end, n, 0);
        }
    }
    for (long i = 0; i < n; i++)
        for (long j = i + 1; j < n; j++) L[i * n + j] = 0;
    return 0;
}"""

# Cofactors one by one while that is cheap, which is right for singular matrices too.
ADJUGATE = """\
static void adjugate(long n, const double *A, long ars, long acs, double *restrict part,
                     double *restrict row, double *restrict B)
{
    const long m = n - 1;
    if (n > 12) {
        for (long i = 0; i < n; i++)
            for (long j = 0; j < n; j++) part[i * n + j] = A[i * ars + j * acs];
        lu(n, part, row);
        double det = row[n];
        for (long i = 0; i < n; i++) det *= part[i * (n + 1)];
        const int singular = inverse(n, part, row, B);
        for (long i = 0; i < n * n && !singular; i++) B[i] *= det;
        if (!singular) return;
    }
    for (long p = 0; p < n; p++)
        for (long q = 0; q < n; q++) {
            for (long i = 0; i < m; i++)
                for (long j = 0; j < m; j++)
                    part[i * m + j] = A[(i + (i >= p)) * ars + (j + (j >= q)) * acs];
            double det = (p + q) % 2 ? -1 : 1;
            for (long k = 0; k < m && det != 0; k++) {
                long r = k;
                for (long i = k; i < m; i++)
                    if (fabs(part[i * m + k]) > fabs(part[r * m + k])) r = i;
                det *= r == k ? part[r * m + k] : -part[r * m + k];
                for (long j = 0; j < m; j++) {
                    const double t = part[k * m + j];
                    part[k * m + j] = part[r * m + j]; part[r * m + j] = t;
                }
                for (long i = k + 1; i < m && det != 0; i++) {
                    const double f = part[i * m + k] / part[k * m + k];
                    for (long j = k; j < m; j++) part[i * m + j] -= f * part[k * m + j];
                }
            }
            B[q * n + p] = det;
        }
}"""

SOLVE_CHOLESKY = """\
static void solve_cholesky(long n, long m, const double *restrict L, double *restrict X)
{
    for (long i = 0; i < n; i++) {
        sweep(i, L + i * n, 1, X, m, m, X + i * m);
        for (long j = 0; j < m; j++) X[i * m + j] /= L[i * n + i];
    }
    for (long i = n - 1; i >= 0; i--) {
        sweep(n - 1 - i, L + (i + 1) * n + i, n, X + (i + 1) * m, m, m, X + i * m);
        for (long j = 0; j < m; j++) X[i * m + j] /= L[i * n + i];
    }
}"""

# L L' X = I: the first half has zeros above the diagonal, and the result is symmetric.
INVERSE_CHOLESKY = """\
static void inverse_cholesky(long n, const double *restrict L, double *restrict X)
{
    for (long i = 0; i < n; i++) {
        for (long j = 0; j < n; j++) X[i * n + j] = i == j;
        sweep(i, L + i * n, 1, X, n, i, X + i * n);
        for (long j = 0; j <= i; j++) X[i * n + j] /= L[i * n + i];
    }
    for (long i = n - 1; i >= 0; i--) {
        sweep(n - 1 - i, L + (i + 1) * n + i, n, X + (i + 1) * n, n, i + 1, X + i * n);
        for (long j = 0; j <= i; j++) X[i * n + j] /= L[i * n + i];
    }
    for (long i = 0; i < n; i++)
        for (long j = 0; j < i; j++) X[j * n + i] = X[i * n + j];
}"""

# In an order in which each uses earlier ones only.
FACTORS = {
    "sweep(": SWEEP,
    "lu(": LU,
    "solve(": SOLVE,
    "solve_transposed(": SOLVE_TRANSPOSED,
    "solve_triangular(": SOLVE_TRIANGULAR,
    "inverse(": INVERSE,
    "cholesky(": CHOLESKY,
    "solve_cholesky(": SOLVE_CHOLESKY,
    "inverse_cholesky(": INVERSE_CHOLESKY,
    "adjugate(": ADJUGATE,
}
