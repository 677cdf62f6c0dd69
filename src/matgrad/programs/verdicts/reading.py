"""A program on its way to a function and its derivatives: forward passes, then backward passes."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import dropwhile
from typing import Any, cast

from matgrad import ops
from matgrad.core.expr import Expr
from matgrad.errors import MatgradError, ShapeError
from matgrad.programs.arrays.array import Array
from matgrad.programs.listings.evaluation import value
from matgrad.programs.listings.execution import Interpreter
from matgrad.programs.listings.library import FILLED
from matgrad.programs.listings.likely import (
    BACKWARD,
    FORWARD,
    PLAIN,
    STEP,
    UPSTREAM,
    arriving_at,
    derivative_of,
)
from matgrad.programs.listings.machine import inside
from matgrad.programs.listings.objects import arguments_of
from matgrad.programs.listings.values import (
    Class,
    Depends,
    Instance,
    Made,
    Misfit,
    MissingShape,
    Record,
    Returned,
    Routine,
    Scope,
    Unread,
    parts_of,
)
from matgrad.programs.verdicts.source import (
    LOSSES,
    OBJECTIVE,
    called_name,
    forward_routine,
    function_among,
    functions,
    gradient_routines,
    is_left_out,
    loaded,
    numbers_by_default,
    outside,
    parts_set,
    stored,
    value_routines,
    variables_in,
    walked,
)

HANDED = re.compile(r"d_?[A-Za-z]\w{0,5}|grad\w*|g|delta\w*")  # a derivative from above
_BACKWARD = re.compile(r"\w*(?:backward|backprop)\w*|bprop")
_TRAINING = re.compile(  # what uses the function, and is not it
    r"__\w+__|fit\w*|train\w*|step|update\w*|optimi[sz]e\w*|learn|predict\w*|accuracy|evaluate"
    r"|score|test\w*|zero_\w+|save\w*|load\w*|plot\w*|reset\w*|init\w*|[gs]et_\w+|summary"
)
_MADE = FILLED | {"Linear"}
Leaf = tuple[str, ast.expr, Any]
LENT = "{0} outside of {1} is taken to be that of {1}"
SEVERAL_SET = "{0} is used outside of routines, and several of them set it: {1}"
SEVERAL = "several classes are not read together; ask about one at a time"
COUNTS = "{0} returns {1} values, and its forward takes {2}: PyTorch wants one for each"
ONE_OUTPUT = "a forward pass with several outputs is not read"
READ_SO_FAR = "{0} is read{1}: {2}"
NO_LOSS = (
    "the loss whose derivatives {0} computes is not in the program, nor is a derivative by what"
    " the forward pass gives handed to it"
)
NO_NUMBER = "{0} is an array with these shapes, not a number"
ONLY_DERIVATIVES = "What is the loss? {0} returns derivatives, and no value in it is called loss."
NO_VALUE = "let it return the loss, or give the name loss to it where it is computed"
SHORT = 8  # letters of a name that a function keeps
NOT_A_NUMBER = 1.75  # a function of which a gradient is asked, and that is no number


@dataclass(frozen=True)
class Claim:
    """A derivative that the program computes."""

    target: str  # by what; "" if that is not said
    found: Array | Misfit
    written: str
    name: str = ""  # its name in the program
    order: tuple[str, ...] = ()  # the parameters of the routine that computes it
    others: tuple[str, ...] = ()  # by what else it may be meant
    is_read: bool = True  # or is there only a name like that of a derivative?


@dataclass
class Reader(Interpreter):
    """A program on its way to a function, and the derivatives that it computes itself."""

    binary: frozenset[str] = frozenset()  # arrays of zeros and ones
    wrt: tuple[str, ...] = ()
    parameters: list[str] = field(default_factory=list[str])  # of the routine that is the function
    spaces: list[Scope] = field(default_factory=list[Scope])  # of what was carried out
    ended: dict[str, list[Scope]] = field(default_factory=dict[str, list[Scope]])  # of routines
    begun: set[str] = field(default_factory=set[str])  # routines that are carried out
    placed: list[Claim] = field(default_factory=list[Claim])  # returned, without names of their own
    claims: list[Claim] = field(default_factory=list[Claim])
    covered: set[str] = field(default_factory=set[str])  # judged as parts of what is returned
    body: Sequence[ast.stmt] = ()
    misfits: int = 0  # derivatives without the shape of their variable
    is_forward_done: bool = False

    def read(self, body: Sequence[ast.stmt]) -> None:
        """Carry it out, then find the function."""
        self.spaces, self.body = [self.main], body
        before, behind = _parted(body)
        self._run(before)
        self.open_classes(body)
        self.forward()
        self._run(behind)
        self.is_backward = True
        for routine in gradient_routines(self.routines.values()):
            if routine.name not in self.called:
                self.backward(routine)
        self.is_backward = False
        self._choose()

    def _run(self, body: Sequence[ast.stmt]) -> None:
        """Carry out statements outside of routines."""
        try:
            self.run(body, self.main)
        except Returned as end:
            self.main.names.setdefault("f", end.found)

    # ------------------------------------------------------------ forward

    def forward(self) -> None:
        """Carry out the routine that is the function, unless the program calls it."""
        chosen = forward_routine(self.routines.values(), self._called_inside())
        name = self.value_named()
        if self.is_forward_done or chosen is None or (name and OBJECTIVE.fullmatch(name)):
            return
        self.is_forward_done = True
        self.parameters = self._own(chosen)
        scope = self.entered(chosen)
        result, node = self.finish(chosen, scope)
        self.spaces.append(scope)
        self._take(chosen, scope, result, node)
        if self.function is None or not self.function.axes:
            first = 1 if gradient_routines(self.routines.values()) else 0  # that is no derivative
            others = [x for x in _leaves(node, result)[first:] if not isinstance(x[1], ast.Name)]
            self._place(chosen, scope, [x for x in others if x[2] is not self.function])

    def _own(self, routine: Routine) -> list[str]:
        """The parameters of a routine besides self."""
        own = routine.parameters[1:] if routine.own is not None else routine.parameters
        return [x for x in own if x != "self"]

    def value_named(self) -> str | None:
        """The name of the value that is the function, by how it is called."""
        given = {x.expr for x in self.inputs.values()}
        names = {n: x for n, x in self.main.names.items()
                 if not (isinstance(x, Array) and x.expr in given)}  # fmt: skip
        name = function_among(names, self.latest)
        if name is None or OBJECTIVE.fullmatch(name) or not isinstance(names[name], Array):
            return name
        inside = self.uses(names[name].expr)  # a loss that other shapes make a number
        losses = (x for x in names if x in LOSSES and isinstance(names[x], Array))
        return next((x for x in losses if names[x].expr not in inside), name)

    def _take(self, routine: Routine, scope: Scope, result: Any, node: ast.expr | None) -> None:
        """The function: the objective among what a routine returns or sets, or the first array."""
        parts = [x for x in parts_of(result) if isinstance(x, Array)]
        parts = parts or [x for _, x in inside("", result)]
        if not parts and self._kept_loss(routine, scope, parts) is None:
            raise Unread(f"{routine.name} returns no array", hint=NO_VALUE)
        names = {name: x for name, x in scope.names.items() if any(x is part for part in parts)}
        name = function_among(names, self.latest)
        if name is None or names[name].axes or not OBJECTIVE.fullmatch(name):
            if (kept := self._kept_loss(routine, scope, parts)) is not None:
                self.main.names[kept] = scope.names[kept]
                return
            if self._are_derivatives(scope, parts):
                raise Unread(ONLY_DERIVATIVES.format(routine.name))
        first = node.elts[0] if isinstance(node, ast.Tuple) else node
        is_objective = name is not None and not names[name].axes and OBJECTIVE.fullmatch(name)
        if not isinstance(first, ast.Name) and not is_objective:
            name = None  # the others are only kept for the backward pass
        self.called_so = name or (routine.name if len(routine.name) <= SHORT else "f")
        self.function = found = parts[0] if name is None else names[name]
        if found.axes and found.expr.args:  # dout, or ∂L/∂out, speaks of it
            self.called_so = "out" if "out" not in self.latest else "output"
            self.function = self.define(self.called_so, found)

    def _kept_loss(self, routine: Routine, scope: Scope, parts: Sequence[Array]) -> str | None:
        """A loss that a routine sets, and of which nothing is made that it returns."""
        is_open = self._are_derivatives(scope, parts)
        used = {y for x in parts for y in self.uses(x.expr)} if not is_open else set[Expr]()
        own = {n: x for n, x in scope.names.items() if n not in routine.parameters
               and (n in LOSSES or (not getattr(x, "axes", ())
                    and (OBJECTIVE.fullmatch(n) if is_open else n == "J")))
               and getattr(x, "expr", None) not in used}  # fmt: skip
        return function_among(own, self.latest)

    def _are_derivatives(self, scope: Scope, parts: Sequence[Array]) -> bool:
        """Do all arrays that are returned have the names of derivatives?"""
        named = [n for x in parts for n, y in scope.names.items() if x is y]
        is_each = len(named) >= len(parts) and not self.upstream
        return is_each and all(derivative_of(x, self.latest) for x in named)

    def _called_inside(self) -> set[str]:
        """The routines that others call, seen in how they are written."""
        found = set(self.called)
        gradients = gradient_routines(self.routines.values())
        for routine in (x for x in self.routines.values() if x not in gradients):
            found |= {called_name(x) for x in walked(routine.body) if isinstance(x, ast.Call)}
        return found

    def entered(self, routine: Routine) -> Scope:
        """The names of a routine whose parameters are inputs."""
        self.begun.add(routine.name)
        return super().entered(routine)

    def has_default(self, routine: Routine, name: str) -> bool:
        """Numbers may be variables, and so may arrays that may be left out."""
        is_set = name in routine.defaults and name not in numbers_by_default(routine)
        return is_set and not is_left_out(routine, name)

    def finish(self, routine: Routine, scope: Scope) -> tuple[Any, ast.expr | None]:
        """Carry out the body of a routine; what its names stand for is kept."""
        self.ended.setdefault(routine.name, []).append(scope)
        return super().finish(routine, scope)

    def argument_of(self, name: str, own: Record | None = None) -> Any:
        """What a parameter stands for: an input, or what was computed under its name before."""
        is_passed = self.is_backward and HANDED.fullmatch(name) is not None
        for held in (self.inputs, self.main.names, self.latest):
            if name in held:
                found = held[name]
                is_number = isinstance(found, int | float) and not isinstance(found, bool)
                axes = found.axes if isinstance(found, Made) else () if is_number else None
                return held[name] if axes is None else self.declare(name, axes)
        for routine in self._that_set(name, _returned)[-1:] if own is None else ():
            return self._lent(name, routine)
        if is_passed and self.function is not None and self.function.axes:
            return self.hand(name, self.upstream_of(name) or self._named_so(self.function))
        return super().given(name)

    def given(self, name: str) -> Any:
        """What a name stands for that no statement has set; perhaps a routine sets it."""
        if name in self.inputs:
            return self.inputs[name]
        for routine in value_routines(self.routines.values(), self.begun):
            if name in parts_set(routine.body, next(iter(routine.parameters), "")):
                return self._lent(name, routine)
        is_free = self.is_backward and name not in self.sizes and not self.is_derivative(name)
        several = self._that_set(name, stored) if is_free else []
        if not several:
            return super().given(name)
        if len(several) > 1:
            raise Unread(SEVERAL_SET.format(name, ", ".join(x.name for x in several)))
        self.note(LENT.format(name, several[0].name))
        return self._lent(name, several[0])

    def _that_set(self, name: str, by: Callable[..., set[str]]) -> list[Routine]:
        """The routines that set a name, or return it, each in another way."""
        found: dict[tuple[str, ...], Routine] = {}
        for routine in value_routines(self.routines.values(), ()):
            if name in by(*routine.body) - {*routine.parameters}:
                lines = (x for x in walked(routine.body) if isinstance(x, ast.Assign))
                how = tuple(ast.unparse(x) for x in lines if name in stored(x))
                found.setdefault(how, routine)
        called = self._called_inside() if len(found) > 1 else set[str]()
        return [x for x in found.values() if x.name not in called] or [*found.values()]

    def _lent(self, name: str, routine: Routine) -> Any:
        """What a routine sets, which is carried out unless it was called, once."""
        outer, self.is_backward = self.is_backward, False
        try:
            if len(self.ended.get(routine.name, ())) != 1:  # with which arguments is not known
                self._carry_out(routine)
        finally:
            self.is_backward = outer
        names = self.ended[routine.name][-1].names
        own = names.get(routine.parameters[0]) if routine.parameters else None
        parts = own.parts if isinstance(own, Record) else {}
        if name in parts and name not in names:
            return parts[name]
        if name not in names:
            return super().given(name)
        self.main.names[name] = names[name]
        return names[name]

    def _carry_out(self, routine: Routine) -> tuple[Any, ast.expr | None]:
        scope = self.entered(routine)
        self.spaces.append(scope)
        return self.finish(routine, scope)

    def _named_so(self, found: Any) -> str:
        """The name of what a forward pass gives."""
        if not isinstance(found, Array):
            raise Unread("what the forward pass gives is no array")
        names = [name for name, x in self.latest.items() if x.expr is found.expr]
        if not names:
            self.latest[self.called_so] = found
        return names[-1] if names else self.called_so

    # ------------------------------------------------------------ backward

    def backward(self, routine: Routine) -> None:
        """Carry out a routine that computes derivatives, with what was computed before."""
        own = routine.own
        if isinstance(own, Instance) and own.of.is_a("Function"):
            scope = Scope(outer=self.main, own=own, is_own=False)
            self._enter_function(routine, own, scope)
            self._carry_back(routine, scope, arguments_of(own.of))
            return
        scope = self.entered(routine)
        scope.is_own = False  # what it computes again hides nothing
        self._carry_back(routine, scope)

    def _enter_function(self, routine: Routine, own: Instance, scope: Scope) -> None:
        """The backward pass of a torch.autograd.Function gets one derivative from above."""
        function = own.result if isinstance(own.result, Array) else self.function
        itself, above, *others = routine.parameters
        if function is None or others:
            raise Unread(ONE_OUTPUT)
        if (setup := own.of.method("setup_context")) is not None:
            inputs = tuple(self.latest[x] for x in self.parameters)
            self.call(replace(setup, own=own), [inputs, function], {})
        handed = self.hand(above, self._named_so(function))
        scope.names |= {itself: own, above: handed}

    def _carry_back(
        self, routine: Routine, scope: Scope, targets: Sequence[str] | None = None
    ) -> None:
        """Carry out a backward pass; what it returns without a name has a place."""
        *body, last = routine.body
        node = last.value if isinstance(last, ast.Return) else None
        self.spaces.append(scope)
        try:
            before = replace(routine, body=tuple(body)) if node is not None else routine
            result, early = self.finish(before, scope)
        except MissingShape:
            raise
        except MatgradError as error:
            if not isinstance(error, Depends):
                line = error.line if isinstance(error, Unread) else 0
                at = f" only up to line {line}" if line else " in part"
                self.note(READ_SO_FAR.format(routine.name, at, error.message))
            return
        parts = _leaves(node if early is None else early, result)
        if early is None:
            parts = [
                (key, x, self._softly(scope, x) if targets or not self._is_derivative_itself(x)
                 else None) for key, x, _ in parts
            ]  # fmt: skip
        self._place(routine, scope, parts, targets)

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

    def _is_derivative_itself(self, node: ast.expr) -> bool:
        """Has what is returned a name that says that it is a derivative?"""
        if not isinstance(node, ast.Name):
            return False
        is_named = derivative_of(node.id, self.latest) or BACKWARD.fullmatch(node.id)
        return bool(is_named) or PLAIN.fullmatch(node.id) is not None

    def _place(
        self,
        routine: Routine,
        scope: Scope,
        parts: Sequence[Leaf],
        targets: Sequence[str] | None = None,
    ) -> None:
        """Claim what is returned: by its key in a dict, by given targets, or by the arguments."""
        for key, node, found in parts:
            if key and isinstance(found, Array | Misfit) and not _is_step(node):
                target = derivative_of(key, self.latest) or (key if key in self.inputs else "")
                if target and not self._is_derivative_itself(node):
                    self.placed.append(Claim(target, found, ast.unparse(node), f"d{target}"))
        parts = [x for x in parts if not x[0] and not _is_step(x[1])]
        if targets is not None and len(targets) != len(parts):
            self.note(COUNTS.format(routine.name, len(parts), len(targets)))
        given = [x for x in routine.parameters if x in self.inputs and x not in self.upstream]
        own = [x for x in given if UPSTREAM.fullmatch(x) is None] or self.parameters
        places = variables_in(own, len(parts)) if targets is None else targets
        is_by_place = not any(map(self._is_derivative_itself, (x for _, x, _ in parts)))
        is_by_place = is_by_place and all(isinstance(x, ast.Name) for _, x, _ in parts)
        for place, (_, node, found) in zip(places, parts, strict=False):
            name = node.id if isinstance(node, ast.Name) else ""
            if not isinstance(found, Array | Misfit):
                continue
            if targets is not None:
                scope.names.pop(name, None)
                called = place, name
            elif len(parts) == 1 and not self._is_derivative_itself(node):
                called = self._only(routine, scope, node)
            elif not name:
                called = place, f"grad_{place}" if place else "grad"
            elif is_by_place and len(places) == len(parts):
                called = place, name
            else:
                continue
            target, name = called
            order = scope.parameters if len(parts) == 1 else ()
            self.placed.append(Claim(target, found, ast.unparse(node), name, order))

    def _only(self, routine: Routine, scope: Scope, node: ast.expr) -> tuple[str, str]:
        """By what a single derivative is, and its name; a layer hands on that by its input."""
        for each in loaded(node) - {"grad"}:
            if PLAIN.fullmatch(each) or derivative_of(each, self.latest):
                scope.names.pop(each, None)  # only a part of what is returned
                self.covered.add(each)
        own = routine.own
        forward = own.of.method("forward") if isinstance(own, Instance) else None
        taken = forward.parameters[1:] if forward is not None else ()
        if len(taken) == 1 and not self.upstream.keys().isdisjoint(routine.parameters):
            return taken[0], ""
        target = derivative_of(routine.name, self.latest) or ""
        return target, routine.name if target else "grad"

    # ------------------------------------------------------------ classes without objects

    def open_classes(self, body: Sequence[ast.stmt]) -> None:
        """Take the methods of a class that nothing uses for routines."""
        roots = [x for x in self.kinds.values() if self._is_root(x, body)]
        name = self.value_named()
        if any(x.is_used for x in self.made) or (name is not None and OBJECTIVE.fullmatch(name)):
            roots = [x for x in roots if any(y.of is x for y in self.made)]  # others are beside it
        if len(roots) > 1:
            raise Unread(SEVERAL).on(next(iter(roots[0].methods.values())).body[0].lineno)
        for root in roots:
            self._open(next((x for x in self.made if x.of is root), None) or self._made(root))

    def _is_root(self, made: Class, body: Iterable[ast.stmt]) -> bool:
        """Does the program use no object of this class, nor the class itself?"""
        objects = [x for x in self.made if x.of is made]
        if objects:
            return len(objects) == 1 and not objects[0].is_used
        others = [x for x in body if not (isinstance(x, ast.ClassDef) and x.name == made.name)]
        return made.name not in loaded(*others)

    def _open(self, own: Instance) -> None:
        """Take the methods of an object for routines, but for those that only train."""
        methods = {name: x for name, x in own.of.methods.items() if name != "__init__"}
        if own.of.is_a("Function"):
            is_old = "setup_context" not in methods
            methods = {x: y for x, y in methods.items() if x in ("forward", "backward")}
            forward = methods.pop("forward", None)
            if forward is not None:
                self.routines["forward"] = replace(forward, own=own) if is_old else forward
        useful = {name: x for name, x in methods.items() if not _TRAINING.fullmatch(name)}
        is_enough = any(name in FORWARD or OBJECTIVE.fullmatch(name) for name in useful)
        chosen = useful if is_enough else methods
        for name, routine in chosen.items():
            is_static = routine.kind == "staticmethod" and not own.of.is_a("Function")
            self.routines[name] = routine if is_static else replace(routine, own=own)

    def _made(self, made: Class) -> Instance:
        """An object of a class, made with inputs."""
        own = Instance(of=made)
        self.made.append(own)
        if (start := made.method("__init__")) is None:
            return own
        start, own.is_starting = replace(start, own=own), True
        scope = Scope(outer=start.scope, own=own, is_main=False)
        self._start(start, scope)
        self.finish(start, scope)
        own.is_starting = False
        return own

    def _start(self, start: Routine, scope: Scope) -> None:
        """The arguments with which an object is made: sizes, numbers, arrays."""
        scope.names[start.parameters[0]] = start.own
        numbers, used = numbers_by_default(start), loaded(*start.body)
        calls = [x for x in walked(start.body) if isinstance(x, ast.Call)]
        sizes = {x for each in calls if called_name(each) in _MADE for x in loaded(*each.args)}
        for name in start.parameters[1:]:
            if name in sizes:
                scope.names[name] = self.open_size(name)
            elif name in start.defaults and name not in numbers:
                scope.names[name] = value(self, start.scope, start.defaults[name])
            elif name in used:
                scope.names[name] = self.argument_of(name, start.own)

    # ------------------------------------------------------------ the function

    @property
    def whole(self) -> Expr:
        """The function, in the names of the program."""
        assert self.function is not None
        return self.function.expr

    def _choose(self) -> None:
        """Find the function: what a derivative from above belongs to, or the value itself."""
        if self.upstream:
            pairs = [(self.inputs[name].expr, x.expr) for name, (_, x) in self.upstream.items()]
            terms = [g * x if x.is_scalar else ops.frobenius(g, x) for g, x in pairs]
            letters = (x for x in ("L", "J", "f") if x not in self.naming.taken)
            self.function = Array(ops.add(*self._besides(), *terms), ())
            self.called_so = next(letters, "L")
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
        if self.function.axes:
            if self.called_so in LOSSES:
                raise ShapeError(NO_NUMBER.format(self.called_so))
            self.cost += NOT_A_NUMBER

    def _besides(self) -> list[Expr]:
        """The loss of this step, where what comes from above only arrives besides: dh_next."""
        found = self.function
        if not all(arriving_at(name, [of]) for name, (of, _) in self.upstream.items()):
            return []
        if found is None and (name := self.value_named()) and OBJECTIVE.fullmatch(name):
            found = self.main.names[name]
        return [found.expr] if isinstance(found, Array) and not found.axes else []


def _returned(*body: ast.stmt) -> set[str]:
    """The names that statements return."""
    return {x for each in walked(body) if isinstance(each, ast.Return) for x in loaded(each)}


def _parted(body: Sequence[ast.stmt]) -> tuple[list[ast.stmt], list[ast.stmt]]:
    """The statements before the first that uses what only a routine sets, and the others."""
    around, routines = outside(body), functions(body)
    if any(map(OBJECTIVE.fullmatch, stored(*around))):
        return [*body], []
    values = value_routines(routines.values(), ())
    inside = {x for each in values for x in stored(*each.body)}
    inside -= {x for each in values for x in each.parameters} | stored(*around)
    behind = [*dropwhile(lambda x: not loaded(x) & inside, around)]
    return [x for x in body if x not in behind], behind


def _leaves(node: ast.expr | None, found: Any = None, key: str = "") -> list[Leaf]:
    """The parts of what is returned, with the key that each has in a dict, and what each is."""
    match node:
        case None:
            return []
        case ast.Dict(keys=keys, values=nodes):
            names = [str(getattr(x, "value", "")) for x in keys]
        case ast.Tuple(elts=nodes) | ast.List(elts=nodes):
            names = [key] * len(nodes)
        case _:
            return [(key, node, found)]
    held = cast("Iterable[Any]", found.values() if isinstance(found, dict) else found or ())
    parts = [*held, *[None] * len(nodes)] if found else [None] * len(nodes)
    return [x for each in zip(nodes, parts, names, strict=False) for x in _leaves(*each)]


def _is_step(node: ast.expr) -> bool:
    """Is this W - 0.1 * dW, or W - lr * …: a value after a step, and no derivative?"""
    match node:
        case ast.BinOp(left=ast.Name(id=own), op=ast.Sub(), right=step):
            is_along = any(derivative_of(x, [own]) for x in loaded(step))
            return is_along or STEP.search(ast.unparse(step)) is not None
        case _:
            return False
