r"""\begin{pmatrix} and \begin{cases}: tables, whose cells become rows of tokens."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.errors import UnsupportedError
from matgrad.syntax.latex.groups import Cursor, Group, Item
from matgrad.syntax.latex.writer import Frame, Writer, name, sign
from matgrad.syntax.tokens import Kind, Token

_BRACKETS = ("[", "]")
MATRICES: dict[str, tuple[Sequence[str], Sequence[str]]] = {
    **dict.fromkeys("matrix pmatrix bmatrix Bmatrix smallmatrix array".split(), _BRACKETS),
    **dict.fromkeys("psmallmatrix bsmallmatrix".split(), _BRACKETS),
    "vmatrix": (("⟮|", "["), ("]", "|⟯")),
    "Vmatrix": (("⟮‖", "["), ("]", "‖⟯")),
}
CASES = frozenset({"cases", "dcases", "rcases"})
ALIGNED = frozenset(
    "align aligned alignat alignedat gather gathered split equation multline displaymath math "
    "eqnarray flalign dmath subequations".split()
)
_WITH_COLUMNS = frozenset({"array", "alignat", "alignedat"})  # \begin{array}{cc}
_LINES = ("hline", "midrule", "toprule", "bottomrule")


def environment(writer: Writer, frame: Frame, group: Group) -> None:
    """A matrix, a function by cases, or lines of a display, which stand as they are."""
    inside = Cursor(group.items)
    if group.text in _WITH_COLUMNS:
        inside.optional()
        first = inside.peek()
        inside.at += first is not None and first.kind == "group"
    items = group.items[inside.at :]
    if group.text in ALIGNED:
        writer.push(Frame(items, font=frame.font, script=frame.script))
    elif group.text in CASES or _is_cases(writer, frame, group):
        _cases(writer, frame, group, items)
    elif group.text in MATRICES:
        _matrix(writer, frame, group, items)
    else:
        raise UnsupportedError(f"the environment {group.text} is not read", group.position)


def _is_cases(writer: Writer, frame: Frame, group: Group) -> bool:
    r"""Is this \left\{\begin{array}{ll} … \end{array}\right. , cases by hand?"""
    last = writer.tokens[-1] if writer.tokens else None
    if group.text != "array" or last is None or last.text != "⦃":
        return False
    begin = frame.at
    behind = frame.next(), frame.next()
    ends = [item is not None and item.text for item in behind] == ["right", "."]
    frame.at = begin
    if ends:
        writer.take_back(len(writer.tokens) - 1)
    return ends


def _matrix(writer: Writer, frame: Frame, group: Group, items: Sequence[Item]) -> None:
    opening, closing = MATRICES[group.text]
    begin, end = (group.start, group.start + 1), (group.end - 1, group.end)
    frames = _table(frame, group, items)
    frames[0].opening = [sign(text, begin) for text in opening]
    frames[-1].closing = [sign(text, end) for text in closing]
    writer.push(*frames)


def _cases(writer: Writer, frame: Frame, group: Group, items: Sequence[Item]) -> None:
    begin, end = (group.start, group.start + 1), (group.end - 1, group.end)
    frames = _table(frame, group, items)
    frames[0].opening = [name("cases", begin), sign("(", begin)]
    frames[-1].closing = [sign(")", end)]
    for cell in frames:
        cell.items = _trimmed(cell.items)
    writer.push(*frames)


def _table(frame: Frame, group: Group, items: Sequence[Item]) -> list[Frame]:
    """A frame for each cell, with a comma or a semicolon before it."""
    frames: list[Frame] = []
    for row in _rows(items):
        here = (row[0][0].start, row[0][0].start) if row[0] else (group.start, group.start + 1)
        for number, cell in enumerate(row):
            before = sign(",", here) if number else Token(Kind.BREAK, ";", *here)
            frames.append(Frame(cell, font=frame.font, opening=[before]))
    return frames or [Frame(())]


def _rows(items: Sequence[Item]) -> list[list[Sequence[Item]]]:
    """The cells row by row; a row without anything is none."""
    rows: list[list[list[Item]]] = [[[]]]
    for item in items:
        if item.kind == "newline":
            rows.append([[]])
        elif item.is_sign("&"):
            rows[-1].append([])
        elif item.kind != "space" and not item.is_command(*_LINES):
            rows[-1][-1].append(item)
        elif rows[-1][-1]:
            rows[-1][-1].append(item)  # a space between items
    return [list[Sequence[Item]](row) for row in rows if any(row)]


def _trimmed(cell: Sequence[Item]) -> Sequence[Item]:
    """A cell without the marks of a sentence at its end."""
    end = len(cell)
    while end and (cell[end - 1].kind == "space" or cell[end - 1].is_sign(",", ".", ";")):
        end -= 1
    return cell[:end]
