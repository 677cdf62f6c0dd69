"""The workloads of the speed comparison: what a user writes, and what a person writes by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy import special

from bench import perf_networks as nets

Shapes = Mapping[str, tuple[str | int, ...]]


@dataclass(frozen=True)
class Workload:
    """A function with sizes, for matgrad and for JAX, and its derivative as hand-written NumPy.

    `goals` are ratios to jax.jit at the small and the large size; `fixed` are inputs that stay the
    same in the last column, and `definite` parts that are known to be positive definite.
    """

    kind: str
    text: str
    wrt: str
    shapes: Shapes
    jax: Callable[[Any], Callable[..., Any]]
    hand: Callable[..., Any]
    sizes: Mapping[str, Mapping[str, int]]
    goals: tuple[float, float]
    assume: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    fixed: tuple[str, ...] = ()
    definite: tuple[str, ...] = ()

    def told(self, sizes: Mapping[str, int]) -> dict[str, int]:
        """Those of the sizes that its arrays have."""
        named = {size for shape in self.shapes.values() for size in shape}
        return {name: size for name, size in sizes.items() if name in named}


def square_sizes(small: int, large: int) -> dict[str, dict[str, int]]:
    """Every size the same."""
    return {"S": dict.fromkeys("klmnd", small), "L": dict.fromkeys("klmnd", large)}


def network(jnp: Any) -> Callable[..., Any]:
    return lambda A, B, V, W, z: jnp.sum(A @ (B @ V @ jnp.maximum(W @ z, 0)) ** 2)


def network_hand(A: Any, B: Any, V: Any, W: Any, z: Any) -> Any:
    x = W @ z
    r = np.maximum(x, 0)
    y = B @ (V @ r)
    back = B.T @ (y * A[0])
    return A[0] @ (y * y), (np.outer(2 * back, r), np.outer(2 * ((x > 0) * (V.T @ back)), z))


def rows_hand(A: Any, B: Any, V: Any, W: Any, z: Any) -> Any:
    r = np.maximum(W @ z, 0)
    return np.einsum("pm,k->pmk", (A * (2 * (B @ (V @ r)))) @ B, r)


def sines_hand(W2: Any, W1: Any, x: Any) -> Any:
    a = W1 @ x
    return W1.T @ (-np.sin(a) * (W2.T @ np.sin(2 * (W2 @ np.cos(a)))))


def margins(X: Any, y: Any, w: Any) -> Any:
    return y * (X @ w)


def logistic_hessian(y: Any, X: Any, w: Any) -> Any:
    e = np.exp(-np.abs(margins(X, y, w)) / 2)
    Z = (y * e / (1 + e * e))[:, None] * X
    return Z.T @ Z


def definite_hand(S: Any, x: Any) -> Any:
    K = nets.inverse_by(np.linalg.cholesky(S))
    v = K @ x
    return K - np.outer(v, v)


def blocks_hand(T: Any, U: Any, V: Any) -> Any:
    m, k = U.shape
    H = np.zeros((m, k, m, k))
    i = np.arange(m)
    H[i, :, i, :] = 2 * (V.T @ V)
    return H


def inverse_hand(X: Any, A: Any) -> Any:
    K = np.linalg.inv(X)
    return -(K @ A @ K).T


def softmax_hand(A: Any, x: Any) -> Any:
    p = special.softmax(A @ x)
    return p[:, None] * (A - p @ A)


def trace_hand(A: Any, X: Any, B: Any, C: Any) -> Any:
    CA = C @ A
    return CA.T @ (X @ B.T) + CA @ (X @ B)


CHAIN = dict.fromkeys("ABCD", ("n", "n"))
FACTORS: Shapes = {"T": ("m", "n"), "U": ("m", "k"), "V": ("n", "k")}
LOGISTIC: Shapes = {"y": ("m",), "X": ("m", "n"), "w": ("n",)}
NETWORK: Shapes = {"A": (1, "l"), "B": ("l", "m"), "V": ("m", "k"), "W": ("k", "d"), "z": ("d",)}
CLASSES: Shapes = {"X": ("m", "d"), "W1": ("d", "k"), "W2": ("k", "n"), "Y": ("m", "n")}
LOSS = "sum(log(1 + exp(-y.*(X*w))))"
DISTANCE = "normF(T - U*V')^2"
PRODUCT: Shapes = {"A": ("m", "n"), "X": ("n", "k"), "B": ("k", "l"), "C": ("m", "l")}


def logistic(jnp: Any) -> Callable[..., Any]:
    return lambda y, X, w: jnp.sum(jnp.log1p(jnp.exp(-y * (X @ w))))


def distance(jnp: Any) -> Callable[..., Any]:
    return lambda T, U, V: jnp.sum((T - U @ V.T) ** 2)


def product(jnp: Any) -> Callable[..., Any]:
    return lambda A, X, B, C: jnp.sum((A @ X @ B - C) ** 2)


def product_hand(A: Any, X: Any, B: Any, C: Any) -> Any:
    return 2 * (A.T @ (A @ X @ B - C) @ B.T)


def tall_hand(A: Any, X: Any, B: Any, C: Any) -> Any:
    return 2 * ((A.T @ A) @ X @ (B @ B.T) - A.T @ C @ B.T)


WORKLOADS: dict[str, Workload] = {
    "1": Workload("value_and_grad", "A*square(B*V*relu(W*z))", "V,W", NETWORK,
        network, network_hand, square_sizes(64, 1000), (0.08, 0.035)),
    "1J": Workload("jacobian", "A*square(B*V*relu(W*z))", "V", {**NETWORK, "A": ("p", "l")},
        lambda jnp: lambda A, B, V, W, z: A @ (B @ V @ jnp.maximum(W @ z, 0)) ** 2,
        rows_hand,
        {"S": {**dict.fromkeys("lmkd", 32), "p": 8}, "L": {**dict.fromkeys("lmkd", 200), "p": 50}},
        (0.10, 0.08)),
    "2": Workload("gradient", "norm2(sin(W2*cos(W1*x)))^2", "x",
        {"W2": ("k", "m"), "W1": ("m", "n"), "x": ("n",)},
        lambda jnp: lambda W2, W1, x: jnp.sum(jnp.sin(W2 @ jnp.cos(W1 @ x)) ** 2),
        sines_hand, square_sizes(64, 2000), (0.10, 0.80)),
    "3": Workload("value_and_grad", nets.CLASSIFIER, "W1,W2", CLASSES, nets.classifier,
        nets.classifier_hand, {"S": {"m": 32, "d": 16, "k": 32, "n": 10},
                               "L": {"m": 256, "d": 784, "k": 128, "n": 10}}, (0.15, 0.60)),
    "3d": Workload("value_and_grad", nets.DEEP, "W1,W2,W3",
        {"X": ("m", "d"), "W1": ("d", "k"), "W2": ("k", "k"), "W3": ("k", "n"), "Y": ("m", "n")},
        nets.deep, nets.deep_hand, {"S": {"m": 32, "d": 16, "k": 32, "n": 10},
                                    "L": {"m": 256, "d": 784, "k": 512, "n": 10}}, (0.15, 0.54)),
    "4g": Workload("gradient", LOSS, "w", LOGISTIC, logistic,
        lambda y, X, w: -(X.T @ (y * special.expit(-margins(X, y, w)))),
        {"S": {"m": 100, "n": 20}, "L": {"m": 10000, "n": 200}}, (0.07, 0.39)),
    "4H": Workload("hessian", LOSS, "w", LOGISTIC, logistic, logistic_hessian,
        {"S": {"m": 100, "n": 20}, "L": {"m": 10000, "n": 200}}, (0.15, 0.22)),
    "5g": Workload("gradient", DISTANCE, "U,V", FACTORS, distance,
        lambda T, U, V: (2 * (U @ (V.T @ V) - T @ V), 2 * (V @ (U.T @ U) - T.T @ U)),
        {"S": {"m": 60, "n": 60, "k": 5}, "L": {"m": 1500, "n": 1000, "k": 20}}, (0.10, 0.42)),
    "5gU": Workload("gradient", DISTANCE, "U", FACTORS, distance,
        lambda T, U, V: 2 * (U @ (V.T @ V) - T @ V),
        {"S": {"m": 60, "n": 60, "k": 5}, "L": {"m": 1500, "n": 1000, "k": 20}}, (0.10, 0.31),
        fixed=("T", "V")),
    "5H": Workload("hessian", DISTANCE, "U", FACTORS, distance, blocks_hand,
        {"S": {"m": 20, "n": 20, "k": 5}, "L": {"m": 200, "n": 200, "k": 10}}, (0.038, 0.005)),
    "6": Workload("hessian", "x'*A*x", "x", {"A": ("n", "n"), "x": ("n",)},
        lambda jnp: lambda A, x: x @ A @ x, lambda A, x: A + A.T,
        square_sizes(64, 1000), (0.06, 0.02)),
    "7": Workload("gradient", "logdet(S) + x'*inv(S)*x", "S", {"S": ("n", "n"), "x": ("n",)},
        lambda jnp: lambda S, x: jnp.linalg.slogdet(S)[1] + x @ jnp.linalg.solve(S, x),
        definite_hand, square_sizes(64, 800), (0.30, 0.30), assume={"S": ["positive_definite"]}),
    "8": Workload("gradient", "x'*A*B*C*D*y", "x", {**CHAIN, "x": ("n",), "y": ("n",)},
        lambda jnp: lambda A, B, C, D, x, y: x @ A @ B @ C @ D @ y,
        lambda A, B, C, D, x, y: A @ (B @ (C @ (D @ y))), square_sizes(64, 1000), (0.15, 0.9)),
    "8n": Workload("gradient", "norm2(A*B*C*D*x - y)^2", "x", {**CHAIN, "x": ("n",), "y": ("n",)},
        lambda jnp: lambda A, B, C, D, x, y: jnp.sum((A @ B @ C @ D @ x - y) ** 2),
        lambda A, B, C, D, x, y: 2 * (
            D.T @ (C.T @ (B.T @ (A.T @ (A @ (B @ (C @ (D @ x))) - y))))),
        square_sizes(64, 1000), (0.15, 0.027)),
    "8r": Workload("gradient", "x'*(A*B*C*D*y)", "x", {**CHAIN, "x": ("n",), "y": ("n",)},
        lambda jnp: lambda A, B, C, D, x, y: x @ (A @ B @ C @ D @ y),
        lambda A, B, C, D, x, y: A @ (B @ (C @ (D @ y))), square_sizes(64, 1000), (0.15, 0.014)),
    "9": Workload("gradient", "tr(A*X*B*X'*C)", "X", dict.fromkeys("AXBC", ("n", "n")),
        lambda jnp: lambda A, X, B, C: jnp.trace(A @ X @ B @ X.T @ C), trace_hand,
        square_sizes(64, 500), (0.32, 0.42), fixed=("A", "B", "C")),
    "10": Workload("gradient", "normF(A*X*B - C)^2", "X", PRODUCT, product, product_hand,
        square_sizes(64, 500), (0.42, 0.54), fixed=("A", "B", "C")),
    "10T": Workload("gradient", "normF(A*X*B - C)^2", "X", PRODUCT, product, tall_hand,
        {"S": {"m": 64, "n": 16, "k": 16, "l": 64},
         "L": {"m": 2000, "n": 100, "k": 100, "l": 2000}},
        (0.42, 0.28), fixed=("A", "B", "C")),
    "11": Workload("hessian", nets.RELU, "W1", nets.RELU_SHAPES, nets.relu_layers,
        nets.relu_layers_hand, {"S": {"n": 8}, "L": {"n": 50}}, (0.08, 0.18)),
    "11b": Workload("hessian", nets.TANH, "W1",
        {"X": ("m", "d"), "W1": ("d", "k"), "W2": ("k", "n"), "Y": ("m", "n")},
        nets.tanh_layers, nets.tanh_layers_hand,
        {"S": {"m": 32, "d": 5, "k": 4, "n": 3}, "L": {"m": 256, "d": 20, "k": 16, "n": 10}},
        (0.10, 0.034)),
    "12s": Workload("jacobian", "sin(A*x)", "x", {"A": ("n", "n"), "x": ("n",)},
        lambda jnp: lambda A, x: jnp.sin(A @ x), lambda A, x: np.cos(A @ x)[:, None] * A,
        square_sizes(64, 1000), (0.06, 0.017)),
    "12m": Workload("jacobian", "softmax(A*x)", "x", {"A": ("n", "n"), "x": ("n",)},
        lambda jnp: lambda A, x: jnp.exp(A @ x) / jnp.sum(jnp.exp(A @ x)), softmax_hand,
        square_sizes(64, 1000), (0.08, 0.03)),
    "13": Workload("value_and_grad", nets.PROCESS, "s,l,t",
        {"X": ("n", "d"), "s": (), "l": (), "t": (), "y": ("n",)}, nets.process, nets.process_hand,
        {"S": {"n": 64, "d": 5}, "L": {"n": 800, "d": 5}}, (0.35, 0.20),
        fixed=("X", "y"), definite=("K",)),
    "14": Workload("gradient", "tr(inv(X)*A)", "X", {"X": ("n", "n"), "A": ("n", "n")},
        lambda jnp: lambda X, A: jnp.trace(jnp.linalg.inv(X) @ A), inverse_hand,
        square_sizes(64, 600), (0.35, 0.36)),
    "15": Workload("product", nets.CLASSIFIER, "W1", CLASSES, nets.classifier,
        nets.product_hand, {"S": {"m": 32, "d": 16, "k": 32, "n": 10},
                            "L": {"m": 256, "d": 784, "k": 128, "n": 10}}, (0.20, 0.74)),
    "16": Workload("gradient", "norm2(u*v'*X*w)^2", "X",
        {"u": ("n",), "v": ("n",), "X": ("n", "n"), "w": ("n",)},
        lambda jnp: lambda u, v, X, w: jnp.sum((jnp.outer(u, v) @ X @ w) ** 2),
        lambda u, v, X, w: np.outer((2 * (v @ (X @ w)) * (u @ u)) * v, w),
        square_sizes(64, 800), (0.04, 0.010)),
}  # fmt: skip


# What NumPy written by hand reached beside jax.jit on the machine on which the goals were set.
PUBLISHED = {
    "1": (0.35, 0.046), "1J": (0.58, 0.17), "2": (0.47, 1.18), "3": (0.70, 0.70),
    "3d": (0.70, 0.67), "4g": (0.25, 0.76), "4H": (0.43, 0.25), "5g": (0.32, 0.66),
    "5gU": (0.27, 0.55), "5H": (0.038, 0.0051), "6": (0.11, 0.023), "7": (0.44, 0.43),
    "8": (0.29, 1.19), "8n": (0.34, 0.027), "8r": (0.15, 0.018), "9": (0.40, 0.53),
    "10": (0.56, 0.63), "10T": (0.56, 0.30), "11": (1.41, 0.32), "11b": (1.22, 0.04),
    "12s": (0.23, 0.039), "12m": (0.40, 0.06), "13": (0.52, 0.23), "14": (0.51, 0.61),
    "15": (0.99, 0.85), "16": (0.16, 0.016),
}  # fmt: skip


def arrays(work: Workload, sizes: Mapping[str, int]) -> dict[str, Any]:
    """Random inputs; square matrices are well conditioned, definite ones definite."""
    rng = np.random.default_rng(0)
    found: dict[str, Any] = {}
    for name, shape in work.shapes.items():
        lengths = [sizes[size] if isinstance(size, str) else size for size in shape]
        if not lengths:
            found[name] = 0.5 + rng.random()
            continue
        array = rng.normal(size=lengths) / np.sqrt(max(lengths[-1], 1))
        if "relu(W2" in work.text:
            array = array * np.sqrt(2)  # so that ten layers do not fade
        if name in work.assume:
            array = array @ array.T + np.eye(len(array))
        elif len(lengths) == 2 and lengths[0] == lengths[1] and "inv(X" in work.text:
            array = array + 2 * np.eye(len(array))
        found[name] = array
    if work.kind == "product":
        found[f"d{work.wrt}"] = rng.normal(size=found[work.wrt].shape)
    return found
