"""Activations and losses, and what PyTorch computes otherwise than NumPy."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from matgrad.errors import ShapeError
from matgrad.programs.arrays.array import Array, as_array, product
from matgrad.programs.arrays.conditions import where
from matgrad.programs.arrays.functions import (
    clip,
    deviation,
    exp,
    log,
    log_softmax,
    mean,
    total,
    variance,
)
from matgrad.programs.arrays.matrices import norm, ravel
from matgrad.programs.arrays.tables import FUNCTIONS, TORCH, UFUNCS, Table, unknown

# ---------------------------------------------------------------- other meanings


def _spread(of: Callable[..., Array]) -> Callable[..., Array]:
    """The variance or its root, divided by n − 1 unless it is said otherwise."""

    def apply(
        x: Any, axis: Any = None, unbiased: bool = True, keepdims: bool = False,
        correction: Any = None,
    ) -> Array:  # fmt: skip
        if isinstance(axis, bool):  # torch.var(x, False)
            axis, unbiased = None, axis
        return of(x, axis, int(unbiased) if correction is None else correction, keepdims)

    return apply


def _norm(x: Any, p: Any = "fro", axis: Any = None, keepdims: bool = False) -> Array:
    """The norm of all entries as a vector, or of those along an axis; "nuc" is that of a matrix."""
    x = as_array(x)
    if p == "nuc" or axis is not None:
        return norm(x, None if p == "fro" else p, axis, keepdims)
    if keepdims:
        raise unknown("torch.norm(keepdim=…)")
    return norm(x) if str(p) in ("fro", "2", "2.0") else norm(ravel(x), p)


TORCH.update({"var": _spread(variance), "std": _spread(deviation), "norm": _norm})

# ---------------------------------------------------------------- activations


def leaky_relu(z: Any, slope: Any = 0.01) -> Array:
    """A part of what is negative, and all else."""
    z = as_array(z)
    return where(z > 0, z, z * slope)


def elu(z: Any, alpha: Any = 1.0) -> Array:
    """exp(z) − 1 of what is negative, and all else."""
    z = as_array(z)
    return where(z > 0, z, (exp(z) - 1) * alpha)


def _linear(x: Any, weight: Any, bias: Any = None) -> Array:
    """A layer: the rows of the matrix are the weights of its outputs."""
    if not as_array(x).axes:
        raise ShapeError("a linear layer takes arrays")
    found = product(x, as_array(weight).T)
    return found if bias is None else found + bias


def _normalised(x: Any, p: Any = 2.0, axis: Any = 1) -> Array:
    if p not in (2, 2.0):
        raise unknown("torch.normalize with another norm")
    return as_array(x) / norm(x, None, axis, True)


def _cosine(x: Any, y: Any, axis: Any = 1) -> Array:
    return total(as_array(x) * y, axis) / (norm(x, None, axis) * norm(y, None, axis))


def _distance(x: Any, y: Any) -> Array:
    return norm(as_array(x) - y)


def _half_square(x: Any, y: Any = 0) -> Array:
    return (as_array(x) - y) ** 2 / 2


ACTIVATIONS: Table = {
    "leaky_relu": leaky_relu, "elu": elu, "relu6": partial(clip, min=0, max=6),
    "linear": _linear, "normalize": _normalised, "cosine_similarity": _cosine, "dist": _distance,
    "l2_loss": _half_square,
}  # fmt: skip
FUNCTIONS.update(ACTIVATIONS)

# ---------------------------------------------------------------- losses


def _loss(of_entries: Callable[..., Array]) -> Callable[..., Array]:
    """A loss of entries: their mean, their sum, or all of them."""
    ways = {"mean": mean, "sum": total, "none": as_array}

    def apply(x: Any, y: Any, reduction: str = "mean", **options: Any) -> Array:
        if reduction not in ways:
            raise unknown(f"reduction={reduction!r}")
        return ways[reduction](of_entries(as_array(x), as_array(y), **options))

    return apply


def _of_classes(z: Array, y: Array) -> Array:
    """Sums of logarithms by rows of probabilities, or of zeros and ones, with the other sign."""
    if z.ndim != y.ndim:
        raise ShapeError("scores and probabilities have the same axes")
    return -total(z * y, z.ndim - 1)


def _huber(x: Array, y: Array, delta: Any = 1.0) -> Array:
    away = abs(x - y)
    return where(away <= delta, away**2 / 2, (away - delta / 2) * delta)


def _smooth(x: Array, y: Array, beta: Any = 1.0) -> Array:
    found = _huber(x, y, beta)
    return found if beta == 1 else found / beta


ENTRIES: dict[str, Callable[[Array, Array], Array]] = {
    "mse_loss": lambda x, y: (x - y) ** 2,
    "l1_loss": lambda x, y: abs(x - y),
    "binary_cross_entropy": lambda p, y: -(y * log(p) + (1 - y) * log(1 - p)),
    "binary_cross_entropy_with_logits": lambda z, y: UFUNCS["softplus"](z) - z * y,
    "cross_entropy": lambda z, y: _of_classes(log_softmax(z), y),
    "nll_loss": _of_classes,
    "huber_loss": _huber,
    "smooth_l1_loss": _smooth,
    "kl_div": lambda z, y: y * (log(y) - z),
}
LOSSES = {name: _loss(of_entries) for name, of_entries in ENTRIES.items()}
FUNCTIONS.update(LOSSES)
