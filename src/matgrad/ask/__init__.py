"""Prose around formulas: a whole question in, a reply out. `mg.ask` is this package, called.

A text becomes pieces (blocks), items of sentences (sentences), acts by a table of forms (forms,
match, acts), what is known of names (symbols), what is asked (decide), problems (join), verdicts on
claims (claims) and a reply.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from matgrad.optional import part

if TYPE_CHECKING:
    from matgrad.ask.reply import ask as ask


class _Callable(ModuleType):
    """A package that is a function, too, so that `matgrad.ask` is both."""

    def __call__(self, text: str, **options: Any) -> Any:
        """Answer a whole question."""
        return part("matgrad.ask.reply").ask(text, **options)


sys.modules[__name__].__class__ = _Callable
