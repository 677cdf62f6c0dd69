"""One number from all entries: the largest, the smallest, the product, the variance."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from itertools import chain
from typing import Any

from matgrad.core.curves import CONCAVE_GROWING, CONVEX_GROWING, Curve
from matgrad.core.dims import ONE
from matgrad.core.expr import Condition, Expr, Op, operator
from matgrad.core.notation import Call, Spelling, in_latex
from matgrad.core.shape import SCALAR, Shape
from matgrad.errors import ShapeError
from matgrad.ops.code import Fold, Kernel, code, of_columns
from matgrad.ops.elementwise import needs, power, sqrt
from matgrad.ops.leaves import number, size, zeros_of
from matgrad.ops.linear import Args, frobenius, scale
from matgrad.ops.structure import mean, total
from matgrad.ops.sugar import entrywise, filled, minus, multiply, plus

ANY = ((("m", "n"),), (("n",),))


def _called(name: str) -> Call:
    return Call(Spelling(name, name, in_latex(name)))


# ---------------------------------------------------------------- the largest and the smallest


def _place(R: Any, X: Any, sign: int) -> tuple[int, int]:
    """Where the largest entry is, or the smallest if the sign is −1."""
    places = [(i, j) for i in range(len(X)) for j in range(len(X[0]))]
    best = places[0]
    for i, j in places[1:]:
        ahead = R.reduced(X[i][j] - X[best[0]][best[1]])
        R.check_apart(ahead)
        if R.is_unit(R.function("step", R.reduced(ahead * sign))):
            best = i, j
    return best


def _marked(R: Any, X: Any, sign: int) -> Any:
    best = _place(R, X, sign)
    return [[R.one if (i, j) == best else R.zero for j in range(len(X[0]))] for i in range(len(X))]


def _picked(R: Any, X: Any, sign: int) -> Any:
    i, j = _place(R, X, sign)
    return [[X[i][j]]]


def _only_one(adjective: str) -> Any:
    def conditions(node: Expr) -> Sequence[Condition]:
        return [
            Condition("convention", node.args[0], f"the same entry of {{0}} is {adjective} nearby")
        ]

    return conditions


_TAKEN = {
    1: Fold("-1.0 / 0.0", "{1} = larger({1}, {0});"),
    -1: Fold("1.0 / 0.0", "{1} = smaller({1}, {0});"),
}


def _extreme(name: str, sign: int, adjective: str) -> tuple[Op, Op]:
    """The reduction, and the matrix that is one at the entry taken and zero elsewhere."""
    marker = operator(
        f"onehot_{name}",
        shape=lambda args, data: args[0].shape,
        notation=_called(f"onehot_{name}"),
        value=lambda R, node, X: _marked(R, X, sign),
        code=code(
            numpy=f"onehot(np.arg{name}({{0}}), {{0}})",
            jax=f"onehot({{0}} == jnp.{name}({{0}}))",
            torch=f"onehot(torch.arg{name}({{0}}), {{0}})",
            array_api=f"onehot(xp, xp.arg{name}({{0}}), {{0}})",
            julia=f"onehot(arg{name}({{0}}), {{0}})",
            matlab=f"onehot({{0}} == {name}(reshape({{0}}, [], 1)))",
            c=Kernel(f"onehot({{count}}, {{X}}, {int(sign < 0)}, {{out}});"),
        ),
        partials=(lambda Y, X, dX: zeros_of(X.shape),),
        reach=(0, 1),
        why=f"which entry is {adjective} does not change nearby, so the differential is 0",
        facts=lambda node, below: (
            frozenset({"onehot"}) if node.shape.is_column else frozenset({"nonnegative"})
        ),
        conditions=_only_one(adjective),
        samples=ANY,
        spellings=(f"onehot_{name}",),
        letters="h",
        doc=f"one at the first of the {adjective} entries, zero elsewhere",
    )
    reduction = operator(
        f"{name}_entry",
        shape=lambda args, data: SCALAR,
        notation=Call(Spelling(name, name, rf"\{name}")),
        value=lambda R, node, X: _picked(R, X, sign),
        code=code(
            f"xp.{name}({{0}})", julia=f"{name}imum({{0}})", matlab=of_columns(name), c=_TAKEN[sign]
        ),
        partials=(lambda Y, X, dX: frobenius(marker(X), dX),),
        why=f"near X the {adjective} entry stays the same one: d {name}(X) = onehot_{name}(X) : dX",
        conditions=_only_one(adjective),
        curves=CONVEX_GROWING if sign > 0 else CONCAVE_GROWING,
        samples=ANY,
        doc=f"the {adjective} of all entries",
    )
    return reduction, marker


max_entry, onehot_max = _extreme("max", 1, "largest")
min_entry, onehot_min = _extreme("min", -1, "smallest")


# ---------------------------------------------------------------- products and spreads

prod = operator(
    "prod",
    shape=lambda args, data: SCALAR,
    notation=_called("prod"),
    value=lambda R, node, X: [[reduce(R.times, chain.from_iterable(X))]],
    code=code(
        "xp.prod({0})", julia="prod({0})", matlab=of_columns("prod"), c=Fold("1", "{1} *= {0};")
    ),
    partials=(lambda Y, X, dX: scale(Y, frobenius(power(X, -1), dX)),),
    why="product rule: each factor x gives prod(X)/x, so d prod(X) = prod(X) (1 ⊘ X) : dX",
    facts=lambda node, below: below[0] & {"positive", "nonzero"},
    conditions=needs("nonzero", "no entry of {0} is 0"),
    curves=(Curve("log-concave", "grows", ">0"),),
    samples=ANY,
    spellings=("prod",),
    doc="product of all entries",
)


# ---------------------------------------------------------------- of each row


def _rows_only(args: Args, data: object) -> Shape:
    return Shape(args[0].shape.rows, ONE)


def _row_sums(X: Expr) -> Expr:
    return multiply(X, filled(1, Shape(X.shape.cols, ONE)))


def _one_in_each_row(node: Expr) -> Sequence[Condition]:
    return [
        Condition("convention", node.args[0], "in each row of {0} the same entry is largest nearby")
    ]


onehot_rows = operator(
    "onehot_rows",
    shape=lambda args, data: args[0].shape,
    notation=_called("onehot_rows"),
    value=lambda R, node, X: [_marked(R, [row], 1)[0] for row in X],
    code=code(
        numpy="np.eye({0}.shape[1], dtype={0}.dtype)[np.argmax({0}, 1)]",
        torch="torch.eye({0}.shape[1]).to({0})[torch.argmax({0}, 1)]",
        array_api=(
            "xp.take(xp.eye({0}.shape[1], dtype={0}.dtype), xp.argmax({0}, axis=1), axis=0)"
        ),
        julia="onehot_rows({0})",
        matlab="onehot_rows({0})",
        c=Kernel("onehot_rows({m}, {n}, {X}, {out});"),
    ),
    partials=(lambda Y, X, dX: zeros_of(X.shape),),
    of_number=lambda X: filled(1, X.shape),
    of_one_row=onehot_max,
    why="which entry of a row is largest does not change nearby, so the differential is 0",
    facts=lambda node, below: frozenset({"simplex_rows", "nonnegative"}),
    conditions=_one_in_each_row,
    samples=ANY[:1],
    spellings=("onehot_rows",),
    letters="h",
    doc="one at the first of the largest entries of each row, zero elsewhere",
)

max_rows = operator(
    "max_rows",
    shape=_rows_only,
    notation=_called("max_rows"),
    value=lambda R, node, X: [_picked(R, [row], 1)[0] for row in X],
    code=code(
        numpy="np.max({0}, 1)",
        torch="torch.amax({0}, 1)",
        array_api="xp.max({0}, axis=1)",
        julia="vec(maximum({0}, dims=2))",
        matlab="max({0}, [], 2)",
        c=Kernel("max_rows({m}, {n}, {X}, {out});"),
    ),
    partials=(lambda Y, X, dX: _row_sums(entrywise(onehot_rows(X), dX)),),
    of_number=lambda X: X,
    of_one_row=max_entry,
    why="near X the largest entry of a row stays the same: with H = onehot_rows(X), "
    "d max_rows(X) = (H ⊙ dX) 1",
    conditions=_one_in_each_row,
    curves=CONVEX_GROWING,
    samples=ANY[:1],
    spellings=("max_rows",),
    doc="the largest entry of each row of a matrix, as a column vector",
)

prod_rows = operator(
    "prod_rows",
    shape=_rows_only,
    notation=_called("prod_rows"),
    value=lambda R, node, X: [[reduce(R.times, row)] for row in X],
    code=code(
        "xp.prod({0}, 1)",
        array_api="xp.prod({0}, axis=1)",
        julia="vec(prod({0}, dims=2))",
        matlab="prod({0}, 2)",
        c=Kernel("prod_rows({m}, {n}, {X}, {out});"),
    ),
    partials=(lambda Y, X, dX: entrywise(Y, _row_sums(entrywise(power(X, -1), dX))),),
    of_number=lambda X: X,
    of_one_row=prod,
    why="product rule in each row: d prod_rows(X) = prod_rows(X) ⊙ ((1 ⊘ X) ⊙ dX) 1",
    facts=lambda node, below: below[0] & {"positive", "nonzero"},
    conditions=needs("nonzero", "no entry of {0} is 0"),
    samples=ANY[:1],
    spellings=("prod_rows",),
    doc="the product of the entries of each row of a matrix, as a column vector",
)


def _centred(X: Expr) -> Expr:
    return minus(X, filled(mean(X), X.shape))


def _variance(R: Any, X: Any) -> Any:
    count = R.inverse(R.number(len(X) * len(X[0])))
    middle = R.scale(count, R.total(X))
    off = R.subtract(X, R.scale(middle, R.ones(len(X), len(X[0]))))
    return off, R.scale(count, R.total(R.hadamard(off, off)))


def _count(X: Expr) -> Expr:
    return size(X.shape.rows * X.shape.cols)


var = operator(
    "var",
    shape=lambda args, data: SCALAR,
    notation=_called("var"),
    value=lambda R, node, X: _variance(R, X)[1],
    code=code(
        "xp.var({0})",
        torch="torch.var({0}, correction=0)",
        julia="(sum(abs2, {0} .- sum({0}) / length({0})) / length({0}))",
        matlab="var(reshape({0}, [], 1), 1)",
        c=Kernel("const double {number} = variance({count}, {X});"),
    ),
    partials=(lambda Y, X, dX: scale(2 / _count(X), frobenius(_centred(X), dX)),),
    why="the deviations sum to 0, so d var(X) = (2/N) (X − mean(X)) : dX over the N entries",
    facts=lambda node, below: frozenset({"nonnegative"}),
    curves=(Curve("convex"),),
    samples=ANY,
    spellings=("var",),
    doc="variance of all entries, the mean of the squared deviations from their mean",
)


def _column(args: Args, data: object) -> Shape:
    shape = args[0].shape
    if not shape.is_column:
        raise ShapeError(f"layernorm needs a column vector, this is {shape}")
    if not all(arg.is_scalar for arg in args[1:]):
        raise ShapeError(f"the second argument of layernorm is a scalar, this is {args[1].shape}")
    return shape


def _normalised(Y: Expr, x: Expr, spread: Expr, dx: Expr) -> Expr:
    n = _count(x)
    along = scale(1 / n, frobenius(Y, dx), Y)
    level = filled(scale(1 / n, total(dx)), x.shape)
    return scale(power(spread, -1), minus(minus(dx, level), along))


layernorm = operator(
    "layernorm",
    shape=_column,
    notation=_called("layernorm"),
    value=lambda R, node, x: _layernorm(R, x, None),
    code=code(
        "({0} - xp.mean({0})) / xp.std({0})",
        torch="({0} - torch.mean({0})) / torch.std({0}, correction=0)",
        julia="layernorm({0}, 0)",
        matlab="(({0} - mean({0})) / std({0}, 1))",
        c=Kernel("layernorm({count}, {X}, 0, {out});"),
    ),
    partials=(lambda Y, x, dx: _normalised(Y, x, sqrt(var(x)), dx),),
    why="with y = layernorm(x) and s = √var(x): dy = (dx − mean(dx) − y (y : dx)/n)/s",
    conditions=lambda node: [
        Condition("positive", var(node.args[0]), "the entries of the argument are not all equal")
    ],
    samples=((("n",),),),
    letters="y",
    doc="(x − mean(x))/√var(x)",
)

layernorm_eps = operator(
    "layernorm_eps",
    shape=_column,
    notation=_called("layernorm"),
    value=lambda R, node, x, c: _layernorm(R, x, c),
    code=code(
        "({0} - xp.mean({0})) / xp.sqrt(xp.var({0}) + {1})",
        torch="({0} - torch.mean({0})) / torch.sqrt(torch.var({0}, correction=0) + {1})",
        julia="layernorm({0}, {1})",
        matlab="(({0} - mean({0})) / sqrt(var({0}, 1) + {1}))",
        c=Kernel("layernorm({count}, {X}, {B}, {out});"),
    ),
    partials=(
        lambda Y, x, c, dx: _normalised(Y, x, sqrt(plus(var(x), c)), dx),
        lambda Y, x, c, dc: scale(dc, power(plus(var(x), c), -1), number(Fraction(-1, 2)), Y),
    ),
    why="with y = layernorm(x, c) and s = √(var(x) + c): dy = (dx − mean(dx) − y (y : dx)/n)/s",
    conditions=lambda node: [
        Condition("positive", plus(var(node.args[0]), node.args[1]), "{0} > 0")
    ],
    samples=((("n",), ()),),
    letters="y",
    doc="(x − mean(x))/√(var(x) + c)",
)


def _layernorm(R: Any, x: Any, c: Any) -> Any:
    off, spread = _variance(R, x)
    return R.scale(R.inverse(R.apply("sqrt", spread if c is None else R.add(spread, c))), off)
