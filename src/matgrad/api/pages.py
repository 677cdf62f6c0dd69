"""What can be laid out for reading, in every spelling: text, Markdown, LaTeX, HTML, PDF."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import indent
from typing import Any, Protocol

from matgrad.optional import load
from matgrad.render import as_latex, as_markdown, as_plain
from matgrad.render.document import Document
from matgrad.render.html import Html
from matgrad.render.page import Chapter
from matgrad.render.paper import Tex, Typst
from matgrad.render.terminal import columns
from matgrad.render.typeset import markdown_words


class Readable:
    """A derivation, a chain of Jacobians, the answer to a question: it says what stands where."""

    title = "Derivation"

    def document(self, level: str = "normal") -> Document:
        """Everything in order, before a spelling is chosen; level: "short", "normal", "full"."""
        raise NotImplementedError

    def text(self, level: str = "normal", color: bool = False, width: int = 100) -> str:
        """For a terminal."""
        return as_plain(self.document(level), color, width)

    def latex(self, level: str = "normal") -> str:
        """As LaTeX, for use inside a document."""
        return as_latex(self.document(level))

    def markdown(self, level: str = "normal") -> str:
        """As Markdown with LaTeX formulas."""
        return as_markdown(self.document(level))

    def html(self, level: str = "normal") -> str:
        """As a page that needs nothing but a browser."""
        return as_html(self.title, [Chapter("", self.document(level))])

    def tex(self, level: str = "normal") -> str:
        """As a LaTeX document that can be compiled as it is."""
        return as_tex(self.title, [Chapter("", self.document(level))])

    def pdf(self, level: str = "normal") -> bytes:
        """As a PDF, set by Typst."""
        return as_pdf(self.title, [Chapter("", self.document(level))])

    def __str__(self) -> str:
        return self.text()

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """What notebooks show: they choose the richest form that they know."""
        return {
            "text/plain": self.text(),
            "text/markdown": self.markdown(),
            "text/latex": self.latex(),
            "text/html": Html().fragment(Chapter("", self.document())),
        }


@dataclass(frozen=True)
class Sheet(Readable):
    """A document that is there already, of one level of detail."""

    content: Document

    def document(self, level: str = "normal") -> Document:
        """It as it is."""
        return self.content


def as_html(title: str, chapters: Sequence[Chapter]) -> str:
    """A page that needs nothing but a browser."""
    return Html().write(title, chapters)


def as_tex(title: str, chapters: Sequence[Chapter]) -> str:
    """A LaTeX document that can be compiled as it is."""
    return Tex().write(title, chapters)


def as_one_markdown(title: str, chapters: Sequence[Chapter]) -> str:
    """Markdown with a heading for each chapter; pictures are left out."""
    parts = [f"# {markdown_words(title)}"]
    for chapter in chapters:
        parts += [f"## {markdown_words(chapter.title)}"] if chapter.title else []
        parts.append(as_markdown(chapter.document).strip("\n"))
        parts += [f"```python\n{chapter.code.strip()}\n```"] if chapter.code else []
    return "\n\n".join(parts) + "\n"


def as_text(title: str, chapters: Sequence[Chapter]) -> str:
    """Plain text with a title above each chapter; pictures are left out."""
    parts = [_underlined(title, "=")] if any(chapter.title for chapter in chapters) else []
    for chapter in chapters:
        parts += [_underlined(chapter.title, "-")] if chapter.title else []
        parts.append(as_plain(chapter.document).strip("\n"))
        parts += [f"Code\n{indent(chapter.code.strip(), '  ')}"] if chapter.code else []
    return "\n\n".join(parts) + "\n"


def _underlined(title: str, sign: str) -> str:
    return f"{title}\n{sign * columns(title)}"


def as_pdf(title: str, chapters: Sequence[Chapter]) -> bytes:
    """A PDF, set by Typst."""
    source = Typst().write(title, chapters)
    compiled: Any = load("typst").compile(source.encode())
    return bytes(compiled)


PAGES: dict[str, Callable[[str, Sequence[Chapter]], str | bytes]] = {
    "html": as_html,
    "tex": as_tex,
    "markdown": as_one_markdown,
    "text": as_text,
    "pdf": as_pdf,
}


FORMAT, MINOR = 4, 5  # of the notebook files


class Written(Protocol):
    """Anything with a derivation in Markdown."""

    def markdown(self, level: str = "normal") -> str:
        """The derivation with formulas between dollar signs."""
        ...


def notebook(d: Written, sources: list[str], level: str = "normal") -> str:
    """The notebook file; the code is ready to run."""
    texts = [part for part in d.markdown(level).split("\n\n**") if part.strip()]
    cells = [_cell(i, "markdown", part if i == 0 else f"**{part}") for i, part in enumerate(texts)]
    cells += [_cell(len(cells) + i, "code", source) for i, source in enumerate(sources)]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    data = {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": FORMAT,
        "nbformat_minor": MINOR,
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _cell(number: int, kind: str, text: str) -> dict[str, Any]:
    cell: dict[str, Any] = {
        "cell_type": kind,
        "id": f"cell-{number}",
        "metadata": {},
        "source": text.rstrip("\n").splitlines(keepends=True),
    }
    return {**cell, "execution_count": None, "outputs": []} if kind == "code" else cell
