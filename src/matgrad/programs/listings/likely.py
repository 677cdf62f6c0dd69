"""What names tell: derivatives, and which shapes are likely.

A matrix and a vector of the right length can be added, and mean something else than two matrices.
Shapes that nobody tells are chosen so that as little as possible is unusual.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Sequence
from typing import Any

from matgrad.core.dims import ONE
from matgrad.core.expr import Expr
from matgrad.programs.arrays.array import Array

_NAMED = tuple(map(re.compile, (
    r"d_?(\w+)", r"D_(\w+)", r"d[A-Za-z]{1,10}_?d_?(\w+)",
    r"(?:grad|gradient|g|delta|del|dL)_?(\w+)",
    r"(\w+?)_?(?:grad|gradient)", r"d_?[A-Za-z]_(\w+)",
    r"\w+?_(?:grad|gradient)_(?:wrt_|by_)?(\w+)",
    r"(?:grad|gradient)_(?:wrt_|by_|[A-Za-z]\w*?_)(\w+)",
)))  # fmt: skip
UPSTREAM = re.compile(
    r"d_?out|dout_?\w*|grad_?out(?:put)?|grad_output|upstream(?:_grad\w*)?|g_?out|dL_?dout"
)
# A derivative by the variable that is asked about, whichever it is.
PLAIN = re.compile(r"grads?|gradient|g|deriv(?:ative)?|my_?grad|analytic_?(?:grad\w*)?|df")


# Derivatives of what comes behind a value on another path, as dc_next in an LSTM.
_BEHIND = r"next|out|above|later|future|up(?:stream)?|incoming"
_ARRIVING = tuple(map(re.compile, (
    rf"(?:d|grad)_?(\w+?)_?(?:{_BEHIND}|from_\w+)", rf"(?:d|grad)_?(?:{_BEHIND})_?(\w+)",
)))  # fmt: skip
BACKWARD = re.compile(r"d[A-Z]\w*|d_\w+|d[a-z]\w?(?:_\w+)?|grad\w*|delta\w*")
# What computes derivatives, and what computes the values that they are of.
BACKWARD_PASS = re.compile(r"(?!zero|no_)\w*(?:backward|backprop|grad)\w*|bprop|bwd")
FORWARD = ("forward", "__call__")
# Steps of a descent, which are made of derivatives and are none.
STEP = re.compile(r"del(?:ta)?_?|step|update|\b(?:lr|eta|alpha|learning_rate|step_size|rate)\b")
PASSED = re.compile(r"delta\w*|err_?\d*")  # what a backward pass hands on


def derivative_of(name: str, known: Collection[str]) -> str | None:
    """Which of the known names this is the derivative by, if it is one.

    >>> (
    ...     derivative_of("dW1", ["W1", "b1"]),
    ...     derivative_of("dL_dx", ["x"]),
    ...     derivative_of("cos_sim_grad_u", ["u", "v"]),
    ...     derivative_of("data", ["a"]),
    ... )
    ('W1', 'x', 'u', None)
    """
    for pattern in _NAMED:
        found = pattern.fullmatch(name)
        if found and found[1] in known:
            return found[1]
    return None


def arriving_at(name: str, computed: Collection[str]) -> str | None:
    """The computed value at which a derivative arrives on another path.

    >>> (
    ...     arriving_at("dc_next", ["c", "h"]),
    ...     arriving_at("dnext_c", ["c"]),
    ...     arriving_at("dcar", ["c"]),
    ... )
    ('c', 'c', None)
    """
    found = (x[1] for x in (pattern.fullmatch(name) for pattern in _ARRIVING) if x)
    return next((x for x in found if x in computed), None)


def is_named_after(name: str, known: Collection[str]) -> bool:
    """Does a name begin like that of a derivative by a value, with more behind it: dc_extra?"""
    parts = (name[: end.start()] for end in re.finditer(r"_|$", name))
    return any(derivative_of(x, known) is not None for x in parts)


# ---------------------------------------------------------------- shapes

SPREAD = 2.0  # a vector that is repeated in each row, and is no bias
SPREAD_SCALE = 0.25
SPREAD_COMPUTED = 0.5
SPREAD_ADDED = 0.5  # H @ V + c: a bias under another name


FLAT_TURNED = 2.0  # x.T of a vector does nothing
FLAT_AXIS = 1.5  # a sum along the only axis
FLAT_INPUT = 1.5  # one sample without an axis for samples
ROWS_ADDED = 1.5  # Python's own sum of a matrix adds up its rows only
UNLIKE_SHIFT = 1.0  # gamma * x + beta: scale and shift have the same shape


SAMPLE_BIAS = 2.0  # a bias for each sample
ONE_BIAS = 1.5  # one for all outputs

BIAS = re.compile(r"b(?:[a-z]?\d*|_\w+|ias\w*|eta\w*)|\w*bias\w*|mu\w*|mean|shift")
SCALE = re.compile(r"gamma\w*|scale\w*|s\d*|sigma\w*|std\w*|var\w*|g|w\w*|lam\w*|alpha\w*")
_SCALED = re.compile(r"gamma\w*|scale\w*|weight|g")
_SHIFTED = re.compile(r"beta\w*|shift\w*|bias|b")
MEAN = re.compile(r"mu\w*|mean\w*|log_?var\w*|log_?sigma\w*|log_?std\w*")
NUMBER = re.compile(
    r"p_?(?:keep|drop)\w*|keep_?(?:p|prob\w*)|dropout\w*|drop_?(?:p|prob\w*|rate)|s2|sigma2|sigma_?sq\w*|noise\w*|l|ls|length_?scale|variance|amp\w*|lr|eta|eps(?:ilon)?|lam\w*|lambda_?|reg\w*|alpha|beta|gamma|delta|rho|tau|temp\w*|scale|step"
    r"|wd|weight_decay|margin|momentum|sigma|theta|kappa|nu|xi|zeta|d|d_k|dk|d_model|lr_\w+"
    r"|n_\w+|num_\w+|size|dim|\w*_size|\w*_dim|reg_strength|l2|l1|slope|power|k|c"
)
MASK = re.compile(r"\w*_?mask\d*|mask_\w+|keep_mask|dropped")
COUNT = re.compile(r"n|N|m|bs|batch_size|n_samples|num_samples|n_examples|num_examples|batch")
DATA = re.compile(r"[XA]\d?|Phi|x_?\w*|X_\w+|data|inputs?|features|H\d?|Z\d?|h\w*|a\d?|z\d?|design")
WEIGHTS = re.compile(r"[wW]\w{0,3}|theta\w*|beta\w*|weights?|params?|coef\w*|phi|psi|a|alpha\w*")
UNKNOWN = re.compile(r"x\d?|u|v|z")
CLASSES = re.compile(r"y\w*|t|labels?|targets?|true\w*")
# The kinds of shapes, and how unusual each is for a name: a number, a vector, a matrix; a row or a
# column that is kept as a matrix.
KINDS = "svmrc"


def kinds_of(name: str) -> list[tuple[float, str]]:  # noqa: PLR0911
    """The kinds of shapes that a name may have, the likely ones first."""
    if name.endswith(")"):
        return [(0.0, "m")]  # the one-hot matrix of class numbers
    if MASK.fullmatch(name):
        return [(0.0, "v"), (0.0, "m"), (1.5, "s")]
    if MEAN.fullmatch(name):
        return [(0.0, "v"), (0.5, "s"), (1.0, "m")]
    if BIAS.fullmatch(name) and NUMBER.fullmatch(name) is None:
        return [(0.0, "v"), (0.5, "s"), (1.0, "c"), (1.0, "r"), (2.0, "m")]
    if CLASSES.fullmatch(name):
        return [(0.0, "v"), (0.75, "m"), (1.5, "s")]
    if NUMBER.fullmatch(name):
        return [(0.0, "s"), (0.25, "v"), (2.0, "m")]
    if name in ("m", "n"):  # a slope, or a number of something
        return [(0.0, "v"), (0.25, "s"), (1.0, "m")]
    if name[0].isupper():
        vector = 1.0 if name == "W" else 1.5 if len(name) == 1 else 2.0  # W is one now and then
        return [(0.0, "m"), (vector, "v"), (1.0, "r"), (1.0, "c"),
                (1.5 if len(name) == 1 else 3.0, "s")]  # fmt: skip
    return [(0.0, "v"), (1.0, "s"), (1.0, "m")]


def name_of(node: ast.AST) -> str:
    """The name of a value, also of self.w, net.w and params["w"]."""
    match node:
        case (
            ast.Name(id=name)
            | ast.Attribute(attr=name)
            | ast.Subscript(slice=ast.Constant(value=str(name)))
        ):
            return name
        case _:
            return ""


def scale_and_shift(op: ast.operator, nodes: tuple[ast.expr, ast.expr]) -> list[str]:
    """The names of a shift and what may be the scale before it: beta of gamma * x + beta."""
    match op, nodes:
        case ast.Add(), (ast.BinOp(op=ast.Mult(), left=one, right=other), shift):
            scales = [x for x in (name_of(one), name_of(other)) if _SCALED.fullmatch(x)]
            return [name_of(shift), *scales] if _SHIFTED.fullmatch(name_of(shift)) else []
        case _:
            return []


def likeliest(names: Sequence[str]) -> str:
    """The one name by which a derivative is meant: weights before x, x before data."""
    for pattern in (WEIGHTS, UNKNOWN):
        if found := [name for name in names if pattern.fullmatch(name)]:
            return found[0] if len(found) == 1 else ""
    return names[0] if len(names) == 1 else ""


def unusual(
    op: ast.operator,
    left: Any,
    right: Any,
    nodes: tuple[ast.expr, ast.expr],
    inputs: Collection[Expr],
) -> float:
    """How unusual an operator between two values is."""
    are_arrays = isinstance(left, Array) and isinstance(right, Array)
    if not are_arrays or isinstance(op, ast.MatMult):
        return 0.0
    sides = (left, nodes[0]), (right, nodes[1])
    for (other, product), (value, node) in (sides, sides[::-1]):
        is_beside = node is nodes[1] or bool(factors(product))
        if isinstance(op, ast.Add | ast.Sub) and BIAS.fullmatch(name_of(node)) and is_beside:
            return _bias(other, value, _product(product))
    ranks = (left.ndim, right.ndim)
    if ranks == (2, 2):
        thin = [x for x, node in sides  # of x[:, None] nothing has to be guessed
                if ONE in x.axes and x.expr in inputs
                and not isinstance(node, ast.Subscript)]  # fmt: skip
        return SPREAD if thin and left.axes != right.axes else 0.0
    if sorted(ranks) != [1, 2]:
        return 0.0
    name = name_of(nodes[ranks.index(1)])
    if not name:  # a sum along an axis, perhaps
        return 0.0
    is_given = (left, right)[ranks.index(1)].expr in inputs
    is_added = ranks == (2, 1) and isinstance(op, ast.Add) and bool(factors(nodes[0]))
    found = SPREAD_SCALE if SCALE.fullmatch(name) else SPREAD if is_given else SPREAD_COMPUTED
    return SPREAD_ADDED if is_added else found


def _bias(left: Array, right: Array, product: ast.expr) -> float:
    """X @ W + b: there is one bias for each output, not for each sample, and not for all."""
    turned = _begins(product, 0, "WUVw")
    match left.ndim, right.axes:
        case 2, ():
            return 0.0 if ONE in left.axes else ONE_BIAS
        case 2, (_,):
            return SAMPLE_BIAS if turned or left.axes[1] == ONE else 0.0
        case 2, (rows, _):
            is_spread = rows == ONE and left.axes[0] != ONE
            return SAMPLE_BIAS if turned == is_spread and left.axes != right.axes else 0.0
        case 1, (_,):
            is_data = _begins(product, 0, "XPdfi") or _begins(product, 1, "X")
            return SAMPLE_BIAS if is_data else 0.0
        case _:
            return 0.0


def _product(node: ast.expr) -> ast.expr:
    """The product X @ w of the sum y - X @ w, to which something is added."""
    while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        if factors(node.right):
            return node.right
        node = node.left
    return node


def factors(product: ast.expr) -> tuple[ast.expr, ...]:
    """The two factors of a product of matrices, however it is written; none of anything else."""
    match product:
        case (
            ast.BinOp(op=ast.MatMult(), left=first, right=last)
            | ast.Call(func=ast.Attribute(attr="dot" | "matmul"), args=[first, last])
            | ast.Call(func=ast.Attribute(attr="dot", value=first), args=[last])
        ):
            return first, last
        case _:
            return ()


def _begins(product: ast.expr, place: int, letters: str) -> bool:
    """Has a factor of a product a name that begins with one of these letters?"""
    if not (found := factors(product)):
        return False
    node = found[place]
    if place == 0 and isinstance(node, ast.Attribute) and node.attr == "T":
        node = node.value
    return name_of(node)[:1] in {*letters}
