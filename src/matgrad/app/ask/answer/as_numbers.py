"""Capital letters that are numbers, which only a claim tells: E = CV²/2, dE/dV = CV."""

from __future__ import annotations

from dataclasses import replace

from matgrad.app.ask.answer.reply import Reply, answer
from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.facts.scalars import is_of_matrices
from matgrad.app.ask.text.words import ALL_NUMBERS
from matgrad.errors import DoubtError, ShapeError
from matgrad.verify.claim import UNDECIDED

OF_NUMBERS = "it is right if all letters are numbers, which the text does not say"


def with_numbers(text: str, reply: Reply) -> Reply:
    """The reply with numbers for all letters, if there is none with matrices.

    What is wrong of matrices and right of numbers is undecided, where nothing in the text speaks of
    vectors or matrices.
    """
    found, problem = reply.understood, reply.problem
    is_matrix = problem is not None and not problem.function.is_scalar
    is_wrong = is_matrix and any(claim.is_wrong for claim in reply.claims)
    is_refused = not reply.is_answered and any(isinstance(x, ShapeError) for x in found.errors)
    is_asked = not reply.is_answered and any(isinstance(x, DoubtError) for x in found.errors)
    if not (is_wrong or is_refused or is_asked):
        return reply
    if is_of_matrices(found.said, found.reading, found.cut):
        return reply
    other = answer(f"{text}\n\n{ALL_NUMBERS}")
    other.understood.text = text
    if is_asked:  # only what is claimed may tell that they are numbers
        is_right = other.is_answered and any(claim.is_right for claim in other.claims)
        return other if is_right else reply
    if is_refused:
        return other if other.is_answered else reply
    right = {_place(claim) for claim in other.claims if claim.is_right}
    reply.claims = [
        replace(claim, status=UNDECIDED, words=OF_NUMBERS, report=None)
        if claim.is_wrong and _place(claim) in right
        else claim
        for claim in reply.claims
    ]
    return reply


def _place(claim: Verdict) -> int | str:
    """Where a claim stands; of one that stands nowhere in particular, what it says."""
    return claim.segment if claim.segment >= 0 else claim.latex
