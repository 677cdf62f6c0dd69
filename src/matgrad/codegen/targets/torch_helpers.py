"""Functions that stand above generated PyTorch code that uses them, by how they are called."""

from __future__ import annotations

from matgrad.codegen.targets import numpy_helpers

HELPERS = {
    **{
        mark: text.replace("np.", "torch.")
        for mark, text in numpy_helpers.HELPERS.items()
        if mark not in ("softmax(", "logsumexp(")
    },
    "identity_blocks(": '''\
def identity_blocks(A, m):
    """The array with entries A[a, b] at [i, a, i, b] and zeros elsewhere, for i below m."""
    return torch.diag_embed(A[:, :, None].expand(*A.shape, m), dim1=0, dim2=2)''',
    "gram(": '''\
def gram(X, w=None):
    """Z.T @ Z for Z = X, or Diag(w) X; on a CPU a few rows at a time, and half of the blocks."""
    if X.device.type != "cpu":
        Z = X if w is None else w[:, None] * X
        return Z.T @ Z
    strips = range(0, X.shape[1], 64)
    sums = [0] * len(strips)
    for i in range(0, len(X), 1024):
        Z = X[i : i + 1024] if w is None else w[i : i + 1024, None] * X[i : i + 1024]
        sums = [s + Z[:, j : j + 64].T @ Z[:, j:] for s, j in zip(sums, strips)]
    G = torch.cat([torch.nn.functional.pad(s, (j, 0)) for s, j in zip(sums, strips)])
    return torch.triu(G) + torch.triu(G, 1).T''',
    "by_rows(": '''\
def by_rows(part, *arrays):
    """The sum of part(rows of each array) over blocks of rows, which a CPU reads once."""
    if arrays[0].device.type != "cpu":
        return part(*arrays)
    return sum(part(*rows) for rows in zip(*(array.split(1024) for array in arrays)))''',
    "pair_sums(": '''\
def pair_sums(X, M):
    """At [a, c, ...] the sum over e of X[e, a] X[e, c] M[e, ...]; [c, a] is the same."""
    n = X.shape[1]
    if X.device.type != "cpu":
        sums = (X[:, :, None] * X[:, None]).flatten(1).T @ M.flatten(1)
        return sums.reshape(n, n, *M.shape[1:])
    i = torch.arange(n)
    low, high = torch.minimum(i[:, None], i), torch.maximum(i[:, None], i)
    place = low * (2 * n - low - 1) // 2 + high
    left, right = (X.T.contiguous().index_select(0, side) for side in torch.triu_indices(n, n))
    sums = (left * right) @ M.flatten(1)
    return sums.index_select(0, place.ravel()).reshape(n, n, *M.shape[1:])''',
    "add_diagonal(": '''\
def add_diagonal(A, d):
    """A with a number or a vector added to its diagonal."""
    return torch.diagonal_scatter(A, torch.diagonal(A) + d)''',
    "inverse_lu(": '''\
def inverse_lu(factors):
    """The inverse of A, by its factors."""
    LU, pivots = factors
    eye = torch.eye(len(LU), dtype=LU.dtype, device=LU.device)
    return torch.linalg.lu_solve(LU, pivots, eye)''',
    "det_lu(": '''\
def det_lu(factors):
    """The determinant of A, by its factors."""
    LU, pivots = factors
    places = torch.arange(1, len(LU) + 1, device=LU.device)
    swaps = torch.count_nonzero(pivots != places)
    return torch.prod(torch.diagonal(LU)) * (1 - 2 * (swaps % 2))''',
    "logdet_lu(": '''\
def logdet_lu(factors):
    """log(det(A)) by the factors of A, which is nan where the determinant is negative."""
    LU, pivots = factors
    diagonal = torch.diagonal(LU)
    places = torch.arange(1, len(LU) + 1, device=LU.device)
    swaps = torch.count_nonzero(pivots != places)
    negative = (swaps + torch.count_nonzero(diagonal < 0)) % 2 == 1
    value = torch.sum(torch.log(torch.abs(diagonal)))
    return torch.where(negative, torch.full_like(value, torch.nan), value)''',
    "norm(": '''\
def norm(x):
    """The Euclidean length, also where squares overflow or vanish."""
    top = torch.max(torch.abs(x)).detach()
    unit = torch.where((top > 0) & (top < torch.inf), top, torch.ones_like(top))
    return unit * torch.linalg.norm(x / unit)''',
    "others(": '''\
def others(x):
    """For each entry the product of all others, also where some are zero."""
    flat, one = x.reshape(-1), x.new_ones(1)
    before = torch.cumprod(torch.cat((one, flat[:-1])), 0)
    after = torch.cumprod(torch.cat((one, flat[1:].flip(0))), 0).flip(0)
    return (before * after).reshape(x.shape)''',
    "all_but_two(": '''\
def all_but_two(x):
    """At [i, j] the product of all entries but x[i] and x[j], and 0 where i = j."""
    places, one = torch.eye(len(x), dtype=x.dtype, device=x.device), x.new_ones((len(x), 1))
    rows = torch.where(places == 1, torch.ones_like(places), x)
    before = torch.cumprod(torch.cat((one, rows[:, :-1]), 1), 1)
    after = torch.cumprod(torch.cat((one, rows[:, 1:].flip(1)), 1), 1).flip(1)
    return before * after * (1 - places)''',
    "onehot(": '''\
def onehot(place, x):
    """One at a place of x, counted row by row, zero elsewhere."""
    return (torch.arange(x.numel(), device=x.device) == place).reshape(x.shape).to(x)''',
    "adjugate(": '''\
def adjugate(A):
    """The transposed matrix of cofactors, also where A is singular."""
    U, s, Vt = torch.linalg.svd(A)
    others = torch.stack([torch.prod(s[torch.arange(len(s)) != i]) for i in range(len(s))])
    return torch.linalg.det(U) * torch.linalg.det(Vt) * (Vt.T * others) @ U.T''',
    "commutation(": '''\
def commutation(m, n):
    """The matrix K with K vec(A) = vec(A.T) for m x n matrices A."""
    return torch.eye(m * n)[torch.arange(m * n).reshape(n, m).T.ravel()]''',
    "duplication(": '''\
def duplication(n):
    """The matrix D with D vech(S) = vec(S) for symmetric n x n matrices S."""
    pairs = [(i, j) for j in range(n) for i in range(j, n)]
    D = torch.zeros(n * n, len(pairs))
    for k, (i, j) in enumerate(pairs):
        D[[i * n + j, j * n + i], k] = 1
    return D''',
    "elimination(": '''\
def elimination(n):
    """The matrix L with L vec(A) = vech(A), the entries on and below the diagonal."""
    return torch.eye(n * n)[[j * n + i for j in range(n) for i in range(j, n)]]''',
    "toeplitz_columns(": '''\
def toeplitz_columns(m, n):
    """The matrix T with vec(toeplitz(c, 0)) = T c for m x n matrices."""
    p = torch.arange(m * n)
    return 1.0 * ((p % m - p // m)[:, None] == torch.arange(m))''',
    "toeplitz_rows(": '''\
def toeplitz_rows(m, n):
    """The matrix T with vec(toeplitz(0, r)) = T r for m x n matrices."""
    p, k = torch.arange(m * n), torch.arange(n)
    return 1.0 * (((p // m - p % m)[:, None] == k) & (k > 0))''',
    "toeplitz(": '''\
def toeplitz(c, r):
    """The matrix with first column c and, after its first entry, first row r."""
    rows, cols = (torch.arange(len(v), device=c.device) for v in (c, r))
    i = rows[:, None] - cols[None, :]
    return torch.where(i >= 0, c[abs(i) % len(c)], r[abs(i) % len(r)])''',
    "conv(": '''\
def conv(x, y):
    """The full convolution of two vectors."""
    turned = y.flip(0)[None, None]
    return torch.nn.functional.conv1d(x[None, None], turned, padding=len(y) - 1)[0, 0]''',
    "correlate(": '''\
def correlate(g, y):
    """The inner products of y with the parts of g that it fits."""
    return torch.nn.functional.conv1d(g[None, None], y[None, None])[0, 0]''',
    "corner(": '''\
def corner(f, X, *directions):
    """A derivative of a function of matrices: the upper right block of f([[X, E], [0, X]])."""
    n = len(X)
    for E in directions:
        E = torch.block_diag(*[E] * (len(X) // n))
        X = torch.cat([torch.cat([X, E], 1), torch.cat([torch.zeros_like(X), X], 1)])
    return f(X)[:n, -n:]''',
    "sqrtm(": '''\
def sqrtm(A):
    """The principal square root of a matrix that can be diagonalised; nan if it is not real."""
    w, V = torch.linalg.eig(A)
    Y = (V * torch.sqrt(w)) @ torch.linalg.inv(V)
    is_real = torch.linalg.norm(Y.imag) <= 1e-6 * torch.linalg.norm(Y)
    return torch.where(is_real, Y.real, torch.nan)''',
    "logm": '''\
def logm(X):
    """The principal logarithm: square roots until X is near I, then 2 artanh((X - I)/(X + I))."""
    eye, scale = torch.eye(len(X), dtype=X.dtype, device=X.device), 2.0
    while abs(X - eye).sum(1).max() > 0.25:
        Z, scale = eye, 2 * scale
        for _ in range(16):  # Denman and Beavers: X tends to the root, Z to its inverse
            X, Z = (X + torch.linalg.inv(Z)) / 2, (Z + torch.linalg.inv(X)) / 2
    W = torch.linalg.solve(X + eye, X - eye)
    power, total = W, W
    for k in range(3, 25, 2):
        power = power @ W @ W
        total = total + power / k
    return scale * total''',
    "sylvester(": '''\
def sylvester(A, B, C):
    """The matrix W with A W + W B = C."""
    m, n = C.shape
    left, right = A.contiguous(), B.T.contiguous()  # kron fails on transposed views
    K = torch.kron(left, torch.eye(n).to(A)) + torch.kron(torch.eye(m).to(A), right)
    return torch.linalg.solve(K, C.reshape(-1)).reshape(m, n)''',
}
