"""Matrix expressions of SymPy as problems: each is written in the language, and then read.

What the expression is made of, symbols and matrices of zeros or ones, gets names of its own, so
that nothing depends on what people call it; entry by entry is `.*`, and indices count from one.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import count
from types import MappingProxyType
from typing import Any, NamedTuple

from matgrad import ops
from matgrad.core.dims import ONE, Dim, dim
from matgrad.core.expr import Expr
from matgrad.core.shape import SCALAR, Shape
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute, symbols
from matgrad.errors import ShapeError, UnknownNameError, UnsupportedError
from matgrad.optional import load
from matgrad.programs.bridges.sympy_out import named_symbols
from matgrad.render import text
from matgrad.syntax import parse_problem

SIGNS = {"Add": "+", "MatAdd": "+", "Mul": "*", "MatMul": "*", "HadamardProduct": ".*"}
FORMS = {
    "Trace": "tr({0})", "Determinant": "det({0})", "Inverse": "inv({0})", "Transpose": "{0}'",
    "Adjoint": "{0}'", "DotProduct": "({0} : {1})", "HadamardPower": "({0}.^{1})",
    "KroneckerProduct": "kron({0}, {1})", "DiagonalOf": "diag({0})", "DiagMatrix": "Diag({0})",
    "DiagonalMatrix": "Diag(diag({0}))", "exp": "expm({0})", "log": "logm({0})",
}  # fmt: skip
_SAME = "sin cos tan exp log sqrt sinh cosh tanh erf sign asin acos atan floor".split()
# What SymPy has for numbers, and for each entry in the function of applyfunc.
OF_NUMBERS = {
    **{name: f"{name}({{0}})" for name in _SAME}, "Pow": "({0}.^{1})", "Abs": "abs({0})",
    "Max": "max({0}, {1})", "Min": "min({0}, {1})", "Heaviside": "step({0})", "Pi": "pi",
    "Exp1": "e", "cot": "(cos({0})./sin({0}))", "sec": "(cos({0}).^(-1))",
    "csc": "(sin({0}).^(-1))", "coth": "(cosh({0})./sinh({0}))", "sech": "(cosh({0}).^(-1))",
}  # fmt: skip
HINTS = {
    "Derivative": "give the function itself, or call .doit() first",
    "MatrixDerivative": "give the function itself, or call .doit() first",
    "Integral": "only what is computed from the variables without an integral is read",
    "Piecewise": "Max, Min, Abs and Heaviside are read",
    **dict.fromkeys(("MatrixSlice", "BlockMatrix"), "call .as_explicit() where sizes are numbers"),
    "gamma": "functions of statistics and number theory have no rule here",
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
    _see_that_names_are_read(named_symbols(expression))
    function = _Writer(expression, assume or {}).expr(expression)
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


def size_from_sympy(size: Any) -> Dim:
    """An integer, a symbol, or sums and products of them."""
    made: dict[Any, Dim] = {}
    for part in load("sympy").postorder_traversal(size):
        args = [made[arg] for arg in part.args if arg in made]
        if part.is_Integer or part.is_Symbol:
            made[part] = dim(int(part) if part.is_Integer else part.name)
        elif (part.is_Add or part.is_Mul) and len(args) == len(part.args):
            made[part] = reduce(operator.add if part.is_Add else operator.mul, args)
        elif part.is_Pow and part.exp.is_Integer and part.exp > 0:
            made[part] = reduce(operator.mul, [made[part.base]] * int(part.exp))
        else:
            hint = "a number, a name, or sums and products of them"
            raise UnsupportedError("this size is not read", hint=hint)
    return made[size]


class Written(NamedTuple):
    """A piece in the language."""

    text: str
    shape: Shape = SCALAR


class _Writer:
    """Writes expressions of SymPy in the language."""

    def __init__(self, expression: Any, assume: Mapping[str, Sequence[str]]) -> None:
        matrices = expression.atoms(load("sympy").MatrixSymbol)
        self.sizes = {size for M in matrices for axis in M.shape for size in axis.free_symbols}
        self.assume = assume
        self.given: dict[str, Expr] = {}  # what names of our own stand for
        self.indices: dict[Any, str] = {}  # of sums

    def expr(self, root: Any) -> Expr:
        """An expression of SymPy as one of ours."""
        written = self.written(root)
        if not self.indices.keys().isdisjoint(root.free_symbols):
            raise UnsupportedError("an index is used outside of its sum")
        shapes = {n: () if x.is_scalar else (*map(str, x.shape),) for n, x in self.given.items()}
        facts = {n: sorted(x.data.facts) for n, x in self.given.items() if x.op is ops.symbol_op}
        problem = parse_problem(written.text, shapes, facts)
        if problem.reading.guesses:
            raise UnsupportedError(problem.reading.guesses[0].words)
        own = {problem.symbols[n]: x for n, x in self.given.items() if n in problem.symbols}
        return substitute(problem.function, own)

    def name(self, value: Expr) -> Written:
        """A name of our own for a value."""
        found = next((name for name, x in self.given.items() if x is value), None)
        names = (f"v{number}" for number in count(len(self.given)))
        taken = {size.name for size in self.sizes}
        found = found or next(name for name in names if name not in taken)
        self.given[found] = value
        return Written(found, value.shape)

    def written(self, root: Any, known: Mapping[Any, Written] = MappingProxyType({})) -> Written:
        """An expression in the language, inner pieces first; entry by entry if some are known."""
        made, found, stack = {**known}, list[Any](), [root]
        while stack:
            found.append(stack.pop())
            stack += self.pieces(found[-1]) if found[-1] not in made else ()
        for part in found[::-1]:
            if part not in made:
                inner = [made[x] for x in self.pieces(part)]
                made[part] = self.leaf(part) or self.piece(part, inner, is_entry=bool(known))
        return made[root]

    def pieces(self, part: Any) -> Sequence[Any]:
        """What a piece is written with."""
        match type(part).__name__:
            case "Sum":
                for index in part.bound_symbols:
                    self.indices.setdefault(index, f"i{len(self.indices)}")
                return [part.function]
            case "ElementwiseApplyFunction":
                return [part.expr]
            case "MatrixElement":
                return part.args[:1]
            case "ImmutableDenseMatrix":
                return _cells(part)
            case kind:
                is_known = kind in SIGNS or kind in FORMS or kind in OF_NUMBERS or kind in RULES
                return part.args if is_known else ()

    def leaf(self, part: Any) -> Written | None:
        """A number, a symbol, or a matrix that only has a size."""
        kind = type(part).__name__
        if part in self.indices:
            raise UnsupportedError("an index that is used as a number is not read below a sum")
        if part in self.sizes:
            return self.name(ops.size(part.name))
        if part.is_Rational or part.is_Float:
            return Written(f"({Fraction(str(part))})")
        if part.is_Symbol or kind == "MatrixSymbol":
            sizes = map(size_from_sympy, part.shape) if kind == "MatrixSymbol" else ()
            whole = ("integer",) if part.is_Symbol and part.is_integer else ()
            facts = (*self.assume.get(part.name, ()), *whole)
            return self.name(ops.symbol(part.name, *sizes, facts=facts))
        if kind in ("Identity", "ZeroMatrix", "OneMatrix"):
            shape = _shape(part)
            return self.name(ops.eye(shape.rows) if kind == "Identity"
                             else ops.filled(int(kind == "OneMatrix"), shape))  # fmt: skip
        return None

    def piece(self, part: Any, args: Sequence[Written], *, is_entry: bool) -> Written:
        """A piece by those that it is made of, by what kind of object it is."""
        kind = type(part).__name__
        texts = [x.text for x in args]
        shape = next((x.shape for x in args if not x.shape.is_scalar), SCALAR)
        if (is_entry or shape.is_scalar) and (kind in OF_NUMBERS or kind in ("Add", "Mul")):
            return Written(self.of_entries(kind, args, shape), shape)
        if kind in RULES or kind == "Pow":
            found = RULES.get(kind, _matrix_power)(self, part, texts)
        elif kind in SIGNS:
            found = f"({f' {SIGNS[kind]} '.join(texts)})"
        elif kind == "Trace" and shape.is_scalar:
            found = texts[0]
        elif kind in FORMS:
            found = _formed(FORMS[kind], texts)
        elif kind in OF_NUMBERS:
            hint = f"X.applyfunc({kind}) acts on each entry"
            raise UnsupportedError(f"{kind} of a matrix is not read", hint=hint)
        else:
            raise unknown(part)
        return Written(found, _shape(part) if part.is_Matrix else SCALAR)

    def of_entries(self, kind: str, args: Sequence[Written], shape: Shape) -> str:
        """What is done with numbers, or with each entry of matrices of a shape."""
        matrices = [x.text for x in args if not x.shape.is_scalar]
        numbers = [x.text for x in args if x.shape.is_scalar]
        if kind == "Add":
            numbers = [self.filled(x, shape) for x in numbers] if matrices else numbers
            return f"({' + '.join([*matrices, *numbers])})"
        if kind == "Mul":
            return f"({'*'.join([*numbers, *filter(None, ['.*'.join(matrices)])])})"
        is_exponent = kind == "Pow" and not args[1].shape.is_scalar
        form = "exp(log({0})*{1})" if is_exponent else OF_NUMBERS[kind]
        return _formed(form, [x.text for x in args])

    def filled(self, number: str, shape: Shape) -> str:
        """A matrix with a number in every entry."""
        return f"{number}*{self.name(ops.filled(1, shape)).text}"


def _cells(part: Any) -> list[Any]:
    """The entries of an explicit matrix."""
    return [part[row, col] for row in range(part.rows) for col in range(part.cols)]


def _shape(part: Any) -> Shape:
    return Shape(*(dim(x) if isinstance(x, int) else size_from_sympy(x) for x in part.shape))


def _formed(form: str, texts: Sequence[str]) -> str:
    """What is said with so many places; one for two is taken as often as needed."""
    is_of_two = "{1}" in form
    return reduce(form.format, texts) if is_of_two else form.format(*texts)


# ---------------------------------------------------------------- kinds with a rule of their own


def _rows(writer: _Writer, part: Any, texts: Sequence[str]) -> str:
    if not texts:
        raise ShapeError("a matrix without entries is not read")
    width = part.cols
    rows = (", ".join(texts[at : at + width]) for at in range(0, len(texts), width))
    return f"[{'; '.join(rows)}]"


def _applied(writer: _Writer, part: Any, texts: Sequence[str]) -> str:
    """A function of every entry: the Lambda x ↦ 1/(1 + exp(−x))."""
    function = part.function
    given = Written(texts[0], _shape(part))
    found = writer.written(function.expr, {function.variables[0]: given})
    return writer.filled(found.text, given.shape) if found.shape.is_scalar else found.text


def _sum(writer: _Writer, part: Any, texts: Sequence[str]) -> str:
    """A sum from 0 to n − 1, as SymPy counts."""
    (found,) = texts
    for index, lower, upper in part.limits:
        if lower != 0:
            raise UnsupportedError("only sums from 0 are read", hint="Sum(x[i, 0], (i, 0, n - 1))")
        if upper.free_symbols & {*part.bound_symbols}:
            raise UnsupportedError(
                f"the sum over {index} ends at {upper}, which is another index",
                hint="sums to a size are read; tril and triu are triangles of a matrix",
            )
        found = f"sum({writer.indices[index]}, 1, {size_from_sympy(upper + 1)}, {found})"
    return found


def _entry(writer: _Writer, part: Any, texts: Sequence[str]) -> str:
    """X[i, j], which SymPy counts from zero; of a sum, or with numbers."""
    base, *at = part.args
    places = [writer.indices.get(x) or (str(int(x) + 1) if x.is_Integer else "") for x in at]
    if not all(places):
        raise UnsupportedError(
            "an entry whose index is a symbol is not read", hint="a Sum over the index is"
        )
    shape = _shape(base)
    places = [x for x, size in zip(places, shape, strict=True) if size != ONE]
    return f"{texts[0]}[{','.join(places)}]" if places else texts[0]


def _matrix_power(writer: _Writer, part: Any, texts: Sequence[str]) -> str:
    if part.exp == load("sympy").Rational(1, 2):
        return f"sqrtm({texts[0]})"
    if part.exp.is_Integer or (part.exp.is_integer and part.exp not in writer.sizes):
        return f"({texts[0]}^{texts[1]})"
    raise UnsupportedError(
        "a matrix to a power that is no whole number is not read",
        hint='X**3, X**-1, sqrt, or X**k with Symbol("k", integer=True)',
    )


RULES: dict[str, Callable[[_Writer, Any, Sequence[str]], str]] = {
    "Sum": _sum, "ElementwiseApplyFunction": _applied, "MatrixElement": _entry,
    "MatPow": _matrix_power, "ImmutableDenseMatrix": _rows,
}  # fmt: skip
