r"""From LaTeX to the tokens of the grammar: what each glyph is, and nothing about extents.

Letters stand alone, words in upright type are names, `{` and `}` are invisible brackets, `font`
says how a name looks. Sums, products without a sign and what a function takes are the grammar's.
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
from matgrad.syntax.latex.glyphs import Cursor, Glyph, Glyphs, glyphs, nested, run, split, visible
from matgrad.syntax.limits import GENEROUS, Limits
from matgrad.syntax.tokens import FRACTIONS, GREEK, MAX_NAME, Kind, Token

Position = tuple[int, int]
MOST_WORK = 200_000  # glyphs that abbreviations are filled in with
MOST_NESTED = 100  # groups in one another
LONGEST_WORD = 12  # letters of \mathrm{…} that may be a name
LONGEST = 80  # characters that are looked at for a word of a formula
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z]+)*")
_PROSE = re.compile(r"[A-Za-z .,;:'?-]*[A-Za-z]{2}[A-Za-z .,;:'?-]*")
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
    shared = _Shared(limits)
    whole = _Group(nested(glyphs(text, limits), limits), shared=shared)
    found = _joined(whole.read())
    limits.check("tokens", len(found), found[-1].position if found else None)
    _check_labels(shared.labels, found)
    return [*_without_marks(found), Token(Kind.END, "", len(text), len(text))]


# ---------------------------------------------------------------- groups


@dataclass(slots=True)
class _Shared:
    """What all groups of a text share."""

    limits: Limits
    depth: int = 0  # groups that are being read
    labels: list[Token] = field(default_factory=list[Token])  # names that braces give to parts
    macros: dict[str, tuple[int, Glyphs]] = field(default_factory=dict[str, tuple[int, Glyphs]])
    work: int = 0  # that macros made


@dataclass(slots=True)
class _Group(Cursor):
    """A run of items, how they look, and the tokens that were read so far."""

    shared: _Shared = field(kw_only=True)
    font: str = ""
    script: str = ""  # sub or sup, in an index or an exponent
    is_in_font: bool = False  # does a font stand right around these items?
    found: list[Token] = field(default_factory=list[Token])

    def read(self) -> list[Token]:
        r"""The tokens of these items; {a \over b} is \frac{a}{b}."""
        above, *below = split(self.items, lambda item: item.is_command("over"))
        if len(below) == 1:
            place = self.items[len(above)].position
            sides = (Glyph("group", "", *place, side) for side in (above, *below))
            self.items = [Glyph("command", "frac", *place), *sides]
        self.shared.depth += 1
        while (item := self.next()) is not None:
            if self.shared.depth > MOST_NESTED:
                raise LimitError(f"more than {MOST_NESTED} groups are nested", item.position)
            _read(self, item)
        self.shared.depth -= 1
        return self.found

    def inside(self, items: Glyphs, font: str | None = None, script: str | None = None) -> _Group:
        """Items that stand in this group, and look like it where nothing else is said."""
        return _Group(
            items, shared=self.shared, font=self.font if font is None else font,
            script=self.script if script is None else script,
        )  # fmt: skip

    def braced(self, found: Glyph, font: str | None = None, script: str | None = None) -> None:
        """Write an argument in the invisible braces that it has."""
        inner = self.inside(found.items, font, script).read()
        self.found += [_opening(found), *inner, _closing(found)]

    def loose(
        self, found: Glyph, font: str | None = None, script: str | None = None, *, styled: bool
    ) -> None:
        """Write an argument, with its braces only where they say something.

        They say nothing around one token, in a font, around all of a group or a fraction.
        """
        inner = self.inside(found.items, font, script)
        inner.is_in_font = styled
        is_first = not self.found
        tokens, following = inner.read(), self.peek()
        is_marked = following is not None and following.is_sign("^", "_", "'")
        if (
            len(tokens) <= 1
            or (inner.is_in_font and not is_marked)
            or (following is None and is_first)
            or any(item.is_command("over") for item in found.items)
        ):
            self.found += tokens
        else:
            self.found += [_opening(found), *tokens, _closing(found)]

    def sign(self, text: str, position: Position) -> None:
        """Write a sign."""
        self.found.append(_sign(text, position))

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


def _sign(text: str, position: Position) -> Token:
    return Token(Kind.SIGN, text, *position)


def _opening(found: Glyph) -> Token:
    return _sign("{", (found.start, found.start + 1))


def _closing(found: Glyph) -> Token:
    return _sign("}", (found.end - 1, found.end))


def _read(here: _Group, item: Glyph) -> None:
    match item.kind:
        case "group" if item.text:
            _environment(here, item)
        case "group":
            here.loose(item, styled=False)
        case "letter":
            if not (here.font and _run_in_font(here)):
                _letter(here, item.text, item)
        case "digit":
            _number(here)
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


def _number(here: _Group) -> None:
    begin = here.at - 1
    end = _digits(here.items, begin)
    if end + 1 < len(here.items) and here.items[end].is_sign("."):
        decimals = _digits(here.items, end + 1)
        end = decimals if decimals > end + 1 else end
    digits = [*here.items[begin:end]]
    while _is_comma(here.items[end : end + 1]) and _digits(here.items, end + 1) == end + 4:
        digits += here.items[end + 1 : end + 4]  # 1{,}000
        end += 4
    here.at = end
    text, place = "".join(digit.text for digit in digits), (digits[0].start, digits[-1].end)
    here.shared.limits.check("digits", len(text), place, f"a number of {len(text):,} digits")
    is_constant = here.is_in_font and here.font in tables.CONSTANT_FONTS
    if is_constant and (text == "0" or not text.strip("1")):
        for digit in digits:
            here.name(tables.CONSTANTS[digit.text], digit.position)
    else:
        here.found.append(Token(Kind.NUMBER, text, *place, Fraction(text)))


def _is_comma(items: Glyphs) -> bool:
    """Is this a comma in braces, which parts thousands?"""
    inside = items[0].items if items and items[0].kind == "group" else ()
    return len(inside) == 1 and inside[0].is_sign(",")


def _digits(items: Glyphs, at: int) -> int:
    """Where the digits end that begin here."""
    while at < len(items) and items[at].kind == "digit":
        at += 1
    return at


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
    known = {**HANDLERS, **tables.SIGNS, **tables.LETTERS, **tables.FUNCTIONS}
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
    elif glyph.text == "." and beside is not None and beside.kind == "digit":
        _number(here)
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
    """A character of mathematics that LaTeX has a command for: σ, ², ᵀ, 𝐱, ½."""
    look, _, base = unicodedata.decomposition(glyph.text).rpartition(" ")
    if glyph.text in FRACTIONS:
        value = Fraction(*FRACTIONS[glyph.text])
        here.found.append(Token(Kind.NUMBER, glyph.text, *glyph.position, value))
    elif glyph.text == "⊤":  # it transposes, raised or not
        here.found += [_sign(mark, glyph.position) for mark in ("⊤" if here.script else "^⊤")]
    elif glyph.text == "ℓ":
        _letter(here, "ell", glyph)
    elif look in ("<super>", "<sub>"):
        _small(here, look)
    elif look == "<font>":
        called = unicodedata.name(glyph.text)
        font = next((font for word, font in _LOOKS.items() if word in called), "")
        here.loose(run([_plain(glyph, chr(int(base, 16)))]), font, styled=True)
    elif glyph.text in GREEK:
        _letter(here, GREEK[glyph.text], glyph)
    else:
        shown = f"{glyph.text} " if glyph.text.isprintable() else ""
        raise ParseError(
            f"the character {shown}(U+{ord(glyph.text):04X}) is not part of the language",
            glyph.position,
        )


def _small(here: _Group, look: str) -> None:
    """Small characters side by side: x₁₂ is x_{12}, A⁻¹ has a raised number."""
    inside: list[Glyph] = []
    here.at -= 1
    while (item := here.beside()) is not None and item.kind == "sign":
        kind, _, base = unicodedata.decomposition(item.text).rpartition(" ")
        if kind != look:
            break
        inside.append(_plain(item, chr(int(base, 16)).translate(_SMALL)))
        here.at += 1
    small = run(inside)
    text = "".join(item.text for item in inside)
    if look == "<super>" and re.fullmatch(r"-?\d{1,32}", text):
        here.found.append(Token(Kind.RAISED, text, *small.position, Fraction(text)))
        return
    mark, script = ("^", "sup") if look == "<super>" else ("_", "sub")
    here.sign(mark, small.position)
    if text == "⊤":
        here.loose(small, "", script, styled=False)
    else:
        here.braced(small, "", script)


def _plain(item: Glyph, char: str) -> Glyph:
    """What a small or a bold character stands for; a small T is a mark of transposition."""
    kind = "letter" if char.isascii() and char.isalpha() else "digit" if char.isdigit() else "sign"
    return Glyph(kind, char, *item.position)


# ---------------------------------------------------------------- fractions, roots, scripts


def _fraction(here: _Group, glyph: Glyph) -> None:
    r"""\frac{a}{b} as {{a}/{b}}."""
    above, below = here.argument(glyph), here.argument(glyph)
    here.sign("{", glyph.position)
    here.braced(above)
    here.sign("/", glyph.position)
    here.braced(below)
    here.sign("}", (below.end - 1, below.end))


def _root(here: _Group, glyph: Glyph) -> None:
    r"""\sqrt{x} as √{x}, and \sqrt[n]{x} as {x}^{1/{n}}."""
    index = here.optional()
    if index is None:
        here.sign("√", glyph.position)
    here.braced(here.argument(glyph))
    if index is not None:
        one = Token(Kind.NUMBER, "1", *glyph.position, Fraction(1))
        opening = [_sign(mark, glyph.position) for mark in "^{/{"]
        closing = [_sign(mark, glyph.position) for mark in "}}"]
        inside = here.inside(index, "", "").read()
        here.found += [*opening[:2], one, *opening[2:], *inside, *closing]


def _script(here: _Group, glyph: Glyph) -> None:
    """What stands above or below; a prime above is a mark of its own."""
    found = here.argument(glyph)
    inside = visible(found.items)
    if all(item.is_sign("'", "′") or item.is_command("prime") for item in inside):
        here.found += [_sign("'", item.position) for item in inside]
        return
    if found.kind == "run":
        _check_single(here, inside[0])
    script = "sub" if glyph.text == "_" else "sup"
    letters = sum(item.kind == "letter" for item in inside)
    font = here.font if script == "sup" and letters > 1 else ""  # a single one keeps its look
    here.sign(glyph.text, glyph.position)
    if found.kind == "run" and inside[0].is_command(*tables.FRACTIONS):
        here.found += here.inside(found.items, font, script).read()  # it has braces of its own
    elif found.kind == "run":
        here.loose(found, font, script, styled=False)
    else:
        here.braced(found, font, script)


def _check_single(here: _Group, item: Glyph) -> None:
    """Refuse x^10, which LaTeX sets as x¹0, and A^-1."""
    after = here.beside()
    if after is None:
        return
    place, hint = (item.start, after.end), f"write {{{item.text}{after.text}}} in braces"
    if item.is_sign("-", "−", ".") and after.kind in ("digit", "letter"):
        raise ParseError(f"only the {item.text} stands above here", place, hint)
    behind = here.items[here.at + 1 : here.at + 2]
    is_point = after.is_sign(".") and any(digit.kind == "digit" for digit in behind)
    if item.kind == "digit" and (after.kind == "digit" or is_point):
        raise AmbiguousError("only the first digit is raised or lowered here", place, hint)


# ---------------------------------------------------------------- fonts and accents


def _font(here: _Group, glyph: Glyph) -> None:
    r"""\mathbf{x}, \mathbf x, {\bf x}: letters in a font."""
    following = here.peek()
    is_group = following is not None and following.kind == "group"
    if glyph.text in tables.SWITCHES and not here.found and not is_group:
        here.font, here.is_in_font = tables.FONTS[glyph.text], True
        return
    if glyph.text == "vec" and here.is_next("("):
        here.name("vec", glyph.position)  # \vec(X) is the vector of the columns
        return
    begin = here.at
    found = here.argument(glyph)
    if glyph.text.startswith("text") and len(found.items) != 1:
        here.at = begin
        _prose(here, glyph)
    else:
        here.loose(found, tables.FONTS[glyph.text], styled=True)


def _accent(here: _Group, glyph: Glyph) -> None:
    r"""\hat y as yhat, \bar{x}_i as xbar with its index."""
    found = here.argument(glyph)
    inner = here.inside(found.items).read()
    if not inner or inner[0].kind is not Kind.NAME or (inner[1:] and inner[1].text not in "_^'"):
        raise UnsupportedError(
            f"what stands under \\{glyph.text} is more than one letter",
            (glyph.start, found.end), rf"one letter each: \{glyph.text}{{x}}",
        )  # fmt: skip
    here.name(
        inner[0].text + tables.ACCENTS[glyph.text], (glyph.start, inner[0].end), inner[0].font
    )
    here.found += inner[1:]


# ---------------------------------------------------------------- fences


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
    here.sign(tables.FENCES[glyph.text].get(text, text), (glyph.start, item.end))


def _paired(here: _Group, glyph: Glyph) -> None:
    r"""\norm{x} as ‖x‖; \norm(x) is a function like others."""
    here.star()
    size = here.optional()
    if size is not None and any(item.kind != "command" for item in visible(size)):
        place = (glyph.start, size[-1].end)
        raise AmbiguousError("which norm do the brackets name?", place, r"\|x\|_1")
    following = here.peek()
    if following is None or following.kind != "group":
        here.name(tables.FUNCTIONS[glyph.text], glyph.position)
        return
    found = here.argument(glyph)
    opening, closing = tables.PAIRED[glyph.text]
    here.sign(opening, glyph.position)
    here.found += here.inside(found.items).read()
    here.sign(closing, (found.end - 1, found.end))


# ---------------------------------------------------------------- decoration, abbreviations


def _unseen(here: _Group, glyph: Glyph) -> None:
    r"""\label{…} and \color{…}: what they hold says nothing about the formula."""
    here.star()
    here.optional()
    for _ in range(tables.UNSEEN[glyph.text]):
        here.argument(glyph)


def _brace(here: _Group, glyph: Glyph) -> None:
    r"""\underbrace{…}_{n\times n}: the label is left out, unless it is a name used elsewhere."""
    found = here.argument(glyph)
    if here.is_next("_" if glyph.text == "underbrace" else "^"):
        here.next()
        label = visible(here.argument(glyph).items)
        if len(label) == 1 and (label[0].kind == "letter" or label[0].text in tables.LETTERS):
            here.shared.labels.append(Token(Kind.NAME, label[0].text, *label[0].position))
    here.loose(found, styled=False)


def _stacked(here: _Group, glyph: Glyph) -> None:
    r"""\stackrel{!}{=} as =, and \underset{x}{\min} as \min_{x}."""
    upper, lower = here.argument(glyph), here.argument(glyph)
    inside = visible(lower.items)
    is_sign = len(inside) == 1 and (inside[0].kind == "sign" or inside[0].text in tables.SIGNS)
    if not is_sign and glyph.text != "underset":
        raise UnsupportedError(f"\\{glyph.text} is not read", glyph.position, "leave it out")
    here.found += here.inside(lower.items).read()
    if not is_sign:
        here.sign("_", glyph.position)
        here.braced(upper, "", "sub")


def _define(here: _Group, glyph: Glyph) -> None:
    r"""\def\op#1{…}, \newcommand{\tr}[1]{…}, \let\a=\b: what a text abbreviates for itself."""
    here.star()
    (name, *rest) = visible(here.argument(glyph).items) or [glyph]
    if rest or name.kind != "command" or name is glyph:
        raise ParseError("the name of the abbreviation is missing", glyph.position)
    here.at += glyph.text == "let" and here.is_next("=")
    count = "".join(item.text for item in here.optional() or ())
    while here.is_next("#"):
        here.at += 1
        item = here.next()
        count = item.text if item is not None else ""
    if count not in ("", *"123456789"):
        raise ParseError("parameters are counted [2], or #1#2", glyph.position)
    body = here.argument(glyph).items
    if glyph.text == "DeclareMathOperator":
        body = [Glyph("command", "operatorname", *glyph.position),
                Glyph("group", "", *glyph.position, body)]  # fmt: skip
    elif glyph.text == "let":
        count, body = _known(here.shared, body)
    here.shared.macros[name.text] = (int(count or 0), body)


def _known(shared: _Shared, body: Glyphs) -> tuple[str, Glyphs]:
    """What a command stands for that is another name for one of the text."""
    count, known = shared.macros.get(body[0].text, (0, body)) if len(body) == 1 else (0, body)
    return str(count), known


def _fill(here: _Group, glyph: Glyph) -> None:
    """Read what an abbreviation stands for in its place."""
    count, body = here.shared.macros[glyph.text]
    filled = _filled(here, body, [here.argument(glyph).items for _ in range(count)], glyph)
    here.items, here.at = [*filled, *here.items[here.at :]], 0


def _filled(here: _Group, body: Glyphs, arguments: Sequence[Glyphs], of: Glyph) -> list[Glyph]:
    """The items of an abbreviation at the place where it is used, with these arguments."""
    found: list[Glyph] = []
    parts = iter(body)
    for part in parts:
        if part.is_sign("#"):
            number = next(parts, part).text
            if number not in "123456789" or int(number) > len(arguments):
                raise ParseError(f"{of.shown} has no parameter #{number}", of.position)
            found.extend(arguments[int(number) - 1])
        else:
            inside = _filled(here, part.items, arguments, of) if part.items else ()
            found.append(part._replace(start=of.start, end=of.end, items=inside))
    here.shared.work += len(found) + 1
    if here.shared.work > MOST_WORK:
        raise LimitError("the abbreviations of this text expand to too much", of.position)
    return found


# ---------------------------------------------------------------- environments


def _environment(here: _Group, group: Glyph) -> None:
    """A matrix, a function by cases, or lines of a display, which stand as they are."""
    inside = Cursor(group.items)
    if group.text in tables.WITH_COLUMNS:
        inside.optional()
        first = inside.peek()
        inside.at += first is not None and first.kind == "group"
    items = group.items[inside.at :]
    if group.text in tables.ALIGNED:
        here.found += here.inside(items).read()
    elif group.text in tables.TABLES:
        by_hand = group.text == "array" and _is_cases(here)
        opening, closing = tables.TABLES["cases" if by_hand else group.text]
        begin, end = (group.start, group.start + 1), (group.end - 1, group.end)
        for text in opening.split():
            here.found.append(Token(Kind.NAME if text.isalpha() else Kind.SIGN, text, *begin))
        here.found += _cells(here, items, begin)
        here.found += [_sign(text, end) for text in closing.split()]
    else:
        raise UnsupportedError(f"the environment {group.text} is not read", group.position)


def _is_cases(here: _Group) -> bool:
    r"""Is this \left\{\begin{array}{ll} … \end{array}\right. , cases by hand? Drop the fences."""
    begin = here.at
    behind = [item.text for item in (here.next(), here.next()) if item is not None]
    if here.found and here.found[-1].text == "⦃" and behind == ["right", "."]:
        here.found.pop()
        return True
    here.at = begin
    return False


def _cells(here: _Group, items: Glyphs, place: Position) -> list[Token]:
    """The cells of a table, parted by commas and semicolons; empty rows are left out."""
    found: list[Token] = []
    for row in split(items, lambda item: item.kind == "newline"):
        cells = [_trimmed(cell) for cell in split(row, lambda item: item.is_sign("&"))]
        for number, cell in enumerate(cells if any(cells) else []):
            if number:
                found.append(_sign(",", place))
            elif found:
                found.append(Token(Kind.BREAK, ";", *place))
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
    here.star()
    following = here.peek()
    is_run = glyph.text in ("rm", "it") and following is not None and following.kind == "letter"
    found = run(here.letters(here.at, LONGEST)) if is_run else here.argument(glyph)
    here.at += len(found.items) if is_run else 0
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
        _said(here, text.strip() if here.script and is_alone else text, found.position)
        return
    for number, part in enumerate(parts):
        if number % 2:
            here.found += here.inside(part, "", "").read()
        elif part:
            here.words(spelled(part), run(part).position)


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
    elif text.strip(" .") in ("const", "constant", "cst"):
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
    letters = here.letters(here.at - 1, LONGEST)
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


Handler = Callable[[_Group, Glyph], None]
HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(tables.FRACTIONS, _fraction),
    "sqrt": _root,
    **dict.fromkeys(tables.FONTS, _font),
    **dict.fromkeys(tables.ACCENTS, _accent),
    **dict.fromkeys(tables.UPRIGHT | tables.ITALIC, _upright),
    **dict.fromkeys(tables.PROSE, _prose),
    **dict.fromkeys(tables.FENCES, _fence),
    **dict.fromkeys(tables.PAIRED, _paired),
    **dict.fromkeys(tables.UNSEEN, _unseen),
    **dict.fromkeys(tables.BRACES, _brace),
    **dict.fromkeys(tables.STACKED, _stacked),
    **dict.fromkeys(tables.DEFINING, _define),
}


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
