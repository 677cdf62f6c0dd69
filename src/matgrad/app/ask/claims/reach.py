"""For which claims a point or a condition counts that the text names.

“At x = 1 it is 3, and at x = 2 it is 12” are two claims, each with a point of its own; a point in a
clause without a claim is meant by all claims that name none.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.problem.understood import Understood
from matgrad.verify.claim import UNDECIDED

ONLY = "that it is so only there was not decided"


def within_reach(found: Understood, segment: int) -> Understood:
    """What was understood, with the points and conditions that are meant by this claim."""
    said = found.said
    here = said.clause_of.get(segment)
    claims = {said.clause_of.get(each) for each in claim_segments(found)} - {None, here}
    if here is None or not (said.at_in or claims):
        return found
    other = {each for each, clause in said.clause_of.items() if clause in claims}
    bounds = {each: how for each, how in said.bounds.items() if each not in other}
    bounded = {each: meant for each, meant in said.bounded.items() if each not in other}
    strange = {(x.name, x.fact) for x in found.reading.stated if x.segment in other}
    strange -= {(x.name, x.fact) for x in found.reading.stated if x.segment not in other}
    facts = [fact for fact in said.cases.get(segment, ()) if fact not in strange]
    cases = {**said.cases, segment: facts} if segment in said.cases else said.cases
    new = replace(said, at=_at(found, here, claims), bounds=bounds, bounded=bounded, cases=cases)
    return replace(found, said=new)


def _at(found: Understood, here: int, claims: set[int | None]) -> dict[str, str]:
    """The point of a clause, or that of clauses without a claim."""
    said = found.said
    if here in said.at_in:
        return said.at_in[here]
    free = [each for clause, each in said.at_in.items() if clause not in claims]
    at = {name: value for each in reversed(free) for name, value in each.items()}
    return {} if here in said.everywhere else at


def claim_segments(found: Understood) -> set[int]:
    """The formulas that are claims."""
    said, reading = found.said, found.reading
    return {*said.claims, *(p.segment for p in said.points), *(c.segment for c in reading.claimed)}


_TO = r"<|\\leq?(?:slant)?"
_BETWEEN = re.compile(
    rf"(?P<first>\d)(?P<from>{_TO})(?P<index>[a-z])(?P<to>{_TO})(?P<last>[A-Za-z])(?:-(?P<less>\d))?"
)
_UNEQUAL = re.compile(r"\s*([a-z])\s*\\neq?\s*([a-z])\s*")


def unequal_indices(found: Understood, segment: int) -> str:
    r"""The condition i \ne j of the clause in which a claim about entries stands."""
    said, here = found.said, found.said.clause_of.get(segment)
    for number, latex in found.reading.bare.items():
        if said.clause_of.get(number) == here and (x := _UNEQUAL.fullmatch(latex)):
            found.used.add(latex)
            return f"{x[1]} ≠ {x[2]}"
    return ""


def say_of_inner(found: Understood, segment: int, words: str) -> None:
    """Take 1 < k < n, or 2 ≤ k ≤ n - 1, beside a claim as used, if these are the k it is about."""
    here = found.said.clause_of.get(segment)
    for number, latex in found.reading.bare.items():
        if found.said.clause_of.get(number) == here and _strictly(latex) == "".join(words.split()):
            found.used.add(latex)


def _strictly(latex: str) -> str:
    """The numbers between two others, the ends not with them: 1 < k < n for 2 ≤ k ≤ n - 1."""
    found = _BETWEEN.fullmatch("".join(latex.split()))
    if found is None:
        return ""
    first = int(found["first"]) - (found["from"] != "<")
    less = int(found["less"] or 0) - (found["to"] != "<")
    return f"{first}<{found['index']}<{found['last']}{f'-{less}' * (less > 0)}" * (less >= 0)


def only_there(found: Understood, segment: int, verdict: Verdict) -> Verdict:
    """A claim that something holds at a point only is decided in one direction."""
    is_only = found.said.clause_of.get(segment) in found.said.only_in
    if not is_only or not verdict.is_right:
        return verdict
    words = "; ".join(filter(None, (f"right {verdict.words}".strip(), ONLY)))
    return replace(verdict, status=UNDECIDED, words=words)
