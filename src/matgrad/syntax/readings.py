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
                name = node.text if node.kind == "name" else ""
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
        if len({_outcome(each) for _, each in fitting}) > 1:
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
        is_more = kind.is_of_many and (not kind.is_reduction or _NORM.match(node.text))
        is_open = is_more and found.origins.get(node.args[0]) is not Origin.CONSTANT
        if is_open and found.shape(node.args[0]).is_scalar:  # the sum of a number is the number
            message = f"{node.text} needs a vector, this is a scalar"
            raise found.misfit(message, node, [], _FOR_VECTORS)
    case = _Case(found, formulas, pieces)
    for doubts in (
        case.numbers,
        case.divisors,
        case.greek_letters,
        case.coefficients_of_letters,
        case.labels,
    ):
        yield from doubts()


@dataclass(frozen=True)
class _Case:
    """The pieces of formulas in one reading, and what paper has against it."""

    found: Inference
    formulas: Sequence[Node]
    pieces: Sequence[Node]

    def numbers(self) -> Iterator[Doubt]:
        """The letters that are numbers, though nobody writes so: capitals, x in sum(x), or in Ax.

        Of a capital before a number made of vectors, as C in C‖x‖², that is a guess and no doubt.
        Where all letters are numbers and nothing but their sums and products says so, x*y is asked
        about; and so is A/b, where nobody divides by a vector.
        """
        found, is_open = self.found, self.found.scope.undeclared
        numbers = [x for x in found.symbols if x in is_open and found.is_number(x)]
        capitals = {x for x in numbers if convention(x) == "matrix" and _stem(x) not in _COUNTS}
        small = {x for x in numbers if convention(x) == "vector"}
        if not capitals and not small:
            return
        many = small & {name for node in self.pieces for name in self.of_many(node)}
        is_plain = len(numbers) == len(found.symbols) and all(
            node.kind == "name" or node.is_infix("*", "+", "-") for node in self.pieces
        )
        products = [node for node in self.pieces if is_plain and node.is_infix("*")]
        factors = {arg.text for node in products for arg in node.args if _is_of_two(node)}
        if len(products) == 1 and len(factors & small) == 2:
            yield _product_of_letters(products[0])
        usual = self.usual_numbers() if capitals else set[str]()
        for name in numbers:
            if name in capitals | many | (small & (factors | self.below_reductions())):
                is_doubtful = name in many or name in capitals - usual
                cost = AGAINST if is_doubtful else RARE * is_rather_vector(name)
                yield Doubt(frozenset({name}), cost, True, convention(name))

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

    def of_many(self, node: Node) -> Iterator[str]:
        """The letters that a piece takes for vectors: in sums or products of entries, beside A."""
        if self.is_of_numbers(node) or (node.kind == "postfix" and self.is_scalar(node)):
            yield from (n.text for n in values_first(node))
        if node.is_infix(".*", "./") and self.is_scalar(node):
            yield from (arg.text for arg in node.args if arg.kind == "name")
        if node.is_infix("*") and node.args[1].text not in TIMES:
            left, right = node.args
            if not self.is_outer(left) and not self.found.shape(left).is_vector:
                yield right.text
            if is_rather_vector(left.text) and not self.found.shape(right).is_vector:
                yield left.text

    def is_of_numbers(self, node: Node) -> bool:
        """Is this a sum, a diagonal, … of something in which there are only numbers?"""
        return nature(node).is_of_many and all(map(self.is_scalar, values_first(node)))

    def divisors(self) -> Iterator[Doubt]:
        """The question about A/b, where a matrix is divided by a letter for a vector."""
        open_ = self.found.scope.undeclared
        for left, right in (node.args for node in self.pieces if node.is_infix("/")):
            is_letter = right.kind == "name" and right.text in open_ and len(right.text) == 1
            if is_letter and is_rather_vector(right.text) and self.is_matrix(left):
                yield _number_or_vector(right.text, "scalar", right)

    def usual_numbers(self) -> set[str]:
        """The letters before numbers that are made of vectors or matrices, and what divides."""
        below = [node.args[1] for node in self.pieces if node.is_infix("/")]
        names = {node.text for root in below for node in values_first(root)} & _DIVIDING
        for left, right in (node.args for node in self.pieces if node.is_infix(*_PRODUCTS)):
            inside = [node for node in values_first(right) if node.kind == "name"]
            if self.is_scalar(right) and not all(map(self.is_scalar, inside)):
                names |= {node.text for node in values_first(left) if node.kind == "name"}
        return names

    def greek_letters(self) -> Iterator[Doubt]:
        """The letters that are numbers by convention only, where nobody writes a number.

        That is behind a matrix or a row, as in Aθ, in a norm, as in ‖θ‖, in a sum of entries or a
        product by entries, and beside a vector where a number would be broadcast.
        """
        found = self.found
        greek = {x for x in found.scope.undeclared if convention(x) == "scalar"}
        if not greek:
            return
        names = {name for formula in self.formulas for name in self.behind_matrix(formula)}
        summed, wholes = set[str](), set[str]()
        for node in self.pieces:
            if node.is_infix(":", ".*", "./"):
                names |= {name for arg in node.args for name in self.letters(arg)}
            if self.is_of_numbers(node):
                summed |= _names(node)
            if nature(node)[:2] == (True, True) and node.args[0].is_infix(*_PRODUCTS):
                wholes |= {arg.text for arg in node.args[0].args}  # tr(ρA) of a matrix ρ
            if nature(node).is_reduction and (norm := _NORM.match(node.text)):
                asked = self.behind_matrix(node.args[0])
                names |= asked if norm[1] in _OF_VECTORS else set()
                if asked & greek:
                    yield _number_or_vector(min(asked), "vector", node)
            elif not node.is_infix(*_PRODUCTS):
                names |= {name for arg in operands(node) for name in self.behind_matrix(arg)}
        for each in found.broadcasts.values():
            is_mean = each.node in found.centred
            if each.kind == "entries" and found.shape(each.node).is_vector and not is_mean:
                names |= self.letters(each.piece)
        for name in (names | summed) & greek:
            yield Doubt(frozenset({name}), RATHER, name in summed)
        for name in (wholes - names - summed) & greek:
            yield Doubt(frozenset({name}), 0, True, "matrix")

    def behind_matrix(self, node: Node) -> set[str]:
        """The letters that stand behind a matrix or a row, with nothing but numbers behind them."""
        while node.is_infix(*_PRODUCTS) and self.is_by_convention(node.args[1]):
            left, right = node.args
            is_number = left.is_infix(*_PRODUCTS) and self.is_by_convention(left.args[1])
            if not is_number and not self.is_by_convention(left):
                is_wide = self.found.shape(left).cols != ONE and not self.is_outer(left)
                return self.letters(right) if is_wide else set()
            node = left
        return set()

    def letters(self, node: Node) -> set[str]:
        """The names of a sum of letters, each a number by convention."""
        names: set[str] = set()
        for _, term in terms(node):
            held = term
            while held.kind == "prefix" or held.is_infix("/"):
                held = held.args[0]
            if held.kind != "name" or self.origin(held) is not Origin.SOFT:
                return set()
            names.add(held.text)
        return names

    def coefficients_of_letters(self) -> Iterator[Doubt]:
        """The letters before numbers in a formula of plain letters: a and b in ax² + bx + c.

        In a column they stand beside a number: x and y in [x²; xy]. A vector stands behind its
        factors, as in c²x.
        """
        found, scope = self.found, self.found.scope
        wide = {name for name in found.symbols if not found.is_number(name)}
        is_small = all(convention(name) == "vector" for name in wide - scope.columns)
        is_known = bool(scope.declared or found.functions)
        if self.is_scalar(self.formulas[0]) or is_known or not is_small:
            return
        if not all(node.kind == "grid" or self.may_be_of_numbers(node) for node in self.pieces):
            return
        tables = [node for node in self.pieces if node.kind == "grid"]
        columns = [t for t in tables if t.text == "rows" and all(len(r.args) == 1 for r in t.args)]
        columns = [t for t in columns if any(self.is_of_letters(r.args[0]) for r in t.args)]
        rather = {n.text for t in columns for n in values_first(t)}
        for left, right in (n.args for n in self.pieces if n.is_infix(*_PRODUCTS) and not tables):
            while left.is_infix(*_PRODUCTS):
                left = left.args[1]  # noqa: PLW2901
            rather |= {left.text} if self.is_of_letters(right) else set()
        for name in rather & wide:
            yield Doubt(frozenset({name}), RATHER)

    def may_be_of_numbers(self, node: Node) -> bool:
        """May this piece be one of a formula about numbers?"""
        if node.kind == "call":
            args = operands(node)
            is_entrywise = len(args) == 1 and self.found.shape(node) == self.found.shape(args[0])
            return is_entrywise and not nature(node).is_of_many
        is_plain = node.kind in ("number", "name", "prefix") and node not in self.found.identities
        return is_plain or node.is_infix("+", "-", "/", "^", *_PRODUCTS)

    def labels(self) -> Iterator[Doubt]:
        """The question about y of 1 + exp(-y wᵀx): a vector yields one value for each entry.

        That is about letters before inner products wᵀx, each of which stands only there.
        """
        scope = self.found.scope
        if self.is_scalar(self.formulas[0]):
            return
        names = [node.text for node in self.pieces if node.kind == "name"]
        sums = [terms(node) for node in self.pieces if node.is_infix("+", "-")]
        with_one = [
            each for each in sums if any(self.origin(t) is Origin.CONSTANT for _, t in each)
        ]
        inside = [n for each in with_one for _, term in each for n in values_first(term)]
        for node in inside:
            if not node.is_infix("*") or not node.args[0].is_infix("*"):
                continue
            first, row = node.args[0].args
            first = first.args[0] if first.kind == "prefix" else first
            is_inner = self.is_row(row) and self.found.shape(node.args[1]).is_column
            is_open = first.text in scope.undeclared.keys() - scope.transposed
            if is_inner and is_open and names.count(first.text) == 1:
                yield _number_or_vector(first.text, "scalar", first)

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
        """Is this a number with a small letter in it, as x², and no Greek one?"""
        return self.is_scalar(node) and not self.is_by_convention(node)


def _is_of_two(node: Node) -> bool:
    """Is this a product of two different names?"""
    return node.args[0].text != node.args[1].text


def _names(node: Node) -> set[str]:
    return {piece.text for piece in values_first(node) if piece.kind == "name"} - {*CONSTANTS}


def _stem(name: str) -> str:
    return name.rstrip("_0123456789")


def _number_or_vector(name: str, rather: str, node: Node) -> Doubt:
    ways = [Option(f"{name}: {rather}", f"a {'number' if rather == 'scalar' else rather}")]
    question = AmbiguousError(f"is {name} a number here, or a vector?", node.position, ways=ways)
    return Doubt(frozenset(), question=question)


def _product_of_letters(node: Node) -> Doubt:
    x, y = (arg.text for arg in node.args)
    ways = [*_two_products(x, y), Option(f"{x}: scalar; {y}: scalar", "numbers")]
    question = AmbiguousError(
        f"are {x} and {y} numbers, or vectors with a product?", node.position, ways=ways
    )
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
    return _two_products(*letters)


def _two_products(x: str, y: str) -> list[Option]:
    inner = Option(f"{x}'*{y}", f"the inner product {x}'*{y}")
    return [inner, Option(f"{x} .* {y}", f"the product of entries {x} .* {y}")]


def describe(shape: Shape) -> str:
    """A shape in words."""
    if shape.is_scalar:
        return "scalar"
    return f"vector of length {shape.rows}" if shape.cols == ONE else f"{shape} matrix"


def _is_of_vector(node: Node, scope: Scope) -> bool:
    """Is this a capital times a small letter of which nothing is said?"""
    kinds = [convention(arg.text) for arg in node.args if arg.kind == "name"]
    is_product = node.is_infix("*") and len(kinds) == 2
    return (
        is_product
        and kinds[0] == "matrix" != kinds[1]
        and (node.args[1].text not in scope.declared)
    )


def kind_of(
    node: Node, scope: Scope, done: Sequence[tuple[str, Node]], source: str
) -> Literal["scalar", "column", "row", "matrix"]:
    """What the shape of a piece makes it, with the definitions before it."""
    for tree in (*(value for _, value in done), node):
        for each in (piece for piece in postorder(tree) if piece.kind == "call"):
            check_call(each, scope)
    shape = infer(scope, done, node, source, scalar=False).shape(node)
    if not shape.is_vector:
        value = dict(done).get(node.text if node.kind == "name" else "")
        if (
            value is not None
            and convention(node.text) != "matrix"
            and any(_is_of_vector(piece, scope) for piece in postorder(value))
        ):
            with suppress(MatgradError):  # a small letter for Xβ, which is a column if β is one
                infer(scope, done, column(node), source, scalar=False)
                return "column"
        return "matrix"
    return "scalar" if shape.is_scalar else "column" if shape.is_column else "row"
