"""A formula in LaTeX with sums over an index, in which every name is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matgrad.core.expr import Expr
from matgrad.core.walk import substitute
from matgrad.errors import UnknownNameError
from matgrad.render.glyphs import plain_name
from matgrad.syntax import parse_latex


def read_sums(latex: str, known: Mapping[str, Expr], named: Sequence[str] = ()) -> Expr:
    """The expression that the formula stands for."""
    shapes = {name: tuple(map(str, x.shape)) for name, x in known.items()}
    read = parse_latex(latex, shapes, named=named, in_text=True)
    for name in read.symbols:
        if name not in known:
            raise UnknownNameError(f"{plain_name(name)} stands for nothing that is known")
    return substitute(read.function, {x: known[name] for name, x in read.symbols.items()})
