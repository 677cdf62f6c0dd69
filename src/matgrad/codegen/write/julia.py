"""Julia: how each operation on vectors and matrices is written."""

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
    polynomial,
    wrap,
)
from matgrad.errors import UnsupportedError


def _reshape(program: Program, value: Value, parts: list[Text]) -> str:
    """Rows first: only what needs no other order of the entries."""
    if len(value.axes) > 2:
        raise UnsupportedError("an array with more than two axes has no julia code here")
    return "vec({0})" if value.args[0].axes else "fill({all})"


def _units(program: Program, value: Value, parts: list[Text]) -> Written:
    size, start, stop = (part.code for part in parts)
    columns = f"{start} + 1" if value.data else f"({start} + 1:{stop})'"
    return f"float.((1:{size}) .== {columns})", ATOM


def _block(program: Program, value: Value, parts: list[Text]) -> str:
    return f"hvcat(({', '.join(map(str, value.data))},), {{all}})"


def _diag(program: Program, value: Value, parts: list[Text]) -> Written:
    """A diagonal; a factorisation is no matrix there, and has its factor under a name."""
    factor = ".L" if value.args[0].op == "cholesky" else ""
    return f"diag({atom(parts[0]) if factor else parts[0].code}{factor})", ATOM


def _solve_lu(program: Program, value: Value, parts: list[Text]) -> Written:
    turned = "'" if value.data else ""
    return f"{atom(parts[0])}{turned} \\ {wrap(parts[1])}", MUL


def _solve_triangular(program: Program, value: Value, parts: list[Text]) -> Written:
    A, b = parts
    return f"{'Lower' if value.data else 'Upper'}Triangular({A.code}) \\ {wrap(b)}", MUL


TABLE: dict[str, Writer | str] = {
    **script.COMMON,
    "size": lambda program, value, parts: polynomial(value.data, program.size_names, "÷"),
    "diag": _diag,
    "add": script.add(dotted=True),
    "constant": lambda program, value, parts: ("pi" if value.data == "pi" else "exp(1)", ATOM),
    "sum_axis": "vec(sum({0}, dims={next}))",
    "vdot": "dot({0}, {1})",
    "cholesky": "cholesky(Symmetric({0}))",
    "inverse_spd": "inv({0})",
    "solve_spd": "({0} \\ {1})",
    "lu": "lu({0})",
    "solve_lu": _solve_lu,
    "inverse_lu": "inv({0})",
    "det_lu": "det({0})",
    "logdet_lu": "logdet({0})",
    "solve_triangular": _solve_triangular,
    "logdet_spd": "logdet({0})",
    "identity_blocks": "reshape(kron({0}, Matrix(1.0I, {1}, {1})), {1}, {2}, {3}, {4})",
    "outer_array": script.outer_array("'"),
    "matmul": script.matmul("'", "{}' * {}"),
    "outer": lambda program, value, parts: (f"{wrap(parts[0])} * {atom(parts[1])}'", MUL),
    "scale_rows": script.between(".*"),
    "scale_columns": lambda program, value, parts: (f"{wrap(parts[0])} .* {atom(parts[1])}'", MUL),
    "eye": "Matrix(1.0I, {0}, {0})",
    "full": lambda program, value, parts: filled_with(
        parts, "ones({sizes})", "zeros({sizes})", "fill(float({0}), {sizes})"
    ),
    "unit": lambda program, value, parts: (f"float.((1:{parts[0].code}) .== {value.data})", ATOM),
    "units": _units,
    "placed": placing.one_by_one(placing.julia_pad),
    "diagonals": placing.banded("(", ")"),
    "cumsum": placing.CUMSUM["julia"],
    "join": either(is_beside, "hcat({all})", "vcat({all})"),
    "block": _block,
    "flatten": "vec({0})",
    "as_vector": "vcat({0})",
    "as_row": "reshape({0}, 1, :)",
    "as_column": "reshape({0}, :, 1)",
    "tensor": "reshape({all})",
    "reshape": _reshape,
    "entry": script.entry("[]", "end", ""),
}  # fmt: skip


def _function(program: Program, said: list[str], lines: list[str], codes: list[str]) -> str:
    uses = ["using LinearAlgebra"]
    if any("erf" in code for code in [*lines, *codes]):
        uses.append("using SpecialFunctions")
    quoted = [line.replace("\\", "\\\\").replace('"', "'").replace("$", "\\$") for line in said]
    rest = iter(codes)
    parts = [
        next(rest) if count is None else f"({', '.join(next(rest) for _ in range(count))},)"
        for count in program.groups or (None,)
    ]
    head = f"function {program.name}({script.parameters(program)})"
    body = [*lines, f"return {', '.join(parts)}"]
    text = [*uses, "", '"""', *quoted, '"""', head, *(f"    {line}" for line in body), "end"]
    return "\n".join(text)


LANGUAGE = script.Language(
    name="julia",
    table=TABLE,
    line=lambda code, axes: code + (f"  # {axes}" if axes else ""),
    reserved=frozenset(
        "begin end function for while if else elseif let local global const do struct module macro"
        " quote return break continue try catch finally export import using baremodule true false"
        " pi im I Inf NaN sin cos tan asin acos atan sinh cosh tanh exp log sqrt sign floor erf"
        " erfc log1p expm1 asinh inv det pinv tr diag vec norm kron reshape ones zeros fill length"
        " size float"
        " maximum minimum dot svd eigen diagm Matrix Symmetric Diagonal div missing nothing"
        " lu cholesky logdet LowerTriangular UpperTriangular"
        " in isa where abs2 cumsum reverse argmax argmin eachcol eachindex eigmax eigvals eigvecs"
        " eltype hcat mean opnorm prod real reduce svdvals tril triu var vcat zero".split()
    ),
    function=_function,
    size=lambda name, axis: f"size({name}, {axis})",
    helpers=helpers("julia.jl"),
    dotted=True,
    quotient="÷",
)


def source(program: Program) -> str:
    """A program as a function of Julia."""
    return script.write(LANGUAGE, program)
