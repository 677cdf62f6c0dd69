"""Names with an index below: x_i is an entry or a row below a sum over i, else perhaps a name.

A name whose index some sum around it binds is a member: of a vector, or of a matrix whose rows
the members are. Which one is a choice, unless something is declared: of a declared x_i ∈ R^d the
matrix X is declared instead. Below no sum, x_1 is an entry of an x that is declared or asked for,
and x_i one of any x, which is eᵢᵀx with a unit vector eᵢ; else an index belongs to the name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from matgrad import errors
from matgrad.core.dims import ONE, Dim, dim
from matgrad.core.expr import Axis
from matgrad.core.notation import capital
from matgrad.core.reading import Guess
from matgrad.core.shape import Shape, shape_of
from matgrad.errors import AmbiguousError
from matgrad.syntax.choices import Choice, Choices, Option
from matgrad.syntax.forms import column, everything, infix, name, number, part, transposed
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.inference import convention
from matgrad.syntax.members import member, member_of, with_short_sums
from matgrad.syntax.ranges import free_indices, with_entries
from matgrad.syntax.scope import CONSTANTS, LETTERS, RESERVED, Declaration
from matgrad.syntax.sizes import polynomial
from matgrad.syntax.tree import (
    BY_ENTRIES,
    INSIDE,
    REDUCTIONS,
    Node,
    bound,
    is_sum,
    mapped,
    postorder,
    rebuilt,
)

VECTOR, ROWS, FAMILY = "a vector", "a matrix of rows", "a family of matrices"
_LENGTHS = ("norm2", "norm", "dot", "normF")
_PLACES = frozenset("ijkl")
_OVER_TERMS = frozenset({"sum", *REDUCTIONS})
_FREE = frozenset("ij")  # a formula with such an index gives all entries
_OPEN_SIZES = ("n", "N", "m", "T")  # for a sum that does not say how far it runs
# What is known of each member, as it is said of the matrix of them all.
_OF_ROWS = {"onehot": "simplex_rows", "simplex": "simplex_rows"}
_OF_ROWS |= {fact: fact for fact in ("positive", "nonnegative", "nonzero", "constant")}


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
    asked: frozenset[str] = frozenset()  # names that are differentiated by
    spoken: set[str] = field(default_factory=set[str])  # stems whose members are vectors for sure
    families: dict[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    open: set[str] = field(default_factory=set[str])  # sizes of families that nothing says
    capitals: set[str] = field(default_factory=set[str])  # taken for families of matrices

    def rewritten(
        self, trees: Sequence[Node], whole: bool, defined: Sequence[str] = ()
    ) -> list[Node]:
        """The trees; where `whole` may be meant, a free index of the last stands for all.

        The trees before it are what is `defined`.
        """
        trees = [with_short_sums(tree) for tree in trees]
        pieces = [node for tree in trees for node in postorder(tree)]
        bases = {node.args[0] for node in pieces if node.kind == "index"}  # z of z_{i+1}
        names = {node.text for node in pieces if node.kind == "name" and node not in bases}
        self.whole = frozenset(names | self.declared.keys())
        has_families = any(known.axes for known in self.declared.values())
        if not (bases or has_families or any(_split(name)[1] for name in names)):
            return [*trees]
        around = bound(*trees)
        members = [(_split(n.text), around[n]) for n in pieces if n.kind == "name"]
        self.summed = {stem for (stem, index), sums in members if index in sums}
        bare = names | self.summed | self.asked | {node.text for node in bases}
        self._declare_families(around)
        self._declare_wholes(around)

        def changed(old: Node, node: Node) -> Node:
            if self.families and node.kind == "name" and (found := self._of_family(node)):
                return found
            if node.kind != "name" or node.text in self.declared or node.text in self.defined:
                return node
            return self._member(node, around[old], bare)

        made: list[Node] = []
        for own, tree in zip([*defined, ""], trees, strict=False):
            made.append(self._as_family(own, rebuilt(tree, changed)))
        if self.latex:
            self._check_turned(made)
        rows = self._rows(made, names)

        def renamed(node: Node) -> Node:
            is_member = node.kind == "name" and node.text in rows
            return replace(node, text=rows[node.text]) if is_member else node

        made = [mapped(tree, renamed) for tree in made] if rows else made
        if whole:
            made[-1] = self._by_entries(made[-1])
        return made

    # ------------------------------------------------------------ families

    def _declare_families(self, around: Mapping[Node, Mapping[str, Node]]) -> None:
        """Declare A for A_i: m×n, and for an A_i below a sum over i where nothing is declared."""
        letters = {axis.name: axis.size for d in self.declared.values() for axis in d.axes}
        self.families |= {n: [a.name for a in d.axes] for n, d in self.declared.items() if d.axes}
        sums = [node for node in around if is_sum(node)]
        known = {*self.declared, *self.defined}
        places: dict[str, tuple[str, Mapping[str, Node]]] = {}  # by members: the index
        for node, outer in around.items():
            index = _split(node.text)[1] if node.kind == "name" else ""
            if index in outer:
                places.setdefault(node.text, (index, outer))

        def add(stem: str, index: str, known: Declaration) -> None:
            outer = places.get(f"{stem}_{index}", ("", {}))[1]
            if index not in letters:
                free = self._open_size(index)
                letters[index] = _count(index, outer, sums, free) or dim(free)
                self.open |= {free} & letters[index].names
            self.declared[stem] = replace(known, name=stem, axes=(Axis(index, letters[index]),))
            self.families[stem] = [index]

        for whole, said in [*self.declared.items()]:
            stem, _, index = whole.rpartition("_")
            if (found := member_of(whole, self.families)) is not None:
                facts = self.declared[found[0]].facts | self.declared.pop(whole).facts
                self.declared[found[0]] = replace(self.declared[found[0]], facts=facts)
            elif stem and (index in letters or (whole in places and _is_matrix(said))):
                add(stem, index, self.declared.pop(whole))
        new = {_split(whole)[0]: at[0] for whole, at in places.items() if whole not in known}
        new = {stem: index for stem, index in new.items() if stem not in known | self.whole}
        self.capitals = {*filter(self._is_family, new)}
        for stem in sorted(self.capitals):
            add(stem, new[stem], Declaration(stem))
        for stem, index in new.items():  # b_i beside A_i
            if index in letters and stem not in self.families:
                add(stem, index, Declaration(stem))

    def _open_size(self, index: str) -> str:
        """A name for the number of members, where nothing says it: N, or K of k."""
        first = () if index in _FREE else (index.upper(),)
        shapes = [known.shape for known in self.declared.values() if known.shape is not None]
        taken = {*self.whole, *(name for shape in shapes for size in shape for name in size.names)}
        return next(size for size in (*first, "N", "M", "n_terms") if size not in taken)

    def _is_family(self, stem: str) -> bool:
        """Is this a family of matrices? A capital with one index hardly is anything else."""
        if convention(stem) != "matrix" or stem == "N":  # the N_k are numbers of things
            return False
        options = Option(FAMILY), Option(ROWS, 1, hint=f"{stem}: n x d")
        question = f"is {stem} a family of matrices, or are these the rows of a matrix?"
        return self.choices.choose(Choice(f"family {stem}", options, question)) == FAMILY

    def _of_family(self, node: Node) -> Node | None:
        """The member that a name is; a family itself stands nowhere without its index."""
        found = member_of(node.text, self.families)
        if found is not None:
            return member(node, *found)
        letters = self.families.get(node.text)
        if letters is None or node.text in self.defined:
            return None if letters is None else member(node, node.text, letters)
        name = f"{node.text}_{''.join(letters)}"
        raise AmbiguousError(
            f"is {node.text} one of the {name}, or another value?", node.position,
            f"{name} with its index, or give the other one another name",
        )  # fmt: skip

    def _as_family(self, name: str, tree: Node) -> Node:
        """The formula of a definition, which may give all members of a family."""
        letters: list[str] = []
        body = tree
        while body.text in (BY_ENTRIES, INSIDE):
            letters.append(body.args[0].text)
            body = body.args[1]
        around = bound(body)
        places = [p for n in around if n.kind == "member" for p in n.args if p.kind == "name"]
        free = [*dict.fromkeys(p.text for p in places if p.text not in around[p])]
        if not name or not free or (letters and {*letters} != {*free}):
            return tree
        self.families[name] = letters or free
        return body

    # ------------------------------------------------------------ members

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
        stem = self._with_entries(stem, places)
        is_asked = stem in self.asked and "_" in node.text and convention(stem) == "vector"
        is_whole = is_asked or self._has_entries(stem)
        if stem == "delta" and len(places) == 2 and stem not in self.whole and self.latex:
            stem = "I"
        is_last = is_whole and {*index} <= {*map(str, self._shape(stem) or ())}
        is_matrix, is_digits = self._is_matrix(stem), index.isdigit()
        is_letter = len(index) == 1 and index.islower()
        is_other = stem in self.summed and is_letter
        is_of_defined = stem in self.defined and is_letter and convention(stem) == "vector"
        if is_whole and is_matrix and not is_bound and len(index) == 2 and (is_digits or is_last):
            places = list(index)
        elif is_digits and not is_bound:
            if not is_whole:
                self._check_apart(node, stem, index)
            if not is_whole or is_matrix:
                return node
            places = [index]
        elif not (
            (is_other or is_last or is_of_defined or any(place in around for place in places))
            or ((is_whole or stem in bare) and {*places} <= _PLACES)
        ):
            if is_whole and len(index) == 1 and stem in self.declared:
                self._check_apart(node, stem, index)
            return node
        parts = [number(node, int(p)) if p.isdigit() else name(node, p) for p in places]
        if is_last and index not in around:
            parts = [infix(":", place, place) for place in parts]
        return part(replace(node, text=stem, grouped=False), *parts)

    def _check_apart(self, node: Node, stem: str, index: str) -> None:
        """Ask about x_1 beside x, in LaTeX: an entry, or a name of its own? x_0 is a point."""
        kinds = {1: ("vector",), 2: ("vector", "matrix")}.get(len(index), ("vector",))
        is_there = stem in self.whole | self.summed and stem not in self.defined
        if self.latex and index != "0" and is_there and convention(stem) in kinds:
            raise AmbiguousError(
                f"is {stem}_{index} an entry of {stem}, or a name of its own?", node.position,
                f"declare {stem}: n, or {node.text}: scalar",
            )  # fmt: skip

    def _check_turned(self, trees: Sequence[Node]) -> None:
        """Ask about x_k^T of a vector x, which is no entry then."""
        around = bound(*trees)
        for node in (node for node in around if node.kind == "postfix"):
            entry = node.args[0]
            base, *places = entry.args if entry.kind == "index" else (entry,)
            shape, is_one = self._shape(base.text), len(places) == 1 and places[0].kind == "name"
            if shape and shape.is_vector and is_one and places[0].text not in around[entry]:
                place = f"{base.text}_{places[0].text}"
                message = f"is {place} an entry of {base.text}, or another vector?"
                raise AmbiguousError(message, node.position, f"declare {place}")

    def _with_entries(self, stem: str, places: Sequence[str]) -> str:
        """A for the a of a_ij, where A is there and a is not."""
        whole = capital(stem)
        is_small = len(places) == 2 and whole != stem and stem not in self.whole
        if not is_small or whole not in self.whole or convention(whole) != "matrix":
            return stem
        note = f"{stem}_{''.join(places)} is an entry of {whole}"
        self.notes += [note] if note not in self.notes else []
        return whole

    def _shape(self, name: str) -> Shape | None:
        """The declared shape of a name."""
        return self.declared[name].shape if name in self.declared else None

    def _is_matrix(self, name: str) -> bool:
        shape = self._shape(name)
        return shape is not None and not shape.is_vector

    def _has_entries(self, stem: str) -> bool:
        """Is this declared as something that has entries?"""
        known, shape = self.declared.get(stem), self._shape(stem)
        if known is None:
            return stem in self.defined
        return not (shape and shape.is_scalar) and known.kind != "scalar" and not known.params

    # ------------------------------------------------------------ rows of a matrix

    def _declare_wholes(self, around: Mapping[Node, Mapping[str, Node]]) -> None:
        """Declare X: n×d for x_i ∈ R^d, and y: n for numbers y_i, that stand only below sums."""
        sums = [node for node in around if is_sum(node)]
        places: dict[str, list[Mapping[str, Node]]] = {}
        for node, outer in around.items():
            if node.kind in ("name", "call") and sums:
                places.setdefault(node.text, []).append(outer)
        shapes = [known.shape for known in self.declared.values() if known.shape is not None]
        taken = {*places, *self.declared, *(x for shape in shapes for d in shape for x in d.names)}
        free = next((size for size in _OPEN_SIZES if size not in taken), "n_terms")
        taken |= {*CONSTANTS, *RESERVED, *(FUNCTIONS.keys() - LETTERS)}  # Φ of φ_n is called
        # Beside x_i, an x_j of which nothing was declared is another row.
        bare = map(_split, places.keys() - self.declared.keys())
        others = {stem for stem, index in bare if index.isalpha()}
        for each in places.keys() & self.declared.keys():
            known, (stem, index) = self.declared[each], _split(each)
            counts = {_count(index, outer, sums, free) for outer in places[each]}
            count = counts.pop() if len(counts) == 1 and stem not in others else None
            if count is None or each != f"{stem}_{index}":
                continue
            whole = _whole(known, stem, count)
            if whole is not None and (whole.name not in taken or whole in self.declared.values()):
                del self.declared[each]
                self.declared[whole.name] = whole
                self.stated |= {stem}
                self.matrices.add(whole.name)
                what = "entry" if whole.shape and whole.shape.is_vector else "row"
                self.notes.append(f"{each} is the {index}-th {what} of {whole.name}")

    def _rows(self, trees: Sequence[Node], names: Collection[str]) -> dict[str, str]:
        """The matrices whose rows the members of a name are."""
        stems: dict[str, tuple[Node, str]] = {}
        around, pieces = bound(*trees), [node for tree in trees for node in postorder(tree)]
        for node in pieces:
            index = _single(node, around[node])
            if index and node.args[0].text not in self.declared:
                stems.setdefault(node.args[0].text, (node, index))
            if node.kind == "postfix" or (node.kind == "call" and node.text in _LENGTHS):
                self.spoken |= {stem for arg in node.args for stem in _members(arg)}
        taken = {node.text for node in pieces if node.kind == "name"}
        found: dict[str, str] = {}
        for stem, (node, index) in stems.items():
            if stem in self.defined or not (convention(stem) == "vector" or stem in self.stated):
                continue
            whole = capital(stem)
            self.spoken |= {stem} & self.stated
            if self._is_matrix(whole) and stem not in names:
                found[stem] = whole
                if whole not in self.matrices:
                    self.samples[whole] = stem
                    self.notes.append(f"the {stem}_{index} make up the matrix {whole}")
                continue
            whole = stem if whole in taken | self.declared.keys() else whole
            if self._are_rows(stem, whole, node):
                found[stem] = whole
                self.matrices.add(whole)
                taken.add(whole)
                self.declared[whole] = Declaration(whole, None, "matrix")
                self.notes.append(f"{stem}_{index} is a row of {whole}, as a column")
        return found

    def _are_rows(self, stem: str, whole: str, node: Node) -> bool:
        is_spoken = stem in self.spoken
        vector = Option(VECTOR, 5 if is_spoken else 0, hint=f"{stem}: n")
        rows = Option(ROWS, 0 if is_spoken else 1, hint=f"{whole}: n x d")
        options = (rows, vector) if is_spoken else (vector, rows)
        question = f"is {stem} a vector with these entries, or are these the rows of a matrix?"
        choice = Choice(f"members of {stem}", options, question, node.position)
        return self.choices.choose(choice) == ROWS

    def choose(self, base: Node) -> str:
        """Do the members stand in the rows of their matrix? They do where it has their name."""
        if base.text in self.matrices:
            return "rows"
        if base.kind != "name":
            hint = f"{base.text}[i,:] is a row, {base.text}[:,i] a column"
            raise AmbiguousError("a row or a column?", base.position, hint)
        hints, guess = (f"{base.text}[i,:]'", f"{base.text}[:,i]"), None
        if base.text in self.samples:
            words = f"the {self.samples[base.text]}_i are the rows of {base.text}"
            guess = Guess(words, hints[1], base.position)
        rows = Option("rows", 0, "", guess, hints[0])
        columns = Option("columns", 0 if guess is None else 1, hint=hints[1])
        question = f"are these the rows or the columns of {base.text}?"
        choice = Choice(f"rows of {base.text}", (rows, columns), question, base.position)
        return self.choices.choose(choice)

    # ------------------------------------------------------------ free indices

    def _by_entries(self, tree: Node) -> Node:
        """The vector or matrix that a formula with a free index gives entry by entry."""
        free = dict.fromkeys(n.text for n in free_indices(tree) if n.text in _FREE)
        if not free or tree.kind == "index":
            return tree
        self.notes.append(f"the formula gives the entries, for each {' and '.join(free)}")
        return with_entries(tree, free)


def _is_matrix(said: Declaration) -> bool:
    return said.shape is not None and not said.shape.is_vector


def check_repeated(
    trees: Sequence[Node], declared: Collection[str], free: Collection[str], text: str = ""
) -> None:
    """Ask whether a_ij x_j is summed over j, which no sum says."""
    for tree in trees:
        pieces = postorder(tree)
        if not any(node.kind == "name" and "_" in node.text for node in pieces):
            continue
        around = bound(tree)
        for node in (n for n in pieces if n.kind == "call" and n.text in _OVER_TERMS):
            below = [_split(n.text)[1] for n in postorder(node) if not around.get(n, True)]
            letter = next((x for x in below if x in _PLACES and x not in free), "")
            if letter and not node.args[1:]:
                ways = [errors.Option(f"{node.text}_{letter} {_source(node.args[0], text)}")]
                question = f"is the {node.text} over {letter} meant?"
                raise AmbiguousError(question, node.position, ways=ways if text else ())
        inside = {arg for node in pieces if node.is_infix("*") for arg in node.args}
        for node in (n for n in pieces if n.is_infix("*") and n not in inside):
            names = [n for n in postorder(node) if n.kind == "name" and n.text not in declared]
            below = [_split(n.text) for n in names if not around[n]]
            letters = Counter(x for _, index in below if {*index} <= _PLACES for x in {*index})
            pairs = [index for stem, index in below if len(index) == 2 or stem == "Sigma"]
            repeated = sorted(x for x in {*"".join(pairs)} - {*free} if letters[x] > 1)
            if repeated:
                over = "".join(repeated)
                question = f"is this summed over {' and '.join(repeated)}?"
                hint = None if text else rf"\sum_{{{over}}}, or names without an index"
                ways = [errors.Option(f"sum_{over} {text[slice(*node.position)]}")] if text else []
                raise AmbiguousError(question, node.position, hint, ways=ways)


def _source(node: Node, text: str) -> str:
    """A formula as it was typed, in brackets if it may need them."""
    found = text[node.start : node.end]
    return f"({found})" if node.is_infix("+", "-") else found


def _split(name: str) -> tuple[str, str]:
    """A name and its index: x and i of x_i, x and 1 of x1 and x_1."""
    stem, _, index = name.partition("__" if "__" in name else "_")
    if index:
        return stem, index
    digits = len(name) - len(name.rstrip("0123456789"))
    return (name[:-digits], name[-digits:]) if digits else (name, "")


def _single(node: Node, around: Mapping[str, Node]) -> str:
    """The i of x[i] and x[i+1] below a sum over i, "" of anything else."""
    is_member = node.kind == "index" and len(node.args) == 2 and node.args[0].kind == "name"
    names = (n.text for n in postorder(node.args[1]) if n.kind == "name") if is_member else ()
    return next((name for name in names if name in around), "")


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


def _count(index: str, around: Mapping[str, Node], sums: Sequence[Node], free: str) -> Dim | None:
    """How many terms a sum has that begins with the first; as many as another, if it is open."""
    if index not in around:
        return None
    if limits := around[index].args[1:-1]:
        first, count = map(polynomial, limits)
        is_one = first == ONE and (count.value is None or count.value > 0)
        return count if is_one and not count.names & around.keys() else None
    others = [each for each in sums if each.args[0].text == index]
    known = {polynomial(each.args[2]) for each in others if len(each.args) == 4}
    return known.pop() if len(known) == 1 else dim(free)


def _whole(member: Declaration, stem: str, count: Dim) -> Declaration | None:
    """The vector or the matrix whose entries or rows such members are; others are refused later."""
    shape, facts = member.shape, frozenset(_OF_ROWS.get(fact, "") for fact in member.facts)
    if shape is None or member.params or not shape.is_vector:
        return None
    if shape.is_scalar:
        return Declaration(stem, shape_of(count), None, member.facts)
    size = shape_of(count, shape.rows if shape.is_column else shape.cols)
    return None if "" in facts else Declaration(capital(stem), size, None, facts)


# ---------------------------------------------------------------- indices that no sum runs over


def with_units(
    trees: Sequence[Node], declared: dict[str, Declaration]
) -> tuple[list[Node], list[str]]:
    """The trees with unit vectors for free indices, which are declared, and notes."""
    free = _free_indices(trees, declared)
    found = [mapped(tree, lambda node: _chosen(node, free)) if free else tree for tree in trees]
    for unit in free.values():
        declared[unit] = Declaration(unit, None, "vector", frozenset({"onehot"}))
    return found, [f"{unit} is the unit vector with its 1 at place {i}" for i, unit in free.items()]


def _free_indices(trees: Sequence[Node], declared: dict[str, Declaration]) -> dict[str, str]:
    """The names that stand as indices, and nowhere else, with the names of their unit vectors."""
    if not any(node.kind == "index" for tree in trees for node in postorder(tree)):
        return {}
    shapes = [d.shape for d in declared.values() if d.shape is not None]
    sizes = {name for shape in shapes for size in shape for name in size.names}
    names = [n.text for tree in trees for n in postorder(tree) if n.kind in ("name", "call")]
    places = [index.text for tree in trees for index in free_indices(tree)]
    return {
        name: f"e_{name}"
        for name in dict.fromkeys(places)
        if names.count(name) == places.count(name)
        and not {name, f"e_{name}"} & {*declared, *sizes}
        and f"e_{name}" not in names
    }


def _chosen(node: Node, free: dict[str, str]) -> Node:
    """eᵢᵀx for x[i], eᵢᵀA eⱼ for A[i,j], and A eⱼ for A[:,j]."""
    if node.kind != "index" or not any(place.text in free for place in node.args[1:]):
        return node
    base, *places = node.args
    units = [name(each, free[each.text]) if each.text in free else None for each in places]
    if len(places) == 1:
        return infix("*", transposed(units[0] or base), column(base))
    pairs = zip(units, places, strict=True)
    rest = tuple(everything(node) if unit else place for unit, place in pairs)
    held = base if all(each.kind == "slice" for each in rest) else replace(node, args=(base, *rest))
    if units[1] is not None:
        held = infix("*", held, units[1])
    return held if units[0] is None else infix("*", transposed(units[0]), held)
