"""Functions of JAX by the module that has them, and what each is for our arrays.

jax.numpy is NumPy by another name; what stands here is what the other modules mean, which for one
name may be something else: jax.lax.max compares two arrays, jax.lax.clamp begins with the bound.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from matgrad.errors import UnsupportedError
from matgrad.programs.arrays.array import Array, as_array, product
from matgrad.programs.arrays.functions import clip, elu, leaky_relu, where
from matgrad.programs.arrays.matrices import array
from matgrad.programs.arrays.tables import FUNCTIONS, UFUNCS, Table, applied, named, unknown
from matgrad.programs.listings.library import OWN, constant
from matgrad.programs.listings.values import Made

EXACT_GELU = "the default of JAX is an approximation; jax.nn.gelu(x, approximate=False) is read"
WITHOUT = frozenset("dtype precision preferred_element_type device".split())  # change no value


def _made(name: str) -> Callable[..., Array]:
    """An array of equal numbers, or an identity."""

    def apply(*given: Any) -> Array:
        found = OWN[name](*given)
        return constant(found) if isinstance(found, Made) else found

    return apply


def _last_axis(function: Callable[..., Array]) -> Callable[..., Array]:
    def apply(x: Any, axis: Any = -1) -> Array:
        if axis is None and as_array(x).ndim > 1:
            raise unknown("jax.nn.softmax of all entries of a matrix")
        return function(x, -1 if axis is None else axis) if as_array(x).axes else function(x)

    return apply


def _gelu(x: Any, approximate: bool = True) -> Array:
    if approximate:
        raise UnsupportedError("jax.nn.gelu cannot be traced", hint=EXACT_GELU)
    return UFUNCS["gelu"](x)


def _leaky(x: Any, negative_slope: Any = 0.01) -> Array:
    return leaky_relu(x, negative_slope)


def _cholesky(X: Any, lower: bool = False, overwrite_a: bool = False, **_: Any) -> Array:
    """SciPy gives the upper factor unless the lower one is asked for."""
    found = FUNCTIONS["cholesky"](X)
    return found if lower else found.T


def _axes(x: Any) -> int:
    return as_array(x).ndim


def _clamp(low: Any, x: Any, high: Any) -> Array:
    return clip(x, low, high)


def _hard_tanh(x: Any) -> Array:
    return clip(x, -1, 1)


def _soft_sign(x: Any) -> Array:
    return as_array(x) / (1 + abs(as_array(x)))


def _logit(x: Any) -> Array:
    log = UFUNCS["log"]
    return log(x) - log(1 - as_array(x))


def _celu(x: Any, alpha: Any = 1.0) -> Array:
    x = as_array(x)
    return where(x > 0, x, (UFUNCS["exp"](x / alpha) - 1) * alpha)


def _picked(names: str, **others: str) -> Table:
    """Functions of the tables by their names there, or by names of their own."""
    both = {**{name: name for name in names.split()}, **others}
    found = {name: named(known) for name, known in both.items()}
    return {name: function for name, function in found.items() if function is not None}


# Behind jax.numpy and jax.numpy.linalg stand all functions of NumPy.
NUMPY: Table = {
    **{name: _made(name) for name in ("zeros", "ones", "zeros_like", "ones_like", "eye")},
    "identity": _made("identity"), "array": array, "asarray": array, "clip": clip,
    "size": OWN["size"], "shape": OWN["shape"], "ndim": _axes,
    "matrix_transpose": FUNCTIONS["transpose"],
}  # fmt: skip
LAX: Table = {
    **_picked("exp log sin cos tan tanh sinh cosh sqrt abs sign log1p expm1 square floor erf"),
    **_picked("reciprocal rsqrt neg add sub mul div pow asin acos atan", integer_pow="power",
              max="maximum", min="minimum", logistic="sigmoid"),
    "dot": product, "clamp": _clamp,
}  # fmt: skip
NN: Table = {
    **_picked("relu sigmoid softplus silu logsumexp tanh swish"),
    "softmax": _last_axis(FUNCTIONS["softmax"]),
    "log_softmax": _last_axis(FUNCTIONS["log_softmax"]),
    "gelu": _gelu, "leaky_relu": _leaky, "elu": elu, "celu": _celu,
    "relu6": FUNCTIONS["relu6"], "hard_tanh": _hard_tanh,
    "log_sigmoid": UFUNCS["logsigmoid"], "soft_sign": _soft_sign,
}  # fmt: skip
SPECIAL = {**_picked("logsumexp expit erf xlogy ndtr"), "logit": _logit}
LINALG = {**_picked("expm inv det sqrtm solve"), "cholesky": _cholesky}
MODULES: dict[str, Table] = {
    "jax.numpy": NUMPY, "jax.numpy.linalg": {},
    "jax.lax": LAX, "jax.nn": NN, "jax.scipy.special": SPECIAL, "jax.scipy.linalg": LINALG,
    "jax": {},
}  # fmt: skip


def called_jax(module: str, name: str, args: Sequence[Any], options: Mapping[str, Any]) -> Any:
    """What a function of JAX means for our arrays."""
    given = {key: x for key, x in options.items() if key not in WITHOUT}
    kinds = {str(options[key]) for key in WITHOUT & options.keys() if options[key] is not None}
    if any("int" in kind or "bool" in kind for kind in kinds):
        raise unknown(f"{module}.{name} of entries that would be rounded")
    table = MODULES.get(module, {})
    function = table.get(name) or (named(name) if module.startswith("jax.numpy") else None)
    return applied(function, f"{module}.{name}", args, given)
