r"""A problem in LaTeX: its statements in the order of the grammar, and its names."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from matgrad.core.steps import Problem
from matgrad.errors import AmbiguousError, MatgradError, ParseError, UnsupportedError
from matgrad.syntax.choices import Choices, settle
from matgrad.syntax.declarations import Shapes, declare
from matgrad.syntax.latex.hints import with_signs
from matgrad.syntax.latex.lexer import tokens_of
from matgrad.syntax.latex.names import with_operators
from matgrad.syntax.latex.statements import with_breaks
from matgrad.syntax.latex.tables import function
from matgrad.syntax.limits import GENEROUS, Limits
from matgrad.syntax.options import with_options
from matgrad.syntax.problem import check_bytes, read_problem
from matgrad.syntax.scope import Declaration
from matgrad.syntax.tokens import GREEK, Kind, Token
from matgrad.syntax.way import Way


def parse_latex(  # noqa: PLR0913, PLR0917
    text: str,
    shapes: Shapes | None = None,
    assume: Mapping[str, Sequence[str]] | None = None,
    limits: Limits | None = None,
    scalar: bool = False,
    wrt: Sequence[str] = (),
) -> Problem:
    r"""Read a function as people write it in LaTeX; shapes that are not given are inferred.

    >>> str(parse_latex(r"\|Ax-b\|_2^2").function)
    'norm2(A*x - b)^2'
    """
    limits = limits or GENEROUS

    def parsed(text: str) -> Problem:
        try:
            check_bytes(text, limits)
            return _read(text, declare(shapes or {}, assume or {}, limits), way)
        except MatgradError as error:
            raise error.at(None, text) from None

    way = Way(limits, scalar, wrt=tuple(wrt), latex=True)
    try:
        return parsed(text)
    except AmbiguousError as error:
        error.ways = tuple(replace(each, text=with_signs(each.text)) for each in error.ways)
        raise with_options(error, text, parsed) from None


def _read(text: str, declared: dict[str, Declaration], way: Way) -> Problem:
    if not text.strip():
        raise ParseError("the function is missing", (0, len(text)), r"as in \|Ax-b\|_2^2")
    tokens = with_round_brackets(with_one_font(tokens_of(text, way.limits)))
    written = with_operators(tokens, declared)
    tokens = with_squares(with_breaks(with_whole_names(written, declared)))
    tokens, adopted = with_declared(with_means(tokens, declared), declared)
    bold = frozenset(t.text for t in tokens if t.font in ("bf", "vec") and t.text.islower())

    def read(choices: Choices) -> Problem:
        own = replace(way, choices=choices, bold=bold)
        return read_problem(tokens, text, dict(declared), own)

    problem = settle(read)
    return replace(problem, notes=(*problem.notes, *adopted)) if adopted else problem


def is_latex(text: str) -> bool:
    r"""Is this LaTeX, by a command or a dollar? A \ b and A\(b + c) of MATLAB are none.

    >>> [is_latex(each) for each in (r"\|x\|", "$x^T x$", r"A\(B\b)", r"A \ b", r"\log\det X")]
    [True, True, False, False, True]
    """
    if "$" in text or any(opened in text and shut in text for opened, shut in _DISPLAYS):
        return True
    return any(len(found) > 1 or not found.isalpha() for found in _COMMAND.findall(text))


LONGEST_FUNCTION = 8
UNSAID = ("const",)  # words that are a name, though nobody sets them upright
_DISPLAYS = ((r"\(", r"\)"), (r"\[", r"\]"))
_COMMAND = re.compile(r"\\([A-Za-z]+|[|{},;:!\\])")


def with_one_font(tokens: Sequence[Token]) -> list[Token]:
    """The tokens, with other names for letters that stand in two fonts: x beside a bold x."""
    fonts: dict[str, set[str]] = {}
    for token, following in pairwise([*tokens, tokens[-1]]):
        is_entry = not token.font and following.text == "_"  # x_i beside a bold x
        if token.kind is Kind.NAME and not (is_entry and token.text.islower()):
            fonts.setdefault(token.text, set()).add(token.font)
    return [
        token._replace(text=token.text + token.font)
        if token.kind is Kind.NAME and token.font and len(fonts.get(token.text, "")) > 1
        else token
        for token in tokens
    ]


def with_declared(
    tokens: Sequence[Token], declared: Collection[str]
) -> tuple[list[Token], list[str]]:
    """The tokens with declared names for the letters they are short for, and notes.

    In declarations people spell σ as s and U as u. A letter is read so only if nothing else can
    be meant: the declared name occurs nowhere, and it fits no other letter.
    """
    tokens = _without_index(tokens, declared)
    own = _defined(tokens)
    used = [
        token.text
        for before, token in pairwise([tokens[0], *tokens])
        if token.kind is Kind.NAME and before.text not in ("^", "_") and token.text != "pi"
    ]
    stems = set(used)
    stems |= {stem.upper() for stem in stems if len(stem) == 1}  # x_i may be a row of X
    spare = [name for name in declared if name not in stems]
    missing = [name for name in dict.fromkeys(used) if name not in declared and name not in own]
    meant: dict[str, str] = {}
    for name in missing:
        mine = [other for other in spare if _is_short_for(other, name)]
        rivals = [x for x in missing if mine and _is_short_for(mine[0], x)]
        if len(mine) == len(rivals) == 1:
            meant[name] = mine[0]
    notes = [
        f"{name} is read as the declared {other}, which occurs nowhere else"
        for name, other in meant.items()
    ]
    return [t._replace(text=meant.get(t.text, t.text)) for t in tokens], notes


def _without_index(tokens: Sequence[Token], declared: Collection[str]) -> list[Token]:
    """The tokens with K for K_f, where K is declared and stands with no other index or none."""
    indexed: dict[str, set[str]] = {}
    heads: set[tuple[str, str]] = set()  # K_y of `K_y = …`
    for at, token in enumerate(tokens[:-2]):
        if token.kind is not Kind.NAME or token.text not in declared:
            continue
        is_indexed = tokens[at + 1].text == "_" and tokens[at + 2].kind is Kind.NAME
        index = tokens[at + 2].text if is_indexed else ""
        is_head = index and at + 3 < len(tokens) and tokens[at + 3].text == "="
        heads |= {(token.text, index)} if is_head else set()
        indexed.setdefault(token.text, set()).add(index)
    own = {name for name, _ in heads}
    meant = {name: indexed[name] - {i for n, i in heads if n == name} for name in own}
    found: list[Token] = []
    skipped = 0
    for at, token in enumerate(tokens):
        if skipped:
            skipped -= 1
            continue
        found.append(token)
        one = meant.get(token.text, set())
        if len(one) == 1 and [t.text for t in tokens[at + 1 : at + 3]] == ["_", *one]:
            skipped = 2
    return found


def _defined(tokens: Sequence[Token]) -> set[str]:
    """The names that begin a statement with a sign of equality."""
    found: set[str] = set()
    head, is_head = "", True
    for token in tokens:
        if is_head and token.kind is Kind.NAME:
            head = token.text
        if token.text == "=" and token.kind is Kind.SIGN:
            found.add(head)
        is_head = token.kind is Kind.BREAK
        head = "" if is_head else head
    return found


def _is_short_for(short: str, name: str) -> bool:
    is_greek = name in GREEK.values() and name.startswith(short)
    is_capital = name in GREEK.values() and name.startswith(short.upper()) and len(short) == 1
    return is_greek or is_capital or (len(name) == 1 and short == name.swapcase())


def with_means(tokens: Sequence[Token], declared: Collection[str]) -> list[Token]:
    r"""The tokens with mean(x) for \bar x, where x is there as well."""
    names = {token.text for token in tokens if token.kind is Kind.NAME} | {*declared}
    declared = {*declared, *_defined(tokens)}
    found: list[Token] = []
    for token in tokens:
        stem = token.text.removesuffix("bar")
        is_mean = token.kind is Kind.NAME and stem != token.text and token.text not in declared
        if is_mean and stem in names and stem.islower():
            call = [(Kind.NAME, "mean"), (Kind.SIGN, "("), (Kind.NAME, stem), (Kind.SIGN, ")")]
            found += [Token(kind, text, *token.position) for kind, text in call]
        else:
            found.append(token)
    return found


def with_whole_names(tokens: Sequence[Token], declared: Collection[str]) -> list[Token]:
    """The tokens with one name for letters side by side that spell a declared one: AB, Wh."""
    longest = max([LONGEST_FUNCTION, *map(len, declared)])
    found: list[Token] = []
    for token, following in pairwise(tokens):
        found.append(token)
        if [t.text for t in found[-2:-1]] == ["_"] and len(found) > 2:
            whole = found[-3].text + token.text
            if whole in declared and token.kind is Kind.NAME:
                found[-3:] = [token._replace(text=whole, start=found[-3].start)]  # W_h as Wh
                continue
        whole = ""
        for count in range(1, min(longest, len(found)) + 1):
            part = found[-count:]
            is_run = all(t.kind is Kind.NAME and len(t.text) == 1 for t in part)
            if not is_run or any(a.end != b.start for a, b in pairwise(part)):
                break
            whole = part[0].text + whole
            if count > 1 and following.text == "(":
                _check_word(whole, part, declared)
            if count > 1 and (whole in declared or whole in UNSAID):
                found[-count:] = [token._replace(text=whole, start=part[0].start)]
                break
    return [*found, *tokens[-1:]]


def with_round_brackets(tokens: Sequence[Token]) -> list[Token]:
    r"""The tokens with \max(x, 0) for \max\{x, 0\}, and a condition without braces of a set."""
    found, opened = list[Token](), list[bool]()
    for before, token in pairwise([tokens[0], *tokens]):
        if token.text == "⦃":
            opened.append(before.kind is Kind.NAME)
        is_round = token.text in ("⦃", "⦄") and bool(opened) and opened[-1]
        found.append(token._replace(text="(" if token.text == "⦃" else ")") if is_round else token)
        if token.text == "⦄" and opened:
            opened.pop()
    return found


def _check_word(word: str, letters: Sequence[Token], declared: Collection[str]) -> None:
    """Ask whether sin(x) without a backslash is the sine."""
    name = function(word)
    if name is None or {word, *word} & {*declared}:
        return
    place = (letters[0].start, letters[-1].end)
    message = f"is {word} a function, or a product of letters?"
    raise AmbiguousError(message, place, f"\\operatorname{{{word}}}(x) is a function")


def with_squares(tokens: Sequence[Token]) -> list[Token]:
    r"""The tokens with a name for the σ^2 of `\sigma^2 = …` and of `f(\mu, \sigma^2) = …`."""
    texts = [token.text for token in tokens]
    heads: set[str] = set()
    for at, token in enumerate(tokens):
        is_square = token.kind is Kind.NAME and texts[at + 1 : at + 3] == ["^", "2"]
        is_first = at == 0 or tokens[at - 1].kind is Kind.BREAK
        is_head = is_first and texts[at + 3 : at + 4] == ["="]
        if is_square and (is_head or _is_parameter(tokens, at)):
            heads.add(token.text)
    found: list[Token] = []
    for at, token in enumerate(tokens):
        if token.kind is Kind.NAME and token.text in heads:
            if texts[at + 1 : at + 3] != ["^", "2"]:
                message = f"{token.text} stands without its square, which alone is defined"
                raise UnsupportedError(message, token.position, f"define {token.text} itself")
            found.append(token._replace(text=f"{token.text}_sq", end=tokens[at + 2].end))
        elif not (texts[at] in ("^", "2") and _is_in(found, token)):
            found.append(token)
    return found


def _is_in(found: Sequence[Token], token: Token) -> bool:
    """Is this a part of the last name?"""
    return bool(found) and found[-1].kind is Kind.NAME and token.end <= found[-1].end


def _is_parameter(tokens: Sequence[Token], at: int) -> bool:
    """Does this stand among the parameters of a function that is defined?"""
    begin = at
    while begin and tokens[begin].text != "(":
        if tokens[begin].kind is Kind.BREAK:
            return False
        begin -= 1
    starts = begin == 1 or (begin > 1 and tokens[begin - 2].kind is Kind.BREAK)
    end = next((k for k in range(at, len(tokens)) if tokens[k].text == ")"), len(tokens))
    return starts and [t.text for t in tokens[end : end + 2]] == [")", "="]
