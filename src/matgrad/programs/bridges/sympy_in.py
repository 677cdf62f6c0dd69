"""Matrix expressions of SymPy as problems, object by object."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

from matgrad import ops
from matgrad.core.dims import Dim, dim
from matgrad.core.expr import Expr
from matgrad.core.shape import Shape
from matgrad.core.steps import Problem
from matgrad.core.walk import symbols
from matgrad.errors import ShapeError, UnknownNameError, UnsupportedError
from matgrad.optional import load
from matgrad.programs.arrays.array import Array
from matgrad.programs.arrays.conditions import is_greater, where
from matgrad.programs.arrays.tables import UFUNCS
from matgrad.programs.bridges.sympy_out import NAMES, named_symbols
from matgrad.programs.bridges.sympy_sums import index_sum
from matgrad.render import text

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


def from_sympy(expression: Any, assume: Mapping[str, Sequence[str]] | None = None) -> Problem:
    """A SymPy matrix expression as a problem; its symbols are the variables.

    >>> import sympy
    >>> A, x = sympy.MatrixSymbol("A", 3, 2), sympy.MatrixSymbol("x", 2, 1)
    >>> print(from_sympy(A * x).function)
    A*x
    """
    sympy = load("sympy")
    if isinstance(expression, sympy.MatrixBase):
        expression = expression.as_immutable()
    if not isinstance(expression, sympy.Basic):
        raise UnsupportedError(
            f"this is no expression of SymPy: {type(expression).__name__}",
            hint="mg.parse reads text",
        )
    matrices = expression.atoms(sympy.MatrixSymbol)
    sizes = {size for matrix in matrices for axis in matrix.shape for size in axis.free_symbols}
    _see_that_names_are_read(named_symbols(expression))
    known: dict[Any, Expr] = {size: ops.size(size.name) for size in sizes}
    for part in _parts(sympy, expression):
        if part not in known and (made := _in(part, known, assume or {})) is not None:
            known[part] = made
    if expression not in known:
        raise unknown(expression)
    function = known[expression]
    given = {x.name: x for x in symbols(function)}
    name = next(n for n in ("f", "F", "phi", "f0") if n not in given)
    return Problem(function, name, symbols=given, source=text(function))


def _see_that_names_are_read(symbols: Mapping[str, Any]) -> None:
    """Refuse symbols that would become something else under their names."""
    for name, each in sorted(symbols.items()):
        if not name.isidentifier():
            raise UnknownNameError(
                f"{name!r} is no name of a variable", hint="letters, digits and _, as in x_1"
            )
        if not each.is_commutative and each.is_Symbol and not each.is_Matrix:
            raise UnsupportedError(
                f"{name} does not commute, and numbers do",
                hint=f'MatrixSymbol("{name}", n, n) is a matrix',
            )


def _parts(sympy: Any, expression: Any) -> list[Any]:
    """All parts, inner ones first; the inside of sums and of functions of an entry is not shown."""
    found: list[Any] = []
    stack = [expression]
    while stack:
        part = stack.pop()
        found.append(part)
        kind = type(part).__name__
        if kind == "Sum":
            stack += [each for each in part.function.atoms(sympy.MatrixSymbol, sympy.Symbol)
                      if each not in part.bound_symbols]  # fmt: skip
        elif kind == "ElementwiseApplyFunction":
            stack.append(part.expr)
        elif kind == "Piecewise":
            stack += [value for value, _ in part.args]
            stack += [side for _, when in part.args if when.is_Relational for side in when.args]
        elif kind != "MatrixSymbol":
            stack += _cells(part) if WHOLE.get(kind) is _from_cells else part.args
    return found[::-1]


def _cells(part: Any) -> list[Any]:
    """The entries of an explicit matrix, or its blocks."""
    cells = getattr(part, "blocks", part)
    return [cells[row, col] for row in range(cells.rows) for col in range(cells.cols)]


def size_from_sympy(size: Any) -> Dim:
    """An integer, a symbol, or sums and products of them."""
    made: dict[Any, Dim] = {}
    for part in load("sympy").postorder_traversal(size):
        args = [made[arg] for arg in part.args if arg in made]
        if part.is_Integer or part.is_Symbol:
            made[part] = dim(int(part) if part.is_Integer else part.name)
        elif (part.is_Add or part.is_Mul) and len(args) == len(part.args):
            made[part] = reduce(operator.add if part.is_Add else operator.mul, args)
        else:
            hint = "a number, a name, or sums and products of them"
            raise UnsupportedError("this size is not read", hint=hint)
    return made[size]


def _in(part: Any, known: Mapping[Any, Expr], assume: Mapping[str, Sequence[str]]) -> Expr | None:
    kind = type(part).__name__
    if kind in ("Str", "Tuple", "Lambda"):
        return None
    if part.is_Symbol or kind == "MatrixSymbol":
        sizes = map(size_from_sympy, part.shape) if kind == "MatrixSymbol" else ()
        whole = ("integer",) if part.is_Symbol and part.is_integer else ()
        return ops.symbol(part.name, *sizes, facts=(*assume.get(part.name, ()), *whole))
    if part.is_Rational or part.is_Float:
        return ops.number(Fraction(str(part)))
    if kind in SHAPED:
        return SHAPED[kind](Shape(*map(size_from_sympy, part.shape)))
    return WHOLE[kind](part, known) if kind in WHOLE else _of_parts(part, known)


def _of_parts(part: Any, known: Mapping[Any, Expr]) -> Expr:
    kind = type(part).__name__
    args = [known[arg] for arg in part.args if arg in known]
    is_whole = len(args) == len(part.args) or kind in LOOSE
    if kind in ENTRIES and is_whole and all(x.is_scalar for x in args):
        return _of_entries(part, [Array(x, ()) for x in args]).expr
    if kind in ENTRIES and kind not in IN and args:
        raise UnsupportedError(
            f"{kind} of a matrix is not read", hint=f"X.applyfunc({kind}) acts on each entry"
        )
    return IN[kind](part, args) if kind in IN and is_whole else _explicit(part)


def _explicit(part: Any) -> Expr:
    """A matrix of numbers that SymPy can write out."""
    if (
        not getattr(part, "is_Matrix", False)
        or part.free_symbols
        or not hasattr(part, "as_explicit")
    ):
        raise unknown(part)
    entries = part.as_explicit().as_immutable()
    return _rows(entries, [ops.number(Fraction(str(cell))) for cell in _cells(entries)])


def _from_cells(part: Any, known: Mapping[Any, Expr]) -> Expr:
    return _rows(part, [known[cell] for cell in _cells(part)])


def _rows(part: Any, cells: list[Expr]) -> Expr:
    width = getattr(part, "blocks", part).cols
    if not cells:
        raise ShapeError("a matrix without entries is not read")
    rows = [cells[at : at + width] for at in range(0, len(cells), width)]
    beside = [ops.beside(*row) if len(row) > 1 else row[0] for row in rows]
    return ops.below(*beside) if len(beside) > 1 else beside[0]


# ---------------------------------------------------------------- entry by entry

_EACH = {
    **{name: name for name in NAMES.values()},
    "Abs": "absolute", "asin": "arcsin", "acos": "arccos", "atan": "arctan",
    "Add": "add", "Mul": "multiply", "Pow": "power", "Max": "maximum", "Min": "minimum",
    "floor": "floor",
}  # fmt: skip
_FORMULAS: dict[str, Callable[[Array], Array]] = {
    "cot": lambda x: UFUNCS["cos"](x) / UFUNCS["sin"](x),
    "sec": lambda x: 1 / UFUNCS["cos"](x),
    "csc": lambda x: 1 / UFUNCS["sin"](x),
    "coth": lambda x: UFUNCS["cosh"](x) / UFUNCS["sinh"](x),
    "sech": lambda x: 1 / UFUNCS["cosh"](x),
    "Heaviside": lambda x: Array(ops.step(x.expr), x.axes),
}
# What SymPy has for numbers, and for each entry in the function of applyfunc.
ENTRIES: dict[str, Callable[..., Array]] = {
    **{kind: UFUNCS[name] for kind, name in _EACH.items()}, **_FORMULAS,
}  # fmt: skip


def _of_entries(part: Any, args: Sequence[Array]) -> Array:
    kind = type(part).__name__
    if kind not in ENTRIES:
        raise unknown(part)
    is_one = len(args) == 1 or kind in _FORMULAS  # the step has a value at 0 besides
    return ENTRIES[kind](args[0]) if is_one else reduce(ENTRIES[kind], args)


def _applied(part: Any, known: Mapping[Any, Expr]) -> Expr:
    """A function of every entry: the Lambda x ↦ 1/(1 + exp(−x)), piece by piece."""
    argument, function = known[part.expr], part.function
    made: dict[Any, Array] = {function.variables[0]: Array(argument, tuple(argument.shape))}
    for piece in load("sympy").postorder_traversal(function.expr):
        if piece not in made:
            args = [made[arg] for arg in piece.args]
            leaf = None if args else _in(piece, {}, {})
            made[piece] = _of_entries(piece, args) if leaf is None else Array(leaf, ())
    value = made[function.expr]
    return value.expr if value.axes else ops.filled(value.expr, argument.shape)


def _cases(part: Any, known: Mapping[Any, Expr]) -> Expr:
    """One value where a > b, and another one elsewhere, as in LaTeX: with steps."""
    is_read = len(part.args) == 2 and part.args[1][1] == load("sympy").true
    if not is_read or getattr(part.args[0][1], "rel_op", "") not in (">", ">=", "<", "<="):
        hint = "Piecewise((x, x > 0), (0, True))"
        raise UnsupportedError("only two cases are read, the first with a comparison", hint=hint)
    (value, when), (other, _) = part.args
    sides = (when.gts, when.lts, value, other)
    larger, smaller, first, second = (Array(known[x], ()) for x in sides)
    holds = ~is_greater(smaller, larger) if "=" in when.rel_op else is_greater(larger, smaller)
    return where(holds, first, second).expr


# ---------------------------------------------------------------- matrices


def _power_in(part: Any, args: list[Expr]) -> Expr:
    base, exponent = args
    if part.exp.is_Integer:
        return ops.inv(base) if int(part.exp) == -1 else ops.matrix_power(base, int(part.exp))
    if part.exp == load("sympy").Rational(1, 2):
        return ops.sqrtm(base)
    if part.exp.is_integer and exponent.op is ops.symbol_op:  # no size
        return ops.integer_power(base, exponent)
    raise UnsupportedError(
        "a matrix to a power that is no whole number is not read",
        hint='X**3, X**-1, sqrt, or X**k with Symbol("k", integer=True)',
    )


def _entry_in(part: Any, args: list[Expr]) -> Expr:
    """X[i, j], which SymPy counts from zero."""
    if args[0].is_scalar:
        return args[0]
    row, column = part.args[1:]
    if not (row.is_Integer and column.is_Integer):
        raise UnsupportedError(
            "an entry whose index is a symbol is not read", hint="a Sum over the index is"
        )
    return ops.entry(args[0], int(row) + 1, int(column) + 1)


def _slice_in(part: Any, args: list[Expr]) -> Expr:
    rows, cols = args[0].shape
    return ops.part(args[0], _span(part.rowslice, rows), _span(part.colslice, cols))


def _span(places: Any, size: Dim) -> Expr:
    start, stop, step = places
    if step != 1:
        raise UnsupportedError("a slice with steps is not read")
    return ops.units(size_from_sympy(start) + 1, size_from_sympy(stop), size)


SHAPED: dict[str, Callable[[Shape], Expr]] = {
    "Identity": lambda shape: ops.eye(shape.rows),
    "ZeroMatrix": ops.zeros_of,
    "OneMatrix": lambda shape: ops.filled(1, shape),
}
WHOLE: dict[str, Callable[[Any, Mapping[Any, Expr]], Expr]] = {
    "Sum": lambda part, known: index_sum(part, known, size_from_sympy),
    "ElementwiseApplyFunction": _applied,
    "Piecewise": _cases,
    **dict.fromkeys(("ImmutableDenseMatrix", "BlockMatrix", "BlockDiagMatrix"), _from_cells),
}
LOOSE = frozenset({"MatrixSlice", "Heaviside"})
IN: dict[str, Callable[[Any, list[Expr]], Expr]] = {
    "MatAdd": lambda part, args: ops.add(*args),
    "MatMul": lambda part, args: reduce(ops.multiply, args),
    "Transpose": lambda part, args: args[0].T,
    "Adjoint": lambda part, args: args[0].T,
    "Inverse": lambda part, args: ops.inv(args[0]),
    "Trace": lambda part, args: args[0] if args[0].is_scalar else ops.trace(args[0]),
    "Determinant": lambda part, args: ops.det(args[0]),
    "DotProduct": lambda part, args: ops.frobenius(*args),
    "HadamardProduct": lambda part, args: ops.hadamard(*args),
    "HadamardPower": lambda part, args: ops.power(args[0], args[1]),
    "KroneckerProduct": lambda part, args: ops.kron(*args),
    "Pow": _power_in,
    "MatPow": _power_in,
    "MatrixElement": _entry_in,
    "MatrixSlice": _slice_in,
    "DiagMatrix": lambda part, args: ops.diag_matrix(args[0]),
    "DiagonalMatrix": lambda part, args: ops.diag_matrix(ops.diag(args[0])),
    "DiagonalOf": lambda part, args: ops.diag(args[0]),
    "exp": lambda part, args: ops.expm(args[0]),
    "log": lambda part, args: ops.logm(args[0]),
    "Exp1": lambda part, args: ops.constant("e"),
    "Pi": lambda part, args: ops.constant("pi"),
}
