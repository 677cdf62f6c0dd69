"""Typed formulas between words that bound them: the gradient of … with respect to x.

What stands there is one formula if each of its words can be part of one, whatever these words are
elsewhere: of lambda x^2, of 1 - x^2, of ( x - y )^2, of A x. So nothing of it can be lost.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from matgrad.app.ask.text.beside import ENDS, STRONG, Word
from matgrad.app.ask.text.keyboard import OPERATORS
from matgrad.app.ask.text.letters import SHORT_WORDS, is_mathematical
from matgrad.app.ask.text.plain import SAFE
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.latex_tables import LETTERS

_DERIVATIVE = re.compile(
    r"(?:gradients?|derivatives?|jacobians?|hessians?|differentials?|grad)\W*", re.I
)
_LEFT = re.compile(r"[A-Za-z](?:\([\w,]*\))?|loss|cost")  # f(x) = …
_TASK = re.compile(
    r"(?:differentiat|minimi[sz]|maximi[sz])(?:e|ing)|optimi[sz]e|extremi[sz]e", re.I
)
_NOUNS = frozenset("function functional expression formula objective loss cost energy".split())
# What may stand behind a formula.
_FOLLOWS = frozenset(
    "wrt w.r.t w.r.t. with by for over where when whenever if at using in as assuming given is and "
    "or on under then evaluated s.t s.t. subject such".split()
)
_RESPECT = frozenset("wrt w.r.t w.r.t. to by over".split())
_SIGNS = frozenset("+ - * / = . · ⊙ ∘ × | || ‖ ( ) [ ] { } : ⊗ .* ./ ** ^".split())
_CLOSED = re.compile(r"[)\]}|‖]+(?:[\^_]\S+)*")  # a bracket that closes apart: )^2, ||_F^2
_ONLY_SIGNS = re.compile(r"[-+*/^=·]*[(\[{|‖]+-?|[)\]}|‖]+[-+*/^]*[(\[{|‖]*")  # -(, )/(
_CAPITAL = re.compile(r"[A-Z][a-z]")
_TAKES = re.compile(r"(?:'|ᵀ|\^T|\^\{T\}|[-+*/(=])$")
_PAIR = re.compile(r"[A-Z]{2,3}")  # AX, or the letters that begin some words
_PRODUCT = re.compile(r"[A-Z]{1,3}[a-z]|[A-Z]{2,3}")  # Ax, AXB
_OF_ENTRIES = frozenset("sum mean prod var".split())  # of which entries, is not said
_OF_VECTOR = re.compile(r"[A-Z]{1,2}[a-z]")  # the Jacobian of Ax.
_SIZE = re.compile(r"(?:\d+|[nmdkpq])[x×](?:\d+|[nmdkpq])|\d+-\w+", re.I)
_NAME = re.compile(r"[A-Za-z](?:_?\w)?")
_OPEN = re.compile(r"[-+*/=(,^]$")
_SAID = frozenset("is are be being denotes has have and".split())
BACK = 12  # words in which a derivative is spoken of before “of”
LONGEST = 60  # words of one formula


def end_of_bounded(words: Sequence[Word], at: int) -> int:
    """Behind the words that words bound as one formula; the place itself if they do not."""
    if not _is_introduced(words, at):
        return at
    end, depth = at, 0
    while end < min(len(words), at + LONGEST) and _can_be(words, end, depth):
        text = words[end].text
        depth = max(0, depth + _opened(text))
        end += 1
        if text.endswith(ENDS) and not (depth and text.endswith(",")) and text not in (":", "."):
            break
    end -= _begins_line(words, at, end)
    if end == at or not _is_bounded(words, end) or not _is_formula(words, at, end):
        return at
    return end


def _begins_line(words: Sequence[Word], at: int, end: int) -> bool:
    """Is the last word the subject of a sentence on the next line, “y is a number”?"""
    if end - at < 2 or not words[end - 1].is_first or _OPEN.search(words[end - 2].text):
        return False
    is_said = end < len(words) and words[end].text.lower() in _SAID
    return _NAME.fullmatch(words[end - 1].bare) is not None and is_said


def letters_between(words: Sequence[Word]) -> frozenset[str]:
    """The letters that stand alone in formulas that words bound."""
    found: set[str] = set()
    for at in range(len(words)):
        run = words[at : end_of_bounded(words, at)]
        found |= {word.bare for word in run if len(word.bare) == 1 and word.bare.isalpha()}
    return frozenset(found)


def _opened(text: str) -> int:
    return sum(map(text.count, "([{")) - sum(map(text.count, ")]}"))


def _is_introduced(words: Sequence[Word], at: int) -> bool:
    """Does the function of which a derivative is wanted begin here?"""
    before = words[at - 1].text.lower() if at else ""
    sign = words[at + 1].text if at + 1 < len(words) else ""
    if _LEFT.fullmatch(words[at].text) and sign in ("=", ":="):
        return before not in ("if", "for", "when", "at", "and", "that")
    if before in _NOUNS:
        at -= 1
        while at and words[at - 1].text.lower() in ("the", "this", "following", "scalar", "a"):
            at -= 1
        before = words[at - 1].text.lower() if at else ""
    if _TASK.fullmatch(before):
        return True
    if before != "of":
        return False
    for word in reversed(words[max(0, at - BACK) : at - 1]):
        if word.text.endswith((".", "?", "!", ";")):
            return False
        if _DERIVATIVE.fullmatch(word.text):
            return True
    return False


def _is_bounded(words: Sequence[Word], end: int) -> bool:
    """Does the sentence end here, or follow words that are no part of a formula?"""
    is_end = end == len(words) or words[end - 1].text.endswith(ENDS) or words[end].is_first
    return is_end or _follows(words[end])


def _follows(word: Word) -> bool:
    """Is this a word behind a formula, perhaps in brackets: of x'x (w.r.t. x)?"""
    return word.text.lower().lstrip("([").rstrip(",:;") in _FOLLOWS


def _can_be(words: Sequence[Word], at: int, depth: int) -> bool:
    """Can this word be part of a formula?"""
    word = words[at]
    if _CAPITAL.fullmatch(word.bare) and at and _TAKES.search(words[at - 1].text):
        return True  # x^T By
    if _follows(word):
        return False
    is_closed = _CLOSED.match(word.text) if depth else _CLOSED.fullmatch(word.text)
    if is_closed or word.text in _SIGNS or _ONLY_SIGNS.fullmatch(word.text):
        return True
    bare = word.bare
    if word.is_sign or bare in SHORT_WORDS or _SIZE.fullmatch(bare) or bare in OPERATORS:
        return word.is_sign and bare in _SIGNS
    if bare in LETTERS or bare in SAFE or (bare in FUNCTIONS and bare not in _OF_ENTRIES):
        return True
    return is_mathematical(bare) or _PRODUCT.fullmatch(bare) is not None


def _is_formula(words: Sequence[Word], at: int, end: int) -> bool:
    """Is this no word: has it signs, or the variable of the derivative, or several names?"""
    run = [word.bare for word in words[at:end]]
    if all(each in SAFE or each in FUNCTIONS for each in run):
        return False
    by = {*"".join(_variables(words, end))}
    if any(_PAIR.fullmatch(each) and not by & {*each} for each in run):
        return False  # of MSE wrt w
    is_strong = any(STRONG.search(each) or each in _SIGNS for each in run)
    is_last = end == len(words) or words[end - 1].text.endswith(ENDS)
    is_product = is_last and _OF_VECTOR.fullmatch(run[0])
    return is_strong or end - at > 1 or (len(run[0]) > 1 and bool(is_product or by & {*run[0]}))


def _variables(words: Sequence[Word], end: int) -> list[str]:
    """The names by which the derivative is taken, if they follow here."""
    following = [word.bare for word in words[end : end + 6]]
    places = [i for i, each in enumerate(following) if each.lower() in _RESPECT]
    names = following[places[-1] + 1 : places[-1] + 2] if places else []
    return [name for name in names if name.isalpha() and len(name) < 3]
