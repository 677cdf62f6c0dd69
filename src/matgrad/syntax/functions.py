"""The functions a user may call: those of the catalogue, and a few that are ways of writing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from matgrad import ops
from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Expr, catalogue
from matgrad.core.shape import Shape
from matgrad.errors import ShapeError
from matgrad.syntax import arithmetic
from matgrad.syntax.signature import (
    VALUE,
    Form,
    Forms,
    Index,
    by_shape,
    form,
    forms,
    of_matrix,
    of_op,
    pair,
    sized,
)
from matgrad.syntax.sizes import dimension
from matgrad.syntax.tree import Node, postorder, terms
from matgrad.syntax.unify import Misfit, Sizes


def units(index: Index, axis: Dim) -> Expr:
    """The columns of the identity that an index picks."""
    return ops.units(*index, axis) if isinstance(index, tuple) else ops.unit(index, axis)


def _counted(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    """The shape of what has as many rows, or columns, as a sum has terms."""
    shape = args[0] if node.text == "terms of a sum" else args[0].transposed
    if not sizes.equate(shape.rows, dimension(node.args[1])):
        (found,) = sizes.named([shape])
        limit = node.args[1].text
        message = f"the index of this sum has {found.rows} values, and its limit is {limit}"
        raise Misfit(ShapeError(message, node.position), node)
    return args[0]


def _itself(value: Expr, *sizes: Dim) -> Expr:
    return value


# ---------------------------------------------------------------- of each row, of each column


def _sum(X: Expr) -> Expr:
    return ops.multiply(X, ops.filled(1, Shape(X.shape.cols, ONE)))


def _mean(X: Expr) -> Expr:
    return arithmetic.quotient(_sum(X), ops.size(X.shape.cols))


def _spread(level: Expr, X: Expr) -> Expr:
    """One number for each row, in the whole row."""
    return ops.multiply(level, ops.transpose(ops.filled(1, Shape(X.shape.cols, ONE))))


def _less(X: Expr, level: Expr) -> Expr:
    return ops.add(X, arithmetic.negated(_spread(level, X)))


def _var(X: Expr) -> Expr:
    return _mean(ops.power(_less(X, _mean(X)), 2))


def _layernorm(X: Expr, *eps: Expr) -> Expr:
    """Each row less its mean, over its standard deviation; ε is added to the variance."""
    var = _var(X)
    below = ops.sqrt(ops.add(var, ops.filled(eps[0], var.shape)) if eps else var)
    return arithmetic.quotient(_less(X, _mean(X)), _spread(below, X))


NUMBERS: dict[str, Callable[[Expr], Expr]] = {  # one for each row
    "sum": _sum, "mean": _mean, "var": _var, "std": lambda X: ops.sqrt(_var(X)),
    "max": ops.max_rows, "prod": ops.prod_rows, "logsumexp": ops.logsumexp_rows,
    "min": lambda X: arithmetic.negated(ops.max_rows(arithmetic.negated(X))),
}  # fmt: skip
ROWS: dict[str, Callable[[Expr], Expr]] = {  # of the same length as each row
    "softmax": ops.softmax_rows,
    "log_softmax": lambda X: _less(X, ops.logsumexp_rows(X)),
    "layernorm": _layernorm,
}


def _along(name: str, make: Callable[..., Expr]) -> Iterator[tuple[str, Forms]]:
    """The function of each row of a matrix, and of each column: of the rows of its transpose."""

    def of_columns(X: Expr, *numbers: Expr) -> Expr:
        found = make(ops.transpose(X), *numbers)
        return ops.transpose(found) if name in ROWS else found

    for axis, build in (("rows", make), ("cols", of_columns)):
        gives = "m x n" if name in ROWS else "m" if axis == "rows" else "n"
        found = forms(form(f"m x n -> {gives}", build))
        if name == "layernorm":
            found |= forms(form("m x n; 1 -> m x n", build))
        yield f"{name}_{axis}", found


def _is_vector(shape: Shape) -> bool:
    return shape.is_vector


def _of_rows(name: str, of_vector: Callable[[Expr], Expr]) -> Form:
    """A function of a vector that is taken of each row of a matrix."""
    note = of_matrix(f"{name} is taken of each row")
    return by_shape(
        _is_vector, form("n -> n", of_vector), form("m x n -> m x n", ROWS[name], note=note)
    )


def _is_column(shape: Shape) -> bool:
    return shape.is_column and not shape.is_scalar


def _unvec(v: Expr, m: Dim, n: Dim) -> Expr:
    return ops.unvec(v, Shape(m, n))


def _partial_trace(X: Expr, m: Dim, n: Dim) -> Expr:
    """The trace over the second factor: ptrace(A ⊗ B, m, n) = tr(B) A."""
    return ops.kron_right(ops.eye(n), X)


_DIAGONAL = form("n -> n x n", ops.diag_matrix)
_SYMMETRIC = form("n -> n x n", lambda t: ops.toeplitz(t, t))
_EYE = sized("size n -> n x n", ops.eye)
WAYS_OF_WRITING: dict[str, Forms] = {
    "I": forms(_EYE),
    "eye": forms(_EYE),
    "ones": forms(sized("size m -> m", ops.ones), sized("size m; size n -> m x n", ops.ones)),
    "zeros": forms(sized("size m -> m", ops.zeros), sized("size m; size n -> m x n", ops.zeros)),
    "e": forms(sized("index k; size n -> n x k", units)),
    "vector": forms(sized("1 -> n", ops.filled, is_open=True)),
    "matrix": forms(sized("1 -> m x n", ops.filled, is_open=True)),
    "diag": forms(by_shape(_is_column, _DIAGONAL, form("n x n -> n", ops.diag))),
    "diagonal_part": forms(by_shape(
        _is_column, _DIAGONAL, form("n x n -> n x n", lambda X: ops.diag_matrix(ops.diag(X)))
    )),
    "dot": forms(form("m x n; m x n -> 1", ops.frobenius)),
    "outer": forms(form("m; n -> m x n", lambda x, y: ops.multiply(x, ops.transpose(y)))),
    "max": of_op("max", ops.max_entry) | {2: pair(ops.maximum)},
    "min": of_op("min", ops.min_entry) | {2: pair(ops.minimum)},
    "frechet_power": forms(
        form("n x n; 1; n x n -> n x n", ops.frechet_power),
        form("n x n; 1; n x n; n x n -> n x n", ops.frechet_power),
    ),
    "solve": forms(form("n x n; n x k -> n x k", lambda A, b: ops.multiply(ops.inv(A), b))),
    "unvec": forms(sized("m*n; size m; size n -> m x n", _unvec)),
    "ptrace": forms(sized("m*n x m*n; size m; size n -> m x m", _partial_trace)),
    "commutation": forms(sized("size m; size n -> m*n x m*n", ops.commutation)),
    "toeplitz_columns": forms(sized("size m; size n -> m*n x m", ops.toeplitz_columns)),
    "toeplitz_rows": forms(sized("size m; size n -> m*n x n", ops.toeplitz_rows)),
    "duplication": forms(sized("size n -> n*n x n*(n+1)/2", ops.duplication)),
    "elimination": forms(sized("size n -> n*(n+1)/2 x n*n", ops.elimination)),
    "diagonal_selection": forms(sized("size n -> n*n x n", ops.diagonal_selection)),
    "vech": forms(form("n x n -> n*(n+1)/2", lambda X: ops.multiply(
        ops.elimination(X.shape.rows), ops.vec(X)
    ))),
    "toeplitz": of_op("toeplitz", ops.toeplitz) | forms(_SYMMETRIC),
    "symtoeplitz": forms(_SYMMETRIC),
    "softmax": forms(_of_rows("softmax", ops.softmax)),
    "log_softmax": forms(_of_rows("log_softmax", lambda x: ops.add(
        x, arithmetic.negated(ops.filled(ops.logsumexp(x), x.shape))
    ))),
    "layernorm": forms(_of_rows("layernorm", ops.layernorm), by_shape(
        _is_vector, form("n; 1 -> n", ops.layernorm_eps), form("m x n; 1 -> m x n", _layernorm)
    )),
    **{name: each for n, make in (NUMBERS | ROWS).items() for name, each in _along(n, make)},
    # Demands of sums that were rewritten, by names that no text can spell.
    "a factor in a sum": forms(form("1 -> 1", _itself)),
    "a term of a sum": forms(form("n -> n", _itself)),
    "terms of a sum": forms(sized("n x m; size n -> n x m", _itself, _counted)),
    "vectors of a sum": forms(sized("m x n; size n -> m x n", _itself, _counted)),
}  # fmt: skip

FUNCTIONS: dict[str, Forms] = {
    **{name: of_op(name, op) for op in catalogue.values() for name in op.spellings},
    **WAYS_OF_WRITING,
}


def has_prime(name: str) -> bool:
    """May a prime stand behind this name, as in relu'(x)?"""
    return name in FUNCTIONS and name in catalogue and catalogue[name].derivative is not None


class Nature(NamedTuple):
    """What the shapes that a function takes and gives say of it."""

    is_reduction: bool = False  # one number of a vector or a matrix, as sum, norm and tr
    is_of_squares: bool = False  # of square matrices only, as tr
    is_of_many: bool = False  # nobody takes it of a number, as sum, Diag and softmax


def nature(node: Node) -> Nature:
    """What is known of a function that is called; nothing of any other piece."""
    return _nature(node.text, len(node.args)) if node.kind == "call" else Nature()


@cache
def _nature(name: str, count: int) -> Nature:
    form, sizes = FUNCTIONS.get(name, {}).get(count), Sizes()
    if form is None or {*form.roles} != {VALUE}:
        return Nature()
    given, at = [Shape(sizes.fresh(), sizes.fresh()) for _ in form.roles], (0, 0)
    pieces = [Node("name", "X", (), *at, at) for _ in form.roles]
    try:
        gives = sizes.shape(form.infer(sizes, Node("call", name, (*pieces,), *at, at), given))
    except Misfit:
        return Nature()
    takes = [sizes.shape(shape) for shape in given]
    if any(shape.is_scalar for shape in takes):
        return Nature()
    is_of_squares = all(shape.is_square for shape in takes)
    return Nature(gives.is_scalar, is_of_squares, gives not in takes or name in ROWS)


def playing(role: str, call: Node) -> tuple[Node, ...]:
    """The arguments of a call that are values, sizes or indices."""
    form = FUNCTIONS[call.text].get(len(call.args))
    if form is None:  # which is refused later
        return call.args if role == VALUE else ()
    roles = zip(call.args, form.roles, strict=True)
    return tuple(arg for arg, played in roles if played == role)


def operands(node: Node) -> tuple[Node, ...]:
    """The pieces of a node that are values; sizes and indices are not, a sum is read as one."""
    found = node.operands
    if found is None:
        found = node.operands = _operands(node)
    return found


def _operands(node: Node) -> tuple[Node, ...]:
    if node.is_infix("+", "-"):
        return tuple(term for _, term in terms(node))
    if node.kind == "index":
        return node.args[:1]
    if node.kind == "call" and node.text in FUNCTIONS:
        return playing(VALUE, node)
    return node.args


def values_first(root: Node) -> tuple[Node, ...]:
    """The nodes below the root that are values, pieces before the nodes that hold them."""
    if root.below is None:
        root.below = tuple(postorder(root, operands)[:-1])  # without itself, to hold no cycle
    return (*root.below, root)
