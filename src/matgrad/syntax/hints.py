"""What to write instead of functions that are not known here, or why they have no derivative."""

from __future__ import annotations

# Functions that people know by their names, in whatever capitals: BCE, CrossEntropy.
_KNOWN: tuple[tuple[str, str], ...] = (
    ("crossentropy ce", "-y'*log(p), with p = softmax(z) for scores z"),
    ("bce", "-sum(y .* log(p) + (1 - y) .* log(1 - p)), with p = sigmoid(z) for scores z"),
    ("leakyrelu", "max(x, 0.01*x)"),
    ("attention", "softmax_rows(Q*K'/sqrt(d))*V"),
    ("batchnorm", "layernorm(x) for one feature x over the batch"),
    ("dropout", "x .* m with a mask m"),
    ("concat concatenate", "[x; y]"),
    ("argmax", "onehot_max(x); argmax itself has no derivative"),
)
_GROUPS: tuple[tuple[str, str], ...] = (
    (
        "svd",
        "functions of the singular values are known: svdvals, normnuc, normspec, pinv, polar",
    ),
    (
        "eig eigs eigh eigvals eigenvalues jordan schur",
        "for a symmetric S there are eigvals_sym(S) and eigmax(S); tr, det, expm, logm, sqrtm "
        "need no eigenvalues",
    ),
    (
        "qr lu ldl hessenberg householder givens",
        "solve(A,b), inv, det and chol(S) do without the factors",
    ),
    (
        "quantile topk percentile",
        "the order of entries is no formula; sort(x), median(x), max(x) and min(x) are",
    ),
    (
        "argmin argsort",
        "a position has no derivative; softmax(x) is its smooth form, max(x) the largest entry",
    ),
    ("size length numel shape len ndims", "name the size in a declaration: after x: n, write n"),
    (
        "conj real imag angle ctranspose",
        "numbers are real here: write real and imaginary parts as two variables",
    ),
    (
        "grad gradient diff derivative nabla jac hess jacobian hessian laplacian",
        "give the function itself, and ask for its gradient, jacobian, hessian or derivative",
    ),
    ("fft ifft dft dct", "declare the matrix of the transform and multiply: F*x"),
    (
        "expect expectation cov corr prob",
        "write it as a function of its parameters; a sum over samples is sum(i, 1, N, …)",
    ),
    (
        "where if ifelse piecewise cases",
        "max(a,b), min(a,b), relu(x) and abs(x) make cases, and step(x - c) is 1 where x > c",
    ),
    ("int integral integrate lim limit", "integrals and limits are not read; give their value"),
    (
        "rank null orth nullspace cond",
        "it jumps or has no formula; logdet(X'*X), normspec(X) and normspec(inv(X)) do",
    ),
    ("mod rem gcd fix", "it is constant between jumps, as floor(x) and round(x) are"),
    (
        "besselj probit",
        "declare an elementwise function that is only named, as in: function psi",
    ),
    ("repmat tile broadcast", "x*ones(n)' repeats a column, A ⊗ ones(m,n) a matrix"),
    ("stack cat", "[A, B] stand beside, [A; B] below each other"),
    ("flip rot90 permute circshift roll", "multiply by a permutation matrix: P*x"),
    ("nll", "write it out: -sum(y .* log(p)), or logsumexp(z) - y'*z for the softmax of z"),
    ("dist pdist cdist", "norm2(x - y), and sum(i, 1, N, sum(j, 1, N, …)) for pairs of rows"),
    ("conv2d", "conv(x, y) is the convolution of vectors, and a convolution is a matrix product"),
    ("adjoint", "A' is the transpose, adj(A) the adjugate"),
    ("cofactor minors", "adj(A)' holds the cofactors"),
    (
        "tensordot",
        "write the sum, sum(i, 1, n, sum(j, 1, n, A[i,j]*x[i]*x[j])), or the product x'*A*x",
    ),
    ("binomial nchoosek factorial", "write the number"),
    ("kdelta", "I(n) is the identity, e(i,n) a unit vector"),
    ("lp normp norm3", "sum(abs(x).^p)^(1/p)"),
    ("permanent pfaffian charpoly polyval", "there is no rule for it; det(X) has one"),
    ("slogdet", "logabsdet(X) is the logarithm of the absolute value of the determinant"),
    ("tracenorm", "normnuc(X)"),
)
IN_CAPITALS: dict[str, str] = {name: hint for names, hint in _KNOWN for name in names.split()}
HINTS: dict[str, str] = IN_CAPITALS | {name: x for names, x in _GROUPS for name in names.split()}
# What to write where a function is given more arguments than it takes.
MORE_ARGUMENTS: dict[str, str] = {
    "norm": "norms of vectors are norm1(x) and norm2(x), of matrices normF(X) and normspec(X)",
    "max": "of three, write max(max(x, y), z)",
    "mean": "mean_rows(A) and mean_cols(A) are columns",
    "min": "of three, write min(min(x, y), z)",
    "prod": "prod_rows(A) and prod_cols(A) are columns",
    "sum": "sum(i, 1, n, …) is a sum over an index; sum_rows(A) and sum_cols(A) are columns",
}


def hint_for(name: str) -> str | None:
    """What to write instead of a function that people know, if it is one."""
    return HINTS.get(name.lower().replace("_", ""))
