"""Families of matrices beside jax.jit of grad, and NumPy written by hand.

`python -m bench.perf_families` prints the ratios of CPU time to jax.jit, as `make bench-perf` does;
arguments are names of workloads, `S` or `L` for one size only, or `check` to compare values alone.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from bench.perf import ROUNDS, agree, geometric_mean, once, rounds
from matgrad.api.code import compile_trace
from matgrad.codegen import Options
from matgrad.core.dims import dim
from matgrad.core.expr import Axis, Expr, Symbol, make
from matgrad.core.shape import shape_of
from matgrad.core.steps import Problem, Trace
from matgrad.core.walk import symbols
from matgrad.derive.gradient import gradient
from matgrad.ops import (
    add,
    exp,
    eye,
    hadamard,
    inv,
    layernorm,
    log,
    logdet,
    matmul,
    norm2,
    normF,
    number,
    ones,
    power,
    relu,
    scale,
    size,
    softmax_rows,
    sqrt,
    symbol,
    symbol_op,
    total,
    trace,
    transpose,
)
from matgrad.ops.families import merge, renamed, split, sum_over
from matgrad.optional import load

AXES = {
    letter: Axis(letter, dim(count)) for letter, count in zip("ikhbtgs", "NKHBTGT", strict=True)
}


def of(name: str, indices: str, *sizes: str | int, facts: str = "") -> Expr:
    """A family of numbers, vectors or matrices."""
    axes = tuple(AXES[letter] for letter in indices)
    data = Symbol(name, shape_of(*sizes), frozenset(facts.split()), None, axes)
    return make(symbol_op, (), data)


def over(letters: str, body: Expr) -> Expr:
    """The sum over indices."""
    for letter in reversed(letters):
        body = sum_over(AXES[letter], body)
    return body


@dataclass(frozen=True)
class Workload:
    """A function, by what it is differentiated, in JAX, and its gradients as NumPy by hand."""

    function: Expr
    wrt: str
    jax: Callable[[Any], Callable[..., Any]]
    hand: Callable[..., Any] | None = None
    sizes: tuple[Mapping[str, int], ...] = ()  # small and large

    @cached_property
    def inputs(self) -> dict[str, Expr]:
        """All symbols in it, by name."""
        return {each.name: each for each in symbols(self.function)}

    @cached_property
    def derived(self) -> Trace:
        """The gradients."""
        wrt = [self.inputs[name] for name in self.wrt.split()]
        return gradient(Problem(self.function, symbols=self.inputs), wrt)

    def arrays(self, sizes: Mapping[str, int]) -> dict[str, Any]:
        """Numbers for all inputs, the same each time."""
        draw = np.random.default_rng(0)
        found: dict[str, Any] = {}
        for name, each in self.inputs.items():
            lengths = [*(axis.size for axis in each.data.axes), *each.shape]
            x = draw.standard_normal([length.evaluate(sizes) for length in lengths])
            x = x / np.sqrt(x.shape[-1])
            if "positive_definite" in each.data.facts:
                x = x @ x.swapaxes(-1, -2) + np.eye(x.shape[-1])
            elif "lower_triangular" in each.data.facts:
                x = np.tril(x, -1) + np.eye(x.shape[-1])
            if "positive" in each.data.facts:
                x = abs(x) + 0.5
            is_column = each.shape.is_column or each.shape.is_scalar
            found[name] = x[..., 0, 0] if each.shape.is_scalar else x[..., 0] if is_column else x
        return found


# ---------------------------------------------------------------- functions

HALF, ROOT, WIDE = number("-1/2"), power(sqrt(size("d")), -1), dim("H") * dim("d")
A_i, b_i, w_i, x = of("A", "i", "m", "n"), of("b", "i", "m"), of("w", "i"), symbol("x", "n")
x_i, y_i, X_i, t_i = of("x", "i", "d"), of("y", "i", "m"), of("X", "i", "m", "d"), of("w", "i", "d")
mu_k, p_k, L_k = of("mu", "k", "d"), of("p", "k"), of("L", "k", "d", "d", facts="lower_triangular")
S_k = of("S", "k", "d", "d", facts="positive_definite")
Z, T, M = symbol("Z", "t", "e"), symbol("T", "t", "e"), symbol("M", "t", "t")
x_bt, r_t, u_t = of("x", "bt", "c"), of("R", "t", "d", "d"), of("x", "t", "d")
P_t = of("P", "t", "m", "m", facts="positive_definite")


def square(A: Expr) -> Expr:
    """The sum of all squares."""
    return (norm2 if A.shape.is_vector else normF)(A) ** 2


def attention(Q: Expr, K: Expr, V: Expr, mask: Expr | None = None) -> Expr:
    """softmax(Q Kᵀ / √d + mask) V"""
    scores = scale(ROOT, Q @ transpose(K))
    return softmax_rows(scores if mask is None else add(scores, mask)) @ V


def apart(indices: str, keys: str = "", rows: str = "t") -> Expr:
    """Attention of families with such indices, of which keys may have others."""
    Q, G = (of(name, indices, "t", "d") for name in "QG")
    K, V = (of(name, keys or indices, rows, "d") for name in "KV")
    return over(indices, total(hadamard(G, attention(Q, K, V))))


def mixture(log_det: Expr, quadratic: Expr) -> Expr:
    """The logarithm of the likelihood of a mixture, but for a constant."""
    inner = exp(scale(HALF, add(log_det, quadratic)))
    return over("i", log(over("k", scale(p_k, inner))))


def heads(X: Expr, mask: Expr | None = None) -> Expr:
    """Attention with heads that are blocks of columns."""
    Q, K, V = (split(X @ symbol(f"W{i}", "e", WIDE), AXES["h"], dim("d")) for i in (1, 2, 3))
    return merge(AXES["h"], attention(Q, K, V, mask)) @ symbol("W4", WIDE, "e")


def block(X: Expr) -> Expr:
    """Attention and a network, each added to what comes in."""
    X = X + heads(X)
    return X + relu(X @ symbol("P", "e", "f")) @ symbol("Y", "f", "e")


def rotary() -> Expr:
    """All products of queries and keys that are rotated by where they stand."""
    q, k = (r_t @ symbol(name, "d", "d") @ u_t for name in ("W", "U"))
    return over("ts", exp(scale(ROOT, q.T @ renamed(k, {"t": "s"}))))


def normalised() -> Expr:
    """Each channel with the mean 0 and the variance 1 over all samples."""
    mean = scale(power(size("N"), -1), over("i", x_i))
    variance = scale(power(size("N"), -1), over("i", power(x_i - mean, 2)))
    below = sqrt(add(variance, scale(symbol("eps", facts=("positive",)), ones("d"))))
    return hadamard(x_i - mean, power(below, -1))


def network() -> Expr:
    """Two layers, of B × t vectors."""
    hidden = relu(symbol("W", "f", "c") @ x_bt + symbol("a", "f"))
    return over("bt", square(symbol("V", "c", "f") @ hidden + symbol("b", "c") - x_bt))


# ---------------------------------------------------------------- by hand


def _softmax(x: Any) -> Any:
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def least_squares_hand(A: Any, x: Any, b: Any) -> Any:
    r = 2 * (A @ x - b)
    return np.tensordot(r, A, 2), r[:, :, None] * x


def weighted_hand(w: Any, A: Any, x: Any, b: Any) -> Any:
    r = A @ x - b
    return np.tensordot((2 * w)[:, None] * r, A, 2), np.einsum("im,im->i", r, r)


def mixture_hand(p: Any, S: Any, x: Any, mu: Any) -> Any:
    r = (x[:, None] - mu).transpose(1, 0, 2)
    inverse = np.linalg.inv(S)
    s = r @ inverse
    y = p * np.exp(-0.5 * (np.linalg.slogdet(S)[1] + np.einsum("knd,knd->nk", r, s)))
    q = (y / y.sum(1, keepdims=True)).T
    g, n = q[:, :, None] * s, q.sum(1)
    return g.sum(1), 0.5 * (g.transpose(0, 2, 1) @ s - n[:, None, None] * inverse), n / p


def attention_hand(G: Any, Q: Any, K: Any, V: Any) -> Any:
    c = 1 / np.sqrt(Q.shape[-1])
    P = _softmax(c * (Q @ K.mT))
    D = G @ V.mT
    D -= np.einsum("...ts,...ts->...t", P, D)[..., None]
    D *= c * P
    return D @ K, D.mT @ Q, P.mT @ G


def network_hand(V: Any, W: Any, x: Any, a: Any, b: Any) -> Any:
    X = x.reshape(-1, x.shape[-1])
    h = np.maximum(X @ W.T + a, 0)
    r = 2 * (h @ V.T + b - X)
    back = (r @ V) * (h > 0)
    return r.T @ h, back.T @ X, back.sum(0), r.sum(0)


def normalised_hand(C: Any, x: Any, eps: Any) -> Any:
    centred = x - x.mean(0)
    over = 1 / np.sqrt((centred**2).mean(0) + eps)
    y = centred * over
    return (over * (C - C.mean(0) - y * (C * y).mean(0)),)


# ---------------------------------------------------------------- in JAX


def attention_jax(jnp: Any, Q: Any, K: Any, V: Any, mask: Any = 0.0) -> Any:
    S = Q @ jnp.swapaxes(K, -1, -2) / Q.shape[-1] ** 0.5 + mask
    return load("jax").nn.softmax(S, -1) @ V


def mixture_jax(jnp: Any, p: Any, log_det: Any, quadratic: Any) -> Any:
    return jnp.sum(jnp.log(jnp.exp(-0.5 * (log_det + quadratic)) @ p))


def heads_jax(jnp: Any, X: Any, W: list[Any], mask: Any = 0.0) -> Any:
    count = HEADS
    Q, K, V = (jnp.reshape(X @ A, (len(X), count, -1)).transpose(1, 0, 2) for A in W[:3])
    merged = attention_jax(jnp, Q, K, V, mask).transpose(1, 0, 2)
    return merged.reshape(len(X), -1) @ W[3]


def block_jax(jnp: Any, Z: Any, W: list[Any], P: Any, Y: Any) -> Any:
    X = Z + heads_jax(jnp, Z, W)
    return X + jnp.maximum(X @ P, 0) @ Y


def normalised_jax(jnp: Any, x: Any, eps: Any) -> Any:
    return (x - x.mean(0)) / jnp.sqrt(jnp.mean((x - x.mean(0)) ** 2, 0) + eps)


def residual_jax(jnp: Any, r: Any, S: Any) -> Any:
    """Of Gaussians: the logarithms of determinants, and the quadratic forms."""
    solved = jnp.linalg.solve(S, r[..., None])[..., 0]
    return jnp.sum(jnp.linalg.slogdet(S)[1]) + jnp.sum(r * solved)


HEADS = 4
_RIDGE = add(square(X_i @ t_i - y_i), scale(symbol("lam"), square(t_i)))
_SEEN = of("y", "t", "m") - symbol("H", "m", "d") @ u_t
_C = of("C", "i", "d")
_L, _V = symbol("L", "d", "e"), symbol("V", "d", "d", facts=("positive_definite",))
_FACTORS = add(_L @ _L.T, scale(symbol("v", facts=("positive",)), eye("d")))
_SUM = over("i", scale(w_i, x_i @ x_i.T))
_HEADS = {"H": HEADS, "d": 8, "t": 16, "e": 32, "f": 64}

WORKLOADS: dict[str, Workload] = {
    "1": Workload(
        over("i", square(A_i @ x - b_i)), "x A",
        lambda jnp: lambda A, x, b: jnp.sum((A @ x - b) ** 2), least_squares_hand,
        ({"N": 32, "m": 16, "n": 8}, {"N": 512, "m": 64, "n": 64}),
    ),
    "2": Workload(
        over("i", scale(w_i, square(A_i @ x - b_i))), "x w",
        lambda jnp: lambda w, A, x, b: jnp.sum(w * jnp.sum((A @ x - b) ** 2, -1)), weighted_hand,
        ({"N": 32, "m": 16, "n": 8}, {"N": 512, "m": 64, "n": 64}),
    ),
    "3": Workload(
        over("i", _RIDGE), "w",
        lambda jnp: lambda X, w, y, lam: (
            jnp.sum((jnp.einsum("imd,id->im", X, w) - y) ** 2) + lam * jnp.sum(w**2)
        ),
    ),
    "5": Workload(
        mixture(logdet(S_k), matmul((x_i - mu_k).T, inv(S_k), x_i - mu_k)), "mu S p",
        lambda jnp: lambda p, S, x, mu: mixture_jax(
            jnp, p, jnp.linalg.slogdet(S)[1],
            jnp.einsum("ikd,kde,ike->ik", x[:, None] - mu, jnp.linalg.inv(S), x[:, None] - mu),
        ),
        mixture_hand, ({"N": 32, "K": 4, "d": 4}, {"N": 2000, "K": 10, "d": 16}),
    ),
    "6": Workload(
        mixture(-2 * logdet(L_k), square(L_k.T @ (x_i - mu_k))), "mu L p",
        lambda jnp: lambda p, L, x, mu: mixture_jax(
            jnp, p, -2 * jnp.linalg.slogdet(jnp.tril(L))[1],
            jnp.sum(jnp.einsum("kde,ikd->ike", jnp.tril(L), x[:, None] - mu) ** 2, -1),
        ),
    ),
    "7": Workload(
        -over("i", log(over("k", exp(-square(x_i - mu_k))))), "mu",
        lambda jnp: lambda x, mu: -jnp.sum(
            jnp.log(jnp.sum(jnp.exp(-jnp.sum((x[:, None] - mu) ** 2, -1)), 1))
        ),
    ),
    "8": Workload(
        add(logdet(_FACTORS), over("i", x_i.T @ inv(_FACTORS) @ x_i)), "L v",
        lambda jnp: lambda L, v, x: (
            jnp.linalg.slogdet(L @ L.T + v * jnp.eye(len(L)))[1]
            + jnp.sum(x.T * jnp.linalg.solve(L @ L.T + v * jnp.eye(len(L)), x.T))
        ),
    ),
    "9": Workload(
        over("k", logdet(S_k)), "S", lambda jnp: lambda S: jnp.sum(jnp.linalg.slogdet(S)[1])
    ),
    "10": Workload(
        logdet(add(_SUM, symbol("B", "d", "d", facts=("positive_definite",)))), "w x",
        lambda jnp: lambda w, x, B: jnp.linalg.slogdet(jnp.einsum("i,id,ie->de", w, x, x) + B)[1],
    ),
    "11": Workload(
        over("k", logdet(S_k) - trace(inv(_V) @ S_k)), "S V",
        lambda jnp: lambda S, V: jnp.sum(
            jnp.linalg.slogdet(S)[1] - jnp.einsum("de,ked->k", jnp.linalg.inv(V), S)
        ),
    ),
    "12": Workload(
        over("t", logdet(P_t) + _SEEN.T @ inv(P_t) @ _SEEN), "H P x",
        lambda jnp: lambda H, P, x, y: residual_jax(jnp, y - x @ H.T, P),
    ),
    "13": Workload(
        apart("h"), "Q K V",
        lambda jnp: lambda G, Q, K, V: jnp.sum(G * attention_jax(jnp, Q, K, V)), attention_hand,
        ({"H": 4, "t": 16, "d": 8}, {"H": 8, "t": 256, "d": 64}),
    ),
    "14": Workload(
        apart("bh"), "Q K V",
        lambda jnp: lambda G, Q, K, V: jnp.sum(G * attention_jax(jnp, Q, K, V)), attention_hand,
        ({"B": 2, "H": 4, "t": 16, "d": 8}, {"B": 4, "H": 8, "t": 128, "d": 32}),
    ),
    "15": Workload(
        square(heads(Z) - T), "W1 W2 W3 W4 Z",
        lambda jnp: lambda W1, W2, W3, W4, Z, T: jnp.sum(
            (heads_jax(jnp, Z, [W1, W2, W3, W4]) - T) ** 2
        ),
    ),
    "16": Workload(
        square(heads(Z, M) - T), "W1 W2 W3 W4",
        lambda jnp: lambda W1, W2, W3, W4, Z, T, M: jnp.sum(
            (heads_jax(jnp, Z, [W1, W2, W3, W4], M) - T) ** 2
        ),
    ),
    "17": Workload(
        apart("bh", rows="s"), "Q K V",
        lambda jnp: lambda G, Q, K, V: jnp.sum(G * attention_jax(jnp, Q, K, V)),
    ),
    "18": Workload(
        apart("gh", "g"), "Q K V",
        lambda jnp: lambda G, Q, K, V: jnp.sum(
            G * attention_jax(jnp, Q, K[:, None], V[:, None])
        ),
    ),
    "19": Workload(
        rotary(), "W U x",
        lambda jnp: lambda W, U, R, x: jnp.sum(jnp.exp(
            jnp.einsum("tde,te->td", R, x @ W.T) @ jnp.einsum("tde,te->td", R, x @ U.T).T
            / x.shape[1] ** 0.5
        )),
    ),
    "20": Workload(
        over("t", square(layernorm(u_t) - of("C", "t", "d"))), "x",
        lambda jnp: lambda x, C: jnp.sum(
            ((x - x.mean(1, keepdims=True)) / x.std(1, keepdims=True) - C) ** 2
        ),
    ),
    "21": Workload(
        square(block(Z) - T), "W1 W2 W3 W4 P Y Z",
        lambda jnp: lambda W1, W2, W3, W4, P, Y, Z, T: jnp.sum(
            (block_jax(jnp, Z, [W1, W2, W3, W4], P, Y) - T) ** 2
        ),
    ),
    "22": Workload(
        network(), "V W a b",
        lambda jnp: lambda V, W, x, a, b: jnp.sum(
            (jnp.maximum(x @ W.T + a, 0) @ V.T + b - x) ** 2
        ),
        network_hand, ({"B": 4, "T": 8, "c": 16, "f": 32}, {"B": 32, "T": 64, "c": 64, "f": 256}),
    ),
    "23": Workload(
        over("i", _C.T @ normalised()), "x",
        lambda jnp: lambda C, x, eps: jnp.sum(C * normalised_jax(jnp, x, eps)), normalised_hand,
        ({"N": 32, "d": 16}, {"N": 4096, "d": 256}),
    ),
}  # fmt: skip
SMALL = {"N": 7, "K": 3, "H": HEADS, "B": 2, "T": 6, "G": 2, "s": 5, "m": 4, "n": 3, "c": 4,
         "d": 3, "t": 6, "e": 5, "f": 8}  # fmt: skip


# ---------------------------------------------------------------- measured


def calls(name: str, sizes: Mapping[str, int], targets: tuple[str, ...]) -> dict[str, Any]:
    """The gradients of a workload in each way, ready to be called."""
    work, jax, jnp = WORKLOADS[name], load("jax"), load("jax.numpy")
    given = work.arrays(sizes)
    placed = {each: jnp.asarray(array) for each, array in given.items()}
    plain, wrt = work.jax(jnp), work.wrt.split()

    def function(wanted: Mapping[str, Any], others: Mapping[str, Any]) -> Any:
        return plain(**wanted, **others)

    whole = jax.jit(jax.grad(function))
    parts = {each: placed[each] for each in wrt}, {n: a for n, a in placed.items() if n not in wrt}
    found: dict[str, Any] = {
        "jit": lambda: [jax.block_until_ready(whole(*parts))[each] for each in wrt]
    }
    named = {n for axes in (each.data.axes for each in work.inputs.values()) for _, size in axes
             for n in size.names}  # fmt: skip
    named |= {n for each in work.inputs.values() for size in each.shape for n in size.names}
    options = Options(sizes={n: count for n, count in sizes.items() if n in named})
    for target in targets:
        f = compile_trace(work.derived, target, options=options)
        counts = {each: sizes[each] for each in f.sizes}
        if target == "jax":
            compiled = jax.jit(partial(f.function, **counts))
            found[target] = _jitted(compiled, [placed[each] for each in f.inputs])
        else:
            found[target] = partial(f, *(given[each] for each in f.inputs), **counts)
    if work.hand is not None:
        found["hand"] = partial(work.hand, **given)
    return found


def _jitted(f: Any, args: list[Any]) -> Callable[[], Any]:
    return lambda: load("jax").block_until_ready(f(*args))


def show(label: str, ratios: list[float]) -> None:
    """Print a row."""
    print(f"{label:18}" + "".join(f"{ratio:9.3g}" for ratio in ratios), flush=True)


def main(words: list[str]) -> int:
    """Print the ratios, or only whether all results are the same."""
    load("jax").config.update("jax_enable_x64", True)
    names = [word for word in words if word in WORKLOADS] or list(WORKLOADS)
    if "check" in words:
        for name in names:
            agree(calls(name, SMALL, ("numpy", "jax", "torch")), 1e-10)
            print(f"{name:4} right", flush=True)
        return 0
    columns, targets = ("numpy", "hand", "jax"), ("numpy", "jax")
    print(f"{'ratio to jax.jit':18}" + "".join(f"{c:>9}" for c in columns))
    names = [name for name in names if WORKLOADS[name].sizes]
    for label in [word for word in words if word in ("S", "L")] or ["S", "L"]:
        means: dict[str, list[float]] = {column: [] for column in columns}
        for name in names:
            ways = calls(name, WORKLOADS[name].sizes["SL".index(label)], targets)
            agree(ways, 1e-9)
            ratios = rounds(ways, {key: once(call) for key, call in ways.items()}, ROUNDS[label])
            for column in columns:
                means[column].append(sorted(ratios[column])[len(ratios[column]) // 2])
            print(
                f"{name + ' ' + label:18}" + "".join(f"{means[c][-1]:9.3g}" for c in columns),
                flush=True,
            )
        print(
            f"{'mean ' + label:18}" + "".join(f"{geometric_mean(means[c]):9.3g}" for c in columns)
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
