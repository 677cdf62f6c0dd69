r"""Functions that derivatives call by their letter alone: \partial D/\partial\mu of a D_{KL} = ….

Of one function whose letter has a word below, people drop the word. They do not where the letter
alone is something else, a matrix D or a loss L that the text defines besides.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.patterns import COMMAND, D
from matgrad.app.ask.text.segments import Cut, Segment
from matgrad.app.ask.text.words import DERIVATIVE

_FONT = r"\\(?:mathrm|text|textrm|operatorname|mathsf|mathit|rm)\s*"
_LONG = r"[A-Za-z]{2,12}\s*"
_WORD = rf"_\s*(?:\{{\s*(?:{_FONT}\{{?\s*)?{_LONG}\}}?\s*\}}|{_FONT}\{{\s*{_LONG}\}})"
_SCRIPT = r"\\(?:mathcal|mathscr)\s*(?:\{\s*[A-Z]\s*\}|(?<=\s)[A-Z])"
_LETTER = rf"(?:{_SCRIPT}|\\ell(?![A-Za-z])|[A-Za-z])"
_HEAD = re.compile(
    rf"\s*(?P<name>(?P<letter>{_LETTER})\s*{_WORD})\s*(?:(?:\\left\s*)?\([^=]{{1,60}}\)\s*)?&?\s*:?="
)
_INDICES = re.compile(r"[ijklmn]{2,3}")
_BELOW = r"\s*[_^]\s*(?:\{[^{}]*\}|\\?\w+?)"
_NABLA = rf"\\nabla(?:{_BELOW})*\s*"
_OVER = rf"{D}\s*(?:\^\s*(?:2|\{{\s*2\s*\}})\s*)?"
_CALL = r"(?:\s*(?:\\left\s*)?\([^()]{1,40}\))?"
_OF = re.compile(rf"(?:{DERIVATIVE}s?\s+of|differentiat\w+|minimi[sz]\w+)\s+(?:the\s+)?$", re.I)
NOTE = "{} is taken for {}, the only function of that letter"


def with_short_names(cut: Cut) -> Cut:
    """The text with the whole name of a function where its letter alone is differentiated."""
    heads = [found for latex in cut.formulas if (found := _HEAD.match(latex))]
    for letter in dict.fromkeys(found["letter"] for found in heads):
        names = {re.sub(r"\s+", "", each["name"]) for each in heads if each["letter"] == letter}
        name = next(each["name"] for each in heads if each["letter"] == letter)
        if len(names) == 1 and not _INDICES.fullmatch(name.partition("_")[2].strip("{} ")):
            cut = _with_name(cut, letter, name)
    return cut


def _with_name(cut: Cut, letter: str, name: str) -> Cut:
    """The text with one name for its letter, unless the letter stands for something by itself."""
    signed = re.compile(  # a letter below a fraction is a variable
        rf"(?P<sign>{_NABLA}|(?<![A-Za-z]){_OVER}(?={re.escape(letter)}{_CALL}\s*(?:/|\}}\s*\{{)))"
        rf"{re.escape(letter)}(?![A-Za-z_]|\s*_)"
    )
    segments = list(cut.segments)
    for i, each in enumerate(segments):
        if each.is_math:
            is_asked = each.text.strip() == letter and i and _OF.search(segments[i - 1].text)
            text = signed.sub(lambda found: f"{found['sign']} {name}", each.text)
            segments[i] = Segment(True, name if is_asked else text)
    rest = " ; ".join(each.text for each in segments if each.is_math)
    if tuple(segments) == cut.segments or _is_alone(letter, rest):
        return cut
    note = NOTE.format(quoted(letter).plain, quoted(name).plain)
    return replace(cut, segments=tuple(segments), notes=(*cut.notes, note))


def _is_alone(letter: str, text: str) -> bool:
    """Does a letter stand without an index in formulas?"""
    text = text if letter.startswith("\\") else re.sub(COMMAND, " ", text)
    return (
        re.search(rf"{re.escape(letter)}(?!\s*_)", re.sub(r"_\s*(?:\{[^{}]*\}|\w)", "_", text))
        is not None
    )
