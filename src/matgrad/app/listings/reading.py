"""Code as input: one expression or several lines, read as Python on arrays, become a problem."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import partial
from typing import Any

from matgrad import ops
from matgrad.app.array_tables import FUNCTIONS, UFUNCS
from matgrad.app.arrays import Array, as_array
from matgrad.app.listings.calling import parameters_that_hold_others
from matgrad.app.listings.evaluation import ATTRIBUTES, LIBRARIES, value
from matgrad.app.listings.execution import HARMLESS, Interpreter
from matgrad.app.listings.library import MODULES, OWN, as_constant
from matgrad.app.listings.likely import COUNT, FLAT_TURNED, SPREAD, factors
from matgrad.app.listings.naming import Naming
from matgrad.app.listings.parsing import module_of, note_places, parsed, place_of
from matgrad.app.listings.problems import problem_of
from matgrad.app.listings.settling import settled
from matgrad.app.listings.shapes import Axes, Fit, Search
from matgrad.app.listings.values import (
    Made,
    Misfit,
    Record,
    Returned,
    Routine,
    Scope,
    Unread,
    parts_of,
)
from matgrad.core.dims import Dim
from matgrad.core.facts import SQUARE_ONLY, VECTOR_ONLY, close
from matgrad.core.reading import Guess, Reading
from matgrad.core.steps import Problem
from matgrad.errors import AxisError, MatgradError, ShapeError, UnknownNameError, UnsupportedError
from matgrad.syntax import Limits
from matgrad.syntax.declarations import declare, given_sizes, plain_name
from matgrad.syntax.inference import convention
from matgrad.syntax.limits import GENEROUS
from matgrad.syntax.readings import describe
from matgrad.syntax.sizes import read_size

LOSS = re.compile(r"loss|cost|objective|obj|J|nll")
REQUESTS = frozenset("grad value_and_grad jacobian jacfwd jacrev hessian backward".split())
_MAY_BE_CODE = re.compile(r"@|\*\*|\.[A-Za-z]|\[|\b(?:lambda|def|import|return|for)\b|\w\s*=[^=]")
_PYTHON_ONLY = (
    ast.Lambda, ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.For, ast.While,
    ast.With, ast.Return, ast.AugAssign, ast.ListComp, ast.GeneratorExp, ast.Dict,
)  # fmt: skip
OPTIONS_OF = {"numpy": {"axis", "keepdims", "ddof"}, "torch": {"dim", "keepdim", "unbiased"}}
KINDS = {"s": "a number", "v": "a vector", "m": "a matrix", "r": "one row", "c": "one column"}
_KINDS = {"scalar": "s", "vector": "v", "matrix": "m"}
_TARGETS = ("Y", "T")  # capitals that may well be vectors
_FLAT_TARGET = 0.75
READ = "docs/language.md says which code is read"
BESIDE = "{0} is computed and is no part of {1}"
TURNED_FIRST = 0.25  # x.T @ A @ x, as on paper
SPREAD_NUMBER = 0.75  # w @ x + b with a vector b


# ---------------------------------------------------------------- is it code?


def is_code(text: str) -> bool:
    """Is a text a program, by something that only programs have?

    It has to be Python, and have one of these: a method or a function of a module that is called,
    np.exp(x) or x.sum(); an argument with a name, axis=0; the product @; x[:, None], x[0], x[-1]
    and x[1:]; lambda, def, import, return, a loop; a power ** where nothing else could be meant.

    >>> [is_code(x) for x in ("np.sum(x)", "X @ w", "lambda w: w", "A*x", "norm(A*x - b)^2")]
    [True, True, True, False, False]
    """
    if not _MAY_BE_CODE.search(text):
        return False
    module = parsed(text)
    return module is not None and _is_program(module)


def _is_program(module: ast.Module) -> bool:
    nodes = [*ast.walk(module)]
    return any(map(_is_of_programs, nodes)) or _has_plain_powers(nodes)


def _is_of_programs(node: ast.AST) -> bool:
    """Does no formula have this?"""
    match node:
        case ast.Call(func=ast.Attribute()) | ast.Call(keywords=[_, *_]):
            return True
        case ast.Attribute(value=ast.Name(id=name), attr=attr):
            return name in MODULES or attr in ATTRIBUTES - {"T"}
        case ast.BinOp(op=ast.MatMult()):
            return True
        case ast.Subscript(slice=ast.Tuple(elts=parts)):
            return any(map(_is_key, parts))
        case ast.Subscript(slice=part):
            return _is_key(part)
        case _:
            return isinstance(node, _PYTHON_ONLY)


def _is_key(part: ast.expr) -> bool:
    """Is this between square brackets in programs only: None, 0, -1, 1:, :-1, "W", ...?"""
    match part:
        case ast.Constant(value=held):
            return not isinstance(held, int) or held == 0
        case ast.Slice(lower=low, upper=high):
            return (low is None) != (high is None)
        case _:
            return isinstance(part, ast.UnaryOp)


def _has_plain_powers(nodes: Sequence[ast.AST]) -> bool:
    """Is ** used, and neither a product nor a power that may be one of matrices?"""
    powers = [x for x in nodes if isinstance(x, ast.BinOp) and isinstance(x.op, ast.Pow)]
    products = [x for x in nodes if isinstance(x, ast.BinOp) and isinstance(x.op, ast.Mult)
                and not any(isinstance(y, ast.Constant) for y in (x.left, x.right))]  # fmt: skip
    bases = (x for power in powers for x in ast.walk(power.left) if isinstance(x, ast.Name))
    return bool(powers) and not products and not any(x.id[0].isupper() for x in bases)


# ---------------------------------------------------------------- the program


@dataclass(frozen=True)
class Script:
    """A program: what is carried out, and the expression at its end, if there is one."""

    source: str
    body: tuple[ast.stmt, ...]
    end: ast.expr | None
    library: str = ""
    choices: tuple[Guess, ...] = ()

    @property
    def results(self) -> list[tuple[str, ast.stmt]]:
        """The names that get values, in the order in which they get them last."""
        found: dict[str, ast.stmt] = {}
        for statement in self.body:
            for name in _set_by(statement):
                found.pop(name, None)
                found[name] = statement
        return list(found.items())


def _set_by(statement: ast.stmt) -> list[str]:
    """The names that a statement gives values to."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return [statement.name]
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return []
    inner = ast.iter_child_nodes(statement) if isinstance(statement, ast.For) else ()
    counters = {x.id for each in [*inner][:1] for x in ast.walk(each) if isinstance(x, ast.Name)}
    stores = [x for x in ast.walk(statement)
              if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)]  # fmt: skip
    return [x.id for x in stores if x.id not in counters and x.id != "_"]


def _script(text: str) -> Script:
    """The program that a text is; what has no effect is left out, anything else has to be read."""
    module = module_of(text)
    note_places(module, text)
    for node in ast.walk(module):
        match node:
            case ast.Name(id=name):
                node.id = plain_name(name)
            case ast.arg(arg=name):
                node.arg = plain_name(name)
            case ast.FunctionDef(body=inner):
                _see_that_all_is_used(inner)
            case _:
                pass
    library = _library(module)
    choices = () if library else tuple(map(_spread_of, filter(_is_spread, ast.walk(module))))
    body = [x for x in module.body if not _is_without_effect(x)]
    end: ast.expr | None = None
    match body:
        case [*_, ast.Expr(value=last)] | [*_, ast.Return(value=ast.expr() as last)]:
            end = last
            body = body[:-1]
        case [] if module.body:
            raise _no_function(module.body[-1])
        case _:
            pass
    _see_that_all_is_used(body)
    return Script(text, tuple(body), end, library, choices)


def _is_spread(node: ast.AST) -> bool:
    """Is this x.std() or x.var(), which libraries divide by another number?"""
    match node:
        case ast.Call(func=ast.Attribute(attr="std" | "var"), keywords=options):
            return not any(x.arg in ("ddof", "correction", "unbiased") for x in options)
        case _:
            return False


def _spread_of(node: ast.AST) -> Guess:
    return Guess(f"{ast.unparse(node)} divides by n, as in NumPy", "ddof=1", place_of(node))


def _see_that_all_is_used(body: Sequence[ast.stmt]) -> None:
    """A formula that stands alone and before others is no part of the function."""
    for statement in body:
        is_formula = isinstance(statement, ast.Expr) and not isinstance(statement.value, ast.Call)
        if is_formula and not _is_without_effect(statement):
            raise UnsupportedError(
                    "a formula alone in a line is no part of the function",
                    place_of(statement), "give it a name, or put it last",
                )  # fmt: skip


def _is_without_effect(statement: ast.stmt) -> bool:
    """Texts alone, names that are only shown, print, plots, and `.backward()`."""
    match statement:
        case ast.Expr(value=ast.Constant(value=str())):
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name))):
            return name in HARMLESS
        case ast.Assert() | ast.Pass():
            return True
        case _:
            return False


def _no_function(statement: ast.stmt) -> MatgradError:
    """Nothing is left but what has no effect."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=of, attr="backward"))):
            name = ast.unparse(of)
            return UnsupportedError(
                f"{name}.backward() asks for derivatives of {name}, and no line computes {name}",
                place_of(statement),
                f"put the lines before it that compute {name}: {name} = ((X @ w - y)**2).mean()",
            )
        case _:
            return UnsupportedError(
                "the text computes nothing", place_of(statement), "end with the function itself"
            )


def _library(module: ast.Module) -> str:
    """The one library that a program uses, if it is one."""
    names = {x.id for x in ast.walk(module) if isinstance(x, ast.Name)}
    names |= {x.name for y in ast.walk(module) if isinstance(y, ast.Import) for x in y.names}
    options = {x.arg for x in ast.walk(module) if isinstance(x, ast.keyword)}
    found = {"numpy" if x == "jax" else x for x in (LIBRARIES.get(name) for name in names)}
    found |= {of for of, own in OPTIONS_OF.items() if options & own}
    found &= OPTIONS_OF.keys()
    return found.pop() if len(found) == 1 else ""


def _is_request(node: ast.AST | None) -> bool:
    """Does a statement ask a library for derivatives: g = jax.grad(loss)(w)?"""
    while isinstance(node, ast.Call):
        node = node.func
    match node:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name in REQUESTS
        case _:
            return False


# ---------------------------------------------------------------- its values


@dataclass
class Reader(Interpreter):
    """A program on its way to a function; nothing in it is taken for a derivative."""

    wanted: frozenset[str] = frozenset()  # variables, though the program gives them values
    spread: int = 0  # operands that fit only as they are repeated
    beside: list[str] = field(default_factory=list[str])  # values that the function does not use
    is_last: bool = False  # is the function only the last value, whatever its name?
    choices: list[Guess] = field(default_factory=list[Guess])

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
        if name == "pi" and name not in self.told:
            return Array(ops.constant("pi"), ())
        return super().given(name)

    def assign(self, scope: Scope, target: ast.expr, found: Any) -> None:
        """Set what a target names."""
        if isinstance(target, ast.Attribute) and target.attr == "data":
            raise Unread("a change of .data is not read")
        super().assign(scope, target, found)

    def weigh(
        self, op: ast.operator, left: Any, right: Any, nodes: tuple[ast.expr, ast.expr]
    ) -> None:
        """Count what is unusual about two operands, and what is repeated."""
        super().weigh(op, left, right, nodes)
        sides = [(x.ndim, node) for x, node in zip((left, right), nodes, strict=True)
                 if isinstance(x, Array)]  # fmt: skip
        ranks = sorted(rank for rank, _ in sides)
        match op, ranks:
            case ast.MatMult(), _:
                self.cost += FLAT_TURNED if _is_turned_vector(right, nodes[1]) else 0.0
            case ast.Pow(), [_, 1 | 2] if right.ndim:
                self.cost += SPREAD
            case ast.Add() | ast.Sub(), [0 | 1 as low, 1 | 2 as high] if low < high:
                self.spread += 1
                self._weigh_repeated(next(node for rank, node in sides if rank == low), low)
            case _, [1, 2]:
                self.spread += 1
            case _:
                pass

    def _weigh_repeated(self, node: ast.expr, rank: int) -> None:
        """Count what is repeated in a sum, but for what is given and sums along axes."""
        is_given = isinstance(node, ast.Name) and node.id in self.inputs
        is_sum = isinstance(node, ast.Call) and not factors(node)
        is_unusual = not is_given and not is_sum
        self.cost += (SPREAD if rank else SPREAD_NUMBER) * is_unusual
        if rank:
            self.note(f"{ast.unparse(node)} is repeated in each row, as in NumPy")

    def weigh_call(self, name: str, given: Sequence[Any]) -> None:
        """Count what is unusual about the arguments of a function; x.T @ A @ x is not."""
        is_vector = bool(given) and isinstance(given[0], Array) and given[0].ndim == 1
        if name == "transpose" and is_vector:
            self.cost += TURNED_FIRST
        else:
            super().weigh_call(name, given)

    # ------------------------------------------------------------ the function

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
        if not isinstance(statement, ast.Assign) or not _is_request(statement.value):
            return False
        why = Unread("a derivative is not read as a part of the function", place_of(statement))
        self.main.names |= {name: Misfit(name, why) for name in _set_by(statement)}
        return True

    def _chosen(self, script: Script) -> Any:
        """The value that is the function: a loss by its name, or the last one."""
        names = [name for name, _ in script.results if not self._is_asked_for(name)]
        if not names:
            raise Unread("the program computes nothing")
        losses = [name for name in names if LOSS.fullmatch(name) and self._may_be_loss(name)]
        self.is_last = not losses
        self.called_so = (losses or names)[-1]
        return self.main.names[self.called_so]

    def _is_asked_for(self, name: str) -> bool:
        held = self.main.names.get(name)
        return isinstance(held, Misfit) and "a derivative is not read" in held.why.message

    def _may_be_loss(self, name: str) -> bool:
        held = self.main.names[name]
        return isinstance(held, Routine) or (isinstance(held, Array) and not held.axes)

    def _entered(self, routine: Routine) -> Scope:
        """The names of a routine whose parameters are variables, but for those with defaults."""
        if any(routine.rest):
            raise Unread(f"{routine.name} takes any number of arguments, which is not read")
        self.called.add(routine.key)
        scope = Scope(outer=routine.scope, parameters=routine.parameters)
        held = parameters_that_hold_others(routine)
        for name in routine.parameters:
            if name in held:
                scope.names[name] = Record()
            elif name in routine.defaults and name not in self.wanted | self.told.keys():
                scope.names[name] = value(self, routine.scope, routine.defaults[name])
                self.note(f"{name} has the value that {routine.name} gives it")
            else:
                before = self.main.names.get(name)
                axes = before.axes if isinstance(before, Made) else None
                scope.names[name] = self.given(name) if axes is None else self.declare(name, axes)
        return scope

    def _as_function(self, found: Any) -> Array:
        if isinstance(found, Misfit):
            raise found.why
        if isinstance(found, tuple) and found and isinstance(found[0], Array):
            said = f"the function is the first of the {len(parts_of(found))} values at the end"
            self.choices.append(Guess(said, "let the program return one value"))
            found = found[0]
        if isinstance(found, bool) or not isinstance(found, int | float | Array | Made):
            raise Unread("the program ends with no array", hint="end with the function itself")
        made = as_array(as_constant(found))
        return Array(made.expr, made.axes)

    def _see_what_is_left(self, script: Script) -> None:
        """What the program computes is a part of the function, or it is said."""
        assert self.function is not None
        used = self.uses(self.function.expr)
        by_statement: dict[ast.stmt, list[str]] = {}
        for name, statement in script.results:
            by_statement.setdefault(statement, []).append(name)
        for statement, names in by_statement.items():
            held = {name: self.main.names.get(name) for name in names}
            for each in held.values():
                if isinstance(each, Misfit) and not self._is_asked_for(each.name):
                    raise each.why
            arrays = [x.expr for x in held.values() if isinstance(x, Array)]
            own = [x for x in arrays if x.op is ops.symbol_op]
            routines = [x for x in held.values() if isinstance(x, Routine)]
            is_unused = own and not used.intersection(own)
            is_idle = any(x.key not in self.called for x in routines)
            is_asked = isinstance(statement, ast.Assign) and _is_request(statement.value)
            is_behind = not is_asked and any(map(self._is_asked_for, names))
            if (is_unused and self.function.expr not in own) or is_idle or is_behind:
                self.beside += names


def _is_turned_vector(value: Any, node: ast.expr) -> bool:
    """Is this the x.T of A @ x.T, where x is a vector?"""
    is_turned = isinstance(node, ast.Attribute) and node.attr == "T"
    return is_turned and isinstance(value, Array) and value.ndim == 1


@dataclass
class CodeSearch(Search[Reader]):
    """Looks for shapes of a program; what is assumed of an input tells something of its shape."""

    facts: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    is_scalar: bool = False
    may_be_flat: frozenset[str] = frozenset()  # capitals that may be vectors to make a number

    def _kinds(self, name: str) -> list[tuple[float, str]]:
        facts = close(self.facts.get(name, ()))
        if name not in self.told and facts & (SQUARE_ONLY | VECTOR_ONLY):
            return [(0.0, "m" if facts & SQUARE_ONLY else "v")]
        kinds = super()._kinds(name)
        if name in _TARGETS:
            return [(_FLAT_TARGET if kind == "v" else cost, kind) for cost, kind in kinds]
        is_matrix = self.is_scalar and name[0].isupper() and name not in self.may_be_flat
        return [x for x in kinds if x[1] != "v"] if is_matrix else kinds

    def _axes(self, name: str, kind: str, equal: Mapping[str, Dim]) -> tuple[Dim, ...]:
        sizes = super()._axes(name, kind, equal)
        is_square = len(sizes) > 1 and close(self.facts.get(name, ())) & SQUARE_ONLY
        return (sizes[0], sizes[0]) if is_square else sizes

    def read_with(self, kinds: Mapping[str, str]) -> Reader | MatgradError:
        """The program read with other kinds, or why they do not fit."""
        try:
            return self._attempt(kinds)
        except MatgradError as error:
            return error


# ---------------------------------------------------------------- the problem


def problem_of_code(  # noqa: PLR0913, PLR0917
    text: str,
    shapes: Mapping[str, Sequence[str | int | Dim] | int] | None = None,
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
    script = _script(text)
    limits.check("nodes", sum(1 for x in script.body for _ in ast.walk(x)))
    asked = _Asked(
        script,
        {plain_name(name): tuple(str(read_size(x, limits)) for x in given_sizes(name, sizes))
         for name, sizes in (shapes or {}).items()},
        {name: x.facts for name, x in declared.items() if x.facts},
        frozenset(map(plain_name, wrt)),
    )  # fmt: skip
    try:
        found, search = asked.best(scalar)
        machine = settled(found.machine, partial(asked.again, search))
    except MatgradError as error:
        raise _in_words(error, text) from None
    limits.check("variables", len(machine.inputs))
    guesses = (*script.choices, *machine.choices, *asked.guesses(found, scalar))
    problem = problem_of(machine)
    for name in asked.facts:
        if name not in problem.symbols:
            known = ", ".join(problem.symbols)
            raise UnknownNameError(
                f"{name} does not occur, so nothing can be assumed of it",
                None,
                f"variables: {known}",
            )
    inferred = [f"{name}: {describe(x.shape)} (inferred)" for name, x in problem.symbols.items()
                if name not in asked.told]  # fmt: skip
    beside = [BESIDE.format(name, problem.name) for name in machine.beside]
    if beside and machine.is_last:
        guesses += (
            Guess(f"the function is {problem.name}, the last value", "put the function last"),
        )
    notes = (*inferred, *machine.naming.notes, *machine.notes, *beside)
    reading = Reading(tuple(guesses))
    return replace(problem, source=text, notes=notes, reading=reading)


@dataclass
class _Asked:
    """A program with all that is said of it, read with one choice of shapes after the other."""

    script: Script
    told: Mapping[str, tuple[str, ...]]
    facts: Mapping[str, frozenset[str]]
    wanted: frozenset[str]

    def read(self, scalar: bool, axes: Axes, used: frozenset[str]) -> Reader:
        """The program, read with these shapes of its inputs."""
        made = Reader(
            axes=axes, naming=Naming(), told=self.told, used=used, library=self.script.library,
            facts={name: sorted(x) for name, x in self.facts.items()},
            started=self.wanted, wanted=self.wanted,
        )  # fmt: skip
        made.read(self.script, scalar)
        return made

    def again(self, search: CodeSearch, axes: Axes) -> Reader:
        """The same with names for sizes."""
        return self.read(False, axes, frozenset(search.used))

    def search(self, scalar: bool, kept: Collection[str] = ()) -> CodeSearch:
        """A search for shapes; a number may be asked for, with capitals that are no vectors."""
        return CodeSearch(
            partial(self.read, scalar), self.told, facts=self.facts, may_be_flat=frozenset(kept),
            is_scalar=scalar,
        )  # fmt: skip

    def best(self, scalar: bool) -> tuple[Fit[Reader], CodeSearch]:
        """The likeliest way to read it, a number if one is asked for and there is such a way."""
        search = self.search(False)
        found = search.fits()
        if not found:
            raise search.failure or ShapeError("no shapes fit the program")
        if scalar and found[0].machine.function.axes:
            flat = [name for name, kind in found[0].kinds.items() if kind == "v"]
            narrow = self.search(True, flat)
            if numbers := narrow.fits():
                return numbers[0], narrow
        return found[0], search

    def guesses(self, found: Fit[Reader], scalar: bool) -> Iterator[Guess]:
        """What is read against the convention of paper, unless nothing else can be meant."""
        names = [x for x in found.machine.inputs if found.kinds.get(x, "told") != "told"]
        usual = {name: _KINDS[convention(name)] for name in names if " " not in name}
        free, narrow = self.search(False), self.search(scalar)
        together = free.read_with({**found.kinds, **usual})
        for name in (name for name, kind in usual.items() if found.kinds[name] != kind):
            by = free if name in self.wanted else narrow
            other = by.read_with({**found.kinds, name: usual[name]})
            if _is_forced(name, found, other) and (
                by is narrow or _is_forced(name, found, together)
            ):
                continue
            where = re.search(rf"(?<![\w.]){name}(?!\w)", self.script.source)
            words = f"{name} is read as {KINDS[found.kinds[name]]}"
            other = other if isinstance(other, Reader) else together
            yield Guess(words, self._declared(name, usual, other, by), where and where.span())

    def _declared(
        self, name: str, usual: Mapping[str, str], other: Reader | MatgradError, by: CodeSearch
    ) -> str:
        """The line that declares the usual shape."""
        if not isinstance(other, Reader):
            return f"{name}: {'m x n' if usual[name] == 'm' else 'n'}"
        axes = settled(other, partial(self.again, by)).inputs[name].axes
        return f"{name}: {' x '.join(map(str, axes)) or 'scalar'}"


def _is_forced(name: str, found: Fit[Reader], other: Reader | MatgradError) -> bool:
    """Can a name be nothing else: is the usual shape refused, or spread where this one is not?"""
    kind, usual = found.kinds[name], convention(name)
    if isinstance(other, Reader):
        return other.spread > found.machine.spread and "s" in (kind, _KINDS[usual])
    if kind == "s" and (usual != "matrix" or COUNT.fullmatch(name)):
        return isinstance(other, ShapeError)
    return isinstance(other, AxisError) or usual == "scalar"


def _in_words(error: MatgradError, text: str) -> MatgradError:
    """An error of the program, as one of its text."""
    if isinstance(error, ShapeError):
        return error.at(None, text)
    return UnsupportedError(error.message, error.position, error.hint or _hint(error), text)


def _hint(error: MatgradError) -> str:
    """What can be written instead."""
    found = re.match(r"(?:\w+\.)*(\w+)(?:\(…\))? is not (?:read|defined)", error.message)
    near = get_close_matches(found[1], {*UFUNCS, *FUNCTIONS, *OWN}, 1) if found else []
    return f"did you mean {near[0]}?" if near and found and near[0] != found[1] else READ
