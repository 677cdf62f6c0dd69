"""The statements of a formula, from its tokens: what each of them says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from matgrad.syntax.scope import Declaration
from matgrad.syntax.statement.derivatives import (
    FUNCTION_LETTERS,
    begins_derivative,
    derivative_of,
    is_differential,
    spelled,
)
from matgrad.syntax.statement.kinds import Statement, Tokens, What
from matgrad.syntax.statement.members import arguments, map_of, member, size
from matgrad.syntax.statement.tidy import CLOSED, OPEN, closing, parted, script, tidied
from matgrad.syntax.tokens import Kind, Token

_APART = frozenset(["⇒", "⇔", ";"])  # between statements of one formula


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
            depth += (token.text in OPEN) - (token.text in CLOSED)
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


def _statement(tokens: list[Token]) -> Statement:  # noqa: PLR0911
    whole = tuple(tokens)
    for reads in (_names, size, member, map_of, _minimisation):
        if (found := reads(whole)) is not None:
            return found
    sides = [tuple(part) for part in parted(tokens, frozenset("="))]
    if any(not side for side in sides):
        return Statement(What.OTHER, whole)
    fact = _fact(whole, sides)
    if fact is not None:
        return fact
    if tokens[0].text == "(" and closing(tokens, 0) == len(tokens) - 1 and len(_list(whole)) > 1:
        return Statement(What.OTHER, whole)  # a set, or a tuple
    rest = [t for side in sides[1:] for t in side] if _head_call(sides[0]) else whole
    compares = len(parted(tokens, frozenset("<>"))) > 1 and tokens[0].text != "<"
    if compares or any(t.text in _UNREAD and t.kind is Kind.SIGN for t in rest):
        return Statement(What.OTHER, whole)
    derivative = derivative_of(sides[0])
    if derivative is not None:
        return replace(derivative, tokens=whole, sides=tuple(sides[1:]))
    if is_differential(sides[0]) and len(sides) > 1:
        return Statement(What.DIFFERENTIAL, whole, sides[0], sides=tuple(sides[1:]))
    has_marks = any(begins_derivative(sides[0], at) for at in range(len(sides[0])))
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


# ---------------------------------------------------------------- facts


def _fact(tokens: Tokens, sides: Sequence[Tokens]) -> Statement | None:
    """Aᵀ = A, A ≻ 0, QᵀQ = I, x > 0, ‖x‖ = 1: what is said of one name."""
    names = {t.text for t in tokens if t.kind is Kind.NAME} - {"T", "I", "Id", "t", "H"}
    for sign, fact in COMPARED:
        parts = parted(tokens, frozenset([sign]))
        is_bound = len(parts) == 2 and len(parts[1]) == 1 and parts[1][0].text in ("0", "𝟎")
        inner = tuple(parts[0])
        if is_bound and fact == "nonzero" and spelled(inner)[:4] == "det(":
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
    words = frozenset(spelled(side).replace(name, "A") for side in sides)
    fact = FACTS.get(words)
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
        end, inside = script(rest, 1)
        by = tuple(t.text for t in inside if t.kind is Kind.NAME)[:1]
        rest = rest[end:]
    if not rest or (not by and (rest[0].text == "(" or name in ("min", "max"))):
        return None
    if by and name in ("min", "max") and rest[0].text == "(" and len(by[0]) == 1 and by[0] in "ijk":
        return None
    return Statement(What.MINIMISATION, tokens, tuple(rest), by=by, sides=(tuple(rest),))


def _head_call(head: Sequence[Token]) -> bool:
    """Is this f(…), with anything in the brackets?"""
    is_call = len(head) > 3 and head[0].kind is Kind.NAME and head[1].text == "("
    return is_call and head[0].text in FUNCTION_LETTERS and closing(head, 1) == len(head) - 1


def _definition(tokens: Tokens, sides: Sequence[Tokens]) -> Statement:
    """f(x) = …, y = …, or formulas that are said to be equal."""
    head, values = sides[0], tuple(sides[1:])
    first: Token = head[0]
    if first.kind is Kind.NAME and len(head) == 1:
        return Statement(What.DEFINITION, tokens, head, (head[0].text,), sides=values)
    params = arguments(head) if head[0].kind is Kind.NAME else None
    if params is not None:
        return Statement(What.DEFINITION, tokens, head, (head[0].text,), params, values)
    is_log = head[0].text in ("log", "ln") and len(head) > 4 and head[2].text == "("
    is_letter = _head_call(head)
    if is_letter or (is_log and closing(head, 2) == len(head) - 1):
        name = first.text if is_letter else "logp"
        inside = tuple(dict.fromkeys(t.text for t in list(head)[2:] if t.kind is Kind.NAME))
        return Statement(What.DEFINITION, tokens, head, (name,), inside, values)
    return Statement(What.CHAIN, tokens, head, sides=tuple(sides))
