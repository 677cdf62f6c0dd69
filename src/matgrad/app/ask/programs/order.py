"""Pieces of a program in the order in which they can be carried out."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from matgrad.programs.listings.parsing import parsed
from matgrad.programs.listings.starts import FILLED, RANDOM


def in_order(blocks: Sequence[str]) -> list[str]:
    """The pieces, each behind those that compute what it uses.

    >>> in_order(["cost = np.sum((A - Y)**2)", "A = W @ X"])
    ['A = W @ X', 'cost = np.sum((A - Y)**2)']
    """
    modules = [parsed(x) for x in blocks]
    bodies = [x.body if x is not None else [] for x in modules]
    sets = [_computed(x) for x in bodies]
    waits = [_waits(n, bodies, sets) for n in range(len(blocks))]
    done: list[int] = []
    while len(done) < len(blocks):
        left = [n for n in range(len(blocks)) if n not in done]
        ready = (n for n in left if waits[n] <= {*done})
        done.append(next(ready, left[0]))
    return [blocks[n] for n in done]


def _waits(n: int, bodies: Sequence[Sequence[ast.stmt]], sets: Sequence[set[str]]) -> set[int]:
    """The later pieces that compute what a piece uses and no earlier one computes."""
    if any(isinstance(x, ast.FunctionDef | ast.ClassDef) for x in bodies[n]):
        return set()
    names = _names(bodies[n], ast.Load) - _names(bodies[n], ast.Store)
    names -= {x for each in sets[:n] for x in each}
    return {k for k in range(n + 1, len(bodies)) if sets[k] & names}


def _computed(body: Sequence[ast.stmt]) -> set[str]:
    """The names that statements set to what they compute, not to what they only begin with."""
    found: set[str] = set()
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                is_new = name not in _names([value], ast.Load)
                found |= {name} if is_new and not _is_start(value) else set()
            case _:
                pass
    return found


def _is_start(value: ast.expr) -> bool:
    """Are these numbers, zeros or random ones?"""
    called = value.func if isinstance(value, ast.Call) else None
    is_made = isinstance(called, ast.Attribute) and called.attr in FILLED | RANDOM
    return is_made or not _names([value], ast.Load)


def _names(body: Iterable[ast.AST], context: type[ast.expr_context]) -> set[str]:
    nodes = (x for each in body for x in ast.walk(each) if isinstance(x, ast.Name))
    return {x.id for x in nodes if isinstance(x.ctx, context)}
