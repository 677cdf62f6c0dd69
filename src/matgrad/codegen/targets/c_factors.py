"""Factors of matrices and equations in C, for code that has no library for them."""

from __future__ import annotations

from matgrad.codegen.targets.c_triangular import TRIANGULAR

# LU with row exchanges: A is overwritten, `row` says where each row came from, then the sign.
# A few columns are done at a time, each row of them as two vectors where there is room for these.
LU = """\
static void lu(long n, double *restrict A, double *restrict row)
{
    enum { WIDE = 16 };
    double sign = 1;
    for (long i = 0; i < n; i++) row[i] = i;
    for (long s = 0; s < n; s += WIDE) {
        const long end = n - s < WIDE ? n : s + WIDE, from = end - WIDE;
        for (long k = s; k < end; k++) {
            long p = k;
            double top = fabs(A[k * n + k]), u[WIDE];
            for (long i = k + 1; i < n; i++)
                if (fabs(A[i * n + k]) > top) top = fabs(A[i * n + k]), p = i;
            if (p != k) {
                const double r = row[k]; row[k] = row[p]; row[p] = r;
                #pragma omp simd
                for (long j = 0; j < n; j++) {
                    const double t = A[k * n + j]; A[k * n + j] = A[p * n + j]; A[p * n + j] = t;
                }
                sign = -sign;
            }
            const double pivot = A[k * n + k];
            double d = 1 / pivot;
            if (!(fabs(d) < 1.0 / 0.0)) {
                for (long i = k + 1; i < n && pivot != 0; i++) A[i * n + k] /= pivot;
                d = 1;
            }
            for (long i = k + 1; i < n && from < 0; i++) {
                const double f = A[i * n + k] *= d;
                for (long j = k + 1; j < end; j++) A[i * n + j] -= f * A[k * n + j];
            }
            if (from < 0) continue;
            for (long c = 0; c < WIDE; c++) u[c] = from + c > k ? A[k * n + from + c] : 0;
            const v8 v = *(const v8 *)u, w = *(const v8 *)(u + 8);
            for (long i = k + 1; i < n; i++) {
                double *const x = A + i * n + from, f = A[i * n + k] * d;
                if (k < from + 8) *(v8 *)x -= f * v;
                *(v8 *)(x + 8) -= f * w;
                A[i * n + k] = f;
            }
        }
        if (end == n) break;
        substitute(end - s, n - end, A + s * (n + 1), n, 1, 1, A + s * n + end, n);
        block(n - end, n - end, end - s, A + end * n + s, n, 1, -1, A + s * n + end, n, 1,
              A + end * (n + 1), n, 0);
    }
    row[n] = sign;
}"""

# Equations return 1 where a matrix is singular, Cholesky where it has no such factor; else 0.
SOLVE = """\
static int solve(long n, long m, const double *restrict LU, const double *restrict row,
                 const double *B, long brs, long bcs, double *restrict X)
{
    for (long i = 0; i < n; i++) if (LU[i * (n + 1)] == 0) return 1;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++) X[i * m + j] = B[(long)row[i] * brs + j * bcs];
    substitute(n, m, LU, n, 1, 1, X, m);
    substitute(n, m, LU + n * n - 1, -n, -1, 0, X + (n - 1) * m, -m);
    return 0;
}"""

# A'X = B by the factors of A: U'L' is taken from the left, and rows go back to their places.
SOLVE_TRANSPOSED = """\
static int solve_transposed(long n, long m, const double *restrict LU, const double *restrict row,
                            const double *B, long brs, long bcs, double *restrict Y,
                            double *restrict X)
{
    for (long i = 0; i < n; i++) if (LU[i * (n + 1)] == 0) return 1;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++) Y[i * m + j] = B[i * brs + j * bcs];
    substitute(n, m, LU, 1, n, 0, Y, m);
    substitute(n, m, LU + n * n - 1, -1, -n, 1, Y + (n - 1) * m, -m);
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++) X[(long)row[i] * m + j] = Y[i * m + j];
    return 0;
}"""

SOLVE_TRIANGULAR = """\
static int solve_triangular(long n, long m, const double *A, long ars, long acs, int lower,
                            const double *B, long brs, long bcs, double *restrict X)
{
    const long end = n - 1;
    for (long i = 0; i < n; i++) {
        if (A[i * (ars + acs)] == 0) return 1;
        for (long j = 0; j < m; j++) X[i * m + j] = B[i * brs + j * bcs];
    }
    if (lower) substitute(n, m, A, ars, acs, 0, X, m);
    else substitute(n, m, A + end * (ars + acs), -ars, -acs, 0, X + end * m, -m);
    return 0;
}"""

# The inverse of L is triangular; its columns are put where the rows of A came from.
INVERSE = """\
static int inverse(long n, const double *restrict LU, const double *restrict row,
                   double *restrict room, double *restrict X)
{
    for (long i = 0; i < n; i++) if (LU[i * (n + 1)] == 0) return 1;
    invert_lower(n, LU, n, 1, 1, room);
    for (long i = 0; i < n * n; i++) X[i] = 0;
    for (long i = 0; i < n; i++)
        for (long j = 0; j <= i; j++) X[i * n + (long)row[j]] = room[i * n + j];
    substitute(n, n, LU + n * n - 1, -n, -1, 0, X + (n - 1) * n, -n);
    return 0;
}"""

# A = U'U: what is below the diagonal of U is 0. Eight rows at a time, then what comes after many.
# Of a symmetric A what is below its diagonal is read, as by NumPy; of others the symmetric part.
CHOLESKY = """\
static int cholesky(long n, const double *A, long ars, long acs, int symmetric,
                    double *restrict U)
{
    enum { HIGH = 64, WIDE = 16 };
    for (long i = 0; i < n; i++)
        for (long j = i; j < n; j++) {
            const double x = A[j * ars + i * acs];
            U[i * n + j] = symmetric ? x : (x + A[i * ars + j * acs]) / 2;
        }
    for (long from = 0; from < n; from += HIGH) {
        const long to = n - from < HIGH ? n : from + HIGH;
        for (long s = from; s < to; s += 8) {
            const long end = to - s < 8 ? to : s + 8;
            const double *const above = U + from * n + s;
            if (s > from)
                block(end - s, n - s, s - from, above, 1, n, -1, above, n, 1, U + s * (n + 1), n,
                      0);
            for (long k = s; k < end; k++) {
                if (!(U[k * (n + 1)] > 0)) return 1;
                const double q = sqrt(U[k * (n + 1)]), d = 1 / q;
                U[k * (n + 1)] = q;
                for (long j = k + 1; j < end; j++) U[k * n + j] *= d;
                for (long i = k + 1; i < end; i++)
                    for (long j = i; j < end; j++) U[i * n + j] -= U[k * n + i] * U[k * n + j];
            }
            strip(end - s, U + s * (n + 1), 1, n, 0, n - end, U + s * n + end, n);
        }
        for (long j = to; j < n; j += WIDE) {
            const long cols = n - j < WIDE ? n - j : WIDE;
            block(j + cols - to, cols, to - from, U + from * n + to, 1, n, -1, U + from * n + j, n,
                  1, U + to * n + j, n, 0);
        }
    }
    for (long i = 0; i < n; i++)
        for (long j = 0; j < i; j++) U[i * n + j] = 0;
    return 0;
}"""

# Cofactors one by one while that is cheap, which is right for singular matrices too.
ADJUGATE = """\
static void adjugate(long n, const double *A, long ars, long acs, double *restrict part,
                     double *restrict row, double *restrict room, double *restrict B)
{
    const long m = n - 1;
    if (n > 12) {
        for (long i = 0; i < n; i++)
            for (long j = 0; j < n; j++) part[i * n + j] = A[i * ars + j * acs];
        lu(n, part, row);
        double det = row[n];
        for (long i = 0; i < n; i++) det *= part[i * (n + 1)];
        const int singular = inverse(n, part, row, room, B);
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

# L L' X = B, for rows and columns of L as far apart as is said.
SOLVE_CHOLESKY = """\
static void solve_cholesky(long n, long m, const double *L, long lrs, long lcs, double *restrict X)
{
    const long end = n - 1;
    substitute(n, m, L, lrs, lcs, 0, X, m);
    substitute(n, m, L + end * (lrs + lcs), -lcs, -lrs, 0, X + end * m, -m);
}"""

# With R the inverse of L the result is R'R, which is symmetric.
INVERSE_CHOLESKY = """\
static void inverse_cholesky(long n, const double *L, long lrs, long lcs, double *restrict R,
                             double *restrict X)
{
    enum { WIDE = 16 };
    invert_lower(n, L, lrs, lcs, 0, R);
    for (long j = 0; j < n; j += WIDE) {
        const long cols = n - j < WIDE ? n - j : WIDE;
        block(j + cols, cols, n - j, R + j * n, 1, n, 1, R + j * (n + 1), n, 1, X + j, n, 1);
    }
    mirror(n, X);
}"""

# In an order in which each uses earlier ones only.
FACTORS = {
    **TRIANGULAR,
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
