"""Formulas in which quotients and powers of vectors are meant entry by entry."""

from __future__ import annotations

import re

from matgrad.app.ask.notation import source_of, text_of
from matgrad.syntax.latex_tables import FRACTIONS


def entrywise(latex: str) -> str:
    """The formula with quotients and powers of entries."""
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
    latex = latex.replace("/", r"\oslash ")
    return re.sub(r"\^\s*(?:\{\s*(\d+)\s*\}|(\d))", r"^{\\odot \1\2}", latex)
