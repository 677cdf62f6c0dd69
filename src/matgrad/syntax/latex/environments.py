r"""\begin{pmatrix} and \begin{cases}: tables, whose cells become rows of tokens."""

from __future__ import annotations

from collections.abc import Iterator

from matgrad.errors import UnsupportedError
from matgrad.syntax.latex.glyphs import Cursor, Glyph, Glyphs, split
from matgrad.syntax.latex.writer import Frame, Writer, name, sign
from matgrad.syntax.tokens import Kind, Token

# What opens a table, and what closes it.
TABLES: dict[str, tuple[str, str]] = {
    **dict.fromkeys("matrix pmatrix bmatrix Bmatrix smallmatrix array".split(), ("[", "]")),
    **dict.fromkeys("psmallmatrix bsmallmatrix".split(), ("[", "]")),
    **dict.fromkeys("cases dcases rcases".split(), ("cases (", ")")),
    **{"vmatrix": ("⟮| [", "] |⟯"), "Vmatrix": ("⟮‖ [", "] ‖⟯")},
}
ALIGNED = frozenset(
    "align aligned alignat alignedat gather gathered split equation multline displaymath math "
    "eqnarray flalign dmath subequations".split()
)
_WITH_COLUMNS = frozenset({"array", "alignat", "alignedat"})  # \begin{array}{cc}


def environment(writer: Writer, frame: Frame, group: Glyph) -> None:
    """A matrix, a function by cases, or lines of a display, which stand as they are."""
    inside = Cursor(group.items)
    if group.text in _WITH_COLUMNS:
        inside.optional()
        first = inside.peek()
        inside.at += first is not None and first.kind == "group"
    items = group.items[inside.at :]
    if group.text in ALIGNED:
        writer.push(Frame(items, font=frame.font, script=frame.script))
    elif group.text in TABLES:
        by_hand = group.text == "array" and _is_cases(writer, frame)
        opening, closing = TABLES["cases" if by_hand else group.text]
        begin, end = (group.start, group.start + 1), (group.end - 1, group.end)
        cells = list(_cells(items, begin)) or [Frame(())]
        cells[0].opening = [
            name(text, begin) if text.isalpha() else sign(text, begin) for text in opening.split()
        ]
        cells[-1].closing = [sign(text, end) for text in closing.split()]
        writer.push(*cells)
    else:
        raise UnsupportedError(f"the environment {group.text} is not read", group.position)


def _is_cases(writer: Writer, frame: Frame) -> bool:
    r"""Is this \left\{\begin{array}{ll} … \end{array}\right. , cases by hand? Drop the fences."""
    begin = frame.at
    behind = [item.text for item in (frame.next(), frame.next()) if item is not None]
    last = writer.tokens[-1] if writer.tokens else None
    if last is not None and last.text == "⦃" and behind == ["right", "."]:
        writer.take_back(len(writer.tokens) - 1)
        return True
    frame.at = begin
    return False


def _cells(items: Glyphs, here: tuple[int, int]) -> Iterator[Frame]:
    """A frame for each cell, with a comma or a semicolon before it; empty rows are left out."""
    for row in split(items, lambda item: item.kind == "newline"):
        cells = [_trimmed(cell) for cell in split(row, lambda item: item.is_sign("&"))]
        for number, cell in enumerate(cells if any(cells) else []):
            before = sign(",", here) if number else Token(Kind.BREAK, ";", *here)
            yield Frame(cell, opening=[before])


def _trimmed(cell: Glyphs) -> Glyphs:
    """A cell without spaces, lines and the marks of a sentence at its end."""
    cell = [item for item in cell if not item.is_command("hline")]
    while cell and (cell[-1].kind == "space" or cell[-1].is_sign(",", ".", ";")):
        cell.pop()
    return cell
