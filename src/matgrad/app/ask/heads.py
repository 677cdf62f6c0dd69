"""The name that a definition is for, as it is written."""

from __future__ import annotations

from matgrad.app.ask.notation import left_side, source_of


def head_of(latex: str) -> str:
    """A left side without its arguments: f for f(x), a^{(2)} for itself."""
    left, source = left_side(latex), source_of(latex)
    if source is None or left is None or left.arguments is None:
        return latex.strip()
    last = len(source.glyphs) - 1
    opening = next(at for at, bracket in source.brackets.items() if bracket.close == last)
    return latex[: source.glyphs[opening].start].replace(r"\left", "").strip()
