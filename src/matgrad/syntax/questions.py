"""Derivatives that are written with signs become questions in words: ∇_x f, ∂f/∂x, ∂²f/∂x∂xᵀ."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from matgrad.errors import AmbiguousError, UnsupportedError
from matgrad.syntax.tokens import Kind, Token

DERIVATIVE = "∂"  # the gradient of a number, the Jacobian of anything else
BARE = ("∂", "d", "drm")  # before the fraction line of ∂f/∂x
_INDICES = frozenset("ijkl")
_TWICE = ("2", "²")
_SIGNS = frozenset("+ - * / ^ .* ./ .^ : ⊗ ×".split())


def with_question(statement: list[Token], known: Collection[str], notes: list[str]) -> list[Token]:
    """The statement as a question in words, if it is a derivative of something."""
    first = statement[0]
    asked: list[Token] = []
    if first.text == "∇" and first.kind is Kind.SIGN:
        asked = _of_nabla(statement, notes)
    elif first.text == "{":
        asked = _of_fraction(statement, known, notes)
    return asked or _with_slash(statement) or statement


def _with_slash(statement: list[Token]) -> list[Token]:
    """The derivative of F with respect to x for d/dx F, of f for df/dx and ∂f/∂x."""
    texts = [token.text for token in statement]
    if "/" not in texts[1:3] or texts[0][0] not in BARE:
        return []
    at = texts.index("/")
    above, below = map(_without_d, (statement[:at], statement[at + 1 : at + 3]))
    end = at + 1 + (2 if texts[at + 1 : at + 2] == ["∂"] else 1)
    after = statement[end:]
    is_product = bool(after) and after[0].kind is Kind.SIGN and after[0].text in _SIGNS
    if above is None or not below or bool(above) == bool(after) or is_product:
        return []
    return _question(DERIVATIVE, above or after, [below[0]])


def _without_d(part: list[Token]) -> list[Token] | None:
    """The x of dx and ∂x; nothing is left of d and ∂."""
    first = part[0] if part else None
    if first is None or first.text[0] not in BARE:
        return None
    if first.text in BARE:
        return part[1:2] if first.text == "∂" else []
    return [first._replace(text=first.text[1:], start=first.start + 1)]


def _of_fraction(statement: list[Token], known: Collection[str], notes: list[str]) -> list[Token]:
    """The derivative of f with respect to x for {{∂ f}/{∂ x}} and {{∂}/{∂ x}} f."""
    texts = [token.text for token in statement]
    if texts[:2] != ["{", "{"] or len(texts) < 8 or texts[2] not in BARE:
        return []
    middle, end = closing(texts, 1), closing(texts, 0)
    below = statement[middle + 3 : end - 1]
    if texts[middle + 1 : middle + 3] != ["/", "{"] or not below or below[0].text not in BARE:
        return []
    is_letter = texts[2] in known or (texts[2] != "∂" and below[1:2] and below[1].text == "^")
    signs = {t.text for t in (*below[1:], *statement[3:4]) if t.kind is Kind.SIGN}
    is_power = below[1:2] != [] and below[1].text in ("^", "⊤")
    if is_power or (is_letter and signs - {"^", "}"}):
        return []  # (d + 1)/(d + c)
    if texts[2] in known:
        raise AmbiguousError(
            f"is this a derivative, or a quotient with the variable {texts[2]}?",
            (statement[0].start, statement[end].end), r"\frac{\partial}{\partial x} f",
        )  # fmt: skip
    above, after = statement[3:middle], _asked(statement[end + 1 :])
    is_second = [t.text for t in above[:2]][:1] == ["^"] and above[1].text in _TWICE
    above = above[2:] if is_second else above
    variables = _variables(below[1:], notes)
    count = sum(number for _, number in variables)
    if bool(above) is bool(after) or count != 1 + is_second or len({v for v, _ in variables}) > 1:
        place = (statement[0].start, statement[end].end)
        hint = r"\frac{\partial^2 f}{\partial x \partial x^\top}, \frac{\partial f}{\partial x}"
        raise UnsupportedError("this derivative is not read", place, hint)
    if after:
        _check_extent(after)
    name = below[1]._replace(text=variables[0][0])
    return _question("hessian" if is_second else DERIVATIVE, above or after, [name])


def _variables(below: Sequence[Token], notes: list[str]) -> list[tuple[str, int]]:
    """The variables of ∂x∂xᵀ or ∂x², and how often each stands."""
    found: list[tuple[str, int]] = []
    parts: list[list[Token]] = [[]]
    for token in below:
        if token.text in BARE:
            parts.append([])
        else:
            parts[-1].append(token)
    for part in parts:
        texts = [token.text for token in part]
        count = 2 if texts[-2:-1] == ["^"] and texts[-1] in _TWICE else 1
        end = texts.index("^") if "^" in texts else len(part)
        found.append((_variable(part[:end], notes), count))
    return found


def _variable(part: Sequence[Token], notes: list[str]) -> str:
    """The name of x, W_1, A_{ij}: an entry that is any one stands for the whole."""
    if not part or part[0].kind is not Kind.NAME:
        place = (part[0].start, part[-1].end) if part else None
        raise UnsupportedError("a derivative is by a variable", place)
    stem, index = part[0].text, "".join(t.text for t in part[1:] if t.kind is not Kind.SIGN)
    if index and set(index) <= _INDICES:
        entries = f"the entries of the answer are those by {stem}_{index}"
        notes.append(f"asked by the whole {stem}: {entries}")
        return stem
    return stem + (index if index.isdigit() or not index else f"_{index}")


def _of_nabla(statement: list[Token], notes: list[str]) -> list[Token]:
    """`∇_x f` and `∇²f`; what stands below the sign are the variables."""
    rest, order, below = statement[1:], 1, list[Token]()
    while rest and rest[0].text in ("_", "^", *_TWICE):
        sign = rest[0].text
        end = closing([t.text for t in rest], 1) if rest[1].text == "{" else 1
        inside = [t for t in rest[1 : end + 1] if t.text not in ("{", "}")]
        if sign == "_":
            below, rest = inside, rest[end + 1 :]
        elif sign == "^" and [t.text for t in inside] == ["2"]:
            order, rest = 2, rest[end + 1 :]
        elif sign in _TWICE:
            order, rest = 2, rest[1:]
        else:
            raise UnsupportedError("this derivative is not read", statement[0].position)
    if rest and rest[0].kind is Kind.LOWERED:
        below, rest = [rest[0]._replace(kind=Kind.NAME)], rest[1:]
    rest = _asked(rest)
    wrt: list[Token] = []
    parts: list[list[Token]] = [[]]
    for token in below:
        if token.text == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    for part in parts if below else ():
        wrt.append(part[0]._replace(text=_variable(part, notes)))
    return _question("gradient" if order == 1 else "hessian", rest, wrt)


def _asked(rest: list[Token]) -> list[Token]:
    """What stands behind a sign of derivation, without `= ?` at its end."""
    texts = [token.text for token in rest]
    return rest[:-2] if texts[-2:] == ["=", "?"] else rest


def _check_extent(rest: Sequence[Token]) -> None:
    """Ask where d/dx x² + x ends: nobody says so without brackets."""
    depth, bars = 0, 0
    for number, token in enumerate(rest):
        is_sign = token.kind is Kind.SIGN
        depth += is_sign * ((token.text in _OPEN) - (token.text in _SHUT))
        bars += is_sign and token.text in ("|", "‖")
        is_inside = depth or bars % 2
        if is_sign and token.text in ("+", "-") and not is_inside and number:
            raise AmbiguousError(
                "which terms belong to this derivative?", token.position, "put them in brackets"
            )


_OPEN, _SHUT = frozenset("( [ { ⦃ ⟨ ⟮| ⟮‖".split()), frozenset(") ] } ⦄ ⟩ |⟯ ‖⟯".split())


def _question(kind: str, of: Sequence[Token], wrt: Sequence[Token]) -> list[Token]:
    start = of[0].position if of else (0, 0)
    words = [Token(Kind.NAME, word, *start) for word in (kind, "of")]
    by: list[Token] = []
    for token in wrt:
        by += [Token(Kind.SIGN, ",", *token.position), token] if by else [token]
    return [*words, *of, *([Token(Kind.NAME, "wrt", *start)] if by else ()), *by]


def closing(texts: Sequence[str], start: int) -> int:
    """Where the brace is closed that stands here."""
    depth = 0
    for at in range(start, len(texts)):
        depth += (texts[at] == "{") - (texts[at] == "}")
        if not depth:
            return at
    return start
