"""How a program falls into lines, and what is freed after each: one operation a line as a rule."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from math import prod
from typing import NamedTuple

from matgrad.codegen.plan.program import Program
from matgrad.codegen.plan.values import Value, nominal

WIDTH = 72  # characters of a line of code, without indentation and comment
_INLINE = 40  # characters of a piece that stands inside another
_OPERATIONS = 2  # operations in such a piece
_NUMBER = 3  # characters of a number that has no name
_FREE = frozenset("number size symbol transpose neg power constant as_row aligned".split())
_ALWAYS = frozenset({"number", "size", "symbol", "constant"})


class Text(NamedTuple):
    """Code for a value, how strongly its outermost operator binds, and how many it has."""

    code: str
    binds: int
    operations: int = 0


class Line(NamedTuple):
    """One assignment."""

    name: str
    code: str
    value: Value


class Listing(NamedTuple):
    """What a target writes: the program as it has it, its assignments, and code of its results."""

    program: Program
    lines: list[Line]
    results: list[str]


# What a target gives: code for a value from code for its arguments, and the arguments that have to
# be names because they occur more than once in it.
Render = Callable[[Value, list[Text]], tuple[str, int]]
Repeated = Callable[[Value], frozenset[int]]


class Lines:
    """Collects the lines of a program; `texts` holds how each value is referred to.

    Results stand `together` in one line at the end, or in a line each.
    """

    def __init__(
        self,
        program: Program,
        render: Render,
        repeated: Repeated,
        atom: int,
        together: bool = True,
    ) -> None:
        self.lines: list[Line] = []
        self.texts: dict[Value, Text] = {}
        self._program = program
        self._names = program.allocate.copy()
        self._render = render
        self._repeated = repeated
        self._atom = atom
        self._results = Counter(program.results)
        self._uses = Counter(arg for value in program.values for arg in value.args)
        for value in program.values:
            self._add(value)
        if together:
            self._keep_short(list(self._results))

    def is_only_for(self, arg: Value, value: Value) -> bool:
        """Is this computed for that value, and for nothing else?"""
        return not self._results[arg] and self._uses[arg] == value.args.count(arg)

    def code_with(self, value: Value, arg: Value, text: Text) -> str:
        """The code of a value, with another text for one of its arguments."""
        parts = [text if each is arg else self.texts[each] for each in value.args]
        return self._render(value, parts)[0]

    def _add(self, value: Value) -> None:
        if value.op == "symbol":
            self.texts[value] = Text(self._program.names[value], self._atom)
            return
        for index in sorted(self._repeated(value)):
            self._give_name(value.args[index])
        code, binds = self._fit(value)
        operations = sum(self.texts[arg].operations for arg in set(value.args))
        self.texts[value] = Text(code, binds, operations + (value.op not in _FREE))
        if not self._stays_inside(value):
            self._give_name(value)

    def _keep_short(self, results: list[Value]) -> None:
        """Several results are returned by name unless they are small."""
        for value in results:
            if len(results) > 1 and self.texts[value].operations > _OPERATIONS:
                self._give_name(value)
        longest = sorted(results, key=lambda value: -len(self.texts[value].code))
        while longest and sum(len(self.texts[value].code) + 2 for value in results) > WIDTH:
            self._give_name(longest.pop(0))

    def _fit(self, value: Value) -> tuple[str, int]:
        """The code of a value; the longest pieces in it get lines of their own until it fits."""
        code, binds = self._render(value, [self.texts[arg] for arg in value.args])
        longest = sorted(dict.fromkeys(value.args), key=lambda arg: -len(self.texts[arg].code))
        while len(code) > WIDTH and longest:
            self._give_name(longest.pop(0))
            code, binds = self._render(value, [self.texts[arg] for arg in value.args])
        return code, binds

    def _stays_inside(self, value: Value) -> bool:
        if value in self._program.names:
            return False
        text = self.texts[value]
        if value.op in _ALWAYS or (value.op == "transpose" and not text.operations):
            return True
        if self._results[value] == 1 and not self._uses[value]:
            return True  # the statement that returns it has the code
        return (
            self._uses[value] + self._results[value] == 1
            and text.operations <= _OPERATIONS
            and len(text.code) <= _INLINE
        )

    def _give_name(self, value: Value) -> None:
        text = self.texts[value]
        if text.binds == self._atom and text.code.isidentifier():
            return
        if value.op == "number" and len(text.code) <= _NUMBER:
            return  # a name for it would say less, and is no shorter
        name = self._program.names.get(value) or self._names.fresh()
        self.lines.append(Line(name, text.code, value))
        self.texts[value] = Text(name, self._atom)


# ---------------------------------------------------------------- memory

# Large arrays that nothing uses any more: they are freed, and others take their memory.
#
# Memory that the system has not given yet costs more than to compute with it, so a program that
# holds less at a time is faster as well.

NAME = "freed"
WHY = "large arrays are freed where nothing uses them any more, and others take their memory"
_LARGE = 1 << 16  # entries of an array of which this is felt


def freed(program: Program, lines: Sequence[Line], results: Sequence[str]) -> dict[int, list[str]]:
    """The names that are deleted after each line, if sizes are told."""
    if NAME in program.options.skip or not program.options.sizes:
        return {}
    sizes = program.options.sizes
    entries = {line.name: prod(nominal(n, sizes) for n in line.value.axes) for line in lines}
    large = {name for name, count in entries.items() if count >= _LARGE}
    used = _words("\n".join(results))
    found: dict[int, list[str]] = {}
    for place, line in reversed(list(enumerate(lines)) if large else []):
        used.add(line.name)
        last = _words(line.code) - used
        used |= last
        if last & large:
            found[place] = sorted(last & large)
    return found


def notes(listing: Listing) -> list[tuple[str, str]]:
    """This, if a program does it."""
    return [(NAME, WHY)] if freed(*listing) else []


def _words(code: str) -> set[str]:
    return set(re.findall(r"\w+", code))
