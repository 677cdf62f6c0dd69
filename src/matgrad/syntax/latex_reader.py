r"""The loop that turns glyphs into the tokens of the grammar.

Every bracket that LaTeX leaves invisible is written down: `\frac{a}{b}` becomes ((a)/(b)), a
product without a sign gets one, and `\log x` becomes log(x). The grammar and all that follows is
then the same as for text. Groups are jobs on a stack, so no nesting is too deep.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from matgrad.errors import AmbiguousError, LimitError, ParseError
from matgrad.syntax.latex_choices import Choices
from matgrad.syntax.latex_glyphs import Glyph, refused
from matgrad.syntax.latex_meaning import Names
from matgrad.syntax.latex_names import Written
from matgrad.syntax.latex_source import Range, Source
from matgrad.syntax.latex_tables import BESIDE, FONTS, LETTERS, SIGNS
from matgrad.syntax.latex_tokens import Position
from matgrad.syntax.latex_waiting import ENDS_SUM, Waiting
from matgrad.syntax.limits import GENEROUS, Limits
from matgrad.syntax.parse import LEADING, TIGHT
from matgrad.syntax.scope import Declaration
from matgrad.syntax.tokens import Kind, Token

MOST_TOKENS = 64  # for each glyph; cases write their conditions twice


@dataclass(frozen=True)
class Setting:
    """What is known of names before a text is read."""

    functions: Mapping[str, Declaration] = field(default_factory=dict[str, Declaration])
    scalars: Collection[str] = ()
    matrices: Collection[str] = ()
    counted: Mapping[str, Sequence[int]] = field(default_factory=dict[str, Sequence[int]])
    lengths: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    vectors: Collection[str] = ()  # by the indices that sums give them
    differentials: Mapping[str, str] = field(default_factory=dict[str, str])
    strict: bool = False  # every name is known
    alone: bool = False  # no words around a formula tell what is a function
    aliases: Mapping[Written, str] = field(default_factory=dict[Written, str])


@dataclass
class Span:
    """Glyphs that are being read, and what waits for the end of its argument among them."""

    at: int
    end: int
    commas: bool = False
    waiting: list[Waiting] = field(default_factory=list[Waiting])
    products: bool = False  # a product without a sign stands in this term
    beside: bool = False  # and so does a sign that might bind more or less tightly


class Scripts(NamedTuple):
    """What stands above and below, and where reading goes on."""

    below: Range | None
    above: Range | None
    primes: int
    after: int


Job = Span | Token | Callable[[], None]
Handler = Callable[["Reader", Span, Glyph], None]


class Reader:
    """The state of the loop: tokens so far, and the jobs that are left."""

    def __init__(
        self,
        source: Source,
        names: Names,
        setting: Setting,
        handlers: Mapping[str, Handler],
        limits: Limits = GENEROUS,
    ) -> None:
        self.source, self.glyphs = source, source.glyphs
        self.names, self.setting, self.handlers, self.limits = names, setting, handlers, limits
        self.out: list[Token] = []
        self.most = MOST_TOKENS * (len(self.glyphs) + 16)
        self.jobs: list[Job] = []
        self.bound: list[str] = []  # the indices of the sums around
        self.sums = 0
        self.unclear: list[Position] = []  # products that may bind tightly or loosely
        self.indexed: set[str] = set()  # what has an index of a sum
        self.free: dict[str, Position] = {}  # what has an index that no sum binds
        self.places: dict[str, Position] = {}  # the same, where the index may be a place
        self.choices: Choices | None = None  # where another way of reading may be asked for
        self.primed: list[tuple[str, Position]] = []  # names, or "" for brackets, with a prime
        self.notes: list[str] = []  # what else should be known of this reading

    def read(self, lo: int, hi: int) -> list[Token]:
        """The tokens of a formula."""
        self.jobs.append(Span(lo, hi))
        while self.jobs:
            job = self.jobs.pop()
            if isinstance(job, Token):
                self.write(job)
                if len(self.out) > self.most:
                    raise LimitError("this formula becomes too long when it is written out")
            elif isinstance(job, Span):
                self.step(job)
            else:
                job()
        return self.out

    def write(self, token: Token) -> None:
        """Write a token down; what closes stands behind what it closes."""
        last = self.out[-1].end if self.out else 0
        if token.text in (")", "]") and token.kind is Kind.SIGN and token.start < last:
            token = token._replace(start=last, end=last)
        self.out.append(token)

    def schedule(self, *jobs: Job) -> None:
        """Do these next, in this order."""
        self.jobs.extend(reversed(jobs))

    # ------------------------------------------------------------ one glyph

    def step(self, span: Span) -> None:
        """Read the next thing of a span."""
        if span.at >= span.end:
            self.close(span, 0)
            return
        self.jobs.append(span)
        glyph = self.glyphs[span.at]
        if glyph.kind in ("space", "align", "newline"):
            span.at += 1
            for waiting in span.waiting:
                waiting.spaced = waiting.spaced or waiting.factors > 0
        elif glyph.text == "," and glyph.kind == "sign":
            self.comma(span, glyph)
        elif glyph.kind in ("sign", "command") and glyph.text in SIGNS:
            self.sign(span, glyph)
        else:
            handler = self.handlers.get(glyph.kind)
            if handler is None:
                raise ParseError(f"{glyph.text} cannot stand here", glyph.position)
            handler(self, span, glyph)

    def comma(self, span: Span, glyph: Glyph) -> None:
        """A comma ends an argument."""
        self.close(span, 0)
        if not span.commas:
            raise ParseError("a comma separates arguments; here is one formula", glyph.position)
        self.sign_token(span, ",", glyph)

    def sign(self, span: Span, glyph: Glyph) -> None:
        """A sign between operands, or before one."""
        sign = SIGNS[glyph.text]
        if not self.has_operand():
            if sign not in ("+", "-"):
                raise ParseError(f"something is missing before {glyph.text}", glyph.position)
            if span.waiting and sign == "-":
                span.waiting[-1].begin_with_minus()
            self.out.append(Token(Kind.SIGN, LEADING if sign == "-" else sign, *glyph.position))
            span.at += 1
            return
        self.check_quotient(span, sign, glyph)
        self.check_end(span, sign, glyph)
        while span.waiting and span.waiting[-1].ends_at(sign, span.at):
            self.close(span, len(span.waiting) - 1)
        if sign in ENDS_SUM:
            span.products = span.beside = False
        elif sign in BESIDE:
            span.beside = True
            self.note_unclear(span, glyph.position)
        self.sign_token(span, sign, glyph)

    def check_end(self, span: Span, sign: str, glyph: Glyph) -> None:
        r"""Refuse \operatorname{tr} A\odot B, \cos k\cdot x and \log 1+e^x."""
        if not span.waiting:
            return
        span.waiting[-1].check_entrywise(sign, glyph)
        if not self.setting.strict:
            span.waiting[-1].check_one(sign, self.out[-1].text, glyph)
            after = self.source.skip_spaces(span.at + 1, span.end)
            following = self.glyphs[after] if after < span.end else glyph
            is_name = following.kind == "letter" or following.text in {*LETTERS, *FONTS}
            if is_name or following.kind in ("fence", "left", "group"):
                span.waiting[-1].check_dot(sign, glyph)

    def check_quotient(self, span: Span, sign: str, glyph: Glyph) -> None:
        r"""Refuse \sin x/2 and \log p/q, where the quotient may be the argument."""
        after = self.source.skip_spaces(span.at + 1, span.end)
        is_number = after < span.end and self.glyphs[after].kind == "digit"
        if sign == "/" and not self.setting.strict:
            self.check_derivative(after, span.end, glyph)
        if sign == "/" and span.waiting and not self.setting.strict:
            span.waiting[-1].check_quotient(span.at, glyph, is_number, self.notes)

    def check_derivative(self, at: int, end: int, glyph: Glyph) -> None:
        """Refuse d(x^TAx)/dx, which is no quotient."""
        first, second = (*self.glyphs[at : min(at + 2, end)], glyph, glyph)[:2]
        is_d = first.text == "d" and second.kind == "letter" and second.start == first.end
        before = any(g.text == "d" and g.kind == "letter" for g in self.glyphs[:at])
        if is_d and before and not self.names.is_name("d"):
            raise AmbiguousError(
                "a derivative, or a quotient with the variable d?", (glyph.start, second.end),
                r"\frac{d}{dx}(…) is a derivative; or declare d",
            )  # fmt: skip

    def sign_token(self, span: Span, sign: str, glyph: Glyph) -> None:
        """Write a sign down and go on."""
        self.out.append(Token(Kind.SIGN, sign, *glyph.position))
        span.at += 1

    def note_unclear(self, span: Span, position: Position) -> None:
        """Remember where it is unclear what belongs together."""
        if span.products and span.beside:
            self.unclear.append(position)

    # ------------------------------------------------------------ operands

    def has_operand(self) -> bool:
        """Does an operand end with the last token?"""
        if not self.out:
            return False
        last = self.out[-1]
        return last.kind in (Kind.NAME, Kind.NUMBER, Kind.RAISED) or last.text in (")", "]", "'")

    def operand(self, span: Span, glyph: Glyph, what: str, called: str = "") -> int:
        """Make room for an operand: end what does not go on, and write the sign of a product.

        `what` is name, number, constant, function, share (a fraction such as 1/n) or other,
        `called` the name of a function. The result is where its tokens begin.
        """
        while span.waiting and not span.waiting[-1].goes_on(
            span.at, glyph, what, called, self.notes
        ):
            self.close(span, len(span.waiting) - 1)
        if self.has_operand():
            if what == "number" and self.out[-1].kind is Kind.NUMBER:
                raise ParseError("two numbers stand side by side", glyph.position)
            self.out.append(Token(Kind.SIGN, TIGHT, glyph.start, glyph.start))
            span.products = True
            self.note_unclear(span, glyph.position)
        if span.waiting:
            span.waiting[-1].take(what, glyph)
        return len(self.out)

    def close(self, span: Span, level: int) -> None:
        """End the arguments without brackets, down to a level."""
        while len(span.waiting) > level:
            waiting = span.waiting.pop()
            if not self.has_operand():
                raise ParseError(f"{waiting.name} needs an argument", waiting.position)
            for token in waiting.closing:
                self.write(token)
            if waiting.leave is not None:
                waiting.leave()

    # ------------------------------------------------------------ scripts

    def scripts(self, at: int, end: int) -> Scripts:
        """The marks above and below that stand here, each at most once."""
        below: Range | None = None
        above: Range | None = None
        primes = 0
        while at < end and self.glyphs[at].kind in ("sub", "sup", "prime", "raised"):
            glyph = self.glyphs[at]
            if glyph.kind == "prime":
                primes, at = primes + 1, at + 1
                continue
            if (below if glyph.kind == "sub" else above) is not None:
                raise ParseError("two scripts stand in the same place", glyph.position)
            if glyph.kind == "raised":
                above, at = self.raised(at, end), self.raised(at, end).after
                continue
            found = self.source.argument(at + 1, end)
            if found.lo == found.hi:
                raise ParseError("nothing stands in this script", glyph.position)
            self.source.check_script(found, end)
            below, above = (found, above) if glyph.kind == "sub" else (below, found)
            at = found.after
        return Scripts(below, above, primes, at)

    def raised(self, at: int, end: int) -> Range:
        """A number in superscript characters."""
        after = at
        while after < end and self.glyphs[after].kind == "raised":
            after += 1
        return Range(at, after, after)

    def wrap(self, start: int, name: str, position: Position) -> None:
        """Make what was written since `start` the argument of a function."""
        here = position[0], position[0]
        self.out[start:start] = [Token(Kind.NAME, name, *position), Token(Kind.SIGN, "(", *here)]
        self.out.append(Token(Kind.SIGN, ")", *position))


def unknown(reader: Reader, span: Span, glyph: Glyph) -> None:
    """A command without a handler."""
    raise refused(glyph)
