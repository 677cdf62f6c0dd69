"""Derivatives as they are written: ∇ₓf, ∂f/∂x, d/dx (…), f′(x): of what, by what, how often."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from matgrad.errors import AmbiguousError, UnsupportedError
from matgrad.syntax.tidy import Tokens, closing, depth_of, is_bracket, parted, script, tidied
from matgrad.syntax.tokens import Kind, Token

DERIVATIVE = "∂"  # the gradient of a number, the Jacobian of anything else
FUNCTION_LETTERS = frozenset(
    "f g h F G H L J E l u v y z phi psi Phi ell c C k K q p r s w".split()
)
_MARKS = ("∂", "d", "delta", "drm")
_SMALL = (Kind.LOWERED, Kind.RAISED)
_INDICES = frozenset("ijkl")
_SIGNS = frozenset("+ - * / ^ .* ./ .^ : ⊗ ×".split())


@dataclass(frozen=True)
class Derivative:
    """What is differentiated, by which names, and how often."""

    of: Tokens
    by: tuple[str, ...] = ()
    order: int = 1
    counted: int = 1  # how many variables stand below
    behind: Tokens = ()  # what follows df/dx: the point, or a factor
    is_read: bool = True  # else a step of a computation, with derivatives inside

    @property
    def is_whole(self) -> bool:
        """Is this not the derivative of a side of a product?"""
        return not self.behind or self.behind[0].text in "(|"


WORKING = Derivative((), is_read=False)


def begins_derivative(tokens: Sequence[Token], at: int) -> bool:
    """Does a derivative or a differential begin here?"""
    token = tokens[at]
    if token.kind is Kind.SIGN and token.text in ("∇", "∂"):
        return True
    following = tokens[at + 1].text if at + 1 < len(tokens) else ""
    is_d = token.kind is Kind.NAME and token.text == "d"
    return is_d and token.font == "rm" and following not in ("=", "")


def derivative_of(side: Tokens) -> Derivative | None:
    """The derivative that a side is: ∇ₓf, ∂f/∂x, d/dx (…), ∂ₓf, f′(x), Df(x)."""
    found = _nabla(side) or _fraction(side) or _primed(side)
    if found is not None and any(begins_derivative(found.of, at) for at in range(len(found.of))):
        return WORKING
    return found


def _nabla(side: Tokens) -> Derivative | None:
    first = side[0]
    letter, _, below = first.text.partition("_")
    rest = side[1:]
    is_operator = first.kind is Kind.NAME and letter in ("D", "grad") and bool(rest)
    is_partial = first.text == "∂" and len(side) > 2 and side[1].text == "_"
    if first.text != "∇" and not is_partial and not is_operator:
        return None
    if is_operator and not below and rest[0].kind is not Kind.NAME:
        return None
    if is_operator and rest[-1].text in "])" and [t.text for t in rest[1:]].count("(") != 1:
        return WORKING  # DF(X)[H], along a direction
    by = [below] if is_operator and below else []
    at, order = 1, 1
    while at < len(side) and (side[at].text in ("_", "^", "∇") or side[at].kind in _SMALL):
        sign, small = side[at].text, side[at].kind in _SMALL
        if sign == "∇":
            order, at = order + 1, at + 1
            continue
        is_below = sign == "_" or side[at].kind is Kind.LOWERED
        at, inside = (at + 1, side[at : at + 1]) if small else script(side, at + 1)
        if is_below:
            by += dict.fromkeys(t.text for t in inside if t.kind in (Kind.NAME, Kind.LOWERED))
            order = max(order, _count(inside))
        elif "".join(t.text for t in inside) == "2":
            order = 2
        else:
            return WORKING
    return Derivative(_bare(side[at:]), tuple(by), order, order)


def _count(inside: Sequence[Token]) -> int:
    """xx below a nabla asks for second derivatives."""
    names = [t.text for t in inside if t.kind is Kind.NAME]
    return len(names) if len(names) > len(set(names)) else 1


def _fraction(side: Tokens) -> Derivative | None:
    """∂f/∂x, d/dx f, d²f/dx², in both spellings."""
    if side[0].text == "{":
        end = closing(side, 0)
        halves = parted(side[1:end], "/")
        behind = side[end + 1 :]
    else:
        at = len(parted(side, "/")[0])
        end = _variable_end(side, at + 1)
        halves, behind = [side[:at], side[at + 1 : end]], side[end:]
    if len(halves) != 2:
        return None
    top, bottom = (_marked(half[1:-1] if is_bracket(half) else half) for half in halves)
    variables = None if top is None or bottom is None else _variables(bottom[1])
    if top is None or bottom is None or not variables:
        return None
    if not variables[0]:
        return WORKING  # dx/dAx is no derivative by a name
    by, counted = variables
    order = max(top[0], bottom[0], len(by) if len({*by}) < len(by) or top[0] > 1 else 1)
    of, behind = (top[1], behind) if top[1] else (behind, ())
    return Derivative(_bare(of), tuple(dict.fromkeys(by)), order, max(bottom[0], counted), behind)


def _bare(tokens: Tokens) -> Tokens:
    return tokens[1:-1] if is_bracket(tokens, "(") else tokens


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
    if first.text not in _MARKS:
        is_glued = first.kind is Kind.NAME and first.text[:1] == "d" and first.text[1:2].isalpha()
        cut = first._replace(text=first.text[1:], start=first.start + 1)
        return (1, (cut, *rest)) if is_glued else None  # df/dx
    if rest and rest[0].kind is Kind.RAISED and rest[0].text == "2":
        return 2, rest[1:]
    end, above = script(rest, 1) if rest and rest[0].text == "^" else (0, ())
    return (2, rest[end:]) if [t.text for t in above] == ["2"] else (1, rest)


def _variables(below: Tokens) -> tuple[list[str], int] | None:
    """The variables of ∂x∂xᵀ or ∂x², and how often they stand; none of dAx."""
    found: list[str] = []
    at, count, is_due = 0, 0, True
    while at < len(below):
        token = below[at]
        is_mark = token.text == "∂" or (token.text in _MARKS and len(below) > at + 1)
        if token.text in ("(", ")", ",") or (is_mark and (not is_due or token.text == "∂")):
            at, is_due = at + 1, True
            continue
        if token.kind is not Kind.NAME:
            return None
        if not is_due:
            return [], 0
        end = at + 1
        if end < len(below) and below[end].text == "_":
            end, _ = script(below, end + 1)
        name, power = _named(below[at:end])[0], ""
        if end < len(below) and below[end].text == "^":
            end, above = script(below, end + 1)
            power = "".join(t.text for t in above)
        elif end < len(below) and (below[end].kind is Kind.RAISED or below[end].text in ("'", "⊤")):
            power, end = below[end].text, end + 1
        found.append(name)
        at, count, is_due = end, count + 1 + (power == "2"), False
    return (found, count) if found else None


def _named(part: Tokens) -> tuple[str, str]:
    """The name of x, W_1 or A_{i,j}, and what stands below it."""
    stem, index = part[0].text, "".join(t.text for t in part[1:] if t.kind is not Kind.SIGN)
    return stem + (index if index.isdigit() or not index else f"_{index}"), index


def _primed(side: Tokens) -> Derivative | None:
    """f′(x), f″."""
    marks = 0
    while 1 + marks < len(side) and side[1 + marks].text == "'":
        marks += 1
    rest = side[1 + marks :]
    is_called = is_bracket(rest, "(")
    is_function = side[0].kind is Kind.NAME and side[0].text in FUNCTION_LETTERS
    if not marks or not is_function or (rest and not is_called) or (not rest and marks < 2):
        return None
    by = tuple(t.text for t in rest if t.kind is Kind.NAME)
    return Derivative((side[0],), by, marks, marks)


# ---------------------------------------------------------------- questions of a problem


class Question(NamedTuple):
    """What is asked: the kind of derivative, of what, and by which names."""

    kind: str
    of: Sequence[Token]
    by: Sequence[Token]
    place: tuple[int, int]


def question_of(
    statement: Sequence[Token], known: Collection[str], notes: list[str]
) -> Question | None:
    """What is asked by a statement that is a derivative of something."""
    is_nabla = statement[0].text == "∇" and statement[0].kind is Kind.SIGN
    first, *texts = [t.text for t in statement[:3]]
    is_group = first == "{" and texts[:1] == ["{"] and texts[-1] in _MARKS
    if not is_nabla and not is_group and not ("/" in texts and first[0] in "d∂"):
        return None
    is_open = [t.text for t in statement[-2:]] == ["=", "?"]
    asked = statement[:-2] if is_open else statement
    side = tuple(tidied(asked))
    found = _nabla(side) if is_nabla else _fraction(side)
    place = statement[0].start, statement[-1].end
    if is_group and found is not None and statement[2].text in known:
        question = f"is this a derivative, or a quotient with the variable {statement[2].text}?"
        raise AmbiguousError(question, place, r"\frac{\partial}{\partial x} f")
    wholes = {name: _whole(name) for name in (found.by if found else ())}
    by = list(dict.fromkeys(wholes.values()))
    is_fraction = found is not None and found.of and found.counted == found.order and len(by) == 1
    if found is None or not found.is_read or found.behind or not (is_nabla or is_fraction):
        if is_nabla or (is_group and (found is not None or statement[2].text == "∂")):
            hint = r"\frac{\partial^2 f}{\partial x \partial x^\top}, \frac{\partial f}{\partial x}"
            raise UnsupportedError("this derivative is not read", place, hint)
        return None
    of = _as_typed(found.of, asked)
    if is_group:
        _check_extent(side[closing(side, 0) + 1 :])
    elif not is_nabla and of[0].text in _SIGNS:
        return None
    notes += [
        f"asked by the whole {whole}: the entries of the answer are those by {name}"
        for name, whole in wholes.items() if whole != name
    ]  # fmt: skip
    kind = "hessian" if found.order > 1 else "gradient" if is_nabla else DERIVATIVE
    places = {t.text: t.position for t in side}
    variables = [Token(Kind.NAME, name, *places.get(name, place)) for name in by]
    return Question(kind, of, variables, place)


def _as_typed(of: Tokens, statement: Sequence[Token]) -> Sequence[Token]:
    """The tokens of a part before they were tidied up."""
    if not of or of[0].start not in (t.start for t in statement):
        return of  # the f of df, which is one name
    return [t for t in statement if of[0].start <= t.start and t.end <= of[-1].end]


def _whole(name: str) -> str:
    """A for A_ij: an entry that is any one stands for the whole."""
    stem, _, index = name.partition("_")
    return stem if index and set(index) <= _INDICES else name


def _check_extent(of: Sequence[Token]) -> None:
    """Ask where d/dx x² + x ends: nobody says so without brackets."""
    depth, bars = 0, 0
    for number, token in enumerate(of):
        depth += depth_of(token)
        bars += token.text in ("|", "‖")
        if token.text in ("+", "-") and not depth and not bars % 2 and number:
            raise AmbiguousError(
                "which terms belong to this derivative?", token.position, "put them in brackets"
            )
