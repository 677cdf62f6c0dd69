"""Letters that people write side by side: Ax is a product, W1x is W1*x, x^Ty has a transpose.

A run of letters that is no known name is split into single letters, each with its digits and its
index; a declared name wins. Where the run may be a name after all, as Wh in Wh*h, it is a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from matgrad.syntax.inference import GREEK
from matgrad.syntax.parse import Known
from matgrad.syntax.tokens import Kind, Token, is_digit

PRODUCT, NAME = "a product", "a name"
# Which of these a run is; the first is the likelier one.
Choose = Callable[[Token, Sequence[str], tuple[str, str]], str]
WORDS = GREEK | {"pi"}
_CALLS = ("(", "{")


def with_products(tokens: Sequence[Token], known: Known, choose: Choose) -> list[Token]:
    """The tokens with runs of letters taken apart."""
    found: list[Token] = []
    for number, token in enumerate(tokens):
        is_whole = known.is_call(token.text) or known.is_over(token.text) or "'" in token.text
        if token.kind is not Kind.NAME or is_whole:
            found.append(token)
            continue
        pieces = [token]
        is_above = bool(found) and found[-1].text == "^" and found[-1].kind is Kind.SIGN
        if is_above and token.text[0] == "T" and token.text not in known.variables:
            pieces = _cut(token, ["T", token.text[1:]] if token.text[1:] else ["T"])
        following = tokens[number + 1] if number + 1 < len(tokens) else token
        is_call = following.text in _CALLS and following.start == token.end
        found += pieces[:-1]
        found += _pieces(pieces[-1], known, choose, is_call)
    return found


def _pieces(token: Token, known: Known, choose: Choose, is_call: bool) -> list[Token]:
    names = parts(token.text, known)
    if len(names) < 2:
        return [token]
    if all(name in known.variables for name in names):
        return _cut(token, names)
    is_word = _is_word(token.text)
    if is_word and is_call:
        return [token]  # an unknown function is told as such
    options = (NAME, PRODUCT) if is_word else (PRODUCT, NAME)
    return _cut(token, names) if choose(token, names, options) == PRODUCT else [token]


def _is_word(name: str) -> bool:
    """Does this look like a word: three small letters or more, or a capital before two?"""
    stem = name.partition("_")[0].rstrip("0123456789")
    return "_" in name or (len(stem) > 2 and stem[1:].islower() and not is_digit(stem[1]))


def parts(name: str, known: Known) -> list[str]:
    """The letters of a run, each with its digits; names that are known stay whole."""
    if name in known.variables or name in WORDS or len(name) == 1:
        return [name]
    found: list[str] = []
    at = 0
    while at < len(name):
        end = _known_to(name, at, known) or at + 1
        while end < len(name) and is_digit(name[end]):
            end += 1
        if end < len(name) and name[end] == "_":
            end = len(name)  # an index ends the run
        found.append(name[at:end])
        at = end
    return found


def _known_to(name: str, start: int, known: Known) -> int:
    """Where the longest known name ends that begins here; 0 if there is none."""
    for end in range(len(name), start + 1, -1):
        piece = name[start:end]
        if piece in known.variables or (piece in WORDS and len(piece) > 2 and piece != name):
            return end
    return 0


def _cut(token: Token, names: Sequence[str]) -> list[Token]:
    found: list[Token] = []
    at = token.start
    for name in names:
        found.append(Token(Kind.NAME, name, at, at + len(name)))
        at += len(name)
    return found
