"""Arrays of derivatives that have no matrix: a map applied to every direction with a single one.

The Fréchet derivative of expm, say, is code for dX ↦ dF. Its array with the axes of F, then those
of X, is put together from the images of the matrices that have a one in a single place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from matgrad.codegen.c.source import Native, native
from matgrad.codegen.plan.program import Names, Program, array_shape
from matgrad.codegen.run import quick
from matgrad.codegen.run.compiled import Compiled, native_function, run
from matgrad.codegen.targets import FILES, TARGETS, joined, unknown_target
from matgrad.codegen.write.function import parameters
from matgrad.codegen.write.python import polynomial
from matgrad.codegen.write.script import JULIA, MATLAB, renamed
from matgrad.core.dims import Dim, dim
from matgrad.core.shape import SCALAR, Shape
from matgrad.errors import UnsupportedError
from matgrad.optional import load


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


# ---------------------------------------------------------------- texts

# How the images of all directions are put beside each other, and how the arrays of several
# variables are returned: {along} calls the map with the direction {E}, {name} is the function.


# ---------------------------------------------------------------- texts

# How the images of all directions are put beside each other: {along} calls the map with {E}.
_BODIES = {
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
_ABOUT = "an array with the axes of the value, then of {X}"
# A function of one variable, and one of several that calls these.
_PYTHON = (
    f'def {{name}}({{given}}):\n    """{{said}}: {_ABOUT}."""\n{{body}}',
    'def {name}({given}):\n    """{said}."""\n    return {calls}',
)
_MATLAB = (
    f"""\
function {{result}} = {{name}}({{given}})
  % {{said}}: {_ABOUT}
  for {{j}} = 1:numel({{X}})
    {{E}} = zeros(size({{X}}));
    {{E}}({{j}}) = 1;
    {{image}} = {{along}};
    {{result}}(:, {{j}}) = {{image}}(:);
  end{{shaped}}
end""",
    """\
function [{results}] = {name}({given})
  % {said}
{assigned}
end""",
)
_JULIA = (
    f"""\
"{{said}}: {_ABOUT}."
function {{name}}({{given}})
    {{images}} = map(eachindex({{X}})) do {{j}}
        {{E}} = zeros(size({{X}}))
        {{E}}[{{j}}] = 1
        {{along}}
    end
    return reshape(reduce(hcat, map(vec ∘ collect, {{images}})), size({{images}}[1])..., \
size({{X}})...)
end""",
    '"{said}."\nfunction {name}({given})\n    return {calls}\nend',
)
_TEXTS = {"matlab": _MATLAB, "octave": _MATLAB, "julia": _JULIA, **dict.fromkeys(_BODIES, _PYTHON)}
_LANGUAGES = {"matlab": MATLAB, "octave": MATLAB, "julia": JULIA}


def _function_of(outward: Program, parts: Sequence[Part], part: Part) -> str:
    """The name of the function that gives the array of a part."""
    if not part.variable:
        return part.program.name
    return outward.name if len(parts) == 1 else f"{outward.name}_{part.name}"


def _free(outward: Program, *taken: Sequence[str]) -> dict[str, str]:
    """Names for what a loop over directions sets, none of them that of an input."""
    given = (*outward.inputs, *outward.functions, *outward.sizes)
    names = Names(frozenset({*(each.name for each in given), *(n for some in taken for n in some)}))
    wanted = "result E image images basis size rows columns direction i j".split()
    return {name: names.take(name) for name in wanted}


def _written(target: str, parts: Sequence[Part], outward: Program, said: str) -> str:
    """The code of all parts, loops over directions where they are maps, and what returns them."""
    is_python = target in _BODIES
    if not is_python and any(part.program.functions or part.program.sizes for part in parts):
        raise UnsupportedError(f"{target} code for this array takes no functions or sizes")
    if target in _LANGUAGES:
        reserved = _LANGUAGES[target].reserved
        outward = renamed(outward, reserved)
        parts = [replace(part, program=renamed(part.program, reserved)) for part in parts]
    one, both = (_c, _c_all) if target == "c" else (partial(_one, target), partial(_all, target))
    loops = [one(p, _function_of(outward, parts, p), outward, said) for p in parts if p.variable]
    loops += [both(parts, outward, said)] if len(parts) > 1 else []
    sources = [TARGETS[target].write(part.program) for part in parts]
    if is_python:
        blocks = joined(*sources)
        if target in _IMPORTS and _IMPORTS[target] not in blocks[0].splitlines():
            blocks[0] = f"{_IMPORTS[target]}\n{blocks[0]}"
        return "\n\n\n".join([*blocks, *loops]) + "\n"
    blocks = [block for source in sources for block in source.rstrip("\n").split("\n\n")]
    # The function that a file is named after comes first.
    blocks = [*loops[::-1], *blocks] if target in FILES else [*blocks, *loops]
    return "\n\n".join(dict.fromkeys(blocks)) + "\n"


def _passed(outward: Program, *more: str) -> str:
    """What a function is called with that takes the same as this one, and more arrays."""
    keywords = [f"{each.name}={each.name}" for each in (*outward.functions, *outward.sizes)]
    return ", ".join([*(each.name for each in outward.inputs), *more, *keywords])


def _one(target: str, part: Part, name: str, outward: Program, said: str) -> str:
    own, X = _free(outward), part.name
    along = f"{part.program.name}({_passed(outward, own['E'])})"
    sizes = [*_axes(own["image"], part.value), *_axes(X, part.program.inputs[-1].shape)]
    shaped = f"\n  {own['result']} = reshape({own['result']}, {', '.join(sizes)});"
    known = {**own, "X": X, "along": along, "name": name, "said": said}
    known |= {"given": parameters(outward), "shaped": shaped if len(sizes) > 1 else ""}
    known["body"] = _BODIES.get(target, "").format(**known)
    return _TEXTS[target][0].format(**known)


def _all(target: str, parts: Sequence[Part], outward: Program, said: str) -> str:
    given = _passed(outward)
    calls = [f"{_function_of(outward, parts, part)}({given})" for part in parts]
    names = Names(frozenset(each.name for each in outward.inputs))
    results = [names.take(f"result{i + 1}") for i in range(len(parts))]
    assigned = [f"  {r} = {call};" for r, call in zip(results, calls, strict=True)]
    known = {"calls": ", ".join(calls), "results": ", ".join(results)}
    known |= {"given": parameters(outward), "assigned": "\n".join(assigned)}
    return _TEXTS[target][1].format(name=outward.name, said=said, **known)


def _axes(name: str, shape: Shape) -> list[str]:
    """The sizes of an array as MATLAB's code: none for a number, one for a vector, else two."""
    count = len(array_shape(shape))
    if count == 1:
        return [f"numel({name})"]
    return [f"size({name}, {i + 1})" for i in range(count)]


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


def _c(part: Part, name: str, outward: Program, said: str) -> str:
    code = native(part.program)
    sizes, arrays = _parameters(code)
    direction, counts = arrays.pop(), _names(sizes)
    table = dict(zip(code.sizes, counts, strict=True))
    X = part.program.inputs[-1].shape
    long, wide = (_count(shape.rows * shape.cols, table) for shape in (part.value, X))
    real = direction.split()[1]
    own = _free(outward, counts, _names(arrays), ["work"])
    room = [own["direction"], own["image"], f"{own['image']} + {own['rows']}"]
    call = f"{part.program.name}({', '.join([*counts, *_names(arrays), *room])})"
    kept = [*sizes, *arrays, f"{real} *restrict {own['result']}", f"{real} *restrict work"]
    lines = [
        f"/* {said}: an array with the axes of the value, then of {part.name};",
        f"   work: room for {_count(_room(part, code), table)} {real}s */",
        *_c_head(name, [code], kept),
        _C_LOOP.format(**own, long=long, wide=wide, real=real, call=_call(code, call)),
        *["    return 0;"] * code.fails,
        "}",
    ]
    return "\n".join(lines)


def _c_all(parts: Sequence[Part], outward: Program, said: str) -> str:
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
        call = f"{_function_of(outward, parts, part)}({', '.join(passed)})"
        calls.append(f"    {_call(code, call)}")
    rooms = [_room(part, code) for part, code in zip(parts, codes, strict=True)]
    lines = [
        f"/* {said}",
        f"   work: room for {_count(sum(rooms, start=dim(0)), table)} {real}s */",
        *_c_head(outward.name, codes, kept),
        *calls,
        *["    return 0;"] * any(code.fails for code in codes),
        "}",
    ]
    return "\n".join(lines)


def _count(size: Dim, names: dict[str, str]) -> str:
    return polynomial(size, names, "/")[0]


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
    return Columns(target, _written(target, parts, outward, said), outward, parts=tuple(parts))


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
