"""What a claim is about: a function, its variables, and its true derivatives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from matgrad.app import api
from matgrad.app.ask.claims.evaluated import points_in
from matgrad.app.ask.formulas.notation import GRADIENT, HESSIAN, JACOBIAN, left_side, whole_name
from matgrad.app.ask.formulas.reading import Declared, Defined
from matgrad.app.ask.problem.anew import defined_anew
from matgrad.app.ask.problem.choosing import by_segment, by_text, is_same, squeezed
from matgrad.app.ask.problem.constraints import Fact, assuming, freed
from matgrad.app.ask.problem.function import declarations, script_of
from matgrad.app.ask.problem.names import Names, names_for
from matgrad.app.ask.problem.shapes import settled
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.derivation import Derivation
from matgrad.core.expr import Expr
from matgrad.core.shape import Shape
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute
from matgrad.errors import MatgradError, UnknownNameError
from matgrad.render.glyphs import latex_name, plain_name


@dataclass
class Subject:
    """A function with the names that claims about it may use; each derivative is derived once."""

    found: Understood
    problem: Problem
    names: Names
    first: Derivation | None = None  # one that is known already
    known: dict[tuple[str, str], Expr] = field(default_factory=dict[tuple[str, str], Expr])
    own: tuple[str, ...] = ()  # the variables with which another function than the main is written

    def kind(self, wanted: str) -> str:
        """What a derivative of this kind is called here: of a vector there is a Jacobian."""
        if wanted == HESSIAN:
            return HESSIAN
        return GRADIENT if self.problem.function.is_scalar else JACOBIAN

    def derivative(self, kind: str, variable: str) -> Expr:
        """The true derivative by one variable, written in the given variables."""
        if (kind, variable) not in self.known:
            d = self.first
            is_mixed = d is not None and kind == HESSIAN and len(self.found.variables) > 1
            if d is None or is_mixed or d.kind != kind or variable not in d.trace.forms["closed"]:
                problem, held = freed(self.problem, (variable,))
                d = getattr(api, kind)(problem, variable)
                self.known[kind, variable] = substitute(d.answers[variable], held)
            else:
                self.known[kind, variable] = d.answers[variable]
        return self.known[kind, variable]

    def mixed(self, first: str, second: str) -> Expr:
        """The second derivative by two variables: rows for the first, columns for the second."""
        if first == second:
            return self.derivative(HESSIAN, first)
        return api.hessian(self.problem, (first, second)).answers[second]

    def assuming(self, facts: Iterable[Fact]) -> Subject:
        """The same function, and something supposed of its variables."""
        problem = assuming(self.problem, facts)
        return Subject(self.found, problem, names_for(self.found, problem), own=self.own)

    def squared(self) -> Subject | None:
        """The same function with all sizes equal that the text does not say, if they differ."""
        found, told = self.found, declarations(self.found)
        names = {each.name for each in told}
        fixed = {d for n, x in self.problem.symbols.items() if n in names for d in x.shape}
        free = {n: x for n, x in self.problem.symbols.items() if n not in names}
        sizes = {d.name for x in free.values() for d in x.shape if d not in fixed} - {None}
        if found.function is None or len(sizes) < 2 or self.problem.definitions:
            return None
        one = min(filter(None, sizes))
        script = script_of(found, found.function, self.problem.function.is_scalar, found.kept)
        equal = [
            replace(each, within=_space(x.shape, {size: one for size in sizes if size}))
            for name, x in free.items()
            for each in [Declared(name, found.reading.spelled.get(name, latex_name(name)), "", -1)]
        ]
        problem, _ = settled(replace(script, declared=(*script.declared, *equal)))
        return Subject(found, problem, names_for(found, problem))


class Subjects:
    """The functions that the claims of a text are about, each read once."""

    def __init__(self, found: Understood, main: Subject) -> None:
        self.found, self.main = found, main
        self.others: dict[tuple[str, str, bool, tuple[str, ...]], Subject] = {}

    def named(self, function: str, variable: str, before: int = -1) -> Subject:
        """The function that stands in a derivative, as a function of this variable.

        A name may be defined anew; what stands `before` the claim counts.
        """
        if not function:
            return self.at(-1, variable, before)
        name = left_side(function)
        if name and (anew := defined_anew(self.found, name.name, before)):
            return self._other(anew, variable)
        chosen = by_text(self.found, function, [variable])
        if chosen is None:
            left = left_side(function)
            if left and self._is_unnamed(left.name):
                return self.of(self.found.function, variable)
            name = plain_name(left.name) if left else function
            raise UnknownNameError(f"{name} is not given by an equation")
        return self.of(chosen, variable)

    def variables_of(self, function: str) -> tuple[str, ...]:
        """The variables with which a function beside the main one is written."""
        chosen, main = by_text(self.found, function, ()) if function else None, self.found.function
        if chosen is None or main is None or is_same(main, chosen):
            return ()
        return tuple(filter(None, map(whole_name, chosen.left.arguments or ())))

    def called(self, name: str, before: int) -> Subject:
        """The function of this name if the text has it, else the main one."""
        if not name or name == self.main.problem.name:
            return self.main
        try:
            return self.named(name, self.found.variables[0], before)
        except MatgradError:
            return self.main

    def _is_unnamed(self, name: str) -> bool:
        """Can a name be that of the only function, which the text gives without one?"""
        found, main = self.found, self.found.function
        given = {d.left.name for d in found.reading.defined} | {*self.main.problem.symbols}
        is_free = name not in given and name not in found.meaning.functions
        several = {
            squeezed(found.reading.formula(n)) for n in (*found.said.of, *found.said.mentioned)
        }
        return is_free and main not in found.reading.defined and len(several) < 2

    def at(self, segment: int, variable: str, before: int = -1) -> Subject:
        """The function that a formula of the text is; else the main one, as it is defined last."""
        chosen = by_segment(self.found, segment, ()) if segment >= 0 else None
        main = self.found.function
        if main is not None:
            anew = chosen or defined_anew(self.found, main.left.name, before)
            is_own = anew is not None and anew.segment not in (-1, main.segment)
            if anew and is_own and squeezed(anew.values[0]) != squeezed(main.values[0]):
                return self._other(anew, variable)
        return self.of(chosen or main, variable)

    def of(self, chosen: Defined | None, variable: str, is_scalar: bool = True) -> Subject:
        """A definition as a function of a variable; of a vector, where a Jacobian is asked for."""
        main = self.found.function
        assert main is not None
        chosen = main if chosen is None else chosen
        if is_same(main, chosen) and variable in self.main.problem.symbols:
            return self.main
        return self._other(chosen, variable, is_scalar)

    def _other(self, chosen: Defined, variable: str, is_scalar: bool = True) -> Subject:
        """A definition that is not the main function, read once."""
        own = tuple(filter(None, map(whole_name, chosen.left.arguments or ())))
        key = squeezed(chosen.values[0]), variable, is_scalar, own
        if key not in self.others:
            kept = (*self.found.kept, variable)
            script = script_of(self.found, chosen, is_scalar, kept)
            # the u of g(u) may be of any size
            sizes = self._sizes({*script.defined, chosen.left.name, *own})
            try:
                problem, _ = settled(replace(script, declared=(*script.declared, *sizes)))
            except MatgradError:  # another function may need other sizes
                problem, _ = settled(script)
            own = tuple(name for name in own if name in problem.symbols)
            names = names_for(self.found, problem)
            self.others[key] = Subject(self.found, problem, names, own=own)
        return self.others[key]

    def _sizes(self, but: set[str | None]) -> list[Declared]:
        """The sizes of the other names as the main function has them."""
        told = {each.name for each in declarations(self.found)} | but
        spelled = self.found.reading.spelled
        sizes = {name: x.shape for name, x in self.main.names.known.items() if name not in told}
        return [
            Declared(name, spelled.get(name, latex_name(name)), _space(shape), -1)
            for name, shape in sizes.items()
            if all(size.name or size.value for size in shape)
        ]


def _space(shape: Shape, called: Mapping[str, str] | None = None) -> str:
    """The set of all matrices of a shape, some of whose sizes may be called otherwise."""
    rows, columns = ((called or {}).get(size, size) for size in map(str, shape))
    if shape.is_scalar:
        return r"\mathbb{R}"
    if shape.is_column:
        return rf"\mathbb{{R}}^{{{rows}}}"
    return rf"\mathbb{{R}}^{{{rows} \times {columns}}}"


def subjects_of(found: Understood, problem: Problem, first: Derivation) -> Subjects:
    """The subjects of a text whose main function was derived."""
    names = names_for(found, problem)
    names.known |= points_in(found, problem)
    main = Subject(found, problem, names, first)
    return Subjects(found, main)
