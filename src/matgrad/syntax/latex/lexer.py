r"""From LaTeX to the tokens of the grammar: what each glyph is, and nothing about extents.

Letters stand alone, words in upright type are names, `{` and `}` are invisible brackets, `font`
says how a name looks. Sums, products without a sign and what a function takes are the grammar's.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from difflib import get_close_matches
from fractions import Fraction

from matgrad.errors import ParseError, UnsupportedError
from matgrad.syntax.latex import commands, tables, words
from matgrad.syntax.latex.environments import environment
from matgrad.syntax.latex.glyphs import Glyph, Glyphs, glyphs, nested, run
from matgrad.syntax.latex.macros import expanded
from matgrad.syntax.latex.writer import Frame, Writer, braced, number, sign
from matgrad.syntax.limits import GENEROUS, Limits
from matgrad.syntax.tokens import FRACTIONS, GREEK, Kind, Token

Handler = Callable[[Writer, Frame, Glyph], None]
HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(tables.FRACTIONS, commands.fraction),
    "sqrt": commands.root,
    **dict.fromkeys(tables.FONTS, commands.font),
    **dict.fromkeys(tables.ACCENTS, commands.accent),
    **dict.fromkeys(tables.UPRIGHT | tables.ITALIC, words.upright),
    **dict.fromkeys(tables.PROSE, words.prose),
    **dict.fromkeys(tables.FENCES, commands.fence),
    **dict.fromkeys(tables.PAIRED, commands.paired),
    **dict.fromkeys(tables.UNSEEN, commands.unseen),
    **dict.fromkeys(tables.BRACES, commands.brace),
    **dict.fromkeys(tables.STACKED, commands.stacked),
}
_SPECIAL_NAMES = {("bb", "R"): "ℝ", ("bb", "E"): "𝔼"}
_SMALL = str.maketrans("−T", "-⊤")
# Letters with a look of their own, by the words in their names.
_LOOKS = {
    **{"DOUBLE-STRUCK": "bb", "SCRIPT": "cal", "FRAKTUR": "frak", "BLACK-LETTER": "frak"},
    **{"SANS-SERIF": "sf", "MONOSPACE": "tt", "BOLD": "bf"},
}


def tokens_of(text: str, limits: Limits = GENEROUS) -> list[Token]:
    r"""The tokens of a formula in LaTeX, ending with an END token.

    >>> [token.text for token in tokens_of(r"\frac12 x^\top A\hat y")]
    ['{', '{', '1', '}', '/', '{', '2', '}', '}', 'x', '^', '⊤', 'A', 'yhat', '']
    """
    items = nested(expanded(glyphs(text, limits)), limits)
    writer = Writer(limits, [], [], [])
    writer.push(Frame(items))
    while writer.frames:
        frame = writer.frames[-1]
        if frame.begins < 0:
            writer.begin(frame)
        item = frame.next()
        if item is None:
            writer.end(frame)
        else:
            _read(writer, frame, item)
    found = _joined([token for token in writer.tokens if token is not None])
    _check_labels(writer.labels, found)
    return [*_without_marks(found), Token(Kind.END, "", len(text), len(text))]


def _read(writer: Writer, frame: Frame, item: Glyph) -> None:
    match item.kind:
        case "group" if item.text:
            environment(writer, frame, item)
        case "group":
            writer.push(braced(item, frame.script, frame.font, is_loose=True))
        case "letter":
            if not (frame.font and words.run_in_font(writer, frame)):
                _name(writer, frame, item.text, item)
        case "digit":
            _number(writer, frame)
        case "command":
            _command(writer, frame, item)
        case "newline":
            writer.write([Token(Kind.BREAK, "\n", *item.position)])
        case _:
            _character(writer, frame, item)


# ---------------------------------------------------------------- letters, numbers, commands


def _name(writer: Writer, frame: Frame, text: str, glyph: Glyph) -> None:
    """Write a letter in the font that stands around it; above, a T in a font is a transpose."""
    special = _SPECIAL_NAMES.get((frame.font, text))
    font = "" if special or frame.font == "rm" else frame.font
    if text == "T" and frame.script == "sup" and frame.font in tables.WORD_FONTS:
        writer.sign("⊤", glyph.position)
    else:
        writer.name(special or text, glyph.position, font)


def _number(writer: Writer, frame: Frame) -> None:
    begin = frame.at - 1
    end = _digits(frame.items, begin)
    if end + 1 < len(frame.items) and frame.items[end].is_sign("."):
        decimals = _digits(frame.items, end + 1)
        end = decimals if decimals > end + 1 else end
    frame.at = end
    digits = frame.items[begin:end]
    while frame.items[end : end + 1] and _is_comma(frame.items[end]):  # 1{,}000
        following = _digits(frame.items, end + 1)
        if following - end != 4:
            break
        digits = [*digits, *frame.items[end + 1 : following]]
        frame.at = end = following
    text, place = "".join(digit.text for digit in digits), (digits[0].start, digits[-1].end)
    writer.limits.check("digits", len(text), place, f"a number of {len(text):,} digits")
    is_constant = frame.is_in_font and frame.font in tables.CONSTANT_FONTS
    if is_constant and (text == "0" or not text.strip("1")):
        for digit in digits:
            writer.name(tables.CONSTANTS[digit.text], digit.position)
    else:
        writer.write([number(text, place)])


def _is_comma(item: Glyph) -> bool:
    """Is this a comma in braces, which parts thousands?"""
    return item.kind == "group" and len(item.items) == 1 and item.items[0].is_sign(",")


def _digits(items: Glyphs, at: int) -> int:
    """Where the digits end that begin here."""
    while at < len(items) and items[at].kind == "digit":
        at += 1
    return at


def _command(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    text = glyph.text
    if text in HANDLERS:
        HANDLERS[text](writer, frame, glyph)
    elif text in tables.SIGNS:
        writer.sign(tables.SIGNS[text], glyph.position)
    elif text in tables.LETTERS:
        _name(writer, frame, tables.LETTERS[text], glyph)
    elif text in tables.FUNCTIONS and len(text) > 1:
        writer.name(tables.FUNCTIONS[text], glyph.position)
    elif text == "star" and frame.script:
        writer.sign("*", glyph.position)
    elif text in tables.DIFFERENTIALS:
        writer.name("d", glyph.position, "rm")
    elif text not in tables.IGNORED:
        _refuse(glyph)


def _refuse(glyph: Glyph) -> None:
    """The error for a command that is known but has no place here, or is not known at all."""
    if glyph.text in tables.REFUSED:
        raise UnsupportedError(tables.REFUSED[glyph.text], glyph.position)
    known = {**HANDLERS, **tables.SIGNS, **tables.LETTERS, **tables.FUNCTIONS}
    near = get_close_matches(glyph.text, known, 1, cutoff=0.8)
    hint = f"did you mean \\{near[0]}?" if near else r"\newcommand can say what it means"
    raise ParseError(f"\\{glyph.text} is not a command that is read", glyph.position, hint)


# ---------------------------------------------------------------- characters


def _character(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    beside = frame.beside()
    pair = glyph.text + beside.text if beside is not None and beside.kind == "sign" else ""
    if glyph.text in "_^":
        commands.script(writer, frame, glyph)
    elif glyph.text == ";":
        writer.write([Token(Kind.BREAK, ";", *glyph.position)])
    elif glyph.text == "." and beside is not None and beside.kind == "digit":
        _number(writer, frame)
    elif pair in tables.CHARACTERS:
        frame.at += 1
        while glyph.text == "." and (dot := frame.beside()) is not None and dot.is_sign("."):
            frame.at += 1
        end = frame.items[frame.at - 1].end
        writer.sign(tables.CHARACTERS[pair], (glyph.start, end))
    elif glyph.text in tables.CHARACTERS or glyph.text == ".":
        writer.sign(tables.CHARACTERS.get(glyph.text, "."), glyph.position)
    elif glyph.text not in "$&~":
        _mathematics(writer, frame, glyph)


def _mathematics(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    """A character of mathematics that LaTeX has a command for: σ, ², ᵀ, 𝐱, ½."""
    look, _, base = unicodedata.decomposition(glyph.text).rpartition(" ")
    if glyph.text in FRACTIONS:
        value = Fraction(*FRACTIONS[glyph.text])
        writer.write([Token(Kind.NUMBER, glyph.text, *glyph.position, value)])
    elif glyph.text == "⊤":  # it transposes, raised or not
        writer.write(sign(mark, glyph.position) for mark in ("⊤" if frame.script else "^⊤"))
    elif glyph.text == "ℓ":
        _name(writer, frame, "ell", glyph)
    elif look in ("<super>", "<sub>"):
        _small(writer, frame, look)
    elif look == "<font>":
        called = unicodedata.name(glyph.text)
        font = next((font for word, font in _LOOKS.items() if word in called), "")
        inside = [_plain(glyph, chr(int(base, 16)))]
        writer.push(Frame(inside, font=font, script=frame.script, is_in_font=True))
    elif glyph.text in GREEK:
        _name(writer, frame, GREEK[glyph.text], glyph)
    else:
        shown = f"{glyph.text} " if glyph.text.isprintable() else ""
        raise ParseError(
            f"the character {shown}(U+{ord(glyph.text):04X}) is not part of the language",
            glyph.position,
        )


def _small(writer: Writer, frame: Frame, look: str) -> None:
    """Small characters side by side: x₁₂ is x_{12}, A⁻¹ has a raised number."""
    inside: list[Glyph] = []
    frame.at -= 1
    while (item := frame.beside()) is not None and item.kind == "sign":
        kind, _, base = unicodedata.decomposition(item.text).rpartition(" ")
        if kind != look:
            break
        inside.append(_plain(item, chr(int(base, 16)).translate(_SMALL)))
        frame.at += 1
    text = "".join(item.text for item in inside)
    place = (inside[0].start, inside[-1].end)
    if look == "<super>" and re.fullmatch(r"-?\d{1,32}", text):
        writer.write([Token(Kind.RAISED, text, *place, Fraction(text))])
    else:
        mark, kind = ("^", "sup") if look == "<super>" else ("_", "sub")
        writer.sign(mark, place)
        writer.push(braced(run(inside), kind, is_loose=text == "⊤"))


def _plain(item: Glyph, char: str) -> Glyph:
    """What a small or a bold character stands for; a small T is a mark of transposition."""
    kind = "letter" if char.isascii() and char.isalpha() else "digit" if char.isdigit() else "sign"
    return Glyph(kind, char, *item.position)


# ---------------------------------------------------------------- the whole


def _joined(found: list[Token]) -> list[Token]:
    r"""\left|\left| … \right|\right| with double bars, where these four belong together."""
    closes: dict[int, int] = {}
    opened: list[int] = []
    for at, token in enumerate(found):
        if token.text == "⟮|":
            opened.append(at)
        elif token.text == "|⟯" and opened:
            closes[opened.pop()] = at
    result: list[Token | None] = [*found]
    for at, close in sorted(closes.items()):
        if closes.get(at + 1) == close - 1 and result[at] is not None:
            result[at] = found[at]._replace(text="⟮‖", end=found[at + 1].end)
            result[close] = found[close]._replace(text="‖⟯", start=found[close - 1].start)
            result[at + 1] = result[close - 1] = None
    return [token for token in result if token is not None]


def _check_labels(labels: list[Token], found: list[Token]) -> None:
    r"""Refuse \underbrace{Ax-b}_{r} where r stands elsewhere: the brace defines it."""
    names = {token.text for token in found if token.kind is Kind.NAME}
    for label in labels:
        if label.text in names:
            message = f"{label.text} is named by a brace here, and stands elsewhere, too"
            raise UnsupportedError(message, label.position, f"{label.text} = … by itself")


def _without_marks(found: list[Token]) -> list[Token]:
    """The tokens without the marks of a sentence at the end of a line, and without empty lines."""
    result: list[Token] = []
    for token in [*found, Token(Kind.BREAK, "\n", 0, 0)]:
        if token.kind is Kind.BREAK and token.text == "\n":
            while result and (result[-1].kind is Kind.BREAK or result[-1].text in (",", ".")):
                result.pop()
            result += [token] if result else []
        else:
            result.append(token)
    return result[:-1]
