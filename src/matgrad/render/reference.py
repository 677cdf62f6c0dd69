"""The reference of the operators, written from their declarations."""

from __future__ import annotations

from textwrap import TextWrapper

from matgrad.core.calculus import partial
from matgrad.core.expr import Expr, Op, catalogue, number_value
from matgrad.core.notation import Leaf
from matgrad.core.walk import postorder
from matgrad.errors import MatgradError
from matgrad.ops import differential_symbol, number, symbol
from matgrad.render.latex import latex
from matgrad.render.plain import plain
from matgrad.render.text import text

TITLE = """# Operators

Written by `make docs` from the declarations in `src/matgrad/ops/`; do not edit it by hand.
Each operator has a text and LaTeX that read back, NumPy code, a value in the finite field and in
real balls, and a Jacobian as a matrix, unless its entry says what it lacks and why.
"""
NAMES = "ABCDE"
WIDTH = 116  # characters of a line
# What every operator has unless its entry says that it lacks it.
COLUMNS = {
    "text": "a text that reads back",
    "latex": "LaTeX that reads back",
    "numpy": "code",
    "field": "a value in the finite field",
    "ball": "a value in real balls",
    "matrix": "a matrix for its Jacobian",
    "torch": "code for PyTorch",
    "array_api": "code for the array API",
    "c": "code in C",
    "matlab": "code for MATLAB",
    "julia": "code in Julia",
}


def operator_reference() -> str:
    """One entry for each operator: what it is, its differential and why, conditions, code."""
    return TITLE + "\n" + "\n".join(entry(op) for op in catalogue.values()) + "\n"


def entry(op: Op) -> str:
    """The entry of one operator."""
    lines = [f"## {op.name}", "", op.doc + ".", ""]
    example = sample(op)
    if example is not None:
        spelled = f"`{text(example)}`, printed {plain(example)}, LaTeX `{latex(example)}`"
        lines += ["- written " + spelled]
    if op.spellings:
        lines += ["- names: " + ", ".join(f"`{name}`" for name in op.spellings)]
    if op.why:
        lines += [f"- differential: {op.why}{op.why_last}"]
    code = op.code.get("numpy")
    if example is not None and isinstance(code, str):
        lines += [f"- NumPy: `{code.format(*map(text, example.args))}`"]
    if example is not None and op.means is not None:
        lines += [f"- in terms of others: {plain(op.means(*example.args))}"]
    if holes := lacking(op):
        told = (
            f"{', '.join(COLUMNS[at] for at in holes if holes[at] == why)} ({why})"
            for why in dict.fromkeys(holes.values())
        )
        lines += ["- lacks: " + "; ".join(told)]
    if op.across:
        lines += [f"- across the Frobenius product: {op.across}"]
    if example is not None and op.conditions is not None:
        for condition in op.conditions(example):
            lines += ["- needs: " + condition.words.format(plain(condition.subject))]
    return "\n".join(map(_wrapped, lines)) + "\n"


def lacking(op: Op) -> dict[str, str]:
    """What an operator lacks and why: its own holes, and those of what it is made of."""
    example, holes = sample(op), dict(op.holes)
    if example is None:
        return holes
    meant = [] if op.means is None else postorder(op.means(*example.args))
    moved = [
        each
        for place in range(len(example.args) if op.partials else 0)
        if number_value(example.args[place]) is None
        for each in postorder(
            partial(example, place, example, differential_symbol(example.args[place]))
        )
        if each.op is not op
    ]
    for each in (*meant, *moved):
        kept = each.op.holes if each in meant else {"matrix": each.op.holes.get("matrix", "")}
        holes = {column: why for column, why in kept.items() if why} | holes
    return holes


def _wrapped(line: str) -> str:
    indent = "  " if line.startswith("- ") else ""
    whole = TextWrapper(
        WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return whole.fill(line) if len(line) > WIDTH else line


def _argument(name: str, sizes: tuple[str | int, ...] | int) -> Expr:
    if isinstance(sizes, int):
        return number(sizes)
    return symbol(name if len(sizes) == 2 else name.lower(), *sizes)


def sample(op: Op) -> Expr | None:
    """The operator applied to symbols of its first sample shapes, if it has some."""
    if not op.samples or isinstance(op.notation, Leaf):
        return None
    shapes = op.samples[0]
    try:
        return op(*map(_argument, NAMES, shapes))
    except MatgradError:
        return None
