r"""The statements of a LaTeX text: definitions stand behind commas and words, in any order.

    b^T D^{-1} b,\ D = \operatorname{diag}(\tau)  ⟶  b^T D^{-1} b; D = diag(tau)
"""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.errors import ParseError
from matgrad.syntax.tokens import Kind, Token

# Words that only join formulas; every other word says something that is not read here.
JOINING = frozenset(
    "where with and for if so let then here so that given of is subject to otherwise".split()
)
_OPENING, _CLOSING = frozenset("( [ { ⦃ ⟨ ⟮| ⟮‖".split()), frozenset(") ] } ⦄ ⟩ |⟯ ‖⟯".split())
_MEMBERS = ("∈", ":")


def with_breaks(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with a break wherever a statement ends, and braces of sizes as brackets."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        is_sign = token.kind is Kind.SIGN
        depth += is_sign * ((token.text in _OPENING) - (token.text in _CLOSING))
        if token.kind is Kind.WORDS:
            _check_words(token)
            parts.append([])
        elif (is_sign and token.text == "," and not depth) or token.kind is Kind.BREAK and not depth:
            parts.append([])
        else:
            parts[-1].append(token)
    found: list[Token] = []
    for number, part in enumerate(part for part in _joined(parts) if part):
        if number:
            found.append(Token(Kind.BREAK, ";", part[0].start, part[0].start))
        found += _with_sizes(part)
    return found


def _check_words(token: Token) -> None:
    words = "".join(c if c.isalpha() else " " for c in token.text.lower()).split()
    if any(word not in JOINING for word in words):
        raise ParseError(
            "words inside a formula are not read here", token.position,
            "matgrad ask and mg.ask read words",
        )  # fmt: skip


def _joined(parts: Sequence[list[Token]]) -> list[list[Token]]:
    """`x, y ∈ R^n` is one statement; so is what goes on with a sign: a line with = behind it."""
    found: list[list[Token]] = []
    for part in parts:
        before = found[-1] if found else []
        is_list = bool(before) and all(
            token.kind is Kind.NAME or token.text == "," for token in before
        )
        is_member = any(token.text in _MEMBERS for token in part[1:2])
        goes_on = bool(part) and part[0].kind is Kind.SIGN and part[0].text in "=+"
        if is_list and is_member and len(before) < 2 * len(part):
            before += [Token(Kind.SIGN, ",", part[0].start, part[0].start), *part]
        elif before and goes_on:
            before += part
        else:
            found.append(part)
    return found


def _with_sizes(part: Sequence[Token]) -> list[Token]:
    r"""The sizes of \mathbb{R}^{m \times n} in brackets."""
    if not any(token.text == "ℝ" for token in part):
        return list(part)
    brackets = {"{": "(", "}": ")"}
    return [t._replace(text=brackets[t.text]) if t.text in brackets else t for t in part]
