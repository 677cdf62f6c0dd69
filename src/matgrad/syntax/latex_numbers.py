r"""Numbers, and what is written like them: \mathbf{1}, 0_{m \times n}, 1^\top x."""

from __future__ import annotations

from fractions import Fraction

from matgrad.errors import AmbiguousError, ParseError
from matgrad.syntax.latex_glyphs import Glyph
from matgrad.syntax.latex_reader import Job, Reader, Span
from matgrad.syntax.latex_scripts import apply, is_transpose, marked, sized
from matgrad.syntax.latex_shares import share
from matgrad.syntax.latex_tokens import name_token, token
from matgrad.syntax.latex_waiting import SHARE
from matgrad.syntax.tokens import Kind, Token

_RELATIONS = frozenset({">", "<", "ge", "geq", "le", "leq", "gt", "lt", "geqslant", "leqslant"})
_THOUSANDS = ("{", ",", "}")
FILLED = {"1": "ones", "0": "zeros"}


def number(reader: Reader, span: Span, glyph: Glyph) -> None:
    """Digits, with a decimal point among them."""
    end, points = span.at, 0
    while end < span.end:
        following = reader.glyphs[end]
        is_point = following.text == "." and following.kind == "sign" and not points
        more = end + 1 < span.end and reader.glyphs[end + 1].kind == "digit"
        if _separates_thousands(reader, end, span.end):
            end += len(_THOUSANDS)
            continue
        if following.kind != "digit" and not (is_point and more):
            break
        points += is_point
        end += 1
    inside = reader.glyphs[span.at : end]
    text = "".join(g.text for g in inside if g.kind == "digit" or g.text == ".")
    position = glyph.start, reader.glyphs[end - 1].end
    reader.limits.check("digits", len(text) - points, position, f"a number of {len(text):,} digits")
    if text in FILLED and end < span.end and reader.glyphs[end].kind == "sub":
        _filled(reader, span, glyph, FILLED[text], end)
        return
    if text == "1" and _is_vector_of_ones(reader, span, end):
        span.at = end
        _all_ones(reader, span, glyph)
        return
    if not reader.setting.strict and _is_turned(reader, end, span.end):
        raise AmbiguousError(
            "a number is transposed: are these vectors of ones?", position,
            r"\mathbf{1}\mathbf{1}^\top is a matrix of ones",
        )  # fmt: skip
    divisor = None if reader.setting.strict else share(reader, end, span.end)
    start = reader.operand(span, glyph, "number" if divisor is None else SHARE)
    value = Token(Kind.NUMBER, text, *position, Fraction(f"0{text}"))
    span.at = end
    if divisor is not None:
        span.at = divisor.hi
        inside = Span(divisor.lo, divisor.hi)
        jobs: list[Job] = [token("(", glyph), value, token("/", reader.glyphs[end]), inside]
        reader.schedule(*jobs, token(")", reader.glyphs[divisor.hi - 1]))
        return
    reader.out.append(value)
    reader.schedule(marked(reader, span, start))


def _separates_thousands(reader: Reader, at: int, end: int) -> bool:
    """Does a comma in braces stand here, and three digits behind it: 1{,}000?"""
    found = [g.text if g.kind != "digit" else "0" for g in reader.glyphs[at : min(at + 7, end)]]
    return found[:6] == [*_THOUSANDS, "0", "0", "0"] and found[6:] != ["0"]


def point(reader: Reader, span: Span, glyph: Glyph) -> None:
    """A point that begins a number, as in .5."""
    follows = span.at + 1 < span.end and reader.glyphs[span.at + 1].kind == "digit"
    if glyph.text != "." or not follows or reader.has_operand():
        raise ParseError(f"{glyph.text} cannot stand here", glyph.position)
    number(reader, span, glyph)


def _is_turned(reader: Reader, after: int, end: int) -> bool:
    """Does the mark of a transpose stand here?"""
    scripts = reader.scripts(after, end)
    raised = scripts.above is not None and is_transpose(reader, scripts.above)
    return bool(scripts.primes) or raised


def _is_vector_of_ones(reader: Reader, span: Span, after: int) -> bool:
    """Is 1 transposed, or a factor behind something? Neither makes sense for a number."""
    if _is_turned(reader, after, span.end):
        return True
    if span.waiting or not reader.has_operand():
        return False
    if reader.out[-1].kind is Kind.NUMBER:
        return False
    before, here = reader.out[-1], reader.glyphs[span.at]
    if before.kind is Kind.NAME and before.end == here.start:
        raise AmbiguousError(
            "an index, or the vector of ones?", (before.start, here.end),
            r"x_1 has an index, x\mathbf{1} is a product with ones",
        )  # fmt: skip
    return True


def _all_ones(reader: Reader, span: Span, glyph: Glyph) -> None:
    start = reader.operand(span, glyph, "name")
    digit = Token(Kind.NUMBER, "1", *glyph.position, Fraction("1"))
    head = [name_token("vector", glyph.position), token("(", glyph)]
    reader.schedule(*head, digit, token(")", glyph), marked(reader, span, start))


def _filled(reader: Reader, span: Span, glyph: Glyph, name: str, after: int) -> None:
    """A vector or matrix of ones or zeros with its size: 1_n."""
    start = reader.operand(span, glyph, "name")
    scripts = reader.scripts(after, span.end)
    span.at = scripts.after
    assert scripts.below is not None
    jobs = sized(reader, name, glyph, scripts.below)
    rest = scripts._replace(below=None)
    reader.schedule(*jobs, lambda: apply(reader, rest, start))


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
        below_one = reader.handlers.get("indicator below") if value == "1" else None
        if below_one is not None and _is_condition(reader, after, span.end):
            below_one(reader, span, glyph)
            return True
        _filled(reader, span, glyph, FILLED[value], after)
        return True
    start = reader.operand(span, glyph, "name")
    span.at = after
    digit = Token(Kind.NUMBER, value, *glyph.position, Fraction(value))
    head = [name_token("vector", glyph.position), token("(", glyph)]
    reader.schedule(*head, digit, token(")", glyph), marked(reader, span, start))
    return True


def _is_condition(reader: Reader, after: int, end: int) -> bool:
    """Does a condition stand right below, and no size?"""
    if reader.glyphs[after].kind != "sub":
        return False
    below = reader.source.argument(after + 1, end)
    inside = reader.glyphs[below.lo : below.hi]
    return any(g.kind in ("sign", "command") and g.text in _RELATIONS for g in inside)
