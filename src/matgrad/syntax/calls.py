"""Calls of functions that are only named, such as A(t) and f(A*X), and of their derivatives."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from matgrad.core.expr import Expr
from matgrad.core.shape import Shape
from matgrad.errors import ShapeError
from matgrad.ops import (
    Derivative,
    Form,
    Function,
    Label,
    Weighted,
    derived_shape,
    directed,
    named,
    weighted,
)
from matgrad.syntax.functions import FUNCTIONS, LATER
from matgrad.syntax.inference import Inference, Signature
from matgrad.syntax.macros import ALIASES, FORMULAS
from matgrad.syntax.scope import Declaration
from matgrad.syntax.tree import Node, postorder
from matgrad.syntax.unify import Misfit

SHORT = ALIASES.keys() | FORMULAS.keys()  # names that mean a formula
TIME = "t"  # x(t) is a function of time even where nothing declares it


def shape(
    found: Inference, node: Node, args: Sequence[Shape], declared: Declaration, label: Label
) -> Shape:
    """The shape of a call; its arguments have the shapes that all calls agree on."""
    signature = found.function(declared.name)
    count = len(signature.domain)
    for piece, given, wanted in zip(node.args, args, signature.domain, strict=False):
        if not found.sizes.equate_shapes(given, wanted):
            raise found.misfit(
                f"{declared.name} takes {{0}} elsewhere, and {found.quote(piece)} is {{1}}",
                node,
                [wanted, given],
            )
    by = label.by or (0,) * node.primes
    if len(args) == count + 1 and not label.kind:
        return _weighted(found, node, args[-1], signature, by)
    value = _matrix(found, signature.value, [signature.domain[i] for i in by], node)
    if not label.kind:
        return value
    slots = [signature.domain[i] for i in label.directions]
    turned = label.kind == "adjoint"
    result = slots[0] if turned else value
    wanted = [value, *slots[1:]] if turned else slots
    for given, slot in zip(args[count:], wanted, strict=True):
        if not found.sizes.equate_shapes(given, slot):
            raise found.misfit("a direction is {0} here, not {1}", node, [slot, given])
    return result


def _weighted(
    found: Inference, node: Node, weights: Shape, signature: Signature, by: Sequence[int]
) -> Shape:
    """The shape of hess_g(x, w), the Hessians of the entries of g with weights w."""
    if not found.sizes.equate_shapes(weights, signature.value):
        raise found.misfit("the weights are {0} here, not {1}", node, [weights, signature.value])
    first, second = (signature.domain[i] for i in by)
    return Shape(first.rows, second.rows)


def _matrix(found: Inference, value: Shape, domain: Sequence[Shape], node: Node) -> Shape:
    for argument in domain:
        step = derived_shape(found.sizes.shape(value), found.sizes.shape(argument))
        if step is None:
            error = ShapeError(f"no matrix holds {node.text}", node.position, "D_F(X, E) is a map")
            raise Misfit(error, node)
        value = step
    return value


def function_of(signature: Signature, known: Callable[[Shape], Shape]) -> Function:
    """A function with the shapes that were found."""
    declared, value, domain = signature
    shapes = tuple(map(known, domain))
    return Function(declared.name, known(value), declared.params, shapes, declared.facts)


def build(function: Function, label: Label, node: Node, args: Sequence[Expr]) -> Expr:
    """The expression of a call."""
    by = label.by or (0,) * node.primes
    if not label.kind and len(args) > len(function.params):
        first, second = by
        return weighted(Weighted(function, (first, second)), args[:-1], args[-1])
    if not label.kind:
        return named(function, args, by)
    count = len(function.domain)
    form = Form(Derivative(function, by), label.directions, label.kind == "adjoint")
    return directed(form, args[:count], args[count:])


# ---------------------------------------------------------------- before anything is read


def curves(trees: Sequence[Node], taken: Collection[str]) -> dict[str, Declaration]:
    """The functions of time that nobody declared: x in x(t)."""
    called: dict[str, Node] = {}
    other_calls: dict[str, Node] = {}
    for node in (node for tree in trees for node in postorder(tree)):
        if node.kind == "call":
            (called if is_of_time(node) else other_calls).setdefault(node.text, node)
    return {
        name: Declaration(name, position=node.at, params=(TIME,))
        for name, node in called.items()
        if not (
            name in taken
            or name in other_calls
            or name in FUNCTIONS
            or name in LATER
            or name in SHORT
        )
    }


def is_of_time(call: Node) -> bool:
    """Is this x(t)?"""
    return [arg.kind == "name" and arg.text == TIME for arg in call.args] == [True]


def with_arguments(
    tree: Node, functions: dict[str, Declaration], defined: dict[str, tuple[str, ...]]
) -> Node:
    """The tree in which x stands for x(t), and g(x) for what g(x) = … has defined."""
    if not defined and not any(function.params for function in functions.values()):
        return tree
    made: dict[Node, Node] = {}
    for node in postorder(tree):
        args = tuple(made[arg] for arg in node.args)
        new = node if args == node.args else replace(node, args=args)
        names = tuple(arg.text if arg.kind == "name" else "" for arg in node.args)
        if node.kind == "name" and node.text in functions and functions[node.text].params:
            params = functions[node.text].params
            given = tuple(replace(node, text=param, grouped=False) for param in params)
            new = replace(node, kind="call", args=given)
        elif node.kind == "call" and node.args and defined.get(node.text) == names:
            new = replace(node, kind="name", args=(), primes=0)
        made[node] = new
    return made[tree]
