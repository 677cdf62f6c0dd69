"""Functions that are only named, such as A(t), f(X) or F(X), and their derivatives.

The derivative of f by an argument is a matrix of its own where one can hold it: A′(t), the
gradient ∇f(X), the Jacobian J_g(x), the Hessian ∇²f(x). Where none can, it is the linear map
F′(X)[E], and what stands in its stead left of the Frobenius product is its adjoint F′(X)*[G].
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from matgrad.core.expr import NO_FACTS, Expr, Facts, Op, make, operator
from matgrad.core.notation import Named
from matgrad.core.shape import Shape
from matgrad.errors import ShapeError, UnsupportedError
from matgrad.ops.code import CALLED
from matgrad.ops.linear import Args, frobenius, scale
from matgrad.ops.matrix_functions import NO_MATRIX
from matgrad.ops.pairwise import unspecified_op
from matgrad.ops.signatures import Data, Derivative, Form, Function, Weighted, derived_shape
from matgrad.ops.sugar import multiply

MOST = 6  # arguments and directions together
KEPT = frozenset({"symmetric", "skew", "diagonal", "lower_triangular"})  # by derivatives


# ---------------------------------------------------------------- the function and its matrices


def named(function: Function, args: Sequence[Expr], by: Sequence[int] = ()) -> Expr:
    """The function, or the matrix of a derivative; orders of differentiation may be exchanged."""
    node = make(_kind(function), tuple(args), Derivative(function, tuple(sorted(by))))
    wide = function.wide(by)
    return node.T if wide != sorted(wide) else node


def _named_shape(args: Args, data: Derivative) -> Shape:
    function = data.function
    if len(args) != len(function.params):
        raise ShapeError(f"{function.name} takes {len(function.params)} arguments, not {len(args)}")
    for arg, shape in zip(args, function.domain, strict=True):
        if arg.shape != shape:
            raise ShapeError(f"{function.name} takes a {shape} argument, this is {arg.shape}")
    return data.shape


def _chain(i: int) -> Callable[..., Expr]:
    """The part of the differential that is linear in that of argument i."""

    def partial(data: Derivative, Y: Expr, *rest: Expr) -> Expr:
        *args, dX = rest
        function, by = data
        value, argument = data.shape, function.domain[i]
        if derived_shape(value, argument) is None:
            return directed(Form(data, (i,)), args, (dX,))
        matrix = named(function, args, (*by, i))
        if argument.is_scalar:
            return scale(dX, matrix)
        return frobenius(matrix, dX) if value.is_scalar else multiply(matrix, dX)

    return partial


def _named_facts(node: Expr, below: Sequence[Facts]) -> Facts:
    function, by = node.data
    if not by:
        return function.facts
    wide = function.wide(by)
    if not wide:
        return function.facts & KEPT
    hessian = function.shape.is_scalar and len(wide) == 2 and wide[0] == wide[1]
    return frozenset({"symmetric"}) if hessian else NO_FACTS


def _declare(kind: str, why: str, doc: str, holes: Mapping[str, str] = MappingProxyType({})) -> Op:
    return operator(
        f"named_{kind}",
        holes=holes,
        shape=_named_shape,
        notation=Named(),
        value=lambda R, node, *args: R.smooth(node.data, args),
        code=CALLED,
        partials=tuple(_chain(i) for i in range(MOST)),
        why="chain rule: " + why,
        facts=_named_facts,
        doc=doc + ", or the matrix of a derivative of it",
    )


named_curve = _declare("curve", "dA(t) = A′(t) dt", "a function of numbers that is only named")
named_scalar = _declare(
    "scalar", "df(X) = ∇f(X) : dX", "a function that is only named and whose value is a number"
)
named_vector = _declare(
    "vector", "dg(x) = J(x) dx, J the Jacobian of g", "a function of vectors that is only named"
)
named_matrix = _declare(
    "matrix",
    "dF(X) = F′(X)[dX], linear in dX",
    "a function of matrices that is only named",
    NO_MATRIX,
)


def _kind(function: Function) -> Op:
    """Which of these a function is, by its shapes."""
    if not function.wide(range(len(function.params))):
        return named_curve
    if function.shape.is_scalar:
        return named_scalar
    columns = function.shape.is_column and all(shape.is_column for shape in function.domain)
    return named_vector if columns else named_matrix


# ---------------------------------------------------------------- derivatives as linear maps


def directed(form: Form, args: Sequence[Expr], filled: Sequence[Expr]) -> Expr:
    """A derivative in directions, or its adjoint: then G comes first, and no first direction."""
    base, directions, turned = form
    if turned and base.function.shape.is_scalar and base.by == directions[:1]:
        form = Form(base, directions)  # second derivatives of a scalar are symmetric
    return make(named_map_op, (*args, *filled), form)


def _map_shape(args: Args, data: Form) -> Shape:
    base, directions, turned = data
    count = len(base.function.params)
    _named_shape(args[:count], base)
    wanted = [base.function.domain[i] for i in directions]
    if turned:
        wanted[0] = base.shape
    given = [arg.shape for arg in args[count:]]
    if given != wanted:
        raise ShapeError(f"the directions of {base.function.name} do not fit its arguments")
    return base.function.domain[directions[0]] if turned else base.shape


def _split(data: Form, args: Sequence[Expr]) -> tuple[list[Expr], list[Expr]]:
    count = len(data.base.function.params)
    return list(args[:count]), list(args[count:])


def _moving(i: int) -> Callable[..., Expr]:
    """A base argument moves along one direction more; a direction is replaced."""

    def partial(data: Form, Y: Expr, *rest: Expr) -> Expr:
        *given, dX = rest
        args, filled = _split(data, given)
        if i < len(args):
            return directed(data._replace(directions=(*data.directions, i)), args, (*filled, dX))
        filled[i - len(args)] = dX
        return directed(data, args, filled)

    return partial


def _across(i: int) -> Callable[..., Expr]:
    """G : F′(X)[E] = F′(X)*[G] : E, and so for each direction of a higher derivative."""

    def adjoint(data: Form, G: Expr, *given: Expr) -> Expr:
        args, filled = _split(data, given)
        j = i - len(args)
        base, directions, turned = data
        if turned and j == 0:
            return directed(Form(base, directions), args, (G, *filled[1:]))
        others = filled[:j] + filled[j + 1 :]
        rest = directions[:j] + directions[j + 1 :]
        form = Form(base, (directions[j], *rest), True)
        if turned:  # what was open is the next direction, and holds G
            return directed(form, args, (others[0], G, *others[1:]))
        return directed(form, args, (G, *others))

    return adjoint


NAMED = (named_curve, named_scalar, named_vector, named_matrix)
named_map_op = operator(
    "named_map",
    holes=NO_MATRIX,
    shape=_map_shape,
    notation=Named(),
    value=lambda R, node, *args: R.smooth(node.data, args),
    code=CALLED,
    partials=tuple(_moving(i) for i in range(MOST)),
    linear_in={i: _across(i) for i in range(1, MOST)},
    why="the derivative is linear in each direction",
    across="G : F′(X)[E] = F′(X)*[G] : E",
    doc="the derivative F′(X)[E] of a function that is only named, in a direction E, and its "
    "adjoint F′(X)*[G]",
)


# ---------------------------------------------------------------- weighted Hessians


def weighted(data: Weighted, args: Sequence[Expr], weights: Expr) -> Expr:
    """Σ wₖ ∇²gₖ(x) for the entries gₖ of a vector function."""
    return make(named_hessian, (*args, weights), data)


def _weighted_shape(args: Args, data: Weighted) -> Shape:
    *given, weights = args
    _named_shape(tuple(given), Derivative(data.function))
    if weights.shape != data.function.shape:
        raise ShapeError(f"the weights are {weights.shape}, not {data.function.shape}")
    return data.shape


def _third(*_: object) -> Expr:
    raise UnsupportedError(
        "third derivatives of a vector function that is only named have no rule",
        hint="of a scalar function they have one",
    )


def _reweighted(i: int) -> Callable[..., Expr]:
    def partial(data: Weighted, Y: Expr, *rest: Expr) -> Expr:
        *given, dX = rest
        return weighted(data, given[:-1], dX) if i == len(given) - 1 else _third()

    return partial


named_hessian = operator(
    "named_hessian",
    holes={"matrix": "third derivatives of a vector function that is only named have no rule"},
    shape=_weighted_shape,
    notation=Named(),
    value=lambda R, node, *args: R.smooth(node.data, args),
    code=CALLED,
    partials=tuple(_reweighted(i) for i in range(MOST)),
    linear_in=dict.fromkeys(range(1, MOST), _third),
    why="it is linear in the weights",
    facts=lambda node, below: (
        frozenset({"symmetric"}) if node.data.by[0] == node.data.by[1] else NO_FACTS
    ),
    doc="hess_g(x, w) = Σ wₖ ∇²gₖ(x) for the entries gₖ of a vector function that is only named",
)


def functions_of(nodes: Iterable[Expr]) -> dict[str, Function | None]:
    """The functions that are only named among nodes; elementwise ones have no shapes."""
    found: dict[str, Function | None] = {}
    for node in nodes:
        if isinstance(node.data, Data):
            found[node.data.function.name] = node.data.function
        elif node.op is unspecified_op:
            found[node.data[0]] = None
    return found
