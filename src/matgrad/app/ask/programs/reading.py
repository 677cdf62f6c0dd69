"""A program with all that a text tells of it, read in the likeliest ways."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from matgrad import ops
from matgrad.app.arrays import Array
from matgrad.app.ask.programs.finding import Found
from matgrad.app.ask.programs.roles import gradient_routines, needed_ones
from matgrad.app.ask.programs.routines import Routines
from matgrad.app.ask.programs.told import Told
from matgrad.app.ask.programs.typed import Typed
from matgrad.app.listings.derivatives import PLAIN, derivative_of
from matgrad.app.listings.evaluation import value
from matgrad.app.listings.likely import CLASSES, UNKNOWN, likeliest
from matgrad.app.listings.naming import Naming
from matgrad.app.listings.samples import Samples
from matgrad.app.listings.values import (
    Depends,
    Misfit,
    MissingShape,
    Record,
    Returned,
    Scope,
    Unread,
)
from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Expr
from matgrad.errors import MatgradError
from matgrad.syntax import parse_latex_expression

# No formula of the asker's.
_BY_LIBRARY = re.compile(r"\bgrad\(|\.grad\b|value_and_grad|backward\(")
NOT_A_NUMBER = 1.75  # a function of which a gradient is asked, and that is no number
OTHER_SHAPE = 1.0  # a derivative that has not the shape of its variable


@dataclass(frozen=True)
class Claim:
    """A derivative that the program computes or the text claims."""

    target: str  # by what; "" if that is not said
    found: Array | Misfit
    written: str
    name: str = ""  # its name in the program
    is_formula: bool = False  # in LaTeX, where derivatives have several layouts


@dataclass
class Reader(Routines):
    """A program on its way to a function, and the derivatives that it computes itself."""

    claims: list[Claim] = field(default_factory=list[Claim])
    equations: tuple[tuple[str, str], ...] = ()
    misfits: int = 0  # derivatives without the shape of their variable

    def read(self, found: Found, told: Told) -> None:
        """Carry it out, then find the function and the derivatives."""
        self.spaces = [self.main]
        try:
            self.run(found.body, self.main)
        except Returned as end:
            self.main.names.setdefault("f", end.found)
        self.forward(told)
        self.is_backward = True
        for name in told.given:
            self.handed_down(name)
        self.is_backward = False
        for routine in gradient_routines(self.routines.values()):
            if routine.name not in self.called:
                self.backward(routine)
        self._choose(told)
        self._collect(told)

    def _choose(self, told: Told) -> None:
        """Find the function: what a derivative from above belongs to, or the value itself."""
        if self.upstream:
            pairs = [(self.inputs[name].expr, x.expr) for name, (_, x) in self.upstream.items()]
            terms = [g * x if x.is_scalar else ops.frobenius(g, x) for g, x in pairs]
            self.function, self.called_so = Array(ops.add(*terms), ()), self._letter("L", "J", "f")
        elif self.function is None:
            name = self.value_named(told)
            if name is None:
                raise Unread("the program computes no value that could be the function")
            found = self.main.names[name]
            if isinstance(found, Misfit):
                raise Depends(name) if name not in self.used else found.why
            self.function, self.called_so = found, name
        assert self.function is not None
        if self.function.axes and told.wants_number:
            self.cost += NOT_A_NUMBER

    def _letter(self, *letters: str) -> str:
        return next((x for x in letters if x not in self.naming.taken), letters[0])

    # ------------------------------------------------------------ derivatives

    def _collect(self, told: Told) -> None:
        """The derivatives that the program has names for, and those of the text."""
        assert self.function is not None
        inside = self.uses(self.function.expr)
        own = self.main.names.get("self")
        spaces = [scope.names for scope in self.spaces]
        for names in [*spaces, *([own.parts] if isinstance(own, Record) else [])]:
            for name, found in list(names.items()):
                target = self._target(name)
                is_plain = not target and PLAIN.fullmatch(name) is not None
                if not isinstance(found, Array | Misfit) or not (target or is_plain):
                    continue
                if isinstance(found, Array) and self._is_part(name, found, inside):
                    continue
                if name in self.masked or _BY_LIBRARY.search(self.written.get(name, "")):
                    continue
                self._claim(Claim(target, found, self.written.get(name, name), name), told)
            self._collect_by_key(names, told)
        for each in told.typed:
            typed = Claim(each.target, self._typed(each), each.written, is_formula=each.is_latex)
            self._claim(typed, told)

    def _target(self, name: str) -> str:
        """By what a name is the derivative; dy is by the prediction, not by the target y."""
        target = derivative_of(name, self.known) or ""
        if target not in self.inputs or not CLASSES.fullmatch(target):
            return target
        predicted = [f"{target}{end}" for end in ("_hat", "hat", "_pred", "pred", "_out")]
        return next((x for x in predicted if x in self.latest and x not in self.inputs), target)

    def _collect_by_key(self, names: Mapping[str, Any], told: Told) -> None:
        """Derivatives that are kept in a dict, grads["W1"] = …, by the names of variables."""
        kept = {name: x for name, x in names.items() if PLAIN.fullmatch(name)}
        for name, held in kept.items():
            pairs = cast("dict[str, Any]", held) if isinstance(held, dict) else {}
            for key, found in pairs.items():
                target = key if key in self.known else derivative_of(key, self.known)
                if target and isinstance(found, Array | Misfit):
                    written = self.written.get(f"{name}[{key!r}]", str(key))
                    self._claim(Claim(target, found, written), told)

    def _is_part(self, name: str, found: Array, inside: set[Expr]) -> bool:
        """Is this a value that the function is made of, or an input?"""
        own = any(x.expr is found.expr for x in self.versions.get(name, ()))
        return name in self.inputs or (own and found.expr in inside)

    @property
    def known(self) -> list[str]:
        """The names by which derivatives may be: inputs and what is computed of them."""
        return [x for x in self.latest if x not in self.upstream and x != self.called_so]

    def _typed(self, each: Typed) -> Array | Misfit:
        scope = Scope(outer=self.spaces[-1], is_main=False)
        for space in self.spaces:  # outside of a loop, what each sample has is that of all
            held = {n: x.stacked for n, x in space.names.items() if isinstance(x, Samples)}
            scope.names.update(held)
        called = {x.expr.name: x for x in self.inputs.values() if x.expr.name not in self.latest}
        scope.names.update({n: x for n, x in called.items() if self.main.find(n) is None})
        try:
            if each.node is None:
                return self.formula(each.written)
            found = value(self, scope, each.node)
        except MissingShape as error:
            return Misfit(each.written, Unread(f"{error.name} stands for nothing that is known"))
        except MatgradError as error:
            return Misfit(each.written, error)
        if isinstance(found, int | float):
            found = Array(ops.number(found), ())
        return found if isinstance(found, Array) else Misfit(each.written, Unread("it is no array"))

    def formula(self, latex: str) -> Array:
        """A formula in LaTeX, in the names of the program."""
        known = {name: x.expr for name, x in self.latest.items()}
        sizes = {size: ops.size(size) for size in {*self.sizes, *self.counted} if size not in known}
        expr = parse_latex_expression(latex, {**known, **sizes})
        rows, columns = expr.shape
        return Array(expr, () if expr.is_scalar else (rows,) if columns == ONE else (rows, columns))

    def _claim(self, claim: Claim, told: Told) -> None:
        target = claim.target or self._by_shape(claim, told)
        claim = replace(claim, target=target)
        self.claims.append(claim)
        assert self.function is not None
        if (variable := self.version(target, self.function.expr)) is not None:
            axes = variable.axes
            fits = isinstance(claim.found, Array) and claim.found.axes == axes
            self.cost += 0.0 if fits else OTHER_SHAPE
            self.misfits += not fits

    def _by_shape(self, claim: Claim, told: Told) -> str:
        """The variable of a claim that names none: the one that is asked about or has its shape."""
        if claim.name == "grad" and self.upstream:  # what a backward pass hands on
            return next((x for x in self.inputs if UNKNOWN.fullmatch(x)), "")
        if len(told.asked) == 1:
            return told.asked[0]
        if not told.asked and len(self.parameters) == 1:
            return self.parameters[0]
        assert self.function is not None
        inside = self.uses(self.function.expr)
        inputs = [
            x for x, array in self.inputs.items() if array.expr in inside and x not in self.upstream
        ]
        fitting = [x for x in told.asked or inputs if x in self.latest]
        if isinstance(claim.found, Array):
            axes = claim.found.axes
            fitting = [x for x in fitting if self.latest[x].axes == axes] or fitting
        return likeliest(fitting)


def reader(
    found: Found, told: Told, axes: Mapping[str, tuple[Dim, ...]], used: frozenset[str]
) -> Reader:
    """The program, read with these shapes of its inputs."""
    made = Reader(
        axes=axes, naming=Naming(), facts=told.facts, told=told.shapes, sizes=told.sizes, used=used,
        handed=frozenset(told.given), started=told.started, equations=told.equations,
        library=told.library, needed_ones=frozenset(needed_ones(found.body)),
    )  # fmt: skip
    made.read(found, told)
    return made
