"""Formulas that are still to be differentiated, and those that hold derivatives."""

from __future__ import annotations

import re

from matgrad.app.ask.claims.targets import Target
from matgrad.app.ask.formulas.derivatives import derivative
from matgrad.app.ask.formulas.notation import GRADIENT, left_side, source_of
from matgrad.app.ask.problem.names import Names

_TWICE = r"(?:\^\s*(?:2|\{\s*2\s*\})\s*)?"


def still_inside(latex: str, aim: Target) -> str:
    r"""The formula that is still to be differentiated, as in \nabla_w (y^Ty - 2w^TX^Ty)."""
    found = derivative(latex)
    if found is None or found.kind != aim.kind or aim.kind != GRADIENT:
        return ""
    is_same = found.variables in ((), aim.variables) and not _begins_bracketed(found.function)
    return found.function if is_same and left_side(found.function) is None else ""


def _begins_bracketed(latex: str) -> bool:
    r"""Do brackets close before the end, as in \nabla(x^T)Ax, whose rest is another factor?"""
    source = source_of(latex.strip())
    bracket = source.brackets.get(0) if source else None
    if source is None or bracket is None:
        return False
    behind = source.glyphs[bracket.close + 1 :]
    return bool(behind) and behind[0].kind not in ("sup", "prime")


def is_chain(latex: str, names: Names) -> bool:
    """Does a formula hold derivatives, other than gradients of functions that are only named?"""
    known = "|".join(map(re.escape, names.functions)) or "$."
    rest = re.sub(rf"\\nabla\s*{_TWICE}(?:{known})\s*(?=\(|\\left)", "", latex)
    return r"\partial" in rest or r"\nabla" in rest
