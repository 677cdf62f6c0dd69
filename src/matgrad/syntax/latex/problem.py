r"""A problem in LaTeX: its statements in the order of the grammar, and its names."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from matgrad.core.facts import IMPLIES
from matgrad.core.steps import Problem
from matgrad.errors import AmbiguousError, ParseError, UnsupportedError
from matgrad.syntax.declarations import Shapes
from matgrad.syntax.latex.lexer import tokens_of
from matgrad.syntax.latex.names import with_operators
from matgrad.syntax.latex.tables import function
from matgrad.syntax.limits import GENEROUS, Limits
from matgrad.syntax.problem import Declared, parse_typed
from matgrad.syntax.statement import lines
from matgrad.syntax.statements import Way
from matgrad.syntax.tidy import arguments, is_bracket, parted
from matgrad.syntax.tokens import GREEK, Kind, Token


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
    way = Way(limits or GENEROUS, scalar, wrt=tuple(wrt), latex=True)
    return parse_typed(text, shapes or {}, assume or {}, way, _cut)


def _cut(text: str, declared: Declared, way: Way) -> tuple[list[Token], Way, list[str]]:
    """The tokens of a text in the order of the grammar, with its names."""
    if not text.strip():
        raise ParseError("the function is missing", (0, len(text)), r"as in \|Ax-b\|_2^2")
    tokens = _in_round_brackets(_in_one_font(tokens_of(text, way.limits)))
    *tokens, end = _with_whole_names(with_operators(tokens, declared), declared)
    statements = _with_squares(_statements(tokens))
    own = {s[0].text for s in statements if any(_is_sign(t, "=") for t in s)}
    statements = _without_index(_with_means(statements, declared, own), declared)
    statements, notes = _with_declared(statements, declared, own)
    tokens = [t for s in statements for t in (Token(Kind.BREAK, ";", s[0].start, s[0].start), *s)]
    bold = frozenset(t.text for t in tokens if t.font in ("bf", "vec") and t.text.islower())
    return [*tokens[1:], end], replace(way, bold=bold), notes


def is_latex(text: str) -> bool:
    r"""Is this LaTeX, by a command or a dollar? A \ b and A\(b + c) of MATLAB are none.

    >>> [is_latex(each) for each in (r"\|x\|", "$x^T x$", r"A\(B\b)", r"A \ b", r"\log\det X")]
    [True, True, False, False, True]
    """
    if "$" in text or any(opened in text and shut in text for opened, shut in _DISPLAYS):
        return True
    return any(len(found) > 1 or not found.isalpha() for found in _COMMAND.findall(text))


Statements = list[list[Token]]
LONGEST_FUNCTION = 8
UNSAID = ("const",)  # words that are a name, though nobody sets them upright
_DISPLAYS = ((r"\(", r"\)"), (r"\[", r"\]"))
_COMMAND = re.compile(r"\\([A-Za-z]+|[|{},;:!\\])")


def _is_sign(token: Token, sign: str) -> bool:
    return token.kind is Kind.SIGN and token.text == sign


# ---------------------------------------------------------------- the tokens of the whole text


def _in_one_font(tokens: Sequence[Token]) -> list[Token]:
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


def _in_round_brackets(tokens: Sequence[Token]) -> list[Token]:
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


def _with_whole_names(tokens: Sequence[Token], declared: Collection[str]) -> list[Token]:
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


def _check_word(word: str, letters: Sequence[Token], declared: Collection[str]) -> None:
    """Ask whether sin(x) without a backslash is the sine."""
    if function(word) is not None and not {word, *word} & {*declared}:
        place = (letters[0].start, letters[-1].end)
        message = f"is {word} a function, or a product of letters?"
        raise AmbiguousError(message, place, f"\\operatorname{{{word}}}(x) is a function")


# ---------------------------------------------------------------- statements

# Words that only join formulas; every other word says something that is not read here.
JOINING = frozenset(
    "where with and for if so let then here so that given of is are a an the subject to".split()
)
FILLING = frozenset("function elementwise entrywise componentwise applied each entry".split())
CALLED = {"logistic": "sigmoid"}
_BETWEEN = (",", ";", "|", "∣", "‖", ":")  # what may part the arguments of what is defined
_RELATIONS = frozenset("= ≻ ⪰ > ≥ ≠ is".split())
_SHORT = 10


def _statements(tokens: Sequence[Token]) -> Statements:
    r"""The statements of a text: definitions stand behind commas and words, in any order.

    b^T D^{-1} b,\ D = \operatorname{diag}(\tau) is b^T D^{-1} b; D = diag(tau).
    """
    found: Statements = []
    for line in lines(tokens):
        part = [line] if isinstance(line, Token) else line
        if len(part) > 3 and is_bracket(part, "(") and part[-2].kind is Kind.WORDS:
            found.append(part[1:-2])  # (A symmetric)
            part = part[-2:-1]
        if part[0].kind is Kind.WORDS:
            _add_words(part[0], found)
        else:
            found.append(_plain(part))
    return found


def _plain(part: list[Token]) -> list[Token]:
    r"""A = Aᵀ for (A = Aᵀ), f(x) for x \mapsto f(x), and D(p, q) = … for D(p \| q) = …"""
    is_statement = is_bracket(part, "(") and any(t.text in _RELATIONS for t in part)
    part = part[1:-1] if is_statement and len(part) < _SHORT else part
    part = part[2:] if len(part) > 2 and part[1].text == "↦" else part
    head = parted(part, "=")[0]
    begin = next((at for at, t in enumerate(head) if t.text == "("), 0)
    if len(head) == len(part) or not begin or arguments(head[begin - 1 :], _BETWEEN) is None:
        return part
    return [
        t._replace(kind=Kind.SIGN, text=",") if begin < at < len(head) and t.text in _BETWEEN else t
        for at, t in enumerate(part)
    ]


def _add_words(token: Token, found: Statements) -> None:
    r"""Words part statements; A \text{ symmetric} and f\text{ a sigmoid} say what a name is."""
    text = token.text.lower().replace("-", "_")
    words = "".join(c if c.isalpha() or c == "_" else " " for c in text).split()
    said = [word for word in words if word not in JOINING]
    if not said:
        return
    last = found[-1] if found else []
    name = last[-1:] if last and last[-1].kind is Kind.NAME else []
    facts = " ".join(said).replace("positive definite", "positive_definite").split()
    named = (CALLED.get(word) or function(word) for word in said if word not in FILLING)
    called = list(dict.fromkeys(named))
    if name and all(fact in IMPLIES for fact in facts) and said[0] in words[:2]:
        verb = "is"
    elif len(last) == 1 and name and len(called) == 1 and called[0]:
        verb, facts = "=", [called[0]]
    else:
        raise ParseError(
            "these words inside a formula are not read here", token.position,
            "matgrad ask and mg.ask read words",
        )  # fmt: skip
    kind = Kind.SIGN if verb == "=" else Kind.NAME
    behind = [Token(Kind.NAME, fact, *token.position) for fact in facts]
    found[len(found) - (len(last) == 1) :] = [[*name, Token(kind, verb, *token.position), *behind]]


def _with_squares(statements: Statements) -> Statements:
    r"""The tokens with a name for the σ^2 of `\sigma^2 = …` and of `f(\mu, \sigma^2) = …`."""
    squares = {
        part[0].text
        for statement in statements
        for part in _heads(statement)
        if len(part) == 3 and part[0].kind is Kind.NAME and [t.text for t in part[1:]] == ["^", "2"]
    }
    return [_with_square(statement, squares) for statement in statements] if squares else statements


def _heads(statement: Sequence[Token]) -> list[Sequence[Token]]:
    """What is defined, or the arguments of what is defined."""
    head, *values = parted(statement, "=")
    is_call = len(head) > 3 and is_bracket(head[1:], "(")
    return [] if not values else [*parted(head[2:-1], ",")] if is_call else [head]


def _with_square(statement: Sequence[Token], squares: Collection[str]) -> list[Token]:
    found: list[Token] = []
    skipped = 0
    for at, token in enumerate(statement):
        if skipped:
            skipped -= 1
        elif token.kind is not Kind.NAME or token.text not in squares:
            found.append(token)
        elif [t.text for t in statement[at + 1 : at + 3]] == ["^", "2"]:
            found.append(token._replace(text=f"{token.text}_sq", end=statement[at + 2].end))
            skipped = 2
        else:
            message = f"{token.text} stands without its square, which alone is defined"
            raise UnsupportedError(message, token.position, f"define {token.text} itself")
    return found


# ---------------------------------------------------------------- names


def _with_means(
    statements: Statements, declared: Collection[str], own: Collection[str]
) -> Statements:
    r"""The statements with mean(x) for \bar x, where x is there as well."""
    names = {t.text for s in statements for t in s if t.kind is Kind.NAME} | {*declared}

    def means(token: Token) -> list[Token]:
        stem = token.text.removesuffix("bar")
        is_mean = token.kind is Kind.NAME and token.text not in (stem, *declared, *own)
        if not is_mean or stem not in names or not stem.islower():
            return [token]
        call = [(Kind.NAME, "mean"), (Kind.SIGN, "("), (Kind.NAME, stem), (Kind.SIGN, ")")]
        return [Token(kind, text, *token.position) for kind, text in call]

    return [[t for token in statement for t in means(token)] for statement in statements]


def _without_index(statements: Statements, declared: Collection[str]) -> Statements:
    """The statements with K for K_f, where K is declared and has no other index but K_y = …"""
    indices: dict[str, set[str]] = {}
    heads: dict[str, set[str]] = {}
    for statement in statements:
        for at, token in enumerate(statement):
            if token.text in declared and token.kind is Kind.NAME:
                sign, index, *rest = [*(t.text for t in statement[at + 1 : at + 4]), "", ""]
                index = index if sign == "_" else ""
                indices.setdefault(token.text, set()).add(index)
                if index and rest[:1] == ["="]:
                    heads.setdefault(token.text, set()).add(index)
    meant = {name: sorted(indices[name] - own) for name, own in heads.items()}

    def without(statement: Sequence[Token]) -> list[Token]:
        texts = [t.text for t in statement]
        places = {
            at
            for at, text in enumerate(texts)
            if len(meant.get(text, ())) == 1 and texts[at + 1 : at + 3] == ["_", *meant[text]]
        }
        return [t for at, t in enumerate(statement) if not {at - 1, at - 2} & places]

    return [*map(without, statements)] if heads else statements


def _with_declared(
    statements: Statements, declared: Collection[str], own: Collection[str]
) -> tuple[Statements, list[str]]:
    """The statements with declared names for the letters they are short for, and notes.

    In declarations people spell σ as s and U as u. A letter is read so only if nothing else can
    be meant: the declared name occurs nowhere, and it fits no other letter.
    """
    used = [
        token.text
        for statement in statements
        for before, token in pairwise([statement[0], *statement])
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
    renamed = [[t._replace(text=meant.get(t.text, t.text)) for t in s] for s in statements]
    return renamed, notes


def _is_short_for(short: str, name: str) -> bool:
    is_letter = len(name) == 1 and short == name.swapcase()
    starts = name.startswith(short) or (len(short) == 1 and name.startswith(short.upper()))
    return is_letter or (name in GREEK.values() and starts)
