"""Products of matrices in C by BLAS, small ones and odd strides by our own loops."""

from __future__ import annotations

# A caller that has BLAS as pointers defines the names as macros; else the linker finds them.
DECLARED = """\
#ifndef dgemm_
void dgemm_(const char *, const char *, const int *, const int *, const int *, const double *,
            const double *, const int *, const double *, const int *, const double *, double *,
            const int *);
void dsyrk_(const char *, const char *, const int *, const int *, const double *, const double *,
            const int *, const double *, double *, const int *);
#endif
"""

GEMM = (
    DECLARED
    + """
/* BLAS has columns first, so C' = B'A' is what it computes; link with -lblas */
static void gemm(long m, long n, long k, const double *A, long ars, long acs,
                 const double *B, long brs, long bcs, double *restrict C)
{
    const int M = m, N = n, K = k, lda = acs == 1 ? ars : acs, ldb = bcs == 1 ? brs : bcs;
    const double one = 1, zero = 0;
    const int a = acs == 1 ? lda >= k : ars == 1 && lda >= m;
    const int b = bcs == 1 ? ldb >= n : brs == 1 && ldb >= k;
    if (m * n * k < 32768 || !a || !b)
        block(m, n, k, A, ars, acs, 1, B, brs, bcs, C, n, 1);
    else
        dgemm_(bcs == 1 ? "N" : "T", acs == 1 ? "N" : "T", &N, &M, &K, &one, B, &ldb, A, &lda,
               &zero, C, &N);
}"""
)

SYRK = (
    DECLARED
    + """
static void syrk(long n, long k, const double *A, long ars, long acs, double *restrict C)
{
    const int N = n, K = k, lda = acs == 1 ? ars : acs;
    const double one = 1, zero = 0;
    if (n * n * k < 32768 || !(acs == 1 ? lda >= k : ars == 1 && lda >= n))
        block(n, n, k, A, ars, acs, 1, A, acs, ars, C, n, 1);
    else
        dsyrk_("L", acs == 1 ? "T" : "N", &N, &K, &one, A, &lda, &zero, C, &N);
    mirror(n, C);
}"""
)

BLAS = {"gemm(": GEMM, "syrk(": SYRK}

# Above the source, where pointers are passed at run time: `use` takes them in this order.
POINTERS = """\
static void (*dgemm_pointer)(), (*dsyrk_pointer)();
#define dgemm_ dgemm_pointer
#define dsyrk_ dsyrk_pointer
void use_blas(void *gemm, void *syrk) { dgemm_pointer = gemm; dsyrk_pointer = syrk; }
"""
ROUTINES = ("dgemm", "dsyrk")
