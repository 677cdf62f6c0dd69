"""Letters that everybody has for something: p for the softmax in a function, where nothing else is.

“The Jacobian of softmax(z)? I get diag(p) - pp'” needs no word about p.
"""

from __future__ import annotations

from collections.abc import Iterator

from matgrad.app.ask.formulas.notation import names_in, with_bases
from matgrad.app.ask.problem.understood import Understood
from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.core.walk import postorder
from matgrad.ops import exp, log, logsumexp, softmax, total
from matgrad.render import plain
from matgrad.render.glyphs import plain_name

LETTERS = "ps"


def usual_name(found: Understood, problem: Problem, function: Expr) -> tuple[str, Expr] | None:
    """The letter that claims have for the one softmax of a function, and what it stands for."""
    values = {*_softmaxes(function)}
    letters = [x for x in LETTERS if _is_open(found, problem, x)] if len(values) == 1 else []
    if not letters:
        return None
    value = values.pop()
    note = f"{plain_name(letters[0])} is taken to be {plain(value)}"
    found.notes += [note] if note not in found.notes else []
    return letters[0], value


def _softmaxes(function: Expr) -> Iterator[Expr]:
    """The softmax of a vector, or that which is the derivative of its log-sum-exp."""
    for node in postorder(function):
        inner = node.args[0] if node.args else node
        summed = inner.args[0] if node.op is log and inner.op is total else inner
        if node.op is softmax and node.shape.is_column:
            yield node
        elif node.op is logsumexp and inner.shape.is_column:
            yield softmax(inner)
        elif summed is not inner and summed.op is exp and summed.shape.is_column:
            yield softmax(summed.args[0])


def _is_open(found: Understood, problem: Problem, letter: str) -> bool:
    """Do formulas have this letter, of which the text says nothing?"""
    reading, said = found.reading, found.said
    told = {*problem.symbols, *said.facts, *said.functions, *reading.functions}
    told |= {name for name, kind in said.kinds.items() if kind != "vector"}  # diag(p) has one
    told |= {name for names in reading.names.values() for name in names}  # ⟦p⟧ alone, in words
    told |= {each.name for each in reading.declared}
    told |= {name for each in reading.defined for name in with_bases([each.left.name])}
    told |= {n for x in problem.symbols.values() for size in x.shape for n in size.names}
    used = {name for latex in found.cut.formulas for name in with_bases(names_in(latex))}
    return letter in used and letter not in told
