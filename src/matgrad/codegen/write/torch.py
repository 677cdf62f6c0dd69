"""PyTorch: how each operation on tensors is written."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from matgrad.codegen.helpers import helpers
from matgrad.codegen.plan.program import PASSED, Program
from matgrad.codegen.plan.values import Value
from matgrad.codegen.write import numpy, placing
from matgrad.codegen.write.function import Dialect, write
from matgrad.codegen.write.gains import prepared
from matgrad.codegen.write.lines import Text
from matgrad.codegen.write.python import (
    ARITHMETIC,
    ATOM,
    MUL,
    Writer,
    Written,
    atom,
    bound,
    by_rows,
    either,
    filled_with,
    is_beside,
    number,
    of_matrix,
    spread,
)

# ---------------------------------------------------------------- sums over indices

# PyTorch: sums over indices, as products of entries or of matrices where they are that.


def einsum(program: Program, value: Value, parts: list[Text]) -> Written | str:
    """A sum over indices; where nothing is summed a product of entries, which is faster."""
    given, shown = value.data.split("->")
    words = given.split(",")
    if any(len({*word}) < len(word) or not {*word} <= {*shown} for word in words):
        return f"torch.einsum({value.data!r}, {{all}})"
    codes: list[str] = []
    for word, part in zip(words, parts, strict=True):
        order = sorted(word, key=shown.index)
        array = _permuted(part, [word.index(letter) for letter in order])
        codes.append(spread(array, "".join(order), shown))
    return " * ".join(codes), MUL


def _permuted(array: Text, axes: Sequence[int]) -> Text:
    if [*axes] == sorted(axes):
        return array
    return Text(f"{atom(array)}.permute({', '.join(map(str, axes))})", ATOM)


def pair_sums(program: Program, value: Value, parts: list[Text]) -> Written:
    """The sum of X[e, a] X[e, c] M[e, …], with the axes of M and of the result in their places."""
    X, M = parts
    at, there = value.data
    given = f"pair_sums({X.code}, {_permuted(M, at).code})"
    return _permuted(Text(given, ATOM), there).code, ATOM


# ---------------------------------------------------------------- sums with products

# PyTorch: sums with products of matrices, which its BLAS adds up without a copy.


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


def scale_rows(program: Program, value: Value, parts: list[Text]) -> Written | str:
    """Rows times numbers; in place where the matrix is made here, of the same numbers.

    Of the same, so that under torch.vmap both have samples or none has.
    """
    p, A = value.args
    made = A.op in _FRESH and A.axes == value.axes and not parts[1].code.isidentifier()
    if made and _within(p, A):
        return "{1}.mul_({0}[:, None])"
    plain = numpy.TABLE["scale_rows"]
    assert not isinstance(plain, str)
    return plain(program, value, parts)


def _within(part: Value, whole: Value, depth: int = 3) -> bool:
    """Is a value computed from another in a few steps?"""
    level = {whole}
    for _ in range(depth):
        level = {arg for value in level for arg in value.args}
        if part in level:
            return True
    return False


# ---------------------------------------------------------------- the table


def like(program: Program) -> str:
    """A tensor whose precision and device new tensors take; "" if no input is one."""
    shaped = [given.name for given in program.inputs if not given.shape.is_scalar]
    return next(iter(shaped or [given.name for given in program.inputs]), "")


def _number(program: Program, code: str) -> str:
    model = like(program)
    return f"{model}.new_tensor({code})" if model else f"torch.tensor({code}, dtype=torch.float64)"


def _own(program: Program) -> dict[str, str]:
    """How arrays are made like the inputs: in their precision, and on their device."""
    model = like(program)
    return {
        "new": f"{model}.new_" if model else "torch.",
        "like": model or "torch.float64",
        "kind": f", dtype={model}.dtype, device={model}.device" if model else "",
        "device": f", device={model}.device" if model else "",
    }


def _reshape(program: Program, value: Value, parts: list[Text]) -> str:
    of = value.args[0]  # 2 has no method
    number = float(of.data) if of.op == "number" else None
    return "{0}.reshape({sizes})" if number is None else f"{{new}}full(({{sizes}},), {number!r})"


def _equations(plain: str, more: str = "") -> Writer:
    """Equations, which have matrices on the right; `more` is for what is turned, or lower."""

    def write_equations(program: Program, value: Value, parts: list[Text]) -> str:
        template = more if value.data else plain
        if value.is_vector:
            template = template.replace("{1}", "{1}[:, None]") + "[:, 0]"
        return template

    return write_equations


def _sized(program: Program, code: str) -> str:
    """A constant matrix in the precision of the inputs."""
    return f"{code}.to({like(program)})" if like(program) else code


_ONE = "(torch.arange({0}{device}) == {place}).to({like})"  # in one place of a vector
SHARED = ("flatten as_row as_column scale_columns entry matmul"
          " number size mul div neg power").split()  # fmt: skip
TABLE: dict[str, Writer | str] = {
    **{name: numpy.TABLE[name] for name in (*SHARED, *PASSED)},
    "max": bound("torch.clamp", "min", "torch.maximum"),
    "min": bound("torch.clamp", "max", "torch.minimum"),
    "sum_axis": "torch.sum({0}, {data})",
    "others": "others({0})",
    "all_but_two": "all_but_two({0})",
    "vdot": "torch.dot({0}.ravel(), {1}.ravel())",
    # Of all entries: those of a matrix stand in one row for as long as it takes.
    "softmax": either(
        of_matrix, "torch.softmax({0}.reshape(-1), 0).reshape({0}.shape)", "torch.softmax({0}, 0)"
    ),
    "solve": "torch.linalg.solve({0}, {1})",
    "matrix_power": "torch.linalg.matrix_power({0}, {data})",
    "outer": "torch.outer({0}, {1})",
    "einsum": einsum,
    "pair_sums": pair_sums,
    "by_rows": lambda program, value, parts: by_rows(DIALECT.written, program, value, parts),
    "gram": "gram({0})",
    "scaled_gram": "gram({0}, {1})",
    "add_diagonal": "add_diagonal({0}, {1})",
    "outer_array": numpy.spread_product,
    "identity_blocks": "identity_blocks({0}, {1})",
    "cholesky": "torch.linalg.cholesky({0})",
    "inverse_spd": "torch.cholesky_inverse({0}).T",  # of which LAPACK gives the columns
    "solve_spd": _equations("torch.cholesky_solve({1}, {0})"),
    "lu": "torch.linalg.lu_factor({0})",
    "solve_lu": _equations(
        "torch.linalg.lu_solve(*{0}, {1})", "torch.linalg.lu_solve(*{0}, {1}, adjoint=True)"
    ),
    "inverse_lu": "inverse_lu({0})",
    "det_lu": "det_lu({0})",
    "logdet_lu": "logdet_lu({0})",
    "solve_triangular": _equations(
        "torch.linalg.solve_triangular({0}, {1}, upper=True)",
        "torch.linalg.solve_triangular({0}, {1}, upper=False)",
    ),
    "logdet_spd": "2 * torch.sum(torch.log(torch.diagonal({0})))",
    "add": add,
    "scale_rows": scale_rows,
    "constant": "math.{data}",
    "full": lambda program, value, parts: filled_with(
        parts, "{new}ones({sizes})", "{new}zeros({sizes})", "{new}ones({sizes}) * {0}"
    ),
    "eye": "torch.eye({0}{kind})",
    "unit": _ONE,
    "units": numpy.columns(_ONE, "torch.eye({0}{kind})"),
    "placed": placing.one_by_one("torch.nn.functional.pad({code}, ({back}))"),
    "diagonals": placing.banded("({}, {})"),
    "cumsum": placing.CUMSUM["torch"],
    "join": either(is_beside, "torch.cat(({all}), 1)", "torch.cat(({all}))"),
    "stacked": "torch.stack(({all}))",
    "block": numpy.rows_of(
        "torch.cat(({},), 1)", "torch.cat(({},))", vector="torch.atleast_2d({})"
    ),
    "as_vector": "{0}.reshape(-1)",
    "reshape": _reshape,
    "tensor": either(
        of_matrix,
        "{0}.T.reshape({back}).permute({axes})",
        "{0}.reshape({back}).permute({axes})",
    ),
}

DIALECT = Dialect(
    name="torch",
    table=TABLE,
    head="import torch",
    frees=True,
    imports={"math.": "import math"},
    helpers={m: text.replace("np.", "torch.") for m, text in helpers("numpy.txt").items()}
    | helpers("torch.txt"),
    static={name: f"math.{name}({{0}})" for name in "sqrt exp log sin cos tan tanh".split()},
    lifted=_number,
    sized=_sized,
    own=_own,
)


def source(program: Program) -> str:
    """A program as a PyTorch function."""
    return write(DIALECT, prepared("torch", program))
