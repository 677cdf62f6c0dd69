r"""Problems of optimisation: \min_{U,V} f and \arg\max_x f are about the function f."""

from __future__ import annotations

from typing import NamedTuple

from matgrad.errors import UnsupportedError
from matgrad.syntax.latex_names import Found, read_name, written_names
from matgrad.syntax.latex_source import Range, Source
from matgrad.syntax.latex_tables import PROSE, WORDS

_SIGNS = frozenset({"min", "max", "inf", "sup", "argmin", "argmax"})
_SPELLED = _SIGNS | {"minimize", "maximize", "minimise", "maximise"}
_CONSTRAINTS = frozenset({"s.t.", "st", "subjectto", "suchthat", "s.t"})


class Optimum(NamedTuple):
    r"""The variables below \min, the set they are taken from, and where the function begins."""

    names: tuple[Found, ...]
    at: tuple[int, int]  # where the names stand
    space: Range | None
    after: int


INDICES = frozenset("ijkl")


def optimum_at(source: Source, lo: int, hi: int) -> Optimum | None:
    r"""What a sentence that begins with \min_x, \arg\min_x or \underset{x}{\min} is about.

    The variables stand in the function; in \max_i x_i an index stands below the sign.
    """
    at = source.skip_spaces(lo, hi)
    if at < hi and source.glyphs[at].is_command("arg"):
        at = source.skip_spaces(at + 1, hi)
    if at < hi and source.glyphs[at].is_command("underset"):
        below = source.argument(at + 1, hi)
        sign = source.argument(below.after, hi)
        after = _sign(source, sign.lo, sign.hi)
        found = (below, sign.after) if after == sign.hi else None
    else:
        after = _sign(source, at, hi)
        found = None if after is None else _below(source, after, hi)
    optimum = found and _optimum(source, *found)
    if optimum is None or not optimum.names:
        return None
    if all(f.name.stem in INDICES and not f.name.below for f in optimum.names):
        return None  # \max_i x_i is the largest of some numbers
    inside = written_names(source, optimum.after, hi)
    return optimum if all(f.name in inside for f in optimum.names) else None


def _sign(source: Source, at: int, hi: int) -> int | None:
    r"""Where \min, \operatorname*{arg\,min} or \text{minimize} ends."""
    if at >= hi or source.glyphs[at].kind != "command":
        return None
    if source.glyphs[at].text in _SIGNS:
        return at + 1
    if source.glyphs[at].is_command("arg"):
        return _sign(source, source.skip_spaces(at + 1, hi), hi)
    if source.glyphs[at].text not in WORDS or at + 1 >= hi:
        return None
    start = at + 2 if source.glyphs[at + 1].text == "*" else at + 1
    word = source.argument(start, hi)
    letters = "".join(
        glyph.text for glyph in source.glyphs[word.lo : word.hi] if glyph.kind != "space"
    )
    return word.after if letters.lower() in _SPELLED else None


def _below(source: Source, after: int, hi: int) -> tuple[Range, int] | None:
    at = source.skip_spaces(after, hi)
    if at >= hi or source.glyphs[at].kind != "sub":
        return None
    below = source.argument(at + 1, hi)
    return below, below.after


def _optimum(source: Source, below: Range, after: int) -> Optimum | None:
    """The names below, up to the sign of a set."""
    names: list[Found] = []
    lo, hi, _ = below
    end = next((i for i in range(lo, hi) if source.glyphs[i].is_command("in")), hi)
    at = source.skip_spaces(lo, end)
    while at < end:
        found = read_name(source, at, end)
        if found is None:
            return None
        names.append(found)
        at = source.skip_spaces(found.after, end)
        if at < end and source.glyphs[at].text != ",":
            return None
        at = source.skip_spaces(at + 1, end)
    space = Range(end + 1, hi, hi) if end < hi else None
    return Optimum(tuple(names), (lo, end), space, after)


def check_unconstrained(source: Source, lo: int, hi: int) -> None:
    """Refuse conditions after a function: an answer would leave them out."""
    for at in range(lo, hi - 1):
        glyph = source.glyphs[at]
        if not (glyph.kind == "command" and glyph.text in PROSE | WORDS):
            continue
        word = source.argument(at + 1, hi)
        inside = source.glyphs[word.lo : word.hi]
        text = "".join(g.text for g in inside if g.kind != "space").lower()
        if text in _CONSTRAINTS:
            raise UnsupportedError(
                "a condition on the variables is not read",
                (glyph.start, source.glyphs[word.after - 1].end),
                r"leave it out, or add it with a multiplier, as in f + \lambda^\top(Cx - d)",
            )
