r"""Kinds of norms that words name beside \|…\|: with the spectral norm, in the norm induced by M.

The kind that a text names behind its function is that of every norm without an index. Where it
names two, or one only for a case, it is asked: each has another derivative.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.spelling.conventions import BARS, NORMS, is_bare, with_index
from matgrad.app.ask.spelling.own_norms import own_norms
from matgrad.app.ask.spelling.stating import CASE, DENIED, LAST, how_said, not_answered
from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.segments import Cut, Segment

_NAMES = (
    r"spectral|operator|nuclear|trace|frobenius|hilbert[- ]schmidt|max(?:imum)?|infinity|∞|sup"
    r"(?:remum)?|uniform|chebyshev|manhattan|taxicab|euclidean|energy|weighted|dual|schatten|sobolev|mahalanobis"
    r"|(?:l|ell)_?\{?(?:[12]|inf(?:inity)?|∞)\}?|[12p]|one|two"
)
_BETWEEN = r"(?:(?:squared|usual|standard|so-called|matrix|vector|induced|ordinary)\s+){0,2}"
_NORM = re.compile(
    rf"\b(?:the|an?|this|our)\s+{_BETWEEN}(?:(?P<kind>{_NAMES})[- ]+|(?P<letter>{M})\s*-?\s*"
    rf"(?:weighted\s+|induced\s+)?){_BETWEEN}norms?\b"
    rf"|\bnorms?\s+(?:that\s+is\s+)?(?:induced|defined|given|weighted)\s+by\s+(?:the\s+)?"
    rf"(?:[a-z]+\s+){{0,4}}?(?P<by>{M})"
    rf"|,\s*(?:squared\s+)?(?P<apart>{_NAMES})[- ]+norm\b"
    rf"|\bnorms?\s+(?:here\s+|used\s+|below\s+)?(?:is|are|means?|denotes?)\s+"
    rf"(?:(?:all|always|taken|to|be|the|understood|as|meant)\s+)*(?P<behind>{_NAMES})\b",
    re.I,
)
_OTHER = re.compile(  # a norm of something else: with the spectral norm of A at most one
    rf"\s*(?:of\b|at\s+(?:most|least)|less|greater|smaller|bounded|equal|{M}|\d|[<>≤≥=]|penalt|ball|regul)"
)
_GIVES = re.compile(
    rf"({M})\s*,?\s*\(?\s*(?:(?:always|here|just|simply|then)\s+)*(?:is|be|denotes?|being|means?|equals)\s*\Z",
    re.I,
)
_BESIDE = re.compile(
    rf"{M}\s*,?\s*\(?\s*(?:(?:with|in|for|under|using|where|here|i\.e\.|measured|taken)\s*,?\s*)*\Z",
    re.I,
)
_ARTICLE = re.compile(r"\b(?:the|an?|this)\s+\Z", re.I)
_USES = re.compile(r"\b(?:in|with|under|using|use|take|taking|by|respect\s+to|for)\s*\Z", re.I)
_LETTERS = {"1": "_1", "2": "_2", r"\infty": r"_\infty ", "F": "_F", "*": "_*"}


def with_norm_kinds(cut: Cut) -> Cut:
    """The text with the kind that it names below each norm without an index."""
    marked = cut.marked
    last = [x for x in _NORM.finditer(marked) if how_said(cut, x, is_bare) == LAST]
    if last and any(map(is_bare, cut.formulas)):
        cut = replace(cut, notes=(*cut.notes, not_answered(marked, last[-1])))
    own = dict(own_norms(cut))
    kinds, is_unclear = ({*own.values()}, False) if own else _named(cut)
    if is_unclear or len(kinds) != 1 or None in kinds:
        return cut
    if own:
        segments = [
            Segment(False, "the norm") if i in own or BARS.fullmatch(x.text) else x
            for i, x in enumerate(cut.segments)
        ]
        cut = replace(cut, segments=tuple(segments))
    index = next(iter(kinds)) or ""
    return (
        cut.rewritten(lambda x: x if BARS.fullmatch(x) else with_index(x, index)) if index else cut
    )


def unknown_norm(cut: Cut) -> str | None:
    """The question about a kind of norm that is not read, or that is named only for a case."""
    own = {index for _, index in own_norms(cut)}
    kinds, is_unclear = (own, False) if own else _named(cut)
    if not is_unclear and None not in kinds and len(kinds) < 2:
        return None
    return "Which norm is ‖…‖? Write its index, as in ‖X‖_F, ‖X‖_* or ‖x‖_1, or the formula itself."


def _named(cut: Cut) -> tuple[set[str | None], bool]:
    """The indices of the kinds that words name for norms without one; is a name for a case?"""
    kinds: set[str | None] = set()
    is_unclear = False
    if not any(map(is_bare, cut.formulas)):
        return kinds, False
    marked = cut.marked
    for found in _NORM.finditer(marked):
        how = how_said(cut, found, is_bare)
        if how not in (DENIED, LAST) and _is_of_bars(cut, found):
            kinds.add(_index(cut, found))
            is_unclear |= how == CASE
    return kinds, is_unclear and kinds != {""}


def _is_of_bars(cut: Cut, found: re.Match[str]) -> bool:
    """Do words name the norm of the formulas, and not that of something else?"""
    before = _ARTICLE.sub("", cut.marked[max(0, found.start() - 80) : found.start()])
    index = _index(cut, found)
    if found["behind"]:
        return True
    if gives := _GIVES.search(before):
        return is_bare(cut.segments[next(numbers(gives[1]))].text)
    if _OTHER.match(cut.marked, found.end()):
        return False
    has_index = index and any(
        re.search(rf"[|t]\s*\{{?{re.escape(index.strip())}", each) for each in cut.formulas
    )
    return not has_index and (_BESIDE.search(before) or _USES.search(before)) is not None


def _index(cut: Cut, found: re.Match[str]) -> str | None:
    """What stands below the bars; nothing for the usual norm, none for one that is not known."""
    if mark := found["letter"] or found["by"]:
        latex = re.sub(r"[{}\s]", "", cut.segments[next(numbers(mark))].text)
        if re.fullmatch(r"[A-EG-Z]|\\[A-Z][a-z]+", latex):
            return f"_{{{latex}}}"
        number = re.sub(r"^(?:\\ell|[lL])[_^]", "", latex)
        return _LETTERS.get(number) if found["letter"] else None
    words = f"{found['kind'] or found['apart'] or found['behind']} norm"
    return next(value for key, value in NORMS if re.search(key, words, re.I))
