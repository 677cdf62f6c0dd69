"""Operator precedence with an explicit stack: tokens to a tree, in one loop and any depth.

The levels are those of the table of the input language, loosest first: `+ -`, then `:`, `* @`,
`.* ⊙`, `/ ./`, `⊗`, a product without a sign, unary `-`, `^ .^` (from the right), postfix `'`.
Everything else groups from the left, so a/b*c = (a/b)*c and -x^2 = -(x^2). What only people type
(products without a sign, functions without brackets, bars, sums with an index) is read where
`Known` says which names there are; without it the grammar is the strict one of our answers. What
may mean two things is asked by the table in `doubts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import NoReturn

from matgrad.core.notation import POWER, PRODUCT, SIGN, SUM
from matgrad.errors import ParseError, UnsupportedError
from matgrad.syntax import doubts
from matgrad.syntax.choices import Choice, Option
from matgrad.syntax.conditions import condition, masked
from matgrad.syntax.stack import (
    APPLIED,
    BEGINS,
    DOT,
    EULER,
    GREEK_LETTERS,
    GROUPS,
    INDICES,
    INFIX,
    LEADING,
    OUTERMOST,
    OVER_INDEX,
    ROOT,
    SHUTS,
    SUMS,
    TIGHT,
    TRANSPOSES,
    Frame,
    Known,
    Level,
    Stack,
)
from matgrad.syntax.tokens import INVERSE_TRANSPOSE, ONES, TYPED, Kind, Token, tokenise
from matgrad.syntax.tree import (
    BARS,
    EXPONENTIAL,
    PLUS,
    POSITIVE_PART,
    SUM_OF_POWERS,
    Node,
)

RANGE = Level(SUM - 1)  # between the indices of a part, as in x[1:n-1]
CANONICAL = {"×": "*", TIGHT: "*", LEADING: "-"}
EXAMPLE = "for example norm2(A*x-b)^2"
NORMS = "norm1(x), norm2(x), normF(X), normnuc(X), normspec(X)"
CLOSES = {"(": ")", "[": "]", "‖": "‖", "|": "|", "{": "}", "<": ">", "⟨": "⟩", "⦃": "⦄"}
CLOSES |= {"⟮|": "|⟯", "⟮‖": "‖⟯"}  # bars of which it is known that they open and close
# What stands between these is the argument of a function.
FENCES = {"‖": "norm2", "⟮‖": "norm2", "|": BARS, "⟮|": BARS, "⟨": "dot", "<": "dot"}
OF_PRODUCTS = {"tr": PRODUCT, "trace": PRODUCT, "det": PRODUCT, "logdet": PRODUCT}
BY_ENTRIES, INSIDE = "⟦⟧", "⟦…"  # a vector or matrix given by its entries: S_ij = x_i y_j
MOST_BARS = 6  # double bars that may be two single ones
BEHIND = ("/", DOT, ":", "+", "-", "*", ".*")  # signs at which an argument may end
STARS = ("*", "∗", "⋆")
RELATIONS = frozenset("> < ≥ ≤ = ≠".split())
GREATER, LESS = (">", "≥"), ("<", "≤")
ONE = Fraction(1)


class Parser(Stack):
    """The loop: each token is an operand, or says what becomes of the operands before it."""

    def run(self) -> Node:
        """The tree of all tokens up to END."""
        while True:
            token = self.tokens[self.at]
            self.at += 1
            key = token.text if token.kind is Kind.SIGN else token.kind
            if self.operand_due:
                OPERANDS.get(key, Parser.missing)(self, token)
            elif key is Kind.END:
                return self.finish()
            else:
                BEHIND_OPERANDS.get(key, Parser.misplaced)(self, token)

    def finish(self) -> Node:
        """The whole tree, if nothing is open."""
        self.reduce(0)
        if self.waiting:
            opened = self.waiting[-1].token
            raise ParseError(f"this {opened.text} is never closed", opened.position)
        return self.operands[0]

    def ask(self, event: str, token: Token) -> None:
        """Ask what may be meant here, if that is in doubt."""
        if not self.is_strict:
            doubts.ask(self, event, token)

    def missing(self, token: Token) -> NoReturn:
        """Refuse what is no operand."""
        frame = self.top
        place = (frame.token.start, max(frame.token.end, token.end)) if frame else token.position
        if frame is not None and frame.form in ("infix", "prefix", "apply", "sum"):
            sign = CANONICAL.get(frame.token.text, frame.token.text)
            raise ParseError(f"something is missing after {sign}", place)
        is_end, is_closing = token.kind is Kind.END, token.text in (")", "]", ",", "}")
        if frame is not None and is_closing and frame.base == len(self.operands):
            raise ParseError("nothing stands inside", place)
        if frame is not None and is_end:
            raise ParseError(f"this {frame.token.text} is never closed", frame.token.position)
        if is_end:
            raise ParseError("the function is missing", token.position, EXAMPLE)
        raise ParseError(f"something is missing before {token.text}", token.position)

    def misplaced(self, token: Token) -> NoReturn:
        """Refuse what cannot follow an operand."""
        if token.kind is Kind.SIGN and token.text == "=":
            raise ParseError("only a single name can stand before =", token.position)
        refuse(token)
        raise ParseError(f"{token.text} cannot stand here", token.position)

    # ------------------------------------------------------------ operands

    def push(self, node: Node) -> None:
        """An operand."""
        self.operands.append(node)
        self.operand_due = False

    def open(self, form: str, token: Token, head: Node | None = None) -> None:
        """Wait for what stands in a bracket."""
        self.waiting.append(Frame(form, token, head=head, base=len(self.operands)))
        self.operand_due = True

    def number(self, token: Token) -> None:
        """A number; the 1 of x'1 is a vector of ones in LaTeX."""
        node = leaf("number", token)
        if token.text == "1" and self.latex and self.is_below(TIGHT):
            is_row = self.operands[-1].kind == "postfix"
            node = _called("vector", node) if is_row else node
        self.push(node)

    def prefix(self, token: Token) -> None:
        """A sign before its operand; in LaTeX a minus that begins a term is that of all of it."""
        is_first = not self.waiting or self.waiting[-1].binds <= SUM
        is_leading = token.text == "-" and self.latex and is_first
        self.waiting.append(Frame("prefix", token, SUM + 1 if is_leading else SIGN))

    def group(self, token: Token) -> None:
        """A bracket around an operand, or bars that are a function of what stands inside."""
        if token.text in FENCES:
            self.open("call", token, leaf("name", token._replace(text=FENCES[token.text])))
        else:
            self.open("group", token)

    def slice(self, token: Token) -> None:
        """The : of A[:,1]."""
        around = self.tokens[self.at - 2].text, self.tokens[self.at].text
        if self.at < 2 or around[0] not in ("[", ",") or around[1] not in ("]", ","):
            self.missing(token)
        self.push(leaf("slice", token))

    def name(self, token: Token) -> None:
        """A variable, a function before its argument, or a sum over an index: sum_i, max_{i}."""
        if self.is_strict:
            return self.push(leaf("name", token))
        doubts.ask(self, "name", token)
        text, known = token.text, self.known
        stem, _, index = text.partition("_")
        is_letter = len(text) == 1 and text.isascii()
        if token.font == "it" or (is_letter and text not in known.functions):
            self.push(leaf("name", token))
        elif known.is_over(text):
            below = [Token(Kind.NAME, index, token.end - len(index), token.end)]
            self.bind(token, stem, below, self.script() if self.is_next("^") else [])
        elif stem in OVER_INDEX and self.is_next("_") and text not in known.variables:
            self.sum_over(token)
        elif text == "𝟎":
            self.push(leaf("number", token._replace(text="0")))
        elif text in ONES:
            self.ones(token)
        else:
            self.word(token)
        return None

    def ones(self, token: Token) -> None:
        """A vector of ones, or 1 where the condition that follows holds: 𝟏[x > 0]."""
        start = self.at
        if self.is_next("[", "_", "⦃", "("):
            self.at -= not self.is_next("_")
            inside = self.script()
            if any(each.text in RELATIONS for each in inside):
                return self.push(self.where(inside, token))
            self.at = start
        return self.push(_called("vector", _one(token)))

    def where(self, inside: Sequence[Token], token: Token) -> Node:
        """1 where a > b, 0 elsewhere: the step function of a − b."""
        inside = inside[1:-1] if inside and inside[0].text == "⦃" else inside
        places = [at for at, each in enumerate(inside) if each.text in RELATIONS]
        if len(places) != 1 or inside[places[0]].text not in (*GREATER, *LESS):
            raise UnsupportedError("this condition is not read", token.position, "x > 0, or a < b")
        at = places[0]
        sides = [formula(part, self.known) for part in (inside[:at], inside[at + 1 :])]
        one, two = reversed(sides) if inside[at].text in LESS else sides
        value = one if two.kind == "number" and not two.value else infix("-", one, two)
        return Node("call", "step", (value,), token.start, inside[-1].end, token.position)

    # ------------------------------------------------------------ functions without brackets

    def word(self, token: Token) -> None:
        """A function before its argument, or else a variable."""
        reach = OF_PRODUCTS.get(token.text, APPLIED + 1) - 1
        if token.text in OF_PRODUCTS and self.is_next("("):
            behind = [each.text for each in self.tokens[self.end_of(self.at) :][:2]]
            if self.latex and (behind[0] == "'" or (behind[0] == "^" and behind[1] in TRANSPOSES)):
                self.apply(token, reach)  # tr (A − B)ᵀ(A − B): nobody transposes a trace
                self.waiting[-1].binds = reach
                return None
            if self.next.start > token.end:
                return self.apply(token, POWER - 1)  # tr (A + B)^{-1}
        elif self.is_applied(token.text) and self.known.is_call(token.text):
            return self.apply(token, reach)
        elif token.text in ("sum", "mean") and self.is_next("(") and self.next.start > token.end:
            behind = self.tokens[self.end_of(self.at)]
            if behind.text == "^" or behind.kind is Kind.RAISED:
                return self.apply(token, POWER - 1)  # sum (y - Xw)^2
        return self.push(leaf("name", token))

    def is_applied(self, name: str) -> bool:
        """Does an argument without brackets follow, or a power: log det X, sin² x?"""
        following = self.next
        if name in (EULER, "I"):
            return False
        if following.kind is Kind.SIGN:
            is_open = following.text in ("^", "_") or following.text in BEGINS - {"("}
            return is_open or (self.latex and following.text in ("-", "["))  # exp -x²/2
        return following.kind in (Kind.NAME, Kind.NUMBER, Kind.RAISED)

    def apply(self, token: Token, binds: int) -> None:
        """Wait for the argument of a function; its own power and base come first."""
        frame = Frame("apply", token, binds, head=leaf("name", token))
        if token.text == "log" and self.is_next("_"):
            base = "".join(each.text for each in self.script())
            frame.head = leaf("name", token._replace(text=f"log{base}"))
        if self.next.kind is Kind.RAISED:
            frame.power = leaf("number", self.next)
            self.at += 1
        elif self.is_next("^"):
            frame.power = formula(self.script(), self.known)
        if frame.power is not None:
            self.ask("power", token)
        if self.is_next("-"):
            frame.binds = SUM + 1
        elif self.is_next(*GROUPS) and binds < POWER - 1 and not self.is_share():
            frame.binds = POWER + 1  # sin²(x) y has the argument x
        frame.begin = self.next.start
        self.waiting.append(frame)
        self.operand_due = True

    def is_share(self) -> bool:
        """Does a fraction stand here before a sum, as in log 1/n Σ x_i?"""
        if not self.is_next("{") or self.tokens[self.at + 1].text != "{":
            return False
        following = self.tokens[self.end_of(self.at)]
        return following.kind is Kind.SIGN and following.text in SUMS

    # ------------------------------------------------------------ sums over an index

    def sum_over(self, token: Token) -> None:
        """A sum with its index below, and perhaps its last value above."""
        below: list[Token] = []
        above: list[Token] = []
        while self.next.kind is Kind.LOWERED:
            below.append(self.next._replace(kind=Kind.NAME))
            self.at += 1
        while self.is_next("_" if not below else "^", "^" if not above else "_"):
            if self.is_next("_"):
                below = self.script()
            else:
                above = self.script()
        name = SUMS.get(token.text, token.text)
        if not below:
            raise ParseError(f"a {name} needs its index", token.position, name)
        self.bind(token, name, below, above)

    def bind(self, token: Token, name: str, below: list[Token], above: list[Token]) -> None:
        """Wait for the terms of a sum over these indices."""
        around = {letter for frame in self.waiting for letter in frame.letters}
        said = condition(below, around, token)
        found, limits = (said.indices, said.limits) if said else self.range(token, below, above)
        indices = [leaf("name", each) for one in found for each in letters_of(one)]
        names = [index.text for index in indices]
        if {*names} & {"T", "F", "e"} or not names or len({*names}) < len(names):
            message = f"{below[0].text} is not read as an index"
            raise UnsupportedError(message, below[0].position, r"\sum_i x_i")
        frame = Frame("sum", token, SUM + 1, head=leaf("name", token._replace(text=name)))
        frame.indices = tuple(indices)
        frame.limits = tuple(formula(limit, self.known) for limit in limits)
        if said is not None and said.mask:
            if name != "sum":
                message = f"a {name} over some pairs only is not read"
                raise UnsupportedError(message, token.position, "only sums leave pairs out")
            frame.mask = parse(tokenise(said.mask)), tuple(leaf("name", t) for t in said.pair)
        frame.begin = self.next.start
        frame.until = doubts.last_term(self, token, names)
        self.waiting.append(frame)
        self.operand_due = True

    def range(
        self, token: Token, below: list[Token], above: list[Token]
    ) -> tuple[list[Token], list[list[Token]]]:
        """The indices of i=1 or i,j, and the limits."""
        texts = [each.text for each in below]
        at = texts.index("=") if "=" in texts else len(below)
        indices, lower = [t for t in below[:at] if t.text != ","], below[at + 1 :]
        if above and at == len(below):
            lower = [token._replace(kind=Kind.NUMBER, text="1", value=ONE)]
        if any(each.kind is Kind.SIGN for each in indices):
            place = below[0].start, below[-1].end
            raise UnsupportedError("a sum over such a range is not read", place)
        if bool(lower) != bool(above) or (lower and len(indices) != 1):
            end = self.tokens[self.at - 1].end
            hint = None if above else "^n"
            raise UnsupportedError("a sum has both limits, or none", (end, end), hint)
        return indices, [lower, above] if lower else []

    # ------------------------------------------------------------ behind an operand

    def infix(self, token: Token) -> None:
        """A sign between two pieces."""
        sign, level = token.text, INFIX[token.text]
        if sign == "^" and not self.is_strict and self.is_mark(token):
            return
        self.ask(sign, token)
        if sign == ":":
            bracket = self.bracket()
            is_unit = bracket is not None and bracket.name == "e" and bracket.form == "call"
            is_index = bracket is not None and bracket.form == "index"
            level = RANGE if is_unit or is_index else level  # e(1:n-1,n) has indices
        elif sign in ("+", "-"):
            self.extend_sums(token)
        if sign in BEHIND:
            self.end_argument(token, is_beside=False)
        self.wait(token, level)

    def wait(self, token: Token, level: Level) -> None:
        """Wait for the right side of a sign."""
        self.reduce(level.binds + level.from_right)
        self.waiting.append(Frame("infix", token, level.binds))
        self.operand_due = True

    def extend_sums(self, token: Token) -> None:
        """Let sums go on over + and - up to where their last terms begin."""
        for frame in reversed(self.waiting):
            if frame.binds == OUTERMOST:
                break  # sums outside of the bracket have to wait
            if frame.form == "sum":
                frame.binds = SUM - 2 if token.start <= frame.until else SUM + 1

    def beside(self, token: Token) -> None:
        """Two pieces without a sign between them are a product."""
        left, level = self.operands[-1], INFIX[TIGHT]
        if self.is_strict or (left.kind == "number" and self.is_number(left, token)):
            raise _without_sign(left, token)
        self.reduce(level.binds)
        self.ask("beside", token)
        self.end_argument(token, is_beside=True)
        if self.is_below("/") and self.is_factor(token):
            level = INFIX["/"]  # 1/2 x'x
        self.wait(Token(Kind.SIGN, TIGHT, token.start, token.start), level)
        self.at -= 1  # the token is read again, as an operand

    def is_number(self, left: Node, token: Token) -> bool:
        r"""Does another number follow, or a fraction of two as behind the 2 of 2\frac12?"""
        inside = [token, *self.tokens[self.at : self.at + 6]]
        kinds = [each.text if each.kind is Kind.SIGN else each.kind.value for each in inside]
        is_fraction = kinds == "{ { number } / { number".split()
        return kinds[0] == "number" or (is_fraction and not left.grouped and not self.is_below("^"))

    def end_argument(self, token: Token, *, is_beside: bool) -> None:
        """End the argument of a function without brackets, if it ends here."""
        frame = self.open_argument()
        if frame is None:
            return
        is_end = is_beside and doubts.is_closed(self, frame)
        if is_end or (self.is_asking and doubts.ends(self, frame, token, is_beside=is_beside)):
            self.reduce(frame.binds)

    def is_factor(self, token: Token) -> bool:
        """Is a/b before this token a factor: 1/2 x'x, n/2 log det S, 1/n sum_i x_i?"""
        above, below = self.operands[-2:]
        above = above.args[0] if above.kind == "prefix" else above
        is_apart = token.start > below.end or token.kind is not Kind.NAME
        is_number = above.kind == "number"
        if below.kind == "number" and not below.grouped:
            return is_apart or is_number
        if below.grouped or doubts.is_count(below):
            is_count = doubts.is_count(above) or (above.kind == "name" and len(above.text) > 1)
            return is_apart and (is_number or is_count)
        letter = below.args[0] if below.is_infix("^") else below
        return is_number and letter.text in GREEK_LETTERS and doubts.is_spaced(self, token)

    def call(self, token: Token) -> None:
        """A bracket with the arguments of a function, or with a factor."""
        head, primes = self.operands[-1], 0
        while head.kind == "postfix" and not head.grouped:
            head, primes = head.args[0], primes + 1
        if head.kind != "name" or head.grouped or not self.is_called(head, token, primes):
            return self.beside(token)
        self.operands.pop()
        name = self.known.renamed.get(head.text, head.text)
        if primes or name != head.text:
            head = replace(head, text=name, primes=primes)
        return self.open("call", token, head)

    def is_called(self, head: Node, token: Token, primes: int) -> bool:
        """Does a bracket behind this name hold its arguments, rather than a factor?"""
        name, known = head.text, self.known
        if name == EULER and self.latex and not self.has_comma():
            return False  # e (A + B), and no unit vector e(i, n)
        if self.is_strict or known.is_call(name):
            return True
        is_new = name not in known.variables
        is_of_time = [each.text for each in self.tokens[self.at :][:2]] == ["t", ")"]
        if is_of_time and is_new and len(name.partition("_")[2]) < 2:
            return True  # x(t) is a function of time, x_1(t) too, and T_sym(t) is none
        if not primes:
            self.ask("(", token)
        stem = name.rstrip("0123456789").partition("_")[0]
        is_letter = len(stem) == 1 or not is_new or stem.lower() in GREEK_LETTERS
        return not is_letter or (name in ("f", "g", "h") and is_new)

    def has_comma(self) -> bool:
        """Do several arguments stand in the bracket that opens here?"""
        return any(sign == "," and not depth for _, _, sign, depth in self.ahead(self.at))

    def bar(self, token: Token) -> None:
        """A bar closes if one of its kind was opened last; || may be two that meet."""
        opened = self.bracket()
        if opened is not None and opened.token.text == token.text:
            self.close(token)
        else:
            self.beside(token)

    def index(self, token: Token) -> None:
        """x[1]; in LaTeX square brackets are brackets."""
        if self.latex:
            return self.beside(token)
        return self.open("index", token, self.operands.pop())

    def end_piece(self, token: Token) -> None:
        """A comma ends an argument or an index, `;` a row of a block matrix."""
        self.reduce(0)
        frame = self.top
        is_row = token.kind is Kind.BREAK
        if is_row and (frame is None or frame.form not in ("grid", "call")):
            self.misplaced(token)
        if frame is None or frame.form == "group" or frame.token.text[-1] in "‖|":
            raise ParseError("a comma separates arguments of a function", token.position)
        if is_row:
            frame.rows.append(len(self.operands) - frame.base)
        self.operand_due = True

    # ------------------------------------------------------------ what stands above and below

    def replace_top(self, kind: str, text: str, token: Token, end: int, *others: Node) -> None:
        """Put a node in the place of the operand at hand, which is its first piece."""
        base = self.operands.pop()
        self.operands.append(Node(kind, text, (base, *others), base.start, end, token.position))

    def postfix(self, token: Token) -> None:
        """A transpose, or the mark of a derivative."""
        self.ask("'", token)
        top = self.operands[-1]
        if top.kind == "number" and top.value == 1 and not top.grouped and not self.is_strict:
            self.operands[-1] = _called("vector", top)  # 1ᵀx adds entries
        self.replace_top("postfix", "'", token, token.end)

    def mark(self, token: Token) -> None:
        """A pseudo-inverse, or the transpose of an inverse."""
        self.reduce(POWER + 1)
        is_turned = token.text == INVERSE_TRANSPOSE
        self.replace_top("call", "inv" if is_turned else "pinv", token, token.end)
        if is_turned:
            self.replace_top("postfix", "'", token, token.end)

    def is_mark(self, token: Token) -> bool:
        """Read x^T, X^{-T}, A^+ and W^{(1)}, where what stands above is no power."""
        start, taken = self.at, self.known.variables
        self.at -= 1
        above = self.script()
        if len(above) > 1 and above[-1].text in TRANSPOSES and above[-2].text != "-":
            self.power(above[:-1], token)
            above = above[-1:]
        text, end = "".join(each.text for each in above), above[-1].end if above else token.end
        mark = token._replace(text=text, end=end)
        self.ask("above", mark)
        base, is_name = self.operands[-1], self.operands[-1].kind == "name"
        if (text in TRANSPOSES and text not in taken) or doubts.is_turned(self, mark):
            self.postfix(token._replace(end=end))
        elif text in ("-T", "-⊤", "-'") and (text != "-T" or "T" not in taken):
            self.mark(token._replace(text=INVERSE_TRANSPOSE, end=end))
        elif text in STARS and is_name:
            self.operands[-1] = replace(base, text=f"{base.text}_star", end=end)
        elif text == "†":
            self.mark(mark)
        elif text == "+":
            self.reduce(POWER + 1)
            self.replace_top("call", PLUS, token, end)
        elif text[:1] == "⊙" or text[:2] == ".*":
            self.reduce(POWER + 1)
            self.replace_top("infix", ".^", token, end, formula(above[1:], self.known))
        elif _is_layer(above) and is_name:
            self.power(above, token)
        else:
            self.at = start
            return False
        return True

    def power(self, above: Sequence[Token], token: Token) -> None:
        """A name with the number of its layer, as W^{(1)}, or a power."""
        base, end = self.operands[-1], above[-1].end
        if base.kind == "name" and _is_layer(above):
            self.operands[-1] = replace(base, text=f"{base.text}__{above[1].text}", end=end)
        else:
            self.replace_top("infix", "^", token, end, formula(above, self.known))

    def lowered(self, token: Token) -> None:
        """An index behind a bar names the norm, behind anything else it is an index."""
        if token.kind is Kind.LOWERED:
            below = [token._replace(kind=Kind.NUMBER if token.text.isdigit() else Kind.NAME)]
        else:
            self.at -= 1
            below = self.script()
        if all(each.text == "," for each in below):
            raise ParseError("an index is missing", token.position)
        if self.latex or (self.is_below("^") and _is_norm(self.operands[-2])):
            self.reduce(POWER)  # ‖x‖^2_2
        text = "".join(each.text for each in below)
        self.ask("below", token._replace(text=text, end=below[-1].end))
        base, marks = self.operands.pop(), list[Node]()
        if self.latex and _is_whole(base) and len(text) == 2 and {*text} <= {*INDICES}:
            base = replace(base, grouped=True)  # an entry of the inverse: A^{-1}_{ij}
        while not base.grouped and (base.kind == "postfix" or base.is_infix("^")):
            marks.append(base)
            base = base.args[0]
        node = self.indexed(base, below, token)
        for mark in reversed(marks):
            end = max(node.end, mark.end)
            node = replace(mark, args=(node, *mark.args[1:]), end=end)
        self.operands.append(node)

    def indexed(self, base: Node, below: Sequence[Token], token: Token) -> Node:
        """A piece with its index: a norm, a name, or an entry."""
        text, end = "".join(each.text for each in below), below[-1].end
        is_fence = base.kind == "call" and (base.grouped or base.at[0] == base.start)
        if is_fence and base.text in ("norm2", BARS):
            return self.norm(base, below, text)
        if text == "+":
            return Node("call", POSITIVE_PART, (base,), base.start, end, token.position)
        if base.kind == "call" and base.text == "dot" and text == "F":
            return replace(base, end=end)  # ⟨A, B⟩_F
        if base.kind == "call" and base.text == "dot" and self.is_weight(below):
            return replace(self.weighted(base.args, below), end=end)
        is_plain = all(each.kind in (Kind.NAME, Kind.NUMBER) for each in below)
        if base.kind == "name" and is_plain and not base.grouped:
            return replace(base, text=base.text + ("_" * (not text.isdigit())) + text, end=end)
        parts: list[list[Token]] = [[]]
        for each in below:
            if each.text == "," and each.kind is Kind.SIGN:
                parts.append([])
            elif is_plain:
                parts += [[letter] for letter in single(each)]
            else:
                parts[-1].append(each)
        places = tuple(self.place(part) for part in parts if part)
        return Node("index", "[]", (base, *places), base.start, end, token.position)

    def place(self, part: Sequence[Token]) -> Node:
        """One index: i, 2, i + 1, those from 1 to n - 1, or all of them."""
        texts = [each.text for each in part]
        if texts == [":"]:
            return leaf("slice", part[0])
        if ":" not in texts:
            return formula(part, self.known)
        at = texts.index(":")
        return infix(":", formula(part[:at], self.known), formula(part[at + 1 :], self.known))

    def norm(self, base: Node, below: Sequence[Token], text: str) -> Node:
        """The norm that an index behind the bars names: ‖x‖_1, ‖X‖_F, ‖x‖_p."""
        end, text = below[-1].end, text.replace("∞", "infty")
        is_number = below[0].kind is Kind.NUMBER and text not in ("1", "2")
        if text == "0":
            raise UnsupportedError("the number of entries is no norm", below[0].position)
        if self.is_weight(below):
            two = leaf("number", Token(Kind.NUMBER, "2", end, end, 2 * ONE))
            return self.root(base, self.weighted(base.args * 2, below), two)
        if len(below) == 1 and (is_number or text == "p"):
            exponent = formula(below, self.known)
            powers = replace(base, text=SUM_OF_POWERS, args=(*base.args, exponent), end=end)
            return self.root(base, powers, exponent)
        if not self.known.is_function(f"‖·‖{text}"):
            place = (below[0].start, end)
            raise UnsupportedError("the norm with this index is not read", place, NORMS)
        return replace(base, text=f"‖·‖{text}", end=end)

    def weighted(self, sides: tuple[Node, ...], below: Sequence[Token]) -> Node:
        """x'*W*y, with the matrix below a norm or an inner product."""
        x, y = sides
        if self.known.choices is not None:
            what = "a norm" if x is y else "an inner product"
            root = "the square root of x'*W*x" if x is y else "x'*W*y"
            said = Option("", note=f"{what} with a matrix W below is read as {root}")
            self.known.choices.choose(Choice(what, (said,), ""))
        turned = Node("postfix", "'", (replace(x, grouped=True),), x.start, x.end, x.position)
        left = infix("*", turned, formula(below, self.known))
        return replace(infix("*", left, replace(y, grouped=True)), start=x.start, end=below[-1].end)

    def root(self, base: Node, powers: Node, exponent: Node) -> Node:
        """A norm that is a root; to the power of its exponent it is what stands below the root."""
        start = self.at
        if self.is_next("^") and [t.text for t in self.script()] == [exponent.text]:
            return replace(powers, end=self.tokens[self.at - 1].end)
        self.at = start
        if exponent.text == "2":
            return Node("call", "sqrt", (powers,), base.start, powers.end, base.at)
        one = leaf("number", Token(Kind.NUMBER, "1", base.end, base.end, ONE))
        args = powers, infix("/", one, exponent)
        return Node("infix", "^", args, base.start, powers.end, base.at)

    def is_weight(self, below: Sequence[Token]) -> bool:
        """Is this a matrix, by a power or because it stands elsewhere, too?"""
        name, text = below[0].text, "".join(each.text for each in below)
        is_name = self.latex and below[0].kind is Kind.NAME
        if not is_name or self.known.is_function(f"‖·‖{text}"):
            return False
        times = sum(token.text == name for token in self.tokens)
        is_own = name in self.known.variables or times > 1
        is_formula = any(token.kind is Kind.SIGN for token in below)
        return is_formula or (name[0].isupper() and name != "F" and len(below) == 1 and is_own)

    # ------------------------------------------------------------ taking things off the stack

    def reduce(self, binds: int) -> None:
        """Make nodes of all that binds so tightly."""
        while self.waiting and self.waiting[-1].binds >= max(binds, 0):
            frame = self.waiting.pop()
            self.operands.append(self.reduced(frame, self.operands.pop()))

    def reduced(self, frame: Frame, right: Node) -> Node:
        """The node of something that waited, with what stands to the right of it."""
        at = frame.token.position
        if frame.form == "sum":
            return _summed(frame, right)
        if frame.form == "apply":
            return self.applied(frame, right)
        sign = CANONICAL.get(frame.token.text, frame.token.text)
        if frame.form == "prefix":
            return Node("prefix", sign, (right,), at[0], right.end, at)
        left = self.operands.pop()
        if sign == "^" and self.is_euler(left):
            return Node("call", EXPONENTIAL, (right,), left.start, right.end, at)
        if sign == "\\":
            return Node("call", "solve", (left, right), left.start, right.end, at)
        return Node("infix", sign, (left, right), left.start, right.end, at)

    def applied(self, frame: Frame, right: Node) -> Node:
        """A function of what stands behind it, perhaps to a power."""
        start, at = frame.token.start, frame.token.position
        is_det = right.kind == "call" and right.text == "det" and not right.grouped
        if frame.name == "log" and is_det and frame.power is None:
            return replace(right, text="logdet", start=start, at=at)
        node = Node("call", frame.name, (right,), start, right.end, at)
        if frame.power is None:
            return node
        doubts.ask_of_inverse(self, frame, right)
        return Node("infix", ".^", (node, frame.power), start, right.end, at)

    def is_euler(self, base: Node) -> bool:
        """Is this the base of the natural logarithm?"""
        is_letter = base.kind == "name" and base.text == EULER and not base.grouped
        return is_letter and not self.is_strict and EULER not in self.known.variables

    def close(self, token: Token) -> None:
        """Make one piece of what stands in a bracket."""
        self.reduce(0)
        frame = self.waiting.pop() if self.waiting else None
        if frame is None or CLOSES.get(frame.token.text) != token.text:
            if token.text != "}":
                refuse(token)
            raise ParseError(f"nothing was opened that {token.text} could close", token.position)
        if token.text == "}":
            self.ask("}", frame.token)
        inside = tuple(self.operands[frame.base :])
        del self.operands[frame.base :]
        self.operands.append(_closed(frame, inside, token))


def _closed(frame: Frame, inside: tuple[Node, ...], token: Token) -> Node:
    """What a bracket makes of the pieces inside it: a group, a call, an index or a matrix."""
    head, end = frame.head, token.end
    if frame.form == "grid" or (frame.form == "call" and frame.name == "blocks"):
        return _grid(frame, inside, end)
    if head is None:
        return replace(inside[0], start=frame.token.start, end=end, grouped=True)
    if frame.form == "index":
        return Node("index", "[]", (head, *inside), head.start, end, frame.token.position)
    if frame.token.text in ("⟨", "<") and len(inside) != 2:
        raise ParseError("an inner product has two factors", frame.token.position)
    if frame.token.text == "⟮|" and inside[0].kind == "call" and inside[0].text == BARS:
        head, inside = replace(head, text=FENCES["‖"]), inside[0].args  # bars around bars
    if frame.rows:
        raise ParseError("; separates rows of blocks(…), a comma arguments", head.position)
    return Node("call", head.text, inside, head.start, end, head.position, primes=head.primes)


def _grid(frame: Frame, inside: tuple[Node, ...], end: int) -> Node:
    """Rows of blocks, each a piece of its own; [A, B] is one row, [x] no more than a bracket."""
    ends, at = (*frame.rows, len(inside)), frame.token.position
    rows = [inside[start:end] for start, end in zip((0, *frame.rows), ends, strict=True)]
    start = frame.head.start if frame.head else frame.token.start
    if len(rows) == len(inside) == 1:
        return replace(inside[0], start=start, end=end, grouped=True)
    made = [Node("grid", "row", row, row[0].start, row[-1].end, at) for row in rows]
    return Node("grid", "rows", tuple(made), start, end, at)


def _summed(frame: Frame, body: Node) -> Node:
    """A sum over each of its indices; a product or the largest of all entries has no limits."""
    start, at, limits = frame.token.start, frame.token.position, frame.limits
    node = body if frame.mask is None else masked(body, *frame.mask)
    is_whole = not limits and frame.name != "sum"
    for number, index in reversed([*enumerate(frame.indices)]):
        name = frame.name if limits else "Σ"
        if is_whole:
            name = INSIDE if number else BY_ENTRIES
        node = Node("call", name, (index, *limits, node), start, body.end, at)
    return Node("call", frame.name, (node,), start, body.end, at) if is_whole else node


def _without_sign(left: Node, token: Token) -> ParseError:
    if left.kind == "number" and (token.kind is Kind.NUMBER or token.text == "{"):
        return ParseError("two numbers stand side by side", (left.start, token.end))
    start, marks = left.at[0], ""
    while left.kind == "postfix" and not left.grouped:
        left, marks = left.args[0], marks + "'"
    name = left.text + marks if left.kind in ("name", "number") else "…"
    hint = f"{name}*{'(…)' if token.text == '(' else token.text}"
    return ParseError("a product needs a sign", (start, token.end), hint)


def _is_layer(above: Sequence[Token]) -> bool:
    """Is this (1) or [1]?"""
    ends = [above[0].text, above[-1].text] if len(above) == 3 else []
    return ends in (["(", ")"], ["[", "]"])


def _is_whole(node: Node) -> bool:
    """Has an inverse or a transpose entries of its own, rather than what is inverted?"""
    is_inverse = node.is_infix("^") and node.args[1].kind == "prefix"
    return not node.grouped and (
        is_inverse or node.kind == "postfix" or node.text in ("inv", "pinv")
    )


def _is_norm(node: Node) -> bool:
    """Are these the bars of a norm?"""
    return node.kind == "call" and node.text == "norm2" and node.at[0] == node.start


def refuse(token: Token) -> None:
    """Say what to write instead of a sign that only what people type has."""
    if token.kind is Kind.SIGN and token.text in TYPED:
        message, hint = TYPED[token.text]
        raise ParseError(message, token.position, hint)


def leaf(kind: str, token: Token) -> Node:
    """A piece that is one token."""
    position = (token.start, token.end)
    return Node(kind, token.text, (), token.start, token.end, position, token.value)


def _called(name: str, node: Node) -> Node:
    return Node("call", name, (node,), node.start, node.end, node.at)


def _one(token: Token) -> Node:
    return leaf("number", token._replace(text="1", value=ONE))


def infix(sign: str, left: Node, right: Node) -> Node:
    """Two pieces with a sign between them, in brackets."""
    start, end = min(left.start, right.start), max(left.end, right.end)
    return Node("infix", sign, (left, right), start, end, (start, end), grouped=True)


def by_entries(tree: Node, indices: Sequence[Token]) -> Node:
    """The vector or matrix with these entries, one for all values of the indices."""
    node = tree
    for number, letter in reversed([*enumerate(indices)]):
        index, kind = leaf("name", letter), INSIDE if number else BY_ENTRIES
        node = Node("call", kind, (index, node), *tree.position, tree.at)
    return node


def letters_of(token: Token) -> list[Token]:
    """The indices of ij, which are two letters; a word is none."""
    return single(token) if len(token.text) <= 3 else [token]


def single(token: Token) -> list[Token]:
    """The indices i and j of ij."""
    if token.kind is not Kind.NAME or not token.text.isalpha():
        return [token]
    places = [(letter, token.start + k) for k, letter in enumerate(token.text)]
    return [Token(Kind.NAME, letter, at, at + 1) for letter, at in places]


Act = Callable[[Parser, Token], None]
OPERANDS: dict[str | Kind, Act] = {
    Kind.NUMBER: Parser.number,
    Kind.NAME: Parser.name,
    **dict.fromkeys(("(", "{", "⦃", *FENCES), Parser.group),
    "[": lambda p, token: p.open("grid", token),
    **dict.fromkeys("+-", Parser.prefix),
    ":": Parser.slice,
    "√": lambda p, token: p.apply(token._replace(text="sqrt"), ROOT),
    **dict.fromkeys(SUMS, Parser.sum_over),
}
BEHIND_OPERANDS: dict[str | Kind, Act] = {
    **dict.fromkeys((Kind.NUMBER, Kind.NAME, *BEGINS), Parser.beside),
    **dict.fromkeys(INFIX, Parser.infix),
    "'": Parser.postfix,
    Kind.RAISED: lambda p, t: p.replace_top("infix", "^", t, t.end, leaf("number", t)),
    "(": Parser.call,
    **dict.fromkeys("‖|", Parser.bar),
    "[": Parser.index,
    **dict.fromkeys((",", Kind.BREAK), Parser.end_piece),
    **dict.fromkeys(SHUTS | {">"}, Parser.close),
    **dict.fromkeys(("_", Kind.LOWERED), Parser.lowered),
    **dict.fromkeys(("†", INVERSE_TRANSPOSE), Parser.mark),
}


def parse(tokens: Sequence[Token], known: Known | None = None) -> Node:
    """The tree of one expression, from tokens that end with END; || may be two bars that meet."""
    if known is None:
        for token in tokens:
            refuse(token)
        return Parser(tokens, None).run()
    try:
        return Parser(tokens, known).run()
    except ParseError as error:
        for other in _with_single_bars(tokens):
            try:
                return Parser(other, known).run()
            except ParseError:
                continue
        raise error from None


def _with_single_bars(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """The tokens with some of the || taken for two bars, as few as possible first."""
    double = [at for at, t in enumerate(tokens) if t.text == "‖" and t.end - t.start == 2]
    has_single = any(token.text == "|" for token in tokens) or len(double) > 1
    for count in range(1, len(double) + 1 if has_single and len(double) <= MOST_BARS else 1):
        for chosen in combinations(double, count):
            found = [[token] for token in tokens]
            for at in chosen:
                bar = tokens[at]._replace(text="|")
                found[at] = [bar._replace(end=bar.start + 1), bar._replace(start=bar.start + 1)]
            yield [token for part in found for token in part]


def formula(tokens: Sequence[Token], known: Known | None = None) -> Node:
    """The tree of one expression, from the tokens of a part of the input."""
    end = tokens[-1].end if tokens else 0
    return parse([*tokens, Token(Kind.END, "", end, end)], known)
