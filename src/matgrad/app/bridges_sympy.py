"""Matrix expressions from and to SymPy, object by object: no text is read on the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

from matgrad import ops
from matgrad.core.dims import Dim, dim
from matgrad.core.expr import Expr, Symbol
from matgrad.core.shape import Shape
from matgrad.core.steps import Problem
from matgrad.core.walk import fold, symbols
from matgrad.errors import UnsupportedError
from matgrad.optional import load

SCALAR_FUNCTIONS = "sin cos tan exp log sqrt sinh cosh tanh erf".split()
_NAMES = {"absolute": "Abs", "abs": "Abs", "sign": "sign", "asin": "asin", "acos": "acos"}
_NAMES |= {"atan": "atan", **{name: name for name in SCALAR_FUNCTIONS}}
# Functions that SymPy has no name for, as formulas.
FORMULAS: dict[str, Callable[[Any], Callable[[Any], Any]]] = {
    "sigmoid": lambda sympy: lambda x: 1 / (1 + sympy.exp(-x)),
    "softplus": lambda sympy: lambda x: sympy.log(1 + sympy.exp(x)),
    "relu": lambda sympy: lambda x: sympy.Max(x, 0),
}


# ---------------------------------------------------------------- out


def to_sympy(expr: Expr) -> Any:
    """The expression as a SymPy object: matrices as matrix expressions, 1×1 ones as scalars.

    >>> to_sympy(ops.multiply(ops.symbol("A", "m", "n"), ops.symbol("x", "n")))
    A*x
    """
    return fold(expr, _out)


def size_to_sympy(size: Dim) -> Any:
    """A size as an integer or an integer symbol."""
    sympy = load("sympy")
    if size.value is not None:
        return sympy.Integer(size.value)
    total = sympy.Integer(0)
    for names, factor in size.terms:
        parts = [sympy.Symbol(name, integer=True, positive=True) for name in names]
        total += sympy.Mul(sympy.Rational(factor), *parts)
    return total


def _out(node: Expr, args: list[Any]) -> Any:
    sympy = load("sympy")
    if isinstance(node.data, Symbol):
        if node.is_scalar:
            return sympy.Symbol(node.name, real=True)
        return sympy.MatrixSymbol(node.name, *map(size_to_sympy, node.shape))
    build = OUT.get(node.op.name) or _function_out(node.op.name)
    if build is None:
        raise UnsupportedError(f"{node.op.name} has no counterpart in SymPy")
    return build(sympy, node, args)


def _function_out(name: str) -> Callable[[Any, Expr, list[Any]], Any] | None:
    if name not in _NAMES and name not in FORMULAS:
        return None

    def build(sympy: Any, node: Expr, args: list[Any]) -> Any:
        function = getattr(sympy, _NAMES[name]) if name in _NAMES else FORMULAS[name](sympy)
        return function(args[0]) if node.is_scalar else args[0].applyfunc(function)

    return build


def _product(sympy: Any, node: Expr, args: list[Any]) -> Any:
    product = sympy.MatMul(*args)
    return sympy.Trace(product) if node.is_scalar else product


def _power(sympy: Any, node: Expr, args: list[Any]) -> Any:
    base, exponent = args
    if node.is_scalar:
        return base**exponent
    return sympy.HadamardPower(base, exponent)


def _inner(sympy: Any, node: Expr, args: list[Any]) -> Any:
    return sympy.Trace(args[0].T * args[1])


def _norm(sympy: Any, node: Expr, args: list[Any]) -> Any:
    return sympy.sqrt(sympy.Trace(args[0].T * args[0]))


def _sum(sympy: Any, node: Expr, args: list[Any]) -> Any:
    rows, cols = args[0].shape
    row, column = sympy.OneMatrix(1, rows), sympy.OneMatrix(cols, 1)
    return sympy.Trace(sympy.MatMul(row, args[0], column))


def _square(sympy: Any, node: Expr, args: list[Any]) -> Any:
    return args[0] ** 2 if node.is_scalar else sympy.HadamardPower(args[0], 2)


def _shaped(name: str) -> Callable[[Any, Expr, list[Any]], Any]:
    return lambda sympy, node, args: getattr(sympy, name)(*map(size_to_sympy, node.shape))


OUT: dict[str, Callable[[Any, Expr, list[Any]], Any]] = {
    "number": lambda sympy, node, args: sympy.Rational(node.data.numerator, node.data.denominator),
    "size": lambda sympy, node, args: size_to_sympy(node.data),
    "constant": lambda sympy, node, args: {"pi": sympy.pi, "e": sympy.E}[node.data],
    "eye": lambda sympy, node, args: sympy.Identity(size_to_sympy(node.shape.rows)),
    "ones": _shaped("OneMatrix"),
    "zeros": _shaped("ZeroMatrix"),
    "add": lambda sympy, node, args: (sympy.Add if node.is_scalar else sympy.MatAdd)(*args),
    "scale": lambda sympy, node, args: reduce(lambda a, b: a * b, args),
    "matmul": _product,
    "hadamard": lambda sympy, node, args: sympy.HadamardProduct(*args),
    "frobenius": _inner,
    "transpose": lambda sympy, node, args: args[0] if node.is_scalar else args[0].T,
    "inv": lambda sympy, node, args: sympy.Inverse(args[0]),
    "tr": lambda sympy, node, args: sympy.Trace(args[0]),
    "det": lambda sympy, node, args: sympy.Determinant(args[0]),
    "logdet": lambda sympy, node, args: sympy.log(sympy.Determinant(args[0])),
    "power": _power,
    "matrix_power": lambda sympy, node, args: args[0] ** node.data,
    "kron": lambda sympy, node, args: sympy.KroneckerProduct(*args),
    "norm2": _norm,
    "normF": _norm,
    "sum": _sum,
    "square": _square,
    "Diag": lambda sympy, node, args: sympy.diag(args[0]) if node.is_scalar
    else load("sympy.matrices.expressions.diagonal").DiagMatrix(args[0]),
}  # fmt: skip


# ---------------------------------------------------------------- in


def from_sympy(expression: Any, assume: Mapping[str, Sequence[str]] | None = None) -> Problem:
    """A SymPy matrix expression as a problem; its symbols are the variables.

    >>> import sympy
    >>> A, x = sympy.MatrixSymbol("A", 3, 2), sympy.MatrixSymbol("x", 2, 1)
    >>> print(from_sympy(A * x).function)
    A*x
    """
    known: dict[Any, Expr] = {}
    for part in load("sympy").postorder_traversal(expression):
        if part not in known and (made := _in(part, known, assume or {})) is not None:
            known[part] = made
    if expression not in known:
        raise _unknown(expression)
    function = known[expression]
    given = {x.name: x for x in symbols(function)}
    name = next(n for n in ("f", "F", "phi", "f0") if n not in given)
    return Problem(function, name, symbols=given, source=str(function))


def _unknown(part: Any) -> UnsupportedError:
    return UnsupportedError(f"SymPy's {type(part).__name__} is not read")


def size_from_sympy(size: Any) -> Dim:
    """An integer, a symbol, or a sum of products of them."""
    if size.is_Integer:
        return dim(int(size))
    if size.is_Symbol:
        return dim(size.name)
    parts = [dim(int(p)) if p.is_Integer else dim(p.name) for p in size.args if p.is_Atom]
    if len(parts) != len(size.args) or not (size.is_Add or size.is_Mul):
        raise UnsupportedError("this size is not read", hint="a number, a name, or a sum of them")
    return reduce((lambda a, b: a + b) if size.is_Add else (lambda a, b: a * b), parts)


def _in(part: Any, known: Mapping[Any, Expr], assume: Mapping[str, Sequence[str]]) -> Expr | None:
    kind = type(part).__name__
    inside = {type(each).__name__ for each in getattr(part, "free_symbols", ())}
    if kind in ("Str", "Tuple", "Lambda") or "Dummy" in inside:  # the body of a Lambda
        return None
    if kind == "MatrixSymbol":
        facts = tuple(assume.get(part.name, ()))
        return ops.symbol(part.name, *map(size_from_sympy, part.shape), facts=facts)
    if part.is_Rational:
        return ops.number(Fraction(int(part.p), int(part.q)))
    if kind in SHAPED:
        return SHAPED[kind](Shape(*map(size_from_sympy, part.shape)))
    if part.is_Symbol:
        return ops.symbol(part.name, facts=tuple(assume.get(part.name, ())))
    args = [known[arg] for arg in part.args if arg in known]
    build = IN.get(kind) or _function_in(kind)
    if build is None or (len(args) < len(part.args) and kind not in LOOSE):
        raise _unknown(part)
    return build(part, args)


def _function_in(kind: str) -> Callable[[Any, list[Expr]], Expr] | None:
    names = {name: own for own, name in _NAMES.items()}
    own = names.get(kind)
    return (lambda part, args: _elementwise(kind)(args[0])) if own else None


def _elementwise(name: str) -> Callable[[Expr], Expr]:
    return ops.absolute if name == "Abs" else getattr(ops, name)


def _applied(part: Any, args: list[Expr]) -> Expr:
    """An elementwise function: the Lambda of one call, such as x ↦ sin(x)."""
    body = part.function.expr
    argument = args[-1]
    name = type(body).__name__
    if name == "Pow" and body.args[1].is_Rational:
        exponent = Fraction(int(body.args[1].p), int(body.args[1].q))
        return ops.power(argument, exponent)
    if name not in _NAMES.values():
        raise _unknown(body)
    return _elementwise(name)(argument)


def _power_in(part: Any, args: list[Expr]) -> Expr:
    base, exponent = args
    if base.is_scalar:
        return ops.power(base, exponent)
    return ops.inv(base) if int(part.exp) == -1 else ops.matrix_power(base, int(part.exp))


def _entry_in(part: Any, args: list[Expr]) -> Expr:
    """X[i, j], which SymPy counts from zero."""
    if args[0].is_scalar:
        return args[0]
    row, column = part.args[1:]
    if not (row.is_Integer and column.is_Integer):
        raise UnsupportedError("an entry whose index is a symbol is not read")
    return ops.entry(args[0], int(row) + 1, int(column) + 1)


SHAPED: dict[str, Callable[[Shape], Expr]] = {
    "Identity": lambda shape: ops.eye(shape.rows),
    "ZeroMatrix": ops.zeros_of,
    "OneMatrix": lambda shape: ops.filled(1, shape),
}
LOOSE = frozenset({"ElementwiseApplyFunction"})
IN: dict[str, Callable[[Any, list[Expr]], Expr]] = {
    "MatAdd": lambda part, args: ops.add(*args),
    "Add": lambda part, args: ops.add(*args),
    "MatMul": lambda part, args: reduce(ops.multiply, args),
    "Mul": lambda part, args: reduce(ops.multiply, args),
    "Transpose": lambda part, args: args[0].T,
    "Inverse": lambda part, args: ops.inv(args[0]),
    "Trace": lambda part, args: args[0] if args[0].is_scalar else ops.trace(args[0]),
    "Determinant": lambda part, args: ops.det(args[0]),
    "HadamardProduct": lambda part, args: ops.hadamard(*args),
    "HadamardPower": lambda part, args: ops.power(args[0], args[1]),
    "KroneckerProduct": lambda part, args: ops.kron(*args),
    "Pow": _power_in,
    "MatPow": _power_in,
    "MatrixElement": _entry_in,
    "ElementwiseApplyFunction": _applied,
    "DiagMatrix": lambda part, args: ops.diag_matrix(args[0]),
    "Exp1": lambda part, args: ops.constant("e"),
    "Pi": lambda part, args: ops.constant("pi"),
}
