"""`mg.trace`: a Python function on arrays, written as for NumPy or JAX, becomes a problem.

The function is called once with arrays of ours, which note what happens to them; `@` is the matrix
product, `*` acts entrywise, and functions of NumPy such as np.sin or np.linalg.norm work.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from inspect import BoundArguments, signature
from types import MappingProxyType
from typing import Any

from matgrad import ops
from matgrad.core.expr import Expr
from matgrad.core.facts import facts_of
from matgrad.core.shape import Shape, shape_of
from matgrad.core.steps import Problem
from matgrad.core.walk import postorder
from matgrad.errors import MatgradError, ShapeError, UnsupportedError
from matgrad.programs.arrays.array import Array, as_array
from matgrad.programs.arrays.functions import LOSSES, Condition
from matgrad.programs.arrays.tables import known
from matgrad.programs.bridges.jax import taken
from matgrad.render import text
from matgrad.syntax.declarations import given_sizes
from matgrad.syntax.sizes import read_size

assert LOSSES, Condition  # declared there, used by name
ONE_TRIANGLE = {"eigvals_sym": "eigvalsh", "chol": "cholesky"}
ONCE = "it is called once, with arrays whose entries are not known"


def trace(
    function: Callable[..., Any],
    shapes: Mapping[str, Sequence[str | int] | str | int] = MappingProxyType({}),
) -> Problem:
    """The problem that a Python function computes; its parameters are the variables.

    Those without a shape keep their default values.

    >>> problem = trace(
    ...     lambda A, x, b: ((A @ x - b) ** 2).sum(), {"A": ("m", "n"), "x": ("n",), "b": ("m",)}
    ... )
    >>> print(problem.function)
    sum((A*x - b).^2)
    """
    parameters = signature(function).parameters.values()
    given = {x.name: _variable(x.name, shapes[x.name]) for x in parameters if x.name in shapes}
    missing = [x for x in parameters if x.name not in given and x.default is x.empty]
    if missing:
        hint = f'shapes={{"{missing[0].name}": ("m", "n")}}'
        raise ShapeError(f"the shape of {missing[0].name} is not given", hint=hint)
    symbols = {name: x.expr for name, x in given.items()}  # before they are changed in place
    result = _called(function, given).expr
    return Problem(result, "f" if "f" not in symbols else "F", symbols=symbols,
                   source=text(result), notes=_notes(result))  # fmt: skip


def _notes(result: Expr) -> tuple[str, ...]:
    """What NumPy does otherwise: eigvalsh and cholesky look at one triangle only."""
    nodes = (node for node in postorder(result) if node.op.name in ONE_TRIANGLE)
    spectra = ((ONE_TRIANGLE[node.op.name], node.args[0]) for node in nodes)
    return tuple(
        f"{name} is taken of the symmetric part: {text(A)} is not known to be symmetric"
        for name, A in dict.fromkeys(spectra)
        if "symmetric" not in facts_of(A)
    )


def _called(function: Callable[..., Any], arrays: Mapping[str, Array]) -> Array:
    """What a function makes of our arrays; what it cannot do with them is said in our words."""
    call = BoundArguments(signature(function), OrderedDict(arrays))
    try:
        result = taken(function)(*call.args, **call.kwargs)
    except (TypeError, AttributeError, ValueError, IndexError) as error:
        message = f"the function cannot be traced: {error}"
        raise UnsupportedError(message, hint=_hint(error)) from error
    except MatgradError:
        raise
    except Exception as error:
        raised = f"{type(error).__name__}: {error}".removesuffix(": ")
        raise UnsupportedError(f"the function raises {raised}", hint=ONCE) from error
    if isinstance(result, list | tuple) or result is None:
        raise UnsupportedError("the function returns no array, or several", hint="return one")
    return as_array(result)


def _hint(error: Exception) -> str:
    if "jax" in str(error).lower() or "jnp" in str(error):
        return "functions of JAX are read in the function itself and in those that it calls by name"
    return known()


def _variable(name: str, given: Sequence[str | int] | str | int) -> Array:
    axes = tuple(read_size(size) for size in given_sizes(name, given))
    shape: Shape = shape_of(*axes)
    return Array(ops.symbol(name, *shape), axes)
