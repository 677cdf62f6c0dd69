"""C99: one function of pointers and sizes, in plain loops, that needs nothing but libm.

What acts on each entry is written into the loop that uses it; transposes and parts of arrays are
pointers with other strides.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from textwrap import wrap
from typing import NamedTuple

from matgrad.codegen.c.code import AXES, Code, Loop, Place, without_memory, written
from matgrad.codegen.c.operations import (
    ENTRYWISE,
    KERNELS,
    REDUCTIONS,
    SPREAD,
    VIEWS,
    number,
    reduction,
    spread_entry,
)
from matgrad.codegen.helpers import helpers, needed
from matgrad.codegen.plan.operations import LENGTHS
from matgrad.codegen.plan.program import Program, readings
from matgrad.codegen.plan.row_blocks import NAME, WHY, Turn, turns
from matgrad.codegen.plan.values import Axes, Value
from matgrad.codegen.write import script
from matgrad.codegen.write.python import no_code, polynomial
from matgrad.codegen.write.table import called
from matgrad.core.dims import Dim, dim
from matgrad.errors import UnsupportedError
from matgrad.ops.code import OF_TWO, VECTORS

# ---------------------------------------------------------------- single precision

# Functions of libm, and C in single precision: its text with another type and other numbers.

# Declared by the code that calls them, so that no header is read; glibc has versions of most for
# whole vectors.
_HELPERS = {
    mark: text
    for file in ("basics", "kernels", "matrices", "reductions")
    for mark, text in helpers(f"{file}.c").items()
}
MATH = tuple(name for name in called("c") if f"{name}(" not in _HELPERS)
_FUNCTIONS = "|".join([*MATH, "pow"])
_WORDS = re.compile(
    r"/\*.*?\*/"  # comments stay
    r"|\bdouble\b|\blong long\b"
    rf"|\b(?:{_FUNCTIONS})(?=\()"
    r"|\bd(?:gemm|syrk)_"
    r"|vector_size\((?:64|32)\), aligned\(8\)"
    r"|(?<![\w.])(?:\d+\.\d*(?:e[+-]?\d+)?|\d+e[+-]?\d+)(?![\w.])",
    re.DOTALL,
)
_SPELLED = {
    "double": "float",
    "long long": "int",  # of the same width, to number the entries of vectors
    "vector_size(64), aligned(8)": "vector_size(32), aligned(4)",
    "vector_size(32), aligned(8)": "vector_size(16), aligned(4)",
    "1e-150": "1e-15f",  # squares of what is between the two neither vanish nor overflow
    "1e150": "1e15f",
    "1e-100": "1e-10f",
    "1e100": "1e10f",
    "dgemm_": "sgemm_",
    "dsyrk_": "ssyrk_",
}


def single(text: str) -> str:
    """The text with float for double.

    >>> single("double y = 0.5 * exp(x); /* 0.5 */")
    'float y = 0.5f * expf(x); /* 0.5 */'
    """
    return _WORDS.sub(_word, text)


def _word(found: re.Match[str]) -> str:
    word = found.group()
    if word.startswith("/*"):
        return word
    return _SPELLED.get(word) or f"{word}f"


# ---------------------------------------------------------------- lines

# The lines of a function of C: each operation as a loop, a view, a number or a kernel.

_DEEPEST = 12  # operations in one expression
_DEEP = 16384  # numbers of a block of rows, which stay in the cache
# What reads arguments entry by entry.
_FUSED = frozenset({*ENTRYWISE, *REDUCTIONS, "placed", "diagonals", "sum_axis", "vdot", *LENGTHS})


def blocks_of(program: Program) -> dict[Value, Turn]:
    """The products that are computed some rows at a time."""
    return {} if NAME in program.options.skip else turns(program.values, ENTRYWISE.keys())


def write_body(code: Code) -> None:
    """Write everything a program computes."""
    values = code.program.values
    fused = _fused(values)
    blocks = blocks_of(code.program)
    inside = {each for turn in blocks.values() for each in (*turn.members, turn.last)}

    def emit(value: Value) -> None:
        depth = 1 + max((code.depth.get(arg, 0) for arg in value.args), default=0)
        stays = value in fused and value not in code.outputs
        _emit(code, value, stays and depth < _DEEPEST)
        code.depth[value] = depth if value in code.texts and value.axes else 0

    for value in (each for each in values if each.op in _LEAVES):
        emit(value)
    for value in values:
        if value in blocks:
            _turn(code, blocks[value], emit)
        elif value.op not in _LEAVES and value not in inside:
            emit(value)


def _fused(values: Sequence[Value]) -> set[Value]:
    """What a single loop reads, entry by entry: it is written into that loop."""
    uses = Counter(arg for value in values for arg in value.args)
    fused: dict[Value, bool] = {}
    for value in values:
        inner = value.op == "matmul" and all(arg.is_vector for arg in value.args)
        for arg in value.args:
            fused[arg] = fused.get(arg, True) and (value.op in _FUSED or inner)
    return {value for value, alone in fused.items() if alone and uses[value] == 1}


def _turn(code: Code, turn: Turn, emit: Callable[[Value], None]) -> None:
    """A'φ(Ax), some rows of A at a time."""
    A, x = code.places[turn.matrix].pointer, code.places[turn.first.args[1]]
    m, n = (code.size(size) for size in turn.matrix.axes)
    product, result = code.target(turn.first), code.target(turn.last)
    code.loop(turn.last.axes, f"{result.at('i')} = 0;", result)
    before, code.lines, code.window = code.lines, [], ("s", "end")
    for value in turn.members:
        emit(value)
    within, code.lines, code.window = code.lines, before, None
    v = turn.last.args[0] if turn.last.args[0].is_vector else turn.last.args[1]
    rows = f"{A} + s * {n}"
    lines = [
        line for each in within for line in (each.lines() if isinstance(each, Loop) else [each])
    ]
    code.lines += [
        f"for (long s = 0, many = 1 + {_DEEP} / {n}; s < {m}; s += many) {{",
        f"    const long end = {m} - s < many ? {m} : s + many;",
        f"    gemv(end - s, {n}, {rows}, {n}, 1, {x.pointer}, {x.strides[0]},"
        f" {product.pointer} + s);",
        *(f"    {line}" for line in lines),
        f"    gemv_add({n}, end - s, {rows}, {n}, {code.places[v].pointer} + s, 1,"
        f" {result.pointer});",
        "}",
    ]


def _emit(code: Code, value: Value, stays: bool) -> None:
    op = value.op
    if op in _LEAVES:
        _LEAVES[op](code, value)
    elif op in ("tensor", "as_row") and value in code.program.results:
        return
    elif op in VIEWS and value.args[0] in code.places:
        place = VIEWS[op](code, value, code.places[value.args[0]])
        if value.axes:
            code.places[value] = place
        else:
            code.texts[value] = place.at()
    elif op in ENTRYWISE or op in SPREAD:
        _entries(code, value, stays)
    elif op in REDUCTIONS:
        reduction(code, value)
    elif op in KERNELS:
        KERNELS[op](code, value)
    else:
        raise no_code(op, "c")


def _entries(code: Code, value: Value, stays: bool) -> None:
    if value.op in SPREAD:
        text = spread_entry(code, value)
    else:
        text = ENTRYWISE[value.op](code, value, [code.read(arg) for arg in value.args])
    if not value.axes:
        code.scalar(value, text)
    elif stays:
        code.texts[value] = text
    else:
        place = code.target(value)
        spot = place.at(*AXES[: len(value.axes)])
        code.loop(value.axes, f"{spot} = {code.bare(text)};", place)


def _symbol(code: Code, value: Value) -> None:
    name = code.program.names[value]
    if value.axes:
        code.places[value] = Place(name, code.strides(value.axes))
    else:
        code.texts[value] = f"{name}[0]"


_LEAVES: dict[str, Callable[[Code, Value], None]] = {
    "symbol": _symbol,
    "number": lambda code, value: code.texts.update({value: number(value.data)}),
    "size": lambda code, value: code.texts.update({value: f"(double){code.size(value.data)}"}),
    "constant": lambda code, value: code.texts.update({value: spread_entry(code, value)}),
}


# ---------------------------------------------------------------- the function

_WIDE = 100  # characters of a line with parameters
_RESERVED = frozenset(
    "auto break case char const continue default do double else enum extern float for goto if"
    " inline int long register restrict return short signed sizeof static struct switch typedef"
    " union unsigned void volatile while i j i3 i4 i5 i6 s top first last"
    " work size main tile turn pack eight added all_added ROWS MIXED TILE i8 v4 pow probe many end"
    # Of GCC, of its preprocessor and of later standards, which are the default of some compilers.
    " asm typeof typeof_unqual linux unix VECTOR VECTOR_MATH bool true false nullptr constexpr"
    " alignas alignof static_assert thread_local".split()
) | {mark.rstrip("(") for mark in _HELPERS} | set(MATH)  # fmt: skip


class Native(NamedTuple):
    """C source with what a caller must know: the order of sizes, and how much room is needed."""

    source: str
    name: str
    parameters: tuple[str, ...]
    sizes: tuple[str, ...]
    work: tuple[Dim, ...]
    outputs: tuple[Axes, ...]  # as they lie in memory
    columns_first: tuple[bool, ...]
    fails: bool  # it returns 1 where a matrix is singular or has no Cholesky factor, else 0


def source(program: Program) -> str:
    """A program as a function of C."""
    return native(program).source


def notes(program: Program) -> list[tuple[str, str]]:
    """The rewrites that are made when C is written."""
    return [(NAME, WHY)] * len(blocks_of(program))


def native(program: Program) -> Native:
    """A program as a function of C, and how to call it."""
    program = script.renamed(program, _RESERVED)
    if program.functions:
        raise UnsupportedError("unspecified functions have no c code")
    names = program.allocate.copy()
    every = _size_names(program)
    code = Code(program, names, {n: program.size_names.get(n) or names.take(n) for n in every})
    code.sizes = {n: f"{s}_" if s in _RESERVED else s for n, s in code.sizes.items()}
    bases = [_base(value) for value in program.results]
    outs = [
        names.take("result" if len(bases) == 1 else f"result{i + 1}") for i in range(len(bases))
    ]
    places = [
        Place(out, ("1", code.size(base.axes[0])) if columns else code.strides(base.axes))
        for out, (base, columns) in zip(outs, bases, strict=True)
    ]
    for (base, _), place in zip(bases, places, strict=True):
        code.outputs.setdefault(base, place)
    write_body(code)
    for (base, _), place in zip(bases, places, strict=True):  # what is not in its place yet
        if not base.axes:
            code.lines.append(f"{place.pointer}[0] = {code.read(base)};")
        elif code.places[base] != place:
            spot = place.at(*AXES[: len(base.axes)])
            code.loop(base.axes, f"{spot} = {code.read(base)};", place)
    gone = without_memory(code.lines, {name for name, _ in code.work})
    code.work = [(name, length) for name, length in code.work if name not in gone]
    text = _function(code, outs, [columns for _, columns in bases])
    return Native(
        single(text) if program.options.dtype == "float32" else text,
        program.name,
        tuple(_parameters(code, outs)),
        tuple(every),
        tuple(length for _, length in code.work),
        tuple(value.axes for value in program.results),
        tuple(columns for _, columns in bases),
        code.fails,
    )


def _size_names(program: Program) -> list[str]:
    """The sizes by name: those that inputs tell, then those that are passed."""
    told = [reading.name for _, reading in readings(program.inputs)]
    used = {n for value in program.values for size in value.axes for n in size.names}
    used |= {n for value in program.values if value.op == "size" for n in value.data.names}
    return [n for n in dict.fromkeys([*told, *sorted(used)]) if n in used or n in told]


def _base(value: Value) -> tuple[Value, bool]:
    """The value that a result is another view of, and whether its columns come first."""
    if value.op == "tensor":
        return value.args[0], value.args[0].is_matrix
    return (value.args[0], False) if value.op == "as_row" else (value, False)


def _parameters(code: Code, outs: Sequence[str]) -> list[str]:
    return [
        *(f"long {name}" for name in code.sizes.values()),
        *(f"const double *restrict {each.name}" for each in code.program.inputs),
        *(f"double *restrict {out}" for out in outs),
        "double *restrict work",
    ]


def _function(code: Code, outs: Sequence[str], columns_first: Sequence[bool]) -> str:
    program = code.program
    body: list[str] = []
    room = "work"
    for name, length in code.work:
        body.append(f"double *restrict {name} = {room};")
        room = f"{name} + {code.size(length)}"
    said = [*program.docstring.splitlines(), *_said(code, outs, columns_first)]
    comment = "\n   ".join(["/*" + said[0].rjust(len(said[0]) + 1), *said[1:]])
    head = head_of(program.name, _parameters(code, outs), code.fails)
    arrays = {*outs, *(name for name, _ in code.work), *(each.name for each in program.inputs)}
    named = (code.names.take(f"loop{i}") for i in count(1))
    written_out, loops = written(code.lines, arrays, set(code.sizes.values()), named)
    lines = [*body, *written_out]
    lines = [*_unused(code, lines), *lines, *["return 0;"] * code.fails]
    function = "\n".join(
        [comment.replace("*/", "* /")[:4000] + " */", head, "{", *(f"    {e}" for e in lines), "}"]
    )
    known = {**_HELPERS, **helpers("blas.c")} if program.options.blas else _HELPERS
    whole = "\n\n".join([*loops, function])
    return "\n\n".join([*_header(whole, known), whole]) + "\n"


def head_of(name: str, parameters: Sequence[str], fails: bool) -> str:
    """What a function is called with, in lines that are not too long."""
    start = f"{'int' if fails else 'void'} {name}("
    whole = ", ".join(parameter.replace(" ", "~") for parameter in parameters)
    parts = wrap(whole, _WIDE - len(start), break_long_words=False)
    return start + f"\n{' ' * len(start)}".join(parts).replace("~", " ") + ")"


def _unused(code: Code, lines: Sequence[str]) -> list[str]:
    """Say of parameters that nothing reads that this is so, or compilers warn of them."""
    words = set(re.findall(r"\w+", " ".join(lines)))
    names = [*code.sizes.values(), *(each.name for each in code.program.inputs), "work"]
    unread = [f"(void){name};" for name in names if name not in words]
    return [" ".join(unread)] if unread else []


def _said(code: Code, outs: Sequence[str], columns_first: Sequence[bool]) -> list[str]:
    """What a caller must know: shapes, how much room is needed, and what is returned."""
    program = code.program
    given = [(each.name, each.axes) for each in program.inputs]
    found = [
        (out, value.axes, columns and len(value.axes) > 1)
        for out, value, columns in zip(outs, program.results, columns_first, strict=True)
    ]
    results = [_shaped(code, out, axes) + ", first index fastest" * c for out, axes, c in found]
    length = sum((length for _, length in code.work), start=dim(0))
    kind = "floats" if program.options.dtype == "float32" else "doubles"
    room = f"room for {polynomial(length, code.sizes, '/')[0]} {kind}" if code.work else "not used"
    said = ["Inputs: " + ", ".join(_shaped(code, *each) for each in given)] if given else []
    said += ["Results: " + ", ".join(results), f"Arrays lie row by row; work: {room}."]
    return [*said, *["Returns 0, or 1 if a matrix is singular or not definite."] * code.fails]


def _shaped(code: Code, name: str, axes: Axes) -> str:
    known = [code.size(n) if n.names <= code.sizes.keys() else str(n) for n in axes]
    return f"{name} ({' x '.join(known) or 'scalar'})"


def _header(function: str, known: Mapping[str, str]) -> list[str]:
    """The helpers that are called, also by each other, and declarations of what libm has."""
    called = needed(known, function)
    text = "\n".join([*called, function])
    lines = [
        f"{'VECTOR ' * (name in VECTORS)}double {name}(double{', double' * (name in OF_TWO)});"
        for name in (*MATH, "pow")
        if re.search(rf"\b{name}\(", text)
    ]
    vectors = ["#ifdef VECTOR_MATH", "#define VECTOR __attribute__((simd(\"notinbranch\")))",
               "#else", "#define VECTOR", "#endif"] if lines else []  # fmt: skip
    return [part for part in ("\n".join([*vectors, *lines]), *called) if part]
