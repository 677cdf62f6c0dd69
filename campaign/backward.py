"""Verdicts on pasted backward passes against finite differences: `python -m campaign.backward`.

Each pass of `passes.py` is written in several styles, as it is and with one line spoilt as people
spoil it: a transpose, a sign, a factor, an axis, an exponent, an order. NumPy runs it, differences
tell which lines are right, and `check_code` may call no right line wrong and no wrong line right.
A line that is wrong only because of an earlier one may be called either.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np

import matgrad as mg
from campaign.passes import PASSES

STEP = 1e-5
SEEDS = (1, 2)  # of the data: at both a line must be right
_NAME = re.compile(r"(\w+)\s*=")
_HEADER = re.compile(r"(?P<name>\w+): (?P<inputs>[^;\n]*)(?:; given (?P<d>\w+) of (?P<of>\w+))?")
Values = dict[str, Any]


@dataclass(frozen=True)
class Pass:
    """A forward pass with its backward pass."""

    name: str
    inputs: dict[str, tuple[int, ...]]
    one_hot: frozenset[str]
    forward: tuple[str, ...]
    backward: tuple[str, ...]
    above: str = ""  # the derivative that is given, by the last value of the forward pass

    @property
    def targets(self) -> list[str]:
        """What each line of the backward pass is the derivative by; "" if it is none.

        Of a name that is set again, dh = dh * (h > 0), it is not plain which value is meant.
        """
        known = {*self.inputs, *map(left, self.forward)}
        names = [*map(left, self.backward)]
        return [x[1:] if x[1:] in known and names.count(x) == 1 else "" for x in names]

    def data(self, seed: int) -> Values:
        """Random values of the inputs, and of the derivative from above."""
        random = np.random.default_rng(seed)
        values: Values = {"np": np}
        for name, shape in self.inputs.items():
            values[name] = random.normal(size=shape) if shape else abs(random.normal()) + 0.3
            if name in self.one_hot:
                values[name] = np.eye(shape[1])[random.integers(0, shape[1], shape[0])]
        if self.above:
            last = carried_out(self.forward, values)[left(self.forward[-1])]
            values[self.above] = random.normal(size=np.shape(last))
        return values


@dataclass(frozen=True)
class Line:
    """What a line of a backward pass is worth: by itself, and with right lines before it."""

    target: str
    is_right: bool
    is_right_then: bool


def left(line: str) -> str:
    """The name that a line sets."""
    found = _NAME.match(line)
    assert found
    return found[1]


def passes() -> list[Pass]:
    """The passes of the table."""
    return [_read(block) for block in PASSES.split("== ")[1:]]


def _read(block: str) -> Pass:
    header, _, lines = block.partition("\n")
    found = _HEADER.fullmatch(header)
    assert found, header
    forward, backward = (part.strip().splitlines() for part in lines.split("\n--\n"))
    inputs = [each.split() for each in found["inputs"].split(", ")]
    sizes = {name: tuple(map(int, re.findall(r"\d+", " ".join(size)))) for name, *size in inputs}
    one_hot = frozenset(name for name, *size in inputs if "*" in "".join(size))
    return Pass(found["name"], sizes, one_hot, (*forward,), (*backward,), found["d"] or "")


def carried_out(lines: Sequence[str], values: Values) -> Values:
    """The values after some lines of a pass, which are ours."""
    values = dict(values)
    for line in lines:
        exec(line, values)
    return values


def difference(given: Pass, name: str, data: Values) -> Any:
    """The derivative by an input or an intermediate value, by differences."""
    names = [*map(left, given.forward)]
    begin = names.index(name) + 1 if name in names else 0
    before = carried_out(given.forward[:begin], data)
    value = np.array(before[name], float)
    found = np.zeros_like(value)
    for place in np.ndindex(value.shape):
        ends: list[float] = []
        for step in (STEP, -STEP):
            moved = value.copy()
            moved[place] += step
            at = carried_out(given.forward[begin:], {**before, name: moved})
            last = at[names[-1]]
            ends.append(float(np.sum(last * data[given.above]) if given.above else last))
        found[place] = (ends[0] - ends[1]) / (2 * STEP)
    return found


def truth(given: Pass) -> list[Line]:
    """What each derivative of a backward pass is worth."""
    found: list[Line] = []
    for lines in zip(*(_truth(given, seed) for seed in SEEDS), strict=True):
        right, then = (all(getattr(x, key) for x in lines) for key in ("is_right", "is_right_then"))
        found.append(Line(lines[0].target, right, then))
    return found


def _truth(given: Pass, seed: int) -> list[Line]:
    data = given.data(seed)
    own = carried_out(given.forward, data)
    ideal, found = dict(own), list[Line]()
    for line, target in zip(given.backward, given.targets, strict=True):
        own, ideal = _after(line, own), _after(line, ideal)
        if not target:
            continue
        true = difference(given, target, data)
        name = left(line)
        found.append(Line(target, _equal(own[name], true), _equal(ideal[name], true)))
        ideal[name] = true
    return found


def _after(line: str, values: Values) -> Values:
    try:
        return carried_out([line], values)
    except (AttributeError, TypeError, ValueError):  # shapes that do not fit, or None before
        return {**values, left(line): None}


def _equal(value: Any, true: Any) -> bool:
    if value is None or np.shape(value) != np.shape(true):
        return False
    return np.allclose(np.asarray(value, float), true, rtol=1e-4, atol=1e-5)


class _Spoiling(ast.NodeTransformer):
    """One place of a line, changed as people get it wrong."""

    def __init__(self, place: int) -> None:
        self.left = place

    def _here(self) -> bool:
        self.left -= 1
        return self.left == -1

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """W for W.T."""
        self.generic_visit(node)
        return node.value if node.attr == "T" and self._here() else node

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        """The other axis."""
        if node.arg == "axis" and isinstance(node.value, ast.Constant) and self._here():
            return ast.keyword("axis", ast.Constant(1 - int(str(node.value.value))))
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """The other order, the other sign, or nothing but the first of two."""
        self.generic_visit(node)
        if isinstance(node.op, ast.MatMult):
            return ast.BinOp(node.right, node.op, node.left) if self._here() else node
        if isinstance(node.op, ast.Add | ast.Sub) and self._here():
            other = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
            return ast.BinOp(node.left, other, node.right)
        return node.left if self._here() else node


def spoilt(line: str) -> Iterator[str]:
    """The line with one thing wrong, in all ways."""
    name, _, value = line.partition(" = ")
    yield f"{name} = -({value})"
    yield f"{name} = 2 * ({value})"
    for place in range(100):
        change = _Spoiling(place)
        tree = ast.fix_missing_locations(change.visit(ast.parse(line)))
        if change.left >= 0:
            return
        yield ast.unparse(tree)


def variants(given: Pass, count: int, random: Random) -> Iterator[Pass]:
    """The pass as it is, and with one of its lines spoilt, some of the ways."""
    yield given
    ways = [(i, x) for i, line in enumerate(given.backward) for x in spoilt(line)]
    for i, line in random.sample(ways, min(count, len(ways))):
        yield replace(given, backward=(*given.backward[:i], line, *given.backward[i + 1 :]))


def _plain(given: Pass, comment: str = "") -> str:
    code = [comment, *given.forward, _given(given, "# backward"), *given.backward]
    return "\n".join(filter(None, code)) + "\n"


def _given(given: Pass, words: str) -> str:
    return f"{words}, given {given.above}" if given.above else words


def _with_shapes(given: Pass) -> str:
    shapes = (f"{x}: {shape}" for x, shape in given.inputs.items() if shape)
    return _plain(given, "# " + ", ".join(shapes))


def _two_blocks(given: Pass) -> str:
    blocks = ("\n".join(lines) for lines in (given.forward, given.backward))
    forward, backward = (f"\n\n```python\n{block}\n```\n\n" for block in blocks)
    return f"My forward pass is{forward}and the backward pass is{backward}Is it correct?"


def _routines(given: Pass) -> str:
    def body(*lines: str) -> str:
        return "\n".join(f"    {line}" for line in lines)

    names, last = ", ".join(given.inputs), left(given.forward[-1])
    pairs = zip(given.backward, given.targets, strict=True)
    made = ", ".join(left(line) for line, target in pairs if target in given.inputs)
    above = f"{given.above}, " if given.above else ""
    return (
        f"def forward({names}):\n{body(*given.forward, f'return {last}')}\n\n"
        f"def backward({above}{names}):\n"
        f"{body(*given.forward, *given.backward, f'return {made}')}\n"
    )


STYLES = {"plain": _plain, "shapes": _with_shapes, "blocks": _two_blocks, "routines": _routines}


def judge(given: Pass, style: str) -> Iterator[tuple[str, str]]:
    """For each derivative of a pass what became of it, and the line."""
    try:
        found = mg.check_code(STYLES[style](given)).verdicts
    except mg.MatgradError as error:
        yield "refused", error.message
        return
    told: dict[str, list[str]] = {}
    for each in found:
        told.setdefault(each.wrt, []).append(each.status)
    lines = [line for line, target in zip(given.backward, given.targets, strict=True) if target]
    for line, true in zip(lines, truth(given), strict=True):
        yield _outcome(true, told.get(true.target, [])), line


def _outcome(true: Line, statuses: Sequence[str]) -> str:
    called = [status.partition(" ")[0] for status in statuses]
    if not {"right", "wrong"} & {*called}:
        return "not judged"
    if true.is_right and "right" not in called:
        return "RIGHT, CALLED WRONG"
    if not true.is_right and not true.is_right_then and "wrong" not in called:
        return "WRONG, CALLED RIGHT"
    return "judged"


def main() -> int:
    """Exit code 1 if a verdict is not what differences say."""
    parser = argparse.ArgumentParser(prog="campaign.backward", description=__doc__)
    parser.add_argument("--spoilt", type=int, default=4, help="spoilt variants of each pass")
    parser.add_argument("--styles", nargs="+", default=[*STYLES], choices=STYLES)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    random, tally = Random(given.seed), Counter[str]()
    for each in passes():
        for style in given.styles:
            for variant in variants(each, given.spoilt, random):
                for outcome, line in judge(variant, style):
                    tally[outcome] += 1
                    if outcome not in ("judged", "not judged"):
                        print(f"{each.name}, {style}: {line}: {outcome}", flush=True)
    print(", ".join(f"{count} {outcome}" for outcome, count in tally.most_common()))
    return int(any(outcome.isupper() for outcome in tally))


if __name__ == "__main__":
    sys.exit(main())
