"""Definitions that a text takes back: “Correction: it should be f(x) = …”, “typo, I meant …”."""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.formulas.reading import Defined, Reading
from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.words import DERIVATIVE

_FUNCTION = (
    r"(?:function|loss|objective|cost|energy|criterion|potential|likelihood|problem|question)"
)
_RIGHT = r"(?:right|correct|actual|intended|true|proper)"
_DIRECTLY = re.compile(
    r"\b(?:I (?:actually )?mean|I meant|actually(?: take)?|sorry|correction|rather take)[\s,:]*$"
    r"|\b(?:(?:more\s+)(?:precisely|specifically|exactly)|to\s+be\s+(?:more\s+)?(?:exact|precise|specific))"
    r"[\s,:]*(?:(?:I|we)\s+have|let|take|consider)?[\s,:]*$",
    re.I,
)
_PIECE = (  # of a formula, that is missing or should be another
    r"(?:(?:minus|plus)(?:\s+sign)?|sign|factor|square|exponent|power|transpose|term|coefficient|index"
    r"|constant|bracket|prime|half)"
)
_CUE = re.compile(
    r"\b(?:I (?:actually )?meant?|typos?|misprint|mistyped|miswrote|correct(?:ion|ed)|errat(?:um|a)"
    r"|oops|my bad|forgot(?:ten)?|(?:edit(?:ed)?|update|upd|ps|p\.s\.)(?:\s+\d+)?\s*:)"
    rf"|\b(?:it|{_FUNCTION}|that|this|(?<=the )first (?:line|formula))\s+(?:above\s+)?should\s+"
    r"(?:have\s+been|have\s+read|read|be)\b"
    rf"|\b{_PIECE}s?\b[^.?!:]{{0,40}}?\b(?:(?:is|was|went|got)\s+(?:missing|lost|wrong|left\s+out)"
    r"|missing|should\s+(?:be|have\s+been|read))\b"
    rf"|\b(?:missing|missed|dropped|lost|omitted|left\s+out)\s+(?:an?|the|one)\s+{_PIECE}\b"
    rf"|\bthere\s+(?:should|must)\s+(?:be|have\s+been)\s+(?:an?|no)\s+[a-z]+|\bwrong\s+{_PIECE}\b"
    rf"|\bthe\s+{_RIGHT}\s+{_FUNCTION}\s+(?:is|was|reads)\b",
    re.I,
)
_RESTATES = re.compile(  # behind such a word the function is only written in another way
    r"\b(?:since|note|because|then|so|hence|thus|using|use|expand\w*|rewrit\w*|writ\w+|equals?|if"
    r"|(?:we|I) (?:have|get|got|find|found|know|can|could|see)|also|equivalent\w*|same|follows)\b",
    re.I,
)
_REWRITES = re.compile(  # words before a function that is claimed to be the same
    rf"{_RESTATES.pattern}|\b(?:multipl\w+|simplif\w+|comput\w+|complet\w+|substitut\w+|insert\w+"
    r"|plug\w+|show\w*|prov\w+|should|have|is|claim\w*|form|that is|now|let|for|where|with|of)\b"
    r"|\bi\.e",
    re.I,
)
# ⟦f = …⟧, no. Let us take ⟦f = …⟧; never mind, ⟦f = …⟧
_HMM = r"(?:(?:h+m+|uh|oh|well|wait|sorry|actually|but|ok(?:ay)?)[\s,.]+)*"
_TAKES = (
    r"(?:^|[,:;.]|\b(?:let(?:['’]?s|\s+(?:us|me))?|take|consider|use|try|start\w*|begin\w*|do|suppose"
    r"|rather|instead|first|mean|make\s+it|define|set)\b)[^.?!]*$"
)
_BACK = re.compile(
    r"(?:^|[,.;\N{EM DASH}-])\s*"
    rf"{_HMM}no(?:\s*[,.;:!]|\s+(?=wait|let|rather|actually|sorry))"
    r"|\b(?:scrap|scratch|strike|forget|ignore|drop)\s+(?:that|this|it|about\s+(?:that|it))\s*[,.;:!]"
    r"|\bnever\s*mind\b|\bstart(?:ing)?\s+over\b|\bon\s+second\s+thoughts?\b",
    re.I,
)
_EASIER = re.compile(  # let us begin with something simpler: ⟦f = …⟧
    r"\b(?:start|begin|do|try|take|consider|look|use|treat)\b[^.?!]{0,40}\b(?:(?:easi|simpl)er"
    r"(?!\s+(?:form|way|expression|notation|formula|but)\b)"
    r"|something\s+(?:easy|simple)|an?\s+(?:easy|simple))\b[^.?!]*$"
    r"|\b(?:easi|simpl)er\b[^.?!]{0,20}\bfirst\b[^.?!]*$",
    re.I,
)
_CASE = re.compile(r"\b(?:start|begin)\b[^.?!]{0,40}\bcase\b", re.I)  # the case ⟦A = I⟧, ⟦f = …⟧
_USES = re.compile(r"\blet(?:['’]?s|\s+(?:us|me))\s+use\b", re.I)
_RETURNS = re.compile(  # to the function that was put aside
    rf"\b(?:original|back\s+to|return\w*\s+to|general|harder|full|first\s+(?:one|{_FUNCTION}|formula)"
    r"|real\s+(?:one|thing)|initial)\b",
    re.I,
)
_OWN = re.compile(r"[^.?!]*$")
_NAMED = re.compile(rf"\b{_FUNCTION}\b", re.I)
_OTHER = re.compile(DERIVATIVE, re.I)
_NOT = re.compile(r"^\s*,?\s*(?:and\s+)?(?:not|instead of|rather than)\s*$", re.I)


def correct(reading: Reading, segments: Cut) -> list[str]:
    """Leave out what a text takes back: of two definitions, the one before “I mean f(x) = …”.

    The notes tell which functions were put aside for others.
    """
    notes: list[str] = []
    _define_bare(reading, segments)
    for each in list(reading.defined):
        is_back = _takes_back(reading, segments, each)
        if not (is_back or _is_correction(_before(segments, each.segment))):
            continue
        same = [d for d in reading.defined if _is_same(d, each, is_back) and d is not each]
        old = [d for d in same if d.segment < each.segment]
        if same and not (old or is_back):  # an edit at the head of a post
            _forget_rejected(reading, segments, each)
            reading.defined = [d for d in reading.defined if d not in same]
        elif old:  # it stands where the old one stood, before what is told of the function
            _forget_rejected(reading, segments, each)
            _put(reading, each, old)
            if _OTHER.search(_before(segments, each.segment)):  # compute the gradient of ⟦f = …⟧
                reading.names.setdefault(each.segment, [each.left.name])
            aside = quoted(old[0].equation).plain
            notes += [f"{aside} is put aside: the text goes on with another"] if is_back else []
    return notes


def _put(reading: Reading, new: Defined, old: list[Defined]) -> None:
    """Let a definition stand where the first of some older ones stood, without these."""
    rest = [d for d in reading.defined if d not in (*old, new)]
    place = len([d for d in rest if d.segment < old[0].segment])
    reading.defined = [*rest[:place], replace(new, segment=old[0].segment), *rest[place:]]


def _before(segments: Cut, number: int) -> str:
    """The words right before a formula, with those before a name that they end with."""
    words = segments.segments[number - 1].text if number > 0 else ""
    is_short = number > 2 and not re.search(
        r"[A-Za-z]{2}|[.?!]", words
    )  # …in front of ⟦b⟧: ⟦f = …⟧
    return segments.segments[number - 3].text + words if is_short else words


def _is_correction(words: str) -> bool:
    """Do words before a definition say that it stands for another one?"""
    if _DIRECTLY.search(words):
        return True
    cues = list(_CUE.finditer(words))
    return bool(cues) and not _RESTATES.search(words, cues[-1].end())


def _takes_back(reading: Reading, segments: Cut, each: Defined) -> bool:
    """Do words put a function aside for this one? “No” may be said of a claim as well."""
    words, last = _before(segments, each.segment), each.segment - 2
    is_claim = last in reading.bare or any(claim.segment == last for claim in reading.claimed)
    back = [*_BACK.finditer(words)]
    if back and not is_claim and re.search(_TAKES, words[back[-1].end() :], re.I):
        return not _RESTATES.search(_USES.sub("", words[back[-1].end() :]))
    behind = " ".join(x.text for x in segments.segments[each.segment + 1 :] if not x.is_math)
    return _EASIER.search(words) is not None and not _RETURNS.search(behind)


def gives_another(segments: Cut, number: int) -> bool:
    """May words before a second formula for a function, of no known kind, put it for the first?"""
    words = _OWN.search(_before(segments, number))
    said = words[0] if words else ""
    if _EASIER.search(said) or _CASE.search(said):
        return True
    return re.search(r"[a-z]{2}", said) is not None and not _REWRITES.search(said)


def _is_same(old: Defined, new: Defined, is_back: bool = False) -> bool:
    """Is it the same function, maybe once without its arguments? One taken back has any."""
    given = {old.left.arguments, new.left.arguments} - {None}
    return old.left.name == new.left.name and (is_back or len(given) <= 1)


def _define_bare(reading: Reading, segments: Cut) -> None:
    """Take “Correction: the function should be ⟦3⟧” for a definition of the function."""
    for number, latex in list(reading.bare.items()):
        words = _before(segments, number)
        is_called = _NAMED.search(words) and not _OTHER.search(words)
        known = [d for d in reading.defined if d.left.arguments and d.segment < number]
        if is_called and len({d.left.name for d in known}) == 1 and _is_correction(words):
            reading.defined.append(replace(known[0], values=(latex,), segment=number))
            del reading.bare[number]


def _forget_rejected(reading: Reading, segments: Cut, each: Defined) -> None:
    """What a correction names once more is no answer: f(x) = …, not ⟦5⟧."""
    after = each.segment + 2
    if after < len(segments.segments) and _NOT.match(_before(segments, after)):
        reading.bare.pop(after, None)
