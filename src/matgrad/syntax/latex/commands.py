r"""What the commands do that are more than a sign or a name: \frac, \sqrt, fonts, fences, scripts.

Each takes the writer, the frame it stands in, and the command; what it holds is read later.
"""

from __future__ import annotations

from matgrad.errors import AmbiguousError, ParseError, UnsupportedError
from matgrad.syntax.latex import tables
from matgrad.syntax.latex.glyphs import Glyph, Glyphs, shown
from matgrad.syntax.latex.words import prose
from matgrad.syntax.latex.writer import Frame, Writer, braced, name, number, sign
from matgrad.syntax.tokens import Kind

# ---------------------------------------------------------------- fractions, roots, scripts


def fraction(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    r"""\frac{a}{b} as {{a}/{b}}."""
    above, below = (braced(frame.argument(glyph), frame.script, frame.font) for _ in range(2))
    above.opening = [sign("{", glyph.position), *above.opening]
    below.opening = [sign("/", glyph.position), *below.opening]
    below.closing = [*below.closing, sign("}", below.closing[0].position)]
    writer.push(above, below)


def root(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    r"""\sqrt{x} as √{x}, and \sqrt[n]{x} as {x}^{1/{n}}."""
    index, here = frame.optional(), glyph.position
    base = braced(frame.argument(glyph), frame.script, frame.font)
    if index is None:
        base.opening = [sign("√", here), *base.opening]
        writer.push(base)
        return
    opening = [sign("^", here), sign("{", here), number("1", here), sign("/", here)]
    closing = [sign("}", here), sign("}", here)]
    writer.push(base, Frame(index, opening=[*opening, sign("{", here)], closing=closing))


def script(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    """What stands above or below; a prime above is a mark of its own."""
    found = frame.argument(glyph)
    inside = visible(found.items)
    if all(item.is_sign("'", "′") or item.is_command("prime") for item in inside):
        for item in inside:
            writer.sign("'", item.position)
        return
    if found.kind == "run":
        _check_single(frame, inside[0])
    kind = "sub" if glyph.text == "_" else "sup"
    letters = sum(item.kind == "letter" for item in inside)
    font = frame.font if kind == "sup" and letters > 1 else ""  # a single one keeps its look
    writer.sign(glyph.text, glyph.position)
    if found.kind == "run" and inside[0].is_command(*tables.FRACTIONS):
        writer.push(Frame(found.items, font=font, script=kind))  # which has braces of its own
    else:
        writer.push(braced(found, kind, font, is_loose=found.kind == "run"))


def visible(items: Glyphs) -> list[Glyph]:
    """The items without spaces."""
    return [item for item in items if item.kind != "space"]


def _check_single(frame: Frame, item: Glyph) -> None:
    """Refuse x^10, which LaTeX sets as x¹0, and A^-1."""
    after = frame.beside()
    if after is None:
        return
    place, hint = (item.start, after.end), f"write {{{item.text}{after.text}}} in braces"
    if item.is_sign("-", "−", ".") and after.kind in ("digit", "letter"):
        raise ParseError(f"only the {item.text} stands above here", place, hint)
    behind = frame.items[frame.at + 1 : frame.at + 2]
    is_point = after.is_sign(".") and any(digit.kind == "digit" for digit in behind)
    if item.kind == "digit" and (after.kind == "digit" or is_point):
        raise AmbiguousError("only the first digit is raised or lowered here", place, hint)


# ---------------------------------------------------------------- fonts and accents


def font(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    r"""\mathbf{x}, \mathbf x, {\bf x}: letters in a font."""
    following = frame.peek()
    is_group = following is not None and following.kind == "group"
    if glyph.text in tables.SWITCHES and writer.is_at_start(frame) and not is_group:
        frame.font, frame.is_in_font = tables.FONTS[glyph.text], True
        return
    if glyph.text == "vec" and following is not None and following.is_sign("("):
        writer.name("vec", glyph.position)  # \vec(X) is the vector of the columns
        return
    begin = frame.at
    found = frame.argument(glyph)
    if glyph.text.startswith("text") and len(found.items) != 1:
        frame.at = begin
        prose(writer, frame, glyph)
        return
    new = braced(found, frame.script, tables.FONTS[glyph.text], is_loose=True)
    new.is_in_font = True
    writer.push(new)


def accent(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    r"""\hat y as yhat, \bar{x}_i as xbar with its index."""
    found = frame.argument(glyph)

    def mark(inner: Frame) -> None:
        places = range(inner.begins, len(writer.tokens))
        written = ((at, token) for at in places if (token := writer.tokens[at]))
        at, letter = next(written, (0, None))
        _, behind = next(written, (0, None))
        is_alone = behind is None or behind.text in ("_", "^", "'")
        if letter is None or letter.kind is not Kind.NAME or not is_alone:
            raise UnsupportedError(
                f"what stands under \\{glyph.text} is more than one letter",
                (glyph.start, found.end), rf"one letter each: \{glyph.text}{{x}}",
            )  # fmt: skip
        accented = letter.text + tables.ACCENTS[glyph.text]
        writer.tokens[at] = name(accented, (glyph.start, letter.end), letter.font)

    writer.push(Frame(found.items, font=frame.font, script=frame.script, finish=mark))


# ---------------------------------------------------------------- fences


def fence(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    r"""\left| and \bigr|: bars learn which side they are on."""
    item = frame.next()
    if item is not None and item.is_sign("."):
        return
    signs = tables.SIGNS if item is not None and item.kind == "command" else tables.CHARACTERS
    text = signs.get(item.text) if item is not None else None
    if item is None or text is None:
        raise ParseError(f"a delimiter is missing after {shown(glyph)}", glyph.position)
    beside = frame.beside()
    if item.is_sign("|") and beside is not None and beside.is_sign("|"):
        text = "‖"
        frame.next()
    writer.sign(tables.FENCES[glyph.text].get(text, text), (glyph.start, item.end))


def paired(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    r"""\norm{x} as ‖x‖; \norm(x) is a function like others."""
    frame.star()
    size = frame.optional()
    if size is not None and any(item.kind != "command" for item in visible(size)):
        place = (glyph.start, size[-1].end)
        raise AmbiguousError("which norm do the brackets name?", place, r"\|x\|_1")
    following = frame.peek()
    if following is None or following.kind != "group":
        writer.name(tables.FUNCTIONS[glyph.text], glyph.position)
        return
    new = braced(frame.argument(glyph), frame.script, frame.font)
    opening, closing = tables.PAIRED[glyph.text]
    new.opening = [sign(opening, glyph.position)]
    new.closing = [sign(closing, new.closing[0].position)]
    writer.push(new)


# ---------------------------------------------------------------- decoration


def unseen(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    r"""\label{…} and \color{…}: what they hold says nothing about the formula."""
    frame.star()
    frame.optional()
    for _ in range(tables.UNSEEN[glyph.text]):
        frame.argument(glyph)


def brace(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    r"""\underbrace{…}_{n\times n}: the label is left out, unless it is a name used elsewhere."""
    writer.push(braced(frame.argument(glyph), frame.script, frame.font, is_loose=True))
    marked = frame.peek()
    if marked is None or not marked.is_sign("_" if glyph.text == "underbrace" else "^"):
        return
    frame.next()
    label = visible(frame.argument(glyph).items)
    if len(label) == 1 and (label[0].kind == "letter" or label[0].text in tables.LETTERS):
        writer.labels.append(name(label[0].text, label[0].position))


def stacked(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    r"""\stackrel{!}{=} as =, and \underset{x}{\min} as \min_{x}."""
    upper, lower = frame.argument(glyph), frame.argument(glyph)
    inside = visible(lower.items)
    is_sign = len(inside) == 1 and (inside[0].kind == "sign" or inside[0].text in tables.SIGNS)
    below = braced(upper, "sub")
    below.opening = [sign("_", glyph.position), *below.opening]
    if not is_sign and glyph.text != "underset":
        raise UnsupportedError(f"\\{glyph.text} is not read", glyph.position, "leave it out")
    base = Frame(lower.items, font=frame.font, script=frame.script)
    writer.push(base, *(() if is_sign else (below,)))
