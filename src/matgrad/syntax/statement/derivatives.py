"""Derivatives on tokens: ∇ₓf, ∂f/∂x, d/dx (…), f′(x), of what, by what, and of which order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from matgrad.syntax.statement.kinds import Statement, Tokens, What
from matgrad.syntax.statement.members import arguments
from matgrad.syntax.statement.tidy import CLOSED, OPEN, closing, script
from matgrad.syntax.tokens import Kind, Token

FUNCTION_LETTERS = frozenset(
    "f g h F G H L J E l u v y z phi psi Phi ell c C k K q p r s w".split()
)


def begins_derivative(tokens: Sequence[Token], at: int) -> bool:
    """Does a derivative or a differential begin here?"""
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
    is_nested = any(begins_derivative(inner, at) for at in range(len(inner)))
    return Statement(What.WORKING, side) if is_nested else found


def _nabla(side: Tokens) -> Statement | None:
    first = side[0]
    letter = first.text.partition("_")[0]
    is_operator = first.kind is Kind.NAME and letter in ("D", "grad") and len(side) > 1
    is_partial = first.text == "∂" and len(side) > 2 and side[1].text == "_"
    if first.text != "∇" and not is_partial and not is_operator:
        return None
    behind = list(side[1:])
    if is_operator and "_" not in first.text and behind[0].kind is not Kind.NAME:
        return None
    if is_operator and behind[-1].text in "])" and [t.text for t in behind[1:]].count("(") != 1:
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
            end, inside = script(side, at + 1)
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
    of = of[1:-1] if of and of[0].text in "({" and closing(of, 0) == len(of) - 1 else of
    return Statement(What.DERIVATIVE, side, of, by=by, order=order)


def _fraction(side: Tokens) -> Statement | None:
    """∂f/∂x, d/dx f, d²f/dx², in both spellings."""
    bare = side[1:] if side[0].text == "{" else side
    at = next((i for i, t in enumerate(_outside(bare)) if t), 0) if bare else 0
    if not at:
        return None
    if side[0].text == "{":
        end = closing(side, 0)
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
        depth += (t.text in OPEN) - (t.text in CLOSED) if t.kind is Kind.SIGN else 0
        found.append(depth == 0 and t.text == "/")
    return found


def _unbraced(tokens: Tokens) -> Tokens:
    is_group = len(tokens) > 1 and tokens[0].text in "{(" and closing(tokens, 0) == len(tokens) - 1
    return tokens[1:-1] if is_group else tokens


def _variable_end(side: Tokens, at: int) -> int:
    """Where the variable below a slash ends: ∂x, dx, ∂x², (∂x∂y)."""
    if at < len(side) and side[at].text in "({":
        return closing(side, at) + 1
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
    elif len(rest) > 1 and rest[0].text == "^" and spelled(script(rest, 1)[1]) == "2":
        order, rest = 2, rest[script(rest, 1)[0] :]
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
    is_called = bool(rest) and rest[0].text == "(" and closing(rest, 0) == len(rest) - 1
    is_function = side[0].kind is Kind.NAME and side[0].text in FUNCTION_LETTERS
    if not marks or not is_function or (rest and not is_called) or (not rest and marks < 2):
        return None
    by = tuple(t.text for t in rest if t.kind is Kind.NAME)
    return Statement(What.DERIVATIVE, side, (side[0],), by=by, order=marks)


def is_differential(side: Tokens) -> bool:
    """df, d(…), in both spellings."""
    first = side[0]
    if first.kind is not Kind.NAME or first.text[:1] != "d":
        return False
    is_called = arguments(side) is not None  # d(x) = … is a distance
    if first.text == "d":
        return len(side) > 1 and not is_called
    return len(side) == 1 and len(first.text) < 4


def spelled(side: Sequence[Token]) -> str:
    """A formula as one word, with transposes as ' and inverses as ~."""
    text = "".join("^-1" if t.kind is Kind.RAISED and t.text == "-1" else t.text for t in side)
    text = text.replace("{", "").replace("}", "").replace("*", "").replace("⋅", "")
    for old, new in (("^'", "'"), ("^T", "'"), ("^t", "'"), ("^-1", "~"), ("^H", "'")):
        text = text.replace(old, new)
    return text
