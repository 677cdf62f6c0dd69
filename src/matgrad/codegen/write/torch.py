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
    number,
    spread,
    stack,
)

# ---------------------------------------------------------------- equations

# Equations in PyTorch, by factors that are there, or with a triangular matrix.


def solve_spd(program: Program, value: Value, parts: list[Text]) -> Written:
    """The solution by a Cholesky factor; equations of PyTorch have matrices on the right."""
    L, b = parts
    if value.is_vector:
        return f"torch.cholesky_solve({atom(b)}[:, None], {L.code})[:, 0]", ATOM
    return f"torch.cholesky_solve({b.code}, {L.code})", ATOM


def solve_lu(program: Program, value: Value, parts: list[Text]) -> Written:
    """The solution by LU factors, those of the transposed matrix too."""
    factors, b = parts
    turned = ", adjoint=True" if value.data else ""
    if value.is_vector:
        return f"torch.linalg.lu_solve(*{factors.code}, {atom(b)}[:, None]{turned})[:, 0]", ATOM
    return f"torch.linalg.lu_solve(*{factors.code}, {b.code}{turned})", ATOM


def solve_triangular(program: Program, value: Value, parts: list[Text]) -> Written:
    """The solution with a triangular matrix."""
    A, b = parts
    kind = f"upper={not value.data}"
    if value.is_vector:
        return f"torch.linalg.solve_triangular({A.code}, {atom(b)}[:, None], {kind})[:, 0]", ATOM
    return f"torch.linalg.solve_triangular({A.code}, {b.code}, {kind})", ATOM


# ---------------------------------------------------------------- sums over indices

# PyTorch: sums over indices, as products of entries or of matrices where they are that.


def einsum(program: Program, value: Value, parts: list[Text]) -> Written:
    """A sum over indices; where nothing is summed a product of entries, which is faster."""
    given, shown = value.data.split("->")
    words = given.split(",")
    if any(len({*word}) < len(word) or not {*word} <= {*shown} for word in words):
        return f"torch.einsum({value.data!r}, {', '.join(part.code for part in parts)})", ATOM
    pairs = zip(words, parts, strict=True)
    return " * ".join(spread(*_turned(word, part, shown), shown) for word, part in pairs), MUL


def _turned(word: str, array: Text, shown: str) -> tuple[Text, str]:
    """An array with its axes in the order of the result."""
    order = sorted(word, key=shown.index)
    return _permuted(array, [word.index(letter) for letter in order]), "".join(order)


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


def scale_rows(program: Program, value: Value, parts: list[Text]) -> Written:
    """Rows times numbers; in place where the matrix is made here, of the same numbers.

    Of the same, so that under torch.vmap both have samples or none has.
    """
    p, A = value.args
    made = A.op in _FRESH and A.axes == value.axes and not parts[1].code.isidentifier()
    if not (made and _within(p, A)):
        plain = numpy.TABLE["scale_rows"]
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


# ---------------------------------------------------------------- the table


def like(program: Program) -> str:
    """A tensor whose precision and device new tensors take; "" if no input is one."""
    shaped = [given.name for given in program.inputs if not given.shape.is_scalar]
    return next(iter(shaped or [given.name for given in program.inputs]), "")


def _new(name: str, program: Program, arguments: str) -> Written:
    model = like(program)
    return f"{model}.new_{name}({arguments})" if model else f"torch.{name}({arguments})", ATOM


def _number(program: Program, code: str) -> str:
    model = like(program)
    return f"{model}.new_tensor({code})" if model else f"torch.tensor({code}, dtype=torch.float64)"


def _full(program: Program, value: Value, parts: list[Text]) -> Written:
    constant, *lengths = parts
    sizes = ", ".join(part.code for part in lengths)
    named = {"1": "ones", "0": "zeros"}.get(constant.code)
    if named:
        return _new(named, program, sizes)
    filler, _ = _new("ones", program, sizes)
    return f"{filler} * {atom(constant)}", 22


def _eye(program: Program, value: Value, parts: list[Text]) -> Written:
    model = like(program)
    place = f", dtype={model}.dtype, device={model}.device" if model else ""
    return f"torch.eye({parts[0].code}{place})", ATOM


def _unit(program: Program, value: Value, parts: list[Text]) -> Written:
    return _one(program, parts[0].code, str(value.data - 1)), ATOM


def _one(program: Program, size: str, place: str) -> str:
    """A vector with a one in one place."""
    model = like(program)
    device = f", device={model}.device" if model else ""
    return f"(torch.arange({size}{device}) == {place}).to({model or 'torch.float64'})"


def _units(program: Program, value: Value, parts: list[Text]) -> Written:
    if value.data:
        return _one(program, parts[0].code, parts[1].code), ATOM
    code, _ = numpy.units(program, value, parts)
    return code.replace(
        numpy.identity(program, parts[0].code), _eye(program, value, parts)[0]
    ), ATOM


def _join(program: Program, value: Value, parts: list[Text]) -> Written:
    inside = ", ".join(part.code for part in parts)
    axis = ", 1" if value.data and value.args[0].is_matrix else ""
    return f"torch.cat(({inside}){axis})", ATOM


def _block(program: Program, value: Value, parts: list[Text]) -> Written:
    pairs = zip(value.args, parts, strict=True)
    rest = iter(p.code if arg.is_matrix else f"torch.atleast_2d({p.code})" for arg, p in pairs)
    rows = [", ".join(next(rest) for _ in range(length)) for length in value.data]
    joined = ", ".join(f"torch.cat(({row},), 1)" for row in rows)
    return f"torch.cat(({joined},))", ATOM


def _reshape(program: Program, value: Value, parts: list[Text]) -> Written:
    array, *lengths = parts
    sizes = ", ".join(part.code for part in lengths)
    if value.args[0].op == "number":  # 2 has no method
        return _new("full", program, f"({sizes},), {float(value.args[0].data)!r}")
    return f"{atom(array)}.reshape({sizes})", ATOM


def _tensor(program: Program, value: Value, parts: list[Text]) -> Written:
    array, *lengths = parts
    turned = f"{atom(array)}.T" if value.args[0].is_matrix else atom(array)
    sizes = ", ".join(part.code for part in reversed(lengths))
    axes = ", ".join(map(str, reversed(range(len(lengths)))))
    return f"{turned}.reshape({sizes}).permute({axes})", ATOM


def _sum_axis(program: Program, value: Value, parts: list[Text]) -> Written:
    return f"torch.sum({parts[0].code}, {value.data})", ATOM


def _softmax(program: Program, value: Value, parts: list[Text]) -> Written:
    """Of all entries: those of a matrix stand in one row for as long as it takes."""
    x = atom(parts[0])
    if not value.args[0].is_matrix:
        return f"torch.softmax({x}, 0)", ATOM
    return f"torch.softmax({x}.reshape(-1), 0).reshape({x}.shape)", ATOM


def _by_rows(program: Program, value: Value, parts: list[Text]) -> Written:
    return by_rows(DIALECT.code, program, value, parts)


def _matrix_power(program: Program, value: Value, parts: list[Text]) -> Written:
    return f"torch.linalg.matrix_power({parts[0].code}, {value.data})", ATOM


def _sized(program: Program, code: str) -> str:
    """A constant matrix in the precision of the inputs."""
    model = like(program)
    return f"{code}.to({model})" if model else code


MATRICES = {
    "max": bound("torch.clamp", "min", "torch.maximum"),
    "min": bound("torch.clamp", "max", "torch.minimum"),
    "sum_axis": _sum_axis,
    "others": "others({0})",
    "all_but_two": "all_but_two({0})",
    "vdot": "torch.dot({0}.ravel(), {1}.ravel())",
    "softmax": _softmax,
    "solve": "torch.linalg.solve({0}, {1})",
    "matrix_power": _matrix_power,
    "outer": "torch.outer({0}, {1})",
    "einsum": einsum,
    "pair_sums": pair_sums,
    "by_rows": _by_rows,
    "gram": "gram({0})",
    "scaled_gram": "gram({0}, {1})",
    "add_diagonal": "add_diagonal({0}, {1})",
    "outer_array": numpy.spread_product,
    "identity_blocks": "identity_blocks({0}, {1})",
    "cholesky": "torch.linalg.cholesky({0})",
    "inverse_spd": "torch.cholesky_inverse({0}).T",  # of which LAPACK gives the columns
    "solve_spd": solve_spd,
    "lu": "torch.linalg.lu_factor({0})",
    "solve_lu": solve_lu,
    "inverse_lu": "inverse_lu({0})",
    "det_lu": "det_lu({0})",
    "logdet_lu": "logdet_lu({0})",
    "solve_triangular": solve_triangular,
    "logdet_spd": "2 * torch.sum(torch.log(torch.diagonal({0})))",
}
SHARED = ("flatten as_row as_column scale_columns entry matmul"
          " number size mul div neg power").split()  # fmt: skip
TABLE: dict[str, Writer | str] = {
    **{name: numpy.TABLE[name] for name in (*SHARED, *PASSED)},
    **MATRICES,
    "add": add,
    "scale_rows": scale_rows,
    "constant": lambda program, value, parts: (f"math.{value.data}", ATOM),
    "full": _full,
    "eye": _eye,
    "unit": _unit,
    "units": _units,
    "placed": placing.one_by_one(placing.torch_pad),
    "diagonals": placing.banded("(", ")"),
    "cumsum": placing.CUMSUM["torch"],
    "join": _join,
    "stacked": stack("torch.stack"),
    "block": _block,
    "as_vector": "{0}.reshape(-1)",
    "reshape": _reshape,
    "tensor": _tensor,
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
)


def source(program: Program) -> str:
    """A program as a PyTorch function."""
    return write(DIALECT, prepared("torch", program))
