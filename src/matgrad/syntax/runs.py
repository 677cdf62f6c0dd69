"""Letters that people write side by side: Ax is a product, W1x is W1*x, x^Ty has a transpose.

A run of letters that is no known name is split into single letters, each with its digits and its
index; a declared name wins. Where the run may be a name after all, as Wh in Wh*h, it is a choice.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from matgrad.core.reading import Guess
from matgrad.errors import ParseError
from matgrad.syntax.choices import GUESS, Choice, Choices, Option
from matgrad.syntax.hints import HINTS
from matgrad.syntax.inference import GREEK, convention
from matgrad.syntax.parse import Known
from matgrad.syntax.scope import WORD
from matgrad.syntax.tokens import Kind, Token, is_digit

PRODUCT, NAME, APPLIED, TURNED = "a product", "one name", "a function", "with a transpose"
WORDS = GREEK | {"pi"}
UNLIKELY = 3  # that cAx is one name, which is worse than a letter that is a number
_SIZES = {"matrix": "m x n", "vector": "n", "scalar": "scalar"}
_GLUED = re.compile(r"(\d*)([A-Z]+[t-z]?\d*|[t-z]\d*)")  # behind a function without a space: sin2x
_SMALL = re.compile("[a-z]{3}")
_OPERANDS = (Kind.NAME, Kind.NUMBER)


class Run(NamedTuple):
    """One way of reading a run of letters: what it is, and its pieces."""

    kind: str
    names: tuple[str, ...]
    is_doubtful: bool = False  # nobody would write so without saying it


def with_products(tokens: Sequence[Token], known: Known, choices: Choices) -> list[Token]:
    """The tokens with runs of letters taken apart."""
    if known.latex:
        return list(tokens)  # letters stand alone there
    _check_words(tokens, known)
    found: list[Token] = []
    for number, given in enumerate(tokens):
        token = given
        is_sure = len(token.text) == 1 or token.text in known.variables
        if token.kind is not Kind.NAME or is_sure:
            found.append(token)
            continue
        following = tokens[number + 1] if number + 1 < len(tokens) else token
        is_call = following.text in ("(", "{") and following.start == token.end
        is_above = bool(found) and found[-1].text == "^" and found[-1].kind is Kind.SIGN
        run = token
        if is_above and token.text[0] == "T" and token.text not in known.variables:
            mark, run = cut(token, ["T", token.text[1:]])
            found.append(mark)  # B^Tr is no trace
        is_applied = following.text in ("(", "[") or following.kind in _OPERANDS
        run = _in_small_letters(run, known, is_call, is_call or is_applied)
        is_whole = known.is_call(run.text) or known.is_over(run.text) or "'" in run.text
        if is_whole or (is_call and run.text in HINTS):
            found.append(run)
        else:
            found += _pieces(run, known, choices, is_call)
    return found


def _check_words(tokens: Sequence[Token], known: Known) -> None:
    """Refuse prose: two words side by side that are the names of nothing."""
    for one, other in pairwise(tokens):
        if (
            one.kind is other.kind is Kind.NAME
            and _is_prose(one, known)
            and _is_prose(other, known)
        ):
            hint = "give the formula alone; matgrad ask reads questions"
            raise ParseError("these are words, and no formula", (one.start, other.end), hint)


def _is_prose(token: Token, known: Known) -> bool:
    name = token.text
    if len(name) < 3 or not name.isalpha() or not _is_word(name):
        return False
    is_function = known.is_call(name) or known.is_over(name)
    return not is_function and len(parts(name, known)) == len(name)


def _in_small_letters(token: Token, known: Known, is_call: bool, is_applied: bool) -> Token:
    """The tr of Tr(A), the det of Det A, the relu of RELU(x) and ReLU(x)."""
    small = token.text.lower()
    is_title = token.text[0].isupper() and token.text[1:] == small[1:] != ""
    is_spelt_so = is_title or (is_call and len(small) > 2 and token.text != small)
    is_new = (
        is_spelt_so
        and small not in WORDS
        and token.text not in known.variables
        and not known.is_call(token.text)
    )
    return token._replace(text=small) if is_new and is_applied and known.is_call(small) else token


def _pieces(token: Token, known: Known, choices: Choices, is_call: bool) -> list[Token]:
    names = parts(token.text, known)
    if len(names) < 2:
        return [token]
    if all(name in known.variables for name in names):
        return cut(token, names)
    ways = _ways(token.text, names, known, is_call)
    return [token] if len(ways) == 1 else cut(token, _chosen(choices, token, ways).names)


def _ways(name: str, names: Sequence[str], known: Known, is_call: bool) -> list[Run]:
    """What a run may be, the likeliest first."""
    whole, product = Run(NAME, (name,), is_doubtful=True), Run(PRODUCT, tuple(names))
    if glued := _function_before(name, known):
        return [Run(APPLIED, glued), whole._replace(is_doubtful=False)]
    if "T" in names[1:-1] and "T" not in known.variables:
        turned = tuple(
            "'" if x == "T" and 0 < at < len(names) - 1 else x for at, x in enumerate(names)
        )
        return [Run(TURNED, turned), product, whole]
    is_form = names[0][0] in "uvwxyz" and names[-1].islower() and len(names) > 2
    if is_form and all(name[0].isupper() for name in names[1:-1]):
        return [Run(TURNED, (names[0], "'", *names[1:]), is_doubtful=True), product, whole]  # xAx
    is_letter = len(names) == 2 and min(map(len, names)) == 1 < max(map(len, names))
    is_named = is_letter and any(len(x) > 1 and x[1:].isalpha() for x in names)
    if is_named:  # alphax, dataw
        return [product._replace(is_doubtful=True), whole._replace(is_doubtful=False)]
    if not _is_word(name):
        return [product, whole]
    whole = whole._replace(is_doubtful=False)
    is_short = len(name) == 3 and not is_call
    return [whole, product._replace(is_doubtful=True)] if is_short else [whole]


def _chosen(choices: Choices, token: Token, ways: Sequence[Run]) -> Run:
    """The way of reading a run that is taken: a product of letters, a name, or something else."""
    name, shown = token.text, {way: _written(token, way) for way in ways}
    options: list[Option] = []
    for number, way in enumerate(ways):
        other = next(shown[each] for each in ways if each is not way)
        said = "one name" if way.kind == NAME else shown[way]
        guess = Guess(f"{name} is read as {said}", other, token.position)
        is_plain = way.kind == PRODUCT and not way.is_doubtful
        is_tie = number == 1 and way.kind == PRODUCT and ways[0].kind == TURNED
        is_long = way.kind == NAME and way.is_doubtful and len(name) > 2
        cost = 0 if is_tie else GUESS + UNLIKELY if is_long else number
        told = None if is_plain else guess
        options.append(Option(str(number), cost, "", told, shown[way], way.is_doubtful))
    question = f"is {name} {', or '.join(sorted({way.kind for way in ways}))}?"
    choice = Choice(f"run {name}", tuple(options), question, token.position)
    return ways[int(choices.choose(choice))]


def _written(token: Token, way: Run) -> str:
    if way.kind == NAME:
        return f"{token.text}: {_SIZES[convention(token.text)]}"
    if way.kind == APPLIED:
        return f"{way.names[0]}({'*'.join(way.names[1:])})"
    return "*".join(way.names).replace("*'", "'")


def _function_before(name: str, known: Known) -> tuple[str, ...]:
    """The function and its argument in sinx, sin2x, trX and trAB, written without a space."""
    for end in range(len(name) - 1, 1, -1):
        glued = _GLUED.fullmatch(name, end)
        if glued and known.is_call(name[:end]) and "_" not in name[:end]:
            number = (glued[1],) if glued[1] else ()
            return (name[:end], *number, *parts(glued[2], known))
    return ()


def _is_word(name: str) -> bool:
    """Does this look like a word: three small letters side by side, or a capital before two?"""
    stem = name.partition("_")[0].rstrip("0123456789")
    is_long = _SMALL.search(stem) is not None
    return (
        "_" in name or is_long or (len(stem) > 2 and stem[1:].islower() and not is_digit(stem[1]))
    )


def parts(name: str, known: Known) -> list[str]:
    """The letters of a run, each with its digits; names that are known stay whole."""
    if name in known.variables or name in WORDS or name == WORD or len(name) == 1:
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


def cut(token: Token, names: Sequence[str]) -> list[Token]:
    """The tokens of these names, which a run of letters is made of."""
    found: list[Token] = []
    at = token.start
    for name in names:
        is_left_out = name == "'" and token.text[at - token.start] != "T"
        end = at if is_left_out else min(at + len(name), token.end)  # ₙ is _n
        if is_digit(name[0]):
            found.append(Token(Kind.NUMBER, name, at, end, Fraction(int(name))))
        else:
            found.append(Token(Kind.SIGN if name == "'" else Kind.NAME, name, at, end))
        at = end
    return found
