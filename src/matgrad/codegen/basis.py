"""Arrays of derivatives that have no matrix: a map applied to every direction with a single one.

The Fréchet derivative of expm, say, is code for dX ↦ dF. Its array with the axes of F, then those
of X, is put together from the images of the matrices that have a one in a single place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from matgrad.codegen.compiled import Compiled, native_function, run
from matgrad.codegen.program import Program
from matgrad.codegen.sizes import array_shape
from matgrad.codegen.targets import TARGETS
from matgrad.codegen.targets.c import native
from matgrad.codegen.targets.python import polynomial
from matgrad.codegen.wrappers import joined
from matgrad.core.shape import SCALAR, Shape
from matgrad.errors import UnsupportedError
from matgrad.optional import load


@dataclass(frozen=True)
class Part:
    """The derivative by one variable: a map whose last input is the direction, or its array."""

    program: Program
    variable: str = ""  # the input that moves, if this is a map
    value: Shape = SCALAR  # the shape of what a map gives


@dataclass(frozen=True, eq=False)
class Columns(Compiled):
    """A function that puts arrays together from the images of a map."""

    parts: tuple[Part, ...] = ()

    @cached_property
    def function(self) -> Callable[..., Any]:
        """The function as it stands in the source; C is called for each direction in turn."""
        if not TARGETS[self.target].compiled:
            return run(self.target, self.source, self.name)
        return _through_numpy(self.parts[0])

    @cached_property
    def _quick(self) -> Callable[..., Any] | None:
        return None


def compile_parts(target: str, parts: Sequence[Part], name: str, said: str) -> Columns:
    """A function that returns the arrays of all parts, in order."""
    if target not in TARGETS:
        known = ", ".join(sorted(TARGETS))
        raise UnsupportedError(f"no code is written for {target!r}", hint=f"known targets: {known}")
    first = parts[0].program
    given = first.inputs[:-1] if parts[0].variable else first.inputs
    outward = replace(
        first,
        inputs=given,
        name=name,
        groups=None if len(parts) == 1 else (None,) * len(parts),
        results=tuple(part.program.results[0] for part in parts),
    )
    source = (_python if target in _PYTHON else _alone)(target, parts, outward, said)
    return Columns(target, source, outward, parts=tuple(parts))


def _through_numpy(part: Part) -> Callable[..., Any]:
    np: Any = load("numpy")
    along = native_function(part.program)
    place = [each.label for each in part.program.inputs].index(part.variable)

    def call(*arrays: Any, **sizes: int) -> Any:
        wide = np.shape(arrays[place])
        basis = np.eye(arrays[place].size).reshape(-1, *wide)
        images = [np.asarray(along(*arrays, E, **sizes)) for E in basis]
        return np.stack(images, axis=-1).reshape(*images[0].shape, *wide)

    return call


# ---------------------------------------------------------------- Python

# How the images of all directions are put beside each other: {along} calls the map with E.
_PYTHON = {
    "numpy": """\
    basis = np.eye({X}.size).reshape(-1, *{X}.shape)
    images = np.stack([{along} for E in basis], axis=-1)
    return images.reshape(*images.shape[:-1], *{X}.shape)""",
    "jax": """\
    basis = jnp.eye({X}.size).reshape(-1, *{X}.shape)
    images = jnp.moveaxis(jax.lax.map(lambda E: {along}, basis), 0, -1)
    return images.reshape(*images.shape[:-1], *{X}.shape)""",
    "torch": """\
    basis = torch.eye({X}.numel(), dtype={X}.dtype, device={X}.device).reshape(-1, *{X}.shape)
    images = torch.stack([{along} for E in basis], dim=-1)
    return images.reshape(*images.shape[:-1], *{X}.shape)""",
    "array_api": """\
    xp = array_namespace({X})
    size = math.prod({X}.shape)
    basis = xp.reshape(xp.eye(size, dtype={X}.dtype), (size, *{X}.shape))
    images = xp.stack([{along} for E in (basis[i, ...] for i in range(size))], axis=-1)
    return xp.reshape(images, (*images.shape[:-1], *{X}.shape))""",
}
_IMPORTS = {"jax": "import jax", "array_api": "import math"}


def _python(target: str, parts: Sequence[Part], outward: Program, said: str) -> str:
    names = [each.name for each in outward.inputs]
    keywords = [each.name for each in (*outward.functions, *outward.sizes)]
    signature = ", ".join([*names, *(["*", *keywords] if keywords else [])])
    passed = [*names, "E", *(f"{each}={each}" for each in keywords)]
    again = ", ".join([*names, *(f"{each}={each}" for each in keywords)])
    functions: list[str] = []
    for part in parts:
        if not part.variable:
            continue
        along = f"{part.program.name}({', '.join(passed)})"
        X = _name(part)
        body = _PYTHON[target].format(X=X, along=along)
        name = outward.name if len(parts) == 1 else f"{outward.name}_{X}"
        about = f'    """{said}: an array with the axes of the value, then of {X}."""'
        functions.append(f"def {name}({signature}):\n{about}\n{body}")
    if len(parts) > 1:
        calls = [f"{_called(outward, part)}({again})" for part in parts]
        about = f'    """{said}."""'
        functions.append(
            f"def {outward.name}({signature}):\n{about}\n    return {', '.join(calls)}"
        )
    blocks = joined(*(TARGETS[target].write(part.program) for part in parts))
    if target in _IMPORTS and _IMPORTS[target] not in blocks[0].splitlines():
        blocks[0] = f"{_IMPORTS[target]}\n{blocks[0]}"
    return "\n\n\n".join([*blocks, *functions]) + "\n"


def _called(outward: Program, part: Part) -> str:
    return f"{outward.name}_{_name(part)}" if part.variable else part.program.name


def _name(part: Part) -> str:
    """What the code calls the variable of a map."""
    return next(each.name for each in part.program.inputs if each.label == part.variable)


# ---------------------------------------------------------------- other languages


def _alone(target: str, parts: Sequence[Part], outward: Program, said: str) -> str:
    """The code of one map with a loop over its directions."""
    if len(parts) > 1:
        raise UnsupportedError(
            f"{target} code has one variable at a time here", hint="ask for them one by one"
        )
    (part,) = parts
    if part.program.functions or part.program.sizes:
        raise UnsupportedError(f"{target} code for this array takes no functions or sizes")
    return _LOOPS[target](part, TARGETS[target].write(part.program), outward, said)


def _axes(name: str, shape: Shape) -> list[str]:
    """The sizes of an array as code: none for a number, one for a vector, two for a matrix."""
    count = len(array_shape(shape))
    if count == 1:
        return [f"numel({name})"]
    return [f"size({name}, {i + 1})" for i in range(count)]


def _matlab(part: Part, source: str, outward: Program, said: str) -> str:
    names = [each.name for each in outward.inputs]
    X = _name(part)
    sizes = [*_axes("image", part.value), *_axes(X, part.program.inputs[-1].shape)]
    shaped = [f"  result = reshape(result, {', '.join(sizes)});"] if len(sizes) > 1 else []
    lines = [
        f"function result = {outward.name}({', '.join(names)})",
        f"  % {said}: an array with the axes of the value, then of {X}",
        f"  for j = 1:numel({X})",
        f"    E = zeros(size({X}));",
        "    E(j) = 1;",
        f"    image = {part.program.name}({', '.join([*names, 'E'])});",
        "    result(:, j) = image(:);",
        "  end",
        *shaped,
        "end",
    ]
    return "\n".join(lines) + "\n\n" + source


def _julia(part: Part, source: str, outward: Program, said: str) -> str:
    names = [each.name for each in outward.inputs]
    X = _name(part)
    lines = [
        f'"{said}: an array with the axes of the value, then of {X}."',
        f"function {outward.name}({', '.join(names)})",
        f"    images = map(eachindex({X})) do j",
        f"        E = zeros(size({X}))",
        "        E[j] = 1",
        f"        {part.program.name}({', '.join([*names, 'E'])})",
        "    end",
        f"    return reshape(reduce(hcat, map(vec ∘ collect, images)), size(images[1])..., "
        f"size({X})...)",
        "end",
    ]
    return source.rstrip("\n") + "\n\n" + "\n".join(lines) + "\n"


def _c(part: Part, source: str, outward: Program, said: str) -> str:
    """The loop in C; the room it needs is that of the map and of one direction and image."""
    code = native(part.program)
    *kept, _, out, work = code.parameters
    counts = [each.removeprefix("long ") for each in kept if each.startswith("long ")]
    pointers = [each.split("restrict ")[1] for each in kept if "restrict " in each]
    table = dict(zip(code.sizes, counts, strict=True))
    long, wide = (_count(shape, table) for shape in (part.value, part.program.inputs[-1].shape))
    lines = [
        f"/* {said}: an array with the axes of the value, then of {_name(part)};",
        f"   work has room for {part.program.name}, one direction and one image */",
        f"void {outward.name}({', '.join([*kept, out, work])})",
        "{",
        f"    const long rows = {long}, columns = {wide};",
        "    double *direction = work, *image = work + columns;",
        "    for (long j = 0; j < columns; j++) direction[j] = 0;",
        "    for (long j = 0; j < columns; j++) {",
        "        direction[j] = 1;",
        f"        {part.program.name}({', '.join([*counts, *pointers])}, direction, image, "
        "image + rows);",
        "        for (long i = 0; i < rows; i++) result[i * columns + j] = image[i];",
        "        direction[j] = 0;",
        "    }",
        "}",
    ]
    return source.rstrip("\n") + "\n\n" + "\n".join(lines) + "\n"


def _count(shape: Shape, names: dict[str, str]) -> str:
    return polynomial(shape.rows * shape.cols, names, "/")[0]


_LOOPS: dict[str, Callable[[Part, str, Program, str], str]] = {
    "matlab": _matlab,
    "octave": _matlab,
    "julia": _julia,
    "c": _c,
}
