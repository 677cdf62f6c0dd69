"""One formula in which every name is given, in each way in which it can be read.

A problem is read in the likeliest way. What is claimed is compared with something known, so every
way counts: bars, `diag` of a matrix, a number beside a matrix, powers and products of entries.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from matgrad.core.expr import Expr
from matgrad.core.notation import capital
from matgrad.core.shape import Shape
from matgrad.errors import MatgradError, ParseError, ShapeError, UnsupportedError
from matgrad.ops import Function, filled
from matgrad.syntax.calls import with_arguments
from matgrad.syntax.choices import Choice, Choices, Option, explored
from matgrad.syntax.elaborate import UNSIZED, Elaborator
from matgrad.syntax.expression import declarations_of, scope_of, shapes_in
from matgrad.syntax.forms import call, infix
from matgrad.syntax.indices import Indexed
from matgrad.syntax.latex.derivatives import with_derivatives
from matgrad.syntax.latex.lexer import tokens_of
from matgrad.syntax.latex.names import with_given_names, with_operators
from matgrad.syntax.latex.problem import is_latex
from matgrad.syntax.limits import GENEROUS, Limits
from matgrad.syntax.macros import expanded, is_function
from matgrad.syntax.parse import TRANSPOSES, Known
from matgrad.syntax.parse import formula as parsed
from matgrad.syntax.ranges import free_indices, has_sums, with_entries
from matgrad.syntax.readings import kind_of
from matgrad.syntax.repairs import Repair, repairs
from matgrad.syntax.runs import with_products
from matgrad.syntax.scope import EULER, Broadcasting, Declaration, Scope, visit
from matgrad.syntax.statements import LOGISTIC
from matgrad.syntax.sums import Sums
from matgrad.syntax.tokens import ONES, Kind, Token, tokenise
from matgrad.syntax.tree import (
    EXPONENTIAL,
    Node,
    mapped,
    number_of_literal,
    postorder,
    rebuilt,
    terms,
)
from matgrad.syntax.typed import with_bars

TEXT, LATEX = "text", "latex"
Functions = Mapping[str, Function | None]
_NO_FUNCTIONS: Functions = {}


class Meaning(NamedTuple):
    """One way of reading a formula: what it is, what speaks against it, and what was chosen."""

    value: Expr
    cost: int = 0
    notes: tuple[str, ...] = ()


def spelling_of(text: str) -> str:
    """LaTeX, or anything else that people type?"""
    return LATEX if is_latex(text) else TEXT


def tokens_in(text: str, limits: Limits | None = None) -> list[Token]:
    """The tokens of a text in its spelling, ending with an END token."""
    cut = tokens_of if spelling_of(text) == LATEX else tokenise
    return cut(text, limits) if limits else cut(text)


def read_formula(  # noqa: PLR0913
    text: str,
    symbols: Mapping[str, Expr],
    functions: Functions = _NO_FUNCTIONS,
    spelling: str = "",
    *,
    shape: Shape | None = None,
    free: Sequence[str] = (),
    applied: Collection[str] = (),
) -> list[Meaning]:
    """The readings of a formula, the likeliest first; several may be equally likely.

    `shape` is that of what it is compared with: an I, ones or a 0 may be as large as it needs.
    `free` are indices of entries: of 2*x_i the vector is read that has these entries. Of `applied`
    names r(x) is r.

    >>> from matgrad import ops
    >>> X = ops.symbol("X", "n", "n")
    >>> [str(each.value) for each in read_formula("|X|", {"X": X})]
    ['det(X)', 'abs(X)']
    """
    given = _Given(text, symbols, functions, shape, tuple(free), applied)
    first = spelling or spelling_of(text)
    try:
        return given.meanings(first)
    except MatgradError as error:
        if isinstance(error, ParseError) and not spelling and first == TEXT:
            with suppress(MatgradError):
                return given.meanings(LATEX)
        raise error.at(None, text) from None


def near_formulas(
    text: str, symbols: Mapping[str, Expr], functions: Functions = _NO_FUNCTIONS
) -> Iterator[Repair]:
    """The formulas that are one slip away from this one and have a shape."""
    try:
        tree = _Given(text, symbols, functions).tree(spelling_of(text), Choices())
    except MatgradError:
        return
    yield from repairs(tree, text, symbols, functions)


@dataclass(frozen=True)
class _Given:
    """A formula, and the names in it."""

    source: str
    symbols: Mapping[str, Expr]
    functions: Functions
    shape: Shape | None = None
    free: tuple[str, ...] = ()
    applied: Collection[str] = ()

    def meanings(self, spelling: str) -> list[Meaning]:
        """What the formula may be, each expression once."""
        fitting, errors = explored(partial(self.read, spelling), every=True)
        if not fitting:
            raise errors[0]
        found: dict[Expr, Meaning] = {}
        for each in sorted(fitting, key=lambda reached: reached.cost):
            notes = tuple(option.note for option in each.choices.taken() if option.note)
            found.setdefault(each.value, Meaning(each.value, each.cost, notes))
        return list(found.values())

    def read(self, spelling: str, choices: Choices) -> Expr:
        """The expression in one reading."""
        tree = self.tree(spelling, choices)
        number = number_of_literal(tree)
        if number is not None and self.shape is not None and not self.shape.is_scalar:
            note = "the number is read as one in every entry" if number else ""
            choices.choose(Choice("number", (Option("", note=note),), ""))
            return filled(number, self.shape)
        tree = with_entries(tree, self.free or self.only_index(tree))
        tree = self.without_sums(tree, choices) if has_sums(tree) else tree
        for node in self.free_indices(tree):
            message = f"the index {node.text} is bound by no sum, so this has many values"
            raise UnsupportedError(message, node.position, "give the whole, as in A*x")
        scope = self.scope(tree)
        visit(tree, scope)
        tree = Signs(self.source, scope, choices).settled(tree)
        while True:
            try:
                return self.expression(tree)
            except ShapeError as error:
                sized = self.sized(tree, error, choices)
                if sized is None:
                    raise
                tree = sized

    def expression(self, tree: Node) -> Expr:
        """What the tree stands for; an I in it is as large as the shape needs."""
        found = shapes_in(tree, self.source, self.symbols, self.functions, self.broadcasting)
        if self.shape is not None:
            found.sizes.equate_shapes(found.shapes[tree], self.shape)
        return Elaborator(found, GENEROUS, self.symbols).formula(tree)

    # ------------------------------------------------------------ entries and sums over an index

    def free_indices(self, tree: Node) -> list[Node]:
        """The letters that stand as indices and mean nothing: no sum around them binds them."""
        meaning = self.scope(tree).meaning
        return [n for n in free_indices(tree) if meaning(n.text) not in ("size", "variable")]

    def only_index(self, tree: Node) -> list[str]:
        """The one free index of a formula that gives the entries of a vector."""
        found = {node.text for node in self.free_indices(tree)}
        is_vector = self.shape and self.shape.is_vector and not self.shape.is_scalar
        return [*found] if is_vector and len(found) == 1 else []

    def without_sums(self, tree: Node, choices: Choices) -> Node:
        """The tree with products and traces for its sums over an index."""

        def rows_or_columns(base: Node) -> str:
            options = Option("rows"), Option("columns")
            question = f"are members of {base.text} its rows or its columns?"
            return choices.choose(Choice(f"members of {base.text}", options, question))

        def shape_of(name: str) -> Shape | None:
            return scope.declared[name].shape if name in scope.declared else None

        scope = self.scope(tree)
        named = [name for name, function in scope.functions.items() if not function.params]
        kind = partial(kind_of, scope=scope, done=(), source=self.source)
        return Sums(kind, rows_or_columns, named, shape_of).rewritten(tree)

    # ------------------------------------------------------------ from the text to a tree

    def tree(self, spelling: str, choices: Choices) -> Node:
        """What the grammar makes of the text."""
        tree = self.of_latex() if spelling == LATEX else self.of_text(choices)
        named = declarations_of(self.functions)
        calls = expanded(mapped(tree, self.called), {*self.symbols, *named})
        members = Indexed(self.declared(), (), choices)
        (tree,) = members.rewritten([with_arguments(calls, named, {})], False)
        (tree,) = with_bars([tree], choices, self.source)
        return tree

    def called(self, node: Node) -> Node:
        """r for r(x), where r is an applied name, and the logistic function for σ(…)."""
        if node.kind == "call" and node.text == LOGISTIC and not self.has_logistic():
            return replace(node, text="sigmoid")
        if not node.is_infix("*") or node.at[0] < node.at[1]:
            return node
        left, right = node.args
        last = left.args[1] if left.is_infix("*") and not left.grouped else left
        is_call = last.text in self.applied and right.kind == "name" and right.grouped
        return left if is_call and last.kind == "name" else node

    def has_logistic(self) -> bool:
        return LOGISTIC in {*self.symbols, *self.functions}

    def of_text(self, choices: Choices) -> Node:
        known = self.known()
        tokens = with_products(self.tokens(), known, choices)
        return parsed(tokens, known)

    def known(self, latex: bool = False) -> Known:
        sizes = {name for x in self.symbols.values() for size in x.shape for name in size.names}
        renamed = {} if self.has_logistic() else {LOGISTIC: "sigmoid"}
        functions = self.functions.keys() | renamed.keys()
        variables = {*self.symbols, *sizes, *self.free}
        return Known(variables, functions, self.is_function, renamed, latex, self.source)

    def tokens(self) -> list[Token]:
        """The tokens: 1ᵀ and 11ᵀ have vectors of ones, and above a matrix T is the transpose."""
        cut = tokenise(self.source)[:-1]
        has_matrix = "T" in self.symbols and not self.symbols["T"].is_scalar
        found: list[Token] = []
        for at, token in enumerate(cut):
            before = "".join(t.text for t in cut[max(at - 3, 0) : at])
            if has_matrix and token.text == "T" and before.endswith(("^", "^-", "^{-", "^(-")):
                found.append(token._replace(text="⊤"))
            elif token.text in ("1", "11") and _is_turned(cut[at + 1 : at + 3]):
                found += [Token(Kind.NAME, ONES[0], *token.position) for _ in token.text]
            else:
                found.append(token._replace(text=self.row(token.text)))
        return found

    def row(self, name: str) -> str:
        """A_i for a_i, where nothing but a matrix A is known."""
        stem, below, index = name.partition("_")
        whole = capital(stem) if below and stem not in self.symbols else ""
        return f"{whole}_{index}" if name not in self.symbols and whole in self.symbols else name

    def is_function(self, name: str) -> bool:
        return name in self.functions or is_function(name)

    def of_latex(self) -> Node:
        names = [*self.functions, *self.free]
        given = with_given_names(tokens_of(self.source), self.symbols, names)
        derived = with_derivatives(given, declarations_of(self.functions))
        return parsed(with_operators(derived, self.symbols)[:-1], self.known(latex=True))

    def declared(self) -> dict[str, Declaration]:
        return {name: Declaration(name, x.shape) for name, x in self.symbols.items()}

    def scope(self, tree: Node) -> Scope:
        scope = scope_of(self.declared(), declarations_of(self.functions), [tree])
        scope.strict, scope.broadcasting = True, self.broadcasting
        return scope

    @property
    def broadcasting(self) -> Broadcasting:
        """NumPy's, where the text is Python; else a number beside a matrix is a choice."""
        return "numpy" if "@" in self.source else "none"

    # ------------------------------------------------------------ sizes that nothing says

    def sized(self, tree: Node, error: ShapeError, choices: Choices) -> Node | None:
        """The tree in which an I that was refused has one of the sizes that there are."""
        dims = {size for x in self.symbols.values() for size in x.shape if size.value != 1}
        dims |= {*(self.shape or ())}
        if UNSIZED not in error.message or error.position is None or not dims:
            return None
        there = (n for n in postorder(tree) if n.position == error.position)
        node = next((n for n in there if n.kind == "name" or n.text == "vector"), None)
        if node is None:
            return None
        options = tuple(Option(str(size)) for size in sorted(dims, key=str))
        question = f"how large is {node.text}?"
        size = choices.choose(Choice(f"size {node.at}", options, question, node.position))
        place = parsed(tokenise(size)[:-1])
        if node.kind == "name":
            return with_changed(tree, {node}, lambda eye: call(eye, "I", place))
        ones = call(node, "ones", place)
        return with_changed(tree, {node}, lambda one: infix("*", one.args[0], ones))


def _is_turned(behind: Sequence[Token]) -> bool:
    """Does a mark of transposition follow?"""
    texts = [token.text for token in behind]
    return texts[:1] == ["'"] or (len(texts) == 2 and texts[0] == "^" and texts[1] in TRANSPOSES)


# ---------------------------------------------------------------- signs with several meanings

WRITTEN, NEEDED, ALL = "as written", "where nothing else fits", "everywhere"
TIMES_I, OF_ONES = "times I", "ones"
MOST = 200  # pieces of a formula whose signs are looked at


@dataclass(frozen=True)
class Signs:
    """What the signs of a formula mean, where shapes leave it open."""

    source: str
    scope: Scope
    choices: Choices

    def settled(self, tree: Node) -> Node:
        """The tree with one meaning for each sign."""
        if len(postorder(tree)) > MOST:
            return tree
        for meant in (self._diagonals, self._ones, self._stars, self._powers, self._sums):
            tree = meant(tree)
        return tree

    def _choose(self, key: str, question: str, *options: Option) -> str:
        return self.choices.choose(Choice(key, options, question))

    def _kind(self, node: Node) -> str:
        """Is this a scalar, a column, a row, a matrix, or nothing whose shapes fit?"""
        try:
            return kind_of(node, self.scope, (), self.source)
        except MatgradError:
            return ""

    def _diagonals(self, tree: Node) -> Node:
        if not any(map(_is_diagonal, postorder(tree))):
            return tree
        part = "diagonal_part"
        options = Option("diag"), Option(part, 1, "diag is read as a matrix")
        name = self._choose("diag", "is diag(X) a vector or a matrix?", *options)
        is_part = name == part
        return _with(tree, _is_diagonal, lambda n: replace(n, text=part)) if is_part else tree

    def _ones(self, tree: Node) -> Node:
        """The 1 of A'1 and 1x' is a vector of ones: nobody would write the number."""

        def place(node: Node) -> int | None:
            if not node.is_infix("*"):
                return None
            is_column = number_of_literal(node.args[0]) == 1 and _last(node.args[1]).text == "'"
            return 0 if is_column else 1 if number_of_literal(node.args[1]) == 1 else None

        if all(place(node) is None for node in postorder(tree)):
            return tree
        options = Option(OF_ONES, 0, "1 is read as a vector of ones"), Option(WRITTEN, 1)
        if self._choose("ones", "is 1 a number or a vector of ones?", *options) == WRITTEN:
            return tree

        def changed(node: Node) -> Node:
            args = [*node.args]
            at = place(node) or 0
            args[at] = call(args[at], "vector", args[at])
            return replace(node, args=tuple(args))

        return _with(tree, lambda node: place(node) is not None, changed)

    def _stars(self, tree: Node) -> Node:
        """`*` between two that are no numbers may stand for a product of entries, all over."""
        stars = [node for node in postorder(tree) if self._is_star(node)]
        if not any(all(self._kind(a) not in ("scalar", "") for a in n.args) for n in stars):
            return tree
        is_python = "@" in self.source
        ways = Option(ALL, 2 * (not is_python), "* is read entry by entry"), Option(WRITTEN)
        options = ways if is_python else ways[::-1]
        if self._choose("*", "is * the product of matrices or of entries?", *options) == WRITTEN:
            return tree
        return _with(tree, self._is_star, lambda n: replace(n, text=".*"))

    def _is_star(self, node: Node) -> bool:
        return node.is_infix("*") and self.source[slice(*node.at)] == "*"

    def _powers(self, tree: Node) -> Node:
        """x^2 and 1/x of a vector are meant entry by entry; of a square matrix they may be."""
        tree = self._exponentials(tree)
        if not any(map(_is_power, postorder(tree))):
            return tree
        note = "powers and quotients are read entry by entry"
        how = self._choose(
            "powers", "are powers and quotients those of the entries?",
            Option(WRITTEN), Option(NEEDED, 1, note), Option(ALL, 2, note),
        )  # fmt: skip
        if how == WRITTEN:
            return tree

        def changed(node: Node) -> Node:
            is_fit = how == NEEDED and self._kind(node)
            return node if is_fit else replace(node, text=f".{node.text}")

        return _with(tree, _is_power, changed)

    def _exponentials(self, tree: Node) -> Node:
        """e^A of a square matrix is a function of the matrix, or of each entry."""

        def is_open(node: Node) -> bool:
            is_call = node.kind == "call" and node.text == EXPONENTIAL
            is_power = node.is_infix("^") and node.args[0].text == EULER
            return (is_call or is_power) and self._kind(node.args[-1]) == "matrix"

        if not any(map(is_open, postorder(tree))):
            return tree
        options = (Option("expm", 1, "e^ is the exponential of a matrix"),
                   Option("exp", 1, "e^ is taken of every entry"))  # fmt: skip
        name = self._choose("e^", "is e^A a matrix function, or one of the entries?", *options)
        return _with(tree, is_open, lambda n: call(n, name, n.args[-1]))

    def _sums(self, tree: Node) -> Node:
        """A number beside a matrix is a multiple of I, or is added to every entry."""
        whole = [n for n in postorder(tree) if n.is_infix("+", "-")]
        inside = {node.args[0] for node in whole}
        added: set[Node] = set()
        for node in whole:
            kinds = {} if node in inside else {t: self._kind(t) for _, t in terms(node)}
            if {*kinds.values()} - {"scalar", ""}:
                added |= {t for t, kind in kinds.items() if kind == "scalar"}
        if not added:
            return tree
        how = self._choose(
            "numbers", "is a number beside a matrix a multiple of I, or added to each entry?",
            Option(WRITTEN), Option(TIMES_I, 1, "a number beside a matrix is read as times I"),
            Option(ALL, 1, "a number is added to every entry"),
        )  # fmt: skip
        if how == WRITTEN:
            return tree

        def wide(node: Node) -> Node:
            one = Node("name", "I", (), *node.position, node.at)
            return infix("*", node, one) if how == TIMES_I else call(node, "matrix", node)

        return with_changed(tree, added, wide)


def with_changed(tree: Node, pieces: Collection[Node], change: Callable[[Node], Node]) -> Node:
    """The tree in which some pieces are changed."""
    return rebuilt(tree, lambda old, node: change(node) if old in pieces else node)


def _with(tree: Node, is_meant: Callable[[Node], bool], change: Callable[[Node], Node]) -> Node:
    return mapped(tree, lambda node: change(node) if is_meant(node) else node)


def _last(node: Node) -> Node:
    """The last factor."""
    return node.args[1] if node.is_infix("*") else node


def _is_power(node: Node) -> bool:
    return node.is_infix("^", "/")


def _is_diagonal(node: Node) -> bool:
    return node.kind == "call" and node.text in ("diag", "Diag")
