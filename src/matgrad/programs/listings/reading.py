"""Code as input: the function that a program states, with the shapes that fit, is a problem."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from matgrad import ops
from matgrad.core.dims import Dim
from matgrad.core.facts import SQUARE_ONLY, VECTOR_ONLY, close
from matgrad.core.reading import Guess, Reading
from matgrad.core.steps import Problem
from matgrad.errors import AxisError, MatgradError, ShapeError, UnknownNameError, UnsupportedError
from matgrad.programs.arrays.array import Array, as_array
from matgrad.programs.arrays.tables import FUNCTIONS, UFUNCS
from matgrad.programs.listings.evaluation import value
from matgrad.programs.listings.execution import Interpreter
from matgrad.programs.listings.library import OWN, as_constant
from matgrad.programs.listings.likely import BIAS, COUNT, FLAT_TURNED, SCALE, SPREAD, factors
from matgrad.programs.listings.machine import Naming, problem_of
from matgrad.programs.listings.script import (
    Script,
    is_request,
    names_set,
    place_of,
    script_of,
)
from matgrad.programs.listings.shapes import Axes, Fit, Search, settled
from matgrad.programs.listings.values import (
    Made,
    Misfit,
    Record,
    Returned,
    Routine,
    Scope,
    Unread,
    parts_of,
)
from matgrad.syntax import Limits
from matgrad.syntax.declarations import Shapes, declare, given_sizes, plain_name
from matgrad.syntax.inference import convention
from matgrad.syntax.limits import GENEROUS
from matgrad.syntax.readings import describe
from matgrad.syntax.scope import misspelt
from matgrad.syntax.sizes import read_size

BESIDE = "{0} is computed and is no part of {1}"
LOSS = re.compile(r"loss|cost|objective|obj|J|nll")
TURNED_FIRST = 0.25  # x.T @ A @ x, as on paper
SPREAD_GIVEN = 0.9  # X - x: that x is a matrix as well is less likely
SPREAD_NUMBER = 0.75  # w @ x + b with a vector b
REPEATED = "{0} is repeated in each row, as in NumPy"


@dataclass
class Reader(Interpreter):
    """A program on its way to a function; nothing in it is taken for a derivative."""

    wanted: frozenset[str] = frozenset()
    spread: int = 0  # operands that fit only as they are repeated
    asked: set[str] = field(default_factory=set[str])  # names of derivatives by a library
    beside: list[str] = field(default_factory=list[str])  # values that the function does not use
    is_last: bool = False  # is the function only the last value, whatever its name?
    guesses: list[Guess] = field(default_factory=list[Guess])

    @property
    def value(self) -> Array:
        """What the program computes."""
        assert self.function is not None
        return self.function

    def read(self, script: Script, is_scalar: bool) -> None:
        """Carry the program out, and find its function."""
        self._run([x for x in script.body if not self._is_request(x)])
        end = script.end
        found = value(self, self.main, end) if end is not None else self._chosen(script)
        while isinstance(found, Routine):
            self.called_so = found.name if found.name != "lambda" else self.called_so
            found = self.finish(found, self.entered(found))[0]
        self.function = self._as_function(found)
        if is_scalar and self.function.axes:
            raise ShapeError("a gradient needs a function that is a number")
        self._see_what_is_left(script)

    def _run(self, body: Sequence[ast.stmt]) -> None:
        try:
            self.run(body, self.main)
        except Returned as end:
            raise Unread("return stands before the end", place_of(end.node or body[0])) from None

    def _is_request(self, statement: ast.stmt) -> bool:
        """Does a statement only ask for derivatives? What it sets must not be used."""
        if not is_request(statement):
            return False
        why = Unread("a derivative is not read as a part of the function", place_of(statement))
        self.asked |= {*names_set(statement)}
        self.main.names |= {name: Misfit(name, why) for name in names_set(statement)}
        return True

    def _chosen(self, script: Script) -> Any:
        """The value that is the function: a loss by its name, or the last one."""
        held = self.main.names
        names = [name for name in script.results if name in held and name not in self.asked]
        if not names:
            raise Unread("the program computes nothing", hint="end with the function itself")
        numbers = [x for x in names if getattr(held[x], "axes", None) == ()
                   or isinstance(held[x], Routine)]  # fmt: skip
        losses = [x for x in numbers if LOSS.fullmatch(x)]
        self.is_last = not losses
        self.called_so = (losses or names)[-1]
        return held[self.called_so]

    def entered(self, routine: Routine) -> Scope:
        """The names of a routine whose parameters are variables."""
        if any(routine.rest):
            raise Unread(f"{routine.name} takes any number of arguments, which is not read")
        self.called.add(routine.name)
        return super().entered(routine)

    def has_default(self, routine: Routine, name: str) -> bool:
        """What is asked about or told has not the value that it has by default."""
        is_set = name in routine.defaults and name not in self.wanted | self.told.keys()
        if is_set:
            self.note(f"{name} has the value that {routine.name} gives it")
        return is_set

    def argument_of(self, name: str, own: Record | None = None) -> Any:
        """What a parameter stands for: a variable, perhaps with the axes it was given before."""
        before = self.main.names.get(name)
        return self.declare(name, before.axes) if isinstance(before, Made) else self.given(name)

    def _as_function(self, found: Any) -> Array:
        if isinstance(found, Misfit):
            raise found.why
        first, *others = parts_of(found) or (None,)
        if others and isinstance(first, Array):
            words = f"the function is the first of the {len(others) + 1} values at the end"
            self.guesses.append(Guess(words, "let the program return one value"))
            found = first
        if isinstance(found, bool) or not isinstance(found, int | float | Array | Made):
            raise Unread("the program ends with no array", hint="end with the function itself")
        made = as_array(as_constant(found))
        return Array(made.expr, made.axes)

    def _see_what_is_left(self, script: Script) -> None:
        """What the program computes is a part of the function, or it is said."""
        used = {*self.uses(self.value.expr), self.value.expr}
        together: dict[ast.stmt, list[str]] = {}
        for name, statement in script.results.items():
            if name not in self.asked:
                together.setdefault(statement, []).append(name)
        for names in together.values():
            held = [self.main.names.get(name) for name in names]
            for each in held:
                if isinstance(each, Misfit) and getattr(each.why, "name", "") not in self.asked:
                    raise each.why
            own = {x.expr for x in held if isinstance(x, Array) and x.expr.op is ops.symbol_op}
            is_idle = any(isinstance(x, Routine) and x.name not in self.called for x in held)
            is_behind = any(isinstance(x, Misfit) for x in held)
            self.beside += names if (own and not own & used) or is_idle or is_behind else []

    # ------------------------------------------------------------ names

    def is_derivative(self, name: str) -> bool:
        """No name makes a value a derivative here."""
        return False

    def hands_down(self, scope: Scope, node: ast.expr) -> bool:
        """No value is made of a derivative."""
        return False

    def upstream_of(self, name: str) -> str | None:
        """No input is a derivative."""
        return None

    def given(self, name: str) -> Array:
        """What a name stands for that no statement before has set; pi is the number."""
        is_pi = name == "pi" and name not in self.told
        return Array(ops.constant("pi"), ()) if is_pi else super().given(name)

    def assign(self, scope: Scope, target: ast.expr, found: Any) -> None:
        """Set what a target names."""
        if isinstance(target, ast.Attribute) and target.attr == "data":
            raise Unread("a change of .data is not read")
        super().assign(scope, target, found)

    # ------------------------------------------------------------ how likely shapes are

    def weigh(
        self, op: ast.operator, left: Any, right: Any, nodes: tuple[ast.expr, ast.expr]
    ) -> None:
        """Count what is unusual about two operands, and what is repeated."""
        is_told = any(isinstance(x, ast.Name) and x.id in self.told for x in nodes)
        if not is_told:
            super().weigh(op, left, right, nodes)
        sides = [(x, node) for x, node in zip((left, right), nodes, strict=True)
                 if isinstance(x, Array)]  # fmt: skip
        match op, sorted(x.ndim for x, _ in sides):
            case ast.MatMult(), _:
                is_turned = isinstance(nodes[1], ast.Attribute) and nodes[1].attr == "T"
                self.cost += FLAT_TURNED if is_turned and right.ndim == 1 else 0.0
            case ast.Pow(), [_, 1 | 2] if right.ndim:
                self.cost += SPREAD
            case _, [1, 2] if not is_told and any(map(self._is_given_vector, sides)):
                self.cost -= SPREAD - SPREAD_GIVEN
                self._weigh_repeated(sides, None)
            case ast.Add() | ast.Sub(), [0, 1 | 2]:
                self._weigh_repeated(sides, 0)
            case _, [1, 2]:
                self._weigh_repeated(sides, 1 if isinstance(op, ast.Add | ast.Sub) else None)
            case _:
                pass

    def _is_given_vector(self, side: tuple[Array, ast.expr]) -> bool:
        """Is this a vector that is called like one, as x in X - x?"""
        array, node = side
        if array.ndim != 1 or not isinstance(node, ast.Name) or node.id not in self.inputs:
            return False
        return not (BIAS.fullmatch(node.id) or SCALE.fullmatch(node.id) or node.id[0].isupper())

    def _weigh_repeated(self, sides: Sequence[tuple[Array, ast.expr]], rank: int | None) -> None:
        """Count what is repeated; in a sum, a product is, and a letter that could be a vector."""
        self.spread += 1
        (_, node), (large, _) = sorted(sides, key=lambda side: side[0].ndim)
        given = node.id if isinstance(node, ast.Name) and node.id in self.inputs else ""
        is_letter = len(given) == 1 and convention(given) == "vector" and not BIAS.fullmatch(given)
        if rank == 0 and (factors(node) or is_letter):
            self.cost += SPREAD_NUMBER
        if rank == 1 and not given and (not isinstance(node, ast.Call) or factors(node)):
            self.cost += SPREAD
        if rank != 0:
            words = REPEATED.format(ast.unparse(node))
            self.note(words)
            if large.axes[0] == large.axes[1]:
                self.guesses.append(Guess(words, f"({ast.unparse(node)})[:, None]", place_of(node)))

    def weigh_call(
        self, name: str, given: Sequence[Any], axis: Any = None, *, is_loss: bool = False
    ) -> None:
        """Count what is unusual about the arguments of a function; x.T @ A @ x is not."""
        if name == "transpose" and given and getattr(given[0], "ndim", 0) == 1:
            self.cost += TURNED_FIRST
        else:
            super().weigh_call(name, given, axis, is_loss=is_loss)


KINDS = {"s": "a number", "v": "a vector", "m": "a matrix", "r": "one row", "c": "one column"}
ON_PAPER = {"scalar": "s", "vector": "v", "matrix": "m"}
TARGETS = ("Y", "T")  # capitals that may well be vectors
FLAT_TARGET = 0.75


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
    notes += [
        *machine.notes,
        *(f"{x} is computed and is no part of {problem.name}" for x in machine.beside),
    ]
    if machine.beside and machine.is_last:
        words = f"the function is {problem.name}, the last value"
        guesses += (Guess(words, "put the function last"),)
    return replace(problem, source=text, notes=tuple(notes), reading=Reading(tuple(guesses)),
                   inferred=frozenset(inferred))  # fmt: skip


def _hint(message: str) -> str:
    """What can be written instead."""
    found = re.match(r"(?:\w+\.)*(\w+)(?:\(…\))? is not (?:read|defined)", message)
    near = misspelt(found[1], {*UFUNCS, *FUNCTIONS, *OWN}) if found else None
    if near and found and near != found[1]:
        return f"{near} is read"
    return "docs/language.md says which code is read"


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
            started=self.wanted, wanted=self.wanted,
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
            sizes = "m x n" if usual[name] == "m" else "n"
            if other is not None:
                sizes = " x ".join(map(str, settled(other, self.again).inputs[name].axes))
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
        sizes = super()._axes(name, kind, equal)
        is_square = len(sizes) == 2 and close(self.code.facts.get(name, ())) & SQUARE_ONLY
        return (sizes[0], sizes[0]) if is_square else sizes

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
