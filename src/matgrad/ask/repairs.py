r"""What people write carelessly in formulas, put right on tokens: bare trace, V^t, ^H, \vert\vert.

Each repair is a row: it looks at the tokens from a place on and says what stands there instead. A
repair that changes what is meant is listed as a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from matgrad.core.reading import Guess
from matgrad.syntax.tokens import Kind, Token

Found = tuple[list[Token], int] | None  # what to write, and how many tokens it replaces
SPELLED = (
    "softmax sigmoid trace relu diag exp log det vec sin cos tanh max min tr Tr ln sum rank sign "
    "sqrt Diag"
).split()
ACRONYMS = frozenset("RSS MSE SSE NLL ELBO BCE SSR TSS KL CE".split())  # names of functions
FUNCTION_OF = {"Tr": "tr", "trace": "tr", "ln": "log"}
COMPLEX = "all quantities are real, so the conjugate transpose is the transpose"


class Repair(NamedTuple):
    """What is repaired, how, and what has to be told."""

    name: str
    read: Callable[[Sequence[Token], int], Found]
    guess: Guess | None = None


def repaired(
    tokens: list[Token], primed: frozenset[str] = frozenset()
) -> tuple[list[Token], list[Guess]]:
    """The tokens with every repair made, and the guesses that it took."""
    tokens = _with_primes(tokens, primed)
    found: list[Token] = []
    guesses: dict[str, Guess] = {}
    at = 0
    while at < len(tokens):
        for repair in REPAIRS:
            new = repair.read(tokens, at)
            if new is not None:
                found += new[0]
                at += new[1]
                if repair.guess is not None:
                    guesses[repair.name] = repair.guess
                break
        else:
            found.append(tokens[at])
            at += 1
    return found, list(guesses.values())


def _with_primes(tokens: list[Token], primed: frozenset[str]) -> list[Token]:
    """x' as a name of its own, where the text has it so."""
    found: list[Token] = []
    for token in tokens:
        last = found[-1] if found else None
        if token.text == "'" and last is not None and last.text in primed:
            found[-1] = last._replace(text=f"{last.text}_prime", end=token.end)
        else:
            found.append(token)
    return found


def _letters(tokens: Sequence[Token], at: int) -> Found:
    """t r a c e before a bracket is a function, where the letters touch."""
    first = tokens[at]
    if first.kind is not Kind.NAME or len(first.text) != 1 or first.font:
        return None
    before = tokens[at - 1] if at else first
    touches = before.kind is Kind.NAME and before.end == first.start
    if touches and first.text not in ("T", "D"):
        return None
    for word in (*SPELLED, *ACRONYMS):
        part = tokens[at : at + len(word)]
        after = tokens[at + len(word)] if at + len(word) < len(tokens) else first
        is_name = word in ACRONYMS
        is_run = "".join(t.text for t in part) == word and part[-1].end - first.start == len(word)
        if is_run and is_name and len(part) == len(word):
            return [Token(Kind.NAME, word, first.start, part[-1].end)], len(word)
        if (
            is_run
            and len(part) == len(word)
            and after.text in ("(", "{", "|", "[")
            and len(word) > 1
        ):
            text = FUNCTION_OF.get(word, word)
            return [Token(Kind.NAME, text, first.start, part[-1].end)], len(word)
    return None


def _small_transpose(tokens: Sequence[Token], at: int) -> Found:
    """V^t of a capital letter is its transpose; A^H is one, too."""
    return _raised(tokens, at, ("t", "tr"), only_capitals=True)


def _conjugate(tokens: Sequence[Token], at: int) -> Found:
    return _raised(tokens, at, ("H",), only_capitals=False)


def _raised(
    tokens: Sequence[Token], at: int, marks: Sequence[str], *, only_capitals: bool
) -> Found:
    token = tokens[at]
    if token.text != "^" or token.kind is not Kind.SIGN or not at or at + 1 >= len(tokens):
        return None
    base, above = tokens[at - 1], tokens[at + 1]
    length = 2
    if above.text == "{" and at + 3 < len(tokens) and tokens[at + 3].text == "}":
        above, length = tokens[at + 2], 4
    is_base = base.text[:1].isupper() or base.text == ")" or not only_capitals
    if above.kind is not Kind.NAME or above.text not in marks or not is_base:
        return None
    return [token._replace(text="'", end=above.end)], length


def _power_of_transpose(tokens: Sequence[Token], at: int) -> Found:
    """X^{-T} and X^{-2T}: the transpose of a power."""
    texts = [t.text for t in tokens[at : at + 6]]
    if texts[:3] != ["^", "{", "-"] or len(texts) < 6 or texts[5] != "}":
        return None
    if tokens[at + 3].kind is not Kind.NUMBER or texts[4] not in ("T", "'"):
        return None
    mark = tokens[at]._replace(text="'")
    return [mark, *tokens[at : at + 4], tokens[at + 5]], 6


def _double_bars(tokens: Sequence[Token], at: int) -> Found:
    r"""\vert\vert is a double bar, where nothing stands between."""
    if at + 1 >= len(tokens) or tokens[at].text != "|" or tokens[at + 1].text != "|":
        return None
    one, two = tokens[at], tokens[at + 1]
    return [one._replace(text="‖", end=two.end)], 2


def _identity(tokens: Sequence[Token], at: int) -> Found:
    r"""Id and \mathbb I are the identity."""
    token = tokens[at]
    is_run = token.text == "I" and at + 1 < len(tokens) and tokens[at + 1].text == "d"
    if token.kind is not Kind.NAME:
        return None
    if is_run and tokens[at + 1].start == token.end and not tokens[at + 1].font:
        return [token._replace(end=tokens[at + 1].end)], 2
    if token.text == "Id":
        return [token._replace(text="I")], 1
    return None


def _delta(tokens: Sequence[Token], at: int) -> Found:
    r"""\frac{\delta f}{\delta x} is a partial derivative."""
    token = tokens[at]
    if token.text != "delta" or token.kind is not Kind.NAME or not at:
        return None
    before = tokens[at - 1].text
    opens = at > 1 and before == "{" and tokens[at - 2].text in ("{", "/")
    if not opens or at + 1 >= len(tokens) or tokens[at + 1].text == "}":
        return None
    return [token._replace(kind=Kind.SIGN, text="∂")], 1


def _remark(tokens: Sequence[Token], at: int) -> Found:
    r"""\{\text{a column vector}\} behind a formula is a remark."""
    part = tokens[at : at + 3]
    is_remark = [t.text for t in part[::2]] == ["(", ")"] and part[1].kind is Kind.WORDS
    if not is_remark:
        return None
    return [part[1]._replace(start=part[0].start, end=part[2].end)], 3


REPAIRS: tuple[Repair, ...] = (
    Repair("a remark", _remark),
    Repair("letters of a function", _letters),
    Repair("the transpose of a power", _power_of_transpose),
    Repair("a small t above a capital", _small_transpose),
    Repair("a conjugate transpose", _conjugate, Guess(COMPLEX, "write ^T for the transpose")),
    Repair("two bars", _double_bars),
    Repair("the identity", _identity),
    Repair("a fraction of deltas", _delta),
)
