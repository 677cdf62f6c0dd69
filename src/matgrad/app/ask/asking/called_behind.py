"""What an answer is called behind it, or by its place in the question, before it by its own name.

“⟦1⟧ for the gradient” becomes “the gradient is ⟦1⟧”, and “the first is ⟦1⟧” behind a question for
gradient and Hessian as well: the words nearest before a formula tell what it is.
"""

from __future__ import annotations

import re

from matgrad.app.ask.asking.tellers import BETWEEN, GIVES, PERSON, SOURCE, TELLS
from matgrad.app.ask.facts.assumptions import sentence_around
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.adjectives import ANY_FACT
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
    rf"(?P<what>{_KIND}(?:\s+of\s+{M})?(?:{_BY})?|{_PLACE}){_END}"
    rf"|\((?:(?:for|as)\s+)?(?:(?:the|its)\s+)?(?P<aside>{_KIND})\))",
    re.I,
)
_ITS = re.compile(  # ⟦1⟧ for the gradient and ⟦3⟧ for its derivative
    rf"(\bfor\s+the\s+(?:first\s+)?(?:gradient|derivative)\s*,?\s+and\s+{M}\s+for\s+its\s+)"
    r"(?=derivative\b)",
    re.I,
)
_TERMS = re.compile(  # ⟦1⟧ for the first term and ⟦3⟧ for the second
    rf"(\bfor\s+the\s+first\s+(?:term|part|summand)\s*,?\s+and\s+{M}\s+for\s+the\s+"
    r"(?:second|other|last))(?=\s*(?:[.,;?!)]|$))",
    re.I,
)
_OF_NAME = re.compile(rf"\bthe\s+({M})\s*-\s*({DERIVATIVE})\b", re.I)  # the ⟦x⟧-gradient
_PAIR = re.compile(  # ⟦1⟧ and ⟦3⟧ for gradient and Hessian; are ⟦1⟧ and ⟦3⟧ the …
    rf"({M}\s+and\s+{M})\s*,?\s+(?:(?:for|as|are|be)\s+)?(?:the\s+|its\s+)?"
    rf"({DERIVATIVE})\s+and\s+(?:the\s+|its\s+)?({DERIVATIVE}){_END}",
    re.I,
)
_INFORMATION = re.compile(  # find the gradient and the Fisher information. I get ⟦1⟧ and ⟦3⟧
    r"(\bgradient\s*,?\s+and\s+(?:the\s+|its\s+)?(?:[a-z]+\s+)?information(?:\s+matrix)?\b[^.?!]*[.?!:]\s+"
    rf"(?:[a-z]+\s+){{0,4}}?{PERSON}\s+{BETWEEN}{TELLS}\s+{M})(\s*,?\s+and\s+(?:also\s+)?{M}){_END}",
    re.I,
)
# if ⟦A⟧ is (a) symmetric, (b) skew-symmetric, …; and then: (a) ⟦1⟧, (b) ⟦3⟧
_LABEL = r"\((?:[a-h]|i{1,3}|iv|[1-8])\)"
_FACT = rf"(?:{ANY_FACT}|general|arbitrary)"
_CASES = re.compile(
    rf"({M})\s+is\s+(?:either\s+)?({_LABEL}\s*{_FACT}(?:\s*[,;]?\s*(?:and|or)?\s*{_LABEL}\s*{_FACT}){{1,4}})",
    re.I,
)
_CASE = re.compile(rf"({_LABEL})\s*({_FACT})", re.I)
_HAVE = re.compile(  # for the gradient (wrt ⟦3⟧) I have ⟦1⟧
    rf"(\b(?:for|as)\s+(?:the|its)\s+(?:{_KIND}|{_PLACE})(?:\s+(?:{RESPECT}|in|of)\s+{M})?\s*,?\s*"
    r"(?:I|we))"
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
    rf"(?:\b(?:for\s+)?the\s+|(?<![\w-])(?=[a-z]+:))(?P<place>{'|'.join(_PLACES)})(?:\s+one)?\s*[,:]?\s+"
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
    marked = _in_cases(_TERMS.sub(r"\1 term", _ITS.sub(r"\1second ", marked)))
    marked = _INFORMATION.sub(r"\1 for the gradient\2 for the information", marked)
    marked = _PAIR.sub(r"the \2 and the \3 are \1", marked)
    marked = _BEHIND.sub(lambda found: _turned(found, reading), marked)
    return _ORDINAL.sub(lambda found: _placed(found, reading), marked)


def _in_cases(marked: str) -> str:
    """The text with a sentence for each answer in a case: if ⟦A⟧ is symmetric, it is ⟦1⟧."""
    listed = _CASES.search(marked)
    if listed is None:
        return marked
    cases = {label.lower(): fact for label, fact in _CASE.findall(listed[2])}

    def told(found: re.Match[str]) -> str:
        fact = cases.get(found[1].lower(), "")
        return f". If {listed[1]} is {fact}, it is {found[2]}" if fact else found[0]

    behind = re.sub(rf"\s*[,;]?\s*(?:and\s+)?({_LABEL})\s*({M})", told, marked[listed.end() :])
    return marked[: listed.end()] + behind


def _turned(found: re.Match[str], reading: Reading) -> str:
    """What is only a letter may be named by such words: write ⟦g⟧ for the gradient."""
    (segment,) = numbers(found["claim"])
    is_letter = segment not in reading.bare and segment not in reading.lengths
    before = found.string[: found.start()]
    if found["before"] or (is_letter and not _TELLER.search(before)):
        return found[0]
    what = (found["what"] or found["aside"]).lower()
    place = _PLACES.get(what.partition(" ")[0], -1) if re.fullmatch(_PLACE, what) else -1
    name = f"the {what}" if place < 0 else _listed(found, place, reading)
    return f"{name} is {found['claim']}" if name else found[0]


def _placed(found: re.Match[str], reading: Reading) -> str:
    """“The first is”, with what the text lists first."""
    name = _listed(found, _PLACES[found["place"].lower()], reading)
    return f"{name} is " if name else found[0]


def _listed(found: re.Match[str], place: int, reading: Reading) -> str:
    """What stands in a place of the last list, in the sentences before or in this one."""
    start, _ = sentence_around(found.string, found.start())
    for before in (found.string[:start], found.string[: found.start()]):
        lists = [names for names in _lists(before, reading) if len(names) > place]
        if lists:
            return lists[-1][place]
    return ""


def _lists(before: str, reading: Reading) -> list[list[str]]:
    """What a text lists: derivatives, kinds of them, their variables or their functions."""
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
    return [names for _, names in sorted(lists)]
