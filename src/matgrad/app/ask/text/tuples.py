"""Typed numbers that are points, directions or answers are formulas: at (1, 2) I get 5."""

from __future__ import annotations

import re
from collections.abc import Callable

from matgrad.app.ask.text.words import ABOUT, POINT, RESPECT

_NUMBER = r"-?\s?\d+(?:\.\d+)?(?:/\d+)?"
_LIST = rf"(?P<list>[(<]\s?{_NUMBER}(?:\s*,\s*{_NUMBER})+\s?[)>])"
_TYPED = re.compile(
    rf"(?P<before>\b(?:at|{POINT},?|direction|vector|along|of|towards?|from)\s+|(?<=[)>])\s+to\s+)"
    rf"{_LIST}(?![\w^'(\[])",
    re.I,
)
_ANSWER = re.compile(
    r"(?P<before>\b(?:I|we|he|she|they)\s+(?:gets?|got|obtain(?:ed)?|find|found)\s+"
    r"|\b(?:my|his|her|the)\s+answer\s+is\s+"
    r"|\b(?:derivative|slope)\b[^.?!$]{0,40}?\b(?:is|equals|equal\s+to)\s+"
    r"|\bat\s+[a-z]\s*=\s*[\w./-]+\s*,?\s+it\s+is\s+)"
    rf"(?P<about>(?:{ABOUT}\s+)?)"
    r"(?P<number>-?(?!0(?![.\d]))\d+(?:\.\d+)?(?:/\d+)?)"
    r"(?=\s*(?:[.?!,;](?:\s|$)|and\s+(?:at|the)\b|$))",
    re.I,
)
_EQUAL = re.compile(  # is the partial derivative with respect to y equal to 3?
    rf"(?P<before>\b(?:derivative|slope)\b(?:\s+(?:{RESPECT}|by|in)\s+\S{{1,12}})?\s+"
    r"(?:is(?:\s+equal\s+to)?|equals|equal\s+to)\s+(?:(?:just|simply|then)\s+)?)(?P<about>)"
    r"(?P<number>-?(?!0(?![.\d]))\d+(?:\.\d+)?(?:/\d+)?)(?=\s*(?:[.?!,;](?:\s|$)|and\b|$))",
    re.I,
)
# A matrix by its rows, with words before it: the Hessian is [[2y, 2x], [2x, 6]].
_MATRIX = re.compile(
    r"(?<=[A-Za-z:,)] )(?P<rows>\[\[[^\[\]=`$]{1,120}\](?:\s*,\s*\[[^\[\]=`$]{1,120}\]){1,7}\s*\])"
    r"(?=\s*(?:[.?!,;:)](?:\s|$)|$|[a-z(]))"
)
_AT = re.compile(  # where a derivative has a value
    r"\bat\s+(?:the\s+point\s+)?[$(]*[a-z]\w{0,3}\s*=|\bevaluat|\b(?:derivative|slope)\s+(?:\S+\s+){0,3}at\b",
    re.I,
)
_ASKED = re.compile(  # what is dp/dm? I get 20
    r"(?:\bd\w{1,4}/d\w{1,4}|∂\w{1,4}/∂\w{1,4}|\b(?:derivative|slope)\b)"
    r"(?:[^.?!]|\.(?=\d)){0,200}\?\s+(?:I|we)\s+(?:get|got|obtain(?:ed)?|find|found)\s+-?\d",
    re.I,
)
_OPTIMUM = re.compile(  # then a number may be a point
    r"\b(?:minim|maxim|optim|stationary|critical|zeros?\b|vanish|solv|roots?\b|extrem|saddle)", re.I
)


_RATIO = re.compile(  # I get C/T, of letters that stand in formulas
    r"(?P<before>\b(?:gets?|got|obtain(?:ed)?|finds?|found|answer\s+is|derivative\s+is)\s+)"
    r"(?P<ratio>-?(?P<above>[A-Za-z])/(?P<below>[A-Za-z]))(?=\s*(?:[.?!,;](?:\s|$)|$))"
)
_NIL = re.compile(
    r"(\bat\s+[a-z]\s*=\s*[\w./-]+\s*,?\s+it\s+is\s+)(?:zero|0)(?=\s*[.,;?]|\s+and\b)", re.I
)
_LETTER = r"[A-Za-z](?:_?\d{1,2}|_[a-z])?"
# Names in a list that nothing parts: with respect to (q1,q2), by [u,v].
_ONE = rf"{_LETTER}|(?!(?:and|but|the)\b)[a-z]{{2,7}}\d?"
_NAMED = re.compile(
    rf"(?P<before>\b(?:{RESPECT}|by|in|over|of)\s+)"
    rf"(?:[(\[{{](?P<inside>\s*(?:{_ONE})(?:\s*,\s*(?:{_ONE}))+\s*)[)\]}}](?![\w^'(\[=])"
    rf"|(?P<open>(?:{_LETTER})(?:,(?:{_LETTER}))+)(?![\w^'(\[=]))",
    re.I,
)


def tuples_in(whole: str) -> Callable[[str], str]:
    """How to put dollars around such lists and numbers; `whole` tells whether these are values.

    >>> text = "at (1,2) in the direction of the vector <3, 4>"
    >>> tuples_in(text)(text)
    'at $(1,2)$ in the direction of the vector $(3, 4)$'
    >>> text = "What is f' at x = 1? I get 11."
    >>> tuples_in(text)(text)
    "What is f' at x = 1? I get $11$."
    >>> text = "the Jacobian with respect to (q1,q2)"
    >>> tuples_in(text)(text)
    'the Jacobian with respect to (q1, q2)'
    """
    whole = _NIL.sub(r"\1$0$", whole)
    is_value = any(way.search(whole) for way in (_AT, _ASKED))
    answer = None if _OPTIMUM.search(whole) else _ANSWER if is_value else _EQUAL

    def with_dollars(typed: str) -> str:
        typed = _NIL.sub(r"\1$0$", typed)
        if answer:
            typed = answer.sub(lambda m: f"{m['before']}{m['about']}${m['number']}$", typed)
        if not typed.startswith("`"):
            typed = _MATRIX.sub(r"`\g<rows>`", typed)
        typed = _RATIO.sub(lambda found: _ratio(found, whole), typed)
        typed = _NAMED.sub(_parted, typed)
        return _TYPED.sub(lambda m: f"{m['before']}$({m['list'][1:-1].strip()})$", typed)

    return with_dollars


def _parted(found: re.Match[str]) -> str:
    """A list of names with a space behind each comma, in round brackets if it has any."""
    names = ", ".join(each.strip() for each in (found["inside"] or found["open"]).split(","))
    return found["before"] + (f"({names})" if found["inside"] else names)


def _ratio(found: re.Match[str], whole: str) -> str:
    """A quotient as a formula, if both letters stand beside signs elsewhere."""
    sign = r"(?<![A-Za-z]){0}\s*[=*^+(-]|[=*^+(-]\s*{0}(?![A-Za-z])"
    is_known = all(re.search(sign.format(found[x]), whole) for x in ("above", "below"))
    return f"{found['before']}${found['ratio']}$" if is_known else found[0]
