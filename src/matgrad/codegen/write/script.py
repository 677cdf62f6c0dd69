"""Languages with matrices built in: what MATLAB, Octave and Julia have in common.

A flat value is a column there, so that rows are turned where they enter, leave or multiply.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from matgrad.codegen.helpers import needed
from matgrad.codegen.plan.operations import DECLARED
from matgrad.codegen.plan.program import PASSED, Program, array_shape, identifier
from matgrad.codegen.plan.values import Value
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
    named,
    no_code,
    number,
    polynomial,
    repeated,
    wrap,
)
from matgrad.core.shape import Shape


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
        return filled(named(made, value, {"dot": dot}), parts), ATOM

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


def outputs(program: Program) -> list[str]:
    """Names for the results."""
    names = program.allocate.copy()
    if len(program.results) == 1:
        return [names.take("result")]
    return [names.take(f"result{i + 1}") for i in range(len(program.results))]


def parameters(program: Program) -> str:
    """The names of everything that is passed in."""
    given = (*program.inputs, *program.functions, *program.sizes)
    return ", ".join(each.name for each in given)


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
}
