"""Which of the possible readings of undeclared names is meant: the cheapest one that fits.

A name is read as paper has it (A matrix, x vector, lam scalar). If that cannot be, the fewest
names are read otherwise (x scalar, mu vector). Two equally near readings are a question back.
Broadcasting comes after that. What paper would not have, though its sizes fit, is a doubt: it has
a cost, and names that would better be read otherwise; a number that nobody writes so, as x in
sum(x), comes last of all. What is still doubtful in the cheapest reading is a guess or a question.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Literal, NamedTuple

from matgrad.core.dims import ONE
from matgrad.core.expr import Axis
from matgrad.core.facts import SQUARE_ONLY, VECTOR_ONLY, close
from matgrad.core.shape import SCALAR, Shape
from matgrad.errors import AmbiguousError, MatgradError, Option
from matgrad.syntax.broadcast import check_sides, may_spread
from matgrad.syntax.elaborate import find_shapes
from matgrad.syntax.forms import column
from matgrad.syntax.functions import nature, operands, values_first
from matgrad.syntax.inference import (
    TIMES,
    Doubt,
    Inference,
    Origin,
    convention,
    is_rather_vector,
    on_paper,
    value_kind,
)
from matgrad.syntax.members import is_of_columns
from matgrad.syntax.parts import shrink_zeros
from matgrad.syntax.scope import CONSTANTS, Scope, check_call
from matgrad.syntax.tree import Node, postorder, terms
from matgrad.syntax.unify import Misfit

MAX_TRIALS = 400
FEW_TRIALS = 60  # with broadcasting, or for something better than a doubtful reading
MAX_CHANGES = 6
# What it costs to read a name otherwise, by what it is on paper, or if a fact of it is known.
CHANGES, OF_DECLARED = {"scalar": 10, "vector": 11}, 12
RATHER = 40  # to keep a letter of which something says that it is otherwise
SPREAD = 100  # to broadcast
LOOSE = 300  # if the function is no number, though it has to be
RARE = 6  # if a letter is a number that hardly ever is one
AGAINST = 1000  # if a letter is a number, though nobody writes so
_OTHERWISE = {"vector": "scalar", "scalar": "vector"}
_CALLED = {"square": "matrix", "row": "row vector"}
_COUNTS = frozenset({"N"})  # a capital that often is a number: N/2*logdet(S)
_DIVIDING = frozenset("TZ")  # the temperature and the sum that divide something, as no matrix does
_PRODUCTS = ("*", "⋅")
_NORM = re.compile("(?:norm|‖·‖)(.*)")
_OF_VECTORS = ("", "1", "2", "inf", "infty")  # what stands below the bars of their norms
_FOR_VECTORS = (
    "for the derivative of a vector, ask for the jacobian; c*ones(n) adds a number to each entry"
)


class Reading(NamedTuple):
    """The names that are not what they are on paper; is there broadcasting, must f be a number?"""

    changed: frozenset[str]
    spread: bool
    scalar: bool


# What a reading costs, its number, and its shapes where they are known but doubtful.
_Waiting = tuple[int, int, Reading, Inference | None]


def infer(
    scope: Scope, definitions: Sequence[tuple[str, Node]], function: Node, source: str, scalar: bool
) -> Inference:
    """The shapes of the nearest reading that fits, or the error of the conventional one."""
    return _Search(scope, definitions, function, source).nearest(scalar)


@dataclass
class _Search:
    """A search for the cheapest reading; those of a misfit lead to those with one more change."""

    scope: Scope
    definitions: Sequence[tuple[str, Node]]
    function: Node
    source: str
    waiting: list[_Waiting] = field(default_factory=list[_Waiting])
    met: set[Reading] = field(default_factory=set[Reading])
    trials: Counter[bool] = field(default_factory=Counter[bool])  # with and without broadcasting
    first: Misfit | None = None
    evident: set[str] = field(default_factory=set[str])  # names that are better read otherwise

    def nearest(self, scalar: bool) -> Inference:
        """The cheapest reading; a question if there are two, or if what is doubtful is asked."""
        formulas = (self.function, *(value for _, value in self.definitions))
        self.consider(Reading(frozenset(), False, scalar))
        if self.scope.broadcasts and any(map(may_spread, formulas)):
            self.consider(Reading(frozenset(), True, scalar))
        least, fitting, question = 0, list[tuple[Reading, Inference]](), None
        while self.waiting and (self.waiting[0][0] == least or not (fitting or question)):
            least, _, reading, found = heappop(self.waiting)
            try:
                found = found or self.tried(reading, formulas, least)
            except Misfit as misfit:
                self.first = self.first or misfit
                if isinstance(misfit.error, AmbiguousError):
                    question = question or misfit.error
                self.consider_changes(reading, self.names(misfit.nodes))
                continue
            if found is not None:
                fitting.append((reading, found))
        if not fitting and self.first is not None:
            raise question or self.first.error
        return self.only(fitting, scalar)

    def tried(self, reading: Reading, formulas: Sequence[Node], cost: int) -> Inference | None:
        """The shapes of a reading without doubts; a doubtful one has to wait."""
        kinds = {name: _OTHERWISE[on_paper(self.scope, name)] for name in reading.changed}
        found = Inference(self.scope, kinds, self.source, reading.spread)
        self.scope.tally.characters += len(self.source)
        for name, value in self.definitions:
            found.parts[name] = find_shapes(found, value)
            if is_of_columns(found, value):
                found.by_columns.add(name)
            if name in self.scope.families:
                free = found.free[value]
                found.part_axes[name] = tuple(Axis(x, free[x]) for x in self.scope.families[name])
        find_shapes(found, self.function)
        shrink_zeros(found)
        found.doubts = [*_doubts(found, formulas, reading.scalar)]
        extra = sum(doubt.cost for doubt in found.doubts)
        rather = {x for each in found.doubts if 0 < each.cost < AGAINST for x in each.names}
        self.evident |= rather
        self.consider_changes(reading, {x for x in rather if _may_change(self.scope, x)})
        against = [x for each in found.doubts if each.is_guess for x in each.names]
        found.strain = len(reading.changed - self.evident) + RARE * sum(
            map(is_rather_vector, against)
        )
        if reading.spread and extra < AGAINST:
            check_sides(found)
        if extra >= AGAINST and reading.scalar and self.scope.broadcasts:
            # No vector becomes a number only to make the function one.
            self.consider(Reading(frozenset(), False, False))
            self.consider(Reading(frozenset(), True, False))
        if extra and not (reading.spread and extra >= AGAINST):
            heappush(self.waiting, (cost + extra, len(self.met), reading, found))
        return None if extra else found

    def consider(self, reading: Reading) -> None:
        """Keep a reading in mind, unless there are too many."""
        most = FEW_TRIALS if reading.spread else MAX_TRIALS
        if reading in self.met or self.trials[reading.spread] >= most:
            return
        self.met.add(reading)
        self.trials[reading.spread] += 1
        undeclared, cost = self.scope.undeclared, SPREAD * reading.spread
        for name in reading.changed:
            is_open = name in undeclared
            cost += CHANGES[on_paper(self.scope, name)] if is_open else OF_DECLARED
        cost += 0 if reading.scalar else LOOSE
        heappush(self.waiting, (cost, len(self.met), reading, None))

    def consider_changes(self, reading: Reading, names: Iterable[str]) -> None:
        """Keep in mind the readings in which one more name is read otherwise."""
        for name in sorted(names):
            if len(reading.changed) < MAX_CHANGES:
                self.consider(reading._replace(changed=reading.changed | {name}))

    def names(self, nodes: Iterable[Node]) -> set[str]:
        """The names below these pieces that could be read otherwise."""
        scope, found, seen = self.scope, set[str](), set[str]()
        waiting = list(nodes)
        while waiting:
            for node in postorder(waiting.pop(), operands):
                name = node.text if node.kind in ("name", "member") else ""
                if name in scope.defined and name not in seen:
                    seen.add(name)
                    waiting.append(scope.defined[name])
                elif name and _may_change(scope, name):
                    found.add(name)
        return found

    def only(self, fitting: Sequence[tuple[Reading, Inference]], scalar: bool) -> Inference:
        """The one reading of those that fit, or a question."""
        reading, found = fitting[0]
        if scalar and not reading.scalar:
            raise needs_scalar(found, self.function).error
        if len(fitting) > 1 and len({_outcome(each) for _, each in fitting}) > 1:
            node = self.first.nodes[0] if self.first is not None else self.function
            raise _ambiguous(self.scope, [reading for reading, _ in fitting], node)
        asked = next((doubt.question for doubt in found.doubts if doubt.question), None)
        if asked is not None:
            raise asked
        return found


def _may_change(scope: Scope, name: str) -> bool:
    """May a name be read otherwise? Nobody transposes a scalar or has powers of its entries."""
    if name not in scope.undeclared and not _is_open(scope, name):
        return False
    kind = on_paper(scope, name)
    return kind == "scalar" or (kind == "vector" and name not in scope.transposed | scope.dotted)


def _is_open(scope: Scope, name: str) -> bool:
    """Is no more said of a name than what numbers and vectors may be, as positive?"""
    said = scope.declared.get(name)
    if said is None or said.shape is not None or said.kind is not None or said.params:
        return False
    return not close(said.facts) & (SQUARE_ONLY | VECTOR_ONLY)


# ---------------------------------------------------------------- what is refused


def needs_scalar(found: Inference, function: Node) -> Misfit:
    """The error about the gradient of a function that is no number."""
    return found.misfit(
        "a gradient needs a scalar function, this one is {0}",
        function,
        [found.shapes[function]],
        "ask for the jacobian, or take sum(…) or norm2(…)^2 of it",
    )


def _make_scalar(found: Inference, formulas: Sequence[Node]) -> None:
    """Make the function a number, unless what is more than a number shrinks to make it so."""
    refused = needs_scalar(found, formulas[0])  # made now: afterwards it would be 1×1
    large = [x for x in found.symbols if _least(found.scope, x)[0] and not found.is_number(x)]
    fits = found.sizes.equate_shapes(found.shapes[formulas[0]], SCALAR)
    if not fits or any(found.is_number(x) for x in large if x not in _COUNTS):
        raise refused
    try:
        _check_least(found, formulas)
    except Misfit:
        raise refused from None


def _check_least(found: Inference, formulas: Sequence[Node]) -> None:
    """Refuse readings in which a name is less than it must be, or I is a number."""
    values = {x: f.value for x, f in found.functions.items() if value_kind(f.declared) == "matrix"}
    for name, symbol in (*found.symbols.items(), *values.items()):
        kind, why = _least(found.scope, name)
        shape = found.sizes.shape(symbol)
        is_number = shape.is_scalar and (kind != "capital" or name in values)
        is_vector = kind in ("matrix", "capital") and shape.is_vector and not shape.is_scalar
        if kind and (is_number or is_vector):
            is_what, as_what = ("vector ({0})", "n") if is_vector else ("number", "scalar")
            message = f"{name} would have to be a {is_what} here, but {why}"
            at = found.scope.undeclared.get(name, formulas[-1])
            hint = f"declare it, for example {name}: {as_what}"
            raise Misfit(found.misfit(message, at, [shape], hint).error, *formulas)
    ones = (n for f in formulas for n in values_first(f) if n.kind == "call" and n.text == "vector")
    for node in ones if found.scope.undeclared else ():
        if found.shape(node).is_scalar:  # of 1ᵀx⁻¹ with a number x
            message = "the vector of ones would have one entry here"
            raise Misfit(found.misfit(message, node, [], "declare the names").error, *formulas)
    for node, size in found.identities.items():
        if found.sizes.resolve(size) == ONE:
            misfit = found.misfit("I would have to be 1×1 here", node, [], "write c*I, or 1")
            raise Misfit(misfit.error, *formulas)


def _least(scope: Scope, name: str) -> tuple[str, str]:
    """What a name must be at least, and why."""
    declared = scope.declared.get(name) or scope.functions.get(name)
    if declared is not None and (declared.shape is not None or declared.kind == "scalar"):
        return "", ""
    if declared is not None and declared.kind is not None:
        kind = _CALLED.get(declared.kind, declared.kind)
        return kind, f"it is called a {kind}"
    is_open = name in scope.undeclared
    if convention(name) == "matrix" and (is_open or declared or name in scope.functions):
        return "capital", "capitals are matrices"
    if is_open and name in scope.transposed:
        return "vector", "it is transposed"
    if is_open and name in scope.dotted and convention(name) == "vector":
        return "vector", "the powers of its entries are taken"
    return "", ""


# ---------------------------------------------------------------- what is doubtful


def _doubts(found: Inference, formulas: Sequence[Node], scalar: bool) -> Iterator[Doubt]:
    """What is doubtful in a reading; what cannot be meant is a misfit."""
    _check_least(found, formulas)
    if scalar:
        _make_scalar(found, formulas)
    if not found.scope.undeclared:
        return
    pieces = [node for formula in formulas for node in values_first(formula)]
    for node in pieces:
        kind = nature(node)
        is_sure = kind.is_of_many and (not kind.is_reduction or _NORM.match(node.text))
        is_named = is_sure and found.origins.get(node.args[0]) is not Origin.CONSTANT
        if is_named and found.shape(node.args[0]).is_scalar:  # the sum of a number is the number
            message = f"{node.text} needs a vector, this is a scalar"
            raise found.misfit(message, node, [], _FOR_VECTORS)
    case = _Case(found, formulas, pieces)
    for doubts in (case.numbers, case.questions, case.coefficients):
        yield from doubts()


@dataclass(frozen=True)
class _Case:
    """The pieces of formulas in one reading, and what paper has against it."""

    found: Inference
    formulas: Sequence[Node]
    pieces: Sequence[Node]

    def numbers(self) -> Iterator[Doubt]:
        """The letters that are numbers where nobody writes so: capitals, x in sum(x), θ in Aθ.

        Of a capital in C‖x‖² and of a small letter below a sum or a norm that is a guess, and no
        doubt; so it is of ρ in tr(ρA).
        """
        numbers = self.open_numbers()
        if not numbers:
            return
        vectors, summed, below = {*self.for_vectors()}, self.of_numbers(), self.below_reductions()
        usual, factors, wholes = self.usual_numbers(), self.factors(), self.wholes()
        behind = self.behind_vectors()
        for name in numbers:
            kind, is_expected = convention(name), name in vectors | summed
            found = frozenset({name})
            if kind == "matrix" and _stem(name) not in _COUNTS:
                yield Doubt(found, 0 if name in usual else AGAINST, True, kind)
            elif kind == "vector" and is_expected:
                yield Doubt(found, AGAINST, True)
            elif kind == "vector" and name in below | factors:
                yield Doubt(found, RARE * is_rather_vector(name), True)
            elif kind == "vector" and name in behind and is_rather_vector(name):
                yield Doubt(found, 0, True)
            elif kind == "scalar" and is_expected:
                yield Doubt(found, RATHER, name in summed)
            elif kind == "scalar" and name in wholes:
                yield Doubt(found, 0, True, "matrix")

    def open_numbers(self) -> list[str]:
        found = self.found
        return [x for x in found.symbols if x in found.scope.undeclared and found.is_number(x)]

    def for_vectors(self) -> Iterator[str]:
        """The letters that a piece takes for vectors: in a product by entries, behind a matrix.

        Of a Greek one that is also what is added to a vector.
        """
        products = [node for node in self.pieces if node.is_infix(*_PRODUCTS)]
        inside = {arg for node in products for arg in node.args}
        inside |= {inner for norm, inner in self.norms() if norm not in _OF_VECTORS}
        for node in (node for node in products if node not in inside):
            yield from self.behind_matrix(node)
        for left, right in (node.args for node in products):
            if is_rather_vector(left.text) and self.is_matrix(right):
                yield left.text
        for node in self.pieces:
            if node.kind == "postfix" and self.is_scalar(node):
                yield from _names(node)
            if node.is_infix(":", ".*", "./"):
                names = {name for arg in node.args for name in _letters(arg)}
                is_number = self.is_scalar(node) and not node.is_infix(":")
                yield from (x for x in names if is_number or convention(x) == "scalar")
        for each in self.found.broadcasts.values():
            is_mean = each.node in self.found.centred
            if each.kind == "entries" and self.found.shape(each.node).is_vector and not is_mean:
                yield from (x for x in _letters(each.piece) if convention(x) == "scalar")

    def of_numbers(self) -> set[str]:
        """The letters in a sum, a diagonal, … of something in which there are only numbers."""
        many = [node for node in self.pieces if nature(node).is_of_many]
        alone = [node for node in many if all(map(self.is_scalar, values_first(node)))]
        return {name for node in alone for name in _names(node)}

    def below_reductions(self) -> set[str]:
        """The letters in what sum, norm, tr, … are taken of, where something else may be meant.

        Nothing else is an exponent, a factor of I or of ones, or one without an index in a Σᵢ.
        """
        whole = [node for node in self.pieces if nature(node).is_reduction]
        below = {name for node in whole for arg in operands(node) for name in _names(arg)}
        sure = set(self.found.scope.summands)
        for node in (node for node in self.pieces if node.kind == "infix"):
            left, right = node.args
            if node.is_infix("^", ".^"):
                sure |= _names(right)
            elif node.is_infix(*_PRODUCTS) and not (self.is_scalar(right) or _names(right)):
                sure |= _names(left)
        return below - sure

    def factors(self) -> set[str]:
        """The letters in products of two, where all letters are numbers and no more is written."""
        is_plain = len(self.open_numbers()) == len(self.found.symbols)
        if not is_plain or not all(
            n.kind == "name" or n.is_infix("*", "+", "-") for n in self.pieces
        ):
            return set()
        pairs = [[arg.text for arg in node.args] for node in self.pieces if node.is_infix("*")]
        return {name for x, y in pairs if x != y for name in (x, y)} & {*self.open_numbers()}

    def behind_vectors(self) -> set[str]:
        """The letters behind a column, as y in v⁺y and x/y, and beside a matrix, as in A .* x.

        A number stands before what it multiplies, and has no entries.
        """
        signs = (*_PRODUCTS, ".*", "/")
        pairs = [node.args for node in self.pieces if node.is_infix(*signs)]
        pairs += [node.args[::-1] for node in self.pieces if node.is_infix(".*")]
        behind = [y for x, y in pairs if not self.is_scalar(x) and self.has_variables(x)]
        return {(y.args[0] if y.is_infix("^") else y).text for y in behind}

    def has_variables(self, node: Node) -> bool:
        return any(n.kind == "name" and n.text in self.found.symbols for n in values_first(node))

    def usual_numbers(self) -> set[str]:
        """The letters before numbers that are made of vectors or matrices, and what divides."""
        names = set[str]()
        for left, right in (node.args for node in self.pieces if node.is_infix("/", *_PRODUCTS)):
            names |= _names(left) if self.is_scalar(right) else set()
        below = [node.args[1] for node in self.pieces if node.is_infix("/")]
        return names | {name for node in below for name in _names(node)}

    def wholes(self) -> set[str]:
        """The factors of what functions of square matrices are taken of, as ρ in tr(ρA)."""
        squares = [n for n in self.pieces if nature(n)[:2] == (True, True)]
        inside = [node.args[0] for node in squares if node.args[0].is_infix(*_PRODUCTS)]
        return {arg.text for node in inside for arg in node.args}

    def questions(self) -> Iterator[Doubt]:
        """What is asked: x*y of two letters, A/b, ‖Aθ‖ with a number θ, y of 1 + exp(-y wᵀx)."""
        is_open, factors = self.found.scope.undeclared, self.factors()
        products = [node for node in self.pieces if node.is_infix("*")]
        small = sorted(x for x in factors if convention(x) == "vector")
        if len(products) == 1 and len(small) == 2:
            node, (x, y) = products[0], small
            ways = [
                *_products_of_vectors(self.found.scope, node),
                Option(f"{x}: scalar; {y}: scalar", "numbers"),
            ]
            words = f"are {x} and {y} numbers, or vectors with a product?"
            yield Doubt(frozenset(), question=AmbiguousError(words, node.position, ways=ways))
        for left, right in (node.args for node in self.pieces if node.is_infix("/")):
            is_letter = right.kind == "name" and right.text in is_open
            if is_letter and is_rather_vector(right.text) and self.is_matrix(left):
                yield _number_or_vector(right.text, "scalar", right)
        for first in self.labels():
            yield _number_or_vector(first.text, "scalar", first)
        for _, inner in self.norms():
            if asked := {*self.behind_matrix(inner)} & is_open.keys():
                yield _number_or_vector(min(asked), "vector", inner)

    def labels(self) -> Iterator[Node]:
        """The letters before an inner product beside a 1, each of which stands only there."""
        sums = [operands(node) for node in self.pieces if node.is_infix("+", "-")]
        with_one = [each for each in sums if any(self.origin(t) is Origin.CONSTANT for t in each)]
        names = [node.text for node in self.pieces if node.kind == "name"]
        for node in {node for each in with_one for term in each for node in values_first(term)}:
            if node.is_infix("*") and node.args[0].is_infix("*"):
                (first, row), last = node.args[0].args, self.found.shape(node.args[1])
                first = first.args[0] if first.kind == "prefix" else first
                is_inner = (
                    self.is_row(row) and last.is_column and not self.is_scalar(self.formulas[0])
                )
                if is_inner and names.count(first.text) == 1:
                    yield first

    def norms(self) -> Iterator[tuple[str, Node]]:
        """What stands below the bars of each norm, and what it is taken of."""
        for node in (node for node in self.pieces if nature(node).is_reduction):
            if norm := _NORM.match(node.text):
                yield norm[1], node.args[0]

    def behind_matrix(self, node: Node) -> Iterator[str]:
        """The letters that stand behind a matrix or a row, with nothing but numbers behind them."""
        while node.is_infix(*_PRODUCTS) and self.is_scalar(node.args[1]):
            left, right = node.args
            is_number = left.is_infix(*_PRODUCTS) and self.is_scalar(left.args[1])
            if not is_number and not self.is_scalar(left):
                if self.found.shape(left).cols != ONE and not self.is_outer(left):
                    yield from (name for name in _letters(right) if name not in TIMES)
                return
            node = left

    def coefficients(self) -> Iterator[Doubt]:
        """The letters that are rather numbers, where the function is none: a, b in ax² + bx + c.

        They stand before numbers that are made of small letters, or beside such in a column: x and
        y in [x²; xy].
        """
        if self.is_scalar(self.formulas[0]):
            return
        tables = [node for node in self.pieces if node.kind == "grid"]
        columns = [t for t in tables if t.text == "rows" and all(len(r.args) == 1 for r in t.args)]
        columns = [t for t in columns if any(self.is_of_letters(r.args[0]) for r in t.args)]
        rather = {n.text for t in columns for n in values_first(t)}
        for left, right in (n.args for n in self.pieces if n.is_infix(*_PRODUCTS) and not tables):
            while left.is_infix(*_PRODUCTS):
                left = left.args[1]  # noqa: PLW2901
            rather |= {left.text} if self.is_of_letters(right) else set()
        for name in rather & self.found.scope.undeclared.keys():
            if not self.found.is_number(name):
                yield Doubt(frozenset({name}), RATHER)

    # ------------------------------------------------------------ pieces

    def is_scalar(self, node: Node) -> bool:
        return self.found.shape(node).is_scalar

    def is_matrix(self, node: Node) -> bool:
        return not self.found.shape(node).is_vector

    def is_row(self, node: Node) -> bool:
        return self.found.shape(node).rows == ONE and not self.is_scalar(node)

    def is_outer(self, node: Node) -> bool:
        """Is this a product xyᵀ, behind which a number may stand?"""
        first = self.found.shape(node.args[0]) if node.is_infix(*_PRODUCTS) else SCALAR
        return first.is_column and not first.is_scalar

    def origin(self, node: Node) -> Origin | None:
        return self.found.origins.get(node)

    def is_by_convention(self, node: Node) -> bool:
        """Is this a number by convention, or because no name stands in it?"""
        return self.origin(node) in (Origin.SOFT, Origin.CONSTANT)

    def is_of_letters(self, node: Node) -> bool:
        """Is this made of numbers, with a small letter that its place makes one, as x²?"""
        return all(map(self.is_scalar, values_first(node))) and self.origin(node) is None


def _names(node: Node) -> set[str]:
    return {piece.text for piece in values_first(node) if piece.kind == "name"} - {*CONSTANTS}


def _letters(node: Node) -> set[str]:
    """The names of a sum of letters, some of them divided; none if it is more."""
    names: set[str] = set()
    for _, term in terms(node):
        held = term
        while held.kind == "prefix" or held.is_infix("/"):
            held = held.args[0]
        if held.kind != "name":
            return set()
        names.add(held.text)
    return names


def _stem(name: str) -> str:
    return name.rstrip("_0123456789")


def _number_or_vector(name: str, rather: str, node: Node) -> Doubt:
    ways = [Option(f"{name}: {rather}", f"a {'number' if rather == 'scalar' else rather}")]
    question = AmbiguousError(f"is {name} a number here, or a vector?", node.position, ways=ways)
    return Doubt(frozenset(), question=question)


# ---------------------------------------------------------------- words


def _outcome(inference: Inference) -> tuple[tuple[str, Shape], ...]:
    """The shapes of the symbols: readings that end in the same shapes are one reading."""
    shapes = inference.sizes.named(inference.symbols.values())
    return tuple(zip(inference.symbols, shapes, strict=True))


def _ambiguous(scope: Scope, readings: Sequence[Reading], node: Node) -> AmbiguousError:
    kinds = [{x: _OTHERWISE[on_paper(scope, x)] for x in sorted(r.changed)} for r in readings[:3]]
    others = [
        Option(
            "; ".join(f"{x}: {kind}" for x, kind in each.items()),
            " and ".join(f"{x} as a {kind}" for x, kind in each.items()),
        )
        for each in kinds
    ]
    ways = [*_products_of_vectors(scope, node), *others]
    return AmbiguousError(
        f"several readings fit: {', or '.join(way.words for way in ways)}",
        node.position,
        ways=ways,
    )


def _products_of_vectors(scope: Scope, node: Node) -> list[Option]:
    """What x*y may stand for, if both letters are vectors on paper."""
    letters = [arg.text for arg in node.args if arg.kind == "name" and arg.text in scope.undeclared]
    is_pair = node.is_infix("*") and len(letters) == 2
    if not is_pair or any(on_paper(scope, name) != "vector" for name in letters):
        return []
    x, y = letters
    inner = Option(f"{x}'*{y}", f"the inner product {x}'*{y}")
    return [inner, Option(f"{x} .* {y}", f"the product of entries {x} .* {y}")]


def describe(shape: Shape) -> str:
    """A shape in words."""
    if shape.is_scalar:
        return "scalar"
    return f"vector of length {shape.rows}" if shape.cols == ONE else f"{shape} matrix"


def kind_of(
    node: Node, scope: Scope, done: Sequence[tuple[str, Node]], source: str
) -> Literal["scalar", "column", "row", "matrix"]:
    """What the shape of a piece makes it, with the definitions before it."""
    for tree in (*(value for _, value in done), node):
        for each in (piece for piece in postorder(tree) if piece.kind == "call"):
            check_call(each, scope)
    shape = infer(scope, done, node, source, scalar=False).shape(node)
    value = dict(done).get(node.text) if node.kind == "name" else None
    small = _names(value) - scope.declared.keys() if value is not None else ()
    is_small = convention(node.text) != "matrix" and any(convention(x) != "matrix" for x in small)
    if is_small and not shape.is_vector:
        with suppress(MatgradError):  # a small letter for Xβ, which is a column if β is one
            infer(scope, done, column(node), source, scalar=False)
            return "column"
    if not shape.is_vector:
        return "matrix"
    return "scalar" if shape.is_scalar else "column" if shape.is_column else "row"
