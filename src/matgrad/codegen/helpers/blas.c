/* Products of matrices by BLAS, small ones and odd strides by our own loops. */

//: gemm(
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
}

//: syrk(
static void syrk(long n, long k, const double *A, long ars, long acs, double *restrict C)
{
    const int N = n, K = k, lda = acs == 1 ? ars : acs;
    const double one = 1, zero = 0;
    if (n * n * k < 32768 || !(acs == 1 ? lda >= k : ars == 1 && lda >= n))
        block(n, n, k, A, ars, acs, 1, A, acs, ars, C, n, 1);
    else
        dsyrk_("L", acs == 1 ? "T" : "N", &N, &K, &one, A, &lda, &zero, C, &N);
    mirror(n, C);
}
