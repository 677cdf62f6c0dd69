"""The parts that networks are built from: layers, and the functions that may act in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from matgrad.core.dims import Dim, dim
from matgrad.core.expr import Expr
from matgrad.errors import UnknownNameError
from matgrad.ops import (
    add,
    filled,
    gelu,
    matmul,
    minus,
    number,
    ones,
    power,
    relu,
    scale,
    sigmoid,
    silu,
    size,
    softmax,
    softmax_rows,
    softplus,
    tanh,
    unspecified,
)

Width = int | str | Dim
LAYER_NORM_EPSILON = number("0.00001")  # as in most frameworks


def sized(width: Width) -> Dim:
    """A width as a size: a positive number, a name, or a size already.

    >>> str(sized("k"))
    'k'
    """
    is_name = isinstance(width, str) and width.isidentifier()
    is_number = isinstance(width, int) and not isinstance(width, bool) and width > 0
    if not (is_name or is_number or isinstance(width, Dim)):
        raise UnknownNameError(f"{width!r} is not a width", hint="positive numbers, or names")
    return dim(width)


def softmax_of(z: Expr) -> Expr:
    """Softmax of a vector, or of each row of a batch."""
    return softmax(z) if z.shape.is_column else softmax_rows(z)


ACTIVATIONS: Mapping[str, Callable[[Expr], Expr]] = {
    "relu": relu,
    "tanh": tanh,
    "sigmoid": sigmoid,
    "gelu": gelu,
    "silu": silu,
    "softplus": softplus,
    "softmax": softmax_of,
    "identity": lambda z: z,
    "sigma": lambda z: unspecified("sigma", z),
}
ALIASES = {"σ": "sigma", "swish": "silu", "linear": "identity", "none": "identity"}


def activation(name: str) -> Callable[[Expr], Expr]:
    """The activation of this name; sigma is one that is only named.

    >>> activation("relu").name
    'relu'
    """
    found = ACTIVATIONS.get(ALIASES.get(name, name))
    if found is None:
        known = ", ".join(ACTIVATIONS)
        raise UnknownNameError(f"unknown activation {name!r}", hint=f"known ones: {known}")
    return found


@dataclass(frozen=True)
class Dense:
    """A layer z = W h + b followed by an activation, or by nothing."""

    width: Dim
    activation: str = "identity"
    bias: bool = True
    residual: bool = False  # what enters is added to what leaves
    dropout: bool = False  # multiplied by a mask of zeros and numbers that is given
    layer_norm: bool = False  # z is normalised, then scaled by gamma and moved by beta


def dense(  # noqa: PLR0913 - one option for each thing a layer may have
    width: Width,
    activation: str = "identity",
    *,
    bias: bool = True,
    residual: bool = False,
    dropout: bool = False,
    layer_norm: bool = False,
) -> Dense:
    """A dense layer of a network that is built layer by layer.

    >>> dense("k", "tanh", bias=False).activation
    'tanh'
    """
    return Dense(sized(width), activation, bias, residual, dropout, layer_norm)


def centred_rows(Z: Expr) -> Expr:
    """Each row minus its mean."""
    n = Z.shape.cols
    return minus(Z, scale(power(size(n), -1), matmul(Z, ones(n, n))))


def spread_rows(C: Expr) -> Expr:
    """The variance of each centred row, and a little more, in every entry of the row."""
    n = C.shape.cols
    variance = scale(power(size(n), -1), matmul(power(C, 2), ones(n, n)))
    return add(variance, filled(LAYER_NORM_EPSILON, C.shape))
