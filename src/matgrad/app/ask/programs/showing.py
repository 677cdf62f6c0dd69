"""Derivatives that a program computes, as formulas for reading."""

from __future__ import annotations

import re

from matgrad import ops
from matgrad.app.ask.programs.claimed import Claim
from matgrad.app.ask.programs.reading import Reader
from matgrad.core.expr import Expr
from matgrad.core.notation import Spelling
from matgrad.core.walk import substitute, symbols
from matgrad.programs.arrays.array import Array
from matgrad.programs.listings.problems import problem_of
from matgrad.programs.listings.quotients import opened
from matgrad.render.glyphs import latex_name, plain_name
from matgrad.render.latex import latex


def variable_of(m: Reader, target: str) -> Array | None:
    """What a name stands for in the function, by which a derivative can be."""
    assert m.function is not None
    return m.version(target, m.function.expr)


def symbol_of(m: Reader, target: str) -> Expr:
    """What a name stands for in the function, or else in the program."""
    found = variable_of(m, target)
    return m.latest[target].expr if found is None else found.expr


def label_of(m: Reader, claim: Claim) -> str:
    """The claim as a formula."""
    left, right = sides_of(m, claim)
    return f"{left.latex} = {right.latex if isinstance(right, Spelling) else latex(right)}"


def sides_of(m: Reader, claim: Claim) -> tuple[Spelling, Expr | Spelling]:
    """What is claimed, for reading: derivatives have the names of the program, dW for d_W."""
    f = problem_of(m).name
    x = symbol_of(m, claim.target).name if claim.target in m.latest else ""
    left = Spelling(
        f"d{f}/d{x}" if x else f"grad({f})",
        f"∂{plain_name(f)}/∂{plain_name(x)}" if x else f"∇{plain_name(f)}",
        rf"\frac{{\partial {latex_name(f)}}}{{\partial {latex_name(x)}}}"
        if x
        else rf"\nabla {latex_name(f)}",
    )
    if not isinstance(claim.found, Array):
        code = claim.written
        return left, Spelling(code, code, rf"\texttt{{{_escaped(code)}}}")
    versions = m.versions.items()
    names = {x.expr.name: name for name, held in versions for x in held if "." not in name}
    names |= {x.expr.name: name for name, x in m.main.names.items()
              if isinstance(x, Array) and x.expr in m.handed_back}  # fmt: skip
    names = {x: name for x, name in names.items() if x != f"{name}_1"}  # no function, cos
    inside = [x for x in symbols(claim.found.expr) if names.get(x.name, x.name) != x.name]
    variable = variable_of(m, claim.target)
    value = m.without_aliases(
        opened(m, claim.found.expr), () if variable is None else (variable.expr,)
    )
    inside += [x for x in symbols(value) if names.get(x.name, x.name) != x.name]
    called = {x: ops.symbol(names[x.name], *x.shape) for x in inside}
    return left, substitute(value, called)


def _escaped(code: str) -> str:
    return re.sub(r"([\\{}_^&%$#~])", r"\\\1", code)
