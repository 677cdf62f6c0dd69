r"""Undeclared letters that are factors of the parentheses behind: A(x+y), \lambda(x^Tx-1)."""

from __future__ import annotations

from collections.abc import Collection

from matgrad.syntax.latex_divisions import top_level
from matgrad.syntax.latex_names import Written
from matgrad.syntax.latex_reader import Reader, Span
from matgrad.syntax.latex_source import Range
from matgrad.syntax.latex_tables import LETTERS

_SIGNS = ("+", "-", "minus", "pm", "mp")
_OTHERS = ("odot", "circ", "otimes", "oslash", "/")  # that bind a product otherwise
_MARKS = ("sup", "sub", "prime", "raised")
# Multipliers and weights of penalties; σ, φ, ψ, ρ, θ rather are functions.
_MULTIPLIERS = frozenset("lambda mu nu alpha beta gamma eta kappa tau epsilon varepsilon".split())


def is_factor(reader: Reader, span: Span, at: int) -> bool:
    """Is a capital before these parentheses a matrix: need they be there if it is a factor?

    In A(x+y) and A(B^TB)^{-1} they are needed; in F(x) and F(Wx) they would not be.
    """
    inside = reader.source.inside(at)
    first = reader.source.skip_spaces(inside.lo, inside.hi)
    if _terms(reader, inside, _SIGNS + _OTHERS) or reader.glyphs[first].text in _SIGNS:
        return True
    after = reader.source.skip_spaces(inside.after, span.end)
    is_marked = after < span.end and reader.glyphs[after].kind in _MARKS
    is_product = all(g.text.isupper() for g in reader.glyphs[inside.lo : inside.hi])  # A(BC)
    return (is_marked or is_product) and _letters(reader, inside) > 1


def is_multiplier(reader: Reader, name: Written, at: int) -> bool:
    """Is this a Greek letter for numbers, before a sum of more than plain letters?"""
    inside = reader.source.inside(at)
    is_number = name._replace(below="") == Written(name.stem) and name.stem in _MULTIPLIERS
    if not is_number or not _terms(reader, inside):
        return False
    plain = [g for g in reader.glyphs[inside.lo : inside.hi] if g.kind not in ("sign", "space")]
    is_plain = all(g.kind == "digit" or _is_small(g.text) for g in plain)
    return not is_plain or _letters(reader, inside) > _terms(reader, inside) + 1


def is_turned_factor(reader: Reader, at: int) -> bool:
    """Is a letter with a prime before these parentheses a transpose: w'(Ax - b), beside matrices?

    In u'(t - s) it may be the derivative of a function.
    """
    inside = reader.source.inside(at)
    held = [g.text for g in reader.glyphs[inside.lo : inside.hi]]
    return _terms(reader, inside) > 0 and any(len(x) == 1 and x.isupper() for x in held)


def _terms(reader: Reader, inside: Range, signs: Collection[str] = _SIGNS) -> int:
    """How many signs stand between the terms of what the parentheses hold."""
    first = reader.source.skip_spaces(inside.lo, inside.hi)
    places = top_level(reader.source, inside.lo, inside.hi)
    return sum(at > first and reader.glyphs[at].text in signs for at in places)


def _letters(reader: Reader, inside: Range) -> int:
    """How many letters the parentheses hold."""
    return sum(_is_letter(g.text) for g in reader.glyphs[inside.lo : inside.hi])


def _is_letter(text: str) -> bool:
    return text in LETTERS or (len(text) == 1 and text.isalpha())


def _is_small(text: str) -> bool:
    return _is_letter(text) and text[0].islower()
