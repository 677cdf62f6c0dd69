"""Forms found in a sentence: a small matcher over items, one pass, gaps of bounded length."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from matgrad.ask.forms import ASK, CLAIM, FORMS, Form
from matgrad.ask.lexicon import BOUNDS
from matgrad.ask.sentences import Item, Sentence

GAPS = {"~": 3, "*": 8}
FORMULAS = frozenset("VFCSPM") | {"FACT"}
CAPTURED = FORMULAS | {"ADJ", "KIND", "D", "OPNAME"}
EXCEPTING = frozenset("but except excluding".split())
MARKS = frozenset([",", ";", ":", "(", ")", "-", "."])


@dataclass(frozen=True)
class Element:
    """One element of a pattern."""

    options: frozenset[str] = frozenset()
    gap: int = 0
    anchor: str = ""
    may_miss: bool = False


@dataclass(frozen=True)
class Match:
    """A form in a sentence: what it captured, and the places of the words that it binds."""

    form: Form
    caught: tuple[tuple[str, Item], ...]
    bound: tuple[int, ...]
    start: int
    end: int

    def of(self, letter: str) -> list[Item]:
        """What stands for a letter of the pattern, in order."""
        return [item for name, item in self.caught if name == letter]


@cache
def compiled() -> dict[str, list[tuple[int, Form, tuple[Element, ...]]]]:
    """The forms by what they may begin with."""
    found: dict[str, list[tuple[int, Form, tuple[Element, ...]]]] = {}
    for number, form in enumerate(FORMS):
        elements = tuple(map(_element, form.pattern.split()))
        for key in _beginnings(elements):
            found.setdefault(key, []).append((number, form, elements))
    return found


def _element(word: str) -> Element:
    if word in GAPS:
        return Element(gap=GAPS[word])
    if word in ANCHORS:
        return Element(anchor=word)
    may_miss = word.startswith("[")
    inner = word.strip("[]")
    if inner in GAPS:
        return Element(gap=GAPS[inner])
    return Element(frozenset(inner.split("|")), may_miss=may_miss)


def _beginnings(elements: Sequence[Element]) -> frozenset[str]:
    found: set[str] = set()
    for element in elements:
        found |= element.options
        if element.options and not element.may_miss:
            break
    return frozenset(found)


def matches(sentence: Sentence) -> list[Match]:
    """The forms of a sentence; each binds at least one word that no longer one has bound."""
    items = sentence.items
    every: list[tuple[int, int, Match]] = []
    for at, item in enumerate(items):
        for key in _keys(item):
            for number, form, elements in compiled().get(key, ()):
                if (found := _match(items, at, form, elements)) is not None:
                    every.append((-len(found.bound), number, found))
    every.sort(key=lambda each: (each[0], each[1]))
    taken: set[int] = set()
    chosen: list[Match] = []
    for _, _, found in every:
        caught = {id(item) for _, item in found.caught}
        places = {place for place in found.bound if id(items[place]) in caught}
        words = {place for place in found.bound if items[place].word}
        if (words or set(found.bound)) - taken and (
            not places or places - taken or _says_more(found)
        ):
            chosen.append(found)
            taken |= set(found.bound)
    return sorted(chosen, key=lambda found: found.start)


def _says_more(found: Match) -> bool:
    """May this form say something of formulas that other forms have, too?"""
    return found.form.act not in (ASK, CLAIM)


@cache
def _word_keys(word: str, classes: frozenset[str]) -> frozenset[str]:
    return frozenset({word, *classes})


def _keys(item: Item) -> frozenset[str]:
    return (
        item.classes if not item.word else _word_keys(item.word, item.classes | {_wrt(item.word)})
    )


def _wrt(word: str) -> str:
    return "WRT" if word in ("wrt", "by") else ""


def _match(
    items: Sequence[Item], start: int, form: Form, elements: Sequence[Element]
) -> Match | None:
    """The first way in which a form begins here, gaps as short as they can be."""
    waiting = [_State(0, start)]
    while waiting:
        state = waiting.pop()
        if state.at < len(elements):
            waiting += reversed(list(_next(items, elements[state.at], state)))
        elif state.bound and state.bound[0] == start:
            return Match(form, state.caught, state.bound, start, state.place)
    return None


class _State(NamedTuple):
    """How far a form and a sentence agree."""

    at: int  # in the form
    place: int  # in the sentence
    caught: tuple[tuple[str, Item], ...] = ()
    bound: tuple[int, ...] = ()


def _next(items: Sequence[Item], element: Element, state: _State) -> Iterator[_State]:
    """How it may go on behind one element of the form."""
    at, place, caught, bound = state
    if element.anchor:
        if ANCHORS[element.anchor](items, place):
            yield _State(at + 1, place, caught, bound)
        return
    if element.gap:
        end = place
        yield _State(at + 1, end, caught, bound)
        for _ in range(element.gap):
            if end >= len(items) or not _is_passed(items[end], element.gap):
                return
            end += 1
            yield _State(at + 1, end, caught, bound)
        return
    if place < len(items):
        keys = _keys(items[place])
        letter = next((option for option in element.options if option in keys), None)
        if letter is not None:
            more = ((letter, items[place]),) if letter in CAPTURED else ()
            yield _State(at + 1, place + 1, (*caught, *more), (*bound, place))
    if element.may_miss:
        yield _State(at + 1, place, caught, bound)


def _is_passed(item: Item, gap: int) -> bool:
    """May a gap go over this: a word, or in a long one a mark, too?"""
    is_other = gap > 3 and "D" in item.classes  # the Hessian, and the gradient of g
    # It becomes …, if A is symmetric; with respect to anything but x.
    is_condition = gap <= 3 and ("IF" in item.classes or item.word in EXCEPTING)
    if not item.word or item.word == ";" or is_other or is_condition:
        return False
    return item.word not in MARKS or (gap > 3 and item.word in (",", ":"))


def _begins(items: Sequence[Item], place: int) -> bool:
    """Does a clause begin here?"""
    before = items[place - 1] if place else None
    return before is None or before.word in (
        ",", ";", ":", "and", "but", "where", "with", "here", "(", "since", "because", "as", "also",
        "note", "while", "whereas",
    )  # fmt: skip


def _ends(items: Sequence[Item], place: int) -> bool:
    """Does a clause end here?"""
    after = items[place] if place < len(items) else None
    return (
        after is None
        or after.word in (",", ";", ":", ")", "(")
        or after.word in BOUNDS
        or not after.word
    )


ANCHORS: dict[str, Callable[[Sequence[Item], int], bool]] = {
    "^": _begins, "^^": lambda items, place: place == 0,
    "$": _ends, "$$": lambda items, place: place == len(items),
}  # fmt: skip


def clause_is_question(sentence: Sentence, found: Match) -> bool:
    """Is this asked, `is A symmetric?` or `A is symmetric?`, and not said?"""
    is_last = found.end >= len(sentence.items)
    before = sentence.items[found.start - 1].word if found.start else ":"
    return sentence.is_question and is_last and before == ":"
