"""Which functions of libraries arrays know, by name; modules of functions fill these tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from matgrad.errors import UnsupportedError

Table = dict[str, Callable[..., Any]]
UFUNCS: Table = {}  # of one or two arrays, entry by entry
FUNCTIONS: Table = {}  # all others
TORCH: Table = {}  # what PyTorch computes otherwise under the same name
# Other names of the same functions.
NAMES = {
    "abs": "absolute", "fabs": "absolute", "pow": "power", "float_power": "power",
    "mul": "multiply", "div": "divide", "true_divide": "divide", "sub": "subtract",
    "neg": "negative", "asin": "arcsin", "acos": "arccos", "atan": "arctan", "swish": "silu",
    "logistic": "sigmoid", "integer_pow": "power", "expit": "sigmoid",
    "log_sigmoid": "logsigmoid", "fmax": "maximum", "fmin": "minimum",
    "around": "round", "rint": "round", "amax": "max", "amin": "min", "clamp": "clip",
    "reduce_sum": "sum", "reduce_mean": "mean", "mm": "matmul", "mv": "matmul", "bmm": "matmul",
    "dot": "matmul", "ger": "outer", "inverse": "inv", "matrix_exp": "expm",
    "matrix_norm": "norm", "diagflat": "diag", "t": "transpose", "adjoint": "transpose",
    "permute": "transpose", "view": "reshape",
    "unsqueeze": "expand_dims", "cat": "concatenate", "concat": "concatenate",
}  # fmt: skip
OPTIONS = {"dim": "axis", "keepdim": "keepdims", "a_min": "min", "a_max": "max",
           "negative_slope": "slope"}  # fmt: skip
_OF_TORCH = {"dim", "keepdim", "unbiased"}  # options that only PyTorch has
_DEFAULTS = {  # what PyTorch says itself; so is all that begins with _
    "inplace": False, "ignore_index": -100, "label_smoothing": 0.0, "dropout_p": 0.0,
    "is_causal": False, "enable_gqa": False,
}  # fmt: skip
# Options whose None is not their default.
NONE_MEANS: dict[str, str] = {"concatenate": "axis", "softmax": "axis", "log_softmax": "axis"}


def named(name: str, of: str = "numpy") -> Callable[..., Any] | None:
    """The function of a library that has a name."""
    plain = NAMES.get(name, name)
    own = TORCH.get(name) if of == "torch" else None
    return own or UFUNCS.get(plain) or FUNCTIONS.get(plain)


def called(name: str, args: Sequence[Any], options: Mapping[str, Any], of: str = "numpy") -> Any:
    """What a function of a library means for our arrays."""
    return applied(named(name, of), f"{of}.{name}", args, options)


def applied(
    function: Callable[..., Any] | None, name: str, args: Sequence[Any], options: Mapping[str, Any]
) -> Any:
    """What a function makes of its arguments, if there is one and it takes them."""
    if function is None:
        raise unknown(name)
    kept = NONE_MEANS.get(name.rpartition(".")[2])  # elsewhere None is what stands there anyway
    given = {OPTIONS.get(k, k): x for k, x in options.items() if x is not None or k == kept}
    try:
        return function(*args, **given)
    except TypeError as error:
        shown = ", ".join(f"{key}=…" for key in given)
        raise unknown(f"{name}({shown})") from error


def called_torch(name: str, args: Sequence[Any], options: Mapping[str, Any]) -> Any:
    """What a function of PyTorch means; what is its default is left out."""
    given = {key: x for key, x in options.items()
             if key[:1] != "_" and (key not in _DEFAULTS or x != _DEFAULTS[key])}  # fmt: skip
    plain = name.removeprefix("linalg_").removeprefix("special_")  # those are as in NumPy
    return called(plain, args, given, "torch" if plain == name else "numpy")


def called_method(name: str, *args: Any, **options: Any) -> Any:
    """A method is NumPy's, unless its name or an option says that it is PyTorch's."""
    is_torch = not _OF_TORCH.isdisjoint(options) or name == "norm"
    return called(name, args, options, "torch" if is_torch else "numpy")


def unknown(name: str) -> UnsupportedError:
    """A function that has no counterpart."""
    plain = name.partition("(")[0].rpartition(".")[2]
    near = get_close_matches(plain, {*UFUNCS, *FUNCTIONS} - {plain}, 1)
    hint = HINTS.get(plain) or (f"{near[0]} is known" if near else _READ)
    return UnsupportedError(f"{name} cannot be traced", hint=hint)


_READ = "the usual functions of arrays with one or two axes are known, of NumPy, PyTorch and JAX"
_ROWS = "write the rows as a matrix: jax.vmap(f)(X) for f(x) = w @ x is X @ w"
HINTS = {
    "select": "np.where(x > 0, a, b), np.maximum, np.abs and np.clip choose between values",
    "equal": "np.where(x > 0, a, b), np.maximum, np.abs and np.clip choose between values",
    "svd": "np.linalg.norm(X, 'nuc') and np.linalg.norm(X, 2) are functions of singular values",
    "eigh": "np.linalg.eigvalsh(S) gives the eigenvalues of a symmetric matrix",
    "eig": "np.linalg.eigvalsh(S) gives the eigenvalues of a symmetric matrix",
    "stop_gradient": "make what is held fixed a parameter of the function",
    "vmap": _ROWS,
    "grad and the like": _ROWS,
    "einsum": "read are products of up to four arrays of at most two axes, as 'ij,jk,kl->il'",
}
