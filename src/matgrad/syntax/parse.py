"""Operator precedence with an explicit stack: tokens to a tree, in one loop and any depth.

The levels are those of the table of the input language, loosest first: `+ -`, then `:`, `* @`,
`.* ⊙`, `/ ./`, `⊗`, a product without a sign, unary `-`, `^ .^` (from the right), postfix `'`.
Everything else groups from the left, so a/b*c = (a/b)*c and -x^2 = -(x^2). What only people type
(products without a sign, functions without brackets, bars, sums with an index) is read where
`Known` says which names there are; without it the grammar is the strict one of our answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise
from typing import NamedTuple

from matgrad.core.expr import catalogue
from matgrad.core.notation import HADAMARD, INNER, KRON, POWER, PRODUCT, SIGN, SUM
from matgrad.core.reading import Guess
from matgrad.errors import (
    AmbiguousError,
    Option,
    ParseError,
    UnknownNameError,
    UnsupportedError,
)
from matgrad.syntax.brackets import CLOSED, OUTERMOST, Frame
from matgrad.syntax.choices import Choice, Choices
from matgrad.syntax.choices import Option as Way
from matgrad.syntax.conditions import condition, masked
from matgrad.syntax.tokens import (
    GREEK,
    INVERSE_TRANSPOSE,
    ONES,
    TYPED,
    Kind,
    Token,
    tokenise,
)
from matgrad.syntax.tree import Node


class Level(NamedTuple):
    """How tightly a sign binds, and whether it groups from the right."""

    binds: int
    from_right: bool = False


@dataclass(frozen=True)
class Known:
    """Which names are variables and which are functions, while what people type is read."""

    variables: Collection[str] = ()
    functions: Collection[str] = ()  # that the input declares or defines
    is_function: Callable[[str], bool] = lambda name: name in catalogue
    renamed: Mapping[str, str] = field(default_factory=dict[str, str])  # sigma(x): sigmoid
    latex: bool = False  # square brackets are brackets there
    source: str = ""  # what was typed, to be quoted
    choices: Choices | None = None
    values: Collection[str] = ()  # that a formula without arguments defines

    def is_call(self, name: str) -> bool:
        """Is this a function where an argument follows in brackets?"""
        if name in self.functions:
            return True
        if name in self.variables:
            return False
        is_derived = "_" in name and any(name.endswith(f"_{f}") for f in self.functions)
        return is_derived or self.is_function(name)

    @property
    def is_open_latex(self) -> bool:
        """Is this LaTeX as people write it, in which something may have to be asked?"""
        return self.latex and self.choices is not None

    def is_over(self, name: str) -> bool:
        """Is this a sum over an index, as sum_i is?"""
        before, _, index = name.partition("_")
        if before not in OVER_INDEX or not index or not set(index) <= set(INDICES):
            return False
        return name not in self.variables and not self.is_function(name)


DIVISION = (HADAMARD + KRON) // 2
# Signs that no text contains; LaTeX is read with them. A product without a sign may bind more
# tightly than any sign beside it, and the minus before a term is that of the whole term.
TIGHT, LEADING = "\N{INVISIBLE TIMES}", "\N{SUPERSCRIPT MINUS}"
DOT = "\N{DOT OPERATOR}"  # a product, or the inner product of two column vectors

INFIX: dict[str, Level] = {
    "+": Level(SUM),
    "-": Level(SUM),
    ":": Level(INNER),
    "*": Level(PRODUCT),
    "×": Level(PRODUCT),
    "\\": Level(PRODUCT),
    DOT: Level(PRODUCT - 1),
    TIGHT: Level((KRON + SIGN) // 2),
    ".*": Level(HADAMARD),
    "/": Level(DIVISION),
    "./": Level(DIVISION),
    "⊗": Level(KRON),
    "^": Level(POWER, from_right=True),
    ".^": Level(POWER, from_right=True),
}
RANGE = Level(SUM - 1)  # between the indices of a part, as in x[1:n-1]
PREFIX: dict[str, int] = {"+": SIGN, "-": SIGN, LEADING: SUM + 1}
CANONICAL = {"×": "*", TIGHT: "*", LEADING: "-"}
EXAMPLE = "for example norm2(A*x-b)^2"
NORMS = "norm1(x), norm2(x), normF(X), normnuc(X), normspec(X)"
CLOSES = {"(": ")", "[": "]", "‖": "‖", "|": "|", "{": "}", "<": ">", "⟨": "⟩", "⦃": "⦄"}
CLOSES |= {"⟮|": "|⟯", "⟮‖": "‖⟯"}  # bars of which it is known that they open and close
# How far a function without brackets reaches: over a product without a sign, a trace over any.
APPLIED = INFIX[TIGHT].binds - 1
OF_PRODUCTS = {"tr": PRODUCT, "trace": PRODUCT, "det": PRODUCT, "logdet": PRODUCT}
ROOT = INFIX[TIGHT].binds + 1
SUMS = {"∑": "sum", "∏": "prod"}
INDICES = "ijkltsnmpqr"  # letters that a sum may run over
OVER_INDEX = ("sum", "prod", "max", "min", "mean", "maximum", "minimum")
BY_ENTRIES, INSIDE = "⟦⟧", "⟦…"  # a vector or matrix given by its entries: S_ij = x_i y_j
COUNTS = frozenset("nNmMT")
MOST_BARS = 6  # double bars that may be two single ones
BEHIND = frozenset(("/", DOT, ":", "+", "-"))  # signs at which an argument may end
PLAIN_SIGNS = ("+", "-")
TRACES = ("tr", "trace")
MAPS = ("phi", "psi", "varphi")  # letters that are functions before brackets, or numbers
STARS = ("*", "∗", "⋆")
TRANSPOSES = ("T", "H", "'", "⊤")  # of real matrices
_BEGINS = frozenset("( { ‖ | ⟨ √ ∑ ∏ ⟮| ⟮‖ ⦃".split())  # signs that an operand begins with
OPENS, SHUTS = frozenset("( { [ ⦃ ⟨ ⟮| ⟮‖".split()), frozenset(") } ] ⦄ ⟩ |⟯ ‖⟯".split())
_GROUPS, _ENDS = frozenset("( { [ ⦃".split()), frozenset(") } ] ⦄".split())
GREEK_LETTERS = frozenset(GREEK.values())
_OPTIMUM = re.compile("(?:arg)?(?:min|max)(?:imi[sz]e)?(?:_[A-Za-z]+)?")  # argmin_x, maximize
EULER, EXPONENTIAL = "e", "e^"
CASES = "cases"
_FUNCTIONS_TOO = ("beta", "gamma", "zeta")  # Greek letters that name functions as well
UNREAD = frozenset("arg argmin argmax dim rank ker im lim limsup liminf sup inf Pr gcd".split())
EXPECTED = frozenset("E V P".split())  # before square brackets: E[x], V[x]
PLUS, POSITIVE_PART = "·^+", "·^+ of a vector"  # the pseudo-inverse or the positive part
WEIGHTED_NORM, WEIGHTED_SQUARE = "‖·‖ with a weight", "‖·‖² with a weight"
WEIGHTED_PRODUCT = "⟨·,·⟩ with a weight"
RELATIONS = frozenset("> < ≥ ≤ = ≠".split())
STRICT = frozenset("> < ≥ ≤".split())


class Parser:
    """The state of the loop: what was read, what waits, and whether an operand is due."""

    def __init__(self, tokens: Sequence[Token], known: Known | None = None) -> None:
        self.tokens, self.known = [*tokens], known
        self.operands: list[Node] = []
        self.waiting: list[Frame] = []
        self.operand_due = True
        self.at = 0

    def run(self) -> Node:
        """The tree of all tokens up to END."""
        while True:
            token, index = self.tokens[self.at], self.at
            self.at += 1
            if token.kind is Kind.END:
                return self._finish(token)
            if self.operand_due:
                self._operand(token, index)
            else:
                self._after_operand(token)

    # ------------------------------------------------------------ where an operand is due

    def _operand(self, token: Token, index: int) -> None:
        match token.kind, token.text:
            case Kind.NUMBER, _:
                self._number(token)
            case Kind.NAME, _ if self.known is not None:
                self._name(token, self.known)
            case Kind.NAME, _:
                self._push(_leaf("name", token))
            case Kind.SIGN, ("(" | "‖"):
                self._open("group", token, None)
            case Kind.SIGN, "[":
                self._open("grid", token, None)
            case Kind.SIGN, sign if sign in PREFIX:
                self._prefix(token)
            case Kind.SIGN, ":" if self._is_slice(index):
                self._push(_leaf("slice", token))
            case Kind.SIGN, ("{" | "|" | "⟮|" | "⟮‖" | "⦃") if self.known is not None:
                self._open("group", token, None)
            case Kind.SIGN, ("⟨" | "<") if self.known is not None:
                self._open("inner", token, None)
            case Kind.SIGN, "√" if self.known is not None:
                self._apply(token, "sqrt", ROOT)
            case Kind.SIGN, ("∑" | "∏") if self.known is not None:
                self._sum_over(token, SUMS[token.text])
            case _:
                raise self._missing(token)

    def _number(self, token: Token) -> None:
        """A number; the 1 of x'1 is a vector of ones."""
        number = _leaf("number", token)
        is_ones = token.text == "1" and self._is_beside_row()
        vector = Node("call", "vector", (number,), *token.position, token.position)
        self._push(vector if is_ones else number)

    def _prefix(self, token: Token) -> None:
        """A sign before its operand; in LaTeX a minus that begins a term is that of all of it."""
        is_latex = self.known is not None and self.known.latex
        is_leading = token.text == "-" and is_latex and self._is_first()
        self.waiting.append(Frame("prefix", token, PREFIX[LEADING if is_leading else token.text]))

    def _is_beside_row(self) -> bool:
        """Does x' stand before this without a sign, so that x'1 adds the entries?"""
        top = self.waiting[-1] if self.waiting else None
        is_latex = self.known is not None and self.known.latex
        is_tight = is_latex and top is not None and top.token.text == TIGHT
        return is_tight and self.operands[-1].kind == "postfix"

    def _refuse_optimum(self, token: Token, known: Known) -> None:
        """Refuse min_x before a function, which is to be as small as possible."""
        is_new = token.text not in known.variables and not known.is_call(token.text)
        following = self.tokens[self.at]
        begins = following.text in _BEGINS and following.kind is Kind.SIGN
        begins = begins or following.kind in (Kind.NAME, Kind.NUMBER)
        if is_new and begins and _OPTIMUM.fullmatch(token.text):
            rest = following.start, self._end_of_formula()
            message = f"{token.text} asks for the best value; the function itself is differentiated"
            raise UnsupportedError(message, (token.start, rest[1]), self._quoted(rest))

    def _end_of_formula(self) -> int:
        """Where the bracket closes that the token at hand stands in, or the formula ends."""
        depth, end = 0, self.tokens[self.at].start
        for token in self.tokens[self.at :]:
            sign = token.text if token.kind is Kind.SIGN else ""
            depth += (sign in OPENS) - (sign in SHUTS)
            if depth < 0 or token.kind is Kind.END:
                return end
            end = token.end
        return end

    def _is_first(self) -> bool:
        """Does a term begin here, so that a minus is that of the whole term?"""
        return not self.waiting or self.waiting[-1].binds <= SUM

    def _push(self, node: Node) -> None:
        self.operands.append(node)
        self.operand_due = False

    def _open(self, form: str, token: Token, head: Node | None) -> None:
        self.waiting.append(Frame(form, token, head=head, base=len(self.operands)))
        self.operand_due = True

    def _is_slice(self, index: int) -> bool:
        around = (self.tokens[index - 1].text, self.tokens[index + 1].text)
        return index > 0 and around[0] in ("[", ",") and around[1] in ("]", ",")

    def _missing(self, token: Token) -> ParseError:
        frame = self.waiting[-1] if self.waiting else None
        if token.kind is Kind.SIGN and token.text in TYPED and self.known is None:
            return _refused(token)
        if frame is not None and frame.form in ("infix", "prefix", "apply", "sum"):
            sign = frame.token
            return ParseError(
                f"something is missing after {CANONICAL.get(sign.text, sign.text)}",
                (sign.start, token.end),
            )
        closing = token.text in (")", "]", ",", "}")
        if frame is not None and closing and frame.base == len(self.operands):
            return ParseError("nothing stands inside", (frame.token.start, token.end))
        if frame is not None and token.kind is Kind.END:
            return ParseError(f"this {frame.token.text} is never closed", frame.token.position)
        if token.kind is Kind.END:
            return ParseError("the function is missing", token.position, EXAMPLE)
        return ParseError(f"something is missing before {token.text}", token.position)

    # ------------------------------------------------------------ functions without brackets

    def _name(self, token: Token, known: Known) -> None:
        """A variable, a function before its argument, or a sum over an index: sum_i, max_{i}."""
        if known.latex:
            self._check_name(token, known)
        is_letter = len(token.text) == 1 and token.text.isascii()
        name, _, index = token.text.partition("_")
        if token.font == "it" or (is_letter and token.text not in known.functions):
            self._push(_leaf("name", token))
        elif known.is_over(token.text):
            below = [Token(Kind.NAME, index, token.end - len(index), token.end)]
            self._bind(token, name, below, self._script() if self._is_sign("^") else ())
        elif name in OVER_INDEX and self._is_sign("_") and token.text not in known.variables:
            self._sum_over(token, name)
        elif token.text == CASES and self._is_sign("("):
            self._cases(token)
        elif token.text == "𝟎":
            self._push(replace(_one(token), text="0", value=token.value * 0))
        elif token.text in ONES:
            self._ones(token)
        else:
            self._word(token, known)

    def _ones(self, token: Token) -> None:
        """A vector of ones, or 1 where the condition that follows holds."""
        if self._is_indicator():
            self._indicator(token)
        else:
            one = _one(token)
            self._push(Node("call", "vector", (one,), *token.position, token.position))

    def _word(self, token: Token, known: Known) -> None:
        """A function before its argument, or else a variable."""
        self._refuse_optimum(token, known)
        name, _, base = token.text.partition("_")
        reach = OF_PRODUCTS.get(token.text, APPLIED + 1) - 1
        is_before_bracket = token.text in OF_PRODUCTS and self._is_sign("(")
        is_letter = token.text in (EULER, "I")
        if name == "log" and base.isdigit():
            self._apply(token, token.text.replace("_", ""), APPLIED)
        elif is_before_bracket and self._is_turned():
            self._apply(token, token.text, reach)
            self.waiting[-1].binds = reach
        elif is_before_bracket and self.tokens[self.at].start > token.end:
            self._apply(token, token.text, POWER - 1)  # tr (A + B)^{-1}
        elif is_letter or not known.is_call(token.text) or not self._is_applied(token):
            self._push(_leaf("name", token))
        else:
            self._apply(token, token.text, reach)

    def _check_name(self, token: Token, known: Known) -> None:
        """Refuse a word that is no function before an argument, dX, and E[x]."""
        following = self.tokens[self.at]
        if token.text in known.variables:
            return
        is_typed = known.choices is not None  # in answers that are read back, e is the number
        is_euler = token.text == EULER and not token.font
        if is_euler and is_typed and following.text not in ("_", "("):
            above = self.tokens[self.at + 1].text if following.text == "^" else ""
            if (not above or above in TRANSPOSES) and not self._is_vector_e():
                message = "is e the number, or a variable?"
                raise AmbiguousError(message, token.position, "declare e; e^1 is the number")
        if known.is_call(token.text):
            return
        if token.text in UNREAD:
            raise UnsupportedError(f"{token.text} is not read here", token.position)
        begins = following.kind in (Kind.NAME, Kind.NUMBER) or following.text in _BEGINS | {"["}
        if token.font == "up" and (begins or following.text == "_"):
            hint = "a name stands alone, in italics"
            raise UnknownNameError(f"{token.text} is not a known function", token.position, hint)
        is_beside = following.kind is Kind.NAME and following.start == token.end
        if token.text in ("d", "drm") and (is_beside or (token.font == "rm" and begins)):
            place = (token.start, following.end)
            raise UnsupportedError("a differential is not read here", place, "declare d")
        if following.text == "[" and token.text in EXPECTED and following.kind is Kind.SIGN:
            message = f"{token.text} before square brackets is an expectation or a variance"
            raise UnsupportedError(message, token.position, "which are not read")

    def _is_vector_e(self) -> bool:
        """Does e stand transposed and once more, as in eᵀAe?"""
        places = [at for at, token in enumerate(self.tokens) if token.text == EULER]
        behind = [[t.text for t in self.tokens[at + 1 : at + 4] if t.text != "{"] for at in places]
        turned = [b for b in behind if b[0] == "'" or (b[0] == "^" and b[1] in TRANSPOSES)]
        return bool(turned) and len([b for b in behind if b[0] != "^" or b in turned]) > 1

    def _cases(self, token: Token) -> None:
        """A function given case by case: a value where a > b, another one elsewhere."""
        self.at -= 1
        rows: list[list[list[Token]]] = [[[]]]
        depth = 0
        for each in self._script():
            sign = each.text if each.kind in (Kind.SIGN, Kind.BREAK) else ""
            depth += (sign in OPENS) - (sign in SHUTS)
            if not depth and sign == "," and len(rows[-1]) < 2:
                rows[-1].append([])
            elif not depth and sign == ";":
                rows.append([[]])
            else:
                rows[-1][-1].append(each)
        if len(rows) < 2 or any(len(row) != 2 for row in rows):
            raise ParseError("each case has a value and a condition", token.position)
        node = parse(_ended(rows[-1][0]), self.known)
        if not _is_rest([row[1] for row in rows]):
            raise UnsupportedError(
                "the last case is not all that is left", token.position, r"\\text{otherwise}"
            )
        for value, where_ in reversed(rows[:-1]):
            where = self._where(where_, token)
            here = infix(".*", parse(_ended(value), self.known), where)
            there = infix(".*", infix("-", _one(token), where), node)
            node = infix("+", here, there)
        self._push(replace(node, grouped=True, start=token.start, end=self.tokens[self.at - 1].end))

    def _is_indicator(self) -> bool:
        """Does a condition follow, as in 𝟏[x > 0]?"""
        if not any(map(self._is_sign, ("[", "_", "⦃", "("))):
            return False
        start, inside = self.at, self._condition()
        self.at = start
        return any(token.text in RELATIONS for token in inside)

    def _condition(self) -> list[Token]:
        if not self._is_sign("_"):
            self.at -= 1
        return self._script()

    def _indicator(self, token: Token) -> None:
        """1 where a > b: the step function of a − b."""
        self._push(self._where(self._condition(), token))

    def _where(self, inside: Sequence[Token], token: Token) -> Node:
        """1 where a > b, 0 elsewhere."""
        if [t.text for t in (*inside[:1], *inside[-1:])] == ["⦃", "⦄"]:
            inside = inside[1:-1]
        places = [i for i, t in enumerate(inside) if t.text in RELATIONS and t.kind is Kind.SIGN]
        if len(places) != 1 or inside[places[0]].text not in STRICT:
            where = (inside[0].start, inside[-1].end) if inside else token.position
            raise UnsupportedError("this condition is not read", where, "x > 0, or a < b")
        at = places[0]
        sides = [parse(_ended(part), self.known) for part in (inside[:at], inside[at + 1 :])]
        if inside[at].text in ("<", "≤"):
            sides.reverse()
        zero = sides[1].kind == "number" and sides[1].value == 0
        value = sides[0] if zero else infix("-", *sides)
        return Node("call", "step", (value,), token.start, inside[-1].end, token.position)

    def _is_applied(self, token: Token) -> bool:
        """Does an argument without brackets follow, or a power: log det X, sin² x?"""
        following = self.tokens[self.at]
        if following.kind is Kind.SIGN:
            if following.text in ("^", "_"):
                return True
            if following.text == "-" and self.known is not None and self.known.latex:
                return True  # exp -x²/2
            is_bracket = following.text == "[" and self.known is not None and self.known.latex
            return is_bracket or following.text in _BEGINS - {"("}
        return following.kind in (Kind.NAME, Kind.NUMBER, Kind.RAISED)

    def _apply(self, token: Token, name: str, binds: int) -> None:
        """Wait for the argument of a function; its own power and base come first."""
        frame = Frame("apply", token, binds, head=_leaf("name", token._replace(text=name)))
        if name == "log" and self._is_sign("_"):
            base = self._script()
            frame.head = replace(_leaf("name", token), text="log" + "".join(t.text for t in base))
        if self.tokens[self.at].kind is Kind.RAISED:
            frame.power = _leaf("number", self.tokens[self.at])
            self.at += 1
        elif self._is_sign("^"):
            frame.power = parse(_ended(self._script()), self.known)
        power = frame.power
        is_function = self.known is not None and name in self.known.functions
        if power is not None and is_function and not self._is_sign("("):
            raise AmbiguousError(
                f"is {name} a function here, or a number?", token.position,
                f"give one of the two another name than {name}",
            )  # fmt: skip
        if self._is_sign("-"):
            frame.binds = SUM + 1
        elif any(map(self._is_sign, _GROUPS)) and binds < POWER - 1 and not self._is_share():
            frame.binds = POWER + 1  # sin²(x) y has the argument x
        self.waiting.append(frame)
        self.operand_due = True

    def _is_turned(self) -> bool:
        """Is (A − B)ᵀ the first factor here? Nobody transposes a trace."""
        start = self.at
        self.at -= 1
        self._script()
        after, self.at = self.tokens[self.at : self.at + 3], start
        texts = [token.text for token in after]
        is_mark = texts[:1] == ["'"] or (texts[:1] == ["^"] and texts[1] in ("T", "⊤", "'"))
        return is_mark and self.known is not None and self.known.latex

    def _is_share(self) -> bool:
        """Does a fraction stand here before a sum, as in log 1/n Σ x_i?"""
        start, token = self.at, self.tokens[self.at]
        if token.text != "{" or self.tokens[start + 1].text != "{":
            return False
        self.at -= 1
        self._script()
        following, self.at = self.tokens[self.at], start
        return following.kind is Kind.SIGN and following.text in SUMS

    def _is_sign(self, sign: str) -> bool:
        token = self.tokens[self.at]
        return token.kind is Kind.SIGN and token.text == sign

    def _script(self) -> list[Token]:
        """What stands above or below: one token, or what braces or brackets hold."""
        self.at += 1
        first = self.tokens[self.at]
        if first.kind is Kind.END:
            raise ParseError("an index or a power is missing", first.position)
        if first.text not in _GROUPS or first.kind is not Kind.SIGN:
            self.at += 1
            is_minus = first.text == "-" and first.kind is Kind.SIGN
            if is_minus and self.tokens[self.at].kind is not Kind.END:
                self.at += 1
                return [first, self.tokens[self.at - 1]]
            return [first]
        depth, start = 0, self.at
        while True:
            token = self.tokens[self.at]
            if token.kind is Kind.END:
                raise ParseError(f"this {first.text} is never closed", first.position)
            is_sign = token.kind is Kind.SIGN
            depth += is_sign * ((token.text in _GROUPS) - (token.text in _ENDS))
            self.at += 1
            if not depth:
                return list(self.tokens[start + 1 : self.at - 1])

    def _sum_over(self, token: Token, name: str) -> None:
        """A sum with its index below, and perhaps its last value above."""
        below: list[Token] = []
        while self.tokens[self.at].kind is Kind.LOWERED:
            below.append(self.tokens[self.at]._replace(kind=Kind.NAME))
            self.at += 1
        if not below and self._is_sign("_"):
            below = self._script()
        above = self._script() if self._is_sign("^") else []
        if not below and above and self._is_sign("_"):
            below = self._script()
        if not below:
            raise ParseError(f"a {name} needs its index", token.position, name)
        self._bind(token, name, below, above)

    def _bind(
        self, token: Token, name: str, below: Sequence[Token], above: Sequence[Token] = ()
    ) -> None:
        """Wait for the terms of a sum over these indices."""
        head = _leaf("name", token._replace(text=name))
        signs = [t.text for t in below if t.kind is Kind.SIGN]
        around = {x.text for f in self.waiting if f.form == "sum" for x in f.bound[: f.count]}
        said = condition(below, around, token) if self.known is not None else None
        if said is not None:
            indices = said.indices
            limits = [parse(_ended(part), self.known) for part in said.limits]
        elif "=" in signs:
            at = next(i for i, t in enumerate(below) if t.text == "=")
            indices, lower = list(below[:at]), list(below[at + 1 :])
            limits = [parse(_ended(part), self.known) for part in (lower, above) if part]
            if len(indices) != 1 or len(limits) != 2:
                end = self.tokens[self.at - 1].end
                is_open = len(indices) == 1 and len(limits) == 1 and not above
                hint = "^n" if is_open else None
                raise UnsupportedError("a sum has both limits, or none", (end, end), hint)
        else:
            indices, limits = [t for t in below if t.text != ","], []
            if signs and set(signs) != {","}:
                place = below[0].start, below[-1].end
                raise UnsupportedError("a sum over such a range is not read", place)
            if above and len(indices) == 1:
                limits = [_one(token), parse(_ended(above), self.known)]
            elif above:
                raise UnsupportedError("a sum has both limits, or none", token.position)
        letters = [
            replace(_leaf("name", t), text=letter) for t in indices for letter in _letters(t)
        ]
        if any(x.text in ("T", "F", "e") for x in letters):
            raise UnsupportedError(
                f"{below[0].text} is not read as an index", below[0].position, r"\sum_i x_i"
            )
        if not letters or len({x.text for x in letters}) < len(letters):
            raise ParseError("these are no indices", (below[0].start, below[-1].end))
        frame = Frame("sum", token, SUM + 1, head=head, bound=(*letters, *limits))
        frame.count = len(letters)
        if said is not None and said.mask and name != "sum":
            message = f"a {name} over some pairs only is not read"
            raise UnsupportedError(message, token.position, "only sums leave pairs out")
        if said is not None and said.mask:
            mask = parse(tokenise(said.mask))
            frame.mask = mask, tuple(_leaf("name", t) for t in said.pair)
        frame.until = self._last_term([x.text for x in letters], token)
        if frame.until and self.waiting and self.waiting[-1].form == "apply":
            raise AmbiguousError(
                "which terms belong to this sum?", (token.start, frame.until),
                "put them in brackets",
            )  # fmt: skip
        self.waiting.append(frame)
        self.operand_due = True

    def _last_term(self, indices: Sequence[str], token: Token) -> int:
        """Where the last term begins in which these indices stand: the sum reaches so far."""
        depth, begin = 0, 0
        held: list[tuple[int, bool]] = [(0, False)]
        rebound = False
        inside = 0  # how deep the sum stands that binds the index anew
        before = token
        for at in range(self.at, len(self.tokens)):
            each = self.tokens[at]
            sign = each.text if each.kind is Kind.SIGN else ""
            depth += (sign in OPENS) - (sign in SHUTS)
            if (
                depth < 0
                or each.kind in (Kind.END, Kind.BREAK)
                or (sign in ",=" and sign and not depth)
            ):
                break
            is_operand = before.kind is not Kind.SIGN or before.text in SHUTS or before.text == "'"
            if sign in ("+", "-") and not depth and is_operand:
                begin, rebound = each.start, False
                held.append((begin, False))
            if rebound and depth < inside:
                rebound = False
            if not rebound and self._binds(at, indices):
                rebound, inside = True, depth
            if not rebound and self._holds(at, indices):
                held[-1] = (begin, True)
            before = each
        with_index = [number for number, (_, found) in enumerate(held) if found]
        last = with_index[-1] if with_index else 0
        ends = [start for start, _ in held[last + 1 :]] or [before.end]
        body = self.tokens[self.at].start, ends[0]
        if last and not all(found for _, found in held[: last + 1]):
            raise AmbiguousError(
                "which terms belong to this sum?", body,
                ways=[Option(f"({self._quoted(body).strip()})", "all of these")],
            )  # fmt: skip
        return held[last][0] if last else 0

    def _binds(self, at: int, indices: Sequence[str]) -> bool:
        """Does another sum over one of these indices begin here?"""
        token = self.tokens[at]
        name, _, index = token.text.partition("_")
        if token.kind is Kind.NAME and name in OVER_INDEX and index:
            return bool(set(index) & set(indices))
        is_sum = token.text in SUMS or (token.kind is Kind.NAME and name in OVER_INDEX)
        after = at + 1
        if is_sum and self.tokens[after].text == "^":
            start, self.at = self.at, after
            self._script()
            after, self.at = self.at, start
        below = [t.text for t in self.tokens[after : after + 4]]
        return (
            is_sum
            and bool(below)
            and (below[0] == "_" or below[0] in indices)
            and any(letter in indices for text in below for letter in text)
        )

    def _holds(self, at: int, indices: Sequence[str]) -> bool:
        """Is this one of the indices, below a letter or as a letter of its own?"""
        token = self.tokens[at]
        if token.kind is Kind.LOWERED:
            return token.text in indices
        if token.kind is not Kind.NAME:
            return False
        stem, _, index = token.text.partition("_")
        is_below = bool(index) and (index in indices or set(index) <= {*indices, *INDICES})
        return stem in indices or (is_below and any(letter in indices for letter in index))

    # ------------------------------------------------------------ after an operand

    def _after_operand(self, token: Token) -> None:
        self._extend_sums(token)
        match token.kind, token.text:
            case Kind.SIGN, sign if sign in INFIX and (sign != "\\" or self.known is not None):
                is_range = sign == ":" and self._bracket() == "index"
                self._infix(token, RANGE if is_range else INFIX[sign])
            case Kind.SIGN, "'":
                self._postfix(token)
            case Kind.RAISED, _:
                self._raised(token)
            case Kind.SIGN, "(":
                self._call(token)
            case Kind.SIGN, ("‖" | "|"):
                self._bar(token)
            case _ if self._is_beside(token):
                self._side_by_side(token)
            case Kind.SIGN, "[":
                self._open("index", token, self.operands.pop())
            case (Kind.SIGN, ",") | (Kind.BREAK, ";"):
                self._end_piece(token)
            case Kind.SIGN, (")" | "]" | "}" | ">" | "⟩" | "|⟯" | "‖⟯" | "⦄"):
                self._close(token)
            case (Kind.SIGN, "_") | (Kind.LOWERED, _) if self.known is not None:
                self._lowered(token)
            case Kind.SIGN, ("†" | "⁻ᵀ") if self.known is not None:
                self._mark(token, token.text)
            case _:
                raise _misplaced(token)

    def _extend_sums(self, token: Token) -> None:
        """Let sums go on over + and - up to where their last terms begin."""
        for frame in reversed(self.waiting if self.known is not None else ()):
            if frame.binds == OUTERMOST:
                break  # sums outside of the bracket have to wait
            if frame.form == "sum":
                frame.binds = SUM - 2 if token.start <= frame.until else SUM + 1

    def _is_beside(self, token: Token) -> bool:
        """Does another factor begin here, without a sign before it?"""
        if token.kind is not Kind.SIGN or self.known is None:
            return token.kind in (Kind.NUMBER, Kind.NAME)
        return token.text in _BEGINS or (token.text == "[" and self.known.latex)

    def _bracket(self) -> str:
        """What the innermost bracket that is open holds; e(1:n-1,n) has indices."""
        for frame in reversed(self.waiting):
            if frame.binds == OUTERMOST:
                is_unit = frame.head is not None and frame.form == "call" and frame.head.text == "e"
                return "index" if is_unit else frame.form
        return ""

    def _innermost(self) -> Frame | None:
        return next((frame for frame in reversed(self.waiting) if frame.binds == OUTERMOST), None)

    def _end_piece(self, token: Token) -> None:
        """A comma ends an argument or an index, `;` a row of a block matrix."""
        is_row = token.kind is Kind.BREAK
        if is_row and self._bracket() not in ("grid", "call"):
            raise _misplaced(token)
        self._reduce(0)
        if is_row:
            frame = self.waiting[-1]
            frame.rows.append(len(self.operands) - frame.base)
        elif not self.waiting or self.waiting[-1].form == "group":
            raise ParseError("a comma separates arguments of a function", token.position)
        self.operand_due = True

    def _infix(self, token: Token, level: Level) -> None:
        if token.text == "^" and self.known is not None and self._has_mark(token):
            return
        if token.text == "/" and self.known is not None:
            self._ask_of_root(self.tokens[self.at])
        if self.known is not None and self.known.is_open_latex:
            self._check_sign(token, self.known)
        if self.known is not None and self.known.is_open_latex and token.text in BEHIND:
            self._end_argument(token)
        self._reduce(level.binds + level.from_right)
        self.waiting.append(Frame("infix", token, level.binds))
        self.operand_due = True

    def _ask_of_root(self, below: Token) -> None:
        """Ask whether x^1/2 is x^(1/2)."""
        power, top = self.operands[-1], self.waiting[-1] if self.waiting else None
        is_one = power.kind == "number" and power.text == "1" and not power.grouped
        if top is None or top.token.text != "^" or not is_one or below.kind is not Kind.NUMBER:
            return
        base, place = self.operands[-2], (self.operands[-2].start, below.end)
        text = self._quoted(base.position)
        is_latex = self.known is not None and self.known.latex
        root = f"{text}^{{1/{below.text}}}" if is_latex else f"{text}^(1/{below.text})"
        if text[:1].isupper() and below.text == "2" and not is_latex:
            root = f"sqrtm({text})"
        ways = [Option(root), Option(f"{text}/{below.text}")]
        raise _either("is this a root, or a fraction?", place, ways)

    def _check_sign(self, token: Token, known: Known) -> None:
        """Ask about signs of LaTeX that mean several things between names."""
        left, right = self.operands[-1], self.tokens[self.at]
        place, sign = (left.start, right.end), token.text
        top = self.waiting[-1] if self.waiting else None
        if sign == "^" and top is not None and top.token.text == "^":
            raise ParseError("two powers stand above each other", token.position, "x^{2^3}")
        is_defined = left.kind == "name" and {left.text, right.text} <= {*known.functions}
        if sign == ".*" and is_defined:
            raise UnsupportedError("a composition of functions is not read", place, "f(g(x))")
        is_number = left.kind == "number" or right.kind is Kind.NUMBER
        if sign == "×" and not is_number:
            hint = r"A B, or A \odot B"
            raise AmbiguousError("is this a cross product, or a product?", place, hint)
        if sign == "*" and token.end - token.start > 1 and not is_number:
            hint = r"A B, or \operatorname{conv}(x, y)"
            raise AmbiguousError("is this a convolution, or a product?", place, hint)
        is_dotted = top is not None and top.token.text == DOT and sign == DOT
        if is_dotted and not is_number and self.operands[-2].kind == left.kind == "name":
            message = "three factors and dots: which of them is the inner product?"
            raise AmbiguousError(message, place, "put it in brackets")
        power = self.tokens[self.at : self.at + 3]
        is_inverse = sign == "^" and [t.text for t in power[:3]] == ["{", "-", "1"]
        index = left.text.partition("_")[2]
        if is_inverse and left.text[0].isupper() and len(index) == 2 and set(index) <= set(INDICES):
            hint = rf"{left.text[0]}^{{-1}}_{{{index}}}, or 1/{left.text[0]}_{{{index}}}"
            raise AmbiguousError("is this an entry of the inverse?", place, hint)

    def _open_argument(self) -> Frame | None:
        """The function whose argument without brackets stands here, or a product of all entries."""
        for number, frame in reversed([*enumerate(self.waiting)]):
            below = self.waiting[number - 1] if number else None
            is_power = frame.form == "sum" and frame.head is not None and frame.head.text != "sum"
            is_log = frame.form == "sum" and below is not None and below.form == "apply"
            if is_power or is_log or (frame.form == "apply" and frame.binds != ROOT):
                return frame if frame.binds < POWER else None
            if frame.binds == OUTERMOST or frame.form == "sum":
                return None
        return None

    def _end_argument(self, token: Token) -> None:
        """End the argument of sin a/2 and det A · det B; ask where it ends in sin a/b."""
        frame, following = self._open_argument(), self.tokens[self.at]
        if frame is None or self.known is None:
            return
        is_trace = frame.head is not None and frame.head.text in TRACES
        if is_trace and token.text == "/":
            return
        if frame.form == "apply" and frame.binds == SUM + 1:
            return  # exp -x²/2
        is_number = following.kind is Kind.NUMBER or following.text in COUNTS
        argument = self.operands[-1]
        is_next = following.kind is Kind.NAME and self.known.is_call(following.text)
        is_sum = frame.form == "sum" and not self._has_index(frame)
        if token.text == "/" and is_number:
            pass
        elif token.text in PLAIN_SIGNS and argument.text != "1":
            return
        elif token.text == DOT and (argument.kind == "number" or is_next or is_sum):
            pass
        elif frame.form == "sum" and not is_sum:
            return
        else:
            raise AmbiguousError(
                "where does the argument of this function end?",
                (frame.token.start, following.end), "put it in brackets",
            )  # fmt: skip
        self._reduce(frame.binds)

    def _has_index(self, frame: Frame) -> bool:
        """Does an index of this sum stand in the factors that follow?"""
        letters, depth = [x.text for x in frame.bound[: frame.count]], 0
        for at in range(self.at, len(self.tokens)):
            token = self.tokens[at]
            sign = token.text if token.kind is Kind.SIGN else ""
            depth += (sign in OPENS) - (sign in SHUTS)
            if (
                depth < 0
                or token.kind in (Kind.END, Kind.BREAK)
                or (sign in "+-" and sign and not depth)
            ):
                return False
            if self._holds(at, letters):
                return True
        return False

    def _postfix(self, token: Token) -> None:
        top = self.operands.pop()
        is_latex = self.known is not None and self.known.is_open_latex
        is_short = token.text != "^" or top.at[1] - top.at[0] == 1
        if is_latex and top.kind == "postfix" and not top.grouped and is_short:
            message = "is the first prime a part of the name?"
            raise AmbiguousError(message, (top.start, token.end), "give it a name without primes")
        if is_latex and top.kind == "name" and top.text == "pi":
            raise AmbiguousError("is this the number π, or a vector?", top.position, "declare pi")
        if top.kind == "number" and top.text == "11" and not top.grouped:
            hint = r"\mathbf{1}\mathbf{1}^\top"
            raise AmbiguousError("is 11 a number, or twice a vector of ones?", top.position, hint)
        if self.known is not None and top.kind == "number" and top.value == 1 and not top.grouped:
            top = Node("call", "vector", (top,), top.start, top.end, top.at)  # 1ᵀx adds entries
        self.operands.append(Node("postfix", "'", (top,), top.start, token.end, token.position))

    def _raised(self, token: Token) -> None:
        base = self.operands.pop()
        pair = base, _leaf("number", token)
        self.operands.append(Node("infix", "^", pair, base.start, token.end, token.position))

    def _call(self, token: Token) -> None:
        head, primes = self.operands[-1], 0
        while head.kind == "postfix" and not head.grouped:
            head, primes = head.args[0], primes + 1
        if head.kind != "name" or head.grouped:
            return self._side_by_side(token)
        if self.known is not None and not self._is_called(head, primes, self.known):
            return self._side_by_side(token)
        self.operands.pop()
        if self.known is not None and head.text in self.known.renamed:
            head = replace(head, text=self.known.renamed[head.text])
        self._open("call", token, replace(head, primes=primes) if primes else head)
        return None

    def _is_called(self, head: Node, primes: int, known: Known) -> bool:
        """Does a bracket behind this name hold its arguments, rather than a factor?"""
        name, inside = head.text, self.tokens[self.at : self.at + 2]
        if name == EULER and known.latex and not self._has_comma():
            return False  # e (A + B), and no unit vector e(i, n)
        if known.is_call(name):
            return True
        is_one = len(inside) == 2 and inside[1].text == ")"
        is_open = not primes and name not in known.variables
        is_short = len(name.partition("_")[2]) < 2  # x_1(t), but not T_sym(t)
        is_new = name not in known.variables
        if is_one and is_new and is_short and inside[0].text == "t":
            return True  # x(t) is a function of time
        if is_one and not primes and not known.latex and head.end == inside[0].start - 1:
            self._ask_of_argument(head, inside[0], inside[1], known)
        if is_open and known.is_open_latex and self._is_needless():
            raise AmbiguousError(
                f"is {name} a function here, or a factor?", (head.start, inside[-1].end),
                f"{name} {inside[0].text} is a product",
            )  # fmt: skip
        is_spelled = head.end - head.start == len(name) and not known.latex
        is_tight = head.end == self.tokens[self.at - 1].start
        if is_new and name in _FUNCTIONS_TOO and is_spelled and is_tight:
            hint = f"{name}*(…) is the product; the function {name} is not read"
            raise ParseError(f"is {name} a factor here, or a function?", head.position, hint)
        if name in MAPS and name not in known.variables and known.choices is not None:
            of = Option(f"function {name}", f"{name} acts on each entry")
            place = head.position
            raise _either(f"is {name} a function here, or a factor?", place, [of])
        stem = name.rstrip("0123456789").partition("_")[0]
        is_letter = len(stem) == 1 or name in known.variables or stem.lower() in GREEK.values()
        return not is_letter or (name in ("f", "g", "h") and name not in known.variables)

    def _has_comma(self) -> bool:
        """Do several arguments stand in the bracket that opens here?"""
        depth = 1
        for token in self.tokens[self.at :]:
            sign = token.text if token.kind is Kind.SIGN else ""
            if depth == 1 and sign == ",":
                return True
            depth += (sign in OPENS) - (sign in SHUTS)
            if not depth:
                break
        return False

    def _ask_of_argument(self, head: Node, given: Token, closing: Token, known: Known) -> None:
        """Ask about x(2), which may be an entry, and P(x), which may be a function."""
        name, inside, place = head.text, given.text, (head.start, closing.end)
        product = Option(f"{name}*{inside}", "a product")
        if given.kind is Kind.NAME and name in known.values:
            question = f"is this the value {name}, or a product?"
            raise _either(question, place, [Option(name, "the value"), product])
        if name in known.variables:
            return
        if given.kind is Kind.NUMBER and given.value.denominator == 1 and given.value > 0:
            ways = [
                Option(f"{name}[{inside}]", "an entry"),
                Option(f"{inside}*{name}", "a product"),
            ]
            raise _either("is this an entry, or a product?", place, ways)
        is_time = inside == "t"  # A(t) is a function of time, as x(t) is
        if given.kind is Kind.NAME and name[0].isupper() and len(name) == 1 and not is_time:
            of = Option(f"function {name}({inside})", f"{name} is a function of {inside}")
            raise _either("is this a product, or a function?", place, [product, of])

    def _is_needless(self) -> bool:
        """Do the brackets that open here hold a single thing, as those of J(θ) do?"""
        texts = [token.text for token in self.tokens[self.at : self.at + 2]]
        if texts[0] != "(":
            return texts[1:] == [")"] and self.tokens[self.at].kind is not Kind.SIGN
        start = self.at
        self.at -= 1
        self._script()
        if self._is_sign("_"):
            self._script()
        ends, self.at = self._is_sign(")"), start
        return ends

    # ------------------------------------------------------------ marks, bars, indices

    def _has_mark(self, token: Token) -> bool:
        """Read x^T, X^{-T}, A^+ and W^{(1)}, where what stands above is no power."""
        start = self.at - 1
        try:
            self.at -= 1
            above = self._script()
        except ParseError:
            self.at = start + 1
            return False
        taken = self.known.variables if self.known else ()
        is_open = "T" not in taken
        if len(above) > 1 and above[-1].text in TRANSPOSES and above[-2].text != "-":
            self._raise_to(above[:-1], token)
            above = above[-1:]
        texts = "".join(t.text for t in above)
        is_small = texts == "t" and self._is_turned_by_t(above[-1].end)
        if is_small or (texts in TRANSPOSES and texts not in taken):
            self._postfix(token._replace(end=above[-1].end))
        elif texts in ("-T", "-⊤", "-'") and (texts != "-T" or is_open):
            self._mark(token._replace(end=above[-1].end), INVERSE_TRANSPOSE)
        elif texts in STARS and self.operands[-1].kind == "name":
            base = self.operands[-1]
            if base.text[0].isupper():
                raise AmbiguousError(
                    f"is this the transpose of {base.text}, or another name?",
                    (base.start, above[-1].end), ways=[Option(f"{base.text}'", "the transpose")],
                )  # fmt: skip
            self.operands[-1] = replace(base, text=f"{base.text}_star", end=above[-1].end)
        elif texts == "+":
            self._reduce(POWER + 1)
            base, end = self.operands.pop(), above[-1].end
            self.operands.append(Node("call", PLUS, (base,), base.start, end, token.position))
        elif texts == "†":
            self._mark(token._replace(end=above[-1].end), "†")
        elif texts == "T":
            base = self.operands[-1]
            raise AmbiguousError(
                "is T the transpose, or the variable?", (base.start, above[-1].end),
                ways=[Option(f"{self._quoted(base.position)}'", "the transpose")],
            )  # fmt: skip
        elif above and above[0].text in (".*", "⊙") and above[0].kind is Kind.SIGN:
            self._reduce(POWER + 1)
            base, power = self.operands.pop(), parse(_ended(above[1:]), self.known)
            at = token.position
            self.operands.append(Node("infix", ".^", (base, power), base.start, power.end, at))
        elif self._is_layer(above):
            self._raise_to(above, token)
        else:
            self.at = start + 1
            return False
        return True

    def _raise_to(self, above: Sequence[Token], token: Token) -> None:
        """A name with the number of its layer, as W^{(1)}, or a power."""
        base, end = self.operands.pop(), above[-1].end
        if base.kind == "name" and _is_layer(above):
            self.operands.append(replace(base, text=f"{base.text}__{above[1].text}", end=end))
            return
        pair = base, parse(_ended(above), self.known)
        self.operands.append(Node("infix", "^", pair, base.start, end, token.position))

    def _is_turned_by_t(self, end: int) -> bool:
        """Is x^t the transpose of x, rather than a power?"""
        base, known = self.operands[-1], self.known
        others = [one for one, before in pairwise(reversed(self.tokens)) if before.text != "^"]
        is_open = known is not None and not known.latex and "t" not in known.variables
        is_letter = base.kind == "name" and base.text not in {EULER, *GREEK.values()}
        if known is None or known.choices is None or not (is_open and is_letter):
            return False
        if any(token.text == "t" for token in others):
            return False
        guess = Guess(f"{base.text}^t is read as the transpose of {base.text}", "t: scalar")
        options = (
            Way("turned", 0, "", guess, f"{base.text}'", True),
            Way("power", 1, hint="t: scalar"),
        )
        question = f"is {base.text}^t the transpose, or a power?"
        return (
            known.choices.choose(Choice("t above", options, question, (base.start, end)))
            == "turned"
        )

    def _is_layer(self, above: Sequence[Token]) -> bool:
        return _is_layer(above) and self.operands[-1].kind == "name"

    def _mark(self, token: Token, mark: str) -> None:
        base = self.operands.pop()
        name = "pinv" if mark == "†" else "inv"
        node = Node("call", name, (base,), base.start, token.end, token.position)
        if mark == INVERSE_TRANSPOSE:
            node = Node("postfix", "'", (node,), base.start, token.end, token.position)
        self.operands.append(node)

    def _bar(self, token: Token) -> None:
        """A bar closes if one of its kind was opened last; || may be two that meet."""
        opened = self._innermost()
        is_second = opened is not None and opened.token.text == token.text
        if self.known is None and token.text == "|" and not is_second:
            raise _refused(token)
        if is_second or self.known is None:
            self._close(token)
        else:
            self._side_by_side(token)

    def _lowered(self, token: Token) -> None:
        """An index behind a bar names the norm, behind anything else it is an index."""
        if token.kind is Kind.LOWERED:
            below = [token._replace(kind=Kind.NUMBER if token.text.isdigit() else Kind.NAME)]
        else:
            self.at -= 1
            below = self._script()
        if not below:
            raise ParseError("an index is missing", token.position)
        is_latex = self.known is not None and self.known.latex
        is_power = bool(self.waiting) and self.waiting[-1].token.text == "^"
        if is_latex or (is_power and _is_norm(self.operands[-2])):
            self._reduce(POWER)  # ‖x‖^2_2
        if self.known is not None and self.known.is_open_latex:
            self._check_entry(below)
        if is_latex and (entry := self._entry(token, below)) is not None:
            self.operands.append(entry)
            return
        holder = self.operands.pop()
        marks: list[Node] = []
        while holder.args and not holder.grouped and (
            holder.kind == "postfix" or (holder.kind == "infix" and holder.text == "^")
        ):  # fmt: skip
            marks.append(holder)
            holder = holder.args[0]
        end = below[-1].end if below else token.end
        node = self._indexed(holder, below, token, end)
        for mark in reversed(marks):
            node = replace(mark, args=(node, *mark.args[1:]), end=max(end, mark.end))
        self.operands.append(node)

    def _check_entry(self, below: Sequence[Token]) -> None:
        """Ask about A^3_{ii} and X^{-1}_{11}: an entry of the power, or a power of the entry?"""
        top = self.operands[-1]
        text = "".join(t.text for t in below)
        power = top.args[1] if top.is_infix("^") and not top.grouped else None
        if power is None or len(text) != 2 or not top.args[0].text[:1].isupper():
            return
        is_inverse = power.kind == "prefix"
        if (text.isdigit() or text[0] == text[1]) and (text.isdigit() or not is_inverse):
            raise AmbiguousError(
                "is this an entry of the power, or a power of the entry?",
                (top.start, below[-1].end), "put brackets where they are meant",
            )  # fmt: skip

    def _entry(self, token: Token, below: Sequence[Token]) -> Node | None:
        """The entry of an inverse, a transpose or a sum in brackets: A^{-1}_{ij}."""
        top = self.operands[-1]
        power = top.args[1] if top.is_infix("^") and not top.grouped else None
        is_inverse = power is not None and power.kind == "prefix"
        is_whole = is_inverse or top.kind == "postfix" or top.text in ("inv", "pinv")
        places = [t for each in below for t in single(each)]
        if not is_whole or len(places) != 2 or not all(t.text in INDICES for t in places):
            return None
        parts = (_leaf("name", place) for place in places)
        base = replace(self.operands.pop(), grouped=True)
        return Node("index", "[]", (base, *parts), base.start, below[-1].end, token.position)

    def _indexed(self, base: Node, below: Sequence[Token], token: Token, end: int) -> Node:
        text = "".join(t.text for t in below)
        is_norm = base.kind == "call" and base.text in ("norm2", "|·|")
        if is_norm and (base.grouped or base.at[0] == base.start):
            return self._norm(base, below, end)
        if text == "+":
            return Node("call", POSITIVE_PART, (base,), base.start, end, token.position)
        if base.kind == "call" and base.text == "dot" and text == "F":
            return replace(base, end=end)  # ⟨A, B⟩_F
        if base.kind == "call" and base.text == "dot" and self._is_weight(below):
            args = (*base.args, parse(_ended(below), self.known))
            return replace(base, text=WEIGHTED_PRODUCT, args=args, end=end)
        is_plain = bool(text) and all(t.kind in (Kind.NAME, Kind.NUMBER) for t in below)
        if base.kind == "name" and is_plain and not base.grouped:
            joined = text if text.isdigit() else f"_{text}"
            return replace(base, text=base.text + joined, end=end)
        parts: list[list[Token]] = [[]]
        for each in below:
            if each.text == "," and each.kind is Kind.SIGN:
                parts.append([])
            elif is_plain:
                parts += [[t] for t in single(each)]
            else:
                parts[-1].append(each)
        parts = [part for part in parts if part]
        if not parts:
            raise ParseError("an index is missing", token.position)
        places = tuple(self._index(part) for part in parts)
        return Node("index", "[]", (base, *places), base.start, end, token.position)

    def _index(self, part: Sequence[Token]) -> Node:
        """One index: i, 2, i + 1, all of them, or some as in 2:n."""
        ends = [at for at, token in enumerate(part) if token.text == ":"]
        if len(part) == 1 and ends:
            return _leaf("slice", part[0])
        if len(ends) == 1 and 0 < ends[0] < len(part) - 1:
            at = part[ends[0]]
            sides = (part[: ends[0]], part[ends[0] + 1 :])
            pair = tuple(parse(_ended(side), self.known) for side in sides)
            return Node("infix", ":", pair, pair[0].start, pair[1].end, at.position)
        return parse(_ended(part), self.known)

    def _norm(self, base: Node, below: Sequence[Token], end: int) -> Node:
        """The norm that an index behind the bars names: ‖x‖_1, ‖X‖_F, ‖x‖_p."""
        text = "".join(t.text for t in below).replace("∞", "infty")
        is_number = below[0].kind is Kind.NUMBER and text not in ("1", "2")
        if text == "0":
            raise UnsupportedError("the number of entries is no norm", below[0].position)
        if self._is_weight(below):
            args = (*base.args, parse(_ended(below), self.known))
            return replace(base, text=WEIGHTED_NORM, args=args, end=end, grouped=False)
        if len(below) == 1 and (is_number or text == "p"):
            args = (*base.args, parse(_ended(below), self.known))
            return replace(base, text="‖·‖ with an exponent", args=args, end=end)
        if self.known is not None and not self.known.is_function(f"‖·‖{text}"):
            place = (below[0].start, below[-1].end)
            raise UnsupportedError("the norm with this index is not read", place, NORMS)
        return replace(base, text=f"‖·‖{text}", end=end)

    def _is_weight(self, below: Sequence[Token]) -> bool:
        """Is this a matrix, by a power or because it stands elsewhere, too?"""
        if self.known is None or not self.known.latex or below[0].kind is not Kind.NAME:
            return False
        name = below[0].text
        if self.known.is_function("‖·‖" + "".join(t.text for t in below)):
            return False
        times = sum(token.text == name for token in self.tokens)
        is_own = name in self.known.variables or times > 1
        is_formula = any(token.kind is Kind.SIGN for token in below)
        return is_formula or (name[0].isupper() and name != "F" and len(below) == 1 and is_own)

    # ------------------------------------------------------------ products without a sign

    def _side_by_side(self, token: Token) -> None:
        """Two pieces without a sign between them are a product."""
        are_numbers = self.operands[-1].kind == "number" and token.kind is Kind.NUMBER
        if self.known is None or are_numbers:
            raise self._implicit(token)
        if self.known.is_open_latex:
            self._check_beside(token, self.known)
            self._end_at(token, self.known)
        level = INFIX[TIGHT]
        self._reduce(level.binds)
        self._ask_of_neighbours(token, self.known)
        top = self.waiting[-1] if self.waiting else None
        if top is not None and top.form == "apply" and top.binds == APPLIED:
            is_next = token.kind is Kind.NAME and self.known.is_call(token.text)
            if is_next or not self._reaches(top, token, self.known):  # sin x cos y
                self._reduce(APPLIED)
        elif top is not None and top.token.text == "/" and self._is_fraction(token):
            level = INFIX["/"]  # 1/2 x'x
        self._infix(Token(Kind.SIGN, TIGHT, token.start, token.start), level)
        self.at -= 1  # the token is read again, as an operand

    def _end_at(self, token: Token, known: Known) -> None:
        """End det A before det B, and ∏ x_i before ∏ y_j; ask where log a Σ x_i ends."""
        frame = self._open_argument()
        if frame is None or (frame.head is not None and frame.head.text in TRACES):
            return
        is_next = token.kind is Kind.NAME and known.is_call(token.text)
        is_sum = token.kind is Kind.SIGN and token.text in SUMS
        if frame.form == "sum":
            self.at -= 1
            is_apart = not self._has_index(frame)
            self.at += 1
            is_power = frame.head is not None and frame.head.text != "sum"
            ends = is_apart and (is_next or (is_sum and is_power))
            is_open = is_apart and not ends
        else:
            ends = is_next and not self._is_factor(frame)
            is_open = is_sum and self.operands[-1].kind not in ("number", "infix")
        if is_open:
            raise AmbiguousError(
                "where does the argument of this function end?",
                (frame.token.start, token.end), "put it in brackets",
            )  # fmt: skip
        if ends:
            self._reduce(frame.binds)
            if frame.form == "sum" and self.waiting and self.waiting[-1].form == "apply":
                self._reduce(self.waiting[-1].binds)

    def _is_factor(self, frame: Frame) -> bool:
        """Is all that was read of the argument a number, as in log 2 det A?"""
        return self.operands[-1].kind == "number" and frame.binds == APPLIED

    def _check_beside(self, token: Token, known: Known) -> None:
        """Ask about 2½, x1 and x[1], which are seldom products."""
        left, inside = self.operands[-1], self.tokens[self.at : self.at + 6]
        texts = [t.text for t in inside]
        place, question, hint = (left.start, token.end), "", ""
        is_fraction = [texts[0], *texts[2:5]] == ["{", "}", "/", "{"] and (
            inside[1].kind is inside[5].kind is Kind.NUMBER
        )
        is_power = bool(self.waiting) and self.waiting[-1].token.text == "^"
        is_number = left.kind == "number" and not left.grouped and not is_power
        if is_number and token.text == "{" and is_fraction:
            question, hint = "is this a mixed number, or a product?", r"2 \cdot \frac12"
        elif left.kind == "name" and token.kind is Kind.NUMBER:
            number = token.text
            question = f"is {left.text}{number} a name with an index, or a product?"
            hint = f"{left.text}_{{{number}}}, or {number} {left.text}"
        elif left.kind == "name" and token.text == "[" and texts[1:2] == ["]"]:
            question = f"is this an entry of {left.text}, or a product?"
            hint = f"{left.text}_{{{texts[0]}}}, or ({texts[0]}) {left.text}"
        if (
            left.kind == "name" and token.text == "("
            and self.waiting and self.waiting[-1].form == "apply"
            and self.waiting[-1].binds == APPLIED
        ):  # fmt: skip
            question, hint = "where does the argument of this function end?", "put it in brackets"
        if question and (token.text != "[" or inside[0].kind is Kind.NUMBER):
            raise AmbiguousError(question, place, hint)

    def _is_fraction(self, token: Token) -> bool:
        """Is a/b before this token a factor: 1/2 x'x, n/2 log det S, 1/n sum_i x_i?"""
        above, below = self.operands[-2:]
        above = above.args[0] if above.kind == "prefix" else above
        is_apart = token.start > below.end or token.kind is not Kind.NAME
        is_number = above.kind == "number"
        if below.kind == "number" and not below.grouped:
            if is_number and not is_apart and token.text in COUNTS | GREEK_LETTERS:
                raise self._which_fraction(above, token, self._end_of_power(token))  # 1/2n
            return is_apart or is_number
        is_count = above.kind == "name" and (above.text in COUNTS or len(above.text) > 1)
        is_open = below.grouped or (below.kind == "name" and below.text in COUNTS)
        if is_open or not is_number or not self._is_spaced(token):
            return is_open and is_apart and (is_number or is_count)
        letter = below.args[0] if below.is_infix("^") else below
        if letter.text in GREEK.values():
            return True
        raise self._which_fraction(above, token, self._end_of_product())  # 1/||x|| x

    def _end_of_power(self, token: Token) -> int:
        """Where a letter ends with its power."""
        following = self.tokens[self.at]
        if following.kind is Kind.RAISED:
            return following.end
        is_power = following.text == "^" and following.kind is Kind.SIGN
        return self.tokens[self.at + 1].end if is_power else token.end

    def _is_spaced(self, token: Token) -> bool:
        """Is there a space before this token, and none around the sign before the last piece?"""
        above, below = self.operands[-2:]
        is_typed = self.known is not None and not self.known.latex
        return is_typed and above.end + 1 == below.start and token.start > below.end

    def _which_fraction(self, above: Node, token: Token, end: int) -> AmbiguousError:
        below = self.operands[-1]
        top, base, rest = map(self._quoted, (above.position, below.position, (token.start, end)))
        ways = [Option(f"{top}/({base} {rest})"), Option(f"{top}/{base}*{rest}")]
        question = f"does {rest} stand below the line of the fraction?"
        return _either(question, (above.start, end), ways)

    def _quoted(self, place: tuple[int, int]) -> str:
        return self.known.source[slice(*place)] if self.known is not None else ""

    def _end_of_product(self, is_tight: bool = False) -> int:
        """Where the product ends that goes on with the token at hand."""
        depth, end = 0, self.tokens[self.at - 1].start
        for token in self.tokens[self.at - 1 :]:
            sign = token.text if token.kind is Kind.SIGN else ""
            depth += (sign in OPENS) - (sign in SHUTS)
            is_end = token.kind in (Kind.END, Kind.BREAK) or depth < 0
            is_gap = is_tight and token.start > end
            if is_end or (not depth and (is_gap or (sign in INFIX and sign != "^") or sign == ",")):
                return end
            end = token.end
        return end

    def _reaches(self, frame: Frame, token: Token, known: Known) -> bool:
        """Is the argument of log in log x y the product?"""
        first = self.operands[-1]
        is_number = first.kind == "number" or first.text in GREEK.values()
        is_number = is_number or frame.token.text in OVER_INDEX
        if is_number or known.latex or known.choices is None or token.start == first.end:
            return True
        place = frame.token.start, self._end_of_product()
        name, base = frame.token.text, self._quoted(first.position)
        rest = self._quoted((token.start, place[1]))
        whole, other = f"{name}({base} {rest})", f"{name}({base})*{rest}"
        words = f"{self._quoted(place)} is read as "
        guesses = Guess(words + whole, other, place), Guess(words + other, whole, place)
        options = (
            Way("all", 0, "", guesses[0], whole, is_doubtful=True),
            Way("first", 1, "", guesses[1], other),
        )
        question = f"how far does the argument of {name} reach?"
        return (
            known.choices.choose(Choice(f"argument at {place[0]}", options, question, place))
            == "all"
        )

    def _ask_of_neighbours(self, token: Token, known: Known) -> None:
        """Ask about e^2x, ||x||2 and [A b], which people mean in two ways."""
        left, before = self.operands[-1], self.tokens[self.at - 2]
        is_tight, text = token.start == left.end, self._quoted(left.position)
        if known.latex:
            return
        if left.text == EXPONENTIAL and is_tight and before.text not in SHUTS:
            end = self._end_of_product(is_tight=True)
            power = self._quoted(left.args[0].position)
            rest = self._quoted((token.start, end))
            ways = [Option(f"e^({power}{rest})"), Option(f"e^({power})*{rest}")]
            raise _either("how far does the exponent reach?", (left.start, end), ways)
        if token.kind is Kind.NUMBER and is_tight and before.text in ("‖", "|"):
            ways = [Option(f"{text}_{token.text}"), Option(f"{token.text}*{text}")]
            raise _either("is this an index, or a factor?", (left.start, token.end), ways)
        if not is_tight and self._bracket() == "grid" and before.text not in INFIX:
            ways = [Option(", ", "two blocks"), Option("*", "a product")]
            question, place = "are these two blocks, or a product?", (left.end, token.start)
            raise AmbiguousError(question, place, "put a comma or * between them", ways)

    def _implicit(self, token: Token) -> ParseError:
        left = self.operands[-1]
        if left.kind == "number" and token.kind is Kind.NUMBER:
            return ParseError("two numbers stand side by side", (left.start, token.end))
        if token.text == "wrt":
            return ParseError("a formula ends before wrt", token.position, "gradient of … wrt x")
        if left.kind == "call" and left.text == "norm2" and token.text.startswith("_"):
            at = (left.start, token.end)
            return ParseError("a norm with an index has a name", at, NORMS)
        if token.text == "(" and (function := self._raised_function()):
            at, hint = (function.start, token.end), f"{function.text}(…)^{left.text}"
            return ParseError("the power stands behind the argument", at, hint)
        marks = ""
        while left.kind == "postfix" and not left.grouped:
            left, marks = left.args[0], marks + "'"
        name = left.text + marks if left.kind in ("name", "number") else "…"
        other = "(…)" if token.text == "(" else token.text
        hint = f"{name}*{other}"
        if left.kind == "name" and len(name) > 1 and not marks and token.text != "(":
            call = f"{name}({other})"
            hint = call if name in catalogue else f"{hint}, or {call} if {name} is a function"
        return ParseError("a product needs a sign", (left.at[0], token.end), hint)

    def _raised_function(self) -> Node | None:
        """The sin of sin^2(x)."""
        if not self.waiting or self.waiting[-1].token.text != "^":
            return None
        base = self.operands[-2]
        return base if base.kind == "name" and base.text in catalogue else None

    # ------------------------------------------------------------ taking things off the stack

    def _reduce(self, binds: int) -> None:
        while self.waiting and self.waiting[-1].binds >= max(binds, 0):
            frame = self.waiting.pop()
            right = self.operands.pop()
            self.operands.append(self._reduced(frame, right))

    def _reduced(self, frame: Frame, right: Node) -> Node:
        at = frame.token.position
        sign = CANONICAL.get(frame.token.text, frame.token.text)
        match frame.form:
            case "prefix":
                return Node("prefix", sign, (right,), at[0], right.end, at)
            case "apply" | "sum":
                self._refuse_inverse(frame, right)
                return _applied(frame, right)
            case _:
                left = self.operands.pop()
                if sign == "^" and self._is_euler(left):
                    return Node("call", EXPONENTIAL, (right,), left.start, right.end, at)
                if sign == "^" and left.text == WEIGHTED_NORM and right.text == "2":
                    return replace(left, text=WEIGHTED_SQUARE, end=right.end)
                if sign == "\\":
                    return Node("call", "solve", (left, right), left.start, right.end, at)
                return Node("infix", sign, (left, right), left.start, right.end, at)

    def _refuse_inverse(self, frame: Frame, right: Node) -> None:
        """sin^-1 x is one over the sine, or its inverse function."""
        power, name = frame.power, frame.token.text
        if power is None or power.text not in ("-", "-1") or "".join(
            node.text for node in (*power.args, power)
        ) not in ("1-", "-1"):  # fmt: skip
            return
        given = self._quoted(right.position)
        given = given if right.grouped else f"({given})"
        inverse = {"log": "exp", "ln": "exp", "exp": "log"}.get(name, f"a{name}")
        names = (name, inverse)
        if self.known is not None and self.known.latex:
            names = (f"\\{name}", f"\\{inverse.replace('a', 'arc', inverse == f'a{name}')}")
        ways = [Option(f"{names[1]}{given}"), Option(f"1/{names[0]}{given}")]
        question = f"is this one over {name}, or its inverse function?"
        raise _either(question, (frame.token.start, right.end), ways)

    def _is_euler(self, base: Node) -> bool:
        is_letter = base.kind == "name" and base.text == EULER and not base.grouped
        return is_letter and self.known is not None and EULER not in self.known.variables

    def _close(self, token: Token) -> None:
        self._reduce(0)
        frame = self.waiting.pop() if self.waiting else None
        if frame is None or CLOSES.get(frame.token.text) != token.text:
            if token.text in TYPED and (self.known is None or token.text != "}"):
                raise _refused(token)
            raise ParseError(f"nothing was opened that {token.text} could close", token.position)
        inside = tuple(self.operands[frame.base :])
        if token.text == "}" and inside and inside[0].is_infix("+", "-"):
            self._check_braces(frame.token, inside[0])
        del self.operands[frame.base :]
        self.operands.append(CLOSED[frame.form](frame, inside, token))

    def _check_braces(self, opening: Token, inside: Node) -> None:
        """Ask about {A + B}x, where the braces are not printed."""
        start = next(i for i, t in enumerate(self.tokens) if t is opening)
        before, after = self.tokens[start - 1] if start else None, self.tokens[self.at]
        is_argument = before is not None and (
            before.text in ("{", "/", "√", "^", "_") or before.kind is Kind.NAME
        )
        is_beside = after.text in ("^", "'", "_") or after.kind in (Kind.NAME, Kind.NUMBER)
        is_held = before is not None and before.text in ("-", "*", DOT)
        if not is_argument and not inside.grouped and after.text != "/" and (is_beside or is_held):
            message = "these braces are not printed: are they brackets?"
            raise AmbiguousError(message, inside.position, "( … ) are brackets")

    def _finish(self, token: Token) -> Node:
        if self.operand_due:
            raise self._missing(token)
        self._reduce(0)
        if self.waiting:
            opened = self.waiting[-1].token
            raise ParseError(f"this {opened.text} is never closed", opened.position)
        return self.operands[0]


def _is_layer(above: Sequence[Token]) -> bool:
    ends = [above[0].text, above[-1].text] if len(above) == 3 else []
    return ends in (["(", ")"], ["[", "]"])


def _is_rest(conditions: Sequence[Sequence[Token]]) -> bool:
    """Is the last condition all that the others leave: otherwise, or x ≤ 0 after x > 0?"""
    *others, last = conditions
    if all(token.kind is Kind.WORDS for token in last):
        return bool(last)
    texts = [[token.text for token in part] for part in (others[-1], last)]
    signs = [next((i for i, x in enumerate(t) if x in RELATIONS), -1) for t in texts]
    one, two = texts
    if len(others) > 1 or min(signs) < 0 or (one[: signs[0]], one[signs[0] + 1 :]) != (
        two[: signs[1]], two[signs[1] + 1 :]
    ):  # fmt: skip
        return False
    return {one[signs[0]], two[signs[1]]} in ({">", "≤"}, {"<", "≥"}, {">", "<"}, {"≥", "<"})


def infix(sign: str, left: Node, right: Node) -> Node:
    """Two pieces with a sign between them, in brackets."""
    start, end = min(left.start, right.start), max(left.end, right.end)
    return Node("infix", sign, (left, right), start, end, (start, end), grouped=True)


def _is_norm(node: Node) -> bool:
    """Are these the bars of a norm?"""
    return node.kind == "call" and node.text == "norm2" and node.at[0] == node.start


def _either(question: str, place: tuple[int, int], ways: Sequence[Option]) -> AmbiguousError:
    """A question with what to write at its place."""
    return AmbiguousError(question, place, ways=ways)


def _misplaced(token: Token) -> ParseError:
    """Say that this cannot follow an operand."""
    if token.kind is Kind.SIGN and token.text == "=":
        return ParseError("only a single name can stand before =", token.position)
    if token.kind is Kind.SIGN and token.text in TYPED:
        return _refused(token)
    return ParseError(f"{token.text} cannot stand here", token.position)


def _refused(token: Token) -> ParseError:
    message, hint = TYPED[token.text]
    return ParseError(message, token.position, hint)


def _applied(frame: Frame, right: Node) -> Node:
    """A function of what stands behind it, or a sum over its indices."""
    head, at = frame.head, frame.token.position
    assert head is not None
    if frame.form == "sum":
        return _summed(frame, head, right)
    if head.text == "log" and right.kind == "call" and right.text == "det" and not right.grouped:
        return replace(right, text="logdet", start=at[0], at=at)
    node = Node("call", head.text, (right,), at[0], right.end, at)
    if frame.power is None:
        return node
    return Node("infix", ".^", (node, frame.power), at[0], right.end, at)


def _summed(frame: Frame, head: Node, body: Node) -> Node:
    """A sum over each of its indices; a product or the largest of all entries has no limits."""
    letters, limits = frame.bound[: frame.count], frame.bound[frame.count :]
    at, node = frame.token.position, body
    if frame.mask is not None:
        node = masked(node, *frame.mask)
    is_open = not limits
    is_whole = is_open and head.text != "sum"
    for number, letter in reversed([*enumerate(letters)]):
        name = head.text if limits else "Σ"
        if is_whole:
            name = INSIDE if number else BY_ENTRIES
        node = Node("call", name, (letter, *limits, node), at[0], body.end, at)
    return Node("call", head.text, (node,), at[0], body.end, at) if is_whole else node


def by_entries(tree: Node, indices: Sequence[Token]) -> Node:
    """The vector or matrix with these entries, one for all values of the indices."""
    node = tree
    for number, letter in reversed([*enumerate(indices)]):
        index, kind = _leaf("name", letter), INSIDE if number else BY_ENTRIES
        node = Node("call", kind, (index, node), *tree.position, tree.at)
    return node


def _leaf(kind: str, token: Token) -> Node:
    return Node(kind, token.text, (), token.start, token.end, token.position, token.value)


def _one(token: Token) -> Node:
    return replace(_leaf("number", token), text="1", value=token.value + 1)


def _letters(token: Token) -> Sequence[str]:
    """The indices of ij, which are two letters."""
    return [token.text] if not token.text.isalpha() or len(token.text) > 3 else list(token.text)


def single(token: Token) -> list[Token]:
    """The indices i and j of ij."""
    if token.kind is not Kind.NAME or not token.text.isalpha():
        return [token]
    places = [(letter, token.start + k) for k, letter in enumerate(token.text)]
    return [Token(Kind.NAME, letter, at, at + 1) for letter, at in places]


def _ended(tokens: Sequence[Token]) -> list[Token]:
    end = tokens[-1].end if tokens else 0
    return [*tokens, Token(Kind.END, "", end, end)]


def parse(tokens: Sequence[Token], known: Known | None = None) -> Node:
    """The tree of one expression, from tokens that end with END; || may be two bars that meet."""
    try:
        return Parser(tokens, known).run()
    except ParseError as error:
        for other in _with_single_bars(tokens) if known is not None else ():
            try:
                return Parser(other, known).run()
            except ParseError:
                continue
        raise error from None


def _with_single_bars(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """The tokens with some of the || taken for two bars, as few as possible first."""
    double = [at for at, t in enumerate(tokens) if t.text == "‖" and t.end - t.start == 2]
    has_single = any(token.text == "|" for token in tokens) or len(double) > 1
    if not has_single or len(double) > MOST_BARS:
        return
    for count in range(1, len(double) + 1):
        for chosen in combinations(double, count):
            found: list[Token] = []
            for at, token in enumerate(tokens):
                middle = token.start + 1
                bars = (
                    Token(Kind.SIGN, "|", token.start, middle),
                    Token(Kind.SIGN, "|", middle, token.end),
                )
                found += bars if at in chosen else [token]
            yield found


def formula(tokens: Sequence[Token], known: Known | None = None) -> Node:
    """The tree of one expression, from the tokens of a part of the input."""
    return parse(_ended(tokens), known)
