"""Programs in a text, which are not prose: they are read by whoever interprets programs."""

from __future__ import annotations

from matgrad.app.code import array_axes
from matgrad.app.derivation import Derivation
from matgrad.ask.acts import Said
from matgrad.ask.derive import KINDS
from matgrad.errors import ShapeError, UnsupportedError


def answer_code(said: Said, code: str) -> list[Derivation]:
    """The derivatives of a program that the words around it ask for."""
    asks = [ask for ask in said.asks if ask.by and ask.weight >= 0]
    if not asks:
        raise UnsupportedError("by which variable of the program?")
    ask = asks[-1]
    declared = {n: said.symbols.declaration(n) for n in said.symbols.by_name}
    shapes = {n: array_axes(d.shape) for n, d in declared.items() if d and d.shape}
    found: list[Derivation] = []
    for kind in ask.kinds:
        chosen = KINDS[kind or "gradient"]
        try:
            found.append(chosen(code, list(ask.by), shapes=shapes))
        except ShapeError:
            if kind:
                raise
            found.append(KINDS["jacobian"](code, list(ask.by), shapes=shapes))
    return found
