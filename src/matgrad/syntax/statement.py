"""What a formula says: it declares, defines, differentiates, states a fact, or is a function.

Decided on tokens of either spelling, before the grammar reads anything; whoever joins statements
to a problem gives the tokens of some of them to `read_problem`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise

from matgrad.errors import MatgradError
from matgrad.syntax.declarations import (
    REALS,
    declared,
    declared_map,
    groups,
    head_of,
)
from matgrad.syntax.derivatives import FUNCTION_LETTERS, begins_derivative, derivative_of
from matgrad.syntax.scope import Declaration
from matgrad.syntax.tidy import (
    Tokens,
    arguments,
    closing,
    depth_of,
    is_bracket,
    parted,
    script,
    tidied,
)
from matgrad.syntax.tokens import Kind, Token

__all__ = ["Statement", "Tokens", "What", "derivative", "statements", "tidied"]


class What(Enum):
    """What a statement is."""

    NAMES = "names"  # x, or A, B
    SIZE = "size"  # m×n
    DECLARATION = "declaration"  # A ∈ ℝ^{m×n}
    MAP = "map"  # f: ℝⁿ → ℝ
    DEFINITION = "definition"  # f(x) = …
    DERIVATIVE = "derivative"  # ∇f, ∂f/∂x = …
    DIFFERENTIAL = "differential"  # df = …
    FACT = "fact"  # Aᵀ = A
    MINIMISATION = "minimisation"  # min_x …
    CHAIN = "chain"  # a = b = c, where a is a formula
    EXPRESSION = "expression"
    WORKING = "working"  # formulas with derivatives in them: steps that lead somewhere
    OTHER = "other"


@dataclass(frozen=True)
class Statement:
    """One statement: its head (what is named, or differentiated), and what it is equal to."""

    what: What
    tokens: Tokens
    head: Tokens = ()  # the function of a derivative, what a minimisation minimises
    names: tuple[str, ...] = ()  # declared or defined
    params: tuple[str, ...] = ()  # of a defined function, or of what depends on them
    sides: tuple[Tokens, ...] = ()
    by: tuple[str, ...] = ()
    order: int = 1
    declared: tuple[Declaration, ...] = ()  # with the facts of a fact
    is_whole: bool = True  # of a derivative: not that of a side of a product

    @property
    def place(self) -> tuple[int, int]:
        """Where it stands."""
        return self.tokens[0].start, self.tokens[-1].end


_APART = ("⇒", "⇔")  # between statements of one formula


def statements(tokens: Sequence[Token]) -> list[Statement | str]:
    r"""The statements of a formula in order, and the words between them as they stand.

    >>> from matgrad.syntax.tokens import tokenise
    >>> [s.what.value for s in statements(tokenise("f(x) = x'*A*x"))]
    ['definition']
    """
    return [
        line.text if isinstance(line, Token) else _statement(tuple(line))
        for line in lines(tidied(tokens))
    ]


def lines(tokens: Sequence[Token]) -> list[list[Token] | Token]:
    """The pieces between breaks, words, arrows and commas that part statements, and the words.

    `f = x, g = y` is two statements, `x, y ∈ ℝⁿ` is one, and a line with = at its begin goes on.
    """
    found: list[list[Token] | Token] = [[]]
    depth = 0
    for token in tokens:
        depth += depth_of(token)
        if token.kind is Kind.WORDS and depth <= 0:
            found += [token, []]
        elif depth <= 0 and (token.kind is Kind.BREAK or token.text in _APART):
            found.append([])
        elif isinstance(last := found[-1], list) and not (depth > 0 and _is_gap(token)):
            last.append(token)
    return _joined([x for f in found for x in ([f] if isinstance(f, Token) else _at_commas(f))])


def _is_gap(token: Token) -> bool:
    r"""Is this a \\quad, which parts nothing in brackets?"""
    return token.text == "," and token.end - token.start > 1


def _joined(found: Sequence[list[Token] | Token]) -> list[list[Token] | Token]:
    """The pieces, those that begin with a sign added to what stands before them."""
    joined: list[list[Token] | Token] = []
    for piece in found:
        before = next((p for p in reversed(joined) if isinstance(p, list)), None)
        if isinstance(piece, list) and before and piece[0].text in ("=", "+"):
            before += piece
        else:
            joined.append(piece)
    return joined


def _at_commas(tokens: list[Token]) -> list[list[Token]]:
    """`f = x, g = y` is two statements; `x, y ∈ ℝⁿ` is one."""
    parts = [part for part in parted(tokens, ",.") if part]
    found: list[list[Token]] = []
    waiting: list[Token] = []  # names that may begin a list
    for part in parts:
        comma = Token(Kind.SIGN, ",", part[0].start, part[0].start)
        joined = [*waiting, comma, *part] if waiting else [*part]
        is_name = len(part) == 1 and part[0].kind is Kind.NAME
        is_list = bool(waiting) and any(t.text in ("∈", "in", ":", "≻", ">") for t in part)
        if not is_name and not is_list and waiting:
            found.append(waiting)
            joined = [*part]
        waiting = joined if is_name else []
        found += [] if is_name else [joined]
    return [*found, waiting] if waiting else found


def _statement(whole: Tokens) -> Statement:
    for reads in (_names, _size, _member, _map, _minimisation):
        if (found := reads(whole)) is not None:
            return found
    sides = tuple(parted(whole, "="))
    if not all(sides):
        return Statement(What.OTHER, whole)
    if stated := fact_of(whole):
        names, fact = stated
        declared = tuple(Declaration(name, facts=frozenset({fact})) for name in names)
        return Statement(What.FACT, whole, names=names, declared=declared)
    is_tuple = is_bracket(whole, "(") and len(parted(whole[1:-1], ",")) > 1
    rest = [t for side in sides[1:] for t in side] if _head_call(sides[0]) else whole
    compares = len(parted(whole, "<>")) > 1 and whole[0].text != "<"
    is_unread = any(t.text in _UNREAD and t.kind is Kind.SIGN for t in rest)
    if is_tuple or compares or is_unread:
        return Statement(What.OTHER, whole)
    return _equation(whole, sides)


_UNREAD = frozenset("≤ ≥ ≠ ≪ ≫ ≈ ∼ ∝ → ↦ ∀ ∃ ∫ … ∞ ⇒ ≻ ⪰ ≺ ⪯ ∉ ∈".split())


def _equation(whole: Tokens, sides: tuple[Tokens, ...]) -> Statement:
    """A derivative, a differential, a definition, or formulas that are said to be equal."""
    head, values = sides[0], sides[1:]
    found = derivative(head)
    if found is not None:
        return replace(found, tokens=whole, sides=values)
    if values and _is_differential(head):
        return Statement(What.DIFFERENTIAL, whole, head, sides=values)
    if any(begins_derivative(head, at) for at in range(len(head))):
        return Statement(What.WORKING, whole, sides=sides)
    if not values:
        return Statement(What.EXPRESSION, whole, whole, sides=(whole,))
    return _definition(whole, sides)


def derivative(side: Tokens) -> Statement | None:
    """The derivative that a formula is, or working if derivatives stand inside."""
    found = derivative_of(side)
    if found is None or not found.is_read:
        return None if found is None else Statement(What.WORKING, side)
    return Statement(
        What.DERIVATIVE, side, found.of, by=found.by, order=found.order, is_whole=found.is_whole
    )


def _is_differential(side: Tokens) -> bool:
    """df, d(…), in both spellings; d(x) = … is a distance."""
    first = side[0]
    if first.kind is not Kind.NAME or first.text[:1] != "d":
        return False
    if first.text == "d":
        return len(side) > 1 and arguments(side) is None
    return len(side) == 1 and len(first.text) < 4


def _definition(tokens: Tokens, sides: tuple[Tokens, ...]) -> Statement:
    """f(x) = …, y = …, or formulas that are said to be equal."""
    head, values = sides[0], sides[1:]
    first = head[0]
    params = () if len(head) == 1 else arguments(head)
    if first.kind is Kind.NAME and params is not None:
        return Statement(What.DEFINITION, tokens, head, (first.text,), params, values)
    is_log = first.text in ("log", "ln") and len(head) > 4 and head[2].text == "("
    is_letter = _head_call(head)
    if is_letter or (is_log and closing(head, 2) == len(head) - 1):
        name = first.text if is_letter else "logp"
        inside = tuple(dict.fromkeys(t.text for t in head[2:] if t.kind is Kind.NAME))
        return Statement(What.DEFINITION, tokens, head, (name,), inside, values)
    return Statement(What.CHAIN, tokens, head, sides=sides)


def _head_call(head: Tokens) -> bool:
    """Is this f(…), with anything in the brackets?"""
    return len(head) > 3 and head[0].text in FUNCTION_LETTERS and is_bracket(head[1:], "(")


def _minimisation(tokens: Tokens) -> Statement | None:
    """min_x f(x), argmin, and what stands before them."""
    at = next((i + 1 for i, t in enumerate(tokens[:-1]) if t.text == "="), 0)
    at = at if tokens[0].kind is Kind.NAME else 0
    name, _, below = tokens[at].text.partition("_")
    if name not in ("min", "max", "argmin", "argmax", "minimize", "minimise", "maximize"):
        return None
    rest, by = tokens[at + 1 :], (below,) if below else ()
    if not by and rest and rest[0].text == "_":
        end, inside = script(rest, 1)
        names = [part[0].text for part in parted(inside, ",") if part[0].kind is Kind.NAME]
        by, rest = tuple(names), rest[end:]
    is_call = bool(rest) and rest[0].text == "("
    below_names = {x for t in rest if t.kind is Kind.NAME for x in t.text.partition("_")[2]}
    below_names |= {x for t, u in pairwise(rest) if t.text == "_" for x in u.text}
    is_index = bool(by) and (by[0] in below_names or (is_call and by[0] in (*"ijk",)))
    is_entry = name in ("min", "max") and (not by or is_index)
    if not rest or is_entry or (not by and is_call):
        return None
    return Statement(What.MINIMISATION, tokens, rest, by=by, sides=(rest,))


# ---------------------------------------------------------------- names, sizes, spaces


def _names(tokens: Tokens) -> Statement | None:
    """x, or A, B."""
    if len(tokens) == 2 and tokens[0].text == "d" and tokens[0].end == tokens[1].start:
        joined = tokens[1]._replace(text=f"d{tokens[1].text}", start=tokens[0].start)
        tokens = (joined,) if joined.kind is Kind.NAME else tokens  # dF in LaTeX
    parts = parted(tokens, ",")
    if all(len(part) == 1 and part[0].kind is Kind.NAME for part in parts):
        return Statement(What.NAMES, tokens, names=tuple(part[0].text for part in parts))
    return None


SIZES = frozenset("nmkpdqrlstcNMKDTPLSBHC")  # letters that sizes have
SPACES = frozenset([*REALS, "ℂ", "C"])  # numbers are real here, whatever they are called


def _size(tokens: Tokens) -> Statement | None:
    """m × n, 3 x 3, 3x3; or a number alone."""
    inner = tokens[1:-1] if is_bracket(tokens, "(") else tokens
    if len(inner) == 1 and inner[0].kind is Kind.NUMBER:
        return Statement(What.SIZE, tokens, sides=(inner,))
    sizes = [tuple(part) for part in groups(inner)]
    if len(sizes) != 2 or not all(sizes):
        return None
    (*_, before), (after, *_) = sizes
    names = [t for size in sizes for t in size if t.kind is Kind.NAME]
    cross = [t for t in inner if before.end <= t.start and t.end <= after.start]
    is_letter = all(t.text in ("x", "by") for t in cross)
    is_apart = not cross or before.end < cross[0].start < cross[-1].end < after.start
    is_sizes = is_apart and all(t.text in SIZES or len(t.text) > 2 for t in names)
    is_plain = all(t.kind in (Kind.NAME, Kind.NUMBER) or t.text in "+-*" for s in sizes for t in s)
    if not is_plain or any(t.text == "," for t in inner) or (is_letter and not is_sizes):
        return None
    return Statement(What.SIZE, tokens, sides=tuple(sizes))


def _member(tokens: Tokens) -> Statement | None:
    """x, y ∈ ℝⁿ; X(a) ∈ ℝ^{N×K} depends on a."""
    names, params, sign, tail = head_of(tokens)
    if sign not in ("∈", "in", ":") or not tail or any(t.text == "→" for t in tokens):
        return None
    is_plain = len(tail) == 1 and tail[0].text in ("R", "C") and not tail[0].font
    is_other = tail[0].text not in SPACES and _size(tuple(tail)) is None
    if sign == ":" and (is_plain or is_other):
        return None
    try:
        is_size = sign == ":" and tail[0].text not in SPACES
        said = declared(names, ":" if is_size else "∈", tail if is_size else _real(tail))
    except MatgradError:
        return None
    texts = tuple(name.text for name in names)
    return Statement(What.DECLARATION, tokens, names=texts, params=params, declared=tuple(said))


def _real(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with ℝ for ℂ where a space begins."""
    found: list[Token] = []
    depth = 0
    for before, token in zip((None, *tokens), tokens, strict=False):
        depth += depth_of(token)
        is_space = not depth and (before is None or before.text in (":", "∈", "×", "x", "→"))
        found.append(token._replace(text="ℝ") if is_space and token.text in SPACES else token)
    return found


def _map(tokens: Tokens) -> Statement | None:
    """f: ℝⁿ → ℝ, with the shapes of its arguments and of its value; σ: x ↦ x² defines."""
    texts = ["→" if t.text == "↦" else t.text for t in tokens]
    if "→" not in texts or texts[1] not in (":", "∈") or tokens[0].kind is not Kind.NAME:
        return None
    at = texts.index("→")
    value = tokens[at + 1 :]
    if at == 3 and tokens[2].kind is Kind.NAME and texts[2] not in SPACES and value:
        return Statement(What.DEFINITION, tokens, tokens[:1], (texts[0],), (texts[2],), (value,))
    try:
        found = declared_map([*_real(tokens[:at]), tokens[at]._replace(text="→"), *_real(value)])
    except MatgradError:
        return Statement(What.MAP, tokens, names=(texts[0],))
    spaces = (*(Declaration(found.name, shape) for shape in found.domain), found)
    return Statement(What.MAP, tokens, names=(texts[0],), declared=spaces)


# ---------------------------------------------------------------- facts


TURNED = {"≺": "≻", "⪯": "⪰", "<": ">", "≤": "≥"}
# What a sign before 0 says of a name.
COMPARED = {
    "≻": "positive_definite", "⪰": "symmetric", ">": "positive", "≥": "nonnegative",
    "≠": "nonzero",
}  # fmt: skip
FACTS: dict[frozenset[str], str] = {
    frozenset({"A", "A'"}): "symmetric",
    frozenset({"A", "-A'"}): "skew",
    frozenset({"A'", "-A"}): "skew",
    frozenset({"A'", "A~"}): "orthogonal",
    frozenset({"A'A", "I"}): "orthonormal",
    frozenset({"AA'", "I"}): "orthogonal",
    frozenset({"A'A", "AA'", "I"}): "orthogonal",
    frozenset({"A'A", "1"}): "unit",
    frozenset({"‖A‖", "1"}): "unit",
    frozenset({"‖A‖2", "1"}): "unit",
    frozenset({"‖A‖_2", "1"}): "unit",
}


def fact_of(tokens: Tokens) -> tuple[tuple[str, ...], str] | None:
    """The names and the fact of Aᵀ = A, A, B ≻ 0, 0 ≺ A, QᵀQ = I, x > 0 and ‖x‖ = 1."""
    if len(tokens) < 3:
        return None
    if len(tokens) == 3 and tokens[0].text == "0" and tokens[1].text in TURNED:
        tokens = (tokens[2], tokens[1]._replace(text=TURNED[tokens[1].text]), tokens[0])
    sign, last = tokens[-2].text, tokens[-1]
    if sign in COMPARED and last.text in ("0", "𝟎"):
        inner, fact = tokens[:-2], COMPARED[sign]
        if [t.text for t in inner[:2]] == ["det", "("] and len(inner) == 4 and sign == "≠":
            return (inner[2].text,), "invertible"
        if any(t.text == "=" for t in inner):
            found = fact_of(inner)
            return found and (found[0], fact)  # K = Kᵀ ≻ 0
        heads = parted(inner, ",")
        is_list = all(len(head) == 1 and head[0].kind is Kind.NAME for head in heads)
        return (tuple(head[0].text for head in heads), fact) if is_list else None
    sides = parted(tokens, "=")
    names = {t.text for t in tokens if t.kind is Kind.NAME} - {"T", "I", "Id", "t", "H"}
    if len(sides) not in (2, 3) or len(names) != 1:
        return None
    (name,) = names
    fact = FACTS.get(frozenset(_spelled(side).replace(name, "A") for side in sides))
    return ((name,), fact) if fact and len(name) < 12 else None


def _spelled(side: Tokens) -> str:
    """A formula as one word, with transposes as ' and inverses as ~."""
    text = "".join("^-1" if t.kind is Kind.RAISED and t.text == "-1" else t.text for t in side)
    for old, new in (("{", ""), ("}", ""), ("*", ""), ("⋅", ""), ("⊤", "T"), ("^'", "'"),
                     ("^T", "'"), ("^t", "'"), ("^-1", "~"), ("^H", "'")):  # fmt: skip
        text = text.replace(old, new)
    return text
