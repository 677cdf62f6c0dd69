"""Sums of outer products as one matrix product: u vᵀ + w zᵀ is [u w] [v z]ᵀ, written at once."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.codegen.lines import Text
from matgrad.codegen.program import Program
from matgrad.codegen.targets.forms import Forms, Rules, remade
from matgrad.codegen.targets.python import ATOM, Writer, Written
from matgrad.codegen.values import Value
from matgrad.core.dims import dim

NAME = "outer sums"
WHY = "a sum of outer products is one product of matrices"

Pair = tuple[Value, Value]


def merged(program: Program) -> Forms:
    """The program in which they are."""
    return remade(program, _RULES)


def stack(name: str) -> Writer:
    """How a library that has this function puts vectors below each other."""

    def write(program: Program, value: Value, parts: list[Text]) -> Written:
        return f"{name}(({', '.join(part.code for part in parts)}))", ATOM

    return write


def _sum(forms: Forms, value: Value) -> Value | None:
    pairs: list[Pair] = []
    rest: list[tuple[bool, Value]] = []
    for minus, term in zip(value.data, value.args, strict=True):
        is_turned = term.op == "neg" and forms.is_inner(term)
        found = _pairs(forms, term.args[0] if is_turned else term)
        pairs += [(_negative(u) if minus is not is_turned else u, v) for u, v in found]
        rest += [] if found else [(minus, term)]
    if len(pairs) < 2:
        return None
    left, right = (_stacked(vectors) for vectors in zip(*pairs, strict=True))
    turned = Value("transpose", (left,), None, left.axes[::-1])
    done = Value("matmul", (turned, right), None, value.axes)
    for each in (left, right, turned, done):
        forms.uses[each] = 1
    if not rest:
        return done
    signs, terms = zip(*rest, strict=True)
    if signs[0]:  # a sum begins with what is added
        return Value("add", (done, *terms), (False, *signs), value.axes)
    return Value("add", (*terms, done), (*signs, False), value.axes)


def _pairs(forms: Forms, term: Value) -> list[Pair]:
    """The pairs of vectors of which a term is the sum of outer products."""
    if not forms.is_inner(term):
        return []
    if term.op == "outer":
        return [(term.args[0], term.args[1])] if all(v.is_vector for v in term.args) else []
    if term.op == "matmul" and term.args[1].op == "stacked":  # made before
        turned, right = term.args
        return list(zip(turned.args[0].args, right.args, strict=True))
    return []


def _negative(u: Value) -> Value:
    return u.args[0] if u.op == "neg" else Value("neg", (u,), None, u.axes)


def _stacked(vectors: Sequence[Value]) -> Value:
    """Vectors as the rows of a matrix."""
    return Value("stacked", tuple(vectors), None, (dim(len(vectors)), *vectors[0].axes))


_RULES: Rules = {"add": ((NAME, _sum),)}
