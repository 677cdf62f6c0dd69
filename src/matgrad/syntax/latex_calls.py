r"""Functions that are only named and their derivatives: f(X), A'(t), \nabla f(X), F'(X)[E]."""

from __future__ import annotations

from dataclasses import dataclass, replace

from matgrad.errors import ParseError
from matgrad.syntax.calls import TIME
from matgrad.syntax.inference import is_number
from matgrad.syntax.latex_glyphs import Glyph, refused
from matgrad.syntax.latex_names import Written, read_name
from matgrad.syntax.latex_reader import Job, Reader, Scripts, Span
from matgrad.syntax.latex_scripts import above, marked
from matgrad.syntax.latex_source import Range
from matgrad.syntax.latex_tokens import Position, name_token, token
from matgrad.syntax.tokens import Kind, Token

WORDS = {0: "", 1: "grad_", 2: "hess_"}
STARS = (["*"], ["ast"])


@dataclass(frozen=True)
class Head:
    """What stands before the arguments: the function, and how it is differentiated."""

    name: str
    params: tuple[str, ...]
    order: int = 0  # of \nabla^k
    by: tuple[str, ...] = ()  # of \nabla_x and \partial_t
    jacobian: bool = False

    def is_map(self, primes: int) -> bool:
        """Can directions in brackets follow?"""
        numbers = all(map(is_number, self.params))
        return not numbers and bool(primes or self.order or self.by)

    def label(self, directions: int, star: bool) -> str:
        """The name in text, with so many directions."""
        prefix = ("adjoint" if star else "D") if directions else ""
        if len(self.params) > 1:
            prefix += "_" if directions else ""
            split = len(self.by) - directions
            moved = "".join(f"{param}_" for param in self.by[split:])
            base = "".join(f"{param}_" for param in self.by[:split])
            return prefix + moved + ("d_" if base else "") + base + self.name
        word = "jac_" if self.jacobian else WORDS.get(self.order - directions, "")
        prefix += (str(directions) if directions > 1 else "") + "_" if directions else ""
        return prefix + word + self.name


def head_of(reader: Reader, text: str) -> Head | None:
    """The function that a name is, if it is one."""
    declared = reader.setting.functions.get(text)
    return None if declared is None else Head(text, declared.params)


def is_of_time(reader: Reader, at: int, end: int) -> bool:
    """Does (t) stand here, where t is no vector or matrix of the problem?"""
    while at < end and reader.glyphs[at].kind == "prime":
        at += 1
    if reader.setting.strict or not reader.source.is_call(at, end):
        return False
    lo, hi, _ = reader.source.inside(at)
    inside = [glyph for glyph in reader.glyphs[lo:hi] if glyph.kind != "space"]
    letters = [glyph.kind == "letter" and glyph.text == TIME for glyph in inside] == [True]
    known = reader.names.is_known(Written(TIME)) and TIME not in reader.setting.scalars
    return letters and not known


def jacobian_of(reader: Reader, written: Written, position: Position) -> Head | None:
    """The Jacobian J_g of a function g."""
    if written.stem != "J" or not written.below or not reader.setting.functions:
        return None
    head = head_of(reader, reader.names.text(Written(written.below), position))
    return Head(head.name, head.params, jacobian=True) if head and head.params else None


def call(reader: Reader, span: Span, glyph: Glyph, head: Head, position: Position) -> None:
    """A function before its arguments, with its primes, and with directions after them."""
    at, primes = span.at, 0
    while at < span.end and reader.glyphs[at].kind == "prime":
        at, primes = at + 1, primes + 1
    at = reader.source.skip_spaces(at, span.end)
    if not reader.source.is_call(at, span.end):
        if head == Head(head.name, head.params) and head.params and not primes:
            _alone(reader, span, glyph, head)
            return
        raise ParseError(
            f"{head.name} is a function and needs an argument in parentheses", position
        )
    start = reader.operand(span, glyph, "function")
    lo, hi, span.at = reader.source.inside(at)
    inside: list[Job] = [Span(lo, hi, commas=True)]
    directions = _directions(reader, span) if head.is_map(primes + head.jacobian) else None
    label, marks = head.label(0, False), primes
    if directions is not None:
        lo, hi, star = directions
        count = _count(reader, lo, hi)
        if primes > count:  # g''(x)[E] is the Jacobian J_g'(x)[E]
            head = replace(head, jacobian=True)
        label, marks = head.label(count, star), 0
        inside += [token(",", glyph), Span(lo, hi, commas=True)]
    opening: list[Job] = [Token(Kind.SIGN, "'", *position)] * marks
    opening = [name_token(label, position), *opening, token("(", glyph)]
    reader.schedule(*opening, *inside, token(")", reader.glyphs[hi]), marked(reader, span, start))


def _alone(reader: Reader, span: Span, glyph: Glyph, head: Head) -> None:
    """x where x(t) was declared: its arguments go without saying."""
    start = reader.operand(span, glyph, "name")
    reader.schedule(name_token(head.name, glyph.position), marked(reader, span, start))


def _directions(reader: Reader, span: Span) -> tuple[int, int, bool] | None:
    """The directions in brackets that stand here, after a star for the adjoint."""
    scripts = reader.scripts(span.at, span.end)
    star = scripts.above is not None and above(reader, scripts.above) in STARS
    bracket = reader.source.brackets.get(scripts.after) if scripts.after < span.end else None
    bare = scripts.above is None and scripts.below is None and not scripts.primes
    if bracket is None or bracket.sign != "[" or not (star or bare):
        return None
    lo, hi, after = reader.source.inside(scripts.after)
    if not star and reader.scripts(after, span.end).below is not None:
        return None  # f'(x) [A]_{1,2} is a product with an entry
    span.at = after
    return lo, hi, star


def _count(reader: Reader, lo: int, hi: int) -> int:
    """How many pieces commas separate."""
    count, at = 1, lo
    while at < hi:
        bracket = reader.source.brackets.get(at)
        glyph = reader.glyphs[at]
        count += bracket is None and glyph.kind == "sign" and glyph.text == ","
        at = at + 1 if bracket is None else bracket.close + 1
    return count


def derivative(reader: Reader, span: Span, glyph: Glyph) -> None:
    r"""\nabla^2 f(x), \nabla_x f(t, x), \partial_t f(t, x) of a function that is only named."""
    scripts = reader.scripts(span.at + 1, span.end)
    at = reader.source.skip_spaces(scripts.after, span.end)
    found = read_name(reader.source, at, span.end) if at < span.end else None
    head = found and head_of(reader, reader.names.text(found.name, glyph.position))
    if found is None or head is None or not head.params:
        raise refused(glyph)
    span.at = found.after
    by = () if scripts.below is None else _names(reader, scripts.below)
    made = Head(head.name, head.params, _order(reader, scripts) or len(by) or 1, by)
    call(reader, span, glyph, made, (glyph.start, reader.glyphs[found.after - 1].end))


def dotted(reader: Reader, span: Span, glyph: Glyph) -> None:
    r"""\dot{x} and \ddot{x}, derivatives of a function of time, with or without (t)."""
    lo, hi, after = reader.source.argument(span.at + 1, span.end)
    found = read_name(reader.source, lo, hi)
    head = found and head_of(reader, reader.names.text(found.name, glyph.position))
    if found is None or head is None or found.after != hi or len(head.params) != 1:
        raise refused(glyph)
    position = (glyph.start, reader.glyphs[after - 1].end)
    start = reader.operand(span, glyph, "function")
    inside: Job = name_token(head.params[0], position)
    span.at = after
    if reader.source.is_call(after, span.end):
        lo, hi, span.at = reader.source.inside(after)
        inside = Span(lo, hi, commas=True)
    marks = [Token(Kind.SIGN, "'", *position)] * (2 if glyph.text == "ddot" else 1)
    opening: list[Job] = [name_token(head.name, position), *marks, token("(", glyph)]
    reader.schedule(*opening, inside, token(")", glyph), marked(reader, span, start))


def _order(reader: Reader, scripts: Scripts) -> int:
    words = [] if scripts.above is None else above(reader, scripts.above)
    return int(words[0]) if len(words) == 1 and words[0].isdigit() else 0


def _names(reader: Reader, found: Range) -> tuple[str, ...]:
    """The names below a sign."""
    names: list[str] = []
    at = found.lo
    while at < found.hi:
        name = read_name(reader.source, at, found.hi)
        if name is not None:
            names.append(reader.names.text(name.name, reader.glyphs[at].position))
        at = at + 1 if name is None else name.after
    return tuple(names)
