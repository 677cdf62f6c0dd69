"""Lines that declare functions: `function sigma`, `function f(X)`, `A(t): n×n`, `f: R^n -> R`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from matgrad.core.shape import SCALAR, Shape
from matgrad.errors import LimitError, ParseError
from matgrad.ops.named import MOST
from matgrad.syntax.declarations import (
    can_be_size,
    declared_member,
    declared_shape,
    is_surely_shape,
)
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.scope import Declaration, check_declared
from matgrad.syntax.tokens import Kind, Token

WORD = "function"
ARROW = "→"
SIGNS = (":", "in", "∈")
LARGEST = MOST - 3  # arguments, which leaves room for directions


def is_function(statement: list[Token], is_last: bool, known: Collection[str]) -> bool:
    """Does this line declare a function, as `function f(X)` and `x(t): n` do?

    `F(X) : C` is a Frobenius product where F is known, or where C is no size, or on the last line.
    """
    if statement[0].text == WORD and len(statement) > 1 and statement[1].kind is Kind.NAME:
        return True
    if statement[0].kind is Kind.NAME and any(token.text == ARROW for token in statement):
        return True
    end = _closing(statement)
    if not 0 < end < len(statement) - 1 or statement[0].text in FUNCTIONS:
        return False
    sign, tail = statement[end + 1].text, statement[end + 2 :]
    if sign != ":":
        return sign in SIGNS
    open_ = statement[0].text not in known and not is_last
    return is_surely_shape(tail) or (open_ and can_be_size(tail))


def _closing(tokens: list[Token]) -> int:
    """Where the parameters end that stand after the first name; 0 if none do."""
    if len(tokens) < 4 or tokens[0].kind is not Kind.NAME or tokens[1].text != "(":
        return 0
    for place, token in enumerate(tokens[2:], start=2):
        if token.text == ")":
            return place
        if token.kind is not (Kind.SIGN if place % 2 else Kind.NAME):
            return 0
    return 0


def declared_functions(statement: list[Token]) -> tuple[list[Token], list[Declaration]]:
    """The elementwise functions that a line names, and those with arguments."""
    elementwise: list[Token] = []
    declared: list[Declaration] = []
    for part in _parts(statement[1:] if statement[0].text == WORD else statement):
        end = _closing(part)
        if any(token.text == ARROW for token in part):
            declared.append(_mapping(part))
        elif end:
            declared.append(_declared(part[0], name_list(part[2:end]), part[end + 1 :]))
        else:
            elementwise += name_list(part)
    return elementwise, declared


def _mapping(tokens: list[Token]) -> Declaration:
    """f: R^n -> R, or f: R^n x R^m -> R^k."""
    name, *rest = tokens
    arrow = next((place for place, token in enumerate(rest) if token.text == ARROW), 0)
    if not arrow or rest[0].text not in (":", "in", "∈"):
        raise ParseError("a colon is missing", name.position, f"{name.text}: R^n -> R")
    spaces = [declared_member(part, [name])[0] for part in _factors(rest[1:arrow])]
    (value,) = declared_member(rest[arrow + 1 :], [name])
    if len(spaces) > LARGEST:
        raise LimitError(f"a function has at most {LARGEST} arguments", name.position)
    domain = tuple(space.shape or SCALAR for space in spaces)
    return replace(value, params=_names_for(domain), domain=domain)


def _factors(tokens: list[Token]) -> list[list[Token]]:
    """The spaces of a product: R^n x R^m."""
    parts: list[list[Token]] = [[]]
    for token, following in zip(tokens, [*tokens, None][1:], strict=True):
        begins = following is not None and following.text in ("R", "ℝ")
        if token.text in ("×", "x") and begins and parts[-1]:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _names_for(domain: Sequence[Shape]) -> tuple[str, ...]:
    """Names for arguments that have none: t a number, x a vector, X a matrix."""
    found: list[str] = []
    for shape in domain:
        letters = "tsu" if shape.is_scalar else "xyz" if shape.is_column else "XYZ"
        found.append(next(letter for letter in letters if letter not in found))
    return tuple(found)


def _parts(tokens: list[Token]) -> list[list[Token]]:
    """The functions of a line, which begin after commas that stand in no bracket."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for place, token in enumerate(tokens):
        depth += (token.text == "(") - (token.text == ")")
        following = tokens[place + 1 :]
        begins = bool(_closing(following)) or (len(following) == 1 and not _has_sign(parts[-1]))
        if depth == 0 and token.text == "," and (begins or not _has_sign(parts[-1])):
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _has_sign(tokens: list[Token]) -> bool:
    return any(token.text in SIGNS for token in tokens)


def _declared(name: Token, params: list[Token], tail: list[Token]) -> Declaration:
    check_declared(name.text, name.position)
    given = tuple(token.text for token in params)
    if len(given) > LARGEST:
        raise LimitError(f"a function has at most {LARGEST} arguments", params[LARGEST].position)
    if len(set(given)) < len(given):
        raise ParseError("the arguments of a function have different names", params[-1].position)
    if not tail:
        return Declaration(name.text, position=name.position, params=given)
    if tail[0].text not in SIGNS:
        raise ParseError("a shape is needed here", tail[0].position, f"function {name.text}(x): n")
    read = declared_shape if tail[0].text == ":" else declared_member
    (found,) = read(tail[1:], [name])
    return replace(found, params=given)


def name_list(tokens: list[Token]) -> list[Token]:
    """Names separated by commas."""
    for token, due in zip(tokens, [Kind.NAME, Kind.SIGN] * len(tokens), strict=False):
        if token.kind is not due or (due is Kind.SIGN and token.text != ","):
            raise ParseError("names separated by commas are needed here", token.position)
    if not tokens or tokens[-1].kind is Kind.SIGN:
        raise ParseError("a name is missing", tokens[-1].position if tokens else None)
    return tokens[::2]
