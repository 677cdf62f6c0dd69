"""Layers and losses of torch.nn: classes that are written here and read like others."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from matgrad.programs.listings.machine import Machine
from matgrad.programs.listings.objects import class_of
from matgrad.programs.listings.values import Class, Known, Record, Scope, Unread

_SOURCE = """
class Linear(Module):
    def __init__(self, in_features, out_features, bias=True):
        self.weight = torch.randn(out_features, in_features)
        self.bias = torch.randn(out_features) if bias else None

    def forward(self, x):
        return linear(x, self.weight, self.bias)


class Sequential(Module):
    def __init__(self, *layers):
        self.layers = layers

    def __getitem__(self, place):
        return self.layers[place]

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class Identity(Module):
    def forward(self, x):
        return x


class ReLU(Module):
    def __init__(self, inplace=False):
        self.inplace = inplace

    def forward(self, x):
        if self.inplace:
            x[x < 0] = 0
        return x if self.inplace else relu(x)
"""
_CLASS = """
class {name}(Module):
    def forward(self, {given}):
        return {function}({given})
"""
_WITH_OPTION = """
class {name}(Module):
    def __init__(self, {option}={default}):
        self.{option} = {option}

    def forward(self, {given}):
        return {function}({given}, {option}=self.{option})
"""
# The functions that others call, with the option that they are made with.
_ACTIVATIONS = {
    "Tanh": "tanh", "Sigmoid": "sigmoid", "Softplus": "softplus", "GELU": "gelu", "SiLU": "silu",
    "ReLU6": "relu6", "LogSigmoid": "logsigmoid", "ELU": "elu alpha=1.0",
    "LeakyReLU": "leaky_relu slope=0.01", "Softmax": "softmax dim=-1",
    "LogSoftmax": "log_softmax dim=-1",
}  # fmt: skip
_LOSSES = {
    "MSELoss": "mse_loss", "L1Loss": "l1_loss", "CrossEntropyLoss": "cross_entropy",
    "BCELoss": "binary_cross_entropy", "NLLLoss": "nll_loss",
    "BCEWithLogitsLoss": "binary_cross_entropy_with_logits",
}  # fmt: skip
_STEPS = frozenset("SGD Adam AdamW RMSprop Adagrad Adadelta LBFGS NAdam RAdam".split())
_RANDOM = frozenset("Dropout Dropout1d Dropout2d AlphaDropout RReLU".split())


def _short(name: str, given: str, words: str) -> str:
    """A class that calls one function."""
    function, _, rest = words.partition(" ")
    option, _, default = rest.partition("=")
    source = _WITH_OPTION if option else _CLASS
    return source.format(name=name, given=given, function=function, option=option, default=default)


def _parsed() -> dict[str, ast.ClassDef]:
    """The classes by name; what is wrong in them is wrong in the line that calls them."""
    short = [_short(name, "x", words) for name, words in _ACTIVATIONS.items()]
    short += [_short(name, "x, y", f"{x} reduction='mean'") for name, x in _LOSSES.items()]
    module = ast.parse("".join((_SOURCE, *short)))
    for node in ast.walk(module):
        if isinstance(node, ast.expr | ast.stmt):
            node.lineno = 0
    return {each.name: each for each in module.body if isinstance(each, ast.ClassDef)}


CLASSES = _parsed()


def layer(m: Machine, function: Known, given: Sequence[Any]) -> Any:
    """The class of torch.nn that has this name, or what another one makes; else the function."""
    name = function.name
    if function.of != "torch":
        return function
    if name in _RANDOM:
        raise Unread(f"nn.{name} leaves it to chance what it computes, which is not read")
    if name in _STEPS:
        return Record()  # takes steps, and computes nothing
    if name == "ModuleList":
        return m.entries(given[0]) if given else []
    if name not in CLASSES:
        return function
    found: Class = class_of(m, Scope(), CLASSES[name])
    found.is_closed = True
    return found
