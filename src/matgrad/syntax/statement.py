"""What a formula says: it declares, defines, differentiates, states a fact, or is a function.

Decided on tokens of either spelling, before the grammar reads anything; whoever joins statements
to a problem gives the tokens of some of them to `read_problem`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise

from matgrad.core.shape import SCALAR
from matgrad.errors import MatgradError
from matgrad.syntax.declarations import declared_member
from matgrad.syntax.parse import OVER_INDEX
from matgrad.syntax.scope import Declaration
from matgrad.syntax.tokens import Kind, Token

Tokens = tuple[Token, ...]


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


SIGNS = {
    **{"⟮‖": "‖", "‖⟯": "‖", "⟮|": "|", "|⟯": "|", "∣": "|", "⦃": "(", "⦄": ")"},
    **{"⊤": "'"},
}
_OPEN, _CLOSED = frozenset("([{⟨"), frozenset(")]}⟩")
_UNJOINED = frozenset({*OVER_INDEX, "argmin", "argmax", "log", "lim", "sup", "inf"})
SIZES = frozenset("nmkpdqrlstcNMKDTPLSBHC")  # letters that sizes have
LONGEST = 12  # signs of an index that is part of a name
_APART = frozenset(["⇒", "⇔", ";"])  # between statements of one formula
SPACES = frozenset(["ℝ", "R", "ℂ", "C"])
FUNCTION_LETTERS = frozenset(
    "f g h F G H L J E l u v y z phi psi Phi ell c C k K q p r s w".split()
)


def tidied(tokens: Sequence[Token]) -> list[Token]:
    r"""The tokens of LaTeX as the grammar of text has them: bars, brackets, names with an index."""
    plain = [
        t._replace(text=SIGNS[t.text]) if t.kind is Kind.SIGN and t.text in SIGNS else t
        for t in tokens
        if t.kind is not Kind.END
    ]
    return _joined(_in_order(_round(plain)))


def _in_order(tokens: list[Token]) -> list[Token]:
    """x^2_i is x_i^2: what stands below comes first."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        found.append(tokens[at])
        at += 1
        if tokens[at - 1].text != "^" or tokens[at - 1].kind is not Kind.SIGN:
            continue
        end, _ = _script(tokens, at)
        if end < len(tokens) and tokens[end].text == "_" and tokens[end].kind is Kind.SIGN:
            stop, _ = _script(tokens, end + 1)
            found[-1:] = [*tokens[end:stop], tokens[at - 1], *tokens[at:end]]
            at = stop
    return found


def _round(tokens: list[Token]) -> list[Token]:
    """Square brackets around one formula are round ones; braces around an argument, too."""
    found = list(tokens)
    opened: list[tuple[int, bool]] = []
    for at, token in enumerate(tokens):
        if token.kind is Kind.BREAK or token.text == ",":
            opened = [(place, True) for place, _ in opened]
        elif token.kind is Kind.SIGN and token.text in _OPEN:
            opened.append((at, False))
        elif token.kind is Kind.SIGN and token.text in _CLOSED and opened:
            place, is_list = opened.pop()
            behind = tokens[place - 1] if place else token
            inner = tokens[place + 1 : at]
            is_short = all(t.kind in (Kind.NAME, Kind.NUMBER) for t in inner) and len(inner) == 1
            is_behind = behind.kind is Kind.NAME or behind.text == ")"
            is_entry = is_short and is_behind and behind.end == tokens[place].start
            if token.text == "]" and tokens[place].text == "[" and not (is_list or is_entry):
                found[place] = tokens[place]._replace(text="(")
                found[at] = token._replace(text=")")
    return found


def _joined(tokens: list[Token]) -> list[Token]:
    """x _ 1 is the name x1, S _ B the name S_B, W ^ ( 1 ) the name W__1."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        token, at = tokens[at], at + 1
        if token.kind is Kind.NAME and token.text not in _UNJOINED:
            while at < len(tokens) and (longer := _with_script(token, tokens, at)) is not None:
                token, at = longer
        found.append(token)
    return found


def _with_script(token: Token, tokens: Sequence[Token], at: int) -> tuple[Token, int] | None:
    """The name with the index or the layer that follows, and where that ends."""
    if tokens[at].text not in ("_", "^") or tokens[at].kind is not Kind.SIGN:
        return None
    end, inside = _script(tokens, at + 1)
    text = "".join(t.text for t in inside)
    is_layer = len(inside) == 3 and inside[0].text == "(" and inside[1].kind is Kind.NUMBER
    if tokens[at].text == "_" and all(t.kind in (Kind.NAME, Kind.NUMBER) for t in inside):
        index = text if text.isdigit() else f"_{text}"
        is_short = 0 < len(text) < LONGEST
        return (
            (token._replace(text=token.text + index, end=inside[-1].end), end) if is_short else None
        )
    if tokens[at].text == "^" and is_layer:
        return token._replace(text=f"{token.text}__{inside[1].text}", end=inside[-1].end), end
    return None


def _script(tokens: Sequence[Token], at: int) -> tuple[int, list[Token]]:
    """Where what stands above or below ends, and what it is."""
    if at >= len(tokens):
        return at, []
    if tokens[at].text not in ("{", "("):
        return at + 1, [tokens[at]]
    end = _closing(tokens, at)
    return end + 1, list(tokens[at + 1 : end])


def _closing(tokens: Sequence[Token], at: int) -> int:
    """The place of the bracket that closes the one at this place; the last place if none does."""
    depth = 0
    for place in range(at, len(tokens)):
        if tokens[place].kind is Kind.SIGN:
            depth += (tokens[place].text in _OPEN) - (tokens[place].text in _CLOSED)
        if depth == 0:
            return place
    return len(tokens) - 1


def parted(tokens: Sequence[Token], signs: frozenset[str]) -> list[list[Token]]:
    """The parts between these signs outside of brackets."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        if token.kind is Kind.SIGN:
            depth += (token.text in _OPEN) - (token.text in _CLOSED)
        if depth <= 0 and token.text in signs and token.kind is not Kind.NAME:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


# ---------------------------------------------------------------- statements


def statements(tokens: Sequence[Token]) -> list[Statement | str]:
    r"""The statements of a formula in order, and the words between them as they stand.

    >>> from matgrad.syntax.tokens import tokenise
    >>> [s.what.value for s in statements(tokenise("f(x) = x'*A*x"))]
    ['definition']
    """
    found: list[Statement | str] = []
    for part in _lines(tidied(tokens)):
        if isinstance(part, str):
            found.append(part)
            continue
        is_going_on = part[0].text == "=" and part[0].kind is Kind.SIGN
        last = next((s for s in reversed(found) if isinstance(s, Statement)), None)
        if is_going_on and last is not None:
            found[found.index(last)] = _statement([*last.tokens, *part])
        else:
            found.append(_statement(part))
    return found


def _lines(tokens: Sequence[Token]) -> list[list[Token] | str]:
    """The pieces between breaks, words, arrows and commas that separate statements."""
    found: list[list[Token] | str] = []
    current: list[Token] = []
    depth = 0

    def end() -> None:
        found.extend(piece for piece in _at_commas([*current]) if piece)
        current.clear()

    for token in tokens:
        if token.kind is Kind.SIGN:
            depth += (token.text in _OPEN) - (token.text in _CLOSED)
        if token.kind is Kind.WORDS:
            end()
            found.append(token.text)
            depth = 0
        elif depth <= 0 and (token.kind is Kind.BREAK or token.text in _APART):
            end()
        else:
            current.append(token)
    end()
    return found


def _at_commas(tokens: list[Token]) -> list[list[Token]]:
    """`f = x, g = y` is two statements; `x, y ∈ ℝⁿ` is one."""
    parts = [part for part in parted(tokens, frozenset(",.")) if part]
    if len(parts) < 2:
        return parts
    if all(len(part) == 1 and part[0].kind is Kind.NAME for part in parts):
        return [tokens if tokens[-1].text not in ",." else tokens[:-1]]
    found: list[list[Token]] = []
    waiting: list[Token] = []
    for part in parts:
        comma = Token(Kind.SIGN, ",", part[0].start, part[0].start)
        joined = [*waiting, comma, *part] if waiting else part
        if len(part) == 1 and part[0].kind is Kind.NAME:
            waiting = joined
            continue
        is_list = bool(waiting) and any(t.text in ("∈", "in", ":", "≻", ">") for t in part)
        found += [joined] if is_list else [waiting, part] if waiting else [part]
        waiting = []
    return [*found, waiting] if waiting else found


def _statement(tokens: list[Token]) -> Statement:
    whole = tuple(tokens)
    for reads in (_names, _size, _member, _map, _minimisation):
        if (found := reads(whole)) is not None:
            return found
    sides = [tuple(part) for part in parted(tokens, frozenset("="))]
    if any(not side for side in sides):
        return Statement(What.OTHER, whole)
    fact = _fact(whole, sides)
    if fact is not None:
        return fact
    if tokens[0].text == "(" and _closing(tokens, 0) == len(tokens) - 1 and len(_list(whole)) > 1:
        return Statement(What.OTHER, whole)  # a set, or a tuple
    rest = [t for side in sides[1:] for t in side] if _head_call(sides[0]) else whole
    compares = len(parted(tokens, frozenset("<>"))) > 1 and tokens[0].text != "<"
    if compares or any(t.text in _UNREAD and t.kind is Kind.SIGN for t in rest):
        return Statement(What.OTHER, whole)
    derivative = derivative_of(sides[0])
    if derivative is not None:
        return replace(derivative, tokens=whole, sides=tuple(sides[1:]))
    if _is_differential(sides[0]) and len(sides) > 1:
        return Statement(What.DIFFERENTIAL, whole, sides[0], sides=tuple(sides[1:]))
    has_marks = any(_begins_derivative(sides[0], at) for at in range(len(sides[0])))
    if has_marks:
        return Statement(What.WORKING, whole, sides=tuple(sides))
    if len(sides) == 1:
        return Statement(What.EXPRESSION, whole, whole, sides=(whole,))
    return _definition(whole, sides)


_UNREAD = frozenset("≤ ≥ ≠ ≪ ≫ ≈ ∼ ∝ → ↦ ∀ ∃ ∫ … ∞ ⇒ ≻ ⪰ ≺ ⪯ ∉ ∈".split())


def _list(tokens: Tokens) -> list[list[Token]]:
    """What stands between the commas of a bracket."""
    return parted(tokens[1:-1], frozenset(","))


def _names(tokens: Tokens) -> Statement | None:
    """x, or A, B."""
    if len(tokens) == 2 and tokens[0].text == "d" and tokens[0].end == tokens[1].start:
        joined = tokens[1]._replace(text=f"d{tokens[1].text}", start=tokens[0].start)
        tokens = (joined,) if joined.kind is Kind.NAME else tokens  # dF in LaTeX
    parts = parted(tokens, frozenset(","))
    if all(len(part) == 1 and part[0].kind is Kind.NAME for part in parts):
        return Statement(What.NAMES, tokens, names=tuple(part[0].text for part in parts))
    return None


def _size(tokens: Tokens) -> Statement | None:
    """m × n, 3 x 3, (n, 1); or a number alone."""
    inner = tokens
    if tokens[0].text == "(" and _closing(tokens, 0) == len(tokens) - 1:
        inner = tokens[1:-1]
    if len(inner) == 1 and inner[0].kind is Kind.NUMBER:
        return Statement(What.SIZE, tokens, sides=(inner,))
    parts = parted(inner, frozenset("×"))
    if len(parts) == 1:
        parts = _around(inner, ("x", "by"))
    is_size = len(parts) == 2 and all(
        part and all(t.kind in (Kind.NAME, Kind.NUMBER) or t.text in "+-*" for t in part)
        for part in parts
    )
    return Statement(What.SIZE, tokens, sides=tuple(map(tuple, parts))) if is_size else None


def _around(tokens: Tokens, words: tuple[str, ...]) -> list[list[Token]]:
    """The two pieces around a letter x, where it stands for a cross; 3x3 has none before it."""
    if len(tokens) == 2 and tokens[0].kind is Kind.NUMBER and tokens[1].text[0] == "x":
        rest = tokens[1].text[1:]
        if rest and (rest.isdigit() or len(rest) == 1):
            kind = Kind.NUMBER if rest.isdigit() else Kind.NAME
            return [
                [tokens[0]],
                [tokens[1]._replace(kind=kind, text=rest, start=tokens[1].start + 1)],
            ]
    places = [at for at, t in enumerate(tokens) if t.text in words]
    if len(places) != 1 or not 0 < places[0] < len(tokens) - 1:
        return [list(tokens)]
    at = places[0]
    is_apart = tokens[at - 1].end < tokens[at].start < tokens[at].end < tokens[at + 1].start
    sizes = [t for t in tokens if t is not tokens[at] and t.kind is Kind.NAME]
    is_size = is_apart and all(t.text in SIZES or len(t.text) > 2 for t in sizes)
    begins = tokens[at + 1].kind is not Kind.SIGN
    return [list(tokens[:at]), list(tokens[at + 1 :])] if is_size and begins else [list(tokens)]


# ---------------------------------------------------------------- declarations


def _member(tokens: Tokens) -> Statement | None:
    """x, y ∈ ℝⁿ; X(a) ∈ ℝ^{N×K} depends on a."""
    at = next((i for i, t in enumerate(tokens) if t.text in ("∈", "in", ":")), 0)
    if not at or at + 1 >= len(tokens) or any(t.text == "→" for t in tokens):
        return None
    names: list[str] = []
    params: tuple[str, ...] = ()
    for part in parted(tokens[:at], frozenset(",")):
        if not part or part[0].kind is not Kind.NAME:
            return None
        if len(part) > 1 and (called := _arguments(tuple(part))) is None:
            return None
        if len(part) > 1 and called is not None:
            params = called
        names.append(part[0].text)
    declared = _declared(tuple(names), tokens, at)
    if declared is None:
        return None
    return Statement(What.DECLARATION, tokens, names=tuple(names), params=params, declared=declared)


def _declared(names: tuple[str, ...], tokens: Tokens, at: int) -> tuple[Declaration, ...] | None:
    sign, tail = tokens[at].text, list(tokens[at + 1 :])
    if sign == ":" and tail[0].text not in SPACES:
        size = _size(tuple(tail))
        if size is None:
            return None
        tail = [Token(Kind.NAME, "R", *tokens[at].position), _hat(tail[0]), *_bracketed(size)]
    facts: frozenset[str] = frozenset()
    if tail[0].text in ("S", "𝕊") and len(tail) > 1 and tail[1].text in ("^", "_"):
        facts = _cone(tail)
        tail = [t for t in tail if t.text not in ("+", "_")]
        size = [t for t in tail[1:] if t.kind is Kind.NAME][:1]
        tail = [tail[0]._replace(text="R"), _hat(tail[0]), *_paren([*size, _cross(tail[0]), *size])]
    if tail[0].text not in SPACES:
        return None
    tail = [
        t._replace(text="(" if t.text == "{" else ")" if t.text == "}" else t.text) for t in tail
    ]
    if len(tail) > 1 and tail[1].kind is Kind.RAISED:
        tail[1:2] = [_hat(tail[1]), tail[1]._replace(kind=Kind.NUMBER)]
    tail = [tail[0]._replace(text="R"), *(t for t in tail[1:] if t.text not in ("+", "_"))]
    if len(tail) == 4 and [t.text for t in tail[1:]][:2] == ["^", "("]:
        return None
    heads = [Token(Kind.NAME, name, *tokens[0].position) for name in names]
    try:
        found = declared_member(tail, heads)
    except MatgradError:
        return None
    is_plain = tail[0].font == "" and tokens[at + 1].text in ("R", "C") and len(tail) == 1
    return None if is_plain and sign == ":" else tuple(replace(d, facts=facts) for d in found)


def _cone(tail: Sequence[Token]) -> frozenset[str]:
    count = sum(t.text == "+" for t in tail)
    return frozenset({"positive_definite"} if count > 1 else {"symmetric"})


def _bracketed(size: Statement) -> list[Token]:
    first = size.tokens[0]
    inside: list[Token] = []
    for side in size.sides:
        inside += [_cross(first), *side] if inside else side
    return _paren(inside)


def _paren(inside: Sequence[Token]) -> list[Token]:
    at = inside[0].position if inside else (0, 0)
    return [Token(Kind.SIGN, "(", *at), *inside, Token(Kind.SIGN, ")", *at)]


def _hat(token: Token) -> Token:
    return Token(Kind.SIGN, "^", *token.position)


def _cross(token: Token) -> Token:
    return Token(Kind.SIGN, "×", *token.position)


def _arguments(tokens: Tokens) -> tuple[str, ...] | None:
    """The names in the brackets of f(x, y); None if there is anything else."""
    if len(tokens) < 4 or tokens[1].text != "(" or _closing(tokens, 1) != len(tokens) - 1:
        return None
    parts = parted(tokens[2:-1], frozenset([",", ";", "|"]))
    names = [part[0].text for part in parts if len(part) == 1 and part[0].kind is Kind.NAME]
    return tuple(names) if len(names) == len(parts) else None


def _map(tokens: Tokens) -> Statement | None:
    """f: ℝⁿ → ℝ, with the shapes of its arguments and of its value."""
    texts = ["→" if t.text == "↦" else t.text for t in tokens]
    if "→" not in texts or len(tokens) < 4 or tokens[0].kind is not Kind.NAME:
        return None
    if texts[1] not in (":", "∈"):
        return None
    at = texts.index("→")
    if at == 3 and tokens[2].kind is Kind.NAME and texts[2] not in SPACES and at + 1 < len(tokens):
        params, value = (texts[2],), tuple(tokens[at + 1 :])  # σ: x ↦ x²
        return Statement(What.DEFINITION, tokens, tokens[:1], (texts[0],), params, (value,))
    spaces = [_space(part) for part in _spaces(tokens[2:at])]
    value = _space(tokens[at + 1 :])
    if value is None or not all(spaces):
        return Statement(What.MAP, tokens, names=(texts[0],))
    return Statement(
        What.MAP, tokens, names=(texts[0],), declared=(*(s for s in spaces if s), value)
    )


def _spaces(tokens: Sequence[Token]) -> list[Sequence[Token]]:
    """The factors of ℝⁿ × ℝᵐ: a cross that stands before a space."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for token, after in zip(tokens, [*tokens[1:], None], strict=True):
        depth += (token.text in _OPEN) - (token.text in _CLOSED)
        if depth == 0 and token.text in ("×", "x") and after is not None and after.text in SPACES:
            parts.append([])
        else:
            parts[-1].append(token)
    return [*parts]


def _space(tokens: Sequence[Token]) -> Declaration | None:
    if not tokens:
        return None
    sign = Token(Kind.SIGN, "∈", *tokens[0].position)
    found = _declared(("x",), (sign._replace(kind=Kind.NAME, text="x"), sign, *tokens), 1)
    if found is None and len(tokens) == 1 and tokens[0].text in SPACES:
        return Declaration("x", SCALAR)
    return found[0] if found else None


# ---------------------------------------------------------------- facts


def _spelled(side: Sequence[Token]) -> str:
    """A formula as one word, with transposes as ' and inverses as ~."""
    text = "".join("^-1" if t.kind is Kind.RAISED and t.text == "-1" else t.text for t in side)
    text = text.replace("{", "").replace("}", "").replace("*", "").replace("⋅", "")
    for old, new in (("^'", "'"), ("^T", "'"), ("^t", "'"), ("^-1", "~"), ("^H", "'")):
        text = text.replace(old, new)
    return text


def _fact(tokens: Tokens, sides: Sequence[Tokens]) -> Statement | None:
    """Aᵀ = A, A ≻ 0, QᵀQ = I, x > 0, ‖x‖ = 1: what is said of one name."""
    names = {t.text for t in tokens if t.kind is Kind.NAME} - {"T", "I", "Id", "t", "H"}
    for sign, fact in COMPARED:
        parts = parted(tokens, frozenset([sign]))
        is_bound = len(parts) == 2 and len(parts[1]) == 1 and parts[1][0].text in ("0", "𝟎")
        inner = tuple(parts[0])
        if is_bound and fact == "nonzero" and _spelled(inner)[:4] == "det(":
            return _of(tokens, (inner[2].text,), "invertible") if len(inner) == 4 else None
        if is_bound and any(t.text == "=" for t in inner):
            found = _fact(inner, [tuple(p) for p in parted(inner, frozenset("="))])
            return found and _of(tokens, found.names, fact)
        heads = parted(parts[0], frozenset(",")) if is_bound else []
        if heads and all(len(h) == 1 and h[0].kind is Kind.NAME for h in heads):
            named = tuple(h[0].text for h in heads)
            return _of(tokens, named, fact)
    if len(sides) not in (2, 3) or len(names) != 1:
        return None
    (name,) = names
    spelled = [_spelled(side).replace(name, "A") for side in sides]
    fact = FACTS.get(frozenset(spelled))
    return _of(tokens, (name,), fact) if fact and len(name) < 12 else None


COMPARED = (
    ("≻", "positive_definite"), ("⪰", "symmetric"), (">", "positive"), ("≥", "nonnegative"),
    ("≠", "nonzero"),
)  # fmt: skip
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


def _of(tokens: Tokens, names: tuple[str, ...], fact: str) -> Statement:
    declared = tuple(Declaration(name, facts=frozenset({fact})) for name in names)
    return Statement(What.FACT, tokens, names=names, declared=declared)


# ---------------------------------------------------------------- derivatives


def _begins_derivative(tokens: Sequence[Token], at: int) -> bool:
    token = tokens[at]
    if token.kind is Kind.SIGN and token.text in ("∇", "∂"):
        return True
    following = tokens[at + 1].text if at + 1 < len(tokens) else ""
    is_d = token.kind is Kind.NAME and token.text == "d"
    return is_d and token.font == "rm" and following not in ("=", "")


def derivative_of(side: Tokens) -> Statement | None:
    """The derivative that a side is: ∇ₓf, ∂f/∂x, d/dx (…), ∂ₓf, f′(x), Df(x)."""
    found = _nabla(side) or _fraction(side) or _primed(side)
    if found is None:
        return None
    inner = found.head
    is_nested = any(_begins_derivative(inner, at) for at in range(len(inner)))
    return Statement(What.WORKING, side) if is_nested else found


def _nabla(side: Tokens) -> Statement | None:
    first = side[0]
    letter = first.text.partition("_")[0]
    is_operator = first.kind is Kind.NAME and letter in ("D", "grad") and len(side) > 1
    is_partial = first.text == "∂" and len(side) > 2 and side[1].text == "_"
    if first.text != "∇" and not is_partial and not is_operator:
        return None
    if is_operator and "_" not in first.text and side[1].kind is not Kind.NAME:
        return None
    if is_operator and side[-1].text in "])" and [t.text for t in side[2:]].count("(") != 1:
        return Statement(What.WORKING, side)  # DF(X)[H], along a direction
    by = (first.text.partition("_")[2],) if is_operator and "_" in first.text else ()
    at, order = 1, 1
    while at < len(side) and (side[at].text in ("_", "^", "∇") or side[at].kind in _SMALL):
        if side[at].text == "∇":
            order, at = order + 1, at + 1
            continue
        is_below = side[at].text == "_" or side[at].kind is Kind.LOWERED
        if side[at].kind in _SMALL:
            end, inside = at + 1, [side[at]]
        else:
            end, inside = _script(side, at + 1)
        if is_below:
            by = (
                *by,
                *dict.fromkeys(t.text for t in inside if t.kind in (Kind.NAME, Kind.LOWERED)),
            )
            order = max(order, _count(inside))
        elif "".join(t.text for t in inside) == "2":
            order = 2
        at = end
    return _differentiated(side, side[at:], by, order)


_SMALL = (Kind.LOWERED, Kind.RAISED)


def _count(inside: Sequence[Token]) -> int:
    """xx below a nabla asks for second derivatives."""
    names = [t.text for t in inside if t.kind is Kind.NAME]
    return len(names) if len(names) > len(set(names)) else 1


def _differentiated(side: Tokens, of: Tokens, by: tuple[str, ...], order: int) -> Statement:
    of = of[1:-1] if of and of[0].text in "({" and _closing(of, 0) == len(of) - 1 else of
    return Statement(What.DERIVATIVE, side, of, by=by, order=order)


def _fraction(side: Tokens) -> Statement | None:
    """∂f/∂x, d/dx f, d²f/dx², in both spellings."""
    bare = side[1:] if side[0].text == "{" else side
    at = next((i for i, t in enumerate(_outside(bare)) if t), 0) if bare else 0
    if not at:
        return None
    if side[0].text == "{":
        end = _closing(side, 0)
        above, below, rest = (
            _unbraced(side[1 : at + 1]),
            _unbraced(side[at + 2 : end]),
            side[end + 1 :],
        )
    else:
        above = _unbraced(side[:at])
        end = _variable_end(side, at + 1)
        below, rest = _unbraced(side[at + 1 : end]), side[end:]
    top, bottom = _marked(above), _marked(below)
    if top is None or bottom is None or not bottom[1]:
        return None
    by = tuple(
        t.text for before, t in zip((None, *bottom[1]), bottom[1], strict=False)
        if t.kind is Kind.NAME and not (before is not None and before.text == "^")
    )  # fmt: skip
    pieces = [
        t for t in bottom[1] if t.text not in ("∂", "'", "^", "(", ")", ",", "2", "_", "{", "}")
    ]
    if not by or any(t.kind not in (Kind.NAME, Kind.NUMBER, Kind.RAISED) for t in pieces):
        return None
    if any(a.kind is b.kind is Kind.NAME and a.text != "d" for a, b in pairwise(bottom[1])):
        return Statement(What.WORKING, side)  # dx/dAx is no derivative by a name
    by = tuple(_without_d(name, below) for name in by)
    order = max(top[0], bottom[0], len(by) if len(set(by)) < len(by) or top[0] > 1 else 1)
    of = (*top[1], *rest) if not top[1] else top[1]
    found = _differentiated(side, tuple(of), tuple(dict.fromkeys(b for b in by if b)), order)
    return replace(found, is_whole=not (top[1] and rest) or rest[0].text in "(|")


def _outside(tokens: Tokens) -> list[bool]:
    """At which places a slash stands outside of brackets."""
    depth, found = 0, list[bool]()
    for t in tokens:
        depth += (t.text in _OPEN) - (t.text in _CLOSED) if t.kind is Kind.SIGN else 0
        found.append(depth == 0 and t.text == "/")
    return found


def _unbraced(tokens: Tokens) -> Tokens:
    is_group = len(tokens) > 1 and tokens[0].text in "{(" and _closing(tokens, 0) == len(tokens) - 1
    return tokens[1:-1] if is_group else tokens


def _variable_end(side: Tokens, at: int) -> int:
    """Where the variable below a slash ends: ∂x, dx, ∂x², (∂x∂y)."""
    if at < len(side) and side[at].text in "({":
        return _closing(side, at) + 1
    end = at + (2 if at < len(side) and side[at].text in ("∂", "d") else 1)
    if end < len(side) and side[end].kind is Kind.RAISED:
        return end + 1
    if end + 1 < len(side) and side[end].text == "^" and side[end + 1].text in ("2", "T", "'"):
        return end + 2
    return end


def _marked(tokens: Tokens) -> tuple[int, Tokens] | None:
    """The order and what follows the mark ∂ or d of one side of a fraction."""
    if not tokens:
        return None
    first, rest = tokens[0], tokens[1:]
    is_mark = first.text in ("∂", "d", "delta")
    if not is_mark and not (
        first.kind is Kind.NAME and len(first.text) > 1 and first.text[0] == "d"
    ):
        return None
    if not is_mark:
        cut = first._replace(text=first.text[1:], start=first.start + 1)
        rest = (cut, *rest)
        return (2 if any(t.text == "2" for t in rest[1:3]) else 1), _without_order(rest)
    order = 1
    if rest and (rest[0].text == "2" and rest[0].kind is Kind.RAISED):
        order, rest = 2, rest[1:]
    elif len(rest) > 1 and rest[0].text == "^" and _spelled(_script(rest, 1)[1]) == "2":
        order, rest = 2, rest[_script(rest, 1)[0] :]
    return order, _without_order(rest)


def _without_order(tokens: Tokens) -> Tokens:
    """x of x², where it is what is differentiated twice by."""
    if len(tokens) == 2 and tokens[1].kind is Kind.RAISED:
        return tokens[:1]
    return tokens


def _without_d(name: str, below: Tokens) -> str:
    """The variable of a piece of a denominator: dy of dxdy in LaTeX is d y."""
    return "" if name == "d" and len(below) > 2 else name


def _primed(side: Tokens) -> Statement | None:
    """f′(x), f″."""
    marks = 0
    while 1 + marks < len(side) and side[1 + marks].text == "'":
        marks += 1
    rest = side[1 + marks :]
    is_called = bool(rest) and rest[0].text == "(" and _closing(rest, 0) == len(rest) - 1
    is_function = side[0].kind is Kind.NAME and side[0].text in FUNCTION_LETTERS
    if not marks or not is_function or (rest and not is_called) or (not rest and marks < 2):
        return None
    by = tuple(t.text for t in rest if t.kind is Kind.NAME)
    return Statement(What.DERIVATIVE, side, (side[0],), by=by, order=marks)


def _is_differential(side: Tokens) -> bool:
    """df, d(…), in both spellings."""
    first = side[0]
    if first.kind is not Kind.NAME or first.text[:1] != "d":
        return False
    is_called = _arguments(side) is not None  # d(x) = … is a distance
    if first.text == "d":
        return len(side) > 1 and not is_called
    return len(side) == 1 and len(first.text) < 4


# ---------------------------------------------------------------- functions


def _minimisation(tokens: Tokens) -> Statement | None:
    """min_x f(x), argmin, and what stands before them."""
    at = 0
    heads = [i for i, t in enumerate(tokens) if t.text == "="]
    if heads and tokens[0].kind is Kind.NAME:
        at = heads[0] + 1
    first = tokens[at] if at < len(tokens) else tokens[0]
    name, _, below = first.text.partition("_")
    if name not in ("min", "max", "argmin", "argmax", "minimize", "minimise", "maximize"):
        return None
    rest, by = tokens[at + 1 :], (below,) if below else ()
    if not by and rest and rest[0].text == "_":
        end, inside = _script(rest, 1)
        by = tuple(t.text for t in inside if t.kind is Kind.NAME)[:1]
        rest = rest[end:]
    if not rest or (not by and (rest[0].text == "(" or name in ("min", "max"))):
        return None
    if by and name in ("min", "max") and rest[0].text == "(" and len(by[0]) == 1 and by[0] in "ijk":
        return None
    return Statement(What.MINIMISATION, tokens, tuple(rest), by=by, sides=(tuple(rest),))


def _head_call(head: Tokens) -> bool:
    """Is this f(…), with anything in the brackets?"""
    is_call = len(head) > 3 and head[0].kind is Kind.NAME and head[1].text == "("
    return is_call and head[0].text in FUNCTION_LETTERS and _closing(head, 1) == len(head) - 1


def _definition(tokens: Tokens, sides: Sequence[Tokens]) -> Statement:
    """f(x) = …, y = …, or formulas that are said to be equal."""
    head, values = sides[0], tuple(sides[1:])
    if head[0].kind is Kind.NAME and len(head) == 1:
        return Statement(What.DEFINITION, tokens, head, (head[0].text,), sides=values)
    params = _arguments(head) if head[0].kind is Kind.NAME else None
    if params is not None:
        return Statement(What.DEFINITION, tokens, head, (head[0].text,), params, values)
    is_log = head[0].text in ("log", "ln") and len(head) > 4 and head[2].text == "("
    is_letter = _head_call(head)
    if is_letter or (is_log and _closing(head, 2) == len(head) - 1):
        name = head[0].text if is_letter else "logp"
        inside = tuple(dict.fromkeys(t.text for t in head[2:] if t.kind is Kind.NAME))
        return Statement(What.DEFINITION, tokens, head, (name,), inside, values)
    return Statement(What.CHAIN, tokens, head, sides=tuple(sides))
