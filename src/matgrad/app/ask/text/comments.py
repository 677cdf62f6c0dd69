r"""What stands in a text and is no part of it: comments, numbers of formulas."""

from __future__ import annotations

import re
from collections.abc import Iterator

# What begins a passage that is not read, and what ends it.
_PASSAGES = {
    "<!--": "-->",
    "<del>": "</del>",
    "<s>": "</s>",
    "<strike>": "</strike>",
    r"\iffalse": r"\fi",
    **{rf"\begin{{{name}}}": rf"\end{{{name}}}" for name in ("comment", "verbatim", "lstlisting")},
}
# Commands whose group goes with them; the words of a footnote stay, in brackets.
_LABELS = "label tag ref eqref autoref cref Cref cite citep citet footnotemark"
_STRUCK = "sout st xout"
_GROUPS = re.compile(
    rf"\\(?:(?P<label>{'|'.join(_LABELS.split())})|(?P<struck>{'|'.join(_STRUCK.split())})"
    r"|(?P<note>footnote))(?![A-Za-z])\*?\s*(?:\[[^\]\n]{0,80}\]\s*)?\{"
)
_BEGINS = re.compile("|".join(map(re.escape, _PASSAGES)) + r"|(?<!\S)~~(?=[^\s~])")
_TILDES = re.compile(r"(?<=[^\s~])~~(?![\w~\\])|\n\s*\n")
# A percent sign begins a comment at the beginning of a line or behind the end of a sentence or a
# formula; behind a number or a name it is one of the text.
_COMMENT = re.compile(r"^[ \t]*%[^\n]*\n?|(?<=[.,;:?!$}])[ \t]+%[^\n]*", re.MULTILINE)
_GAPS = re.compile(r"\n[ \t]*\n[ \t]*\n(?:[ \t]*\n)*")
_SPACE = re.compile(r"\\[hv]space\*?\s*\{\s*(-?)[^{}\n]{0,20}?(pt|mu|ex)?\s*\}")
# (2) at the right end of a line is the number of a formula.
_NUMBER = re.compile(
    r"(?:\\q?quad\b|\\[ ,;:]|~|\\hfill\b)[\s~]*\(\s*(?:\d{1,3}|\d\.\d{1,2}|\*{1,3})[a-z]?\s*\)"
    r"(?=\s*[.,;]?\s*(?:\\\\|\$|\\\]|\\\)|\\end\b))"
)
# An equation behind a dash at the beginning of a line is one of a list, and has no minus.
_DASHED = re.compile(
    r"^([ \t]*)[-–—][ \t]+(?=[^\n\\&$=]*[A-Za-z∂∇)][^\n\\&$=]*=[^\n\\&$]*$)", re.MULTILINE
)
NOT_READ = "comments and what is struck out are not read"


def without_comments(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without what is no part of it, and the note that something was said there."""
    text = _GAPS.sub("\n\n", text)  # many blank lines say no more than one
    text = _DASHED.sub(lambda found: _bullet(text, found), text)
    read = "".join(_outside(_COMMENT.sub("", text) if "%" in text else text))
    kept, struck = _without_groups(read)
    notes = (NOT_READ,) if struck or read != text else ()
    return _SPACE.sub(_space, _NUMBER.sub("", kept)), notes


def _bullet(text: str, found: re.Match[str]) -> str:
    is_display = text.count("$$", 0, found.start()) % 2 == 1
    return found[0] if is_display else f"{found[1]}* "


def _outside(text: str) -> Iterator[str]:
    """The stretches between passages that are not read."""
    position = 0
    open_until = dict[str, int]()  # up to where nothing ends a passage that begins so
    for found in _BEGINS.finditer(text):
        if found.start() < max(position, open_until.get(found[0], 0)):
            continue
        end, is_closed = _end_of(text, found)
        if not is_closed:
            open_until[found[0]] = end
            continue
        yield text[position : found.start()]
        yield " "
        position = end
    yield text[position:]


def _end_of(text: str, opening: re.Match[str]) -> tuple[int, bool]:
    """Where a passage ends, or else up to where nothing ends it, and which of the two."""
    if opening[0] == "~~":  # within its paragraph
        closing = _TILDES.search(text, opening.end())
        return (closing.end(), closing[0] == "~~") if closing else (len(text), False)
    at = text.find(_PASSAGES[opening[0]], opening.end())
    return (len(text), False) if at < 0 else (at + len(_PASSAGES[opening[0]]), True)


def _without_groups(text: str) -> tuple[str, bool]:
    r"""The text without \label{…} and \sout{…}, and whether words were struck out."""
    kept: list[str] = []
    position, struck = 0, False
    for found in _GROUPS.finditer(text):
        if found.start() < position:
            continue
        end = group_end(text, found.end())
        if end is None:
            break
        kept.append(text[position : found.start()])
        is_prose = found["note"] and text.count("$", 0, found.start()) % 2 == 0
        kept += [" (", text[found.end() : end - 1], ") "] if is_prose else []
        struck = struck or found["struck"] is not None
        position = end
    return "".join([*kept, text[position:]]), struck


def group_end(text: str, at: int) -> int | None:
    """Behind the brace that closes the group in which this place is."""
    depth = 1
    for brace in re.finditer(r"\\.|[{}]", text[at:]):
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        if not depth:
            return at + brace.end()
    return None


def _space(found: re.Match[str]) -> str:
    """A wide space separates formulas, a small one only sets them."""
    return r"\, " if found[1] or found[2] else r"\quad "
