"""Functions that stand above generated NumPy code that uses them, by how they are called."""

from __future__ import annotations

from matgrad.codegen.targets.numpy_factors import FACTORS

ADJUGATE = '''\
def adjugate(A):
    """The transposed matrix of cofactors, also where A is singular."""
    U, s, Vt = np.linalg.svd(A)
    others = np.array([np.prod(np.delete(s, i)) for i in range(len(s))])
    return np.linalg.det(U) * np.linalg.det(Vt) * (Vt.T * others) @ U.T'''

COMMUTATION = '''\
def commutation(m, n):
    """The matrix K with K vec(A) = vec(A.T) for m x n matrices A."""
    return np.eye(m * n)[np.arange(m * n).reshape(n, m).T.ravel()]'''

DUPLICATION = '''\
def duplication(n):
    """The matrix D with D vech(S) = vec(S) for symmetric n x n matrices S."""
    pairs = [(i, j) for j in range(n) for i in range(j, n)]
    places = np.arange(n * n).reshape(n, n)
    D = np.zeros((n * n, len(pairs)))
    for k, (i, j) in enumerate(pairs):
        D[[places[i, j], places[j, i]], k] = 1
    return D'''

TOEPLITZ_COLUMNS = '''\
def toeplitz_columns(m, n):
    """The matrix T with vec(toeplitz(c, 0)) = T c for m x n matrices."""
    j, i = np.divmod(np.arange(m * n), m)
    return ((i - j)[:, None] == np.arange(m)) * 1.0'''

TOEPLITZ_ROWS = '''\
def toeplitz_rows(m, n):
    """The matrix T with vec(toeplitz(0, r)) = T r for m x n matrices."""
    j, i = np.divmod(np.arange(m * n), m)
    return ((j - i)[:, None] == np.arange(n)) * np.minimum(np.arange(n), 1.0)'''

CORNER = '''\
def corner(f, X, *directions):
    """A derivative of a function of matrices: the upper right block of f([[X, E], [0, X]])."""
    n = len(X)
    for E in directions:
        X = np.block([[X, np.kron(np.eye(len(X) // n, dtype=E.dtype), E)], [np.zeros_like(X), X]])
    return f(X)[:n, -n:]'''

ONLY_REAL = '''\
def only_real(Y):
    """The real part, if that is all: roots and logarithms of some matrices are not real."""
    if np.linalg.norm(np.imag(Y)) > 1e-6 * np.linalg.norm(Y):
        raise np.linalg.LinAlgError("a root or logarithm is not real")
    return np.real(Y)'''

POLAR = '''\
def polar(X):
    """U V.T of the singular value decomposition X = U S V.T."""
    U, _, Vt = np.linalg.svd(X, full_matrices=False)
    return U @ Vt'''

TOP_SINGULAR = '''\
def top_singular(X):
    """u v.T for the singular vectors of the largest singular value of X."""
    U, _, Vt = np.linalg.svd(X, full_matrices=False)
    return np.outer(U[:, 0], Vt[0])'''

EIGVECS_SYM = '''\
def eigvecs_sym(S):
    """Unit eigenvectors as columns; the largest entry of each is positive."""
    V = np.linalg.eigh((S + S.T) / 2)[1]
    largest = np.argmax(abs(V), axis=0)
    return V * np.sign(V[largest, np.arange(len(V))])'''

EIGPROJ_MAX = '''\
def eigproj_max(S):
    """The projector onto the eigenvector of the largest eigenvalue of a symmetric matrix."""
    v = np.linalg.eigh((S + S.T) / 2)[1][:, -1]
    return np.outer(v, v)'''

EIGRES_MAX = '''\
def eigres_max(S):
    """The pseudoinverse of (l I - S) for the largest eigenvalue l of a symmetric matrix."""
    values, V = np.linalg.eigh((S + S.T) / 2)
    return V[:, :-1] / (values[-1] - values[:-1]) @ V[:, :-1].T'''

TOEPLITZ = '''\
def toeplitz(c, r):
    """The matrix with first column c and, after its first entry, first row r."""
    i = np.arange(len(c))[:, None] - np.arange(len(r))[None, :]
    return np.where(i >= 0, c[abs(i) % len(c)], r[abs(i) % len(r)])'''

LOWER_SUMS = '''\
def lower_sums(A):
    """The sums along the main diagonal and those below it."""
    return np.stack([np.sum(np.diagonal(A, -s)) for s in range(A.shape[0])])'''

UPPER_SUMS = '''\
def upper_sums(A):
    """A zero, then the sums along the diagonals above the main one."""
    return np.stack([np.sum(np.diagonal(A, s)) * (s > 0) for s in range(A.shape[1])])'''

SELECTION = '''\
def selection(n):
    """The matrix E with E v = vec(Diag(v)) for vectors v of length n."""
    return 1.0 * (np.arange(n * n)[:, None] == np.arange(n) * (n + 1))'''

ELIMINATION = '''\
def elimination(n):
    """The matrix L with L vec(A) = vech(A), the entries on and below the diagonal."""
    return np.eye(n * n)[np.array([j * n + i for j in range(n) for i in range(j, n)])]'''

IDENTITY_BLOCKS = '''\
def identity_blocks(A, m):
    """The array with entries A[a, b] at [i, a, i, b] and zeros elsewhere, for i below m."""
    blocks = np.zeros((m, len(A), m, len(A.T)), A.dtype)
    i = np.arange(m)
    blocks[i, :, i, :] = A
    return blocks'''

NORM = '''\
def norm(x):
    """The Euclidean length, also where squares overflow or vanish."""
    with np.errstate(over="ignore"):
        length = np.linalg.norm(x)
    reach = 1e150 if x.dtype == np.float64 else 1e15
    if 1 / reach < float(length) < reach:
        return length
    top = np.max(np.abs(x))
    return top * np.linalg.norm(x / top) if 0 < top < np.inf else top'''

LOGDET = '''\
def logdet(A):
    """log(det(A)), which is nan where the determinant is negative."""
    sign, value = np.linalg.slogdet(A)
    return value if sign >= 0 else np.nan'''

OTHERS = '''\
def others(x):
    """For each entry the product of all others, also where some are zero."""
    flat = np.ravel(x)
    before = np.cumprod(np.append(1.0, flat[:-1]))
    after = np.cumprod(np.append(1.0, flat[:0:-1]))[::-1]
    return np.reshape(before * after, x.shape)'''

ALL_BUT_TWO = '''\
def all_but_two(x):
    """At [i, j] the product of all entries but x[i] and x[j], and 0 where i = j."""
    places, one = np.eye(len(x)), np.ones((len(x), 1))
    rows = np.where(places == 1, 1.0, x)
    before = np.cumprod(np.concatenate((one, rows[:, :-1]), axis=1), axis=1)
    after = np.cumprod(np.concatenate((one, rows[:, :0:-1]), axis=1), axis=1)[:, ::-1]
    return before * after * (1 - places)'''

ONEHOT = '''\
def onehot(place, x):
    """One at a place of x, counted row by row, zero elsewhere."""
    one = np.zeros(np.shape(x))
    one.flat[place] = 1.0
    return one'''

SOFTMAX = '''\
def softmax(x, axis=None):
    """exp(x) / sum(exp(x)) without overflow."""
    e = np.exp(x - x.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)'''

LOGSUMEXP = '''\
def logsumexp(x, axis=None):
    """log(sum(exp(x))) without overflow."""
    top = x.max(axis, keepdims=True)
    return np.log(np.exp(x - top).sum(axis)) + top.squeeze(axis)'''

SUMMED = '''\
def summed(A, B):
    """The sum over the first axis of both of all products of their entries, as one of matrices."""
    n = len(A)
    C = A.reshape(n, -1).T.dot(B.reshape(n, -1))
    return C.reshape(A.shape[1:] + B.shape[1:])'''

BY_ROWS = '''\
def by_rows(part, *arrays):
    """The sum of part(rows of each array) over blocks of rows, which are read once."""
    rows = max(1, len(arrays[0]))
    step = 1 + (rows << 18) // max(1, *(array.size for array in arrays))
    return sum(part(*(array[i : i + step] for array in arrays)) for i in range(0, rows, step))'''

GRAM = '''\
def gram(X, w):
    """Z.T @ Z for Z = Diag(w) X, of which a few rows are there at a time."""
    n = X.shape[1]
    room = np.empty((1024, n), np.result_type(X, w))
    G = np.zeros((n, n), room.dtype)
    for i in range(0, len(X), len(room)):
        rows = X[i : i + len(room)]
        Z = np.multiply(w[i : i + len(room), None], rows, out=room[: len(rows)])
        G += Z.T @ Z
    return G'''

ADD_DIAGONAL = '''\
def add_diagonal(A, d):
    """A, after a number or a vector was added to its diagonal."""
    A.flat[:: len(A) + 1] += d
    return A'''

ADD_DIAGONALS = '''\
def add_diagonals(A, d):
    """A, after the rows of d were added to the diagonals of its matrices."""
    diagonals = np.einsum('abb->ab', A)
    diagonals += d
    return A'''

PAIR_SUMS = '''\
def pair_sums(X, M):
    """At [a, c, ...] the sum over e of X[e, a] X[e, c] M[e, ...]; [c, a] is the same."""
    n = X.shape[1]
    left, right = np.triu_indices(n)
    place = np.empty((n, n), int)
    place[left, right] = place[right, left] = np.arange(len(left))
    columns = np.ascontiguousarray(X.T)
    sums = (columns[left] * columns[right]) @ M.reshape(len(M), -1)
    return sums[place].reshape(n, n, *M.shape[1:])'''

HELPERS = {
    **FACTORS,
    "add_diagonal(": ADD_DIAGONAL,
    "add_diagonals(": ADD_DIAGONALS,
    "pair_sums(": PAIR_SUMS,
    "summed(": SUMMED,
    "by_rows(": BY_ROWS,
    "gram(": GRAM,
    "norm(": NORM,
    "logdet(": LOGDET,
    "others(": OTHERS,
    "all_but_two(": ALL_BUT_TWO,
    "onehot(": ONEHOT,
    "softmax(": SOFTMAX,
    "logsumexp(": LOGSUMEXP,
    "identity_blocks(": IDENTITY_BLOCKS,
    "toeplitz(": TOEPLITZ,
    "toeplitz_columns(": TOEPLITZ_COLUMNS,
    "toeplitz_rows(": TOEPLITZ_ROWS,
    "lower_sums(": LOWER_SUMS,
    "upper_sums(": UPPER_SUMS,
    "elimination(": ELIMINATION,
    "selection(": SELECTION,
    "adjugate(": ADJUGATE,
    "commutation(": COMMUTATION,
    "duplication(": DUPLICATION,
    "corner(": CORNER,
    "only_real(": ONLY_REAL,
    "polar(": POLAR,
    "top_singular(": TOP_SINGULAR,
    "eigvecs_sym(": EIGVECS_SYM,
    "eigproj_max(": EIGPROJ_MAX,
    "eigres_max(": EIGRES_MAX,
}
