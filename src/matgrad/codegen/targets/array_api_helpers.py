"""Functions that stand above generated code for the array API, by how they are called."""

from __future__ import annotations

from matgrad.codegen.targets import numpy_helpers

KRON = '''\
def kron(xp, A, B):
    """The Kronecker product of two arrays with equally many axes."""
    if A.ndim == 1:
        return xp.reshape(A[:, None] * B[None, :], (-1,))
    blocks = A[:, None, :, None] * B[None, :, None, :]
    return xp.reshape(blocks, (A.shape[0] * B.shape[0], A.shape[1] * B.shape[1]))'''

_BORROWED = {
    mark: text.replace("(X):", "(xp, X):").replace("(S):", "(xp, S):")
    .replace("np.outer", "np.linalg.outer").replace("Vt[0]", "Vt[0, :]").replace("np.", "xp.")
    for mark, text in numpy_helpers.HELPERS.items()
    if mark in ("polar(", "top_singular(", "eigproj_max(", "eigres_max(")
}  # fmt: skip
HELPERS = {
    **_BORROWED,
    "eigvecs_sym(": '''\
def eigvecs_sym(xp, S):
    """Unit eigenvectors as columns; the largest entry of each is positive."""
    V = xp.linalg.eigh((S + S.T) / 2)[1]
    return V * xp.sign(xp.stack([V[xp.argmax(xp.abs(V[:, k])), k] for k in range(V.shape[1])]))''',
    "norm(": '''\
def norm(xp, x):
    """The Euclidean length, also where squares overflow or vanish."""
    top = xp.max(xp.abs(x))
    unit = xp.where((top > 0) & (top < xp.inf), top, xp.ones_like(top))
    return unit * xp.linalg.vector_norm(x / unit)''',
    "logdet(": '''\
def logdet(xp, A):
    """log(det(A)), which is nan where the determinant is negative."""
    sign, value = xp.linalg.slogdet(A)
    return xp.where(sign >= 0, value, xp.nan * value)''',
    "onehot(": '''\
def onehot(xp, place, x):
    """One at a place of x, counted row by row, zero elsewhere."""
    marks = xp.arange(math.prod(x.shape)) == place
    return xp.reshape(xp.astype(marks, x.dtype), x.shape)''',
    "softmax(": '''\
def softmax(xp, X, axis):
    """exp(X) / sum(exp(X)) without overflow."""
    E = xp.exp(X - xp.max(X, axis=axis, keepdims=True))
    return E / xp.sum(E, axis=axis, keepdims=True)''',
    "logsumexp(": '''\
def logsumexp(xp, X, axis):
    """log(sum(exp(X))) without overflow."""
    largest = xp.max(X, axis=axis, keepdims=True)
    total = xp.log(xp.sum(xp.exp(X - largest), axis=axis, keepdims=True)) + largest
    return xp.reshape(total, () if axis is None else X.shape[:-1])''',
    "adjugate(": '''\
def adjugate(xp, A):
    """The transposed matrix of cofactors, also where A is singular."""
    U, s, Vt = xp.linalg.svd(A)
    ones = xp.eye(s.shape[0], dtype=s.dtype)
    others = xp.prod(s * (1 - ones) + ones, axis=1)
    return xp.linalg.det(U) * xp.linalg.det(Vt) * (Vt.T * others) @ U.T''',
    "kron(": KRON,
    "sylvester(": KRON + '''


def sylvester(xp, A, B, C):
    """The matrix W with A W + W B = C."""
    m, n = C.shape
    K = kron(xp, A, xp.eye(n, dtype=A.dtype)) + kron(xp, xp.eye(m, dtype=A.dtype), B.T)
    return xp.reshape(xp.linalg.solve(K, xp.reshape(C, (-1,))), (m, n))''',
    "toeplitz_columns(": '''\
def toeplitz_columns(xp, m, n):
    """The matrix T with vec(toeplitz(c, 0)) = T c for m x n matrices."""
    p = xp.arange(m * n)
    return 1.0 * xp.astype((p % m - p // m)[:, None] == xp.arange(m), xp.float64)''',
    "toeplitz_rows(": '''\
def toeplitz_rows(xp, m, n):
    """The matrix T with vec(toeplitz(0, r)) = T r for m x n matrices."""
    p, k = xp.arange(m * n), xp.arange(n)
    return 1.0 * xp.astype(((p // m - p % m)[:, None] == k) & (k > 0), xp.float64)''',
    "toeplitz(": '''\
def toeplitz(xp, c, r):
    """The matrix with first column c and, after its first entry, first row r."""
    m, n = c.shape[0], r.shape[0]
    places = xp.arange(n)[None, :] - xp.arange(m)[:, None] + m - 1
    entries = xp.take(xp.concat((xp.flip(c), r[1:])), xp.reshape(places, (-1,)))
    return xp.reshape(entries, (m, n))''',
    "lower_sums(": '''\
def lower_sums(xp, A):
    """The sums along the main diagonal and those below it."""
    return xp.stack([xp.sum(xp.linalg.diagonal(A, offset=-s)) for s in range(A.shape[0])])''',
    "upper_sums(": '''\
def upper_sums(xp, A):
    """A zero, then the sums along the diagonals above the main one."""
    sums = [xp.sum(xp.linalg.diagonal(A, offset=s)) for s in range(A.shape[1])]
    return xp.stack([0 * sums[0], *sums[1:]])''',
    "conv(": '''\
def conv(xp, x, y):
    """The full convolution of two vectors."""
    m, n = x.shape[0] + y.shape[0] - 1, y.shape[0]
    zeros = xp.zeros((n - 1,), dtype=x.dtype)
    places = xp.reshape(xp.arange(m)[:, None] + xp.arange(n)[None, :], (-1,))
    return xp.reshape(xp.take(xp.concat((zeros, x, zeros)), places), (m, n)) @ xp.flip(y)''',
    "correlate(": '''\
def correlate(xp, x, y):
    """The sums of products of y with x, from each place on where it fits."""
    m, n = x.shape[0] - y.shape[0] + 1, y.shape[0]
    places = xp.reshape(xp.arange(m)[:, None] + xp.arange(n)[None, :], (-1,))
    return xp.reshape(xp.take(x, places), (m, n)) @ y''',
    "selection(": '''\
def selection(xp, n):
    """The matrix E with E v = vec(Diag(v)) for vectors v of length n."""
    marks = xp.arange(n * n)[:, None] == xp.arange(n) * (n + 1)
    return xp.astype(marks, xp.float64)''',
    "commutation(": '''\
def commutation(xp, m, n):
    """The matrix K with K vec(A) = vec(A.T) for m x n matrices A."""
    order = xp.reshape(xp.reshape(xp.arange(m * n), (n, m)).T, (-1,))
    return xp.take(xp.eye(m * n), order, axis=0)''',
}  # fmt: skip
