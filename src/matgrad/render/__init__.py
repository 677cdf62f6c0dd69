"""Expressions and derivations for people: text, plain Unicode, LaTeX, Markdown.

Importing this package gives expressions their `str()` and `.latex()`.
"""

from matgrad.core.expr import display
from matgrad.render.latex import latex
from matgrad.render.names import Names, fresh_name
from matgrad.render.plain import plain
from matgrad.render.sharing import name_shared
from matgrad.render.text import text

display.update(text=text, plain=plain, latex=latex)

__all__ = ["Names", "fresh_name", "latex", "name_shared", "plain", "text"]
