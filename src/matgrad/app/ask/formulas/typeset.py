"""Whether TeX sets a formula that somebody else has written, or stops at it."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.app.ask.formulas.decoration import after_group
from matgrad.errors import MatgradError
from matgrad.syntax.latex_glyphs import Glyph, glyphs
from matgrad.syntax.latex_source import ARITY

SCRIPTS = ("sup", "sub")


def is_settable(latex: str) -> bool:
    """No two exponents or indices of one thing, and nothing without its argument."""
    try:
        found = glyphs(latex)
    except MatgradError:
        return False
    lacking = (_lacks(found, at) for at, glyph in enumerate(found) if glyph.kind == "command")
    return not any(lacking) and not has_two_scripts(found)


def has_two_scripts(found: Sequence[Glyph]) -> bool:
    """Does something have two exponents or two indices, or one that is empty?"""
    seen: set[str] = set()  # the scripts of what stands before
    outer: list[set[str]] = []
    is_script = False  # is this what a ^ raises?
    for glyph in found:
        if glyph.kind == "group":
            outer.append(seen if is_script else set[str]())
            seen, is_script = set[str](), False
        elif glyph.kind in SCRIPTS:
            if glyph.kind in seen or is_script:
                return True
            seen.add(glyph.kind)
            is_script = True
        elif is_script:
            if glyph.kind in ("end", "prime"):
                return True
            is_script = False
        elif glyph.kind == "end":
            seen = outer.pop() if outer else set[str]()
        elif glyph.kind == "prime":
            if "sup" in seen:
                return True
        else:
            seen = set[str]()
    return is_script


def _lacks(found: Sequence[Glyph], at: int) -> bool:
    """Does a command have too few arguments?"""
    after = at + 1
    for _ in range(ARITY.get(found[at].text, 0)):
        if after >= len(found) or found[after].kind in ("end", *SCRIPTS):
            return True
        after = after_group(found, after)
    return False
