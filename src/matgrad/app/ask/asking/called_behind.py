"""What an answer is called behind it, or by its place in the question, before it by its own name.

“⟦1⟧ for the gradient” becomes “the gradient is ⟦1⟧”, and “the first is ⟦1⟧” behind a question for
gradient and Hessian as well: the words nearest before a formula tell what it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from matgrad.app.ask.asking.tellers import BETWEEN, GIVES, PERSON, SOURCE, TELLS
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.words import DERIVATIVE, RESPECT

_KIND = rf"(?:(?:first|second|partial|directional)\s+)?{DERIVATIVE}"
_PLACES = {"first": 0, "former": 0, "second": 1, "latter": 1, "third": 2}
_PLACE = rf"(?:{'|'.join(_PLACES)})(?:\s+one)?"
_END = r"(?=\s*(?:[.,;:?!)]|$|(?:and|but|while|whereas|respectively)\b))"
_BY = rf"\s+{RESPECT}\s+(?:the\s+)?{M}"
_BEHIND = re.compile(  # ⟦1⟧ for the gradient; ⟦1⟧ is the gradient; ⟦1⟧ (the Hessian)
    rf"(?P<before>\b(?:not|or|than|of|never|from)\s+|n['’]t\s+)?(?P<claim>{M})\s*"
    r"(?:\s(?:(?:right\s+|correct\s+)?(?:for|as)\s+|is\s+|equals\s+)?(?:the|its|my)\s+"
    rf"(?P<what>{_KIND}(?:{_BY})?|{_PLACE}){_END}"
    rf"|\((?:(?:for|as)\s+)?(?:(?:the|its)\s+)?(?P<aside>{_KIND})\))",
    re.I,
)
_OF_NAME = re.compile(rf"\bthe\s+({M})\s*-\s*({DERIVATIVE})\b", re.I)  # the ⟦x⟧-gradient
_PAIR = re.compile(  # ⟦1⟧ and ⟦3⟧ for gradient and Hessian; are ⟦1⟧ and ⟦3⟧ the …
    rf"({M}\s+and\s+{M})\s*,?\s+(?:(?:for|as|are|be)\s+)?(?:the\s+|its\s+)?"
    rf"({DERIVATIVE})\s+and\s+(?:the\s+|its\s+)?({DERIVATIVE}){_END}",
    re.I,
)
_HAVE = re.compile(  # for the gradient I have ⟦1⟧
    rf"(\b(?:for|as)\s+(?:the|its)\s+(?:{_KIND}|{_PLACE})\s*,?\s*(?:I|we))"
    rf"(?:\s+(?:have|had)|['’]ve(?:\s+got)?)(?=\s+{M})",
    re.I,
)
_TELLER = re.compile(
    rf"(?:{PERSON}\s+{BETWEEN}(?:{TELLS}|have|had)|['’]ve|\b{SOURCE}s?\s*(?:{BETWEEN}{GIVES}|are\b|:))"
    r"[^.?!;]*$",
    re.I,
)
_IS = r"(?:is|are|equals|(?:should|would|must|could)\s+be|becomes|gives|I\s+(?:get|got|find|found))"
_JUST = r"(?:(?:just|simply|then|also)\s+)*"
_ORDINAL = re.compile(  # the first is ⟦1⟧; for the second one ⟦3⟧; not: the first term is
    rf"\b(?:for\s+)?the\s+(?P<place>{'|'.join(_PLACES)})(?:\s+one)?\s*[,:]?\s+"
    rf"(?:{_IS}\s+{_JUST})?(?={M})",
    re.I,
)
_KINDS = re.compile(rf"\b({_KIND})\s+and\s+(?:also\s+)?(?:(?:the|its)\s+)?({_KIND})\b", re.I)
_LISTED = re.compile(
    rf"(?:(?P<by>\b{RESPECT})\s+(?:both\s+)?|(?P<of>\b{DERIVATIVE}s?\s+of)\s+)?"
    rf"(?P<all>{M}(?:\s*,\s*{M}){{0,2}}\s*,?\s+and\s+{M})",
    re.I,
)


def with_names_before(marked: str, reading: Reading) -> str:
    """The text with the names of answers before them."""
    marked = _OF_NAME.sub(r"the \2 with respect to \1", _HAVE.sub(r"\1 get", marked))
    marked = _PAIR.sub(r"the \2 and the \3 are \1", marked)
    marked = _BEHIND.sub(lambda found: _turned(found, reading), marked)
    return _ORDINAL.sub(_namer(marked, reading), marked)


def _turned(found: re.Match[str], reading: Reading) -> str:
    """What is only a letter may be named by such words: write ⟦g⟧ for the gradient."""
    (segment,) = numbers(found["claim"])
    is_letter = segment not in reading.bare and segment not in reading.lengths
    before = found.string[: found.start()]
    if found["before"] or (is_letter and not _TELLER.search(before)):
        return found[0]
    return f"the {found['what'] or found['aside']} is {found['claim']}"


def _namer(marked: str, reading: Reading) -> Callable[[re.Match[str]], str]:
    """How each “the first is” is written, with what the text lists before."""
    found = [*_ORDINAL.finditer(marked)]
    places = {_PLACES[each["place"].lower()] for each in found}
    count = max(places, default=0) + 1
    listed = _listed(marked[: found[0].start()], count, reading) if found else []
    if count < 2 or len(places) != count or len(listed) != count:
        return lambda each: each[0]
    return lambda each: f"{listed[_PLACES[each['place'].lower()]]} is "


def _listed(before: str, count: int, reading: Reading) -> list[str]:
    """What a text lists last: derivatives, kinds of them, their variables or their functions."""
    asked = {segment for _, segment in reading.asked}
    lists = [(each.end(), [f"the {each[1]}", f"the {each[2]}"]) for each in _KINDS.finditer(before)]
    for each in _LISTED.finditer(before):
        marks = re.findall(M, each["all"])
        if each["by"]:
            lists.append((each.end(), [f"the derivative with respect to {m}" for m in marks]))
        elif each["of"]:
            lists.append((each.end(), [f"the derivative of {m}" for m in marks]))
        elif asked.issuperset(numbers(each["all"])):
            lists.append((each.end(), marks))
    return next((names for _, names in sorted(lists, reverse=True) if len(names) == count), [])
