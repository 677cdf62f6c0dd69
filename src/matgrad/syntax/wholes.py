"""Declared members of a family: x_i in R^d below a sum over i is row i of a matrix X."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from matgrad.core.dims import Dim, dim
from matgrad.core.notation import capital
from matgrad.core.shape import shape_of
from matgrad.syntax.chosen import with_units
from matgrad.syntax.forms import transposed
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.parse import BY_ENTRIES
from matgrad.syntax.ranges import bound
from matgrad.syntax.scope import CONSTANTS, LETTERS, RESERVED, Declaration
from matgrad.syntax.sizes import polynomial
from matgrad.syntax.sums import subscripts
from matgrad.syntax.tree import Node, number_of_literal, postorder

OPEN_SIZES = ("n", "N", "m", "T")  # for a sum that does not say how far it runs
# What is known of each member, as it is said of the matrix of them all.
OF_ROWS = {"onehot": "simplex_rows", "simplex": "simplex_rows"}
OF_ROWS |= {fact: fact for fact in ("positive", "nonnegative", "nonzero", "constant")}
Sums = Mapping[str, Node]  # the sums around a piece, by their indices


@dataclass(frozen=True)
class Whole:
    """What a member is a row or an entry of."""

    declaration: Declaration
    member: str
    index: str
    is_vector: bool  # a member is an entry then, else a row
    is_turned: bool = True  # a member is a column: the transpose of the row

    @property
    def note(self) -> str:
        """How a member was read."""
        what = "entry" if self.is_vector else "row"
        return f"{self.member} is the {self.index}-th {what} of {self.declaration.name}"

    def part(self, node: Node) -> Node:
        """The member: y[i], or X[i,:], as a column where it is declared as one."""
        name = replace(node, text=self.declaration.name)
        index = replace(node, text=self.index)
        if self.is_vector:
            return Node("index", "[]", (name, index), *node.position, node.at)
        rest = Node("slice", ":", (), *node.position, node.at)
        row = Node("index", "[]", (name, index, rest), *node.position, node.at)
        return transposed(row) if self.is_turned else row


def wholes(
    trees: Sequence[Node], declared: Mapping[str, Declaration], is_sum: Callable[[Node], bool]
) -> dict[str, Whole]:
    """The whole of each declared name that stands only below sums over its subscript."""
    if not any(is_sum(node) for tree in trees for node in postorder(tree)):
        return {}
    places: dict[str, list[Sums]] = {}
    for tree in trees:
        for node, around in bound(tree).items():
            if node.kind == "name":
                places.setdefault(node.text, []).append(around)
    shapes = [d.shape for d in declared.values() if d.shape is not None]
    taken = {*places, *declared, *(name for s in shapes for size in s for name in size.names)}
    taken |= {node.text for tree in trees for node in postorder(tree) if node.kind == "call"}
    # Beside x_i, an x_j of which nothing was declared is another row, not an entry of a vector x.
    indexed = {n.args[0].text for t in trees for n in postorder(t) if n.kind == "index"}
    free = dim(next((size for size in OPEN_SIZES if size not in taken), "n_terms"))
    found: dict[str, Whole] = {}
    sums = [sum_ for each in places.values() for around in each for sum_ in around.values()]
    for name, declaration in declared.items():
        if name.partition("_")[0] in indexed:
            continue
        whole = _whole(declaration, places.get(name, []), _Ends(sums, free))
        # x_i and x_j, both declared and of one shape, are rows of the same matrix.
        is_shared = whole is not None and any(_is_same(whole, other) for other in found.values())
        if whole is not None and (is_shared or _is_free(whole.declaration.name, taken)):
            found[name] = whole
            taken.add(whole.declaration.name)
    return found


def _is_same(whole: Whole, other: Whole) -> bool:
    one, two = whole.declaration, other.declaration
    stems = {member.partition("_")[0] for member in (whole.member, other.member)}
    return len(stems) == 1 and (one.name, one.shape, one.facts) == (two.name, two.shape, two.facts)


def _is_free(name: str, taken: Collection[str]) -> bool:
    functions = FUNCTIONS.keys() - LETTERS  # Φ, for the rows φ_n, is no function unless called
    return not any(name in others for others in (taken, functions, CONSTANTS, RESERVED))


@dataclass(frozen=True)
class _Ends:
    """How far sums run that do not say it: those of a_i = …, as far as the one sum over i."""

    sums: Sequence[Node]
    free: Dim

    def of(self, open_sum: Node) -> Dim:
        index = open_sum.args[0].text
        known = {s.args[-2] for s in self.sums if s.args[0].text == index and len(s.args) == 4}
        ends = {polynomial(end) for end in known}
        is_definition = open_sum.text == BY_ENTRIES
        return ends.pop() if is_definition and len(ends) == 1 else self.free


def _whole(member: Declaration, places: Sequence[Sums], ends: _Ends) -> Whole | None:
    """The whole, where its size is known; other members are refused later."""
    below, shape = subscripts(member.name), member.shape
    if len(below) != 1 or "__" in member.name or shape is None or member.params or not places:
        return None
    counts = {_count(below[0], around, ends) for around in places}
    count = counts.pop()
    if counts or count is None:
        return None
    stem = member.name.partition("_")[0]
    if shape.is_scalar:
        entries = replace(member, name=stem, shape=shape_of(count), kind=None)
        return Whole(entries, member.name, below[0], True)
    facts = {OF_ROWS.get(fact, "") for fact in member.facts}
    if not shape.is_vector or "" in facts:
        return None
    length = shape.rows if shape.is_column else shape.cols
    size = shape_of(count, length)
    rows = replace(member, name=capital(stem), shape=size, kind=None, facts=frozenset(facts))
    return Whole(rows, member.name, below[0], False, shape.is_column)


def _count(index: str, around: Sums, ends: _Ends) -> Dim | None:
    """How many members a sum adds, if it begins with the first."""
    if index not in around:
        return None
    limits = around[index].args[1:-1]
    if not limits:
        return ends.of(around[index])
    lower, upper = limits
    count = polynomial(upper)
    if number_of_literal(lower) != 1 or count.names & around.keys():
        return None
    return count if count.value is None or count.value > 0 else None


def with_wholes(
    trees: Iterable[Node], declared: dict[str, Declaration], is_sum: Callable[[Node], bool]
) -> tuple[list[Node], list[str]]:
    """The trees with rows and entries for members, and notes; wholes are declared instead."""
    given = list(trees)
    found = wholes(given, declared, is_sum)
    for name, whole in found.items():
        del declared[name]
        declared[whole.declaration.name] = whole.declaration
    chosen, units = with_units([_with_parts(t, found) for t in given], declared, is_sum)
    return chosen, [*(whole.note for whole in found.values()), *units]


def _with_parts(tree: Node, found: Mapping[str, Whole]) -> Node:
    made: dict[Node, Node] = {}
    for node in postorder(tree):
        if node.kind == "name" and node.text in found:
            made[node] = found[node.text].part(node)
        else:
            args = tuple(made[arg] for arg in node.args)
            made[node] = node if args == node.args else replace(node, args=args)
    return made[tree]
