"""A program line by line, with what each line costs, and the rewrites that led to it."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

from matgrad.codegen.cost import Cost, total
from matgrad.codegen.lines import Listing
from matgrad.codegen.program import Program
from matgrad.codegen.sizes import whole
from matgrad.codegen.targets import TARGETS, listing
from matgrad.codegen.values import NOMINAL, Value, ordered
from matgrad.errors import UnknownNameError

_LOOPS = "{target} code has loops and calls for these lines, which are written as in NumPy"


def explain(target: str, program: Program, told: Mapping[str, int]) -> str:
    """The lines of a target with their operations and bytes, for sizes told or assumed."""
    _check(program, told)
    sizes = {**program.options.sizes, **{name: whole(name, told[name]) for name in told}}
    shown = listing(target, program)
    rows = [*_lines(shown, sizes), ("in all", Cost(0, 0))]
    rows[-1] = ("in all", Cost(sum(c.operations for _, c in rows), sum(c.bytes for _, c in rows)))
    before, once = _once(target, program, sizes)
    width = max(len(code) for code, _ in [*rows, *once])
    notes = [] if TARGETS[target].lines else [_LOOPS.format(target=target.upper())]
    parts = [_said(shown.program, sizes), *notes, f"{'':{width}}  {'ops':>7}  {'bytes':>7}"]
    parts += [*_table(rows, width), *(f"rewrite {name!r}: {why}" for name, why in program.rewrites)]
    if once:
        more = _sizes(before, sizes, _named(shown.program))
        parts += [f"by prepare, once{f', for {more}' if more else ''}:", *_table(once, width)]
    return "\n".join(parts)


def _lines(shown: Listing, sizes: Mapping[str, int]) -> list[tuple[str, Cost]]:
    """What is written, and what it costs where it stands first."""
    done: set[Value] = set()
    rows: list[tuple[str, Cost]] = []
    for line in shown.lines:
        rows.append((f"{line.name} = {line.code}", _below(line.value, done, sizes)))
    for value, code in dict(zip(shown.program.results, shown.results, strict=True)).items():
        rows.append((f"return {code}", _below(value, done, sizes)))
    return rows


def _once(
    target: str, program: Program, sizes: Mapping[str, int]
) -> tuple[Program, list[tuple[str, Cost]]]:
    """What stays the same from call to call, and its lines."""
    if program.prepared is None:
        return program, []
    shown = listing(target, replace(program.prepared, options=program.options))
    return shown.program, _lines(shown, sizes)[: len(shown.lines)]


def _table(rows: Sequence[tuple[str, Cost]], width: int) -> list[str]:
    return [f"{code:{width}}  {_short(c.operations):>7}  {_short(c.bytes):>7}" for code, c in rows]


def _check(program: Program, told: Mapping[str, int]) -> None:
    """Every size that is told has to be one of the program, or of what is prepared for it."""
    known: set[str] = set(program.options.sizes)
    for each in (program, program.prepared):
        shapes = (
            []
            if each is None
            else [*(i.shape for i in each.inputs), *(v.axes for v in each.values)]
        )
        known |= {name for shape in shapes for size in shape for name in size.names}
    for name in told:
        if name not in known:
            there = f"there are {', '.join(sorted(known))}" if known else "it has none"
            raise UnknownNameError(f"explain: no size is called {name}", hint=there)


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
    return f"{program.name} for {_sizes(program, sizes) or 'any sizes'}"


def _named(program: Program) -> set[str]:
    return {name for value in program.values for size in value.axes for name in size.names}


def _sizes(program: Program, sizes: Mapping[str, int], said: Container[str] = ()) -> str:
    """The sizes for which costs are counted, but for those that were said before."""
    used = [name for name in sorted(_named(program)) if name not in said]
    known = [f"{name} = {sizes[name]}" for name in used if name in sizes]
    assumed = ", ".join(name for name in used if name not in sizes)
    return "; ".join([*known, *([f"{assumed} assumed to be {NOMINAL}"] if assumed else [])])
