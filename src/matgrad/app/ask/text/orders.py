"""The order of a derivative in words: “2nd derivative”, “second-order partials”, “of order two”.

Everything after this knows “first derivative”, “second derivative” and so on, and nothing else.
"""

from __future__ import annotations

import re

_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")
_RAISED = r"\$?\s*\^\s*\{{?\s*(?:\\(?:text|mathrm|rm|textrm)\s*\{{?\s*)?{}\s*\}}{{0,2}}\$?"
LOW = _PLACES[:2]  # those that are computed
_SIGNS = ("st", "nd", "rd", "th", "th", "th")
_NUMBERS = ("one", "two", "three", "four", "five", "six")
# Each order, as people write it before “derivative”.
_SPELLED = {
    **{
        place: rf"{place}|\$?{n}(?:-?{sign}|{_RAISED.format(sign)})"
        for n, (place, sign) in enumerate(zip(_PLACES, _SIGNS, strict=True), 1)
    },
    "higher": r"higher|(?:\$?[nkm]\$?-?th|\$[nkm]\^\{?(?:\\text\{)?th\}{0,2}\$)",
}
_ORDINAL = re.compile("|".join(f"(?P<{place}>{way})" for place, way in _SPELLED.items()), re.I)
_ANY = "|".join(_SPELLED.values())
_ORDER = rf"(?:{_ANY})(?:[\s-]*order|-)?"
_WHICH = re.compile(
    rf"(?<![\w\\$])(?P<list>{_ORDER}"
    rf"(?:(?:\s*,\s*(?:and\s+)?|\s*(?:and|&|or)\s+)(?:(?:the|its)\s+)?{_ORDER})*)[\s-]+"
    r"(?P<like>(?:(?:partial|mixed|cross|pure|directional)\s+)*)"
    r"(?P<noun>derivatives?\b|partials\b|partial(?=\s+(?:of|with|w\.?\s?r\.?\s?t|in|by)\b)|gradients?\b)",
    re.I,
)
_BEHIND = re.compile(  # partial derivatives of the second order, of order two
    r"\b(?:partial\s+)?(?P<noun>derivatives?|partials)\s+of\s+"
    rf"(?:(?:the\s+)?(?P<place>{_ANY})[\s-]+order|order\s+\$?(?P<n>\d|{'|'.join(_NUMBERS)})\$?)\b",
    re.I,
)
_DOUBLE = re.compile(r"\bdouble(?=\s+derivatives?\b)", re.I)
_MIXED = re.compile(  # of two variables: a second derivative
    r"\b(?:mixed|cross)[\s-]+(?:second\s+)?partial(?P<s>s\b|\s+derivative(?:s\b|\b)|(?=\s+(?:of|with)\b))",
    re.I,
)
_IN_A_LIST = re.compile(r"\bfirst\s+partial\s+derivative\b", re.I)
HIGHER = rf"\b(?:{'|'.join((*_PLACES[2:], 'higher'))})\s+derivatives?\b"


def with_orders(text: str) -> str:
    """The text with the orders of derivatives in one spelling.

    >>> with_orders("Find the 1st and 2nd order partial derivatives of f.")
    'Find the first and second derivatives of f.'
    """
    if not re.search(r"derivative|partial|gradient", text, re.I):
        return text
    is_listed = _IN_A_LIST.search(text) is not None
    text = _DOUBLE.sub("second", _BEHIND.sub(_before, text))
    text = _WHICH.sub(lambda found: _spelled(found, is_listed), text)
    return _MIXED.sub(lambda found: f"mixed second {_noun(found['s'])}", text)


def _noun(word: str) -> str:
    return "derivatives" if word.lower().endswith("s") else "derivative"


def _places(words: str) -> list[str]:
    """The orders in a list of them, each by its first spelling."""
    return [found.lastgroup or "" for found in _ORDINAL.finditer(words)]


def _before(found: re.Match[str]) -> str:
    n, noun = found["n"], _noun(found["noun"])
    if n is None:
        return f"{_places(found['place'])[0]} {noun}"
    number = int(n) if n.isdigit() else _NUMBERS.index(n.lower()) + 1
    return f"{_PLACES[number - 1] if 0 < number < 7 else 'higher'} {noun}"


def _spelled(found: re.Match[str], is_listed: bool) -> str:
    places, noun, like = _places(found["list"]), found["noun"].lower(), found["like"].lower()
    has_order = "order" in found["list"].lower()
    if noun.startswith("gradient") and (not has_order or places == ["first"]):
        return found[0]  # the second of two gradients
    if is_listed and not has_order and noun == "derivative" and "partial" in like:
        return found[0]
    is_partial = "partial" in f"{like}{noun}" and places == ["first"]
    mixed = "mixed " if "mixed" in like or "cross" in like else ""
    own = "partial " if is_partial else "directional " if "directional" in like else ""
    orders = ([x for x in places if (x in LOW) == is_low] for is_low in (True, False))
    parts = (f"{mixed}{' and '.join(each)} {own}{_noun(noun)}" for each in orders if each)
    return _as_begun(found, " and the ".join(parts))


def _as_begun(found: re.Match[str], words: str) -> str:
    """With a capital where a sentence begins."""
    begins = found[0][0].isdigit() and re.search(
        r"(?:^|[.?!:]\s)\s*$", found.string[: found.start()]
    )
    return words[0].upper() + words[1:] if begins or found[0][0].isupper() else words
