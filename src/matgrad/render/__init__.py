"""Expressions and derivations for people: text, plain Unicode, LaTeX, Markdown.

Importing this package gives expressions their `str()` and `.latex()`.
"""

from matgrad.core.expr import display
from matgrad.render.text import text

display["text"] = text
display["plain"] = text
display["latex"] = text

__all__ = ["text"]
