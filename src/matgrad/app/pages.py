"""Derivations as documents of their own: HTML, LaTeX, PDF, and several of them in one report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from matgrad.optional import load
from matgrad.render.document import Document
from matgrad.render.html import Html
from matgrad.render.page import Chapter
from matgrad.render.paper import Tex, Typst

TITLES = {"gradient": "Gradient", "jacobian": "Jacobian", "hessian": "Hessian"}


class Laid(Protocol):
    """Anything that can be laid out: a derivation, a network, the answer to a question."""

    def document(self, level: str = "normal") -> Document:
        """The parts of it in order."""
        ...


def as_html(title: str, chapters: Sequence[Chapter]) -> str:
    """A page that needs nothing but a browser."""
    return Html().write(title, chapters)


def as_tex(title: str, chapters: Sequence[Chapter]) -> str:
    """A LaTeX document that can be compiled as it is."""
    return Tex().write(title, chapters)


def as_pdf(title: str, chapters: Sequence[Chapter]) -> bytes:
    """A PDF, set by Typst."""
    source = Typst().write(title, chapters)
    compiled: Any = load("typst").compile(source.encode())
    return bytes(compiled)


def html(d: Laid, level: str = "normal", title: str = "") -> str:
    """One derivation as a page."""
    return as_html(title or "Derivation", [Chapter(title, d.document(level))])


def tex(d: Laid, level: str = "normal", title: str = "") -> str:
    """One derivation as a LaTeX document."""
    return as_tex(title or "Derivation", [Chapter(title, d.document(level))])


def pdf(d: Laid, level: str = "normal", title: str = "") -> bytes:
    """One derivation as a PDF."""
    return as_pdf(title or "Derivation", [Chapter(title, d.document(level))])


PAGES = {"html": as_html, "tex": as_tex, "pdf": as_pdf}


def bundle(d: Any) -> dict[str, str]:
    """What notebooks show: they choose the richest form that they know."""
    return {
        "text/plain": d.text(),
        "text/markdown": d.markdown(),
        "text/latex": d.latex(),
        "text/html": Html().fragment(Chapter("", d.document())),
    }
