"""PyTorch: sums with products of matrices, which its BLAS adds up without a copy."""

from __future__ import annotations

import ast
from fractions import Fraction
from typing import NamedTuple

from matgrad.codegen.lines import Text
from matgrad.codegen.program import Program
from matgrad.codegen.targets.numpy import TABLE
from matgrad.codegen.targets.python import ARITHMETIC, ATOM, Written, atom, number
from matgrad.codegen.values import Value


class Product(NamedTuple):
    """A multiple of a product that stands inside a sum: the function that adds it, and its code."""

    function: str
    factors: str
    multiple: str


def add(program: Program, value: Value, parts: list[Text]) -> Written:
    """A sum; the last product of matrices or of a column and a row in it is added in place."""
    plain = ARITHMETIC["add"]
    if not value.is_matrix:
        return plain(program, value, parts)
    for place in reversed(range(len(parts))):
        rest = [i for i in range(len(parts)) if i != place]
        found = _product(value.args[place], parts[place], value.data[place])
        if found is None or not any(value.args[i].is_matrix for i in rest):
            continue
        start = parts[rest[0]].code
        beta = len(rest) == 1 and value.data[rest[0]]
        if len(rest) > 1:
            others = tuple(value.data[i] for i in rest)
            args = tuple(value.args[i] for i in rest)
            whole = Value("add", args, others, value.axes)
            start, _ = plain(program, whole, [parts[i] for i in rest])
        scales = ", beta=-1" * beta + f", alpha={found.multiple}" * (found.multiple != "1")
        return f"torch.{found.function}({start}, {found.factors}{scales})", ATOM
    return plain(program, value, parts)


def _product(value: Value, text: Text, minus: bool) -> Product | None:
    """The product that a term is, unless it has a name or is a number in every entry."""
    if not value.is_matrix:
        return None
    multiple = Fraction(-1 if minus else 1)
    code = text.code
    tree = ast.parse(code, mode="eval").body
    if value.op == "mul" and len(value.args) == 2 and value.args[0].op == "number":
        multiple *= value.args[0].data
        value = value.args[1]
        if not isinstance(tree, ast.BinOp):
            return None
        tree = tree.right
    if value.op == "matmul" and isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.MatMult):
        factors = [tree.left, tree.right]
    elif value.op == "outer" and isinstance(tree, ast.Call):
        factors = tree.args
    else:
        return None
    shown = ", ".join(ast.get_source_segment(code, factor) or "" for factor in factors)
    function = "addmm" if value.op == "matmul" else "addr"
    return Product(function, shown, number(multiple)[0])


_FRESH = frozenset({"add", "mul", "scale_rows", "scale_columns"})  # autograd does not keep these


def scale_rows(program: Program, value: Value, parts: list[Text]) -> Written:
    """Rows times numbers; in place where the matrix is made here, of the same numbers.

    Of the same, so that under torch.vmap both have samples or none has.
    """
    p, A = value.args
    made = A.op in _FRESH and A.axes == value.axes and not parts[1].code.isidentifier()
    if not (made and _within(p, A)):
        plain = TABLE["scale_rows"]
        assert not isinstance(plain, str)
        return plain(program, value, parts)
    return f"{atom(parts[1])}.mul_({atom(parts[0])}[:, None])", ATOM


def _within(part: Value, whole: Value, depth: int = 3) -> bool:
    """Is a value computed from another in a few steps?"""
    level = {whole}
    for _ in range(depth):
        level = {arg for value in level for arg in value.args}
        if part in level:
            return True
    return False
