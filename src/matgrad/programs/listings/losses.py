"""Activations and losses of the libraries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matgrad.errors import ShapeError
from matgrad.programs.arrays.array import Array, as_array
from matgrad.programs.arrays.conditions import where
from matgrad.programs.arrays.functions import mean, total
from matgrad.programs.arrays.matrices import norm
from matgrad.programs.arrays.tables import UFUNCS
from matgrad.programs.arrays.torch import OTHERS


def _logsigmoid(z: Any) -> Array:
    return UFUNCS["log"](UFUNCS["sigmoid"](z))


def _leaky(z: Any, slope: Any = 0.01) -> Array:
    z = as_array(z)
    return where(z > 0, z, z * slope)


def _elu(z: Any, alpha: Any = 1.0) -> Array:
    z = as_array(z)
    return where(z > 0, z, (UFUNCS["exp"](z) - 1) * alpha)


def _reduced(value: Array, reduction: Any) -> Array:
    match reduction:
        case "mean":
            return mean(value)
        case "sum":
            return total(value)
        case _:
            return value


def _binary(p: Any, y: Any, reduction: Any = "mean") -> Array:
    p, y, log = as_array(p), as_array(y), UFUNCS["log"]
    return _reduced(-(y * log(p) + (1 - y) * log(1 - p)), reduction)


def _binary_logits(z: Any, y: Any, reduction: Any = "mean") -> Array:
    z = as_array(z)
    return _reduced(UFUNCS["softplus"](z) - z * y, reduction)


def _cross_entropy(z: Any, y: Any, reduction: Any = "mean") -> Array:
    """That of logits and rows of probabilities; the mean is over the rows."""
    z, y = as_array(z), as_array(y)
    if z.ndim != y.ndim:
        raise ShapeError("logits and probabilities have the same axes")
    losses = -total(y * OTHERS["log_softmax"](z), z.ndim - 1)
    return _reduced(losses, reduction) if losses.axes else losses


def _huber(x: Any, y: Any, reduction: Any = "mean", delta: Any = 1.0) -> Array:
    away = abs(as_array(x) - y)
    return _reduced(where(away <= delta, away**2 / 2, (away - delta / 2) * delta), reduction)


def _smooth(x: Any, y: Any, reduction: Any = "mean", beta: Any = 1.0) -> Array:
    found = _huber(x, y, reduction, beta)
    return found if beta == 1 else found / beta


def _divergence(z: Any, y: Any, reduction: Any = "mean", log_target: Any = False) -> Array:
    """That of a distribution from another one, whose logarithms are given."""
    if log_target or reduction == "batchmean":
        raise ShapeError("this divergence is not read")
    return _reduced(as_array(y) * (UFUNCS["log"](y) - z), reduction)


def _normalised(x: Any, p: Any = 2.0, axis: Any = 1) -> Array:
    if p not in (2, 2.0):
        raise ShapeError("vectors are normalised with their length only")
    return as_array(x) / norm(x, None, axis, True)


def _cosine(x: Any, y: Any, axis: Any = 1) -> Array:
    return total(as_array(x) * y, axis) / (norm(x, None, axis) * norm(y, None, axis))


def _distance(x: Any, y: Any) -> Array:
    return norm(as_array(x) - y)


def _l2(x: Any, y: Any = 0) -> Array:
    return (as_array(x) - y) ** 2 / 2


LOSSES: dict[str, Callable[..., Array]] = {
    **{name: OTHERS[name] for name in ("log_softmax", "mse_loss", "l1_loss", "linear", "rsqrt")},
    "logsigmoid": _logsigmoid, "leaky_relu": _leaky, "elu": _elu,
    "huber_loss": _huber, "smooth_l1_loss": _smooth, "kl_div": _divergence, "l2_loss": _l2,
    "normalize": _normalised, "cosine_similarity": _cosine, "dist": _distance,
    "binary_cross_entropy": _binary,
    "binary_cross_entropy_with_logits": _binary_logits, "cross_entropy": _cross_entropy,
}  # fmt: skip
