r"""What each kind of glyph begins: a name, a number, a function, a fraction, a fence."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from matgrad.errors import AmbiguousError, ParseError, UnsupportedError
from matgrad.syntax.functions import has_prime
from matgrad.syntax.latex_calls import derivative, dotted
from matgrad.syntax.latex_environments import environment, indicator
from matgrad.syntax.latex_functions import NORMS
from matgrad.syntax.latex_glyphs import Glyph
from matgrad.syntax.latex_names import index_text, read_name
from matgrad.syntax.latex_reader import Handler, Job, Reader, Scripts, Span, Waiting, unknown
from matgrad.syntax.latex_scripts import above, apply, is_integer, marked, sized
from matgrad.syntax.latex_source import Range
from matgrad.syntax.latex_sums import index_sum
from matgrad.syntax.latex_tables import CALLS, FONTS, FRACTIONS, LETTERS, PROSE, WORDS
from matgrad.syntax.latex_tokens import name_token, token
from matgrad.syntax.latex_variables import letters, name
from matgrad.syntax.tokens import Kind, Token

# ---------------------------------------------------------------- numbers


FILLED = {"1": "ones", "0": "zeros"}


def number(reader: Reader, span: Span, glyph: Glyph) -> None:
    """Digits, with a decimal point among them."""
    end, points = span.at, 0
    while end < span.end:
        following = reader.glyphs[end]
        is_point = following.text == "." and following.kind == "sign" and not points
        more = end + 1 < span.end and reader.glyphs[end + 1].kind == "digit"
        if following.kind != "digit" and not (is_point and more):
            break
        points += is_point
        end += 1
    if end == span.at:
        raise ParseError(f"{glyph.text} cannot stand here", glyph.position)
    text = "".join(g.text for g in reader.glyphs[span.at : end])
    position = glyph.start, reader.glyphs[end - 1].end
    reader.limits.check("digits", len(text) - points, position, f"a number of {len(text):,} digits")
    if text in FILLED and end < span.end and reader.glyphs[end].kind == "sub":
        _filled(reader, span, glyph, FILLED[text], end)
        return
    start = reader.operand(span, glyph, "number")
    reader.out.append(Token(Kind.NUMBER, text, *position, Fraction(text)))
    span.at = end
    reader.schedule(marked(reader, span, start))


def _filled(reader: Reader, span: Span, glyph: Glyph, name: str, after: int) -> None:
    """A vector or matrix of ones or zeros with its size: 1_n."""
    start = reader.operand(span, glyph, "name")
    scripts = reader.scripts(after, span.end)
    span.at = scripts.after
    assert scripts.below is not None
    jobs = sized(reader, name, glyph, scripts.below)
    rest = scripts._replace(below=None)
    reader.schedule(*jobs, lambda: apply(reader, rest, start))


# ---------------------------------------------------------------- functions


def function_at(reader: Reader, at: int, end: int) -> tuple[str, int] | None:
    """The function whose name stands here, and where reading goes on."""
    words: list[str] = []
    ends = [at]
    while len(words) < 3 and ends[-1] < end:
        word, after = _word_at(reader, ends[-1], end)
        if word is None:
            break
        words.append(word)
        ends.append(after)
    for count in range(len(words), 0, -1):
        found = CALLS.get(tuple(words[:count]))
        if found is not None:
            return found, ends[count]
    return None


def _word_at(reader: Reader, at: int, end: int) -> tuple[str | None, int]:
    glyph = reader.glyphs[at]
    if glyph.kind != "command" or glyph.text in ("sum", "vec", "dot"):
        return None, at
    if glyph.text in WORDS:
        found = read_name(reader.source, at, end)
        return (found.name.stem, found.after) if found and found.is_word else (None, at)
    return glyph.text, at + 1


def function(reader: Reader, span: Span, glyph: Glyph, called: str) -> None:
    """A function before its argument; `span.at` is behind its name."""
    scripts = reader.scripts(span.at, span.end)
    closing = [token(")", glyph), *_power_of_function(reader, scripts, called)]
    marks = [Token(Kind.SIGN, "'", *glyph.position)] * scripts.primes
    opening = [name_token(called, glyph.position), *marks, token("(", glyph)]
    start = reader.operand(span, glyph, "function")
    span.at = scripts.after
    # A space after the name says that what follows is its argument with all its marks.
    if reader.source.is_call(span.at, span.end):
        lo, hi, span.at = reader.source.inside(span.at)
        closing[0] = token(")", reader.glyphs[hi])
        jobs: list[Job] = [*opening, Span(lo, hi, commas=True), *closing]
        reader.schedule(*jobs, marked(reader, span, start, called))
    else:
        reader.out.extend(opening)
        span.waiting.append(Waiting(called, glyph.position, closing))


def _power_of_function(reader: Reader, scripts: Scripts, called: str) -> list[Token]:
    r"""The square of \sin^2 x."""
    if scripts.below is not None:
        position = reader.glyphs[scripts.below.lo].position
        raise UnsupportedError(f"an index below {called} is not read", position)
    if scripts.primes and not (scripts.primes == 1 and has_prime(called)):
        position = reader.glyphs[scripts.after - 1].position
        raise UnsupportedError(f"write the derivative of {called} as a function", position)
    if scripts.above is None:
        return []
    lo, hi, _ = scripts.above
    position = reader.glyphs[lo].start, reader.glyphs[hi - 1].end
    power = is_integer(above(reader, scripts.above))
    if power is None or power < 1:
        raise AmbiguousError(
            f"the inverse function of {called}, or one over it?", position,
            rf"\operatorname{{arc{called}}}(x), or \frac{{1}}{{\{called}(x)}}",
        )  # fmt: skip
    return [Token(Kind.RAISED, str(power), *position, Fraction(str(power)))]


# ---------------------------------------------------------------- commands


def command(reader: Reader, span: Span, glyph: Glyph) -> None:
    """A command: a letter, a function, a fraction, a root, or something special."""
    special = reader.handlers.get("\\" + glyph.text)
    if special is not None:
        special(reader, span, glyph)
        return
    found = function_at(reader, span.at, span.end)
    if found is not None and not _is_given_name(reader, span, found[1]):
        _check_letter(reader, glyph)
        called, span.at = found
        function(reader, span, glyph, called)
    elif glyph.text in FONTS and (constant(reader, span, glyph) or letters(reader, span, glyph)):
        return
    elif glyph.text not in PROSE and read_name(reader.source, span.at, span.end) is not None:
        name(reader, span, glyph)
    else:
        unknown(reader, span, glyph)


def _check_letter(reader: Reader, glyph: Glyph) -> None:
    r"""Refuse a letter that is also the name of a function, as \Phi; answers write it so."""
    if glyph.text in LETTERS and not reader.setting.strict:
        raise AmbiguousError(
            f"the function {glyph.text}, or a name of your own?", glyph.position,
            rf"declare {glyph.text}, or write \operatorname{{{glyph.text}}}(x)",
        )  # fmt: skip


def _is_given_name(reader: Reader, span: Span, after: int) -> bool:
    """Is what looks like a function the name of a variable?"""
    found = read_name(reader.source, span.at, span.end)
    return found is not None and reader.names.is_known(found.name)


def constant(reader: Reader, span: Span, glyph: Glyph) -> bool:
    r"""A vector or matrix of ones or zeros: \mathbf{1}, \mathbf{0}_{n}."""
    lo, hi, after = reader.source.argument(span.at + 1, span.end)
    value = reader.source.word(lo, hi)
    if value not in ("0", "1"):
        return False
    indicator = reader.handlers.get("indicator")
    if value == "1" and indicator is not None and reader.source.is_call(after, span.end):
        indicator(reader, span, glyph)
        return True
    if reader.scripts(after, span.end).below is not None:
        _filled(reader, span, glyph, FILLED[value], after)
        return True
    start = reader.operand(span, glyph, "name")
    span.at = after
    digit = Token(Kind.NUMBER, value, *glyph.position, Fraction(value))
    head = [name_token("vector", glyph.position), token("(", glyph)]
    reader.schedule(*head, digit, token(")", glyph), marked(reader, span, start))
    return True


def fraction(reader: Reader, span: Span, glyph: Glyph) -> None:
    r"""\frac{a}{b} is ((a)/(b))."""
    top = reader.source.argument(span.at + 1, span.end)
    bottom = reader.source.argument(top.after, span.end)
    _check_derivative(reader, top, bottom, glyph)
    start = reader.operand(span, glyph, "other")
    span.at = bottom.after
    open_, close = token("(", glyph), token(")", glyph)
    reader.schedule(
        open_, open_, Span(top.lo, top.hi), close, token("/", glyph),
        open_, Span(bottom.lo, bottom.hi), close, close, marked(reader, span, start),
    )  # fmt: skip


def _check_derivative(reader: Reader, top: Range, bottom: Range, glyph: Glyph) -> None:
    firsts = [reader.glyphs[side.lo] for side in (top, bottom) if side.lo < side.hi]
    if len(firsts) < 2:
        raise ParseError("nothing stands over or under the bar", glyph.position)
    partial = any(first.is_command("partial") for first in firsts)
    total = all(first.text == "d" and first.kind == "letter" for first in firsts)
    if partial or (total and bottom.hi - bottom.lo > 1 and not reader.names.is_name("d")):
        raise UnsupportedError(
            "a derivative inside a formula is not read",
            (glyph.start, reader.glyphs[bottom.hi - 1].end),
            "give the function, and ask for its derivative",
        )  # fmt: skip


def root(reader: Reader, span: Span, glyph: Glyph) -> None:
    r"""\sqrt{x} and \sqrt[3]{x}."""
    at = span.at + 1
    degree: Range | None = None
    if at < span.end and at in reader.source.brackets and reader.source.brackets[at].sign == "[":
        degree = reader.source.inside(at)
        at = degree.after
    inside = reader.source.argument(at, span.end)
    start = reader.operand(span, glyph, "other")
    span.at = inside.after
    open_, close = token("(", glyph), token(")", glyph)
    body: list[Job] = [open_, Span(inside.lo, inside.hi), close]
    if degree is None:
        jobs: list[Job] = [name_token("sqrt", glyph.position), *body]
    else:
        one = Token(Kind.NUMBER, "1", *glyph.position, Fraction("1"))
        exponent: list[Job] = [open_, one, token("/", glyph), open_, Span(degree.lo, degree.hi)]
        jobs = [open_, *body, token("^", glyph), *exponent, close, close, close]
    reader.schedule(*jobs, marked(reader, span, start))


# ---------------------------------------------------------------- fences


def fence(reader: Reader, span: Span, glyph: Glyph) -> None:
    """Something in brackets, between bars or in a group."""
    if span.at not in reader.source.brackets:
        raise ParseError(f"nothing was opened that {glyph.text} closes", glyph.position)
    if glyph.kind == "group" and read_name(reader.source, span.at, span.end) is not None:
        name(reader, span, glyph)
        return
    sign = reader.source.brackets[span.at].sign
    lo, hi, after = reader.source.inside(span.at)
    start = reader.operand(span, glyph, "other")
    head: list[Job] = []
    if sign == "‖":
        scripts = reader.scripts(after, span.end)
        head = [name_token(_norm(reader, scripts), glyph.position)]
        rest = scripts._replace(below=None)
        span.at = scripts.after
        mark: Callable[[], None] = lambda: apply(reader, rest, start)  # noqa: E731
    else:
        head = [name_token(FENCES[sign], glyph.position)] if sign in FENCES else []
        span.at = after
        mark = marked(reader, span, start)
    inside = Span(lo, hi, commas=sign == "⟨")
    reader.schedule(*head, token("(", glyph), inside, token(")", reader.glyphs[hi]), mark)


FENCES = {"⟨": "dot", "|": "|·|"}


def _norm(reader: Reader, scripts: Scripts) -> str:
    if scripts.below is None:
        return NORMS[""]
    lo, hi, _ = scripts.below
    text = index_text(reader.source, lo, hi) or "".join(g.text for g in reader.glyphs[lo:hi])
    if text not in NORMS:
        position = reader.glyphs[lo].start, reader.glyphs[hi - 1].end
        raise UnsupportedError(f"the norm with index {text} is not read", position, "2, F, 1 or *")
    return NORMS[text]


HANDLERS: dict[str, Handler] = {
    "digit": number,
    "letter": name,
    "command": command,
    "group": fence,
    "fence": fence,
    "left": fence,
    "\\sqrt": root,
    **dict.fromkeys(("\\sum", "\\prod"), index_sum),
    **dict.fromkeys(("\\nabla", "\\partial"), derivative),
    **dict.fromkeys(("\\dot", "\\ddot"), dotted),
    "begin": environment,
    "indicator": indicator,
    **dict.fromkeys(("\\" + name for name in FRACTIONS), fraction),
}
