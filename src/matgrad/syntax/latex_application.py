r"""A function before its argument: \sin^2(x), \log_2 x, and brackets behind the first ones."""

from __future__ import annotations

from matgrad.errors import AmbiguousError, UnsupportedError
from matgrad.syntax.functions import has_prime
from matgrad.syntax.latex_choices import Question
from matgrad.syntax.latex_functions import FACTOR, NUMBER_BEHIND
from matgrad.syntax.latex_glyphs import Glyph
from matgrad.syntax.latex_marks import SCALAR_OF_MATRIX
from matgrad.syntax.latex_names import read_name
from matgrad.syntax.latex_powers import power_of
from matgrad.syntax.latex_reader import Job, Reader, Scripts, Span
from matgrad.syntax.latex_rows import check_row
from matgrad.syntax.latex_scripts import above, is_integer, is_transpose, marked
from matgrad.syntax.latex_tables import OF_MATRIX, SHORT
from matgrad.syntax.latex_tokens import name_token, token
from matgrad.syntax.latex_waiting import Waiting
from matgrad.syntax.tokens import Kind, Token

OF_FIRST, OF_ALL = "of the first brackets", "of the product"
# Functions that people often write without brackets.
BRACKETLESS = frozenset("log ln sin cos tan cot sec csc".split())


def function(reader: Reader, span: Span, glyph: Glyph, called: str) -> None:
    """A function before its argument; `span.at` is behind its name."""
    scripts = reader.scripts(span.at, span.end)
    called, scripts = _with_base(reader, called, scripts)
    closing = [token(")", glyph), *_power_of_function(reader, scripts, called)]
    marks = [Token(Kind.SIGN, "'", *glyph.position)] * scripts.primes
    opening = [name_token(called, glyph.position), *marks, token("(", glyph)]
    before = [*span.waiting]
    start = reader.operand(span, glyph, "function", called)
    if not reader.bound and any(w.name in OF_MATRIX for w in before[len(span.waiting) :]):
        opening = [name_token(NUMBER_BEHIND, glyph.position), opening[-1], *opening]
        closing.append(closing[0])
    span.at = _argument(reader, scripts.after, span.end, called)
    if reader.source.is_call(span.at, span.end):
        check_row(reader, span.at)
        check_product(reader, span, glyph, called)
        if is_of_product(reader, span, glyph, called):
            reader.schedule(*opening, *_product(reader, span), *closing)
            return
        if is_of_term(reader, span, glyph, called):
            reader.out.extend(opening)
            span.waiting.append(Waiting(called, glyph.position, closing))
            return
        lo, hi, span.at = reader.source.inside(span.at)
        closing[0] = token(")", reader.glyphs[hi])
        jobs: list[Job] = [*opening, Span(lo, hi, commas=True), *closing]
        reader.schedule(*jobs, marked(reader, span, start, called))
    else:
        reader.out.extend(opening)
        span.waiting.append(Waiting(called, glyph.position, closing))


def _argument(reader: Reader, at: int, end: int, called: str) -> int:
    r"""Where the brackets of a function open, behind spaces, which mean nothing.

    A space only tells that \operatorname{tr}\,(A)^{-1}, which is asked about without it, is the
    trace of the inverse.
    """
    opens = reader.source.before_brackets(at, end)
    if opens == at or called not in SCALAR_OF_MATRIX:
        return opens
    raised = reader.scripts(reader.source.inside(opens).after, end).above
    return at if raised is not None and is_integer(above(reader, raised)) == -1 else opens


def _with_base(reader: Reader, called: str, scripts: Scripts) -> tuple[str, Scripts]:
    r"""The logarithm to a base below it: \log_2 x, \log_{10} x."""
    if called != "log" or scripts.below is None:
        return called, scripts
    based = called + (reader.source.word(scripts.below.lo, scripts.below.hi) or "")
    return (based, scripts._replace(below=None)) if based in SHORT else (called, scripts)


def _power_of_function(reader: Reader, scripts: Scripts, called: str) -> list[Token]:
    r"""The square of \sin^2 x."""
    if scripts.below is not None:
        position = reader.glyphs[scripts.below.lo].position
        largest = r"\max(x) is the largest entry, \max(x, 0) the larger of two values"
        hint = largest if called in ("max", "min") else None
        raise UnsupportedError(f"an index below {called} is not read", position, hint)
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
    return [power_of(called, power, position)]


# ---------------------------------------------------------------- brackets behind brackets


def _bracket_behind(reader: Reader, at: int, end: int) -> int | None:
    """Where another bracket opens directly behind the one at this place and its marks."""
    after = reader.scripts(reader.source.inside(at).after, end).after
    return after if reader.source.is_call(after, end) else None


def is_of_product(reader: Reader, span: Span, glyph: Glyph, called: str) -> bool:
    r"""Is this reading the one in which \operatorname{tr}(A-B)(A-B)^T is of the product?"""
    behind = _bracket_behind(reader, span.at, span.end)
    if called not in OF_MATRIX or behind is None or reader.setting.strict:
        return False
    scripts = reader.scripts(reader.source.inside(span.at).after, span.end)
    is_turned = scripts.primes or (scripts.above and is_transpose(reader, scripts.above))
    if not is_turned and (_is_entry(reader, behind) or _is_of_first(reader, glyph, called, behind)):
        return False
    reader.notes.append(f"{called} is read as one of the whole product behind it")
    return True


def is_of_term(reader: Reader, span: Span, glyph: Glyph, called: str) -> bool:
    r"""Is this reading the one in which \operatorname{tr}(A+B)C is of the product with C?"""
    lo, hi, after = reader.source.inside(span.at)
    first = read_name(reader.source, lo, hi) if lo < hi else None
    is_name = first is not None and first.after == hi  # nobody brackets A of tr AC
    if called != "tr" or reader.setting.strict or is_name or not reader.setting.alone:
        return False
    is_inside = [t.text for t in reader.out[-2:]] == [called, "("]  # nobody traces a number
    if is_inside or not _is_matrix(reader, after, span.end):
        return False
    if _is_of_first(reader, glyph, called, after):
        return False
    reader.notes.append(f"{called} is read as one of the whole product behind it")
    return True


def _is_matrix(reader: Reader, at: int, end: int) -> bool:
    """Does a capital stand here that may be a matrix?"""
    found = read_name(reader.source, at, end) if at < end else None
    if found is None or not found.name.stem[:1].isupper() or found.name.stem in ("I", "N"):
        return False
    text = reader.names.text(found.name, reader.glyphs[at].position)
    return text not in reader.setting.scalars and not reader.source.is_call(found.after, end)


def _is_entry(reader: Reader, at: int) -> bool:
    """Is what stands in this bracket a number for each index of a sum: y_i - 1, not x_i x_i^T?"""
    lo, hi, after = reader.source.inside(at)
    inside = range(lo, min(after + 1, len(reader.glyphs)))
    marks = (reader.source.argument(k + 1, len(reader.glyphs)) for k in inside
             if reader.glyphs[k].kind == "sup")  # fmt: skip
    has_index = any(reader.glyphs[k].text in reader.bound for k in range(lo, hi))
    return has_index and not any(is_transpose(reader, mark) for mark in marks)


def _is_of_first(reader: Reader, glyph: Glyph, called: str, behind: int) -> bool:
    question = Question(
        "brackets behind brackets", (OF_FIRST, OF_ALL),
        f"is this {called} of the first brackets, or of the product?",
        (glyph.start, reader.glyphs[behind].end),
        rf"\{called}(A) \cdot (B), or \{called}\left((A)(B)\right)",
    )  # fmt: skip
    return reader.choices is None or reader.choices.choose(question) == OF_FIRST


def _product(reader: Reader, span: Span) -> list[Job]:
    """The brackets that stand side by side here; all but the first must be matrices."""

    def following(is_first: bool) -> list[Job]:
        lo, hi, span.at = reader.source.inside(span.at)
        open_, close = token("(", reader.glyphs[lo - 1]), token(")", reader.glyphs[hi])
        before = [] if is_first else [token("*", reader.glyphs[lo - 1])]
        before += [] if is_first else [name_token(FACTOR, reader.glyphs[lo - 1].position), open_]

        def inside() -> None:
            start = len(reader.out)
            jobs: list[Job] = [open_, Span(lo, hi), close, marked(reader, span, start)]
            reader.schedule(*jobs, *([] if is_first else [close]), further)

        return [*before, inside]

    def further() -> None:
        if reader.source.is_call(span.at, span.end):
            reader.schedule(*following(False))

    return following(True)


def check_product(reader: Reader, span: Span, glyph: Glyph, called: str) -> None:
    r"""Refuse \log (a+b)(a-c): of functions often written without brackets this may be one
    of the product."""
    after = reader.source.inside(span.at).after
    if called == "logdet" and after < span.end and reader.glyphs[after].is_command("det"):
        raise AmbiguousError(
            "is this the logarithm of the first determinant, or of the product?",
            (glyph.start, reader.glyphs[after].end),
            r"\left(\log\det(A)\right)\det(B), or \log\left(\det(A)\det(B)\right)",
        )
    behind = _bracket_behind(reader, span.at, span.end)
    if called not in BRACKETLESS or behind is None or reader.setting.strict:
        return
    if all(_is_sum(reader, at) for at in (span.at, behind)):
        raise AmbiguousError(
            f"is this {called} of the first brackets, or of the product?",
            (glyph.start, reader.glyphs[behind].end),
            rf"\{called}(a+b) \cdot (a-b), or \{called}\left((a+b)(a-b)\right)",
        )  # fmt: skip


def _is_sum(reader: Reader, at: int) -> bool:
    """Does a sum or a difference stand in this bracket?"""
    lo, hi, _ = reader.source.inside(at)
    place = lo
    while place < hi:
        if reader.glyphs[place].text in ("+", "-", "minus") and place > lo:
            return True
        bracket = reader.source.brackets.get(place)
        place = place + 1 if bracket is None else bracket.close + 1
    return False
