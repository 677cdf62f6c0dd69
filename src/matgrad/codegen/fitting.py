"""Do arrays fit together, and what sizes do they have? Shapes that do are remembered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matgrad.codegen.program import Program
from matgrad.codegen.sizes import measure
from matgrad.errors import ShapeError

# What a size that is too small means, by what it must be at least.
PARTS = {0: "a part that is taken ends beyond its array:", 1: "a part that is taken has no entry:"}
MOST_SHAPES = 64  # combinations of shapes that are remembered


class Fitting:
    """What the arrays given to a program tell about its sizes."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._labels = [each.label for each in program.inputs]
        self._shapes = [each.shape for each in program.inputs]
        self._known: dict[tuple[tuple[int, ...], ...], dict[str, int]] = {}

    def __call__(self, arrays: Sequence[Any], given: Mapping[str, int]) -> dict[str, int]:
        """The sizes that the arrays have; ShapeError if they do not fit together."""
        shapes = tuple([array.shape for array in arrays])
        if given:
            return self._measured(shapes, given)
        sizes = self._known.get(shapes)
        if sizes is None:
            sizes = self._measured(shapes, given)
            if len(self._known) >= MOST_SHAPES:
                self._known.clear()
            self._known[shapes] = sizes
        return dict(sizes)

    def _measured(
        self, actual: Sequence[tuple[int, ...]], given: Mapping[str, int]
    ) -> dict[str, int]:
        sizes = measure(self._labels, self._shapes, actual, given)
        for size, index in self._program.bounds:
            if size.names <= sizes.keys() and size.evaluate(sizes) < index:
                what = PARTS.get(index, f"index {index} is used, but")
                raise ShapeError(f"{what} {size} = {size.evaluate(sizes)}")
        return sizes
