"""A program on its way to a function: what its names stand for, and which value is it."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from matgrad import ops
from matgrad.core.reading import Guess
from matgrad.errors import ShapeError
from matgrad.programs.arrays.array import Array, as_array
from matgrad.programs.listings.calling import parameters_that_hold_others
from matgrad.programs.listings.evaluation import value
from matgrad.programs.listings.execution import Interpreter
from matgrad.programs.listings.library import as_constant
from matgrad.programs.listings.likely import BIAS, FLAT_TURNED, SCALE, SPREAD, factors
from matgrad.programs.listings.parsing import place_of
from matgrad.programs.listings.script import Script, is_request, names_set
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
from matgrad.syntax.inference import convention

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
            found = self.finish(found, self._entered(found))[0]
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
        losses = [name for name in names if LOSS.fullmatch(name) and not _has_axes(held[name])]
        self.is_last = not losses
        self.called_so = (losses or names)[-1]
        return held[self.called_so]

    def _entered(self, routine: Routine) -> Scope:
        """The names of a routine whose parameters are variables, but for those with defaults."""
        if any(routine.rest):
            raise Unread(f"{routine.name} takes any number of arguments, which is not read")
        self.called.add(routine.key)
        scope = Scope(outer=routine.scope, parameters=routine.parameters)
        held = parameters_that_hold_others(routine)
        for name in routine.parameters:
            before = self.main.names.get(name)
            if name in held:
                scope.names[name] = Record()
            elif name in routine.defaults and name not in self.wanted | self.told.keys():
                scope.names[name] = value(self, routine.scope, routine.defaults[name])
                self.note(f"{name} has the value that {routine.name} gives it")
            elif isinstance(before, Made):
                scope.names[name] = self.declare(name, before.axes)
            else:
                scope.names[name] = self.given(name)
        return scope

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
            is_idle = any(isinstance(x, Routine) and x.key not in self.called for x in held)
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


def _has_axes(found: Any) -> bool:
    """Is this surely no number?"""
    return not isinstance(found, Routine) and (not isinstance(found, Array) or bool(found.axes))
