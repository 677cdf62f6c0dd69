"""Three operators that nobody has told the project of: a copy of it gets this file in `ops/`."""

from fractions import Fraction
from math import inf

from matgrad.core.expr import operator
from matgrad.core.notation import Call, Spelling, in_latex
from matgrad.core.shape import SCALAR, square
from matgrad.ops.code import by_name, code
from matgrad.ops.elementwise import POSITIVE_RESULT, function, needs, power
from matgrad.ops.leaves import constant, number, size
from matgrad.ops.linear import frobenius, scale
from matgrad.ops.matrix_functions import expm, frechet_expm
from matgrad.ops.sugar import entrywise, filled, minus

HALF = number(Fraction(1, 2))

erfcx = function(
    "erfcx",
    lambda Y, X: 2 * minus(entrywise(X, Y), filled(1 / power(constant("pi"), 0.5), X.shape)),
    "erfcx′(x) = 2x erfcx(x) − 2/√π",
    begins=(0, 1),
    facts=POSITIVE_RESULT,
    reach=(0, inf),
    code=by_name("erfcx", numpy="special.erfcx({0})", torch="torch.special.erfcx({0})",
                 array_api="", c=""),
    doc="elementwise exp(x²) (1 − erf(x))",
)  # fmt: skip

geometric_mean = operator(
    "geomean",
    shape=lambda args, data: SCALAR,
    notation=Call(Spelling("geomean", "geomean", in_latex("geomean"))),
    value=lambda R, node, X: R.apply(
        "exp", R.scale(R.inverse(R.number(len(X) * len(X[0]))), R.total(R.apply("log", X)))
    ),
    code=code(
        "xp.exp(xp.mean(xp.log({0})))",
        julia="exp(sum(log, {0}) / length({0}))",
        matlab="exp(mean(log(reshape({0}, [], 1))))",
    ),
    partials=(
        lambda Y, X, dX: scale(Y, frobenius(power(X, -1), dX)) / size(X.shape.rows * X.shape.cols),
    ),
    why="of log Y = mean(log(X)): dY = (Y/N) (1 ⊘ X) : dX over the N entries",
    conditions=needs("positive", "{0} > 0"),
    facts=lambda node, below: frozenset({"positive"}),
    samples=((("m", "n"),), (("n",),)),
    spellings=("geomean", "gmean"),
    doc="geometric mean of all entries",
)

sinhm = operator(
    "sinhm",
    shape=lambda args, data: square(args[0].shape),
    notation=Call(Spelling("sinhm", "sinhm", in_latex("sinhm"))),
    means=lambda X: HALF * (expm(X) - expm(-X)),
    cubes=60,
    code=code(numpy="scipy.linalg.sinhm({0})", jax=""),
    partials=(lambda Y, X, dX: HALF * (frechet_expm(X, dX) + frechet_expm(-X, dX)),),
    why="d sinhm(X) = (L(X, dX) + L(−X, dX))/2 with the derivative L of expm",
    facts=lambda node, below: below[0] & {"symmetric"},
    samples=((("n", "n"),),),
    spellings=("sinhm",),
    doc="hyperbolic sine of a matrix, (exp(X) − exp(−X))/2",
)
