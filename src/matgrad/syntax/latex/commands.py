r"""What the commands do that are more than a sign or a name: \frac, \sqrt, fonts, fences, scripts.

Each takes the writer, the frame it stands in, and the command; what it holds is read later.
"""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.errors import AmbiguousError, ParseError, UnsupportedError
from matgrad.syntax.latex.glyphs import Glyph, shown
from matgrad.syntax.latex.groups import Argument, Item
from matgrad.syntax.latex.tables import (
    ACCENTS,
    ANGLES,
    CHARACTERS,
    CLOSING_BARS,
    FONTS,
    FUNCTIONS,
    LEFT,
    LETTERS,
    OPENING_BARS,
    PAIRED,
    SIGNS,
    SWITCHES,
    UNSEEN,
)
from matgrad.syntax.latex.words import prose
from matgrad.syntax.latex.writer import Frame, Writer, braced, name, sign
from matgrad.syntax.tokens import Kind

# ---------------------------------------------------------------- fractions, roots, scripts


def fraction(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    r"""\frac{a}{b} as {{a}/{b}}."""
    above, below = (braced(frame.argument(glyph), frame.font, frame.script) for _ in range(2))
    above.opening = [sign("{", glyph.position), *above.opening]
    below.opening = [sign("/", glyph.position), *below.opening]
    below.closing = [*below.closing, sign("}", below.closing[0].position)]
    writer.push(above, below)


def root(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    r"""\sqrt{x} as √{x}, and \sqrt[n]{x} as {x}^{1/{n}}."""
    index = frame.optional()
    base = braced(frame.argument(glyph), frame.font, frame.script)
    if index is None:
        base.opening = [sign("√", glyph.position), *base.opening]
        writer.push(base)
        return
    here = glyph.position
    writer.push(base)
    power = Frame(index, opening=[sign("{", here)], closing=[sign("}", here), sign("}", here)])
    base.finish = lambda _: write_power(writer, power)


def write_power(writer: Writer, power: Frame) -> None:
    """^{1/{n}} behind what stands under a root."""
    here = power.opening[0].position
    writer.sign("^", here)
    writer.sign("{", here)
    writer.number("1", here)
    writer.sign("/", here)
    writer.push(power)


def script(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    """What stands above or below; a prime above is a mark of its own."""
    found = frame.argument(glyph)
    inside = [item for item in found.items if item.kind != "space"]
    if inside and all(item.is_sign("'", "′") or item.is_command("prime") for item in inside):
        for item in inside:
            writer.sign("'", item.position)
        return
    if not inside:
        return
    if not found.is_braced:
        _check_single(frame, inside[0])
    writer.sign(glyph.text, glyph.position)
    kind = "sub" if glyph.text == "_" else "sup"
    letters = sum(item.kind == "letter" for item in inside)
    font = frame.font if kind == "sup" and letters > 1 else ""  # a single one keeps its look
    new = braced(found, font, kind)
    new.is_loose = not found.is_braced
    writer.push(new)


def _check_single(frame: Frame, item: Item) -> None:
    """Refuse x^10, which LaTeX sets as x¹0, and A^-1."""
    after = frame.beside()
    if after is None:
        return
    if item.is_sign("-", "+", "−", ".") and after.kind in ("digit", "letter"):
        raise ParseError(
            f"only the {item.text} stands above here", (item.start, after.end),
            f"write {{{item.text}{after.text}}} in braces",
        )  # fmt: skip
    is_point = after.is_sign(".") and frame.at + 1 < len(frame.items)
    is_number = is_point and frame.items[frame.at + 1].kind == "digit"
    if item.kind == "digit" and (after.kind == "digit" or is_number):
        raise AmbiguousError(
            "only the first digit is raised or lowered here", (item.start, after.end),
            f"write {{{item.text}{after.text}…}} in braces",
        )  # fmt: skip


# ---------------------------------------------------------------- fonts and accents


def font(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    r"""\mathbf{x}, \mathbf x, {\bf x}: letters in a font."""
    is_first = all(item.kind == "space" for item in frame.items[: frame.at - 1])
    following = frame.peek()
    is_group = following is not None and following.kind == "group"
    if glyph.text in SWITCHES and is_first and not is_group:
        frame.font, frame.is_in_font = FONTS[glyph.text], True
        return
    if glyph.text == "vec" and following is not None and opens(following):
        writer.name("vec", glyph.position)  # \vec(X) is the vector of the columns
        return
    begin = frame.at
    found = frame.argument(glyph)
    if glyph.text.startswith("text") and len(found.items) != 1:
        frame.at = begin
        prose(writer, frame, glyph)
        return
    new = braced(found, FONTS[glyph.text], frame.script)
    new.is_loose = new.is_in_font = True
    writer.push(new)


def opens(item: Item) -> bool:
    """Does a parenthesis or a bracket open here?"""
    return item.is_sign("(", "[") or item.is_command("left", "bigl", "Bigl", "big", "Big")


def accent(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    r"""\hat y as yhat, \bar{x}_i as xbar with its index."""
    found = frame.argument(glyph)

    def mark(inner: Frame) -> None:
        places = (at for at in range(inner.begins, len(writer.tokens)) if writer.tokens[at])
        at, after = next(places, None), next(places, None)
        letter = writer.tokens[at] if at is not None else None
        behind = writer.tokens[after] if after is not None else None
        is_marked = behind is None or behind.text in ("_", "^", "'")
        if at is None or letter is None or letter.kind is not Kind.NAME or not is_marked:
            raise UnsupportedError(
                f"what stands under \\{glyph.text} is more than one letter",
                (glyph.start, found.end), rf"one letter each: \{glyph.text}{{x}}",
            )  # fmt: skip
        accented = f"{letter.text}{ACCENTS[glyph.text]}"
        writer.tokens[at] = name(accented, (glyph.start, letter.end), letter.font)

    writer.push(Frame(found.items, font=frame.font, script=frame.script, finish=mark))


# ---------------------------------------------------------------- fences


def fence(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    r"""\left| and \bigr|: bars learn which side they are on; the rest is read as it stands."""
    item = frame.peek()
    if item is None or item.kind not in ("sign", "command"):
        raise ParseError(f"a delimiter is missing after {shown(glyph)}", glyph.position)
    if item.is_sign("."):
        frame.next()
        return
    text = SIGNS.get(item.text) if item.kind == "command" else CHARACTERS.get(item.text)
    bars = OPENING_BARS if glyph.text in LEFT else CLOSING_BARS
    text = "∣" if glyph.text == "middle" and text == "|" else ANGLES.get(text or "", text)
    if text is None:
        raise ParseError(f"a delimiter is missing after {shown(glyph)}", glyph.position)
    frame.next()
    beside = frame.beside()
    if item.is_sign("|") and beside is not None and beside.is_sign("|"):
        frame.next()
        text = "‖"
    text = bars.get(text, text) if glyph.text != "middle" else text
    writer.sign(text, (glyph.start, item.end))


def paired(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    r"""\norm{x} as ‖x‖; \norm(x) is a function like others."""
    following = frame.peek()
    if following is not None and following.is_sign("*"):
        frame.next()
        following = frame.peek()
    if following is None or following.kind != "group":
        writer.name(FUNCTIONS[glyph.text], glyph.position)
        return
    found = frame.argument(glyph)
    opening, closing = PAIRED[glyph.text]
    new = braced(found, frame.font, frame.script)
    new.opening = [sign(opening, glyph.position)]
    new.closing = [sign(closing, new.closing[0].position)]
    writer.push(new)


# ---------------------------------------------------------------- decoration


def unseen(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    r"""\label{…} and \color{…}: what they hold says nothing about the formula."""
    following = frame.peek()
    if following is not None and following.is_sign("*"):
        frame.next()
    frame.optional()
    for _ in range(UNSEEN[glyph.text]):
        frame.argument(glyph)


def brace(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    r"""\underbrace{…}_{n\times n}: the label is left out, unless it is a name used elsewhere."""
    new = braced(frame.argument(glyph), frame.font, frame.script)
    new.is_loose = True
    writer.push(new)
    marked = frame.peek()
    if marked is None or not marked.is_sign("_" if glyph.text == "underbrace" else "^"):
        return
    frame.next()
    label = _letter(frame.argument(glyph))
    if label is not None:
        writer.labels.append(name(LETTERS.get(label.text, label.text), label.position))


def _letter(found: Argument) -> Item | None:
    """The one letter that stands here."""
    inside: Sequence[Item] = [item for item in found.items if item.kind != "space"]
    is_letter = len(inside) == 1 and (inside[0].kind == "letter" or inside[0].text in LETTERS)
    return inside[0] if is_letter else None


def stacked(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    r"""\stackrel{!}{=} as =, and \underset{x}{\min} as \min_{x}."""
    upper, lower = frame.argument(glyph), frame.argument(glyph)
    base = Frame(lower.items, font=frame.font, script=frame.script)
    if glyph.text == "underset":
        below = braced(upper, "", "sub")
        below.opening = [sign("_", glyph.position), *below.opening]
        writer.push(base, below)
        return
    inside = [item for item in lower.items if item.kind != "space"]
    is_sign = len(inside) == 1 and (inside[0].kind == "sign" or inside[0].text in SIGNS)
    if not is_sign:
        raise UnsupportedError(f"\\{glyph.text} is not read", glyph.position, "leave it out")
    writer.push(base)


def negated(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    r"""\not= and \not\in."""
    item = frame.next()
    if item is not None and (item.is_sign("=", "∈") or item.is_command("in", "equiv")):
        text = "≠" if item.is_sign("=") or item.text == "equiv" else "∉"
        writer.sign(text, (glyph.start, item.end))
        return
    raise UnsupportedError("only = and ∈ are read behind \\not", glyph.position)
