r"""The statements of a LaTeX text: definitions stand behind commas and words, in any order.

b^T D^{-1} b,\ D = \operatorname{diag}(\tau)  ⟶  b^T D^{-1} b; D = diag(tau)
"""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.core.facts import IMPLIES
from matgrad.errors import ParseError
from matgrad.syntax.latex.tables import function
from matgrad.syntax.tokens import Kind, Token

# Words that only join formulas; every other word says something that is not read here.
JOINING = frozenset(
    "where with and for if so let then here so that given of is are a an the subject to".split()
)
FILLING = frozenset("function elementwise entrywise componentwise applied each entry".split())
CALLED = {"logistic": "sigmoid"}
_OPENING, _CLOSING = frozenset("( [ { ⦃ ⟨ ⟮| ⟮‖".split()), frozenset(") ] } ⦄ ⟩ |⟯ ‖⟯".split())
_MEMBERS = ("∈", ":")
_BETWEEN = frozenset(", ; | ∣ ‖ :".split())  # what may part the arguments of what is defined
_RELATIONS = frozenset("= ≻ ⪰ > ≥ ≠ is".split())
_SHORT = 10


def with_breaks(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with a break wherever a statement ends, and braces of sizes as brackets."""
    parts: list[list[Token]] = [[]]
    depth = 0
    *tokens, end = tokens
    for token in tokens:
        is_sign = token.kind is Kind.SIGN
        depth += is_sign * ((token.text in _OPENING) - (token.text in _CLOSING))
        is_held = depth == 1 and [t.text for t in parts[-1][:-1]] == ["("]  # (A symmetric)
        if token.kind is Kind.WORDS and is_held:
            held, parts[-1] = parts[-1], parts[-1][1:]
            _add_words(token, parts)
            parts[-2:] = [[held[0], *parts[-2]]]
        elif token.kind is Kind.WORDS and not depth:
            _add_words(token, parts)
        elif not depth and (token.kind is Kind.BREAK or (is_sign and token.text == ",")):
            parts.append([])
        elif token.text == "," and token.end - token.start > 1:
            pass  # a \\quad in brackets parts nothing
        else:
            parts[-1].append(token)
    found: list[Token] = []
    for number, part in enumerate(part for part in _joined(parts) if part):
        if number:
            found.append(Token(Kind.BREAK, ";", part[0].start, part[0].start))
        found += _with_sizes(_without_brackets(_with_commas(_without_arrow(part))))
    return [*found, end]


def _with_commas(part: Sequence[Token]) -> list[Token]:
    r"""D(p \| q) = … with a comma between the arguments of what is defined."""
    texts = [token.text for token in part]
    end = texts.index("=") if "=" in texts else 0
    begin = texts.index("(") if "(" in texts[:end] else end
    inside = part[begin + 1 : end - 1]
    is_head = end > begin + 3 and texts[end - 1] == ")" and part[0].kind is Kind.NAME
    if not is_head or (begin > 1 and texts[1] != "_"):
        return list(part)
    is_list = all((t.kind is Kind.NAME) is (number % 2 == 0) for number, t in enumerate(inside))
    if not is_list or any(t.text not in _BETWEEN for t in inside[1::2]):
        return list(part)
    commas = [t if t.kind is Kind.NAME else Token(Kind.SIGN, ",", *t.position) for t in inside]
    return [*part[: begin + 1], *commas, *part[end - 1 :]]


def _without_arrow(part: Sequence[Token]) -> list[Token]:
    r"""The formula of x \mapsto f(x)."""
    is_arrow = len(part) > 2 and part[0].kind is Kind.NAME and part[1].text == "↦"
    return list(part[2:] if is_arrow else part)


def _without_brackets(part: Sequence[Token]) -> list[Token]:
    """The statement A = Aᵀ of (A = Aᵀ)."""
    is_held = part[0].text == "(" and part[-1].text == ")"
    is_statement = is_held and any(t.text in _RELATIONS for t in part)
    return list(part[1:-1] if is_statement and len(part) < _SHORT else part)


def _add_words(token: Token, parts: list[list[Token]]) -> None:
    r"""End a statement at joining words; A \text{ symmetric} and f\text{ a sigmoid} say what is."""
    text = token.text.lower().replace("-", "_")
    words = "".join(c if c.isalpha() or c == "_" else " " for c in text).split()
    said = [word for word in words if word not in JOINING]
    begin = next((at for at, word in enumerate(words) if word in said), len(words))
    name = parts[-1][-1:] if parts[-1] and parts[-1][-1].kind is Kind.NAME else []
    facts = " ".join(said).replace("positive definite", "positive_definite").split()
    named = (CALLED.get(word) or function(word) for word in said if word not in FILLING)
    called = list(dict.fromkeys(named))
    if not said:
        parts.append([])
    elif name and all(fact in IMPLIES for fact in facts) and begin <= 1:
        own = parts[-1] if len(parts[-1]) == 1 else []
        statement = [*name, *(Token(Kind.NAME, x, *token.position) for x in ("is", *facts))]
        parts[-1:] = [statement, []] if own else [parts[-1], statement, []]
    elif len(parts[-1]) == 1 and name and len(called) == 1 and called[0]:
        equal = Token(Kind.SIGN, "=", *token.position)
        parts[-1:] = [[*name, equal, Token(Kind.NAME, called[0], *token.position)], []]
    else:
        raise ParseError(
            "these words inside a formula are not read here", token.position,
            "matgrad ask and mg.ask read words",
        )  # fmt: skip


def _joined(parts: Sequence[list[Token]]) -> list[list[Token]]:
    """`x, y ∈ R^n` is one statement; so is what goes on with a sign: a line with = behind it."""
    found: list[list[Token]] = []
    for part in parts:
        before = found[-1] if found else []
        is_list = bool(before) and all(
            token.kind is Kind.NAME or token.text == "," for token in before
        )
        is_member = any(token.text in _MEMBERS for token in part[1:2])
        goes_on = bool(part) and part[0].kind is Kind.SIGN and part[0].text in "=+"
        if is_list and is_member and len(before) < 2 * len(part):
            before += [Token(Kind.SIGN, ",", part[0].start, part[0].start), *part]
        elif before and goes_on:
            before += part
        else:
            found.append(part)
    return found


def _with_sizes(part: Sequence[Token]) -> list[Token]:
    r"""The sizes of \mathbb{R}^{m \times n} in brackets."""
    if not any(token.text == "ℝ" for token in part):
        return list(part)
    brackets = {"{": "(", "}": ")"}
    found = [t._replace(text=brackets[t.text]) if t.text in brackets else t for t in part]
    return [  # of ℝ_+ all that is said here is ℝ
        t
        for before, t, after in zip([part[0], *found], found, [*found[1:], part[-1]], strict=False)
        if not (t.text == "_" and after.text == "+") and not (t.text == "+" and before.text == "_")
    ]
