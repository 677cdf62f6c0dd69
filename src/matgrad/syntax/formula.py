"""Formulas in which every name is given: answers that are read back, and what is claimed of them.

An answer has one reading. What a person claims is compared with something known, so every way to
read it counts: bars, `diag` of a matrix, a number beside a matrix, powers and products of entries.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple, cast

from matgrad.core.expr import Axes, Expr, Symbol
from matgrad.core.notation import capital
from matgrad.core.shape import Shape
from matgrad.errors import AmbiguousError, MatgradError, ParseError, UnsupportedError
from matgrad.ops import Function, filled
from matgrad.rules.matrix_form import matrix_form
from matgrad.syntax.arithmetic import PLUS_NUMBER
from matgrad.syntax.broadcast import words
from matgrad.syntax.calls import with_arguments
from matgrad.syntax.choices import Choice, Choices, Option, explored
from matgrad.syntax.einsum import without_einsum
from matgrad.syntax.elaborate import UNSIZED, expression
from matgrad.syntax.forms import call, infix, name, written
from matgrad.syntax.indices import Indexed
from matgrad.syntax.inference import Inference
from matgrad.syntax.latex.lexer import tokens_of
from matgrad.syntax.latex.names import (
    COUNTED_BY,
    with_derivatives,
    with_given_names,
    with_operators,
)
from matgrad.syntax.latex.statements import is_latex
from matgrad.syntax.limits import GENEROUS, Limits
from matgrad.syntax.macros import expanded, is_function
from matgrad.syntax.members import member, member_of, with_short_sums
from matgrad.syntax.parse import Known
from matgrad.syntax.parse import formula as parsed
from matgrad.syntax.ranges import free_indices, with_entries, with_plain_sums
from matgrad.syntax.readings import infer, kind_of
from matgrad.syntax.repairs import Repair, repairs
from matgrad.syntax.runs import with_products
from matgrad.syntax.scope import EULER, Broadcasting, Declaration, Scope, scope_of, visit
from matgrad.syntax.statements import LOGISTIC
from matgrad.syntax.tokens import Token, tokenise
from matgrad.syntax.tree import (
    DELTA,
    EXPONENTIAL,
    Node,
    has_index,
    has_sums,
    mapped,
    number_of_literal,
    postorder,
    rebuilt,
)
from matgrad.syntax.typed import with_bars, with_diagonals
from matgrad.syntax.unicode import tree_of

TEXT, LATEX = "text", "latex"
MOST = 100  # pieces of a formula that are read one by one
FEW = 12  # questions about one formula
Named = Collection[str] | Mapping[str, Function | None]  # functions that are only named


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
    return (tokens_of if is_latex(text) else tokenise)(text, limits or GENEROUS)


def parse_expression(text: str, symbols: Mapping[str, Expr], functions: Named = ()) -> Expr:
    """Read one formula of an answer.

    >>> from matgrad import ops
    >>> parse_expression("A*x", {"A": ops.symbol("A", "m", "n"), "x": ops.symbol("x", "n")}).op
    <matmul>
    """
    return _read_back(_Formula(text, symbols, functions), "")


def parse_latex_expression(text: str, symbols: Mapping[str, Expr], functions: Named = ()) -> Expr:
    r"""Read one formula of an answer in LaTeX.

    >>> from matgrad import ops
    >>> x = ops.symbol("x", "n")
    >>> parse_latex_expression(r"x^{\top} x", {"x": x}) is x.T @ x
    True
    """
    return _read_back(_Formula(text, symbols, functions), LATEX)


def parse_plain_expression(
    text: str,
    symbols: Mapping[str, Expr],
    functions: Named = (),
    shape: Shape | None = None,
) -> Expr:
    """Read one formula of an answer as a terminal shows it.

    The sizes that it leaves out stand in brackets, as in I⟦n⟧, or follow from `shape`.

    >>> from matgrad import ops
    >>> str(
    ...     parse_plain_expression(
    ...         "2Aᵀ(Ax − b)",
    ...         {
    ...             "A": ops.symbol("A", "m", "n"),
    ...             "x": ops.symbol("x", "n"),
    ...             "b": ops.symbol("b", "m"),
    ...         },
    ...     )
    ... )
    "2*A'*(A*x - b)"
    """
    given = _Formula(text, symbols, functions, shape)
    tree = given.with_calls(tree_of(text, symbols, declarations_of(functions)))
    return given.printed(given.with_members(tree))


def _read_back(given: _Formula, spelling: str) -> Expr:
    try:
        if spelling == LATEX:
            return given.expression(given.with_members(given.plain_tree(LATEX)))
        tree = given.with_calls(parsed(tokenise(given.source)[:-1]))
        return given.expression(given.with_members(tree), "paper")
    except MatgradError as error:
        raise error.at(None, given.source) from None


def read_formula(  # noqa: PLR0913
    text: str,
    symbols: Mapping[str, Expr],
    functions: Named = (),
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
    given = _Formula(text, symbols, functions, shape, tuple(free), applied)
    first = spelling or spelling_of(text)
    try:
        return given.meanings(first)
    except MatgradError as error:
        if isinstance(error, ParseError) and not spelling and first == TEXT:
            with suppress(MatgradError):
                return given.meanings(LATEX)
        raise error.at(None, text) from None


def near_formulas(
    text: str, symbols: Mapping[str, Expr], functions: Named = ()
) -> Iterator[Repair]:
    """The formulas that are one slip away from this one and have a shape."""
    given = _Formula(text, symbols, functions)
    try:
        tree = given.tree(spelling_of(text), Choices())
    except MatgradError:
        return
    yield from repairs(tree, symbols, given.expression)


def place_of(source: str, symbols: Mapping[str, Expr], wanted: Expr) -> tuple[int, int] | None:
    """The piece of a formula, in text or LaTeX, that is read as this expression; None if unknown.

    >>> from matgrad import ops
    >>> x = ops.symbol("x")
    >>> place_of("1 + log(-x)", {"x": x}, ops.log(-x))
    (4, 11)
    """
    given = _Formula(source, symbols)
    with suppress(MatgradError):
        for piece in postorder(given.tree(spelling_of(source), Choices()))[:MOST]:
            with suppress(MatgradError):
                if given.expression(piece) is wanted:
                    return piece.position
    return None


@dataclass(frozen=True)
class _Formula:
    """A formula, and the names in it."""

    source: str
    symbols: Mapping[str, Expr]
    functions: Named = ()
    shape: Shape | None = None
    free: tuple[str, ...] = ()
    applied: Collection[str] = ()
    is_open: bool = True  # may the grammar take one of several meanings?

    def meanings(self, spelling: str) -> list[Meaning]:
        """What the formula may be, each expression once."""
        fitting, errors = explored(partial(self.read, spelling), every=True)
        if not fitting and isinstance(errors[0][1], AmbiguousError):
            plain = replace(self, is_open=False)
            fitting, errors = explored(partial(plain.read, spelling), every=True)
        if not fitting:
            raise errors[0][1]
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
        if has_sums(tree):
            (tree,) = with_plain_sums([tree], self.shape_of, self.rows_or_columns(choices))
        for node in self.free_indices(tree):
            message = f"the index {node.text} is bound by no sum, so this has many values"
            raise UnsupportedError(message, node.position, "give the whole, as in A*x")
        return self.settled(self.with_signs(tree, choices), choices)

    def printed(self, tree: Node) -> Expr:
        """The expression of a tree that a print was read as."""
        if self.shape is not None and number_of_literal(tree) == 0:
            return filled(number_of_literal(tree) or 0, self.shape)
        inference = self.inferred(tree, "paper", printed=True)
        if self.shape is not None:
            inference.sizes.equate_shapes(inference.shapes[tree], self.shape)
        return expression(inference, tree)

    def inferred(
        self,
        tree: Node,
        broadcasting: Broadcasting = "none",
        printed: bool = False,
        choices: Choices | None = None,
    ) -> Inference:
        """The shapes of all pieces of a tree."""
        scope = self.scope(tree)
        scope.strict, scope.broadcasting, scope.printed = True, broadcasting, printed
        if any(map(has_index, postorder(tree))):
            scope.index([tree], self.rows_or_columns(choices or Choices()), {})
        visit(tree, scope)
        found = infer(scope, (), tree, self.source, scalar=False)
        found.variables.update(self.symbols)
        return found

    def expression(self, tree: Node, broadcasting: Broadcasting = "none") -> Expr:
        """The expression that a tree stands for."""
        inference = self.inferred(tree, broadcasting)
        return expression(inference, tree)

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

    def rows_or_columns(self, choices: Choices) -> Callable[[Node], str]:
        """Asks where the members of a matrix stand."""

        def chosen(base: Node) -> str:
            options = Option("rows"), Option("columns")
            question = f"are members of {base.text} its rows or its columns?"
            return choices.choose(Choice(f"members of {base.text}", options, question))

        return chosen

    def shape_of(self, name: str) -> Shape | None:
        """The shape of a name, if it is known."""
        return self.symbols[name].shape if name in self.symbols else None

    def with_members(self, tree: Node) -> Node:
        """The tree with the members of families, and sums over them."""
        families = {name: [a.name for a in X.axes] for name, X in self.symbols.items() if X.axes}

        def changed(node: Node) -> Node:
            found = member_of(node.text, named) if node.kind == "name" else None
            if found is None:
                return node
            one = member(node, *found)
            return one if one.text in families else replace(one, kind="call")

        named = families if DELTA in self.symbols else families | {DELTA: ("i", "j")}
        return mapped(with_short_sums(tree), changed)

    # ------------------------------------------------------------ from the text to a tree

    def plain_tree(self, spelling: str, choices: Choices | None = None) -> Node:
        """What the grammar makes of the text."""
        known = self.known(spelling == LATEX, choices if self.is_open else None)
        if spelling == LATEX:
            names = [*self.functions, *self.free]
            names += [x for d in declarations_of(self.functions).values() for x in d.params]
            cut = with_given_names(tokens_of(self.source), self.symbols, names)
            cut = with_derivatives(cut, declarations_of(self.functions))
            tokens = with_operators(cut, self.symbols)[:-1]
        else:
            tokens = with_products(self.tokens(), known, choices or Choices())
        return self.with_calls(
            without_einsum(mapped(parsed(tokens, known), self.called), self.symbols)
        )

    def with_calls(self, tree: Node) -> Node:
        """The tree with formulas of the language for its macros, and arguments for functions."""
        named = declarations_of(self.functions)
        return with_arguments(expanded(tree, {*self.symbols, *named}), named, {})

    def tree(self, spelling: str, choices: Choices) -> Node:
        """The tree in which names with an index are entries, and bars have a meaning."""
        members = Indexed(self.declared(), (), choices)
        trees = members.rewritten([self.plain_tree(spelling, choices)], False)
        trees = with_diagonals(trees, choices, lambda node: self.kind(node.args[0]) == "matrix")
        (tree,) = with_bars(trees, choices, self.source)
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

    def known(self, latex: bool, choices: Choices | None) -> Known:
        sizes = {name for x in self.symbols.values() for size in x.shape for name in size.names}
        renamed = {} if self.has_logistic() else {LOGISTIC: "sigmoid"}
        variables = {*self.symbols, *sizes, *self.free}
        is_known = self.is_function
        functions = {*self.functions, *renamed, *COUNTED_BY}
        return Known(variables, functions, is_known, renamed, latex, self.source, choices)

    def tokens(self) -> list[Token]:
        """The tokens of text."""
        return [t._replace(text=self.row(t.text)) for t in tokenise(self.source)[:-1]]

    def row(self, name: str) -> str:
        """A_i for a_i, where nothing but a matrix A is known."""
        stem, below, index = name.partition("_")
        whole = capital(stem) if below and stem not in self.symbols else ""
        return f"{whole}_{index}" if name not in self.symbols and whole in self.symbols else name

    def is_function(self, name: str) -> bool:
        return name in self.functions or is_function(name)

    def declared(self) -> dict[str, Declaration]:
        symbols = self.symbols.items()
        return {name: Declaration(name, X.shape, axes=_own_axes(X)) for name, X in symbols}

    def scope(self, tree: Node) -> Scope:
        return scope_of(self.declared(), declarations_of(self.functions), [tree])

    # ------------------------------------------------------------ signs with several meanings

    def with_signs(self, tree: Node, choices: Choices) -> Node:
        """The tree with one meaning for each sign that has several."""
        if len(postorder(tree)) > MOST:
            return tree
        for doubt in _DOUBTS:
            if not any(doubt.is_open(self, node) for node in postorder(tree)):
                continue
            ways = doubt.ways[::-1] if doubt.key == "*" and "@" in self.source else doubt.ways
            options = tuple(Option(str(n), cost, note) for n, (_, cost, note) in enumerate(ways))
            change = ways[int(choices.choose(Choice(doubt.key, options, doubt.question)))][0]

            def changed(node: Node, doubt: _Doubt = doubt, change: _Change = change) -> Node:
                return change(self, node) if doubt.is_open(self, node) else node

            tree = mapped(tree, changed)
        return tree

    def kind(self, node: Node) -> str:
        """Is this a scalar, a column, a row, a matrix, or nothing whose shapes fit?"""
        with suppress(MatgradError):
            return kind_of(node, self.scope(node), (), self.source)
        return ""

    def settled(self, tree: Node, choices: Choices) -> Expr:
        """The expression in which every number beside a matrix, and every I, has one meaning."""
        for _ in range(FEW):
            how: Broadcasting = "numpy" if "@" in self.source else "paper"
            inference = self.inferred(tree, how, choices=choices)
            if self.shape is not None:
                inference.sizes.equate_shapes(inference.shapes[tree], self.shape)
            try:
                value = matrix_form(expression(inference, tree))
            except MatgradError as error:
                tree = self.answered(tree, error, choices)
                continue
            if any(self.is_odd_product(each.node) for each in inference.broadcasts.values()):
                self.inferred(tree)  # which says that these shapes do not fit
            for each in inference.broadcasts.values():
                note = words(inference, each)
                choices.choose(Choice(note, (Option("", 1, note),), ""))
            return value
        raise UnsupportedError("too many signs of this formula have several meanings")

    def is_odd_product(self, node: Node) -> bool:
        """Is this a product with *, read entry by entry only because a vector could be repeated?"""
        is_star = node.text == ".*" and self.source[slice(*node.at)] == "*"
        return is_star and "@" not in self.source

    def answered(self, tree: Node, error: MatgradError, choices: Choices) -> Node:
        """The tree in which the piece that an error asks about has one of its meanings."""
        node = next((n for n in postorder(tree) if n.position == error.position), None)
        dims = {size for x in self.symbols.values() for size in x.shape if size.value != 1}
        dims |= {*(self.shape or ())}
        ways: dict[str, Node] = {}
        if node is not None and node.text == "I" and UNSIZED in error.message:
            sizes = sorted(map(str, dims))
            ways = {f"I is {n}×{n}": call(node, "I", written(node, n)) for n in sizes}
        elif node is not None and PLUS_NUMBER in error.message:
            times = infix("*", node, name(node, "I"))
            ways = {"a number beside a matrix is read as times I": times}
            ways["a number is added to every entry"] = call(node, "matrix", node)
        if not ways:
            raise error
        options = tuple(Option(note, 1, note) for note in ways)
        taken = ways[choices.choose(Choice(error.message, options, error.message, error.position))]
        return rebuilt(tree, lambda old, new: taken if old is node else new)


# ---------------------------------------------------------------- signs with several meanings

_Change = Callable[[_Formula, Node], Node]


class _Doubt(NamedTuple):
    """Pieces with several meanings, one for all of them; each way has a cost, and a note."""

    key: str
    question: str
    is_open: Callable[[_Formula, Node], bool]
    ways: tuple[tuple[_Change, int, str], ...]


def _as_written(_: _Formula, node: Node) -> Node:
    return node


def _by_entries(_: _Formula, node: Node) -> Node:
    return replace(node, text=f".{node.text}")


def _where_needed(given: _Formula, node: Node) -> Node:
    return node if given.kind(node) else _by_entries(given, node)


def _is_star(given: _Formula, node: Node) -> bool:
    is_typed = node.is_infix("*") and given.source[slice(*node.at)] == "*"
    return is_typed and {*map(given.kind, node.args)}.isdisjoint(("scalar", ""))


def _is_power(given: _Formula, node: Node) -> bool:
    return node.is_infix("^", "/") and {*map(given.kind, node.args)} != {"scalar"}


def _is_exponential(given: _Formula, node: Node) -> bool:
    """Is this e^A? It is a function of the matrix, or of each entry."""
    is_call = node.kind == "call" and node.text == EXPONENTIAL
    is_power = node.is_infix("^") and node.args[0].text == EULER
    return (is_call or is_power) and given.kind(node.args[-1]) == "matrix"


def _taken_as(name: str) -> _Change:
    """The same argument given to another function."""
    return lambda _, node: call(node, name, node.args[-1])


_ENTRIES = "powers and quotients are read entry by entry"
_DOUBTS: tuple[_Doubt, ...] = (
    _Doubt(
        "*", "is * the product of matrices or of entries?", _is_star,
        ((_as_written, 0, ""), (_by_entries, 2, "* is read entry by entry")),
    ),
    _Doubt(
        "e^", "is e^A a matrix function, or one of the entries?", _is_exponential,
        ((_taken_as("expm"), 1, "e^ is the exponential of a matrix"),
         (_taken_as("exp"), 1, "e^ is taken of every entry")),
    ),
    _Doubt(
        "powers", "are powers and quotients those of the entries?", _is_power,
        ((_as_written, 0, ""), (_where_needed, 1, _ENTRIES), (_by_entries, 2, _ENTRIES)),
    ),
)  # fmt: skip


def _own_axes(X: Expr) -> Axes:
    """The axes of a family, in the order in which its index is written."""
    return X.data.axes if isinstance(X.data, Symbol) else ()


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
