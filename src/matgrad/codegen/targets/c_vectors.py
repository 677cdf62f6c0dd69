"""Products with vectors in C, and what vectors of the machine are."""

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

# Eight numbers at once; compilers split them where the machine has shorter vectors. The sums of
# eight vectors are found together where it has such.
VECTOR = """\
typedef double v8 __attribute__((vector_size(64), aligned(8), may_alias));

static inline double added(v8 s)
{
    return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
}

#ifdef __AVX512F__
#ifdef __clang__
#define MIXED(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
typedef long long i8 __attribute__((vector_size(64), aligned(8), may_alias));
#define MIXED(a, b, ...) __builtin_shuffle(a, b, (i8){__VA_ARGS__})
#endif
static inline __attribute__((always_inline))
v8 all_added(v8 *s)
{
    #pragma GCC unroll 4
    for (long r = 0; r < 4; r++) {
        const v8 x = s[2 * r], y = s[2 * r + 1];
        s[r] = MIXED(x, y, 0, 8, 2, 10, 4, 12, 6, 14) + MIXED(x, y, 1, 9, 3, 11, 5, 13, 7, 15);
    }
    #pragma GCC unroll 2
    for (long r = 0; r < 2; r++) {
        const v8 x = s[2 * r], y = s[2 * r + 1];
        s[r] = MIXED(x, y, 0, 1, 8, 9, 4, 5, 12, 13) + MIXED(x, y, 2, 3, 10, 11, 6, 7, 14, 15);
    }
    return MIXED(s[0], s[1], 0, 1, 2, 3, 8, 9, 10, 11)
         + MIXED(s[0], s[1], 4, 5, 6, 7, 12, 13, 14, 15);
}
#endif"""

# y + Ax for columns with unit stride.
GEMV_ADD = """\
static void gemv_add(long m, long n, const double *A, long acs, const double *x, long xs,
                     double *restrict y)
{
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

# Rows with unit stride are read as dot products, columns with unit stride are added up.
GEMV = """\
static void gemv(long m, long n, const double *A, long ars, long acs,
                 const double *x, long xs, double *restrict y)
{
    long i = 0, j = 0;
    if (acs == 1 || ars != 1) {
#ifdef __AVX512F__
        for (; acs == 1 && xs == 1 && i + 8 <= m; i += 8) {
            const double *a = A + i * ars;
            v8 s[8] = {0};
            for (j = 0; j + 8 <= n; j += 8) {
                const v8 v = *(const v8 *)(x + j);
                #pragma GCC unroll 8
                for (long r = 0; r < 8; r++) s[r] += v * *(const v8 *)(a + r * ars + j);
            }
            *(v8 *)(y + i) = all_added(s);
            for (; j < n; j++)
                for (long r = 0; r < 8; r++) y[i + r] += a[r * ars + j] * x[j];
        }
#endif
        for (; acs == 1 && xs == 1 && i + 4 <= m; i += 4) {
            const double *a = A + i * ars, *b = a + ars, *c = b + ars, *d = c + ars;
            v8 p = {0}, q = {0}, r = {0}, s = {0};
            for (j = 0; j + 8 <= n; j += 8) {
                const v8 v = *(const v8 *)(x + j);
                p += v * *(const v8 *)(a + j); q += v * *(const v8 *)(b + j);
                r += v * *(const v8 *)(c + j); s += v * *(const v8 *)(d + j);
            }
            y[i] = added(p); y[i + 1] = added(q); y[i + 2] = added(r); y[i + 3] = added(s);
            for (; j < n; j++) {
                y[i] += a[j] * x[j]; y[i + 1] += b[j] * x[j];
                y[i + 2] += c[j] * x[j]; y[i + 3] += d[j] * x[j];
            }
        }
        for (; i < m; i++) y[i] = dot(n, A + i * ars, acs, x, xs);
        return;
    }
    for (; i < m; i++) y[i] = 0;
    gemv_add(m, n, A, acs, x, xs, y);
}"""

# In an order in which each uses earlier ones only.
WITH_VECTORS = {"dot(": DOT, "v8": VECTOR, "gemv_add(": GEMV_ADD, "gemv(": GEMV}
