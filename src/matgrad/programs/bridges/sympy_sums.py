"""Sums over indices of SymPy, read as the sums of the language and turned into matrix form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from matgrad.core.dims import Dim
from matgrad.core.expr import Expr
from matgrad.core.walk import substitute
from matgrad.errors import UnsupportedError
from matgrad.optional import load
from matgrad.syntax import parse_problem

_FUNCTIONS = {"Abs": "abs", **{name: name for name in "sin cos tan exp log sinh cosh tanh".split()}}
_SIGNS = {"Add": " + ", "Mul": "*"}


def index_sum(part: Any, known: Mapping[Any, Expr], size_of: Callable[[Any], Dim]) -> Expr:
    """A sum from 0 to n − 1, as SymPy counts, whose indices stand in entries only."""
    written = _Written(part, known)
    text = written.formula(part.function)
    for index, lower, upper in part.limits:
        if lower != 0:
            raise UnsupportedError("only sums from 0 are read", hint="Sum(x[i, 0], (i, 0, n - 1))")
        if upper.free_symbols & {*part.bound_symbols}:
            raise UnsupportedError(
                f"the sum over {index} ends at {upper}, which is another index",
                hint="sums to a size are read; tril and triu are triangles of a matrix",
            )
        text = f"sum({written.indices[index]}, 1, {size_of(upper + 1)}, {text})"
    shapes = {
        name: () if expr.is_scalar else tuple(map(str, expr.shape))
        for name, expr in written.given.items()
    }
    problem = parse_problem(text, shapes)
    known = {problem.symbols[name]: expr for name, expr in written.given.items()}
    return substitute(problem.function, known)


class _Written:
    """The body of a sum as text, with names of our own for what it is made of."""

    def __init__(self, part: Any, known: Mapping[Any, Expr]) -> None:
        self.known = known
        self.given: dict[str, Expr] = {}
        self.names: dict[Any, str] = {}
        self.indices = {limits[0]: f"i{number}" for number, limits in enumerate(part.limits)}

    def formula(self, root: Any) -> str:
        """The formula, inner pieces first."""
        texts: dict[Any, str] = {}
        for piece in load("sympy").postorder_traversal(root):
            if piece not in texts and piece not in self.indices and type(piece).__name__ != "Str":
                texts[piece] = self.piece(piece, texts)
        return texts[root]

    def piece(self, piece: Any, texts: Mapping[Any, str]) -> str:
        """The text of one piece, from those of its own pieces."""
        kind = type(piece).__name__
        if kind == "MatrixElement":
            return self.entry(piece)
        if piece.is_Rational or piece in self.known:
            return f"({piece})" if piece.is_Rational else self.name(piece)
        if any(arg in self.indices for arg in piece.args):
            raise UnsupportedError("an index that is used as a number is not read below a sum")
        args = [texts[arg] for arg in piece.args]
        if kind in _SIGNS or kind == "Pow":
            return f"({_SIGNS[kind].join(args)})" if kind in _SIGNS else f"({args[0]})^({args[1]})"
        if kind in _FUNCTIONS:
            return f"{_FUNCTIONS[kind]}({args[0]})"
        raise UnsupportedError(f"SymPy's {kind} is not read below a sum")

    def entry(self, piece: Any) -> str:
        """X[i, j] with indices of the sum, or with numbers."""
        base, row, column = piece.args
        if base not in self.known:
            raise UnsupportedError("below a sum only entries of symbols are read")
        places = [
            self.indices.get(at) or (str(int(at) + 1) if at.is_Integer else "")
            for at in (row, column)
        ]
        if not all(places):  # also where an index stands as a number
            raise UnsupportedError("an index that is a formula is not read below a sum")
        is_column = self.known[base].shape.is_column
        return f"{self.name(base)}[{places[0] if is_column else ','.join(places)}]"

    def name(self, piece: Any) -> str:
        """The name of our own for a symbol."""
        if piece not in self.names:
            self.names[piece] = f"v{len(self.names)}"
            self.given[self.names[piece]] = self.known[piece]
        return self.names[piece]
