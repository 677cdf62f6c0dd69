"""Programs that people type into a sentence, before their formulas are found."""

from __future__ import annotations

import re
from collections.abc import Callable

from matgrad.app.ask.text.arguments import with_arguments
from matgrad.app.ask.text.array_kinds import is_entrywise
from matgrad.app.ask.text.array_products import with_products, with_sums
from matgrad.app.ask.text.programs import is_program, with_entry_powers

Typed = Callable[[str, Callable[[str], tuple[str, list[str]]]], tuple[str, tuple[str, ...]]]
_FUNCTION = re.compile(r"\bdef\s+(\w+)\(([\w, ]*)\)\s*:[ \t]*return[ \t]+")  # of one line
_NUMPY = re.compile(  # where a star is no product of matrices; .T alone does not tell
    r"(?<![\w.\\])(?:np|numpy|jnp|torch|tf)\.[a-z]|(?<=[\w)\]])\.[a-z]+\("
    r"|(?<=[\w)\]])\s*@\s*(?=[A-Za-z(])|\b(?:axis|dim)\s*=\s*-?\d"
)


def with_arrays(text: str, in_typed: Typed) -> tuple[str, tuple[str, ...]]:
    """The text with formulas for calls with several arguments, functions and powers of arrays."""
    text, _ = in_typed(text, lambda typed: (with_arguments(_with_functions(typed), text), []))
    text, powers = in_typed(text, with_entry_powers) if is_program(text) else (text, ())
    if not (_NUMPY.search(text) or is_entrywise(text)):
        text, stars = in_typed(text, with_sums)
        return text, (*powers, *stars)
    text, stars = in_typed(text, lambda typed: with_products(typed, text))
    return text, (*powers, *stars)


def _with_functions(text: str) -> str:
    """The text with equations for functions of one line.

    >>> _with_functions("def loss(w): return w @ w")
    'loss(w) = w @ w'
    """
    return _FUNCTION.sub(r"\1(\2) = ", text)
