"""Matrix expressions as objects of SymPy; what has no counterpart there is refused."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce
from typing import Any

from matgrad import ops
from matgrad.core.dims import Dim
from matgrad.core.expr import Expr, Op, Symbol
from matgrad.core.walk import fold, rebuild
from matgrad.core.walk import symbols as walked_symbols
from matgrad.errors import AmbiguousError, UnsupportedError
from matgrad.optional import load

# What SymPy has no object for, and what may do instead.
HINTS = {
    "max_entry": "no function of SymPy takes the largest entry of a matrix of any size",
    "pinv": "for full column rank it is inv(A'*A)*A'",
    "vec": "SymPy's Vectorize needs sizes that are numbers",
}


def to_sympy(expr: Expr, symbols: Any = ()) -> Any:
    """The expression as a SymPy object: matrices as matrix expressions, 1×1 ones as scalars.

    Names are plain symbols, Symbol("t"), unless yours are given: an expression that has them, or
    several. To SymPy a symbol with other assumptions, as real=True, is another one.

    >>> to_sympy(ops.multiply(ops.symbol("A", "m", "n"), ops.symbol("x", "n")))
    A*x
    """
    made = fold(fold(expr, _expanded), _out)
    yours = named_symbols(symbols)
    if not yours:
        return made
    plain = {_out(node, []): yours.get(node.name) for node in walked_symbols(expr)}
    plain |= {load("sympy").Symbol(name): each for name, each in yours.items()}
    return made.xreplace({old: new for old, new in plain.items() if _is_like(new, old)})


def named_symbols(symbols: Any) -> dict[str, Any]:
    """The symbols in what is given, also those of sizes, by their names."""
    sympy = load("sympy")
    given = [symbols] if isinstance(symbols, sympy.Basic | sympy.MatrixBase) else symbols
    found: dict[str, Any] = {}
    for each in given:
        matrices = each.atoms(sympy.MatrixSymbol)
        sizes = (x for M in matrices for axis in M.shape for x in axis.free_symbols)
        for one in (*matrices, *each.free_symbols, *sizes):
            if found.setdefault(one.name, one) != one:
                raise AmbiguousError(
                    f"two different symbols are called {one.name}", hint="give each its own name"
                )
    return found


def _is_like(new: Any, old: Any) -> bool:
    """Are both matrices, or both numbers?"""
    return new is not None and bool(new.is_Matrix) == bool(old.is_Matrix)


def size_to_sympy(size: Dim) -> Any:
    """A size as an integer or an integer symbol."""
    sympy = load("sympy")
    if size.value is not None:
        return sympy.Integer(size.value)
    total = sympy.Integer(0)
    for names, factor in size.terms:
        parts = [sympy.Symbol(name) for name in names]
        total += sympy.Mul(sympy.Rational(factor), *parts)
    return total


def _expanded(node: Expr, args: list[Expr]) -> Expr:
    """An operator that SymPy has no object for, in terms of others, if it says so."""
    means = node.op.means
    if means is None or node.op.sympy or node.op.name in OUT:
        return rebuild(node, args)
    return means(*args)


def _out(node: Expr, args: list[Any]) -> Any:
    sympy = load("sympy")
    if isinstance(node.data, Symbol):
        if node.is_scalar:
            whole = {"integer": True} if "integer" in node.data.facts else {}
            return sympy.Symbol(node.name, **whole)
        return sympy.MatrixSymbol(node.name, *map(size_to_sympy, node.shape))
    build = OUT.get(node.op.name) or _function_out(node.op)
    if build is None:
        hint = HINTS.get(node.op.name, "mg.parse and d.compile() go on without SymPy")
        raise UnsupportedError(f"{node.op.name} has no counterpart in SymPy", hint=hint)
    return build(sympy, node, args)


def _function_out(op: Op) -> Callable[[Any, Expr, list[Any]], Any] | None:
    """A function of entries: SymPy's of that name, or what the operator says."""
    own = op.sympy
    if isinstance(own, str):
        known = getattr(load("sympy"), own or op.name, None) if op.derivative else None
    else:
        known = partial(own, load("sympy"))
    if known is None:
        return None

    def build(sympy: Any, node: Expr, args: list[Any]) -> Any:
        return known(args[0]) if node.is_scalar else args[0].applyfunc(known)

    return build


def _product(sympy: Any, node: Expr, args: list[Any]) -> Any:
    product = sympy.MatMul(*args)
    return sympy.Trace(product) if node.is_scalar else product


def _power(sympy: Any, node: Expr, args: list[Any]) -> Any:
    base, exponent = args
    if node.is_scalar:
        return base**exponent
    return sympy.HadamardPower(base, exponent)


def _sum(sympy: Any, node: Expr, args: list[Any]) -> Any:
    rows, cols = args[0].shape
    row, column = sympy.OneMatrix(1, rows), sympy.OneMatrix(cols, 1)
    return sympy.Trace(sympy.MatMul(row, args[0], column))


def _entry(sympy: Any, node: Expr, args: list[Any]) -> Any:
    """An entry, which SymPy counts from zero."""
    row, column = (arg.data[0] - 1 if arg.op is ops.unit_op else 0 for arg in node.args[1:])
    return args[0][row, column]


def _larger(name: str) -> Callable[[Any, Expr, list[Any]], Any]:
    """The larger of an entry and a number; of two matrices SymPy takes none."""

    def build(sympy: Any, node: Expr, args: list[Any]) -> Any:
        function = getattr(sympy, name)
        if node.is_scalar:
            return function(*args)
        for matrix, other in ((0, 1), (1, 0)):
            bound = _constant(sympy, node.args[other])
            if bound is not None:
                return args[matrix].applyfunc(_with(function, bound))
        raise UnsupportedError(f"{name} of two matrices has no counterpart in SymPy")

    return build


def _with(function: Any, bound: Any) -> Callable[[Any], Any]:
    return lambda x: function(x, bound)


def _constant(sympy: Any, node: Expr) -> Any:
    """The number that stands in every entry, if it is one."""
    if node.op is ops.zeros_op:
        return sympy.Integer(0)
    if node.op is ops.ones_op:
        return sympy.Integer(1)
    scaled = node.op is ops.scale and node.args[-1].op is ops.ones_op
    return reduce(lambda a, b: a * b, map(to_sympy, node.args[:-1])) if scaled else None


def _shaped(name: str) -> Callable[[Any, Expr, list[Any]], Any]:
    return lambda sympy, node, args: getattr(sympy, name)(*map(size_to_sympy, node.shape))


def _adjugate(sympy: Any, node: Expr, args: list[Any]) -> Any:
    """det(X) X⁻¹, for an X that is invertible: SymPy has adjugates of explicit matrices only."""
    if isinstance(args[0], sympy.MatrixBase):
        return args[0].adjugate()
    return sympy.Determinant(args[0]) * sympy.Inverse(args[0])


def _turned(X: Any) -> Any:
    """The transpose; SymPy has none of exp(X), which is exp(X^T)."""
    return X.T if hasattr(X, "T") else X.func(*(arg.T for arg in X.args))


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
    "frobenius": lambda sympy, node, args: sympy.Trace(args[0].T * args[1]),
    "transpose": lambda sympy, node, args: args[0] if node.is_scalar else _turned(args[0]),
    "inv": lambda sympy, node, args: sympy.Inverse(args[0]),
    "adj": _adjugate,
    "tr": lambda sympy, node, args: sympy.Trace(args[0]),
    "det": lambda sympy, node, args: sympy.Determinant(args[0]),
    "power": _power,
    "matrix_power": lambda sympy, node, args: args[0] ** node.data,
    "integer_power": lambda sympy, node, args: sympy.MatPow(args[0], args[1]),
    "sqrtm": lambda sympy, node, args: sympy.MatPow(args[0], sympy.Rational(1, 2)),
    "kron": lambda sympy, node, args: sympy.KroneckerProduct(*args),
    "sum": _sum,
    "entry": _entry,
    "unit": lambda sympy, node, args:
        sympy.Identity(size_to_sympy(node.shape.rows))[:, node.data[0] - 1],
    "max": _larger("Max"),
    "min": _larger("Min"),
    "expm": lambda sympy, node, args: sympy.exp(args[0]),
    "logm": lambda sympy, node, args: sympy.log(args[0]),
    "diag": lambda sympy, node, args: load("sympy").DiagonalOf(args[0]),
    "Diag": lambda sympy, node, args: sympy.diag(args[0]) if node.is_scalar
    else load("sympy.matrices.expressions.diagonal").DiagMatrix(args[0]),
}  # fmt: skip
