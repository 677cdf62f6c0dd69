"""Names for parts that are used often, so that what is printed is not longer than the graph.

A graph of n nodes can print as a tree of 2ⁿ. Naming the parts that are used more than once, and
parts that have grown long, keeps each printed expression short and all of them together linear.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from matgrad.core.expr import Expr, Symbol
from matgrad.core.steps import Definition
from matgrad.core.walk import postorder, rebuild, users
from matgrad.ops import Derivative, Form, Weighted
from matgrad.ops.families import named_part
from matgrad.render.names import Names

WORTH_NAMING = 6  # nodes; shorter parts are easier to read than to look up


def name_shared(
    roots: Sequence[Expr], taken_names: Iterable[str] = (), limit: int = 200
) -> tuple[tuple[Expr, ...], tuple[Definition, ...]]:
    """The roots written with names for shared and long parts, and those names in order of use.

    A part is named if it is used at least twice and has more than a few nodes, or if it would
    print with more than `limit` nodes.
    """
    names = Names({*taken_names, *names_in(roots)})
    uses, asked = users(*roots), set(roots)
    for root in roots:
        uses[root] = uses.get(root, 0) + 1
    definitions: list[Definition] = []
    written: dict[Expr, Expr] = {}
    for node in postorder(*roots):
        short = rebuild(node, [written[arg] for arg in node.args])
        shared = uses[node] > 1 and short.size > WORTH_NAMING
        if node.args and (shared or (short.size > limit and node not in asked)):
            named = named_part(names.fresh(short.shape), short)
            definitions.append(Definition(named.symbol, named.value, role="adjoint"))
            short = named.here
        written[node] = short
    return tuple(written[root] for root in roots), tuple(definitions)


def names_in(roots: Iterable[Expr]) -> set[str]:
    """Every name that occurs in the expressions: symbols, sizes and unspecified functions."""
    found: set[str] = set()
    for node in postorder(*roots):
        match node.data:
            case Symbol(name=name) | (str(name), int()):
                found.add(name)
            case Derivative() | Form() | Weighted():
                found.add(node.data.function.name)
            case _:
                pass
        if not node.args:
            found |= node.shape.rows.names | node.shape.cols.names
    return found
