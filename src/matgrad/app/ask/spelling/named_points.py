r"""Points that have a name and a value: “evaluate it at \hat p = k/n”, where p is the variable.

The point is p = k/n, and \hat p in any other formula stands for that value.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.text.segments import Cut

_AT = re.compile(r"\bat\s+(?:the\s+)?(?:point\s+|value\s+)?$", re.I)
_POINT = (
    r"(?:\\(?:wide)?(?:hat|bar|tilde)\s*(?:\{\s*(?P<a>\\?[A-Za-z]+)\s*\}|(?P<b>\\[A-Za-z]+|[A-Za-z]))"
    r"|(?P<c>\\[A-Za-z]+|[A-Za-z])\s*(?:_\s*(?:0|\{\s*0\s*\})|\^\s*(?:\*|\{\s*\*\s*\}|\\star(?![A-Za-z]))))"
)
_GIVEN = re.compile(rf"\s*(?P<point>{_POINT})\s*=(?P<value>[^=]+)")


def with_named_points(cut: Cut) -> Cut:
    """The text with the variable for the name of a point, and the value for it elsewhere."""
    for number, each in enumerate(cut.segments):
        found = _GIVEN.fullmatch(each.text.strip(" .,;")) if each.is_math else None
        before = cut.segments[number - 1].text if number else ""
        if found is None or not _AT.search(before):
            continue
        name = found["a"] or found["b"] or found["c"]
        point, value = found["point"].strip(), found["value"].strip()
        others = [x.text for n, x in enumerate(cut.segments) if x.is_math and n != number]
        is_free = point not in value and any(re.search(_alone(name), latex) for latex in others)
        if is_free and not any(_GIVEN.fullmatch(x) for x in others if point in x):
            cut = _written(cut, number, (name, point, value))
    return cut


def _alone(name: str) -> str:
    """A letter that has no mark of a point."""
    return rf"(?<![A-Za-z\\{{]){re.escape(name)}(?![A-Za-z]|\s*[_^]\s*\{{?\s*[0*])"


def _written(cut: Cut, number: int, given: tuple[str, str, str]) -> Cut:
    """The text with a value in the place of the name of a point."""
    name, point, value = given
    segments = list(cut.segments)
    for n, each in enumerate(segments):
        if not each.is_math:
            continue
        is_place = n == number or (
            each.text.strip(" .,;") == point and _AT.search(segments[n - 1].text if n else "")
        )
        text = each.text.replace(f"({point})", f"({value})")  # V''(x_0)
        text = text.replace(point, rf"\left({value}\right)")
        segments[n] = replace(each, text=rf"{name} = {value}" if is_place else text)
    return replace(cut, segments=tuple(segments))
