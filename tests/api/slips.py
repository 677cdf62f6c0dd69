"""Forward passes with backward passes as people write them, and slips planted in the latter.

A slip replaces a piece of the backward pass; `says` is a part of what must be said about it, or
several that are as good. A pair tells shapes, and what is known of its inputs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from textwrap import dedent
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Slip:
    """One planted mistake."""

    old: str
    new: str
    says: tuple[str, ...]


@dataclass(frozen=True)
class Pair:
    """A forward and a backward pass."""

    name: str
    shapes: dict[str, Any]
    wrt: str
    forward: str
    backward: str
    slips: tuple[Slip, ...]
    assume: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])

    def functions(self, slip: Slip | None = None) -> tuple[Callable[..., Any], Callable[..., Any]]:
        """Both passes, the second one with a slip."""
        text = dedent(self.backward)
        if slip is not None:
            assert text.count(slip.old) >= 1, (self.name, slip.old)
            text = text.replace(slip.old, slip.new, 1)
        space: dict[str, Any] = {"np": np}
        exec(dedent(self.forward) + text, space)
        return space["forward"], space["backward"]


def slip(old: str, new: str, *says: str) -> Slip:
    """One planted mistake, and what is to be said about it."""
    return Slip(old, new, says)


PAIRS = (
    Pair(
        "least squares", {"X": ("n", "d"), "w": ("d",), "y": ("n",)}, "w",
        """
        def forward(X, w, y):
            r = X @ w - y
            return r @ r / y.shape[0]
        """,
        """
        def backward(X, w, y):
            r = X @ w - y
            return 2 * X.T @ r / len(y)
        """,
        (
            slip("2 * X.T", "X.T", "1/2 times"),
            slip(" / len(y)", "", "n times"),
            slip("X @ w - y", "y - X @ w", "sign is wrong"),
            slip("X @ w - y", "X @ w", "y is missing", "the term −2Xᵀy/n is missing"),
            slip("X @ w - y", "X @ w + y", "wrong sign"),
            slip("/ len(y)", "/ X.shape[1]", "n/d times"),
        ),
    ),
    Pair(
        "ridge regression",
        {"X": ("n", "d"), "w": ("d",), "y": ("n",), "lam": ()}, "w",
        """
        def forward(X, w, y, lam):
            r = X @ w - y
            return r @ r / y.shape[0] + lam * (w @ w)
        """,
        """
        def backward(X, w, y, lam):
            r = X @ w - y
            return 2 * X.T @ r / len(y) + 2 * lam * w
        """,
        (
            slip(" + 2 * lam * w", "", "the term 2λw is missing"),
            slip("+ 2 * lam", "- 2 * lam", "wrong sign"),
            slip("2 * lam * w", "lam * w", "the factor 2 is missing in the term 2λw"),
            slip("/ len(y)", "", "1/n"),
            slip("2 * X.T", "X.T", "the factor 2 is missing in the term"),
        ),
    ),
    Pair(
        "logistic regression",
        {"X": ("n", "d"), "w": ("d",), "b": (), "y": ("n",)}, "w, b",
        """
        def forward(X, w, b, y):
            p = 1 / (1 + np.exp(-(X @ w + b)))
            return -np.sum(y * np.log(p) + (1 - y) * np.log(1 - p)) / y.shape[0]
        """,
        """
        def backward(X, w, b, y):
            p = 1 / (1 + np.exp(-(X @ w + b)))
            dz = (p - y) / len(y)
            return X.T @ dz, dz.sum()
        """,
        (
            slip("(p - y)", "(y - p)", "sign is wrong"),
            slip("(p - y) / len(y)", "p - y", "n times"),
            slip("dz.sum()", "dz", "the sum over axis 0 is lost", "sum over n is lost"),
            slip("dz.sum()", "dz.mean()", "1/n times"),
            slip("(p - y)", "(p - y) * p * (1 - p)", "too much"),
            slip("X @ w + b", "X @ w", "b𝟏 is missing in Xw + b𝟏"),
        ),
    ),
    Pair(
        "softmax classifier",
        {"X": ("n", "d"), "W": ("d", "k"), "b": ("k",), "Y": ("n", "k")}, "W, b",
        """
        def forward(X, W, b, Y):
            z = X @ W + b
            p = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
            return -np.sum(Y * np.log(p)) / X.shape[0]
        """,
        """
        def backward(X, W, b, Y):
            z = X @ W + b
            p = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
            dz = (p - Y) / X.shape[0]
            dW = X.T @ dz
            db = dz.sum(axis=0)
            return dW, db
        """,
        (
            slip("(p - Y)", "(Y - p)", "sign is wrong"),
            slip("(p - Y) / X.shape[0]", "p - Y", "n times"),
            slip("dz.sum(axis=0)", "dz", "sum over axis 0 is lost", "sum over n is lost"),
            slip("dz.sum(axis=0)", "dz.sum(axis=1)", "wrong axis"),
            slip("(p - Y)", "(p)", "is missing"),
            slip("dz.sum(axis=0)", "dz.mean(axis=0)", "1/n times"),
            slip(".sum(axis=1, keepdims=True)\n    dz", ".sum(axis=0, keepdims=True)\n    dz",
                 "wrong axis"),
        ),
        {"Y": ("simplex_rows",)},
    ),
    Pair(
        "relu network",
        {"X": ("n", "d"), "W": ("d", "k"), "b": ("k",), "V": ("k",), "y": ("n",)}, "W, b, V",
        """
        def forward(X, W, b, V, y):
            h = np.maximum(X @ W + b, 0)
            r = h @ V - y
            return 0.5 * (r @ r)
        """,
        """
        def backward(X, W, b, V, y):
            z = X @ W + b
            h = np.maximum(z, 0)
            r = h @ V - y
            dV = h.T @ r
            dh = np.outer(r, V)
            dz = dh * (z > 0)
            return X.T @ dz, dz.sum(axis=0), dV
        """,
        (
            slip(" * (z > 0)", "", "step", "is missing"),
            slip("h.T @ r", "z.T @ r", "stands for"),
            slip("(z > 0)", "h", "stands for"),
            slip("dz.sum(axis=0)", "dz", "is lost"),
            slip("dz.sum(axis=0)", "dh.sum(axis=0)", "step"),
            slip("h @ V - y", "h @ V + y", "wrong sign"),
            slip("X.T @ dz", "2 * X.T @ dz", "2 times"),
        ),
    ),
    Pair(
        "tanh network",
        {"X": ("n", "d"), "W": ("d", "k"), "V": ("k", "m"), "Y": ("n", "m")}, "W, V",
        """
        def forward(X, W, V, Y):
            h = np.tanh(X @ W)
            return 0.5 * np.sum((h @ V - Y) ** 2) / X.shape[0]
        """,
        """
        def backward(X, W, V, Y):
            z = X @ W
            h = np.tanh(z)
            do = (h @ V - Y) / X.shape[0]
            dV = h.T @ do
            dh = do @ V.T
            dz = dh * (1 - h ** 2)
            dW = X.T @ dz
            return dW, dV
        """,
        (
            slip(" * (1 - h ** 2)", "", "is missing"),
            slip("(1 - h ** 2)", "(1 - np.tanh(h) ** 2)", "tanh(tanh", "stands for"),
            slip("(1 - h ** 2)", "(1 - h)", "stands for", "tanh"),
            slip("(1 - h ** 2)", "(1 + h ** 2)", "wrong sign"),
            slip("(1 - h ** 2)", "(1 - z ** 2)", "stands for"),
            slip("h.T @ do", "z.T @ do", "stands for"),
        ),
    ),
    Pair(
        "sigmoid layer", {"X": ("n", "d"), "W": ("d", "k"), "b": ("k",)}, "X, W, b",
        """
        def forward(X, W, b):
            return 1 / (1 + np.exp(-(X @ W + b)))
        """,
        """
        def backward(X, W, b, dout):
            a = 1 / (1 + np.exp(-(X @ W + b)))
            dz = dout * a * (1 - a)
            return dz @ W.T, X.T @ dz, dz.sum(axis=0)
        """,
        (
            slip(" * a * (1 - a)", "", "are missing", "is missing"),
            slip(" * (1 - a)", "", "is missing"),
            slip("(1 - a)", "(a - 1)", "sign is wrong"),
            slip("dz.sum(axis=0)", "dz.sum(axis=1)", "wrong axis"),
            slip("X.T @ dz", "(X.T @ dz).T", "transpose"),
        ),
    ),
    Pair(
        "layer norm", {"X": ("n", "d"), "g": ("d",), "b": ("d",)}, "X, g, b",
        """
        def forward(X, g, b):
            mu = X.mean(axis=1, keepdims=True)
            var = ((X - mu) ** 2).mean(axis=1, keepdims=True)
            return g * (X - mu) / np.sqrt(var + 1e-3) + b
        """,
        """
        def backward(X, g, b, dout):
            mu = X.mean(axis=1, keepdims=True)
            var = ((X - mu) ** 2).mean(axis=1, keepdims=True)
            s = np.sqrt(var + 1e-3)
            h = (X - mu) / s
            dh = dout * g
            m = dh.mean(axis=1, keepdims=True)
            c = (dh * h).mean(axis=1, keepdims=True)
            dX = (dh - m - h * c) / s
            return dX, (dout * h).sum(axis=0), dout.sum(axis=0)
        """,
        (
            slip("dh - m - h * c", "dh - h * c", "is missing"),
            slip("dh - m - h * c", "dh - m", "is missing"),
            slip("dh - m - h * c", "dh - m + h * c", "wrong sign"),
            slip("dout * g", "dout", "is missing"),
            slip("(dout * h).sum(axis=0)", "dout.sum(axis=0)", "is missing"),
            slip("h * c) / s", "h * c)", "is missing"),
        ),
    ),
    Pair(
        "batch norm", {"X": ("n", "d"), "g": ("d",), "b": ("d",)}, "X, g, b",
        """
        def forward(X, g, b):
            mu = X.mean(axis=0)
            var = ((X - mu) ** 2).mean(axis=0)
            return g * (X - mu) / np.sqrt(var + 1e-3) + b
        """,
        """
        def backward(X, g, b, dout):
            n = X.shape[0]
            mu = X.mean(axis=0)
            s = np.sqrt(((X - mu) ** 2).mean(axis=0) + 1e-3)
            h = (X - mu) / s
            dh = dout * g
            dX = (dh - dh.sum(axis=0) / n - h * (dh * h).sum(axis=0) / n) / s
            return dX, (dout * h).sum(axis=0), dout.sum(axis=0)
        """,
        (
            slip(" - dh.sum(axis=0) / n", "", "is missing"),
            slip("dh.sum(axis=0) / n - h", "dh.sum(axis=0) - h", "n times", "1/n"),
            slip(" - h * (dh * h).sum(axis=0) / n", "", "is missing"),
            slip("dout.sum(axis=0)\n", "dout.mean(axis=0)\n", "1/n times"),
            slip("(dout * h).sum(axis=0)", "dout * h", "is lost"),
        ),
    ),
    Pair(
        "attention", {"Q": ("n", "d"), "K": ("m", "d"), "V": ("m", "k")}, "Q, K, V",
        """
        def forward(Q, K, V):
            S = Q @ K.T / np.sqrt(Q.shape[1])
            P = np.exp(S) / np.exp(S).sum(axis=1, keepdims=True)
            return P @ V
        """,
        """
        def backward(Q, K, V, dO):
            d = Q.shape[1]
            S = Q @ K.T / np.sqrt(d)
            P = np.exp(S) / np.exp(S).sum(axis=1, keepdims=True)
            dV = P.T @ dO
            dP = dO @ V.T
            dS = P * (dP - (dP * P).sum(axis=1, keepdims=True))
            dQ = dS @ K / np.sqrt(d)
            dK = dS.T @ Q / np.sqrt(d)
            return dQ, dK, dV
        """,
        (
            slip("dS @ K / np.sqrt(d)", "dS @ K", "√d times"),
            slip("dS.T @ Q / np.sqrt(d)", "dS.T @ Q / d", "1/√d times"),
            slip(" - (dP * P).sum(axis=1, keepdims=True)", "", "is missing"),
            slip("P * (dP - ", "(dP - ", "is missing"),
            slip("(dP * P).sum", "dP.sum", "is missing"),
            slip("- (dP * P)", "+ (dP * P)", "wrong sign"),
        ),
    ),
    Pair(
        "softmax rows", {"Z": ("n", "k")}, "Z",
        """
        def forward(Z):
            return np.exp(Z) / np.exp(Z).sum(axis=1, keepdims=True)
        """,
        """
        def backward(Z, dout):
            P = np.exp(Z) / np.exp(Z).sum(axis=1, keepdims=True)
            return P * (dout - (dout * P).sum(axis=1, keepdims=True))
        """,
        (
            slip(" - (dout * P).sum(axis=1, keepdims=True)", "", "is missing"),
            slip("P * (dout -", "(dout -", "is missing"),
            slip("return P *", "return -P *", "sign is wrong"),
        ),
    ),
    Pair(
        "rms norm", {"X": ("n", "d"), "g": ("d",)}, "X, g",
        """
        def forward(X, g):
            return g * X / np.sqrt((X ** 2).mean(axis=1, keepdims=True) + 1e-3)
        """,
        """
        def backward(X, g, dout):
            d = X.shape[1]
            r = 1 / np.sqrt((X ** 2).mean(axis=1, keepdims=True) + 1e-3)
            dg = (dout * X * r).sum(axis=0)
            u = dout * g
            dX = r * u - X * r ** 3 * (u * X).sum(axis=1, keepdims=True) / d
            return dX, dg
        """,
        (
            slip(" - X * r ** 3 * (u * X).sum(axis=1, keepdims=True) / d", "", "is missing"),
            slip("keepdims=True) / d", "keepdims=True)", "d times", "1/d"),
            slip("dout * X * r", "dout * X", "is missing"),
            slip("dout * g", "dout", "is missing"),
            slip("r * u - X", "r * u + X", "wrong sign"),
        ),
    ),
    Pair(
        "bilinear form", {"A": ("m", "n"), "x": ("m",), "y": ("n",)}, "A, x, y",
        """
        def forward(A, x, y):
            return x @ A @ y
        """,
        """
        def backward(A, x, y):
            return np.outer(x, y), A @ y, A.T @ x
        """,
        (
            slip("np.outer(x, y)", "np.outer(y, x)", "transpose"),
            slip("A @ y, A.T @ x", "A.T @ x, A @ y", "swapped"),
            slip("A @ y", "2 * A @ y", "2 times"),
            slip("np.outer(x, y)", "-np.outer(x, y)", "sign is wrong"),
        ),
    ),
    Pair(
        "matrix factorisation",
        {"T": ("m", "n"), "M": ("m", "n"), "U": ("m", "r"), "V": ("n", "r")}, "U, V",
        """
        def forward(T, M, U, V):
            return np.sum((M * (U @ V.T - T)) ** 2)
        """,
        """
        def backward(T, M, U, V):
            R = M * M * (U @ V.T - T)
            return 2 * R @ V, 2 * R.T @ U
        """,
        (
            slip("M * M", "M", "stands for", "is missing"),
            slip("M * M * (U @ V.T - T)", "U @ V.T - T", "is missing", "are missing"),
            slip("U @ V.T - T", "T - U @ V.T", "sign is wrong"),
            slip("2 * R @ V,", "R @ V,", "1/2 times"),
            slip("U @ V.T - T", "U @ V.T", "is missing"),
        ),
    ),
    Pair(
        "gaussian likelihood", {"S": ("n", "n"), "P": ("n", "n")}, "P",
        """
        def forward(S, P):
            return np.trace(S @ P) - np.linalg.slogdet(P)[1]
        """,
        """
        def backward(S, P):
            return S.T - np.linalg.inv(P).T
        """,
        (
            slip("S.T - np.linalg.inv(P).T", "S.T + np.linalg.inv(P).T", "wrong sign"),
            slip("S.T - np.linalg.inv(P).T", "S.T", "is missing"),
            slip("S.T -", "S -", "transposed", "transpose"),
            slip("np.linalg.inv(P).T", "np.linalg.inv(P)", "transpose"),
            slip("S.T - np.linalg.inv(P).T", "S - np.linalg.inv(P)", "transpose"),
        ),
    ),
    Pair(
        "inverse form", {"K": ("n", "n"), "y": ("n",)}, "K, y",
        """
        def forward(K, y):
            return y @ np.linalg.inv(K) @ y
        """,
        """
        def backward(K, y):
            a = np.linalg.inv(K) @ y
            return -np.outer(a, a), 2 * a
        """,
        (
            slip("-np.outer(a, a)", "np.outer(a, a)", "sign is wrong"),
            slip("2 * a", "a", "1/2 times"),
            slip("-np.outer(a, a)", "-np.outer(a, y)", "is missing", "are missing", "stands for"),
        ),
        {"K": ("positive_definite",)},
    ),
    Pair(
        "weighted least squares",
        {"A": ("m", "n"), "x": ("n",), "b": ("m",), "w": ("m",)}, "x, w",
        """
        def forward(A, x, b, w):
            return np.sum(w * (A @ x - b) ** 2)
        """,
        """
        def backward(A, x, b, w):
            r = A @ x - b
            return 2 * A.T @ (w * r), r ** 2
        """,
        (
            slip("(w * r)", "r", "is missing"),
            slip("r ** 2", "r", "stands for", "is missing"),
            slip("(w * r)", "(w ** 2 * r)", "twice"),
            slip("2 * A.T", "A.T", "1/2 times"),
        ),
    ),
    Pair(
        "gate", {"a": ("n",), "c": ("n",), "o": ("n",)}, "a, c, o",
        """
        def forward(a, c, o):
            i = 1 / (1 + np.exp(-a))
            return np.sum(o * np.tanh(i * c))
        """,
        """
        def backward(a, c, o):
            i = 1 / (1 + np.exp(-a))
            t = np.tanh(i * c)
            ds = o * (1 - t ** 2)
            return ds * c * i * (1 - i), ds * i, t
        """,
        (
            slip("ds * c * i * (1 - i), ds * i", "ds * i, ds * c * i * (1 - i)", "swapped"),
            slip("ds * c * i * (1 - i)", "ds * c", "are missing", "is missing"),
            slip("ds * i, t", "ds, t", "is missing"),
            slip("(1 - t ** 2)", "(1 - t)", "stands for"),
            slip("ds * i, t", "ds * i, i * c", "stands for"),
        ),
    ),
    Pair(
        "residual block", {"X": ("n", "d"), "W": ("d", "d")}, "X, W",
        """
        def forward(X, W):
            return X + np.maximum(X @ W, 0)
        """,
        """
        def backward(X, W, dout):
            dz = dout * (X @ W > 0)
            return dout + dz @ W.T, X.T @ dz
        """,
        (
            slip("dout + dz @ W.T", "dz @ W.T", "is missing"),
            slip("dz @ W.T", "dz @ W", "transpose"),
            slip("dout * (X @ W > 0)", "dout", "is missing"),
            slip("dout + dz @ W.T", "dout", "is missing"),
        ),
    ),
    Pair(
        "cosine similarity", {"a": ("n",), "b": ("n",)}, "a",
        """
        def forward(a, b):
            return a @ b / (np.sqrt(a @ a) * np.sqrt(b @ b))
        """,
        """
        def backward(a, b):
            p, q = np.sqrt(a @ a), np.sqrt(b @ b)
            return b / (p * q) - (a @ b) * a / (p ** 3 * q)
        """,
        (
            slip(" - (a @ b) * a / (p ** 3 * q)", "", "is missing"),
            slip("- (a @ b)", "+ (a @ b)", "wrong sign"),
            slip("p ** 3", "p ** 2", "stands for"),
        ),
    ),
    Pair(
        "silu", {"X": ("n", "d")}, "X",
        """
        def forward(X):
            return X / (1 + np.exp(-X))
        """,
        """
        def backward(X, dout):
            s = 1 / (1 + np.exp(-X))
            return dout * (s + X * s * (1 - s))
        """,
        (
            slip("s + X * s * (1 - s)", "s", "is missing"),
            slip("s + X * s * (1 - s)", "X * s * (1 - s)", "is missing"),
            slip("s + X * s * (1 - s)", "s + X * s * (1 + s)", "wrong sign"),
        ),
    ),
)  # fmt: skip
