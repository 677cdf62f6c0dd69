r"""Entries of derivatives with three or four indices: \partial F_{ij}/\partial X_{kl} = …

All of them are right if their sum with the weights u_i v_j p_k q_l is uᵀ dF v along dX = p qᵀ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.claims.components import Part, check_part, directed_along
from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.claims.summing import free_symbol, summed
from matgrad.app.ask.formulas.claimed import Claimed
from matgrad.app.ask.formulas.directions import entry_of
from matgrad.app.ask.formulas.notation import left_side, source_of, text_of
from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Expr
from matgrad.core.shape import Shape
from matgrad.ops import transpose
from matgrad.syntax.latex_divisions import top_level

_INDICES = re.compile(r"[A-Za-z]+_([a-z]{1,2})")
LETTERS = "uvpqzrsth"


def check_tensor(subject: Subject, claim: Claimed, name: str) -> Verdict | None:
    """A formula with an index for each entry of the function and of the variable."""
    entry = entry_of(name, subject.problem.symbols)
    left = left_side(claim.derivative.function)
    row = _INDICES.fullmatch(left.name) if left else None
    if entry is None or row is None:
        return None
    value, x = subject.problem.function, subject.problem.symbols[entry[0]]
    sizes = [*_sizes(value, row[1]), *_sizes(x, entry[1])]
    indices = row[1] + entry[1]
    if len(sizes) != len(indices) or len({*indices}) < len(indices) or len(indices) < 3:
        return None
    weights: list[Expr] = []
    for size in sizes:
        used = "".join(weight.name for weight in weights)
        letters = [letter for letter in LETTERS if letter not in used]
        weights.append(free_symbol(subject.names, letters, Shape(size, ONE)))
    of, by = weights[: len(row[1])], weights[len(row[1]) :]
    h = by[0] if len(by) == 1 else by[0] @ transpose(by[1])
    along = directed_along(subject, entry[0], h)
    true = transpose(of[0]) @ (along if len(of) == 1 else along @ of[1])
    pairs = list(zip([weight.name for weight in weights], indices, strict=True))
    part = Part(true, x, tuple(weights), lambda latex, names: summed(
        subject, list(_terms(latex)), names, pairs))  # fmt: skip
    return check_part(subject, claim, part)


def _sizes(x: Expr, indices: str) -> list[Dim]:
    """The size for each index; none if there are too many or too few."""
    if x.shape.is_column and not x.is_scalar and len(indices) == 1:
        return [x.shape.rows]
    return [*x.shape] if not x.shape.is_vector and len(indices) == 2 else []


def _terms(latex: str) -> Iterator[str]:
    """The terms of a sum, each with its sign."""
    source = source_of(latex)
    if source is None:
        yield latex
        return
    end = len(source.glyphs)
    signs = [i for i in top_level(source, 0, end) if source.glyphs[i].text in "+-" and i > 0]
    for start, stop in zip([0, *signs], [*signs, end], strict=True):
        yield text_of(source, start, stop, latex)
