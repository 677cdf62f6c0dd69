"""MATLAB and Octave: how each operation on matrices is written."""

from __future__ import annotations

from matgrad.codegen.helpers import helpers
from matgrad.codegen.plan.program import Program
from matgrad.codegen.plan.values import Value
from matgrad.codegen.write import placing, script
from matgrad.codegen.write.lines import Text
from matgrad.codegen.write.python import (
    ATOM,
    MUL,
    Writer,
    Written,
    atom,
    either,
    filled_with,
    is_beside,
    of_matrix,
    said,
    wrap,
)
from matgrad.core.dims import ONE
from matgrad.errors import UnsupportedError


def _full(program: Program, value: Value, parts: list[Text]) -> Written | str:
    other = f"{wrap(parts[0])} * ones({', '.join(part.code for part in parts[1:])}"
    other += ", 1)" if value.is_vector else ")"
    found = filled_with(parts, "ones({column})", "zeros({column})", "")
    return found or (other, MUL)


def _reduced(name: str) -> Writer:
    """A reduction, which MATLAB does column by column."""
    return either(of_matrix, f"{name}({name}({{0}}))", f"{name}({{0}})")


def _reshape(program: Program, value: Value, parts: list[Text]) -> str:
    """Rows first: only what needs no other order of the entries."""
    if len(value.axes) > 2:
        raise UnsupportedError("an array with more than two axes has no matlab code here")
    is_flat = len(parts) == 2 and parts[1].code == "-1"
    return "reshape({0}, [], 1)" if is_flat else "reshape({0}, {column})"


def _units(program: Program, value: Value, parts: list[Text]) -> Written:
    size, start, stop = (part.code for part in parts)
    return f"double((1:{size}).' == ({start} + 1:{stop}))", ATOM


def _block(program: Program, value: Value, parts: list[Text]) -> Written:
    rest = iter(part.code for part in parts)
    rows = [", ".join(next(rest) for _ in range(length)) for length in value.data]
    return f"[{'; '.join(rows)}]", ATOM


_PLAIN_SUM = script.add(dotted=False)
_KEEPS_ZEROS = frozenset({"mul", "div", "neg", "inv", "transpose"})


def _add(program: Program, value: Value, parts: list[Text]) -> Written:
    """A sum; Octave adds no row or column to what it stores as a diagonal only."""
    if any(ONE in arg.axes for arg in value.args if arg.is_matrix):
        pairs = zip(value.args, parts, strict=True)
        parts = [Text(f"full({p.code})", ATOM) if _is_diagonal(arg) else p for arg, p in pairs]
    return _PLAIN_SUM(program, value, parts)


def _is_diagonal(value: Value) -> bool:
    while value.op in _KEEPS_ZEROS:
        value = next((arg for arg in value.args if arg.axes), value.args[0])
        if value.is_scalar:
            return False
    return value.op in ("eye", "Diag")


TABLE: dict[str, Writer | str] = {
    **script.COMMON,
    "add": _add,
    "constant": lambda program, value, parts: ("pi" if value.data == "pi" else "exp(1)", ATOM),
    "sum": _reduced("sum"),
    "mean": _reduced("mean"),
    "prod": _reduced("prod"),
    "max_entry": _reduced("max"),
    "min_entry": _reduced("min"),
    "sum_axis": either(said, "sum({0}, 2)", "sum({0}, 1).'"),
    "vdot": "sum(sum({0} .* {1}))",
    "cholesky": "chol({0}, 'lower')",
    "inverse_spd": "({0}.' \\ ({0} \\ eye(size({0}))))",
    "solve_spd": "({0}.' \\ ({0} \\ {1}))",
    "lu": "lu_factors({0})",
    "solve_lu": either(said, "lu_solve({0}, {1}, true)", "lu_solve({0}, {1}, false)"),
    "inverse_lu": "lu_solve({0}, eye(size({0}.L)), false)",
    "det_lu": "(det({0}.P) * prod(diag({0}.U)))",
    "logdet_lu": "(log(det({0}.P) * prod(sign(diag({0}.U)))) + sum(log(abs(diag({0}.U)))))",
    "solve_triangular": script.between("\\"),
    "logdet_spd": "(2 * sum(log(diag({0}))))",
    "identity_blocks": "reshape(kron({0}, eye({1})), {1}, {2}, {3}, {4})",
    "outer_array": script.outer_array(".'"),
    "matmul": script.matmul(".'", "{}.' * {}"),
    "outer": lambda program, value, parts: (f"{wrap(parts[0])} * {atom(parts[1])}.'", MUL),
    "scale_rows": script.between(".*"),
    "scale_columns": lambda program, value, parts: (
        f"{wrap(parts[0])} .* {atom(parts[1])}.'", MUL),
    "eye": "eye({0})",
    "full": _full,
    "unit": lambda program, value, parts: (
        f"double((1:{parts[0].code}).' == {value.data})", ATOM),
    "units": _units,
    "placed": placing.one_by_one(placing.script_pad),
    "diagonals": placing.octave_banded,
    "cumsum": placing.CUMSUM["matlab"],
    "join": lambda program, value, parts: (
        f"[{(', ' if is_beside(value) else '; ').join(part.code for part in parts)}]", ATOM),
    "block": _block,
    "flatten": "reshape({0}, [], 1)",
    "as_vector": "{0}",
    "as_row": "{0}.'",
    "as_column": "{0}",
    "tensor": "reshape({0}, {column})",
    "reshape": _reshape,
    "entry": script.entry("()", "end", ".'"),
}  # fmt: skip


def _function(program: Program, said: list[str], lines: list[str], codes: list[str]) -> str:
    names = script.outputs(program)
    left = names[0] if len(names) == 1 else f"[{', '.join(names)}]"
    body = [f"% {line}" for line in said] + lines
    body += [f"{name} = {code};" for name, code in zip(names, codes, strict=True)]
    head = f"function {left} = {program.name}({script.parameters(program)})"
    return "\n".join([head, *(f"  {line}" for line in body), "end"])


LANGUAGE = script.Language(
    name="matlab",
    table=TABLE,
    line=lambda code, axes: f"{code};" + (f"  % {axes}" if axes else ""),
    reserved=frozenset(
        "i j e pi eps inf nan end function for while if else elseif switch case otherwise break"
        " do until return global persistent try catch parfor ans sin cos tan asin acos atan sinh"
        " cosh tanh exp log sqrt sign floor erf erfc log1p expm1 asinh inv det expm logm sqrtm pinv"
        " diag trace"
        " norm svd eig lu chol tril triu kron reshape ones zeros eye double mean prod var std"
        " lu_factors lu_solve gamma beta mode flip cumsum size numel div real imag sylvester"
        " accumarray diagonals find flipud full ndgrid setdiff sort toeplitz_of".split()
    ),
    function=_function,
    size=lambda name, axis: f"size({name}, {axis})",
    helpers=helpers("matlab.m"),
)  # fmt: skip


def source(program: Program) -> str:
    """A program as a function of MATLAB and Octave."""
    return script.write(LANGUAGE, program)
