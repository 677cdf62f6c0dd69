"""What generated C code is made of: places in memory, loops over entries, numbers with names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from itertools import accumulate
from operator import mul
from typing import NamedTuple

from matgrad.codegen.plan.operations import TWINS
from matgrad.codegen.plan.program import Names, Program
from matgrad.codegen.plan.values import Axes, Value
from matgrad.codegen.write.python import ATOM, polynomial
from matgrad.core.dims import ONE, Dim

# ---------------------------------------------------------------- loops

# Loops over entries in C: those side by side become one, those that repeat become a function.

AXES = ("i", "j", "i3", "i4", "i5", "i6")  # what loops over axes count with
Head = tuple[str, str, str]  # a letter that counts from one number to before another

_MOST = 4  # statements in one loop
_WIDE = 100  # characters of a loop in one line
_OFTEN = 3  # times a loop is written out at most
_WORD = re.compile(r"\b[A-Za-z_]\w*\b(?!\()")


@dataclass
class Loop:
    """Statements that run for every index; `whole` if each sets one entry of its own array."""

    heads: tuple[Head, ...]
    statements: list[str] = field(default_factory=list[str])
    whole: bool = False

    def takes(self, other: Loop) -> bool:
        """Can the statements of another loop run in this one, after its own?"""
        if not (self.whole and other.whole and self.heads == other.heads):
            return False
        if len(self.statements) + len(other.statements) > _MOST:
            return False
        return all(
            _is_read_at(_spot(first), second)
            for first in self.statements
            for second in other.statements
        )

    def lines(self) -> list[str]:
        """The loop as code."""
        found: list[str] = []
        indent = ""
        for letter, start, end in self.heads:
            found.append(f"{indent}for (long {letter} = {start}; {letter} < {end}; {letter}++)")
            indent += "    "
        found.insert(-1, f"{indent[4:]}#pragma omp simd")
        if len(self.statements) > 1:
            body = [f"{indent}{statement}" for statement in self.statements]
            return [*found[:-1], found[-1] + " {", *body, f"{indent[4:]}}}"]
        (statement,) = self.statements
        if len(found[-1]) + len(statement) < _WIDE:
            return [*found[:-1], f"{found[-1]} {statement}"]
        return [*found, indent + statement]


Line = str | Loop


def _spot(statement: str) -> str:
    return statement.partition(" = ")[0]


def _is_read_at(spot: str, statement: str) -> bool:
    """Is an array read nowhere but at this spot?"""
    pointer, _, index = spot.partition("[")
    name = rf"\b{re.escape(pointer)}\b"  # another name may end like this one
    at_spot = re.findall(rf"{name}{re.escape(f'[{index}')}", statement)
    return len(re.findall(name, statement)) == len(at_spot)


def over(heads: Sequence[Head], statement: str, whole: bool) -> Loop:
    """A loop; where all arrays are read and written one entry after the other, a single one."""
    if whole and len(heads) > 1 and all(start == "0" for _, start, _ in heads):
        index = _row_by_row([(letter, end) for letter, _, end in heads])
        left = statement.replace(f"[{index}]", "[]")
        if not {letter for letter, _, _ in heads} & set(re.findall(r"\w+", left)):
            count = " * ".join(end for _, _, end in heads)
            return Loop((("i", "0", count),), [left.replace("[]", "[i]")], whole)
    return Loop(tuple(heads), [statement], whole)


def _row_by_row(heads: Sequence[tuple[str, str]]) -> str:
    """The index of an entry of an array whose last axis runs fastest, for two axes."""
    if len(heads) != 2:
        return ""
    (i, _), (j, n) = heads
    return f"{i} * {n} + {j}"


def add(lines: list[Line], loop: Loop) -> None:
    """Append a loop, or put it into the one before."""
    last = lines[-1] if lines else None
    if isinstance(last, Loop) and last.takes(loop):
        last.statements += loop.statements
    else:
        lines.append(loop)


def without_memory(lines: Sequence[Line], rooms: Collection[str]) -> set[str]:
    """Arrays that one loop alone sets and reads become a number each time round; their names."""
    words: Counter[str] = Counter()
    for line in lines:
        words.update(_WORD.findall(line if isinstance(line, str) else " ".join(line.statements)))
    found: set[str] = set()
    for loop in (line for line in lines if isinstance(line, Loop) and len(line.statements) > 1):
        for place, statement in enumerate(loop.statements):
            spot = _spot(statement)
            name = spot.partition("[")[0]
            at = re.compile(rf"\b{re.escape(spot)}")
            uses = sum(len(at.findall(each)) for each in loop.statements)
            alone = words[name] == uses and [*map(_spot, loop.statements)].count(spot) == 1
            if name in rooms and alone and uses > 1:
                loop.statements = [at.sub(name, each) for each in loop.statements]
                loop.statements[place] = f"const double {loop.statements[place]}"
                found.add(name)
    return found


def written(
    lines: Sequence[Line], arrays: Collection[str], sizes: Collection[str], names: Iterator[str]
) -> tuple[list[str], list[str]]:
    """The lines as text, and functions for loops that occur often but for the names in them."""
    shapes = [_Shape.of(each, arrays, sizes) if isinstance(each, Loop) else None for each in lines]
    count = Counter(shape.text for shape in shapes if shape is not None)
    functions: dict[str, tuple[str, str]] = {}
    found: list[str] = []
    for line, shape in zip(lines, shapes, strict=True):
        if not isinstance(line, Loop):
            found.append(line)
        elif shape is None or count[shape.text] < _OFTEN:
            found += line.lines()
        else:
            if shape.text not in functions:
                name = next(names)
                functions[shape.text] = name, shape.function(name, line, arrays, sizes)
            found.append(f"{functions[shape.text][0]}({', '.join(shape.names)});")
    return found, [text for _, text in functions.values()]


@dataclass(frozen=True)
class _Shape:
    """A loop without the names in it, and these names in the order in which they occur."""

    text: str
    names: tuple[str, ...]

    @staticmethod
    def of(loop: Loop, arrays: Collection[str], sizes: Collection[str]) -> _Shape | None:
        text = "\n".join(loop.lines())
        if not loop.whole or any(start != "0" for _, start, _ in loop.heads):
            return None
        names: dict[str, str] = {}
        own = re.findall(r"const double (\w+) =", text)

        def rename(found: re.Match[str]) -> str:
            word = found.group()
            if word in AXES or word in _KEYWORDS:
                return word
            if word in own:
                return f"<own {own.index(word)}>"
            kind = "array" if word in arrays else "size" if word in sizes else "number"
            return names.setdefault(word, f"<{kind} {len(names)}>")

        return _Shape(_WORD.sub(rename, text), tuple(names))

    def function(
        self, name: str, loop: Loop, arrays: Collection[str], sizes: Collection[str]
    ) -> str:
        """The loop as a function of everything it reads and writes."""
        set_here = {_spot(statement).partition("[")[0] for statement in loop.statements}

        def parameter(word: str) -> str:
            if word in arrays:
                return f"{'' if word in set_here else 'const '}double *restrict {word}"
            return f"long {word}" if word in sizes else f"double {word}"

        head = f"static void {name}({', '.join(map(parameter, self.names))})"
        return "\n".join([head, "{", *(f"    {line}" for line in loop.lines()), "}"])


_KEYWORDS = frozenset("for long pragma omp simd const double".split())


# ---------------------------------------------------------------- places and names


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
        values = (value for value in self.program.values if value.op in TWINS)
        return {(value.op, value.args[0]): value for value in values}

    def size(self, size: Dim) -> str:
        """A size as code, in parentheses where it is a sum."""
        code, binds = polynomial(size, self.sizes, "/")
        return code if binds == ATOM or code.isdigit() else f"({code})"

    def strides(self, axes: Axes) -> tuple[str, ...]:
        """The strides of an array whose last axis runs fastest."""
        lengths = accumulate(axes[:0:-1], mul, initial=ONE)
        return tuple(map(self.size, lengths))[::-1] if axes else ()

    def buffer(self, axes: Axes, name: str | None = None) -> Place:
        """Room for an array."""
        pointer = name or self.names.fresh()
        self.work.append((pointer, reduce(mul, axes, ONE)))
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

    def total(self, axes: Axes, entry: str, sign: str = "+=", start: str = "0") -> str:
        """The name of a number that all entries are added up to, or multiplied."""
        name = self.names.fresh()
        self.reduce(axes, name, start, f"{name} {sign} {entry};")
        return name

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


Writer = Callable[[Code, Value], None]  # writes what computes a value
