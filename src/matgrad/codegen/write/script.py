"""Languages with matrices built in: MATLAB, Octave and Julia, and what they have in common.

A flat value is a column there, so that rows are turned where they enter, leave or multiply.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

from matgrad.codegen.helpers import helpers, needed
from matgrad.codegen.plan.program import Program, grouped, identifier
from matgrad.codegen.plan.values import Axes, Value
from matgrad.codegen.write.lines import Lines, Listing, Text
from matgrad.codegen.write.python import (
    ATOM,
    POWER,
    Writer,
    Written,
    atom,
    named,
    polynomial,
    repeated,
)
from matgrad.codegen.write.table import called, code_of


@dataclass(frozen=True)
class Language:
    """How a language writes operations, and a function around lines of them.

    A template stands for a call or is in parentheses; `{dot}` in it is `.` for an array if the
    language marks functions that act on each entry.
    """

    name: str
    line: Callable[[str, str], str]  # an assignment and what it is said to be
    reserved: frozenset[str]
    function: Callable[[Program, list[str], list[str], list[str]], str]
    size: Callable[[str, int], str]
    helpers: Mapping[str, str] = field(default_factory=dict[str, str])
    dotted: bool = False
    quotient: str = "/"  # of integers


def listing(language: Language, program: Program) -> Listing:
    """The lines of a program, without the function around them."""
    program = renamed(program, language.reserved)

    def code(value: Value) -> Writer | str:
        return code_of(value.op, language.name)

    def render(value: Value, parts: list[Text]) -> Written:
        made = code(value)
        made = made if isinstance(made, str) else made(program, value, parts)
        if not isinstance(made, str):
            return made
        own = {"dot": "." if language.dotted and value.axes else ""}
        made = named(program, value, made, lambda: own)
        return filled(made, parts), POWER if _POWERED.match(made) else ATOM

    lines = Lines(program, render, lambda value: repeated(code(value)), ATOM)
    return Listing(program, lines.lines, [lines.texts[value].code for value in program.results])


def write(language: Language, program: Program) -> str:
    """The source of a function, with the helpers it needs."""
    program, lines, codes = listing(language, program)
    body = _sizes(language, program)
    body += [(f"{line.name} = {line.code}", _axes(line.value)) for line in lines]
    written = [language.line(code, axes) for code, axes in body]
    source = language.function(program, _said(program), written, codes)
    return "\n\n".join([source, *needed(language.helpers, source)]) + "\n"


_POWERED = re.compile(r"\{0\} \^ ")  # the templates that are neither calls nor in parentheses


def filled(template: str, parts: list[Text]) -> str:
    """The template with its arguments, in parentheses where they are not those of a call."""

    def place(found: re.Match[str]) -> str:
        before, part, after = found[1], parts[int(found[2])], found[3]
        return before + (part.code if before and after else atom(part))

    return re.sub(r"(\(|, |:|)\{(\d)\}(?=(\)|,|))", place, template)


def _axes(value: Value) -> str:
    if not value.axes:
        return ""
    sizes = [polynomial(d, {n: identifier(n) for n in d.names})[0] for d in value.axes]
    return " x ".join(size.replace(" ", "") for size in sizes)


def _said(program: Program) -> list[str]:
    """The lines of the comment at the top."""
    formulas = [line[:200] for line in program.docstring.splitlines()]
    shapes = [f"{each.name} ({_shape(each.axes)})" for each in program.inputs]
    shown = [*formulas, *(["Inputs: " + ", ".join(shapes)] if shapes else [])]
    return ["".join(c if c.isprintable() else " " for c in line) for line in shown]


def _shape(axes: Axes) -> str:
    return " x ".join(map(str, axes)) or "scalar"


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


# ---------------------------------------------------------------- MATLAB and Octave


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
    line=lambda code, axes: f"{code};" + (f"  % {axes}" if axes else ""),
    reserved=frozenset(called("matlab"))
    | frozenset(
        "i j e pi eps inf nan end function for while if else elseif switch case otherwise break"
        " do until return global persistent try catch parfor ans svd ones zeros std gamma beta mode"
        " flip cumsum numel div real imag accumarray find full ndgrid setdiff sort".split()
    ),
    function=_matlab_function,
    size=lambda name, axis: f"size({name}, {axis})",
    helpers=helpers("matlab.m"),
)  # fmt: skip


# ---------------------------------------------------------------- Julia


def _julia_function(program: Program, said: list[str], lines: list[str], codes: list[str]) -> str:
    uses = ["using LinearAlgebra"]
    if any("SpecialFunctions." in code for code in [*lines, *codes]):
        uses.append("import SpecialFunctions")
    quoted = [line.replace("\\", "\\\\").replace('"', "'").replace("$", "\\$") for line in said]
    found = grouped(codes, program.groups or (None,))
    parts = [part if isinstance(part, str) else f"({', '.join(part)},)" for part in found]
    head = f"function {_head(program)}"
    body = [*lines, f"return {', '.join(parts)}"]
    text = [*uses, "", '"""', *quoted, '"""', head, *(f"    {line}" for line in body), "end"]
    return "\n".join(text)


JULIA = Language(
    name="julia",
    line=lambda code, axes: code + (f"  # {axes}" if axes else ""),
    reserved=frozenset(called("julia"))
    | frozenset(
        "begin end function for while if elseif else let local global const do struct module macro"
        " quote return break continue try catch finally export import using baremodule true false"
        " pi im I Inf NaN ones zeros fill svd eigen eigvals eigvecs Diagonal div missing nothing"
        " LowerTriangular UpperTriangular in isa where abs2 cumsum reverse eachcol eachindex eltype"
        " mean reduce var zero".split()
    ),
    function=_julia_function,
    size=lambda name, axis: f"size({name}, {axis})",
    helpers=helpers("julia.jl"),
    dotted=True,
    quotient="÷",
)
