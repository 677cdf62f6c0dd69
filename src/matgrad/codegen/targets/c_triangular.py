"""Triangular equations in C, eight rows at a time."""

from __future__ import annotations

# The rows of X that stand beside a triangle T of at most eight rows become those of T^-1 X. Where
# the reciprocal of a number on its diagonal overflows, they are divided by it one by one.
STRIP = """\
static inline __attribute__((always_inline))
void eight(double (*restrict t)[8], double *X, long xs)
{
    v8 x[8];
    #pragma GCC unroll 8
    for (long r = 0; r < 8; r++) {
        x[r] = *(v8 *)(X + r * xs);
        #pragma GCC unroll 8
        for (long l = 0; l < r; l++) x[r] -= t[r][l] * x[l];
        *(v8 *)(X + r * xs) = x[r] *= t[r][r];
    }
}

static void strip(long rows, const double *T, long trs, long tcs, int unit, long cols, double *X,
                  long xs)
{
    double t[8][8], part[8][8] = {{0}};
    int small = 0;
    for (long r = 0; r < 8; r++) {
        for (long l = 0; l < r; l++) t[r][l] = r < rows ? T[r * trs + l * tcs] : 0;
        t[r][r] = unit || r >= rows ? 1 : 1 / T[r * (trs + tcs)];
        small |= fabs(t[r][r]) == 1.0 / 0.0;
    }
    for (long r = 0; small && r < rows; r++)
        for (long j = 0; j < cols; j++) {
            for (long l = 0; l < r; l++) X[r * xs + j] -= t[r][l] * X[l * xs + j];
            X[r * xs + j] /= T[r * (trs + tcs)];
        }
    if (small) return;
    for (long j = 0; j < cols; j += 8) {
        const long wide = cols - j < 8 ? cols - j : 8;
        if (rows == 8 && wide == 8) {
            eight(t, X + j, xs);
            continue;
        }
        for (long r = 0; r < rows; r++)
            for (long c = 0; c < wide; c++) part[r][c] = X[r * xs + j + c];
        eight(t, part[0], 8);
        for (long r = 0; r < rows; r++)
            for (long c = 0; c < wide; c++) X[r * xs + j + c] = part[r][c];
    }
}"""

# X becomes T^-1 X for a triangle T with zeros above; one with zeros below is that from its end.
# A vector goes by dot products where rows of T lie in memory, or else takes columns away.
SUBSTITUTE = """\
static void substitute(long n, long m, const double *T, long trs, long tcs, int unit, double *X,
                       long xs)
{
    const int vector = m == 1 && xs * xs == 1;
    for (long i = 0; vector && i < n; i++) {
        const long left = n - 1 - i, past = xs < 0 ? i - 1 : 0, next = xs < 0 ? -left : 1;
        const double *const t = T + i * trs;
        double *const x = X + i * xs;
        if (tcs == xs) *x -= dot(i, t - past, 1, X - past, 1);
        if (!unit) *x /= t[i * tcs];
        const double f = *x;
        if (trs == xs) {
            const double *const c = t + i * tcs + next;
            #pragma omp simd
            for (long r = 0; r < left; r++) x[next + r] -= f * c[r];
        } else if (tcs != xs) {
            for (long r = 1; r <= left; r++) x[r * xs] -= f * t[i * tcs + r * trs];
        }
    }
    for (long s = 0; !vector && s < n; s += 8) {
        const long rows = n - s < 8 ? n - s : 8;
        if (s) block(rows, m, s, T + s * trs, trs, tcs, -1, X, xs, 1, X + s * xs, xs, 0);
        strip(rows, T + s * (trs + tcs), trs, tcs, unit, m, X + s * xs, xs);
    }
}"""

# R becomes T^-1 for such a T, up to its diagonal; what is above it in blocks of eight is 0.
INVERT_LOWER = """\
static void invert_lower(long n, const double *T, long trs, long tcs, int unit, double *restrict R)
{
    enum { WIDE = 16 };
    for (long s = 0; s < n; s += 8) {
        const long end = n - s < 8 ? n : s + 8, past = n - s < WIDE ? n : s + WIDE;
        for (long i = s; i < end; i++) {
            #pragma omp simd
            for (long j = 0; j < past; j++) R[i * n + j] = 0;
            R[i * (n + 1)] = 1;
        }
        for (long j = 0; j < s; j += WIDE)
            block(end - s, s - j < WIDE ? s - j : WIDE, s - j, T + s * trs + j * tcs, trs, tcs, -1,
                  R + j * (n + 1), n, 1, R + s * n + j, n, 0);
        strip(end - s, T + s * (trs + tcs), trs, tcs, unit, end, R + s * n, n);
    }
}"""

# In an order in which each uses earlier ones only.
TRIANGULAR = {
    "strip(": STRIP,
    "substitute(": SUBSTITUTE,
    "invert_lower(": INVERT_LOWER,
}
