"""Whether a clause establishes a fact: only if every word around it is one that is known here.

A sentence is what leads up to the subject, what stands between it and the property, and the rest.
Each part has a small grammar; a word that is in none of them, as in “nobody said that A is
symmetric”, “A is rarely symmetric” or “A is symmetric up to a sign”, leaves the fact open.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from matgrad.app.ask.facts.known_words import KNOWN
from matgrad.app.ask.facts.phrases import (
    ADVERBS,
    ALONE,
    ANSWERS,
    ASKS,
    ATTRIBUTIVE,
    BEFORE_FACT,
    BEFORE_NAME,
    BESIDE,
    BETWEEN,
    CALLED,
    CASE,
    COORDINATE,
    COORDINATE_NOUN,
    DECLARED,
    DECLARES,
    DOUBTS,
    END,
    GENERAL,
    HAS,
    HEAD,
    IF,
    INTRODUCES,
    IS,
    LAST,
    MORE,
    NEXT,
    NOT_A_FACT,
    OPENS,
    OR,
    PARTIAL,
    PARTS,
    PROPERTIES,
    PUZZLED,
    REASONS,
    RELATIVE,
    REPORTED,
    TAKEN_BACK,
    TASK,
    TITLE,
    TOLD,
    UNSETTLED,
    WORD,
    WOULD,
)
from matgrad.app.ask.text.marks import M

_ANSWER = re.compile(
    r"\b(?:gradients?|derivatives?|hessians?|jacobians?|it|this|that|answers?|results?|get|got"
    r"|differentials?|formulas?|claims?|right|true|holds?|correct)\b",
    re.I,
)
_ASIDE = re.compile(r"\s*\(([^()]{1,60})\)")  # f(x) = … (Rayleigh quotient), where …
_AND = re.compile(r",?\s+and$")
_REASON = re.compile(r"because|since|as|where|with|given(?: that)?", re.I)
NEAR = 200  # characters before a name in which the words stand that lead over to it
MOST = 30  # words between a fact and the end of its clause


@dataclass(frozen=True)
class Clause:
    """A fact from `begin` to `end`, said of what stands at `subject`, in its sentence."""

    sentence: str
    subject: int
    begin: int
    end: int
    is_followed: bool = False  # by other formulas
    is_first: bool = False  # of the sentences with formulas

    @property
    def is_equation(self) -> bool:
        """Is the fact a formula?"""
        return self.begin == self.end

    @property
    def before(self) -> str:
        """What stands before the fact."""
        return self.sentence[: self.begin]

    @cached_property
    def between(self) -> str:
        """What stands between a name and the property behind it."""
        return self.sentence[self.subject : self.begin]

    @cached_property
    def rest(self) -> str:
        """What follows the fact."""
        rest = self.sentence[self.end :]
        return re.sub(rf"^{M}", "", rest) if self.is_equation else rest

    @cached_property
    def opening(self) -> re.Match[str]:
        """The words that lead over to the fact: where, suppose that, if."""
        lead = self.sentence[: min(self.subject, self.begin)]
        before = BEFORE_FACT if self.begin < self.subject else BEFORE_NAME
        near = max(0, len(lead) - NEAR)
        found = before.search(lead, near)
        opening = OPENS.search(lead, near, found.start() if found else len(lead))
        assert opening is not None  # the pattern matches at the end
        return opening

    @cached_property
    def host(self) -> str:
        """What stands before these words."""
        host = _ASIDE.sub(_unless_known, self.opening.string[: self.opening.start()]).strip()
        title = TITLE.match(host)
        is_told = title and (" " in title[0].strip() or title.end() < len(host))  # not: Bob: …
        if title and is_told and not UNSETTLED.match(title[0]) and not DOUBTS.search(title[0]):
            host = host[title.end() :]
        return PUZZLED.sub("what ", ADVERBS.sub("", ANSWERS.sub("", host)))

    @property
    def is_declared(self) -> bool:
        """Is the fact part of what a name is called: the loss is … for a one-hot target y."""
        is_for = re.search(r"\bfor\s+(?:an?|the|our|some)\s+$", self.before, re.I)
        is_name = re.match(rf"\s+(?:[a-z-]+\s+){{0,2}}{M}\s*(?:[.,;:)]|$)", self.rest)
        host = self.host.rstrip(" ,")
        is_told = host.endswith(M[-1]) and not _ANSWER.search(host) and not ASKS.search(host)
        return bool(is_for and is_name and is_told and not GENERAL.search(self.sentence))

    @property
    def is_known(self) -> bool:
        """Is every word of the sentence one that leaves the fact as it is?"""
        is_between = self.begin <= self.subject or BETWEEN.fullmatch(self.between) is not None
        fact = self.sentence[self.begin : self.end + len(" entries")]
        if HAS.search(self.between) and not PARTS.search(fact):
            return False  # A has a positive diagonal
        if PARTIAL.search(self.sentence[: self.subject]) or self._is_reported or self._is_asked:
            return False
        return is_between and self._leads() and self._ends()

    @property
    def _is_asked(self) -> bool:
        """Is the fact all that a sentence asks, or what a title calls open: Question: …?"""
        word = self.opening[0].strip()
        is_alone = not TOLD.search(f"{self.host} {self.rest}") and not TASK.match(self.host)
        is_asked = self.sentence.endswith("?") and is_alone and not word
        is_question = self.sentence.endswith("?") or "question" not in self.host.lower()
        return is_asked or (not word and is_question and bool(UNSETTLED.fullmatch(self.host)))

    @property
    def _is_reported(self) -> bool:
        """Is the fact the content of words that do not state it: it is wrong that …?"""
        if self.opening[0].strip().lower().endswith("that") and not (
            self.opening["if"] or self.opening["verb"] or self.opening["link"]
        ):
            return True
        is_joined = (self.opening["link"] or "").lower() in ("and", "but")
        return is_joined and REPORTED.search(self.host) is not None

    @property
    def is_supposed(self) -> bool:
        """Is the fact the condition of what the sentence tells, not of what it asks for?"""
        word = (self.opening["if"] or "").lower()
        if not word and not IF.search(self.host):
            return False
        if IS.match(self.host) or WOULD.search(self.host):
            # Is it 2Ax for symmetric A? And for general A?
            return self.is_followed or GENERAL.search(self.rest) is not None
        is_task = TASK.match(self.host) is not None and not CASE.match(self.host)
        is_told = not (is_task or ASKS.search(self.sentence))
        is_alone = not self.is_followed or not _ANSWER.search(self.host)  # the loss … for one-hot y
        is_last = word == "for" and self.host != "" and is_alone
        is_last = is_last and not re.search(rf".{M}", self.sentence[max(self.subject, self.end) :])
        is_last = is_last and not GENERAL.search(self.sentence)
        return is_told and not is_last

    def _leads(self) -> bool:
        bare = self.host.rstrip(" ,:(")
        if self.opening["if"] and not TOLD.search(bare or self.rest):
            return False  # what if A is symmetric?
        bare = "" if DECLARES.fullmatch(bare) else bare  # suppose we have …
        word = self.opening[0].strip()
        is_reason = _REASON.fullmatch(word) and REASONS.match(bare) and not DOUBTS.search(bare)
        if is_reason:  # I think that it is ⟦3⟧, because ⟦A⟧ is symmetric
            return True
        return self._follows(bare, word) if bare else self._begins()

    def _begins(self) -> bool:
        word = self.opening[0].strip().lower()
        is_said = word != "" or TOLD.search(self.rest) is not None
        return word != "that" and (is_said or not self.sentence.endswith("?"))

    def _follows(self, bare: str, word: str) -> bool:
        first = COORDINATE.search(bare) or COORDINATE_NOUN.search(bare)
        if word.lower() in ("and", "") and first:
            # With ⟦P⟧ symmetric, and ⟦R⟧ symmetric.
            return self._follows(bare[: first.start()], first["link"])
        is_apart = bare.endswith((M[-1], " and", " but")) or bare != self.host
        is_told = _ASIDE.sub("", bare).endswith(M[-1])
        is_fragment = self.host.endswith(",") and ALONE.fullmatch(self.between) is not None
        is_fragment = (is_fragment and not CASE.match(bare)) or self.host.endswith("(")
        if is_told and is_fragment and not word:
            # The loss ⟦1⟧, ⟦A⟧ symmetric. The energy ⟦1⟧ (⟦A⟧ is symmetric).
            is_apart = self.host.endswith("(") or not REPORTED.search(bare)
            return is_apart and not DOUBTS.search(bare)
        if not is_apart and not word:
            return is_known(bare) and BESIDE.fullmatch(self.between) is not None
        is_part = word == "of" and self.begin > self.subject  # the pattern of A is symmetric
        is_case = CASE.match(bare) and not word and not self.host.endswith("(")
        if is_case or is_part or (not is_apart and self.opening["verb"]):
            return False
        declares = DECLARES.match(bare)
        is_task = declares is not None or TASK.match(bare) is not None
        is_task = is_task or (self.is_first and not DOUBTS.search(bare))
        if self.opening["if"] is None and bare.endswith(M[-1]) and is_task:
            # Not: at least one of A and B.
            return RELATIVE.match(word) is not None or is_known(LAST.split(bare)[-1])
        is_introduced = RELATIVE.match(word) is not None and INTRODUCES.match(bare) is not None
        is_introduced = is_introduced or (word.lower() in ("and", "", "let") and _is_list(bare))
        return is_introduced or is_known(bare[declares.end() :] if declares else bare)

    def _ends(self) -> bool:
        has_verb = re.match(r"(?:is|be|denotes?)\s", self.sentence[self.begin : self.end], re.I)
        is_head = (
            has_verb is not None
            or self.begin < self.subject
            or ATTRIBUTIVE.search(self.between) is not None
        )
        return self._ends_behind(END) or (is_head and self._ends_behind(HEAD))

    def _ends_behind(self, start: re.Pattern[str]) -> bool:
        rest = self.rest
        found = start.match(rest)
        for _ in range(MOST):
            if found is None:
                break
            at = found.end()
            if NEXT.match(rest, at):
                return True
            before = rest[:at].rstrip()
            is_apart = before.endswith((",", ")", M[-1])) or (self.is_equation and not before)
            if is_apart and is_known(rest[at:]) and not OR.match(rest, at):
                return True
            found = MORE.match(rest, at)
        return False


def _is_list(host: str) -> bool:
    """Does a sentence declare one thing after the other: let X be the design matrix, D a …?"""
    is_open = DOUBTS.search(host) or REPORTED.search(host) or IF.search(host) or OR.search(host)
    return DECLARED.match(_AND.sub("", host)) is not None and not is_open


def _unless_known(aside: re.Match[str]) -> str:
    return "" if is_known(aside[1]) else aside[0]


def is_taken_back(after: str) -> bool:
    """Do the words behind a sentence say that it does not hold?"""
    return TAKEN_BACK.match(after) is not None


def is_known(words: str) -> bool:
    """Are all these words such that they leave a fact as it is?"""
    named = CALLED.sub(lambda found: found[0] if DOUBTS.search(found[0]) else " ", words)
    words = PROPERTIES.sub(" ", NOT_A_FACT.sub(r"\1 ", re.sub(M, " ", named)))
    return all(word.lower() in KNOWN for word in WORD.findall(words))
