r"""From LaTeX to the tokens of the grammar: what each glyph is, and nothing about extents.

LaTeX is cut into glyphs, nested in their groups; a reader goes over them once. Letters stand alone,
words in upright type are names, `{` and `}` are invisible brackets, `font` says how a name looks.
Sums, products without a sign and what a function takes are the grammar's.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from matgrad.errors import (
    AmbiguousError,
    LimitError,
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

Position = tuple[int, int]
MOST_NESTED = 100  # groups and commands in one another
MOST_WORK = 20_000  # glyphs that abbreviations are filled in with
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z]+)*")
_PROSE = re.compile(r"[A-Za-z .,;:'?-]*[A-Za-z]{2}[A-Za-z .,;:'?-]*")
_LENGTH = r"[-+.\d\s]*(?:pt|em|ex|mm|cm|in|bp|pc|px|mu|\\jot|\\[a-z]+skip)\s*"
_PIECE = re.compile(
    rf"(?P<newline>\\\\\*?(?:\s*\[{_LENGTH}\])?|\\(?:newline|cr)(?![A-Za-z]))"
    r"|(?P<open>\{|\\begin\s*\{(?P<begun>[^{}]+)\})|(?P<close>\}|\\end\s*\{(?P<ended>[^{}]+)\})"
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

    The kind is letter, number, raised, lowered, command, sign, space, newline, parameter or end; or
    group, which has items, and the name of an environment as its text.
    """

    kind: str
    text: str
    start: int
    end: int
    items: Glyphs = ()

    @property
    def position(self) -> Position:
        """The half-open range of characters."""
        return self.start, self.end

    def is_sign(self, *signs: str) -> bool:
        """Is this one of these characters?"""
        return self.kind == "sign" and self.text in signs

    @property
    def shown(self) -> str:
        """The glyph as it is typed."""
        return f"\\{self.text}" if self.kind == "command" else self.text


Glyphs = Sequence[Glyph]
END = Glyph("end", "", 0, 0)


def tokens_of(text: str, limits: Limits = GENEROUS) -> list[Token]:
    r"""The tokens of a formula in LaTeX, ending with an END token.

    >>> [token.text for token in tokens_of(r"\frac12 x^\top A\hat y")]
    ['{', '{', '1', '}', '/', '{', '2', '}', '}', 'x', '^', '⊤', 'A', 'yhat', '']
    """
    shared = _Shared(limits)
    found = _Reader(glyphs(text, limits), shared, (0, len(text))).read().found
    limits.check("tokens", len(found), found[-1].position if found else None)
    names = {token.text for token in found if token.kind is Kind.NAME}
    if (label := next((each for each in shared.labels if each.text in names), None)) is not None:
        message = f"{label.text} is named by a brace here, and stands elsewhere, too"
        raise UnsupportedError(message, label.position, f"{label.text} = … by itself")
    return [*_without_marks(found), Token(Kind.END, "", len(text), len(text))]


def glyphs(text: str, limits: Limits) -> Glyphs:
    """Cut LaTeX into glyphs, in one pass over the characters, with every group as one item."""
    opened: list[tuple[Glyph, list[Glyph]]] = []  # what opens a group, and the items before it
    items: list[Glyph] = []
    visible = 0
    for piece in _PIECE.finditer(text):
        kind = piece.lastgroup or ""
        name = (piece["begun"] or piece["ended"] or "").strip().removesuffix("*")
        glyph = Glyph(kind, name or piece[kind], *piece.span())
        visible += kind not in ("comment", "space")
        if visible > limits.tokens:
            limits.check("tokens", visible, glyph.position)
        if kind == "open":
            opened.append((glyph._replace(text=name), items))
            if len(opened) > MOST_NESTED:
                raise LimitError(f"more than {MOST_NESTED} groups are nested", glyph.position)
            items = []
        elif kind == "close":
            if not opened or opened[-1][0].text != name:
                raise ParseError(f"nothing was opened that {piece[0]} closes", glyph.position)
            opening, before = opened.pop()
            before.append(Glyph("group", name, opening.start, glyph.end, items))
            items = before
        elif kind == "command" and not glyph.text:
            raise ParseError("a command name is missing after the backslash", glyph.position)
        elif kind != "comment":
            items.append(glyph)
    if opened:
        raise ParseError("what opens here is never closed", opened[-1][0].position)
    return items


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


# ---------------------------------------------------------------- the reader


@dataclass(slots=True)
class _Shared:
    """What all parts of a text share."""

    limits: Limits
    macros: dict[str, tuple[int, Glyphs]] = field(default_factory=dict[str, tuple[int, Glyphs]])
    labels: list[Token] = field(default_factory=list[Token])  # names that braces give to parts
    work: int = 0  # that abbreviations made


class _Look(NamedTuple):
    """How items look: their font, and whether they stand in an index or an exponent."""

    font: str = ""
    script: str = ""  # sub or sup
    is_in_font: bool = False  # does a font stand right around these items?


PLAIN = _Look()


@dataclass(slots=True)
class _Reader:
    """Items side by side, how they look, and the tokens that were read so far."""

    items: Glyphs
    shared: _Shared
    place: Position
    look: _Look = PLAIN
    in_table: bool = False
    depth: int = 0
    at: int = 0
    found: list[Token] = field(default_factory=list[Token])

    def read(self) -> _Reader:
        """Read all items."""
        while (item := self.next()) is not END:
            self.read_one(item)
        return self

    def read_one(self, item: Glyph) -> None:
        """Read an item, with the arguments that it takes."""
        match item.kind:
            case "group" if item.text:
                _environment(self, item)
            case "group":
                self.loose(self.inside(item))
            case "letter":
                if not (self.look.font and _run_in_font(self)):
                    _letter(self, item.text, item)
            case "number":
                _number(self, item)
            case "command":
                _command(self, item)
            case "raised" | "lowered":
                _small(self, item)
            case "newline":
                self.found.append(Token(Kind.BREAK, ";" if self.in_table else "\n", *item.position))
            case _:
                _character(self, item)

    # ------------------------------------------------------------ what stands ahead

    def next(self) -> Glyph:
        """The next item that is no space; END at the end."""
        item = self.peek()
        self.at += item is not END
        return item

    def peek(self) -> Glyph:
        """The next item that is no space, left where it is; spaces are passed over."""
        while self.beside().kind == "space":
            self.at += 1
        return self.beside()

    def beside(self) -> Glyph:
        """What stands here without a space before it."""
        return self.items[self.at] if self.at < len(self.items) else END

    def pass_over(self, sign: str) -> None:
        r"""Pass over a sign that says nothing, as the star of \operatorname*."""
        self.at += self.peek().is_sign(sign)

    def put(self, items: Glyphs) -> None:
        """Let these items come next."""
        self.items, self.at = [*items, *self.items[self.at :]], 0

    def letters(self) -> Glyphs:
        """The letters that stand side by side here."""
        end = self.at
        while end < len(self.items) and self.items[end].kind == "letter":
            end += 1
        return self.items[self.at : end]

    def argument(self, of: Glyph) -> Glyph:
        """The item that a command takes: a group, a command, or a single character."""
        item = self.next()
        if item is END:
            raise ParseError(f"something is missing after {of.shown}", of.position)
        if item.kind == "newline" or item.is_sign("^", "_", "&"):
            raise ParseError(f"something is missing before {item.text}", item.position)
        if item.kind == "number" and len(item.text) > 1:  # only its first digit is taken
            cut = item.start + 1
            self.put([Glyph("number", item.text[1:], cut, item.end)])
            item = Glyph("number", item.text[0], item.start, cut)
        return item

    def optional(self) -> Glyph | None:
        r"""What stands in brackets behind a command, as in \sqrt[3]{x}."""
        first, depth, begin = self.peek(), 0, self.at
        if not first.is_sign("["):
            return None
        while (item := self.next()) is not END:
            depth += item.is_sign("[") - item.is_sign("]")
            if not depth:
                inside = self.items[begin + 1 : self.at - 1]
                return Glyph("group", "", first.start, item.end, inside)
        raise ParseError("this bracket is not closed", first.position)

    # ------------------------------------------------------------ parts of a text

    def part(self, items: Glyphs, at: int, place: Position, look: _Look | None) -> _Reader:
        """A reader of items, which look as those of this one where nothing else is said."""
        if self.depth >= MOST_NESTED:
            raise LimitError(f"more than {MOST_NESTED} groups are nested", place)
        look = self.look._replace(is_in_font=False) if look is None else look
        return _Reader(items, self.shared, place, look, depth=self.depth + 1, at=at)

    def inside(self, group: Glyph, look: _Look | None = None) -> _Reader:
        """What stands in a group."""
        return self.part(group.items, 0, group.position, look).read()

    def taken(self, of: Glyph, look: _Look | None = None) -> _Reader:
        """What a command takes: a group, or one item with what that takes in its turn."""
        item = self.argument(of)
        if item.kind == "group" and not item.text:
            return self.inside(item, look)
        part = self.part(self.items, self.at, item.position, look)
        part.read_one(item)
        self.items, self.at = part.items, part.at
        end = self.items[self.at - 1].end if self.at else item.end
        part.place = item.start, max(end, item.end)
        return part

    def left_out(self, of: Glyph) -> _Reader:
        """What a command takes and does not write."""
        return self.part((), 0, self.argument(of).position, None)

    # ------------------------------------------------------------ what is written

    def loose(self, part: _Reader) -> None:
        """Write a part, with its braces only where they say something.

        They say nothing around one token, in a font, around all of a group.
        """
        is_marked = self.peek().is_sign("^", "_", "'")
        is_alone = len(part.found) <= 1 or (self.peek() is END and not self.found)
        if is_alone or (part.look.is_in_font and not is_marked):
            self.found += part.found
        else:
            self.braced(part)

    def braced(self, part: _Reader) -> None:
        """Write a part in the invisible braces that it has."""
        start, end = part.place
        self.sign("{", (start, start + 1))
        self.found += part.found
        self.sign("}", (end - 1, end))

    def sign(self, text: str, position: Position) -> None:
        """Write a sign."""
        self.found.append(Token(Kind.SIGN, text, *position))

    def name(self, text: str, position: Position, font: str = "") -> None:
        r"""Write a name; \arg\min is one."""
        if len(text) > MAX_NAME:
            raise UnknownNameError(f"a name has at most {MAX_NAME} characters", position)
        if text in ("min", "max") and self.found and self.found[-1].text == "arg":
            text, position = f"arg{text}", (self.found.pop().start, position[1])
        self.found.append(Token(Kind.NAME, text, *position, font=font))

    def words(self, text: str, position: Position) -> None:
        """Write prose, if anything is said."""
        if said := " ".join(text.split()):
            self.found.append(Token(Kind.WORDS, said, *position))


# ---------------------------------------------------------------- letters, numbers, commands


def _letter(here: _Reader, text: str, glyph: Glyph) -> None:
    """Write a letter in the font that stands around it; above, a T in a font is a transpose."""
    font, script, _ = here.look
    special = _SPECIAL_NAMES.get((font, text))
    if text == "T" and script == "sup" and font in tables.WORD_FONTS:
        here.sign("⊤", glyph.position)
    else:
        here.name(special or text, glyph.position, "" if special or font == "rm" else font)


def _number(here: _Reader, glyph: Glyph) -> None:
    text = glyph.text.replace("{,}", "")
    what = f"a number of {len(text):,} digits"
    here.shared.limits.check("digits", len(text), glyph.position, what)
    if text == ".":
        raise ParseError("a number is missing beside this point", glyph.position)
    is_constant = here.look.is_in_font and here.look.font in tables.CONSTANT_FONTS
    if is_constant and (text == "0" or not text.strip("1")):
        for at, digit in enumerate(text, glyph.start):
            here.name(tables.CONSTANTS[digit], (at, at + 1))
    else:
        here.found.append(Token(Kind.NUMBER, text, *glyph.position, Fraction(text)))


def _command(here: _Reader, glyph: Glyph) -> None:
    text = glyph.text
    if text in here.shared.macros:
        _fill(here, glyph)
    elif text in HANDLERS:
        HANDLERS[text](here, glyph)
    elif text in tables.SIGNS:
        here.sign(tables.SIGNS[text], glyph.position)
    elif text in tables.LETTERS:
        _letter(here, tables.LETTERS[text], glyph)
    elif text in tables.FUNCTIONS and len(text) > 1:
        here.name(tables.FUNCTIONS[text], glyph.position)
    elif text == "star" and here.look.script:
        here.sign("*", glyph.position)
    elif text in tables.DIFFERENTIALS:
        here.name("d", glyph.position, "rm")
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


def _character(here: _Reader, glyph: Glyph) -> None:
    text, beside = glyph.text, here.beside()
    pair = text + beside.text if beside.kind == "sign" else ""
    if text in "_^":
        _script(here, glyph)
    elif text == "&" and here.in_table:
        here.sign(",", glyph.position)
    elif text == ";":
        here.found.append(Token(Kind.BREAK, ";", *glyph.position))
    elif pair in tables.CHARACTERS:
        here.at += 1
        while text == "." and here.beside().is_sign("."):
            here.at += 1
        here.sign(tables.CHARACTERS[pair], (glyph.start, here.items[here.at - 1].end))
    elif text in tables.CHARACTERS or text == ".":
        here.sign(tables.CHARACTERS.get(text, text), glyph.position)
    elif text in FRACTIONS:
        here.found.append(Token(Kind.NUMBER, text, *glyph.position, Fraction(*FRACTIONS[text])))
    elif text == "⊤":  # it transposes, raised or not
        for mark in "⊤" if here.look.script else "^⊤":
            here.sign(mark, glyph.position)
    elif text in _LETTERS:
        _letter(here, _LETTERS[text], glyph)
    elif text not in "$&~":
        shown = f"{text[0]} " if text.isprintable() else ""
        message = f"the character {shown}(U+{ord(text[0]):04X}) is not part of the language"
        raise ParseError(message, glyph.position, INSTEAD.get(text))


def _small(here: _Reader, glyph: Glyph) -> None:
    """Small characters side by side: x₁₂ is x_{12}, and A⁻¹ is A^{-1}."""
    plain = unicodedata.normalize("NFKC", glyph.text).replace("T", "⊤").replace("−", "-")
    items = [item._replace(start=glyph.start, end=glyph.end) for item in glyphs(plain, GENEROUS)]
    sign = Glyph("sign", "^" if glyph.kind == "raised" else "_", *glyph.position)
    here.put([sign, Glyph("group", "", *glyph.position, items)])


def _script(here: _Reader, glyph: Glyph) -> None:
    """What stands above or below; a prime above is a mark of its own."""
    item = here.peek()
    font = here.look.font if glyph.text == "^" else ""
    part = here.taken(glyph, _Look(font, "sub" if glyph.text == "_" else "sup"))
    if all(token.text == "'" for token in part.found):
        here.found += part.found
        return
    here.sign(glyph.text, glyph.position)
    is_group = item.kind == "group"
    if not is_group:
        _check_single(here, part.found[0])
    if is_group or (len(part.found) > 1 and part.found[0].text != "{"):
        here.braced(part)
    else:
        here.found += part.found


def _check_single(here: _Reader, token: Token) -> None:
    """Refuse x^10, which LaTeX sets as x¹0, and A^-1."""
    after = here.beside()
    if after.kind not in ("number", "letter"):
        return
    place, hint = (token.start, after.end), f"write {{{token.text}{after.text}}} in braces"
    if token.text in ("-", "."):
        raise ParseError(f"only the {token.text} stands above here", place, hint)
    if token.kind is Kind.NUMBER and after.kind == "number":
        raise AmbiguousError("only the first digit is raised or lowered here", place, hint)


# ---------------------------------------------------------------- fonts, accents, fences


def _font(here: _Reader, glyph: Glyph) -> None:
    r"""\mathbf{x}, \mathbf x, {\bf x}: letters in a font."""
    look = here.look._replace(font=tables.FONTS[glyph.text], is_in_font=True)
    if glyph.text in tables.SWITCHES and not here.found and here.peek().kind != "group":
        here.look = look
    elif glyph.text == "vec" and here.peek().is_sign("("):
        here.name("vec", glyph.position)  # \vec(X) is the vector of the columns
    else:
        here.loose(here.taken(glyph, look))


def _accent(here: _Reader, glyph: Glyph) -> None:
    r"""\hat y as yhat, \bar{x}_i as xbar with its index."""
    part = here.taken(glyph)
    first, *rest = part.found or [Token(Kind.END, "", *part.place)]
    if first.kind is not Kind.NAME or (rest and rest[0].text not in "_^'"):
        message = f"what stands under \\{glyph.text} is more than one letter"
        hint = rf"one letter each: \{glyph.text}{{x}}"
        raise UnsupportedError(message, (glyph.start, part.place[1]), hint)
    here.name(first.text + tables.ACCENTS[glyph.text], (glyph.start, first.end), first.font)
    here.found += rest


def _fence(here: _Reader, glyph: Glyph) -> None:
    r"""\left| and \bigr|: bars learn which side they are on."""
    item = here.next()
    if item.is_sign("."):
        return
    text = (tables.SIGNS if item.kind == "command" else tables.CHARACTERS).get(item.text)
    if text is None:
        raise ParseError(f"a delimiter is missing after {glyph.shown}", glyph.position)
    if item.is_sign("|") and here.beside().is_sign("|"):
        text = "‖"
        here.next()
    here.sign(tables.FENCES[glyph.text].get(text, text), (glyph.start, item.end))


# ---------------------------------------------------------------- decoration, abbreviations


def _arrange(here: _Reader, glyph: Glyph) -> None:
    r"""Write what a command arranges, as \frac{a}{b}; \norm(x) is a function like others."""
    if glyph.text in tables.FUNCTIONS and here.peek().is_sign("("):
        here.name(tables.FUNCTIONS[glyph.text], glyph.position)
        return
    here.pass_over("*")
    count, template = tables.ABBREVIATIONS[glyph.text]
    parts: list[_Reader] = []
    if (given := here.optional()) is not None:
        if f"{glyph.text}[" in tables.ABBREVIATIONS:
            count, template = tables.ABBREVIATIONS[f"{glyph.text}["]
            parts.append(here.inside(given))
        elif any(item.kind not in ("command", "space") for item in given.items):
            message = f"what do the brackets behind \\{glyph.text} say?"
            raise AmbiguousError(message, (glyph.start, given.end))
    for number in range(len(parts) + 1, count + 1):
        is_used = f"#{number}" in template
        parts.append(here.taken(glyph) if is_used else here.left_out(glyph))
    signs, end = template.split(), parts[-1].place[1] if parts else glyph.end
    for part in parts:
        if "#2" in template.partition("#1")[0]:  # written in another order: no place of its own
            part.found = [t._replace(start=glyph.start, end=end) for t in part.found]
            part.place = glyph.start, end
    for at, sign in enumerate(signs):
        place = glyph.position if at + 1 < len(signs) else (end - 1, end)
        if "#" in sign:
            part = parts[int(sign.strip("{#}")) - 1]
            here.braced(part) if sign[0] == "{" else here.found.extend(part.found)
        else:
            kind = Kind.NUMBER if sign == "1" else Kind.SIGN
            here.found.append(Token(kind, sign, *place, Fraction(sign == "1")))


def _brace(here: _Reader, glyph: Glyph) -> None:
    r"""\underbrace{…}_{n\times n}: the label is left out, unless it is a name used elsewhere."""
    part = here.taken(glyph)
    if here.peek().is_sign("_" if glyph.text == "underbrace" else "^"):
        here.next()
        label = here.taken(glyph)
        here.shared.labels += label.found if len(label.found) == 1 else []
    here.loose(part)


def _define(here: _Reader, glyph: Glyph) -> None:
    r"""\def\op#1{…}, \newcommand{\tr}[1]{…}: what a text abbreviates for itself."""
    here.pass_over("*")
    name = here.argument(glyph)
    if name.kind == "group" and len(name.items) == 1:
        name = name.items[0]
    if name.kind != "command":
        raise ParseError("the name of the abbreviation is missing", glyph.position)
    here.pass_over("=")
    given = here.optional()
    count = "".join(item.text for item in given.items) if given else ""
    while here.peek().kind == "parameter":
        count = here.items[here.at].text[1:]
        here.at += 1
    if count not in ("", *"123456789"):
        raise ParseError("parameters are counted [2], or #1#2", glyph.position)
    body = here.argument(glyph)
    if glyph.text == "DeclareMathOperator":
        items = [Glyph("command", "operatorname", *glyph.position), body]
    else:
        items = body.items if body.kind == "group" else [body]
    here.shared.macros[name.text] = (int(count or 0), items)


def _fill(here: _Reader, glyph: Glyph) -> None:
    """Let what an abbreviation stands for come next, with its arguments in it."""
    count, body = here.shared.macros[glyph.text]
    here.put(_filled(here, body, [here.argument(glyph) for _ in range(count)], glyph))


def _filled(here: _Reader, body: Glyphs, given: Sequence[Glyph], of: Glyph) -> list[Glyph]:
    found: list[Glyph] = []
    for part in body:
        number = int(part.text[1:]) if part.kind == "parameter" else 0
        if number > len(given):
            raise ParseError(f"{of.shown} has no parameter #{number}", of.position)
        if number:
            one = given[number - 1]
            found += one.items if one.kind == "group" and not one.text else [one]
        else:
            inside = _filled(here, part.items, given, of)
            found.append(Glyph(part.kind, part.text, of.start, of.end, inside))
    here.shared.work += len(found) + 1
    if here.shared.work > MOST_WORK:
        raise LimitError("the abbreviations of this text expand to too much", of.position)
    return found


# ---------------------------------------------------------------- environments


def _environment(here: _Reader, group: Glyph) -> None:
    """A matrix, or lines of a display, which stand as they are."""
    if group.text not in tables.ALIGNED and group.text not in tables.TABLES:
        message = f"the environment {group.text} is not read"
        hint = r"\max(0, x) and \mathbf{1}[x > 0] make cases"
        raise UnsupportedError(message, group.position, hint)
    look = None if group.text in tables.ALIGNED else PLAIN
    part = here.part(group.items, 0, group.position, look)
    if group.text in tables.WITH_COLUMNS:
        part.optional()
        part.at += part.peek().kind == "group"
    opening, closing = tables.TABLES.get(group.text, ("", ""))
    part.in_table = bool(opening)
    rows = part.read().found
    while part.in_table and rows and (rows[-1].kind is Kind.BREAK or rows[-1].text in (",", ".")):
        rows.pop()
    here.found += [Token(Kind.SIGN, sign, group.start, group.start + 1) for sign in opening.split()]
    here.found += rows
    here.found += [Token(Kind.SIGN, sign, group.end - 1, group.end) for sign in closing.split()]


# ---------------------------------------------------------------- words


def _words(here: _Reader, glyph: Glyph) -> None:
    r"""\operatorname{tr}, {\rm tr}, \mathit{ab}, \text{where $x$ is known}: a name, or prose."""
    is_first, is_prose = not here.found, glyph.text in tables.PROSE
    here.pass_over("*")
    if glyph.text in ("rm", "it") and here.peek().kind == "letter":
        rest = here.items[here.at :]  # {\rm a column vector} is prose
        said = spelled(rest).split()
        is_remark = len(said) > 1 and not any(map(function, said))
        items = rest if is_remark and _PROSE.fullmatch(" ".join(said)) else here.letters()
        here.at += len(items)
        place = items[0].start, items[-1].end
    else:
        found = here.argument(glyph)
        items, place = (found.items if found.kind == "group" else (found,)), found.position
    ends = [-1, *(at for at, item in enumerate(items) if item.is_sign("$")), len(items)]
    if len(ends) > 2:
        for number, (start, end) in enumerate(pairwise(ends)):
            part = Glyph("group", "", *place, items[start + 1 : end])
            here.found += here.inside(part, PLAIN).found if number % 2 else []
            here.words("" if number % 2 else spelled(part.items), place)
        return
    text, following = spelled(items), here.peek()
    word = text.rstrip(".") if is_prose else text.strip()
    if glyph.text.startswith("operatorname"):
        word = word.replace(" ", "")
    elif is_prose and here.look.script and is_first and following is END:
        word = re.sub(r"\W+", "_", word).strip("_")
    is_head = following.text in ("(", "=", "_", "^", "left", "bigl", "Bigl")
    is_name = not is_prose or is_head or len(word) == 1 or here.look.script or function(word)
    if is_name and _WORD.fullmatch(word) and word not in tables.PLAIN_WORDS:
        _word(here, word, place, glyph.text)
    elif is_prose or _PROSE.fullmatch(text):
        here.words(text, place)
    else:
        look = _Look("" if glyph.text in tables.ITALIC else "rm", here.look.script)
        here.found += here.inside(Glyph("group", "", *place, items), look).found


def _word(here: _Reader, word: str, place: Position, command: str) -> None:
    """Write an upright word as a name; a T above is a transpose, a d or an e is a special one."""
    font, script, _ = here.look
    font = font if len(word) == 1 and font != "rm" else ""
    as_function = function(word) if script != "sub" else None
    if command in tables.ITALIC:
        here.name(word, place, "it" if len(word) > 1 else here.look.font)
    elif command.startswith("operatorname") and len(word) == 1 and word.isupper():
        here.name(word, place, "op")  # \operatorname{K}_{m,n} is no variable K
    elif script == "sup" and word in ("T", "t"):
        here.sign("⊤", place)
    elif word in ("d", "e", "E") and not font:
        here.name(word, place, "rm")
    else:
        is_word = as_function is None and len(word) > 1 and not script
        here.name(as_function or word.replace("-", ""), place, "up" if is_word else font)


def _run_in_font(here: _Reader) -> bool:
    r"""Write the function that letters of one font spell, as in \mathbf{tr(A)}; was there one?"""
    here.at -= 1
    letters = here.letters()
    word = function("".join(item.text for item in letters))
    if word is None or here.look.font not in tables.WORD_FONTS:
        here.at += 1
        return False
    here.at += len(letters)
    here.name(word, (letters[0].start, letters[-1].end))
    return True


def spelled(items: Glyphs) -> str:
    """The characters that stand here, without the marks of fonts; commands keep a backslash."""
    parts: list[str] = []
    for item in items:
        if item.kind == "group":
            parts.append(spelled(item.items))
        elif item.kind != "command":
            is_blank = item.kind in ("space", "newline") or item.is_sign("~")
            parts.append(" " if is_blank else item.text)
        elif item.text in tables.BLANKS:
            parts.append("" if item.text in (",", "!") else " ")
        elif item.text not in tables.FONTS and item.text not in tables.WORDS:
            parts.append(item.text if item.text in ("_", "&", "%", "#") else f"\\{item.text} ")
    return "".join(parts)


HANDLERS: dict[str, Callable[[_Reader, Glyph], None]] = {
    **dict.fromkeys(tables.ABBREVIATIONS, _arrange),
    **dict.fromkeys(tables.FONTS, _font),
    **dict.fromkeys(tables.ACCENTS, _accent),
    **dict.fromkeys(tables.WORDS, _words),
    **dict.fromkeys(tables.FENCES, _fence),
    **dict.fromkeys(tables.BRACES, _brace),
    **dict.fromkeys(tables.DEFINING, _define),
}
