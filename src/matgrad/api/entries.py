"""Derivatives of small sizes written out entry by entry, as a lecture does on the board."""

from __future__ import annotations

from itertools import product
from random import Random

from matgrad.core.dims import Dim
from matgrad.core.expr import Expr
from matgrad.core.notation import Spelling
from matgrad.core.steps import Trace
from matgrad.core.walk import postorder, substitute, symbols
from matgrad.errors import LimitError, UnsupportedError, VerifyError
from matgrad.nets.entries import LARGEST, entries, entry_symbol, grid
from matgrad.ops import differential_symbol, matmul, size_op, unit
from matgrad.render.document import Equation, Row, Section
from matgrad.render.labels import derivative_label, is_map, spelled
from matgrad.verify.arithmetic import Matrix, OutsideDomain, Undecided
from matgrad.verify.evaluate import value_of
from matgrad.verify.field import Field
from matgrad.verify.sample import Sampler

TRIES, NEEDED = 12, 2
TITLE = "Entry by entry"


def entry_matrix(trace: Trace, variable: str, named: bool = False) -> Matrix:
    """All entries of an answer, in the entries of the given variables, or of named parts."""
    answer = _answer(trace, variable, named)
    _must_be_small(trace, answer)
    needs_columns = variable in trace.maps and is_map(answer)  # a differential is its own answer
    try:
        found = _of_map(trace, variable) if needs_columns else entries(answer)
    except (Undecided, NotImplementedError) as error:
        raise UnsupportedError(f"this answer has no entries to be written out: {error}") from None
    if not needs_columns:
        check_entries(answer, found)
    return found


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


def _of_map(trace: Trace, variable: str) -> Matrix:
    """The matrix of a map, column by column: its values at the matrices with a single one."""
    (X,) = (X for X in trace.wrt if X.name == variable)
    values = {d.symbol: d.value for d in trace.definitions}
    linear = trace.maps[variable]
    for symbol in reversed(list(values)):
        linear = substitute(linear, {symbol: values[symbol]})
    rows, cols = (range(1, (d.value or 1) + 1) for d in X.shape)
    places = [(i, j) for j in cols for i in rows]
    dX = differential_symbol(X)
    found: list[list[Expr]] = []
    for i, j in places:
        basis = matmul(unit(i, X.shape.rows), unit(j, X.shape.cols).T)
        image = substitute(linear, {dX: basis})
        values_at = entries(image)
        check_entries(image, values_at)
        found.append([x for column in zip(*values_at, strict=True) for x in column])
    return [list(row) for row in zip(*found, strict=True)]


# ---------------------------------------------------------------- are they right?


def check_entries(root: Expr, found: Matrix) -> None:
    """Compare with the value of the matrix in the finite field; a difference withholds them."""
    agreed = 0
    for seed in range(TRIES):
        random, R = Random(seed), Field({}, seed)
        for each in symbols(root):
            rows, cols = (range(d.value or 1) for d in each.shape)
            value = R.values[each] = Sampler(R, random).value(each)
            for i, j in () if each.is_scalar else product(rows, cols):
                one = entry_symbol(each.name, i + 1, j + 1, each.shape.is_vector)
                R.values[one] = [[value[i][j]]]
        try:
            whole = value_of(R, root)
            written = [[value_of(R, x)[0][0] for x in row] for row in found]
        except OutsideDomain:
            continue
        except Undecided:
            return  # the field has no model of a function; its entries are those of its values
        if whole != written:
            raise VerifyError("the entries disagree with the answer, so they are withheld")
        agreed += 1
        if agreed == NEEDED:
            return


# ---------------------------------------------------------------- how they look


def entry_section(trace: Trace) -> Section:
    """The answers with all their entries, and what rows and columns stand for."""
    rows: list[Row] = []
    for name in trace.results:
        matrix = entry_matrix(trace, name, named=True)
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
    return Section(TITLE, tuple(rows))
