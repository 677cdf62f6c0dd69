"""One formula in which every name is given, in each way in which it can be read.

A problem is read in the likeliest way. What is claimed is compared with something known, so every
way counts: bars, `diag` of a matrix, a number beside a matrix, powers and products of entries.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from matgrad.core.expr import Expr
from matgrad.core.shape import Shape
from matgrad.errors import MatgradError, ParseError, ShapeError
from matgrad.ops import Function, zeros_of
from matgrad.syntax.calls import with_arguments
from matgrad.syntax.choices import Choice, Choices, Option, explored
from matgrad.syntax.elaborate import UNSIZED
from matgrad.syntax.expression import declarations_of, read_tree, scope_of
from matgrad.syntax.forms import call, infix
from matgrad.syntax.indices import Indexed, mapped
from matgrad.syntax.kinds import kind_of
from matgrad.syntax.latex.expression import with_given_names
from matgrad.syntax.latex.lexer import tokens_of
from matgrad.syntax.latex.operators import with_operators
from matgrad.syntax.latex.problem import is_latex
from matgrad.syntax.limits import Limits
from matgrad.syntax.macros import expanded
from matgrad.syntax.parse import BY_ENTRIES, INSIDE, Known
from matgrad.syntax.parse import formula as parsed
from matgrad.syntax.repairs import Repair, repairs
from matgrad.syntax.runs import with_products
from matgrad.syntax.scope import Declaration, Scope, visit
from matgrad.syntax.statements import LOGISTIC
from matgrad.syntax.sums import Sums, has_sums
from matgrad.syntax.tokens import Token, tokenise
from matgrad.syntax.tree import Node, is_zero, postorder, terms
from matgrad.syntax.typed import choose_run, is_function, with_bars

TEXT, LATEX = "text", "latex"
Functions = Mapping[str, Function | None]
_NO_FUNCTIONS: Functions = {}
WRITTEN, NEEDED, ALL = "as written", "where nothing else fits", "everywhere"
TIMES_I = "times I"


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
) -> list[Meaning]:
    """The readings of a formula, the likeliest first; several may be equally likely.

    `shape` is that of what it is compared with: an I, ones or a 0 may be as large as it needs.
    `free` are indices of entries: of 2*x_i the vector is read that has these entries.

    >>> from matgrad import ops
    >>> X = ops.symbol("X", "n", "n")
    >>> [str(each.value) for each in read_formula("|X|", {"X": X})]
    ['det(X)', 'abs(X)']
    """
    given = _Given(text, symbols, functions, shape, tuple(free))
    spelled = spelling or spelling_of(text)
    try:
        return given.meanings(spelled)
    except ParseError as error:
        if spelling or spelled == LATEX:
            raise error.at(None, text) from None
        try:
            return given.meanings(LATEX)
        except MatgradError:
            raise error.at(None, text) from None
    except MatgradError as error:
        raise error.at(None, text) from None


def near_formulas(
    text: str, symbols: Mapping[str, Expr], functions: Functions = _NO_FUNCTIONS
) -> Iterator[Repair]:
    """The formulas that are one slip away from this one and have a shape."""
    given = _Given(text, symbols, functions)
    yield from repairs(given.tree(spelling_of(text), Choices()), text, symbols, functions)


@dataclass(frozen=True)
class _Given:
    """A formula, and the names in it."""

    source: str
    symbols: Mapping[str, Expr]
    functions: Functions
    shape: Shape | None = None
    free: tuple[str, ...] = ()

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
        if is_zero(tree) and self.shape is not None:
            return zeros_of(self.shape)
        tree = self.without_sums(tree, choices)
        scope = self.scope(tree)
        visit(tree, scope)
        tree = _Signs(self.source, scope, choices).settled(tree)
        while True:
            try:
                return read_tree(tree, self.source, self.symbols, self.functions, self.shape)
            except ShapeError as error:
                sized = self.sized(tree, error, choices)
                if sized is None:
                    raise
                tree = sized

    # ------------------------------------------------------------ from the text to a tree

    def tree(self, spelling: str, choices: Choices) -> Node:
        """What the grammar makes of the text."""
        tree = self.of_latex() if spelling == LATEX else self.of_text(choices)
        named = declarations_of(self.functions)
        tree = with_arguments(expanded(tree, {*self.symbols, *named}), named, {})
        (tree,) = with_bars(Indexed(self.declared(), (), choices).rewritten([tree], False), choices, self.source)
        return tree

    def of_text(self, choices: Choices) -> Node:
        known = self.known()
        tokens = with_products(tokenise(self.source)[:-1], known, partial(choose_run, choices))
        return parsed(tokens, known)

    def known(self, latex: bool = False) -> Known:
        sizes = {name for x in self.symbols.values() for size in x.shape for name in size.names}
        taken = {*self.symbols, *self.functions}
        renamed = {} if LOGISTIC in taken else {LOGISTIC: "sigmoid"}
        functions = self.functions.keys() | renamed.keys()
        variables = {*self.symbols, *sizes, *self.free}
        return Known(variables, functions, self.is_function, renamed, latex)

    def is_function(self, name: str) -> bool:
        return name in self.functions or is_function(name)

    def of_latex(self) -> Node:
        names = [*self.functions, *self.free]
        given = with_given_names(tokens_of(self.source), self.symbols, names)
        return parsed(with_operators(given, self.symbols)[:-1], self.known(latex=True))

    def declared(self) -> dict[str, Declaration]:
        return {name: Declaration(name, x.shape) for name, x in self.symbols.items()}

    def scope(self, tree: Node) -> Scope:
        scope = scope_of(self.declared(), declarations_of(self.functions), [tree])
        scope.strict = True
        return scope

    def without_sums(self, tree: Node, choices: Choices) -> Node:
        """The tree with products for sums over an index, and a vector for entries."""
        for number, index in reversed([*enumerate(self.free)]):
            name = Node("name", index, (), *tree.position, tree.at)
            kind = INSIDE if number else BY_ENTRIES
            tree = Node("call", kind, (name, tree), *tree.position, tree.at)
        if not has_sums(tree):
            return tree
        scope = self.scope(tree)

        def by_rows_or_columns(base: Node) -> str:
            options = Option("rows"), Option("columns")
            question = f"are members of {base.text} its rows or its columns?"
            return choices.choose(Choice(f"members of {base.text}", options, question))

        named = [name for name, f in self.functions.items() if f is None]
        sums = Sums(
            lambda node: kind_of(node, scope, (), self.source),
            by_rows_or_columns, named,
            lambda name: self.symbols[name].shape if name in self.symbols else None,
        )  # fmt: skip
        return sums.rewritten(tree)

    # ------------------------------------------------------------ sizes that nothing says

    def sized(self, tree: Node, error: ShapeError, choices: Choices) -> Node | None:
        """The tree in which an I that was refused has one of the sizes that there are."""
        dims = {size for x in self.symbols.values() for size in x.shape if size.value != 1}
        if self.shape is not None:
            dims |= {*self.shape}
        if UNSIZED not in error.message or error.position is None or not dims:
            return None
        open_ones = (n for n in postorder(tree) if n.position == error.position and not n.primes)
        node = next((n for n in open_ones if n.kind == "name" or n.text == "vector"), None)
        if node is None:
            return None
        options = tuple(Option(str(size)) for size in sorted(dims, key=str))
        question = f"how large is {node.text}?"
        size = choices.choose(Choice(f"size {node.at}", options, question, node.position))
        place = parsed(tokenise(size)[:-1])
        if node.kind == "name":
            return _with(tree, {node}, lambda eye: call(eye, "I", place))
        ones = call(node, "ones", place)
        return _with(tree, {node}, lambda one: infix("*", one.args[0], ones))


def _with(tree: Node, pieces: Collection[Node], change: Callable[[Node], Node]) -> Node:
    """The tree in which some pieces are changed."""
    made: dict[Node, Node] = {}
    for node in postorder(tree):
        args = tuple(made[arg] for arg in node.args)
        new = node if args == node.args else replace(node, args=args)
        made[node] = change(new) if node in pieces else new
    return made[tree]


# ---------------------------------------------------------------- signs with several meanings


@dataclass(frozen=True)
class _Signs:
    """What the signs of a formula mean, where shapes leave it open."""

    source: str
    scope: Scope
    choices: Choices

    def settled(self, tree: Node) -> Node:
        """The tree with one meaning for each sign."""
        pieces = postorder(tree)
        if any(map(_is_diagonal, pieces)):
            options = Option("diag"), Option("diagonal_part", 1, "diag is read as a matrix")
            name = self._choose("diag", "is diag(X) a vector or a matrix?", *options)
            if name == "diagonal_part":
                tree = mapped(tree, lambda n: replace(n, text=name) if _is_diagonal(n) else n)
        tree = self._products(tree)
        if any(node.is_infix("^", "/") for node in pieces):
            tree = self._powers(tree)
        return self._sums(tree) if any(node.is_infix("+", "-") for node in pieces) else tree

    def _choose(self, key: str, question: str, *options: Option) -> str:
        return self.choices.choose(Choice(key, options, question))

    def _kind(self, node: Node) -> str:
        """Is this a scalar, a column, a row, a matrix, or nothing whose shapes fit?"""
        try:
            return kind_of(node, self.scope, (), self.source)
        except MatgradError:
            return ""

    def _products(self, tree: Node) -> Node:
        """`*` between two that are no numbers may stand for a product of entries, all over."""
        signs = [node for node in postorder(tree) if node.is_infix("*") and self._is_star(node)]
        wide = [n for n in signs if all(self._kind(arg) not in ("scalar", "") for arg in n.args)]
        if not wide:
            return tree
        is_python = "@" in self.source
        ways = Option(ALL, 2 * (not is_python), "* is read entry by entry"), Option(WRITTEN)
        options = ways if is_python else ways[::-1]
        if self._choose("*", "is * the product of matrices or of entries?", *options) == WRITTEN:
            return tree
        return mapped(tree, lambda n: replace(n, text=".*") if (
            n.is_infix("*") and self._is_star(n)) else n)  # fmt: skip

    def _is_star(self, node: Node) -> bool:
        return self.source[slice(*node.at)] == "*"

    def _powers(self, tree: Node) -> Node:
        """x^2 and 1/x of a vector are meant entry by entry; of a square matrix they may be."""
        note = "powers and quotients are read entry by entry"
        how = self._choose(
            "powers", "are powers and quotients those of the entries?",
            Option(WRITTEN), Option(NEEDED, 1, note), Option(ALL, 2, note),
        )  # fmt: skip

        def changed(node: Node) -> Node:
            if how == WRITTEN or not node.is_infix("^", "/"):
                return node
            return node if how == NEEDED and self._kind(node) else replace(
                node, text=f".{node.text}")  # fmt: skip

        return mapped(tree, changed)

    def _sums(self, tree: Node) -> Node:
        """A number beside a matrix is a multiple of I, or is added to every entry."""
        whole = [n for n in postorder(tree) if n.is_infix("+", "-")]
        inside = {node.args[0] for node in whole}
        added = dict[Node, None]()
        for node in whole:
            kinds = {} if node in inside else {t: self._kind(t) for _, t in terms(node)}
            if {*kinds.values()} - {"scalar", ""}:
                added |= {t: None for t, kind in kinds.items() if kind == "scalar"}
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

        return _with(tree, added, wide)


def _is_diagonal(node: Node) -> bool:
    return node.kind == "call" and node.text in ("diag", "Diag")
