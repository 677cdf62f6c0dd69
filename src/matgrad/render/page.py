r"""Whole documents from one template: HTML, Typst and stand-alone LaTeX are three ways to fill it.

Equations stand in rows: the left side, the right side, and under it the reason.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from matgrad.core.expr import Expr
from matgrad.render.document import Bold, Document, Equation, Item, Row, Section, Verbatim, Words
from matgrad.render.latex import latex
from matgrad.render.ruler import width
from matgrad.render.typeset import latex_math


@dataclass(frozen=True)
class Chapter:
    """A document with a title, as a part of a page."""

    title: str
    document: Document
    code: str = ""
    picture: str = ""  # a stand-alone SVG


def spell(item: Item | None) -> str:
    """One item of a row in LaTeX."""
    return latex(item) if isinstance(item, Expr) else "" if item is None else item.latex


_SCRIPTED = re.compile(
    r"(?<![\w\\^_])(?P<base>[^\W\d_])(?P<scripts>(?:[_^](?:[^\W_]{1,2}(?![^\W_])|\([\w=+−-]+\)))+)"
    r"(?![\w^_{])"
)
_BESIDE = re.compile(r"(?<=_[a-z]{2})(?=[A-Z]_)")  # P_ijQ_ij
_SCRIPT = re.compile(r"([_^])(?:\(([^()]*)\)|(\w+))")


class Page:
    """How a page is filled: each method is one place of the template."""

    def math(self, source: str) -> str:
        """A formula inside of a line."""
        raise NotImplementedError

    def display(self, source: str, beside: float = 0.0) -> str:
        """A formula in a row of its own, beside something of so many ems."""
        return self.math(source)

    def words(self, text: str) -> str:
        """Plain words."""
        raise NotImplementedError

    def source(self, text: str) -> str:
        """Words in the type of code, which go on in the next line."""
        raise NotImplementedError

    def bold(self, text: str) -> str:
        """Words in bold type."""
        raise NotImplementedError

    def heading(self, text: str, level: int) -> str:
        """The title of the whole (0), of a chapter (1) or of a section (2)."""
        raise NotImplementedError

    def equation(self, left: str, right: str, reason: str) -> str:
        """A row of equations."""
        raise NotImplementedError

    def detail(self, shown: str, reason: str) -> str:
        """A rewrite that explains the line above."""
        raise NotImplementedError

    def line(self, shown: str) -> str:
        """A row of words."""
        raise NotImplementedError

    def equations(self, rows: Sequence[str]) -> str:
        """Rows of equations below each other."""
        raise NotImplementedError

    def code(self, source: str) -> str:
        """Source code."""
        raise NotImplementedError

    def picture(self, svg: str) -> str:
        """A picture, or nothing where it cannot be part of the document."""
        raise NotImplementedError

    def whole(self, title: str, body: str) -> str:
        """The page around everything."""
        raise NotImplementedError

    # ------------------------------------------------------------ what all pages share

    def sentence(self, words: Words) -> str:
        """Words with the formulas among them."""
        return "".join(map(self.word, words))

    def word(self, word: str | Item) -> str:
        """Words in their look, or a formula."""
        if isinstance(word, Verbatim):
            return self.source(word)
        if isinstance(word, Bold):
            return self.bold(word)
        return self.said(word) if isinstance(word, str) else self.math(spell(word))

    def said(self, text: str) -> str:
        """Words, in which what has scripts is a formula: P_ij, x^p, Σ_(i=1)^m."""
        text, at, shown = _BESIDE.sub(" ", text), 0, ""
        for found in _SCRIPTED.finditer(text):
            scripts = _SCRIPT.sub(r"\1{\2\3}", found["scripts"])
            formula = self.math(latex_math(f"{found['base']}{scripts}".replace("Σ", "∑")))
            shown += self.words(text[at : found.start()]) + formula
            at = found.end()
        return shown + self.words(text[at:])

    def row(self, row: Row) -> str:
        """One row of a section."""
        if row.equation is None:
            return self.line(self.sentence(row.words))
        reason = self.sentence(row.words)
        if row.is_detail:
            return self.detail(self.math(_equals(row.equation)), reason)
        right = "= " + spell(row.equation.right)
        if row.implies is not None:
            right += rf" \qquad \implies \qquad {_equals(row.implies)}"
        left = spell(row.equation.left)
        return self.equation(self.display(left), self.display(right, width(left)), reason)

    def section(self, section: Section) -> str:
        """A title, then runs of equations, of displays and of words."""
        shown = [self.heading(section.title, 2)] if section.title else []
        for kind, rows in groupby(section.rows, _kind):
            if kind == EQUATION:
                shown.append(self.equations([*map(self.row, rows)]))
            elif kind == WORDS:
                shown += map(self.row, rows)
            else:
                sides = [tuple(map(spell, row.display)) for row in rows if row.display]
                shown.append(self.displays([(left, right) for left, right in sides]))
        return "\n".join(shown)

    def displays(self, lines: Sequence[tuple[str, str]]) -> str:
        """The lines of displayed formulas, each with what stands left of its sign."""
        rows = (self.equation(self.display(a), self.display(b, width(a)), "") for a, b in lines)
        return self.equations([*rows])

    def chapter(self, chapter: Chapter) -> str:
        """A document as part of a page."""
        parts = [self.heading(chapter.title, 1)] if chapter.title else []
        parts += [self.section(section) for section in chapter.document.sections]
        if chapter.picture and (drawn := self.picture(chapter.picture)):
            parts += [self.heading("Picture", 2), drawn]
        if chapter.code:
            parts += [self.heading("Code", 2), self.code(chapter.code)]
        return "\n".join(parts)

    def write(self, title: str, chapters: Sequence[Chapter]) -> str:
        """The whole page; its title stands above chapters that have titles of their own."""
        shown = [self.heading(title, 0)] if any(chapter.title for chapter in chapters) else []
        return self.whole(title, "\n".join([*shown, *map(self.chapter, chapters)]))


WORDS, EQUATION, DISPLAY, ALONE = range(4)


def _kind(row: Row) -> int:
    """What stands in the same columns: a display without a sign stands by itself."""
    if row.display is None:
        return WORDS if row.equation is None else EQUATION
    left, right = row.display
    return DISPLAY if left.latex or right.latex.startswith(("=", ":=")) else ALONE


def _equals(equation: Equation) -> str:
    return f"{spell(equation.left)} = {spell(equation.right)}".strip()
