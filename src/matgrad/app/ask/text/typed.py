"""Formulas that people type in prose without any mark: where each begins and ends."""

from __future__ import annotations

import re
from functools import cached_property

from matgrad.app.ask.text.adjectives import is_described
from matgrad.app.ask.text.beside import (
    BEFORE_NAME,
    DEFINED,
    ENDS,
    ENGLISH,
    LONG_PRODUCT,
    NAME,
    NO_NAMES,
    NUMBERED,
    STRONG,
    VARIABLE_FOLLOWS,
    defined_words,
    is_abbreviation,
    is_listed,
    is_quotient,
    is_spoken,
    is_sum,
    is_unread,
    letters_beside,
    opens_sum,
    stands_before_claim,
    without_labels,
    words_in,
)
from matgrad.app.ask.text.between import letters_between
from matgrad.app.ask.text.factors import NO_NOUNS, begins_product, factors_in, has_letter
from matgrad.app.ask.text.keyboard import OPERATORS
from matgrad.app.ask.text.letters import (
    RUNS,
    SHORT_WORDS,
    is_mathematical,
    without_brackets,
)
from matgrad.app.ask.text.plain import GREEK, SAFE
from matgrad.syntax.latex_names import SHORT
from matgrad.syntax.latex_tables import LETTERS

_SIGN = re.compile(r"[\d()\[\]/,'_^]|\w[·∘:<>\N{EN DASH}]\w")
_SCALED = re.compile(r"\d+(?:\.\d+)?([A-Za-z]{1,4})")
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th|[dD])")
_BEGINS = re.compile(r"[=+*/^⊙:∈)·×-]")
_ENDS = re.compile(r"[=+*/^(⊙:∈·×-]$")
_TRANSPOSED = re.compile(r"[\w)](?:\^T|\^\{T\}|'|ᵀ)$")
_OPEN = ("=", "+", "-", "*", ":=")  # signs behind which a line goes on
_SAID = ("be", "is", "are", "denotes", "instead")  # a is a scalar; a noun does not follow
_FACTOR = re.compile(r"[-+]?\(?\d+(?:\.\d+)?(?:/\d+)?\)?")
# A bracket that is closed by itself: [ y_i log p_i ], ( x^T x )^2.
_CLOSING = re.compile(r"[)\]}]+(?:\^\S+|/\S+)?[.,;:?!]?")


class Typed:
    """A text as words, some of which are formulas."""

    def __init__(self, text: str, given: frozenset[str] = frozenset()) -> None:
        self.written, self.given = text, given
        self.has_letter = has_letter(text)  # a beside a sign or a bracket
        self.text = without_labels(without_brackets(text))
        self.words = words_in(self.text)
        self.defined = defined_words(self.words)

    @cached_property
    def names(self) -> frozenset[str]:
        """Letters that stand beside a sign of arithmetic somewhere, or alone where names do."""
        return letters_beside(self.text, self.words) | letters_between(self.words) | self.given

    def end_of_formula(self, index: int) -> int:
        """Behind the words that are one formula; the index itself if there is none."""
        end, depth = index, 0
        while end < len(self.words) and (
            (depth > 0 and _CLOSING.fullmatch(self.words[end].text))
            or self.is_formula(end, end > index, depth)
        ):
            word = self.words[end].text
            opened = sum(map(word.count, "([")) - sum(map(word.count, ")]"))
            depth = max(0, depth + opened)
            end += 1
            is_open = depth > 0 and word.endswith(",")
            is_end = word.endswith(ENDS) and not is_open and word not in (":", ":=")
            is_end = is_end or self.ends_line(end) or self.ends_at_bracket(end)
            if is_end or (end == index + 1 and stands_before_claim(self.words, index)):
                break
        return end

    def ends_at_bracket(self, end: int) -> bool:
        """Does a bracket around words begin or end behind a formula?"""
        between = slice(self.words[end - 1].end, self.words[end].start)
        return self.written[between] != self.text[between]

    def ends_line(self, end: int) -> bool:
        """Does a formula end with its line? It does unless the next one begins with a sign."""
        if end >= len(self.words):
            return True
        is_broken = "\n" in self.text[self.words[end - 1].end : self.words[end].start]
        last = self.words[end - 1].text
        following = self.words[end].text  # an asterisk alone begins an item of a list
        goes_on = (following[0] in "=+-*:⊙" and following != "*") or last in _OPEN
        return is_broken and not goes_on

    def is_formula(self, at: int, inside: bool, depth: int) -> bool:  # noqa: PLR0911
        """Can this word be part of a formula?"""
        word = self.words[at].bare
        if self.words[at].is_sign and word not in OPERATORS:
            return self.is_operator(at, inside)
        if word in OPERATORS:
            return inside and at + 1 < len(self.words) and is_mathematical(self.words[at + 1].bare)
        if word == "in":
            return inside and self.is_set(at)
        if not inside and self.is_definition(at):
            return True
        if inside and self.is_word_added(at):
            return True
        if not is_mathematical(word):
            is_part = inside and (word in self.defined or is_unread(self.words, at))
            return is_part or self.is_long_product(at, inside)
        if not inside and _FACTOR.fullmatch(word) and self.words[at].text == word:
            return self.is_factor(at)
        if STRONG.search(word) or word.startswith("sum_") or GREEK.search(word) or "×" in word:
            return True
        if word in ENGLISH:
            return self.is_letter(at, inside, depth)
        if word in SAFE and is_spoken(self.words, at):
            return False
        if inside and (_SIGN.search(word) or word in SAFE or word in LETTERS or word in SHORT):
            return True
        if word in SAFE and at + 1 < len(self.words):
            return self.is_argument(at + 1)
        return self.is_product(word.strip("()"), inside) or is_quotient(self.words, at, self.names)

    def is_factor(self, at: int) -> bool:
        """Does a number begin a formula here, as (1/2) x'Qx? Equation 2 does not."""
        before = self.words[at - 1].bare.lower() if at else ""
        following = self.words[at + 1 : at + 3]
        if before in NUMBERED or not following:
            return False
        if following[0].text in ("*", "/", "-") and len(following) > 1:
            is_term = following[0].text != "-" or self.is_formula(at + 2, False, 0)  # 100 - 4p
            return is_term and is_mathematical(following[1].bare)
        if following[0].text in ENGLISH and self.is_strong(at + 2):
            return True  # 1/2 a x^2
        known = [bool(w.bare in self.names or GREEK.fullmatch(w.bare)) for w in following]
        if known == [True, True] or (known[0] and following[0].text != following[0].bare):
            return True  # I get 2 A x.
        end = self.end_of_formula(at + 1)
        run = [word.text for word in self.words[at + 1 : end]]  # 2 (I - KH) P, -4 X X^T W, 2 S_B w
        is_term = len(run) > 1 and {*run}.isdisjoint(("=", ":=")) and self.is_worth(at + 1, end)
        is_sum = following[0].text.startswith("(") and opens_sum(self.words, at + 1)
        return is_term or is_sum or self.is_strong(at + 1)

    def is_argument(self, at: int) -> bool:
        """Can the argument of a function stand here, as behind log det?"""
        end = at + 3
        while at < min(end, len(self.words)) and self.words[at].bare in SAFE:
            at += 1
        if at >= len(self.words) or self.words[at].bare in ENGLISH:
            return False
        is_name = NAME.fullmatch(self.words[at].bare.strip("()")) is not None
        return self.is_strong(at) or is_name

    def is_definition(self, at: int) -> bool:
        """Does a word stand here that an equals sign makes a name, as RSS(b) = … or loss = …?"""
        following = self.words[at + 1 : at + 2]
        found = DEFINED.fullmatch(self.words[at].text)
        is_name = found is not None and (
            self.words[at].text[1:2] != "_" or f"{self.words[at].text[0]}(" in self.text  # f_xy
        )
        return bool(following) and following[0].text in ("=", ":=") and is_name

    def is_operator(self, at: int, inside: bool) -> bool:
        """Does a sign of arithmetic stand here?"""
        word = self.words[at].bare
        if word in ("=", ":="):
            return True
        if not inside or word in ("—", "•") or at + 1 == len(self.words):
            return False
        if word == "\N{EN DASH}":
            return self.is_minus(at)
        is_operand = is_mathematical(self.words[at + 1].bare) or self.is_long_product(at + 1, True)
        return is_operand or word in ("+", "*") or is_unread(self.words, at + 1)

    def is_minus(self, at: int) -> bool:
        """Is a dash between two words a minus? It is none before a word of a sentence."""
        word = self.words[at + 1]
        if word.bare in ENGLISH:
            following = self.words[at + 2 : at + 3]
            return not following or word.text != word.bare or bool(_BEGINS.match(following[0].text))
        return self.is_formula(at + 1, True, 0)

    def is_word_added(self, at: int) -> bool:
        """A word after a plus or an asterisk is a name: it may not be lost."""
        word = self.words[at].bare
        is_word = re.fullmatch(r"[A-Za-z]{3,}", word) is not None and word.lower() not in NO_NAMES
        return is_word and self.words[at - 1].text in ("+", "*")

    def is_letter(self, at: int, inside: bool, depth: int) -> bool:
        """Is this a, A or I of a formula, not the word?"""
        word, following = self.words[at], self.words[at + 1 : at + 2]
        is_left = following and word.text == word.bare and following[0].text in ("=", ":=")
        ends = following[0].bare.lower() in NO_NOUNS if following else False
        known = word.bare == "a" and ("a" in self.names or self.has_letter)
        known |= word.text == "I" and bool(following) and following[0].text in ("+", "-", "−")
        if is_left or (ends if inside else begins_product(self.words, at, is_known=known)):
            return True  # a = …; b' X a wrt X; of a x^2
        if not inside and word.bare == "a":
            before = self.words[at - 1].text if at else ""
            is_last = word.text != word.bare or not following
            known = self.names | factors_in(self.words)
            is_last = is_last or is_listed(self.words, at + 1)
            is_variable = is_last and before in VARIABLE_FOLLOWS and "a" in known
            return is_variable or self.is_told(at)
        if not inside:
            return word.bare == "A" and self.is_known(at) and not self.is_article(at)
        if depth or word.text != word.bare or _ENDS.search(self.words[at - 1].text):
            return True
        if not following or _TRANSPOSED.search(self.words[at - 1].text):
            return True  # x^T a
        after = following[0]
        is_name = is_mathematical(after.bare) and after.bare not in ENGLISH
        return bool(_BEGINS.match(after.text)) or (is_name and self.is_formula(at + 1, True, 0))

    def is_told(self, at: int) -> bool:
        """Is something said of a letter a of the text: a is a scalar, let a, b be numbers?"""
        word, following = self.words[at], self.words[at + 1 : at + 2]
        is_listed = word.text == "a," or (following and following[0].bare in _SAID)
        return word.bare == "a" and bool(is_listed) and "a" in self.names

    def is_known(self, at: int) -> bool:
        """Is this A in a formula, or is something said of it?"""
        return "A" in self.names or is_described(self.written[self.words[at].end :].lstrip())

    def is_article(self, at: int) -> bool:
        """Does a noun follow an A at the beginning of a sentence?"""
        following = self.words[at + 1 : at + 2]
        begins = at == 0 or self.words[at - 1].text.endswith((".", "?", "!", ":"))
        if not begins or not following or self.words[at].text[-1] in ",:;":
            return False
        is_verb = following[0].bare in ("is", "be", "being", "has", "denotes", "are", "and")
        is_said = is_verb or is_described(self.written[following[0].start :])
        return not is_said and not _BEGINS.match(following[0].text)

    def is_strong(self, at: int) -> bool:
        """Is the word here a formula by itself?"""
        word = self.words[at].bare if at < len(self.words) else ""
        return is_mathematical(word) and bool(STRONG.search(word) or word.startswith("sum_"))

    def is_product(self, bare: str, inside: bool) -> bool:
        """A name, or names side by side: 2Ax, BA."""
        if bare.isdigit():
            return inside
        scaled = _SCALED.fullmatch(bare)
        if scaled and not _ORDINAL.fullmatch(bare):
            return inside or set(scaled[1]) <= self.names
        is_pair = re.fullmatch(r"[A-Za-z]{2,4}", bare) is not None
        is_capital = len(bare) == 2 or bare[1:] != bare[1:].lower()
        is_known = set(bare) <= self.names and bare not in SHORT_WORDS and is_capital
        return bool(NAME.fullmatch(bare)) or (is_pair and (is_known or (inside and len(bare) == 2)))

    def is_long_product(self, at: int, inside: bool) -> bool:
        """Three or four known names side by side: the trace of AXB, is it 2ABx, ABx + BAx."""
        word = self.words[at].bare
        before = self.words[at - 1].text if at else ""
        if inside and _ENDS.search(before) and LONG_PRODUCT.match(word):
            rest = RUNS.findall(word)  # - UVx||²
            return all(len(run) < 3 or LONG_PRODUCT.fullmatch(run) for run in rest)
        bare = word.lstrip("0123456789")
        is_here = inside or before == "of" or bare != word or is_sum(self.words, at + 1)
        return is_here and LONG_PRODUCT.fullmatch(bare) is not None and {*bare} <= self.names

    def is_set(self, at: int) -> bool:
        """Does R^n follow?"""
        return at + 1 < len(self.words) and self.words[at + 1].text[:1] in ("R", "ℝ")

    # ------------------------------------------------------------ a formula, or a word

    def is_worth(self, start: int, end: int) -> bool:
        """Is a run of words a formula, or a name where a name may stand?"""
        run = [word.text for word in self.words[start:end]]
        signs = ("=", ":=", "in", "×", "-", "+")
        is_strong = any(STRONG.search(w) or w in signs for w in run) or len(run) > 2
        if is_strong or is_quotient(self.words, start, self.names):
            return True
        word = run[0].strip("().,;:?!")
        before = self.words[start - 1].text.strip(",;").lower() if start else ""
        if is_abbreviation(self.words, start):
            return False
        if word in ENGLISH:
            is_named = before in BEFORE_NAME and before not in ("of", "in")
            is_told = self.is_told(start) or (word == "a" and len(run) > 1)  # a x
            return is_named or is_told or (word == "A" and self.is_known(start))
        is_known = {*"".join(RUNS.findall(word))} <= self.names if self.given else bool(self.names)
        return is_known or before in BEFORE_NAME or not word.isascii()
