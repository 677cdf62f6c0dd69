"""Functions of a square matrix as a whole: exponential, logarithm, square root.

Their differentials are no products of matrices. They have names that can be looked up: the
Fréchet derivative L(X, E) of f at X in the direction E, and the solution of Sylvester's equation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matgrad.core.curves import Curve, Curves
from matgrad.core.expr import Condition, Expr, Facts, Op, operator
from matgrad.core.notation import Call, Spelling, in_latex
from matgrad.core.shape import Shape, same, square
from matgrad.errors import ShapeError
from matgrad.ops.blocks import below, beside, part, units
from matgrad.ops.code import Corner, Either, Kernel, code, helper, of_matrix_function
from matgrad.ops.leaves import zeros_of
from matgrad.ops.linear import Args
from matgrad.ops.sugar import multiply

SQUARE = (("n", "n"),)
REAL_ONLY = {"field": "not algebraic in the entries: checked with real numbers only"}
NO_MATRIX = {
    "matrix": "its linear map is no product of matrices: given as the map, and in code as an array"
}


def called(name: str, plain: str | None = None, latex: str | None = None) -> Call:
    """A function that is written by its name, or in LaTeX by a shorter one such as L_exp."""
    return Call(Spelling(name, plain or name, in_latex(latex or name)))


def principal(node: Expr) -> Sequence[Condition]:
    """The argument has a principal logarithm and root."""
    words = "{0} has no eigenvalue that is negative or zero"
    return [Condition("principal", node.args[0], words)]


def _squares(args: Args, data: object) -> Shape:
    return square(same(*(arg.shape for arg in args)))


MOST = 4  # directions, which is one more than the order of derivatives that can be asked for


@dataclass(frozen=True)
class _Family:
    """What is special about a function of matrices; the rest follows from its name."""

    name: str
    cubes: int  # operations for each cube of its size
    code: Mapping[str, str]
    first: str  # NumPy's code of the derivative in one direction
    corner: Mapping[str, str]  # the function as `corner` is given it, by language
    facts: Callable[[Expr, Sequence[Facts]], Facts]
    conditions: Callable[[Expr], Sequence[Condition]] | None
    doc: str
    curves: Curves
    means: Callable[..., Expr] | None = None  # both in terms of others, of a matrix and directions

    def meaning(self) -> dict[str, Any]:
        """What the operators compute."""
        return {"value": self.value} if self.means is None else {"means": self.means}

    def value(self, R: Any, node: Expr, X: Any, *directions: Any) -> Any:
        """The function, or its derivative in the directions."""
        return R.matrix_function(self.name, X, *directions)

    def derivative_code(self) -> dict[str, Any]:
        """SciPy's own code for one direction, the corner of a block matrix for several."""
        if self.means is not None:
            return {}
        several = f"corner(scipy.linalg.{self.name}, {{all}})"
        if self.first.startswith("only_real"):
            several = f"only_real({several})"
        single = Either(lambda value: len(value.args) == 2, self.first, several)
        others = {name: f"corner({function}, {{all}})" for name, function in self.corner.items()}
        alike = self.conditions is not None  # roots are taken of the matrix
        return code(numpy=single, **others, c=Corner(self.name, alike))


def _declare(family: _Family) -> tuple[Op, Op]:
    """A function of a matrix and its Fréchet derivative, which takes any number of directions."""
    derivative = _frechet(family)
    function = operator(
        family.name,
        shape=_squares,
        notation=called(family.name),
        **family.meaning(),
        cubes=family.cubes,
        code=family.code,
        partials=(lambda Y, X, dX: derivative(X, dX),),
        why=f"d {family.name}(X) is the Fréchet derivative L(X, dX), linear in dX",
        facts=family.facts,
        holes=REAL_ONLY | NO_MATRIX,
        conditions=family.conditions,
        curves=family.curves,
        samples=(SQUARE,),
        spellings=(family.name,),
        doc=family.doc,
    )
    return function, derivative


def _frechet(family: _Family) -> Op:
    name = family.name
    derivative = operator(
        f"frechet_{name}",
        shape=_squares,
        notation=called(f"frechet_{name}", *(f"L_{name.removesuffix('m')}",) * 2),
        **family.meaning(),
        code=family.derivative_code(),
        partials=(
            lambda Y, X, *directions: derivative(X, *directions),
            *(_moved(lambda: derivative, index) for index in range(1, MOST + 1)),
        ),
        linear_in={i: _across(lambda: derivative, i) for i in range(1, MOST + 1)},
        why=f"the Fréchet derivative of {name} is linear in each direction",
        across="G : L(X, E) = L(Xᵀ, G) : E",
        facts=lambda node, below: frozenset({"symmetric"}.intersection(*below)),
        holes=REAL_ONLY | NO_MATRIX,
        conditions=family.conditions,
        samples=((*SQUARE, *SQUARE), (*SQUARE, *SQUARE, *SQUARE)),
        spellings=(f"frechet_{name}",),
        doc=f"Fréchet derivative of {name} at X in the direction E, "
        f"the upper right block of {name}([X E; 0 X]); with more directions, a higher one",
    )
    return derivative


def _moved(derivative: Callable[[], Op], index: int) -> Callable[..., Expr]:
    """What the derivative becomes where one of its directions moves."""
    return lambda Y, X, *rest: derivative()(X, *rest[: index - 1], rest[-1], *rest[index:-1])


def _across(derivative: Callable[[], Op], index: int) -> Callable[..., Expr]:
    """The derivative moved across : from one of its directions, which is transposed."""

    def adjoint(G: Expr, X: Expr, *directions: Expr) -> Expr:
        turned = [E.T for E in directions]
        turned[index - 1] = G
        return derivative()(X.T, *turned)

    return adjoint


def _exponential_facts(node: Expr, below: Sequence[Facts]) -> Facts:
    kept = below[0] & {"diagonal"}
    return kept | ({"positive_definite"} if "symmetric" in below[0] else {"invertible"})


expm, frechet_expm = _declare(
    _Family(
        "expm",
        30,
        code(
            numpy="scipy.linalg.expm({0})",
            torch="torch.linalg.matrix_exp({0})",
            julia="exp({0})",
            matlab="expm({0})",
            c=of_matrix_function("expm"),
        ),
        "scipy.linalg.expm_frechet({0}, {1}, compute_expm=False)",
        {"torch": "torch.linalg.matrix_exp", "julia": "exp", "matlab": "@expm"},
        _exponential_facts,
        None,
        "matrix exponential",
        (
            Curve("trace-convex", "grows", order="matrix"),
            Curve("trace-log-convex", "grows", order="matrix"),
        ),
    )
)

logm, frechet_logm = _declare(
    _Family(
        "logm",
        60,
        code(
            numpy="only_real(scipy.linalg.logm(np.asarray_chkfinite({0})))",
            jax="logm({0})",
            torch="logm({0})",
            julia="real(log({0}))",
            matlab="logm({0})",
            c=of_matrix_function("logm"),
        ),
        "only_real(corner(scipy.linalg.logm, np.asarray_chkfinite({0}), {1}))",
        {"jax": "logm", "torch": "logm", "julia": "log", "matlab": "@logm"},
        lambda node, below: below[0] & {"symmetric", "diagonal"},
        principal,
        "principal matrix logarithm",
        (Curve("matrix-concave", "grows", "pd", "matrix"),),
    )
)


# ---------------------------------------------------------------- sine and cosine


def _turning(X: Expr) -> Expr:
    """[0 −X; X 0], whose exponential is [cos X, −sin X; sin X, cos X]."""
    nothing = zeros_of(X.shape)
    return below(beside(nothing, -X), beside(X, nothing))


def _block_of_turning(row: int) -> Callable[..., Expr]:
    """The block in the first column, for a matrix or its derivatives in directions."""

    def block(X: Expr, *directions: Expr) -> Expr:
        n = X.shape.rows
        wide = [_turning(each) for each in (X, *directions)]
        whole = frechet_expm(*wide) if directions else expm(*wide)
        rows = units(n + 1, n * 2, n * 2) if row else units(1, n, n * 2)
        return part(whole, rows, units(1, n, n * 2))

    return block


def _turned(name: str, row: int, facts: Facts) -> tuple[Op, Op]:
    return _declare(
        _Family(
            f"{name}m",
            60,
            code(numpy=f"scipy.linalg.{name}m({{0}})", jax=""),
            "",
            {},
            lambda node, below: below[0] & facts,
            None,
            f"{name} of a matrix, by its power series",
            (),
            _block_of_turning(row),
        )
    )


cosm, frechet_cosm = _turned("cos", 0, frozenset({"symmetric", "diagonal"}))
sinm, frechet_sinm = _turned("sin", 1, frozenset({"symmetric", "diagonal", "skew"}))


# ---------------------------------------------------------------- roots


def _sylvester_shape(args: Args, data: object) -> Shape:
    A, B, C = (arg.shape for arg in args)
    if (square(A).rows, square(B).cols) != C:
        raise ShapeError(f"A W + W B = C does not fit: A is {A}, B is {B}, C is {C}")
    return C


def _of_roots(value: Any) -> bool:
    """Is this the derivative of a root? Of other matrices, the signs of eigenvalues are unknown."""
    bare = (arg.args[0] if arg.op == "transpose" else arg for arg in value.args[:2])
    return all(arg.op == sqrtm.name for arg in bare)


def _rooms(value: Any) -> tuple[Any, ...]:
    m, n = value.axes
    return ((m * m + n * n) * 4 + m * n * 2 + m + n + 1,)


sylvester = operator(
    "sylvester",
    shape=_sylvester_shape,
    notation=called("sylvester"),
    value=lambda R, node, A, B, C: R.matrix_function("sylvester", A, B, C),
    cubes=50,
    code=helper(
        "sylvester",
        3,
        numpy="scipy.linalg.solve_sylvester({0}, {1}, {2})",
        jax="sylvester({0}, {1}, {2})",
        c=Kernel("sylvester({m}, {k}, {A}, {B}, {C}, {room}, {out})", _rooms, True, _of_roots),
        julia="sylvester({0}, {1}, -({2}))",
    ),
    partials=(
        lambda W, A, B, C, dA: sylvester(A, B, -multiply(dA, W)),
        lambda W, A, B, C, dB: sylvester(A, B, -multiply(W, dB)),
        lambda W, A, B, C, dC: sylvester(A, B, dC),
    ),
    linear_in={2: lambda G, A, B, C: sylvester(A.T, B.T, G)},
    why="differentiate A W + W B = C: A dW + dW B = dC − dA W − W dB",
    across="G : W with A W + W B = C is V : C with AᵀV + V Bᵀ = G",
    conditions=lambda node: [
        Condition("sylvester", node, "the Sylvester equation {0} has one solution only")
    ],
    samples=((("m", "m"), ("n", "n"), ("m", "n")),),
    holes={
        "c": "written for the derivative of a root only: other matrices have complex eigenvalues"
    },
    spellings=("sylvester",),
    doc="sylvester(A, B, C), the W with A W + W B = C",
)

sqrtm = operator(
    "sqrtm",
    shape=_squares,
    notation=called("sqrtm"),
    value=lambda R, node, X: R.matrix_function("sqrtm", X),
    cubes=30,
    code=code(
        numpy="only_real(scipy.linalg.sqrtm({0}))",
        torch="sqrtm({0})",
        julia="real(sqrt({0}))",
        matlab="sqrtm({0})",
        c=of_matrix_function("sqrtm"),
    ),
    partials=(lambda Y, X, dX: sylvester(Y, Y, dX),),
    why="differentiate Y Y = X: dY solves Y dY + dY Y = dX, a Sylvester equation",
    facts=lambda node, below: (
        below[0] & {"symmetric", "diagonal", "positive_definite", "invertible"}
    ),
    holes=REAL_ONLY,
    conditions=principal,
    curves=(Curve("matrix-concave", "grows", "psd", "matrix"),),
    samples=(SQUARE,),
    spellings=("sqrtm",),
    letters="r",
    doc="principal square root of a matrix",
)
