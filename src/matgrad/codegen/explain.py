"""A program line by line, with what each line costs, and the rewrites that led to it."""

from __future__ import annotations

from collections.abc import Mapping

from matgrad.codegen.cost import Cost, total
from matgrad.codegen.program import Program
from matgrad.codegen.targets.function import layout
from matgrad.codegen.targets.numpy import dialect_of
from matgrad.codegen.targets.numpy_forms import prepared
from matgrad.codegen.values import NOMINAL, Value, ordered


def explain(program: Program, sizes: Mapping[str, int]) -> str:
    """The lines with their operations and bytes, for sizes given or assumed."""
    program = prepared(program)
    lines = layout(dialect_of(program), program)
    done: set[Value] = set()
    rows: list[tuple[str, Cost]] = []
    for line in lines.lines:
        rows.append((f"{line.name} = {line.code}", _below(line.value, done, sizes)))
    for value in dict.fromkeys(program.results):
        rows.append((f"return {lines.texts[value].code}", _below(value, done, sizes)))
    whole = Cost(sum(c.operations for _, c in rows), sum(c.bytes for _, c in rows))
    width = max(len(code) for code, _ in [*rows, ("", whole)])
    table = [f"{code:{width}}  {_short(c.operations):>7}  {_short(c.bytes):>7}" for code, c in rows]
    head = f"{'':{width}}  {'ops':>7}  {'bytes':>7}"
    foot = f"{'in all':{width}}  {_short(whole.operations):>7}  {_short(whole.bytes):>7}"
    return "\n".join([_said(program, sizes), head, *table, foot, *_rewrites(program)])


def _below(value: Value, done: set[Value], sizes: Mapping[str, int]) -> Cost:
    """What is computed for a value that was not computed before."""
    new = ordered((value,), done)
    done.update(new)
    return total(new, sizes)


def _short(count: int) -> str:
    """A number with three digits and a letter for its thousands.

    >>> _short(12), _short(1234567)
    ('12', '1.23M')
    """
    size = float(count)
    for letter in ("", "k", "M", "G", "T"):
        if size < 1000 or letter == "T":
            return f"{size:.3g}{letter}" if size < 1000 else f"{size:.0f}{letter}"
        size /= 1000
    return ""


def _said(program: Program, sizes: Mapping[str, int]) -> str:
    used = {name for value in program.values for size in value.axes for name in size.names}
    known = [f"{name} = {sizes[name]}" for name in sorted(used) if name in sizes]
    assumed = [name for name in sorted(used) if name not in sizes]
    if assumed:
        known.append(f"{', '.join(assumed)} assumed to be {NOMINAL}")
    return f"{program.name} for " + ("; ".join(known) or "any sizes")


def _rewrites(program: Program) -> list[str]:
    lines = [f"rewrite {name!r}: {why}" for name, why in program.rewrites]
    if program.prepared is not None:
        lines.append(f"{len(program.prepared.results)} parts are computed once, by prepare")
    return lines
