r"""From LaTeX to the tokens of the grammar: what each glyph is, and nothing about extents.

LaTeX is cut into glyphs, which are read one after another. A group and a command that takes
something wait as frames; when all that they take is read, the tokens of its parts are put together.
Letters stand alone, words in upright type are names, `{` and `}` are invisible brackets, `font`
says how a name looks. Sums, products without a sign and what a function takes are the grammar's.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from matgrad.errors import (
    LimitError,
    MatgradError,
    ParseError,
    UnknownNameError,
    UnsupportedError,
)
from matgrad.syntax.latex import tables
from matgrad.syntax.latex.tables import function
from matgrad.syntax.limits import GENEROUS, Limits
from matgrad.syntax.tokens import (
    FRACTIONS,
    GREEK,
    INSTEAD,
    LOWERED_LETTERS,
    LOWERED_SIGNS,
    MAX_NAME,
    RAISED_SIGNS,
    Kind,
    Token,
)

MOST_NESTED = 100  # groups and commands in one another
MOST_WORK = 20_000  # glyphs that abbreviations are filled in with
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z]+)*")
_LENGTH = r"[-+.\d\s]*(?:pt|em|ex|mm|cm|in|bp|pc|px|mu|\\jot|\\[a-z]+skip)\s*"
_PIECE = re.compile(
    rf"(?P<newline>\\\\\*?(?:\s*\[{_LENGTH}\])?|\\(?:newline|cr)(?![A-Za-z]))"
    r"|\\begin\s*\{(?P<begin>[^{}]+)\}|\\end\s*\{(?P<end>[^{}]+)\}|(?P<open>\{)|(?P<close>\})"
    r"|\\(?P<command>[A-Za-z]+|.?)|(?P<parameter>\#[1-9])"
    r"|(?P<comment>%[^\n]*\n?)|(?P<space>\s+)|(?P<letter>[A-Za-z])"
    r"|(?P<number>[0-9]+(?:\{,\}[0-9]{3})*(?:\.[0-9]+)?|(?<!\.)\.[0-9]+)"
    rf"|(?P<raised>[{RAISED_SIGNS}⁺ᵀᵗⁿⁱ]+)|(?P<lowered>[{LOWERED_SIGNS}{''.join(LOWERED_LETTERS)}]+)"
    r"|(?P<sign>.)",
    re.DOTALL,
)
_LETTERS = GREEK | {"ℝ": "ℝ", "𝔼": "𝔼", "ℓ": "ell", **dict.fromkeys("𝟏𝟙", "𝟏")}
_SPECIAL_NAMES = {("bb", "R"): "ℝ", ("bb", "E"): "𝔼"}


class Glyph(NamedTuple):
    r"""One sign of LaTeX, its kind and its characters; a command goes without the backslash.

    The kind is letter, number, raised, lowered, command, sign, space, newline, parameter, open,
    close, begin or end (of an environment, whose name is the text).
    """

    kind: str
    text: str
    start: int
    end: int

    @property
    def position(self) -> tuple[int, int]:
        """The half-open range of characters."""
        return self.start, self.end

    def is_sign(self, *signs: str) -> bool:
        """Is this one of these characters?"""
        return self.kind == "sign" and self.text in signs

    @property
    def shown(self) -> str:
        """The glyph as it is typed."""
        if self.kind in ("begin", "end"):
            return f"\\{self.kind}{{{self.text}}}"
        return f"\\{self.text}" if self.kind == "command" else self.text


Glyphs = Sequence[Glyph]
END = Glyph("", "", 0, 0)


def tokens_of(text: str, limits: Limits = GENEROUS) -> list[Token]:
    r"""The tokens of a formula in LaTeX, ending with an END token.

    >>> [token.text for token in tokens_of(r"\frac12 x^\top A\hat y")]
    ['{', '{', '1', '}', '/', '{', '2', '}', '}', 'x', '^', '⊤', 'A', 'yhat', '']
    """
    found = _Reader(limits, _written_out(glyphs(text, limits))[::-1]).read()
    limits.check("tokens", len(found), found[-1].position if found else None)
    return [*_without_marks(found), Token(Kind.END, "", len(text), len(text))]


def glyphs(text: str, limits: Limits = GENEROUS) -> list[Glyph]:
    """Cut LaTeX into glyphs, in one pass over the characters."""
    found: list[Glyph] = []
    visible = 0
    for piece in _PIECE.finditer(text):
        kind = piece.lastgroup or ""
        name = piece[kind].strip().removesuffix("*") if kind in ("begin", "end") else piece[kind]
        glyph = Glyph(kind, name, *piece.span())
        visible += kind not in ("comment", "space")
        if visible > limits.tokens:
            limits.check("tokens", visible, glyph.position)
        if kind == "command" and not name:
            raise ParseError("a command name is missing after the backslash", glyph.position)
        found += [] if kind == "comment" else [glyph]
    return found


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


# ---------------------------------------------------------------- abbreviations


def expanded(text: str, preamble: str) -> str:
    r"""A formula as it is without the abbreviations of its text; as it stands if that cannot be.

    >>> expanded(r"2A\BR{x + y}", r"\def\BR#1{\Big(#1\Big)}")
    '2A\\Big(x + y\\Big)'
    """
    try:
        found = _written_out(glyphs(preamble + text))
    except MatgradError:
        return text
    shown = [END, *(glyph for glyph in found if glyph.start >= len(preamble))]
    return "".join(
        " " * (before.kind == "command" and glyph.kind == "letter") + glyph.shown
        for before, glyph in pairwise(shown)
    )


def _written_out(given: list[Glyph]) -> list[Glyph]:
    """The glyphs with abbreviations filled in; what defines them is left out."""
    if tables.DEFINING.isdisjoint(glyph.text for glyph in given):
        return given
    ahead, found, work = given[::-1], list[Glyph](), 0
    macros: dict[str, tuple[int, Glyphs]] = {}
    while ahead:
        glyph = ahead.pop()
        if glyph.kind != "command" or glyph.text not in {*tables.DEFINING, *macros}:
            found.append(glyph)
        elif glyph.text in tables.DEFINING:
            name, macro = _defined(ahead, glyph)
            macros[name] = macro
        else:
            filled = _filled(*macros[glyph.text], ahead, glyph)
            ahead += reversed(filled)
            work += len(filled) + 1
        if work > MOST_WORK:
            message = "the abbreviations of this text expand to too much"
            raise LimitError(message, glyph.position)
    return found


def _defined(ahead: list[Glyph], of: Glyph) -> tuple[str, tuple[int, Glyphs]]:
    r"""\def\op#1{…}, \newcommand{\tr}[1]{…}: the name, the number of arguments, and the body."""
    _pass_over(ahead, "*")
    (name, *_) = [*_bare(_taken(ahead, of)), END]
    if name.kind != "command":
        raise ParseError("the name of the abbreviation is missing", of.position)
    _pass_over(ahead, "=")
    count = "".join(g.text for g in _bare(_taken(ahead, of))) if _peek(ahead).is_sign("[") else ""
    while _peek(ahead).kind == "parameter":
        count = ahead.pop().text[1:]
    if count not in ("", *"123456789"):
        raise ParseError("parameters are counted [2], or #1#2", of.position)
    body = _taken(ahead, of)
    is_operator = of.text == "DeclareMathOperator"
    body = [of._replace(text="operatorname"), *body] if is_operator else _bare(body)
    return name.text, (int(count or 0), body)


def _filled(count: int, body: Glyphs, ahead: list[Glyph], of: Glyph) -> list[Glyph]:
    """What an abbreviation stands for, with its arguments in it."""
    given = [_bare(_taken(ahead, of)) for _ in range(count)]
    found: list[Glyph] = []
    for part in body:
        number = int(part.text[1:]) if part.kind == "parameter" else 0
        if number > count:
            raise ParseError(f"{of.shown} has no parameter #{number}", of.position)
        found += given[number - 1] if number else [Glyph(*part[:2], *of.position)]
    return found


def _peek(ahead: list[Glyph]) -> Glyph:
    """The next glyph that is no space, left where it is; spaces are passed over."""
    while ahead and ahead[-1].kind == "space":
        ahead.pop()
    return ahead[-1] if ahead else END


def _pass_over(ahead: list[Glyph], sign: str) -> bool:
    r"""Pass over a sign, as the star of \operatorname*, if it comes next; does it?"""
    return _peek(ahead).is_sign(sign) and bool(ahead.pop())


_CLOSES = {("open", "{"): ("close", "}"), ("sign", "["): ("sign", "]")}


def _taken(ahead: list[Glyph], of: Glyph) -> list[Glyph]:
    """The glyphs that a command takes, as they stand: a group, a bracket, or a single one."""
    first, depth = _peek(ahead), 1
    if first.kind in ("", "close", "end"):
        raise ParseError(f"something is missing after {of.shown}", of.position)
    found = [ahead.pop()]
    while depth and first[:2] in _CLOSES:
        if not ahead:
            raise ParseError("what opens here is never closed", first.position)
        found.append(ahead.pop())
        depth += (found[-1][:2] == first[:2]) - (found[-1][:2] == _CLOSES[first[:2]])
    return found


def _bare(taken: Glyphs) -> Glyphs:
    return taken[1:-1] if len(taken) > 1 else taken


# ---------------------------------------------------------------- the reader


class _Look(NamedTuple):
    """How glyphs look: their font, and whether they stand in an index or an exponent."""

    font: str = ""
    script: str = ""  # ^ or _
    is_in_font: bool = False  # does a font stand right around these glyphs?


_PLAIN = _Look()


class _Part(NamedTuple):
    """Tokens that belong together, and where they stand with the braces of their group."""

    tokens: list[Token]
    start: int
    end: int
    is_group: bool = False

    def braced(self) -> list[Token]:
        """The tokens in invisible braces."""
        opening = Token(Kind.SIGN, "{", self.start, self.start + 1)
        return [opening, *self.tokens, Token(Kind.SIGN, "}", self.end - 1, self.end)]


@dataclass
class _Frame:
    """A group that is open, or a command that waits for what it takes."""

    of: Glyph
    write: Callable[[_Reader, _Frame], None]  # what is made of the parts
    count: int  # of the parts that it takes; a group, which has none, takes all up to its end
    around: _Look  # how what stands around it looks
    at: int  # how many tokens stand before it
    parts: list[_Part] = field(default_factory=list[_Part])


@dataclass
class _Reader:
    """The glyphs ahead, the last of which comes next, and the tokens that were read so far."""

    limits: Limits
    ahead: list[Glyph]
    look: _Look = _PLAIN
    frames: list[_Frame] = field(default_factory=list[_Frame])
    found: list[Token] = field(default_factory=list[Token])

    def read(self) -> list[Token]:
        """Read all that stands ahead."""
        while _peek(self.ahead) is not END:
            glyph = self.ahead.pop()
            frames, written = len(self.frames), len(self.found)
            if self.is_waiting and (glyph.kind == "newline" or glyph.is_sign("^", "_", "&")):
                raise ParseError(f"something is missing before {glyph.text}", glyph.position)
            READ[glyph.kind](self, glyph)
            if len(self.found) > written and len(self.frames) == frames:
                self.end_part(glyph.start, self.found[-1].end)
        if self.frames:
            raise _unfinished(self.frames[-1])
        return self.found

    @property
    def beside(self) -> Glyph:
        """What stands here without a space before it."""
        return self.ahead[-1] if self.ahead else END

    def run(self) -> Glyphs:
        r"""The letters side by side that come next, with digits and \_ between them."""
        end = len(self.ahead)
        while end and self.ahead[end - 1].kind == "letter":
            end -= 1
            while end and (self.ahead[end - 1].kind == "number" or self.ahead[end - 1].text == "_"):
                end -= 1
        return self.ahead[end:][::-1]

    # ------------------------------------------------------------ groups, and what commands take

    @property
    def is_waiting(self) -> bool:
        """Is what comes next taken by a command?"""
        return bool(self.frames) and self.frames[-1].count > 0

    def open(self, of: Glyph, write: Callable[[_Reader, _Frame], None], count: int = 0) -> None:
        """Wait for the end of a group, or for what a command takes."""
        if len(self.frames) >= MOST_NESTED:
            raise LimitError(f"more than {MOST_NESTED} groups are nested", of.position)
        self.frames.append(_Frame(of, write, count, self.look, len(self.found)))

    def finish(self, part: _Part) -> _Frame:
        """Take a part off the tokens; the frame that took it, if it is complete, off the frames."""
        frame = self.frames[-1]
        frame.parts.append(part)
        del self.found[frame.at :]
        if len(frame.parts) >= frame.count:
            self.frames.pop()
            self.look = frame.around
        return frame

    def end_part(self, start: int, end: int, is_group: bool = False) -> None:
        """What stands here is read; the commands that waited for it may be complete."""
        while self.is_waiting:
            at = self.frames[-1].at
            frame = self.finish(_Part(self.found[at:], start, end, is_group))
            if len(frame.parts) < frame.count:
                return
            frame.write(self, frame)
            start, is_group = frame.of.start, False

    # ------------------------------------------------------------ what is written

    def sign(self, text: str, position: tuple[int, int]) -> None:
        """Write a sign."""
        self.found.append(Token(Kind.SIGN, text, *position))

    def name(self, text: str, position: tuple[int, int], font: str = "") -> None:
        r"""Write a name; \arg\min is one."""
        if len(text) > MAX_NAME:
            raise UnknownNameError(f"a name has at most {MAX_NAME} characters", position)
        if text in ("min", "max") and self.found and self.found[-1].text == "arg":
            text, position = f"arg{text}", (self.found.pop().start, position[1])
        self.found.append(Token(Kind.NAME, text, *position, font=font))

    def words(self, text: str, position: tuple[int, int]) -> None:
        """Write prose, if anything is said."""
        if said := " ".join(text.split()):
            self.found.append(Token(Kind.WORDS, said, *position))


def _unfinished(frame: _Frame) -> ParseError:
    """The error for a group that is not closed, and for a command that lacks what it takes."""
    of = frame.of
    missing = f"something is missing after {of.shown}"
    return ParseError(missing if frame.count else "what opens here is never closed", of.position)


def _open(here: _Reader, glyph: Glyph) -> None:
    """A group; what a font takes looks as the font says, what stands deeper is in no font."""
    is_taken = here.is_waiting
    here.open(glyph, _loose)
    here.look = here.look if is_taken else here.look._replace(is_in_font=False)


def _close(here: _Reader, glyph: Glyph) -> None:
    frame = here.frames[-1] if here.frames else None
    if frame is not None and frame.count:
        raise _unfinished(frame)
    is_group = frame is not None and frame.of.kind == "open"
    if frame is None or glyph[:2] != (("close", "}") if is_group else ("end", frame.of.text)):
        raise ParseError(f"nothing was opened that {glyph.shown} closes", glyph.position)
    here.finish(_Part(here.found[frame.at :], frame.of.start, glyph.end, is_group))
    frame.write(here, frame)
    here.end_part(frame.of.start, glyph.end, is_group)


def _loose(here: _Reader, frame: _Frame) -> None:
    """Braces say nothing around one token, around all of a group, or where a command takes it."""
    (part,) = frame.parts
    outer = here.frames[-1].at if here.frames else 0
    is_all = outer == frame.at and _peek(here.ahead).kind in ("", "close", "end")
    is_bare = here.is_waiting or is_all or len(part.tokens) < 2
    here.found += part.tokens if is_bare else part.braced()


# ---------------------------------------------------------------- letters and numbers


def _letter(here: _Reader, glyph: Glyph) -> None:
    r"""A letter, or the word that letters in upright type spell: \mathrm{KL}, \mathbf{tr}(A)."""
    here.ahead.append(glyph)
    run, font = here.run(), here.look.font
    word = "".join(each.text for each in run)
    is_word = font in tables.WORDS or (font in tables.UPRIGHT and function(word))
    run = run if is_word and len(run) > 1 and not here.is_waiting else [glyph]
    del here.ahead[len(here.ahead) - len(run) :]
    place = glyph.start, run[-1].end
    if len(run) == 1:
        _symbol(here, glyph.text, place)
    elif word in tables.PLAIN_WORDS:
        here.words(word, place)
    else:
        as_function = None if here.look.script == "_" or font == "it" else function(word)
        is_open = as_function is None and not here.look.script
        look = "it" if font == "it" else "up" if is_open else ""
        here.name(as_function or word, place, look)


def _symbol(here: _Reader, text: str, place: tuple[int, int]) -> None:
    """One letter in its font; above, an upright T is a transpose."""
    font, script, _ = here.look
    is_word = font in tables.WORDS
    if script == "^" and (text == "T" or (text == "t" and is_word)) and font in tables.UPRIGHT:
        here.sign("⊤", place)
        return
    special = _SPECIAL_NAMES.get((font, text), text)
    if font == "op" and len(text) == 1 and text.isupper():
        font = "op"  # \operatorname{K}_{m,n} is no variable K
    elif is_word:
        font = "rm" if text in ("d", "e", "E") and font != "it" else ""
    here.name(special, place, font if special == text else "")


def _number(here: _Reader, glyph: Glyph) -> None:
    r"""A number; a command takes its first digit; in a font 0 and 1 are constant vectors."""
    text = glyph.text.replace("{,}", "")
    if here.is_waiting and text[1:].isdigit() and here.frames[-1].of.kind == "command":
        cut = glyph.start + 1
        here.ahead.append(Glyph("number", text[1:], cut, glyph.end))
        text, glyph = text[0], glyph._replace(end=cut)
    what = f"a number of {len(text):,} digits"
    here.limits.check("digits", len(text), glyph.position, what)
    is_constant = here.look.is_in_font and here.look.font in tables.CONSTANT_FONTS
    if is_constant and (text == "0" or not text.strip("1")):
        for at, digit in enumerate(text, glyph.start):
            here.name(tables.CONSTANTS[digit], (at, at + 1))
    else:
        here.found.append(Token(Kind.NUMBER, text, *glyph.position, Fraction(text)))


# ---------------------------------------------------------------- characters


def _small(here: _Reader, glyph: Glyph) -> None:
    """Small characters side by side: x₁₂ is x_{12}, and A⁻¹ is A^{-1}."""
    plain = unicodedata.normalize("NFKC", glyph.text).replace("T", "⊤").replace("−", "-")
    items = glyphs(f"{'^' if glyph.kind == 'raised' else '_'}{{{plain}}}")
    here.ahead += [each._replace(start=glyph.start, end=glyph.end) for each in reversed(items)]


def _character(here: _Reader, glyph: Glyph) -> None:
    text, beside = glyph.text, here.beside
    pair = text + beside.text if beside.kind == "sign" else ""
    if text in "_^":
        here.open(glyph, _script, 1)
        here.look = _Look(here.look.font if text == "^" else "", text)
    elif text == "&" and _is_in_table(here):
        here.sign(",", glyph.position)
    elif text == ";":
        here.found.append(Token(Kind.BREAK, ";", *glyph.position))
    elif pair in tables.CHARACTERS:
        end = here.ahead.pop().end
        while text == "." and here.beside.is_sign("."):
            end = here.ahead.pop().end
        here.sign(tables.CHARACTERS[pair], (glyph.start, end))
    elif text in tables.CHARACTERS or text == ".":
        here.sign(tables.CHARACTERS.get(text, text), glyph.position)
    elif text in FRACTIONS:
        here.found.append(Token(Kind.NUMBER, text, *glyph.position, Fraction(*FRACTIONS[text])))
    elif text == "⊤":  # it transposes, raised or not
        for mark in "⊤" if here.look.script else "^⊤":
            here.sign(mark, glyph.position)
    elif text in _LETTERS:
        _symbol(here, _LETTERS[text], glyph.position)
    elif text not in "$&~":
        shown = f"{text[0]} " if text.isprintable() else ""
        message = f"the character {shown}(U+{ord(text[0]):04X}) is not part of the language"
        raise ParseError(message, glyph.position, INSTEAD.get(text))


def _script(here: _Reader, frame: _Frame) -> None:
    """What stands above or below; a prime above is a mark of its own."""
    (part,) = frame.parts
    if all(token.text == "'" for token in part.tokens):
        here.found += part.tokens
        return
    here.sign(frame.of.text, frame.of.position)
    is_bare = len(part.tokens) == 1 or part.tokens[0].text == "{"
    here.found += part.tokens if is_bare and not part.is_group else part.braced()


# ---------------------------------------------------------------- commands


def _command(here: _Reader, glyph: Glyph) -> None:
    text = glyph.text
    if text in HANDLERS:
        HANDLERS[text](here, glyph)
    elif text in tables.SIGNS:
        here.sign(tables.SIGNS[text], glyph.position)
    elif text in tables.LETTERS:
        _symbol(here, tables.LETTERS[text], glyph.position)
    elif text in tables.FUNCTIONS and len(text) > 1:
        here.name(tables.FUNCTIONS[text], glyph.position)
    elif text not in tables.IGNORED:
        hint = r"\newcommand can say what it means"
        raise ParseError(f"\\{text} is not a command that is read", glyph.position, hint)


def _arrange(here: _Reader, glyph: Glyph) -> None:
    r"""\frac{a}{b} and others of the table; \norm(x) is a function like others."""
    if glyph.text in tables.FUNCTIONS and _peek(here.ahead).is_sign("("):
        here.name(tables.FUNCTIONS[glyph.text], glyph.position)
        return
    _pass_over(here.ahead, "*")
    root = f"{glyph.text}["
    if root in tables.ABBREVIATIONS and _peek(here.ahead).is_sign("["):
        opening, *inside, closing = _taken(here.ahead, glyph)
        place = opening._replace(kind="open", text="{"), closing._replace(kind="close", text="}")
        here.ahead += [place[1], *inside[::-1], place[0]]
        glyph = glyph._replace(text=root)
    here.open(glyph, _fill, tables.ABBREVIATIONS[glyph.text][0])


def _fill(here: _Reader, frame: _Frame) -> None:
    """Put the parts of a command together; in another order than they stand they have no place."""
    template, end = tables.ABBREVIATIONS[frame.of.text][1], frame.parts[-1].end
    signs, at = template.split(), frame.of.position
    found: list[Token] = []
    for number, sign in enumerate(signs, start=1):
        place = (end - 1, end) if number == len(signs) else at
        if "#" in sign:
            part = frame.parts[int(sign.strip("{#}")) - 1]
            found += part.braced() if sign[0] == "{" else part.tokens
        else:
            kind = Kind.NUMBER if sign == "1" else Kind.SIGN
            found.append(Token(kind, sign, *place, Fraction(sign == "1")))
    is_turned = "#2" in template.partition("#1")[0]
    here.found += [t._replace(start=at[0], end=end) for t in found] if is_turned else found


def _leave_out(here: _Reader, glyph: Glyph) -> None:
    r"""\label{…}, \color{…} and what they take say nothing."""
    _pass_over(here.ahead, "*")
    _taken(here.ahead, glyph)


def _brace(here: _Reader, glyph: Glyph) -> None:
    r"""\underbrace{…}_{n\times n}: the label is left out, unless it is a name."""
    given = _taken(here.ahead, glyph)
    if _pass_over(here.ahead, "_" if glyph.text == "underbrace" else "^"):
        label = _bare(_taken(here.ahead, glyph))
        if len(label) == 1 and label[0].kind == "letter":
            name, place = label[0].text, label[0].position
            raise UnsupportedError(f"a brace names {name} here", place, f"{name} = … by itself")
    here.ahead += reversed(given)


# ---------------------------------------------------------------- fonts, accents, fences


def _font(here: _Reader, glyph: Glyph) -> None:
    r"""\mathbf{x}, \mathbf x, {\bf x}: letters in a font; \rm holds for the word behind it."""
    _pass_over(here.ahead, "*")
    following, font = _peek(here.ahead), tables.FONTS[glyph.text]
    look = here.look._replace(font=font, is_in_font=True)
    is_first = len(here.found) == (here.frames[-1].at if here.frames else 0)
    if glyph.text == "vec" and following.is_sign("("):
        here.name("vec", glyph.position)  # \vec(X) is the vector of the columns
    elif glyph.text in tables.SWITCHES and is_first and following.kind != "open":
        here.look = look
    else:
        if glyph.text in ("rm", "it") and (run := here.run()):
            braces = Glyph("open", "{", *run[0].position), Glyph("close", "}", *run[-1].position)
            here.ahead[len(here.ahead) - len(run) :] = [braces[1], *run[::-1], braces[0]]
        here.open(glyph, _in_font, 1)
        here.look = look


def _in_font(here: _Reader, frame: _Frame) -> None:
    """In a font braces only say what an index or a power belongs to."""
    (part,), font = frame.parts, tables.FONTS.get(frame.of.text)
    if font in tables.WORDS and len(part.tokens) == 1:
        here.found.append(part.tokens[0]._replace(start=part.start, end=part.end))
    else:
        is_bare = len(part.tokens) < 2 or not _peek(here.ahead).is_sign("^", "_", "'")
        here.found += part.tokens if is_bare else part.braced()


def _accented(here: _Reader, frame: _Frame) -> None:
    r"""\hat y as yhat, \bar{x}_i as xbar with its index."""
    (part,), accent = frame.parts, frame.of.text
    first, *rest = part.tokens or [Token(Kind.END, "", part.start, part.end)]
    if first.kind is not Kind.NAME or (rest and rest[0].text not in "_^'"):
        message = f"what stands under \\{accent} is more than one letter"
        hint = rf"one letter each: \{accent}{{x}}"
        raise UnsupportedError(message, (frame.of.start, part.end), hint)
    here.name(first.text + tables.ACCENTS[accent], (frame.of.start, first.end), first.font)
    here.found += rest


def _fence(here: _Reader, glyph: Glyph) -> None:
    r"""\left| and \bigr|: bars learn which side they are on."""
    item = _peek(here.ahead)
    text = (tables.SIGNS if item.kind == "command" else tables.CHARACTERS).get(item.text)
    if text is None and not item.is_sign("."):
        raise ParseError(f"a delimiter is missing after {glyph.shown}", glyph.position)
    here.ahead.pop()
    if item.is_sign("|") and here.beside.is_sign("|"):
        text, item = "‖", here.ahead.pop()
    if text is not None:
        here.sign(tables.FENCES[glyph.text].get(text, text), (glyph.start, item.end))


# ---------------------------------------------------------------- environments, words


def _begin(here: _Reader, glyph: Glyph) -> None:
    """A matrix, or lines of a display, which stand as they are."""
    is_table = glyph.text in tables.TABLES
    if not is_table and glyph.text not in tables.ALIGNED:
        message = f"the environment {glyph.text} is not read"
        hint = r"\max(0, x) and \mathbf{1}[x > 0] make cases"
        raise UnsupportedError(message, glyph.position, hint)
    here.open(glyph, _table if is_table else _in_font)
    here.look = _PLAIN if is_table else here.look
    while glyph.text in tables.WITH_COLUMNS and _peek(here.ahead)[:2] in _CLOSES:
        _taken(here.ahead, glyph)


def _is_in_table(here: _Reader) -> bool:
    return bool(here.frames) and here.frames[-1].write is _table


def _newline(here: _Reader, glyph: Glyph) -> None:
    here.found.append(Token(Kind.BREAK, ";" if _is_in_table(here) else "\n", *glyph.position))


def _table(here: _Reader, frame: _Frame) -> None:
    """A matrix between its brackets, without an empty last row."""
    (part,) = frame.parts
    while part.tokens and (part.tokens[-1].kind is Kind.BREAK or part.tokens[-1].text in ",."):
        part.tokens.pop()
    opening, closing = tables.TABLES[frame.of.text]
    for sign in opening.split():
        here.sign(sign, (part.start, part.start + 1))
    here.found += part.tokens
    for sign in closing.split():
        here.sign(sign, (part.end - 1, part.end))


def _text(here: _Reader, glyph: Glyph) -> None:
    r"""\text{where $x$ is known} is prose, \text{diag}(x) is \mathrm{diag}(x)."""
    given = _taken(here.ahead, glyph)
    place, inside = (given[0].start, given[-1].end), _bare(given)
    marks = [at for at, each in enumerate(inside) if each.is_sign("$")]
    if marks:
        parts = [inside[a + 1 : b] for a, b in pairwise([-1, *marks, len(inside)])]
        for number, part in reversed([*enumerate(parts)]):
            here.ahead += reversed(part) if number % 2 else [Glyph("words", _spelled(part), *place)]
        return
    text, following = _spelled(inside), _peek(here.ahead)
    word = text.rstrip(".").replace("-", "")
    if here.look.script:
        word = re.sub(r"\W+", "_", word).strip("_")
    is_head = following.text in ("(", "=", "_", "^", "left", "bigl", "Bigl")
    is_name = is_head or len(word) == 1 or here.look.script or function(word)
    if is_name and _WORD.fullmatch(word) and word not in tables.PLAIN_WORDS:
        named = glyphs(rf"\mathrm{{{word}}}".replace("_", r"\_"))
        here.ahead += [each._replace(start=place[0], end=place[1]) for each in reversed(named)]
    else:
        here.words(text, place)


def _spelled(items: Glyphs) -> str:
    """The characters that stand here, without braces and fonts; other commands are blanks."""
    plain = [g for g in items if g.kind not in ("open", "close") and g.text not in tables.FONTS]
    is_seen = [g.kind not in ("space", "newline", "command") or g.text in "_&%#" for g in plain]
    return "".join(g.text if seen else " " for g, seen in zip(plain, is_seen, strict=True))


Handler = Callable[[_Reader, Glyph], None]
READ: dict[str, Handler] = {
    **{"letter": _letter, "number": _number, "command": _command, "newline": _newline},
    **{"raised": _small, "lowered": _small, "sign": _character, "parameter": _character},
    **{"open": _open, "close": _close, "begin": _begin, "end": _close},
    "words": lambda here, glyph: here.words(glyph.text, glyph.position),
}
HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(tables.ABBREVIATIONS, _arrange),
    **dict.fromkeys(tables.LEFT_OUT, _leave_out),
    **dict.fromkeys(tables.FONTS, _font),
    **dict.fromkeys(tables.ACCENTS, lambda here, glyph: here.open(glyph, _accented, 1)),
    **dict.fromkeys(tables.PROSE, _text),
    **dict.fromkeys(tables.FENCES, _fence),
    **dict.fromkeys(tables.BRACES, _brace),
}
