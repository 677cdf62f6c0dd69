"""Functions of families as people type them: each gradient passes all checks."""

import pytest

import matgrad as mg

WORKLOADS = {
    "least squares": (
        "A_i: m x n for i = 1..N; x: n; b_i: m; sum(i, norm2(A_i*x - b_i)^2)",
        "x,A_i,b_i",
    ),
    "weighted": (
        "Σ_i w_i ‖A_i x − b_i‖²",
        "x,A_i,w_i",
    ),
    "ridge for each task": (
        "X_k: n x d for k = 1..K; w_k: d; y_k: n; lam: scalar; "
        "sum(k, norm2(X_k*w_k - y_k)^2 + lam*norm2(w_k)^2)",
        "w_k,X_k",
    ),
    "smooth absolute residuals": (
        "A_i: m x n for i = 1..N; x: n; b_i: m; sum(i, sum(sqrt(1 + (A_i*x - b_i).^2) - 1))",
        "x,A_i",
    ),
    "a mixture": (
        "x_i: d for i = 1..N; mu_k: d for k = 1..K; Sigma_k: d x d positive_definite; "
        "pi_k: scalar positive; "
        "sum(i, log(sum(k, pi_k*exp(-1/2*(x_i - mu_k)'*inv(Sigma_k)*(x_i - mu_k) - "
        "1/2*logdet(Sigma_k)))))",
        "mu_k,Sigma_k,pi_k",
    ),
    "a mixture by Cholesky factors": (
        "x_i: d for i = 1..N; mu_k: d for k = 1..K; L_k: d x d lower_triangular; "
        "pi_k: scalar positive; "
        "sum(i, log(sum(k, pi_k*exp(-1/2*norm2(inv(L_k)*(x_i - mu_k))^2))))",
        "mu_k,L_k",
    ),
    "soft k-means": (
        "x_i: d for i = 1..N; mu_k: d for k = 1..K; "
        "-sum(i, log(sum(k, exp(-norm2(x_i - mu_k)^2))))",
        "mu_k",
    ),
    "factor analysis": (
        "x_i: d for i = 1..N; W: d x q; psi: d positive; "
        "sum(i, x_i'*inv(W*W' + Diag(psi))*x_i) + N*logdet(W*W' + Diag(psi))",
        "W,psi",
    ),
    "determinants": (
        "sum_k logdet(S_k)",
        "S_k",
    ),
    "an information matrix": (
        "a_i: d for i = 1..N; w_i: scalar positive; logdet(sum(i, w_i*a_i*a_i'))",
        "w_i,a_i",
    ),
    "Wishart": (
        "S_k: d x d positive_definite for k = 1..K; V: d x d positive_definite; "
        "nu: scalar; sum(k, (nu - 3)/2*logdet(S_k) - 1/2*tr(inv(V)*S_k))",
        "S_k,V",
    ),
    "contrastive": (
        "z_i: d for i = 1..B; u_j: d for j = 1..B; sum(i, log(sum(j, exp(z_i'*u_j))) - z_i'*u_i)",
        "z_i,u_j",
    ),
    "a sum of outer products": (
        "a_r: n for r = 1..R; b_r: m; T: n x m; norm2(T - sum(r, a_r*b_r'))^2",
        "a_r,b_r",
    ),
    "Tucker": (
        "T_k: n x m for k = 1..K; A: n x p; B: m x q; G_k: p x q; sum(k, normF(T_k - A*G_k*B')^2)",
        "A,B,G_k",
    ),
    "a kernel sum": (
        "x_i: d for i = 1..N; c_i: scalar; sum(i, sum(j, c_i*c_j*exp(-norm2(x_i - x_j)^2)))",
        "x_i,c_i",
    ),
}


@pytest.mark.parametrize("name", WORKLOADS)
def test_the_gradient_passes_all_checks(name: str) -> None:
    d = mg.gradient(*WORKLOADS[name])
    assert d.verdict.ok, d.verdict.details
    assert d.reading.status == "read"


def test_the_hessian_of_least_squares_is_a_sum_over_the_family() -> None:
    d = mg.hessian(WORKLOADS["least squares"][0], "x")
    assert d.verdict.ok, d.verdict.details
    assert str(d.result) == "2*sum(i, A_i'*A_i)"
