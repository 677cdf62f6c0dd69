"""Names that are defined in words: “f(x) = twice ⟦2⟧” has a formula when its words are taken in."""

from __future__ import annotations

import re

from matgrad.app.ask.spelling.writing import ANY, ONE, Writing
from matgrad.app.ask.text.marks import MARK
from matgrad.app.ask.text.words import DERIVATIVE, RESPECT

NAME = re.compile(
    r"\s*(?:\\mathrm\s*\{[A-Za-z]+\}|\\[A-Za-z]+|[A-Za-zα-ωΑ-Ω])(?:_\w|_\{\w+\})?"
    r"(?:\([^()=]*\))?\s*"
)
_NEAR = 120  # characters before a formula that tell what it is
_ACTS = re.compile(rf"[^.?!;:{MARK[0]}]*?\b(?P<how>of|over)\s[^.?!;:]*?{ONE}")  # = the log of ⟦3⟧

_DIFFERENTIATED = re.compile(
    rf"{DERIVATIVE}s?\b(?:\s+(?:{RESPECT}|by|in)\s+{ANY})?\s+of\s+(?:[a-z]+\s+){{0,3}}\Z", re.I
)


def is_differentiated(writing: Writing, place: int) -> bool:
    """Is a formula that of “the gradient of ⟦1⟧ is …”, and not what the words define?"""
    return _DIFFERENTIATED.search(writing.text, max(0, place - _NEAR), place) is not None


def name_defined(writing: Writing) -> None:
    """Write “⟦f(x)⟧ is twice ⟦2⟧” for “⟦f(x) =⟧ twice ⟦2⟧”; of words that act, “equals”."""
    for found in re.finditer(rf"{ONE}(?=\s+[a-z])", writing.text):
        formula = writing.formula(found[1]).rstrip()
        if formula.endswith("=") and NAME.fullmatch(formula[:-1].rstrip(":")):
            writing.formulas[int(found[1])] = formula[:-1].rstrip(":")
            acts = _ACTS.match(writing.text, found.end())
            is_told = acts and (
                acts["how"] == "over" or not NAME.fullmatch(writing.formula(acts[2]))
            )
            verb = "equals" if is_told else "is"
            writing.text = writing.text.replace(found[0], f"{found[0]} {verb}", 1)


def define_made(writing: Writing, given: int) -> None:
    """Write “⟦f(x) = 2(b)⟧” for “⟦f(x)⟧ is ⟦2(b)⟧”, if words made that formula."""
    for found in re.finditer(
        rf"{ONE}\s+(?:is|be|denotes?|equals?)\s+(?:the\s+)?{ONE}", writing.text
    ):
        name, value = writing.formula(found[1]), writing.formula(found[2])
        is_name = "(" in name and NAME.fullmatch(name) and "=" not in value
        if int(found[2]) >= given and is_name and not is_differentiated(writing, found.start()):
            made = writing.add(f"{name} = {value}")
            writing.text = writing.text.replace(found[0], made, 1)
