"""Symbols of SymPy by their names: those of a caller may have assumptions, as real=True."""

from __future__ import annotations

from typing import Any

from matgrad.errors import AmbiguousError
from matgrad.optional import load


def named_symbols(symbols: Any) -> dict[str, Any]:
    """The symbols in what is given, also those of sizes, by their names."""
    sympy = load("sympy")
    given = [symbols] if isinstance(symbols, sympy.Basic | sympy.MatrixBase) else symbols
    found: dict[str, Any] = {}
    for each in given:
        matrices = each.atoms(sympy.MatrixSymbol)
        for one in (
            *matrices,
            *(each.free_symbols),
            *(x for M in matrices for x in M.free_symbols),
        ):
            if found.setdefault(one.name, one) != one:
                raise AmbiguousError(
                    f"two different symbols are called {one.name}", hint="give one of them"
                )
    return found


def is_like(new: Any, old: Any) -> bool:
    """Are both matrices, or both numbers?"""
    return new is not None and bool(new.is_Matrix) == bool(old.is_Matrix)
