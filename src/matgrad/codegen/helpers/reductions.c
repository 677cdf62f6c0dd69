/* Numbers and vectors from all entries, from each row and from diagonals. Each uses earlier ones only. */

//: trace(
static double trace(long n, const double *A, long rs, long cs)
{
    double sum = 0;
    for (long i = 0; i < n; i++) sum += A[i * (rs + cs)];
    return sum;
}

//: variance(
static double variance(long n, const double *x)
{
    double middle = 0, sum = 0;
    #pragma omp simd reduction(+:middle)
    for (long i = 0; i < n; i++) middle += x[i];
    middle /= n;
    #pragma omp simd reduction(+:sum)
    for (long i = 0; i < n; i++) sum += (x[i] - middle) * (x[i] - middle);
    return sum / n;
}

//: layernorm(
//: Entries less their mean, divided by the root of their variance and a number.
static void layernorm(long n, const double *x, double more, double *restrict y)
{
    double middle = 0;
    #pragma omp simd reduction(+:middle)
    for (long i = 0; i < n; i++) middle += x[i];
    middle /= n;
    const double spread = sqrt(variance(n, x) + more);
    #pragma omp simd
    for (long i = 0; i < n; i++) y[i] = (x[i] - middle) / spread;
}

//: onehot(
//: One at the largest entry, or the smallest, or the first that is no number; zero elsewhere.
static void onehot(long n, const double *x, int least, double *restrict y)
{
    double top = least ? 1.0 / 0.0 : -1.0 / 0.0, seen = 0;
    for (long i = 0; i < n; i++) top = least ? smaller(top, x[i]) : larger(top, x[i]);
    for (long i = 0; i < n; i++) seen += y[i] = (x[i] == top || x[i] != x[i]) && seen == 0;
}

//: onehot_rows(
static void onehot_rows(long m, long n, const double *X, double *restrict Y)
{
    for (long i = 0; i < m; i++) onehot(n, X + i * n, 0, Y + i * n);
}

//: max_rows(
static void max_rows(long m, long n, const double *X, double *restrict y)
{
    for (long i = 0; i < m; i++) {
        double top = -1.0 / 0.0;
        for (long j = 0; j < n; j++) top = larger(top, X[i * n + j]);
        y[i] = top;
    }
}

//: prod_rows(
static void prod_rows(long m, long n, const double *X, double *restrict y)
{
    for (long i = 0; i < m; i++) {
        double all = 1;
        for (long j = 0; j < n; j++) all *= X[i * n + j];
        y[i] = all;
    }
}

//: others(
//: For each entry the product of all others.
static void others(long n, const double *x, double *restrict y)
{
    double all = 1;
    for (long i = 0; i < n; i++) { y[i] = all; all *= x[i]; }
    all = 1;
    for (long i = n - 1; i >= 0; i--) { y[i] *= all; all *= x[i]; }
}

//: all_but_two(
//: At [i, j] the product of all entries but two, and 0 where i = j.
static void all_but_two(long n, const double *x, double *restrict Y)
{
    for (long i = 0; i < n; i++) {
        double all = 1;
        for (long j = 0; j < n; j++) { Y[i * n + j] = all; if (j != i) all *= x[j]; }
        all = 1;
        for (long j = n - 1; j >= 0; j--) { Y[i * n + j] *= all; if (j != i) all *= x[j]; }
        Y[i * n + i] = 0;
    }
}

//: duplication(
//: The matrix that spreads the lower triangle over a symmetric matrix.
static void duplication(long n, double *restrict D)
{
    const long p = n * (n + 1) / 2;
    for (long i = 0; i < n * n * p; i++) D[i] = 0;
    for (long j = 0, k = 0; j < n; j++)
        for (long i = j; i < n; i++, k++) D[(i * n + j) * p + k] = D[(j * n + i) * p + k] = 1;
}

//: diagonal_sums(
//: Sums along the main diagonal and those below it, or of those above it after a zero.
static void diagonal_sums(long m, long n, const double *A, long rs, long cs, int above,
                          double *restrict y)
{
    for (long k = 0; k < (above ? n : m); k++) y[k] = 0;
    for (long i = 0; i < m; i++)
        for (long j = 0; j < n; j++) {
            if (above ? i < j : i >= j) y[above ? j - i : i - j] += A[i * rs + j * cs];
        }
}

//: conv(
static void conv(long m, const double *x, long xs, long n, const double *y, long ys,
                 double *restrict z)
{
    for (long i = 0; i < m + n - 1; i++) z[i] = 0;
    for (long i = 0; i < m; i++) {
        #pragma omp simd
        for (long j = 0; j < n; j++) z[i + j] += x[i * xs] * y[j * ys];
    }
}

//: correlate(
static void correlate(long m, const double *x, long xs, long n, const double *y, long ys,
                      double *restrict z)
{
    for (long j = 0; j < m - n + 1; j++) z[j] = 0;
    for (long i = 0; i < n; i++) {
        #pragma omp simd
        for (long j = 0; j < m - n + 1; j++) z[j] += x[(i + j) * xs] * y[i * ys];
    }
}

//: logsumexp_rows(
//: Exponentials are shifted by the largest entry of a row, so that none overflows.
static void logsumexp_rows(long m, long n, const double *X, double *restrict total)
{
    for (long i = 0; i < m; i++) {
        double top = -1.0 / 0.0, s = 0;
        #pragma omp simd reduction(max:top)
        for (long j = 0; j < n; j++) top = X[i * n + j] > top ? X[i * n + j] : top;
        #pragma omp simd reduction(+:s)
        for (long j = 0; j < n; j++) s += exp(X[i * n + j] - top);
        total[i] = log(s) + top;
    }
}

//: softmax(
//: All exponentials divided by their sum, and the logarithm of that if there is room for it.
static void softmax(long n, const double *x, double *restrict p, double *restrict total)
{
    double top = -1.0 / 0.0, s = 0;
    #pragma omp simd reduction(max:top)
    for (long j = 0; j < n; j++) top = x[j] > top ? x[j] : top;
    #pragma omp simd reduction(+:s)
    for (long j = 0; j < n; j++) s += p[j] = exp(x[j] - top);
    #pragma omp simd
    for (long j = 0; j < n; j++) p[j] /= s;
    if (total) total[0] = log(s) + top;
}

//: softmax_rows(
//: Strips of rows divided by their sums: the exponentials of many short rows, or of one, are one
//: loop. Where they are wanted, the logarithms of the sums are left in `top`.
static void softmax_rows(long m, long n, const double *X, double *restrict P,
                         double *restrict top, double *restrict total, int wanted)
{
    for (long first = 0, last; first < m; first = last) {
        last = first + 1 + 512 / n;
        if (last > m) last = m;
        tops(last - first, n, X + first * n, top + first);
        for (long i = first; i < last; i++)
            #pragma omp simd
            for (long j = 0; j < n; j++) P[i * n + j] = X[i * n + j] - top[i];
        #pragma omp simd
        for (long j = first * n; j < last * n; j++) P[j] = exp(P[j]);
        sums(last - first, n, P + first * n, total + first);
        for (long i = first; i < last; i++)
            #pragma omp simd
            for (long j = 0; j < n; j++) P[i * n + j] /= total[i];
        #pragma omp simd
        for (long i = wanted ? first : last; i < last; i++) top[i] += log(total[i]);
    }
}

//: running(
//: Sums along the first axis, from its end if they go back: row after row where rows lie together.
static void running(long m, long n, const double *A, long ars, long acs, int back,
                    double *restrict B, long brs, long bcs)
{
    const long step = back ? -1 : 1, start = back ? m - 1 : 0;
    if (bcs < brs) {
        for (long k = 0, i = start; k < m; k++, i += step)
            for (long j = 0; j < n; j++)
                B[i * brs + j * bcs] = A[i * ars + j * acs] + (k ? B[(i - step) * brs + j * bcs] : 0);
        return;
    }
    for (long j = 0; j < n; j++) {
        double sum = 0;
        for (long k = 0, i = start; k < m; k++, i += step)
            B[i * brs + j * bcs] = sum += A[i * ars + j * acs];
    }
}
