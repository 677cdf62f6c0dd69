"""Whether a text says a fact, denies it, speaks of the case that it holds, or only mentions it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from matgrad.app.ask.facts.clauses import Clause, is_taken_back
from matgrad.app.ask.facts.phrases import DOUBTS
from matgrad.app.ask.facts.said import CONDITIONAL, DENIED, MENTIONED, STATED
from matgrad.app.ask.text.marks import LIST, M

LONGEST = 800  # characters of a sentence before or behind a place
NEAR = 160  # characters before a fact in which it is denied
_NOT = re.compile(
    r"(?:\b(?:not|never|neither|nor|cannot|no|without(?! (?:any )?loss))\b|n['’]t\b)"
    rf"(?:(?!\b(?:and|but)\b)[^,;:(){M[0]}])*$|\b(?:non|un)-?$",
    re.I,
)
_LIFTS = re.compile(r"\b(?:if|when|whenever|about|in case|suppos\w+|for)\b", re.I)
_SUPPOSES = re.compile(  # up to the fact that is denied
    r"(?:^|[,;])\W*(?:(?:but|and|so|now|then|while|whereas)\s+)?(?:if|when(?:ever)?|for|in case|had"
    rf"|were)\b[^,;:]*$|\b(?:if|when(?:ever)?|in case)\s+{LIST}\s+(?:is|are|was|were)"
    r"\s+not\s+(?:an?\s+)?$",
    re.I,
)
_NAMES_BEFORE = re.compile(rf"[^{M[0]}]*(?:{LIST}[^{M[0]}]*)?")
_NAMES_BEHIND = re.compile(rf"(?:\s+matri\w+)?\s*(?:{LIST})?\s*")
_CASE = re.compile(r"\b(?:unless|whether|what about|if|when|whenever|assum\w+|suppos\w+)\b", re.I)
_OR = re.compile(r"\s*,?\s*(?:or|ro)\b", re.I)
_SUBJECT = re.compile(
    r"\bsubject to\b|\bconstrain\w*|\bon the (?:unit )?(?:hyper)?sphere\s+$"
    r"|(?:\bmin|\bmax|\bargm|\boptimi)\w*\b.*\b(?:s\.?t\.?|such that"
    r"|under)\b",
    re.I | re.S,
)
_SOUGHT = re.compile(
    r"\b(?:find|determine|construct|search for|look for|exists?|there (?:is|are)|which|is there)\s+"
    rf"(?:[a-z-]+\s+){{0,3}}{M.replace('(?:', '(')}\s*,?\s*"
    r"(?:with|such that|so that|satisf\w+|for which|where|that \w+)\s*$",
    re.I,
)
TAG = re.compile(  # A is symmetric, isn't it?
    r"^[\w\s-]*,\s*(?:right|correct|true|no|yes|(?:is|are)n['’]t (?:it|they)|I (?:think|guess"
    r"|believe|suppose))\s*[?.]?$",
    re.I,
)
# Negations that are about something else than a matrix: what a model lacks, what a function is not,
# and what somebody does not understand.
_LACKS = re.compile(
    r"\bwithout\s+(?:(?:an?|any|the)\s+)?(?!\w*ing\b|loss\b|assum|symmetr|definite|propert|restrict"
    rf"|condition|struct|it\b|this\b|that\b)[a-z-]+(?:\s+(?:terms?|parts?))?(?=\s*[,:;]|\s+{M})",
    re.I,
)
_IS_NOT = re.compile(
    r"^\W*(?:the|this|my|our|it)\s*(?:(?:function|loss|objective|problem|cost|model|criterion|energy"
    r"|potential|expression|likelihood)\s+)?(?:is|was)(?:\s+not|n['’]t)\s+(?:(?:even|really|always"
    r"|necessarily)\s+)?(?:convex|concave|quadratic|linear|smooth|bounded|separable|coercive"
    r"|homework|identifiable|easy|hard|long)\s*(?:[,;]\s*(?:(?:but|and|so|anyway|still|however)\b"
    r"\s*,?\s*)*|\s+but\b\s*)(?:anyway|still)?\s*[:,]?",
    re.I,
)
_UNCLEAR = re.compile(
    r"\bI\s+(?:(?:do|can|could|did)(?:\s*not|n['’]t)|can['’]t)\s+(?:(?:really|quite|yet)\s+)?(?:see|know"
    r"|understand|get|figure\s+out|work\s+out|grasp|tell)\s+(?:what|how|why)\b\s*[:,]?",
    re.I,
)
_SPOKEN_OF = re.compile(  # you used the gradient of ⟦f⟧ for
    rf"\b(?:gradient|derivative|hessian|jacobian)\s+of\s+(?:[a-z-]+\s+){{0,5}}?{M}\s+(?:for|with)\s+"
    r"(?:(?:an?|the|some|real)\s+)*$",
    re.I,
)
_UNPROVED = re.compile(  # for symmetric ⟦A⟧ without deriving it
    rf"\s+(?:matri\w+\s+)?{M}(?:,?\s+(?:in\s+passing|without\s+(?:(?:an?|any|the|further|much|actually|ever|even)\s+)*"
    r"(?:(?:deriving|proving|explaining|showing|justifying|motivating)\s+(?:it|this|that|why)"
    r"|proof|derivation|explanation|justification|comment|ado)))?\s*[.?!]?",
    re.I,
)
_OTHER_CASE = re.compile(
    r"\b(?:in general|general(?:ly)?|otherwise|not|without|other|arbitrary|any|every|all"
    r"|drop\w*|else|non-?\w+|un\w*symmetric|asymmetric|if|when|instead|but|however)\b|n['’]t\b",
    re.I,
)
_KNOWN_ONLY = re.compile(
    r"\b(?:only|know\w*|already|rarely|hardly|except|besides|wrong\w*)\b", re.I
)
_BREAK = re.compile(r"[,;:()]")
_CONTRAST = re.compile(  # Contrary to the last exercise, where A is symmetric, …
    r"\W*(?:but\s+|and\s+)?(?:contrary|unlike|in contrast|as opposed|instead of|different from)\b",
    re.I,
)
_ADMITS = re.compile(r"\b(?:I|we) (?:was|were) (?:wrong|mistaken)\b", re.I)
_END = re.compile(r"[.?!;](?=[)\]]?(?:\s|$))|\n\s*\n")


def standing(text: str, subject: int, begin: int, end: int) -> str:
    """How a text speaks of a fact from `begin` to `end`, said of what stands at `subject`."""
    start, stop = sentence_around(text, min(subject, begin))
    stop = max(stop, end)
    is_followed = re.search(M, text[stop:]) is not None
    sentence = without_other_negations(text[start : stop + 1])
    is_first = M[0] not in text[:start]
    clause = Clause(sentence, subject - start, begin - start, end - start, is_followed, is_first)
    if any(
        _NOT.search(sentence[max(0, at - NEAR) : at]) for at in (begin - start, subject - start)
    ):
        return DENIED
    if not is_followed and _is_spoken_of(clause) and not _OTHER_CASE.search(text, stop):
        return STATED
    if clause.is_declared and not is_taken_back(text[stop : stop + NEAR]):
        return STATED
    if not clause.is_known or is_taken_back(text[stop : stop + NEAR]):
        return _left_open(clause)
    return CONDITIONAL if clause.is_supposed else STATED


def is_lifted(text: str, begin: int, end: int) -> bool:
    """Does a question only ask what is without a fact, "What if A is not symmetric?"

    Or does a sentence suppose that for what it claims, "If A were not symmetric, it would be …"?
    """
    start, stop = sentence_around(text, begin)
    before, behind = text[start:begin], text[end:stop]
    if _SUPPOSES.search(before):
        return True
    is_alone = _NAMES_BEFORE.fullmatch(before) and _NAMES_BEHIND.fullmatch(behind)
    return text[stop : stop + 1] == "?" and bool(is_alone and _LIFTS.search(before))


def _is_spoken_of(clause: Clause) -> bool:
    """Is the fact part of what is spoken of: the gradient of ⟦1⟧ for symmetric ⟦A⟧?"""
    found = _SPOKEN_OF.search(clause.before)
    host = clause.before[: found.start()] if found else ""
    is_open = any(each.search(host) for each in (_OTHER_CASE, _KNOWN_ONLY, DOUBTS))
    return found is not None and not is_open and _UNPROVED.fullmatch(clause.rest) is not None


def _left_open(clause: Clause) -> str:
    """How a sentence speaks of a fact that it does not establish."""
    if TAG.search(clause.rest):
        return MENTIONED
    others = re.findall(M, clause.sentence)
    is_asked = clause.sentence.endswith("?") and len(others) == 1
    is_either = _OR.match(clause.rest) or _OR.match(clause.before[::-1])
    if clause.opening["if"] or is_asked or is_either or _CASE.search(clause.before):
        return CONDITIONAL
    is_doubted = DOUBTS.search(_ADMITS.sub("", _own(clause))) or _CONTRAST.match(clause.sentence)
    return DENIED if is_doubted else MENTIONED


def _own(clause: Clause) -> str:
    """The words of the sentence between the commas around a fact and its name."""
    first, last = min(clause.subject, clause.begin), max(clause.subject, clause.end)
    start = max((x.end() for x in _BREAK.finditer(clause.sentence, 0, first)), default=0)
    stop = _BREAK.search(clause.sentence, last)
    return clause.sentence[start : stop.start() if stop else None]


@lru_cache(maxsize=256)  # a sentence is looked at for each of its names
def without_other_negations(sentence: str) -> str:
    """The same sentence, place by place, without negations that deny nothing of a matrix."""
    sentence = _IS_NOT.sub(lambda found: " " * len(found[0]), sentence)
    sentence = _LACKS.sub(lambda found: " " * len(found[0]), sentence)
    return _UNCLEAR.sub(lambda found: "what".ljust(len(found[0])), sentence)


def is_sought(text: str, at: int, names: Iterable[int]) -> bool:
    """Is what stands here a condition on a name that is looked for: find all A with A = A^T?"""
    found = _SOUGHT.search(text[sentence_around(text, at)[0] : at])
    return found is not None and int(found[1]) in names


def is_constraint(text: str, at: int) -> bool:
    """Is what stands here what a minimum or maximum is subject to?"""
    before = text[sentence_around(text, at)[0] : at]
    return _SUBJECT.search(before) is not None


def sentence_around(text: str, at: int) -> tuple[int, int]:
    """Where the sentence begins and ends in which a place lies."""
    first, last = max(0, at - LONGEST), min(len(text), at + LONGEST)
    start = max((found.end() for found in _END.finditer(text, first, at)), default=first)
    found = _END.search(text, at, last)
    return start, found.start() if found else last
