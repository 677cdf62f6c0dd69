"""The lines of a function of C: each operation as a loop, a view, a number or a kernel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from matgrad.codegen.program import Program
from matgrad.codegen.row_blocks import NAME, Turn, turns
from matgrad.codegen.targets.c_code import Code, Place
from matgrad.codegen.targets.c_kernels import (
    CONSTANTS,
    ENTRYWISE,
    REDUCTIONS,
    SPREAD,
    VIEWS,
    number,
    reduction,
)
from matgrad.codegen.targets.c_linear import KERNELS
from matgrad.codegen.targets.c_loops import AXES, Loop
from matgrad.codegen.targets.python import no_code
from matgrad.codegen.values import Value

_DEEPEST = 12  # operations in one expression
_DEEP = 16384  # numbers of a block of rows, which stay in the cache
# What reads arguments entry by entry.
_FUSED = frozenset(
    {*ENTRYWISE, *REDUCTIONS, "placed", "diagonals", "sum_axis", "norm2", "normF", "vdot"}
)


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
        text = SPREAD[value.op](code, value)
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
    "constant": lambda code, value: code.texts.update({value: CONSTANTS[value.data]}),
}
