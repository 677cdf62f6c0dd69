"""Equations that always hold, as A : B = B : A: they say nothing of a problem, so none is missed.

Each is checked as a line of a derivation is, with what the text defines. An equation that cannot be
read, or that holds only sometimes, is none of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from matgrad.api.judge.steps import judge_steps
from matgrad.ask.acts import Said
from matgrad.ask.claims import closed
from matgrad.ask.join import Function, problem_of
from matgrad.errors import MatgradError
from matgrad.ops import zeros_of
from matgrad.syntax.statement import Statement, Tokens, What
from matgrad.syntax.tokens import Kind

MOST, LONGEST = 12, 60  # equations of one text that are tried, and tokens of each


def identities(said: Said) -> frozenset[tuple[int, int]]:
    """The places of the equations of a text that hold whatever their letters are.

    What defines a name is none; a second definition of a name is, if it says the same.
    """
    claimed = {side[0].start for claim in said.claims for side in claim.sides}
    found: list[tuple[Statement, Sequence[Tokens]]] = []
    for statement in (i.statement for s in said.spoken for i in s.sentence.items if i.statement):
        is_open = statement.what in (What.CHAIN, What.OTHER, What.DEFINITION)
        is_claimed = any(side[0].start in claimed for side in statement.sides)
        if is_open and len(statement.tokens) <= LONGEST and not is_claimed:
            sides = _sides(said, statement)
            found += [(statement, sides)] if len(sides) > 1 else []
    return frozenset(s.place for s, sides in found[:MOST] if _hold(said, sides))


def _sides(said: Said, statement: Statement) -> Sequence[Tokens]:
    """The sides of an equation; for a definition, the value in another one of the same name."""
    if statement.what is not What.DEFINITION:
        return statement.sides
    others = [d for d in said.defined.get(statement.names[0], ()) if d is not statement and d.sides]
    values = [d.sides[0] for d in others if d.params in ((), statement.params)]
    values += [d.sides[0] for d in others if not statement.params]
    return (*values[:1], *statement.sides) if values else ()


def _hold(said: Said, sides: Sequence[Tokens]) -> bool:
    """Are all these formulas equal for all values of the letters that nothing defines?"""
    return all(_are_equal(said, *pair) for pair in pairwise(sides))


def _are_equal(said: Said, left: Tokens, right: Tokens) -> bool:
    at = right[0]._replace(kind=Kind.SIGN, end=right[0].start)
    opening, minus, closing = (at._replace(text=text) for text in ("(", "-", ")"))
    difference = (opening, *left, closing, minus, opening, *right, closing)
    try:
        found = problem_of(said, Function("", (), difference), (), scalar=False)
        value = closed(found)
        problem = replace(found, function=value, definitions=())
        return judge_steps(problem, [], (), [value, zeros_of(value.shape)]).right
    except MatgradError:
        return False
