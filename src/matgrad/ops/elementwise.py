"""Functions that act on each entry by itself, and powers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import Any

from matgrad.core.curves import CONCAVE_GROWING, CONVEX_GROWING, EVEN, LEFT, RIGHT, Curve, Curves
from matgrad.core.expr import Condition, Expr, Facts, Op, number_value, operator, sugar
from matgrad.core.facts import facts_of
from matgrad.core.notation import Call, Fence, Power, Spelling
from matgrad.core.shape import Shape
from matgrad.errors import ShapeError
from matgrad.ops.code import by_name, in_packages
from matgrad.ops.leaves import constant, number
from matgrad.ops.linear import Args, scale
from matgrad.ops.sugar import as_expr, entrywise, filled

ANY = ((("m", "n"),), (("n",),), ((),))
POSITIVE_RESULT: frozenset[str] = frozenset({"positive"})
_no_facts: frozenset[str] = frozenset()


def needs(predicate: str, words: str) -> Callable[[Expr], Sequence[Condition]]:
    """The condition that the argument has a property in every entry."""
    return lambda node: [Condition(predicate, node.args[0], words)]


def kink(words: str) -> Callable[[Expr], Sequence[Condition]]:
    """The derivative at 0 is a convention; say which."""
    return lambda node: [Condition("convention", node.args[0], words)]


def one(like: Expr) -> Expr:
    """Ones in the shape of an expression."""
    return filled(1, like.shape)


def function(  # noqa: PLR0913, PLR0917
    name: str,
    derivative: Callable[[Expr, Expr], Expr],
    why: str,
    latex: str | None = None,
    conditions: Callable[[Expr], Sequence[Condition]] | None = None,
    facts: Facts = _no_facts,
    spellings: tuple[str, ...] = (),
    letters: str = "",
    doc: str = "",
    plain: str = "",
    code: Mapping[str, str] | None = None,
    work: int = 15,
    reach: tuple[float, float] = (-inf, inf),
    curves: Curves = (),
    **more: Any,
) -> Op:
    """Declare an elementwise function of one argument by its derivative f′.

    Without `code` it is written by its name, or as what it `means`. `work` counts it as so many
    operations; its values lie between the ends of `reach`. All other fields are those of `Op`.
    """

    def infer(node: Expr, below: Sequence[Facts]) -> Facts:
        return facts | (below[0] & {"symmetric"})

    if "means" not in more:
        more.setdefault("value", lambda R, node, X: R.apply(name, X))

    return operator(
        name,
        shape=lambda args, data: args[0].shape,
        notation=Call(Spelling(name, plain or name, latex or rf"\operatorname{{{name}}}")),
        code=code if code is not None else {} if "means" in more else by_name(name),
        work=work,
        reach=reach,
        curves=curves,
        derivative=derivative,
        why=f"elementwise: {why}",
        facts=infer,
        conditions=conditions,
        samples=ANY,
        spellings=(name, *spellings),
        letters=letters,
        doc=doc or f"elementwise {name}",
        **more,
    )


sin = function("sin", lambda Y, X: cos(X), "sin′ = cos", r"\sin", reach=(-1, 1), parity=-1)
cos = function("cos", lambda Y, X: -sin(X), "cos′ = −sin", r"\cos", reach=(-1, 1), parity=1)
tan = function(
    "tan", lambda Y, X: one(Y) + power(Y, 2), "tan′ = 1 + tan²", r"\tan",
    conditions=lambda node: [Condition("nonzero", cos(node.args[0]), "{0} ≠ 0")], parity=-1,
)  # fmt: skip
asin = function(
    "asin", lambda Y, X: power(one(X) - power(X, 2), Fraction(-1, 2)), "asin′(x) = 1/√(1 − x²)",
    r"\arcsin", needs("inside_unit", "|{0}| < 1"), spellings=("arcsin",),
    code=by_name("asin", numpy="np.arcsin({0})"),
    curves=RIGHT, parity=-1,
)  # fmt: skip
acos = function(
    "acos", lambda Y, X: -power(one(X) - power(X, 2), Fraction(-1, 2)), "acos′(x) = −1/√(1 − x²)",
    r"\arccos", needs("inside_unit", "|{0}| < 1"), spellings=("arccos",),
    code=by_name("acos", numpy="np.arccos({0})"),
)  # fmt: skip
atan = function(
    "atan", lambda Y, X: power(one(X) + power(X, 2), -1), "atan′(x) = 1/(1 + x²)",
    r"\arctan", spellings=("arctan",), code=by_name("atan", numpy="np.arctan({0})"),
    curves=LEFT, parity=-1,
)  # fmt: skip
sinh = function("sinh", lambda Y, X: cosh(X), "sinh′ = cosh", r"\sinh", curves=RIGHT, parity=-1)
cosh = function(
    "cosh",
    lambda Y, X: sinh(X),
    "cosh′ = sinh",
    r"\cosh",
    facts=POSITIVE_RESULT,
    reach=(1, inf),
    curves=(*EVEN, Curve("log-convex"), Curve("log-convex", "grows", "≥0")),
    parity=1,
)
tanh = function(
    "tanh",
    lambda Y, X: one(Y) - power(Y, 2),
    "tanh′ = 1 − tanh²",
    r"\tanh",
    reach=(-1, 1),
    curves=LEFT,
    parity=-1,
)
exp = function(
    "exp",
    lambda Y, X: Y,
    "exp′ = exp",
    r"\exp",
    complement=("expm1", -1, 1),
    facts=POSITIVE_RESULT,
    reach=(0, inf),
    curves=CONVEX_GROWING,
)
log = function(
    "log", lambda Y, X: power(X, -1), "log′(x) = 1/x", r"\log",
    needs("positive", "{0} > 0"), spellings=("ln",),
    curves=CONCAVE_GROWING,
)  # fmt: skip
sqrt = function(
    "sqrt", lambda Y, X: scale(number(Fraction(1, 2)), power(Y, -1)), "√′(x) = 1/(2√x)",
    r"\sqrt", needs("positive", "{0} > 0"), plain="√", work=1, reach=(0, inf),
    curves=CONCAVE_GROWING,
)  # fmt: skip
absolute = operator(
    "abs",
    shape=lambda args, data: args[0].shape,
    notation=Fence("abs", ("|", "|"), (r"\left|", r"\right|")),
    value=lambda R, node, X: R.apply("abs", X),
    code=by_name("abs", c="fabs({0})"),
    sympy="Abs",
    reach=(0, inf),
    derivative=lambda Y, X: sign(X),
    why="elementwise: |x|′ = sign(x)",
    conditions=kink(
        "{0} ≠ 0 for |·| to be differentiable; at 0 the derivative used is sign(0) = 0"
    ),
    samples=ANY,
    spellings=("abs",),
    parity=1,
    doc="elementwise absolute value",
    curves=EVEN,
)
sign = function(
    "sign", lambda Y, X: filled(0, X.shape), "sign is constant away from 0, so sign′ = 0",
    conditions=kink("{0} ≠ 0; sign jumps at 0, its derivative is 0 elsewhere"),
    code=by_name("sign", c="sign_of({0})"), work=1, spellings=("sgn",), parity=-1,
)  # fmt: skip
step = function(
    "step", lambda Y, X: filled(0, X.shape), "step is constant away from 0, so step′ = 0",
    sympy=lambda sympy, x: sympy.Heaviside(x, 0),
    conditions=kink("{0} ≠ 0; step jumps at 0, its derivative is 0 elsewhere"),
    letters="h", doc="elementwise step: 1 for x > 0, else 0", work=1, reach=(0, 1),
    spellings=("heaviside",),
    code=by_name(
        "step",
        numpy="1.0 * ({0} > 0)",
        torch="({0} > 0).to({0}.dtype)",
        array_api="xp.astype({0} > 0, {0}.dtype)",
        julia="float{dot}({0} {dot}> 0)",
        matlab="double({0} > 0)",
        c="({0} > 0 ? 1.0 : 0.0)",
    ),
)  # fmt: skip
relu = function(
    "relu", lambda Y, X: step(X), "relu′ = step, with step(0) = 0",
    sympy=lambda sympy, x: sympy.Max(x, 0),
    conditions=kink("{0} ≠ 0 for relu to be differentiable; at 0 step(0) = 0 is used"),
    letters="r", doc="elementwise max(x, 0)", spellings=("ReLU", "ReLu"), work=1, reach=(0, inf),
    code=by_name(
        "relu",
        numpy="np.maximum({0}, 0)",
        array_api="xp.clip({0}, min=0)",
        julia="max{dot}({0}, 0)",
        matlab="max({0}, 0)",
        c="larger_0({0})",
    ),
    curves=CONVEX_GROWING,
)  # fmt: skip
floor = function(
    "floor", lambda Y, X: filled(0, X.shape), "floor is constant between integers, so floor′ = 0",
    work=1, conditions=kink("{0} is not an integer; floor jumps there"),
)  # fmt: skip
rounding = function(
    "round", lambda Y, X: filled(0, X.shape), "round is constant between jumps, so round′ = 0",
    conditions=kink("{0} is not half an odd integer; round jumps there"),
    code=by_name("round", c="nearbyint({0})"), work=1,
)  # fmt: skip
WHOLE = (floor, rounding)  # they have whole values, each on a piece of its own
# Functions that are zero below zero, and what they are above it.
RECTIFIED: dict[Op, Callable[[Expr], Expr]] = {
    step: lambda X: filled(1, X.shape),
    relu: lambda X: X,
}
square = function(
    "square", lambda Y, X: scale(number(2), X), "(x²)′ = 2x", work=1, reach=(0, inf),
    value=lambda R, node, X: R.apply("square", X), means=lambda X: power(X, 2),
    code=by_name("square", julia="abs2{dot}({0})", matlab="({0} .^ 2)"),
    curves=EVEN, parity=1,
)  # fmt: skip
sigmoid = function(
    "sigmoid", lambda Y, X: entrywise(Y, one(Y) - Y), "sigmoid′ = sigmoid (1 − sigmoid)",
    sympy=lambda sympy, x: 1 / (1 + sympy.exp(-x)),
    facts=POSITIVE_RESULT, reach=(0, 1), spellings=("logistic", "expit", "sigm"),
    complement=("sigmoid", 1, -1),
    notes={"logistic": "logistic(x) is 1/(1 + exp(-x)); CVXPY's logistic is softplus(x)"},
    code=by_name(
        "sigmoid",
        numpy="special.expit({0})",
        array_api="xp.exp(-xp.logaddexp(-{0}, xp.zeros_like({0})))",
        julia="(1 ./ (1 .+ exp.(-{0})))",
        matlab="(1 ./ (1 + exp(-{0})))",
    ),
    curves=(*LEFT, Curve("log-concave", "grows")),
)  # fmt: skip
softplus = function(
    "softplus", lambda Y, X: sigmoid(X), "softplus′ = sigmoid",
    sympy=lambda sympy, x: sympy.log(1 + sympy.exp(x)),
    facts=POSITIVE_RESULT, reach=(0, inf), doc="elementwise log(1 + exp(x))",
    code=by_name(
        "softplus",
        numpy="np.logaddexp({0}, 0)",
        torch="torch.logaddexp({0}, torch.zeros_like({0}))",
        array_api="xp.logaddexp({0}, xp.zeros_like({0}))",
        julia="(max.({0}, 0) .+ log1p.(exp.(-abs.({0}))))",
        matlab="(max({0}, 0) + log1p(exp(-abs({0}))))",
    ),
    curves=CONVEX_GROWING,
)  # fmt: skip
silu = function(
    "silu", lambda Y, X: sigmoid(X) + entrywise(Y, one(X) - sigmoid(X)),
    "silu(x) = x s(x) with s = sigmoid, so silu′ = s + silu (1 − s)",
    means=lambda X: entrywise(X, sigmoid(X)),
    doc="elementwise x sigmoid(x)", spellings=("swish",),
)  # fmt: skip
erf = function(
    "erf",
    lambda Y, X: scale(number(2), power(constant("pi"), Fraction(-1, 2)), exp(-power(X, 2))),
    "erf′(x) = 2/√π exp(−x²)", code=in_packages("erf"),
    complement=("erfc", 1, 1),
    curves=LEFT, parity=-1,
)  # fmt: skip
ndtr = function(
    "Phi",
    lambda Y, X: scale(
        power(scale(number(2), constant("pi")), Fraction(-1, 2)),
        exp(scale(number(Fraction(-1, 2)), power(X, 2))),
    ),
    "Φ′(x) = exp(−x²/2)/√(2π)", r"\operatorname{\Phi}", facts=POSITIVE_RESULT, reach=(0, 1),
    sympy=lambda sympy, x: (1 + sympy.erf(x / sympy.sqrt(2))) / 2,
    code=by_name(
        "Phi",
        numpy="special.ndtr({0})",
        torch="torch.special.ndtr({0})",
        array_api="",
        julia="(SpecialFunctions.erfc.(-{0} ./ sqrt(2)) ./ 2)",
        matlab="(0.5 * erfc(-{0} / sqrt(2)))",
        c="(0.5 * erfc({0} * -0.70710678118654752))",
    ),
    doc="elementwise distribution function of the standard normal",
    curves=(*LEFT, Curve("log-concave", "grows")),
)  # fmt: skip
gelu = function(
    "gelu", lambda Y, X: ndtr(X) + entrywise(X, _density(X)),
    "gelu(x) = x Φ(x), so gelu′ = Φ(x) + x Φ′(x)",
    means=lambda X: entrywise(X, ndtr(X)),
    doc="elementwise x Φ(x) with Φ the normal distribution function",
)  # fmt: skip


def _density(X: Expr) -> Expr:
    assert ndtr.derivative is not None
    return ndtr.derivative(ndtr(X), X)


# ---------------------------------------------------------------- powers


def _power_shape(args: Args, data: object) -> Shape:
    base, exponent = args
    if not exponent.is_scalar:
        raise ShapeError(f"the exponent must be a scalar, this is {exponent.shape}")
    return base.shape


def _power_base(Y: Expr, X: Expr, p: Expr, dX: Expr) -> Expr:
    value = number_value(p)
    lower = number(value - 1) if value is not None else p - 1
    return entrywise(p, X if value == 2 else power(X, lower), dX)


def _power_conditions(node: Expr) -> Sequence[Condition]:
    X, p = node.args
    value = number_value(p)
    if value is None and "integer" in facts_of(p):
        return [Condition("nonzero", X, "{0} ≠ 0")]
    if value is None or value.denominator % 2 == 0:
        return [Condition("positive", X, "{0} > 0")]
    if value.denominator != 1:
        return [Condition("nonzero", X, "{0} ≠ 0; odd roots of negative numbers are real")]
    return [Condition("nonzero", X, "{0} ≠ 0")] if value < 0 else []


def _power_facts(node: Expr, below: Sequence[Facts]) -> Facts:
    kept = below[0] & {"positive", "symmetric", "nonzero"}
    value = number_value(node.args[1])
    even = value is not None and value.denominator == 1 and value % 2 == 0
    if even and "nonzero" in below[0]:
        kept |= {"positive"}
    return kept | ({"nonnegative"} if even else _no_facts)


def _power_curves(node: Expr) -> Curves:
    k = number_value(node.args[1])
    if k is None or k == 0:
        return ()
    if k < 0:
        return (Curve("convex", "falls", ">0"),)
    if k < 1:
        return (Curve("concave", "grows", "≥0"),)
    return EVEN if k.numerator % 2 == 0 else (Curve("convex", "grows", "≥0"),)


power_op = operator(
    "power",
    shape=_power_shape,
    notation=Power(elementwise=True),
    value=lambda R, node, X, p: R.power(X, p, node.args[1]),
    code={"numpy": "{0} ** {1}"},
    partials=(
        _power_base,
        lambda Y, X, p, dp: scale(dp, entrywise(log(X), Y)),  # x^p = exp(p log x)
    ),
    why="power rule: d(x^p) = p x^(p−1) dx",
    why_last=", and x^p log(x) dp where p varies",
    conditions=_power_conditions,
    facts=_power_facts,
    curves=_power_curves,
    samples=((("m", "n"), ()), (("n",), ()), ((), ())),
    doc="elementwise power X.^p, and x^p for scalars; odd roots are real, (-8)^(1/3) = -2, "
    "so only other fractions and exponents that vary need A > 0",
)


def power(X: Expr, p: Expr | Fraction | float) -> Expr:
    """Every entry to the power p."""
    return power_op(X, as_expr(p))


@sugar("divide")
def divide(A: Expr | float, B: Expr | float) -> Expr:
    """Division by a scalar."""
    top, below = as_expr(A), as_expr(B)
    if not below.is_scalar:
        raise ShapeError(f"cannot divide by a {below.shape} matrix", hint="A./B divides entrywise")
    return scale(power(below, -1), top)
