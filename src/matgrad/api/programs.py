"""Programs, planned with what the engine knows of the signs of matrices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from matgrad import codegen
from matgrad.codegen import Options, Program, Wanted
from matgrad.core.expr import Expr
from matgrad.core.steps import Definition
from matgrad.derive.signs import signs_of
from matgrad.ops import det


def program(wanted: Wanted, options: Options | None = None) -> Program:
    """The program that computes what is wanted; definite matrices in it are factored as such."""
    chosen = options or Options()
    known = _Definite(wanted.definitions, chosen.definite)
    return codegen.program(wanted, replace(chosen, has_cholesky=known.argument_of))


class _Definite:
    """Tells which matrices are positive definite, by how they and their parts are made."""

    def __init__(self, definitions: Sequence[Definition], told: frozenset[str]) -> None:
        self._definitions = definitions
        self._told = told
        self._known: dict[Expr, frozenset[str]] | None = None

    def argument_of(self, node: Expr) -> bool:
        """Is the matrix definite that this is the inverse, a power or the determinant of?

        A semidefinite one that has an inverse is, but determinants may be zero.
        """
        wanted = "pd" if node.op is det else "psd"
        return wanted in signs_of(node.args[0], self._signs())

    def _signs(self) -> dict[Expr, frozenset[str]]:
        if self._known is None:
            self._known = {}
            for each in self._definitions:
                told = {"pd", "psd"} if each.symbol.name in self._told else set[str]()
                self._known[each.symbol] = signs_of(each.value, self._known) | told
        return self._known
