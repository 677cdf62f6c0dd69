"""Operator precedence with an explicit stack: tokens to a tree, in one loop and any depth.

The levels are those of the table of the input language, loosest first: `+ -`, then `:`, `* @`,
`.* ⊙`, `/ ./`, `⊗`, a product without a sign, unary `-`, `^ .^` (from the right), postfix `'`.
Everything else groups from the left, so a/b*c = (a/b)*c and -x^2 = -(x^2). What only people type
(products without a sign, functions without brackets, bars, sums with an index) is read where
`Known` says which names there are; without it the grammar is the strict one of our answers. Of a
piece that may mean two things one meaning is taken by `either`, and the whole text settles which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from typing import NoReturn

from matgrad.core.notation import POWER, PRODUCT, SIGN, SUM
from matgrad.errors import AmbiguousError, ParseError, UnknownNameError, UnsupportedError
from matgrad.errors import Option as Way
from matgrad.syntax.conditions import condition, masked
from matgrad.syntax.stack import (
    APPLIED,
    BEGINS,
    COUNTS,
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
    TRACES,
    TRANSPOSES,
    Frame,
    Known,
    Level,
    Stack,
)
from matgrad.syntax.tokens import INVERSE_TRANSPOSE, ONES, TYPED, Kind, Token, tokenise
from matgrad.syntax.tree import (
    BARS,
    BY_ENTRIES,
    EXPONENTIAL,
    INSIDE,
    PLUS,
    POSITIVE_PART,
    SUM_OF_POWERS,
    Node,
)

RANGE = Level(SUM - 1)  # between the indices of a part, as in x[1:n-1]
CANONICAL = {"×": "*", TIGHT: "*", LEADING: "-"}
EXAMPLE = "for example norm2(A*x-b)^2"
NORMS = "norm1(x), norm2(x), normF(X), normnuc(X), normspec(X); x'*W*x has a weight"
CLOSES = {"(": ")", "[": "]", "‖": "‖", "|": "|", "{": "}", "<": ">", "⟨": "⟩", "⦃": "⦄"}
CLOSES |= {"⟮|": "|⟯", "⟮‖": "‖⟯"}  # bars of which it is known that they open and close
# What stands between these is the argument of a function.
FENCES = {"‖": "norm2", "⟮‖": "norm2", "|": BARS, "⟮|": BARS, "⟨": "dot", "<": "dot"}
OF_PRODUCTS = {"tr": PRODUCT, "trace": PRODUCT, "det": PRODUCT, "logdet": PRODUCT}
MOST_BARS = 6  # double bars that may be two single ones
BEHIND = ("/", DOT, ":", "+", "-", "*", ".*")  # signs at which an argument may end
CLOSED = (SHUTS - {"|⟯"}) | {"‖"}
STARS = ("*", "∗", "⋆")
# What asks for something else than a value, as in min_x f and grad_x f.
ASKING = frozenset("min max argmin argmax minimize minimise maximize maximise grad nabla".split())
FUNCTIONS_TOO = ("beta", "gamma", "zeta")  # Greek letters whose names are those of functions
MAPS = ("phi", "psi", "varphi")  # letters that are functions before brackets
EXPECTED = ("E", "V", "P")  # before square brackets: E[x], V[x]
RELATIONS = frozenset("> < ≥ ≤ = ≠".split())
GREATER, LESS = (">", "≥"), ("<", "≤")
ONE = Fraction(1)
EXTENT = "where does the argument of this function end?"
INVERSES = {"log": "exp", "ln": "exp", "exp": "log"}


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
        """A number; the 1 of x'1 and of b 1 is a vector of ones: nobody multiplies by one."""
        node = leaf("number", token)
        if token.text == "1" and self.is_below(TIGHT):
            is_row = self.operands[-1].kind == "postfix"
            node = _called("vector", node) if is_row or not self.latex else node
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
        self.check_word(token)
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

    def check_word(self, token: Token) -> None:
        r"""Refuse what is no factor: min_x f, E[x], dX, d(…)/dx and \operatorname{foo} x."""
        text, following, known = token.text, self.next, self.known
        begins = following.kind in (Kind.NAME, Kind.NUMBER) or following.text in {*BEGINS, "["}
        if not (begins or following.text == "_") or text in known.variables:
            return
        stem, place = text.partition("_")[0], (token.start, following.end)
        below = self.tokens[self.at + 1 + (self.tokens[self.at + 1].text == "{")]
        is_below = following.text == "_" and below.kind is Kind.NAME and below.text not in INDICES
        is_new = not (known.is_call(text) or known.is_over(text))
        if stem in ASKING and (is_below if following.text == "_" else is_new):
            start = self.tokens[self.end_of(self.at + 1)].start if is_below else following.start
            end = max((each.end for _, each, _, _ in self.ahead(self.at)), default=start)
            message = f"{text} is no part of a formula; the function itself is differentiated"
            raise UnsupportedError(message, (token.start, end), self.quoted((start, end)))
        if text == "d" and not self.latex:
            pairs = pairwise(self.tokens[self.at :])
            if begins and any(sign.text == "/" and t.text[:1] == "d" for sign, t in pairs):
                raise UnsupportedError("d(…)/dx is not read as a derivative", place, "d/dx (…)")
        if not self.latex or not (is_new or text == "𝔼"):
            return
        if token.font == "up":
            hint = "a name stands alone, in italics"
            raise UnknownNameError(f"{text} is not a known function", token.position, hint)
        is_beside = following.kind is Kind.NAME and following.start == token.end
        if text in ("d", "drm") and begins and (is_beside or token.font == "rm"):
            raise UnsupportedError("a differential is not read here", place, "declare d")
        if text == "𝔼" or (self.is_next("[") and text in EXPECTED):
            message = f"{text} is an expectation or a variance here, which is not read"
            raise UnsupportedError(message, token.position)

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
            if self.next.start > token.end and not self.is_power_of_value(token):
                return self.apply(token, POWER - 1)  # tr (A + B)^{-1}
        elif self.is_applied(token.text) and self.known.is_call(token.text):
            return self.apply(token, reach)
        elif token.text in ("sum", "mean") and self.is_next("(") and self.next.start > token.end:
            behind = self.tokens[self.end_of(self.at)]
            if behind.text == "^" or behind.kind is Kind.RAISED:
                return self.apply(token, POWER - 1)  # sum (y - Xw)^2
        return self.push(leaf("name", token))

    def is_power_of_value(self, token: Token) -> bool:
        """Is tr (S)^2 the square of the trace? Nobody writes so for 1 over it."""
        at = self.end_of(self.at)
        power, is_sign = self.tokens[at], self.tokens[at].text == "^"
        if not is_sign and power.kind is not Kind.RAISED:
            return False
        end = self.end_of(at + 1) if is_sign else at + 1
        mark = "".join(t.text for t in self.tokens[at + is_sign : end] if t.text not in "{}()")
        if mark.startswith("-") or mark in TRANSPOSES:
            return False
        question = "is the power inside of this function, or outside?"
        if self.latex:
            raise AmbiguousError(
                question, (token.start, power.end), "put brackets around all of it"
            )
        inside = self.quoted((self.next.start, self.tokens[at - 1].end))
        raised = self.quoted((power.start, self.tokens[end - 1].end))
        place, name = (token.start, self.tokens[end - 1].end), self.quoted(token.position)
        ways = f"{name}({inside}{raised})", f"{name}{inside}{raised}"
        return self.either(question, place, *ways)

    def is_applied(self, name: str) -> bool:
        """Does an argument without brackets follow, or a power: log det X, sin² x?"""
        following = self.next
        if name in (EULER, "I"):
            return False
        if following.kind is Kind.SIGN:
            is_open = following.text in ("^", "_") or following.text in BEGINS - {"("}
            is_open = is_open or following.text == "["  # tr[A X]
            return is_open or (self.latex and following.text == "-")  # exp -x²/2
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
        if frame.power is not None and token.text in self.known.functions and not self.is_next("("):
            question = f"is {token.text} a function here, or a number?"
            hint = f"give one of the two another name than {token.text}"
            raise AmbiguousError(question, token.position, hint)
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

    def end_argument(self, token: Token, *, is_beside: bool) -> None:
        """End the argument of a function without brackets, if it ends here."""
        frame = self.open_argument()
        if frame is None:
            return
        is_call = frame.binds == APPLIED and self.operands[-1].kind == "call"
        is_end = is_beside and is_call and self.tokens[self.at - 2].text in CLOSED  # log det(S) x
        is_sum = frame.form == "sum" and self.has_index(self.at - is_beside, frame.letters)
        if not is_end and not is_sum and self.known.choices is not None:
            is_end = (self.ends_at_factor if is_beside else self.ends_at_sign)(frame, token)
        if is_end:
            self.reduce(frame.binds)

    def ends_at_factor(self, frame: Frame, token: Token) -> bool:
        """Does the argument end before this factor? It does in det A det B; log x y is a guess."""
        argument, is_tight = self.operands[-1], frame.binds == APPLIED
        is_sum, is_reduction = frame.form == "sum", frame.name in OVER_INDEX
        is_number, is_long = argument.kind == "number", argument.kind in ("number", "infix")
        is_function = token.kind is Kind.NAME and self.known.is_call(token.text)
        begins_sum = token.kind is Kind.SIGN and token.text in SUMS
        end = max(token.end, self.end_of_product(self.at - 1))
        if is_sum:
            is_end = is_function or (begins_sum and frame.name != "sum")
        else:
            is_end = is_function and not is_reduction and not (is_number and is_tight)
        if is_end or frame.name in TRACES:
            return frame.name not in TRACES
        is_bracket = token.text == "(" and argument.kind == "name" and is_tight
        if is_sum or is_bracket or (begins_sum and not is_long):
            return self.ends(EXTENT, self.begin_of(frame), frame.begin, end)
        is_sure = is_number or argument.text in GREEK_LETTERS or is_reduction or self.latex
        if is_sure or not is_tight or token.start == argument.end:
            return False
        return self.ends(EXTENT, frame.token.start, frame.begin, end, cost=1)

    def ends_at_sign(self, frame: Frame, token: Token) -> bool:
        """Does the argument end before this sign? It does in sin a/2, and in sin a/b it may."""
        argument, following, sign = self.operands[-1], self.next, token.text
        is_sum, is_reduction = frame.form == "sum", frame.name in OVER_INDEX
        is_minus = frame.binds == SUM + 1 and not is_sum  # exp -x²/2
        if is_minus or (frame.name in TRACES and sign == "/"):
            return False
        is_size = following.kind is Kind.NUMBER or following.text in COUNTS or self.is_next("(")
        is_factor = argument.kind == "number" or is_sum
        is_factor = is_factor or (
            following.kind is Kind.NAME and self.known.is_call(following.text)
        )
        is_det = frame.name in ("det", "logdet") and not self.latex
        if (sign == DOT and is_factor) or (sign == "/" and is_size and not is_det):
            return True
        if sign in ("*", ".*"):
            is_open = is_reduction and frame.binds == APPLIED  # sum a * b
        elif sign in ("+", "-"):
            is_open = argument.text == "1" and not is_reduction  # log 1 + x
        else:
            is_open = is_sum or not (argument.kind == "call" and is_reduction)  # sum log(p)/q
        end = max(following.end, self.end_of_product(self.at))
        is_end = is_open and self.ends(EXTENT, self.begin_of(frame), frame.begin, end)
        if is_open and not is_end:
            frame.binds = min(frame.binds, INFIX[sign].binds - 1)
        return is_end

    def begin_of(self, frame: Frame) -> int:
        """Where the functions begin that wait for one argument, as log det."""
        at = next(at for at, each in enumerate(self.waiting) if each is frame)
        while at and self.waiting[at - 1].form == "apply":
            at -= 1
        return self.waiting[at].token.start

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
        frame.until = self.last_term(token, names)
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

    def last_term(self, token: Token, indices: Sequence[str]) -> int:
        """Where the last term begins in which these indices stand: the sum reaches so far."""
        terms = [(0, False)]  # where each begins, and whether it has an index
        before, rebound = token, -1  # how deep a sum stands that binds the index anew
        for at, each, sign, depth in self.ahead(self.at):
            if sign in (",", "=") and not depth:
                break
            is_operand = before.kind is not Kind.SIGN or before.text in {*SHUTS, "'"}
            if sign in ("+", "-") and not depth and is_operand:
                terms.append((each.start, False))
                rebound = -1
            rebound = -1 if depth < rebound else rebound
            if rebound < 0 and self.binds(at, indices):
                rebound = depth
            if rebound < 0 and self.holds(at, indices):
                terms[-1] = (terms[-1][0], True)
            before = each
        last = max((number for number, (_, held) in enumerate(terms) if held), default=0)
        is_inside = self.top is not None and self.top.form == "apply"
        if last and (is_inside or not all(held for _, held in terms[: last + 1])):
            end = terms[last + 1][0] if last + 1 < len(terms) else before.end
            body = self.next.start, end
            ways = [Way(f"({self.quoted(body).strip()})")]
            raise AmbiguousError("which terms belong to this sum?", body, ways=ways)
        return terms[last][0]

    def binds(self, at: int, indices: Sequence[str]) -> bool:
        """Does another sum over one of these indices begin here?"""
        token = self.tokens[at]
        name, _, index = token.text.partition("_")
        if token.text not in SUMS and (token.kind is not Kind.NAME or name not in OVER_INDEX):
            return False
        after = self.end_of(at + 2) if self.tokens[at + 1].text == "^" else at + 1
        below = [each.text for each in self.tokens[after : after + 4]]
        is_below = below[:1] == ["_"] or below[0] in indices
        return bool({*index} & {*indices}) or (is_below and any({*t} & {*indices} for t in below))

    # ------------------------------------------------------------ behind an operand

    def infix(self, token: Token) -> None:
        """A sign between two pieces."""
        sign, level = token.text, INFIX[token.text]
        if sign == "^" and not self.is_strict and self.is_mark(token):
            return
        if self.latex and self.known.choices and sign in ("×", "*", ".*"):
            self.check_product(token)
        if sign == "/" and self.is_root(token):
            level = Level(POWER + 1)
        elif sign == ":":
            bracket = self.bracket()
            is_unit = bracket is not None and bracket.name == "e" and bracket.form == "call"
            is_index = bracket is not None and bracket.form == "index"
            level = RANGE if is_unit or is_index else level  # e(1:n-1,n) has indices
        elif sign in ("+", "-"):
            self.extend_sums(token)
        if sign in BEHIND:
            self.end_argument(token, is_beside=False)
        self.wait(token, level)

    def check_product(self, token: Token) -> None:
        """Ask about a × b and a ∗ b of names, and refuse f ∘ g, in LaTeX."""
        left, right = self.operands[-1], self.next
        place, names = (left.start, right.end), {left.text, right.text}
        if token.text == ".*" and names <= {*self.known.functions}:
            raise UnsupportedError("a composition of functions is not read", place, "f(g(x))")
        is_long = token.end - token.start > 1 and token.text != ".*"
        if "number" not in (left.kind, right.kind.value) and is_long:
            what = "a cross product" if token.text == "×" else "a convolution"
            hint = r"A B, or A \odot B"
            raise AmbiguousError(f"is this {what}, or a product?", place, hint)

    def is_root(self, token: Token) -> bool:
        """Is x^1/2 a root? Nobody writes a power 1."""
        power = self.operands[-1]
        is_one = power.kind == "number" and power.text == "1" and not power.grouped
        if (
            self.is_strict
            or not is_one
            or not self.is_below("^")
            or self.next.kind is not Kind.NUMBER
        ):
            return False
        place = self.operands[-2].start, power.start, self.next.end
        return not self.ends("is this a root, or a fraction?", *place)

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
        if token.kind is Kind.NUMBER and self.is_entry(token, token, token.end):
            return self.operands.append(self.indexed(self.operands.pop(), [token], token))
        if self.is_block(token):
            self.at -= 1
            return self.end_piece(token._replace(kind=Kind.SIGN))
        self.reduce(level.binds)
        self.check_exponent(token)
        self.end_argument(token, is_beside=True)
        if self.is_below("/") and self.is_factor(token):
            level = INFIX["/"]  # 1/2 x'x
        self.wait(Token(Kind.SIGN, TIGHT, token.start, token.start), level)
        self.at -= 1  # the token is read again, as an operand
        return None

    def is_number(self, left: Node, token: Token) -> bool:
        r"""Does another number follow, or a fraction of two as behind the 2 of 2\frac12?"""
        inside = [token, *self.tokens[self.at : self.at + 6]]
        kinds = [each.text if each.kind is Kind.SIGN else each.kind.value for each in inside]
        is_fraction = kinds == "{ { number } / { number".split()
        return kinds[0] == "number" or (is_fraction and not left.grouped and not self.is_below("^"))

    def is_entry(self, token: Token, index: Token, end: int) -> bool:
        """Is x(2), ||x||2 and in LaTeX x[2] and x2 an index, or a factor?"""
        base = self.operands[-1]
        is_name = base.kind == "name" and not base.grouped
        if not (is_name or _is_norm(base)) or token.start != base.end or not index.value:
            return False
        text, is_latex = self.quoted(base.position), self.latex or not is_name
        entry = f"{text}_{{{index.text}}}" if self.latex else f"{text}_{index.text}"
        product = f"{index.text} {text}" if self.latex else f"{index.text}*{text}"
        place, question = (base.start, end), "is this an index, or a factor?"
        if is_name and base.text[0].isupper() and self.known.choices:
            raise AmbiguousError(question, place, ways=[Way(product)])
        ways = entry if is_latex else f"{text}[{index.text}]", product
        return not self.either(question, place, *ways, cost=1)

    def is_block(self, token: Token) -> bool:
        """Are there two blocks in [A b], as MATLAB has them, or a product, as in tr[A B]?"""
        left, bracket = self.operands[-1], self.bracket()
        is_grid = bracket is not None and bracket.form == "grid" and not self.latex
        is_grid = is_grid and all(each.form != "apply" for each in self.waiting)
        if not is_grid or token.start == left.end or self.tokens[self.at - 2].text in INFIX:
            return False
        place = left.end, token.start
        return self.either("are these two blocks, or a product?", place, "*", ", ")

    def check_exponent(self, token: Token) -> None:
        """Ask about e^2x, and about e^-x^T x and √xᵀx: nobody takes these of a row."""
        left, before = self.operands[-1], self.tokens[self.at - 2]
        is_power = left.text == EXPONENTIAL
        if not is_power and self.quoted((left.start, left.start + 1)) != "√":
            return
        inside = left.args[0]
        inner = inside.args[0] if inside.kind == "prefix" else inside
        is_row = inner.kind == "postfix" and not (inside.grouped or inner.grouped)
        is_tight = token.start == left.end and before.text not in SHUTS and not self.latex
        if not is_row and not (is_power and is_tight):
            return
        question = f"how far does the {'exponent' if is_power else 'root'} reach?"
        end = self.end_of_product(self.at - 1, is_tight=is_tight)
        if not self.ends(question, left.start, inside.start, end):
            self.operands[-1] = inside
            head = Frame("apply", token, APPLIED, head=replace(left, args=()))
            self.waiting.append(head)

    def is_factor(self, token: Token) -> bool:
        """Is a/b before this token a factor: 1/2 x'x, n/2 log det S, 1/n sum_i x_i?

        In 1/2n x and 1/||x|| x that is open, and in 1/2s^2 ||x||^2 and ||x||^2 / 2 s^2.
        """
        above, below = self.operands[-2:]
        above = above.args[0] if above.kind == "prefix" else above
        is_number, is_tight = above.kind == "number", token.start == below.end
        is_apart = not is_tight or token.kind is not Kind.NAME
        is_spaced = not is_tight and above.end + 1 == below.start and not self.latex
        is_literal = below.kind == "number" and not below.grouped
        is_whole = below.grouped or (below.kind == "name" and below.text in COUNTS)
        letter = below.args[0] if below.is_infix("^") else below
        is_sure = letter.text in GREEK_LETTERS or below.is_infix("*")  # 1/2n x, n stands below
        end = 0
        if is_literal and is_number is is_tight and token.kind is Kind.NAME:
            end = self.end_of_letter(token, is_loose=not is_tight)
        elif is_spaced and not (is_literal or is_whole or (is_sure and is_number)):
            end = self.end_of_product(self.at - 1)
        if end:
            question = "what stands below the line of the fraction?"
            return self.ends(question, above.start, below.start, end)
        if is_literal or not is_whole:
            return is_apart or is_number if is_literal else is_number and is_spaced
        is_counted = above.kind == "name" and (above.text in COUNTS or len(above.text) > 1)
        return is_apart and (is_number or is_counted)

    def end_of_letter(self, token: Token, *, is_loose: bool) -> int:
        """Where n and s^2 end, which may be below the line in 1/2n, 1/2s^2 x and x'x / 2 s^2."""
        is_usual = token.text in COUNTS | GREEK_LETTERS
        is_raised = self.next.kind is Kind.RAISED or self.is_next("^")
        last = self.tokens[self.at + self.is_next("^")] if is_raised else token
        following = self.tokens[self.at + is_raised + self.is_next("^")]
        is_begun = following.kind in (Kind.NAME, Kind.NUMBER) or following.text in BEGINS
        is_power = is_raised and last.kind in (Kind.RAISED, Kind.NUMBER)
        is_power = is_power and (is_loose or (is_begun and following.start > last.end))
        return last.end if is_usual or is_power else 0

    def call(self, token: Token) -> None:
        """A bracket with the arguments of a function, or with a factor."""
        head, primes = self.operands[-1], 0
        while head.kind == "postfix" and not head.grouped and self.quoted(head.at) in "'′":
            head, primes = head.args[0], primes + 1  # but g^T (x - y) is a product
        if head.kind != "name" or head.grouped or not self.is_called(head, token, primes):
            given, closing = (*self.tokens[self.at : self.at + 2], token)[:2]
            is_range = given.kind is Kind.NUMBER and closing.text == ":" and head.kind == "name"
            is_one = given.kind is Kind.NUMBER and closing.text == ")"
            is_letter = given.text in ("i", "j") and closing.text == ")"
            if is_letter and head.kind == "name" and head.end == token.start:
                self.check_index(head, given, closing)
            if is_range or (is_one and self.is_entry(token, given, closing.end)):
                return self.open("index", token, self.operands.pop())
            return self.beside(token)
        self.operands.pop()
        name = self.known.renamed.get(head.text, head.text)
        if primes or name != head.text:
            head = replace(head, text=name, primes=primes)
        return self.open("call", token, head)

    def check_index(self, head: Node, index: Token, closing: Token) -> None:
        """Ask whether x(i) is an entry, as MATLAB has it, or a product."""
        if self.known.choices is not None and index.text not in self.known.variables:
            ways = [Way(f"{head.text}_{index.text}"), Way(f"{head.text}*{index.text}")]
            place = head.start, closing.end
            raise AmbiguousError("is this an index, or a factor?", place, ways=ways)

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
            self.check_head(head, token)
        stem = name.rstrip("0123456789").partition("_")[0]
        is_letter = len(stem) == 1 or not is_new or stem.lower() in GREEK_LETTERS
        return not is_letter or (name in ("f", "g", "h") and is_new)

    def check_head(self, head: Node, token: Token) -> None:
        """Ask about P(x), J(θ) and φ(Wx), and f(x) of a value f; p(x | μ) has arguments."""
        name, given, known = head.text, self.next, self.known
        question, is_variable = f"is {name} a function here, or a factor?", name in known.variables
        if known.choices is None or (is_variable and name not in known.values):
            return
        signs = [sign for _, _, sign, depth in self.ahead(self.at) if not depth]
        is_several = "," in signs or signs.count("|") % 2
        if is_several and (len(name) == 1 or name in GREEK_LETTERS):
            what = f"{name}(…) with several arguments is not known"
            raise ParseError(what, head.position, "write the formula of this function")
        if name in FUNCTIONS_TOO and head.end - head.start == len(name):
            hint = f"{name}*(…) is the product; the function {name} is not read"
            raise ParseError(question, head.position, hint)
        if name in MAPS:
            raise AmbiguousError(question, head.position, ways=[Way(f"function {name}")])
        is_name = given.kind is Kind.NAME
        is_name = is_name or (self.latex and (given.text == "(" or given.kind is Kind.NUMBER))
        end = self.end_of(self.at) if is_name else self.at
        if self.latex and given.text == "(" and self.tokens[end].text == "_":
            end = self.end_of(end + 1)
        is_tight, closing = head.end == token.start, self.tokens[end]
        is_one = (
            is_name and closing.text == ")" and (self.latex or (is_tight and end == self.at + 1))
        )
        place, product = (head.start, closing.end), f"{name}*{given.text}"
        if not is_one:
            return
        if name in known.values:
            ways = [Way(name), Way(product)]
            raise AmbiguousError(f"is this the value {name}, or a product?", place, ways=ways)
        is_greek = name in GREEK_LETTERS and head.end - head.start == len(name)
        if self.latex:
            raise AmbiguousError(question, place, f"{name} {given.text} is a product")
        is_capital = len(name) == 1 and name.isupper()
        if is_greek or is_capital or self.open_argument() is not None:  # log p(x)
            ways = [Way(product), Way(f"function {name}({given.text})")]
            raise AmbiguousError(question, place, ways=ways)

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
        given, closing = (*self.tokens[self.at : self.at + 2], token)[:2]
        is_one = given.kind is Kind.NUMBER and closing.text == "]"
        if self.latex and not (is_one and self.is_entry(token, given, closing.end)):
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
        top = self.operands[-1]
        if top.kind == "postfix" and self.latex and not top.grouped and self.known.choices:
            question, hint = "is the first prime a part of the name?", "a name without primes"
            raise AmbiguousError(question, (top.start, token.end), hint)
        if top.kind == "number" and top.text in ("1", "11") and not (top.grouped or self.is_strict):
            one = replace(top, text="1", value=ONE)
            self.operands[-1] = _called("vector", one)  # 1ᵀx adds entries
            if top.text == "11":
                self.replace_top("postfix", "'", token, token.end)
                self.operands[-1] = infix("*", _called("vector", one), self.operands[-1])
                return
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
        base, is_name = self.operands[-1], self.operands[-1].kind == "name"
        if self.is_turned(base, text, end):
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

    def is_turned(self, base: Node, mark: str, end: int) -> bool:
        """Is what stands above the mark of a transpose? T, t and * may be something else."""
        stem, _, index = base.text.partition("_")
        is_capital, place = base.kind == "name" and base.text[0].isupper(), (base.start, end)
        is_entry = mark == "-1" and is_capital and len(index) == 2 and {*index} <= {*INDICES}
        if is_entry and self.latex and self.known.choices:
            hint = rf"{stem}^{{-1}}_{{{index}}}, or 1/{stem}_{{{index}}}"
            raise AmbiguousError("is this an entry of the inverse?", place, hint)
        question, turned = "is this the transpose, or a power?", f"{self.quoted(base.position)}'"
        if mark == "T" and mark in self.known.variables:
            return not self.either(question, place, turned, "")
        if mark in STARS and is_capital:
            question = f"is this the transpose of {base.text}, or another name?"
            return not self.either(question, place, turned, f"{base.text}_star")
        others = zip(self.tokens, [self.tokens[-1], *self.tokens], strict=False)
        is_number = any(one.text == "t" and before.text != "^" for one, before in others)
        is_letter = base.kind == "name" and base.text not in {EULER, *GREEK_LETTERS}
        if (
            mark == "t"
            and is_letter
            and not (is_number or self.latex or "t" in self.known.variables)
        ):
            return not self.either(question, place, turned, "t: scalar", cost=1)
        return mark in TRANSPOSES

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
        base, marks = self.operands[-1], list[Node]()
        if self.latex and len(text) == 2 and self.is_whole(base, text, below[-1].end):
            base = replace(base, grouped=True)  # an entry of the inverse: A^{-1}_{ij}
            below = [digit for each in below for digit in single(each)]
        self.operands.pop()
        while not base.grouped and (base.kind == "postfix" or base.is_infix("^")):
            marks.append(base)
            base = base.args[0]
        node = self.indexed(base, below, token)
        for mark in reversed(marks):
            end = max(node.end, mark.end)
            node = replace(mark, args=(node, *mark.args[1:]), end=end)
        self.operands.append(node)

    def is_whole(self, node: Node, index: str, end: int) -> bool:
        """Has an inverse or a transpose entries of its own, or a power, rather than its base?"""
        is_inverse = node.is_infix("^") and node.args[1].kind == "prefix"
        is_twice = index.isdigit() or (index[0] == index[1] and not is_inverse)
        if node.grouped or not {*index} <= {*INDICES, *"0123456789"}:
            return False
        if node.is_infix("^") and node.args[0].text[:1].isupper() and is_twice:
            base, text = (self.quoted(each.position) for each in (node.args[0], node))
            ways = f"({base}_{{{index}}}){text[len(base) :]}", f"({text})_{{{index}}}"
            question = "is this an entry of the power, or a power of the entry?"
            return self.either(question, (node.start, end), *ways)
        is_marked = node.kind == "postfix" or node.text in ("inv", "pinv")
        return (is_marked or is_inverse) and not index.isdigit()

    def indexed(self, base: Node, below: Sequence[Token], token: Token) -> Node:
        """A piece with its index: a norm, a name, or an entry."""
        text, end = "".join(each.text for each in below), below[-1].end
        is_fence = base.kind == "call" and (base.grouped or base.at[0] == base.start)
        if is_fence and base.text in ("norm2", BARS):
            return self.norm(base, below, text)
        if text == "+":
            return Node("call", POSITIVE_PART, (base,), base.start, end, token.position)
        if base.kind == "call" and base.text == "dot":  # ⟨A, B⟩_F
            if text != "F":
                place = (below[0].start, end)
                raise UnsupportedError(
                    "an inner product with this index is not read", place, "x'*W*y"
                )
            return replace(base, end=end)
        is_plain = all(each.kind in (Kind.NAME, Kind.NUMBER) for each in below)
        if base.kind == "name" and is_plain and not base.grouped:
            return replace(base, text=base.text + ("_" * (not text.isdigit())) + text, end=end)
        parts: list[list[Token]] = [[]]
        for each in below:
            if each.text == "," and each.kind is Kind.SIGN:
                parts.append([])
            elif is_plain:
                parts += [[one] for one in (single(each) if each.kind is Kind.NAME else [each])]
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
        if len(below) == 1 and (is_number or text == "p"):
            exponent = formula(below, self.known)
            powers = replace(base, text=SUM_OF_POWERS, args=(*base.args, exponent), end=end)
            return self.root(base, powers, exponent)
        if not self.known.is_function(f"‖·‖{text}"):
            place = (below[0].start, end)
            raise UnsupportedError("the norm with this index is not read", place, NORMS)
        return replace(base, text=f"‖·‖{text}", end=end)

    def root(self, base: Node, powers: Node, exponent: Node) -> Node:
        """A norm that is a root; to the power of its exponent it is what stands below the root."""
        start = self.at
        if self.is_next("^") and [t.text for t in self.script()] == [exponent.text]:
            return replace(powers, end=self.tokens[self.at - 1].end)
        self.at = start
        one = leaf("number", Token(Kind.NUMBER, "1", base.end, base.end, ONE))
        args = powers, infix("/", one, exponent)
        return Node("infix", "^", args, base.start, powers.end, base.at)

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
        power, inverse = frame.power, INVERSES.get(frame.name, f"a{frame.name}")
        minus = power.args[0] if power.kind == "prefix" else power
        if (minus.text, minus is power) in (("1", False), ("-1", True)):
            given = self.quoted(right.position)
            given = given if right.grouped else f"({given})"
            sign = "\\" if self.latex else ""
            shown = inverse.replace("a", "arc", 1) if self.latex and inverse[0] == "a" else inverse
            question = f"is this one over {frame.name}, or its inverse function?"
            ways = f"1/{sign}{frame.name}{given}", f"{sign}{shown}{given}"
            if self.either(question, (start, right.end), *ways):
                return replace(node, text=inverse)
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
    """The indices i and j of ij, and 1 and 2 of 12."""
    if not token.text.isalnum():
        return [token]
    places = [(letter, token.start + k) for k, letter in enumerate(token.text)]
    value = Fraction(0)
    return [
        token._replace(
            text=letter, start=at, end=at + 1, value=Fraction(letter) if letter.isdigit() else value
        )
        for letter, at in places
    ]


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
