"""Differentials of formulas in the lines of a claim: d(X⁻¹) gets a name, dq, where q = X⁻¹."""

from __future__ import annotations

from matgrad.app.ask.formulas.notation import after_transpose, name_at, source_of, text_of
from matgrad.app.ask.problem.expressions import read_claimed
from matgrad.app.ask.problem.names import Names
from matgrad.app.ask.problem.understood import Understood
from matgrad.syntax.latex_source import Source

MOST = 20  # differentials of formulas in one line


def with_named_parts(latex: str, found: Understood, names: Names) -> str:
    """The line with dq in the place of d(…) and of dX^{-1}; each q is defined."""
    for _ in range(MOST if "d" not in names.known else 0):
        place = _first(latex)
        if place is None:
            break
        start, end, inside = place
        number = next(n for n in range(1, 100) if f"q{n}" not in names.known)
        names.define(f"q{number}", read_claimed(inside, found, names))
        latex = f"{latex[:start]} dq_{{{number}}} {latex[end:]}"
    return latex


def _first(latex: str) -> tuple[int, int, str] | None:
    """Where the first differential of a formula stands, and of which."""
    source = source_of(latex)
    end = len(source.glyphs) if source else 0
    for at in range(end - 1):
        assert source is not None
        glyph = source.glyphs[at]
        if glyph.kind == "letter" and glyph.text == "d":
            found = _behind(source, source.skip_spaces(at + 1, end), end, latex)
            if found is not None:
                after, inside = found
                return glyph.start, source.glyphs[after - 1].end, inside
    return None


def _behind(source: Source, at: int, end: int, latex: str) -> tuple[int, str] | None:
    """The formula behind a d: one in brackets, or a name with an exponent."""
    if at >= end:
        return None
    bracket = source.brackets.get(at)
    if bracket is not None and bracket.sign in ("(", "["):
        return bracket.close + 1, text_of(source, at + 1, bracket.close, latex)
    name = name_at(source, at, end)
    if name is None or name.after >= end or source.glyphs[name.after].kind != "sup":
        return None
    if after_transpose(source, name.after) is not None:
        return None
    after = source.argument(name.after + 1, end).after
    return after, text_of(source, at, after, latex)
