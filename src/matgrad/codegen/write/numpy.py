"""NumPy and JAX: how each operation on arrays is written."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from matgrad.codegen.helpers import helpers
from matgrad.codegen.plan.program import Program
from matgrad.codegen.plan.values import Value, entries, nominal
from matgrad.codegen.write import placing
from matgrad.codegen.write.function import Dialect, Place, write
from matgrad.codegen.write.gains import UNBUFFERED, prepared
from matgrad.codegen.write.lines import Text
from matgrad.codegen.write.python import (
    ARITHMETIC,
    ATOM,
    MATMUL,
    MUL,
    Writer,
    Written,
    atom,
    by_rows,
    either,
    is_beside,
    said,
    small_einsum,
    spread,
    turned,
    wrap,
)
from matgrad.core.dims import Dim

# ---------------------------------------------------------------- sizes told

# NumPy where it is told how large arrays are: other spellings, which cost less.
#
# Of a small array, what a call costs is not arithmetic: A.dot(B) takes half a microsecond less than
# A @ B, a method less than the function of its name, and a float less than an integer, which NumPy
# converts. Where nothing is told, code is written as it reads best.

_ENTRIES = 1 << 15  # of a small array
_FEW = 512  # entries of which np.heaviside takes less time than a comparison and a conversion
_WORK = 1 << 19  # multiplications of a small product


def told(dialect: Dialect, program: Program) -> Dialect:
    """The dialect for a program; another one if its sizes are told."""
    sizes = program.options.sizes
    if not sizes:
        return dialect
    table = {**dialect.table, **_LAPACK}
    if all(_is_small(value, sizes) for value in program.values):
        table |= _SMALL
        if all(entries(value, sizes) <= _FEW for value in program.values if value.op == "step"):
            table |= {"step": "np.heaviside({0}, 0.0)"}
    return replace(dialect, table=table)


def _is_small(value: Value, sizes: Mapping[str, int]) -> bool:
    """Is this a small array for which little is computed?"""
    if any(name not in sizes for size in value.axes for name in size.names):
        return False
    count = entries(value, sizes)
    if value.op == "matmul":
        return count * nominal(value.args[0].axes[-1], sizes) <= _WORK
    return count <= _ENTRIES


def _with_floats(op: str) -> Writer:
    """Arithmetic of arrays, in which whole numbers have a point."""

    def write_floats(program: Program, value: Value, parts: list[Text]) -> Written | str:
        if value.axes:
            pairs = zip(value.args, parts, strict=True)
            parts = [
                part._replace(code=f"{part.code}.0")
                if arg.op == "number" and part.code.lstrip("-").isdigit()
                else part
                for arg, part in pairs
            ]
        return ARITHMETIC[op](program, value, parts)

    return write_floats


# LAPACK's own functions, which are faster for matrices of any size.
_LAPACK = {"inv": "inverse({0})", "cholesky": "cholesky({0})"}

_SMALL: dict[str, Writer | str] = {
    **{op: _with_floats(op) for op in ("add", "mul", "div")},
    "matmul": "{0}.dot({1})",
    "outer": "{0}[:, None] * {1}",
    "relu": "np.maximum({0}, 0.0)",
    "sum": either(lambda value: value.args[0].axes, "{0}.sum()", "np.sum({0})"),
    "sum_axis": "{0}.sum({data})",
    "tr": "{0}.trace()",
    "diag": "{0}.diagonal()",
    "logdet_spd": "2 * np.log({0}.diagonal()).sum()",
    "einsum": lambda program, value, parts: (
        small_einsum(program, value, parts) or _einsum(program, value, parts)
    ),
}


# ---------------------------------------------------------------- the table


def _matmul(program: Program, value: Value, parts: list[Text]) -> Written:
    left, right = parts
    return f"{wrap(left, MATMUL)} @ {wrap(right)}", MATMUL


def _entry(program: Program, value: Value, parts: list[Text]) -> str:
    return f"{{0}}[{', '.join(index(i) for i in value.data)}]"


def index(place: int | tuple[int | str | None, int | str | None] | None) -> str:
    """One place in square brackets: a number, or from where to where."""
    if isinstance(place, int):
        return str(place)
    start, stop = place or (None, None)
    return f"{'' if start is None else start}:{'' if stop is None else stop}"


def _kind(program: Program) -> str:
    """What says in which precision a new array is, where that is not left to the inputs."""
    return f", dtype=np.{program.options.dtype}" if program.options.dtype else ""


def _sized(program: Program, code: str) -> str:
    """A matrix of zeros and ones that sizes alone decide, in the precision wanted."""
    dtype = program.options.dtype
    return f"{code}.astype(np.{dtype})" if dtype else code


def columns(one: str, eye: str) -> Writer:
    """Columns of the identity: templates of a single one, and of an identity."""

    def write_columns(program: Program, value: Value, parts: list[Text]) -> str:
        return one if value.data else f"{eye}[:, {'' if parts[1].code == '0' else '{1}'}:{{2}}]"

    return write_columns


def rows_of(row: str, whole: str, matrix: str = "{}", vector: str = "{}") -> Writer:
    """Rows of blocks: templates of a row, of all of them, and of a matrix or another among them."""

    def write_rows(program: Program, value: Value, parts: list[Text]) -> str:
        shown = (
            (matrix if arg.is_matrix else vector).format(f"{{{i}}}")
            for i, arg in enumerate(value.args)
        )
        rows = [", ".join(next(shown) for _ in range(length)) for length in value.data]
        return whole.format(", ".join(row.format(each) for each in rows))

    return write_rows


def _full(program: Program, value: Value, parts: list[Text]) -> str:
    is_integer = value.args[0].op == "number" and value.args[0].data.denominator == 1
    entry = str(value.args[0].data) if is_integer else parts[0].code  # it may have a name: p = 1
    if name := {"1": "ones", "0": "zeros"}.get(entry):
        return f"np.{name}({{shape}}{{kind}})"
    return f"np.full({{shape}}, {entry}{'.0' if is_integer else ''}{_kind(program)})"


def _outer_array(program: Program, value: Value, parts: list[Text]) -> Written | str:
    """An outer product whose axes are in another order."""
    left, right, shown = value.data
    if len(left) == len(right):
        return spread_product(program, value, parts)
    return f"np.einsum('{left},{right}->{shown}', {{0}}, {{1}})"


def spread_product(program: Program, value: Value, parts: list[Text]) -> Written:
    """An outer product as one of entries, with new axes where an array has none."""
    left, right, shown = value.data
    return f"{spread(parts[0], left, shown)} * {spread(parts[1], right, shown)}", MUL


def _einsum(program: Program, value: Value, parts: list[Text]) -> Written:
    """A sum over indices; by BLAS where no index stands in both arrays and in the result."""
    codes = ", ".join(part.code for part in parts)
    given, shown = value.data.split("->")
    one, other = given.split(",") if given.count(",") == 1 else ("", "")
    summed = [i for i in one if i in other]
    if (
        not summed
        or max(len(one) - len({*one}), len(other) - len({*other}))  # a diagonal
        or any(i in shown for i in summed)
        or len(one + other) > len(shown) + 2 * len(summed)
    ):
        return f"np.einsum({value.data!r}, {codes})", ATOM
    axes = ", ".join(str([word.index(i) for i in summed]) for word in (one, other))
    done = f"np.tensordot({codes}, ({axes}))"
    order = [i for i in one + other if i not in summed]
    turned = ", ".join(str(order.index(i)) for i in shown)
    return done if order == [*shown] else f"{done}.transpose({turned})", ATOM


def _add_diagonal(program: Program, value: Value, parts: list[Text]) -> str:
    """It changes an array, so it is given a new one."""
    name = "add_diagonal" if value.is_matrix else "add_diagonals"
    return f"{name}({{0}}{'' if value.data else '.copy()'}, {{1}})"


def _pair_sums(program: Program, value: Value, parts: list[Text]) -> Written:
    X, M = parts
    at, there = value.data
    done = Text(f"pair_sums({X.code}, {turned(M, range(len(at)), at).code})", ATOM)
    return turned(done, range(len(there)), there).code, ATOM


TABLE: dict[str, Writer | str] = {
    **ARITHMETIC,
    **UNBUFFERED,
    "row_products": "np.vecdot({0}, {1})",
    "scaled_gram": "gram({0}, {1})",
    "stacked": "np.array(({all}))",
    "eye": "np.eye({0}{kind})",
    "full": _full,
    "unit": "np.eye(1, {0}, {place}{kind})[0]",
    "units": columns("np.eye(1, {0}, {1}{kind})[0]", "np.eye({0}{kind})"),
    "placed": placing.together,
    "diagonals": placing.banded("({}, {})"),
    "cumsum": placing.CUMSUM["numpy"],
    "join": either(is_beside, "np.concatenate(({all}), axis=1)", "np.concatenate(({all}))"),
    "block": rows_of("[{}]", "np.block([{}])"),
    "as_vector": "np.atleast_1d({0})",
    "flatten": "{0}.ravel()",
    "as_row": "{0}[None, :]",
    "tensor": "{0}.reshape(({sizes}), order='F')",
    "as_column": "{0}[:, None]",
    "reshape": "np.reshape({0}, {tuple})",  # 2 has no method
    "einsum": _einsum,
    "outer_array": _outer_array,
    "identity_blocks": "identity_blocks({0}, {1})",
    "add_diagonal": _add_diagonal,
    "pair_sums": _pair_sums,
    "cholesky": "np.linalg.cholesky({0})",
    "inverse_spd": "inverse_spd({0})",
    "solve_spd": "scipy.linalg.cho_solve(({0}, True), {1})",
    "logdet_spd": "2 * np.sum(np.log(np.diagonal({0})))",
    "lu": "lu({0})",
    "solve_lu": either(said, "solve_lu({0}, {1}, transposed=True)", "solve_lu({0}, {1})"),
    "inverse_lu": "inverse_lu({0})",
    "det_lu": "det_lu({0})",
    "logdet_lu": "logdet_lu({0})",
    "solve_triangular": either(
        said,
        "scipy.linalg.solve_triangular({0}, {1}, lower=True)",
        "scipy.linalg.solve_triangular({0}, {1})",
    ),
    "by_rows": lambda program, value, parts: by_rows(DIALECT.written, program, value, parts),
    "matmul": _matmul,
    "matrix_power": "np.linalg.matrix_power({0}, {data})",
    "outer": "np.outer({0}, {1})",
    "solve": "np.linalg.solve({0}, {1})",
    "scale_rows": lambda program, value, parts: (
        f"{atom(parts[0])}[:, None] * {wrap(parts[1])}", MUL,
    ),
    "scale_columns": lambda program, value, parts: (
        f"{wrap(parts[0], MUL)} * {wrap(parts[1])}", MUL,
    ),
    "entry": _entry,
    "sum_axis": "np.sum({0}, axis={data})",
    # Of rows, which stay as an axis, or of everything.
    "top": either(lambda value: value.axes, "{0}.max(-1, keepdims=True)", "{0}.max()"),
    "total": either(lambda value: value.axes, "{0}.sum(-1, keepdims=True)", "{0}.sum()"),
    "vdot": "np.vdot({0}, {1})",
    "others": "others({0})",
    "all_but_two": "all_but_two({0})",
}  # fmt: skip

DIALECT = Dialect(
    name="numpy",
    table=TABLE,
    head="import numpy as np",
    frees=True,
    sized=_sized,
    own=lambda program: {"kind": _kind(program)},
    imports={"scipy.linalg.": "import scipy.linalg", "special.": "from scipy import special"},
    helpers=helpers("numpy.txt"),
)


def _typed(dtype: str) -> Dialect:
    """For one precision: NumPy's numbers carry double into what they meet, Python's do not."""
    static = {f: f"float(np.{f}({{0}}))" for f in "sqrt exp log sin cos tan tanh".split()}
    step = f"np.greater({{0}}, 0).astype(np.{dtype})"
    return replace(DIALECT, static=static, table={**TABLE, "step": step})


def dialect_of(program: Program) -> Dialect:
    """How NumPy's code for a program is spelled."""
    dtype = program.options.dtype
    return told(_typed(dtype) if dtype else DIALECT, program)


def source(program: Program, place: Place | None = None) -> str:
    """A program as a NumPy function, or one that writes into arrays."""
    return write(dialect_of(program), prepared("numpy", program), place)


# ---------------------------------------------------------------- JAX

# NumPy's code in jax.numpy, with the few functions that are called or placed differently.


def spelled(code: str) -> str:
    """NumPy and SciPy by the names they have in JAX."""
    code = re.sub(r"\bnp\.", "jnp.", code)
    return re.sub(r"(?<!\.)\bscipy\.", "jax.scipy.", code)


def _jax_matmul(program: Program, value: Value, parts: list[Text]) -> Written:
    """On a CPU, XLA reads A.T @ x several times slower than x @ A."""
    left, right = parts
    if value.is_vector and value.args[0].op == "transpose" and left.code.endswith(".T"):
        return f"{wrap(right, MATMUL)} @ {left.code.removesuffix('.T')}", MATMUL
    return f"{wrap(left, MATMUL)} @ {wrap(right)}", MATMUL


def axes_of_mesh(sizes: Sequence[Dim], shard: Mapping[str, str]) -> tuple[str | None, ...]:
    """The axis of a mesh that each axis of an array is split along, if any; each serves once."""
    wanted = [shard.get(str(size)) for size in sizes]
    return tuple(None if axis in wanted[:i] else axis for i, axis in enumerate(wanted))


def _jax_line(program: Program, value: Value, code: str) -> str:
    """What has samples in it stays where the samples are."""
    axes = axes_of_mesh(value.axes, program.options.shard)
    if not any(axes) or value.op == "lu":
        return code
    return f"split({code}, {', '.join(map(repr, axes))})"


def _jax_lifted(program: Program, code: str) -> str:
    """A number as an array, in the precision of the others."""
    shaped = [f"{given.name}.dtype" for given in program.inputs if not given.shape.is_scalar]
    dtype = program.options.dtype
    return f"jnp.asarray({code}, {f'jnp.{dtype}' if dtype else (shaped or ['float'])[0]})"


def _like(program: Program) -> str:
    """An array whose precision new ones take: JAX makes them double where that is switched on."""
    shaped = [given.name for given in program.inputs if not given.shape.is_scalar]
    return shaped[0] if shaped and not program.options.dtype else ""


def _jax_kind(program: Program) -> str:
    model, dtype = _like(program), program.options.dtype
    return f"{model}.dtype" if model else f"jnp.{dtype}" if dtype else ""


def _jax_sized(program: Program, code: str) -> str:
    return f"{code}.astype({_jax_kind(program)})" if _jax_kind(program) else code


JAX = Dialect(
    name="jax",
    table={
        "matmul": _jax_matmul,
        "placed": placing.one_by_one("jnp.pad({code}, {pad})"),  # in the pass that uses it
        "cumsum": placing.CUMSUM["jax"],
        "outer_array": spread_product,
        "lu": "jax.scipy.linalg.lu_factor({0})",
        "solve_lu": either(
            said,
            "jax.scipy.linalg.lu_solve({0}, {1}, trans=1)",
            "jax.scipy.linalg.lu_solve({0}, {1})",
        ),
        "inverse_lu": "jax.scipy.linalg.lu_solve({0}, jnp.eye(len({0}[0]), dtype={0}[0].dtype))",
        "inverse_spd": "inverse_spd({0})",
    },
    lifted=_jax_lifted,
    sized=_jax_sized,
    own=lambda program: {"kind": f", dtype={_jax_kind(program)}" if _jax_kind(program) else ""},
    head="import jax.numpy as jnp",
    imports={
        "jax.nn.": "import jax.nn",
        "jax.scipy.linalg.": "import jax.scipy.linalg",
        "special.": "from jax.scipy import special",
        "jax.lax.": "import jax",
        "PartitionSpec(": "from jax.sharding import PartitionSpec",
    },
    helpers={m: spelled(text) for m, text in helpers("numpy.txt").items()} | helpers("jax.txt"),
    like=DIALECT,
    spelling=spelled,
    line=_jax_line,
)


def jax_source(program: Program) -> str:
    """A program as a JAX function."""
    return write(JAX, prepared("jax", program))
