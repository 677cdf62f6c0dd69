"""What is rewritten before a program is planned, expression by expression."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from matgrad.codegen import applied, inlined, thin
from matgrad.codegen.lowrank_reading import Reader
from matgrad.codegen.options import Options
from matgrad.core.dims import Dim
from matgrad.core.expr import Expr
from matgrad.core.steps import Definition
from matgrad.core.walk import symbols


class Rewritten(NamedTuple):
    """Outputs and definitions, the rewrites that led to them, and what they need of sizes."""

    outputs: list[Expr]
    definitions: list[Definition]
    rewrites: list[tuple[str, str]]
    narrow: tuple[tuple[Dim, Dim], ...]


def rewritten(
    outputs: Sequence[Expr], definitions: Sequence[Definition], chosen: Options
) -> Rewritten:
    """The same results from expressions that cost less."""
    found, named = list(outputs), needed(definitions, outputs)
    reader = Reader(chosen.sizes, {}, chosen.has_cholesky, chosen.fixed)
    opened = thin.thin(found, named, reader, chosen.skip)
    found, named = opened.outputs, needed(opened.definitions, opened.outputs)
    rewrites = list(opened.rewrites)
    without = None if inlined.NAME in chosen.skip else inlined.inlined(found, named, chosen.sizes)
    if without is not None:
        found, named = without
        rewrites.append((inlined.NAME, inlined.WHY))
    acting = None if applied.NAME in chosen.skip else applied.applied(found, named, chosen.fixed)
    if acting is not None:
        found, named = acting
        rewrites.append((applied.NAME, applied.WHY))
    return Rewritten(found, named, rewrites, opened.narrow)


def needed(definitions: Sequence[Definition], outputs: Sequence[Expr]) -> list[Definition]:
    """The definitions that the outputs use, directly or through others."""
    used = set(symbols(*outputs))
    kept: list[Definition] = []
    for definition in reversed(definitions):
        if definition.symbol in used:
            kept.append(definition)
            used.update(symbols(definition.value))
    return kept[::-1]
