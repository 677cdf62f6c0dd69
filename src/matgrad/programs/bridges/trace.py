"""`mg.trace`: a Python function on arrays, written as for NumPy or JAX, becomes a problem.

The function is called once with arrays of ours, which note what happens to them; `@` is the matrix
product, `*` acts entrywise, and functions of NumPy such as np.sin or np.linalg.norm work. JAX takes
no arrays but its own: the source of a function that names it is read instead, as code is.
"""

from __future__ import annotations

import ast
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from dis import get_instructions
from inspect import BoundArguments, findsource, signature, unwrap
from types import CodeType, FunctionType, MappingProxyType, ModuleType
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
from matgrad.programs.listings.reading import problem_of_code
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
    missing = [x for x in parameters if x.name not in shapes and x.default is x.empty]
    if missing:
        hint = f'shapes={{"{missing[0].name}": ("m", "n")}}'
        raise ShapeError(f"the shape of {missing[0].name} is not given", hint=hint)
    if (source := source_for_jax(function)) is not None:
        known = {x.name: shapes[x.name] for x in parameters if x.name in shapes}
        return replace(problem_of_code(source, known), source=source)
    given = {x.name: _variable(x.name, shapes[x.name]) for x in parameters if x.name in shapes}
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
        result = function(*call.args, **call.kwargs)
    except (TypeError, AttributeError, ValueError, IndexError) as error:
        message = f"the function cannot be traced: {error}"
        raise UnsupportedError(message, hint=ONCE) from error
    except MatgradError:
        raise
    except Exception as error:
        raised = f"{type(error).__name__}: {error}".removesuffix(": ")
        raise UnsupportedError(f"the function raises {raised}", hint=ONCE) from error
    if isinstance(result, list | tuple) or result is None:
        raise UnsupportedError("the function returns no array, or several", hint="return one")
    return as_array(result)


def _variable(name: str, given: Sequence[str | int] | str | int) -> Array:
    axes = tuple(read_size(size) for size in given_sizes(name, given))
    shape: Shape = shape_of(*axes)
    return Array(ops.symbol(name, *shape), axes)


# ---------------------------------------------------------------- functions written for JAX

IS_NAMED = "the function names {0}, which is not read with JAX"
NO_SOURCE = "the source of {0}, which is written for JAX, is not found"
HINT = "give the program as a text: mg.gradient reads code"
JAX = ("jax", "jax.numpy", "jax.nn", "jax.lax", "jax.numpy.linalg", "jax.scipy.special",
       "jax.scipy.linalg")  # fmt: skip
LIBRARIES = ("numpy", "scipy", "jax")  # whose own functions are not looked into


def source_for_jax(function: Callable[..., Any]) -> str | None:
    """The program that a function is which names JAX, with all that it names; else nothing."""
    if "jax" not in sys.modules or not isinstance(own := unwrap(function), FunctionType):
        return None
    public = {id(x): (module, name) for module in JAX if module in sys.modules
              for name, x in vars(sys.modules[module]).items()
              if callable(x) and not isinstance(x, type)}  # fmt: skip
    named: dict[str, Any] = {}
    functions = {own.__name__: own}
    waiting, twice, roots = [own], list[str](), set[str]()
    while waiting:
        for name, each in _named(waiting.pop()):
            inner: Any = unwrap(each) if callable(each) and id(each) not in public else each
            twice += [name] if named.setdefault(name, each) is not each else []
            if not isinstance(inner, FunctionType) or id(each) in public or name in functions:
                continue
            if (root := inner.__module__.partition(".")[0]) in LIBRARIES:
                roots.add(root)
            else:
                functions[name] = inner
                waiting.append(inner)
    roots |= {"jax" if id(x) in public else root_of(x) for x in named.values()}
    roots |= {x.partition(".")[0] for code in _codes(own.__code__) for x in code.co_names}
    if "jax" not in roots:
        return None
    if twice:
        raise UnsupportedError(IS_NAMED.format(f"two things {twice[0]}"), hint=HINT)
    given = [_line(name, x, public) for name, x in named.items() if name not in functions]
    others = [_written(name, x) for name, x in functions.items() if x is not own]
    return "\n".join((*given, *others, _written("", own)))


def _named(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """What a function names, in its module and around it, but for what Python has."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    around = {name: cell.cell_contents for name, cell in cells}
    for code in _codes(function.__code__):
        loaded = (
            x.argval for x in get_instructions(code) if x.opname in ("LOAD_GLOBAL", "LOAD_NAME")
        )
        for name in (*loaded, *code.co_freevars):
            if name in around or name in function.__globals__:
                yield name, around.get(name, function.__globals__.get(name))


def _codes(code: CodeType) -> list[CodeType]:
    """The code of a function, and of those inside of it."""
    found = [code]
    for each in found:
        found += [x for x in each.co_consts if isinstance(x, CodeType)]
    return found


def root_of(value: Any) -> str:
    """The library of a module."""
    return value.__name__.partition(".")[0] if isinstance(value, ModuleType) else ""


def _line(name: str, value: Any, public: Mapping[int, tuple[str, str]]) -> str:
    """The line of a program that gives a name its value."""
    if id(value) in public:
        module, own = public[id(value)]
        return f"from {module} import {own} as {name}"
    if root_of(value) in ("jax", "numpy"):
        return f"import {value.__name__} as {name}"
    if value is None or isinstance(value, bool | int | float | str):
        return f"{name} = {value!r}"
    if hasattr(value, "tolist") and getattr(value, "ndim", 3) < 3:
        return f"{name} = np.array({value.tolist()})"
    raise UnsupportedError(IS_NAMED.format(name), hint=HINT)


def _written(name: str, function: FunctionType) -> str:
    """The source of a function; a lambda gets the name by which it is called."""
    line = function.__code__.co_firstlineno
    wanted = [*signature(function).parameters]
    try:
        nodes = [*ast.walk(ast.parse("".join(findsource(function)[0])))]
    except (OSError, SyntaxError):
        raise UnsupportedError(NO_SOURCE.format(function.__name__), hint=HINT) from None
    found = [
        x for x in nodes if isinstance(x, ast.Lambda | ast.FunctionDef)
        and min([x.lineno, *(y.lineno for y in getattr(x, "decorator_list", ()))]) == line
        and [y.arg for y in ast.walk(x.args) if isinstance(y, ast.arg)] == wanted
    ]  # fmt: skip
    if len(found) != 1:
        raise UnsupportedError(NO_SOURCE.format(function.__name__), hint=HINT)
    (node,) = found
    text = ast.unparse(node)
    return f"{name} = {text}" if name and isinstance(node, ast.Lambda) else text
