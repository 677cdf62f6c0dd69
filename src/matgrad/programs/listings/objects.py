"""Objects: what classes of the program, and those of torch.nn, make, with parts and methods."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from matgrad.programs.listings.library import makes_arrays
from matgrad.programs.listings.machine import Machine
from matgrad.programs.listings.values import (
    Bound,
    Class,
    Instance,
    Known,
    Misfit,
    Record,
    Routine,
    Scope,
    Unread,
)

MOST_ARGUMENTS = 16
SAVE = "save_for_backward"
_CONTEXT = frozenset({SAVE, "mark_dirty", "mark_non_differentiable", "set_materialize_grads"})
_SAVED = ("saved_tensors", "saved_variables")
_SELF = frozenset("to cuda cpu float double train eval requires_grad_".split())
_MODULE = frozenset("parameters named_parameters zero_grad state_dict".split()) | _SELF
_KINDS = frozenset("staticmethod classmethod property cached_property".split())


# ---------------------------------------------------------------- classes


def routine_of(
    name: str, given: ast.arguments, body: Sequence[ast.stmt], scope: Scope, kind: str = ""
) -> Routine:
    """A function as it is written."""
    placed = [x.arg for x in (*given.posonlyargs, *given.args)]
    known = dict(zip(placed[len(placed) - len(given.defaults) :], given.defaults, strict=True))
    pairs = zip(given.kwonlyargs, given.kw_defaults, strict=True)
    known |= {x.arg: y for x, y in pairs if y is not None}
    names = (*placed, *(x.arg for x in given.kwonlyargs))
    rest = (given.vararg.arg if given.vararg else "", given.kwarg.arg if given.kwarg else "")
    return Routine(name, names, known, tuple(body), scope, kind=kind, rest=rest)


def class_of(m: Machine, scope: Scope, node: ast.ClassDef) -> Class:
    """A class as it is written."""
    held = [(ast.unparse(x), scope.find(ast.unparse(x))) for x in node.bases]
    known = {name: holder.names[name] for name, holder in held if holder is not None}
    bases = tuple(x for x in known.values() if isinstance(x, Class))
    others = tuple(name for name, _ in held if not isinstance(known.get(name), Class))
    made = Class(node.name, bases=bases, others=tuple(x for x in others if x != "object"))
    for each in node.body:
        match each:
            case ast.FunctionDef(name=name, args=given, body=body, decorator_list=marks):
                kind = next((x for mark in marks if (x := ast.unparse(mark)) in _KINDS), "")
                made.methods[name] = routine_of(name, given, body, scope, kind)
            case ast.Expr() | ast.Pass() | ast.AnnAssign(value=None):
                pass
            case _:
                kind = type(each).__name__.lower()
                raise Unread(f"“{kind}” inside of a class is not read").on(each.lineno)
    return made


def built(
    m: Machine, made: Class, node: ast.Call, args: Sequence[Any], options: Mapping[str, Any]
) -> Instance:
    """What a class makes of its arguments."""
    start = made.method("__init__")
    has_arrays = start is not None and makes_arrays(start.body)
    found = Instance(label=label_for(m, node, made.name, has_arrays), of=made)
    m.made.append(found)
    if start is None:
        if (args or options) and (made.is_closed or not made.others):
            raise Unread(f"{made.name} takes arguments, but has no __init__ in the program")
        return found
    found.is_starting = True
    m.call(replace(start, own=found), args, options)
    found.is_starting = False
    return found


def label_for(m: Machine, node: ast.AST, kind: str, has_arrays: bool) -> str:
    """The name of an object that is made here: the one that it gets, or its place in a list."""
    key, whole = m.target
    if place := _place_among_others(m, node):
        key = f"{key}.{place - 1}"
    elif not key or whole is not node:
        m.numbered[kind] += 1
        count = m.numbered[kind]
        key = kind.lower() + (str(count) if count > 1 else "")
    return _label(m, key, has_arrays=has_arrays)


def _place_among_others(m: Machine, node: ast.AST) -> int:
    """The place of an object in the list that it is made for, from 1 on; 0 if it is alone."""
    key, whole = m.target
    if not key or whole is node or not _holds_others(whole):
        return 0
    m.numbered[key] += 1
    return m.numbered[key]


def _holds_others(node: ast.expr | None) -> bool:
    """Does an expression make a list of objects, or an object that others are made in?"""
    if isinstance(node, ast.Call):
        last = ast.unparse(node.func).rpartition(".")[2]
        return last[:1].isupper()
    return isinstance(node, ast.List | ast.Tuple | ast.ListComp)


def _label(m: Machine, key: str, *, has_arrays: bool) -> str:
    """A name that no other object has."""
    while key in m.naming.suffixes:
        key = f"{key}_"
    m.naming.label(key, has_arrays=has_arrays, is_only=m.objects < 2)
    return key


# ---------------------------------------------------------------- parts and methods


def part(m: Machine, of: Record, name: str) -> Any:
    """A part of an object, or a method of it; a part that nobody sets is an input."""
    if name in of.parts:
        found = of.parts[name]
        if isinstance(found, Misfit):
            raise found.used(of.key(name))
        return found
    routine = method_of(m, of, name)
    if routine is not None:
        return _bound(m, of, routine)
    is_module = isinstance(of, Instance) and bool(of.of.others)
    if name in _CONTEXT or (name in _MODULE and is_module):
        return Bound(of, name)
    if isinstance(of, Instance) and of.of.is_closed:
        raise Unread(f"{name} of nn.{of.of.name} is not read")
    if name in _SAVED:
        raise Unread(f"nothing is kept with {SAVE} before {name} is used")
    return (True,) * MOST_ARGUMENTS if name == "needs_input_grad" else m.given(of.key(name))


def method_of(m: Machine, of: Record, name: str) -> Routine | None:
    """A method; those of a class whose first line is not pasted are routines with self."""
    if isinstance(of, Instance):
        return of.of.method(name)
    found = m.routines.get(name)
    return found if found is not None and found.parameters[:1] == ("self",) else None


def _bound(m: Machine, of: Record, routine: Routine) -> Any:
    """A method that knows whose it is."""
    if routine.kind not in ("", "staticmethod"):
        raise Unread(f"{routine.name} is a {routine.kind}, which is not read")
    return routine if routine.kind else replace(routine, own=of)


def called(m: Machine, of: Instance, args: Sequence[Any], options: Mapping[str, Any]) -> Any:
    """What an object makes of arguments: its __call__, or the forward of a layer."""
    names = ("__call__", "forward") if of.of.others else ("__call__",)
    found = next((x for name in names if (x := of.of.method(name)) is not None), None)
    if found is None:
        raise Unread(f"{of.of.name} has no __call__, so that its objects are not called")
    return m.call(replace(found, own=of), args, options)


def own_method(of: Record, name: str, given: Sequence[Any]) -> Any:
    """What a method does that the library has: it keeps tensors, or changes nothing."""
    if name == SAVE:
        of.parts |= dict.fromkeys(_SAVED, tuple(given))
    return of if name in _SELF else () if name.endswith("parameters") else None


def arguments_of(made: Class) -> tuple[str, ...]:
    """The arguments of a torch.autograd.Function; what it keeps things in is no argument."""
    forward = made.method("forward")
    names = forward.parameters if forward is not None else ()
    return names if made.method("setup_context") is not None else names[1:]


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
"""
# Layers and losses that are functions, with the arguments that they are made with.
_FUNCTIONS = {
    "ReLU": "relu", "Tanh": "tanh", "Sigmoid": "sigmoid", "Softplus": "softplus", "GELU": "gelu",
    "SiLU": "silu", "ReLU6": "relu6", "LogSigmoid": "logsigmoid", "ELU": "elu",
    "LeakyReLU": "leaky_relu", "Softmax": "softmax", "LogSoftmax": "log_softmax",
    "Identity": "clone", "MSELoss": "mse_loss", "L1Loss": "l1_loss",
    "CrossEntropyLoss": "cross_entropy", "BCELoss": "binary_cross_entropy", "NLLLoss": "nll_loss",
    "BCEWithLogitsLoss": "binary_cross_entropy_with_logits",
}  # fmt: skip
_STEPS = frozenset("SGD Adam AdamW RMSprop Adagrad Adadelta LBFGS NAdam RAdam".split())
_RANDOM = frozenset("Dropout Dropout1d Dropout2d AlphaDropout RReLU".split())


# What is wrong in them is wrong in the line that calls them.
CLASSES = {x.name: x for x in ast.parse(_SOURCE).body if isinstance(x, ast.ClassDef)}
for _node in (x for each in CLASSES.values() for x in ast.walk(each)):
    _node.__dict__.update({"lineno": 0} if hasattr(_node, "lineno") else {})


def layer(
    m: Machine, function: Known, node: ast.Call, given: Sequence[Any], options: Mapping[str, Any]
) -> Any:
    """What a class of torch.nn makes that has this name; nothing if there is none."""
    name = function.name
    if function.of != "torch":
        return None
    if name in _RANDOM:
        raise Unread(f"nn.{name} leaves it to chance what it computes, which is not read")
    if name in _FUNCTIONS:
        _place_among_others(m, node)
        return Known(_FUNCTIONS[name], "torch", tuple(given), options)
    if name in _STEPS:
        return Record()  # takes steps, and computes nothing
    if name == "ModuleList":
        return m.entries(given[0]) if given else []
    if name not in CLASSES:
        return None
    found = class_of(m, Scope(), CLASSES[name])
    found.is_closed = True
    return built(m, found, node, given, options)
