"""Generated code at extreme inputs beside ball arithmetic: errors in units of the last place.

`python -m campaign.ulps` prints the table of docs/trust.md.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import matgrad as mg
from matgrad.core.expr import Expr
from matgrad.core.walk import symbols
from matgrad.optional import load
from matgrad.verify.ball import Balls
from matgrad.verify.evaluate import evaluate

BITS = 4000  # enough for exp(-1000) beside exp(1000)
Numbers = float | Sequence[float] | Sequence[Sequence[float]]


@dataclass(frozen=True)
class Extreme:
    """A function and inputs at which a formula as it stands in a book loses digits."""

    name: str
    text: str
    wrt: str
    points: tuple[Mapping[str, Numbers], ...]


_LOGITS = ([1e3, 0.0, -1e3], [710.0, 709.0, 708.5], [-1e5, -1e5 + 1, -2e5], [1e-300, 0.0, 1.0])
_ONE = ([800.0], [-800.0], [36.5], [-36.5], [1e-20], [-1e-20], [0.3])
_TINY = 1e-110

EXTREMES = (
    Extreme("softmax", "c'*softmax(x)", "x",
            tuple({"c": [1.0, 2.0, 3.0], "x": x} for x in _LOGITS)),
    Extreme("logsumexp", "logsumexp(x)", "x", tuple({"x": x} for x in _LOGITS)),
    Extreme("log(sum(exp(x)))", "log(sum(exp(x)))", "x", tuple({"x": x} for x in _LOGITS)),
    Extreme("sigmoid", "sum(sigmoid(x))", "x", tuple({"x": x} for x in _ONE)),
    Extreme("1/(1+exp(-x))", "sum(1 ./ (1 + exp(-x)))", "x", tuple({"x": x} for x in _ONE)),
    Extreme("log(1+exp(x))", "sum(log(1 + exp(x)))", "x", tuple({"x": x} for x in _ONE)),
    Extreme("log-determinant", "logdet(X)", "X",
            tuple({"X": [[2 * s, s, 0.0], [s, 2 * s, s], [0.0, s, 2 * s]]}
                  for s in (_TINY, 1 / _TINY, 1.0))),
    Extreme("norm", "norm2(x)", "x",
            tuple({"x": x} for x in ([3e-200, 4e-200], [3e200, 4e200], [3.0, 4.0]))),
    Extreme("cross-entropy of softmax", "-y'*log(softmax(x))", "x",
            tuple({"y": [0.0, 0.25, 0.75], "x": x} for x in _LOGITS)),
    Extreme("cross-entropy of sigmoid", "-y*log(sigmoid(z)) - (1 - y)*log(1 - sigmoid(z))", "z",
            tuple({"y": 0.25, "z": z} for (z,) in _ONE)),
    Extreme("cross-entropy, p near 0", "-y'*log(p)", "p",
            ({"y": [0.5, 0.5], "p": [1e-300, 1.0]}, {"y": [0.0, 1.0], "p": [1e-308, 1e-16]})),
)  # fmt: skip


def matrix(value: Numbers) -> list[list[float]]:
    """Numbers as rows."""
    rows = load("numpy").asarray(value, dtype=float)
    return rows.reshape(-1, 1).tolist() if rows.ndim < 2 else rows.tolist()


def truth(formula: Expr, given: Mapping[str, Numbers]) -> list[float]:
    """The values of a formula at doubles, each the double next to it."""
    rows = {name: matrix(value) for name, value in given.items()}
    sizes = {
        size: count
        for s in symbols(formula)
        for d, count in zip(s.shape, (len(rows[s.name]), len(rows[s.name][0])), strict=True)
        for size in d.names
    }
    R = Balls(sizes)
    with R.flint.ctx.workprec(BITS):
        known: Any = {
            s: [[R.flint.arb(x) for x in row] for row in rows[s.name]] for s in symbols(formula)
        }
        found = evaluate(R, [formula], known)[formula]
        assert isinstance(found, list), found
        return [float(x.mid()) for row in found for x in row]


def ulps(got: Any, wanted: Sequence[float]) -> float:
    """The largest error, in units of the last place of the true value."""
    numbers = load("numpy").asarray(got, dtype=float).reshape(-1).tolist()
    errors = (abs(a - b) / math.ulp(b) for a, b in zip(numbers, wanted, strict=True))
    return max(error if error < math.inf else math.inf for error in errors)  # nan is lost as well


def errors() -> Iterator[tuple[str, float, float]]:
    """For each function the largest errors of its value and of its gradient."""
    for each in EXTREMES:
        d = mg.value_and_grad(each.text, each.wrt)
        compiled = d.compile("numpy")
        worst = [0.0, 0.0]
        for given in each.points:
            value, slope = compiled(**given)
            for i, (got, formula) in enumerate(((value, d.problem.function), (slope, d.result))):
                worst[i] = max(worst[i], ulps(got, truth(formula, given)))
        yield each.name, worst[0], worst[1]


def main() -> None:
    """Print the table."""
    print("| function | value | gradient |\n|---|---|---|")
    for name, value, slope in errors():
        print(f"| {name} | {value:.1f} | {slope:.1f} |")


if __name__ == "__main__":
    main()
