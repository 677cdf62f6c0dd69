"""The workloads that are measured on a GPU: what a user writes, and the closed form by hand in JAX.

Needs JAX only, so that it runs on a machine where little else is installed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

from matgrad.optional import load

Shapes = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Workload:
    """A function for matgrad and for JAX, and its derivative as a person writes it in JAX.

    `sizes` are those measured, by label, each with the ratio to jax.jit that a hand-written form
    reached on an H200 in single precision; `quick` are small ones, to try the program.
    """

    kind: str
    text: str
    wrt: str
    shapes: Shapes
    jax: Callable[..., Any]
    hand: Callable[..., Any]
    sizes: Mapping[str, tuple[Mapping[str, int], float]]
    quick: Mapping[str, int]


# ---------------------------------------------------------------- 3: a classifier


def classifier_text(layers: int) -> str:
    """Softmax cross-entropy of a network without biases, samples in rows."""
    scores = "X"
    for i in range(1, layers + 1):
        scores = f"{scores}*W{i}" if i == layers else f"tanh({scores}*W{i})"
    return f"sum(logsumexp_rows({scores})) - sum(Y.*({scores}))"


def classifier(X: Any, *rest: Any) -> Any:
    jax, jnp = load("jax"), load("jax.numpy")
    *weights, Y = rest
    for W in weights[:-1]:
        X = jnp.tanh(X @ W)
    scores = X @ weights[-1]
    return jnp.sum(jax.nn.logsumexp(scores, -1)) - jnp.sum(Y * scores)


def classifier_hand(X: Any, *rest: Any) -> Any:
    jax, jnp = load("jax"), load("jax.numpy")
    *weights, Y = rest
    before = [X]
    for W in weights[:-1]:
        before.append(jnp.tanh(before[-1] @ W))
    scores = before[-1] @ weights[-1]
    value = jnp.sum(jax.nn.logsumexp(scores, -1)) - jnp.sum(Y * scores)
    G = jax.nn.softmax(scores, -1) - Y
    found: list[Any] = []
    for Z, W in zip(before[::-1], weights[::-1], strict=True):
        found.append(Z.T @ G)
        G = (G @ W.T) * (1 - Z * Z)
    return value, tuple(found[::-1])


# ---------------------------------------------------------------- 4: logistic regression


def logistic(y: Any, X: Any, w: Any) -> Any:
    jnp = load("jax.numpy")
    return jnp.sum(jnp.log1p(jnp.exp(-y * (X @ w))))


def logistic_gradient(y: Any, X: Any, w: Any) -> Any:
    return -(y * load("jax").nn.sigmoid(-y * (X @ w))) @ X


def logistic_hessian(y: Any, X: Any, w: Any) -> Any:
    jnp = load("jax.numpy")
    e = jnp.exp(-jnp.abs(y * (X @ w)) / 2)
    Z = (y * e / (1 + e * e))[:, None] * X
    return Z.T @ Z


# ---------------------------------------------------------------- 5 and 10: products of matrices


def distance(T: Any, U: Any, V: Any) -> Any:
    return load("jax.numpy").sum((T - U @ V.T) ** 2)


def distance_both(T: Any, U: Any, V: Any) -> Any:
    return 2 * (U @ (V.T @ V) - T @ V), 2 * (V @ (U.T @ U) - T.T @ U)


def distance_blocks(T: Any, U: Any, V: Any) -> Any:
    jnp = load("jax.numpy")
    return jnp.einsum("ij,ab->iajb", jnp.eye(U.shape[0], dtype=U.dtype), 2 * (V.T @ V))


def product(A: Any, X: Any, B: Any, C: Any) -> Any:
    return load("jax.numpy").sum((A @ X @ B - C) ** 2)


# ---------------------------------------------------------------- 11: Hessians of networks


DEEP = 10


def deep_text() -> str:
    """Cross-entropy of ten square layers with ReLU, one input."""
    scores = "x"
    for i in range(1, DEEP + 1):
        scores = f"W{i}*{scores}" if i == DEEP else f"relu(W{i}*{scores})"
    return f"logsumexp({scores}) - y'*({scores})"


def deep(x: Any, y: Any, *weights: Any) -> Any:
    jax, jnp = load("jax"), load("jax.numpy")
    for W in weights[:-1]:
        x = jnp.maximum(W @ x, 0)
    scores = weights[-1] @ x
    return jax.nn.logsumexp(scores) - y @ scores


def deep_hand(x: Any, y: Any, *weights: Any) -> Any:
    """M ⊗ xx' with M = J'(Diag p − pp')J."""
    jax, jnp = load("jax"), load("jax.numpy")
    z, masks = x, list[Any]()
    for W in weights[:-1]:
        a = W @ z
        z = jnp.maximum(a, 0)
        masks.append(a > 0)
    p = jax.nn.softmax(weights[-1] @ z)
    J = weights[-1] * masks[-1]
    for W, mask in zip(weights[-2:0:-1], masks[-2::-1], strict=True):
        J = (J @ W) * mask
    Z = jnp.sqrt(p)[:, None] * (J - p @ J)
    return jnp.einsum("ab,ij->aibj", Z.T @ Z, jnp.outer(x, x))


def batch_hand(X: Any, W1: Any, W2: Any, Y: Any) -> Any:
    """The sum over samples of M_s ⊗ x_s x_s' as one product."""
    jax, jnp = load("jax"), load("jax.numpy")
    m, d = X.shape
    k = W1.shape[1]
    Z = jnp.tanh(X @ W1)
    slope = 1 - Z * Z
    P = jax.nn.softmax(Z @ W2, -1)
    back = (P - Y) @ W2.T
    J = W2.T[None, :, :] * slope[:, None, :]  # of each sample: scores by the first layer
    centred = J - jnp.einsum("sn,snk->sk", P, J)[:, None, :]
    M = jnp.einsum("snk,snl->skl", J * P[:, :, None], centred)
    M += jnp.eye(k, dtype=X.dtype) * (-2 * Z * slope * back)[:, None, :]
    pairs = (X[:, :, None] * X[:, None, :]).reshape(m, d * d)
    return (pairs.T @ M.reshape(m, k * k)).reshape(d, d, k, k).transpose(0, 2, 1, 3)


# ---------------------------------------------------------------- the list

LOGISTIC: Shapes = {"y": ("m",), "X": ("m", "n"), "w": ("n",)}
FACTORS: Shapes = {"T": ("m", "n"), "U": ("m", "k"), "V": ("n", "k")}
PRODUCT: Shapes = {"A": ("m", "n"), "X": ("n", "k"), "B": ("k", "l"), "C": ("m", "l")}
TWO: Shapes = {"X": ("m", "d"), "W1": ("d", "k"), "W2": ("k", "n"), "Y": ("m", "n")}
THREE: Shapes = {
    "X": ("m", "d"), "W1": ("d", "k"), "W2": ("k", "l"), "W3": ("l", "n"), "Y": ("m", "n"),
}  # fmt: skip
LAYERS: Shapes = {"x": ("n",), "y": ("n",)} | {f"W{i}": ("n", "n") for i in range(1, DEEP + 1)}
LOSS, DISTANCE = "sum(log(1 + exp(-y.*(X*w))))", "normF(T - U*V')^2"


def _square(names: str, n: int) -> dict[str, int]:
    return dict.fromkeys(names, n)


def _classes(m: int, d: int, k: int, n: int) -> dict[str, int]:
    return {"m": m, "d": d, "k": k, "n": n}


WORKLOADS: dict[str, Workload] = {
    "4H": Workload("hessian", LOSS, "w", LOGISTIC, logistic, logistic_hessian,
        {"10000x200": ({"m": 10000, "n": 200}, 0.75),
         "1000000x256": ({"m": 10**6, "n": 256}, 0.44)},
        {"m": 50, "n": 7}),
    "5g": Workload("gradient", DISTANCE, "U,V", FACTORS, distance, distance_both,
        {"1500x1000 k20": ({"m": 1500, "n": 1000, "k": 20}, 1.2),
         "16000x10000 k50": ({"m": 16000, "n": 10000, "k": 50}, 0.51)}, {"m": 9, "n": 8, "k": 3}),
    "5gU": Workload("gradient", DISTANCE, "U", FACTORS, distance,
        lambda T, U, V: 2 * (U @ (V.T @ V) - T @ V),
        {"16000x10000 k50": ({"m": 16000, "n": 10000, "k": 50}, 0.33)}, {"m": 9, "n": 8, "k": 3}),
    "5H": Workload("hessian", DISTANCE, "U", FACTORS, distance, distance_blocks,
        {"200x200 k10": ({"m": 200, "n": 200, "k": 10}, 0.13),
         "400x400 k10": ({"m": 400, "n": 400, "k": 10}, 0.023)}, {"m": 6, "n": 5, "k": 2}),
    "10T": Workload("gradient", "normF(A*X*B - C)^2", "X", PRODUCT, product,
        lambda A, X, B, C: 2 * ((A.T @ A) @ X @ (B @ B.T) - A.T @ (C @ B.T)),
        {"10000x200": ({"m": 10000, "n": 200, "k": 200, "l": 10000}, 0.48)},
        {"m": 20, "n": 4, "k": 3, "l": 20}),
    "11": Workload("hessian", deep_text(), "W1", LAYERS, deep, deep_hand,
        {"n=50": ({"n": 50}, 0.48), "n=80": ({"n": 80}, 0.55)}, {"n": 5}),
    "11b": Workload("hessian", classifier_text(2), "W1", TWO, classifier, batch_hand,
        {"b256 20-16-10": (_classes(256, 20, 16, 10), 0.98),
         "b1024 40-32-10": (_classes(1024, 40, 32, 10), 0.17)}, _classes(9, 4, 3, 2)),
    "3": Workload("value_and_grad", classifier_text(2), "W1,W2", TWO, classifier, classifier_hand,
        {"784-128-10 b256": (_classes(256, 784, 128, 10), 1.03)}, _classes(9, 4, 3, 2)),
    "3deep": Workload("value_and_grad", classifier_text(3), "W1,W2,W3", THREE, classifier,
        classifier_hand,
        {"784-2048-2048-10 b4096": ({**_classes(4096, 784, 2048, 10), "l": 2048}, 0.99)},
        {**_classes(9, 4, 3, 2), "l": 3}),
    "4g": Workload("gradient", LOSS, "w", LOGISTIC, logistic, logistic_gradient,
        {"10000x200": ({"m": 10000, "n": 200}, 1.17), "1000000x256": ({"m": 10**6, "n": 256}, 1.0)},
        {"m": 50, "n": 7}),
    "10": Workload("gradient", "normF(A*X*B - C)^2", "X", PRODUCT, product,
        lambda A, X, B, C: 2 * (A.T @ (A @ X @ B - C) @ B.T),
        {"500": (_square("mnkl", 500), 1.0), "4096": (_square("mnkl", 4096), 1.0)},
        _square("mnkl", 6)),
}  # fmt: skip


def arrays(work: Workload, sizes: Mapping[str, int], dtype: str) -> dict[str, Any]:
    """Random inputs made on the device; signs for y where they stand for classes."""
    jax, jnp = load("jax"), load("jax.numpy")
    found: dict[str, Any] = {}
    for i, (name, shape) in enumerate(work.shapes.items()):
        lengths = tuple(sizes[size] for size in shape)
        array = jax.random.normal(jax.random.key(i), lengths, dtype)
        if name in ("y", "Y"):
            array = jnp.where(array > 0, 1, -1).astype(dtype) / (1 if work.text == LOSS else 9)
        elif prod(lengths) > 1:
            array = array / float(lengths[-1]) ** 0.5 * (1.5 if name.startswith("W") else 1)
        found[name] = array
    return found
