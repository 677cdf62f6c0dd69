r"""The statements of a text in LaTeX: one name for each letter, and what words say of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from matgrad.core.expr import catalogue
from matgrad.core.facts import IMPLIES
from matgrad.errors import AmbiguousError, ParseError
from matgrad.syntax.latex.lexer import tokens_of
from matgrad.syntax.latex.names import with_operators
from matgrad.syntax.latex.tables import function
from matgrad.syntax.limits import Limits
from matgrad.syntax.statement import lines
from matgrad.syntax.tidy import arguments, closing, is_bracket, parted
from matgrad.syntax.tokens import GREEK, Kind, Token

Statements = list[list[Token]]
LONGEST_FUNCTION = 8
UNSAID = ("const",)  # words that are a name, though nobody sets them upright
_DISPLAYS = ((r"\(", r"\)"), (r"\[", r"\]"))
_COMMAND = re.compile(r"\\([A-Za-z]+|[|{},;:!\\])")
# Words that only join formulas; every other word says something that is not read here.
JOINING = frozenset(
    "where with and for if so let then here so that given of is are a an the subject to".split()
)
FILLING = frozenset("function elementwise entrywise componentwise applied each entry".split())
CALLED = {"logistic": "sigmoid"}
_BETWEEN = (",", ";", "|", "∣", "‖", ":")  # what may part the arguments of what is defined
_RELATIONS = frozenset("= ≻ ⪰ > ≥ ≠ is".split())
_SHORT = 10


def is_latex(text: str) -> bool:
    r"""Is this LaTeX, by a command or a dollar? A \ b and A\(b + c) of MATLAB are none.

    >>> [is_latex(each) for each in (r"\|x\|", "$x^T x$", r"A\(B\b)", r"A \ b", r"\log\det X")]
    [True, True, False, False, True]
    """
    if "\\" not in text and "$" not in text:
        return False
    if "$" in text or any(opened in text and shut in text for opened, shut in _DISPLAYS):
        return True
    return any(len(found) > 1 or not found.isalpha() for found in _COMMAND.findall(text))


def statements_of(
    text: str, declared: Collection[str], limits: Limits
) -> tuple[Statements, list[str]]:
    r"""The statements of a text, with its names, and notes.

    Definitions stand behind commas and words: b^T D^{-1} b,\ D = \operatorname{diag}(\tau).
    """
    tokens = _in_round_brackets(_in_one_font(tokens_of(text, limits)))
    tokens = _with_whole_names(with_operators(tokens, declared), declared)[:-1]
    found: Statements = []
    for line in lines(tokens):
        if isinstance(line, Token):
            _add_words(line, found)
        elif len(line) > 3 and is_bracket(line, "(") and line[-2].kind is Kind.WORDS:
            found.append(line[1:-2])  # (A symmetric)
            _add_words(line[-2], found)
        else:
            found.append(_plain(line))
    if not found:
        raise ParseError("the function is missing", (0, len(text)), r"as in \|Ax-b\|_2^2")
    own = {s[0].text for s in found if any(t.text == "=" for t in s)}
    return _with_declared(_with_means(found, declared, own), declared, own)


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
    opened = [at for at, (name, token) in enumerate(pairwise(tokens), 1)
              if token.text == "⦃" and name.kind is Kind.NAME]  # fmt: skip
    round_ = dict.fromkeys(opened, "(") | {closing(tokens, at): ")" for at in opened}
    return [t._replace(text=round_.get(at, t.text)) for at, t in enumerate(tokens)]


def _with_whole_names(tokens: Sequence[Token], declared: Collection[str]) -> list[Token]:
    """The tokens with one name for letters side by side that spell a declared one: AB."""
    longest = max([LONGEST_FUNCTION, *map(len, declared)])
    found: list[Token] = []
    for token, following in pairwise(tokens):
        found.append(token)
        is_below = len(found) > 2 and found[-2].text == "_"
        whole = found[-3].text + token.text if is_below else ""
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


def _plain(part: list[Token]) -> list[Token]:
    r"""A = Aᵀ for (A = Aᵀ), f(x) for x \mapsto f(x), and D(p, q) = … for D(p \| q) = …"""
    is_statement = is_bracket(part, "(") and any(t.text in _RELATIONS for t in part)
    part = part[1:-1] if is_statement and len(part) < _SHORT else part
    part = part[2:] if len(part) > 2 and part[1].text == "↦" else part
    head, *values = parted(part, "=")
    begin = next((at for at, t in enumerate(head) if t.text == "("), 0)
    if not values or not begin or arguments(head[begin - 1 :], _BETWEEN) is None:
        return part
    comma = {"kind": Kind.SIGN, "text": ","}
    inside = [t._replace(**comma) if t.text in _BETWEEN else t for t in head[begin:]]
    return [*head[:begin], *inside, *part[len(head) :]]


def _add_words(token: Token, found: Statements) -> None:
    r"""Words part statements; A \text{ symmetric} and f\text{ a sigmoid} say what a name is."""
    text = token.text.lower().replace("positive definite", "positive_definite").replace("-", "_")
    words = "".join(c if c.isalpha() or c == "_" else " " for c in text).split()
    said = [word for word in words if word not in JOINING]
    if not said:
        return
    last = found[-1] if found else []
    named = [CALLED.get(word) or function(word) for word in said if word not in FILLING]
    named = [*dict.fromkeys(named)]
    is_fact, is_alone = IMPLIES.keys() >= {*said}, len(last) == 1
    is_called = is_alone and len(named) == 1 and named[0]
    if not last or last[-1].kind is not Kind.NAME or not (is_fact or is_called):
        raise ParseError(
            "these words inside a formula are not read here", token.position,
            "matgrad ask and mg.ask read words",
        )  # fmt: skip
    kind, verb = (Kind.NAME, "is") if is_fact else (Kind.SIGN, "=")
    behind = [
        Token(Kind.NAME, word or "", *token.position) for word in (said if is_fact else named)
    ]
    found[len(found) - is_alone :] = [[last[-1], Token(kind, verb, *token.position), *behind]]


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
    functions = {name for name in used if name in catalogue and not catalogue[name].is_leaf}
    known = {*declared, *own, *functions}  # Φ is a function, even where p is declared
    missing = [name for name in dict.fromkeys(used) if name not in known]
    pairs = [(name, other) for name in missing for other in spare if _is_short_for(other, name)]
    meant: Mapping[str, str] = {
        name: other
        for name, other in pairs
        if sum(name == n for n, _ in pairs) == sum(other == o for _, o in pairs) == 1
    }
    notes = [
        f"{name} is read as the declared {other}, which occurs nowhere else"
        for name, other in meant.items()
    ]
    return [[t._replace(text=meant.get(t.text, t.text)) for t in s] for s in statements], notes


def _is_short_for(short: str, name: str) -> bool:
    is_letter = len(name) == 1 and short == name.swapcase()
    starts = name.startswith(short) or (len(short) == 1 and name.startswith(short.upper()))
    return is_letter or (name in GREEK.values() and starts)
