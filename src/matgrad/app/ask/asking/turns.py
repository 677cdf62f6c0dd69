"""Texts that recall the derivative of one function and turn to another: “for ⟦g(x) = …⟧, is it …?”

What is claimed behind the turn is claimed of the function to which the text turns, and that is what
is asked about. So is what is claimed behind “but not the one for ⟦A⟧”, of another variable.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.notation import names_in
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.words import DERIVATIVE, JUST, RESPECT

_TURN = re.compile(
    rf"(?:^|(?<=[.?!;]\s)|(?<=[.?!;])|\b(?:but|and|so)\s+)(?:now\s+|then\s+|but\s+)*"
    rf"(?:(?:now|next)\s+(?:let|take|consider)|for|what\s+about|how\s+about)\s+(?:the\s+function\s+)?({M})"
    r"(?=\s*(?:[.?!,;]|$|(?:is|would|should|does|it|I|we|then|with|without|where"
    r"|when|instead|now)\b))",
    re.I,
)

_ONE = re.compile(rf"\bthe\s+one\s+(?:for|in|by|{RESPECT})\s+({M})(?=\s*(?:[.?!,;:]|$))", re.I)
_IS_IT = re.compile(  # not the gradient with respect to ⟦1⟧. Is it ⟦3⟧?
    rf"\b{DERIVATIVE}\s+{RESPECT}\s+({M})\s*[.?!;,]\s*(?:(?:so|and|but|or)\s+)?"
    rf"(?:is|isn['’]t|could|would|should)\s+(?:it|that|this)\s+(?:be\s+)?{JUST}({M})",
    re.I,
)


def with_ones_named(marked: str, reading: Reading) -> str:
    """The text with “the gradient with respect to ⟦1⟧” for “the one for ⟦1⟧” behind another."""
    known = {each.left.name for each in reading.defined}

    def named(found: re.Match[str]) -> str:
        (place,) = numbers(found[1])
        words = re.findall(DERIVATIVE, marked[: found.start()], re.I)
        written = [n for _, n in reading.asked] + [each.segment for each in reading.claimed]
        is_behind = bool(words) or any(n < place for n in written)
        names = reading.names.get(place, [])
        of = "of" if {*names} & known else "with respect to"
        noun = words[-1] if words else "gradient"
        return f"the {noun} {of} {found[1]}" if is_behind and len(names) == 1 else found[0]

    return _ONE.sub(named, marked)


def turn_to_variable(said: Said, marked: str, reading: Reading) -> None:
    """Take what is proposed right behind a question for the derivative by its variable."""
    for found in _IS_IT.finditer(" ".join(marked.split())):
        names, (place,) = reading.names.get(next(numbers(found[1])), []), numbers(found[2])
        if len(names) == 1:
            said.told = [
                replace(x, by=names[0]) if x.segment == place and not x.by else x for x in said.told
            ]


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
