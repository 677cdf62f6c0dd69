"""NumPy: how each operation is written, and the function around them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from matgrad.codegen.lines import Lines, Text
from matgrad.codegen.names import identifier
from matgrad.codegen.program import Program
from matgrad.codegen.sizes import Reading, array_shape
from matgrad.codegen.values import Value
from matgrad.core.dims import Dim
from matgrad.core.expr import catalogue
from matgrad.errors import UnsupportedError

# How strongly Python's operators bind; `@` is kept apart from `*` so that 2 * (A @ x) is written
# with parentheses, which is faster than (2 * A) @ x.
ANY, ADD, MATMUL, DIV, MUL, NEG, POWER, ATOM = 0, 10, 20, 21, 22, 30, 40, 50
_PRECEDENCE: dict[type[ast.AST], int] = {
    ast.Add: ADD, ast.Sub: ADD, ast.MatMult: MATMUL, ast.Div: DIV, ast.Mult: MUL, ast.Pow: POWER,
    ast.UnaryOp: NEG, ast.Call: ATOM, ast.Attribute: ATOM, ast.Subscript: ATOM, ast.Name: ATOM,
    ast.Constant: ATOM,
}  # fmt: skip

Written = tuple[str, int]


def wrap(text: Text, *allowed: int) -> str:
    """The code, in parentheses unless it binds as tightly as a power or in an allowed way."""
    return text.code if text.binds >= POWER or text.binds in allowed else f"({text.code})"


def atom(text: Text) -> str:
    """The code as something that can be called, indexed or raised to a power."""
    return text.code if text.binds == ATOM else f"({text.code})"


# ---------------------------------------------------------------- operations with a place in it


def number(value: Fraction) -> Written:
    """A number as a literal where that is exact, else as a quotient."""
    if value.denominator == 1 and abs(value) < 1 << 53:
        code = str(value.numerator)
    else:
        try:
            near = float(value)
        except OverflowError:
            raise UnsupportedError("a number is too large for floating point") from None
        if value in (Fraction(near), Fraction(repr(near))) or value.denominator > 10**6:
            code = repr(near)
        else:
            return f"{value.numerator} / {value.denominator}", DIV
    return code, NEG if value < 0 else ATOM


def _add(program: Program, value: Value, parts: list[Text]) -> Written:
    (first_minus, *signs), (first, *rest) = value.data, parts
    code = f"-{wrap(first, MUL)}" if first_minus else wrap(first, MUL, DIV, MATMUL, NEG)
    for minus, term in zip(signs, rest, strict=True):
        code += f" {'-' if minus else '+'} {wrap(term, MUL, DIV, MATMUL)}"
    return code, ADD


def _mul(program: Program, value: Value, parts: list[Text]) -> Written:
    first, *rest = parts
    return " * ".join([wrap(first, MUL, NEG), *(wrap(part) for part in rest)]), MUL


def _div(program: Program, value: Value, parts: list[Text]) -> Written:
    top, below = parts
    return f"{wrap(top, MUL, NEG)} / {wrap(below)}", DIV


def _neg(program: Program, value: Value, parts: list[Text]) -> Written:
    return f"-{wrap(parts[0], MUL, DIV)}", NEG if parts[0].binds >= POWER else MUL


def _matmul(program: Program, value: Value, parts: list[Text]) -> Written:
    left, right = parts
    return f"{wrap(left, MATMUL)} @ {wrap(right)}", MATMUL


def _power(program: Program, value: Value, parts: list[Text]) -> Written:
    base, exponent = parts
    return f"{atom(base)} ** {atom(exponent)}", POWER


def _entry(program: Program, value: Value, parts: list[Text]) -> Written:
    index = ", ".join(":" if i is None else str(i) for i in value.data)
    return f"{atom(parts[0])}[{index}]", ATOM


def _full(program: Program, value: Value, parts: list[Text]) -> Written:
    constant, *lengths = parts
    sizes = ", ".join(part.code for part in lengths)
    shape = sizes if len(lengths) == 1 else f"({sizes})"
    named = {"1": "ones", "0": "zeros"}.get(constant.code)
    if named:
        return f"np.{named}({shape})", ATOM
    is_integer = value.args[0].op == "number" and value.args[0].data.denominator == 1
    return f"np.full({shape}, {constant.code}{'.0' if is_integer else ''})", ATOM


def _unit(program: Program, value: Value, parts: list[Text]) -> Written:
    return f"np.eye(1, {parts[0].code}, {value.data - 1})[0]", ATOM


def _unspecified(program: Program, value: Value, parts: list[Text]) -> Written:
    return f"{program.function_names[value.data]}({parts[0].code})", ATOM


def _size(program: Program, value: Value, parts: list[Text]) -> Written:
    return polynomial(value.data, program.size_names)


def polynomial(size: Dim, names: dict[str, str]) -> Written:
    """A size as code."""
    code = ""
    for monomial, coefficient in size.terms:
        factors = [str(abs(coefficient))] if abs(coefficient) != 1 or not monomial else []
        sign = "-" if coefficient < 0 else "+"
        term = " * ".join(factors + [names[name] for name in monomial])
        code += f" {sign} {term}" if code else f"-{term}" if coefficient < 0 else term
    return code or "0", ATOM if code.isidentifier() else MUL if len(size.terms) == 1 else ADD


def _call(template: str) -> Callable[[Program, Value, list[Text]], Written]:
    return lambda program, value, parts: (template.format(*(p.code for p in parts)), ATOM)


TABLE: dict[str, Callable[[Program, Value, list[Text]], Written]] = {
    "number": lambda program, value, parts: number(value.data),
    "size": _size,
    "eye": _call("np.eye({0})"),
    "full": _full,
    "unit": _unit,
    "flatten": _call("{0}.ravel()"),
    "as_row": lambda program, value, parts: (f"{atom(parts[0])}[None, :]", ATOM),
    "add": _add,
    "mul": _mul,
    "div": _div,
    "neg": _neg,
    "power": _power,
    "matmul": _matmul,
    "outer": _call("np.outer({0}, {1})"),
    "solve": _call("np.linalg.solve({0}, {1})"),
    "scale_rows": lambda program, value, parts: (
        f"{atom(parts[0])}[:, None] * {wrap(parts[1])}", MUL,
    ),
    "scale_columns": lambda program, value, parts: (
        f"{wrap(parts[0], MUL)} * {wrap(parts[1])}", MUL,
    ),
    "transpose": lambda program, value, parts: (f"{atom(parts[0])}.T", ATOM),
    "entry": _entry,
    "sum_axis": lambda program, value, parts: (f"np.sum({parts[0].code}, axis={value.data})", ATOM),
    "norm2": _call("np.linalg.norm({0})"),
    "normF": _call("np.linalg.norm({0})"),
    "unspecified": _unspecified,
}  # fmt: skip


# ---------------------------------------------------------------- operators' own code


def _code(value: Value) -> Any:
    code = catalogue[value.op].code.get("numpy")
    if code is None:
        raise UnsupportedError(f"operator {value.op!r} has no numpy code")
    return code


@cache
def _holes(template: str) -> tuple[int, dict[int, int], frozenset[int]]:
    """How a template binds, how often each argument occurs, and which stand inside a call."""
    tree = ast.parse(template.format(*(f"_{i}" for i in range(9))), mode="eval")
    counts: dict[int, int] = {}
    bare: set[int] = set()
    for parent in ast.walk(tree):
        inside = set(parent.args) if isinstance(parent, ast.Call) else set[ast.AST]()
        for child in ast.iter_child_nodes(parent):
            if isinstance(child, ast.Name) and child.id[:1] == "_":
                index = int(child.id[1:])
                counts[index] = counts.get(index, 0) + 1
                if child not in inside:
                    bare.add(index)
    return _binding(tree.body), counts, frozenset(bare)


def _binding(tree: ast.expr) -> int:
    kind = type(tree.op) if isinstance(tree, ast.BinOp) else type(tree)
    return _PRECEDENCE.get(kind, ANY)


def repeated(value: Value) -> frozenset[int]:
    """The arguments that occur more than once in the code of an operator."""
    if value.op in TABLE or not isinstance(template := _code(value), str):
        return frozenset()
    return frozenset(index for index, count in _holes(template)[1].items() if count > 1)


def _own_code(value: Value, parts: list[Text]) -> Written:
    code = _code(value)
    if isinstance(code, str):
        binds, _, bare = _holes(code)
        names = [atom(part) if i in bare else part.code for i, part in enumerate(parts)]
        return code.format(*names), binds
    written = code(value.node, [atom(part) for part in parts])
    return written, _binding(ast.parse(written, mode="eval").body)


# ---------------------------------------------------------------- the function


def write(program: Program) -> str:
    """The source of a module with one function."""

    def render(value: Value, parts: list[Text]) -> Written:
        special = TABLE.get(value.op)
        return special(program, value, parts) if special else _own_code(value, parts)

    lines = Lines(program, render, repeated, ATOM)
    codes = [lines.texts[value].code for value in program.results]
    body = [
        *_docstring(program),
        *_read_sizes(program),
        *(f"{line.name} = {line.code}{_comment(line.value)}" for line in lines.lines),
        f"return {_returned(program, codes)}" + _comment(*program.results),
    ]
    head = f"def {program.name}({_parameters(program)}):"
    function = "\n".join([head, *("    " + line if line else "" for line in body)])
    return "\n\n\n".join([*_header(program), function]) + "\n"


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


# ---------------------------------------------------------------- what stands above it

ADJUGATE = '''\
def adjugate(A):
    """The transposed matrix of cofactors, also where A is singular."""
    U, s, Vt = np.linalg.svd(A)
    others = np.array([np.prod(np.delete(s, i)) for i in range(len(s))])
    return np.linalg.det(U) * np.linalg.det(Vt) * (Vt.T * others) @ U.T'''

IMPORTS = {"special.": "from scipy import special"}
HELPERS = {"adjugate(": ADJUGATE}


def _header(program: Program) -> list[str]:
    own = {v.op: v for v in program.values if v.op not in TABLE and v.op != "symbol"}
    templates = [code for value in own.values() if isinstance(code := _code(value), str)]

    def needed(table: dict[str, str]) -> list[str]:
        return [text for mark, text in table.items() if any(mark in t for t in templates)]

    return ["\n".join(["import numpy as np", *needed(IMPORTS)]), *needed(HELPERS)]
