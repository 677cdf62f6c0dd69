"""NumPy: operations in the forms that cost it less, made when a program is written."""

from __future__ import annotations

from functools import partial

from matgrad.codegen import exponentials, row_blocks
from matgrad.codegen.program import Program
from matgrad.codegen.targets import diagonals, numpy_spread, pair_forms, row_forms
from matgrad.codegen.targets.forms import Forms, Rules, made, rewritten
from matgrad.codegen.values import Value

ROWS = "row products"
_SHORT = 64  # entries of rows that are multiplied by each other, however they lie in memory
WHY = {
    ROWS: "the sums of products of short rows take one function, without the products",
    diagonals.NAME: diagonals.WHY,
    row_blocks.NAME: row_blocks.WHY,
    pair_forms.NAME: pair_forms.WHY,
    numpy_spread.NAME: numpy_spread.WHY,
}

TABLE = {"row_products": "np.vecdot({0}, {1})", "scaled_gram": "gram({0}, {1})"}


def prepared(program: Program) -> Program:
    """The same program in these forms."""
    return exponentials.share(rewritten(program, _rules(program)).program)


def notes(program: Program) -> list[tuple[str, str]]:
    """The rewrites that are made when a program is written, with their reasons."""
    return [*made(rewritten(program, _rules(program)), WHY), *exponentials.notes(program)]


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
    """The sums over the rows of A ⊙ B."""
    (both,) = value.args
    is_product = both.op == "mul" and [arg.axes for arg in both.args] == [both.axes] * 2
    if value.data != 1 or not is_product or not forms.is_inner(both):
        return None
    short = forms.length(both, 1) <= _SHORT
    return Value("row_products", both.args, None, value.axes) if short else None
