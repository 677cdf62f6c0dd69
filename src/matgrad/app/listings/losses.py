"""Activations and losses of the libraries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matgrad.app.array_conditions import where
from matgrad.app.array_functions import mean, total
from matgrad.app.array_tables import UFUNCS
from matgrad.app.array_torch import OTHERS
from matgrad.app.arrays import Array, as_array
from matgrad.errors import ShapeError


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


LOSSES: dict[str, Callable[..., Array]] = {
    **{name: OTHERS[name] for name in ("log_softmax", "mse_loss", "l1_loss", "linear")},
    "logsigmoid": _logsigmoid, "leaky_relu": _leaky, "elu": _elu,
    "binary_cross_entropy": _binary,
    "binary_cross_entropy_with_logits": _binary_logits, "cross_entropy": _cross_entropy,
}  # fmt: skip
