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
from matgrad.codegen.write.python import Writer, bound, either, filled_with, is_beside
from matgrad.codegen.write.torch import like


def _dtype(program: Program) -> str:
    return f", dtype={like(program)}.dtype" if like(program) else ""


def _number(program: Program, code: str) -> str:
    return f"xp.asarray({code}{_dtype(program)})"


def _own(program: Program) -> dict[str, str]:
    return {
        "kind": _dtype(program),
        "like": f"{like(program)}.dtype" if like(program) else "xp.float64",
    }


def _entry(program: Program, value: Value, parts: list[Text]) -> str:
    index = [numpy.index(i) for i in value.data]
    index += [":"] * (len(value.args[0].axes) - len(index))
    return f"{{0}}[{', '.join(index)}]"


def _outer_array(program: Program, value: Value, parts: list[Text]) -> str:
    left, right, shown = value.data
    spread = [", ".join(":" if n in names else "None" for n in shown) for names in (left, right)]
    return f"{{0}}[{spread[0]}] * {{1}}[{spread[1]}]"


def _tensor(program: Program, value: Value, parts: list[Text]) -> str:
    turned = "{0}.T" if value.args[0].is_matrix else "{0}"
    if len(value.args) == 2:
        return f"xp.reshape({turned}, {{tuple}})"
    return f"xp.permute_dims(xp.reshape({turned}, ({{back}})), ({{axes}}))"


_ONE = "xp.astype(xp.arange({0}) == {place}, {like})"  # in one place of a vector
TABLE: dict[str, Writer | str] = {
    **{name: numpy.TABLE[name] for name in (
        "as_row as_column matmul scale_rows scale_columns"
        " number size add mul div neg power").split()},
    **{name: numpy.TABLE[name] for name in PASSED},
    "constant": "math.{data}",
    "max": bound("xp.clip", "min", "xp.maximum"),
    "min": bound("xp.clip", "max", "xp.minimum"),
    "sum_axis": "xp.sum({0}, axis={data})",
    "vdot": "xp.sum({0} * {1})",
    "solve": "xp.linalg.solve({0}, {1})",
    "matrix_power": "xp.linalg.matrix_power({0}, {data})",
    "outer": "xp.linalg.outer({0}, {1})",
    "cholesky": "xp.linalg.cholesky({0})",
    "inverse_spd": "xp.linalg.inv({0} @ {0}.T)",
    "solve_spd": "xp.linalg.solve({0}.T, xp.linalg.solve({0}, {1}))",
    "logdet_spd": "2 * xp.sum(xp.log(xp.linalg.diagonal({0})))",
    "identity_blocks": "{0}[None, :, None, :] * xp.eye({1}, dtype={0}.dtype)[:, None, :, None]",
    "outer_array": _outer_array,
    "flatten": "xp.reshape({0}, (-1,))",
    "reshape": "xp.reshape({0}, {tuple})",
    "tensor": _tensor,
    "full": lambda program, value, parts: filled_with(
        parts,
        "xp.ones({tuple}{kind})",
        "xp.zeros({tuple}{kind})",
        "xp.ones({tuple}{kind}) * {0}",
    ),
    "eye": "xp.eye({0}{kind})",
    "unit": _ONE,
    "entry": _entry,
    "placed": placing.one_by_one("padded(xp, {code}, {around})"),
    "diagonals": placing.banded("xp, ({}, {})"),
    "cumsum": placing.CUMSUM["array_api"],
    "join": either(is_beside, "xp.concat(({all}), axis=1)", "xp.concat(({all}), axis=0)"),
    "block": numpy.rows_of(
        "xp.concat(({},), axis=1)", "xp.concat(({},))", vector="xp.reshape({}, (1, -1))"
    ),
    "as_vector": "xp.reshape({0}, (-1,))",
    "units": numpy.columns(_ONE, "xp.eye({0}{kind})"),
}  # fmt: skip


DIALECT = Dialect(
    name="array_api",
    table=TABLE,
    head="from array_api_compat import array_namespace",
    imports={"math.": "import math"},
    helpers=helpers("array_api.txt"),
    static={name: f"math.{name}({{0}})" for name in "sqrt exp log sin cos tan tanh".split()},
    lifted=_number,
    opening=lambda program: [
        f"xp = array_namespace({', '.join(given.name for given in program.inputs)})"
    ],
    own=_own,
)


def source(program: Program) -> str:
    """A program as a function of arrays of any library that follows the standard."""
    return write(DIALECT, program)
