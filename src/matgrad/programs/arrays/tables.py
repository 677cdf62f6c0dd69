"""Which functions of libraries arrays know; modules of functions fill these tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from matgrad.errors import UnsupportedError

# Options of PyTorch, and what NumPy calls them.
OPTIONS = {"dim": "axis", "keepdim": "keepdims", "unbiased": "unbiased"}
Table = dict[str, Callable[..., Any]]
# What arrays can do besides operators: functions of one or two arrays entry by entry, other
# functions, and those that are methods as well.
UFUNCS: Table = {}
FUNCTIONS: Table = {}
METHODS: Table = {}
TORCH: Table = {}  # what PyTorch has by other names, or computes otherwise than NumPy


# Options whose None is not their default.
NONE_MEANS: dict[str, str] = {"concatenate": "axis", "softmax": "axis", "log_softmax": "axis"}


def called(
    table: Table, name: str, args: Sequence[Any], options: Mapping[str, Any], of: str = "numpy"
) -> Any:
    """What a function of a library means for our arrays."""
    function = table.get(name) or UFUNCS.get(name)
    kept = NONE_MEANS.get(name)  # elsewhere None is what stands there anyway
    given = {key: value for key, value in options.items() if value is not None or key == kept}
    if function is None:
        raise unknown(f"{of}.{name}")
    try:
        return function(*args, **given)
    except TypeError as error:
        shown = ", ".join(f"{key}=…" for key in given)
        raise unknown(f"{of}.{name}({shown})") from error


DEFAULTS = {"inplace": False}  # what PyTorch says itself; so is all that begins with _


def called_torch(name: str, args: Sequence[Any], options: Mapping[str, Any]) -> Any:
    """What a function of PyTorch means; its own names come before NumPy's."""
    given = {
        OPTIONS.get(key, key): value
        for key, value in options.items()
        if key[:1] != "_" and (key not in DEFAULTS or value != DEFAULTS[key])
    }
    plain = name.removeprefix("linalg_").removeprefix("special_")
    if name in TORCH:
        return called(TORCH, name, args, given, "torch")
    return called(FUNCTIONS, plain, args, given, "torch")


def called_method(name: str, *args: Any, **options: Any) -> Any:
    """A method is NumPy's, unless an option says that it is PyTorch's."""
    if not OPTIONS.keys().isdisjoint(options) or name not in METHODS:
        return called_torch(name, args, options)
    return called(METHODS, name, args, options)


def known() -> str:
    """The functions that can be traced, as a hint."""
    return "known: " + ", ".join(sorted({*UFUNCS, *FUNCTIONS}))


def unknown(name: str) -> UnsupportedError:
    """A function that has no counterpart."""
    instead = HINTS.get(name.partition("(")[0].rpartition(".")[2])
    return UnsupportedError(f"{name} cannot be traced", hint=instead or known())


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
