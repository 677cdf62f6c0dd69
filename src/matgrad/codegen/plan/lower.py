"""From expressions to values: a table of the operators whose code depends on what they act on.

Operators that are not in the table become one value each, written by the operator's own code.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial

from matgrad import ops
from matgrad.codegen.plan import blocks, products
from matgrad.codegen.plan.arithmetic import peel, product, sum_axis, total
from matgrad.codegen.plan.operations import LENGTHS
from matgrad.codegen.plan.products import factors_of, multiply
from matgrad.codegen.plan.values import Graph, Value, axes_of
from matgrad.core.dims import Dim
from matgrad.core.expr import Expr, Op, catalogue, number_value
from matgrad.core.facts import facts_of
from matgrad.core.shape import Shape
from matgrad.core.walk import postorder

# ---------------------------------------------------------------- whole matrices

# Functions of whole matrices on values whose axes of size one are dropped.


def _as_matrix(graph: Graph, value: Value, shape: Shape) -> Value:
    """The value with both axes, as functions of matrices need it."""
    if value.is_matrix:
        return value
    if value.is_vector:
        op = "as_column" if shape.is_column else "as_row"
        return graph.make(op, value, axes=tuple(shape))
    ones = (graph.number(1), graph.number(1))
    return graph.make("reshape", value, *ones, axes=tuple(shape))


@cache
def _axes_of_whole(op: Op) -> int | None:
    """How many axes the result of a function of whole matrices has; None of other operators.

    The samples of such a function are matrices.
    """
    samples = [[each for each in s if isinstance(each, tuple)] for s in op.samples]
    shapes = [shape for sample in samples for shape in sample]
    if op.is_leaf or op.derivative or not shapes or any(len(shape) < 2 for shape in shapes):
        return None
    given = [ops.symbol(f"X{i}", *shape) for i, shape in enumerate(samples[0])]
    return len(axes_of(op(*given).shape))


def _plain(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """An operator written by its own code; a function of whole matrices is given these."""
    axes, known = axes_of(node.shape), _axes_of_whole(node.op)
    if known is None:
        return graph.make(node.op.name, *args, axes=axes, data=node.data, node=node)
    pairs = zip(args, node.args, strict=True)
    matrices = [_as_matrix(graph, value, arg.shape) for value, arg in pairs]
    wide = tuple(node.shape)[:known]
    full = graph.make(node.op.name, *matrices, axes=wide, data=node.data, node=node)
    if len(axes) == known:
        return full
    if axes:
        return graph.make("reshape", full, graph.number(-1), axes=axes)
    return graph.make("entry", full, data=(0,) * known, axes=())


# ---------------------------------------------------------------- the table

Rule = Callable[[Graph, Expr, list[Value]], Value]
_FACTORED = frozenset({ops.inv, ops.det, ops.logdet, ops.matrix_power_op})


def lower(graph: Graph, root: Expr, memo: dict[Expr, Value]) -> Value:
    """The value of an expression; `memo` holds those of the symbols and what is known already."""
    walks = [(root, root, iter(postorder(root, skip=memo)))]
    while walks:
        wanted, meant, nodes = walks[-1]
        for node in nodes:
            simpler = None if node in memo else _simpler(graph, node)
            if simpler is not None:  # that comes first, and stands for this
                walks.append((node, simpler, iter(postorder(simpler, skip=memo))))
                break
            if node not in memo:
                memo[node] = _applied(graph, node, [memo[arg] for arg in node.args])
            if node.op in _FACTORED:
                _note(graph, node, memo[node.args[0]])
        else:
            memo[wanted] = memo[meant]
            walks.pop()
    return memo[root]


def _applied(graph: Graph, node: Expr, args: list[Value]) -> Value:
    is_sized = node.op.is_leaf and isinstance(node.data, Dim | Shape)
    return _RULES.get(node.op, blocks.of_sizes if is_sized else _plain)(graph, node, args)


def _simpler(graph: Graph, node: Expr) -> Expr | None:
    """What an operator says that it is in terms of others, where it has no code of its own."""
    op = node.op
    if op.of_number is None and op.means is None:
        return None
    X = node.args[0]
    is_single = X.is_scalar or (op.of_one_row is not None and X.shape.is_column)
    if is_single and op.of_number is not None:
        return op.of_number(X)
    if op.of_one_row is not None and X.shape.is_vector:
        return op.of_one_row(X)
    is_written = op.code and op.name not in graph.meant
    return None if op.means is None or is_written else op.means(*node.args)


def _note(graph: Graph, node: Expr, value: Value) -> None:
    """Keep what is known of a matrix that may be factored."""
    facts = facts_of(node.args[0])
    if value.is_matrix and ("positive_definite" in facts or graph.has_cholesky(node)):
        graph.definite.add(value)
    for fact, lower in (("lower_triangular", True), ("upper_triangular", False)):
        if fact in facts:
            graph.triangular.setdefault(value, lower)


def _pairwise(graph: Graph, node: Expr, args: list[Value]) -> Value:
    """Elementwise in two arguments, so a number in every entry may stay a number."""
    if any(not graph.has(arg, "full") for arg in args):
        args = [arg.args[0] if graph.has(arg, "full") else arg for arg in args]
    return _plain(graph, node, args)


def _filled(value: int) -> Rule:
    return lambda graph, node, args: graph.full(graph.number(value), axes_of(node.shape))


def _unit(graph: Graph, node: Expr, args: list[Value]) -> Value:
    index, size = node.data
    graph.bounds.append((size, index))
    if node.is_scalar:
        return graph.number(1)
    return graph.make("unit", graph.size(size), data=index, axes=(size,))


def _entrywise(graph: Graph, node: Expr, args: list[Value]) -> Value:
    return product(graph, args, axes_of(node.shape))


def _frobenius(graph: Graph, node: Expr, args: list[Value]) -> Value:
    scalars: list[Value] = []
    bare: list[Value] = []
    for arg in args:
        found, rest = peel(graph, arg)
        scalars += found
        bare.append(rest)
    inner = _inner(graph, *bare)
    return product(graph, [*scalars, inner], ()) if scalars else inner


def _inner(graph: Graph, A: Value, B: Value) -> Value:
    """A : B, without the matrix A ⊙ B where one of the two is known to have structure."""
    for X, Y in ((A, B), (B, A)):
        if X.op in _INNER and X not in graph.named:
            return _INNER[X.op](graph, X, Y)
    if A.is_scalar:
        return product(graph, [A, B], ())
    if A.is_vector:
        return graph.make("matmul", A, B, axes=())
    return graph.make("sum", graph.make("mul", A, B, axes=A.axes), axes=())


def _inner_outer(graph: Graph, X: Value, Y: Value) -> Value:
    if graph.has(Y, "outer"):  # u vᵀ : a bᵀ = (u·a)(v·b)
        pairs = zip(X.args, Y.args, strict=True)
        return product(graph, [graph.make("matmul", *pair, axes=()) for pair in pairs], ())
    u, v = X.args  # u vᵀ : Y = u·(Y v)
    return graph.make("matmul", u, graph.make("matmul", Y, v, axes=u.axes), axes=())


_INNER: dict[str, Callable[[Graph, Value, Value], Value]] = {
    "full": lambda graph, X, Y: product(graph, [X.args[0], _total(graph, Y)], ()),
    "eye": lambda graph, X, Y: graph.make("tr", Y, axes=()),
    "outer": _inner_outer,
}


def _total(graph: Graph, A: Value) -> Value:
    if A.is_scalar:
        return A
    if graph.has(A, "mul") and len(A.args) == 2 and A.is_vector and not A.args[0].is_scalar:
        return graph.make("matmul", *A.args, axes=())
    return graph.make("sum", A, axes=())


def _scaled(
    graph: Graph, node: Expr, args: list[Value], of: Callable[[Graph, Value], Value]
) -> Value:
    """A sum of entries, out of which numbers come that all of them are multiplied by."""
    scalars, A = peel(graph, args[0])
    return product(graph, [*scalars, of(graph, A)], ()) if scalars else of(graph, A)


def _trace_of(graph: Graph, A: Value) -> Value:
    if A.is_scalar:
        return A
    if graph.has(A, "outer") or graph.has(A, "matmul"):  # tr(A B) = A : Bᵀ
        left, right = A.args
        return _inner(graph, left, graph.transpose(right))
    if A.op == "Diag":
        return _total(graph, A.args[0])
    return graph.make("tr", A, axes=())


def _diagonal(graph: Graph, node: Expr, args: list[Value]) -> Value:
    (A,) = args
    if A.op == "Diag":
        return A.args[0]
    if graph.has(A, "outer"):
        return product(graph, A.args, A.axes[:1])
    if graph.has(A, "matmul"):  # diag(A B) adds up the rows of A ⊙ Bᵀ
        left, right = A.args
        both = graph.make("mul", left, graph.transpose(right), axes=left.axes)
        return sum_axis(graph, both, 1)
    return graph.make("diag", A, axes=A.axes[:1], node=node)


def _inverse(graph: Graph, node: Expr, args: list[Value]) -> Value:
    (A,) = args
    if A.is_scalar:
        return product(graph, [graph.make("div", graph.number(1), A, axes=())], ())
    if A.op == "Diag":
        reciprocal = graph.make("div", graph.number(1), A.args[0], axes=A.axes[:1])
        return graph.make("Diag", reciprocal, axes=A.axes)
    return _plain(graph, node, args)


def _matrix_power(graph: Graph, node: Expr, args: list[Value]) -> Value:
    if args[0].is_scalar:
        return _to_the(graph, args[0], Fraction(node.data))
    return products.matrix_power(graph, node, args[0])


def _power(graph: Graph, node: Expr, args: list[Value]) -> Value:
    X, exponent = args
    p = number_value(node.args[1])
    if p is None:
        return graph.make("power", X, exponent, axes=X.axes)
    return _to_the(graph, X, p)


def _to_the(graph: Graph, X: Value, p: Fraction) -> Value:
    if p < 0:
        return graph.make("div", graph.number(1), _positive_power(graph, X, -p), axes=X.axes)
    return _positive_power(graph, X, p)


def _positive_power(graph: Graph, X: Value, p: Fraction) -> Value:
    if p == 0:
        return graph.full(graph.number(1), X.axes)
    if p == Fraction(1, 2):
        return graph.make("sqrt", X, axes=X.axes)
    if p.denominator % 2 and p.denominator > 1:  # odd roots of negative numbers are real
        size = graph.make("abs", X, axes=X.axes)
        root = graph.make("power", size, graph.number(p), axes=X.axes)
        sign = graph.make("sign", X, axes=X.axes)
        return product(graph, [sign, root], X.axes) if p.numerator % 2 else root
    if p % 2 == 0 and any(graph.has(X, op) for op in LENGTHS):
        X, p = _inner(graph, X.args[0], X.args[0]), p / 2
    return X if p == 1 else graph.make("power", X, graph.number(p), axes=X.axes)


_RULES: dict[Op, Rule] = {
    ops.number_op: lambda graph, node, args: graph.number(node.data),
    ops.size_op: lambda graph, node, args: graph.size(node.data),
    ops.ones_op: _filled(1),
    ops.zeros_op: _filled(0),
    ops.unit_op: _unit,
    ops.add: lambda graph, node, args: total(graph, args, axes_of(node.shape)),
    ops.scale: _entrywise,
    ops.hadamard: _entrywise,
    ops.matmul: lambda graph, node, args: multiply(graph, factors_of(node.args, args)),
    ops.transpose: lambda graph, node, args: graph.transpose(args[0]),
    ops.frobenius: _frobenius,
    ops.trace: partial(_scaled, of=_trace_of),
    ops.total: partial(_scaled, of=_total),
    ops.diag: _diagonal,
    ops.inv: _inverse,
    ops.matrix_power_op: _matrix_power,
    ops.entry_op: blocks.part,
    ops.power_op: _power,
    ops.toeplitz: blocks.toeplitz,
    ops.conv: blocks.convolution,
    ops.correlate: blocks.convolution,
    ops.units_op: blocks.units,
    ops.part_op: blocks.part,
    ops.beside: blocks.beside,
    ops.below: blocks.below,
    ops.kron: blocks.kron,
    ops.vec: blocks.vec,
    ops.unvec_op: blocks.unvec,
    ops.kron_left: partial(blocks.contraction, summed="ij", kept="kl"),
    ops.kron_right: partial(blocks.contraction, summed="kl", kept="ij"),
    ops.commutation_op: blocks.commutation,
    **dict.fromkeys((op for op in catalogue.values() if op.entrywise), _pairwise),
}
