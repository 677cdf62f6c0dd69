"""Arrays of derivatives that have no matrix: a map applied to every direction with a single one.

The Fréchet derivative of expm, say, is code for dX ↦ dF. Its array with the axes of F, then those
of X, is put together from the images of the matrices that have a one in a single place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from matgrad.codegen.c.source import Native, native
from matgrad.codegen.plan.program import Names, Program, array_shape
from matgrad.codegen.run import quick
from matgrad.codegen.run.compiled import Compiled, native_function, run
from matgrad.codegen.targets import TARGETS, joined, unknown_target
from matgrad.codegen.write import julia, matlab
from matgrad.codegen.write.python import polynomial
from matgrad.codegen.write.script import renamed
from matgrad.core.dims import Dim, dim
from matgrad.core.shape import SCALAR, Shape
from matgrad.errors import UnsupportedError
from matgrad.optional import load

# ---------------------------------------------------------------- loops

# Arrays put together from the images of a map, in languages that are not Python.


@dataclass(frozen=True)
class Part:
    """The derivative by one variable: a map whose last input is the direction, or its array."""

    program: Program
    variable: str = ""  # the input that moves, if this is a map
    value: Shape = SCALAR  # the shape of what a map gives

    @property
    def name(self) -> str:
        """What the code calls the variable of a map."""
        inputs = self.program.inputs
        return next(each.name for each in inputs if each.label == self.variable)


def function_of(outward: Program, parts: Sequence[Part], part: Part) -> str:
    """The name of the function that gives the array of a part."""
    if not part.variable:
        return part.program.name
    return outward.name if len(parts) == 1 else f"{outward.name}_{part.name}"


def free(outward: Program, *wanted: str, taken: Sequence[str] = ()) -> dict[str, str]:
    """Names for what a loop over directions sets, none of them that of an input."""
    given = (*outward.inputs, *outward.functions, *outward.sizes)
    names = Names(frozenset({*taken, *(each.name for each in given)}))
    return {name: names.take(name) for name in wanted}


def write_parts(target: str, parts: Sequence[Part], outward: Program, said: str) -> str:
    """The code of all parts, loops over directions where they are maps, and what returns them."""
    if any(part.program.functions or part.program.sizes for part in parts):
        raise UnsupportedError(f"{target} code for this array takes no functions or sizes")
    if target in _LANGUAGES:
        reserved = _LANGUAGES[target].reserved
        outward = renamed(outward, reserved)
        parts = [replace(part, program=renamed(part.program, reserved)) for part in parts]
    blocks: list[str] = []
    for part in parts:
        blocks += TARGETS[target].write(part.program).rstrip("\n").split("\n\n")
    loop, both = _LOOPS[target]
    loops = [
        "\n".join(loop(part, function_of(outward, parts, part), outward, said))
        for part in parts
        if part.variable
    ]
    if len(parts) > 1:
        loops.append("\n".join(both(parts, outward, said)))
    if target in ("matlab", "octave"):  # the function that a file is named after comes first
        blocks = loops[::-1] + blocks
    else:
        blocks += loops
    return "\n\n".join(dict.fromkeys(blocks)) + "\n"


# ---------------------------------------------------------------- MATLAB and Octave


def _axes(name: str, shape: Shape) -> list[str]:
    """The sizes of an array as code: none for a number, one for a vector, two for a matrix."""
    count = len(array_shape(shape))
    if count == 1:
        return [f"numel({name})"]
    return [f"size({name}, {i + 1})" for i in range(count)]


def _matlab(part: Part, name: str, outward: Program, said: str) -> list[str]:
    names = [each.name for each in outward.inputs]
    X = part.name
    result, E, image, j = free(outward, "result", "E", "image", "j").values()
    sizes = [*_axes(image, part.value), *_axes(X, part.program.inputs[-1].shape)]
    shaped = [f"  {result} = reshape({result}, {', '.join(sizes)});"] if len(sizes) > 1 else []
    return [
        f"function {result} = {name}({', '.join(names)})",
        f"  % {said}: an array with the axes of the value, then of {X}",
        f"  for {j} = 1:numel({X})",
        f"    {E} = zeros(size({X}));",
        f"    {E}({j}) = 1;",
        f"    {image} = {part.program.name}({', '.join([*names, E])});",
        f"    {result}(:, {j}) = {image}(:);",
        "  end",
        *shaped,
        "end",
    ]


def _matlab_all(parts: Sequence[Part], outward: Program, said: str) -> list[str]:
    names = ", ".join(each.name for each in outward.inputs)
    results = [*free(outward, *(f"result{i + 1}" for i in range(len(parts)))).values()]
    calls = [function_of(outward, parts, part) for part in parts]
    return [
        f"function [{', '.join(results)}] = {outward.name}({names})",
        f"  % {said}",
        *(f"  {r} = {call}({names});" for r, call in zip(results, calls, strict=True)),
        "end",
    ]


# ---------------------------------------------------------------- Julia


def _julia(part: Part, name: str, outward: Program, said: str) -> list[str]:
    names = [each.name for each in outward.inputs]
    X = part.name
    E, images, j = free(outward, "E", "images", "j").values()
    return [
        f'"{said}: an array with the axes of the value, then of {X}."',
        f"function {name}({', '.join(names)})",
        f"    {images} = map(eachindex({X})) do {j}",
        f"        {E} = zeros(size({X}))",
        f"        {E}[{j}] = 1",
        f"        {part.program.name}({', '.join([*names, E])})",
        "    end",
        f"    return reshape(reduce(hcat, map(vec ∘ collect, {images})), size({images}[1])..., "
        f"size({X})...)",
        "end",
    ]


def _julia_all(parts: Sequence[Part], outward: Program, said: str) -> list[str]:
    names = ", ".join(each.name for each in outward.inputs)
    calls = [f"{function_of(outward, parts, part)}({names})" for part in parts]
    head = [f'"{said}."', f"function {outward.name}({names})"]
    return [*head, f"    return {', '.join(calls)}", "end"]


# ---------------------------------------------------------------- C


def _parameters(code: Native) -> tuple[list[str], list[str]]:
    """The sizes and the arrays that a function is given."""
    sizes = [each for each in code.parameters if each.startswith("long ")]
    return sizes, [each for each in code.parameters if each.startswith("const ")]


def _names(parameters: Sequence[str]) -> list[str]:
    return [each.split()[-1].lstrip("*") for each in parameters]


def _room(part: Part, code: Native) -> Dim:
    """How much room a part needs: that of the map, of one direction and of one image."""
    length = sum(code.work, start=dim(0))
    if not part.variable:
        return length
    X = part.program.inputs[-1].shape
    return length + part.value.rows * part.value.cols + X.rows * X.cols


def _call(code: Native, call: str) -> str:
    return f"if ({call}) return 1;" if code.fails else f"{call};"


def _c_head(name: str, codes: Sequence[Native], parameters: Sequence[str]) -> list[str]:
    fails = any(code.fails for code in codes)
    return [f"{'int' if fails else 'void'} {name}({', '.join(parameters)})", "{"]


_C_LOOP = """\
    const long {rows} = {long}, {columns} = {wide};
    {real} *{direction} = work, *{image} = work + {columns};
    for (long {j} = 0; {j} < {columns}; {j}++) {direction}[{j}] = 0;
    for (long {j} = 0; {j} < {columns}; {j}++) {{
        {direction}[{j}] = 1;
        {call}
        for (long {i} = 0; {i} < {rows}; {i}++) {result}[{i} * {columns} + {j}] = {image}[{i}];
        {direction}[{j}] = 0;
    }}"""


def _c(part: Part, name: str, outward: Program, said: str) -> list[str]:
    code = native(part.program)
    sizes, arrays = _parameters(code)
    direction, counts = arrays.pop(), _names(sizes)
    table = dict(zip(code.sizes, counts, strict=True))
    X = part.program.inputs[-1].shape
    long, wide = (_count(shape.rows * shape.cols, table) for shape in (part.value, X))
    real = direction.split()[1]
    own = free(
        outward,
        *("rows", "columns", "direction", "image", "i", "j", "result"),
        taken=[*counts, *_names(arrays), "work"],
    )
    room = [own["direction"], own["image"], f"{own['image']} + {own['rows']}"]
    call = f"{part.program.name}({', '.join([*counts, *_names(arrays), *room])})"
    kept = [*sizes, *arrays, f"{real} *restrict {own['result']}", f"{real} *restrict work"]
    return [
        f"/* {said}: an array with the axes of the value, then of {part.name};",
        f"   work: room for {_count(_room(part, code), table)} {real}s */",
        *_c_head(name, [code], kept),
        _C_LOOP.format(**own, long=long, wide=wide, real=real, call=_call(code, call)),
        *["    return 0;"] * code.fails,
        "}",
    ]


def _c_all(parts: Sequence[Part], outward: Program, said: str) -> list[str]:
    codes = [native(part.program) for part in parts]
    table: dict[str, str] = {}
    for code in codes:
        table |= dict(zip(code.sizes, _names(_parameters(code)[0]), strict=True))
    arrays = _parameters(codes[0])[1][: len(outward.inputs)]
    real = codes[0].parameters[-1].split()[0]
    results = [f"result{i + 1}" for i in range(len(parts))]
    kept = [f"long {name}" for name in table.values()] + arrays
    kept += [f"{real} *restrict {name}" for name in (*results, "work")]
    calls: list[str] = []
    for part, code, result in zip(parts, codes, results, strict=True):
        passed = [*(table[n] for n in code.sizes), *_names(arrays), result, "work"]
        call = f"{function_of(outward, parts, part)}({', '.join(passed)})"
        calls.append(f"    {_call(code, call)}")
    rooms = [_room(part, code) for part, code in zip(parts, codes, strict=True)]
    return [
        f"/* {said}",
        f"   work: room for {_count(sum(rooms, start=dim(0)), table)} {real}s */",
        *_c_head(outward.name, codes, kept),
        *calls,
        *["    return 0;"] * any(code.fails for code in codes),
        "}",
    ]


def _count(size: Dim, names: dict[str, str]) -> str:
    return polynomial(size, names, "/")[0]


_LANGUAGES = {"matlab": matlab.LANGUAGE, "octave": matlab.LANGUAGE, "julia": julia.LANGUAGE}
_Loop = Callable[[Part, str, Program, str], list[str]]
_All = Callable[[Sequence[Part], Program, str], list[str]]
_LOOPS: dict[str, tuple[_Loop, _All]] = {
    "matlab": (_matlab, _matlab_all),
    "octave": (_matlab, _matlab_all),
    "julia": (_julia, _julia_all),
    "c": (_c, _c_all),
}


# ---------------------------------------------------------------- functions


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
        quick.refuse(self.target, TARGETS[self.target].library)
        found = self(*args, **kwargs)
        results = [found] if len(self.parts) == 1 else list(found)
        outs = quick.outputs(out, len(results))
        quick.check(outs, [result.shape for result in results])
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
