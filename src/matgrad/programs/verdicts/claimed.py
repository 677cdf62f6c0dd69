"""Derivatives that a program computes, and by what they are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from matgrad import ops
from matgrad.core.dims import ONE
from matgrad.core.expr import Expr
from matgrad.programs.arrays.array import Array
from matgrad.programs.listings.derivatives import PLAIN, STEP, derivative_of
from matgrad.programs.listings.likely import CLASSES
from matgrad.programs.listings.values import Misfit, NoLoss, bare
from matgrad.programs.verdicts.classes import Classes
from matgrad.programs.verdicts.roles import OBJECTIVE

# No formula of the asker's.
_BY_LIBRARY = re.compile(r"\bgrad\(|\.grad\b|value_and_grad")
_WORD = re.compile(r"[A-Za-z_]\w*")
_TARGET = re.compile(rf"{CLASSES.pattern}|[YT]|Y_\w+")
_BY_TORCH = re.compile(rf"{_BY_LIBRARY.pattern}|backward\(")

NO_TARGET = "What is the loss? {1} uses {2}, and {0}, the last value of the program, does not."


@dataclass(frozen=True)
class Claim:
    """A derivative that the program computes or the text claims."""

    target: str  # by what; "" if that is not said
    found: Array | Misfit
    written: str
    name: str = ""  # its name in the program
    order: tuple[str, ...] = ()  # the parameters of the routine that computes it
    others: tuple[str, ...] = ()  # by what else it may be meant


@dataclass
class Claimed(Classes):
    """A program with derivatives, those of its objects among them."""

    claims: list[Claim] = field(default_factory=list[Claim])
    wrt: tuple[str, ...] = ()  # the variables that are asked about

    @property
    def whole(self) -> Expr:
        """The function, in the names of the program."""
        assert self.function is not None
        return self.function.expr

    @property
    def known(self) -> list[str]:
        """The names by which derivatives may be: inputs and what is computed of them."""
        return [x for x in self.latest if x not in self.upstream and x != self.called_so]

    def has_derivatives(self) -> bool:
        """Does the program itself have names for derivatives?"""
        known = [*map(bare, self.latest)]
        return any(derivative_of(x, known) or PLAIN.fullmatch(x) for x in self.main.names)

    def lacking(self) -> tuple[str, str]:
        """A derivative of the program, and a target that it uses and the function does not."""
        assert self.function is not None
        inside = self.uses(self.whole)
        is_value = not self.function.axes
        given = {name: x for name, x in self.inputs.items()
                 if x.expr not in inside and name not in self.upstream}  # fmt: skip
        targets = [x for x in given if _TARGET.fullmatch(x) or (given[x].axes and not is_value)]
        for name, found in self._named_derivatives():
            used = self._made_of_names(name, found)
            if lacks := [x for x in targets if given[x].expr in used]:
                return name, lacks[0]
        return "", ""

    def is_of_letters_alone(self) -> bool:
        """Is the function an array just for letters beside numbers: y in y * d, where d is one?"""
        assert self.function is not None
        sizes = {*self.function.axes} - {ONE}
        variables = {*self.wrt, *self.started}
        holders = {name: x for name, x in self.inputs.items() if sizes.intersection(x.axes)}
        return bool(holders) and all(
            sizes.issuperset({*x.axes} - {ONE}) and name not in self.told and name not in variables
            for name, x in holders.items()
        )

    def see_that_the_loss_is_there(self) -> None:
        """Derivatives that use targets are those of a loss, not of what is computed before it."""
        assert self.function is not None
        is_loss = not self.function.axes and OBJECTIVE.fullmatch(self.called_so)
        if not self.upstream and not is_loss:
            name, target = self.lacking()
            if name:
                raise NoLoss(NO_TARGET.format(self.called_so, name, target))

    def _named_derivatives(self) -> list[tuple[str, Array | Misfit]]:
        """The values whose names say that they are derivatives."""
        known = [*map(bare, self.latest)]
        pairs = [x for scope in self.spaces for x in scope.names.items()]
        return [(name, x) for name, x in pairs if isinstance(x, Array | Misfit)
                and (derivative_of(name, known) or PLAIN.fullmatch(name))]  # fmt: skip

    def _made_of_names(self, name: str, found: Array | Misfit) -> set[Expr]:
        """The inputs and values that a derivative uses, also one that could not be computed."""
        if isinstance(found, Array):
            return self.uses(found.expr)
        return self.named_in(self.written.get(name, ""))

    def named_in(self, code: str) -> set[Expr]:
        """The inputs and values that a line uses."""
        names = _WORD.findall(code)
        return {y for x in names if x in self.latest for y in self.uses(self.latest[x].expr)}

    def is_by_library(self, written: str) -> bool:
        """Is a derivative worked out by a library, and no formula of the asker's?"""
        own = any(made.method("backward") for made in self.kinds.values())
        return (_BY_LIBRARY if own else _BY_TORCH).search(written) is not None

    def part_target(self, name: str, label: str) -> str:
        """By what a part of an object is a derivative: another part, or an argument."""
        parts = {bare(x): x for x in self.known if x.rpartition(".")[0] == label}
        return parts.get(derivative_of(name, parts) or "", "")

    def only_part(self, name: str) -> str:
        """The part of an object by which a name of the program is a derivative, if there is one."""
        called = {x: key for x, key in self.naming.of_parts().items() if key in self.latest}
        if target := derivative_of(name, called):
            return called[target]
        parts = [x for x in self.known if "." in x]
        target = derivative_of(name, [*map(bare, parts)])
        found = [x for x in parts if bare(x) == target]
        return found[0] if len(found) == 1 else ""

    def is_between(self, name: str, found: Array | Misfit, names: Mapping[str, Any]) -> bool:
        """Is g only a part of the derivatives behind it, dx = g - g.mean(), and none itself?"""
        made = [(n, x) for n, x in names.items() if isinstance(x, Array) and x is not found
                and (self.target_of(n) or PLAIN.fullmatch(n)) and not STEP.match(n)]  # fmt: skip
        kept = [x for n, x in made if not STEP.search(self.written.get(n, ""))]
        return isinstance(found, Array) and any(found.expr in self.uses(x.expr) for x in kept)

    def target_of(self, name: str) -> str:
        """By what a name is the derivative; dy is by the prediction, not by the target y."""
        target = derivative_of(name, self.known) or self.only_part(name)
        if target not in self.inputs or not CLASSES.fullmatch(target):
            return target
        predicted = [f"{target}{end}" for end in ("_hat", "hat", "_pred", "pred", "_out")]
        return next((x for x in predicted if x in self.latest and x not in self.inputs), target)

    def before_masking(self, name: str, target: str) -> Array | Misfit | None:
        """A derivative by what max(…, 0) gives, before it is made one by what stands inside."""
        found, before = self.latest.get(target), self.masked[name]
        values = [d.value for d in self.definitions if found is not None and d.symbol is found.expr]
        is_active = any(x.op in (ops.maximum, ops.relu) for x in values)
        return before if is_active and isinstance(before, Array | Misfit) else None

    def is_part(self, name: str, found: Array, inside: set[Expr]) -> bool:
        """Is this a value that the function is made of, or an input?"""
        own = any(x.expr is found.expr for x in self.versions.get(name, ()))
        return name in self.inputs or (own and found.expr in inside)

    def is_known(self, claim: Claim) -> bool:
        """Is the same value claimed to be the same derivative already, under another name?"""
        one, found = self.version(claim.target, self.whole), claim.found
        if one is None or not isinstance(found, Array):
            return False
        for each in self.claims:
            other = self.version(each.target, self.whole)
            is_same = isinstance(each.found, Array) and each.found.expr is found.expr
            if is_same and other is not None and other.expr is one.expr:
                return True
        return False

    @property
    def asked(self) -> list[str]:
        """The names of the whole program by which derivatives are asked for: W may be fc.W."""
        same = {n: [n] if n in self.latest else [x for x in self.latest if x.endswith(f".{n}")]
                for n in self.wrt}  # fmt: skip
        return [key for keys in same.values() for key in keys]

    def place_of(self, claim: Claim) -> int:
        """Where in the program a derivative is computed."""
        order = {d.symbol: n for n, d in enumerate(self.definitions)}
        return order.get(claim.found.expr, len(order)) if isinstance(claim.found, Array) else -1
