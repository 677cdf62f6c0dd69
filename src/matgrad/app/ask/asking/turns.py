"""Texts that recall the derivative of one function and turn to another: “for ⟦g(x) = …⟧, is it …?”

What is claimed behind the turn is claimed of the function to which the text turns, and that is what
is asked about.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.facts.said import Said
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
        return  # which functions are asked about is told by their names
    said.told = [replace(x, of=last) if x.segment > last and x.of < 0 else x for x in said.told]
    said.of = [last]
