"""Functions of SymPy: of a number, of every entry, and of a matrix as a whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any

from matgrad import ops
from matgrad.core.expr import Expr
from matgrad.core.shape import Shape
from matgrad.errors import UnsupportedError
from matgrad.optional import load
from matgrad.programs.arrays.array import Array, as_array
from matgrad.programs.arrays.conditions import is_greater, where
from matgrad.programs.arrays.functions import ENTRYWISE
from matgrad.programs.bridges.sympy_out import NAMES

_OWN = {name: own for own, name in NAMES.items()}
# Functions of a number by a formula in others.
FORMULAS: dict[str, Callable[[Array], Array]] = {
    "cot": lambda x: _each("cos", x) / _each("sin", x),
    "sec": lambda x: 1 / _each("cos", x),
    "csc": lambda x: 1 / _each("sin", x),
    "coth": lambda x: _each("cosh", x) / _each("sinh", x),
    "sech": lambda x: 1 / _each("cosh", x),
    "Heaviside": lambda x: Array(ops.step(x.expr), x.axes),
    "floor": lambda x: _each("floor", x),
}
OF_MATRICES: dict[str, Callable[[Expr], Expr]] = {"exp": ops.expm, "log": ops.logm}
HINTS = {
    "Derivative": "give the function itself, or call .doit() first",
    "MatrixDerivative": "give the function itself, or call .doit() first",
    "Integral": "only what is computed from the variables without an integral is read",
    "Piecewise": "Max, Min, Abs and Heaviside are read",
    "gamma": "functions of statistics and number theory have no rule here",
    "Permutation": "call .as_explicit() on the permutation matrix",
}


def unknown(part: Any) -> UnsupportedError:
    """The error for an object of SymPy that has no counterpart."""
    kind = type(part).__name__
    return UnsupportedError(f"SymPy's {kind} is not read", hint=HINTS.get(kind))


def _each(name: str, x: Array) -> Array:
    return Array(ENTRYWISE[name](x.expr), x.axes)


def function_in(kind: str) -> Callable[[Any, list[Expr]], Expr] | None:
    """What a function of SymPy is, of a number or of a matrix."""
    if kind not in _OWN and kind not in FORMULAS:
        return None

    def build(part: Any, args: list[Expr]) -> Expr:
        if args[0].is_scalar:
            return _of_entry(kind)(as_scalar(args[0])).expr
        if kind not in OF_MATRICES:
            raise UnsupportedError(
                f"{kind} of a matrix is not read", hint=f"X.applyfunc({kind}) acts on each entry"
            )
        return OF_MATRICES[kind](args[0])

    return build


def _of_entry(kind: str) -> Callable[[Array], Array]:
    if kind in FORMULAS:
        return FORMULAS[kind]
    name = {"Abs": "absolute", "atan": "arctan", "asin": "arcsin", "acos": "arccos"}.get(kind, kind)
    return lambda x: _each(name, x)


def as_scalar(expr: Expr) -> Array:
    """A number as an array without axes."""
    return Array(expr, ())


def applied(part: Any, known: Mapping[Any, Expr]) -> Expr:
    """A function of every entry: the Lambda x ↦ 1/(1 + exp(−x)), piece by piece."""
    sympy, argument = load("sympy"), known[part.expr]
    variable = part.function.variables[0]
    made: dict[Any, Array] = {variable: Array(argument, tuple(argument.shape))}
    for piece in sympy.postorder_traversal(part.function.expr):
        if piece not in made:
            made[piece] = _piece(piece, [made[arg] for arg in piece.args if arg in made])
    value = made[part.function.expr]
    return value.expr if value.axes else ops.filled(value.expr, argument.shape)


def _piece(piece: Any, args: list[Array]) -> Array:
    kind = type(piece).__name__
    if piece.is_Rational or piece.is_Float:
        return as_scalar(ops.number(Fraction(str(piece))))
    if piece.is_Symbol:
        return as_scalar(ops.symbol(piece.name))
    if kind in ("Pi", "Exp1"):
        return as_scalar(ops.constant("pi" if kind == "Pi" else "e"))
    if kind in _COMBINED and len(args) == len(piece.args):
        return reduce(_COMBINED[kind], args)
    if kind in ("Heaviside", *_OWN, *FORMULAS):
        return _of_entry(kind)(args[0])
    raise unknown(piece)


def _extreme(op: Callable[..., Expr]) -> Callable[[Array, Array], Array]:
    def build(a: Array, b: Array) -> Array:
        axes = a.axes or b.axes
        shape = Shape(*axes) if axes else a.expr.shape
        sides = [x.expr if x.axes == axes else ops.filled(x.expr, shape) for x in (a, b)]
        return Array(op(*sides), axes)

    return build


_COMBINED: dict[str, Callable[[Array, Array], Array]] = {
    "Add": lambda a, b: a + b,
    "Mul": lambda a, b: a * b,
    "Pow": lambda a, b: as_array(a) ** b,
    "Max": _extreme(ops.maximum),
    "Min": _extreme(ops.minimum),
}


def cases_in(part: Any, known: Mapping[Any, Expr]) -> Expr:
    """One value where a > b, and another one elsewhere, as in LaTeX: with steps."""
    is_read = len(part.args) == 2 and part.args[1][1] == load("sympy").true
    if not is_read or getattr(part.args[0][1], "rel_op", "") not in (">", ">=", "<", "<="):
        hint = "Piecewise((x, x > 0), (0, True))"
        raise UnsupportedError("only two cases are read, the first with a comparison", hint=hint)
    (value, when), (other, _) = part.args
    larger, smaller, first, second = (
        Array(known[x], ()) for x in (when.gts, when.lts, value, other)
    )
    holds = ~is_greater(smaller, larger) if "=" in when.rel_op else is_greater(larger, smaller)
    return where(holds, first, second).expr
