"""Entries in order: sorted, in the middle, and multiplied up to each place.

Which entry stands where does not change near a vector with different entries; there these are
linear, and the matrix that permutes has a name of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cmp_to_key
from itertools import accumulate
from typing import Any

from matgrad.core.expr import Condition, Expr, operator
from matgrad.core.notation import Call, Spelling, in_latex
from matgrad.core.shape import SCALAR, Shape
from matgrad.errors import ShapeError
from matgrad.ops.code import Kernel, code
from matgrad.ops.elementwise import needs, power
from matgrad.ops.leaves import number, zeros_of
from matgrad.ops.linear import Args, frobenius
from matgrad.ops.sugar import entrywise, filled, multiply
from matgrad.ops.triangles import tril

VECTOR = ((("n",),),)


def _called(name: str) -> Call:
    return Call(Spelling(name, name, in_latex(name)))


def _column(args: Args, data: object) -> Shape:
    (x,) = args
    if not x.shape.is_column:
        raise ShapeError(f"a column vector is needed, this is {x.shape}")
    return x.shape


def _distinct(node: Expr) -> Sequence[Condition]:
    return [Condition("convention", node.args[0], "the entries of {0} are all different")]


def _places(R: Any, x: Any) -> list[int]:
    """The numbers of the entries, the smallest first."""

    def compared(i: int, j: int) -> int:
        ahead = R.reduced(x[i][0] - x[j][0])
        R.check_apart(ahead)
        return 1 if R.is_unit(R.function("step", ahead)) else -1

    return sorted(range(len(x)), key=cmp_to_key(compared))


def _permutation(R: Any, x: Any) -> Any:
    return [[R.one if j == i else R.zero for j in range(len(x))] for i in _places(R, x)]


def _middle(R: Any, x: Any) -> Any:
    """One at the entry in the middle, or a half at each of two."""
    order = _places(R, x)
    n = len(order)
    chosen = {order[(n - 1) // 2], order[n // 2]}
    share = R.rational(Fraction(1, len(chosen)))
    return [[share if i in chosen else R.zero] for i in range(n)]


_EYE = "Matrix(1.0I, length({0}), length({0}))[sortperm({0})"

sorting = operator(
    "sorting",
    shape=lambda args, data: Shape(_column(args, data).rows, args[0].shape.rows),
    notation=_called("sorting"),
    value=lambda R, node, x: _permutation(R, x),
    code=code(
        numpy="np.eye({0}.shape[0], dtype={0}.dtype)[np.argsort({0})]",
        torch="torch.eye({0}.shape[0]).to({0})[torch.argsort({0})]",
        array_api="xp.take(xp.eye({0}.shape[0], dtype={0}.dtype), xp.argsort({0}), axis=0)",
        julia=_EYE + ", :]",
        matlab="double(sort({0}) == {0}.')",
        c=Kernel(
            "for (long i = 0; i < {count}; i++) {{ long r = 0;"
            " for (long j = 0; j < {count}; j++)"
            " r += {X}[j] < {X}[i] || ({X}[j] == {X}[i] && j < i);"
            " for (long j = 0; j < {count}; j++) {out}[r * {count} + j] = j == i; }}"
        ),
    ),
    partials=(lambda Y, x, dx: zeros_of(Y.shape),),
    of_number=lambda X: number(1),
    why="the order of the entries does not change nearby, so the differential is 0",
    facts=lambda node, below: frozenset({"orthogonal"}),
    conditions=_distinct,
    samples=VECTOR,
    spellings=("sorting",),
    letters="p",
    doc="sorting(x), the permutation matrix P for which P x is sorted",
)

sort = operator(
    "sort",
    shape=_column,
    notation=_called("sort"),
    value=lambda R, node, x: R.matmul(_permutation(R, x), x),
    means=lambda x: multiply(sorting(x), x),
    work=20,
    code=code(
        numpy="np.sort({0})",
        torch="torch.sort({0}).values",
        array_api="xp.sort({0})",
        julia="sort({0})",
        matlab="sort({0})",
    ),
    partials=(lambda Y, x, dx: multiply(sorting(x), dx),),
    of_number=lambda X: X,
    why="near x the entries keep their order: d sort(x) = P dx, with P x = sort(x)",
    conditions=_distinct,
    samples=VECTOR,
    spellings=("sort",),
    doc="the entries of a vector, the smallest first",
)

middle = operator(
    "middle",
    shape=_column,
    notation=_called("middle"),
    value=lambda R, node, x: _middle(R, x),
    code=code(
        numpy="np.eye({0}.shape[0], dtype={0}.dtype)[np.argsort({0})"
        "[np.array([({0}.shape[0] - 1) // 2, {0}.shape[0] // 2])]].mean(0)",
        torch="torch.eye({0}.shape[0]).to({0})[torch.argsort({0})"
        "[[({0}.shape[0] - 1) // 2, {0}.shape[0] // 2]]].mean(0)",
        julia="(vec(sum("
        + _EYE
        + "[[div(length({0}) + 1, 2), div(length({0}), 2) + 1]], :], dims=1)) / 2)",
        c=Kernel(
            "for (long i = 0; i < {count}; i++) {{ long r = 0;"
            " for (long j = 0; j < {count}; j++)"
            " r += {X}[j] < {X}[i] || ({X}[j] == {X}[i] && j < i);"
            " {out}[i] = 0.5 * (r == ({count} - 1) / 2) + 0.5 * (r == {count} / 2); }}"
        ),
    ),
    partials=(lambda Y, x, dx: zeros_of(x.shape),),
    of_number=lambda X: number(1),
    why="which entry is in the middle does not change nearby, so the differential is 0",
    facts=lambda node, below: frozenset({"simplex", "nonnegative"}),
    conditions=_distinct,
    samples=VECTOR,
    spellings=("middle",),
    letters="h",
    doc="one at the entry in the middle, or a half at each of the two, zero elsewhere",
)

median = operator(
    "median",
    shape=lambda args, data: _column(args, data) and SCALAR,
    notation=_called("median"),
    means=lambda x: frobenius(middle(x), x),
    work=20,
    code=code(numpy="np.median({0})", torch="torch.quantile({0}, 0.5)", matlab="median({0})"),
    partials=(lambda Y, x, dx: frobenius(middle(x), dx),),
    of_number=lambda X: X,
    why="near x the same entry is in the middle: d median(x) = middle(x) : dx",
    conditions=_distinct,
    samples=VECTOR,
    spellings=("median",),
    doc="the entry in the middle, or the mean of the two there",
)

cumprod = operator(
    "cumprod",
    shape=_column,
    notation=_called("cumprod"),
    value=lambda R, node, x: [[each] for each in accumulate((row[0] for row in x), R.times)],
    code=code(
        numpy="np.cumprod({0})",
        torch="torch.cumprod({0}, 0)",
        array_api="xp.cumulative_prod({0})",
        julia="cumprod({0})",
        matlab="cumprod({0})",
        c=Kernel("{{ double p = 1; for (long i = 0; i < {count}; i++) {out}[i] = p *= {X}[i]; }}"),
    ),
    partials=(
        lambda Y, x, dx: entrywise(
            Y,
            multiply(
                tril(filled(1, Shape(x.shape.rows, x.shape.rows))), entrywise(power(x, -1), dx)
            ),
        ),
    ),
    of_number=lambda X: X,
    why="product rule: with L the lower triangle of ones, d cumprod(x) = cumprod(x) ⊙ L (dx ⊘ x)",
    facts=lambda node, below: below[0] & {"positive", "nonzero"},
    conditions=needs("nonzero", "no entry of {0} is 0"),
    samples=VECTOR,
    spellings=("cumprod",),
    doc="the product of all entries up to each place",
)
