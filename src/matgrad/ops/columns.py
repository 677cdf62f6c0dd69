"""Products of vectors in space, and of matrices column by column."""

from __future__ import annotations

from typing import Any

from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Expr, operator
from matgrad.core.notation import Call, Spelling, in_latex
from matgrad.core.shape import Shape
from matgrad.errors import ShapeError
from matgrad.ops.code import code
from matgrad.ops.kronecker import kron
from matgrad.ops.leaves import eye
from matgrad.ops.linear import Args
from matgrad.ops.sugar import entrywise, filled, multiply


def _in_space(args: Args, data: object) -> Shape:
    for arg in args:
        if str(arg.shape.rows) != "3" or not arg.shape.is_column:
            raise ShapeError(f"cross needs two vectors of length 3, this is {arg.shape}")
    return args[0].shape


def _cross(R: Any, a: Any, b: Any) -> Any:
    (a1,), (a2,), (a3,) = a
    (b1,), (b2,), (b3,) = b
    pairs = ((a2, b3, a3, b2), (a3, b1, a1, b3), (a1, b2, a2, b1))
    return [[R.reduced(R.times(p, q) - R.times(r, s))] for p, q, r, s in pairs]


cross = operator(
    "cross",
    shape=_in_space,
    notation=Call(Spelling("cross", "cross", in_latex("cross"))),
    value=lambda R, node, a, b: _cross(R, a, b),
    code=code(
        numpy="np.cross({0}, {1})",
        torch="torch.linalg.cross({0}, {1})",
        array_api="xp.linalg.cross({0}, {1})",
        julia="cross({0}, {1})",
        matlab="cross({0}, {1})",
    ),
    adjoints=(lambda G, a, b: cross(b, G), lambda G, a, b: cross(G, a)),
    why="the cross product is linear in each factor: d(a × b) = da × b + a × db",
    across="g : (a × b) = (b × g) : a = (g × a) : b",
    samples=(((3,), (3,)),),
    holes={"matrix": "the matrix of a product of vectors has no name here"},
    spellings=("cross",),
    doc="cross product of two vectors of length 3",
)


def _by_columns(args: Args, data: object) -> Shape:
    A, B = (arg.shape for arg in args)
    if A.cols != B.cols:
        raise ShapeError(f"khatrirao needs as many columns in both: {A} and {B} differ")
    return Shape(A.rows * B.rows, A.cols)


def _tall(A: Expr, rows: Dim) -> Expr:
    """Each row so many times."""
    return kron(A, filled(1, Shape(rows, ONE)))


def _repeated(B: Expr, times: Dim) -> Expr:
    """The whole matrix so many times below itself."""
    return kron(filled(1, Shape(times, ONE)), B)


def _summed(rows: Dim) -> Expr:
    return filled(1, Shape(ONE, rows))


khatrirao = operator(
    "khatrirao",
    shape=_by_columns,
    notation=Call(Spelling("khatrirao", "khatrirao", in_latex("khatrirao"))),
    means=lambda A, B: entrywise(_tall(A, B.shape.rows), _repeated(B, A.shape.rows)),
    adjoints=(
        lambda G, A, B: multiply(
            kron(eye(A.shape.rows), _summed(B.shape.rows)),
            entrywise(G, _repeated(B, A.shape.rows)),
        ),
        lambda G, A, B: multiply(
            kron(_summed(A.shape.rows), eye(B.shape.rows)), entrywise(G, _tall(A, B.shape.rows))
        ),
    ),
    why="the product of columns is linear in each factor",
    across="each column of G is summed with the entries of the other factor",
    samples=((("m", "n"), ("k", "n")),),
    holes={"matrix": "no product of matrices gives the entries in their order"},
    spellings=("khatrirao",),
    doc="Khatri-Rao product, the Kronecker product column by column",
)
