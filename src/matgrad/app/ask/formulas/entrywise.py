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
_OFFSET = re.compile(r"(\+\s*\\(?:var)?epsilon)(?=\s*(?:[)}]|\\right|/|$))")


def with_offsets(latex: str) -> str:
    r"""The formula with \epsilon times ones, where \sqrt{v} + \epsilon is one of entries."""
    return _OFFSET.sub(r"\1 \\mathbf{1}", latex)


def entrywise(latex: str, inverse: bool = False) -> str:
    """The formula with quotients and powers of entries, with those below zero if `inverse`."""
    latex = _RAISED.sub(r"\1\3^\2", with_quotients(latex))
    sign = r"-?\s*" if inverse else ""
    return re.sub(rf"\^\s*(?:\{{\s*({sign}\d+)\s*\}}|(\d))", r"^{\\odot \1\2}", latex)


def with_quotients(latex: str) -> str:
    """The formula with quotients of entries."""
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
    return latex.replace("/", r"\oslash ")


def on_diagonal(claimed: Expr, true: Expr) -> Expr | None:
    """The Jacobian that has the entries of a claim on its diagonal, if it would be as large."""
    is_column = claimed.shape.is_column and not claimed.is_scalar
    is_fitting = is_column and true.shape.is_square and claimed.shape.rows == true.shape.rows
    return diag_matrix(claimed) if is_fitting else None
