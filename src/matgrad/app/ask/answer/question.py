"""The question itself for documents: as it stands in the text, by paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.formulas.dress import undressed
from matgrad.app.ask.formulas.quote import display_lines, readable, shown
from matgrad.app.ask.text.abbreviations import (
    LONGEST,
    filled,
    longest_expansion,
    without_abbreviations,
)
from matgrad.app.ask.text.comments import without_comments
from matgrad.app.ask.text.segments import BROKEN, MATH
from matgrad.core.notation import Spelling
from matgrad.render.document import Row

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
_COMMAND = re.compile(r"\\[A-Za-z]+")
_KINDS = {**dict.fromkeys("abd", "display"), **dict.fromkeys("ce", "inside"), "f": "prose"}
_SIGN = re.compile(r"[.,;:]")
_TABLE = re.compile(r"\s*\\begin\{matrix\}((?:(?!\\begin\{matrix\}).)*)\\end\{matrix\}\s*", re.S)


def question_rows(text: str) -> list[Row]:
    """The text of a question by paragraphs, without its title and the frame of a LaTeX document."""
    text, _ = without_comments(_FRAME.sub("", text.replace("\r\n", "\n")))
    text, abbreviations = without_abbreviations(text)
    if longest_expansion(abbreviations) > LONGEST:
        abbreviations = ""
    rows: list[list[str | Spelling]] = [[]]
    for kind, part in _parts(BROKEN.sub(r"\\nabla", text)):
        if kind == "inside":
            rows[-1].append(shown(_written_out(part, abbreviations)))
        elif kind == "display":  # each of its lines stands by itself
            latex = _written_out(part, abbreviations)
            rows += [[shown(line)] for line in display_lines(latex) or [latex]]
            rows.append([])
        else:
            first, *others = _PARAGRAPH.split(part)
            rows[-1].append(_prose(first))
            for other in others:
                rows.append([_prose(other)])
    return [Row(words=tuple(words)) for words in map(_trimmed, rows) if words]


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
    latex = undressed(filled(formula, abbreviations))
    whole = _TABLE.fullmatch(latex)
    return whole[1] if whole else latex


def _prose(text: str) -> str:
    """Words in one line, without the marks of emphasis; commands among them as signs."""
    words = _EMPHASIS.sub(lambda found: found[2] or found[4] or "", text)
    if not _COMMAND.search(words):
        return re.sub(r"\s+", " ", words)
    before, after = words[:1].isspace() * " ", words[-1:].isspace() * " "
    return f"{before}{readable(undressed(words))}{after}"


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
