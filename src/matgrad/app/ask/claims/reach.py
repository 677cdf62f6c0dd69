"""For which claims a point counts that the text names.

“At x = 1 it is 3, and at x = 2 it is 12” are two claims, each with a point of its own; a point in a
clause without a claim is meant by all claims that name none.
"""

from __future__ import annotations

from dataclasses import replace

from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.problem.understood import Understood
from matgrad.verify.claim import UNDECIDED

ONLY = "that it is so only there was not decided"


def within_reach(found: Understood, segment: int) -> Understood:
    """What was understood, with the points that are meant by the claim in this formula."""
    said = found.said
    if not said.at_in:
        return found
    here = said.clause_of.get(segment)
    at = said.at_in.get(here) if here is not None else None
    if at is None:
        claims = {said.clause_of.get(each) for each in claim_segments(found)}
        free = [each for clause, each in said.at_in.items() if clause not in claims]
        at = {name: value for each in reversed(free) for name, value in each.items()}
        at = {} if here in said.everywhere else at
    return replace(found, said=replace(said, at=at))


def claim_segments(found: Understood) -> set[int]:
    """The formulas that are claims."""
    said, reading = found.said, found.reading
    return {*said.claims, *(p.segment for p in said.points), *(c.segment for c in reading.claimed)}


def only_there(found: Understood, segment: int, verdict: Verdict) -> Verdict:
    """A claim that something holds at a point only is decided in one direction."""
    is_only = found.said.clause_of.get(segment) in found.said.only_in
    if not is_only or not verdict.is_right:
        return verdict
    words = "; ".join(filter(None, (f"right {verdict.words}".strip(), ONLY)))
    return replace(verdict, status=UNDECIDED, words=words)
