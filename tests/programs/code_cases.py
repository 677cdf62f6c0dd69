"""Code as people type it, with the same function for NumPy and the shapes that are meant."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

SIZES = {"m": 4, "n": 5, "d": 3, "k": 2, "p": 20}


@dataclass(frozen=True)
class Case:
    """Shapes are words: X is "nd", a number "". `is_sure` is false where a guess is listed."""

    code: str
    wrt: str
    meaning: Callable[..., Any]  # its parameters are the inputs
    shapes: str  # X:nd w:d c:
    kind: str = "gradient"
    is_sure: bool = True
    near: float = 0.0  # added to random entries

    def inputs(self, seed: int) -> dict[str, Any]:
        """Random entries of the shapes that are meant."""
        rng = np.random.default_rng(seed)
        pairs = (each.split(":") for each in self.shapes.split())
        sizes = {name: [SIZES[x] for x in axes] for name, axes in pairs}
        return {name: rng.standard_normal(x) * 0.6 + self.near for name, x in sizes.items()}


def sigmoid(z: Any) -> Any:
    return 1 / (1 + np.exp(-z))


def softmax(z: Any) -> Any:
    e = np.exp(z)
    return e / e.sum(axis=-1, keepdims=True)


def softplus(z: Any) -> Any:
    return np.log1p(np.exp(z))


def relu(z: Any) -> Any:
    return np.maximum(z, 0)


def huber(r: Any) -> Any:
    return np.where(np.abs(r) <= 1, r**2 / 2, np.abs(r) - 0.5)


CASES = [
    Case(
        "torch.clamp(1 - y*(X @ w), min=0).sum() + 0.5*lam*(w @ w)",
        "w",
        lambda y, X, w, lam: np.maximum(1 - y * (X @ w), 0).sum() + 0.5 * lam * w @ w,
        "y:n X:nd w:d lam:",
    ),
    Case(
        "lambda w: jnp.mean(jax.nn.softplus(-y * (X @ w)))",
        "w",
        lambda y, X, w: np.mean(softplus(-y * (X @ w))),
        "y:n X:nd w:d",
    ),
    # norms, determinants, traces
    Case(
        "np.linalg.norm(x, 1) + np.linalg.norm(y - x)",
        "x",
        lambda x, y: np.abs(x).sum() + np.linalg.norm(y - x),
        "x:n y:n",
    ),
    Case(
        "sign, logdet = np.linalg.slogdet(X.T @ X)\nloss = -0.5 * logdet",
        "X",
        lambda X: -0.5 * np.linalg.slogdet(X.T @ X)[1],
        "X:nd",
    ),
    Case("np.linalg.det(A) * np.trace(A)", "A", lambda A: np.linalg.det(A) * np.trace(A), "A:nn"),
    Case(
        "(y @ np.linalg.solve(K, y) + np.linalg.slogdet(K)[1]) / 2",
        "K",
        lambda y, K: (y @ np.linalg.solve(K, y) + np.linalg.slogdet(K)[1]) / 2,
        "y:n K:nn",
    ),
    Case(
        "np.linalg.norm(A @ X @ B - C, ord='fro')**2 + np.linalg.norm(X)",
        "X",
        lambda A, X, B, C: np.sum((A @ X @ B - C) ** 2) + np.linalg.norm(X),
        "A:mn X:nd B:dk C:mk",
    ),
    Case(
        "(A * B).sum() / np.sqrt(np.trace(A.T @ A))",
        "A",
        lambda A, B: (A * B).sum() / np.linalg.norm(A),
        "A:mn B:mn",
    ),
    Case("torch.linalg.inv(A).trace()", "A", lambda A: np.trace(np.linalg.inv(A)), "A:nn"),
    Case("jnp.trace(jnp.linalg.matrix_power(A, 3))", "A", lambda A: np.trace(A @ A @ A), "A:nn"),
    # axes, broadcasting
    Case("X - X.mean(axis=0)", "X", lambda X: X - X.mean(axis=0), "X:nd", "jacobian"),
    Case(
        "np.sum(np.linalg.norm(X, axis=1))", "X", lambda X: np.linalg.norm(X, axis=1).sum(), "X:nd"
    ),
    Case(
        "np.sum(((X[:, None] - Y[None, :])**2))",
        "X",
        lambda X, Y: np.sum((X[:, None] - Y[None, :]) ** 2),
        "X:n Y:m",
        is_sure=False,
    ),
    Case(
        "np.exp(-(x[:, None] - y[None, :])**2).sum()",
        "x",
        lambda x, y: np.exp(-((x[:, None] - y[None, :]) ** 2)).sum(),
        "x:n y:m",
    ),
    Case("np.sum((X * w)**2)", "w", lambda X, w: np.sum((X * w) ** 2), "X:nd w:d"),
    Case(
        "np.sum((X * s[:, None])**2)", "s", lambda X, s: np.sum((X * s[:, None]) ** 2), "X:nd s:n"
    ),
    Case(
        "(P / P.sum(axis=1, keepdims=True)).max()",
        "P",
        lambda P: (P / P.sum(axis=1, keepdims=True)).max(),
        "P:nd",
        near=3,
    ),
    Case(
        "(x - x.mean()) / x.std()",
        "x",
        lambda x: (x - x.mean()) / x.std(),
        "x:n",
        "jacobian",
        is_sure=False,
    ),
    Case(
        "gamma * (x - np.mean(x)) / np.sqrt(np.var(x) + eps) + beta",
        "x",
        lambda gamma, x, eps, beta: gamma * (x - x.mean()) / np.sqrt(x.var() + eps) + beta,
        "gamma: x:n eps: beta:",
        "jacobian",
        near=1,
    ),
    Case(
        "np.log(np.sum(np.exp(X), axis=0)).sum()",
        "X",
        lambda X: np.log(np.exp(X).sum(axis=0)).sum(),
        "X:nd",
    ),
    Case(
        "scipy.special.logsumexp(X @ w) - w @ v",
        "w",
        lambda X, w, v: np.log(np.exp(X @ w).sum()) - w @ v,
        "X:nd w:d v:d",
    ),
    Case(
        "torch.logsumexp(X @ W, dim=1).mean()",
        "W",
        lambda X, W: np.log(np.exp(X @ W).sum(1)).mean(),
        "X:nd W:dk",
    ),
    Case("F.softmax(X @ W, dim=1)", "W", lambda X, W: softmax(X @ W), "X:nd W:dk", "jacobian"),
    Case(
        "probs = jax.nn.softmax(W @ x)\nloss = -jnp.sum(y * jnp.log(probs))",
        "W",
        lambda W, x, y: -np.sum(y * np.log(softmax(W @ x))),
        "W:mn x:n y:m",
    ),
    Case("np.clip(X @ w, 0, 1).sum()", "w", lambda X, w: np.clip(X @ w, 0, 1).sum(), "X:nd w:d"),
    Case(
        "np.where(r > 0, r, 0.1*r).sum()", "r", lambda r: np.where(r > 0, r, 0.1 * r).sum(), "r:n"
    ),
    # outer products, Kronecker, diagonals, einsum, shapes
    Case(
        "np.sum((A - np.outer(u, v))**2)",
        "u",
        lambda A, u, v: np.sum((A - np.outer(u, v)) ** 2),
        "A:mn u:m v:n",
    ),
    Case(
        "np.linalg.norm(np.kron(A, B))**2",
        "A",
        lambda A, B: np.sum(np.kron(A, B) ** 2),
        "A:mn B:dk",
    ),
    Case(
        "x @ np.diag(w) @ x + np.diag(A).sum()",
        "w",
        lambda x, w, A: x @ np.diag(w) @ x + np.trace(A),
        "x:n w:n A:dd",
    ),
    Case(
        "np.einsum('ij,jk,kl->il', A, B, C)",
        "B",
        lambda A, B, C: A @ B @ C,
        "A:mn B:nd C:dk",
        "jacobian",
    ),
    Case(
        "np.einsum('ni,ij,nj->', X, A, X)",
        "X",
        lambda X, A: np.einsum("ni,ij,nj->", X, A, X),
        "X:nd A:dd",
    ),
    Case(
        "np.einsum('ni,ij,nj->n', X, A, X).sum()",
        "A",
        lambda X, A: np.einsum("ni,ij,nj->", X, A, X),
        "X:nd A:dd",
    ),
    Case(
        "torch.einsum('bi,bj->ij', X, Y).pow(2).sum()",
        "X",
        lambda X, Y: np.sum((X.T @ Y) ** 2),
        "X:nd Y:nk",
    ),
    Case(
        "np.einsum('ij,ij,ij->', A, B, C)", "A", lambda A, B, C: np.sum(A * B * C), "A:mn B:mn C:mn"
    ),
    Case("np.sum(x[1:] * x[:-1])", "x", lambda x: np.sum(x[1:] * x[:-1]), "x:n"),
    Case("A.reshape(-1) @ b", "A", lambda A, b: A.reshape(-1) @ b, "A:mn b:p"),
    # several lines
    Case(
        """
import numpy as np

def loss(w):
    \"\"\"Ridge regression.\"\"\"
    r = X @ w - y  # residuals
    return 0.5 * r @ r + lam * np.sum(w**2)
""",
        "w",
        lambda X, w, y, lam: 0.5 * np.sum((X @ w - y) ** 2) + lam * w @ w,
        "X:nd w:d y:n lam:",
    ),
    Case(
        """
def sigmoid(z):
    return 1 / (1 + np.exp(-z))

def nll(w, X, y):
    p = sigmoid(X @ w)
    return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))
""",
        "w",
        lambda w, X, y: -np.mean(y * np.log(sigmoid(X @ w)) + (1 - y) * np.log(1 - sigmoid(X @ w))),
        "w:d X:nd y:n",
    ),
    Case(
        """
h = torch.relu(x @ W1.T + b1)
out = h @ W2.T + b2
loss = F.mse_loss(out, y)
loss.backward()
""",
        "W1",
        lambda x, W1, b1, W2, b2, y: np.mean((np.maximum(x @ W1.T + b1, 0) @ W2.T + b2 - y) ** 2),
        "x:n W1:mn b1:m W2:km b2:k y:k",
    ),
    Case(
        "n = X.shape[0]\nJ = (1/(2*n)) * np.sum((X.dot(theta) - y)**2)",
        "theta",
        lambda X, theta, y: np.sum((X @ theta - y) ** 2) / 10,
        "X:nd theta:d y:n",
    ),
    Case(
        """
Q = X @ Wq
K = X @ Wk
A = torch.softmax(Q @ K.T / math.sqrt(d_k), dim=-1)
(A @ X).sum()
""",
        "Wq",
        lambda X, Wq, Wk, d_k: (softmax(X @ Wq @ (X @ Wk).T / np.sqrt(d_k)) @ X).sum(),
        "X:nd Wq:dk Wk:dk d_k:",
        near=1,
    ),
    Case(
        "f = lambda x, A: x.T @ A @ x / (x.T @ x)",
        "x",
        lambda x, A: x @ A @ x / (x @ x),
        "x:n A:nn",
    ),
    Case(
        "loss = 0\nfor i in range(3):\n    loss += np.sum((A @ x)**2) / (i + 1)",
        "x",
        lambda A, x: np.sum((A @ x) ** 2) * (1 + 1 / 2 + 1 / 3),
        "A:mn x:n",
    ),
    Case(
        "C * np.sum(np.maximum(0, 1 - y * (X @ w + b))) + 0.5 * np.dot(w, w)",
        "b",
        lambda C, y, X, w, b: C * np.sum(np.maximum(0, 1 - y * (X @ w + b))) + 0.5 * w @ w,
        "C: y:n X:nd w:d b:",
        is_sure=False,
    ),
    Case(
        """
z = X @ W + b
logp = z - z.logsumexp(dim=1, keepdim=True)
loss = -(Y * logp).sum() / Y.shape[0]
""",
        "b",
        lambda X, W, b, Y: -np.sum(Y * np.log(softmax(X @ W + b))) / 5,
        "X:nd W:dk b:k Y:nk",
    ),
    Case(
        "jnp.sum(jnp.logaddexp(0, -y * jnp.dot(X, w))) + jnp.expm1(lam)",
        "w",
        lambda y, X, w, lam: np.sum(np.logaddexp(0, -y * (X @ w))) + np.expm1(lam),
        "y:n X:nd w:d lam:",
    ),
    Case(
        "torch.sum(torch.abs(A @ x - b)) + alpha * x.abs().max()",
        "x",
        lambda A, x, b, alpha: np.abs(A @ x - b).sum() + alpha * np.abs(x).max(),
        "A:mn x:n b:m alpha:",
    ),
    Case(
        "(1 - (u @ v) / (u.norm() * v.norm())).pow(2)",
        "u",
        lambda u, v: (1 - u @ v / np.linalg.norm(u) / np.linalg.norm(v)) ** 2,
        "u:n v:n",
    ),
    Case(
        "-0.5 * (x - mu).T @ np.linalg.inv(Sigma) @ (x - mu) - 0.5*np.linalg.slogdet(Sigma)[1]",
        "mu",
        lambda x, mu, Sigma: (
            -0.5 * (x - mu) @ np.linalg.inv(Sigma) @ (x - mu) - 0.5 * np.linalg.slogdet(Sigma)[1]
        ),
        "x:n mu:n Sigma:nn",
    ),
    Case("np.prod(x) * np.sum(1 / x)", "x", lambda x: np.prod(x) * np.sum(1 / x), "x:n", near=2),
    Case(
        "np.sum(np.sin(x) * np.cos(y)) ** 2",
        "x",
        lambda x, y: np.sum(np.sin(x) * np.cos(y)) ** 2,
        "x:n y:n",
    ),
    Case("np.tanh(W @ x + b)", "x", lambda W, x, b: np.tanh(W @ x + b), "W:mn x:n b:m", "jacobian"),
    Case("x / np.sqrt(np.sum(x**2))", "x", lambda x: x / np.linalg.norm(x), "x:n", "jacobian"),
    Case(
        "np.vstack([A @ x, B @ x]).sum()",
        "x",
        lambda A, x, B: (A @ x).sum() + (B @ x).sum(),
        "A:mn x:n B:mn",
    ),
    Case(
        "np.concatenate([A @ x, b])",
        "x",
        lambda A, x, b: np.concatenate([A @ x, b]),
        "A:mn x:n b:d",
        "jacobian",
    ),
    Case("special.expit(X @ w) @ y", "w", lambda X, w, y: sigmoid(X @ w) @ y, "X:nd w:d y:n"),
    Case(
        "np.sum(np.exp(-gamma * np.sum((X - x)**2, axis=1)))",
        "x",
        lambda gamma, X, x: np.sum(np.exp(-gamma * np.sum((X - x) ** 2, axis=1))),
        "gamma: X:nd x:d",
    ),
    Case(
        "np.sum((Y - X @ w)**2)",
        "w",
        lambda Y, X, w: np.sum((Y - X @ w) ** 2),
        "Y:n X:nd w:d",
        is_sure=False,
    ),
    Case(
        "np.sum((X / X.sum(axis=1))**2)",
        "X",
        lambda X: np.sum((X / X.sum(axis=1)) ** 2),
        "X:nn",
        is_sure=False,
        near=3,
    ),
    Case("np.linalg.norm(X @ Y, 2)", "X", lambda X, Y: np.linalg.norm(X @ Y, 2), "X:nd Y:dk"),
    Case("f = x @ A @ x\ng = b @ x", "x", lambda b, x: b @ x, "b:n x:n", is_sure=False),
    Case("np.exp(-x**2)", "x", lambda x: np.exp(-(x**2)), "x:", is_sure=False),
    Case(
        "w = np.zeros(3)\ndef f(w, lam=0.5):\n    return lam * np.sum(w**2)\nprint(f(w))",
        "w",
        lambda w: 0.5 * np.sum(w**2),
        "w:d",
    ),
    Case(
        "def f(params, x):\n    W, b = params\n    return jnp.sum(jnp.tanh(W @ x + b))",
        "W",
        lambda W, x, b: np.sum(np.tanh(W @ x + b)),
        "W:mn x:n b:m",
    ),
    Case("F.huber_loss(X @ w, y)", "w", lambda X, w, y: np.mean(huber(X @ w - y)), "X:nd w:d y:n"),
    Case(
        "F.cosine_similarity(x, y, dim=0)",
        "x",
        lambda x, y: x @ y / np.linalg.norm(x) / np.linalg.norm(y),
        "x:n y:n",
    ),
    Case(
        "np.array([x[0]**2, x[0]*x[1]])",
        "x",
        lambda x: np.array([x[0] ** 2, x[0] * x[1]]),
        "x:n",
        "jacobian",
    ),
]
