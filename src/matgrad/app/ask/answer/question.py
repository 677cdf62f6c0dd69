"""The question itself for documents: as it stands in the text, by paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.formulas.dress import undressed
from matgrad.app.ask.formulas.lines import display_lines, sides_of, unaligned
from matgrad.app.ask.formulas.quote import readable, shown
from matgrad.app.ask.formulas.typeset import can_be_set
from matgrad.app.ask.text.abbreviations import (
    LONGEST,
    filled,
    longest_expansion,
    without_abbreviations,
)
from matgrad.app.ask.text.comments import without_comments
from matgrad.app.ask.text.own_lines import with_own_lines, with_remarks_as_words
from matgrad.app.ask.text.segments import BROKEN, MATH
from matgrad.core.notation import Spelling
from matgrad.render.document import Bold, Row, Verbatim
from matgrad.render.formula import ACCENTS, RAW

_COMMANDS = r"title|section|subsection|chapter|paragraph"
_TITLE = re.compile(rf"^\s*#{{1,6}}[ \t]+([^\n$]+)|\\(?:{_COMMANDS})\*?\s*\{{([^{{}}$]+)\}}", re.M)
_FRAME = re.compile(
    r"^[ \t]*#{1,6}[ \t].*$|\\(?:documentclass|usepackage)\s*(?:\[[^\]]*\])?\s*\{[^{}]*\}"
    rf"|\\(?:begin|end)\s*\{{document\}}|\\maketitle|\\(?:{_COMMANDS})\*?\s*\{{[^{{}}]*\}}"
    r"|\\(?:begin|end)\s*\{(?:itemize|enumerate|center|quote|proof|problem|exercise)\}",
    re.M,
)
# A paragraph ends at a blank line, and before a line that begins with a bullet or a number.
_PARAGRAPH = re.compile(
    r"\n\s*\n|\n(?=[ \t]*(?:[-*•]|\d{1,2}[.)]|\([a-z0-9]\))[ \t])|\\item\b|\\par\b"
)
_EMPHASIS = re.compile(
    r"(?<![\w*])(\*\*?|__)(?=\S)([^*_\n]{1,200}?)(?<=\S)\1(?![\w*])"
    r"|\\(emph|textbf|textit|underline)\s*\{([^{}]*)\}"
)
_BREAK = re.compile(r"[ \t]*\n[ \t]*")
_GAP = re.compile(r"\s+(?=[,.;?!](?:\s|$))")
_BULLET = re.compile(r"^[ \t]*[-*•][ \t]+")
_COMMAND = re.compile(r"\\[A-Za-z]+")
_LOOK = re.compile(rf"\\(?:{'|'.join((*RAW, *ACCENTS))})\s*\{{(?:[^{{}}]|\{{[^{{}}]*\}})*\}}")
_KINDS = {**dict.fromkeys("abd", "display"), **dict.fromkeys("ce", "inside"), "f": "prose"}
_SIGN = re.compile(r"[.,;:]")
_TABLE = re.compile(r"\s*\\begin\{matrix\}((?:(?!\\begin\{matrix\}).)*)\\end\{matrix\}\s*", re.S)


def question_rows(text: str) -> list[Row]:
    """The text of a question by paragraphs, without its title and the frame of a LaTeX document."""
    text, _ = without_comments(_FRAME.sub("", text.replace("\r\n", "\n")))
    text, abbreviations = without_abbreviations(text)
    if longest_expansion(abbreviations) > LONGEST:
        abbreviations = ""
    rows: list[Row] = []
    words: list[str | Spelling] = []  # of the paragraph that goes on
    for kind, part in _parts(BROKEN.sub(r"\\nabla", text)):
        if kind == "inside":
            words.append(shown(_written_out(part, abbreviations)))
        elif kind == "display":
            rows += [*_paragraph(words), *_display(_written_out(part, abbreviations))]
            words = []
        else:
            between = "\n\n" if _BREAK.fullmatch(part) else part  # formulas on lines of their own
            first, *others = _PARAGRAPH.split(between)
            words += _prose(first)
            for other in others:
                rows += _paragraph(words)
                words = [*_prose(_BULLET.sub("• ", other))]
    return [*rows, *_paragraph(words)]


def _paragraph(words: list[str | Spelling]) -> list[Row]:
    """A row of words, if there are any."""
    kept = _trimmed(words)
    return [Row(words=tuple(kept))] if kept else []


def _display(latex: str) -> list[Row]:
    """The lines of a display, each by itself; one that cannot be set is shown as it was typed."""
    lines = ((unaligned(line), line) for line in display_lines(latex) or [latex])
    return [
        Row(display=sides_of(line)) if can_be_set(line) else Row(words=(Verbatim(typed),))
        for line, typed in lines
    ]


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Prose and formulas in turn, and what they are; what is typed between backticks is prose."""
    position = 0
    for found in MATH.finditer(text):
        key = next(key for key in "abcdef" if found[key] is not None)
        sign = _SIGN.match(text, found.end()) if key in "abd" else None  # it belongs to the display
        yield "prose", text[position : found.start()]
        yield _KINDS[key], found[key] + (sign[0] if sign else "")
        position = sign.end() if sign else found.end()
    yield "prose", text[position:]


def _written_out(formula: str, abbreviations: str) -> str:
    """A formula without abbreviations; a table around all of it is a display."""
    latex = with_remarks_as_words(with_own_lines(filled(formula, abbreviations)))
    whole = _TABLE.fullmatch(undressed(latex))
    return whole[1] if whole else undressed(latex)


def _prose(text: str) -> Iterator[str | Spelling]:
    """Words in one line, with what is emphasised; commands among them as formulas or signs."""
    position = 0
    for found in _EMPHASIS.finditer(text):
        yield from _plain(text[position : found.start()])
        inside = found[2] or found[4] or ""
        is_bold = found[1] in ("**", "__") or found[3] == "textbf"
        yield Bold(inside) if is_bold else inside
        position = found.end()
    yield from _plain(text[position:])


def _plain(text: str) -> Iterator[str | Spelling]:
    r"""Words without emphasis; \mathbf{x} among them is a formula."""
    position = 0
    for found in (*_LOOK.finditer(text), None):
        words = text[position : found.start() if found else len(text)]
        words = re.sub(r"\s+", " ", _GAP.sub("", words))
        before, after = words[:1].isspace() * " ", words[-1:].isspace() * " "
        is_plain = not _COMMAND.search(words)
        yield words if is_plain else f"{before}{readable(undressed(words))}{after}"
        if found:
            yield shown(found[0])
            position = found.end()


def _trimmed(words: list[str | Spelling]) -> list[str | Spelling]:
    """A row without what is blank at its ends; nothing if there is nothing else."""
    kept = [word for word in words if word]
    if kept and isinstance(kept[0], str):
        kept[0] = kept[0].lstrip()
    if kept and isinstance(kept[-1], str):
        kept[-1] = kept[-1].rstrip()
    return [word for word in kept if word]


def title_in(text: str) -> str:
    """The title that a question has, in Markdown or LaTeX."""
    found = _TITLE.search(text)
    return " ".join((found[1] or found[2]).split()) if found else ""
