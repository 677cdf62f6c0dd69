r"""What a text abbreviates for itself, \def\LR#1{\left(#1\right)}, written out in its formulas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from matgrad.errors import LimitError, MatgradError
from matgrad.syntax.latex.lexer import Glyph, Glyphs, glyphs
from matgrad.syntax.limits import GENEROUS

DEFINES = ("def", "newcommand", "renewcommand", "let", "DeclareMathOperator")
MACROS = tuple(f"\\{name}" for name in DEFINES)
MOST = 2_000  # glyphs of a formula that is written out
Macros = dict[str, tuple[int, Glyphs]]  # how many arguments each has, and what it stands for


def expanded(text: str, preamble: str) -> str:
    r"""A formula as it is without the abbreviations of its text; as it stands if that cannot be.

    >>> expanded(r"2A\BR{x + y}", r"\def\BR#1{\Big(#1\Big)}")
    '2A\\Big(x + y\\Big)'
    """
    if not preamble or "\\" not in text:
        return text
    try:
        macros: Macros = {}
        for _ in _filled(glyphs(preamble, GENEROUS), macros):
            pass  # what they print is not wanted
        found = [*_filled(glyphs(text, GENEROUS), macros)]
    except MatgradError:
        return text
    return "".join(_printed(found))


def _filled(items: Glyphs, macros: Macros) -> Iterator[Glyph]:
    """The glyphs with abbreviations filled in; definitions are learnt and left out."""
    waiting, made = [*reversed(items)], 0
    while waiting:
        made += 1
        if made > MOST:
            raise LimitError("the abbreviations of this text expand to too much")
        glyph = waiting.pop()
        if glyph.kind == "command" and glyph.text in DEFINES:
            _learn(waiting, glyph, macros)
        elif glyph.kind == "command" and glyph.text in macros:
            count, body = macros[glyph.text]
            given = [_argument(waiting) for _ in range(count)]
            waiting += reversed([*_with(body, given)])
        elif glyph.kind == "group":
            yield glyph._replace(items=[*_filled(glyph.items, macros)])
        else:
            yield glyph


def _argument(waiting: list[Glyph]) -> Glyphs:
    """The items of the next group, or the next glyph alone."""
    while waiting and waiting[-1].kind == "space":
        waiting.pop()
    if not waiting:
        raise LimitError("an argument is missing")
    glyph = waiting.pop()
    return glyph.items if glyph.kind == "group" and not glyph.text else [glyph]


def _learn(waiting: list[Glyph], of: Glyph, macros: Macros) -> None:
    r"""Take \def\op#1{…}, \newcommand{\op}[1]{…} or \let\op=…"""
    (name, *_) = _argument(waiting) or [of]
    count = 0
    while waiting and (waiting[-1].kind in ("space", "parameter") or waiting[-1].is_sign(*"=[]")):
        count += waiting.pop().kind == "parameter"
        if waiting and waiting[-1].kind == "number":
            count = int(waiting.pop().text)
    body = _argument(waiting)
    if of.text == "DeclareMathOperator":
        body = [of._replace(text="operatorname"), of._replace(kind="group", text="", items=body)]
    macros[name.text] = count, body


def _with(body: Glyphs, given: Sequence[Glyphs]) -> Iterator[Glyph]:
    """The body of an abbreviation with these arguments."""
    for part in body:
        if part.kind == "parameter" and int(part.text[1:]) <= len(given):
            yield from given[int(part.text[1:]) - 1]
        elif part.kind == "group":
            yield part._replace(items=[*_with(part.items, given)])
        else:
            yield part


def _printed(items: Glyphs) -> Iterator[str]:
    """The characters of glyphs; a blank parts a command from a letter."""
    before = ""
    for item in items:
        inner = "".join(_printed(item.items)) if item.kind == "group" else item.shown
        opening, closing = ("{", "}") if not item.text else (
            f"\\begin{{{item.text}}}", f"\\end{{{item.text}}}"
        )  # fmt: skip
        text = f"{opening}{inner}{closing}" if item.kind == "group" else inner
        is_glued = before.startswith("\\") and before[-1:].isalpha() and text[:1].isalpha()
        yield f" {text}" if is_glued else text
        before = text
