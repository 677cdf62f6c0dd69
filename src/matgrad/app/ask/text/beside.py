"""The words of a text in which formulas are typed, and the words that tell where these stand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from matgrad.app.ask.text.letters import COMMANDS, RUNS, SHORT_WORDS, is_mathematical
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.latex_tables import LETTERS

_SLASHED = r"(?<![\w'])[d∂][A-Za-z]?\w*/[d∂][A-Za-z]"  # df/dx
STRONG = re.compile(
    rf"\\(?:{'|'.join(sorted(COMMANDS))})(?![A-Za-z])|[=+*^⊙∈∂∇∑‖|ᵀ⁰-⁹⁽₀-₉ᵢⱼ²³¹½]|[\w)][·∘][\w(]|[A-Za-z)]'|\w\(|:=|-[\w(\[]|{_SLASHED}"
    r"|\d[A-Za-z]*/|/\(|/\d|\)/"
)
NUMBERED = frozenset(
    "equation eq eqn theorem lemma section step figure table part case chapter problem question "
    "line page exercise example".split()
)
NAME = re.compile(
    r"[A-Za-zα-ωΑ-Ω](?:_?\d|_[A-Za-z]|_[i-n]{2}|_[r-z]{2}|_\{[A-Za-z]+\}|\^?\(\d\)|\^\{\(\d\)\})?|[îĵŷ]|[kx]̂"
    r"|yhat|\\hat\{\w\}"
)
ENDS = (",", ";", "?", ".", ":", "!")
# What an equals sign makes a name, and f_xy, grad_W and dW1 as well.
DEFINED = re.compile(
    r"(?:[A-Za-z]{2,}|d[A-Za-z]\d|[A-Za-z]_[a-z]{2}|(?:grad|hess|jac)_[A-Za-z]\d?)(?:\([\w,]*\))?"
)
BEFORE_NAME = frozenset(
    "to wrt w.r.t. respect of by in matrix vector scalar matrices vectors and weights biases bias "
    "weight parameters variable variables over direction".split()
)
VARIABLE_FOLLOWS = ("to", "wrt", "w.r.t.", "over", "by")
ENGLISH = frozenset({"a", "I", "A"})
NO_NAMES = frozenset(
    "the and some its our his her this that then which where with const constant other another "
    "for you are was not but".split()
)

_SIGNS = ("+", "-", "*", "/", "=", "@", ".*", "./")
_CALL = re.compile(
    r"[-(]*(?:\d[\d.]*[*/])?[A-Za-z](?:(?:[\w.-]*\w)?[(\[^]|\w*\.[a-z]{2,}$)"
)  # onehot(y), X.shape[0]
_PLURAL = re.compile(r"\((?:e?s|ies)\)\W*$|https?:")  # vector(s)
_WRITTEN = re.compile(r"[\w)]\^[\w({-]|'\(|\)/|\)\(|[A-Za-z)]\*[A-Za-z(]")  # in no word of prose
_VARIABLE = re.compile(r"[A-Za-zα-ωΑ-Ω](?:_?\w)?")
_PRODUCT = re.compile(r"[A-Za-z]|[a-z]?[A-Z]{1,3}[a-z]?|\d[A-Za-z]{1,2}")  # x, Ax, AXB, tB
FACTORS = re.compile(  # A X B; the trace of AXB
    r"(?<=of )([B-HJ-Z]|A(?= [A-Z] )) ([A-Z])(?: ([A-Za-z]))?(?![\w'])"
    r"|\b(?:norm|trace|determinant|inverse|transpose|entries|logarithm) of ([A-Z]{1,3}[a-z]?)\b"
    r"|\b(?:distance|angle|error|difference|product) between ([A-Z]{1,2}[a-z])\b"
)
_QUOTIENT = re.compile(r"-?[A-Za-z]{1,2}(?:_\w{1,3})?/(?P<below>[A-Za-z])(?:_\w{1,3})?")
_SPOKEN = frozenset("n/a w/o w/e y/n a/b i/o c/o b/w s/t q/a".split())
_BEHIND = frozenset("+ - − * = as for and or but which instead by wrt where when if at is".split())
LONG_PRODUCT = re.compile(r"[A-Z]{2,3}[A-Za-z]")

_POSSESSIVE = ("my", "our", "his", "her", "your", "their")  # a noun follows: my TA
_ABBREVIATED = frozenset("KL CE ML NLL MSE MAE BCE RSS".split())
_LOSSES = re.compile(
    r"divergences?|distance|loss(?:es)?|cost|term|part|penalty|objective|error|regulari[sz]er"
    r"|regulari[sz]ation|estimat\w+|likelihood|criterion|gradients?|derivatives?",
    re.I,
)


def balanced(formula: str) -> str:
    """Without a closing bracket that belongs to the sentence."""
    while formula.endswith(")") and formula.count(")") > formula.count("("):
        formula = formula[:-1]
    return formula


LONGEST_SUM = 16  # words between brackets behind a number


@dataclass(frozen=True)
class Word:
    """A word of a text and its place."""

    start: int
    end: int
    text: str
    is_first: bool = False  # of its line

    @property
    def bare(self) -> str:
        """Without the marks of a sentence around it."""
        return self.text.strip(".,;:?!") or self.text

    @property
    def is_sign(self) -> bool:
        """Has it neither letters nor digits?"""
        return re.search(r"\w", self.bare) is None


def words_in(text: str) -> list[Word]:
    """The words of a text."""
    found = [*re.finditer(r"\S+", text)]
    ends = [0, *(each.end() for each in found)]
    return [
        Word(each.start(), each.end(), each[0], "\n" in text[end : each.start()])
        for each, end in zip(found, ends, strict=False)
    ]


def is_sum(words: Sequence[Word], at: int) -> bool:
    """Does a sign stand between two products here, as in Ax - b?"""
    if not 0 < at < len(words) - 1 or words[at].text not in ("+", "-"):
        return False
    left, right = words[at - 1], words[at + 1]
    both = (left.bare, right.bare)
    is_product = [_PRODUCT.fullmatch(w) is not None and w not in SHORT_WORDS for w in both]
    return all(is_product) and left.text == left.bare and {*both}.isdisjoint(("a", "I"))


def is_listed(words: Sequence[Word], at: int) -> bool:
    """Does a list of names go on here, as that of: with respect to a and b?"""
    bare = [word.bare for word in words[at : at + 2]]
    return len(bare) == 2 and bare[0] == "and" and NAME.fullmatch(bare[1]) is not None


def is_quotient(words: Sequence[Word], at: int, names: frozenset[str]) -> bool:
    """Does a letter stand over one that is known: I got k/p - m/(1-p)? Not: the x/y plane."""
    word = words[at]
    found = _QUOTIENT.fullmatch(word.bare)
    if found is None or found["below"] not in names or word.bare.lower() in _SPOKEN:
        return False
    following = words[at + 1].text if at + 1 < len(words) else ""
    return word.text != word.bare or not following or following in _BEHIND


def is_spoken(words: Sequence[Word], at: int) -> bool:
    """Is the name of a function a word here, as in: the log of x; σ sigmoid?"""
    word = words[at]
    if at + 1 < len(words) and words[at + 1].text == "of":
        return True
    is_end = at + 1 == len(words) or word.text != word.bare
    return len(word.bare) > 3 and is_end


def is_unread(words: Sequence[Word], at: int) -> bool:
    """Is this part of a formula though nothing in it is known: / len(y), - onehot(y), A'x/sig^2?

    It is not cut off there: what is left would be another formula. What it means is asked later.
    """
    word = words[at].bare if at < len(words) else ""
    beside = {each.text for each in (*words[max(at - 1, 0) : at], *words[at + 1 : at + 2])}
    is_called = not beside.isdisjoint(_SIGNS) and _CALL.match(word) is not None
    return not _PLURAL.search(word) and (is_called or _WRITTEN.search(word) is not None)


_LABEL = re.compile(r"((?:^|[.,;:?!])\s*(?:and\s+)?|\band\s+)\([b-h]\)(?=\s|$)")
_REFERENCE = re.compile(  # the solution to 3(b), see 2(a), use (b) to find …
    r"(\b(?:(?:solution|answer|proof|hint|reply|result)s?\s+(?:to|of|for|from|in)|see|problem|exercise"
    r"|question|parts?|task|item|use|using|from|in|as|by|with)\s+)(?:\d{1,2}\s?)?\([a-h]\)(?=[\s.,;:?!]|$)",
    re.I,
)
_FIRST_LABEL = re.compile(r"(?<=[a-z:]\s)\(a\)(?=\s.{1,200}?(?:[.,;:?!]|and)\s\(b\)\s)", re.S)


def stands_before_claim(words: Sequence[Word], at: int) -> bool:
    """Is this what is differentiated by, and then a claim begins: wrt x 2/n (x - y)?"""
    before, (word, following) = words[at - 1 : at], words[at : at + 2]
    is_named = bool(before) and before[0].text in VARIABLE_FOLLOWS
    return is_named and _VARIABLE.fullmatch(word.text) is not None and following.text[0].isdigit()


def opens_sum(words: Sequence[Word], at: int) -> bool:
    """Is the bracket that opens here one around a sum, as that of 2 (S w - J T w)/(w' T w)?"""
    depth, has_sign = 0, False
    for word in words[at : at + LONGEST_SUM]:
        depth += word.text.count("(") - word.text.count(")")
        has_sign = has_sign or word.text in ("+", "-", "−")
        if not (word.is_sign or is_mathematical(word.bare)) or depth <= 0:
            return has_sign and depth <= 0 and is_mathematical(word.bare)
    return False


def defined_words(words: Sequence[Word]) -> frozenset[str]:
    """Words that a listing defines, as do = o - t: there it is the gradient of o."""
    pairs = pairwise(words)
    return frozenset(a.text for a, b in pairs if a.text == "do" and b.text in ("=", ":="))


def letters_beside(text: str, words: Sequence[Word]) -> frozenset[str]:
    """Letters that stand beside a sign of arithmetic somewhere, or alone where names do."""
    strong = [w.text for w in words if STRONG.search(w.text) and is_mathematical(w.text)]
    runs = RUNS.findall(" ".join(strong))
    short = [run for run in runs if run not in FUNCTIONS and run not in LETTERS]
    capitals = [w.bare for w in words if re.fullmatch(r"[B-HJ-Z]", w.bare)]
    signs = frozenset(strong)
    follows = (b.bare for a, b in pairwise(words) if a.text in signs)
    capitals += [word for word in follows if word == "A"]  # in x' A x, not: A matrix
    capitals += ["A"] if re.search(r"[(\[]A(?=\s*[-+*/])", text) else []
    for i, sign in enumerate(words):
        beside = [*words[max(i - 1, 0) : i], *words[i + 1 : i + 2]]
        pairs = [w.bare for w in beside if sign.text == "=" and len(w.bare) < 3]
        short += [w for w in pairs if w.isalpha() and w not in SHORT_WORDS]
        short += [w.bare for w in beside] if is_sum(words, i) else []
    short += ["".join(found) for found in FACTORS.findall(text)]
    return frozenset("".join((*short, *capitals)) if strong or short else "")


def without_labels(text: str) -> str:
    """Spaces in the place of (b), 3(c), … that number parts of a text, and are no products."""
    text = _REFERENCE.sub(lambda found: found[1].ljust(len(found[0])), text)
    return _LABEL.sub(lambda found: f"{found[1]}   ", _FIRST_LABEL.sub("   ", text))


def is_abbreviation(words: Sequence[Word], at: int) -> bool:
    """Do capitals stand for words here, as in my TA and the KL divergence?"""
    word = words[at].bare
    before = words[at - 1].text.strip(",;").lower() if at else ""
    is_noun = at + 1 < len(words) and _LOSSES.fullmatch(words[at + 1].bare) is not None
    is_known = word in _ABBREVIATED and is_noun
    return is_known or (before in _POSSESSIVE and len(word) > 1 and word.isupper())
