r"""From LaTeX to the tokens of the grammar: what each glyph is, and nothing about extents.

Letters stand alone, words in upright type are names, `{` and `}` are invisible brackets, `font`
says how a name looks. Commands that only arrange what they hold, as \frac and \norm, are
abbreviations like those that a text defines for itself. Sums, products without a sign and what a
function takes are the grammar's.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction

from matgrad.errors import (
    AmbiguousError,
    LimitError,
    ParseError,
    UnknownNameError,
    UnsupportedError,
)
from matgrad.syntax.latex import tables
from matgrad.syntax.latex.glyphs import MOST_NESTED, Glyph, Glyphs, glyphs, run, split, visible
from matgrad.syntax.limits import GENEROUS, Limits
from matgrad.syntax.tokens import FRACTIONS, GREEK, MAX_NAME, Kind, Token

Position = tuple[int, int]
MOST_WORK = 20_000  # glyphs that abbreviations are filled in with
MOST_COMMANDS = 12  # without braces, as in \hat\mathbf x
MOST_IN_BRACKETS = 60  # items of \sqrt[n]
LONGEST_WORD = 12  # letters of \mathrm{…} that may be a name
LONGEST = 80  # characters that are looked at for a word of a formula
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z]+)*")
_PROSE = re.compile(r"[A-Za-z .,;:'?-]*[A-Za-z]{2}[A-Za-z .,;:'?-]*")
_OWN_LOOK = {"ℝ": "ℝ", "𝔼": "𝔼", "ℓ": "ell", **dict.fromkeys("𝟏𝟙", "𝟏")}
_SPECIAL_NAMES = {("bb", "R"): "ℝ", ("bb", "E"): "𝔼"}
HELD = "held"  # the name of a group of an abbreviation, whose braces are always written

Abbreviation = tuple[int, Glyphs]  # how many arguments it has, and what it stands for


def _held(items: Glyphs) -> list[Glyph]:
    """The items of an abbreviation of ours, with braces that say something."""
    return [
        item._replace(text=HELD, items=_held(item.items)) if item.kind == "group" else item
        for item in items
    ]


OWN: dict[str, Abbreviation] = {
    name: (count, _held(glyphs(body, GENEROUS)))
    for name, (count, body) in tables.ABBREVIATIONS.items()
}


def tokens_of(text: str, limits: Limits = GENEROUS) -> list[Token]:
    r"""The tokens of a formula in LaTeX, ending with an END token.

    >>> [token.text for token in tokens_of(r"\frac12 x^\top A\hat y")]
    ['{', '{', '1', '}', '/', '{', '2', '}', '}', 'x', '^', '⊤', 'A', 'yhat', '']
    """
    shared = _Shared(limits)
    found = _joined(_Group(glyphs(text, limits), shared).read())
    limits.check("tokens", len(found), found[-1].position if found else None)
    names = {token.text for token in found if token.kind is Kind.NAME}
    for label in shared.labels:
        if label.text in names:
            message = f"{label.text} is named by a brace here, and stands elsewhere, too"
            raise UnsupportedError(message, label.position, f"{label.text} = … by itself")
    return [*_without_marks(found), Token(Kind.END, "", len(text), len(text))]


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


# ---------------------------------------------------------------- groups


@dataclass(slots=True)
class _Shared:
    """What all groups of a text share."""

    limits: Limits
    depth: int = 0  # groups that are being read
    labels: list[Glyph] = field(default_factory=list[Glyph])  # names that braces give to parts
    macros: dict[str, Abbreviation] = field(default_factory=lambda: {**OWN})
    work: int = 0  # that abbreviations made


@dataclass(slots=True)
class _Group:
    """A run of items, how they look, and the tokens that were read so far."""

    items: Glyphs
    shared: _Shared
    font: str = ""
    script: str = ""  # sub or sup, in an index or an exponent
    is_in_font: bool = False  # does a font stand right around these items?
    at: int = 0
    found: list[Token] = field(default_factory=list[Token])

    def read(self) -> list[Token]:
        """The tokens of these items."""
        self.shared.depth += 1
        while (item := self.next()) is not None:
            if self.shared.depth > MOST_NESTED:
                raise LimitError(f"more than {MOST_NESTED} groups are nested", item.position)
            _read(self, item)
        self.shared.depth -= 1
        return self.found

    # ------------------------------------------------------------ what stands ahead

    def next(self) -> Glyph | None:
        """The next item that is no space; None at the end."""
        item = self.peek()
        self.at += item is not None
        return item

    def peek(self) -> Glyph | None:
        """The next item that is no space, left where it is; spaces are passed over."""
        while self.at < len(self.items) and self.items[self.at].kind == "space":
            self.at += 1
        return self.beside()

    def beside(self) -> Glyph | None:
        """What stands here without a space before it."""
        return self.items[self.at] if self.at < len(self.items) else None

    def is_next(self, *signs: str) -> bool:
        """Does one of these characters come next?"""
        item = self.peek()
        return item is not None and item.is_sign(*signs)

    def pass_over(self, sign: str) -> None:
        r"""Pass over a sign that says nothing, as the star of \operatorname*."""
        self.at += self.is_next(sign)

    def is_before(self, kind: str) -> bool:
        """Does an item of this kind come next?"""
        item = self.peek()
        return item is not None and item.kind == kind

    def letters(self, at: int) -> Glyphs:
        """The letters that stand side by side from there on."""
        end = at
        while end < min(len(self.items), at + LONGEST) and self.items[end].kind == "letter":
            end += 1
        return self.items[at:end]

    def argument(self, of: Glyph) -> Glyph:
        """The group that a command takes, or a run: one glyph with what it takes in its turn."""
        item, needed = self.next(), 1
        begin = self.at - 1
        if item is not None and item.kind == "group" and item.text in ("", HELD):
            return item
        for _ in range(MOST_COMMANDS):
            if item is None:
                raise ParseError(f"something is missing after {of.shown}", of.position)
            if item.kind == "newline" or item.is_sign("^", "_", "&"):
                raise ParseError(f"something is missing before {item.text}", item.position)
            needed += tables.ARITY.get(item.text, 0) - 1 if item.kind == "command" else -1
            if item.kind == "number" and len(item.text) > 1:  # only its first digit is taken
                cut = item.start + 1
                parts = (
                    Glyph("number", item.text[0], item.start, cut),
                    Glyph("number", item.text[1:], cut, item.end),
                )
                self.items = [*self.items[: self.at - 1], *parts, *self.items[self.at :]]
            if not needed:
                return run(self.items[begin : self.at])
            item = self.next()
        raise ParseError("too many commands stand in one another here", of.position)

    def optional(self) -> Glyph | None:
        r"""What stands in brackets behind a command, as in \sqrt[3]{x}."""
        first = self.peek()
        if first is None or not first.is_sign("["):
            return None
        depth, begin = 0, self.at
        while (item := self.next()) is not None and self.at - begin <= MOST_IN_BRACKETS:
            depth += item.is_sign("[") - item.is_sign("]")
            if not depth:
                inside = self.items[begin + 1 : self.at - 1]
                return Glyph("group", "", first.start, item.end, inside)
        raise ParseError("this bracket is not closed, or far away", first.position)

    # ------------------------------------------------------------ what is written

    def inside(self, items: Glyphs, font: str | None = None, script: str | None = None) -> _Group:
        """Items that stand in this group, and look like it where nothing else is said."""
        font = self.font if font is None else font
        return _Group(items, self.shared, font, self.script if script is None else script)

    def braced(self, found: Glyph, font: str | None = None, script: str | None = None) -> None:
        """Write an argument in the invisible braces that it has."""
        inner = self.inside(found.items, font, script).read()
        self.in_braces(found, inner)

    def in_braces(self, found: Glyph, inner: Sequence[Token]) -> None:
        """Write tokens in the braces of a group."""
        self.sign("{", (found.start, found.start + 1))
        self.found += inner
        self.sign("}", (found.end - 1, found.end))

    def loose(self, found: Glyph, font: str | None = None, *, styled: bool = False) -> None:
        """Write an argument, with its braces only where they say something.

        They say nothing around one token, in a font, around all of a group.
        """
        inner = self.inside(found.items, font)
        inner.is_in_font = styled
        is_first = not self.found
        tokens, following = inner.read(), self.peek()
        is_marked = following is not None and following.is_sign("^", "_", "'")
        is_alone = len(tokens) <= 1 or (following is None and is_first)
        if is_alone or (inner.is_in_font and not is_marked):
            self.found += tokens
        else:
            self.in_braces(found, tokens)

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


def _read(here: _Group, item: Glyph) -> None:
    match item.kind:
        case "group" if item.text == HELD:
            here.braced(item)
        case "group" if item.text:
            _environment(here, item)
        case "group":
            here.loose(item)
        case "run":
            here.found += here.inside(item.items).read()
        case "letter":
            if not (here.font and _run_in_font(here)):
                _letter(here, item.text, item)
        case "number":
            _number(here, item)
        case "command":
            _command(here, item)
        case "newline":
            here.found.append(Token(Kind.BREAK, "\n", *item.position))
        case _:
            _character(here, item)


# ---------------------------------------------------------------- letters, numbers, commands


def _letter(here: _Group, text: str, glyph: Glyph) -> None:
    """Write a letter in the font that stands around it; above, a T in a font is a transpose."""
    special = _SPECIAL_NAMES.get((here.font, text))
    if text == "T" and here.script == "sup" and here.font in tables.WORD_FONTS:
        here.sign("⊤", glyph.position)
    else:
        font = "" if special or here.font == "rm" else here.font
        here.name(special or text, glyph.position, font)


def _number(here: _Group, glyph: Glyph) -> None:
    text = glyph.text.replace("{,}", "")
    what = f"a number of {len(text):,} digits"
    here.shared.limits.check("digits", len(text), glyph.position, what)
    if text == ".":
        raise ParseError("a number is missing beside this point", glyph.position)
    is_constant = here.is_in_font and here.font in tables.CONSTANT_FONTS
    if is_constant and (text == "0" or not text.strip("1")):
        for at, digit in enumerate(text, glyph.start):
            here.name(tables.CONSTANTS[digit], (at, at + 1))
    else:
        here.found.append(Token(Kind.NUMBER, text, *glyph.position, Fraction(text)))


def _command(here: _Group, glyph: Glyph) -> None:
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
    elif text == "star" and here.script:
        here.sign("*", glyph.position)
    elif text in tables.DIFFERENTIALS:
        here.name("d", glyph.position, "rm")
    elif text not in tables.IGNORED:
        _refuse(glyph)


def _refuse(glyph: Glyph) -> None:
    """The error for a command that is known but has no place here, or is not known at all."""
    if glyph.text in tables.REFUSED:
        raise UnsupportedError(tables.REFUSED[glyph.text], glyph.position)
    known = {**OWN, **HANDLERS, **tables.SIGNS, **tables.LETTERS, **tables.FUNCTIONS}
    near = get_close_matches(glyph.text, known, 1, cutoff=0.8)
    hint = f"did you mean \\{near[0]}?" if near else r"\newcommand can say what it means"
    raise ParseError(f"\\{glyph.text} is not a command that is read", glyph.position, hint)


# ---------------------------------------------------------------- characters


def _character(here: _Group, glyph: Glyph) -> None:
    beside = here.beside()
    pair = glyph.text + beside.text if beside is not None and beside.kind == "sign" else ""
    if glyph.text in "_^":
        _script(here, glyph)
    elif glyph.text == ";":
        here.found.append(Token(Kind.BREAK, ";", *glyph.position))
    elif pair in tables.CHARACTERS:
        here.at += 1
        while glyph.text == "." and (dot := here.beside()) is not None and dot.is_sign("."):
            here.at += 1
        here.sign(tables.CHARACTERS[pair], (glyph.start, here.items[here.at - 1].end))
    elif glyph.text in tables.CHARACTERS or glyph.text == ".":
        here.sign(tables.CHARACTERS.get(glyph.text, "."), glyph.position)
    elif glyph.text not in "$&~":
        _mathematics(here, glyph)


def _mathematics(here: _Group, glyph: Glyph) -> None:
    """A character of mathematics that LaTeX has a command for: σ, ², ᵀ, ½."""
    look = unicodedata.decomposition(glyph.text[0]).partition(" ")[0]
    if glyph.text in FRACTIONS:
        value = Fraction(*FRACTIONS[glyph.text])
        here.found.append(Token(Kind.NUMBER, glyph.text, *glyph.position, value))
    elif glyph.text == "⊤":  # it transposes, raised or not
        for mark in "⊤" if here.script else "^⊤":
            here.sign(mark, glyph.position)
    elif look in ("<super>", "<sub>"):
        _small(here, look)
    elif (name := {**GREEK, **_OWN_LOOK}.get(glyph.text)) is not None:
        _letter(here, name, glyph)
    else:
        shown = f"{glyph.text[0]} " if glyph.text.isprintable() else ""
        message = f"the character {shown}(U+{ord(glyph.text[0]):04X}) is not part of the language"
        raise ParseError(message, glyph.position)


def _small(here: _Group, look: str) -> None:
    """Small characters side by side: x₁₂ is x_{12}, and A⁻¹ is A^{-1}."""
    text, start = "", here.items[here.at - 1].start
    here.at -= 1
    while (item := here.beside()) is not None and item.kind == "sign":
        kind, _, base = unicodedata.decomposition(item.text).rpartition(" ")
        if kind != look:
            break
        text += chr(int(base, 16))
        here.at += 1
    is_super, place = look == "<super>", (start, here.items[here.at - 1].end)
    here.sign("^" if is_super else "_", place)
    plain = glyphs(text.replace("−", "-").replace("T", "⊤"), GENEROUS)
    small = run([item._replace(start=place[0], end=place[1]) for item in plain])
    here.braced(small, "", "sup" if is_super else "sub")


def _script(here: _Group, glyph: Glyph) -> None:
    """What stands above or below; a prime above is a mark of its own."""
    found = here.argument(glyph)
    inside = visible(found.items)
    if all(item.is_sign("'", "′") or item.is_command("prime") for item in inside):
        for item in inside:
            here.sign("'", item.position)
        return None
    script = "sub" if glyph.text == "_" else "sup"
    letters = sum(item.kind == "letter" for item in inside)
    font = here.font if script == "sup" and letters > 1 else ""  # a single one keeps its look
    here.sign(glyph.text, glyph.position)
    if found.kind == "group":
        return here.braced(found, font, script)
    _check_single(here, inside[0])
    tokens = here.inside(found.items, font, script).read()
    has_braces = len(tokens) <= 1 or tokens[0].text == "{"
    return here.found.extend(tokens) if has_braces else here.in_braces(found, tokens)


def _check_single(here: _Group, item: Glyph) -> None:
    """Refuse x^10, which LaTeX sets as x¹0, and A^-1."""
    after = here.beside()
    if after is None or after.kind not in ("number", "letter"):
        return
    place, hint = (item.start, after.end), f"write {{{item.text}{after.text}}} in braces"
    if item.is_sign("-", "−", "."):
        raise ParseError(f"only the {item.text} stands above here", place, hint)
    if item.kind == after.kind == "number":
        raise AmbiguousError("only the first digit is raised or lowered here", place, hint)


# ---------------------------------------------------------------- fonts, accents, fences


def _font(here: _Group, glyph: Glyph) -> None:
    r"""\mathbf{x}, \mathbf x, {\bf x}: letters in a font."""
    if glyph.text in tables.SWITCHES and not here.found and not here.is_before("group"):
        here.font, here.is_in_font = tables.FONTS[glyph.text], True
    elif glyph.text == "vec" and here.is_next("("):
        here.name("vec", glyph.position)  # \vec(X) is the vector of the columns
    else:
        here.loose(here.argument(glyph), tables.FONTS[glyph.text], styled=True)


def _accent(here: _Group, glyph: Glyph) -> None:
    r"""\hat y as yhat, \bar{x}_i as xbar with its index."""
    found = here.argument(glyph)
    first, *rest = here.inside(found.items).read() or [Token(Kind.END, "", *found.position)]
    if first.kind is not Kind.NAME or (rest and rest[0].text not in "_^'"):
        message = f"what stands under \\{glyph.text} is more than one letter"
        hint = rf"one letter each: \{glyph.text}{{x}}"
        raise UnsupportedError(message, (glyph.start, found.end), hint)
    here.name(first.text + tables.ACCENTS[glyph.text], (glyph.start, first.end), first.font)
    here.found += rest


def _fence(here: _Group, glyph: Glyph) -> None:
    r"""\left| and \bigr|: bars learn which side they are on."""
    item = here.next()
    if item is not None and item.is_sign("."):
        return
    signs = tables.SIGNS if item is not None and item.kind == "command" else tables.CHARACTERS
    text = signs.get(item.text) if item is not None else None
    if item is None or text is None:
        raise ParseError(f"a delimiter is missing after {glyph.shown}", glyph.position)
    beside = here.beside()
    if item.is_sign("|") and beside is not None and beside.is_sign("|"):
        text = "‖"
        here.next()
    text, start = tables.FENCES[glyph.text].get(text, text), glyph.start
    here.sign(text, (start, item.end))


# ---------------------------------------------------------------- decoration, abbreviations


def _brace(here: _Group, glyph: Glyph) -> None:
    r"""\underbrace{…}_{n\times n}: the label is left out, unless it is a name used elsewhere."""
    found = here.argument(glyph)
    if here.is_next("_" if glyph.text == "underbrace" else "^"):
        here.next()
        label = visible(here.argument(glyph).items)
        if len(label) == 1 and (label[0].kind == "letter" or label[0].text in tables.LETTERS):
            here.shared.labels.append(label[0])
    here.loose(found)


def _define(here: _Group, glyph: Glyph) -> None:
    r"""\def\op#1{…}, \newcommand{\tr}[1]{…}: what a text abbreviates for itself."""
    here.pass_over("*")
    (name, *rest) = visible(here.argument(glyph).items) or [glyph]
    if rest or name.kind != "command" or name is glyph:
        raise ParseError("the name of the abbreviation is missing", glyph.position)
    here.pass_over("=")
    given = here.optional()
    count = "".join(item.text for item in given.items) if given else ""
    while here.is_before("parameter"):
        count = here.items[here.at].text[1:]
        here.at += 1
    if count not in ("", *"123456789"):
        raise ParseError("parameters are counted [2], or #1#2", glyph.position)
    body = here.argument(glyph).items
    if glyph.text == "DeclareMathOperator":
        inside = Glyph("group", "", *glyph.position, body)
        body = [Glyph("command", "operatorname", *glyph.position), inside]
    here.shared.macros[name.text] = (int(count or 0), body)


def _fill(here: _Group, glyph: Glyph) -> None:
    r"""Read what an abbreviation stands for in its place; \norm(x) is a function like others."""
    count, body = here.shared.macros[glyph.text]
    is_own = OWN.get(glyph.text) == (count, body)
    arguments: list[Glyph] = []
    if is_own:
        if glyph.text in tables.FUNCTIONS and here.is_next("("):
            return here.name(tables.FUNCTIONS[glyph.text], glyph.position)
        here.pass_over("*")
        arguments = [given] if (given := here.optional()) else []
        if arguments and f"{glyph.text}[" in OWN:
            count, body = OWN[f"{glyph.text}["]
        elif arguments and count and any(x.kind != "command" for x in visible(arguments[0].items)):
            place = glyph.start, arguments[0].end
            raise AmbiguousError(f"what do the brackets behind \\{glyph.text} say?", place)
        else:
            arguments = []
    arguments += [here.argument(glyph) for _ in range(count - len(arguments))]
    filled = _filled(here, body, arguments, glyph)
    here.items, here.at = [*filled, *here.items[here.at :]], 0
    return None


def _filled(here: _Group, body: Glyphs, given: Sequence[Glyph], of: Glyph) -> list[Glyph]:
    """The items of an abbreviation at the place where it is used, with these arguments."""
    found: list[Glyph] = []
    place = of.start, max(of.end, *(each.end for each in given)) if given else of.end
    for part in body:
        number = int(part.text[1:]) if part.kind == "parameter" else 0
        if number > len(given):
            raise ParseError(f"{of.shown} has no parameter #{number}", of.position)
        if number:
            found.extend(given[number - 1].items)
        elif part.kind == "group":
            is_one = len(part.items) == 1 and part.items[0].kind == "parameter"
            inside = _filled(here, part.items, given, of)
            around = given[int(part.items[0].text[1:]) - 1].position if is_one else place
            found.append(Glyph("group", part.text, *around, inside))
        else:
            found.append(part._replace(start=of.start, end=of.end))
    here.shared.work += len(found) + 1
    if here.shared.work > MOST_WORK:
        raise LimitError("the abbreviations of this text expand to too much", of.position)
    return found


# ---------------------------------------------------------------- environments


def _environment(here: _Group, group: Glyph) -> None:
    """A matrix, or lines of a display, which stand as they are."""
    inside = here.inside(group.items)
    if group.text in tables.WITH_COLUMNS:
        inside.optional()
        inside.at += inside.is_before("group")
    items = group.items[inside.at :]
    if group.text in tables.ALIGNED:
        here.found += here.inside(items).read()
    elif group.text in tables.TABLES:
        opening, closing = tables.TABLES[group.text]
        begin, end = (group.start, group.start + 1), (group.end - 1, group.end)
        for text in opening.split():
            here.found.append(Token(Kind.NAME if text.isalpha() else Kind.SIGN, text, *begin))
        here.found += _cells(here, items, begin)
        here.found += [Token(Kind.SIGN, text, *end) for text in closing.split()]
    else:
        message = f"the environment {group.text} is not read"
        raise UnsupportedError(
            message, group.position, r"\max(0, x) and \mathbf{1}[x > 0] make cases"
        )


def _cells(here: _Group, items: Glyphs, place: Position) -> list[Token]:
    """The cells of a table, parted by commas and semicolons; empty rows are left out."""
    found: list[Token] = []
    for row in split(items, lambda item: item.kind == "newline"):
        cells = [_trimmed(cell) for cell in split(row, lambda item: item.is_sign("&"))]
        for number, cell in enumerate(cells if any(cells) else []):
            if found or number:
                mark = (Kind.SIGN, ",") if number else (Kind.BREAK, ";")
                found.append(Token(*mark, *place))
            found += here.inside(cell, "", "").read()
    return found


def _trimmed(cell: Glyphs) -> Glyphs:
    """A cell without spaces, lines and the marks of a sentence at its end."""
    cell = [item for item in cell if not item.is_command("hline")]
    while cell and (cell[-1].kind == "space" or cell[-1].is_sign(",", ".", ";")):
        cell.pop()
    return cell


# ---------------------------------------------------------------- words


def _upright(here: _Group, glyph: Glyph) -> None:
    r"""\operatorname{tr}, \mathrm{tr}, {\rm tr}, \mathit{ab}: a word, or letters that stand so."""
    here.pass_over("*")
    if glyph.text in ("rm", "it") and here.is_before("letter"):
        found = run(here.letters(here.at))
        here.at += len(found.items)
    else:
        found = here.argument(glyph)
    text = spelled(found.items, LONGEST).strip()
    is_operator, is_italic = glyph.text.startswith("operatorname"), glyph.text in tables.ITALIC
    word = text.replace(" ", "") if is_operator else text
    is_short = is_operator or len(word) <= LONGEST_WORD or here.script != ""
    if not _WORD.fullmatch(word) or word in tables.PLAIN_WORDS:
        if _PROSE.fullmatch(text):
            _said(here, text, found.position)
        else:
            here.found += here.inside(found.items, "" if is_italic else "rm").read()
    elif is_italic:
        here.name(word, found.position, "it" if len(word) > 1 else here.font)
    elif is_operator and len(word) == 1 and word.isupper():
        here.name(word, found.position, "op")  # \operatorname{K}_{m,n} is no variable K
    elif tables.function(word) or is_short:
        _word(here, word, found.position)
    else:
        here.words(word, found.position)


def _prose(here: _Group, glyph: Glyph) -> None:
    r"""\text{where $x$ is known}: words, and formulas between them; or a name, \text{tr}."""
    is_alone = len(here.items) == 2  # nothing stands beside it in its group
    found = here.argument(glyph)
    parts = list(split(found.items, lambda item: item.is_sign("$")))
    if len(parts) == 1:
        text = spelled(found.items)
        return _said(here, text.strip() if here.script and is_alone else text, found.position)
    for number, part in enumerate(parts):
        if number % 2:
            here.found += here.inside(part, "", "").read()
        elif part:
            here.words(spelled(part), run(part).position)
    return None


def _said(here: _Group, text: str, place: Position) -> None:
    """A word that is a name, an index, a function, or stands before ( or =; or prose."""
    following = here.peek()
    is_head = following is not None and (
        following.is_sign("(", "=", "_", "^") or following.is_command("left", "bigl", "Bigl")
    )
    is_name = text not in tables.PLAIN_WORDS and (
        is_head or len(text) == 1 or tables.function(text) is not None
    )
    joined = re.sub(r"\W+", "_", text).strip("_")
    if _WORD.fullmatch(text) and is_name:
        _word(here, text, place)
    elif here.script and text == text.strip() and _WORD.fullmatch(joined):
        _word(here, joined, place)
    elif tables.function(text.strip(" .")) == "const":
        here.name("const", place)
    else:
        here.words(text, place)


def _word(here: _Group, word: str, place: Position) -> None:
    """Write an upright word as a name; a T above is a transpose, a d or an e is a special one."""
    font = here.font if len(word) == 1 and here.font != "rm" else ""
    as_function = tables.function(word) if here.script != "sub" else None
    if here.script == "sup" and word in ("T", "t"):
        here.sign("⊤", place)
    elif word in ("d", "e", "E") and not font:
        here.name(word, place, "rm")
    else:
        is_word = as_function is None and len(word) > 1 and not here.script
        here.name(as_function or word.replace("-", ""), place, "up" if is_word else font)


def _run_in_font(here: _Group) -> bool:
    r"""Write the function that letters of one font spell, as in \mathbf{tr(A)}; was there one?"""
    letters = here.letters(here.at - 1)
    word = tables.function("".join(item.text for item in letters))
    if word is None or here.font not in tables.WORD_FONTS:
        return False
    here.at += len(letters) - 1
    here.name(word, run(letters).position)
    return True


def spelled(items: Glyphs, most: int = 1 << 60) -> str:
    """The characters that stand here, without the marks of fonts; commands keep a backslash."""
    parts: list[str] = []
    waiting = [iter(items)]
    while waiting and len(parts) < most:
        item = next(waiting[-1], None)
        if item is None:
            waiting.pop()
        elif item.kind == "group":
            waiting.append(iter(item.items))
        elif item.kind != "command":
            is_blank = item.kind in ("space", "newline") or item.is_sign("~")
            parts.append(" " if is_blank else item.text)
        elif item.text in tables.BLANKS:
            parts.append("" if item.text in (",", "!") else " ")
        elif item.text not in tables.FONTS and item.text not in tables.WORDS:
            parts.append(item.text if item.text in ("_", "&", "%", "#") else f"\\{item.text} ")
    return "".join(parts)


HANDLERS: dict[str, Callable[[_Group, Glyph], None]] = {
    **dict.fromkeys(tables.FONTS, _font),
    **dict.fromkeys(tables.ACCENTS, _accent),
    **dict.fromkeys(tables.UPRIGHT | tables.ITALIC, _upright),
    **dict.fromkeys(tables.PROSE, _prose),
    **dict.fromkeys(tables.FENCES, _fence),
    **dict.fromkeys(tables.BRACES, _brace),
    **dict.fromkeys(tables.DEFINING, _define),
}
