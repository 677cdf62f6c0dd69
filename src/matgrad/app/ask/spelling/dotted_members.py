r"""Dots beside members of a sum, \sum_i \exp(q\cdot k_i): products of vectors, or of numbers.

They are vectors where the text speaks of vectors, queries or features, transposes one of them or
takes its norm, unless the members are the entries of something that stands alone, as x_i of x.
Then the text is told that q is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.patterns import COMMAND
from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.segments import Cut, Segment

_LETTER = r"(?:[a-z](?![A-Za-z])|\\(?:theta|beta|phi|psi|mu|xi|eta)(?![A-Za-z]))"
_INDEX = r"\s*_\s*(?:[a-z](?![A-Za-z])|\{\s*(?:[a-z]|plus|minus|\w\s*,\s*\w)\s*\})"
_APART = r"(?:(?<![A-Za-z\\_^{])|(?<=_[a-z]))"
_ONE = rf"{_LETTER}(?:{_INDEX})?(?!\s*[_^'(])"
DOT = r"(?:\\cdot(?![A-Za-z])|·)"  # the sign is typed
PAIR = re.compile(rf"{_APART}(?P<a>{_ONE})\s*{DOT}\s*(?P<b>{_ONE})(?!\s*{DOT})")
_COMMAND = re.compile(r"\\[A-Za-z]+$")
_SUM = re.compile(r"\\sum(?![A-Za-z])")
_TURNED = r"\s*(?:\^\s*\{?\s*(?:T\b|\\top|\\intercal)|')"
_WORDS = re.compile(
    r"\bvectors?\b|\bquer(?:y|ies)\b|\bembeddings?\b|\bfeatures?\b|\bcontrastive\b|\binfo-?nce\b"
    r"|\b(?:dot|inner|scalar)[- ]products?\b|\bhyperplane|\bregressors?\b",
    re.I,
)
_NUMBERS = re.compile(r"\b(?:all|are(?: all)?)(?: real)? (?:numbers|scalars)\b", re.I)
_CALLED = re.compile(
    rf"\b(?:scalars?|numbers?)\s+({M})|({M})\s+is\s+(?:an?|the)\s+(?:real\s+)?(?:scalar|number)",
    re.I,
)


def with_dotted_members(cut: Cut) -> Cut:
    """The text with words that call the letters beside members vectors, where they are."""
    pairs = [each for latex in cut.formulas if _SUM.search(latex) for each in pairs_in(latex)]
    letters = dict.fromkeys(x for x, member in pairs if _are_vectors(cut, x, member))
    cut = cut.rewritten(_with_brackets) if pairs else cut
    more = [
        segment
        for x in letters
        for segment in (Segment(False, "\n\n"), Segment(True, x), Segment(False, " is a vector."))
    ]
    notes = (f"{quoted(x).plain} is a vector: the text speaks of vectors" for x in letters)
    return replace(cut, segments=(*cut.segments, *more), notes=(*cut.notes, *notes))


def _with_brackets(latex: str) -> str:
    r"""The formula with y_i(w\cdot x_i) for y_iw\cdot x_i: the dot binds more than the product."""

    def bracketed(found: re.Match[str]) -> str:
        before = latex[: found.start()].rstrip()
        is_factor = re.search(r"[\w})]$|\\,$", before) and not _COMMAND.search(before)
        return f"({found[0].strip()}) " if is_factor and "_" in found[0] else found[0]

    return PAIR.sub(bracketed, latex)


def pairs_in(latex: str) -> Iterator[tuple[str, str]]:
    """The letters without an index that dots join to members, and the letters of these."""
    for found in PAIR.finditer(latex):
        if ("_" in found["a"]) != ("_" in found["b"]):
            pair = sorted((found["a"], found["b"]), key=lambda name: "_" in name)
            yield _stem(pair[0]), _stem(pair[1])


def _stem(name: str) -> str:
    """A letter without its index."""
    return name.partition("_")[0].strip()


def _are_vectors(cut: Cut, letter: str, member: str) -> bool:
    """Does the text take a letter and the members beside it for vectors, and declare it not?"""
    x = rf"(?<![A-Za-z\\]){re.escape(letter)}"
    declared = re.compile(rf"{x}\s*(?:,[^=]{{0,30}})?\\in(?![A-Za-z])")
    if any(declared.search(latex) or _is_alone(member, latex) for latex in cut.formulas):
        return False
    called = {n for found in _CALLED.finditer(cut.marked) for n in numbers(found[1] or found[2])}
    if _NUMBERS.search(cut.words) or any(cut.segments[n].text.strip() == letter for n in called):
        return False
    told = re.compile(rf"{x}{_TURNED}|\\\|\s*{re.escape(letter)}\s*\\\|")
    return any(map(told.search, cut.formulas)) or _WORDS.search(cut.words) is not None


def _is_alone(letter: str, latex: str) -> bool:
    """Does a letter stand somewhere without an index?"""
    text = latex if letter.startswith("\\") else re.sub(COMMAND, " ", latex)
    text = re.sub(r"_\s*(?:\{[^{}]*\}|\w)", "_", text)
    return re.search(rf"{re.escape(letter)}(?![A-Za-z])(?!\s*_)", text) is not None
