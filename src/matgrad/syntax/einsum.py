"""einsum("bhqd,bhkd->bhqk", Q, K) as the formula it is short for: Q_bh*K_bh'.

The last two letters of an array are its rows and columns, all before them are indices of a family,
and so are these letters at the front of other arrays. The letters that are left are rows and
columns, and indices that sums around it go over; `sum(einsum(…))` goes over all of them.
"""

from __future__ import annotations

from collections.abc import Container

from matgrad.errors import MatgradError, UnsupportedError
from matgrad.ops.einsum import Algebra, Factor, subscripts_of, summed
from matgrad.syntax.forms import call, everything, infix, name, ones, part, transposed
from matgrad.syntax.tree import Node, postorder, rebuilt

EINSUM = "einsum"
QUOTE = "'"
_EXAMPLE = 'einsum("bhqd,bhkd->bhqk", Q, K)'


def without_einsum(tree: Node, families: Container[str] = ()) -> Node:
    """The tree with products of matrices and sums over indices for einsum.

    An index that no sum goes over is one of `families`, the names that are declared to have some.
    """

    if all(node.text != EINSUM for node in postorder(tree)):
        return tree

    def changed(old: Node, new: Node) -> Node:
        is_whole = old.kind == "call" and old.text == "sum" and len(old.args) == 1
        inside = old.args[0] if is_whole else old
        if inside.kind != "call" or inside.text != EINSUM:
            return new
        made = _formula(inside, is_whole)
        members.update({each for each in postorder(made) if each.kind == "name"} - {*inside.args})
        return made

    members = set[Node]()
    found = rebuilt(tree, changed)
    stack: list[tuple[Node, frozenset[str]]] = [(found, frozenset())]
    while stack:
        node, around = stack.pop()
        name, _, indices = node.text.partition("_")
        free = [letter for letter in indices if letter not in around] if node in members else []
        if free and name not in families:
            why = f"no sum goes over the index {free[0]} of einsum"
            raise UnsupportedError(why, node.position, f"sum({free[0]}, …), or declare {name}")
        own = {node.args[0].text} if node.kind == "call" and len(node.args) > 1 else set[str]()
        stack += [(arg, around | own) for arg in node.args]
    return found


def _formula(node: Node, is_whole: bool) -> Node:
    if not node.args or node.args[0].text[:1] != QUOTE:
        raise UnsupportedError("einsum begins with letters in quotes", node.position, _EXAMPLE)
    said, *arrays = node.args
    try:
        words, shown = subscripts_of(said.text.strip(QUOTE), len(arrays))
    except MatgradError as error:
        raise error.at(said.position) from None
    counting = {letter for word in words for letter in word[:-2]}
    factors = [_factor(*pair, counting) for pair in zip(words, arrays, strict=True)]
    algebra = Algebra[Node](
        turned=transposed,
        split=lambda X, letter: part(X, everything(X), name(X, letter)),
        over=lambda X, letter: call(X, "Σ", name(X, letter), X),
        rows=lambda X, letter: infix("*", X, ones(X)),
        total=lambda X: call(X, "sum", X),
        inner=lambda X, Y: infix(":", X, Y),
        times=lambda X, Y: infix("*", X, Y),
        entrywise=lambda X, Y: infix(".*", X, Y),
        scaled=lambda c, X: infix("*", c, X),
    )
    found = summed(factors, shown, algebra)
    if not is_whole:
        return found.node
    whole = call(node, "sum", found.node) if found.sides else found.node
    for letter in reversed([letter for letter in shown if letter in found.indices]):
        whole = algebra.over(whole, letter)
    return whole


def _factor(word: str, array: Node, counting: Container[str]) -> Factor[Node]:
    """An array; a name with its indices where its first letters are those of a family."""
    if len({*word}) < len(word):
        why = f"{word} takes a diagonal: write diag(X) in einsum"
        raise UnsupportedError(why, array.position, _EXAMPLE)
    count = next((i for i, letter in enumerate(word) if letter not in counting), len(word))
    indices, sides = word[:count], word[count:]
    if len(sides) > 2:
        raise UnsupportedError(f"{word} has indices behind others", array.position, _EXAMPLE)
    if indices and array.kind != "name":
        why = "an array with indices has to be a name in einsum"
        raise UnsupportedError(why, array.position, "P = …; " + _EXAMPLE)
    node = name(array, f"{array.text}_{indices}") if indices else array
    rows, cols = sides if len(sides) == 2 else (sides, "")
    return Factor(node, rows, cols, frozenset(indices))
