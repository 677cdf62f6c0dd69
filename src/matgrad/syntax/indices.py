"""Names with an index below: x_i is an entry or a row below a sum over i, else perhaps a name.

A name whose index some sum around it binds is a member: of a vector, or of a matrix whose rows
the members are. Which one is a choice, unless something is declared. Below no sum, x_1 is an
entry of a declared x, and x_i one of any x; else an index belongs to the name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from matgrad import errors
from matgrad.core.notation import capital
from matgrad.core.reading import Guess
from matgrad.errors import AmbiguousError
from matgrad.syntax.choices import Choice, Choices, Option
from matgrad.syntax.inference import convention
from matgrad.syntax.parse import by_entries
from matgrad.syntax.ranges import bound
from matgrad.syntax.scope import Declaration
from matgrad.syntax.tokens import Kind, Token
from matgrad.syntax.tree import Node, postorder

VECTOR, ROWS = "a vector", "a matrix of rows"
_LENGTHS = ("norm2", "norm", "dot", "normF")
_PLACES = frozenset("ijkl")
_FREE = frozenset("ij")  # a formula with such an index gives all entries


@dataclass
class Indexed:
    """The trees of a problem, with index nodes for names that are members."""

    declared: dict[str, Declaration]
    defined: Collection[str]
    choices: Choices
    latex: bool = False
    notes: list[str] = field(default_factory=list[str])
    samples: dict[str, str] = field(default_factory=dict[str, str])  # x of x_i in a declared X
    matrices: set[str] = field(default_factory=set[str])  # whose rows are members
    summed: set[str] = field(default_factory=set[str])  # stems that some sum adds up
    whole: frozenset[str] = frozenset()  # names that stand without an index, or are declared
    stated: frozenset[str] = frozenset()  # x of x_i ∈ R^d
    spoken: set[str] = field(default_factory=set[str])  # stems whose members are vectors for sure

    def rewritten(self, trees: Sequence[Node], whole: bool) -> list[Node]:
        """The trees; where `whole` may be meant, a free index of the last stands for all."""
        pieces = [node for tree in trees for node in postorder(tree)]
        bases = {node.args[0] for node in pieces if node.kind == "index"}  # z of z_{i+1}
        names = {node.text for node in pieces if node.kind == "name" and node not in bases}
        self.whole = frozenset(names | self.declared.keys())
        is_plain = not any(_split(name)[1] for name in names)
        if is_plain and not any(node.kind == "index" for node in pieces):
            return [*trees]
        self.summed = self._stems(trees)
        bare = names | self.summed | {node.text for node in bases}
        made = [self._with_members(tree, bare) for tree in trees]
        if self.latex:
            self._check_summed(made)
            self._check_turned(made)
        rows = self._rows(made, names)
        made = [_renamed(tree, rows) for tree in made]
        if whole:
            made[-1] = self._by_entries(made[-1])
        return made

    # ------------------------------------------------------------ members

    def _stems(self, trees: Sequence[Node]) -> set[str]:
        """The letters whose members some sum adds up: x of x_j below a sum over j."""
        found: set[str] = set()
        for tree in trees:
            around = bound(tree)
            for node in (n for n in postorder(tree) if n.kind == "name"):
                stem, index = _split(node.text)
                found |= {stem} if index and index in around[node] else set()
        return found

    def _with_members(self, tree: Node, bare: Collection[str]) -> Node:
        around = bound(tree)
        made: dict[Node, Node] = {}
        for node in postorder(tree):
            args = tuple(made[arg] for arg in node.args)
            new = node if args == node.args else replace(node, args=args)
            is_own = node.text in self.declared or node.text in self.defined
            if node.kind == "name" and not is_own:
                new = self._member(new, around[node], bare)
            made[node] = new
        return made[tree]

    def _member(self, node: Node, around: Mapping[str, Node], bare: Collection[str]) -> Node:
        stem, index = _split(node.text)
        if not index or ("__" in node.text and index not in around):
            if index.isalpha() and stem in self.summed:
                raise AmbiguousError(
                    f"is {stem}^({index}) one of those that a sum adds up?", node.position,
                    f"{stem}_{index}, or another letter",
                )  # fmt: skip
            return node
        places = [index] if index in around else list(index)
        is_bound = all(place in around for place in places)
        is_mixed = any(place in around for place in places)
        stem = self._with_entries(stem, places)
        is_whole = self._has_entries(stem)
        if stem == "delta" and len(places) == 2 and stem not in self.whole and self.latex:
            stem = "I"
        is_last = is_whole and {*index} <= self._sizes(stem)
        is_grid = len(index) == 2 and (index.isdigit() or is_last) and self._is_matrix(stem)
        is_other = stem in self.summed and len(index) == 1 and index.islower()
        if is_grid and is_whole and not is_bound:
            places = list(index)
        elif is_bound or is_mixed or is_other or is_last:
            pass
        elif index.isdigit():
            if not is_whole:
                self._check_apart(node, stem, index)
                return node
            is_matrix = self._is_matrix(stem)
            if is_matrix and len(index) != 2:
                return node
            places = [*index] if is_matrix else [index]
        elif not (is_whole or stem in bare) or not set(places) <= _PLACES:
            if is_whole and len(index) == 1 and stem in self.declared:
                self._check_apart(node, stem, index)
            return node
        base = replace(node, text=stem, grouped=False)
        parts = [_place(node, place) for place in places]
        if is_last and index not in around:
            parts = [Node("infix", ":", (part, part), *node.position, node.at) for part in parts]
        return Node("index", "[]", (base, *parts), *node.position, node.at)

    def _check_apart(self, node: Node, stem: str, index: str) -> None:
        """Ask about x_1 beside x, in LaTeX: an entry, or a name of its own?"""
        if index == "0":
            return  # x_0 is another point
        is_small = convention(stem) == "vector" or (
            len(index) == 2 and convention(stem) == "matrix"
        )
        if (
            self.latex
            and is_small
            and stem in self.whole | self.summed
            and stem not in self.defined
        ):
            raise AmbiguousError(
                f"is {stem}_{index} an entry of {stem}, or a name of its own?", node.position,
                f"declare {stem}: n, or {node.text}: scalar",
            )  # fmt: skip

    def _check_turned(self, trees: Sequence[Node]) -> None:
        """Ask about x_k^T of a vector x, which is no entry then."""
        for tree in trees:
            around = bound(tree)
            for node in (n for n in postorder(tree) if n.kind == "postfix"):
                entry = node.args[0]
                known = self.declared.get(entry.args[0].text) if entry.kind == "index" else None
                is_vector = known is not None and known.shape is not None and known.shape.is_vector
                is_one = is_vector and len(entry.args) == 2 and entry.args[1].kind == "name"
                if is_one and entry.args[1].text not in around[entry]:
                    name = f"{entry.args[0].text}_{entry.args[1].text}"
                    message = f"is {name} an entry of {entry.args[0].text}, or another vector?"
                    raise AmbiguousError(message, node.position, f"declare {name}")

    def _check_summed(self, trees: Sequence[Node]) -> None:
        """Ask about A_ij x_j, where the index that both have is often summed over."""
        found: dict[str, Node] = {}
        for node in (n for tree in trees for n in postorder(tree) if n.kind == "name"):
            _, index = _split(node.text)
            if not index.isdigit() and set(index) <= _PLACES and node.text not in self.declared:
                found.setdefault(node.text, node)
        wide = [name for name in found if len(_split(name)[1]) > 1 or name.startswith("Sigma")]
        for name in wide:
            for other in found:
                shared = set(_split(name)[1]) & set(_split(other)[1])
                if other != name and shared:
                    letter = min(shared)
                    raise AmbiguousError(
                        f"is this summed over {letter}?", found[name].position,
                        rf"\sum_{letter}, or names without an index",
                    )  # fmt: skip

    def _with_entries(self, stem: str, places: Sequence[str]) -> str:
        """A for the a of a_ij, where A is there and a is not."""
        whole = capital(stem)
        is_small = len(places) == 2 and whole != stem and stem not in self.whole
        if not is_small or whole not in self.whole or convention(whole) != "matrix":
            return stem
        note = f"{stem}_{''.join(places)} is an entry of {whole}"
        self.notes += [note] if note not in self.notes else []
        return whole

    def _sizes(self, name: str) -> set[str]:
        """The names of the sizes of what is declared."""
        known = self.declared.get(name)
        shape = known.shape if known is not None else None
        return set() if shape is None else {str(size) for size in shape}

    def _has_entries(self, stem: str) -> bool:
        """Is this declared as something that has entries?"""
        known = self.declared.get(stem)
        if known is None:
            return stem in self.defined
        is_number = known.shape is not None and known.shape.is_scalar
        return not is_number and known.kind != "scalar" and not known.params

    # ------------------------------------------------------------ rows of a matrix

    def _is_matrix(self, name: str) -> bool:
        known = self.declared.get(name)
        return known is not None and known.shape is not None and not known.shape.is_vector

    def _rows(self, trees: Sequence[Node], names: Collection[str]) -> dict[str, str]:
        """The matrices whose rows the members of a name are."""
        stems: dict[str, Node] = {}
        for tree in trees:
            around = bound(tree)
            for node in postorder(tree):
                if _is_single(node, around[node]) and node.args[0].text not in self.declared:
                    stems.setdefault(node.args[0].text, node)
                if node.kind == "postfix" or (node.kind == "call" and node.text in _LENGTHS):
                    self.spoken |= {stem for arg in node.args for stem in _members(arg)}
        taken = {n.text for tree in trees for n in postorder(tree) if n.kind == "name"}
        found: dict[str, str] = {}
        for stem, node in stems.items():
            is_letter = convention(stem) == "vector" or stem in self.stated
            if stem in self.defined or not is_letter:
                continue
            whole = capital(stem)
            self.spoken |= {stem} & self.stated
            if self._is_matrix(whole) and stem not in names:
                found[stem] = whole
                self.samples[whole] = stem
                self.notes.append(f"the {stem}_{_letter(node)} make up the matrix {whole}")
                continue
            whole = stem if whole in taken | self.declared.keys() else whole
            if self._are_rows(stem, whole, node):
                found[stem] = whole
                self.matrices.add(whole)
                taken.add(whole)
                self.declared[whole] = Declaration(whole, None, "matrix")
                self.notes.append(f"{stem}_{_letter(node)} is a row of {whole}, as a column")
        return found

    def _are_rows(self, stem: str, whole: str, node: Node) -> bool:
        is_spoken = stem in self.spoken
        options = [
            Option(VECTOR, 5 if is_spoken else 0, hint=f"{stem}: n"),
            Option(ROWS, 0 if is_spoken else 1, hint=f"{whole}: n x d"),
        ]
        if is_spoken:
            options.reverse()
        question = f"is {stem} a vector with these entries, or are these the rows of a matrix?"
        choice = Choice(f"members of {stem}", tuple(options), question, node.position)
        return self.choices.choose(choice) == ROWS

    def rows_or_columns(self, otherwise: Callable[[Node], str]) -> Callable[[Node], str]:
        """Do the members stand in the rows of their matrix? They do where it has their name."""

        def choose(base: Node) -> str:
            if base.text in self.matrices:
                return "rows"
            if base.kind != "name":
                return otherwise(base)
            name = base.text
            hints = f"{name}[i,:]'", f"{name}[:,i]"
            guess = None
            if name in self.samples:
                words = f"the {self.samples[name]}_i are the rows of {name}"
                guess = Guess(words, hints[1], base.position)
            cost = 0 if guess is None else 1
            options = (
                Option("rows", 0, "", guess, hints[0]),
                Option("columns", cost, hint=hints[1]),
            )
            question = f"are these the rows or the columns of {name}?"
            return self.choices.choose(Choice(f"rows of {name}", options, question, base.position))

        return choose

    # ------------------------------------------------------------ free indices

    def _by_entries(self, tree: Node) -> Node:
        """The vector or matrix that a formula with a free index gives entry by entry."""
        around = bound(tree)
        free: list[str] = []
        for node in postorder(tree):
            for place in node.args[1:] if node.kind == "index" else ():
                is_new = place.kind == "name" and place.text not in (*around[node], *free)
                free += [place.text] if is_new and place.text in _FREE else []
        if not free or tree.kind == "index":
            return tree
        self.notes.append(f"the formula gives the entries, for each {' and '.join(free)}")
        return by_entries(tree, [Token(Kind.NAME, name, *tree.position) for name in free])


def check_repeated(
    trees: Sequence[Node], declared: Collection[str], free: Collection[str], text: str
) -> None:
    """Ask whether a_ij x_j is summed over j, which no sum says."""
    for tree in trees:
        pieces = postorder(tree)
        if not any(node.kind == "name" and "_" in node.text for node in pieces):
            continue
        around = bound(tree)
        inside = {arg for node in pieces if node.is_infix("*") for arg in node.args}
        for node in (n for n in pieces if n.is_infix("*") and n not in inside):
            names = [n for n in postorder(node) if n.kind == "name" and n.text not in declared]
            below = [_split(n.text)[1] for n in names if not around[n]]
            letters = Counter(x for index in below if set(index) <= _PLACES for x in {*index})
            pairs = {x for index in below if len(index) == 2 for x in index}
            repeated = sorted(x for x in pairs - {*free} if letters[x] > 1)
            if repeated:
                over = "".join(repeated)
                way = errors.Option(f"sum_{over} {text[slice(*node.position)]}")
                question = f"is this summed over {' and '.join(repeated)}?"
                raise errors.AmbiguousError(question, node.position, ways=[way])


def _split(name: str) -> tuple[str, str]:
    """A name and its index: x and i of x_i, x and 1 of x1 and x_1."""
    stem, _, index = name.partition("__" if "__" in name else "_")
    if index:
        return stem, index
    digits = len(name) - len(name.rstrip("0123456789"))
    return (name[:-digits], name[-digits:]) if digits else (name, "")


def _place(node: Node, place: str) -> Node:
    if place.isdigit():
        from_literal = Node("number", place, (), *node.position, node.at)
        from_literal.value = from_literal.value + int(place)
        return from_literal
    return Node("name", place, (), *node.position, node.at)


def _is_single(node: Node, around: Mapping[str, Node]) -> bool:
    """Is this x[i] below a sum over i?"""
    is_member = node.kind == "index" and len(node.args) == 2 and node.args[0].kind == "name"
    if not is_member:
        return False
    return any(n.kind == "name" and n.text in around for n in postorder(node.args[1]))


def _letter(node: Node) -> str:
    """The i of x_i and of x_{i+1}."""
    return next(piece.text for piece in postorder(node.args[1]) if piece.kind == "name")


def _members(root: Node) -> list[str]:
    """The names x of members x_i that are terms or whole of this piece."""
    found: list[str] = []
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.kind == "index" and len(node.args) == 2 and node.args[0].kind == "name":
            found.append(node.args[0].text)
        elif node.is_infix("+", "-") or node.kind == "prefix":
            waiting += node.args
    return found


def _renamed(tree: Node, names: Mapping[str, str]) -> Node:
    if not names:
        return tree
    return mapped(
        tree,
        lambda node: (
            replace(node, text=names[node.text])
            if (node.kind == "name" and node.text in names)
            else node
        ),
    )


def mapped(tree: Node, change: Callable[[Node], Node]) -> Node:
    """The tree with every piece changed, pieces before the nodes that hold them."""
    made: dict[Node, Node] = {}
    for node in postorder(tree):
        args = tuple(made[arg] for arg in node.args)
        made[node] = change(node if args == node.args else replace(node, args=args))
    return made[tree]
