"""Formulas in which quotients and powers of vectors are meant entry by entry."""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.notation import source_of, text_of
from matgrad.core.expr import Expr
from matgrad.ops import diag_matrix
from matgrad.syntax.latex_tables import FRACTIONS

_RAISED = re.compile(  # \tanh^2(x), \operatorname{sech}^2(x)
    r"(\\(?:operatorname|mathrm|text)\s*\{\s*[a-z]+\s*\}|\\[a-z]+)\s*"
    r"\^\s*(\{\s*\d+\s*\}|\d)\s*((?:\\left\s*)?\((?:[^()]|\([^()]*\))*\))"
)


def entrywise(latex: str, inverse: bool = False) -> str:
    """The formula with quotients and powers of entries, with those below zero if `inverse`."""
    while (source := source_of(latex)) is not None:
        places = [i for i, g in enumerate(source.glyphs) if g.is_command(*FRACTIONS)]
        if not places:
            break
        end = len(source.glyphs)
        top = source.argument(places[-1] + 1, end)
        bottom = source.argument(top.after, end)
        above, below = (text_of(source, part.lo, part.hi, latex) for part in (top, bottom))
        start, stop = source.glyphs[places[-1]].start, source.glyphs[bottom.after - 1].end
        quotient = rf"\left(\left({above}\right)\oslash \left({below}\right)\right)"
        latex = latex[:start] + quotient + latex[stop:]
    latex = _RAISED.sub(r"\1\3^\2", latex.replace("/", r"\oslash "))
    sign = r"-?\s*" if inverse else ""
    return re.sub(rf"\^\s*(?:\{{\s*({sign}\d+)\s*\}}|(\d))", r"^{\\odot \1\2}", latex)


def on_diagonal(claimed: Expr, true: Expr) -> Expr | None:
    """The Jacobian that has the entries of a claim on its diagonal, if it would be as large."""
    is_column = claimed.shape.is_column and not claimed.is_scalar
    is_fitting = is_column and true.shape.is_square and claimed.shape.rows == true.shape.rows
    return diag_matrix(claimed) if is_fitting else None
