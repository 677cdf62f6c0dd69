"""The sides of an equation that is claimed of a gradient, read like it."""

from __future__ import annotations

from dataclasses import replace

from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.facts.said import Solved
from matgrad.app.ask.problem.expressions import read_sized
from matgrad.app.ask.problem.names import missing
from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.shape import SCALAR
from matgrad.core.walk import substitute
from matgrad.errors import ShapeError, UnknownNameError, UnsupportedError
from matgrad.ops import frobenius, number, symbol_op, zeros_of, zeros_op
from matgrad.render.glyphs import plain_name
from matgrad.rules.simplify import simplify

MULTIPLIERS = ("lambda", "mu", "nu", "alpha", "gamma", "rho", "sigma")


def read_side(subject: Subject, latex: str, like: Expr) -> Expr:
    """A formula with what the text defines; a zero has the size of the other side."""
    if unknown := missing(latex, subject.found, subject.names):
        raise UnknownNameError(subject.names.unknown(unknown[0]))
    if latex.strip() == "0":
        return zeros_of(like.shape)
    made = read_sized(latex, subject.found, subject.names, like)
    return substitute(made, subject.names.closed)


def gap(subject: Subject, solved: Solved, gradient: Expr) -> Expr:
    """By how much the sides of an equation differ; Ax = λx for some number λ says Ax is along x."""
    left = read_side(subject, solved.left, gradient)
    unknown = missing(solved.right, subject.found, subject.names)
    if len(unknown) != 1 or unknown[0] not in MULTIPLIERS:
        right = read_side(subject, solved.right, left)
        if left.shape != right.shape:
            raise ShapeError(f"its sides are {left.shape} and {right.shape}")
        return left - right
    factor = make(symbol_op, (), Symbol(unknown[0], SCALAR))
    known = {**subject.names.known, unknown[0]: factor}
    other = replace(subject, names=replace(subject.names, known=known))
    along = simplify(substitute(read_side(other, solved.right, left), {factor: number(1)}))
    nothing = simplify(substitute(read_side(other, solved.right, left), {factor: number(0)}))
    if left.shape != along.shape or nothing.op is not zeros_op or not left.shape.is_column:
        raise UnsupportedError(f"{plain_name(unknown[0])} stands for nothing that is known")
    return left - (frobenius(along, left) / frobenius(along, along)) * along
