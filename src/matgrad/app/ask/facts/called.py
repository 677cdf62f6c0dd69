"""Nouns that say what a matrix is by calling it so: with covariance matrix Σ, K the stiffness
matrix. Who calls a matrix by such a noun takes for granted what the noun says."""

from __future__ import annotations

import re

from matgrad.app.ask.facts.assumptions import sentence_around, without_other_negations
from matgrad.app.ask.facts.phrases import DOUBTS, REPORTED, TAKEN_BACK
from matgrad.app.ask.text.marks import JOINED, LIST, M
from matgrad.core.facts import fact_words
from matgrad.render.glyphs import plain_name

LONGEST = 40  # characters of a noun
NEAR = 160  # characters behind a sentence in which it is taken back

_OF_DATA = r"(?:variance-)?co-?variance|correlation|precision|scatter|concentration"
_NOUN = re.compile(
    rf"(?:{_OF_DATA}|variance|gram|kernel|(?:fisher )?information|fisher|var-?cov"
    r"|stiffness|mass|(?:moment of )?inertia|hessian|laplacian|degree|similarity|distance)"
    r" (?:(?:\(\w+\) |or \w+ )?matri(?:x|ces)|tensors?)"
    rf"|(?:{_OF_DATA})s?|hessians?|laplacian|gramian|metric tensor|inertia tensor"
    r"|(?:orthogonal )?projectors?",
    re.I,
)
# Words before such a noun after which it says less: the cross-covariance matrix, a factor of the …
_TAKEN = re.compile(
    r"(?:^|[\s-])(?:cross|non\w*|un\w*|asym\w*|pseudo|quasi|almost|nearly|approximate"
    r"|convolution\w*|directed|of|not|no|nor|never|or|like|than|any|every|each|half|root|oblique"
    r"|lagged|auto-?cross|complex|block|off-diagonal|if|when|is|are)(?:[\s-]|$)",
    re.I,
)
_FUNCTION_OF = re.compile(  # what is a number is no block or factor of the matrix
    r"\b(?:functions?|functionals?|terms|(?:log-?\s?)?(?:likelihood|density|determinant|posterior)|loss"
    r"|objective|cost|energy|entropy|trace|norm)\s+of\s+",
    re.I,
)
_VETO = re.compile(
    r"\b(?:if|when|whenever|unless|whether|were|would|could|might|may|instead|rather|other|another"
    r"|some (?:authors?|people|books?)|others|usually|often|sometimes|imagine|what about"
    r"|normally(?! distributed)"
    r"|(?:is|are) there|exists?|how about|which|prove|goal)\b|\bfind\s+(?:an?|all|any|some)\s+"
    r"(?:[a-z-]+\s+){0,3}$",
    re.I,
)
_NAMES = re.compile(LIST)
_OF = (
    r"(?:sample|empirical|population|noise|error|prior|posterior|data|state|process|measurement"
    r"|within-class|between-class)"
)
_LINK = re.compile(
    r"\s*,?\s*\(?(?:(?:is|are|be|being|denotes?|represents?|stands? for)\s+)?"
    r"(?:(?:the|an?|our|its|their|my)\s+(?P<words>(?:[a-z-]+\s+){0,5})"
    rf"|(?P<bare>(?:{_OF}\s+)?))",  # S sample covariance
    re.I,
)
_BEHIND = re.compile(  # the covariance matrix of …; not: the covariance matrix columns
    rf"\s*(?:[.,;:)?!]|$|{M}|(?:of|for|at|from|in|to|with|and|where|which|that|so|is|on"
    r"|respectively)\b)",
    re.I,
)
_ALONE = rf"(?<={M[-1]}\s)(?=(?:{_NOUN.pattern})\s*(?:[.,;:)?!]|$|where\b|with\b))"  # Σ covariance
NOUN_BESIDE = re.compile(  # B and R, the background and the observation error covariance matrices
    rf"(?<!the\s)({JOINED})\s*,?\s+\(?((?:(?:the|an?|our|its|their)\s+(?:[a-z-]+\s+){{0,5}}?|{_OF}\s+"
    rf"|{_ALONE})(?:{_NOUN.pattern}))",
    re.I,
)
_REST = re.compile(
    r"\b(?:asymmetric|non-?symmetric|two|both|different|directed|oblique|only|except|if|when|unless|or"
    r"|not|between)\b",
    re.I,
)
_ASKED = re.compile(r"\W*(?:so\s+)?(?:is|are|was|does|do)\s+$", re.I)


def noun_before(text: str, part: re.Match[str], at: int) -> str:
    """The noun for a name with which the words before it end: with covariance matrix Σ."""
    start, _ = sentence_around(text, at)
    words = part.string[part.start() :].strip()
    begin = at + part.start()
    function = _FUNCTION_OF.search(text, start, begin)
    before = text[max(at, function.end() if function else 0) : begin]
    is_noun = _NOUN.fullmatch(words) and not _TAKEN.search(before)
    return words if is_noun and not _is_open(without_other_negations(text[start:begin])) else ""


def noun_behind(text: str, subject: int, begin: int) -> str:
    """The noun by which words behind a name call it: Σ, the covariance matrix of the returns."""
    start, stop = sentence_around(text, subject)
    names = _NAMES.match(text, subject)
    link = _LINK.match(text, names.end()) if names else None
    if link is None:
        return ""
    is_bare = link["words"] is None
    first = link.start("bare" if is_bare else "words")
    find = _NOUN.match if is_bare else _NOUN.search
    noun = find(text, link.end() if is_bare else first, link.end() + LONGEST)
    if noun is None or begin >= noun.end() or not _BEHIND.match(text, noun.end()):
        return ""
    between, before = text[first : noun.start()], text[start:subject]
    is_taken = M[0] in between or _TAKEN.search(between) or _REST.search(text, noun.end(), stop)
    is_asked = _ASKED.fullmatch(before) or REPORTED.search(before)
    is_asked = is_asked or TAKEN_BACK.match(text, stop, stop + NEAR)
    return "" if is_taken or _is_open(before) or is_asked else noun[0]


def called(name: str, fact: str, noun: str) -> str:
    """The line that says what a noun implies."""
    one = re.sub(r"(?i)matrices", "matrix", noun).lower().removesuffix("s")
    article = "an" if one[0] in "aeio" else "a"
    return f"{plain_name(name)} is {fact_words(fact)}, as {article} {one}"


def _is_open(words: str) -> bool:
    return DOUBTS.search(words) is not None or _VETO.search(words) is not None
