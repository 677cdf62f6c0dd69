"""PyTorch: how each operation on tensors is written."""

from __future__ import annotations

from matgrad.codegen.helpers import helpers
from matgrad.codegen.lines import Text
from matgrad.codegen.program import PASSED, Program
from matgrad.codegen.targets import (
    numpy,
    placing,
    torch_equations,
    torch_indices,
    torch_sums,
)
from matgrad.codegen.targets.function import Dialect, write
from matgrad.codegen.targets.gains import prepared
from matgrad.codegen.targets.python import ATOM, Writer, Written, atom, bound, by_rows, stack
from matgrad.codegen.values import Value


def like(program: Program) -> str:
    """A tensor whose precision and device new tensors take; "" if no input is one."""
    shaped = [given.name for given in program.inputs if not given.shape.is_scalar]
    return next(iter(shaped or [given.name for given in program.inputs]), "")


def _new(name: str, program: Program, arguments: str) -> Written:
    model = like(program)
    return f"{model}.new_{name}({arguments})" if model else f"torch.{name}({arguments})", ATOM


def _number(program: Program, code: str) -> str:
    model = like(program)
    return f"{model}.new_tensor({code})" if model else f"torch.tensor({code}, dtype=torch.float64)"


def _full(program: Program, value: Value, parts: list[Text]) -> Written:
    constant, *lengths = parts
    sizes = ", ".join(part.code for part in lengths)
    named = {"1": "ones", "0": "zeros"}.get(constant.code)
    if named:
        return _new(named, program, sizes)
    filler, _ = _new("ones", program, sizes)
    return f"{filler} * {atom(constant)}", 22


def _eye(program: Program, value: Value, parts: list[Text]) -> Written:
    model = like(program)
    place = f", dtype={model}.dtype, device={model}.device" if model else ""
    return f"torch.eye({parts[0].code}{place})", ATOM


def _unit(program: Program, value: Value, parts: list[Text]) -> Written:
    return _one(program, parts[0].code, str(value.data - 1)), ATOM


def _one(program: Program, size: str, place: str) -> str:
    """A vector with a one in one place."""
    model = like(program)
    device = f", device={model}.device" if model else ""
    return f"(torch.arange({size}{device}) == {place}).to({model or 'torch.float64'})"


def _units(program: Program, value: Value, parts: list[Text]) -> Written:
    if value.data:
        return _one(program, parts[0].code, parts[1].code), ATOM
    code, _ = numpy.units(program, value, parts)
    return code.replace(
        numpy.identity(program, parts[0].code), _eye(program, value, parts)[0]
    ), ATOM


def _join(program: Program, value: Value, parts: list[Text]) -> Written:
    inside = ", ".join(part.code for part in parts)
    axis = ", 1" if value.data and value.args[0].is_matrix else ""
    return f"torch.cat(({inside}){axis})", ATOM


def _block(program: Program, value: Value, parts: list[Text]) -> Written:
    pairs = zip(value.args, parts, strict=True)
    rest = iter(p.code if arg.is_matrix else f"torch.atleast_2d({p.code})" for arg, p in pairs)
    rows = [", ".join(next(rest) for _ in range(length)) for length in value.data]
    joined = ", ".join(f"torch.cat(({row},), 1)" for row in rows)
    return f"torch.cat(({joined},))", ATOM


def _reshape(program: Program, value: Value, parts: list[Text]) -> Written:
    array, *lengths = parts
    sizes = ", ".join(part.code for part in lengths)
    if value.args[0].op == "number":  # 2 has no method
        return _new("full", program, f"({sizes},), {float(value.args[0].data)!r}")
    return f"{atom(array)}.reshape({sizes})", ATOM


def _tensor(program: Program, value: Value, parts: list[Text]) -> Written:
    array, *lengths = parts
    turned = f"{atom(array)}.T" if value.args[0].is_matrix else atom(array)
    sizes = ", ".join(part.code for part in reversed(lengths))
    axes = ", ".join(map(str, reversed(range(len(lengths)))))
    return f"{turned}.reshape({sizes}).permute({axes})", ATOM


def _sum_axis(program: Program, value: Value, parts: list[Text]) -> Written:
    return f"torch.sum({parts[0].code}, {value.data})", ATOM


def _softmax(program: Program, value: Value, parts: list[Text]) -> Written:
    """Of all entries: those of a matrix stand in one row for as long as it takes."""
    x = atom(parts[0])
    if not value.args[0].is_matrix:
        return f"torch.softmax({x}, 0)", ATOM
    return f"torch.softmax({x}.reshape(-1), 0).reshape({x}.shape)", ATOM


def _by_rows(program: Program, value: Value, parts: list[Text]) -> Written:
    return by_rows(DIALECT.code, program, value, parts)


def _matrix_power(program: Program, value: Value, parts: list[Text]) -> Written:
    return f"torch.linalg.matrix_power({parts[0].code}, {value.data})", ATOM


def _sized(program: Program, code: str) -> str:
    """A constant matrix in the precision of the inputs."""
    model = like(program)
    return f"{code}.to({model})" if model else code


MATRICES = {
    "max": bound("torch.clamp", "min", "torch.maximum"),
    "min": bound("torch.clamp", "max", "torch.minimum"),
    "sum_axis": _sum_axis,
    "others": "others({0})",
    "all_but_two": "all_but_two({0})",
    "vdot": "torch.dot({0}.ravel(), {1}.ravel())",
    "softmax": _softmax,
    "solve": "torch.linalg.solve({0}, {1})",
    "matrix_power": _matrix_power,
    "outer": "torch.outer({0}, {1})",
    "einsum": torch_indices.einsum,
    "pair_sums": torch_indices.pair_sums,
    "by_rows": _by_rows,
    "gram": "gram({0})",
    "scaled_gram": "gram({0}, {1})",
    "add_diagonal": "add_diagonal({0}, {1})",
    "outer_array": numpy.spread_product,
    "identity_blocks": "identity_blocks({0}, {1})",
    "cholesky": "torch.linalg.cholesky({0})",
    "inverse_spd": "torch.cholesky_inverse({0}).T",  # of which LAPACK gives the columns
    "solve_spd": torch_equations.solve_spd,
    "lu": "torch.linalg.lu_factor({0})",
    "solve_lu": torch_equations.solve_lu,
    "inverse_lu": "inverse_lu({0})",
    "det_lu": "det_lu({0})",
    "logdet_lu": "logdet_lu({0})",
    "solve_triangular": torch_equations.solve_triangular,
    "logdet_spd": "2 * torch.sum(torch.log(torch.diagonal({0})))",
}
SHARED = ("flatten as_row as_column scale_columns entry matmul"
          " number size mul div neg power").split()  # fmt: skip
TABLE: dict[str, Writer | str] = {
    **{name: numpy.TABLE[name] for name in (*SHARED, *PASSED)},
    **MATRICES,
    "add": torch_sums.add,
    "scale_rows": torch_sums.scale_rows,
    "constant": lambda program, value, parts: (f"math.{value.data}", ATOM),
    "full": _full,
    "eye": _eye,
    "unit": _unit,
    "units": _units,
    "placed": placing.one_by_one(placing.torch_pad),
    "diagonals": placing.banded("(", ")"),
    "cumsum": placing.CUMSUM["torch"],
    "join": _join,
    "stacked": stack("torch.stack"),
    "block": _block,
    "as_vector": "{0}.reshape(-1)",
    "reshape": _reshape,
    "tensor": _tensor,
}

DIALECT = Dialect(
    name="torch",
    table=TABLE,
    head="import torch",
    frees=True,
    imports={"math.": "import math"},
    helpers={m: text.replace("np.", "torch.") for m, text in helpers("numpy.txt").items()}
    | helpers("torch.txt"),
    static={name: f"math.{name}({{0}})" for name in "sqrt exp log sin cos tan tanh".split()},
    lifted=_number,
    sized=_sized,
)


def source(program: Program) -> str:
    """A program as a PyTorch function."""
    return write(DIALECT, prepared("torch", program))
