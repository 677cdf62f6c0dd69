r"""Variables that are only called by a noun: “with logits ⟦z⟧ … with respect to the logits”.

Where the text gives the noun just one letter, that is the variable.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.spelling.writing import ANY, Writing, has_marks
from matgrad.app.ask.text.patterns import ignoring_case
from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.words import RESPECT

_OTHER = (  # what may be many things, or none
    r"(?!(?:parameters?|variables?|arguments?|vectors?|matri\w+|scalars?|numbers?|function|loss|both|all|each"
    r"|every|any|either|it|them|this|that|these|those|which|what|whom|entries|elements|components?|time"
    r"|others?|rest|remaining|one|two|three|unknowns?|same|first|second|last|entire|whole)\b)"
)
_ENDS = (
    r"(?![\w-])(?=\s*(?:[.,;:?!)]|\Z|\n|(?:and|or|is|are|for|of|in|at|when|if|where|while|as|but|only|gives?|should"
    r"|would|here|using|by|directly|please|instead|then|because|so|then|holding|keeping|with)\b))"
)
_ASKED = re.compile(
    rf"\b{RESPECT}\s+(?:(?:the|its|our|my)\s+)?(?:(?P<kind>[a-z-]+)\s+)??{_OTHER}"
    rf"(?P<noun>[a-z][a-z-]{{2,}}){_ENDS}",
    re.I,
)
_TYPED = re.compile(rf"\b{RESPECT}\s+(?:(?:the|its|our|my)\s+)?(?P<mark>{ANY})", re.I)
_WORD = re.compile(r"\s*\\(?:mathrm|operatorname|text)\s*\{\s*(?P<noun>[a-z]{3,})\s*\}\s*")
_NAME = re.compile(
    r"\s*(?P<name>(?:\\[A-Za-z]+|[A-Za-z])(?:\s*\{\s*[A-Za-z]\s*\})?(?:\s*_\s*(?:\w|\{\s*\w+\s*\}))?)"
    r"\s*(?:\\in\b.*)?\s*",
    re.DOTALL,
)
_KINDS = re.compile(  # of which there may be another besides
    r"(?:prior|posterior|initial|true|old|new|previous|next|current|optimal|predicted|estimated|hidden"
    r"|first|second|third|final|last|mean|total|inner|outer|left|right|other)\b",
    re.I,
)
MOST = 8  # nouns that are looked for
_A = r"(?:the|an?|our|my|its|some)"


def with_called_variables(cut: Cut) -> Cut:
    """The text with the letter behind a noun by which it differentiates."""
    if has_marks(cut):
        return cut
    writing = Writing.of(cut)
    before = writing.text
    asked = [*_ASKED.finditer(writing.text)]
    nouns = [*dict.fromkeys((found["noun"], found["kind"] or "") for found in asked)][:MOST]
    letters = {key: _letter(writing, *key) for key in nouns}
    for found in reversed(asked):
        if name := letters.get((found["noun"], found["kind"] or "")):
            writing.put(found.end(), found.end(), f" {writing.add(name)}")
    for found in reversed([*_TYPED.finditer(writing.text)][:MOST]):
        word = _WORD.fullmatch(writing.formula(found["mark"]))
        noun = word["noun"] if word else ""
        name = _letter(writing, noun) if noun and not _is_written(writing, noun) else ""
        if name:
            writing.put(*found.span("mark"), f"the {noun} {writing.add(name)}")
    return writing.recut(cut) if writing.text != before else cut


def _is_written(writing: Writing, noun: str) -> bool:
    """Is the word itself a letter of formulas?"""
    inside = re.compile(rf"\{{\s*{noun}\s*\}}")
    return any(inside.search(x) for x in writing.formulas if not _WORD.fullmatch(x))


def _letter(writing: Writing, noun: str, kind: str = "") -> str:
    """The only letter that the text gives to a noun."""
    names = {*_letters(writing, noun, kind)}
    return names.pop().strip("?") if len(names) == 1 else ""


def _letters(writing: Writing, noun: str, kind: str) -> Iterator[str]:
    """The letters that the text gives to a noun of a kind; ? where it may be of another kind."""
    stem = re.escape(noun if noun.endswith("ss") else noun.removesuffix("s"))
    called = (rf"{re.escape(kind)}\s+" if kind else "") + rf"{stem}(?:s|es)?"
    one = rf"(?P<mark>{ANY})"
    before = r"(?<![\w-])(?P<kind>[a-z-]+\s+)?"
    ways = (
        rf"{before}\b{called}(?:\s+(?:vector|matrix|term|map|layer))?\s+(?:(?:is|are|be)\s+)?{one}",
        rf"{one}\s+(?:is|are|be|denotes?|being|as|for)\s+{_A}\s+(?:[a-z-]+\s+){{0,2}}?{before}{called}"
        r"(?![\w-])",
    )
    for way in ways:
        for found in ignoring_case(way).finditer(writing.text):
            name = _NAME.fullmatch(writing.formula(found["mark"]))
            is_other = not kind and _KINDS.match(found["kind"] or "") is not None
            yield name["name"].strip() if name and not is_other else "?"
