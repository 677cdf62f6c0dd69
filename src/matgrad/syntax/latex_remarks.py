r"""Words between formulas, and remarks on them: \text{where}, (A \text{ symmetric})."""

from __future__ import annotations

from matgrad.core.facts import IMPLIES
from matgrad.syntax.latex_aliases import words_in
from matgrad.syntax.latex_facts import compared_with_zero, equal_to_itself
from matgrad.syntax.latex_names import Found, read_name, written_names
from matgrad.syntax.latex_source import Source
from matgrad.syntax.latex_tables import PROSE, WORDS

_BETWEEN = frozenset("where with and for using let given then define so hence".split())
_IDLE = frozenset("is are a an the matrix real and square".split())
_LOGARITHMS = ("log", "ln")


def width_between(source: Source, index: int, end: int) -> int:
    r"""How many glyphs \text{where} takes here; 0 if other words stand there, or none."""
    glyph = source.glyphs[index]
    if glyph.kind != "command" or glyph.text not in WORDS or index + 1 >= end:
        return 0
    found = source.argument(index + 1, end)
    words = [word.lower() for word in words_in(source, found.lo, found.hi)]
    return found.after - index if words and {*words} <= _BETWEEN else 0


def end_of_remark(source: Source, index: int, end: int) -> int:
    r"""Behind \text{ applied elementwise,}, whose comma ends a sentence; 0 if there is none."""
    glyph = source.glyphs[index]
    if glyph.kind != "command" or glyph.text not in PROSE or index + 1 >= end:
        return 0
    found = source.argument(index + 1, end)
    is_end = found.lo < found.hi and source.glyphs[found.hi - 1].text in (",", ";", ".")
    return found.after if is_end and words_in(source, found.lo, found.hi) else 0


def stated(source: Source, lo: int, hi: int) -> tuple[Found, str] | None:
    r"""The name and the fact of A = A^\top, A \succ 0 and A\text{ symmetric}."""
    for at in range(lo, hi):
        fact = None
        if source.glyphs[at].text == "=":
            fact = equal_to_itself(source, lo, at, hi)
        elif source.glyphs[at].text in ("succ", "succeq", ">"):
            fact = compared_with_zero(source, lo, at, hi)
        if fact is not None:
            return fact
    return stated_in_words(source, lo, hi)


def stated_in_words(source: Source, lo: int, hi: int) -> tuple[Found, str] | None:
    r"""The name and the fact of A\text{ symmetric}."""
    found = read_name(source, lo, hi) if lo < hi else None
    at = hi if found is None else source.skip_spaces(found.after, hi)
    if found is None or at + 1 >= hi or source.glyphs[at].text not in PROSE:
        return None
    inside = source.argument(at + 1, hi)
    words = [w.lower() for w in words_in(source, inside.lo, inside.hi) if w.lower() not in _IDLE]
    if words[:1] == ["symmetric"] and words[1:] == ["positive", "definite"]:
        words = words[1:]
    fact = "_".join(words)
    is_all = source.skip_spaces(inside.after, hi) == hi
    return (found, fact) if is_all and fact in IMPLIES else None


def remark_at_end(source: Source, lo: int, hi: int) -> int | None:
    r"""Where (A \text{ symmetric}) opens behind a formula; None if nothing is stated there."""
    opens = [at for at in range(lo, hi) if at in source.brackets]
    for at in opens:
        bracket = source.brackets[at]
        if bracket.sign == "(" and bracket.close == hi - 1 and stated(source, at + 1, hi - 1):
            return at
    return None


def is_logarithm(source: Source, lo: int, hi: int) -> bool:
    r"""Is this -\log p(y \mid x), the logarithm of a value that stands nowhere else?"""
    at = source.skip_spaces(lo, hi)
    if at < hi and source.glyphs[at].text in ("-", "minus"):
        at = source.skip_spaces(at + 1, hi)
    if at >= hi or not source.glyphs[at].is_command(*_LOGARITHMS):
        return False
    at = source.skip_spaces(at + 1, hi)
    found = read_name(source, at, hi) if at < hi else None
    elsewhere = written_names(source, 0, lo).keys() | written_names(source, hi).keys()
    if found is None or found.name in elsewhere:
        return False
    after = source.skip_spaces(found.after, hi)
    if after == hi:
        return found.name.stem == "L"  # a likelihood
    bracket = source.brackets.get(after)
    return bracket is not None and source.skip_spaces(bracket.close + 1, hi) == hi
