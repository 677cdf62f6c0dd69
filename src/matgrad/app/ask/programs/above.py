"""Shapes that are told for a derivative from above: what it is the derivative by has them too."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from matgrad.programs.listings.derivatives import UPSTREAM, derivative_of

_RESULT = "out"  # what a routine returns without a name


def shapes_by_above(
    body: Sequence[ast.stmt], told: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """The shapes of values, by those of derivatives that nothing sets: N, D = dout.shape."""
    stored = _stored(body)
    found: dict[str, tuple[str, ...]] = {}
    for name, sizes in {**_unpacked(body), **told}.items():
        if name not in stored:
            target = derivative_of(name, stored) or (_RESULT if UPSTREAM.fullmatch(name) else "")
            found |= {target: sizes} if target and target not in told else {}
    return found


def _unpacked(body: Sequence[ast.stmt]) -> dict[str, tuple[str, ...]]:
    """How many axes arrays have by the statements that unpack their shapes."""
    found: dict[str, tuple[str, ...]] = {}
    for node in (node for statement in body for node in ast.walk(statement)):
        match node:
            case ast.Assign(
                targets=[ast.Tuple(elts=sizes)],
                value=ast.Attribute(value=ast.Name(id=name), attr="shape"),
            ):
                found[name] = ("",) * len(sizes)
            case _:
                pass
    return found


def _stored(body: Sequence[ast.stmt]) -> set[str]:
    nodes = (node for statement in body for node in ast.walk(statement))
    return {x.id for x in nodes if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)}
