"""A formula of a claim as an expression: every name is known, and sums over an index are read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, product

from matgrad.app.ask.formulas.entrywise import with_numbers_added, with_products
from matgrad.app.ask.formulas.lists import as_column
from matgrad.app.ask.problem.calls import applied
from matgrad.app.ask.problem.matrix_functions import with_matrix_functions
from matgrad.app.ask.problem.names import Names
from matgrad.app.ask.problem.powers import with_known_powers
from matgrad.app.ask.problem.read_sums import read_sums
from matgrad.app.ask.problem.readings import AS_WRITTEN, Way, all_of_entries, dots_of_entries
from matgrad.app.ask.problem.understood import Understood
from matgrad.core.expr import Expr, is_differential
from matgrad.errors import ShapeError
from matgrad.syntax import Repair, latex_repairs
from matgrad.syntax.elaborate import UNSIZED
from matgrad.syntax.latex_problem import parse_latex_expression

_ONES = re.compile(  # and no indicator, 1[x > 0]
    r"\\(?:mathbf|mathbb|boldsymbol|bm)\s*(?:\{\s*1\s*\}|1)(?!\s*(?:_|\[|\\\{))"
)

_EYES = re.compile(  # and no function, I[x > 0]
    r"\\(?:mathbf|mathbb|mathrm|boldsymbol|bm)\s*(?:\{\s*I\s*\}|I(?![A-Za-z]))(?!\s*(?:_|\[|\\\{))"
    r"|(?<![A-Za-z\\])(?<![A-Za-z]\{)I(?![A-Za-z_])"
)
_KRONECKER = re.compile(r"\\otimes|kron(?![a-z])")
MOST_ONES = 3  # vectors of ones, or identities, in one formula whose sizes are looked for


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
        if not (UNSIZED in error.message or _ONES.search(latex) or has_open_products(latex)):
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


def has_open_products(latex: str) -> bool:
    """Are there Kronecker products with an I? Of their sizes nothing follows for that of I."""
    return bool(_KRONECKER.search(latex) and _EYES.search(latex))


def with_sizes(latex: str, sized: Iterable[Expr]) -> Iterator[str]:
    """The formula with each size in turn below its I, and with ones that fill a vector or more."""
    dims = {dim for x in sized for dim in x.shape}
    known = sorted({size for dim in dims for size in dim.names})
    for size in known:
        yield _each_sized(_ONES, _each_sized(_EYES, latex, [size]), [size])
    if _KRONECKER.search(latex):  # I ⊗ A + Bᵀ ⊗ I, I ⊗ A + I
        whole = sorted({str(dim).replace("*", " ") for dim in dims if str(dim) != "1"} - {*known})
        yield from _one_by_one(_EYES, latex, [*known, *whole])
    yield from _one_by_one(_ONES, latex, known)  # 1 1^T W^T
    for rows, cols in product(known, repeat=2) if _ONES.search(latex) else ():
        yield _each_sized(_ONES, latex, [rf"{rows} \times {cols}"])


def _one_by_one(signs: re.Pattern[str], latex: str, sizes: Sequence[str]) -> Iterator[str]:
    """The formula where each of these signs has a size of its own."""
    count = len(signs.findall(latex))
    for each in product(sizes, repeat=count) if 0 < count <= MOST_ONES else ():
        yield _each_sized(signs, latex, each)


def _each_sized(signs: re.Pattern[str], latex: str, sizes: Sequence[str]) -> str:
    """The formula with these sizes below these signs, over and over."""
    below = cycle(sizes)
    return signs.sub(lambda sign: f"{sign[0]}_{{{next(below)}}}", latex)
