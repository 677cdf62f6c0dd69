"""Code of operators in the languages that programs are written in, as templates.

{0}, {1}, … are the arguments; {dot} is a dot in Julia where entries of an array are meant. JAX has
NumPy's code in its own names unless it is given another. Holes with names are filled by the
writers: {all} are all arguments, {data} is what the operator is told beside them, {kind} and {like}
say in which precision new arrays are (`codegen/write/python.py` lists them).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

# Functions of C that glibc has for whole vectors too.
VECTORS = frozenset("sin cos tan asin acos atan sinh cosh tanh exp log log1p erf erfc pow".split())
OF_TWO = frozenset("pow atan2 hypot fmod".split())  # functions of C that take two numbers
LIBRARIES = {"numpy": "np.", "torch": "torch.", "array_api": "xp."}


class Either(NamedTuple):
    """One of two templates, by something that holds of the value that is computed."""

    when: Callable[[Any], Any]
    yes: Any
    no: Any

    def __call__(self, program: Any, value: Any, parts: Any) -> Any:
        """The template for a value, as codegen asks for code that is more than a template."""
        found = self.yes if self.when(value) else self.no
        return found(program, value, parts) if isinstance(found, Either) else found


def of_matrix(value: Any) -> bool:
    """Is this made of a matrix?"""
    return value.args[0].is_matrix


def told(value: Any) -> Any:
    """Is a value told more than its arguments, as that a matrix is turned, or lower triangular?"""
    return value.data


def of_columns(name: str) -> Either:
    """MATLAB's code of a reduction, which it does column by column."""
    return Either(of_matrix, f"{name}({name}({{0}}))", f"{name}({{0}})")


def is_number(place: int) -> Callable[[Any], bool]:
    """Is the argument in a place a number that is written out?"""
    return lambda value: value.args[place].op == "number"


class Fold(NamedTuple):
    """In C, a number from all entries: where it starts, and the step.

    In these {0} is an entry and {1} the number; `last` is made of it in the end, for {2} entries.
    """

    start: str
    step: str
    last: str = ""


class Kernel(NamedTuple):
    """In C, statements that call a function of `codegen/helpers/`, or several.

    {A}, {B} and {C} are the arguments, arrays with their strides, and {X} the first where it lies
    row by row; {m} and {n} are the lengths of the first, {k} the last length of the last, {count}
    how many entries the first has. {out} is the result, {number} one that is a number; {room},
    {room2} and {room3} are as long as `rooms` says of the value. A call that `fails` returns 1
    where there is no result, and `when` says of which values there is code at all.
    """

    call: str
    rooms: Callable[[Any], tuple[Any, ...]] = lambda value: ()
    fails: bool = False
    when: Callable[[Any], bool] = lambda value: True


class Corner(NamedTuple):
    """In C, a derivative of a function of matrices: a corner of the function of block matrices.

    If they are `alike`, directions are scaled to be as large as the matrix.
    """

    function: str
    alike: bool


def code(arrays: str = "", **own: Any) -> dict[str, Any]:
    """Templates by language; `arrays` is that of NumPy, PyTorch and the array API, as xp.

    Where a template is "", there is no such function.

    >>> code("xp.tril({0})", julia="tril({0})")["torch"]
    'torch.tril({0})'
    """
    found = {name: arrays.replace("xp.", prefix) for name, prefix in LIBRARIES.items()} | own
    return {
        language: template for language, template in found.items() if template or language == "jax"
    }


def chosen(code: Mapping[str, Any], languages: Sequence[str]) -> Any:
    """The code in the first of these languages that is spoken of; None if there is none."""
    return next((code[each] for each in languages if each in code), None) or None


def by_name(name: str, **own: str) -> dict[str, str]:
    """Those of a function of entries that goes by its name, but where other code is given.

    >>> by_name("erf", array_api="")["julia"]
    'erf{dot}({0})'
    """
    julia, call = f"{name}{{dot}}({{0}})", f"{name}({{0}})"
    return code(f"xp.{call}", **({"julia": julia, "matlab": call, "c": call} | own))


def in_packages(name: str, **own: str) -> dict[str, str]:
    """Those of a special function: SciPy has it, and a package of Julia; the array API has not.

    >>> in_packages("erf")["numpy"]
    'special.erf({0})'
    """
    julia = f"SpecialFunctions.{name}{{dot}}({{0}})"
    return by_name(
        name, **({"numpy": f"special.{name}({{0}})", "array_api": "", "julia": julia} | own)
    )


_CALL = re.compile(r"(?:\w+\.)+(\w+)\(\{0\}(?:, \{1\})?\)")


def library_names(code: Mapping[str, Any]) -> list[str]:
    """What libraries of Python call a function, as far as the code is one call.

    >>> library_names(by_name("asin", numpy="np.arcsin({0})"))
    ['arcsin', 'asin']
    """
    templates = (code.get(library) for library in LIBRARIES)
    calls = (_CALL.fullmatch(each) for each in templates if isinstance(each, str))
    return list(dict.fromkeys(call[1] for call in calls if call is not None))


def helper(name: str, count: int = 1, **own: Any) -> dict[str, Any]:
    """Calls of a function that stands beside the code; in the array API it is told the library.

    >>> helper("polar")["array_api"]
    'polar(xp, {0})'
    """
    given = ", ".join(f"{{{i}}}" for i in range(count))
    everywhere = dict.fromkeys(("numpy", "torch", "julia", "matlab"), f"{name}({given})")
    return everywhere | {"array_api": f"{name}(xp, {given})"} | own


# A function that programs are given, as it is called in every language.
CALLED = code("{function}({all})", julia="{function}({all})", matlab="{function}({all})")


# ---------------------------------------------------------------- kernels of several operators


def _squares(times: int) -> Callable[[Any], tuple[Any, ...]]:
    """Room for so many matrices of the size of the first argument, and for a vector."""

    def rooms(value: Any) -> tuple[Any, ...]:
        rows, columns = value.args[0].axes
        return (*(rows * columns for _ in range(times)), rows)

    return rooms


def of_singular_values(last: str) -> Kernel:
    """{room} and {room2} get the singular vectors, {room3} the values; then comes a statement."""
    return Kernel(
        f"singular({{m}}, {{n}}, {{A}}, {{room}}, {{room2}}, {{room3}});{last}", _squares(2)
    )


def recombined(kind: int) -> Kernel:
    """The matrix with the same singular vectors and other values."""
    last = f"recombined({{m}}, {{n}}, {{room}}, {{room2}}, {{room3}}, {kind}, {{out}});"
    return of_singular_values(last)


def of_eigenvalues(last: str) -> Kernel:
    """{room2} gets the eigenvectors, {room3} the eigenvalues; then comes a statement."""
    return Kernel(f"eigen({{m}}, {{A}}, {{room}}, {{room2}}, {{room3}});{last}", _squares(2))


def of_matrix_function(name: str) -> Kernel:
    """A function of a square matrix, with room for eight of its size."""

    def rooms(value: Any) -> tuple[Any, ...]:
        n = value.args[0].axes[0]
        return (n * n * 8 + n + 1,)

    return Kernel(f"{name}({{m}}, {{A}}, {{room}}, {{out}})", rooms, fails=True)
