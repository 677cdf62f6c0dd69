r"""Sets that names are declared to be in: \mathbb{R}^{m \times n}."""

from __future__ import annotations

from matgrad.errors import ParseError, UnsupportedError
from matgrad.syntax.latex_names import read_name
from matgrad.syntax.latex_reader import Reader
from matgrad.syntax.latex_tokens import Position, name_token
from matgrad.syntax.tokens import Kind, Token


def space(reader: Reader, lo: int, hi: int, here: Position) -> list[Token]:
    r"""The tokens of \mathbb{R}^{m \times n}."""
    source = reader.source
    while hi > lo and source.glyphs[hi - 1].kind == "space":
        hi -= 1
    lo = source.skip_spaces(lo, hi)
    reals = read_name(source, lo, hi)
    is_command = lo < hi and source.glyphs[lo].is_command("R", "Reals", "reals")
    if not is_command and (reals is None or reals.name.stem != "R" or reals.name.below):
        raise UnsupportedError(
            "only sets of real numbers are read", here, r"A \in \mathbb{R}^{m \times n}"
        )
    after = lo + 1 if is_command or reals is None else reals.after
    tokens = [name_token("R", here)]
    scripts = reader.scripts(after, hi)
    if scripts.after != hi:
        raise ParseError("this is not read", source.glyphs[scripts.after].position)
    if scripts.above is None:
        return tokens
    opening = [Token(Kind.SIGN, "^", *here), Token(Kind.SIGN, "(", *here)]
    sizes = reader.read(scripts.above.lo, scripts.above.hi)
    return [*tokens, *opening, *sizes, Token(Kind.SIGN, ")", *here)]
