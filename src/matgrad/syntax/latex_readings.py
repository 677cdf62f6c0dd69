"""One way of reading a text: signs that shapes decide, and the order of its definitions."""

from __future__ import annotations

from matgrad.errors import AmbiguousError, ParseError
from matgrad.syntax.latex_choices import BARS_QUESTION, Choices, Question
from matgrad.syntax.latex_functions import (
    BARS,
    DETERMINANT_BARS,
    LENGTH_BARS,
    PLUS,
    POSITIVE_PART,
    PSEUDO_INVERSE,
)
from matgrad.syntax.parse import TIGHT
from matgrad.syntax.sums import Choose
from matgrad.syntax.tokens import Kind, Token
from matgrad.syntax.tree import Node

TIGHTLY = "products without a sign bind tightly"
BESIDE_ROW = "bars beside a row"
LOOSELY = "products without a sign bind loosely"


def as_lengths(tokens: list[Token], choices: Choices) -> list[Token]:
    """Bars may be absolute values, lengths or determinants; around scalars they are the same."""
    place = next(token.position for token in tokens if token.text == BARS)
    key = BESIDE_ROW if _is_beside_row(tokens) else BARS_QUESTION
    question = Question(
        key, (BARS, LENGTH_BARS, DETERMINANT_BARS),
        "do the bars mean the absolute value of each entry, a length, or a determinant?", place,
        r"\operatorname{abs}(x), \|x\| or \det(X)",
    )  # fmt: skip
    bars = choices.choose(question)
    return with_bars(tokens, bars)


def _is_beside_row(tokens: list[Token]) -> bool:
    """Do bars stand right behind a row, as in 1^T|X|^2 1? They may hold a matrix then."""
    places = [at for at, t in enumerate(tokens) if t.text == BARS and t.kind is Kind.NAME]
    return any([t.text for t in tokens[max(at - 2, 0) : at]] == ["'", TIGHT] for at in places)


def as_positive(tokens: list[Token], choices: Choices) -> list[Token]:
    """A plus above is the pseudo-inverse of a matrix, or the positive part of anything else."""
    place = next(token.position for token in tokens if token.text == PLUS)
    question = Question(
        "plus", (PSEUDO_INVERSE, POSITIVE_PART),
        "does the plus mean the pseudo-inverse, or the positive part?", place,
        r"\operatorname{pinv}(A), or \operatorname{relu}(x)",
    )  # fmt: skip
    meant = choices.choose(question)
    return [t._replace(text=meant) if t.text == PLUS and t.kind is Kind.NAME else t for t in tokens]


def as_inverses(tokens: list[Token]) -> list[Token]:
    """The tokens with pseudo-inverses of vectors, too: a^+b, where nothing else fits."""
    meant = (PSEUDO_INVERSE, POSITIVE_PART)
    return [t._replace(text="pinv") if t.text in meant else t for t in tokens]


def with_meanings(tokens: list[Token], choices: Choices) -> list[Token]:
    """The tokens, with one meaning for each sign that has several."""
    names = {token.text for token in tokens if token.kind is Kind.NAME}
    for sign, choose in ((BARS, as_lengths), (PLUS, as_positive)):
        tokens = choose(tokens, choices) if sign in names else tokens
    return tokens


def with_bars(tokens: list[Token], bars: str) -> list[Token]:
    """The tokens with bars of this meaning."""
    return [t._replace(text=bars) if t.text == BARS and t.kind is Kind.NAME else t for t in tokens]


def product_question(position: tuple[int, int]) -> Question:
    """Whether a product without a sign comes before another sign beside it."""
    return Question(
        "tightness", (TIGHTLY, LOOSELY),
        "what belongs together here? A product without a sign stands beside another sign",
        position, "put brackets around the product",
    )  # fmt: skip


def _check_last(definitions: list[list[Token]]) -> None:
    """Refuse f(x) = …, g(x) = … where neither uses the other: either may be the function."""
    used = {t.text for tokens in definitions for t in tokens[2:] if t.kind is Kind.NAME}
    last = [tokens for tokens in definitions if tokens[0].text not in used]
    if len(last) > 1:
        names = " or ".join(tokens[0].text for tokens in last)
        raise AmbiguousError(
            f"which is the function, {names}?", last[-1][0].position, "keep one of them"
        )


def ordered(definitions: list[list[Token]], *, is_last: bool) -> list[list[Token]]:
    """Definitions after those that they use; `is_last` says that the last is the function."""
    by_name = {tokens[0].text: tokens for tokens in definitions}
    if len(by_name) < len(definitions):
        raise AmbiguousError("a name is defined twice", definitions[-1][0].position)
    if is_last:
        _check_last(definitions)
    uses = {
        name: {t.text for t in tokens[2:] if t.kind is Kind.NAME and t.text in by_name}
        for name, tokens in by_name.items()
    }
    result: list[list[Token]] = []
    waiting = list(by_name)
    while waiting:
        ready = [name for name in waiting if not uses[name] & set(waiting)]
        if not ready:
            raise ParseError("these definitions go in a circle", by_name[waiting[0]][0].position)
        result += [by_name[name] for name in ready]
        waiting = [name for name in waiting if name not in ready]
    return result


def rows_or_columns(choices: Choices) -> Choose:
    """Asks whether the x_i of a sum are the rows or the columns of X; each shape may decide."""

    def choose(base: Node) -> str:
        question = Question(
            f"members of {base.text}", ("rows", "columns"),
            f"are these the rows or the columns of {base.text}?", base.position,
            r"say how many there are, as in \sum_{i=1}^n, or write the sum with matrices",
        )  # fmt: skip
        return choices.choose(question)

    return choose


def loosely(tokens: list[Token]) -> list[Token]:
    """Products without a sign as if they had one."""
    return [t._replace(text="*") if t.text == TIGHT else t for t in tokens]
