"""Derivatives of small sizes written out entry by entry, as a lecture does on the board."""

from __future__ import annotations

from matgrad.core.dims import Dim
from matgrad.core.expr import Expr
from matgrad.core.notation import Spelling
from matgrad.core.steps import Trace
from matgrad.core.walk import postorder, substitute
from matgrad.errors import LimitError, UnsupportedError
from matgrad.nets.entries import LARGEST, check_entries, entries, grid
from matgrad.ops import differential_symbol, matmul, size_op, unit
from matgrad.render.document import Equation, Row, Section
from matgrad.render.labels import derivative_label, is_map, spelled
from matgrad.verify.arithmetic import Matrix, Undecided

TITLE = "Entry by entry"


def entry_matrix(trace: Trace, variable: str, named: bool = False) -> Matrix:
    """All entries of an answer, in the entries of the given variables, or of named parts."""
    return _checked(trace, variable, named)[0]


def _checked(trace: Trace, variable: str, named: bool) -> tuple[Matrix, bool]:
    """The entries, and whether they could be compared with the answer."""
    answer = _answer(trace, variable, named)
    _must_be_small(trace, answer)
    needs_columns = variable in trace.maps and is_map(answer)  # a differential is its own answer
    try:
        found = _of_map(trace, variable) if needs_columns else entries(answer)
    except (Undecided, NotImplementedError) as error:
        raise UnsupportedError(f"this answer has no entries to be written out: {error}") from None
    meant = _linear(trace, variable) if needs_columns else answer
    return found, check_entries(meant, found, needs_columns)


def _must_be_small(trace: Trace, answer: Expr) -> None:
    f = trace.problem.function
    for each in (*trace.problem.symbols.values(), answer, f):
        largest = LARGEST if each is not answer else LARGEST**2
        if any(d.value is None or d.value > largest for d in each.shape):
            raise LimitError(
                f"entries are written out if all sizes are numbers up to {LARGEST}",
                hint="give them, as in --shape A=2,3",
            )
    parts = (d for node in postorder(answer, f) for d in (*node.shape, *_size_in(node)))
    names = sorted({name for d in parts for name in d.names})
    if names:
        raise LimitError(
            f"entries are written out if all sizes are numbers, and {names[0]} is not",
            hint=f"write the number in place of {names[0]}",
        )


def _size_in(node: Expr) -> tuple[Dim, ...]:
    return (node.data,) if node.op is size_op else ()


def _answer(trace: Trace, variable: str, named: bool = False) -> Expr:
    forms = ("closed", "cascade") if named else ("cascade", "closed")
    written = [trace.forms.get(form, {}) for form in forms]
    return {**trace.results, **written[0], **written[1], **trace.arranged}[variable]


def _linear(trace: Trace, variable: str) -> Expr:
    """The map dX ↦ dF, written in the variables."""
    linear = trace.maps[variable]
    for d in reversed(trace.definitions):
        linear = substitute(linear, {d.symbol: d.value})
    return linear


def _of_map(trace: Trace, variable: str) -> Matrix:
    """The matrix of a map, column by column: its values at the matrices with a single one."""
    (X,) = (X for X in trace.wrt if X.name == variable)
    linear = _linear(trace, variable)
    rows, cols = (range(1, (d.value or 1) + 1) for d in X.shape)
    places = [(i, j) for j in cols for i in rows]
    dX = differential_symbol(X)
    found: list[list[Expr]] = []
    for i, j in places:
        basis = matmul(unit(i, X.shape.rows), unit(j, X.shape.cols).T)
        image = substitute(linear, {dX: basis})
        found.append([x for column in zip(*entries(image), strict=True) for x in column])
    return [list(row) for row in zip(*found, strict=True)]


# ---------------------------------------------------------------- how they look


def entry_section(trace: Trace) -> tuple[Section, str]:
    """The answers with all their entries, what these stand for, and how they were checked."""
    rows, is_known = list[Row](), True
    for name in trace.results:
        matrix, is_compared = _checked(trace, name, named=True)
        is_known = is_known and is_compared
        label = derivative_label(trace, name)
        if name in trace.maps and is_map(_answer(trace, name)):
            f, x = spelled(trace.problem.name), spelled(name)
            label = Spelling(
                f"d vec({f.text})/d vec({x.text})",
                f"∂vec({f.plain})/∂vec({x.plain})",
                rf"\frac{{\partial \operatorname{{vec}} {f.latex}}}"
                rf"{{\partial \operatorname{{vec}} {x.latex}}}",
            )
        rows.append(Row(Equation(label, grid(matrix))))
    how = "exact" if is_known else "not compared with the answer: the field has no model of it"
    return Section(TITLE, tuple(rows)), f"the entries: {how}"
