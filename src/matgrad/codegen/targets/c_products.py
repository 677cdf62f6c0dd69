"""Products of matrices in C, for code that has no library for them."""

from __future__ import annotations

from matgrad.codegen.targets.c_vectors import WITH_VECTORS

# B is packed into panels of up to 16 columns that stay in the cache, unless it is small and lies so
# already; sums stay in registers. With long vectors a transposed B is turned eight by eight.
BLOCK = """\
#ifdef __AVX512F__
enum { ROWS = 8 };
#else
enum { ROWS = 4 };
#endif
typedef double v4 __attribute__((vector_size(32), aligned(8), may_alias));

/* at most `high` rows and four `wide` columns of C */
static inline __attribute__((always_inline))
void tile(const long high, const long wide, long rows, long k, const double *A, long ars, long acs,
          double sign, const double *P, long step, long cols, double *restrict C, long crs,
          int first)
{
    v8 s[ROWS][2] = {0};
    v4 h[ROWS] = {0};
    const double *a[ROWS];
    for (long r = 0; r < high; r++) a[r] = A + (r < rows ? r : 0) * ars;
    for (long l = 0; l < k; l++, P += step) {
        v8 p = {0}, q = {0};
        v4 z = {0};
        if (wide > 1) p = *(const v8 *)P;
        if (wide == 4) q = *(const v8 *)(P + 8);
        if (wide & 1) z = *(const v4 *)(P + 8 * (wide == 3));
        #pragma GCC unroll 8
        for (long r = 0; r < high; r++) {
            const double f = a[r][l * acs];
            if (wide > 1) s[r][0] += f * p;
            if (wide == 4) s[r][1] += f * q;
            if (wide & 1) h[r] += f * z;
        }
    }
    double kept[ROWS * 16];
    const int whole = rows == high && cols == 4 * wide;
    const long ts = whole ? crs : 16;
    double *const T = whole ? C : kept;
    #pragma GCC unroll 8
    for (long r = 0; r < high; r++) {
        double *const t = T + r * ts;
        if (whole && !first) {
            if (wide > 1) *(v8 *)t += sign * s[r][0];
            if (wide == 4) *(v8 *)(t + 8) += sign * s[r][1];
            if (wide & 1) *(v4 *)(t + 8 * (wide == 3)) += sign * h[r];
        } else {
            if (wide > 1) *(v8 *)t = s[r][0];
            if (wide == 4) *(v8 *)(t + 8) = s[r][1];
            if (wide & 1) *(v4 *)(t + 8 * (wide == 3)) = h[r];
        }
    }
    for (long r = 0; r < rows && !whole; r++, C += crs) {
        const double *const t = kept + 16 * r;
        long c = 0;
        for (; c + 4 <= cols; c += 4)
            *(v4 *)(C + c) = (first ? (v4){0} : *(v4 *)(C + c)) + sign * *(const v4 *)(t + c);
        for (; c < cols; c++) C[c] = (first ? 0 : C[c]) + sign * t[c];
    }
}

#ifdef __AVX512F__
static inline __attribute__((always_inline))
void turn(const double *B, long bcs, double *restrict P, long step)
{
    v8 a[8], b[8];
    #pragma GCC unroll 8
    for (long c = 0; c < 8; c++) a[c] = *(const v8 *)(B + c * bcs);
    #pragma GCC unroll 4
    for (long c = 0; c < 8; c += 2) {
        b[c] = MIXED(a[c], a[c + 1], 0, 8, 2, 10, 4, 12, 6, 14);
        b[c + 1] = MIXED(a[c], a[c + 1], 1, 9, 3, 11, 5, 13, 7, 15);
    }
    #pragma GCC unroll 8
    for (long c = 0; c < 8; c++) {
        const v8 x = b[c & ~2], y = b[c | 2];
        a[c] = c & 2 ? MIXED(x, y, 2, 3, 10, 11, 6, 7, 14, 15)
                     : MIXED(x, y, 0, 1, 8, 9, 4, 5, 12, 13);
    }
    #pragma GCC unroll 8
    for (long c = 0; c < 8; c++) {
        const v8 x = a[c & ~4], y = a[c | 4];
        *(v8 *)(P + c * step) = c & 4 ? MIXED(x, y, 4, 5, 6, 7, 12, 13, 14, 15)
                                      : MIXED(x, y, 0, 1, 2, 3, 8, 9, 10, 11);
    }
}
#endif

/* what lies behind the columns goes with them where it may be read: nothing uses it */
static void pack(long wide, long depth, long cols, const double *B, long brs, long bcs,
                 double *restrict P)
{
    const long step = 4 * wide, more = step - cols;
    long done = 0;
    for (; bcs == 1 && done < depth && (depth - 1 - done) * brs >= more; done++) {
        const double *const b = B + done * brs;
        double *const p = P + done * step;
        if (wide > 1) *(v8 *)p = *(const v8 *)b;
        if (wide == 4) *(v8 *)(p + 8) = *(const v8 *)(b + 8);
        if (wide & 1) *(v4 *)(p + step - 4) = *(const v4 *)(b + step - 4);
    }
#ifdef __AVX512F__
    for (; brs == 1 && cols == step && wide % 2 == 0 && done + 8 <= depth; done += 8)
        for (long c = 0; c < step; c += 8)
            turn(B + done + c * bcs, bcs, P + done * step + c, step);
#endif
    for (long c = 0; done < depth && c < step; c++)
        for (long r = done; r < depth; r++)
            P[r * step + c] = c < cols ? B[r * brs + c * bcs] : 0;
}

/* C = AB, or C + sign AB */
static __attribute__((noinline))
void block(long m, long n, long k, const double *A, long ars, long acs, double sign,
           const double *B, long brs, long bcs, double *restrict C, long crs, int first)
{
    enum { DEEP = 256, HIGH = 192, NEAR = 64, HALF = ROWS / 2 };
    double P[DEEP * 16];
    for (long l = 0; l < k || l == 0; l += DEEP, first = 0)
        for (long h = 0; h < m; h += HIGH)
            for (long j = 0; j < n; j += 16) {
                const long depth = k - l < DEEP ? k - l : DEEP, cols = n - j < 16 ? n - j : 16;
                const long end = m - h < HIGH ? m : h + HIGH, wide = (cols + 3) / 4;
                const double *b = B + l * brs + j * bcs;
                const int near = brs <= NEAR && brs >= -NEAR;
                const int lies = bcs == 1 && cols == 4 * wide && near;
                if (!lies) pack(wide, depth, cols, b, brs, bcs, P);
                const double *const p = lies ? b : P;
                const long step = lies ? brs : 4 * wide;
                for (long i = h; i < end; i += ROWS) {
                    const double *a = A + i * ars + l * acs;
                    double *c = C + i * crs + j;
                    const long rows = end - i < ROWS ? end - i : ROWS;
#define TILE(high, wide) \\
    tile(high, wide, rows, depth, a, ars, acs, sign, p, step, cols, c, crs, first)
                    switch (wide + 4 * (rows <= HALF)) {
                        case 1: TILE(ROWS, 1); break;
                        case 2: TILE(ROWS, 2); break;
                        case 3: TILE(ROWS, 3); break;
                        case 4: TILE(ROWS, 4); break;
                        case 5: TILE(HALF, 1); break;
                        case 6: TILE(HALF, 2); break;
                        case 7: TILE(HALF, 3); break;
                        case 8: TILE(HALF, 4);
                    }
#undef TILE
                }
            }
}"""

GEMM = """\
static void gemm(long m, long n, long k, const double *A, long ars, long acs,
                 const double *B, long brs, long bcs, double *restrict C)
{
    block(m, n, k, A, ars, acs, 1, B, brs, bcs, C, n, 1);
}"""

# What is below the diagonal is copied from above, eight by eight where vectors are long.
MIRROR = """\
static void mirror(long n, double *restrict C)
{
    for (long i = 0; i < n; i += 8) {
        const long end = n - i < 8 ? n : i + 8;
        long j = end;
        for (long r = i; r < end; r++)
            for (long c = r + 1; c < end; c++) C[c * n + r] = C[r * n + c];
#ifdef __AVX512F__
        for (; j + 8 <= n; j += 8) turn(C + i * n + j, n, C + j * n + i, n);
#endif
        for (; j < n; j++)
            for (long r = i; r < end; r++) C[j * n + r] = C[r * n + j];
    }
}"""

# The product of a matrix with its transpose: what is above the diagonal, a few columns at a time.
SYRK = """\
static void syrk(long n, long k, const double *A, long ars, long acs, double *restrict C)
{
    enum { DEEP = 256, WIDE = 16 };
    for (long l = 0; l < k || l == 0; l += DEEP)
        for (long j = 0; j < n; j += WIDE) {
            const long cols = n - j < WIDE ? n - j : WIDE, depth = k - l < DEEP ? k - l : DEEP;
            const double *a = A + l * acs;
            block(j + cols, cols, depth, a, ars, acs, 1, a + j * ars, acs, ars, C + j, n, l == 0);
        }
    mirror(n, C);
}"""

# An array of four axes with strides of its own, copied to where the last axis runs fastest.
ARRANGE = """\
static void arrange(long m, long n, long k, long l, const double *X, long ms, long ns, long ks,
                    long ls, double *restrict Y)
{
    for (long a = 0; a < m; a++)
        for (long b = 0; b < n; b++)
            for (long c = 0; c < k; c++, Y += l) {
                const double *x = X + a * ms + b * ns + c * ks;
                long d = 0;
                for (; ls == 1 && d + 8 <= l; d += 8) *(v8 *)(Y + d) = *(const v8 *)(x + d);
                for (; d < l; d++) Y[d] = x[d * ls];
            }
}"""

# In an order in which each uses earlier ones only.
PRODUCTS = {
    **WITH_VECTORS,
    "block(": BLOCK,
    "gemm(": GEMM,
    "mirror(": MIRROR,
    "syrk(": SYRK,
    "arrange(": ARRANGE,
}
