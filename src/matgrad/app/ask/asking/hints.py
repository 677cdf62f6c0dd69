"""What a hint asks for is a step on the way: “Hint: first compute ⟦13⟧” is not the question.

Nor is a part of a claim that somebody asks about: “Why is it ⟦x^T⟧ and not ⟦x⟧?” in ⟦yx^T⟧.
"""

from __future__ import annotations

import re

from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.sentences import is_asking, sentences

_WHY = re.compile(r"^\W*(?:and\s+|but\s+|so\s+)?(?:why|how come)\b", re.I)
_HINT = re.compile(r"^\W*hints?\b", re.I)


def is_hint(sentence: str) -> bool:
    """Does a sentence give a hint that says what to do?"""
    return _HINT.search(sentence) is not None and is_asking(sentence)


def leave_hinted(marked: str, reading: Reading) -> None:
    """Leave the derivatives that only a hint names, where the text has a question besides."""
    hints = [sentence for sentence in sentences(marked) if is_hint(sentence)]
    hinted = {n for hint in hints for mark in re.findall(M, hint) for n in numbers(mark)}
    kept = [each for each in reading.asked if each[1] not in hinted]
    if kept or any(claim.segment not in hinted for claim in reading.claimed):
        reading.asked[:] = kept


def is_aside(said: Said, sentence: str, reading: Reading) -> bool:
    """Is a sentence a hint to what is asked or claimed already?"""
    return is_hint(sentence) and bool(said.asked or said.told or reading.asked or reading.claimed)


def leave_parts(said: Said, marked: str, reading: Reading) -> None:
    """Leave what is asked about inside of a claim: it is no claim itself."""
    values = [value for claim in reading.claimed for value in claim.values]
    for sentence in filter(_WHY.search, sentences(marked)):
        inside = {*numbers("".join(re.findall(M, sentence)))}
        told = [each for each in said.told if each.segment in inside]
        others = [reading.formula(x.segment) for x in said.told if x.segment not in inside]
        part = squeezed(reading.formula(told[0].segment)) if told else ""
        wholes = [squeezed(value) for value in (*values, *others)]
        if part and any(part in whole and part != whole for whole in wholes):
            said.told = [each for each in said.told if each not in told]


def squeezed(latex: str) -> str:
    """A formula without spaces, to look for it in others."""
    return "".join(latex.split())
