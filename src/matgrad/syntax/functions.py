"""The functions of the language: which arguments each takes, of which shapes, and what it makes.

An operator of the catalogue says by its sample shapes what it fits: the sample (n, n) of `inv` asks
for a square matrix. So a new operator is understood without a line being added. Other functions
have a signature: in `m*n; size m; size n -> m x n` two of the three arguments are sizes. What
LaTeX writes with bars, and other signs whose meaning depends on shapes, are functions whose names
no text can spell, so everything else treats them as calls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from matgrad import ops
from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Expr, Op, catalogue
from matgrad.core.notation import Fence
from matgrad.core.shape import SCALAR, Shape, shape_of
from matgrad.core.walk import symbols
from matgrad.errors import AmbiguousError, ParseError, ShapeError, UnsupportedError
from matgrad.syntax import arithmetic
from matgrad.syntax.sizes import dimension, read_size
from matgrad.syntax.tree import (
    BARS,
    BLOCK,
    DETERMINANT_BARS,
    EXPONENTIAL,
    LENGTH_BARS,
    PLUS,
    POSITIVE_PART,
    SUM_OF_POWERS,
    Node,
    has_index,
    is_sum,
    postorder,
    terms,
)
from matgrad.syntax.unify import Misfit, Sizes, is_unknown

MOST_FACTORS = 32  # of an operator that takes any number of arguments
VALUE, SIZE, INDEX = "value", "size", "index"
Index = int | tuple[Dim, Dim]  # one place, or the first and the last of several
Infer = Callable[[Sizes, Node, Sequence[Shape]], Shape]
Build = (
    Callable[[Expr], Expr]
    | Callable[[Expr, Expr], Expr]
    | Callable[[Expr, Expr, Expr], Expr]
    | Callable[[Any], Expr]  # of sizes and indices
    | Callable[[Any, Any], Expr]
    | Callable[[Any, Any, Any], Expr]
)


class Signature(NamedTuple):
    """The shapes that a function takes and gives, with names for sizes."""

    roles: tuple[str, ...]
    takes: tuple[Shape, ...]  # for a size or an index: the size that it is
    gives: Shape

    def infer(self, sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
        """The shape of a call whose values have these shapes."""
        return self.shape(sizes, node, node.args, args)

    def shape(
        self, sizes: Sizes, node: Node, pieces: Sequence[Node], args: Sequence[Shape]
    ) -> Shape:
        """The shape of a call of these pieces: what a size is, its first place says."""
        known: dict[str, Dim] = {}
        taken = [*zip(self.roles, self.takes, pieces, strict=True)]
        for role, (size, _), piece in taken:
            if role != VALUE:
                known[str(size)] = dimension(piece) if role == SIZE else length_of(piece)
        values = ((want, piece) for role, want, piece in taken if role == VALUE)
        for (want, piece), given in zip(values, args, strict=True):
            before = {**known}
            for size, side in zip(want, given, strict=True):
                if size.name is not None:
                    known.setdefault(size.name, side)
            if not sizes.equate_shapes(substituted(want, known), given):
                raise unfit(sizes, node, piece, with_sizes(want, before, sizes), given)
        return with_sizes(self.gives, known, sizes)


def with_sizes(shape: Shape, known: Mapping[str, Dim], sizes: Sizes) -> Shape:
    """The shape with what is known for its names, and with unknown sizes for the others."""
    names = {name for size in shape for name in size.names}
    return substituted(shape, {name: known.get(name) or sizes.fresh() for name in sorted(names)})


def signature(text: str) -> Signature:
    """The signature that a text says.

    >>> signature("m*n; size m; size n -> m x n").roles
    ('value', 'size', 'size')
    """
    left, right = text.split(" -> ")
    pieces = [piece.split(" ", 1) for piece in left.split("; ")]
    roles = [words[0] if words[0] in (SIZE, INDEX) else VALUE for words in pieces]
    shapes = [words[role != VALUE :] for role, words in zip(roles, pieces, strict=True)]
    return Signature((*roles,), tuple(_shape(" ".join(x)) for x in shapes), _shape(right))


def _shape(text: str) -> Shape:
    return shape_of(*map(read_size, text.split(" x ")))


def substituted(shape: Shape, sizes: Mapping[str, Dim]) -> Shape:
    """The shape with names replaced by sizes."""
    return Shape(shape.rows.substitute(sizes), shape.cols.substitute(sizes))


def unfit(sizes: Sizes, node: Node, piece: Node, want: Shape, given: Shape) -> Misfit:
    """The error of an argument that has another shape than its function needs."""
    shape, wanted = sizes.named([given, want])
    size = "" if is_unknown(want.rows) else str(want.rows)
    if want.is_scalar:
        needed = "a scalar"
    elif want.is_square:
        needed = f"a square matrix of size {size}" if size else "a square matrix"
    elif want.is_column:
        needed = f"a vector of length {size}" if size else "a column vector"
    else:
        needed = f"shapes like {wanted}"
    why = f": {shape.rows} and {shape.cols} differ" if want.is_square and not size else ""
    error = ShapeError(f"{node.text} needs {needed}, this is {shape}{why}", piece.position)
    return Misfit(error, node)


def length_of(index: Node) -> Dim:
    """How many rows or columns an index picks."""
    if not index.is_infix(":"):
        return ONE
    first, last = map(dimension, index.args)
    return last - first + 1


def integer(node: Node) -> int:
    """The positive integer that is written there."""
    if node.kind in ("slice", "name"):
        raise UnsupportedError(
            "an index is an integer, or a letter that stands nowhere else",
            node.position,
            "for example A[1,2] or A[i,j]",
        )
    if node.kind != "number" or node.value.denominator != 1:
        raise ParseError("an index is an integer, counted from 1", node.position)
    return int(node.value)


# ---------------------------------------------------------------- functions


def _nothing(*args: Expr) -> str:
    return ""


def of_matrix(words: str) -> Callable[..., str]:
    """A note that is given if there is a matrix among the arguments."""
    return lambda *args: words if not all(arg.shape.is_vector for arg in args) else ""


def _and_always(said: str, note: Callable[..., str]) -> Callable[..., str]:
    """What is always said, and another note where that has something to say."""
    return lambda *args: "; ".join(filter(None, (said, note(*args))))


@dataclass(frozen=True)
class Form:
    """One way of calling a function; sizes and indices are given to `build` beside the values."""

    infer: Infer
    build: Callable[..., Expr]
    roles: tuple[str, ...]  # what each argument is: a value, a size or an index
    note: Callable[..., str] = _nothing  # how values are read, if that has to be said
    is_open: bool = False  # is `build` given the shape that the formula around the call needs?


Forms = dict[int, Form]  # of one function, by the number of arguments


def forms(*several: Form) -> Forms:
    """The forms of a function."""
    return {len(form.roles): form for form in several}


def form(
    text: str,
    build: Build,
    infer: Infer | None = None,
    note: Callable[..., str] = _nothing,
    is_open: bool = False,
) -> Form:
    """The form with a signature; `infer` is for what the signature cannot say."""
    found = signature(text)
    return Form(infer or found.infer, build, found.roles, note, is_open)


def of_op(name: str, op: Op) -> Forms:
    """An operator of the catalogue as a function, called by one of its names."""
    counts = {len(sample) for sample in op.samples} or {1}
    if callable(op.adjoints):
        counts = {*range(2, MOST_FACTORS + 1)}
    if op.linear_in and op.partials is not None:  # derivatives take any number of directions
        counts = {*range(min(counts), len(op.partials) + 1)}
    note = _nothing
    if op.derivative is not None:
        note = of_matrix(f"{name} of a matrix is taken elementwise")
    if op is ops.norm2:
        note = of_matrix(f"{name} of a matrix is the Euclidean norm of all its entries")
    if said := op.notes.get(name, op.notes.get("")):
        note = _and_always(said, note)

    def infer(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
        return _of_samples(op, sizes, node, args)

    return {count: Form(infer, op, (VALUE,) * count, note) for count in counts}


def _of_samples(op: Op, sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    """The shape that the samples of an operator say, or its own shape rule if they say nothing."""
    if op.derivative is not None:  # it acts on each entry
        return args[0]
    found = sample_signature(op)
    if found is None:
        given = [ops.symbol(f"X{i}", *sizes.shape(shape)) for i, shape in enumerate(args)]
        try:
            return op(*given).shape
        except ShapeError as error:
            raise Misfit(error.at(node.position), node) from None
    if callable(op.adjoints):  # of any number of arguments: two at a time
        shape = args[0]
        for piece, other in zip(node.args[1:], args[1:], strict=True):
            shape = found.shape(sizes, node, (node.args[0], piece), (shape, other))
        return shape
    return found.shape(sizes, node, node.args, args) if len(found.takes) == len(args) else args[0]


@cache
def sample_signature(op: Op) -> Signature | None:
    """What the most general sample shapes of an operator say, if they say anything."""
    shapes = [
        [each for each in s if isinstance(each, tuple)]
        for s in op.samples
        if int not in map(type, s)
    ]
    samples = [s for s in shapes if all(str(d).isalpha() for shape in s for d in shape)]
    if not samples:
        return None
    best = max(samples, key=lambda s: len({d for shape in s for d in shape}))
    args = [ops.symbol(f"X{i}", *sizes) for i, sizes in enumerate(best)]
    return Signature((VALUE,) * len(args), tuple(arg.shape for arg in args), op(*args).shape)


def pair(op: Op) -> Form:
    """A function of two shapes that are equal, or of a number and a shape."""

    def infer(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
        wide = [shape for shape in args if not sizes.is_scalar(shape)]
        if len(wide) == 2 and not sizes.equate_shapes(*wide):
            a, b = sizes.named(wide)
            message = f"{node.text} needs equal shapes: {a} and {b} differ"
            raise Misfit(ShapeError(message, node.position), node)
        return wide[0] if wide else SCALAR

    def build(*args: Expr) -> Expr:
        shape = next((arg.shape for arg in args if not arg.is_scalar), SCALAR)
        return op(*(ops.filled(arg, shape) if arg.is_scalar else arg for arg in args))

    return Form(infer, build, (VALUE, VALUE))


def by_shape(is_first: Callable[[Shape], bool], first: Form, second: Form) -> Form:
    """A function that is one thing of arguments of some shapes, and another of all others."""

    def chosen(shape: Shape) -> Form:
        return first if is_first(shape) else second

    def infer(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
        return chosen(sizes.shape(args[0])).infer(sizes, node, args)

    def build(*args: Expr) -> Expr:
        return chosen(args[0].shape).build(*args)

    def note(*args: Expr) -> str:
        return chosen(args[0].shape).note(*args)

    return Form(infer, build, first.roles, note)


def units(index: Index, axis: Dim) -> Expr:
    """The columns of the identity that an index picks."""
    return ops.units(*index, axis) if isinstance(index, tuple) else ops.unit(index, axis)


# ---------------------------------------------------------------- of each row


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
_EYE = form("size n -> n x n", ops.eye)
_WAYS_OF_WRITING: dict[str, Forms] = {
    "I": forms(_EYE),
    "eye": forms(_EYE),
    "ones": forms(form("size m -> m", ops.ones), form("size m; size n -> m x n", ops.ones)),
    "zeros": forms(form("size m -> m", ops.zeros), form("size m; size n -> m x n", ops.zeros)),
    "e": forms(form("index k; size n -> n x k", units)),
    "vector": forms(form("1 -> n", ops.filled, is_open=True)),
    "matrix": forms(form("1 -> m x n", ops.filled, is_open=True)),
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
    "unvec": forms(form("m*n; size m; size n -> m x n", _unvec)),
    "ptrace": forms(form("m*n x m*n; size m; size n -> m x m", _partial_trace)),
    "commutation": forms(form("size m; size n -> m*n x m*n", ops.commutation)),
    "toeplitz_columns": forms(form("size m; size n -> m*n x m", ops.toeplitz_columns)),
    "toeplitz_rows": forms(form("size m; size n -> m*n x n", ops.toeplitz_rows)),
    "duplication": forms(form("size n -> n*n x n*(n+1)/2", ops.duplication)),
    "elimination": forms(form("size n -> n*(n+1)/2 x n*n", ops.elimination)),
    "diagonal_selection": forms(form("size n -> n*n x n", ops.diagonal_selection)),
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
    **{f"{name}_rows": forms(form("m x n -> m", make)) for name, make in NUMBERS.items()},
    **{f"{name}_rows": forms(form("m x n -> m x n", make)) for name, make in ROWS.items()},
    "layernorm_rows": forms(
        form("m x n -> m x n", _layernorm), form("m x n; 1 -> m x n", _layernorm)
    ),
    "a term of a sum": forms(form("n -> n", lambda x: x)),  # that a piece is a column
}  # fmt: skip


# ---------------------------------------------------------------- meant by shapes


def _unless_square(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    """The shape of an exponential, which is another function for square matrices."""
    shape = sizes.shape(args[0])
    may_be_square = is_unknown(shape.rows) or is_unknown(shape.cols) or shape.is_square
    if may_be_square and not shape.is_vector:
        message = "a matrix in the exponent: the matrix function or each entry?"
        hint = "exp(A) is elementwise, expm(A) the matrix exponential"
        raise Misfit(AmbiguousError(message, node.position, hint), node)
    return args[0]


def _length(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    shape = sizes.shape(args[0])
    if not shape.is_vector:
        raise unfit(sizes, node, node.args[0], Shape(sizes.fresh(), ONE), shape)
    return SCALAR


def _determinant(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    shape = sizes.shape(args[0])
    is_vector = shape.is_vector and not shape.is_scalar
    if is_vector or not sizes.equate(args[0].rows, args[0].cols):
        side = sizes.fresh()
        raise unfit(sizes, node, node.args[0], Shape(side, side), args[0])
    return SCALAR


def _positive_part(x: Expr) -> Expr:
    if not x.shape.is_vector:
        raise ShapeError("the positive part of a matrix is not written so")
    if not symbols(x):
        raise ShapeError("a constant has no positive part")
    return ops.relu(x)


def _note_of_part(x: Expr) -> str:
    return "a plus above a number or a vector is read as the positive part"


_TURNED = form("m x n -> n x m", ops.pinv)
_POSITIVE = form("m x n -> m x n", _positive_part, note=_note_of_part)


# ---------------------------------------------------------------- norms


def _largest(X: Expr) -> Expr:
    if not X.shape.is_vector:
        raise AmbiguousError(
            "the largest entry of a matrix, or its largest sum along a row?",
            hint="max(abs(X)), or max(sum_cols(abs(X')))",
        )
    return ops.max_entry(ops.absolute(X))


def _of_columns(X: Expr) -> Expr:
    if not X.shape.is_vector:
        raise AmbiguousError(
            "the largest sum down a column, or the sum of all entries?",
            hint="max(sum_cols(abs(X))), or sum(abs(X))",
        )
    return ops.norm1(X)


def _norm(of_vectors: Op, of_matrices: Op | None = None, note: str = "") -> Form:
    def build(X: Expr) -> Expr:
        return (of_vectors if X.shape.is_vector else of_matrices or of_vectors)(X)

    return form("m x n -> 1", build, note=of_matrix(note))


_LARGEST = form("m x n -> 1", _largest)
_NUCLEAR, _SPECTRAL = _norm(ops.normnuc), _norm(ops.normspec)
# The norms by what stands below their bars: those of the catalogue, and other spellings.
_NORMS: dict[str, Form] = {
    op.notation.latex[1].removeprefix(r"\right\|").lstrip("_").strip("{}"): _norm(op)
    for op in catalogue.values()
    if isinstance(op.notation, Fence) and op.notation.latex[0] == r"\left\|"
} | {
    "": _norm(
        ops.norm2, ops.normF,
        "the norm of a matrix without an index is read as the Frobenius norm",
    ),
    "1": _norm(
        ops.norm1, note="the 1-norm of a matrix is read as the sum of its absolute entries"
    ),
    "2": _norm(ops.norm2, ops.normspec),
    **dict.fromkeys("inf infty ∞ Inf".split(), _LARGEST),
    "mathrmF": _norm(ops.normF),
    **{"*": _NUCLEAR, "ast": _NUCLEAR, "star": _NUCLEAR, "nuc": _NUCLEAR, "op": _SPECTRAL},
}  # fmt: skip


def _sum_of_powers(x: Expr, p: Expr) -> Expr:
    return ops.total(ops.power(ops.absolute(x), p))


def _elementwise(words: str) -> Callable[..., str]:
    return of_matrix(f"{words} a matrix that is not square is taken elementwise")


_OF_SHAPES: dict[str, Forms] = {
    BARS: forms(form(
        "m x n -> m x n", ops.absolute, note=_elementwise("the absolute value of")
    )),
    LENGTH_BARS: forms(form(
        "n -> 1", lambda x: (ops.absolute if x.is_scalar else ops.norm2)(x), _length
    )),
    DETERMINANT_BARS: forms(form(
        "n x n -> 1", lambda X: (ops.absolute if X.is_scalar else ops.det)(X), _determinant,
        of_matrix("bars around a square matrix are read as its determinant"),
    )),
    EXPONENTIAL: forms(form(
        "m x n -> m x n", ops.exp, _unless_square, _elementwise("e to the power of")
    )),
    PLUS: forms(by_shape(lambda shape: shape.is_vector, _POSITIVE, _TURNED)),
    POSITIVE_PART: forms(_POSITIVE),
    # A vector and a number; a matrix has several norms with an exponent.
    SUM_OF_POWERS: forms(form("n; 1 -> 1", _sum_of_powers)),
    "norm(·, 1)": forms(form("m x n -> 1", _of_columns)),
    **{f"‖·‖{index}": forms(found) for index, found in _NORMS.items()},
}  # fmt: skip

# ---------------------------------------------------------------- all of them

FUNCTIONS: dict[str, Forms] = {
    **{name: of_op(name, op) for op in catalogue.values() for name in op.spellings},
    **_WAYS_OF_WRITING,
    **_OF_SHAPES,
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
    if is_sum(node):
        return node.args[-1:]
    if has_index(node):
        return node.args[1:2] if node.text == BLOCK else ()
    if node.kind == "call" and node.text in FUNCTIONS:
        return playing(VALUE, node)
    return node.args


def values_first(root: Node) -> tuple[Node, ...]:
    """The nodes below the root that are values, pieces before the nodes that hold them."""
    if root.below is None:
        root.below = tuple(postorder(root, operands)[:-1])  # without itself, to hold no cycle
    return (*root.below, root)
