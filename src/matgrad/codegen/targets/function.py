"""The function around generated lines, for every target that is written in Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap

from matgrad.codegen.lines import Lines, Text
from matgrad.codegen.names import identifier
from matgrad.codegen.program import Program
from matgrad.codegen.sizes import Reading, array_shape
from matgrad.codegen.targets.python import (
    ADD,
    ATOM,
    Writer,
    Written,
    code_of,
    fill,
    polynomial,
    repeated,
)
from matgrad.codegen.values import Value
from matgrad.core.dims import Dim

_LINE = 88  # characters of the line with the parameters


@dataclass(frozen=True)
class Dialect:
    """A Python library that programs are written for.

    `table` says how operations are written; the others are written by the code that operators
    declare for `name`. `imports` and `helpers` stand above the function if such code holds the
    mark they are filed under.
    """

    name: str
    table: Mapping[str, Writer | str]
    head: str
    imports: Mapping[str, str] = field(default_factory=dict[str, str])
    helpers: Mapping[str, str] = field(default_factory=dict[str, str])


def write(dialect: Dialect, program: Program) -> str:
    """The source of a module with one function."""

    def render(value: Value, parts: list[Text]) -> Written:
        special = dialect.table.get(value.op)
        if special is None or isinstance(special, str):
            return fill(special or code_of(value.op, dialect.name), value, parts)
        return special(program, value, parts)

    def names_needed(value: Value) -> frozenset[int]:
        return repeated(dialect.table.get(value.op) or code_of(value.op, dialect.name))

    lines = Lines(program, render, names_needed, ATOM)
    codes = [lines.texts[value].code for value in program.results]
    body = [
        *_docstring(program),
        *_read_sizes(program),
        *(f"{line.name} = {line.code}{_comment(line.value)}" for line in lines.lines),
        f"return {_returned(program, codes)}" + _comment(*program.results),
    ]
    head = _head(program.name, _parameters(program))
    function = "\n".join([head, *("    " + line if line else "" for line in body)])
    return "\n\n\n".join([*_header(dialect, program), function]) + "\n"


def _head(name: str, parameters: str) -> str:
    head = f"def {name}({parameters}):"
    if len(head) <= _LINE:
        return head
    wrapped = wrap(parameters, _LINE - 4, break_long_words=False)
    return "\n".join([f"def {name}(", *(f"    {line}" for line in wrapped), "):"])


def _parameters(program: Program) -> str:
    keywords = [parameter.name for parameter in (*program.functions, *program.sizes)]
    names = [given.name for given in program.inputs]
    return ", ".join([*names, *(["*", *keywords] if keywords else [])])


def _returned(program: Program, codes: list[str]) -> str:
    if program.groups is None:
        return codes[0]
    rest = iter(codes)
    parts = [
        next(rest) if count is None else _tuple([next(rest) for _ in range(count)])
        for count in program.groups
    ]
    return ", ".join(parts) if len(parts) > 1 else _tuple(parts)


def _tuple(codes: Sequence[str]) -> str:
    return f"({', '.join(codes)}{',' if len(codes) == 1 else ''})"


def _comment(*values: Value) -> str:
    if not any(value.axes for value in values) or len(values) > 4:
        return ""
    return "  # " + ", ".join(_axes(value.axes) for value in values)


def _axes(axes: Sequence[Dim]) -> str:
    sizes = [polynomial(size, {n: identifier(n) for n in size.names})[0] for size in axes]
    return _tuple([size.replace(" ", "") for size in sizes])


_WIDEST = 200  # characters of a formula in the docstring


def _docstring(program: Program) -> list[str]:
    shapes = [f"{given.name} {_axes(array_shape(given.shape))}" for given in program.inputs]
    said = [_harmless(line) for line in program.docstring.splitlines()]
    said += ["", "Inputs: " + ", ".join(shapes)] if shapes and len(shapes) <= 12 else []
    if not any(said):
        return []
    while not said[0]:
        said.pop(0)
    return [f'"""{said[0]}', *said[1:], '"""'] if len(said) > 1 else [f'"""{said[0]}"""']


def _harmless(line: str) -> str:
    """A line of text that is not too long and cannot end the string it stands in."""
    line = line if len(line) <= _WIDEST else line[:_WIDEST] + " …"
    shown = "".join(letter if letter.isprintable() else " " for letter in line)
    return shown.replace("\\", "\\\\").replace('"', "'").rstrip()


def _read_sizes(program: Program) -> list[str]:
    lines: list[str] = []
    names = program.size_names
    for axis, reading in program.read:
        source = f"{program.inputs[axis.source].name}.shape[{axis.axis}]"
        lines.append(f"{names[reading.name]} = {_solved(source, reading, names)}")
    return lines


def _solved(source: str, reading: Reading, names: dict[str, str]) -> str:
    rest, rest_binds = polynomial(reading.rest, names)
    factor, factor_binds = polynomial(reading.factor, names)
    code = source
    if rest != "0":
        code = f"{source} - {rest if rest_binds > ADD else f'({rest})'}"
    if factor == "1":
        return code
    top = code if rest == "0" else f"({code})"
    return f"{top} // {factor if factor_binds == ATOM or factor.isdigit() else f'({factor})'}"


def _header(dialect: Dialect, program: Program) -> list[str]:
    codes = {_own_code(dialect, value) for value in program.values if value.op != "symbol"}

    def needed(texts: Mapping[str, str]) -> list[str]:
        return [text for mark, text in texts.items() if any(mark in code for code in codes)]

    return ["\n".join([dialect.head, *needed(dialect.imports)]), *needed(dialect.helpers)]


def _own_code(dialect: Dialect, value: Value) -> str:
    """The code of an operation apart from its arguments, in which marks are looked for."""
    code = dialect.table.get(value.op)
    if code is None:
        code = code_of(value.op, dialect.name)
        return code if isinstance(code, str) else code(value.node, ["_"] * len(value.args))
    return code if isinstance(code, str) else ""
