"""Functions that a sentence puts in the place of the one of the text, for what it says itself.

“If I use ⟦5⟧ instead, is the gradient still ⟦7⟧?” asks whether ⟦7⟧ is that of ⟦5⟧. “The book has
⟦5⟧, but for ⟦7⟧” tells that ⟦5⟧ is that of ⟦7⟧.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.notation import names_in, whole_name
from matgrad.app.ask.formulas.reading import Defined, Reading, names_of
from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.words import DERIVATIVE

_FUNCTION = r"(?:function|loss|objective|cost|energy|criterion|potential|expression|problem|it)"
_WORDS = (  # the plain cost, not: the product rule with
    r"(?:(?!(?:with|of|on|to|by|in|for|as|from|that|fact|rule|formula|identity|notation)\b)[a-z-]+\s+)"
    r"{0,4}?"
)
_USE = (
    r"(?:use|used|take|took|consider|considered|minimi[sz]e|minimi[sz]ed|choose|chose|had|start(?:ed)?"
    r"\s+(?:from|with)|differentiate|look(?:ed)?\s+at|work(?:ed)?\s+with|optimi[sz]e|write|wrote)"
)
_WAYS = (
    r"\b(?:if|when|suppose|assume|what\s+if)\s+(?:instead\s+)?(?:that\s+)?"
    rf"(?:I|we|one|you|he|she|they)\s+(?:now\s+|instead\s+)?{_USE}\s+"
    rf"{_WORDS}(?P<mark>{M})(?!\s+(?:instead\s+of|as|for)\b)",
    rf"\bif\s+(?:the\s+)?{_FUNCTION}\s+(?:were|was|is|had\s+been)\s+(?P<mark>{M})",
    rf"\b(?:for|with|using|taking)\s+(?:the\s+(?:[a-z-]+\s+){{0,3}})?(?P<mark>{M})\s+instead\b",
    rf"\breplac(?:e|ed|ing)\s+(?:(?P<old>{M})|the\s+{_FUNCTION}|it)\s+(?:by|with)\s+(?P<mark>{M})",
    rf"\bwithout\s+the\s+(?:half|factor|constant|prefactor|one\s+half|square(?:\s+root)?|root|log)\b"
    rf"\s*,?\s*(?:i\.?\s?e\.?|that\s+is|namely|so)\s*,?\s+(?:just\s+|for\s+|with\s+)?(?P<mark>{M})",
)
_OTHERWISE = re.compile(
    r"\b(?:instead|still|also|too|without|were|would|becomes?|chang\w+|replac\w+|rather|other|another"
    r"|different)\b",
    re.I,
)
_BUT_FOR = (
    rf"(?P<claim>{M})\s*[,(;]?\s*(?:(?:but|though|although|however|only|which|that|this|it|is|was"
    r"|that['’]s|it['’]s|holds|of|course)\s+)*for\s+(?:(?:the|his|her|their|its)\s+"
    r"(?:[a-z-]+\s+){0,2})?"
)
_ENDS = r"(?=\s*(?:[.,;:?!)]|$|of\s+course\b|instead\b|only\b))"
_TOLD_OF = (  # ⟦5⟧, but for ⟦7⟧; ⟦7⟧ has the gradient ⟦5⟧
    re.compile(rf"{_BUT_FOR}(?P<mark>{M}){_ENDS}", re.I),
    re.compile(
        rf"(?P<mark>{M})\s+has\s+(?:(?:the|a)\s+)?{DERIVATIVE}\s+(?P<claim>{M})",
        re.I,
    ),
)
_TOLD_OF_WORD = re.compile(rf"{_BUT_FOR}(?-i:(?P<made>(?P<name>[A-Z])/[A-Za-z])){_ENDS}", re.I)
_RELATION = re.compile(r"[<>=]|\\(?:ne|neq|leq?|geq?|gt|lt|in|succ|prec|to|approx)(?![A-Za-z])")
_PATTERNS = tuple(re.compile(way, re.I) for way in _WAYS)


def instead_in(said: Said, sentence: str, reading: Reading) -> int | None:
    """The function that a sentence puts in the place of the text's own."""
    known = {*reading.bare, *(each.segment for each in reading.defined if each.left.arguments)}
    known -= {*said.claims}
    ways = _PATTERNS if _OTHERWISE.search(sentence) else ()
    found = [each for way in ways for each in way.finditer(sentence) if _is_whole(each, reading)]
    return min((n for each in found for n in numbers(each["mark"]) if n in known), default=None)


def _is_whole(found: re.Match[str], reading: Reading) -> bool:
    """Is a function replaced, and not a name inside of one?"""
    old = found.groupdict().get("old")
    return not old or bool({*names_of(old, reading)} & reading.functions)


def tell_of_written(said: Said, marked: str, reading: Reading) -> None:
    """Give claims to the functions that the words beside them write out: ⟦5⟧, but for ⟦J = …⟧."""
    text = " ".join(marked.split())
    found = [
        numbers(each["claim"] + each["mark"]) for way in _TOLD_OF for each in way.finditer(text)
    ]
    names = {each.left.name for each in reading.defined}
    for each in _TOLD_OF_WORD.finditer(text):  # C/n is not found as a formula
        if each["name"] in names:
            said.changed |= dict.fromkeys(numbers(each["claim"]), each["made"])
    for claim, mark in found:
        is_open = any(t.segment == claim and t.of in (-1, mark) for t in said.told)
        is_named = bool({*reading.names.get(mark, ())} & reading.functions)  # ⟦5⟧ for ⟦g⟧
        if is_open and (is_named or mark in _written_beside(reading, claim)):
            said.instead |= {} if is_named else {claim: mark}
            said.told = [
                replace(t, of=mark, by="" if is_named else t.by) if t.segment == claim else t
                for t in said.told
            ]


def _written_beside(reading: Reading, claim: int) -> Iterator[int]:
    """The formulas that are functions of what the functions of the text are functions of.

    Not A = I, of an A in the function, nor r = Ax - b, which is a part of it or of the claim.
    """
    functions = [each for each in reading.defined if each.left.arguments] or reading.defined
    known = {each.left.name: {*names_in(each.values[0])} for each in reading.defined}
    inside = {name for names in known.values() for name in names}
    told = {*names_in(reading.formula(claim))}
    given = {whole_name(x) for each in functions for x in each.left.variables}
    moving = {*filter(None, given)} or inside - {*known}

    def moves(latex: str) -> bool:
        names = {*names_in(latex)}
        reached = names.union(*(known.get(name, ()) for name in names))
        return bool(moving & reached or (names - told) & {*known})

    yield from (
        each.segment
        for each in reading.defined
        if each.left.name not in inside | moving | told and each not in functions[:1]
        if moves(each.values[0]) and not _is_part(each, functions)
    )
    yield from (
        n for n, latex in reading.bare.items() if moves(latex) and not _RELATION.search(latex)
    )


def _is_part(some: Defined, functions: Sequence[Defined]) -> bool:
    """Does what a small letter stands for occur in another function?"""
    if some.left.arguments or some.left.name[0].isupper():
        return False
    part = "".join(some.values[0].split())
    others = ("".join(value.split()) for each in functions for value in each.values if each != some)
    return any(part in other for other in others)
