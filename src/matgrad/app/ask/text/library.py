"""What functions and methods of the usual libraries compute, spelled with few of them.

F.relu(z) and z.relu() are np.relu(z), (z - t).pow(2) is (z - t)**2, F.mse_loss(z, t) is the mean of
such squares. What is not in the table keeps its name, and is refused later if nothing knows it.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from copy import deepcopy

# What a call is of its first two arguments, a and b.
_MEANING = {
    "square": "a**2", "pow": "a**b", "power": "a**b", "float_power": "a**b",
    "log1p": "np.log(1 + a)", "expm1": "np.exp(a) - 1", "reciprocal": "1 / a",
    "multiply": "a * b", "mul": "a * b", "divide": "a / b", "div": "a / b", "true_divide": "a / b",
    "add": "a + b", "subtract": "a - b", "sub": "a - b", "negative": "-a", "neg": "-a",
    "matmul": "a @ b", "mm": "a @ b", "mv": "a @ b",
    "t": "a.T", "transpose": "a.T", "copy": "a", "clone": "a", "float": "a", "double": "a",
    "solve": "np.linalg.inv(a) @ b", "inverse": "np.linalg.inv(a)",
    "maximum": "max(a, b)", "fmax": "max(a, b)", "minimum": "min(a, b)", "fmin": "min(a, b)",
    "relu6": "min(max(a, 0), 6)", "expit": "np.sigmoid(a)", "logsigmoid": "np.log(np.sigmoid(a))",
    "mse_loss": "np.mean((a - b)**2)", "l1_loss": "np.mean(np.abs(a - b))",
    "absolute": "np.abs(a)",
}  # fmt: skip
_MEANS = {name: ast.parse(text, mode="eval").body for name, text in _MEANING.items()}
_MODULES = frozenset("np numpy jnp torch tf math scipy nn jax special linalg functional".split())
_FUNCTIONAL = frozenset(  # what F has that a matrix F has not
    "relu relu6 sigmoid tanh softmax log_softmax softplus gelu silu elu logsigmoid mse_loss l1_loss"
    " cross_entropy binary_cross_entropy nll_loss huber_loss normalize".split()
)
_METHODS = frozenset(
    "sum mean trace det norm exp log sqrt abs tanh sigmoid relu softmax log_softmax logsumexp sin"
    " cos clip clamp max min prod var std dot inv".split()
) | {*_MEANING}
_LINALG = frozenset("norm det inv slogdet pinv eigvalsh cholesky".split())


def spelled(value: ast.expr) -> ast.expr:
    """An expression with the calls that are known in few spellings.

    >>> ast.unparse(spelled(ast.parse("F.relu(z).pow(2).sum()", mode="eval").body))
    'np.sum(np.relu(z) ** 2)'
    """
    return _Spelled().visit(deepcopy(value))


def put(value: ast.expr, names: Mapping[str, ast.expr]) -> ast.expr:
    """An expression with values in the places of names."""
    return _Put(names).visit(deepcopy(value))


class _Put(ast.NodeTransformer):
    def __init__(self, names: Mapping[str, ast.expr]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return deepcopy(self.names.get(node.id, node))


class _Spelled(ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node.func:
            case ast.Attribute(value=of, attr=name) if _is_module(of, name):
                return _call(name, node.args, node.keywords)
            case ast.Attribute(value=of, attr=name) if name in _METHODS:
                return _call(name, [of, *node.args], node.keywords)
            case _:
                return node


def _is_module(value: ast.expr, called: str) -> bool:
    while isinstance(value, ast.Attribute):
        value = value.value
    name = value.id if isinstance(value, ast.Name) else ""
    return name in _MODULES or (name == "F" and called in _FUNCTIONAL)


def _call(name: str, given: Sequence[ast.expr], keywords: list[ast.keyword]) -> ast.expr:
    """A call by its meaning, or by its name in one spelling of the module."""
    meaning = _MEANS.get(name)
    if meaning is not None and not keywords and 0 < len(given) <= 2:
        return put(meaning, dict(zip("ab", given, strict=False)))
    if name == "where" and (chosen := _chosen(given)) is not None:
        return chosen
    if name in ("clip", "clamp") and (cut := _clipped(given, keywords)) is not None:
        return cut
    if name == "log_softmax":
        return _np("log", [_np("softmax", given, keywords)])
    return _np(name, given, keywords)


def _np(name: str, given: Sequence[ast.expr], keywords: Sequence[ast.keyword] = ()) -> ast.expr:
    module: ast.expr = ast.Name("np", ast.Load())
    module = ast.Attribute(module, "linalg", ast.Load()) if name in _LINALG else module
    return ast.Call(ast.Attribute(module, name, ast.Load()), [*given], [*keywords])


def _chosen(given: Sequence[ast.expr]) -> ast.expr | None:
    """What where(z > 0, a, 0) is: a product with what is one or zero."""
    match given:
        case [ast.Compare() as condition, value, ast.Constant(value=0)]:
            return ast.BinOp(value, ast.Mult(), condition)
        case _:
            return None


def _clipped(given: Sequence[ast.expr], keywords: Sequence[ast.keyword]) -> ast.expr | None:
    """What clip(z, 0) is: the larger of the two."""
    below = [x.value for x in keywords if x.arg in ("min", "a_min")]
    match [*given, *below] if len(below) == len(keywords) else ():
        case [value, least] | [value, least, ast.Constant(value=None)]:
            return ast.Call(ast.Name("max", ast.Load()), [value, least], [])
        case _:
            return None
