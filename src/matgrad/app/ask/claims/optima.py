"""Whether a point at which a gradient vanishes is the minimum or maximum that it is called."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.app import api
from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.facts.normal import COVARIANCE, INSIDE
from matgrad.app.ask.facts.said import Solved
from matgrad.app.ask.spelling.orthogonality import eigenvector_in
from matgrad.core.facts import fact_words
from matgrad.core.walk import postorder
from matgrad.ops import inv
from matgrad.render.glyphs import plain_name

SHAPES = {"minimum": ("convex",), "maximum": ("concave",)}


def shown_facts(facts: Sequence[tuple[str, str]]) -> str:
    """Facts, for reading: A is symmetric and b is positive."""
    return " and ".join(f"{plain_name(name)} is {fact_words(fact)}" for name, fact in facts)


def label_of(solved: Solved) -> str:
    """What is claimed of a gradient: where it vanishes, or when that is enough."""
    if not solved.is_enough:
        return f"{solved.left} = {solved.right}"
    equation = eigenvector_in(solved.left, solved.right) or f"{solved.left}={solved.right}"
    return rf"\text{{gradient}} = 0 \text{{ if }} {equation}"


def bent_there(subject: Subject, solved: Solved) -> str:
    """That the function is convex or concave, so that a point is the optimum that it is called."""
    wanted = SHAPES.get(solved.aim, ("convex", "concave"))
    shape, why = _bent(subject, solved.name, wanted), ""
    if not shape and (given := _covariances(subject)):  # which a normal density divides by
        shape = _bent(subject.assuming(given), solved.name, wanted)
        why = f", as {shown_facts(given)}"
    return f", and {plain_name(subject.problem.name)} is {shape}{why}" if shape else ""


def _bent(subject: Subject, name: str, wanted: Sequence[str]) -> str:
    """Which of these shapes a function has in one of its variables, if it has one."""
    remarks = api.hessian(subject.problem, name).remarks
    whole = [line for line in remarks if "wherever" not in line]
    found = (s for s in wanted if any(f"is {s} in {plain_name(name)}" in line for line in whole))
    return next(found, "")


def _covariances(subject: Subject) -> list[tuple[str, str]]:
    """The covariances by which a normal density divides, which are positive definite."""
    implied = {*subject.found.said.implied}
    inverted = {node.args[0] for node in postorder(subject.problem.function) if node.op is inv}
    names = [name for name, x in subject.problem.symbols.items() if x in inverted]
    ways = COVARIANCE, INSIDE
    return [
        (name, "positive_definite")
        for name in names
        if implied & {each.format(plain_name(name)) for each in ways}
    ]
