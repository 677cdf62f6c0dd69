"""The array API standard: one function for NumPy, JAX, PyTorch and every other library that has it.

The standard has no Kronecker product, no functions of matrices and no error function.
"""

from __future__ import annotations

from matgrad.codegen.helpers import helpers
from matgrad.codegen.plan.program import PASSED, Program
from matgrad.codegen.plan.values import Value
from matgrad.codegen.write import numpy, placing
from matgrad.codegen.write.function import Dialect, write
from matgrad.codegen.write.lines import Text
from matgrad.codegen.write.python import ATOM, MUL, Writer, Written, atom, bound
from matgrad.codegen.write.torch import like


def _dtype(program: Program) -> str:
    return f", dtype={like(program)}.dtype" if like(program) else ""


def _number(program: Program, code: str) -> str:
    return f"xp.asarray({code}{_dtype(program)})"


def _full(program: Program, value: Value, parts: list[Text]) -> Written:
    constant, *lengths = parts
    joined = ", ".join(part.code for part in lengths)
    sizes = f"({joined},)" if len(lengths) == 1 else f"({joined})"
    named = {"1": "ones", "0": "zeros"}.get(constant.code)
    if named:
        return f"xp.{named}({sizes}{_dtype(program)})", ATOM
    return f"xp.ones({sizes}{_dtype(program)}) * {atom(constant)}", MUL


def _eye(program: Program, value: Value, parts: list[Text]) -> Written:
    return f"xp.eye({parts[0].code}{_dtype(program)})", ATOM


def _unit(program: Program, value: Value, parts: list[Text]) -> Written:
    return _one(program, parts[0].code, str(value.data - 1)), ATOM


def _one(program: Program, size: str, place: str) -> str:
    """A vector with a one in one place."""
    dtype = f"{like(program)}.dtype" if like(program) else "xp.float64"
    return f"xp.astype(xp.arange({size}) == {place}, {dtype})"


def _units(program: Program, value: Value, parts: list[Text]) -> Written:
    if value.data:
        return _one(program, parts[0].code, parts[1].code), ATOM
    code, _ = numpy.units(program, value, parts)
    size = parts[0].code
    return code.replace(numpy.identity(program, size), f"xp.eye({size}{_dtype(program)})"), ATOM


def _entry(program: Program, value: Value, parts: list[Text]) -> Written:
    codes = [part.code for part in parts]
    index = [numpy.index(i).format(*codes) for i in value.data]
    index += [":"] * (len(value.args[0].axes) - len(index))
    return f"{atom(parts[0])}[{', '.join(index)}]", ATOM


def _join(program: Program, value: Value, parts: list[Text]) -> Written:
    inside = ", ".join(part.code for part in parts)
    axis = 1 if value.data and value.args[0].is_matrix else 0
    return f"xp.concat(({inside}), axis={axis})", ATOM


def _block(program: Program, value: Value, parts: list[Text]) -> Written:
    pairs = zip(value.args, parts, strict=True)
    rest = iter(p.code if arg.is_matrix else f"xp.reshape({p.code}, (1, -1))" for arg, p in pairs)
    rows = [", ".join(next(rest) for _ in range(length)) for length in value.data]
    joined = ", ".join(f"xp.concat(({row},), axis=1)" for row in rows)
    return f"xp.concat(({joined},))", ATOM


def _outer_array(program: Program, value: Value, parts: list[Text]) -> Written:
    left, right, shown = value.data
    spread = [", ".join(":" if n in names else "None" for n in shown) for names in (left, right)]
    return f"{atom(parts[0])}[{spread[0]}] * {atom(parts[1])}[{spread[1]}]", MUL


def _tensor(program: Program, value: Value, parts: list[Text]) -> Written:
    array, *lengths = parts
    turned = f"{atom(array)}.T" if value.args[0].is_matrix else array.code
    sizes = ", ".join(part.code for part in reversed(lengths))
    shaped = f"xp.reshape({turned}, ({sizes}{',' * (len(lengths) == 1)}))"
    axes = ", ".join(map(str, reversed(range(len(lengths)))))
    return (f"xp.permute_dims({shaped}, ({axes}))" if len(lengths) > 1 else shaped), ATOM


def _reshape(program: Program, value: Value, parts: list[Text]) -> Written:
    array, *lengths = parts
    sizes = ", ".join(part.code for part in lengths)
    return f"xp.reshape({array.code}, ({sizes}{',' * (len(lengths) == 1)}))", ATOM


def _sum_axis(program: Program, value: Value, parts: list[Text]) -> Written:
    return f"xp.sum({parts[0].code}, axis={value.data})", ATOM


def _matrix_power(program: Program, value: Value, parts: list[Text]) -> Written:
    return f"xp.linalg.matrix_power({parts[0].code}, {value.data})", ATOM


TABLE: dict[str, Writer | str] = {
    **{name: numpy.TABLE[name] for name in (
        "as_row as_column matmul scale_rows scale_columns"
        " number size add mul div neg power").split()},
    **{name: numpy.TABLE[name] for name in PASSED},
    "constant": lambda program, value, parts: (f"math.{value.data}", ATOM),
    "max": bound("xp.clip", "min", "xp.maximum"),
    "min": bound("xp.clip", "max", "xp.minimum"),
    "sum_axis": _sum_axis,
    "vdot": "xp.sum({0} * {1})",
    "solve": "xp.linalg.solve({0}, {1})",
    "matrix_power": _matrix_power,
    "outer": "xp.linalg.outer({0}, {1})",
    "cholesky": "xp.linalg.cholesky({0})",
    "inverse_spd": "xp.linalg.inv({0} @ {0}.T)",
    "solve_spd": "xp.linalg.solve({0}.T, xp.linalg.solve({0}, {1}))",
    "logdet_spd": "2 * xp.sum(xp.log(xp.linalg.diagonal({0})))",
    "identity_blocks": "{0}[None, :, None, :] * xp.eye({1}, dtype={0}.dtype)[:, None, :, None]",
    "outer_array": _outer_array,
    "flatten": "xp.reshape({0}, (-1,))",
    "reshape": _reshape,
    "tensor": _tensor,
    "full": _full,
    "eye": _eye,
    "unit": _unit,
    "entry": _entry,
    "placed": placing.one_by_one(placing.api_pad),
    "diagonals": placing.banded("(", ")", "xp, "),
    "cumsum": placing.CUMSUM["array_api"],
    "join": _join,
    "block": _block,
    "as_vector": "xp.reshape({0}, (-1,))",
    "units": _units,
}  # fmt: skip


def _opening(program: Program) -> list[str]:
    return [f"xp = array_namespace({', '.join(given.name for given in program.inputs)})"]


DIALECT = Dialect(
    name="array_api",
    table=TABLE,
    head="from array_api_compat import array_namespace",
    imports={"math.": "import math"},
    helpers=helpers("array_api.txt"),
    static={name: f"math.{name}({{0}})" for name in "sqrt exp log sin cos tan tanh".split()},
    lifted=_number,
    opening=_opening,
)


def source(program: Program) -> str:
    """A program as a function of arrays of any library that follows the standard."""
    return write(DIALECT, program)
