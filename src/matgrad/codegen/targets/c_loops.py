"""Loops over entries in C: those side by side become one, those that repeat become a function."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

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
