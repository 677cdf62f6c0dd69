"""Texts that recall the derivative of one function and turn to another: “for ⟦g(x) = …⟧, is it …?”

What is claimed behind the turn is claimed of the function to which the text turns, and that is what
is asked about.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.notation import names_in
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import M, numbers

_TURN = re.compile(
    rf"(?:^|(?<=[.?!;]\s)|(?<=[.?!;])|\b(?:but|and|so)\s+)(?:now\s+|then\s+|but\s+)*"
    rf"(?:(?:now|next)\s+(?:let|take|consider)|for|what\s+about|how\s+about)\s+(?:the\s+function\s+)?({M})"
    r"(?=\s*(?:[.?!,;]|$|(?:is|would|should|does|it|I|we|then)\b))",
    re.I,
)


def turn_to_another(said: Said, marked: str, reading: Reading) -> None:
    """Take the function to which a text turns for the one that it is about."""
    defined = {each.segment for each in reading.defined if each.left.arguments}
    turns = [n for found in _TURN.finditer(" ".join(marked.split())) for n in numbers(found[1])]
    turns = [n for n in turns if n in defined]
    recalled = {each.segment for each in (*said.told, *reading.claimed)}
    if not turns or not any(n < turns[-1] for n in recalled):
        return
    last = turns[-1]
    if any(n < last for n in defined):
        return  # which functions are asked about is told by their names, or by their places
    said.told = [replace(x, of=last) if x.segment > last and x.of < 0 else x for x in said.told]
    said.of = [last]


def give_to_nearest(said: Said, reading: Reading) -> None:
    """Take what is told between two functions, and behind them, for that of the one before it.

    “Let ⟦f(x) = …⟧; its gradient is ⟦3⟧. What about ⟦g(x) = …⟧? It is ⟦7⟧, right?” Not if one of
    the functions is made of another.
    """
    functions = [each for each in reading.defined if each.left.arguments]
    names = {each.left.name for each in functions}
    inside = {x for each in reading.defined for value in each.values for x in names_in(value)}
    places = sorted(each.segment for each in functions)
    told = [x.segment for x in said.told if x.of < 0 and x.segment not in said.in_order]
    is_between = bool(places) and any(places[0] < x.segment < places[-1] for x in said.told)
    if len(names) < len(places) or len(places) < 2 or names & inside or not is_between:
        return
    said.told = [
        replace(x, of=max(n for n in places if n < x.segment))
        if x.segment in told and x.segment > places[0]
        else x
        for x in said.told
    ]
