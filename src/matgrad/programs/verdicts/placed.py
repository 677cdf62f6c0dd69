"""Backward passes that tell by their place what they are derivatives of, as PyTorch takes them."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from matgrad import ops
from matgrad.errors import MatgradError
from matgrad.programs.arrays.array import Array
from matgrad.programs.listings.calling import home_of
from matgrad.programs.listings.derivatives import BACKWARD_PASS
from matgrad.programs.listings.evaluation import value
from matgrad.programs.listings.objects import arguments_of
from matgrad.programs.listings.values import (
    Instance,
    Misfit,
    MissingShape,
    Routine,
    Scope,
    Unread,
    parts_of,
)
from matgrad.programs.verdicts.routines import Routines

COUNTS = "{0} returns {1} values, and its forward takes {2}: PyTorch wants one for each"
ONE_OUTPUT = "a forward pass with several outputs is not read"


class Placed(NamedTuple):
    """A derivative that a backward pass returns in the place of an argument."""

    target: str
    found: Array | Misfit
    written: str
    name: str


@dataclass
class Handing(Routines):
    """A program with backward passes of torch.autograd.Function, and those that nothing calls."""

    placed: list[Placed] = field(default_factory=list[Placed])

    def carry_out(self, routine: Routine) -> None:
        """Carry out a routine that computes derivatives."""
        own = routine.own
        if not isinstance(own, Instance) or not own.of.is_a("Function"):
            super().carry_out(routine)
            self._hand_on(routine)
            return
        try:
            self._by_place(routine, own)
        except MissingShape:
            raise
        except Unread as error:
            self.tell(routine, error)

    def _hand_on(self, routine: Routine) -> None:
        """What a layer hands on is the derivative by what its forward pass takes."""
        own, scope = routine.own, self.spaces[-1]
        forward = own.of.method("forward") if isinstance(own, Instance) else None
        if own is None or forward is None or "grad" not in scope.names:
            return
        is_handed = any(x in self.upstream or own.key(x) in self.upstream
                        for x in routine.parameters[1:])  # fmt: skip
        if is_handed and len(forward.parameters) == 2:
            found, written = scope.names.pop("grad"), self.written.get("grad", "grad")
            self.placed.append(Placed(own.key(forward.parameters[1]), found, written, ""))

    def _by_place(self, routine: Routine, own: Instance) -> None:
        scope = Scope(outer=self.main, own=own, of=home_of(routine), is_own=False)
        scope.names[routine.parameters[0]] = own
        self._take_from_above(routine, own, scope)
        *body, last = routine.body
        is_end = isinstance(last, ast.Return)
        result, node = self.finish(replace(routine, body=tuple(body)) if is_end else routine, scope)
        if isinstance(last, ast.Return):
            node = last.value
        parts = node.elts if isinstance(node, ast.Tuple) else [node] if node is not None else []
        if isinstance(last, ast.Return):
            found = [self._softly(scope, x) for x in parts]
        else:
            found = [*parts_of(result)]
        self._place(routine, own, list(zip(found, parts, strict=False)))
        returned = {x.id for x in parts if isinstance(x, ast.Name)}
        scope.names = {n: x for n, x in scope.names.items() if n not in returned}
        self.spaces.append(scope)

    def _take_from_above(self, routine: Routine, own: Instance, scope: Scope) -> None:
        """The derivative by what the forward pass gave, under whichever name."""
        function = own.result if isinstance(own.result, Array) else self.function
        first, *others = routine.parameters[1:]
        if function is None or others:
            raise Unread(ONE_OUTPUT)
        if (setup := own.of.method("setup_context")) is not None and not own.label:
            inputs = tuple(self.latest[x] for x in self.parameters)
            self.call(replace(setup, own=own), [inputs, function], {})
        scope.names[first] = self.hand(own.key(first), self.result_of(own, function))

    def _softly(self, scope: Scope, node: ast.expr) -> Any:
        """What is returned in one place; it may be a derivative that could not be computed."""
        held = scope.names.get(node.id) if isinstance(node, ast.Name) else None
        if isinstance(held, Misfit):
            return held
        try:
            return value(self, scope, node)
        except MissingShape:
            raise
        except MatgradError as error:
            return Misfit(ast.unparse(node), error)

    def _place(self, routine: Routine, own: Instance, returned: list[tuple[Any, ast.expr]]) -> None:
        names = arguments_of(own.of)
        if len(names) != len(returned):
            self.note(COUNTS.format(routine.name, len(returned), len(names)))
        for name, (found, node) in zip(names, returned, strict=False):
            if found is not None:
                label = node.id if isinstance(node, ast.Name) else ""
                self.placed.append(Placed(own.key(name), _array(found), ast.unparse(node), label))

    # ------------------------------------------------------------ what nothing calls

    def judge_what_is_not_called(self) -> None:
        """Carry out backward passes of objects whose forward pass the program calls."""
        for own in [x for x in self.made if x.label and x.result is not None]:
            for name, routine in own.of.methods.items():
                if BACKWARD_PASS.fullmatch(name) and own.key(name) not in self.called:
                    self.backward(replace(routine, own=own))


def _array(found: Any) -> Array | Misfit:
    if isinstance(found, int | float):
        return Array(ops.number(found), ())
    return found if isinstance(found, Array | Misfit) else Misfit("", Unread("it is no array"))
