"""Calls of functions that are only named, such as A(t) and f(A*X), and of their derivatives."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from matgrad.core.expr import Expr
from matgrad.core.shape import Shape
from matgrad.errors import LimitError, ParseError, ShapeError, UnsupportedError
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
from matgrad.syntax.inference import Inference, Signature
from matgrad.syntax.macros import is_function
from matgrad.syntax.scope import Declaration
from matgrad.syntax.statements import Script
from matgrad.syntax.tokens import Token
from matgrad.syntax.tree import Node, is_sum, mapped, postorder, rebuilt
from matgrad.syntax.unify import Misfit

MOST_NODES = 100_000  # of all formulas together when they are written out
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
    calls = [n for tree in trees for n in postorder(tree) if n.kind == "call"]
    others = {call.text for call in calls if _names(call) != (TIME,)}
    known = {*taken, *others}
    unknown = [call for call in reversed(calls) if call.text not in known]
    found = {call.text: call.at for call in unknown if not is_function(call.text)}
    return {name: Declaration(name, position=at, params=(TIME,)) for name, at in found.items()}


def _names(call: Node) -> tuple[str, ...]:
    """The arguments of a call that are names, "" for others."""
    return tuple(arg.text if arg.kind == "name" else "" for arg in call.args)


def with_arguments(
    tree: Node, functions: dict[str, Declaration], defined: dict[str, tuple[str, ...]]
) -> Node:
    """The tree in which x stands for x(t), and g(x) for what g(x) = … has defined."""

    def changed(_: Node, node: Node) -> Node:
        if node.kind == "name" and node.text in functions and functions[node.text].params:
            params = functions[node.text].params
            given = tuple(replace(node, text=param, grouped=False) for param in params)
            return replace(node, kind="call", args=given)
        if node.kind == "call" and node.args and defined.get(node.text) == _names(node):
            return replace(node, kind="name", args=(), primes=0)
        return node

    if not defined and not any(function.params for function in functions.values()):
        return tree
    return rebuilt(tree, changed)


@dataclass
class _Writer:
    """Writes formulas out; `rules` are the functions so far, with what they are in their names."""

    params: Mapping[str, tuple[str, ...]]
    rules: dict[str, Node]
    applied: set[str]
    work: int = 0

    def written_out(self, tree: Node) -> Node:
        """The tree without calls of these functions at other arguments than their own names."""

        def changed(_: Node, node: Node) -> Node:
            is_rule = node.kind == "call" and node.text in self.rules and not node.primes
            is_other = is_rule and _names(node) != self.params[node.text]
            return self.value(node) if is_other else node

        return rebuilt(tree, changed)

    def value(self, call: Node) -> Node:
        """The formula of a function with these arguments."""
        names, body = [*map(_own, self.params[call.text])], self.rules[call.text]
        if len(names) != len(call.args):
            raise ParseError(
                f"{call.text} was defined with {len(names)} arguments, not {len(call.args)}",
                call.position,
            )
        bound = {node.args[0].text for node in postorder(body) if is_sum(node)}
        used = {n.text for arg in call.args for n in postorder(arg) if n.kind == "name"}
        for index in sorted(bound & used):
            raise UnsupportedError(
                f"{call.text} sums over {index} itself, and {index} stands in its argument",
                call.position, f"give the sum in {call.text} another index",
            )  # fmt: skip
        self.applied.add(call.text)
        found = self.filled(body, dict(zip(names, call.args, strict=True)), call.position)
        return replace(found, grouped=True, start=call.start, end=call.end)

    def filled(
        self, tree: Node, given: Mapping[str, Node], place: tuple[int, int] | None = None
    ) -> Node:
        """A copy of a tree with arguments for names: the same piece never stands in two places."""
        own = dict.fromkeys(postorder(tree))
        names = {node for node in own if node.kind == "name" and node.text in given}
        sizes = {name: len(postorder(value)) for name, value in given.items()}
        self.work += len(own) + sum(sizes[node.text] for node in names)
        if self.work > MOST_NODES:
            message = "the functions of this text become too long when written out"
            raise LimitError(message, place)

        def below(node: Node) -> tuple[Node, ...]:
            return (given[node.text],) if node in names else node.args

        made: list[Node] = []
        for node in postorder(tree, below):
            first = len(made) - len(below(node))
            args = tuple(made[first:])
            is_given = node in names
            made[first:] = [
                replace(args[0], grouped=True) if is_given else replace(node, args=args)
            ]
        return made[0]


def _own(param: str) -> str:
    """The name that an argument has inside of its function, and nothing else has anywhere."""
    return f"{param} of its own"


def _with_entries(tree: Node, params: Collection[str]) -> Node:
    """z_i of an argument z as its entry i, which is that of whatever stands for z."""
    bound = {node.args[0].text for node in postorder(tree) if is_sum(node)}

    def changed(node: Node) -> Node:
        stem, _, index = node.text.partition("_")
        if node.kind != "name" or stem not in params or not index or not {*index} <= bound:
            return node
        names = (replace(node, text=text) for text in (stem, *index))
        return replace(node, kind="index", text="[]", args=tuple(names))

    return mapped(tree, changed)


def with_functions_applied(script: Script) -> None:
    """Write out h(X[i,:]') where the script has defined h(x); what only such calls used goes."""
    if not script.params:
        return
    writer = _Writer(script.params, {}, set())
    definitions: list[tuple[Token, Node]] = []
    for name, value in script.definitions:
        definitions.append((name, writer.written_out(value)))
        if name.text in script.params:
            params = writer.params[name.text]
            own = {x: Node("name", _own(x), (), *name.position, name.position) for x in params}
            rule = writer.filled(_with_entries(value, params), own)
            writer.rules[name.text] = writer.written_out(rule)
    trees = [value for _, value in definitions]
    if script.function is not None:
        script.function = writer.written_out(script.function)
        trees.append(script.function)
    named = {n.text for tree in trees for n in postorder(tree) if n.kind in ("name", "call")}
    script.definitions = [
        (n, v) for n, v in definitions if n.text in named or n.text not in writer.applied
    ]
    script.defined = {name.text for name, _ in script.definitions}
