"""Expressions and derivations for people: text, plain Unicode, LaTeX, Markdown.

Importing this package gives expressions their `str()` and `.latex()`.
"""

from matgrad.core.expr import display
from matgrad.render.document import Document
from matgrad.render.latex import latex
from matgrad.render.names import Names, fresh_name
from matgrad.render.outline import document
from matgrad.render.plain import plain
from matgrad.render.sharing import name_shared
from matgrad.render.terminal import as_plain
from matgrad.render.text import text
from matgrad.render.typeset import as_latex, as_markdown

display.update(text=text, plain=plain, latex=latex)

__all__ = [
    "Document",
    "Names",
    "as_latex",
    "as_markdown",
    "as_plain",
    "document",
    "fresh_name",
    "latex",
    "name_shared",
    "plain",
    "text",
]
