"""Which functions of libraries arrays know; modules of functions fill these tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from matgrad.errors import UnsupportedError

OPTIONS = {"dim": "axis", "keepdim": "keepdims"}  # of PyTorch, and what NumPy calls them
Table = dict[str, Callable[..., Any]]
# What arrays can do besides operators: functions of one or two arrays entry by entry, other
# functions, and those that are methods as well.
UFUNCS: Table = {}
FUNCTIONS: Table = {}
METHODS: Table = {}


NONE_MEANS = {"concatenate": "axis"}  # options whose None is not their default


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


def known() -> str:
    """The functions that can be traced, as a hint."""
    return "known: " + ", ".join(sorted({*UFUNCS, *FUNCTIONS}))


def unknown(name: str) -> UnsupportedError:
    """A function that has no counterpart."""
    instead = HINTS.get(name.partition(".")[2].partition("(")[0])
    return UnsupportedError(f"{name} cannot be traced", hint=instead or known())


HINTS = {
    "select": "np.where(x > 0, a, b), np.maximum, np.abs and np.clip choose between values",
    "equal": "np.where(x > 0, a, b), np.maximum, np.abs and np.clip choose between values",
    "svd": "np.linalg.norm(X, 'nuc') and np.linalg.norm(X, 2) are functions of singular values",
    "eigh": "np.linalg.eigvalsh(S) gives the eigenvalues of a symmetric matrix",
    "eig": "np.linalg.eigvalsh(S) gives the eigenvalues of a symmetric matrix",
    "einsum": "read are products of at most two arrays, such as 'ij,jk->ik', and 'i,ij,j->'",
}
