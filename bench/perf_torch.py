"""The derivatives of the speed comparison as a person writes them in PyTorch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bench.perf_networks import LAYERS
from matgrad.optional import load

torch: Any = load("torch")


def network(A: Any, B: Any, V: Any, W: Any, z: Any) -> Any:
    x = W @ z
    r = torch.relu(x)
    y = B @ (V @ r)
    back = (y * A[0]).mul_(2) @ B
    return A[0] @ (y * y), (torch.outer(back, r), torch.outer((x > 0) * (back @ V), z))


def rows(A: Any, B: Any, V: Any, W: Any, z: Any) -> Any:
    r = torch.relu(W @ z)
    return ((A * (2 * (B @ (V @ r)))) @ B)[:, :, None] * r


def sines(W2: Any, W1: Any, x: Any) -> Any:
    a = W1 @ x
    return (torch.sin(a).neg_() * (torch.sin(2 * (W2 @ torch.cos(a))) @ W2)) @ W1


def classifier(X: Any, W1: Any, W2: Any, Y: Any) -> Any:
    Z = torch.tanh(X @ W1)
    S = Z @ W2
    logs = torch.log_softmax(S, 1)
    G = torch.exp(logs) - Y
    back = (G @ W2.T).mul_(1 - Z * Z)
    value = torch.logsumexp(S, 1).sum() - (Y * S).sum()
    return value, (X.T @ back, Z.T @ G)


def deep(X: Any, W1: Any, W2: Any, W3: Any, Y: Any) -> Any:
    Z = torch.tanh(X @ W1)
    H = torch.tanh(Z @ W2)
    S = H @ W3
    G = torch.softmax(S, 1).sub_(Y)
    second = (G @ W3.T).mul_(1 - H * H)
    first = (second @ W2.T).mul_(1 - Z * Z)
    value = torch.logsumexp(S, 1).sum() - (Y * S).sum()
    return value, (X.T @ first, Z.T @ second, H.T @ G)


def logistic_gradient(y: Any, X: Any, w: Any) -> Any:
    return (-y * torch.sigmoid(-y * (X @ w))) @ X


def logistic_hessian(y: Any, X: Any, w: Any) -> Any:
    e = torch.exp(torch.abs(y * (X @ w)).mul_(-0.5))
    Z = (y * e / (1 + e * e))[:, None] * X
    return Z.T @ Z


def factors(T: Any, U: Any, V: Any) -> Any:
    by_U = torch.addmm(T @ V, U, V.T @ V, beta=-2, alpha=2)
    return by_U, torch.addmm(T.T @ U, V, U.T @ U, beta=-2, alpha=2)


def factor(T: Any, U: Any, V: Any) -> Any:
    return torch.addmm(T @ V, U, V.T @ V, beta=-2, alpha=2)


def blocks(T: Any, U: Any, V: Any) -> Any:
    m, k = U.shape
    H = U.new_zeros(m, k, m, k)
    H.diagonal(dim1=0, dim2=2).copy_((2 * (V.T @ V))[:, :, None])
    return H


def definite(S: Any, x: Any) -> Any:
    K = torch.cholesky_inverse(torch.linalg.cholesky(S))
    v = K @ x
    return K.addr_(v, v, alpha=-1)


def chain(y: Any, **matrices: Any) -> Any:
    for name in "DCBA":
        y = matrices[name] @ y
    return y


def chain_norm(x: Any, y: Any, **matrices: Any) -> Any:
    r = 2 * (chain(x, **matrices) - y)
    for name in "ABCD":
        r = r @ matrices[name]
    return r


def trace(A: Any, X: Any, B: Any, C: Any) -> Any:
    CA = C @ A
    return torch.addmm(CA.T @ (X @ B.T), CA, X @ B)


def product(A: Any, X: Any, B: Any, C: Any) -> Any:
    R = torch.addmm(C, A @ X, B, beta=-2, alpha=2)
    return A.T @ R @ B.T


def tall(A: Any, X: Any, B: Any, C: Any) -> Any:
    return torch.addmm(A.T @ C @ B.T, (A.T @ A) @ X, B @ B.T, beta=-2, alpha=2)


def relu_layers(**given: Any) -> Any:
    weights = [given[f"W{i}"] for i in range(1, LAYERS + 1)]
    x = h = given["x"]
    J = torch.eye(len(h), dtype=h.dtype)
    for k, W in enumerate(weights):
        a = W @ h
        J = (a > 0)[:, None] * (W @ J if k else J)
        h = torch.relu(a)
    p = torch.softmax(h, 0)
    Z = torch.sqrt(p)[:, None] * (J - p @ J)
    return (Z.T @ Z)[:, None, :, None] * torch.outer(x, x)[:, None, :]


def tanh_layers(X: Any, W1: Any, W2: Any, Y: Any) -> Any:
    Z = torch.tanh(X @ W1)
    U = torch.tanh(Z @ W2)
    P, Q, R = 1 - Z * Z, 1 - U * U, U - Y
    (m, d), k = X.shape, len(W2)
    M = (Q * (Q - 2 * U * R)) @ (W2[:, None] * W2).reshape(k * k, -1).T
    M = M.reshape(m, k, k).mul_(P[:, :, None]).mul_(P[:, None])
    M.diagonal(dim1=1, dim2=2).sub_(2 * Z * P * ((R * Q) @ W2.T))
    squares = (X[:, :, None] * X[:, None]).reshape(m, -1)
    H = (2 * squares).T @ M.reshape(m, -1)
    return H.reshape(d, d, k, k).permute(0, 2, 1, 3)


def sine_rows(A: Any, x: Any) -> Any:
    return torch.cos(A @ x)[:, None] * A


def softmax_rows(A: Any, x: Any) -> Any:
    p = torch.softmax(A @ x, 0)
    return (A - p @ A).mul_(p[:, None])


def process(X: Any, s: Any, l: Any, t: Any, y: Any) -> Any:  # noqa: E741
    q = (X * X).sum(1)
    D = torch.addmm(q, X, X.T, alpha=-2).add_(q[:, None])
    E = torch.exp(D * (-0.5 / l**2))
    K = E * s
    K.diagonal().add_(t)
    L = torch.linalg.cholesky(K)
    inverse = torch.cholesky_inverse(L)
    a = inverse @ y
    G = inverse.addr_(a, a, alpha=-1)
    trace = torch.trace(G)
    F = E.mul_(G)
    value = y @ a + 2 * torch.log(torch.diagonal(L)).sum()
    return value, (F.sum(), torch.dot(F.view(-1), D.view(-1)) * s / l**3, trace)


def inverse(X: Any, A: Any) -> Any:
    K = torch.linalg.inv(X)
    return (K @ A @ K).neg_().T


def along(X: Any, W1: Any, W2: Any, Y: Any, dW1: Any) -> Any:
    Z = torch.tanh(X @ W1)
    P = torch.softmax(Z @ W2, 1)
    D = 1 - Z * Z
    dZ = D * (X @ dW1)
    dS = dZ @ W2
    dP = P * (dS - (P * dS).sum(1, keepdim=True))
    back = (dP @ W2.T).mul_(D).sub_(((P - Y) @ W2.T).mul_(Z).mul_(dZ), alpha=2)
    return X.T @ back


def dyad(u: Any, v: Any, X: Any, w: Any) -> Any:
    return torch.outer((2 * (v @ (X @ w)) * (u @ u)) * v, w)


HAND: Mapping[str, Callable[..., Any]] = {
    "1": network, "1J": rows, "2": sines, "3": classifier, "3d": deep, "4g": logistic_gradient,
    "4H": logistic_hessian, "5g": factors, "5gU": factor, "5H": blocks, "6": lambda A, x: A + A.T,
    "7": definite, "8": chain, "8n": chain_norm, "8r": chain, "9": trace, "10": product,
    "10T": tall, "11": relu_layers, "11b": tanh_layers, "12s": sine_rows, "12m": softmax_rows,
    "13": process, "14": inverse, "15": along, "16": dyad,
}  # fmt: skip
