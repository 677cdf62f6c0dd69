"""Special functions of entries, and functions of entries that are short for others."""

from __future__ import annotations

from fractions import Fraction
from math import inf

from matgrad.core.curves import CONCAVE_GROWING, CONVEX_GROWING, EVEN, RIGHT, Curve, Curves
from matgrad.core.expr import Condition, Expr, number_value, operator
from matgrad.core.notation import Call, Spelling, in_latex
from matgrad.core.shape import Shape, same
from matgrad.errors import ShapeError, UnsupportedError
from matgrad.ops.code import code, in_packages
from matgrad.ops.elementwise import (
    POSITIVE_RESULT,
    absolute,
    atan,
    cos,
    erf,
    exp,
    function,
    kink,
    log,
    needs,
    one,
    power,
    relu,
    sigmoid,
    sign,
    sin,
    softplus,
    step,
)
from matgrad.ops.leaves import constant, number
from matgrad.ops.linear import Args, scale
from matgrad.ops.sugar import entrywise, filled, minus

PAIRS = ((("m", "n"), ("m", "n")), (("n",), ("n",)), ((), ()))
PI = constant("pi")
HALF = number(Fraction(1, 2))


def _called(name: str, latex: str = "") -> Call:
    return Call(Spelling(name, name, latex or in_latex(name)))


def _over(top: Expr, below: Expr) -> Expr:
    return entrywise(top, power(below, -1))


# ---------------------------------------------------------------- the error function

erfc = function(
    "erfc", lambda Y, X: scale(number(-2), power(PI, Fraction(-1, 2)), exp(-power(X, 2))),
    "erfc′(x) = −2/√π exp(−x²)", means=lambda X: one(X) - erf(X), code=in_packages("erfc"),
    facts=POSITIVE_RESULT,
    curves=(Curve("convex", "falls", "≥0"), Curve("concave", "falls", "≤0"),
            Curve("log-concave", "falls")),
    reach=(0, 2), sympy="erfc", doc="elementwise complementary error function 1 − erf(x)",
)  # fmt: skip
erfinv = function(
    "erfinv", lambda Y, X: scale(HALF, power(PI, Fraction(1, 2)), exp(power(Y, 2))),
    "differentiate erf(y) = x: erfinv′(x) = √π/2 exp(erfinv(x)²)",
    conditions=needs("inside_unit", "|{0}| < 1"), parity=-1, begins=(0, 0), curves=RIGHT,
    code=in_packages("erfinv", c=""), doc="elementwise inverse of the error function",
)  # fmt: skip

# ---------------------------------------------------------------- the Gamma function

lgamma = function(
    "lgamma", lambda Y, X: digamma(X), "lgamma′ = digamma", r"\operatorname{lgamma}",
    needs("positive", "{0} > 0"), spellings=("gammaln", "loggamma", "lngamma"),
    value=lambda R, node, X: R.derived("lgamma", 0, X),
    sympy="loggamma",
    code=in_packages("lgamma", numpy="special.gammaln({0})", matlab="gammaln({0})",
                     julia="SpecialFunctions.loggamma{dot}({0})"),
    curves=(Curve("convex"),), doc="elementwise logarithm of the Gamma function",
)  # fmt: skip
digamma = function(
    "digamma", lambda Y, X: polygamma(number(1), X), "digamma′ is the trigamma function",
    r"\operatorname{digamma}", needs("positive", "{0} > 0"),
    value=lambda R, node, X: R.derived("lgamma", 1, X),
    code=in_packages("digamma", matlab="psi({0})", c=""),
    curves=CONCAVE_GROWING, doc="elementwise digamma function, the derivative of log Γ",
)  # fmt: skip


def _order(args: Args, data: object) -> Shape:
    order, X = args
    value = number_value(order)
    if not order.is_scalar or (value is not None and (value.denominator != 1 or value < 0)):
        raise ShapeError("the order of polygamma is one of the numbers 0, 1, 2, …")
    return X.shape


def _next(k: Expr) -> Expr:
    order = number_value(k)
    if order is None:
        raise UnsupportedError("the order of polygamma is written as a number: 0, 1, 2, …")
    return number(order + 1)


def _by_order(*_: Expr) -> Expr:
    raise UnsupportedError("there is no derivative of polygamma by its order")


def _polygamma_curves(node: Expr) -> Curves:
    order = number_value(node.args[0])
    if order is None:
        return ()
    return (Curve("convex", "falls"),) if order % 2 else CONCAVE_GROWING


polygamma = operator(
    "polygamma",
    shape=_order,
    notation=_called("polygamma"),
    value=lambda R, node, k, X: R.derived("lgamma", int(_next(node.args[0]).data), X),
    work=15,
    code=code(
        numpy="special.polygamma({0}, {1})",
        torch="torch.polygamma({0}, {1})",
        julia="SpecialFunctions.polygamma{dot}({0}, {1})",
        matlab="psi({0}, {1})",
    ),
    partials=(
        _by_order,
        lambda Y, k, X, dX: entrywise(polygamma(_next(k), X), dX),
    ),
    why="elementwise: the derivative of a polygamma function is the next one",
    conditions=lambda node: [Condition("positive", node.args[1], "{0} > 0")],
    curves=_polygamma_curves,
    samples=((1, ("n",)), (2, ())),
    spellings=("polygamma",),
    doc="polygamma(k, x), the derivative of order k of digamma, elementwise",
)

# ---------------------------------------------------------------- logarithms

entr = function(
    "entr", lambda Y, X: -log(X) - one(X), "(−x log x)′ = −log x − 1",
    conditions=needs("positive", "{0} > 0"), means=lambda X: -entrywise(X, log(X)),
    code=code(numpy="special.entr({0})", torch="torch.special.entr({0})"),
    curves=(Curve("concave"),), doc="elementwise −x log(x), the terms of an entropy",
)  # fmt: skip

xlogy = operator(
    "xlogy",
    shape=lambda args, data: same(*(arg.shape for arg in args)),
    notation=_called("xlogy"),
    means=lambda X, Y: entrywise(X, log(Y)),
    entrywise=True,
    work=15,
    code=code(numpy="special.xlogy({0}, {1})", torch="torch.xlogy({0}, {1})"),
    partials=(
        lambda F, X, Y, dX: entrywise(log(Y), dX),
        lambda F, X, Y, dY: entrywise(_over(X, Y), dY),
    ),
    why="elementwise: d(x log y) = log(y) dx + (x/y) dy",
    conditions=lambda node: [Condition("positive", node.args[1], "{0} > 0")],
    samples=PAIRS,
    spellings=("xlogy",),
    doc="elementwise x log(y), in code 0 for x = 0",
)

logaddexp = operator(
    "logaddexp",
    shape=lambda args, data: same(*(arg.shape for arg in args)),
    notation=_called("logaddexp"),
    means=lambda A, B: B + softplus(A - B),
    entrywise=True,
    work=30,
    code=code("xp.logaddexp({0}, {1})"),
    partials=(
        lambda Y, A, B, dA: entrywise(sigmoid(A - B), dA),
        lambda Y, A, B, dB: entrywise(one(Y) - sigmoid(A - B), dB),
    ),
    why="elementwise: with s = sigmoid(a − b), d log(exp(a) + exp(b)) = s da + (1 − s) db",
    curves=CONVEX_GROWING,
    samples=PAIRS,
    spellings=("logaddexp",),
    doc="elementwise log(exp(a) + exp(b))",
)

# ---------------------------------------------------------------- angles

sinc = function(
    "sinc", lambda Y, X: _over(cos(scale(PI, X)) - Y, X), "(sin(πx)/(πx))′ = (cos(πx) − sinc(x))/x",
    conditions=needs("nonzero", "{0} ≠ 0"), parity=1, reach=(-1, 1),
    means=lambda X: _over(sin(scale(PI, X)), scale(PI, X)),
    code=code("xp.sinc({0})", array_api="", julia="sinc{dot}({0})"),
    notes={"": "sinc(x) is sin(pi*x)/(pi*x), as in NumPy and MATLAB; without pi it is sin(x) ./ x"},
    doc="elementwise sin(πx)/(πx)",
)  # fmt: skip


def _radius(y: Expr, x: Expr) -> Expr:
    return power(x, 2) + power(y, 2)


atan2 = operator(
    "atan2",
    shape=lambda args, data: same(*(arg.shape for arg in args)),
    notation=_called("atan2", r"\operatorname{atan2}"),
    means=lambda y, x: atan(_over(y, x)) + scale(PI, entrywise(step(-x), sign(y))),
    entrywise=True,
    work=20,
    code=code(
        numpy="np.arctan2({0}, {1})",
        torch="torch.atan2({0}, {1})",
        array_api="xp.atan2({0}, {1})",
        julia="atan{dot}({0}, {1})",
        matlab="atan2({0}, {1})",
        c="atan2({0}, {1})",
    ),
    partials=(
        lambda Y, y, x, dy: entrywise(_over(x, _radius(y, x)), dy),
        lambda Y, y, x, dx: -entrywise(_over(y, _radius(y, x)), dx),
    ),
    why="elementwise: the angle φ of (x, y) has dφ = (x dy − y dx)/(x² + y²)",
    conditions=lambda node: [
        Condition("nonzero", _radius(*node.args), "{0} ≠ 0; the angle jumps where x < 0 and y = 0")
    ],
    samples=PAIRS,
    spellings=("atan2", "arctan2"),
    doc="atan2(y, x), the angle of the point (x, y), elementwise",
)

# ---------------------------------------------------------------- robust losses, activations


def _bounded(args: Args, data: object) -> Shape:
    X, bound = args
    if not bound.is_scalar:
        raise ShapeError(f"the second argument of huber is a scalar, this is {bound.shape}")
    return X.shape


def _beyond(X: Expr, bound: Expr) -> Expr:
    """By how much the entries lie outside of [−δ, δ]."""
    return relu(minus(absolute(X), filled(bound, X.shape)))


huber = operator(
    "huber",
    shape=_bounded,
    notation=_called("huber"),
    means=lambda X, c: scale(HALF, power(X, 2) - power(_beyond(X, c), 2)),
    partials=(
        lambda Y, X, c, dX: entrywise(minus(X, entrywise(sign(X), _beyond(X, c))), dX),
        lambda Y, X, c, dc: scale(dc, _beyond(X, c)),
    ),
    why="elementwise: the slope is x inside of [−δ, δ] and δ sign(x) outside",
    conditions=lambda node: [Condition("positive", node.args[1], "{0} > 0")],
    reach=(0, inf),
    curves=tuple(curve._replace(argument=0) for curve in EVEN),
    samples=((("m", "n"), ()), (("n",), ()), ((), ())),
    spellings=("huber",),
    notes={"": "huber(x, c) is x²/2 inside of [−c, c]; CVXPY's huber and PyTorch's loss for "
               "δ ≠ 1 differ from it by a factor"},
    doc="huber(x, δ), elementwise x²/2 for |x| ≤ δ and δ(|x| − δ/2) beyond",
)  # fmt: skip

# λ and λα, as doubles have them.
_ABOVE, _BELOW = Fraction("1.0507009873554805"), Fraction("1.7580993408473766")
selu = function(
    "selu",
    lambda Y, X: (
        scale(number(_ABOVE), step(X)) + entrywise(step(-X), Y + filled(number(_BELOW), X.shape))
    ),
    "selu′ is λ above 0 and selu + λα below, with λ ≈ 1.0507 and α ≈ 1.6733",
    means=lambda X: scale(number(_ABOVE), relu(X)) - scale(number(_BELOW), one(X) - exp(-relu(-X))),
    conditions=kink("{0} ≠ 0 for selu to be differentiable"),
    doc="elementwise λx for x > 0 and λα(exp(x) − 1) below",
)
