"""Code as input: one expression or several lines, read as Python on arrays, become a problem."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from matgrad.core.dims import Dim
from matgrad.core.facts import SQUARE_ONLY, VECTOR_ONLY, close
from matgrad.core.reading import Guess, Reading
from matgrad.core.steps import Problem
from matgrad.errors import (
    AxisError,
    MatgradError,
    ShapeError,
    UnknownNameError,
    UnsupportedError,
)
from matgrad.programs.arrays.tables import FUNCTIONS, UFUNCS
from matgrad.programs.listings.library import OWN
from matgrad.programs.listings.likely import COUNT
from matgrad.programs.listings.naming import Naming
from matgrad.programs.listings.problems import problem_of
from matgrad.programs.listings.reader import Reader
from matgrad.programs.listings.script import Script, is_code, script_of
from matgrad.programs.listings.settling import settled
from matgrad.programs.listings.shapes import Axes, Fit, Search
from matgrad.syntax import Limits
from matgrad.syntax.declarations import Shapes, declare, given_sizes, plain_name
from matgrad.syntax.inference import convention
from matgrad.syntax.limits import GENEROUS
from matgrad.syntax.readings import describe
from matgrad.syntax.scope import misspelt
from matgrad.syntax.sizes import read_size

__all__ = ["is_code", "problem_of_code"]
KINDS = {"s": "a number", "v": "a vector", "m": "a matrix", "r": "one row", "c": "one column"}
ON_PAPER = {"scalar": "s", "vector": "v", "matrix": "m"}
TARGETS = ("Y", "T")  # capitals that may well be vectors
FLAT_TARGET = 0.75
READ = "docs/language.md says which code is read"
BESIDE = "{0} is computed and is no part of {1}"


def problem_of_code(  # noqa: PLR0913, PLR0917
    text: str,
    shapes: Shapes | None = None,
    assume: Mapping[str, Sequence[str]] | None = None,
    wrt: Sequence[str] = (),
    scalar: bool = False,
    limits: Limits | None = None,
) -> Problem:
    """The function that a program computes; it is parsed, never run.

    `*` and `/` act entry by entry with the spreading of NumPy, `@` is the product. The function is
    what the last expression, the body of a lambda or the return of the last def gives, or else the
    value with the name loss (cost, objective, J), or else the last value.

    >>> print(problem_of_code("np.sum((X @ w - y)**2)").function)
    sum((X*w - y).^2)
    """
    limits = limits or GENEROUS
    limits.check("bytes", len(text.encode("utf-8", "backslashreplace")))
    declared = declare(shapes or {}, assume or {}, limits)
    script = script_of(text)
    limits.check("nodes", sum(1 for x in (*script.body, script.end) if x for _ in ast.walk(x)))
    told = {plain_name(name): tuple(str(read_size(x, limits)) for x in given_sizes(name, sizes))
            for name, sizes in (shapes or {}).items()}  # fmt: skip
    facts = {name: x.facts for name, x in declared.items() if x.facts}
    code = Code(script, told, facts, frozenset(map(plain_name, wrt)))
    try:
        found = code.best(scalar)
        machine = settled(found.machine, code.again)
    except ShapeError as error:
        raise error.at(None, text) from None
    except MatgradError as error:
        hint = error.hint or _hint(error.message)
        raise UnsupportedError(error.message, error.position, hint, text) from None
    limits.check("variables", len(machine.inputs))
    problem = problem_of(machine)
    for name in facts.keys() - problem.symbols.keys():
        message = f"{name} does not occur, so nothing can be assumed of it"
        raise UnknownNameError(message, hint=misspelt(name, problem.symbols))
    guesses = (*script.guesses, *machine.guesses, *code.guesses(found, scalar))
    inferred = [name for name in problem.symbols if name not in told]
    notes = [f"{x}: {describe(problem.symbols[x].shape)} (inferred)" for x in inferred]
    notes += machine.naming.notes
    notes += [*machine.notes, *(BESIDE.format(x, problem.name) for x in machine.beside)]
    if machine.beside and machine.is_last:
        words = f"the function is {problem.name}, the last value"
        guesses += (Guess(words, "put the function last"),)
    said = tuple(notes), Reading(tuple(guesses)), frozenset(inferred)
    return replace(problem, source=text, notes=said[0], reading=said[1], inferred=said[2])


def _hint(message: str) -> str:
    """What can be written instead."""
    found = re.match(r"(?:\w+\.)*(\w+)(?:\(…\))? is not (?:read|defined)", message)
    near = misspelt(found[1], {*UFUNCS, *FUNCTIONS, *OWN}) if found else None
    return f"{near} is read" if near and found and near != found[1] else READ


# ---------------------------------------------------------------- shapes that fit


@dataclass(frozen=True)
class Code:
    """A program with all that is said of it, read with one choice of shapes after the other."""

    script: Script
    told: Mapping[str, tuple[str, ...]]
    facts: Mapping[str, frozenset[str]]
    wanted: frozenset[str]  # variables, though the program may give them values
    used: set[str] = field(default_factory=set[str])

    def read(self, scalar: bool, axes: Axes, used: frozenset[str]) -> Reader:
        """The program, read with these shapes of its inputs."""
        made = Reader(
            axes=axes, naming=Naming(), told=self.told, used=used, library=self.script.library,
            facts={name: sorted(x) for name, x in self.facts.items()},
            started=self.wanted, wanted=self.wanted, sizes=self.script.sizes,
        )  # fmt: skip
        made.read(self.script, scalar)
        return made

    def again(self, axes: Axes) -> Reader:
        """The same with names for sizes."""
        return self.read(False, axes, frozenset(self.used))

    def search(self, scalar: bool, flat: Sequence[str] = ()) -> CodeSearch:
        """A search for shapes; a number may be asked for, then few capitals are vectors."""
        read = partial(self.read, scalar)
        return CodeSearch(read, self.told, used=self.used, code=self, flat=flat, is_scalar=scalar)

    def best(self, scalar: bool) -> Fit[Reader]:
        """The likeliest way to read it, a number if one is asked for and there is such a way."""
        search = self.search(False)
        found = search.fits()
        if not found:
            raise search.failure or ShapeError("no shapes fit the program")
        if scalar and found[0].machine.value.axes:
            flat = [name for name, kind in found[0].kinds.items() if kind == "v"]
            found = self.search(True, flat).fits() or found
        return found[0]

    def guesses(self, found: Fit[Reader], scalar: bool) -> Iterator[Guess]:
        """What is read against the convention of paper, unless nothing else can be meant."""
        names = [x for x in found.machine.inputs if found.kinds.get(x, "told") != "told"]
        usual = {name: ON_PAPER[convention(name)] for name in names if " " not in name}
        free, narrow = self.search(False), self.search(scalar)
        together = free.read_with({**found.kinds, **usual})
        for name in (name for name, kind in usual.items() if found.kinds[name] != kind):
            by = free if name in self.wanted else narrow
            others = [by.read_with({**found.kinds, name: usual[name]})]
            others += [together] if by is free else []
            if all(_is_forced(name, found, other) for other in others):
                continue
            other = next((x for x in others if isinstance(x, Reader)), None)
            where = re.search(rf"(?<![\w.]){name}(?!\w)", self.script.source)
            words = f"{name} is read as {KINDS[found.kinds[name]]}"
            sizes = (
                ("m x n" if usual[name] == "m" else "n")
                if other is None
                else " x ".join(map(str, settled(other, self.again).inputs[name].axes))
            )
            yield Guess(words, f"{name}: {sizes or 'scalar'}", where and where.span())


@dataclass
class CodeSearch(Search[Reader]):
    """Looks for shapes of a program; what is assumed of an input tells something of its shape."""

    code: Code = field(kw_only=True)
    is_scalar: bool = False
    flat: Sequence[str] = ()  # capitals that may be vectors to make a number

    def _kinds(self, name: str) -> list[tuple[float, str]]:
        facts = close(self.code.facts.get(name, ()))
        if name not in self.told and facts & (SQUARE_ONLY | VECTOR_ONLY):
            return [(0.0, "m" if facts & SQUARE_ONLY else "v")]
        kinds = super()._kinds(name)
        if COUNT.fullmatch(name):
            return [(0.0, "s"), (0.25, "v"), (1.0, "m")]
        if name in TARGETS:
            return [(FLAT_TARGET if kind == "v" else cost, kind) for cost, kind in kinds]
        is_matrix = self.is_scalar and name[0].isupper() and name not in self.flat
        return [x for x in kinds if x[1] != "v"] if is_matrix else kinds

    def _blocks(self, kinds: Mapping[str, str]) -> bool:
        """Only with shapes that are usual on paper."""
        return all(kind in ("told", ON_PAPER[convention(x)]) for x, kind in kinds.items())

    def _axes(self, name: str, kind: str, equal: Mapping[str, Dim]) -> tuple[Dim, ...]:
        match super()._axes(name, kind, equal):
            case (first, _) if close(self.code.facts.get(name, ())) & SQUARE_ONLY:
                return (first, first)
            case sizes:
                return sizes

    def read_with(self, kinds: Mapping[str, str]) -> Reader | MatgradError:
        """The program read with other kinds, or why they do not fit."""
        try:
            return self.attempt(kinds)
        except MatgradError as error:
            return error


def _is_forced(name: str, found: Fit[Reader], other: Reader | MatgradError) -> bool:
    """Can a name be nothing else: is the usual shape refused, or spread where this one is not?"""
    kind, usual = found.kinds[name], convention(name)
    if isinstance(other, Reader):
        return other.spread > found.machine.spread and "s" in (kind, ON_PAPER[usual])
    if kind == "s" and (usual != "matrix" or COUNT.fullmatch(name)):
        return isinstance(other, ShapeError)
    return isinstance(other, AxisError) or usual == "scalar"
