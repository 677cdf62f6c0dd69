"""A program with all that a text tells of it, read in the likeliest ways."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from matgrad import ops
from matgrad.core.expr import Expr
from matgrad.errors import ShapeError
from matgrad.programs.arrays.array import Array
from matgrad.programs.listings.derivatives import PLAIN, arriving_at, derivative_of
from matgrad.programs.listings.likely import UNKNOWN
from matgrad.programs.listings.naming import Naming
from matgrad.programs.listings.shapes import Axes
from matgrad.programs.listings.values import (
    Depends,
    Misfit,
    Returned,
    Unread,
)
from matgrad.programs.verdicts.claimed import Claim, Claimed
from matgrad.programs.verdicts.classes import objects_in
from matgrad.programs.verdicts.meant import variable_of
from matgrad.programs.verdicts.outside import parted
from matgrad.programs.verdicts.roles import LOSSES, OBJECTIVE, gradient_routines, needed_ones
from matgrad.programs.verdicts.told import Told

_BACKWARD = re.compile(r"\w*(?:backward|backprop)\w*|bprop")
_ABOUT_IT = re.compile(r"\bback|\bright\b|\bcorrect|\bwrong|\bbugs?\b|\bmistake|\bcheck", re.I)
TAKEN_BY = "{0} is {1} as {2} takes it: derivatives by it are those along {2} alone"
NO_LOSS = (
    "the loss whose derivatives {0} computes is not in the program, nor is a derivative by what"
    " the forward pass gives handed to it"
)
NO_NUMBER = "{0} is an array with these shapes, not a number"
NOT_A_NUMBER = 1.75  # a function of which a gradient is asked, and that is no number
BESIDE_NUMBERS = 4.0  # one that would be a number if y and m in y * d + np.maximum(0, m - d) were
OTHER_SHAPE = 1.0  # a derivative that has not the shape of its variable


@dataclass
class Reader(Claimed):
    """A program on its way to a function, and the derivatives that it computes itself."""

    binary: tuple[str, ...] = ()  # arrays of zeros and ones
    misfits: int = 0  # derivatives without the shape of their variable

    def read(self, body: Sequence[ast.stmt], told: Told) -> None:
        """Carry it out, then find the function and the derivatives."""
        self.spaces = [self.main]
        first, later = parted(body, told.outside)
        self._run(first)
        self.open_classes(body)
        if not self.beside:
            self.forward()
        self.lend(told.outside)
        self._run(later)
        self.is_backward = True
        for name in told.given:
            self.handed_down(name)
        self.is_backward = False
        for routine in [*gradient_routines(self.routines.values()), *self.training]:
            if routine.key not in self.called:
                self.backward(routine)
        if self.beside or not self.has_derivatives():
            self.judge_what_is_not_called()
        self._choose()
        self.see_that_nothing_is_left_out()
        self._collect()

    def _run(self, body: Sequence[ast.stmt]) -> None:
        """Carry out statements outside of routines."""
        try:
            self.run(body, self.main)
        except Returned as end:
            self.main.names.setdefault("f", end.found)

    def _choose(self) -> None:
        """Find the function: what a derivative from above belongs to, or the value itself."""
        if self.upstream:
            pairs = [(self.inputs[name].expr, x.expr) for name, (_, x) in self.upstream.items()]
            terms = [g * x if x.is_scalar else ops.frobenius(g, x) for g, x in pairs]
            terms = [*self._besides(), *terms]
            self.function, self.called_so = Array(ops.add(*terms), ()), self._letter("L", "J", "f")
        elif self.function is None:
            name = self.value_named()
            if name is None:
                raise Unread("the program computes no value that could be the function")
            found = self.main.names[name]
            if isinstance(found, Misfit):
                raise Depends(name) if name not in self.used else found.why
            self.function, self.called_so = found, name
        assert self.function is not None
        passes = [x.name for x in self.routines.values() if _BACKWARD.fullmatch(x.name)]
        if self.function.axes and passes and not self.upstream:
            raise Unread(NO_LOSS.format(passes[-1]))
        self.see_that_the_loss_is_there()
        if self.function.axes:
            if self.called_so in LOSSES:
                raise ShapeError(NO_NUMBER.format(self.called_so))
            self.cost += BESIDE_NUMBERS if self.is_of_letters_alone() else NOT_A_NUMBER

    def _besides(self) -> list[Expr]:
        """The loss of this step, where what comes from above only arrives besides: dh_next."""
        if any(not arriving_at(name, [of]) for name, (of, _) in self.upstream.items()):
            return []
        name = self.value_named() or ""
        found = self.function or self.main.names.get(name)
        is_loss = self.function is not None or OBJECTIVE.fullmatch(name) is not None
        return [found.expr] if is_loss and isinstance(found, Array) and not found.axes else []

    def _letter(self, *letters: str) -> str:
        return next((x for x in letters if x not in self.naming.taken), letters[0])

    @property
    def equations(self) -> list[tuple[Expr, Expr]]:
        """What is equal: M ⊙ M = M of a matrix of zeros and ones."""
        masks = [self.latest[name].expr for name in self.binary if name in self.latest]
        return [(ops.hadamard(x, x), x) for x in masks]

    # ------------------------------------------------------------ derivatives

    def _collect(self) -> None:
        """The derivatives that the program has names for, and those of the text."""
        assert self.function is not None
        inside = self.uses(self.function.expr)
        scopes = [*self.spaces, *(x for x in self.left if x not in self.spaces)]
        for scope in scopes:
            label = scope.own.label if scope.own is not None else ""
            self._collect_from(scope.names, (label, scope.parameters), inside)
        for target, found, written, name in self.placed:
            self._claim(Claim(target, found, written, name))
        for own in self.records():
            self._collect_from(own.parts, (own.label, ()), inside)
        for target, passed, name in self.handed_on:
            self._claim(Claim(target, passed, name, name))
        if self.handed_on:  # what is wrong above stands above
            self.claims.sort(key=self.place_of)

    def _collect_from(
        self,
        names: Mapping[str, Any],
        of: tuple[str, tuple[str, ...]],
        inside: set[Expr],
    ) -> None:
        """Derivatives among the names of an object or of a routine with these parameters."""
        label, order = of
        for name, found in list(names.items()):
            if isinstance(found, Array | Misfit):
                made = self._made_of((name, label), found, inside)
                if made is not None and (made.target or not self.is_between(name, found, names)):
                    self._claim(replace(made, order=order))
        self._collect_by_key(names)

    def _made_of(
        self, called: tuple[str, str], found: Array | Misfit, inside: set[Expr]
    ) -> Claim | None:
        """A value of the program, if its name says that it is a derivative."""
        name, label = called
        key = f"{label}.{name}" if label else name
        target = self.target_of(name) if not label else self.part_target(name, label)
        is_plain = not target and PLAIN.fullmatch(name) is not None
        if is_plain and isinstance(found, Array):
            target = self.handed_back.get(found.expr, "")
        if not target and (label or not is_plain):
            return None
        if isinstance(found, Array) and self.is_part(key, found, inside):
            return None
        if self.is_by_library(self.written.get(key, "")):
            return None
        if name in self.masked:  # handed on in place
            before = self.before_masking(name, target)
            found = found if before is None else before
        return Claim(target, found, self.written.get(key, key), key)

    def _collect_by_key(self, names: Mapping[str, Any]) -> None:
        """Derivatives that are kept in a dict, grads["W1"] = …, by the names of variables."""
        kept = {name: x for name, x in names.items() if PLAIN.fullmatch(name)}
        for name, held in kept.items():
            pairs = cast("dict[str, Any]", held) if isinstance(held, dict) else {}
            for key, found in pairs.items():
                target = derivative_of(key, self.known) or (key if key in self.known else None)
                is_claimed = any(x.target == target and x.found is found for x in self.claims)
                if target and isinstance(found, Array | Misfit) and not is_claimed:
                    written = self.written.get(f"{name}[{key!r}]", str(key))
                    self._claim(Claim(target, found, written))

    def _claim(self, claim: Claim) -> None:
        if not claim.target:
            target, others = self._by_shape(claim)
            claim = replace(claim, target=target, others=others)
        if self.is_known(claim):
            return
        if self._fits(claim, claim.target) is False:
            self.cost += OTHER_SHAPE
            fitting = [x for x in claim.others if self._fits(claim, x)]
            if len(fitting) == 1:  # its shape tells what it is by
                claim = replace(claim, target=fitting[0], others=())
            else:
                self.misfits += 1
        self.claims.append(claim)
        self._tell_taken(claim.target)

    def _tell_taken(self, target: str) -> None:
        """Say which value a derivative by a part of an object is taken to be by."""
        assert self.function is not None
        variable = self.version(target, self.function.expr)
        if variable is not None and variable.expr in self.aliases:
            root = self.aliases[variable.expr].name
            self.note(TAKEN_BY.format(variable.expr.name, root, target.rpartition(".")[0]))

    def _fits(self, claim: Claim, target: str) -> bool | None:
        """Has a claim the shape of a variable? None if the function does not use that."""
        assert self.function is not None
        variable = self.version(target, self.function.expr)
        if variable is None:
            return None
        return isinstance(claim.found, Array) and claim.found.axes == variable.axes

    def _by_shape(self, claim: Claim) -> tuple[str, tuple[str, ...]]:
        """The variable of a claim that names none, and others by which it may be meant."""
        if claim.name == "grad" and self.upstream:  # what a backward pass hands on
            return next((x for x in self.inputs if UNKNOWN.fullmatch(x)), ""), ()
        asked = self.asked
        if len(asked) == 1:
            return asked[0], ()
        if not asked and len(self.parameters) == 1:
            return self.parameters[0], ()
        assert self.function is not None
        inside = self.uses(self.function.expr)
        inputs = [
            x for x, array in self.inputs.items() if array.expr in inside and x not in self.upstream
        ]
        fitting = [x for x in asked or inputs if x in self.latest]
        if isinstance(claim.found, Array):
            axes = claim.found.axes
            fitting = [x for x in fitting if self.latest[x].axes == axes] or fitting
        orders = (claim.order, self.parameters)  # backward(self) is by what forward takes
        named = [[x for x in each if x in (asked or inputs)] for each in orders]
        order = named[0] or named[1]
        return variable_of(order, fitting, self.told)


def reader(body: Sequence[ast.stmt], told: Told, axes: Axes, used: frozenset[str]) -> Reader:
    """The program, read with these shapes of its inputs."""
    made = Reader(
        axes=axes, naming=Naming(), facts=told.facts, told=told.shapes, sizes=told.sizes, used=used,
        handed=frozenset(told.given), started=told.started, binary=told.binary, wrt=told.wrt,
        library=told.library, needed_ones=frozenset(needed_ones(body)), objects=objects_in(body),
    )  # fmt: skip
    made.read(body, told)
    return made
