"""Functions of PyTorch that NumPy has by other names, or that compute something else there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matgrad import ops
from matgrad.programs.arrays.array import Array, as_array, entrywise, product
from matgrad.programs.arrays.functions import axis_of, deviation, mean, total, variance
from matgrad.programs.arrays.matrices import norm, ravel
from matgrad.programs.arrays.tables import FUNCTIONS, METHODS, TORCH, UFUNCS, unknown

NAMES = {  # of PyTorch, and what NumPy and SciPy call them
    "mm": "matmul", "mv": "matmul", "pow": "power", "mul": "multiply", "div": "divide",
    "sub": "subtract", "neg": "negative", "inverse": "inv", "ger": "outer", "clamp": "clip",
    "asin": "arcsin", "acos": "arccos", "atan": "arctan", "matrix_exp": "expm",
}  # fmt: skip


def _spread(of: Callable[..., Array]) -> Callable[..., Array]:
    """The variance or its root, divided by n − 1 unless it is said otherwise."""

    def apply(
        x: Any, axis: Any = None, unbiased: bool = True, keepdims: bool = False,
        correction: Any = None,
    ) -> Array:  # fmt: skip
        if isinstance(axis, bool):  # torch.var(x, False)
            axis, unbiased = None, axis
        return of(x, axis, int(unbiased) if correction is None else correction, keepdims)

    return apply


def _norm(x: Any, p: Any = "fro", axis: Any = None, keepdims: bool = False) -> Array:
    """The norm of all entries as a vector, or of those along an axis; "nuc" is that of a matrix."""
    x = as_array(x)
    if p == "nuc" or axis is not None:
        return norm(x, None if p == "fro" else p, axis, keepdims)
    if keepdims:
        raise unknown("torch.norm(keepdim=…)")
    return norm(x) if str(p) in ("fro", "2", "2.0") else norm(ravel(x), p)


def _transpose(x: Any, first: int, second: int) -> Array:
    """A matrix with two of its axes exchanged."""
    x = as_array(x)
    return x if axis_of(x, first) == axis_of(x, second) else x.T


def _extreme(name: str, op: Callable[..., Any]) -> Callable[..., Array]:
    """The largest entry, or the larger ones of two arrays."""

    def apply(x: Any, other: Any = None) -> Array:
        if isinstance(other, int):
            raise unknown(f"torch.{name} along an axis")
        return FUNCTIONS[name](x) if other is None else entrywise(op, x, other)

    return apply


def _from(x: Any, y: Any) -> Array:
    return as_array(y) - x


def _over_root(x: Any) -> Array:
    return as_array(x) ** -0.5


def _log_softmax(x: Any, axis: Any = None) -> Array:
    return UFUNCS["log"](FUNCTIONS["softmax"](x, axis))


def _reduced(loss: Callable[[Array, Any], Array]) -> Callable[..., Array]:
    """A loss of entries: their mean, their sum, or all of them."""
    ways = {"mean": mean, "sum": total, "none": as_array}

    def apply(x: Any, y: Any, reduction: str = "mean") -> Array:
        return ways[reduction](loss(as_array(x), y))

    return apply


def _linear(x: Any, weight: Any, bias: Any = None) -> Array:
    """A layer: the rows of the matrix are the weights of its outputs."""
    found = product(x, as_array(weight).T)
    return found if bias is None else found + bias


TORCH.update({name: UFUNCS.get(known) or FUNCTIONS[known] for name, known in NAMES.items()})
OTHERS: dict[str, Callable[..., Array]] = {
    "var": _spread(variance), "std": _spread(deviation), "norm": _norm, "transpose": _transpose,
    "t": FUNCTIONS["transpose"], "rsub": _from, "linear": _linear,
    "rsqrt": _over_root, "log_softmax": _log_softmax,
    "max": _extreme("max", ops.maximum), "min": _extreme("min", ops.minimum),
    "mse_loss": _reduced(lambda x, y: (x - y) ** 2), "l1_loss": _reduced(lambda x, y: abs(x - y)),
    "adjoint": FUNCTIONS["transpose"],
}  # fmt: skip
TORCH.update(OTHERS)
_OWN = "mm mv pow mul div sub neg inverse clamp norm t matmul exp log sin cos tanh sqrt square abs"
_OWN += " sigmoid relu softmax log_softmax logsumexp outer inner det logdet"
METHODS |= {name: TORCH.get(name) or FUNCTIONS.get(name) or UFUNCS[name] for name in _OWN.split()}
