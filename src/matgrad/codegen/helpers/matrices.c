/* Eigenvalues, singular values and functions of matrices. Each uses earlier ones only. */

//: tangent(
//: The rotation of two columns that makes c zero in [a c; c b]: its tangent, and what it does.
static inline double tangent(double a, double b, double c)
{
    const double z = (b - a) / (2 * c);
    return (z < 0 ? -1.0 : 1.0) / (fabs(z) + sqrt(z * z + 1));
}

//: rotated(
static void rotated(double *x, double *y, long count, long step, double t)
{
    const double u = 1 / sqrt(t * t + 1), v = t * u;
    for (long k = 0; k < count; k++) {
        const double a = x[k * step], b = y[k * step];
        x[k * step] = u * a - v * b; y[k * step] = v * a + u * b;
    }
}

//: eigen(
//: The symmetric part of S is V Diag(w) V', with w ascending; A is room. Where an entry is no number,
//: no eigenvalue is one.
static void eigen(long n, const double *S, long rs, long cs, double *restrict A,
                  double *restrict V, double *restrict w)
{
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            A[i * n + j] = (S[i * rs + j * cs] + S[j * rs + i * cs]) / 2;
            V[i * n + j] = i == j;
        }
    for (long turn = 0, turned = 1; turn < 60 && turned; turn++) {
        turned = 0;
        for (long p = 0; p < n; p++)
            for (long q = p + 1; q < n; q++) {
                const double a = A[p * (n + 1)], b = A[q * (n + 1)], c = A[p * n + q];
                if (fabs(a) + fabs(c) == fabs(a) && fabs(b) + fabs(c) == fabs(b)) continue;
                const double t = tangent(a, b, c);
                turned = 1;
                rotated(A + p, A + q, n, n, t);
                rotated(A + p * n, A + q * n, n, 1, t);
                rotated(V + p, V + q, n, n, t);
            }
    }
    double sum = 0;
    for (long i = 0; i < n; i++) sum += w[i] = A[i * (n + 1)];
    for (long i = 0; i < n; i++) w[i] += 0 * sum;
    for (long i = 0; i < n; i++) {
        long least = i;
        for (long j = i + 1; j < n; j++) if (w[j] < w[least]) least = j;
        const double x = w[i]; w[i] = w[least]; w[least] = x;
        for (long k = 0; k < n && least != i; k++) {
            const double y = V[k * n + i]; V[k * n + i] = V[k * n + least]; V[k * n + least] = y;
        }
    }
}

//: upright(
//: Each eigenvector has the sign with which its largest entry is positive.
static void upright(long n, double *restrict V)
{
    for (long j = 0; j < n; j++) {
        double top = 0;
        for (long i = 0; i < n; i++) if (fabs(V[i * n + j]) > fabs(top)) top = V[i * n + j];
        for (long i = 0; i < n && top < 0; i++) V[i * n + j] = -V[i * n + j];
    }
}

//: from_last(
//: B = V Diag(c) V', c being 1 at the last eigenvalue, or 1/(last - w) at the others.
static void from_last(long n, const double *V, const double *w, int others, double *restrict B)
{
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            double sum = 0 * w[n - 1];
            for (long k = 0; k < n - 1 && others; k++)
                sum += V[i * n + k] * V[j * n + k] / (w[n - 1] - w[k]);
            B[i * n + j] = sum + (others ? 0 : V[i * n + n - 1] * V[j * n + n - 1]);
        }
}

//: singular(
//: A, or A' if it is wide, is U Diag(w) V' with as many columns as it has; U is tall. Where squares
//: of entries would overflow or vanish, A is divided by the largest.
static void singular(long m, long n, const double *A, long rs, long cs, double *restrict U,
                     double *restrict V, double *restrict w)
{
    const long tall = m < n ? n : m, thin = m < n ? m : n;
    double least = 1, top = 0;
    while (1 + least / 2 > 1) least /= 2;
    for (long i = 0; i < tall; i++)
        for (long j = 0; j < thin; j++) {
            U[i * thin + j] = m < n ? A[j * rs + i * cs] : A[i * rs + j * cs];
            if (fabs(U[i * thin + j]) > top) top = fabs(U[i * thin + j]);
        }
    if ((top > 1e-100 && top < 1e100) || !(top > 0) || top * 0 != 0) top = 1;
    for (long i = 0; i < tall * thin; i++) U[i] /= top;
    for (long i = 0; i < thin; i++)
        for (long j = 0; j < thin; j++) V[i * thin + j] = i == j;
    for (long turn = 0, turned = 1; turn < 60 && turned; turn++) {
        turned = 0;
        for (long p = 0; p < thin; p++)
            for (long q = p + 1; q < thin; q++) {
                double a = 0, b = 0, c = 0;
                for (long k = 0; k < tall; k++) {
                    const double x = U[k * thin + p], y = U[k * thin + q];
                    a += x * x; b += y * y; c += x * y;
                }
                if (!(fabs(c) > least * sqrt(a) * sqrt(b))) continue;
                const double t = tangent(a, b, c);
                turned = 1;
                rotated(U + p, U + q, tall, thin, t);
                rotated(V + p, V + q, thin, thin, t);
            }
    }
    double all = 0;
    for (long j = 0; j < thin; j++) {
        double sum = 0;
        for (long k = 0; k < tall; k++) sum += U[k * thin + j] * U[k * thin + j];
        all += w[j] = sqrt(sum);
        for (long k = 0; k < tall && sum > 0; k++) U[k * thin + j] /= w[j];
    }
    for (long j = 0; j < thin; j++) w[j] = top * w[j] + 0 * all;
}

//: recombined(
//: B = U Diag(c) V', the way round that A is: c is 1 (kind 0), 1 at the largest w (1), or 1/w, the
//: other way round and without values that are zero but for rounding (2).
static void recombined(long m, long n, const double *U, const double *V, const double *w, int kind,
                       double *restrict B)
{
    const long tall = m < n ? n : m, thin = m < n ? m : n;
    long top = 0;
    double least = 1;
    while (1 + least / 2 > 1) least /= 2;
    for (long k = 1; k < thin; k++) if (w[k] > w[top]) top = k;
    for (long i = 0; i < tall; i++)
        for (long j = 0; j < thin; j++) {
            double sum = 0;
            for (long k = 0; k < thin; k++) {
                const double x = U[i * thin + k] * V[j * thin + k] + 0 * w[k];
                if (kind == 0 || (kind == 1 && k == top)) sum += x;
                if (kind == 2 && !(w[k] <= least * tall * w[top])) sum += x / w[k];
            }
            B[(m < n) == (kind == 2) ? i * thin + j : j * tall + i] = sum;
        }
}

//: expm(
//: Powers of 2 are taken out until the Pade approximant of order 13 is exact but for rounding.
static int expm(long n, const double *A, long rs, long cs, double *restrict room,
                double *restrict X)
{
    static const double c[] = {
        64764752532480000.0, 32382376266240000.0, 7771770303897600.0, 1187353796428800.0,
        129060195264000.0, 10559470521600.0, 670442572800.0, 33522128640.0, 1323241920.0,
        40840800.0, 960960.0, 16380.0, 182.0, 1.0};
    const long k = n * n;
    double *const B = room, *const B2 = B + k, *const B4 = B2 + k, *const B6 = B4 + k;
    double *const T = B6 + k, *const U = T + k, *const V = U + k, *const row = V + k;
    double norm = 0, scale = 1;
    long halved = 0;
    for (long j = 0; j < n; j++) {
        double sum = 0;
        for (long i = 0; i < n; i++) sum += fabs(A[i * rs + j * cs]);
        if (sum > norm) norm = sum;
    }
    for (; norm > 4 && norm * 0 == 0; norm /= 2) scale /= 2, halved++;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) B[i * n + j] = scale * A[i * rs + j * cs];
    gemm(n, n, n, B, n, 1, B, n, 1, B2);
    gemm(n, n, n, B2, n, 1, B2, n, 1, B4);
    gemm(n, n, n, B2, n, 1, B4, n, 1, B6);
    for (long i = 0; i < k; i++) T[i] = c[13] * B6[i] + c[11] * B4[i] + c[9] * B2[i];
    gemm(n, n, n, B6, n, 1, T, n, 1, V);
    for (long i = 0; i < k; i++)
        V[i] += c[7] * B6[i] + c[5] * B4[i] + c[3] * B2[i] + (i % (n + 1) ? 0 : c[1]);
    gemm(n, n, n, B, n, 1, V, n, 1, U);
    for (long i = 0; i < k; i++) T[i] = c[12] * B6[i] + c[10] * B4[i] + c[8] * B2[i];
    gemm(n, n, n, B6, n, 1, T, n, 1, V);
    for (long i = 0; i < k; i++)
        V[i] += c[6] * B6[i] + c[4] * B4[i] + c[2] * B2[i] + (i % (n + 1) ? 0 : c[0]);
    for (long i = 0; i < k; i++) T[i] = V[i] - U[i], V[i] += U[i];
    lu(n, T, row);
    if (solve(n, n, T, row, V, n, 1, X)) return 1;
    for (; halved; halved--) {
        for (long i = 0; i < k; i++) T[i] = X[i];
        gemm(n, n, n, T, n, 1, T, n, 1, X);
    }
    return 0;
}

//: iterated_root(
//: Denman and Beavers: M, which begins as A, becomes the identity while X becomes the root of A;
//: both are scaled by the determinant at first. A is divided by a power of 4 before, as inverses of
//: corners of block matrices vanish or overflow long before these. Returns 1 where M is no identity
//: in the end, or X no root.
static int iterated_root(long n, const double *A, long rs, long cs, double *restrict room,
                         double *restrict X)
{
    const long k = n * n;
    double *const M = room, *const F = M + k, *const R = F + k, *const T = R + k;
    double *const row = T + k, before = 1.0 / 0.0, top = 0, most = 0, off = 0, far = 0;
    double unit = 1, least = 1;
    while (1 + least / 2 > 1) least /= 2;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            if (fabs(A[i * rs + j * cs]) > top) top = fabs(A[i * rs + j * cs]);
    for (; top > 2 && top * 0 == 0; top /= 4) unit *= 2;
    for (; top > 0 && top < 0.5; top *= 4) unit /= 2;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            X[i * n + j] = M[i * n + j] = A[i * rs + j * cs] / unit / unit;
    for (long turn = 0; turn < 60; turn++) {
        double logarithm = 0;
        for (long i = 0; i < k; i++) F[i] = M[i];
        lu(n, F, row);
        for (long i = 0; i < n; i++) logarithm += log(fabs(F[i * (n + 1)]));
        if (inverse(n, F, row, T, R)) return 1;
        const double s = before > 0.01 ? exp(-logarithm / (2 * n)) : 1, q = s * s;
        for (long i = 0; i < k; i++) T[i] = s * ((i % (n + 1) ? 0 : 1) + R[i] / q) / 2;
        gemm(n, n, n, X, n, 1, T, n, 1, F);
        far = 0;
        for (long i = 0; i < k; i++) {
            const double one = i % (n + 1) ? 0 : 1;
            X[i] = F[i];
            M[i] = (one + (q * M[i] + R[i] / q) / 2) / 2;
            if (fabs(M[i] - one) > far) far = fabs(M[i] - one);
        }
        if (1 + far == 1 || (far < 0.0001 && far >= before)) break;
        before = far;
    }
    gemm(n, n, n, X, n, 1, X, n, 1, F);
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            const double d = fabs(F[i * n + j] - A[i * rs + j * cs] / unit / unit);
            if (d > off) off = d;
            if (fabs(X[i * n + j]) > most) most = fabs(X[i * n + j]);
            X[i * n + j] *= unit;
        }
    return far > 0.01 || off > sqrt(least) * (most * most > top ? most * most : top);
}

//: by_eigenvalues(
//: The root or the logarithm by eigenvalues; 1 where A has negative ones, or is not symmetric but for
//: rounding.
static int by_eigenvalues(long n, const double *A, long rs, long cs, int logarithm,
                          double *restrict room, double *restrict X)
{
    double *const V = room + n * n, *const w = V + n * n, least = 1;
    while (1 + least / 2 > 1) least /= 2;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < i; j++)
            if (fabs(A[i * rs + j * cs] - A[j * rs + i * cs])
                > n * least * (fabs(A[i * (rs + cs)]) + fabs(A[j * (rs + cs)]))) return 1;
    eigen(n, A, rs, cs, room, V, w);
    if (w[0] < -4 * n * least * fabs(w[n - 1]) || (logarithm && w[0] <= 0)) return 1;
    for (long j = 0; j < n; j++) w[j] = logarithm ? log(w[j]) : sqrt(w[j] < 0 ? 0 : w[j]);
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) room[i * n + j] = V[i * n + j] * w[j];
    gemm(n, n, n, room, n, 1, V, 1, n, X);
    return 0;
}

//: sqrtm(
static int sqrtm(long n, const double *A, long rs, long cs, double *restrict room,
                 double *restrict X)
{
    return iterated_root(n, A, rs, cs, room, X) && by_eigenvalues(n, A, rs, cs, 0, room, X);
}

//: logm(
//: Roots are taken until A is close to the identity, where seven points of Gauss integrate exactly.
static int logm(long n, const double *A, long rs, long cs, double *restrict room,
                double *restrict X)
{
    static const double points[] = {
        -0.9491079123427585, -0.7415311855993944, -0.4058451513773972, 0.0, 0.4058451513773972,
        0.7415311855993944, 0.9491079123427585};
    static const double weights[] = {
        0.1294849661688697, 0.2797053914892767, 0.3818300505051189, 0.4179591836734694,
        0.3818300505051189, 0.2797053914892767, 0.1294849661688697};
    const long k = n * n;
    double *const Z = room, *const F = Z + k, *const Y = F + k, *const row = Y + k;
    double scale = 1, norm = 1;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) Z[i * n + j] = A[i * rs + j * cs];
    for (long turn = 0; turn < 60; turn++) {
        norm = 0;
        for (long j = 0; j < n; j++) {
            double sum = 0;
            for (long i = 0; i < n; i++) sum += fabs(Z[i * n + j] - (i == j));
            if (sum > norm) norm = sum;
        }
        if (!(norm > 0.25)) break;
        if (iterated_root(n, Z, n, 1, F, X)) return by_eigenvalues(n, A, rs, cs, 1, room, X);
        for (long i = 0; i < k; i++) Z[i] = X[i];
        scale *= 2;
    }
    for (long i = 0; i < n; i++) Z[i * (n + 1)] -= 1;
    for (long i = 0; i < k; i++) X[i] = 0;
    for (long p = 0; p < 7; p++) {
        for (long i = 0; i < k; i++) F[i] = (1 + points[p]) / 2 * Z[i] + (i % (n + 1) ? 0 : 1);
        lu(n, F, row);
        if (solve(n, n, F, row, Z, n, 1, Y)) return 1;
        for (long i = 0; i < k; i++) X[i] += scale * weights[p] / 2 * Y[i];
    }
    return 0;
}

//: corner(
//: B = [X, I o E/unit; 0, X] for X of N rows and E of n rows. The unit is returned, a power of 2 that
//: makes the largest entry of E about as large as 1, or as that of X if they are to be alike: the
//: derivative is linear in E, and what a large E leaves of X is rounding.
static double corner(long n, long N, const double *X, const double *E, long rs, long cs, int alike,
                     double *restrict B)
{
    double most = 0, top = 0, unit = 1;
    for (long i = 0; i < N * N && alike; i++) if (fabs(X[i]) > most) most = fabs(X[i]);
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            if (fabs(E[i * rs + j * cs]) > top) top = fabs(E[i * rs + j * cs]);
    if (!(most > 0 && most * 0 == 0)) most = 1;
    for (; top / 2 > most && top * 0 == 0; top /= 2) unit *= 2;
    for (; top > 0 && top < most / 2; top *= 2) unit /= 2;
    for (long i = 0; i < 2 * N; i++)
        for (long j = 0; j < 2 * N; j++) B[i * 2 * N + j] = 0;
    for (long i = 0; i < N; i++)
        for (long j = 0; j < N; j++) {
            B[i * 2 * N + j] = B[(N + i) * 2 * N + N + j] = X[i * N + j];
            if (i / n == j / n) B[i * 2 * N + N + j] = E[i % n * rs + j % n * cs] / unit;
        }
    return unit;
}

//: sylvester(
//: A W + W B = C, for eigenvalues of A and B with positive real parts: the sign of [A, C; 0, -B] is
//: [I, 2 W; 0, -I], which Newton's iteration finds. Where that solves nothing, 1 is returned.
static int sylvester(long m, long n, const double *A, long ars, long acs, const double *B,
                     long brs, long bcs, const double *C, long crs, long ccs,
                     double *restrict room, double *restrict W)
{
    const long sizes[] = {m, n};
    double *P[2], *F[2], *R[2], *const T = room + 4 * (m * m + n * n), *const V = T + m * n;
    double *const row = V + m * n, before = 1.0 / 0.0;
    for (long p = 0; p < 2; p++) {
        const long k = sizes[p] * sizes[p];
        P[p] = p ? room + 4 * m * m : room; F[p] = P[p] + k; R[p] = F[p] + k;
    }
    for (long i = 0; i < m; i++)
        for (long j = 0; j < m; j++) P[0][i * m + j] = A[i * ars + j * acs];
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) P[1][i * n + j] = B[i * brs + j * bcs];
    for (long i = 0; i < m; i++)
        for (long j = 0; j < n; j++) W[i * n + j] = C[i * crs + j * ccs] / 2;
    for (long turn = 0; turn < 60; turn++) {
        double far = 0, logarithm = 0;
        for (long p = 0; p < 2; p++) {
            const long size = sizes[p], k = size * size;
            for (long i = 0; i < k; i++) F[p][i] = P[p][i];
            lu(size, F[p], row);
            for (long i = 0; i < size; i++) logarithm += log(fabs(F[p][i * (size + 1)]));
            if (inverse(size, F[p], row, R[p] + k, R[p])) return 1;
        }
        const double s = before > 0.01 ? exp(-logarithm / (m + n)) : 1;
        gemm(m, n, m, R[0], m, 1, W, n, 1, T);
        gemm(m, n, n, T, n, 1, R[1], n, 1, V);
        for (long i = 0; i < m * n; i++) W[i] = (s * W[i] + V[i] / s) / 2;
        for (long p = 0; p < 2; p++)
            for (long i = 0; i < sizes[p] * sizes[p]; i++) {
                const double x = P[p][i] = (s * P[p][i] + R[p][i] / s) / 2;
                const double d = fabs(x - (i % (sizes[p] + 1) ? 0 : 1));
                if (d > far) far = d;
            }
        if (1 + far == 1 || (far < 0.0001 && far >= before)) break;
        before = far;
    }
    gemm(m, n, m, A, ars, acs, W, n, 1, T);
    gemm(m, n, n, W, n, 1, B, brs, bcs, V);
    double top = 0, off = 0, least = 1;
    while (1 + least / 2 > 1) least /= 2;
    for (long i = 0; i < m; i++)
        for (long j = 0; j < n; j++) {
            const double x = T[i * n + j], y = V[i * n + j], c = C[i * crs + j * ccs];
            if (fabs(x) + fabs(y) + fabs(c) > top) top = fabs(x) + fabs(y) + fabs(c);
            if (fabs(x + y - c) > off) off = fabs(x + y - c);
        }
    return off > sqrt(least) * top;
}
