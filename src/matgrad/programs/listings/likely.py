"""Which shapes are likely: what people call things, and what they do not do with arrays.

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

SPREAD = 2.0  # a vector that is repeated in each row, and is no bias
SPREAD_SCALE = 0.25
SPREAD_COMPUTED = 0.5
SPREAD_ADDED = 0.5  # H @ V + c: a bias under another name
FLAT_AXIS = 1.5  # a sum along the only axis
FLAT_INPUT = 1.5  # one sample without an axis for samples
FLAT_TURNED = 2.0  # x.T of a vector does nothing
FLAT_TURNED_AGAIN = 0.5  # who writes x.T @ x of vectors writes b.T @ x as well
UNLIKE_SHIFT = 1.0  # gamma * x + beta: scale and shift have the same shape
KEPT_SHARE = 1.5  # h * mask / p with an array p
ROWS_ADDED = 1.5  # Python's own sum of a matrix adds up its rows only
NUMBER_DOT = 1.0  # np.dot or np.max of a number
SAMPLE_BIAS = 2.0  # a bias for each sample
ONE_BIAS = 1.5  # one for all outputs
ONE_TARGET = 0.75  # A @ x - b with a number b
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
        return [(0.0, "m"), (_as_vector(name), "v"), (1.0, "r"), (1.0, "c"),
                (1.5 if len(name) == 1 else 3.0, "s")]  # fmt: skip
    return [(0.0, "v"), (1.0, "s"), (1.0, "m")]


def likeliest(names: Sequence[str]) -> str:
    """The one name by which a derivative is meant: weights before x, x before data."""
    for pattern in (WEIGHTS, UNKNOWN):
        if found := [name for name in names if pattern.fullmatch(name)]:
            return found[0] if len(found) == 1 else ""
    return names[0] if len(names) == 1 else ""


def _as_vector(name: str) -> float:
    """How unusual a vector is that has a capital: weights W are one now and then."""
    return 1.0 if name == "W" else 1.5 if len(name) == 1 else 2.0


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
    if isinstance(op, ast.Add | ast.Sub) and _is_bias(nodes[1]):
        is_one = isinstance(op, ast.Sub) and left.ndim == 1 and not right.axes
        return ONE_TARGET if is_one and _is_target(nodes) else _bias(left, right, nodes[0])
    ranks = (left.ndim, right.ndim)
    if ranks == (2, 2):
        sides = ((left, nodes[0]), (right, nodes[1]))  # of x[:, None] nothing has to be guessed
        thin = [x for x, node in sides if ONE in x.axes and x.expr in inputs
                and not isinstance(node, ast.Subscript)]  # fmt: skip
        return SPREAD if thin and left.axes != right.axes else 0.0
    if sorted(ranks) != [1, 2]:
        return 0.0
    name = _name(nodes[ranks.index(1)])
    if not name:  # a sum along an axis, perhaps
        return 0.0
    is_given = (left, right)[ranks.index(1)].expr in inputs
    is_added = ranks == (2, 1) and isinstance(op, ast.Add) and bool(factors(nodes[0]))
    found = SPREAD_SCALE if SCALE.fullmatch(name) else SPREAD if is_given else SPREAD_COMPUTED
    return SPREAD_ADDED if is_added else found


def is_kept_share(op: ast.operator, nodes: tuple[ast.expr, ast.expr]) -> bool:
    """Is this h * mask / p, where p is the share of entries that dropout keeps, a number?"""
    names = {_name(x) for x in ast.walk(nodes[0]) if isinstance(x, ast.expr)}
    return isinstance(op, ast.Div) and bool(_name(nodes[1])) and any(map(MASK.fullmatch, names))


def scale_and_shift(nodes: tuple[ast.expr, ast.expr]) -> tuple[str, str] | None:
    """The names of a scale and the shift behind it: gamma * x + beta."""
    match nodes:
        case (ast.BinOp(op=ast.Mult(), left=one, right=other), shift):
            scale = next((x for x in (_name(one), _name(other)) if _SCALED.fullmatch(x)), "")
            is_pair = scale and _SHIFTED.fullmatch(_name(shift)) is not None
            return (scale, _name(shift)) if is_pair else None
        case _:
            return None


def _name(node: ast.expr) -> str:
    """The name of an array, also of self.b and params["b"]."""
    match node:
        case (
            ast.Name(id=name)
            | ast.Attribute(value=ast.Name(), attr=name)
            | ast.Subscript(slice=ast.Constant(value=str(name)))
        ):
            return name
        case _:
            return ""


def _is_bias(node: ast.expr) -> bool:
    return BIAS.fullmatch(_name(node)) is not None


def _is_target(nodes: tuple[ast.expr, ast.expr]) -> bool:
    """Is this A @ x - b, where b is what A @ x should be, and not X @ w - b with a bias?"""
    is_data = _first_factor(nodes[0], "XPdfiWw") or not factors(nodes[0])
    return not is_data and _name(nodes[1]) == "b"


def _bias(left: Array, right: Array, product: ast.expr) -> float:
    """X @ W + b: there is one bias for each output, not for each sample, and not for all."""
    turned = _first_factor(product, "WUVw")
    match left.ndim, right.axes:
        case 2, ():
            return 0.0 if ONE in left.axes else ONE_BIAS
        case 2, (_,):
            return SAMPLE_BIAS if turned or left.axes[1] == ONE else 0.0
        case 2, (rows, _):
            is_spread = rows == ONE and left.axes[0] != ONE
            return SAMPLE_BIAS if turned == is_spread and left.axes != right.axes else 0.0
        case 1, (_,):
            is_data = _first_factor(product, "XPdfi") or _last_factor(product, "X")
            return SAMPLE_BIAS if is_data else 0.0
        case _:
            return 0.0


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


def _first_factor(product: ast.expr, letters: str) -> bool:
    """Does the first factor of a product have a name that begins with one of these letters?"""
    found = factors(product)
    return bool(found) and _name(_unturned(found[0]))[:1] in {*letters}


def _last_factor(product: ast.expr, letters: str) -> bool:
    found = factors(product)
    return bool(found) and _name(found[1])[:1] in {*letters}


def _unturned(node: ast.expr) -> ast.expr:
    return node.value if isinstance(node, ast.Attribute) and node.attr == "T" else node
