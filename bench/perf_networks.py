"""Networks and a Gaussian process of the speed comparison, and their derivatives by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.linalg
from scipy import special

LAYERS = 10
RELU = "; ".join(
    [
        "h1 = relu(W1*x)",
        *(f"h{i} = relu(W{i}*h{i - 1})" for i in range(2, LAYERS + 1)),
        f"logsumexp(h{LAYERS}) - y'*h{LAYERS}",
    ]
)
RELU_SHAPES = {
    **{f"W{i}": ("n", "n") for i in range(1, LAYERS + 1)},
    "x": ("n",),
    "y": ("n",),
}
TANH = "sum(square(tanh(tanh(X*W1)*W2) - Y))"
CLASSIFIER = "sum(logsumexp_rows(tanh(X*W1)*W2)) - sum(Y.*(tanh(X*W1)*W2))"
DEEP = "H = tanh(tanh(X*W1)*W2); S = H*W3; sum(logsumexp_rows(S)) - sum(Y.*S)"
PROCESS = (
    "q = diag(X*X'); D = q*ones(n)' + ones(n)*q' - 2*X*X';"
    " K = s*exp(-D/(2*l^2)) + t*eye(n); y'*inv(K)*y + logdet(K)"
)


def relu_layers(jnp: Any) -> Callable[..., Any]:
    def f(*given: Any) -> Any:
        *weights, x, y = given
        for W in weights:
            x = jnp.maximum(W @ x, 0)
        return jnp.log(jnp.sum(jnp.exp(x))) - y @ x

    return f


def relu_layers_hand(**given: Any) -> Any:
    weights = [given[f"W{i}"] for i in range(1, LAYERS + 1)]
    h = given["x"]
    J = np.eye(len(h))
    for k, W in enumerate(weights):
        a = W @ h
        J = (a > 0)[:, None] * (W @ J if k else J)
        h = np.maximum(a, 0)
    p = special.softmax(h)
    Z = np.sqrt(p)[:, None] * (J - p @ J)
    return np.einsum("ik,jl->ijkl", Z.T @ Z, np.outer(given["x"], given["x"]))


def tanh_layers(jnp: Any) -> Callable[..., Any]:
    return lambda X, W1, W2, Y: jnp.sum((jnp.tanh(jnp.tanh(X @ W1) @ W2) - Y) ** 2)


def tanh_layers_hand(X: Any, W1: Any, W2: Any, Y: Any) -> Any:
    Z = np.tanh(X @ W1)
    U = np.tanh(Z @ W2)
    P, Q, R = 1 - Z * Z, 1 - U * U, U - Y
    G = (R * Q) @ W2.T
    M = np.tensordot(Q * (Q - 2 * U * R), W2[:, None, :] * W2[None, :, :], ([1], [2]))
    M *= P[:, :, None] * P[:, None, :]
    a = np.arange(Z.shape[1])
    M[:, a, a] -= 2 * Z * P * G
    squares = X[:, :, None] * X[:, None, :]
    d, k = W1.shape
    H = squares.reshape(len(X), -1).T @ M.reshape(len(X), -1)
    return 2 * H.reshape(d, d, k, k).transpose(0, 2, 1, 3)


def classifier(jnp: Any) -> Callable[..., Any]:
    def f(X: Any, W1: Any, W2: Any, Y: Any) -> Any:
        S = jnp.tanh(X @ W1) @ W2
        return jnp.sum(jnp.log(jnp.sum(jnp.exp(S), 1))) - jnp.sum(Y * S)

    return f


def _softmax(S: Any) -> tuple[Any, Any]:
    top = S.max(1, keepdims=True)
    E = np.exp(S - top)
    total = E.sum(1, keepdims=True)
    return E / total, (np.log(total) + top)[:, 0]


def classifier_hand(X: Any, W1: Any, W2: Any, Y: Any) -> Any:
    Z = np.tanh(X @ W1)
    S = Z @ W2
    P, logs = _softmax(S)
    G = P - Y
    back = (G @ W2.T) * (1 - Z * Z)
    return logs.sum() - np.vdot(Y, S), (X.T @ back, Z.T @ G)


def deep(jnp: Any) -> Callable[..., Any]:
    def f(X: Any, W1: Any, W2: Any, W3: Any, Y: Any) -> Any:
        S = jnp.tanh(jnp.tanh(X @ W1) @ W2) @ W3
        return jnp.sum(jnp.log(jnp.sum(jnp.exp(S), 1))) - jnp.sum(Y * S)

    return f


def deep_hand(X: Any, W1: Any, W2: Any, W3: Any, Y: Any) -> Any:
    Z = np.tanh(X @ W1)
    H = np.tanh(Z @ W2)
    S = H @ W3
    P, logs = _softmax(S)
    G = P - Y
    second = (G @ W3.T) * (1 - H * H)
    first = (second @ W2.T) * (1 - Z * Z)
    return logs.sum() - np.vdot(Y, S), (X.T @ first, Z.T @ second, H.T @ G)


def product_hand(X: Any, W1: Any, W2: Any, Y: Any, dW1: Any) -> Any:
    """The Hessian of the classifier by W1, times dW1."""
    Z = np.tanh(X @ W1)
    P, _ = _softmax(Z @ W2)
    D = 1 - Z * Z
    dZ = D * (X @ dW1)
    dS = dZ @ W2
    dP = P * (dS - (P * dS).sum(1, keepdims=True))
    return X.T @ ((dP @ W2.T) * D - 2 * ((P - Y) @ W2.T) * Z * dZ)


def process(jnp: Any) -> Callable[..., Any]:
    def f(X: Any, s: Any, l: Any, t: Any, y: Any) -> Any:  # noqa: E741
        q = jnp.sum(X * X, 1)
        D = q[:, None] + q[None, :] - 2 * X @ X.T
        K = s * jnp.exp(-D / (2 * l**2)) + t * jnp.eye(len(y))
        return y @ jnp.linalg.solve(K, y) + jnp.linalg.slogdet(K)[1]

    return f


def inverse_by(L: Any) -> Any:
    """The inverse of L Lᵀ."""
    lapack: Any = scipy.linalg.lapack
    U = lapack.dpotri(L.T, lower=False)[0]
    return U + np.triu(U, 1).T


def process_hand(X: Any, s: Any, l: Any, t: Any, y: Any) -> Any:  # noqa: E741
    q = np.sum(X * X, 1)
    D = q[:, None] + q[None, :] - 2 * X @ X.T
    E = np.exp(-D / (2 * l * l))
    K = s * E
    K[np.diag_indices_from(K)] += t
    L = np.linalg.cholesky(K)
    inverse = inverse_by(L)
    a = inverse @ y
    G = inverse - np.outer(a, a)
    F = G * E
    value = y @ a + 2 * np.log(np.diagonal(L)).sum()
    return value, (F.sum(), np.vdot(F, D) * s / l**3, np.trace(G))
