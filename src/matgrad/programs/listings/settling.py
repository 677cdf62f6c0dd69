"""A program whose shapes are found: names for its sizes, and what is only subtracted for safety."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from matgrad import ops
from matgrad.core.dims import Dim, dim
from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.core.walk import postorder, substitute
from matgrad.errors import MatgradError
from matgrad.programs.arrays.array import Array
from matgrad.programs.listings.likely import CLASSES
from matgrad.programs.listings.machine import COLUMNS, COUNTED, Machine
from matgrad.programs.listings.shapes import Axes, Done
from matgrad.programs.listings.values import Unread
from matgrad.rules.simplify import simplify
from matgrad.verify.arithmetic import Undecided
from matgrad.verify.lines import EXACT, REAL, WRONG, equality, field_verdicts, report
from matgrad.verify.point import setting

LETTERS = "n d k m h p q r l s t u v i j".split()
ONE_HOT = "the columns of {0} are taken to be one-hot, as the softmax is one of columns"
SAMPLES = "{0} is taken to be the number of samples, a size of {1}"
_MADE_UP = re.compile(r"\w+_[01]")
_OF_ROWS = frozenset({"softmax_rows", "logsumexp_rows"})
_SUMMED = frozenset({"onehot", "simplex"})


def settled(m: Done, read: Callable[[Axes], Done]) -> Done:
    """The program read again with sizes that have names, and without what changes nothing."""
    axes = {name: m.axes[name] for name in m.axes}
    axes |= _counts(m)
    axes |= {f"{COLUMNS}{name}": () for name in one_hot_columns(m)}
    names = _names(m, axes)
    put = {old: dim(new) for old, new in names.items()}
    again = read({x: tuple(size.substitute(put) for size in y) for x, y in axes.items()})
    for name in _counts(m):
        counted = name.removeprefix(COUNTED)
        again.note(SAMPLES.format(counted, _sampled(m)))
    for name in one_hot_columns(m):
        again.note(ONE_HOT.format(name))
    return without_shifts(again)


def _sampled(m: Machine) -> str:
    """The array that tells how many samples there are: the labels, the data, or the first one."""
    arrays = {name: x for name, x in m.inputs.items() if x.axes and name not in m.upstream}
    labels = [name for name in arrays if CLASSES.fullmatch(name.removesuffix(" (one-hot)"))]
    labels += [name for name in arrays if name in ("Y", "T") and name not in labels]
    data = [name for name in arrays if name.startswith("X")]
    return next(iter([*labels, *data, *arrays]), "")


def _counts(m: Machine) -> Axes:
    """What a count stands for that is the size of nothing: n in sum(…) / n."""
    sizes = {size for x in m.inputs.values() for size in x.axes}
    free = [name for name, size in m.counted.items() if size not in sizes]
    of = _sampled(m)
    axis = -1 if of and are_columns(m) else 0
    return {f"{COUNTED}{name}": (m.inputs[of].axes[axis],) for name in free if of}


def _names(m: Machine, axes: Mapping[str, tuple[Dim, ...]]) -> dict[str, str]:
    """Letters for sizes that have none: those of the program, or the usual ones."""
    found: dict[str, str] = {}
    own_counts = {x.removeprefix(COUNTED) for x in axes if x.startswith(COUNTED)}
    taken = {*m.naming.taken, *m.sizes} - own_counts
    counted = {x[0].name: name.removeprefix(COUNTED) for name, x in axes.items() if COUNTED in name}
    samples = sorted(m.inputs, key=lambda name: not name.startswith(("X", "x", "data")))
    used = [x for name in samples for size in m.inputs[name].axes for x in sorted(size.names)]
    own = [x for x in used if not _MADE_UP.fullmatch(x)]
    free = (x for x in LETTERS if x not in {*taken, *own, *m.size_names.values(), *m.counted})
    for name in dict.fromkeys(x for x in used if _MADE_UP.fullmatch(x)):
        wanted = counted.get(name) or m.size_names.get(name)
        is_free = wanted is not None and wanted not in {*taken, *own, *found.values()}
        found[name] = wanted if wanted is not None and is_free else next(free, name)
    return found


def are_columns(m: Machine) -> bool:
    """Are samples columns, by the softmax of the function?"""
    assert m.function is not None
    nodes = [*postorder(m.closed(m.function.expr))]
    return any(map(_is_of_columns, nodes)) and not any(map(_is_of_rows, nodes))


def _is_of_columns(node: Expr) -> bool:
    """Is this a softmax of columns, or are exponentials added up along them?"""
    first = node.args[0] if node.args else None
    if first is None or first.op is not ops.transpose:
        return False
    return node.op.name in _OF_ROWS or (node.op is ops.matmul and first.args[0].op is ops.exp)


def _is_of_rows(node: Expr) -> bool:
    if not node.args or node.args[0].op is ops.transpose:
        return False
    return node.op.name in _OF_ROWS or (node.op is ops.matmul and node.args[0].op is ops.exp)


def one_hot_columns(m: Machine) -> list[str]:
    """The matrices that are said to be one-hot, where samples are columns."""
    told = [
        x for x, array in m.inputs.items() if array.ndim == 2 and {*m.facts.get(x, ())} & _SUMMED
    ]
    return told if told and are_columns(m) else []


# ---------------------------------------------------------------- largest entries


def without_shifts(m: Done) -> Done:
    """The program without largest entries that are only subtracted for safety."""
    assert m.function is not None
    if not m.shifts:
        return m
    whole = m.closed(m.function.expr)
    zeros = zeros_for(m.shifts)
    if are_equal(whole, substitute(whole, zeros)):
        values: dict[Expr, Expr] = zeros
    else:
        values = {s: x for s, x in m.shifts.items() if x is not None}
    if missing := [s for s in m.shifts if s not in values and s in m.uses(m.function.expr)]:
        raise Unread(f"the largest entries of rows are not read here ({len(missing)})")
    m.cleared = {d.symbol: _tidy(d.value, values) for d in m.definitions}
    m.function = Array(_tidy(m.function.expr, values), m.function.axes)
    return m


def zeros_for(shifts: Iterable[Expr]) -> dict[Expr, Expr]:
    """Zeros in the places of largest entries."""
    return {s: ops.number(0) if s.is_scalar else ops.filled(0, s.shape) for s in shifts}


def _tidy(expr: Expr, values: Mapping[Expr, Expr]) -> Expr:
    new = substitute(expr, dict(values))
    return expr if new is expr else simplify(new)


def are_equal(left: Expr, right: Expr) -> bool:
    """Have two expressions the same values, for sure?"""
    return compared(left, right) is True


def compared(left: Expr, right: Expr) -> bool | None:
    """Have two expressions the same values? None if that is not decided."""
    if left is right:
        return True
    try:
        place = setting(Problem(left), (), (), [right])
        wanted = [equality("the same", left, right)]
        (status,) = report(place, wanted, field_verdicts(place, wanted, 1), 1).statuses
    except (Undecided, MatgradError):
        return None
    return {EXACT: True, REAL: True, WRONG: False}.get(status)
