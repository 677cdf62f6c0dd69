r"""The sentences of a LaTeX text: declarations, definitions, and the function they belong to.

    b^T D^{-1} b,\ D = \mathrm{diag}(\tau) \Omega

is a function and, after it, a definition; a text for the grammar has them the other way round.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from matgrad.errors import ParseError, UnsupportedError
from matgrad.syntax.latex_aliases import alone, described
from matgrad.syntax.latex_divisions import parts_of, top_level, trimmed
from matgrad.syntax.latex_facts import compared_with_zero, equal_to_itself
from matgrad.syntax.latex_names import Found, read_name
from matgrad.syntax.latex_optima import check_unconstrained, optimum_at
from matgrad.syntax.latex_remarks import is_logarithm, stated_in_words
from matgrad.syntax.latex_source import Range, Source

DISPLAYS = frozenset(
    "align aligned equation gather gathered split multline math displaymath".split()
)
DISPLAYS |= {"eqnarray", "alignat", "flalign", "dmath"}
_CLOSING = {"$": "$", "$$": "$$", "\\[": "\\]", "\\(": "\\)"}
CONDITIONS = ("succ", "succeq", "prec", "preceq", "ge", "geq", "le", "leq", "ne", "neq")


@dataclass(frozen=True)
class Sentence:
    """One statement: what it is, the name on its left side, and where its formula stands."""

    kind: str  # function, definition, declaration, mapping, alias, fact or remark
    names: tuple[Found, ...]
    at: tuple[int, int]  # where the names stand
    body: Range
    over: tuple[Found, ...] = ()  # the variables of a problem of optimisation
    args: tuple[Found, ...] = ()  # x of f(x) = …
    called: str = ""  # the function that a name stands for, or the fact that is stated


def sentences(source: Source) -> list[Sentence]:
    """All statements of a text, in order."""
    lo, hi = unwrapped(source)
    if lo == hi:
        raise UnsupportedError("there is no formula here", (0, 0), r"for example \|Ax-b\|_2^2")
    check_unconstrained(source, lo, hi)
    return [each for part in parts_of(source, lo, hi) for each in _sentences(source, *part)]


def unwrapped(source: Source) -> tuple[int, int]:
    """The text inside of dollars, display brackets and environments of equations."""
    lo, hi = 0, len(source.glyphs)
    while True:
        lo, hi = trimmed(source, lo, hi)
        if lo == hi:
            return lo, hi
        first, last = source.glyphs[lo], source.glyphs[hi - 1]
        if first.kind == "math":
            if hi - lo < 2 or last.text != _CLOSING.get(first.text):
                raise ParseError(f"{first.text} is not closed at the end", first.position)
            lo, hi = lo + 1, hi - 1
        elif (
            first.kind == "begin" and first.text in DISPLAYS and source.brackets[lo].close == hi - 1
        ):
            lo, hi = lo + 1, hi - 1
        else:
            return lo, hi


# ---------------------------------------------------------------- what a sentence is


ARROWS = ("to", "rightarrow", "longrightarrow", "mapsto")


def _mapping(source: Source, lo: int, hi: int) -> Sentence | None:
    r"""f: \mathbb{R}^n \to \mathbb{R}."""
    found = read_name(source, lo, hi)
    top = list(top_level(source, lo, hi))
    if found is None or not any(source.glyphs[index].is_command(*ARROWS) for index in top):
        return None
    at = source.skip_spaces(found.after, hi)
    if at >= hi or source.glyphs[at].text not in (":", "colon"):
        return None
    return Sentence("mapping", (found,), (lo, found.after), Range(at + 1, hi, hi))


def _sentences(source: Source, lo: int, hi: int) -> list[Sentence]:
    r"""A sentence; before it what \min_{x \in \mathbb{R}^n} declares, if it begins so."""
    optimum = optimum_at(source, lo, hi)
    if optimum is None:
        found = _sentence(source, lo, hi)
        start = found.body.lo if found.kind == "definition" else hi
        optimum = optimum_at(source, start, hi)  # \hat\beta = \arg\min_\beta f
        if optimum is None:
            return [found]
        found = Sentence("function", (), (lo, lo), Range(optimum.after, hi, hi))
    else:
        found = _sentence(source, optimum.after, hi)
    found = replace(found, over=optimum.names)
    if optimum.space is None:
        return [found]
    return [Sentence("declaration", optimum.names, optimum.at, optimum.space), found]


def _sent(source: Source, lo: int, hi: int) -> Sentence | None:
    r"""The formula of x \mapsto x^\top Ax."""
    found = read_name(source, source.skip_spaces(lo, hi), hi) if lo < hi else None
    at = source.skip_spaces(found.after, hi) if found is not None else hi
    if at + 1 >= hi or not source.glyphs[at].is_command("mapsto"):
        return None
    return Sentence("function", (), (lo, lo), Range(at + 1, hi, hi))


def _sentence(source: Source, lo: int, hi: int) -> Sentence:
    mapping = _mapping(source, lo, hi) or _described(source, lo, hi) or _said(source, lo, hi)
    mapping = mapping or _sent(source, lo, hi)
    if mapping is not None:
        return mapping
    signs = [
        index
        for index in top_level(source, lo, hi)
        if source.glyphs[index].text in ("=", "in", "coloneqq", "equiv", "triangleq")
        or (source.glyphs[index].text == ":" and source.glyphs[min(index + 1, hi - 1)].text == "=")
    ]
    if not signs:
        stated = _condition(source, lo, hi)
        return stated or Sentence("function", (), (lo, lo), Range(lo, hi, hi))
    if len([s for s in signs if source.glyphs[s].text != ":"]) > 1:
        raise _equation(source, lo, hi)
    last = signs[-1]
    if source.glyphs[last].text == "in":
        names = _name_list(source, lo, last)
        return Sentence("declaration", names, (lo, last), Range(last + 1, hi, hi))
    if stated := equal_to_itself(source, lo, last, hi):
        return _stating(stated, lo, hi)
    found = _left_side(source, *trimmed(source, lo, signs[0]))
    if found is None and is_logarithm(source, *trimmed(source, lo, signs[0])):
        return Sentence("function", (), (lo, lo), Range(last + 1, hi, hi))
    if found is None:
        raise _equation(source, lo, hi)
    name, args = found
    called = alone(source, last + 1, hi) or ""
    kind = "alias" if called else "definition"
    return Sentence(kind, (name,), (lo, last), Range(last + 1, hi, hi), (), args, called)


def _described(source: Source, lo: int, hi: int) -> Sentence | None:
    found = described(source, lo, hi)
    if found is None:
        return None
    name, called = found
    kind = "alias" if called else "remark"
    return Sentence(kind, (Found(name, lo),), (lo, hi), Range(lo, hi, hi), called=called)


def _said(source: Source, lo: int, hi: int) -> Sentence | None:
    stated = stated_in_words(source, lo, hi)
    return stated and _stating(stated, lo, hi)


def _stating(stated: tuple[Found, str], lo: int, hi: int) -> Sentence:
    name, fact = stated
    return Sentence("fact", (name,), (lo, hi), Range(lo, hi, hi), called=fact)


def _condition(source: Source, lo: int, hi: int) -> Sentence | None:
    r"""What A \succ 0 says of A; another condition is refused, as it is no function."""
    for at in top_level(source, lo, hi):
        glyph = source.glyphs[at]
        if glyph.is_command(*CONDITIONS) or glyph.text in (">", "<"):
            if stated := compared_with_zero(source, lo, at, hi):
                return _stating(stated, lo, hi)
            raise UnsupportedError(
                "a condition is not read", source.glyphs[at].position,
                'leave it out, and assume it: assume={"A": ["positive_definite"]}',
            )  # fmt: skip
    return None


def _equation(source: Source, lo: int, hi: int) -> UnsupportedError:
    position = source.glyphs[lo].start, source.glyphs[hi - 1].end
    return UnsupportedError(
        "an equation between formulas is not a function", position, "keep one of its sides"
    )


def _left_side(source: Source, lo: int, hi: int) -> tuple[Found, tuple[Found, ...]] | None:
    """The name that is defined, y, or f and x for f(x)."""
    found = read_name(source, lo, hi)
    if found is None:
        return None
    if found.after == hi:
        return found, ()
    opens = source.before_brackets(found.after, hi)
    bracket = source.brackets.get(opens)
    if bracket is None or bracket.sign != "(" or bracket.close != hi - 1:
        return None
    return found, _name_list(source, opens + 1, hi - 1)


def _name_list(source: Source, lo: int, hi: int) -> tuple[Found, ...]:
    names: list[Found] = []
    at = source.skip_spaces(lo, hi)
    while at < hi:
        found = read_name(source, at, hi)
        if found is None:
            raise ParseError(
                "names separated by commas are needed here", source.glyphs[at].position
            )
        names.append(found)
        at = source.skip_spaces(found.after, hi)
        if at < hi and source.glyphs[at].text != ",":
            raise ParseError(
                "names separated by commas are needed here", source.glyphs[at].position
            )
        at = source.skip_spaces(at + 1, hi)
    return tuple(names)


def check_one_function(found: list[Sentence], source: Source) -> None:
    """Refuse two formulas where one function is expected."""
    functions = [sentence for sentence in found if sentence.kind == "function"]
    if len(functions) > 1:
        _, second = functions[:2]
        lo, hi, _ = second.body
        position = source.glyphs[lo].start, source.glyphs[hi - 1].end
        raise ParseError(
            "there is a function already, and this is a second one", position,
            "give parts a name (y = …), and keep one function",
        )  # fmt: skip
