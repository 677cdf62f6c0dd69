"""Equations with names of programs, as people type them: KL = -0.5*sum(1 + logvar - exp(logvar)).

They are marked as code, so that they are read whole: cut at such a word, what is left would be
another function. Words after d in a quotient, dKL/dlogvar and dL/dmu, are names as well.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.greek import SIGNS
from matgrad.app.ask.text.plain import SAFE
from matgrad.app.ask.text.words import RESPECT
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.latex_tables import SHORT as MACROS

_LEFT = re.compile(r"(?<![\w`$\\.(=])(?P<name>[A-Za-z]+\d?)(?:\([A-Za-z, ]*\))?\s*:?=(?![=>])")
_TOKEN = re.compile(
    r"[ \t]*(?:(?P<sign>\*\*|\.\*|\./|\.\^|[-+*/^@])|(?P<open>\()|(?P<close>\))|(?P<comma>,)"
    r"|(?P<operand>[A-Za-z]+\d?(?![\w\\$])|\d+(?:\.\d+)?(?:e-?\d+)?(?!\w))|(?P<turned>'|\.T\b))"
)
_WORD = re.compile(r"[A-Za-z]{3,}")
_KNOWN = frozenset({*FUNCTIONS, *MACROS, *SAFE, *SIGNS, "norm", "std", "eps", "yhat"})
_ENDS = re.compile(r"\s*(?:$|[.,;:?!)\n]|(?:with|where|and|for|wrt|when|if|using|is|the|then)\b)")
_ABOVE = r"[A-Z][A-Za-z]{0,7}|[a-z]|loss|cost|error|energy|obj"
_GREEK = "|".join(sorted(SIGNS, key=len, reverse=True))
LONGEST = 400  # characters of one equation


def with_identifiers(text: str) -> str:
    """The text with its equations with names of programs marked as code."""
    parts: list[str] = []
    words: set[str] = set()
    position = 0
    for found in _LEFT.finditer(text):
        end = _end(text, found.end()) if found.start() >= position else 0
        inside = _names(text[found.end() : end]) if end else set[str]()
        if inside and _ENDS.match(text, end):
            parts += [text[position : found.start()], f"`{text[found.start() : end].strip()}`"]
            words |= inside | ({found["name"]} if _WORD.fullmatch(found["name"]) else set())
            position = end
    return _with_quotients("".join([*parts, text[position:]]), words)


def _names(expression: str) -> set[str]:
    """The words of an expression that are no functions."""
    is_made = re.search(r"[-+*/^(]", expression) is not None
    return {w for w in _WORD.findall(expression) if w not in _KNOWN} if is_made else set()


def _end(text: str, start: int) -> int:
    """Behind the expression that begins here; 0 if it is none, or goes on in another way."""
    at, depth, end, takes = start, 0, 0, True
    while (found := _TOKEN.match(text, at)) and found.end() - start < LONGEST:
        if takes and (found["close"] or found["comma"] or found["turned"]):
            return 0
        if found["operand"] and not takes:
            if depth:
                return 0
            break
        if (found["comma"] or found["close"]) and not depth:
            break
        is_call = found["open"] and not takes
        if is_call and not re.search(r"[A-Za-z]\s*$", text[start:at]):
            return 0  # 2(x + y) is no call
        depth += bool(found["open"]) - bool(found["close"])
        takes = bool(found["sign"] or found["open"] or found["comma"])
        at = found.end()
        end = at if not depth and not takes else end
    return end if not depth and end == at else 0


def _with_quotients(text: str, words: set[str]) -> str:
    """The text with bars for dKL/dlogvar and dL/dmu_j, and with names behind “with respect to”."""
    own = "|".join(sorted(words, key=len, reverse=True)) or "(?!)"
    below = rf"(?P<word>{own})|(?P<greek>{_GREEK})(?P<index>_[A-Za-z\d])?"
    quotient = re.compile(rf"(?<![\w\\$`])[d∂](?P<above>{_ABOVE}|{own})/[d∂](?:{below})(?![\w^])")
    named = re.compile(rf"(?P<before>\b{RESPECT}\s+)(?P<word>{own})(?!\w)")
    text = named.sub(lambda found: f"{found['before']}`{found['word']}`", text)
    return quotient.sub(_fraction, text)


def _fraction(found: re.Match[str]) -> str:
    above = found["above"]
    above = above if len(above) == 1 else rf"\mathrm{{{above}}}"
    greek = rf"\{found['greek']} {found['index'] or ''}"
    below = rf"\mathrm{{{found['word']}}}" if found["word"] else greek
    return rf"$\frac{{\partial {above}}}{{\partial {below}}}$"
