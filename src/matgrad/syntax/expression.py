"""From text to one expression in which every name is given, as answers are read back."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import cast

from matgrad.core.expr import Expr
from matgrad.errors import MatgradError
from matgrad.ops import Function
from matgrad.syntax.calls import with_arguments
from matgrad.syntax.elaborate import Elaborator
from matgrad.syntax.inference import Inference
from matgrad.syntax.limits import GENEROUS
from matgrad.syntax.macros import expanded
from matgrad.syntax.parse import formula
from matgrad.syntax.readings import infer
from matgrad.syntax.scope import (
    Broadcasting,
    Declaration,
    Scope,
    flexible_sizes,
    transposed_constants,
    visit,
)
from matgrad.syntax.tokens import Token, tokenise
from matgrad.syntax.tree import Node

Named = Collection[str] | Mapping[str, Function | None]  # functions that are only named


def parse_expression(text: str, symbols: Mapping[str, Expr], functions: Named = ()) -> Expr:
    """Read one formula in which every name is given.

    >>> from matgrad import ops
    >>> parse_expression("A*x", {"A": ops.symbol("A", "m", "n"), "x": ops.symbol("x", "n")}).op
    <matmul>
    """
    try:
        tree = tree_of(tokenise(text)[:-1], functions, symbols)
        return read_tree(tree, text, symbols, functions, "paper")
    except MatgradError as error:
        raise error.at(None, text) from None


def tree_of(tokens: Sequence[Token], functions: Named, names: Collection[str] = ()) -> Node:
    """What the grammar makes of a formula in which some functions are only named."""
    named = declarations_of(functions)
    return with_arguments(expanded(formula(tokens), {*names, *named}), named, {})


def read_tree(
    tree: Node,
    source: str,
    symbols: Mapping[str, Expr],
    functions: Named,
    broadcasting: Broadcasting = "none",
) -> Expr:
    """The expression that a tree stands for, in which every name is given."""
    inference = shapes_in(tree, source, symbols, functions, broadcasting)
    return Elaborator(inference, GENEROUS, symbols).formula(tree)


def shapes_in(
    tree: Node,
    source: str,
    symbols: Mapping[str, Expr],
    functions: Named,
    broadcasting: Broadcasting = "none",
) -> Inference:
    """The shapes of all pieces of a tree in which every name is given."""
    named = declarations_of(functions)
    declared = {name: Declaration(name, expr.shape) for name, expr in symbols.items()}
    scope = scope_of(declared, named, [tree])
    scope.strict, scope.broadcasting = True, broadcasting
    visit(tree, scope)
    return infer(scope, (), tree, source, scalar=False)


def declarations_of(functions: Named) -> dict[str, Declaration]:
    """Functions that are only named as declarations: elementwise ones by name, others in full."""
    known: Mapping[str, Function | None] = dict.fromkeys(functions)
    if isinstance(functions, Mapping):
        known = cast("Mapping[str, Function | None]", functions)
    return {
        name: Declaration(name)
        if f is None
        else Declaration(name, f.shape, facts=f.facts, params=f.params, domain=f.domain)
        for name, f in known.items()
    }


def scope_of(
    declared: dict[str, Declaration], functions: dict[str, Declaration], trees: Sequence[Node]
) -> Scope:
    """The names in force for formulas: declared ones, functions, and the names of sizes."""
    every = (*declared.values(), *functions.values())
    sizes = {name for d in every if d.shape for size in d.shape for name in size.names}
    scope = Scope(declared, functions, frozenset(sizes))
    scope.flexible = flexible_sizes(trees, scope)
    scope.vectors = transposed_constants(trees)
    return scope
