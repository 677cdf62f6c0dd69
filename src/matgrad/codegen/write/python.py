"""Python expressions: what binds how strongly, and what all Python targets share."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from matgrad.codegen.plan.program import Program, Reading
from matgrad.codegen.plan.values import Value
from matgrad.codegen.write.lines import Text
from matgrad.core.dims import Dim
from matgrad.core.expr import catalogue
from matgrad.errors import LimitError, UnsupportedError

# How strongly Python's operators bind; `@` is kept apart from `*` so that 2 * (A @ x) is written
# with parentheses, which is faster than (2 * A) @ x.
ANY, ADD, MATMUL, DIV, MUL, NEG, POWER, ATOM = 0, 10, 20, 21, 22, 30, 40, 50
_PRECEDENCE: dict[type[ast.AST], int] = {
    ast.Add: ADD, ast.Sub: ADD, ast.MatMult: MATMUL, ast.Div: DIV, ast.Mult: MUL, ast.Pow: POWER,
    ast.UnaryOp: NEG, ast.Call: ATOM, ast.Attribute: ATOM, ast.Subscript: ATOM, ast.Name: ATOM,
    ast.Constant: ATOM,
}  # fmt: skip

Written = tuple[str, int]
Own = Mapping[str, str]  # what holes with names stand for in one program
Writer = Callable[[Program, Value, list[Text]], Written | str]  # the code, or a template of it


def wrap(text: Text, *allowed: int) -> str:
    """The code, in parentheses unless it binds as tightly as a power or in an allowed way."""
    return text.code if text.binds >= POWER or text.binds in allowed else f"({text.code})"


def atom(text: Text) -> str:
    """The code as something that can be called, indexed or raised to a power."""
    return text.code if text.binds == ATOM else f"({text.code})"


# ---------------------------------------------------------------- arithmetic


def number(value: Fraction) -> Written:
    """A number as a literal where that is exact, else as a quotient."""
    if value.denominator == 1 and abs(value) < 1 << 53:
        code = str(value.numerator)
    else:
        try:
            near = float(value)
        except OverflowError:
            raise LimitError("a number is too large for floating point") from None
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


def _power(program: Program, value: Value, parts: list[Text]) -> Written:
    base, exponent = parts
    return f"{atom(base)} ** {atom(exponent)}", POWER


def polynomial(size: Dim, names: dict[str, str], quotient: str = "//") -> Written:
    """A size as code; `quotient` is the sign for a division of integers that leaves no rest."""
    code = ""
    for monomial, coefficient in (size * size.denominator).terms:
        factors = [str(abs(coefficient))] if abs(coefficient) != 1 or not monomial else []
        sign = "-" if coefficient < 0 else "+"
        term = " * ".join(factors + [names[name] for name in monomial])
        code += f" {sign} {term}" if code else f"-{term}" if coefficient < 0 else term
    if size.denominator != 1:
        return f"({code}) {quotient} {size.denominator}", MUL
    return code or "0", ATOM if code.isidentifier() else MUL if len(size.terms) == 1 else ADD


def size(quotient: str) -> Writer:
    """A size, with the sign for a quotient of integers."""
    return lambda program, value, parts: polynomial(value.data, program.size_names, quotient)


ARITHMETIC: Mapping[str, Callable[[Program, Value, list[Text]], Written]] = {
    "number": lambda program, value, parts: number(value.data),
    "add": _add,
    "mul": _mul,
    "div": _div,
    "neg": _neg,
    "power": _power,
}


# ---------------------------------------------------------------- operators' own code


def no_code(op: str, target: str) -> UnsupportedError:
    """The error for an operator that a target lacks: why, or what it is by another name."""
    doc = catalogue[op].doc.partition(";")[0] if op in catalogue else ""
    why = catalogue[op].holes.get(target) if op in catalogue else None
    hint = why or (f"{op} is the {doc.removeprefix('the ')}" if doc else None)
    return UnsupportedError(f"operator {op!r} has no {target} code", hint=hint)


@lru_cache(4096)
def _holes(template: str) -> tuple[int, dict[int, int], frozenset[int]]:
    """How a template binds, how often each argument occurs, and which stand beside an operator."""
    tree = ast.parse(template.format(*(f"_{i}" for i in range(9))), mode="eval")
    counts: dict[int, int] = {}
    bare: set[int] = set()
    for parent in ast.walk(tree):
        apart = _apart(parent)
        for child in ast.iter_child_nodes(parent):
            if isinstance(child, ast.Name) and child.id[:1] == "_":
                index = int(child.id[1:])
                counts[index] = counts.get(index, 0) + 1
                if child not in apart:
                    bare.add(index)
    return _binding(tree.body), counts, frozenset(bare)


def _apart(parent: ast.AST) -> Sequence[ast.AST | None]:
    """The parts of some code that need no parentheses, such as the arguments of a call."""
    match parent:
        case ast.Call(args=parts) | ast.Compare(comparators=parts):
            return parts
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return parts
        case ast.keyword(value=part) | ast.Subscript(slice=part):
            return [part]
        case ast.Slice(lower, upper):
            return [lower, upper]
        case _:
            return []


def _binding(tree: ast.expr) -> int:
    kind = type(tree.op) if isinstance(tree, ast.BinOp) else type(tree)
    return _PRECEDENCE.get(kind, ANY)


@lru_cache(4096)
def repeated(code: Any) -> frozenset[int]:
    """The arguments that occur more than once in the code of an operator."""
    if not isinstance(code, str):
        return frozenset()
    return frozenset(i for i in range(9) if code.count(f"{{{i}}}") > 1)


_NAMED = re.compile(r"\{([a-z]+)\}")


def named(program: Program, value: Value, template: str, own: Callable[[], Own]) -> str:
    """A template whose holes with names are filled, by `own` or from what is known of a value.

    {all} are all arguments, {sizes} those after the first, {shape}, {tuple} and {column} these
    as a shape, {back} these from the last on, {rest} those after the second; {data} is what the
    value says, {place} this from 0, {next} one more; {start} is the second argument but for 0, and
    {function} a function that the program is given.
    """
    if not _NAMED.search(template):
        return template
    every = [f"{{{i}}}" for i in range(len(value.args))]
    sizes, is_one = ", ".join(every[1:]), len(every) == 2
    known: dict[str, Any] = {
        "all": ", ".join(every),
        "rest": ", ".join(every[2:]),
        "sizes": sizes,
        "shape": sizes if is_one else f"({sizes})",
        "tuple": f"({sizes},)" if is_one else f"({sizes})",
        "column": f"{sizes}, 1" if is_one else sizes,
        "back": ", ".join(every[:0:-1]),
        "axes": ", ".join(map(str, reversed(range(len(every) - 1)))),
        "data": value.data,
        "place": value.data - 1 if value.op == "unit" else "{1}",
        "next": value.data + 1 if isinstance(value.data, int) else "",
        "start": "" if len(every) > 1 and _is_zero(value.args[1]) else "{1}",
        "function": program.function_names.get(value.data, ""),
    }
    # A program may have many inputs, so these are not looked at without need.
    return _NAMED.sub(
        lambda found: str(known[found[1]] if found[1] in known else own()[found[1]]), template
    )


def _is_zero(value: Value) -> bool:
    return value.op == "number" and not value.data


def fill(template: str, parts: list[Text]) -> Written:
    """The code of an operation with its arguments in place, in parentheses where they need them."""
    binds, _, bare = _holes(template)
    names = [atom(part) if i in bare else part.code for i, part in enumerate(parts)]
    return template.format(*names), binds


# ---------------------------------------------------------------- sizes

# Sizes read off the shapes of arrays, in targets that are written in Python.


def read_sizes(program: Program) -> list[str]:
    """Lines that read sizes off the shapes of arrays."""
    lines: list[str] = []
    names = program.size_names
    for axis, reading in program.read:
        source = f"{program.inputs[axis.source].name}.shape[{axis.axis}]"
        lines.append(f"{names[reading.name]} = {_solved(source, reading, names)}")
    return lines


def used(assignments: Sequence[str], codes: Sequence[str]) -> list[str]:
    """Without the sizes that no code mentions."""
    words = set(re.findall(r"\w+", "\n".join(codes)))
    kept: list[str] = []
    for line in reversed(assignments):
        name, _, code = line.partition(" = ")
        if name in words:
            words |= set(re.findall(r"\w+", code))
            kept.append(line)
    return kept[::-1]


def _solved(source: str, reading: Reading, names: dict[str, str]) -> str:
    rest, rest_binds = polynomial(reading.rest, names)
    factor, factor_binds = polynomial(reading.factor, names)
    code = source
    if rest != "0":
        plus = rest[0] == "-" and rest[1:].isdigit()
        code = f"{source} - {rest if rest_binds > ADD else f'({rest})'}"
        code = f"{source} + {rest[1:]}" if plus else code
    if factor == "1":
        return code
    top = code if rest == "0" else f"({code})"
    return f"{top} // {factor if factor_binds == ATOM or factor.isdigit() else f'({factor})'}"
