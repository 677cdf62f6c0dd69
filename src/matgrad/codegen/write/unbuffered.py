"""NumPy: a large matrix with a row or a column spread over it, and outer products.

What is repeated NumPy copies into buffers of thousands of entries, which takes longer than the
arithmetic; with small buffers it goes row by row, which is faster where rows are long. A matrix
that is new and used once is changed in place: fresh memory costs more than to compute with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from matgrad.codegen.plan.operations import NEW
from matgrad.codegen.plan.program import Program
from matgrad.codegen.plan.values import Value
from matgrad.codegen.write.forms import Form, Forms, Rule
from matgrad.codegen.write.lines import Text
from matgrad.codegen.write.python import ATOM, Writer, Written, spread
from matgrad.core.dims import ONE

NAME = "unbuffered"
WHY = "rows and columns that are spread over a large matrix are not copied into buffers"
_LONG = 256  # entries of a row from which on it is faster to go row by row
_MANY = 8  # such rows from which on it pays to make them
_LARGE = 1 << 16  # entries of a matrix of which this is felt

_OPERATIONS = ("add", "subtract", "multiply", "divide")


def _arrays(start: str) -> Writer:
    """An outer product of arrays by a helper, with new axes where one has none."""

    def write(program: Program, value: Value, parts: list[Text]) -> Written:
        left, right, shown = value.data
        return f"{start}{spread(parts[0], left, shown)}, {spread(parts[1], right, shown)})", ATOM

    return write


# What is written over has a name, because it is mentioned twice.
TABLE: Mapping[str, Writer | str] = {
    **{f"spread_{name}": f"unbuffered(np.{name}, {{0}}, {{1}})" for name in _OPERATIONS},
    **{
        f"spread_{name}_into_{place}": f"unbuffered(np.{name}, {{0}}, {{1}}, out={{{place}}})"
        for name in _OPERATIONS
        for place in (0, 1)
    },
    "spread_arrays": _arrays("unbuffered(np.multiply, "),
    "spread_pairs": _arrays("spread_pairs("),
}


# ---------------------------------------------------------------- where it is made


def _is_large(forms: Forms, value: Value) -> bool:
    """Is this an array with many long rows?"""
    if len(value.axes) < 2:
        return False
    lengths = [forms.length(value, axis) for axis in range(len(value.axes))]
    return lengths[-1] >= _LONG and prod(lengths) >= _LARGE


def _column(v: Value) -> Value:
    return Value("as_column", (v,), None, (v.axes[0], ONE))


def _made(forms: Forms, operation: str, x: Value, y: Value, whole: Value) -> Value:
    """One operation on a matrix and what is spread over it, in place if the matrix is new."""
    into = [
        place
        for place, arg in enumerate((x, y))
        if arg.axes == whole.axes and (arg.op in NEW or arg.op in TABLE) and forms.is_inner(arg)
    ]
    where = f"_into_{into[0]}" if into else ""
    for arg in (x, y):
        forms.uses[arg] = max(forms.uses[arg], 1)
    return Value(f"spread_{operation}{where}", (x, y), None, whole.axes)


def _rows(forms: Forms, value: Value) -> Value | None:
    v, A = value.args
    return _made(forms, "multiply", _column(v), A, value) if _is_large(forms, value) else None


def _columns(forms: Forms, value: Value) -> Value | None:
    A, v = value.args
    return _made(forms, "multiply", A, v, value) if _is_large(forms, value) else None


def _outer(forms: Forms, value: Value) -> Value | None:
    v, w = value.args
    return _made(forms, "multiply", _column(v), w, value) if _is_large(forms, value) else None


def _outer_array(forms: Forms, value: Value) -> Value | None:
    """An outer product of arrays whose axes are in the order in which they are shown."""
    left, right, shown = value.data
    if any([*word] != sorted(word, key=shown.index) for word in (left, right)):
        return None
    if _is_large(forms, value):
        return Value("spread_arrays", value.args, value.data, value.axes)
    *outer, one, other = (forms.length(value, axis) for axis in range(len(value.axes)))
    parted = len(outer) == 2 and all(len({*word} & {*shown[-2:]}) == 1 for word in (left, right))
    if (
        not parted
        or one * other < _LONG
        or min(outer) < _MANY
        or prod(outer) * one * other < _LARGE
    ):
        return None
    return Value("spread_pairs", value.args, value.data, value.axes)


def _fills(value: Value, x: Value, y: Value) -> bool:
    """Make two terms the whole matrix of which one is a row or a column?"""
    both = {x.axes, y.axes} - {value.axes}
    return (
        bool(both)
        and all(
            len(axes) == len(value.axes) and set(axes) - set(value.axes) <= {ONE} for axes in both
        )
        and (value.axes in (x.axes, y.axes) or len(both) == 2)
    )


def _goes_on(forms: Forms, value: Value, term: Value) -> bool:
    """Was this matrix made here, to be changed by what follows?"""
    return term.op in TABLE and term.axes == value.axes and forms.is_inner(term)


def _steps(value: Value) -> tuple[Value, list[tuple[str, Value]]] | None:
    """What a sum, product or quotient begins with, and what is done to it; None if it is minus."""
    if value.op == "add":
        signs = value.data
        if signs == (True, False):
            return value.args[1], [("subtract", value.args[0])]
        rest = zip(signs[1:], value.args[1:], strict=True)
        steps = [("subtract" if minus else "add", term) for minus, term in rest]
        return None if signs[0] else (value.args[0], steps)
    operation = {"mul": "multiply", "div": "divide"}[value.op]
    return value.args[0], [(operation, term) for term in value.args[1:]]


def _chain(forms: Forms, value: Value) -> Value | None:
    """A sum, product or quotient that begins with such a pair, in the order that it has."""
    found = _steps(value) if _is_large(forms, value) else None
    if found is None or not found[1]:
        return None
    made, steps = found
    pair = (made, steps[0][1])
    if not (_fills(value, *pair) or any(_goes_on(forms, value, term) for term in pair)):
        return None
    for operation, term in steps:
        made = _made(forms, operation, made, term, value)
        forms.uses[made] = 1
    return made


_RULES: dict[str, Rule] = {
    "scale_rows": _rows,
    "scale_columns": _columns,
    "outer": _outer,
    "outer_array": _outer_array,
    **dict.fromkeys(("add", "mul", "div"), _chain),
}
FORMS = tuple(Form(NAME, WHY, ("numpy",), (op,), rule) for op, rule in _RULES.items())
