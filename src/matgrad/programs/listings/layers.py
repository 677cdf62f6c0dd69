"""Layers of torch.nn: nn.Linear, nn.Sequential, activations and losses, as objects of a program."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any

from matgrad.errors import ShapeError
from matgrad.programs.arrays.array import Array
from matgrad.programs.listings import library
from matgrad.programs.listings.functions import computed
from matgrad.programs.listings.machine import Machine
from matgrad.programs.listings.objects import label_for
from matgrad.programs.listings.values import Instance, Known, Layer, Record, Unread

FLAT_INPUT = 1.5  # one sample without an axis for samples
ACTIVATIONS = {
    "ReLU": "relu", "Tanh": "tanh", "Sigmoid": "sigmoid", "Softplus": "softplus", "GELU": "gelu",
    "SiLU": "silu", "ELU": "elu", "LeakyReLU": "leaky_relu", "LogSigmoid": "logsigmoid",
    "Softmax": "softmax", "LogSoftmax": "log_softmax", "ReLU6": "relu6",
}  # fmt: skip
LOSSES = {
    "MSELoss": "mse_loss", "L1Loss": "l1_loss", "CrossEntropyLoss": "cross_entropy",
    "BCELoss": "binary_cross_entropy", "NLLLoss": "nll_loss",
    "BCEWithLogitsLoss": "binary_cross_entropy_with_logits",
}  # fmt: skip
_HOLDERS = ("Sequential", "ModuleList")
_OTHERS = ("Linear", "Identity", "Flatten")
_STEPS = frozenset("SGD Adam AdamW RMSprop Adagrad Adadelta LBFGS NAdam RAdam".split())
_RANDOM = ("Dropout", "Dropout1d", "Dropout2d", "AlphaDropout", "RReLU")
_LAYERS = frozenset((*ACTIVATIONS, *LOSSES, *_HOLDERS, *_OTHERS, *_STEPS, *_RANDOM))


def layer(
    m: Machine, node: ast.Call, function: Known, given: Sequence[Any], options: Mapping[str, Any]
) -> Any:
    """The layer that nn.Linear(…) and the like make; None for other functions."""
    name = function.name
    if function.of != "torch" or name not in _LAYERS:
        return None
    if name in _RANDOM:
        raise Unread(f"nn.{name} leaves it to chance what it computes, which is not read")
    if name in _STEPS:
        return Record()  # takes steps, and computes nothing
    if name == "ModuleList":
        return m.entries(given[0]) if given else []
    label = label_for(m, node, name, has_arrays=name == "Linear")
    found = Layer(label=label, kind=name, given=tuple(given), options=dict(options))
    if name == "Sequential" and not all(isinstance(x, Layer | Instance) for x in given):
        raise Unread("nn.Sequential is read with layers one after the other")
    if name == "Linear":
        _weights(m, found)
    return found


def _weights(m: Machine, found: Layer) -> None:
    """The weights of nn.Linear: its rows are those of the outputs."""
    named = dict(zip(("in_features", "out_features", "bias"), found.given, strict=False))
    named |= found.options
    if "in_features" not in named or "out_features" not in named:
        raise Unread("nn.Linear without its two sizes is not read")
    sizes = [library.size_of(named[x]) for x in ("out_features", "in_features")]
    found.parts["weight"] = m.declare(found.key("weight"), tuple(sizes))
    has_bias = named.get("bias", True) is not False
    found.parts["bias"] = m.declare(found.key("bias"), (sizes[0],)) if has_bias else None


def as_function(of: Layer) -> tuple[Known, dict[str, Any]] | None:
    """The function that a loss of torch.nn is, and its options."""
    if of.kind not in LOSSES:
        return None
    if of.given:
        raise Unread(f"nn.{of.kind} with arguments that are not named is not read")
    return Known(LOSSES[of.kind], "torch"), of.options


def passed(m: Machine, of: Layer, given: Sequence[Any]) -> Any:
    """What a layer makes of its argument."""
    if len(given) != 1:
        raise Unread(f"nn.{of.kind} takes one argument")
    (x,) = given
    match of.kind:
        case "Linear":
            if not isinstance(x, Array) or not x.axes:
                raise ShapeError("nn.Linear takes arrays")
            m.cost += FLAT_INPUT if x.ndim == 1 else 0.0
            arrays = [x, of.parts["weight"], of.parts["bias"]]
            return computed(m, "linear", [y for y in arrays if y is not None], {}, "torch")
        case "Identity":
            return x
        case "Flatten":
            return _flat(x)
        case _:
            return _activated(m, of, x)


def _flat(x: Any) -> Any:
    if not isinstance(x, Array) or x.ndim != 2:
        raise Unread("nn.Flatten is read for a matrix of samples, which it does not change")
    return x


def _activated(m: Machine, of: Layer, x: Any) -> Any:
    if of.kind not in ACTIVATIONS:
        raise Unread(f"nn.{of.kind} is not called")
    options = {name: y for name, y in of.options.items() if name != "inplace"}
    if of.options.get("inplace") and isinstance(x, Array) and not x.expr.args:
        raise Unread(f"nn.{of.kind} changes its argument in place")
    if "Softmax" in of.kind and not of.given and not options:
        options = {"dim": -1}  # what PyTorch takes for vectors and matrices
    return computed(m, ACTIVATIONS[of.kind], [x, *of.given], options, "torch")
