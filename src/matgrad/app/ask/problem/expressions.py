"""A formula of a claim as an expression: every name is known, and sums over an index are read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product

from matgrad.app.ask.formulas.entrywise import with_numbers_added, with_products
from matgrad.app.ask.formulas.lists import as_column
from matgrad.app.ask.problem.calls import applied
from matgrad.app.ask.problem.matrix_functions import with_matrix_functions
from matgrad.app.ask.problem.names import Names
from matgrad.app.ask.problem.powers import with_known_powers
from matgrad.app.ask.problem.readings import AS_WRITTEN, Way, all_of_entries, dots_of_entries
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.claims_latex import read_sums
from matgrad.core.expr import Expr, is_differential
from matgrad.errors import ShapeError
from matgrad.syntax import Repair, latex_repairs, parse_latex_expression
from matgrad.syntax.elaborate import UNSIZED

_ONES = re.compile(  # and no indicator, 1[x > 0]
    r"\\(?:mathbf|mathbb|boldsymbol|bm)\s*(?:\{\s*1\s*\}|1)(?!\s*(?:_|\[|\\\{))"
)

MOST_ONES = 3  # vectors of ones in one formula whose lengths are looked for


def read_claimed(latex: str, found: Understood, names: Names, way: Way = AS_WRITTEN) -> Expr:
    """The expression that a claim gives."""
    meant = with_known_powers(as_column(latex), found.meaning.defined)
    meant = with_matrix_functions(applied(meant, found.meaning), found)
    meant = with_products(all_of_entries(meant), names.known) if way.entries else meant
    meant = dots_of_entries(meant) if way.dots else meant
    if r"\sum" not in meant:
        return parse_latex_expression(
            meant, names.known, names.functions, bars=way.bars, binding=way.binding
        )
    known = {n: x for n, x in names.known.items() if not is_differential(x)}
    return read_sums(meant, known, found.meaning.unspecified)


def read_sized(
    latex: str, found: Understood, names: Names, true: Expr, way: Way = AS_WRITTEN
) -> Expr:
    """The expression that a claim gives; an I of unknown size is as large as the answer needs."""
    try:
        return read_claimed(latex, found, names, way)
    except ShapeError as error:
        added = with_numbers_added(latex, names.known) if way.entries else latex
        if added != latex:
            return read_sized(added, found, names, true, way)
        if UNSIZED not in error.message and not _ONES.search(latex):
            raise
        for other in with_sizes(latex, (true, *names.known.values())):
            try:
                made = read_claimed(other, found, names, way)
            except ShapeError:
                continue
            if made.shape in (true.shape, true.shape.transposed):
                return made
        raise


def near(latex: str, found: Understood, names: Names) -> Iterator[Repair]:
    """The formulas that are one slip away from a claim whose shapes do not fit."""
    meant = with_matrix_functions(applied(latex, found.meaning), found)
    if r"\sum" not in meant:
        yield from latex_repairs(meant, names.known, names.functions)


def with_sizes(latex: str, sized: Iterable[Expr]) -> Iterator[str]:
    """The formula with each size in turn below its I, and with ones that fill a vector or more."""
    known = {size for x in sized for dim in x.shape for size in dim.names}
    for size in sorted(known):
        below = re.sub(r"(?<![A-Za-z\\])I(?![A-Za-z_])", f"I_{{{size}}}", latex)
        yield _ONES.sub(lambda ones, n=size: f"{ones[0]}_{{{n}}}", below)
    count = len(_ONES.findall(latex))
    for each in product(sorted(known), repeat=count) if 1 < count <= MOST_ONES else ():
        sizes = iter(each)  # 1 1^T W^T, where each has a length of its own
        yield _ONES.sub(lambda ones, n=sizes: f"{ones[0]}_{{{next(n)}}}", latex)
    for rows, cols in product(sorted(known), repeat=2) if count else ():
        size = rf"{rows} \times {cols}"
        yield _ONES.sub(lambda ones, n=size: f"{ones[0]}_{{{n}}}", latex)
