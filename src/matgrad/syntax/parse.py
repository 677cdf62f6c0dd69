"""Operator precedence with an explicit stack: tokens to a tree, in one loop and any depth.

The levels are those of the table of the input language, loosest first: `+ -`, then `:`, `* @`,
`.* ⊙`, `/ ./`, `⊗`, unary `-`, `^ .^` (from the right), postfix `'`. Everything else groups from
the left, so a/b*c = (a/b)*c and -x^2 = -(x^2). There is no invisible multiplication.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from matgrad.core.expr import catalogue
from matgrad.core.notation import HADAMARD, INNER, KRON, POWER, PRODUCT, SIGN, SUM
from matgrad.errors import ParseError
from matgrad.syntax.brackets import CLOSED, OUTERMOST, Frame
from matgrad.syntax.tokens import Kind, Token
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
CLOSES = {"(": ")", "[": "]", "‖": "‖"}


class Parser:
    """The state of the loop: what was read, what waits, and whether an operand is due."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.operands: list[Node] = []
        self.waiting: list[Frame] = []
        self.operand_due = True

    def run(self) -> Node:
        """The tree of all tokens up to END."""
        for index, token in enumerate(self.tokens):
            if token.kind is Kind.END:
                return self._finish(token)
            if self.operand_due:
                self._operand(token, index)
            else:
                self._after_operand(token)
        raise AssertionError("tokens end with END")

    # ------------------------------------------------------------ where an operand is due

    def _operand(self, token: Token, index: int) -> None:
        match token.kind, token.text:
            case Kind.NUMBER, _:
                self._push(_leaf("number", token))
            case Kind.NAME, _:
                self._push(_leaf("name", token))
            case Kind.SIGN, ("(" | "‖"):
                self._open("group", token, None)
            case Kind.SIGN, "[":
                self._open("grid", token, None)
            case Kind.SIGN, sign if sign in PREFIX:
                self.waiting.append(Frame("prefix", token, PREFIX[sign]))
            case Kind.SIGN, ":" if self._is_slice(index):
                self._push(_leaf("slice", token))
            case _:
                raise self._missing(token)

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
        if frame is not None and frame.form in ("infix", "prefix"):
            sign = frame.token
            return ParseError(
                f"something is missing after {CANONICAL.get(sign.text, sign.text)}",
                (sign.start, token.end),
            )
        closing = token.text in (")", "]", ",")
        if frame is not None and closing and frame.base == len(self.operands):
            return ParseError("nothing stands inside", (frame.token.start, token.end))
        if frame is not None and token.kind is Kind.END:
            return ParseError(f"this {frame.token.text} is never closed", frame.token.position)
        if token.kind is Kind.END:
            return ParseError("the function is missing", token.position, EXAMPLE)
        return ParseError(f"something is missing before {token.text}", token.position)

    # ------------------------------------------------------------ after an operand

    def _after_operand(self, token: Token) -> None:
        match token.kind, token.text:
            case Kind.SIGN, sign if sign in INFIX:
                is_range = sign == ":" and self._bracket() == "index"
                self._infix(token, RANGE if is_range else INFIX[sign])
            case Kind.SIGN, "'":
                self._postfix(token)
            case Kind.RAISED, _:
                self._raised(token)
            case Kind.SIGN, "(":
                self._call(token)
            case Kind.SIGN, "[":
                self._open("index", token, self.operands.pop())
            case Kind.SIGN, ",":
                self._reduce(0)
                if not self.waiting or self.waiting[-1].form == "group":
                    raise ParseError("a comma separates arguments of a function", token.position)
                self.operand_due = True
            case Kind.BREAK, ";" if self._bracket() in ("grid", "call"):
                self._end_row()
            case Kind.SIGN, (")" | "]" | "‖"):
                self._close(token)
            case Kind.NUMBER | Kind.NAME, _:
                raise self._implicit(token)
            case Kind.SIGN, "=":
                raise ParseError("only a single name can stand before =", token.position, "y = A*x")
            case _:
                raise ParseError(f"{token.text} cannot stand here", token.position)

    def _bracket(self) -> str:
        """What the innermost bracket that is open holds; e(1:n-1,n) has indices."""
        for frame in reversed(self.waiting):
            if frame.binds == OUTERMOST:
                is_unit = frame.head is not None and frame.form == "call" and frame.head.text == "e"
                return "index" if is_unit else frame.form
        return ""

    def _end_row(self) -> None:
        """`;` ends a row of a block matrix."""
        self._reduce(0)
        frame = self.waiting[-1]
        frame.rows.append(len(self.operands) - frame.base)
        self.operand_due = True

    def _infix(self, token: Token, level: Level) -> None:
        self._reduce(level.binds + level.from_right)
        self.waiting.append(Frame("infix", token, level.binds))
        self.operand_due = True

    def _postfix(self, token: Token) -> None:
        top = self.operands.pop()
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
            raise self._implicit(token)
        self.operands.pop()
        self._open("call", token, replace(head, primes=primes) if primes else head)

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
            at = frame.token.position
            sign = CANONICAL.get(frame.token.text, frame.token.text)
            if frame.form == "prefix":
                node = Node("prefix", sign, (right,), at[0], right.end, at)
            else:
                left = self.operands.pop()
                node = Node("infix", sign, (left, right), left.start, right.end, at)
            self.operands.append(node)

    def _close(self, token: Token) -> None:
        self._reduce(0)
        frame = self.waiting.pop() if self.waiting else None
        if frame is None or CLOSES[frame.token.text] != token.text:
            raise ParseError(f"nothing was opened that {token.text} could close", token.position)
        inside = tuple(self.operands[frame.base :])
        del self.operands[frame.base :]
        self.operands.append(CLOSED[frame.form](frame, inside, token))

    def _finish(self, token: Token) -> Node:
        if self.operand_due:
            raise self._missing(token)
        self._reduce(0)
        if self.waiting:
            opened = self.waiting[-1].token
            raise ParseError(f"this {opened.text} is never closed", opened.position)
        return self.operands[0]


def _leaf(kind: str, token: Token) -> Node:
    return Node(kind, token.text, (), token.start, token.end, token.position, token.value)


def parse(tokens: Sequence[Token]) -> Node:
    """The tree of one expression, from tokens that end with END."""
    return Parser(tokens).run()


def formula(tokens: Sequence[Token]) -> Node:
    """The tree of one expression, from the tokens of a part of the input."""
    end = tokens[-1].end if tokens else 0
    return parse([*tokens, Token(Kind.END, "", end, end)])
