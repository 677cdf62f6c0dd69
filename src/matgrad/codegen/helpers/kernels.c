/* Products of matrices, sums of rows, factors and equations, for code that has no library for
   them. Each uses earlier ones only. They are compiled once on a machine and linked to all
   functions that call them. */

//: dot(
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
}

//: v8
//: Eight numbers at once; compilers split them where the machine has shorter vectors. The sums of
//: eight vectors are found together where it has such.
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
#endif

//: gemv_add(
//: y + Ax for columns with unit stride.
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
}

//: gemv(
//: Rows with unit stride are read as dot products, columns with unit stride are added up.
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
}

//: block(
//: B is packed into panels of up to 16 columns that stay in the cache, unless it is small and lies so
//: already; sums stay in registers. With long vectors a transposed B is turned eight by eight.
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
#define TILE(high, wide) \
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
}

//: gemm(
static void gemm(long m, long n, long k, const double *A, long ars, long acs,
                 const double *B, long brs, long bcs, double *restrict C)
{
    block(m, n, k, A, ars, acs, 1, B, brs, bcs, C, n, 1);
}

//: mirror(
//: What is below the diagonal is copied from above, eight by eight where vectors are long.
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
}

//: syrk(
//: The product of a matrix with its transpose: what is above the diagonal, a few columns at a time.
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
}

//: arrange(
//: An array of four axes with strides of its own, copied to where the last axis runs fastest.
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
}

//: tops(
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
}

//: sums(
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
}

//: strip(
//: The rows of X that stand beside a triangle T of at most eight rows become those of T^-1 X. Where
//: the reciprocal of a number on its diagonal overflows, they are divided by it one by one.
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
}

//: substitute(
//: X becomes T^-1 X for a triangle T with zeros above; one with zeros below is that from its end.
//: A vector goes by dot products where rows of T lie in memory, or else takes columns away.
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
}

//: invert_lower(
//: R becomes T^-1 for such a T, up to its diagonal; what is above it in blocks of eight is 0.
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
}

//: lu(
//: LU with row exchanges: A is overwritten, `row` says where each row came from, then the sign.
//: A few columns are done at a time, each row of them as two vectors where there is room for these.
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
}

//: solve(
//: Equations return 1 where a matrix is singular, Cholesky where it has no such factor; else 0.
static int solve(long n, long m, const double *restrict LU, const double *restrict row,
                 const double *B, long brs, long bcs, double *restrict X)
{
    for (long i = 0; i < n; i++) if (LU[i * (n + 1)] == 0) return 1;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < m; j++) X[i * m + j] = B[(long)row[i] * brs + j * bcs];
    substitute(n, m, LU, n, 1, 1, X, m);
    substitute(n, m, LU + n * n - 1, -n, -1, 0, X + (n - 1) * m, -m);
    return 0;
}

//: solve_transposed(
//: A'X = B by the factors of A: U'L' is taken from the left, and rows go back to their places.
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
}

//: solve_triangular(
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
}

//: inverse(
//: The inverse of L is triangular; its columns are put where the rows of A came from.
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
}

//: cholesky(
//: A = U'U: what is below the diagonal of U is 0. Eight rows at a time, then what comes after many.
//: Of a symmetric A what is below its diagonal is read, as by NumPy; of others the symmetric part.
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
}

//: solve_cholesky(
//: L L' X = B, for rows and columns of L as far apart as is said.
static void solve_cholesky(long n, long m, const double *L, long lrs, long lcs, double *restrict X)
{
    const long end = n - 1;
    substitute(n, m, L, lrs, lcs, 0, X, m);
    substitute(n, m, L + end * (lrs + lcs), -lcs, -lrs, 0, X + end * m, -m);
}

//: inverse_cholesky(
//: With R the inverse of L the result is R'R, which is symmetric.
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
}

//: adjugate(
//: Cofactors one by one while that is cheap, which is right for singular matrices too.
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
}
