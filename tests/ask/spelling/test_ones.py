"""Vectors of ones that are written as the number 1."""

import pytest

import matgrad as mg


@pytest.mark.parametrize(
    ("text", "results"),
    [
        (
            r"Let $f(b)=\|X-1b^T\|_F^2$. What is the gradient?",
            {"b": "-2*(X' - b*ones(1,m))*ones(m)"},
        ),
        (r"Let $f(X)=a^TX^T1$. What is the gradient?", {"X": "ones(n)*a'"}),
        (r"Let $f(x)=x^Tx+1$. What is the gradient?", {"x": "2*x"}),
        (r"Let $f(x)=\frac{1}{x^Tx}$. What is the gradient?", {"x": "-2*x/(x'*x)^2"}),
        (r"Let $f(x)=1-x^Tx$. What is the gradient?", {"x": "-2*x"}),
    ],
)
def test_a_one_beside_a_transpose_is_a_vector(text: str, results: dict[str, str]) -> None:
    assert {name: str(x) for name, x in mg.ask(text).results.items()} == results


def test_a_layer_with_a_bias_for_each_row() -> None:
    text = """Y = XW + 1b^T with X of size N x d, W of size d x k and b of length k, and dL/dY = G.
    I think dL/dW = X^T G, dL/db = G^T 1, dL/dX = W^T G."""
    reply = mg.ask(text)
    assert {n: str(x) for n, x in reply.results.items()} == {
        "W": "X'*G",
        "b": "G'*ones(N)",
        "X": "G*W'",
    }
    assert [claim.status for claim in reply.claims] == ["right", "right", "wrong"]


CLAIMS = [
    (r"$f(x)=\log\sum_{k}e^{x_k}$. Show Hessian = $\frac{1}{(1^Tz)^2}\left((1^Tz)\mathrm{diag}(z)"
     r"-zz^T\right)$ where $z_k=e^{x_k}$.", "right"),
    (r"$f(x)=\log\sum_{k}e^{x_k}$. Show Hessian = $\frac{1}{1^Tz}\left((1^Tz)\mathrm{diag}(z)"
     r"-zz^T\right)$ where $z_k=e^{x_k}$.", "wrong"),
    (r"Let $M = I - \frac{1}{n}11^T$ and $f(x) = x^TMx$. Is the gradient $2Mx$?", "right"),
    ("$f(x) = (1^T x)^2$. gradient is $2(1^Tx)1$?", "right"),
    ("$f(x) = (1^T x)^2$. gradient is $(1^Tx)1$?", "wrong"),
    (r"$L(p,\lambda)=-p^T\log p-\lambda(1^Tp-1)$. $\nabla_pL=-\log p-1-\lambda 1$?", "right"),
    ("f(x) = x'Ax/2 + rho ||x||_1, A sym. For x > 0 the gradient is Ax + rho*1, where 1 is the "
     "vector of ones.", "right"),
    ("f(x) = b'x + c*sum(x). grad f = b + c 1, 1 denotes the vector of ones. Right?", "right"),
    ("L = sum(X W). dL/dX = 1 1' W', right?", "right"),
    ("f(x) = x'Ax - 1'x, A is symmetric, 1 is the vector of ones. Is the gradient 2Ax - 1?",
     "right"),
    ("f(x) = x'Ax - 1'x where A is symmetric and 1 denotes the vector of ones. Is the gradient "
     "2Ax - 1?", "right"),
    ("f(x) = x'Ax - 1'x with 1 the vector of ones and A symmetric. Is the gradient 2Ax - 1?",
     "right"),
    (r"Let $L = \mathbf 1^TXW\mathbf 1$. $\partial L/\partial X = 2\cdot\mathbf 1\mathbf 1^TW^T$?",
     "wrong"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "status"), CLAIMS, ids=range(len(CLAIMS)))
def test_a_one_that_is_turned_is_a_vector_in_claims(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]
