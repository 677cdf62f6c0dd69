r"""From LaTeX to a problem or an expression: the second spelling of the same language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from matgrad.core.expr import Expr, Symbol
from matgrad.core.steps import Problem
from matgrad.errors import DoubtError, MatgradError, ParseError, ShapeError, UnsupportedError
from matgrad.syntax.declarations import Shapes, declare
from matgrad.syntax.elaborate import UNSIZED
from matgrad.syntax.expression import Named, declarations_of, read_expression
from matgrad.syntax.latex.hints import in_latex
from matgrad.syntax.latex_atoms import HANDLERS
from matgrad.syntax.latex_bindings import bindings
from matgrad.syntax.latex_choices import Choices
from matgrad.syntax.latex_diagonals import as_parts, has_diagonals, settled
from matgrad.syntax.latex_doubts import (
    check_imaginary,
    check_numbers,
    check_repeated,
    check_turned,
)
from matgrad.syntax.latex_equals import with_equals
from matgrad.syntax.latex_functions import BARS, PSEUDO_INVERSE
from matgrad.syntax.latex_glyphs import glyphs
from matgrad.syntax.latex_matrix_functions import (
    check_matrix_functions,
    check_multiples,
    of_wholes,
)
from matgrad.syntax.latex_meaning import Names
from matgrad.syntax.latex_names import written_names
from matgrad.syntax.latex_powers import with_powers
from matgrad.syntax.latex_ranges import as_stated, stated_ranges
from matgrad.syntax.latex_reader import Reader, Setting
from matgrad.syntax.latex_readings import as_inverses, rows_or_columns, with_bars
from matgrad.syntax.latex_script import Text
from matgrad.syntax.latex_slips import check_spelling
from matgrad.syntax.latex_source import Source
from matgrad.syntax.latex_squares import with_squares
from matgrad.syntax.latex_statements import sentences
from matgrad.syntax.limits import GENEROUS, Limits
from matgrad.syntax.problem import check_bytes, read_problem
from matgrad.syntax.scope import Broadcasting, Declaration
from matgrad.syntax.tokens import Kind, Token
from matgrad.syntax.way import Way


def parse_latex(  # noqa: PLR0913
    text: str,
    shapes: Shapes | None = None,
    assume: Mapping[str, Sequence[str]] | None = None,
    limits: Limits | None = None,
    scalar: bool = False,
    *,
    named: Sequence[str] = (),
    in_text: bool = False,
) -> Problem:
    r"""Read a function as people write it in LaTeX; shapes that are not given are inferred.

    `named` are elementwise functions of which only the name is known. A formula `in_text` has
    shapes that were found out before: a sum to n may well be one over what has the length m.

    >>> list(parse_latex(r"\|Ax-b\|_2^2").symbols)
    ['A', 'x', 'b']
    """
    limits = limits or GENEROUS
    try:
        check_bytes(text, limits)
        if not text.strip():
            raise ParseError("the function is missing", (0, len(text)), r"as in \|Ax-b\|_2^2")
        text, notes = with_squares(with_equals(text))
        source = Source(glyphs(text, limits), limits)
        declared = declare(shapes or {}, assume or {}, limits)
        check_spelling(source, declared)
        content = _content(source, declared, limits, named)
        ranges = stated_ranges(source, sentences(source), content.names)

        def build(broadcasting: Broadcasting, tokens: list[Token], choices: Choices) -> Problem:
            choose = rows_or_columns(choices)
            way = Way(limits, scalar, choose, content.names.bold(), not in_text, broadcasting=broadcasting)

            def problem(read: list[Token], scalar: bool) -> Problem:
                by = replace(way, scalar=scalar)
                return sure(content.finished(read_problem(read, text, dict(declared), by)))

            def stated(read: list[Token]) -> Problem:
                return as_stated(partial(problem, read), ranges, scalar)

            return with_powers([*declared_functions(named), *tokens], stated)

        try:
            problem = agreed(content, text, partial(build, "none"))
        except ShapeError as error:
            problem = _broadcast(content, text, partial(build, "paper"), error)
        return replace(problem, notes=(*problem.notes, *notes)) if notes else problem
    except MatgradError as error:
        raise in_latex(error).at(None, text) from None


def _broadcast(
    content: Text, text: str, build: Callable[[list[Token], Choices], Problem], first: ShapeError
) -> Problem:
    """The problem with broadcasting, or the error without it."""
    try:
        return agreed(content, text, build)
    except MatgradError:
        raise first from None


def _content(
    source: Source, declared: Mapping[str, Declaration], limits: Limits, named: Sequence[str]
) -> Text:
    """What a formula with its declarations says, no words around it."""
    content = Text(source, declared, limits)
    _check_function(content)
    content.name(named)
    content.is_alone = True
    content.setting = replace(content.setting, alone=True)
    return content


def sure(problem: Problem) -> Problem:
    """The problem, unless something has to be asked first."""
    if problem.doubt is not None:
        raise problem.doubt
    return problem


def agreed(content: Text, text: str, build: Callable[[list[Token], Choices], Problem]) -> Problem:
    """The problem that all readings of a text agree on, unless it is one that nobody means."""
    written: set[str] = set()

    def noted(tokens: list[Token], choices: Choices) -> Problem:
        written.update(of_wholes(tokens))
        if content.is_alone:
            own = {content.names.text(name, (0, 0)) for name in content.names.own}
            check_imaginary(tokens, {*content.declared, *content.summed, *own})
            check_repeated(tokens, _below(content))
        return build(tokens, choices)

    problem = _settled(content, noted)
    check_matrix_functions(problem, text, written)
    if content.is_alone:  # words around a formula may tell more
        check_multiples(problem, text, written)
        check_turned(problem, {*content.declared, *content.numbers()}, text)
    check_numbers(problem, content.primed if content.is_alone else (), text)
    return problem


def _below(content: Text) -> dict[str, str]:
    """The letters i, j, k, l below the names that nobody declared."""
    chosen = content.names.chosen.items()
    free = ((name, text) for name, text in chosen if content.is_new(text))
    return {text: x.below for x, text in free if x.below and {*x.below} <= {*"ijkl,"}}


def _settled(content: Text, build: Callable[[list[Token], Choices], Problem]) -> Problem:
    """The problem; a plus above is the pseudo-inverse of a vector only where nothing else fits."""
    seen: set[str] = set()

    def usual(choices: Choices) -> list[Token]:
        tokens = content.tokens(choices)
        seen.update(token.text for token in tokens)
        return tokens

    try:
        return settled(usual, build)
    except (ShapeError, DoubtError):
        if PSEUDO_INVERSE not in seen:
            raise
        return settled(lambda choices: as_inverses(content.tokens(choices)), build)


def declared_functions(names: Sequence[str]) -> Iterator[Token]:
    """The tokens that declare elementwise functions of which only the name is known."""
    for name in names:
        yield from (Token(Kind.NAME, "function", 0, 0), Token(Kind.NAME, name, 0, 0))
        yield Token(Kind.BREAK, ";", 0, 0)


def _check_function(content: Text) -> None:
    r"""Refuse \min_x f, which is no function of x; what is asked about it is another question."""
    for sentence in content.sentences:
        for found in sentence.over:
            raise UnsupportedError(
                "the least or largest value over a variable is not differentiated",
                content.source.glyphs[found.after - 1].position,
                "give the function that stands behind it",
            )


def parse_latex_expression(
    text: str,
    symbols: Mapping[str, Expr],
    functions: Named = (),
    *,
    bars: str = BARS,
    binding: int = 0,
) -> Expr:
    r"""Read one formula in which every name is given.

    `bars` is what |X| means; `binding` is which of the ways it is, in the order of `bindings`, in
    which products without a sign bind more or less than a sign beside them.

    >>> from matgrad import ops
    >>> x = ops.symbol("x", "n")
    >>> parse_latex_expression(r"x^{\top} x", {"x": x}) is x.T @ x
    True
    """
    try:
        ways = ways_to_bind(text, symbols, functions, bars)
        if binding >= len(ways):
            raise UnsupportedError("there is no other way to read the products")
        # In Ax \odot b the product comes first if only that fits; diag may be a diagonal part.
        likely = [ways[binding]] if binding else list(ways[:2])
        likely += [as_parts(way) for way in likely if has_diagonals(way)]
        reads = [partial(read_expression, way, text, symbols, functions) for way in likely]
        return _first_that_fits(reads)
    except MatgradError as error:
        raise error.at(None, text) from None


def _first_that_fits(ways: Sequence[Callable[[], Expr]]) -> Expr:
    """The first reading whose shapes fit."""
    errors: list[MatgradError] = []
    for read in ways:
        try:
            return read()
        except MatgradError as error:
            if not errors and not isinstance(error, ShapeError):
                raise
            errors.append(error)
    raise next((e for e in errors if UNSIZED in e.message), errors[0]) from None


def ways_to_bind(
    text: str, symbols: Mapping[str, Expr], functions: Named = (), bars: str = BARS
) -> Sequence[Sequence[Token]]:
    """The tokens of one formula in which every name is given, once for each way to bind."""
    source = Source(glyphs(text))
    names = _names(source, symbols, functions)
    reader = Reader(source, names, _setting(symbols, functions), HANDLERS)
    return bindings(with_bars(list(reader.read(0, len(source.glyphs))), bars))


def _setting(symbols: Mapping[str, Expr], functions: Named) -> Setting:
    moved = {
        node.data.differential_of: name
        for name, node in symbols.items()
        if isinstance(node.data, Symbol) and node.data.differential_of is not None
    }
    scalars = {name for name, node in symbols.items() if node.is_scalar}
    known = declarations_of(functions)
    return Setting(functions=known, scalars=scalars, differentials=moved, strict=True)


def _names(source: Source, symbols: Mapping[str, Expr], functions: Named) -> Names:
    sizes = {name for node in symbols.values() for size in node.shape for name in size.names}
    moved = {
        node.data.differential_of
        for node in symbols.values()
        if isinstance(node.data, Symbol) and node.data.differential_of is not None
    }
    params = [param for d in declarations_of(functions).values() for param in d.params]
    names = Names(dict.fromkeys([*symbols, *functions, *params, *sizes, *moved]))
    names.assign(written_names(source))
    return names
