"""Arrays of derivatives that have no matrix: a map applied to every direction with a single one.

The Fréchet derivative of expm, say, is code for dX ↦ dF. Its array with the axes of F, then those
of X, is put together from the images of the matrices that have a one in a single place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from matgrad.codegen import buffers
from matgrad.codegen.columns import Part, free, function_of, write_parts
from matgrad.codegen.compiled import Compiled
from matgrad.codegen.program import Program
from matgrad.codegen.running import native_function, run
from matgrad.codegen.targets import TARGETS, unknown_target
from matgrad.codegen.together import joined
from matgrad.optional import load


@dataclass(frozen=True, eq=False, repr=False)
class Columns(Compiled):
    """A function that puts arrays together from the images of a map."""

    parts: tuple[Part, ...] = ()

    @cached_property
    def function(self) -> Callable[..., Any]:
        """The function as it stands in the source; C is called for each direction in turn."""
        if not TARGETS[self.target].compiled:
            return run(self.target, self.source, self.name)
        arrays = [_through_numpy(part) for part in self.parts]
        if len(arrays) == 1:
            return arrays[0]
        return lambda *given, **sizes: tuple(array(*given, **sizes) for array in arrays)

    @cached_property
    def _quick(self) -> Callable[..., Any] | None:
        return None

    def _into(self, out: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Results are put together from images, so they are copied."""
        buffers.refuse(self.target, TARGETS[self.target].library)
        found = self(*args, **kwargs)
        results = [found] if len(self.parts) == 1 else list(found)
        outs = buffers.outputs(out, len(results))
        buffers.check(outs, [result.shape for result in results])
        for each, result in zip(outs, results, strict=True):
            each[...] = result
        return out


def compile_parts(
    target: str, parts: Sequence[Part], name: str, said: str, fixed: frozenset[str] = frozenset()
) -> Columns:
    """A function that returns the arrays of all parts, in order; `fixed` inputs may be prepared."""
    if target not in TARGETS:
        raise unknown_target(target)
    first = parts[0].program
    given = first.inputs[:-1] if parts[0].variable else first.inputs
    outward = replace(
        first,
        inputs=given,
        name=name,
        options=replace(first.options, fixed=fixed),
        groups=None if len(parts) == 1 else (None,) * len(parts),
        results=tuple(part.program.results[0] for part in parts),
    )
    source = (_python if target in _PYTHON else write_parts)(target, parts, outward, said)
    return Columns(target, source, outward, parts=tuple(parts))


def _through_numpy(part: Part) -> Callable[..., Any]:
    np: Any = load("numpy")
    along = native_function(part.program)
    if not part.variable:
        return along
    place = [each.label for each in part.program.inputs].index(part.variable)

    def call(*arrays: Any, **sizes: int) -> Any:
        wide = np.shape(arrays[place])
        basis = np.eye(arrays[place].size).reshape(-1, *wide)
        images = [np.asarray(along(*arrays, E, **sizes)) for E in basis]
        return np.stack(images, axis=-1).reshape(*images[0].shape, *wide)

    return call


# ---------------------------------------------------------------- Python

# How the images of all directions are put beside each other: {along} calls the map with {E}.
_PYTHON = {
    "numpy": """\
    {basis} = np.eye({X}.size).reshape(-1, *{X}.shape)
    {images} = np.stack([{along} for {E} in {basis}], axis=-1)
    return {images}.reshape(*{images}.shape[:-1], *{X}.shape)""",
    "jax": """\
    {basis} = jnp.eye({X}.size, dtype={X}.dtype).reshape(-1, *{X}.shape)
    {images} = jnp.moveaxis(jax.lax.map(lambda {E}: {along}, {basis}), 0, -1)
    return {images}.reshape(*{images}.shape[:-1], *{X}.shape)""",
    "torch": """\
    {basis} = torch.eye({X}.numel(), dtype={X}.dtype, device={X}.device).reshape(-1, *{X}.shape)
    {images} = torch.stack([{along} for {E} in {basis}], dim=-1)
    return {images}.reshape(*{images}.shape[:-1], *{X}.shape)""",
    "array_api": """\
    xp = array_namespace({X})
    {size} = math.prod({X}.shape)
    {basis} = xp.reshape(xp.eye({size}, dtype={X}.dtype), ({size}, *{X}.shape))
    {images} = xp.stack([{along} for {E} in ({basis}[i, ...] for i in range({size}))], axis=-1)
    return xp.reshape({images}, (*{images}.shape[:-1], *{X}.shape))""",
}
_IMPORTS = {"jax": "import jax", "array_api": "import math"}


def _python(target: str, parts: Sequence[Part], outward: Program, said: str) -> str:
    names = [each.name for each in outward.inputs]
    keywords = [each.name for each in (*outward.functions, *outward.sizes)]
    signature = ", ".join([*names, *(["*", *keywords] if keywords else [])])
    own = free(outward, "E", "basis", "images", "size")
    passed = [*names, own["E"], *(f"{each}={each}" for each in keywords)]
    again = ", ".join([*names, *(f"{each}={each}" for each in keywords)])
    functions: list[str] = []
    for part in parts:
        if not part.variable:
            continue
        along = f"{part.program.name}({', '.join(passed)})"
        X = part.name
        body = _PYTHON[target].format(X=X, along=along, **own)
        name = function_of(outward, parts, part)
        about = f'    """{said}: an array with the axes of the value, then of {X}."""'
        functions.append(f"def {name}({signature}):\n{about}\n{body}")
    if len(parts) > 1:
        calls = [f"{function_of(outward, parts, part)}({again})" for part in parts]
        about = f'    """{said}."""'
        functions.append(
            f"def {outward.name}({signature}):\n{about}\n    return {', '.join(calls)}"
        )
    blocks = joined(*(TARGETS[target].write(part.program) for part in parts))
    if target in _IMPORTS and _IMPORTS[target] not in blocks[0].splitlines():
        blocks[0] = f"{_IMPORTS[target]}\n{blocks[0]}"
    return "\n\n\n".join([*blocks, *functions]) + "\n"
