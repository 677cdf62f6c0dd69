"""The state of the grammar while it reads: what was read, what waits, and what stands ahead."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from matgrad.core.expr import catalogue
from matgrad.core.notation import HADAMARD, INNER, KRON, POWER, PRODUCT, SIGN, SUM
from matgrad.core.reading import Guess
from matgrad.errors import ParseError
from matgrad.syntax.choices import Choice, Choices, Option
from matgrad.syntax.tokens import GREEK, Kind, Token
from matgrad.syntax.tree import Node


class Level(NamedTuple):
    """How tightly a sign binds, and whether it groups from the right."""

    binds: int
    from_right: bool = False


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
# How far a function without brackets reaches: over a product without a sign, a trace over any.
APPLIED, ROOT = INFIX[TIGHT].binds - 1, INFIX[TIGHT].binds + 1
OUTERMOST = -1
SUMS = {"∑": "sum", "∏": "prod"}
INDICES = "ijkltsnmpqr"  # letters that a sum may run over
OVER_INDEX = ("sum", "prod", "max", "min", "mean", "maximum", "minimum")
COUNTS = frozenset("nNmMT")
TRACES = ("tr", "trace")
TRANSPOSES = ("T", "H", "'", "⊤")  # of real matrices
EULER = "e"
BEGINS = frozenset("( { ‖ | ⟨ √ ∑ ∏ ⟮| ⟮‖ ⦃".split())  # signs that an operand begins with
OPENS, SHUTS = frozenset("( { [ ⦃ ⟨ ⟮| ⟮‖".split()), frozenset(") } ] ⦄ ⟩ |⟯ ‖⟯".split())
GROUPS, _ENDS = frozenset("( { [ ⦃".split()), frozenset(") } ] ⦄".split())
GREEK_LETTERS = frozenset(GREEK.values())
_SUBSCRIPT = re.compile(r"([^\W\d_]+)_\{?([a-z]{1,3})\b")


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

    @cached_property
    def subscripts(self) -> frozenset[str]:
        """The letters below names, h of Q_h: what a sum may run over besides the usual ones."""
        found = _SUBSCRIPT.findall(self.source)
        return frozenset(
            letter for stem, index in found if stem not in OVER_INDEX for letter in index
        )

    def is_over(self, name: str) -> bool:
        """Is this a sum over an index, as sum_i is, and sum_h beside Q_h?"""
        before, _, index = name.partition("_")
        if before not in OVER_INDEX or not index:
            return False
        if not {*index} <= {*INDICES} and index not in self.subscripts:
            return False
        return name not in self.variables and not self.is_function(name)


STRICT = Known()  # of answers: every product has its sign, and every argument its brackets


@dataclass(slots=True)
class Frame:
    """Something that waits on the stack: a sign for its right side, or a bracket for its end."""

    form: str  # infix, prefix, apply, sum, group, call, index, grid
    token: Token
    binds: int = OUTERMOST
    head: Node | None = None
    base: int = 0  # how many operands lay below when the bracket opened
    rows: list[int] = field(default_factory=list[int])  # operands of blocks before each `;`
    power: Node | None = None  # of a function without brackets: sin² x
    indices: tuple[Node, ...] = ()  # of a sum
    limits: tuple[Node, ...] = ()  # of a sum, or none
    mask: tuple[Node, tuple[Node, ...]] | None = None  # the pairs that a sum runs over
    begin: int = 0  # where the argument of a function or a sum begins
    until: int = 0  # a sum goes on over + and - up to here, where its last term begins

    @property
    def name(self) -> str:
        """The name of the function or the sum."""
        return self.head.text if self.head is not None else ""

    @property
    def letters(self) -> list[str]:
        """The names of the indices of a sum."""
        return [index.text for index in self.indices]


class Stack:
    """What was read, what waits, whether an operand is due, and the tokens ahead."""

    def __init__(self, tokens: Sequence[Token], known: Known | None) -> None:
        self.tokens, self.known, self.is_strict = [*tokens], known or STRICT, known is None
        self.latex = self.known.latex
        self.operands: list[Node] = []
        self.waiting: list[Frame] = []
        self.operand_due = True
        self.at = 0

    @property
    def top(self) -> Frame | None:
        """What waits for the operand at hand."""
        return self.waiting[-1] if self.waiting else None

    @property
    def next(self) -> Token:
        """The token that is read next."""
        return self.tokens[self.at]

    def is_next(self, *signs: str) -> bool:
        """Does one of these signs follow?"""
        token = self.tokens[self.at]
        return token.text in signs and token.kind is Kind.SIGN

    def is_below(self, sign: str) -> bool:
        """Does this sign wait for the operand at hand?"""
        return bool(self.waiting) and self.waiting[-1].token.text == sign

    def bracket(self) -> Frame | None:
        """The innermost bracket that is open."""
        return next((each for each in reversed(self.waiting) if each.binds == OUTERMOST), None)

    def quoted(self, place: tuple[int, int]) -> str:
        """What was typed there."""
        return self.known.source[slice(*place)]

    # ------------------------------------------------------------ what may be meant

    def either(
        self, question: str, place: tuple[int, int], one: str, other: str, cost: int = 0
    ) -> bool:
        """Is the second of two meanings taken? What to write for each is its hint.

        Nothing is asked where every formula has one meaning: the first.
        """
        choices, typed = self.known.choices, self.quoted(place).strip()
        if choices is None:
            return False
        words = f"{typed} is read as "
        options = (
            Option(one, 0, "", Guess(words + one, other, place), one, is_doubtful=cost > 0),
            Option(other, cost, "", Guess(words + other, one, place), other),
        )
        choice = Choice(f"{question} {place}", options, question, place, is_even=not cost)
        return choices.choose(choice) == other

    def ends(self, question: str, begin: int, inside: int, end: int, cost: int = 0) -> bool:
        """Does what begins there end before this token, or hold all up to the end?"""
        middle = self.tokens[self.at - 2].end
        head, part, rest = map(self.quoted, ((begin, inside), (inside, middle), (middle, end)))
        is_product = self.tokens[self.at - 1].text not in INFIX
        behind = f"{'' if self.latex else '*'}{rest.lstrip()}" if is_product else rest
        alone = part if head.rstrip().endswith("/") else f"({part})"
        head = head.rstrip() + " " * ("_" in head)  # sum_i (x_i y) has no arguments
        ways = f"{head}({part}{rest})", f"{head}{alone}{behind}"
        return self.either(question, (begin, end), *ways, cost)

    # ------------------------------------------------------------ what stands ahead

    def end_of(self, at: int) -> int:
        """Where the token that stands there ends, or the bracket that it opens."""
        first = self.tokens[at]
        if first.kind is Kind.END:
            raise ParseError("an index or a power is missing", first.position)
        if first.kind is not Kind.SIGN or first.text not in GROUPS:
            is_minus = first.text == "-" and self.tokens[at + 1].kind is not Kind.END
            return at + 1 + (is_minus and first.kind is Kind.SIGN)
        end = end_of_group(self.tokens, at)
        if end == at:
            raise ParseError(f"this {first.text} is never closed", first.position)
        return end

    def script(self) -> list[Token]:
        """What stands above or below: one token, or what braces or brackets hold."""
        start = self.at + 1
        self.at = self.end_of(start)
        is_group = self.tokens[start].text in GROUPS and self.tokens[start].kind is Kind.SIGN
        return self.tokens[start + is_group : self.at - is_group]

    def ahead(self, at: int) -> Iterator[tuple[int, Token, str, int]]:
        """The tokens up to where the bracket closes, with their signs, and how deep they stand."""
        depth = 0
        for number in range(at, len(self.tokens)):
            token = self.tokens[number]
            sign = token.text if token.kind is Kind.SIGN else ""
            depth += (sign in OPENS) - (sign in SHUTS)
            if depth < 0 or token.kind in (Kind.END, Kind.BREAK):
                return
            yield number, token, sign, depth

    def end_of_product(self, at: int, is_tight: bool = False) -> int:
        """Where the product ends that goes on with this token."""
        end = self.tokens[at].start
        for _, token, sign, depth in self.ahead(at):
            is_gap = is_tight and token.start > end
            if not depth and (is_gap or (sign in INFIX and sign != "^") or sign == ","):
                break
            end = token.end
        return end

    def has_index(self, at: int, letters: Sequence[str]) -> bool:
        """Does an index stand in the factors from here on?"""
        for number, _, sign, depth in self.ahead(at):
            if sign in ("+", "-") and not depth:
                return False
            if self.holds(number, letters):
                return True
        return False

    def holds(self, at: int, letters: Sequence[str]) -> bool:
        """Is this one of the indices, below a letter or as a letter of its own?"""
        token = self.tokens[at]
        if token.kind is Kind.LOWERED:
            return token.text in letters
        if token.kind is not Kind.NAME:
            return False
        stem, _, index = token.text.partition("_")
        is_below = bool(index) and (index in letters or set(index) <= {*letters, *INDICES})
        return stem in letters or (is_below and any(letter in letters for letter in index))

    def open_argument(self) -> Frame | None:
        """The function whose argument without brackets stands here, or a product of all entries."""
        for number, frame in reversed([*enumerate(self.waiting)]):
            is_applied = bool(number) and self.waiting[number - 1].form == "apply"
            is_sum = frame.form == "sum" and (frame.name != "sum" or is_applied)
            if is_sum or (frame.form == "apply" and frame.binds != ROOT):
                return frame if frame.binds < POWER else None
            if frame.binds == OUTERMOST or frame.form == "sum":
                return None
        return None


def end_of_group(tokens: Sequence[Token], at: int) -> int:
    """Where the bracket is closed that opens there; the place itself if it never is."""
    depth = 0
    for end in range(at, len(tokens)):
        if tokens[end].kind is Kind.SIGN:
            depth += (tokens[end].text in GROUPS) - (tokens[end].text in _ENDS)
        if not depth:
            return end + 1
    return at
