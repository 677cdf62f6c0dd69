"""Words that are typed beside typed formulas as if they were signs: neg log(x), half x'Ax + b'x.

They become the signs, so that they reach as far as these do: half x'Ax + b'x is ½x'Ax + b'x. What
a word takes in of a formula in LaTeX is settled later (spelling.worded).
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.beside import ENGLISH, NAME, STRONG
from matgrad.app.ask.text.calls import close_of
from matgrad.app.ask.text.divided import BLANK
from matgrad.app.ask.text.letters import SHORT_WORDS, is_mathematical
from matgrad.app.ask.text.plain import SAFE

_SIGNS = {
    **dict.fromkeys(("minus", "neg", "negative"), "-"),
    **dict.fromkeys(("half", "one half"), "1/2 "),
    **dict.fromkeys(("twice", "double"), "2 "),
    **dict.fromkeys(("thrice", "triple"), "3 "),
}
_SIGNED = re.compile(
    r"(?P<before>(?:\b(?:of|differentiat(?:e|ing)|is|be|are|get|got|have|equals?|(?:mini|maxi)mi[sz]e"
    rf"|of{BLANK}the|is{BLANK}the|compute|consider)|[=:]){BLANK})"
    rf"(?P<word>{'|'.join(_SIGNS)}){BLANK}(?P<right>[^\s$]+)"
)
_BETWEEN = re.compile(
    rf"(?<![^\s$])(?P<left>[^\s$]+){BLANK}(?P<word>plus|minus){BLANK}(?P<right>[^\s$]+)"
)
_ARGUMENT = re.compile(rf"{BLANK}(?!of\b|likelihood|loss)[^\s$]")
_SCALED = re.compile(r"\d+(?:\.\d+)?[A-Za-z]{0,3}")
_ADDED = re.compile(r"\b(?P<word>log|ln)[ -](?P<how>sum|mean)[ -]exp\(")
# of x'Ax plus a constant, f = x'Ax plus a constant; not: a constant c, nor what is claimed
_FUNCTION = (
    r"(?:\b(?:of|differentiat(?:e|ing)|(?:mini|maxi)mi[sz](?:e|ing))"
    r"|(?<![\w/'])[A-Za-z](?:\([\w, ]{0,20}\))?\s?:?=)\s"
    r"(?:(?!\b(?:is|are|was|be|get|got|gives?|equals?|becomes?)\b)[^.?!;\n=]|\.(?=\S)){1,120}?"
)
_CONSTANT = re.compile(
    rf"(?P<function>{_FUNCTION}){BLANK}(?:plus|\+){BLANK}(?:(?:an?|some|any){BLANK})?"
    rf"(?:(?:additive|arbitrary){BLANK})?const(?:ant)?(?:{BLANK}term)?\b(?![ \t]*[*(^/$'])"
    rf"(?!{BLANK}(?:times|vector|matri|number|scalar|factor|multiple|that|which|\$|[A-Za-zα-ω]\b))"
)
_APPLIED = rf"(?=\(|{BLANK}(?:\(|[a-z]\b))"
_ARCUS = re.compile(rf"\barc[ -](?P<function>sin|cos|tan){_APPLIED}")
_INVERSE = re.compile(rf"\binverse (?P<function>(?:sin|cos|tan)h?|sec|csc|cot){_APPLIED}")


def with_spoken(text: str) -> str:
    """The text with signs for words before and between typed formulas.

    >>> with_spoken("gradient of neg log sum exp(Ax)")
    'gradient of -log(sum(exp(Ax)))'
    """
    text = _INVERSE.sub(r"\g<function>^{-1}", _ARCUS.sub(r"arc\g<function>", text))
    return _BETWEEN.sub(_between, _SIGNED.sub(_signed, _with_added(text)))


def without_constants(text: str) -> tuple[str, list[str]]:
    """The text without “plus a constant” behind a function, and what is told of it."""
    text, found = _CONSTANT.subn(r"\g<function>", text)
    return text, ["the constant that is added is left out"] if found else []


def _signed(found: re.Match[str]) -> str:
    """A word for a sign or a factor before a formula."""
    is_applied = found["right"] in SAFE and _ARGUMENT.match(found.string, found.end())
    is_operand = _is_operand(found["right"]) or is_applied
    return f"{found['before']}{_SIGNS[found['word']]}{found['right']}" if is_operand else found[0]


def _between(found: re.Match[str]) -> str:
    """A word for a sign between two formulas."""
    is_whole = STRONG.search(found["left"]) and is_mathematical(found["left"])
    if not is_whole or found["left"][-1] in ".,;:?!" or not _is_operand(found["right"]):
        return found[0]
    return f"{found['left']} {'+' if found['word'] == 'plus' else '-'} {found['right']}"


def _is_operand(word: str) -> bool:
    """Can a term of a formula begin with this word?"""
    bare = word.strip(".,;:?!")
    if not is_mathematical(bare) or bare in ENGLISH or bare in SHORT_WORDS:
        return False
    return bool(STRONG.search(bare) or NAME.fullmatch(bare) or _SCALED.fullmatch(bare))


def _with_added(text: str) -> str:
    """The text with log(sum(exp(x))) for log sum exp(x)."""
    position = 0
    while found := _ADDED.search(text, position):
        position = found.end()
        close = close_of(text, found.end())
        if close:
            inside = text[found.end() : close]
            made = f"{found['word']}({found['how']}(exp({inside})))"
            text = text[: found.start()] + made + text[close + 1 :]
    return text
