"""NumPy: operations in the forms that cost it less, made when a program is written."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from matgrad.codegen import exponentials, row_blocks
from matgrad.codegen.program import Program
from matgrad.codegen.targets import diagonals, numpy_spread, outer_sums, pair_forms, row_forms
from matgrad.codegen.targets.forms import Forms, Rules, made, rewritten
from matgrad.codegen.targets.python import Writer
from matgrad.codegen.values import Value

ROWS = "row products"
_SHORT = 64  # entries of rows that are multiplied by each other, however they lie in memory
_LONG = 4096  # entries of rows that are not added up in pairs
WHY = {
    ROWS: "the sums of products of rows or columns take one function, without the products",
    diagonals.NAME: diagonals.WHY,
    row_blocks.NAME: row_blocks.WHY,
    pair_forms.NAME: pair_forms.WHY,
    numpy_spread.NAME: numpy_spread.WHY,
    outer_sums.NAME: outer_sums.WHY,
}

TABLE: Mapping[str, Writer | str] = {
    "row_products": "np.vecdot({0}, {1})",
    "scaled_gram": "gram({0}, {1})",
    "stacked": outer_sums.stack("np.array"),
}


def prepared(program: Program) -> Program:
    """The same program in these forms."""
    first = outer_sums.merged(program).program
    return exponentials.share(rewritten(first, _rules(first)).program)


def notes(program: Program) -> list[tuple[str, str]]:
    """The rewrites that are made when a program is written, with their reasons."""
    first = outer_sums.merged(program)
    then = rewritten(first.program, _rules(first.program))
    return [*made(first, WHY), *made(then, WHY), *exponentials.notes(program)]


def _rules(program: Program) -> Rules:
    return {
        **numpy_spread.RULES,
        "add": (
            (diagonals.NAME, partial(diagonals.diagonal, stacked=True)),
            *numpy_spread.RULES["add"],
        ),
        "einsum": ((pair_forms.NAME, pair_forms.pairs),),
        "matmul": (
            (row_blocks.NAME, row_forms.rule(program)),
            (row_blocks.NAME, row_forms.gram),
        ),
        "sum_axis": ((ROWS, _row_products),),
    }


def _row_products(forms: Forms, value: Value) -> Value | None:
    """The sums over the rows or columns of A ⊙ B."""
    (both,) = value.args
    if not forms.is_inner(both) or (args := _two(both)) is None:
        return None
    if value.data == 0:
        return Value("einsum", args, "ij,ij->j", value.axes)
    length = forms.length(both, 1)
    if length <= _SHORT:
        return Value("row_products", args, None, value.axes)
    return Value("einsum", args, "ij,ij->i", value.axes) if length <= _LONG else None


def _two(both: Value) -> tuple[Value, ...] | None:
    """The matrices of which this is the entrywise product, if they are two."""
    if both.op == "power" and both.args[1].op == "number" and both.args[1].data == 2:
        return both.args[0], both.args[0]
    is_product = both.op == "mul" and [arg.axes for arg in both.args] == [both.axes] * 2
    return both.args if is_product else None
