"""What generated C code is made of: places in memory, loops over entries, numbers with names."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from matgrad.codegen.names import Names
from matgrad.codegen.program import Program
from matgrad.codegen.targets.c_loops import AXES, Line, add, over
from matgrad.codegen.targets.python import ATOM, polynomial
from matgrad.codegen.values import Axes, Value
from matgrad.core.dims import ONE, Dim


class Place(NamedTuple):
    """Where an array is: a pointer, and how far apart its entries are along each axis."""

    pointer: str
    strides: tuple[str, ...]

    def at(self, *indices: str) -> str:
        """The entry at indices."""
        pairs = zip(indices, self.strides, strict=True)
        terms = [i if s == "1" else f"{i} * {s}" for i, s in pairs if i != "0"]
        return f"{self.pointer}[{' + '.join(terms) or '0'}]"


@dataclass
class Code:
    """The C function as far as it is written."""

    program: Program
    names: Names
    sizes: dict[str, str]
    lines: list[Line] = field(default_factory=list[Line])
    places: dict[Value, Place] = field(default_factory=dict[Value, Place])
    texts: dict[Value, str] = field(default_factory=dict[Value, str])
    depth: dict[Value, int] = field(default_factory=dict[Value, int])
    work: list[tuple[str, Dim]] = field(default_factory=list[tuple[str, Dim]])
    factors: dict[Value, tuple[Place, Place, str]] = field(
        default_factory=dict[Value, tuple[Place, Place, str]]
    )
    outputs: dict[Value, Place] = field(default_factory=dict[Value, Place])
    window: tuple[str, str] | None = None  # the part of the rows that is computed here
    fails: bool = False  # is there a matrix that may turn out to be singular?

    @cached_property
    def sums_of_exponentials(self) -> dict[tuple[str, Value], Value]:
        """The values that need them, by operation and argument."""
        wanted = [value for value in self.program.values if "sumexp" in value.op]
        wanted += [value for value in self.program.values if value.op.startswith("softmax")]
        return {(value.op, value.args[0]): value for value in wanted}

    def size(self, size: Dim) -> str:
        """A size as code, in parentheses where it is a sum."""
        code, binds = polynomial(size, self.sizes, "/")
        return code if binds == ATOM or code.isdigit() else f"({code})"

    def strides(self, axes: Axes) -> tuple[str, ...]:
        """The strides of an array whose last axis runs fastest."""
        found = ["1"]
        length = ONE
        for size in reversed(axes[1:]):
            length = length * size
            found.append(self.size(length))
        return tuple(reversed(found)) if axes else ()

    def buffer(self, axes: Axes, name: str | None = None) -> Place:
        """Room for an array."""
        length = ONE
        for size in axes:
            length = length * size
        pointer = name or self.names.fresh()
        self.work.append((pointer, length))
        return Place(pointer, self.strides(axes))

    def target(self, value: Value) -> Place:
        """Where a value is to be written: a result, or room of its own."""
        place = self.outputs.get(value)
        if place is None:
            place = self.buffer(value.axes, self.program.names.get(value))
        self.places[value] = place
        return place

    def solid(self, value: Value) -> Place:
        """Where to write a value that has to lie in memory row by row."""
        place = self.outputs.get(value)
        if place is None or place.strides != self.strides(value.axes):
            place = self.buffer(value.axes, self.program.names.get(value))
        self.places[value] = place
        return place

    def contiguous(self, value: Value) -> Place:
        """Where a value lies row by row; it is copied if it does not yet."""
        if value.is_scalar or value not in self.places:
            place = self.buffer(value.axes)
            if value.is_scalar:
                self.lines.append(f"{place.pointer}[0] = {self.read(value)};")
                return place
        elif self.places[value].strides == self.strides(value.axes):
            return self.places[value]
        else:
            place = self.buffer(value.axes)
        names = AXES[: len(value.axes)]
        self.loop(value.axes, f"{place.at(*names)} = {self.read(value)};", place)
        return place

    def read(self, value: Value) -> str:
        """The entry of a value at i, or at i and j; a number is itself."""
        if value in self.texts:
            return self.texts[value]
        return self.places[value].at(*AXES[: len(value.axes)])

    def loop(self, axes: Axes, statement: str, place: Place | None = None) -> None:
        """Run a statement for every index, the one that is next in memory innermost.

        With `place` the statement sets an entry of it for each index.
        """
        order = list(zip(AXES, axes, strict=False))
        if place is not None and len(axes) == 2 and place.strides[0] == "1":
            order.reverse()
        part = self.window if len(axes) == 1 else None
        heads = [(i, *part) if part else (i, "0", self.size(n)) for i, n in order]
        add(self.lines, over(heads, statement, place is not None))

    def reduce(self, axes: Axes, name: str, start: str, step: str) -> None:
        """A number from all entries."""
        self.lines.append(f"double {name} = {start};")
        if not axes:  # a number has one entry
            self.lines.append(step)
            return
        sign = "+" if "+=" in step else "*" if "*=" in step else ""
        heads = [(i, "0", self.size(n)) for i, n in zip(AXES, axes, strict=False)]
        loop = over(heads, step, whole=True)
        indent = ""
        for i, _, n in loop.heads[:-1]:
            self.lines.append(f"{indent}for (long {i} = 0; {i} < {n}; {i}++)")
            indent += "    "
        if sign:
            self.lines.append(f"{indent}#pragma omp simd reduction({sign}:{name})")
        i, _, n = loop.heads[-1]
        self.lines.append(f"{indent}for (long {i} = 0; {i} < {n}; {i}++) {loop.statements[0]}")

    @staticmethod
    def bare(text: str) -> str:
        """An expression without parentheses around all of it."""
        if not text.startswith("("):
            return text
        depth = 0
        for place, letter in enumerate(text):
            depth += (letter == "(") - (letter == ")")
            if depth == 0 and place < len(text) - 1:
                return text
        return text[1:-1]

    def attempt(self, call: str) -> None:
        """Call what returns 0 if it could do it; if not, that ends the function as well."""
        self.fails = True
        self.lines.append(f"if ({call}) return 1;")

    def scalar(self, value: Value, code: str) -> None:
        """Give a number a name."""
        name = self.program.names.get(value) or self.names.fresh()
        self.lines.append(f"const double {name} = {self.bare(code)};")
        self.texts[value] = name
