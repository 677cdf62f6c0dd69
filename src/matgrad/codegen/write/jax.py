"""JAX: NumPy's code in jax.numpy, with the few functions that are called or placed differently."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from matgrad.codegen.helpers import helpers
from matgrad.codegen.plan.program import Program
from matgrad.codegen.plan.values import Value
from matgrad.codegen.write import numpy, placing
from matgrad.codegen.write.function import Dialect, write
from matgrad.codegen.write.gains import prepared
from matgrad.codegen.write.lines import Text
from matgrad.codegen.write.python import MATMUL, Written, either, said, wrap
from matgrad.core.dims import Dim


def spelled(code: str) -> str:
    """NumPy and SciPy by the names they have in JAX."""
    code = re.sub(r"\bnp\.", "jnp.", code)
    return re.sub(r"(?<!\.)\bscipy\.", "jax.scipy.", code)


def _matmul(program: Program, value: Value, parts: list[Text]) -> Written:
    """On a CPU, XLA reads A.T @ x several times slower than x @ A."""
    left, right = parts
    if value.is_vector and value.args[0].op == "transpose" and left.code.endswith(".T"):
        return f"{wrap(right, MATMUL)} @ {left.code.removesuffix('.T')}", MATMUL
    return f"{wrap(left, MATMUL)} @ {wrap(right)}", MATMUL


def axes_of_mesh(sizes: Sequence[Dim], shard: Mapping[str, str]) -> tuple[str | None, ...]:
    """The axis of a mesh that each axis of an array is split along, if any; each serves once."""
    wanted = [shard.get(str(size)) for size in sizes]
    return tuple(None if axis in wanted[:i] else axis for i, axis in enumerate(wanted))


def _line(program: Program, value: Value, code: str) -> str:
    """What has samples in it stays where the samples are."""
    axes = axes_of_mesh(value.axes, program.options.shard)
    if not any(axes) or value.op == "lu":
        return code
    return f"split({code}, {', '.join(map(repr, axes))})"


def _lifted(program: Program, code: str) -> str:
    """A number as an array, in the precision of the others."""
    shaped = [f"{given.name}.dtype" for given in program.inputs if not given.shape.is_scalar]
    dtype = program.options.dtype
    return f"jnp.asarray({code}, {f'jnp.{dtype}' if dtype else (shaped or ['float'])[0]})"


def _like(program: Program) -> str:
    """An array whose precision new ones take: JAX makes them double where that is switched on."""
    shaped = [given.name for given in program.inputs if not given.shape.is_scalar]
    return shaped[0] if shaped and not program.options.dtype else ""


def _kind(program: Program) -> str:
    model, dtype = _like(program), program.options.dtype
    return f"{model}.dtype" if model else f"jnp.{dtype}" if dtype else ""


def _sized(program: Program, code: str) -> str:
    return f"{code}.astype({_kind(program)})" if _kind(program) else code


DIALECT = Dialect(
    name="jax",
    table={
        "matmul": _matmul,
        "placed": placing.one_by_one(placing.jax_pad),
        "cumsum": placing.CUMSUM["jax"],
        "outer_array": numpy.spread_product,
        "lu": "jax.scipy.linalg.lu_factor({0})",
        "solve_lu": either(
            said,
            "jax.scipy.linalg.lu_solve({0}, {1}, trans=1)",
            "jax.scipy.linalg.lu_solve({0}, {1})",
        ),
        "inverse_lu": "jax.scipy.linalg.lu_solve({0}, jnp.eye(len({0}[0]), dtype={0}[0].dtype))",
        "inverse_spd": "inverse_spd({0})",
    },
    lifted=_lifted,
    sized=_sized,
    own=lambda program: {"kind": f", dtype={_kind(program)}" if _kind(program) else ""},
    head="import jax.numpy as jnp",
    imports={
        "jax.nn.": "import jax.nn",
        "jax.scipy.linalg.": "import jax.scipy.linalg",
        "special.": "from jax.scipy import special",
        "jax.lax.": "import jax",
        "PartitionSpec(": "from jax.sharding import PartitionSpec",
    },
    helpers={m: spelled(text) for m, text in helpers("numpy.txt").items()} | helpers("jax.txt"),
    like=numpy.DIALECT,
    spelling=spelled,
    line=_line,
)


def source(program: Program) -> str:
    """A program as a JAX function."""
    return write(DIALECT, prepared("jax", program))
