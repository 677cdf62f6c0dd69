"""Languages with matrices built in: MATLAB, Octave and Julia, and what they have in common.

A flat value is a column there, so that rows are turned where they enter, leave or multiply.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from matgrad.codegen.helpers import helpers, needed
from matgrad.codegen.plan.operations import DECLARED
from matgrad.codegen.plan.program import PASSED, Program, array_shape, grouped, identifier
from matgrad.codegen.plan.values import Value
from matgrad.codegen.write import placing
from matgrad.codegen.write.lines import Lines, Listing, Text
from matgrad.codegen.write.python import (
    ADD,
    ARITHMETIC,
    ATOM,
    DIV,
    MATMUL,
    MUL,
    NEG,
    POWER,
    Writer,
    Written,
    atom,
    either,
    filled_with,
    is_beside,
    named,
    no_code,
    number,
    of_matrix,
    polynomial,
    repeated,
    said,
    wrap,
)
from matgrad.core.dims import ONE
from matgrad.core.shape import Shape
from matgrad.errors import UnsupportedError


@dataclass(frozen=True)
class Language:
    """How a language writes operations, and a function around lines of them.

    A template stands for a call or is in parentheses; `{dot}` in it is `.` for an array if the
    language marks functions that act on each entry.
    """

    name: str
    table: Mapping[str, Writer | str]
    line: Callable[[str, str], str]  # an assignment and what it is said to be
    reserved: frozenset[str]
    function: Callable[[Program, list[str], list[str], list[str]], str]
    size: Callable[[str, int], str]
    helpers: Mapping[str, str] = field(default_factory=dict[str, str])
    dotted: bool = False
    quotient: str = "/"  # of integers

    def code(self, op: str) -> Writer | str:
        """How an operation is written; UnsupportedError if it is not."""
        code = self.table.get(op) or DECLARED.get(op, {}).get(self.name)
        if code is None:
            raise no_code(op, self.name)
        return code if isinstance(code, str) or op in self.table else _declared(code)


def _declared(code: Any) -> Writer:
    """A function that an operator declares, which writes a call."""
    return lambda program, value, parts: (code(value.node, [p.code for p in parts]), ATOM)


def listing(language: Language, program: Program) -> Listing:
    """The lines of a program, without the function around them."""
    program = renamed(program, language.reserved)

    def render(value: Value, parts: list[Text]) -> Written:
        code = language.code(value.op)
        made = code if isinstance(code, str) else code(program, value, parts)
        if not isinstance(made, str):
            return made
        dot = "." if language.dotted and value.axes else ""
        return filled(named(made, value, lambda: {"dot": dot}), parts), ATOM

    lines = Lines(program, render, lambda value: repeated(language.code(value.op)), ATOM)
    return Listing(program, lines.lines, [lines.texts[value].code for value in program.results])


def write(language: Language, program: Program) -> str:
    """The source of a function, with the helpers it needs."""
    program, lines, codes = listing(language, program)
    body = _sizes(language, program)
    body += [(f"{line.name} = {line.code}", _axes(line.value)) for line in lines]
    written = [language.line(code, axes) for code, axes in body]
    source = language.function(program, _said(program), written, codes)
    return "\n\n".join([source, *needed(language.helpers, source)]) + "\n"


def filled(template: str, parts: list[Text]) -> str:
    """The template with its arguments, in parentheses where they are not those of a call."""

    def place(found: re.Match[str]) -> str:
        before, part, after = found[1], parts[int(found[2])], found[3]
        return before + (part.code if before and after else atom(part))

    return re.sub(r"(\(|, |)\{(\d)\}(?=(\)|,|))", place, template)


def _axes(value: Value) -> str:
    if not value.axes:
        return ""
    sizes = [polynomial(d, {n: identifier(n) for n in d.names})[0] for d in value.axes]
    return " x ".join(size.replace(" ", "") for size in sizes)


def _said(program: Program) -> list[str]:
    """The lines of the comment at the top."""
    formulas = [line[:200] for line in program.docstring.splitlines()]
    shapes = [f"{each.name} ({_shape(each.shape)})" for each in program.inputs]
    shown = [*formulas, *(["Inputs: " + ", ".join(shapes)] if shapes else [])]
    return ["".join(c if c.isprintable() else " " for c in line) for line in shown]


def _shape(shape: Shape) -> str:
    return " x ".join(map(str, array_shape(shape))) or "scalar"


def _sizes(language: Language, program: Program) -> list[tuple[str, str]]:
    lines: list[tuple[str, str]] = []
    names = program.size_names
    for axis, reading in program.read:
        source = language.size(program.inputs[axis.source].name, axis.axis + 1)
        rest, factor = polynomial(reading.rest, names)[0], polynomial(reading.factor, names)[0]
        code = source if rest == "0" else f"({source} - ({rest}))"
        code = code if factor == "1" else f"{code} {language.quotient} ({factor})"
        lines.append((f"{names[reading.name]} = {code}", ""))
    return lines


def renamed(program: Program, reserved: Collection[str]) -> Program:
    """The program with names that are not reserved."""

    def safe(name: str) -> str:
        name = name if name[0].isalpha() else f"v{name}"
        return f"{name}_" if name in reserved else name

    return replace(
        program,
        inputs=tuple(replace(each, name=safe(each.name)) for each in program.inputs),
        functions=tuple(replace(each, name=safe(each.name)) for each in program.functions),
        sizes=tuple(replace(each, name=safe(each.name)) for each in program.sizes),
        names={value: safe(name) for value, name in program.names.items()},
        size_names={size: safe(name) for size, name in program.size_names.items()},
        function_names={data: safe(name) for data, name in program.function_names.items()},
        name=safe(program.name),
    )


def _head(program: Program) -> str:
    """The name of the function, and those of everything that is passed in."""
    given = (*program.inputs, *program.functions, *program.sizes)
    return f"{program.name}({', '.join(each.name for each in given)})"


# ---------------------------------------------------------------- entries


def entry(brackets: str, end: str, row: str) -> Writer:
    """Entries counted from one; a row that is taken becomes flat."""
    opening, closing = brackets

    def border(place: int | str, first: bool) -> str:
        if isinstance(place, str):
            return f"{place} + 1" if first else place
        shown = place + first
        return str(shown) if place >= 0 else f"{end} - {-shown}" if shown else end

    def index(place: int | tuple[int | str | None, int | str | None] | None) -> str:
        if isinstance(place, int):
            return str(place + 1)
        start, stop = place or (None, None)
        if start is None and stop is None:
            return ":"
        first = "1" if start is None else border(start, True)
        return f"{first}:{end if stop is None else border(stop, False)}"

    def write_entry(program: Program, value: Value, parts: list[Text]) -> Written:
        places = [*value.data, *[None] * (len(value.args[0].axes) - len(value.data))]
        inside = ", ".join(map(index, places)).format(*(part.code for part in parts))
        if row and value.is_vector and len(places) == 1:  # a part of one entry would be a row
            inside += ", 1"
        code = f"{atom(parts[0])}{opening}{inside}{closing}"
        is_row = len(places) == 2 and isinstance(places[0], int) and value.is_vector
        return code + row * is_row, ATOM

    return write_entry


# ---------------------------------------------------------------- arithmetic


def add(dotted: bool) -> Callable[[Program, Value, list[Text]], Written]:
    """A sum; Julia marks those of a number and an array."""

    def write_sum(program: Program, value: Value, parts: list[Text]) -> Written:
        (first_minus, *signs), (first, *rest) = value.data, parts
        mixed = dotted and value.axes and any(arg.is_scalar for arg in value.args)
        code = f"-{wrap(first)}" if first_minus else wrap(first, MUL, DIV, MATMUL, NEG)
        for minus, term in zip(signs, rest, strict=True):
            code += f" {'.' if mixed else ''}{'-' if minus else '+'} {wrap(term, MUL, DIV, MATMUL)}"
        return code, ADD

    return write_sum


def mul(program: Program, value: Value, parts: list[Text]) -> Written:
    """A product of entries; `*` with a number, `.*` of arrays."""
    code, arrays = wrap(parts[0], NEG), bool(value.args[0].axes)
    for arg, part in zip(value.args[1:], parts[1:], strict=True):
        code += f" {'.*' if arrays and arg.axes else '*'} {wrap(part)}"
        arrays = arrays or bool(arg.axes)
    return code, MUL


def div(program: Program, value: Value, parts: list[Text]) -> Written:
    """A quotient of entries."""
    sign = "./" if value.args[1].axes else "/"
    return f"{wrap(parts[0], NEG)} {sign} {wrap(parts[1])}", DIV


def neg(program: Program, value: Value, parts: list[Text]) -> Written:
    """The negative."""
    return f"-{wrap(parts[0])}", NEG


def power(program: Program, value: Value, parts: list[Text]) -> Written:
    """Entries to a power."""
    sign = ".^" if value.args[0].axes else "^"
    return f"{atom(parts[0])} {sign} {atom(parts[1])}", POWER


def between(sign: str) -> Writer:
    """Two factors with a sign between them."""
    return lambda program, value, parts: (f"{wrap(parts[0])} {sign} {wrap(parts[1])}", MUL)


def matmul(turned: str, inner: str) -> Writer:
    """A product of matrices; a vector on the left is a row."""

    def write_product(program: Program, value: Value, parts: list[Text]) -> Written:
        left, right = parts
        if value.args[0].is_matrix:
            return f"{wrap(left)} * {wrap(right)}", MATMUL
        if value.args[1].is_matrix:
            return f"{atom(right)}{turned} * {wrap(left)}", MATMUL
        return inner.format(atom(left), wrap(right)), MATMUL

    return write_product


def outer_array(turned: str) -> Writer:
    """An outer product with its axes in the order of a Kronecker product."""

    def write_outer(program: Program, value: Value, parts: list[Text]) -> Written:
        names = value.data[:2]
        pairs = zip(parts[:2], names, ("c", "d"), strict=True)
        A, B = (atom(part) + turned * (name == row) for part, name, row in pairs)
        sizes = ", ".join(part.code for part in parts[2:])
        return f"reshape(kron({A}, {B}), {sizes})", ATOM

    return write_outer


COMMON: Mapping[str, Writer] = {
    "number": lambda program, value, parts: number(value.data),
    "size": lambda program, value, parts: polynomial(value.data, program.size_names, "/"),
    "mul": mul,
    "div": div,
    "neg": neg,
    "power": power,
    "matrix_power": lambda program, value, parts: (f"{atom(parts[0])} ^ ({value.data})", POWER),
    **{op: ARITHMETIC[op] for op in PASSED},
    "solve": between("\\"),
    "scale_rows": between(".*"),
    "constant": lambda program, value, parts: ("pi" if value.data == "pi" else "exp(1)", ATOM),
}


# ---------------------------------------------------------------- MATLAB and Octave


def _matlab_full(program: Program, value: Value, parts: list[Text]) -> Written | str:
    other = f"{wrap(parts[0])} * ones({', '.join(part.code for part in parts[1:])}"
    other += ", 1)" if value.is_vector else ")"
    found = filled_with(parts, "ones({column})", "zeros({column})", "")
    return found or (other, MUL)


def _reduced(name: str) -> Writer:
    """A reduction, which MATLAB does column by column."""
    return either(of_matrix, f"{name}({name}({{0}}))", f"{name}({{0}})")


def _two_axes(value: Value, language: str) -> None:
    """Rows come first: refuse what needs another order of the entries."""
    if len(value.axes) > 2:
        raise UnsupportedError(f"an array with more than two axes has no {language} code here")


def _matlab_reshape(program: Program, value: Value, parts: list[Text]) -> str:
    _two_axes(value, "matlab")
    is_flat = len(parts) == 2 and parts[1].code == "-1"
    return "reshape({0}, [], 1)" if is_flat else "reshape({0}, {column})"


def _matlab_units(program: Program, value: Value, parts: list[Text]) -> Written:
    size, start, stop = (part.code for part in parts)
    return f"double((1:{size}).' == ({start} + 1:{stop}))", ATOM


def _matlab_block(program: Program, value: Value, parts: list[Text]) -> Written:
    rest = iter(part.code for part in parts)
    rows = [", ".join(next(rest) for _ in range(length)) for length in value.data]
    return f"[{'; '.join(rows)}]", ATOM


_PLAIN_SUM = add(dotted=False)
_KEEPS_ZEROS = frozenset({"mul", "div", "neg", "inv", "transpose"})


def _matlab_add(program: Program, value: Value, parts: list[Text]) -> Written:
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


MATLAB_TABLE: dict[str, Writer | str] = {
    **COMMON,
    "add": _matlab_add,
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
    "solve_triangular": between("\\"),
    "logdet_spd": "(2 * sum(log(diag({0}))))",
    "identity_blocks": "reshape(kron({0}, eye({1})), {1}, {2}, {3}, {4})",
    "outer_array": outer_array(".'"),
    "matmul": matmul(".'", "{}.' * {}"),
    "outer": lambda program, value, parts: (f"{wrap(parts[0])} * {atom(parts[1])}.'", MUL),
    "scale_columns": lambda program, value, parts: (
        f"{wrap(parts[0])} .* {atom(parts[1])}.'", MUL),
    "eye": "eye({0})",
    "full": _matlab_full,
    "unit": lambda program, value, parts: (
        f"double((1:{parts[0].code}).' == {value.data})", ATOM),
    "units": _matlab_units,
    "placed": placing.one_by_one("placed({code}, [{sizes}{one}], [{starts}{zero}])"),
    "diagonals": placing.banded("{}, {}", "{{{}}}"),
    "cumsum": placing.CUMSUM["matlab"],
    "join": lambda program, value, parts: (
        f"[{(', ' if is_beside(value) else '; ').join(part.code for part in parts)}]", ATOM),
    "block": _matlab_block,
    "flatten": "reshape({0}, [], 1)",
    "as_vector": "{0}",
    "as_row": "{0}.'",
    "as_column": "{0}",
    "tensor": "reshape({0}, {column})",
    "reshape": _matlab_reshape,
    "entry": entry("()", "end", ".'"),
}  # fmt: skip


def _matlab_function(program: Program, said: list[str], lines: list[str], codes: list[str]) -> str:
    free, count = program.allocate.copy(), len(program.results)
    names = [free.take("result" if count == 1 else f"result{i + 1}") for i in range(count)]
    left = names[0] if len(names) == 1 else f"[{', '.join(names)}]"
    body = [f"% {line}" for line in said] + lines
    body += [f"{name} = {code};" for name, code in zip(names, codes, strict=True)]
    head = f"function {left} = {_head(program)}"
    return "\n".join([head, *(f"  {line}" for line in body), "end"])


MATLAB = Language(
    name="matlab",
    table=MATLAB_TABLE,
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
    function=_matlab_function,
    size=lambda name, axis: f"size({name}, {axis})",
    helpers=helpers("matlab.m"),
)  # fmt: skip


# ---------------------------------------------------------------- Julia


def _julia_reshape(program: Program, value: Value, parts: list[Text]) -> str:
    _two_axes(value, "julia")
    return "vec({0})" if value.args[0].axes else "fill({all})"


def _julia_units(program: Program, value: Value, parts: list[Text]) -> Written:
    size, start, stop = (part.code for part in parts)
    columns = f"{start} + 1" if value.data else f"({start} + 1:{stop})'"
    return f"float.((1:{size}) .== {columns})", ATOM


def _julia_block(program: Program, value: Value, parts: list[Text]) -> str:
    return f"hvcat(({', '.join(map(str, value.data))},), {{all}})"


def _julia_diag(program: Program, value: Value, parts: list[Text]) -> Written:
    """A diagonal; a factorisation is no matrix there, and has its factor under a name."""
    factor = ".L" if value.args[0].op == "cholesky" else ""
    return f"diag({atom(parts[0]) if factor else parts[0].code}{factor})", ATOM


def _julia_solve(program: Program, value: Value, parts: list[Text]) -> Written:
    A, b = parts
    left = f"{atom(A)}{chr(39) * bool(value.data)}"
    if value.op == "solve_triangular":
        left = f"{'Lower' if value.data else 'Upper'}Triangular({A.code})"
    return f"{left} \\ {wrap(b)}", MUL


JULIA_TABLE: dict[str, Writer | str] = {
    **COMMON,
    "size": lambda program, value, parts: polynomial(value.data, program.size_names, "÷"),
    "diag": _julia_diag,
    "add": add(dotted=True),
    "sum_axis": "vec(sum({0}, dims={next}))",
    "vdot": "dot({0}, {1})",
    "cholesky": "cholesky(Symmetric({0}))",
    "inverse_spd": "inv({0})",
    "solve_spd": "({0} \\ {1})",
    "lu": "lu({0})",
    "solve_lu": _julia_solve,
    "inverse_lu": "inv({0})",
    "det_lu": "det({0})",
    "logdet_lu": "logdet({0})",
    "solve_triangular": _julia_solve,
    "logdet_spd": "logdet({0})",
    "identity_blocks": "reshape(kron({0}, Matrix(1.0I, {1}, {1})), {1}, {2}, {3}, {4})",
    "outer_array": outer_array("'"),
    "matmul": matmul("'", "{}' * {}"),
    "outer": lambda program, value, parts: (f"{wrap(parts[0])} * {atom(parts[1])}'", MUL),
    "scale_columns": lambda program, value, parts: (f"{wrap(parts[0])} .* {atom(parts[1])}'", MUL),
    "eye": "Matrix(1.0I, {0}, {0})",
    "full": lambda program, value, parts: filled_with(
        parts, "ones({sizes})", "zeros({sizes})", "fill(float({0}), {sizes})"
    ),
    "unit": lambda program, value, parts: (f"float.((1:{parts[0].code}) .== {value.data})", ATOM),
    "units": _julia_units,
    "placed": placing.one_by_one("placed({code}, ({sizes},), ({starts},))"),
    "diagonals": placing.banded("({}, {})"),
    "cumsum": placing.CUMSUM["julia"],
    "join": either(is_beside, "hcat({all})", "vcat({all})"),
    "block": _julia_block,
    "flatten": "vec({0})",
    "as_vector": "vcat({0})",
    "as_row": "reshape({0}, 1, :)",
    "as_column": "reshape({0}, :, 1)",
    "tensor": "reshape({all})",
    "reshape": _julia_reshape,
    "entry": entry("[]", "end", ""),
}  # fmt: skip


def _julia_function(program: Program, said: list[str], lines: list[str], codes: list[str]) -> str:
    uses = ["using LinearAlgebra"]
    if any("erf" in code for code in [*lines, *codes]):
        uses.append("using SpecialFunctions")
    quoted = [line.replace("\\", "\\\\").replace('"', "'").replace("$", "\\$") for line in said]
    found = grouped(codes, program.groups or (None,))
    parts = [part if isinstance(part, str) else f"({', '.join(part)},)" for part in found]
    head = f"function {_head(program)}"
    body = [*lines, f"return {', '.join(parts)}"]
    text = [*uses, "", '"""', *quoted, '"""', head, *(f"    {line}" for line in body), "end"]
    return "\n".join(text)


JULIA = Language(
    name="julia",
    table=JULIA_TABLE,
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
    function=_julia_function,
    size=lambda name, axis: f"size({name}, {axis})",
    helpers=helpers("julia.jl"),
    dotted=True,
    quotient="÷",
)
