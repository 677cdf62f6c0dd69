"""Functions that stand above generated C code that uses them, by how they are called."""

from __future__ import annotations

DOT = """\
static double dot(long n, const double *x, long xs, const double *y, long ys)
{
    double s = 0;
    if (xs == 1 && ys == 1) {
        #pragma omp simd reduction(+:s)
        for (long i = 0; i < n; i++) s += x[i] * y[i];
    } else {
        for (long i = 0; i < n; i++) s += x[i * xs] * y[i * ys];
    }
    return s;
}"""

# Rows with unit stride are read as dot products, columns with unit stride are added up.
GEMV = """\
static void gemv(long m, long n, const double *A, long ars, long acs,
                 const double *x, long xs, double *restrict y)
{
    if (acs == 1 || ars != 1) {
        for (long i = 0; i < m; i++) y[i] = dot(n, A + i * ars, acs, x, xs);
        return;
    }
    for (long i = 0; i < m; i++) y[i] = 0;
    long j = 0;
    for (; j + 4 <= n; j += 4) {
        const double *a = A + j * acs, *b = a + acs, *c = b + acs, *d = c + acs;
        const double p = x[j * xs], q = x[(j + 1) * xs], r = x[(j + 2) * xs], s = x[(j + 3) * xs];
        #pragma omp simd
        for (long i = 0; i < m; i++) y[i] += (p * a[i] + q * b[i]) + (r * c[i] + s * d[i]);
    }
    for (; j < n; j++) {
        const double *a = A + j * acs, p = x[j * xs];
        #pragma omp simd
        for (long i = 0; i < m; i++) y[i] += p * a[i];
    }
}"""

# B is packed into panels of 16 columns that stay in the cache; 4 x 16 sums stay in registers.
GEMM = """\
typedef double v8 __attribute__((vector_size(64), aligned(8)));

static __attribute__((noinline))
void tile(long k, const double *A, long ars, long acs, const double *P, long rows,
                 long cols, double *restrict C, long crs, long ccs, int first)
{
    v8 s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0}, t0 = {0}, t1 = {0}, t2 = {0}, t3 = {0};
    const double *a0 = A, *a1 = A + (rows > 1) * ars;
    const double *a2 = A + (rows > 2) * 2 * ars, *a3 = A + (rows > 3) * 3 * ars;
    for (long l = 0; l < k; l++, P += 16, a0 += acs, a1 += acs, a2 += acs, a3 += acs) {
        const v8 p = *(const v8 *)P, q = *(const v8 *)(P + 8);
        s0 += *a0 * p; t0 += *a0 * q;
        s1 += *a1 * p; t1 += *a1 * q;
        s2 += *a2 * p; t2 += *a2 * q;
        s3 += *a3 * p; t3 += *a3 * q;
    }
    const v8 sums[8] = {s0, t0, s1, t1, s2, t2, s3, t3};
    const double *s = (const double *)sums;
    for (long r = 0; r < rows; r++)
        for (long c = 0; c < cols; c++)
            C[r * crs + c * ccs] = s[r * 16 + c] + (first ? 0 : C[r * crs + c * ccs]);
}

static __attribute__((noinline))
void wide(long m, long n, long k, const double *A, long ars, long acs,
                 const double *B, long brs, long bcs, double *restrict C, long crs, long ccs)
{
    enum { DEEP = 128 };
    double panel[DEEP * 16];
    for (long i = 0; k == 0 && i < m * n; i++) C[i] = 0;
    for (long l = 0; l < k; l += DEEP) {
        const long depth = k - l < DEEP ? k - l : DEEP;
        for (long j = 0; j < n; j += 16) {
            const long cols = n - j < 16 ? n - j : 16;
            for (long r = 0; r < depth; r++)
                for (long c = 0; c < 16; c++)
                    panel[r * 16 + c] = c < cols ? B[(l + r) * brs + (j + c) * bcs] : 0;
            for (long i = 0; i < m; i += 4)
                tile(depth, A + i * ars + l * acs, ars, acs, panel, m - i < 4 ? m - i : 4,
                     cols, C + i * crs + j * ccs, crs, ccs, l == 0);
        }
    }
}

static void gemm(long m, long n, long k, const double *A, long ars, long acs,
                 const double *B, long brs, long bcs, double *restrict C)
{
    if (n < 16 && n < m) /* C' = B'A' has long rows */
        wide(n, m, k, B, bcs, brs, A, acs, ars, C, 1, n);
    else
        wide(m, n, k, A, ars, acs, B, brs, bcs, C, n, 1);
}"""

# LU with row exchanges: A is overwritten, `row` says where each row came from.
LU = """\
static double lu(long n, double *restrict A, double *restrict row)
{
    double sign = 1;
    for (long i = 0; i < n; i++) row[i] = i;
    for (long k = 0; k < n; k++) {
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
            for (long j = k + 1; j < n; j++) A[i * n + j] -= f * A[k * n + j];
        }
    }
    return sign;
}"""

SOLVE = """\
static void solve(long n, long m, const double *restrict LU, const double *restrict row,
                  const double *B, long brs, long bcs, double *restrict X)
{
    for (long i = 0; i < n; i++) {
        for (long j = 0; j < m; j++) X[i * m + j] = B[(long)row[i] * brs + j * bcs];
        for (long k = 0; k < i; k++) {
            const double f = LU[i * n + k];
            #pragma omp simd
            for (long j = 0; j < m; j++) X[i * m + j] -= f * X[k * m + j];
        }
    }
    for (long i = n - 1; i >= 0; i--) {
        for (long k = i + 1; k < n; k++) {
            const double f = LU[i * n + k];
            #pragma omp simd
            for (long j = 0; j < m; j++) X[i * m + j] -= f * X[k * m + j];
        }
        const double d = 1 / LU[i * n + i];
        for (long j = 0; j < m; j++) X[i * m + j] *= d;
    }
}"""

INVERSE = """\
static void inverse(long n, const double *restrict LU, const double *restrict row,
                    double *restrict X)
{
    for (long i = 0; i < n; i++) {
        for (long j = 0; j < n; j++) X[i * n + j] = row[i] == j;
        for (long k = 0; k < i; k++) {
            const double f = LU[i * n + k];
            #pragma omp simd
            for (long j = 0; j < n; j++) X[i * n + j] -= f * X[k * n + j];
        }
    }
    for (long i = n - 1; i >= 0; i--) {
        for (long k = i + 1; k < n; k++) {
            const double f = LU[i * n + k];
            #pragma omp simd
            for (long j = 0; j < n; j++) X[i * n + j] -= f * X[k * n + j];
        }
        const double d = 1 / LU[i * n + i];
        for (long j = 0; j < n; j++) X[i * n + j] *= d;
    }
}"""

CHOLESKY = """\
static void cholesky(long n, const double *A, long ars, long acs, double *restrict L)
{
    for (long i = 0; i < n; i++) {
        for (long j = 0; j <= i; j++) {
            double s = (A[i * ars + j * acs] + A[j * ars + i * acs]) / 2, t = 0;
            #pragma omp simd reduction(+:t)
            for (long k = 0; k < j; k++) t += L[i * n + k] * L[j * n + k];
            L[i * n + j] = i == j ? sqrt(s - t) : (s - t) / L[j * n + j];
        }
        for (long j = i + 1; j < n; j++) L[i * n + j] = 0;
    }
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
        double det = lu(n, part, row);
        for (long i = 0; i < n; i++) det *= part[i * (n + 1)];
        inverse(n, part, row, B);
        for (long i = 0; i < n * n; i++) B[i] *= det;
        return;
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
        for (long k = 0; k < i; k++) {
            const double f = L[i * n + k];
            #pragma omp simd
            for (long j = 0; j < m; j++) X[i * m + j] -= f * X[k * m + j];
        }
        for (long j = 0; j < m; j++) X[i * m + j] /= L[i * n + i];
    }
    for (long i = n - 1; i >= 0; i--) {
        for (long k = i + 1; k < n; k++) {
            const double f = L[k * n + i];
            #pragma omp simd
            for (long j = 0; j < m; j++) X[i * m + j] -= f * X[k * m + j];
        }
        for (long j = 0; j < m; j++) X[i * m + j] /= L[i * n + i];
    }
}"""

HELPERS = {
    "solve_cholesky(": SOLVE_CHOLESKY,
    "square(": "static inline double square(double x) { return x * x; }",
    "larger(": "static inline double larger(double x, double y) { return x > y ? x : y; }",
    "larger_0(": "static inline double larger_0(double x) { return x > 0 ? x : 0; }",
    "smaller(": "static inline double smaller(double x, double y) { return x < y ? x : y; }",
    "sign_of(": "static inline double sign_of(double x) { return (x > 0) - (x < 0); }",
    "gelu(": """\
static inline double gelu(double x) { return x * (0.5 * erfc(x * -0.7071067811865475)); }""",
    "dot(": DOT,
    "gemv(": GEMV,
    "gemm(": GEMM,
    "lu(": LU,
    "solve(": SOLVE,
    "inverse(": INVERSE,
    "cholesky(": CHOLESKY,
    "adjugate(": ADJUGATE,
    "sigmoid(": """\
static inline double sigmoid(double x)
{
    const double e = exp(-fabs(x));
    return (x < 0 ? e : 1.0) / (1 + e);
}""",
    "silu(": "static inline double silu(double x) { return x * sigmoid(x); }",
    "softplus(": """\
static inline double softplus(double x)
{
    return (x > 0 ? x : 0.0) + log1p(exp(-fabs(x)));
}""",
}

# Declared here, so that no header is read; glibc has versions of them for whole vectors.
MATH = (
    "sin cos tan asin acos atan sinh cosh tanh exp log log1p erf erfc sqrt fabs floor nearbyint"
).split()
VECTORS = frozenset("sin cos tan asin acos atan sinh cosh tanh exp log log1p erf erfc pow".split())
