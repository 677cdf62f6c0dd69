"""NumPy: results computed in arrays that the caller has, as far as its functions take them.

What a result is computed from may be there already: of 2 * (A @ B) the product comes first, then
it is doubled in its place.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from matgrad.codegen.plan.operations import ENTRYWISE
from matgrad.codegen.plan.program import Program
from matgrad.codegen.plan.values import Value
from matgrad.codegen.write.function import Placed, write
from matgrad.codegen.write.gains import prepared
from matgrad.codegen.write.libraries import dialect_of
from matgrad.codegen.write.lines import Lines, Text
from matgrad.codegen.write.python import ATOM
from matgrad.codegen.write.table import ROWS

# NumPy's functions that do what an operator does, and take the array it goes into.
_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "np.add",
    ast.Sub: "np.subtract",
    ast.Mult: "np.multiply",
    ast.Div: "np.divide",
    ast.MatMult: "np.matmul",
    ast.Pow: "np.power",
}
_POWERS = {"2": "np.square", "-1": "np.reciprocal", "0.5": "np.sqrt"}
_MIXING = frozenset({"np.matmul", "np.outer", "np.einsum"})  # an entry of these needs many
_FUNCTIONS = _MIXING | {
    found
    for op in ENTRYWISE
    for found in re.findall(r"np\.\w+(?=\()", str(ROWS[op].get("numpy", "")))
}


def source_into(program: Program) -> str:
    """NumPy's code for a program that returns nothing and writes its results into out1, out2, …"""
    return write(dialect_of(program), prepared("numpy", program), _placed)


# ---------------------------------------------------------------- one expression


class _Operation(NamedTuple):
    """A function that takes the array its result goes into, and what it is applied to."""

    function: str
    operands: list[ast.expr]

    def into(self, out: str, code: str, there: ast.expr | None = None) -> str:
        """The call; `there` is an operand that is in the array already."""
        shown = [out if each is there else _segment(code, each) for each in self.operands]
        return f"{self.function}({', '.join(shown)}, out={out})"


def _operation(tree: ast.expr) -> _Operation | None:
    """An expression as such a function, if its outermost part is one."""
    match tree:
        case ast.BinOp(left, ast.Pow(), right) if ast.unparse(right) in _POWERS:
            return _Operation(_POWERS[ast.unparse(right)], [left])
        case ast.BinOp(left, operator, right) if type(operator) in _OPERATORS:
            return _Operation(_OPERATORS[type(operator)], [left, right])
        case ast.UnaryOp(ast.USub(), operand):
            return _Operation("np.negative", [operand])
        case ast.Call(ast.Name("unbuffered"), [operation, *operands]):
            return _Operation(ast.unparse(operation), operands)
        case ast.Call(function, operands, []) if ast.unparse(function) in _FUNCTIONS:
            return _Operation(ast.unparse(function), operands)
        case _:
            return None


def _segment(code: str, part: ast.expr) -> str:
    return ast.get_source_segment(code, part) or ""


def _parsed(code: str) -> ast.expr:
    return ast.parse(code, mode="eval").body


def put(out: str, code: str) -> str:
    """The statement that puts the value of an expression into an array, without a copy if it can.

    >>> put("out", "2 * (A @ x)")
    'np.multiply(2, A @ x, out=out)'
    >>> put("out", "unbuffered(np.multiply, v[:, None], B, out=B)")
    'np.multiply(v[:, None], B, out=out)'
    >>> put("out", "A.T")
    'out[...] = A.T'
    """
    operation = _operation(_parsed(code))
    return operation.into(out, code) if operation else f"{out}[...] = {code}"


def changed(out: str, code: str) -> list[str]:
    """The statements that make of an array what an expression says; [] if entries get mixed.

    >>> changed("out", "1 - np.tanh(out) * c")
    ['np.tanh(out, out=out)', 'np.multiply(out, c, out=out)', 'np.subtract(1, out, out=out)']
    >>> changed("out", "A @ out")
    []
    """
    tree = _parsed(code)
    found: list[str] = []
    while ast.unparse(tree) != out:
        operation = _operation(tree)
        if operation is None or operation.function in _MIXING:
            return []
        holding = [
            each
            for each in operation.operands
            if any(isinstance(n, ast.expr) and ast.unparse(n) == out for n in ast.walk(each))
        ]
        if len(holding) != 1:
            return []
        found.append(operation.into(out, code, holding[0]))
        tree = holding[0]
    return found[::-1]


# ---------------------------------------------------------------- all results of a program


class _Step(NamedTuple):
    """A value that is computed in an array, how that is written, and the statements that do it."""

    value: Value
    there: str
    statements: list[str]


def _placed(lines: Lines, results: Sequence[Value], outs: Sequence[str]) -> Placed:
    """The statements that compute results in arrays, in place of lines and after them."""
    found = Placed({}, [])
    codes = {line.value: line.code for line in lines.lines}
    for value, out in zip(results, outs, strict=True):
        shown = lines.texts[value].code
        way = [] if value in found.lines else _way(lines, codes, value, out)
        statements: list[str] = []
        for step in way:
            statements += step.statements
            if step.value in codes:
                found.lines[step.value] = statements
                statements = []
        if way and value in codes:
            found.lines[value].append(f"{shown} = {out}")  # others may use it
        found.last.extend(statements if way else [f"{out}[...] = {shown}"])
    return found


def _way(lines: Lines, codes: Mapping[Value, str], value: Value, out: str) -> list[_Step]:
    """What is computed in an array, up to the result; [] if that has to be copied there."""
    way = [_Step(value, out, [])]
    while found := _inner(lines, codes, *way[-1][:2]):
        inner, way[-1] = found
        way.append(inner)
    while way:
        value, there, _ = way.pop()
        code = _code(lines, codes, value)
        if operation := _operation(_parsed(code)):
            return [_Step(value, there, [operation.into(there, code)]), *reversed(way)]
    return []


def _inner(
    lines: Lines, codes: Mapping[Value, str], value: Value, there: str
) -> tuple[_Step, _Step] | None:
    """What can be computed where a value is to be, and the value made of it in that place."""
    for arg in value.args if value.axes else ():
        if arg.op == "symbol" or not lines.is_only_for(arg, value):
            continue
        if value.op == "transpose":
            turned = there.removesuffix(".T") if there.endswith(".T") else f"{there}.T"
            return _Step(arg, turned, []), _Step(value, there, [])
        if arg.axes != value.axes:
            continue
        statements = changed(there, lines.code_with(value, arg, Text(there, ATOM)))
        if statements and (arg.op == "transpose" or _operation(_parsed(_code(lines, codes, arg)))):
            return _Step(arg, there, []), _Step(value, there, statements)
    return None


def _code(lines: Lines, codes: Mapping[Value, str], value: Value) -> str:
    return codes.get(value, lines.texts[value].code)
