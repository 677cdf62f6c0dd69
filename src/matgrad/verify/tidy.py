"""Points with tidy numbers at which a function is defined: to show it, and to try its code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Any

from matgrad.core.expr import Expr
from matgrad.core.steps import Problem, Trace
from matgrad.errors import LimitError, UnknownNameError
from matgrad.verify.arithmetic import Matrix, OutsideDomain, Scalar, Undecided
from matgrad.verify.ball import Balls, precision
from matgrad.verify.code import array
from matgrad.verify.evaluate import Memo, value_of
from matgrad.verify.sample import Sampler
from matgrad.verify.sizes import assignments

LARGEST = 8  # rows and columns
STYLES = ("generic", "positive", "near identity")
DRAWS = 12
CHOICES = 3  # of sizes


class Tidy(Sampler):
    """Draws numbers with one digit after the point."""

    def scalar(self) -> Scalar:
        """A small number, not zero."""
        drawn = self.random.randrange(1, 21)
        sign = 1 if self.style == "positive" else self.random.choice((-1, 1))
        return self.R.rational(Fraction(sign * drawn, 10))

    def positive(self) -> Scalar:
        """A small positive number."""
        return self.R.rational(Fraction(self.random.randrange(1, 21), 10))


def points(
    trace: Trace, wanted: Mapping[str, int], values: Mapping[str, Any], seed: int
) -> Iterator[tuple[dict[str, int], dict[str, Any]]]:
    """Sizes, and arrays for all symbols, other ones each time, those that are given as they are.

    Where something is left to choose, the function is defined there; this is decided without
    rounding, since a matrix that is singular is hardly ever singular in floating point.
    """
    problem = trace.origin.problem
    symbols = list(problem.symbols.values())
    for sizes in sizes_of(trace, wanted, values):
        for i in range(DRAWS):
            R = Balls(dict(sizes))
            S = Tidy(R, Random(seed * 7919 + i), STYLES[i % len(STYLES)])
            try:
                with precision():
                    drawn = {x: S.value(x) for x in symbols}
                    moved = {f"d{X.name}": array(S.value(X), X.shape) for X in trace.wrt}
                    if not values:
                        _require_value(R, problem, drawn)
            except OutsideDomain:
                continue
            arrays = {x.name: array(value, x.shape) for x, value in drawn.items()}
            yield sizes, {**moved, **arrays, **values}
            if len(values) == len(symbols):
                return


def _require_value(R: Balls, problem: Problem, drawn: Mapping[Expr, Matrix]) -> None:
    """Raise OutsideDomain where the function has no value."""
    memo: Memo = dict(drawn)
    try:
        for definition in problem.definitions:
            memo[definition.symbol] = value_of(R, definition.value, memo)
        value_of(R, problem.function, memo)
    except Undecided:
        return


def sizes_of(
    trace: Trace, wanted: Mapping[str, int], values: Mapping[str, Any]
) -> list[dict[str, int]]:
    """Numbers for all names of sizes: as asked, as the given arrays have it, or small.

    Of those that are free to choose, the first need not do: log(det(X'*X)) needs a tall X.
    """
    symbols = trace.origin.problem.symbols
    named = {n for x in symbols.values() for size in x.shape for n in size.names}
    unknown = [name for name in wanted if name not in named]
    if unknown:
        raise UnknownNameError(f"{unknown[0]} is not a size", hint="sizes: " + ", ".join(named))
    roots = [*symbols.values(), trace.problem.function, *trace.results.values()]
    fixed = {**_measured(symbols, values), **wanted}
    found = [{**drawn, **fixed} for drawn in assignments(roots) or [dict[str, int]()]]
    for size in {size for x in symbols.values() for size in x.shape}:
        if not 1 <= size.evaluate(found[0]) <= LARGEST:
            raise LimitError(
                f"{size} = {size.evaluate(found[0])}; sizes here are from 1 to {LARGEST}"
            )
    return list({str(sizes): sizes for sizes in found[:CHOICES]}.values())


def _measured(symbols: Mapping[str, Expr], values: Mapping[str, Any]) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, value in values.items():
        if name not in symbols:
            raise UnknownNameError(f"{name} is not a variable", hint=", ".join(symbols))
        for size, length in zip(symbols[name].shape, value.shape, strict=False):
            if {str(size)} == set(size.names):
                found[str(size)] = int(length)
    return found
