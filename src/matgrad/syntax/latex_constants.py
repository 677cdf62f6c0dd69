r"""Letters that stand for constants: I, e^x, \delta_{ij}, and matrices with their sizes below."""

from __future__ import annotations

from matgrad.errors import AmbiguousError
from matgrad.syntax.latex_functions import EXPONENTIAL
from matgrad.syntax.latex_glyphs import Glyph
from matgrad.syntax.latex_names import Found, Written
from matgrad.syntax.latex_reader import Job, Reader, Scripts, Span
from matgrad.syntax.latex_scripts import (
    above,
    apply,
    index_parts,
    index_tokens,
    is_transpose,
    sized,
)
from matgrad.syntax.latex_tokens import name_token, token

# Constant matrices that the answers write with their sizes below.
SIZED = {("K", 2): "commutation", ("D", 1): "duplication", ("E", 1): "diagonal_selection"}
SIZED |= {("L", 1): "elimination", ("C", 2): "toeplitz_columns", ("R", 2): "toeplitz_rows"}


def constant(reader: Reader, span: Span, glyph: Glyph, found: Found) -> bool:
    """The identity, a unit vector, Euler's number to a power, or a constant with sizes."""
    written, below = found.name, found.below
    is_upright = reader.glyphs[span.at].is_command("operatorname")
    if reader.names.is_known(written) and not is_upright:
        return False
    scripts = reader.scripts(found.after, span.end)
    is_letter = written in (Written("e"), Written("e", font="bf")) and scripts.below is None
    if is_letter and written not in reader.names.own:
        return _euler(reader, span, glyph, found)
    if below is None and scripts.below is not None:  # sizes that are formulas, as in I_{m + n}
        below, scripts = scripts.below, scripts._replace(below=None)
    inside = reader.glyphs[below.lo : below.hi] if below else []
    count = 1 + sum(inner.text == "," for inner in inside)
    if delta := _kronecker(reader, written, glyph):
        return _write(reader, span, glyph, scripts, delta)
    is_sized = reader.setting.strict or is_upright
    called = SIZED.get((written.stem, count)) if is_sized else None
    if written.stem == "I" and not (written.accent or written.above):
        if below is None:
            return _write(reader, span, glyph, scripts, [name_token("I", glyph.position)])
        called = "I"
    elif written.stem == "e" and written.font == "bf" and count == 2:
        called = "e"
    if called is None or below is None:
        return False
    return _write(reader, span, glyph, scripts, sized(reader, called, glyph, below))


def _kronecker(reader: Reader, written: Written, glyph: Glyph) -> list[Job]:
    r"""The tokens of \delta_{ij} in a sum over i or j, where δ is nothing else: an entry of I."""
    base = written._replace(below="")
    is_delta = (
        base == Written("delta") and not reader.setting.strict and not reader.names.is_known(base)
    )
    parts = index_parts(reader, written.below) if is_delta and written.below else None
    if (
        parts is None
        or len(parts) != 2
        or not {*parts} & {*reader.bound}
        or base in reader.names.own
    ):
        return []
    reader.notes.append("delta with two indices is read as Kronecker's delta")
    return [name_token("I", glyph.position), *index_tokens(parts, glyph.position)]


def _write(reader: Reader, span: Span, glyph: Glyph, scripts: Scripts, jobs: list[Job]) -> bool:
    start = reader.operand(span, glyph, "name")
    span.at = scripts.after
    reader.schedule(*jobs, lambda: apply(reader, scripts, start))
    return True


def _euler(reader: Reader, span: Span, glyph: Glyph, found: Found) -> bool:
    """Euler's number to a power; e with a transpose, or a bold one, is a name."""
    scripts = reader.scripts(found.after, span.end)
    exponent = scripts.above
    if scripts.primes or found.name.font:
        return False
    if exponent is None or is_transpose(reader, exponent):
        if not reader.setting.strict and not _is_vector(reader, found.name):
            raise AmbiguousError(
                "is e Euler's number, or a name of your own?", glyph.position,
                r"declare e, or write \exp(1)",
            )  # fmt: skip
        return False
    reader.operand(span, glyph, "function", "exp")
    span.at = scripts.after
    inside = Span(exponent.lo, exponent.hi)
    opening = [name_token(EXPONENTIAL, glyph.position), token("(", glyph)]
    reader.schedule(*opening, inside, token(")", glyph))
    return True


def _is_vector(reader: Reader, name: Written) -> bool:
    """Is this letter transposed somewhere by a mark that cannot be an exponent, or is it bare?"""
    letters = enumerate(reader.glyphs)
    places = [at for at, g in letters if g.kind == "letter" and g.text == name.stem]
    found = [reader.scripts(at + 1, len(reader.glyphs)) for at in places]
    turned = [s for s in found if s.primes or (s.above and is_transpose(reader, s.above))]
    sure = any(s.primes or (s.above and above(reader, s.above) != ["T"]) for s in turned)
    return sure or (bool(turned) and any(s.above is None for s in found))
