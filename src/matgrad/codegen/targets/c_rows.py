"""What C code wants of each row of a matrix: its largest entry, and its sum.

Short rows are gone through side by side: a vector holds an entry of each, not a part of one.
"""

from __future__ import annotations

TOPS = """\
static void tops(long m, long n, const double *X, double *restrict top)
{
    enum { SHORT = 24 };
    #pragma omp simd
    for (long i = 0; i < m; i++) top[i] = -1.0 / 0.0;
    for (long j = 0; n < SHORT && j < n; j++)
        #pragma omp simd
        for (long i = 0; i < m; i++) top[i] = X[i * n + j] > top[i] ? X[i * n + j] : top[i];
    for (long i = 0; n >= SHORT && i < m; i++) {
        double t = top[i];
        #pragma omp simd reduction(max:t)
        for (long j = 0; j < n; j++) t = X[i * n + j] > t ? X[i * n + j] : t;
        top[i] = t;
    }
}"""

SUMS = """\
static void sums(long m, long n, const double *X, double *restrict sum)
{
    enum { SHORT = 24 };
    #pragma omp simd
    for (long i = 0; i < m; i++) sum[i] = 0;
    for (long j = 0; n < SHORT && j < n; j++)
        #pragma omp simd
        for (long i = 0; i < m; i++) sum[i] += X[i * n + j];
    for (long i = 0; n >= SHORT && i < m; i++) {
        double s = 0;
        #pragma omp simd reduction(+:s)
        for (long j = 0; j < n; j++) s += X[i * n + j];
        sum[i] = s;
    }
}"""

ROWS = {"tops(": TOPS, "sums(": SUMS}
