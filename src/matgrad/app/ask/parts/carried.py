"""What a part of a text takes over from the parts before it: (b) find its Hessian."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from matgrad.app.ask.formulas.constants import constant
from matgrad.app.ask.formulas.interpret import read
from matgrad.app.ask.formulas.notation import left_side, names_in
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.parts.marks import CALLED, Part, Parts
from matgrad.app.ask.parts.tasks import (
    NOUN,
    PAIR,
    SAME,
    VERB,
    becomes_in,
    is_task,
    it_in,
    speaks_of_derivatives,
    tells_optimum,
)
from matgrad.app.ask.text.marks import LIST, M, mark_of, numbers
from matgrad.app.ask.text.segments import cut
from matgrad.app.ask.text.sentences import sentences
from matgrad.app.ask.text.words import RESPECT

_ITS = re.compile(
    r"\b(?:its|it|this|that|the same|the above|the previous)\b"
    r"(?!\s+(?:for|with|as|is|time|case|true|way)\b)",
    re.I,
)
_REFERRED = re.compile(
    rf"\b(?:{CALLED}|in|of|from|by)\s*(?:{CALLED})?\s*\(?(?P<n>\d{{1,2}}|[a-h]|i{{1,3}}|iv|v)\)(?![\w(])"
    rf"|\b(?:{CALLED})\s+(?P<m>\d{{1,2}}|[a-h])\b",
    re.I,
)
_OF_PART = re.compile(
    rf"\b(?:the|that)\s+(?:same\s+)?(?:function|expression|loss|objective|one)\s+(?:of|in|from)\s+"
    rf"(?:the\s+)?(?:(?:{CALLED})\s*)?(?:\([a-h\d]\)|\(?(?:i{{1,3}}|iv|v)\)|\d{{1,2}}\b|above"
    r"|first part)",
    re.I,
)
_TURNS = re.compile(r"^\s+(?:then\s+)?(?:becomes|simplifies\s+to|reduces\s+to)\b", re.I)
_ASKING_OF = re.compile(
    rf"(?:\b(?:{VERB}|what\s+(?:is|are))\s+)?(?:the\s+)?(?:[a-z-]+\s+){{0,2}}?{NOUN}"
    rf"(?:\s*(?:,|and|or)\s*(?:the\s+)?{NOUN}){{0,3}}"
    rf"(?:\s+(?:{RESPECT}|by|in)\s+(?:the\s+)?(?:[a-z]+\s+)?{LIST})?\s+(?:of|for)\s+"
    r"|\bdifferentiate\s+(?:the\s+(?:function|expression)\s+)?(?!with\b|it\b|this\b|w\.?r)",
    re.I,
)
_BY = re.compile(
    rf"\s*,?\s*\b{RESPECT}\s+(?:the\s+|both\s+)?(?:[a-z]+\s+)?(?:{LIST}|[A-Za-z](?=[\s.,;:?]|$))",
    re.I,
)
_CLAIMS = re.compile(
    r"\b(?:my|your|I|we|they)\s+(?:answer|result|solution|get|got|claim|think|believe|obtain|found)\b"
    r"|\b(?:answer|result)\s*(?::|is)",
    re.I,
)
_POINT = re.compile(rf"\bat\s+(?:the\s+)?(?:point\s+)?({M})", re.I)
_ANSWER_WITH = re.compile(
    rf"\b{NOUN}(?:\s+(?:of|{RESPECT}|by|in)\s+{M}){{0,2}}\s+(?:is|equals|becomes|can\s+be\s+written\s+as|has\s+the\s+form)"
    rf"\s+(?:then\s+|given\s+by\s+|just\s+)?{M}\s*,?\s*(?:with|where|for)\s+(?:the\s+)?(?:[a-z]+\s+){{0,3}}?(?={M})",
    re.I,
)
_THERE = re.compile(
    r"\b(?<!is )(?<!are )there\b(?! (?:is|are)\b)|\bat (?:this|that|the same) point\b", re.I
)
_SPACE = re.compile(r"[\s{}]|\\[,;!]|\\(?:left|right)\b")
_BARE = re.compile(
    rf"\bits\s+(?:[a-z]+\s+)?(?:{NOUN})\b"
    rf"|^\W*(?:(?:and|then|now)\s+)?the\s+(?:[a-z]+\s+)?(?:{NOUN})(?=\s*(?:[?.!]|$))",
    re.I,
)
KINDS = (
    (r"\bhessians?\b|\bsecond derivatives?\b", "Hessian"),
    (r"\bjacobians?\b", "Jacobian"),
    (r"\bgradients?\b", "gradient"),
)


@dataclass(frozen=True)
class Content:
    """A stretch of a text and what its formulas say."""

    outline: Parts
    words: str

    @cached_property
    def reading(self) -> Reading:
        """What its formulas say."""
        return read(cut(self.outline.written(self.words)))

    @cached_property
    def defined(self) -> set[str]:
        """The names of functions and quantities that it defines; numbers are its own."""
        known = [d for d in self.reading.defined if not constant(d.values[0])]
        return {d.left.name for d in known if d.left.arguments or names_in(d.values[0])}

    @cached_property
    def used(self) -> set[str]:
        """The names that its formulas use."""
        segments = cut(self.outline.written(self.words)).formulas
        asked = [each.function for each, _ in self.reading.asked]
        asked += [each.derivative.function for each in self.reading.claimed]
        lefts = [left for each in asked if each and (left := left_side(each))]
        return {name for latex in segments for name in names_in(latex)} | {x.name for x in lefts}

    @cached_property
    def has_function(self) -> bool:
        """Does it give a function to differentiate?"""
        reading = self.reading
        asked = [each.function for each, _ in reading.asked]
        asked += [each.derivative.function for each in reading.claimed]
        inside = any(each and left_side(each) is None for each in asked)
        of_it = re.search(rf"\bof\s+(?:[a-z]+\s+){{0,6}}?{M}", self.words) is not None
        return bool(self.defined - self._helping) or inside or (of_it and bool(reading.bare))

    @property
    def _helping(self) -> set[str]:
        """The names that are only defined for an answer: the Hessian is ⟦1⟧ with ⟦D = …⟧."""
        found = _ANSWER_WITH.search(self.words)
        return Content(self.outline, self.words[found.end() :]).defined if found else set[str]()


def squeezed(latex: str) -> str:
    """A text without what spelling leaves open, to look for a formula in it."""
    return _SPACE.sub("", latex).replace("mathrm", "").replace("operatorname", "")


def text_of_part(outline: Parts, at: int) -> str:
    """A part as a text that can be asked alone."""
    words = _repeated(outline, at)
    if pair := PAIR.fullmatch(words.strip()):
        words = f"{pair[1]}. My answer is {pair[2]}."
    before = Content(outline, outline.before)
    carried = _carried(outline, at, before)
    lead, tail = _lead(outline.before)
    pieces = (lead, carried, f"{tail} {_closed(words)}", outline.after)
    return outline.written("\n\n".join(x.strip() for x in pieces if x.strip()))


def _lead(before: str) -> tuple[str, str]:
    """What stands before all parts, and its last sentence if that goes on in them: Find …"""
    whole = re.split(r"(?<=[.?!])\s+(?=\S)|\n\s*\n", before.rstrip())
    is_open = not re.search(r"[.?!]\s*$", before.rstrip())
    tail = whole[-1] if is_open else ""
    return before.rstrip()[: len(before.rstrip()) - len(tail)], tail


def _closed(words: str) -> str:
    """A part without the comma or the word that leads to the next one."""
    words = re.sub(r"(?:[\s,;]|\b(?:and|then|finally|while|or)\b)+$", "", words.strip(), flags=re.I)
    return words if re.search(r"[.?!]\s*$", words) else f"{words}."


def _carried(outline: Parts, at: int, before: Content) -> str:
    """What earlier parts state that this one needs."""
    part = outline.parts[at]
    own = Content(outline, part.words)
    earlier = [Content(outline, each.words) for each in outline.parts[:at]]
    chosen = _referred(outline, part.words, at)
    if chosen is None and at and SAME.search(part.words) and not part.is_apart:
        chosen = at - 1
    if chosen is None:
        missing = own.used - own.defined
        is_own = part.is_apart and own.has_function  # which may call a function of another
        known = [each.reading.functions if is_own else each.defined for each in earlier]
        needed = {next((i for i in range(at)[::-1] if x in known[i]), -1) for x in missing} - {-1}
        if len(needed) > 1:  # h = f + g, of which each has its part
            return " ".join(stated(earlier[i]) for i in sorted(needed))
        chosen = next(iter(needed), None)
    if chosen is None and not own.has_function:
        is_its = _ITS.search(part.words) is not None
        if is_its or not before.has_function:
            chosen = next((i for i in range(at - 1, -1, -1) if earlier[i].has_function), None)
    if chosen is None:
        return ""
    return f"{_carried(outline, chosen, before)} {stated(earlier[chosen])}".strip()


def _referred(outline: Parts, words: str, at: int) -> int | None:
    """The earlier part that a part names: the function of part (a)."""
    for found in filter(None, (becomes_in(outline, words), *_REFERRED.finditer(words))):
        if (home := _labelled(outline, found, at)) is not None:
            return home
    return None


def _labelled(outline: Parts, found: re.Match[str], at: int) -> int | None:
    """The earlier part whose number was found."""
    parts = found.groupdict()
    if "set" in parts:  # what does it become: the last part that asks for a derivative by its name
        earlier = [i for i in range(at) if not becomes_in(outline, outline.parts[i].words)]
        return next((i for i in reversed(earlier) if is_task(outline, outline.parts[i])), None)
    n = (parts["n"] or parts.get("m") or "").lower()
    labels = [each.label.rpartition(" ")[2].strip("()") for each in outline.parts[:at]]
    return labels.index(n) if n in labels else None


def stated(content: Content) -> str:
    """What a part states, without what it asks for."""
    kept: list[str] = []
    for sentence in sentences(content.words):
        bare = _BY.sub("", _ASKING_OF.sub("consider ", SAME.sub("consider", sentence)))
        is_claim = _CLAIMS.search(sentence) or tells_optimum(content.outline, sentence)
        if not re.search(r"\w", bare) or is_claim:
            continue
        if not speaks_of_derivatives(content.outline, bare) and "?" not in bare.rstrip("? "):
            kept.append(re.sub(r"[?\s,;]*(?:\band\s*)?$", "", bare).rstrip(".") + ".")
            continue
        marks = [mark for mark in re.findall(M, sentence) if _defines(content, mark)]
        kept += [f"Let {mark}." for mark in marks]
    return " ".join(kept)


def _defines(content: Content, mark: str) -> bool:
    """Is a formula a definition?"""
    latex = content.outline.formulas[next(numbers(mark))]
    return bool(Content(content.outline, mark_of(next(numbers(mark)))).defined) and "=" in latex


def _repeated(outline: Parts, at: int) -> str:
    """A part with the words for the derivative that it asks for “again”."""
    words = _OF_PART.sub("the function", _at_the_point(outline, at))
    if (found := becomes_in(outline, words)) and (
        home := _labelled(outline, found, at)
    ) is not None:
        first = outline.parts[home]
        by = _BY.search(first.words)
        asked = f"what is the {_kind(first) or 'derivative'}{by[0] if by else ''}"
        return f"{words[: found.start()]}{asked}{words[found.end() :]}"
    if (found := it_in(words)) and not re.search(NOUN, words, re.I):
        last = next((x for x in reversed(outline.parts[:at]) if _kind(x)), outline.parts[at - 1])
        by = _BY.search(last.words)
        its = f"the {_kind(last) or 'derivative'}{by[0] if by else ''}"
        rest = _TURNS.sub(" is", words[found.end("it") :])
        return f"{words[: found.start('it')]}{its}{rest}"
    if re.search(NOUN, words, re.I) or (found := SAME.search(words)) is None:
        return _by_the_same(outline, at, words)
    kind = next(filter(None, (_kind(each) for each in reversed(outline.parts[:at]))), "derivative")
    link = " of" if found["link"] and M[0] in words[found.end() : found.end() + 40] else ""
    if found["link"] and not link:
        link = f" {found['link']}"
    return f"{words[: found.start()]}find the {kind}{link} {words[found.end() :].lstrip()}"


def _at_the_point(outline: Parts, at: int) -> str:
    """A part with the point of an earlier one where it says “there”."""
    words = outline.parts[at].words
    points = [mark for each in outline.parts[:at] for mark in _POINT.findall(each.words)]
    return _THERE.sub(f"at the point {points[-1]}", words) if points else words


def _by_the_same(outline: Parts, at: int, words: str) -> str:
    """A part that wants “its Hessian”, or “the Hessian?”, by the variable of the part before."""
    found = _BARE.search(words)
    by = _BY.search(outline.parts[at - 1].words) if at and found and not _BY.search(words) else None
    return f"{words[: found.end()]}{by[0]}{words[found.end() :]}" if found and by else words


def _kind(part: Part) -> str:
    """The derivative of which a part speaks, in words."""
    return next((kind for word, kind in KINDS if re.search(word, part.words, re.I)), "")


@dataclass(frozen=True)
class Task:
    """A part as a text of its own; empty where it wants no derivative."""

    label: str
    words: str  # the part as it is written
    text: str
    outside: str  # what of the text stands elsewhere, squeezed

    def is_outside(self, latex: str) -> bool:
        """Does a formula stand outside of this part?"""
        written = squeezed(latex)
        return written in self.outside and written not in squeezed(self.words)


def tasks_of(outline: Parts) -> list[Task]:
    """The parts as texts of their own."""
    made: list[Task] = []
    for at, part in enumerate(outline.parts):
        others = [each.words for i, each in enumerate(outline.parts) if i != at]
        outside = "\n".join((outline.before, *others, outline.after))
        text = text_of_part(outline, at) if is_task(outline, part) else ""
        words, rest = outline.written(part.words), squeezed(outline.written(outside))
        made.append(Task(part.label, words, text, rest))
    return made
