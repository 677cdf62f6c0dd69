"""The libraries of Python that programs are written for: NumPy, JAX, PyTorch and the array API.

Each is a column of the table of operations, and what new arrays, plain numbers and helpers need.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from matgrad.codegen.helpers import helpers
from matgrad.codegen.plan.operations import DECLARED
from matgrad.codegen.plan.program import Program
from matgrad.codegen.plan.values import Value, entries, nominal
from matgrad.codegen.write import families
from matgrad.codegen.write.function import Dialect
from matgrad.codegen.write.lines import Text
from matgrad.codegen.write.python import ARITHMETIC, Writer, Written
from matgrad.codegen.write.writers import small_einsum
from matgrad.core.dims import Dim
from matgrad.ops.code import Either

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


def _has_axes(value: Value) -> bool:
    return bool(value.args[0].axes)


# LAPACK's own functions, which are faster for matrices of any size.
_LAPACK = {"inv": "inverse({0})", "cholesky": "cholesky({0})"}

_SMALL: dict[str, Writer | str] = {
    **{op: _with_floats(op) for op in ("add", "mul", "div")},
    "matmul": "{0}.dot({1})",
    "outer": "{0}[:, None] * {1}",
    "relu": "np.maximum({0}, 0.0)",
    "sum": Either(_has_axes, "{0}.sum()", "np.sum({0})"),
    "sum_axis": "{0}.sum({data})",
    "tr": "{0}.trace()",
    "diag": "{0}.diagonal()",
    "logdet_spd": "2 * np.log({0}.diagonal()).sum()",
    "einsum": small_einsum,
    "contract": families.contraction(families.SMALL),
}


# ---------------------------------------------------------------- NumPy


def shaped(program: Program) -> str:
    """An array whose precision and device new ones take; "" if no input is one."""
    found = (given.name for given in program.inputs if given.axes)
    return next(found, "")


def like(program: Program) -> str:
    """The same, or a number where there are no arrays."""
    return shaped(program) or next((given.name for given in program.inputs), "")


# Functions of numbers in Python's own library, which has most of those that C has, by their names.
_PLAIN = {
    name: f"math.{name}({{0}})"
    for name, known in DECLARED.items()
    if known.get("c") == f"{name}({{0}})" and hasattr(math, name)
}


def _numpy_kind(program: Program) -> str:
    """What says in which precision a new array is, where that is not left to the inputs."""
    return f", dtype=np.{program.options.dtype}" if program.options.dtype else ""


def _numpy_sized(program: Program, code: str) -> str:
    """A matrix of zeros and ones that sizes alone decide, in the precision wanted."""
    dtype = program.options.dtype
    return f"{code}.astype(np.{dtype})" if dtype else code


NUMPY = Dialect(
    name="numpy",
    head="import numpy as np",
    frees=True,
    sized=_numpy_sized,
    own=lambda program: {"kind": _numpy_kind(program)},
    imports={"scipy.linalg.": "import scipy.linalg", "special.": "from scipy import special"},
    helpers=helpers("numpy.txt"),
)


def _typed(dtype: str) -> Dialect:
    """For one precision: NumPy's numbers carry double into what they meet, Python's do not."""
    static = {name: f"float({DECLARED[name]['numpy']})" for name in _PLAIN}
    step = f"np.greater({{0}}, 0).astype(np.{dtype})"
    return replace(NUMPY, static=static, table={"step": step})


def dialect_of(program: Program) -> Dialect:
    """How NumPy's code for a program is spelled."""
    dtype = program.options.dtype
    return told(_typed(dtype) if dtype else NUMPY, program)


# ---------------------------------------------------------------- JAX

# NumPy's code in jax.numpy, with the few functions that are called or placed differently.


def spelled(code: str) -> str:
    """NumPy and SciPy by the names they have in JAX."""
    code = re.sub(r"\bnp\.", "jnp.", code)
    return re.sub(r"(?<!\.)\bscipy\.", "jax.scipy.", code)


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
    return f"jnp.asarray({code}, {_jax_kind(program) or 'float'})"


def _jax_kind(program: Program) -> str:
    """The precision of new arrays: JAX makes them double where that is switched on."""
    model, dtype = shaped(program), program.options.dtype
    return f"jnp.{dtype}" if dtype else f"{model}.dtype" if model else ""


def _jax_sized(program: Program, code: str) -> str:
    return f"{code}.astype({_jax_kind(program)})" if _jax_kind(program) else code


JAX = Dialect(
    name="jax",
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
    like=NUMPY,
    spelling=spelled,
    line=_jax_line,
)


# ---------------------------------------------------------------- PyTorch


def _torch_number(program: Program, code: str) -> str:
    model = like(program)
    return f"{model}.new_tensor({code})" if model else f"torch.tensor({code}, dtype=torch.float64)"


def _torch_own(program: Program) -> dict[str, str]:
    """How arrays are made like the inputs: in their precision, and on their device."""
    model = like(program)
    return {
        "new": f"{model}.new_" if model else "torch.",
        "like": model or "torch.float64",
        "kind": f", dtype={model}.dtype, device={model}.device" if model else "",
        "device": f", device={model}.device" if model else "",
    }


def _torch_sized(program: Program, code: str) -> str:
    """A constant matrix in the precision of the inputs."""
    return f"{code}.to({like(program)})" if like(program) else code


TORCH = Dialect(
    name="torch",
    head="import torch",
    frees=True,
    imports={"math.": "import math"},
    helpers={m: text.replace("np.", "torch.") for m, text in helpers("numpy.txt").items()}
    | helpers("torch.txt"),
    static=_PLAIN,
    lifted=_torch_number,
    sized=_torch_sized,
    own=_torch_own,
)


# ---------------------------------------------------------------- the array API

# One function for NumPy, JAX, PyTorch and every other library that has the standard, in which there
# is no Kronecker product, no function of matrices and no error function.


def _xp_dtype(program: Program) -> str:
    return f", dtype={like(program)}.dtype" if like(program) else ""


def _xp_number(program: Program, code: str) -> str:
    return f"xp.asarray({code}{_xp_dtype(program)})"


def _xp_own(program: Program) -> dict[str, str]:
    return {
        "kind": _xp_dtype(program),
        "like": f"{like(program)}.dtype" if like(program) else "xp.float64",
    }


ARRAY_API = Dialect(
    name="array_api",
    head="from array_api_compat import array_namespace",
    imports={"math.": "import math"},
    helpers=helpers("array_api.txt"),
    static=_PLAIN,
    lifted=_xp_number,
    opening=lambda program: [
        f"xp = array_namespace({', '.join(given.name for given in program.inputs)})"
    ],
    own=_xp_own,
)
