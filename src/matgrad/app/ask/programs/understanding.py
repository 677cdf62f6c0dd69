"""A question about a program, as it was understood."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Sequence
from functools import partial

from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.notation import GRADIENT, HESSIAN, JACOBIAN
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.listen import NETWORK
from matgrad.app.ask.problem.calls import Meaning
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.programs import asked
from matgrad.app.ask.programs.above import shapes_by_above
from matgrad.app.ask.programs.by_library import wanted_of
from matgrad.app.ask.programs.columns import columns_in
from matgrad.app.ask.programs.counts import counts
from matgrad.app.ask.programs.finding import Found, program_in
from matgrad.app.ask.programs.inner import with_inner_names
from matgrad.app.ask.programs.layered import makes_layers
from matgrad.app.ask.programs.outside import used_outside
from matgrad.app.ask.programs.reading import Reader, reader
from matgrad.app.ask.programs.rivals import MOST_RIVALS, is_rival, rivals_in_words
from matgrad.app.ask.programs.roles import numbers_by_default
from matgrad.app.ask.programs.stated import definite, facts_in, in_case
from matgrad.app.ask.programs.told import (
    Told,
    beside,
    remarks,
    told_of_all,
    told_shapes,
    told_sizes,
)
from matgrad.app.ask.programs.typed import Typed, claims_in
from matgrad.app.ask.programs.uses import without_uses
from matgrad.app.ask.text.segments import cut
from matgrad.errors import MatgradError
from matgrad.programs.listings.derivatives import derivative_of
from matgrad.programs.listings.execution import Interpreter
from matgrad.programs.listings.likely import DATA, WEIGHTS
from matgrad.programs.listings.naming import Naming
from matgrad.programs.listings.problems import problem_of
from matgrad.programs.listings.settling import settled
from matgrad.programs.listings.shapes import Axes, Search
from matgrad.programs.listings.values import NoLoss, Unread, bare
from matgrad.render.glyphs import plain_shape

READ = "the program is read as its libraries compute; it is parsed, not run"
NOT_READ = "The program is not read{}: {}. Write the function as a formula, or leave that out."
WHICH = "With respect to which variable? The program has {}."
ABOVE = "{0} is the derivative by {1} of what comes behind it, called {2} here"
_DATA = re.compile(rf"{DATA.pattern}|y\w*|t|labels?|targets?", re.I)


def understand_program(text: str) -> Understood | None:
    """A question about a program in Python; None if there is no such program."""
    found = program_in(text)
    if found is None:
        return None
    found = with_inner_names(found)
    told = _told(found)
    found = without_uses(found)
    search = Search(
        partial(reader, found, told), told.shapes, all_are=told_of_all(found.words),
        has_layers=makes_layers(found.body), columns=columns_in(found.body),
    )  # fmt: skip
    fits = search.fits()
    made = Understood(cut(""), Reading(), Said(), Meaning(), text=text)
    made.said.is_network = NETWORK.search(found.words) is not None
    made.notes += [READ, *found.notes]
    if not fits:
        made.questions.append(_why(search.failure))
        return made
    try:
        rivals = [x for x in fits if is_rival(x, fits[0])][:MOST_RIVALS]
        ways = [settled(x.machine, partial(_again, found, told, search)) for x in rivals]
    except MatgradError as error:
        made.questions.append(_why(error))
        return made
    made.program = ways
    _fill(made, ways[0], told, found.words)
    made.notes += rivals_in_words(rivals)
    return made


def _again(found: Found, told: Told, search: Search[Reader], axes: Axes) -> Reader:
    return reader(found, told, axes, frozenset(search.used))


def _told(found: Found) -> Told:
    """What the words, the comments and the program itself tell before it is read."""
    names = _identifiers(found)
    told = {in_case(x, names): y for x, y in told_shapes(found.code, found.words).items()}
    values = names - _functions(found)
    shapes = {x: y for x, y in told.items() if x in values}
    for each in _routines(found):
        shapes |= {name: () for name in each if name not in shapes}
    wanted = wanted_of(found.body, found.words)
    variables = (
        asked.variables(found.words, values)
        or asked.by_place(found.words, found.body)
        or (wanted and [x for x in wanted.by if x in values])
        or asked.tracked(found.code, values)
    )
    said = "\n".join((found.words, *remarks(found.code), *beside(found.code)))
    facts, equations = facts_in(said, names)
    told_above = "\n".join((found.words, *remarks(found.code)))
    above = tuple(asked.given(told_above, found.code, names))
    shapes |= shapes_by_above(found.body, shapes)
    typed = tuple(claims_in(found.words, {*values, *above}))
    above += tuple(asked.upstream_in([x.node for x in typed if x.node], {*names, *above}))
    by = {*variables, *_differentiated(found, values)}
    sizes = told_sizes(shapes) | _counts(found, {*shapes, *by}, typed)
    is_jacobian = asked.JACOBIAN.search(found.words) or (wanted and wanted.is_jacobian)
    return Told(
        shapes=shapes,
        sizes=sizes,
        facts={**definite(found.body), **facts},
        equations=equations,
        words=found.words,
        asked=tuple(variables),
        started=frozenset(by),
        of=asked.function_in(found.words, names) or (wanted.of if wanted else ""),
        library=_library(found.code),
        given=above,
        typed=typed,
        wants_number=not is_jacobian,
        wants_second=bool(asked.HESSIAN.search(found.words) or (wanted and wanted.is_second)),
        outside=used_outside(found.body, sizes),
    )


def _differentiated(found: Found, names: set[str]) -> set[str]:
    """The variables by which the program has derivatives."""
    stepped = {
        node.target.id
        for statement in found.body
        for node in ast.walk(statement)
        if isinstance(node, ast.AugAssign)
        and isinstance(node.op, ast.Sub)
        and isinstance(node.target, ast.Name)
    }  # w -= lr * grad
    named = {x for name in _assigned(found) if (x := derivative_of(name, names - {name}))}
    return named | {x for x in stepped if WEIGHTS.fullmatch(x)}


def _library(code: str) -> str:
    """The library whose methods arrays have: PyTorch's, unless NumPy is used as well."""
    is_torch = re.search(r"\btorch\b|\bnn\.|(?<![\w.])F\.", code) is not None
    return "torch" if is_torch and not re.search(r"\bnp\.|\bnumpy\b", code) else "numpy"


def _identifiers(found: Found) -> set[str]:
    """The names of a program."""
    nodes = [node for statement in found.body for node in ast.walk(statement)]
    names = {x.id for x in nodes if isinstance(x, ast.Name)} | {
        x.arg for x in nodes if isinstance(x, ast.arg)
    }
    keys = {
        x.slice.value
        for x in nodes
        if isinstance(x, ast.Subscript) and isinstance(x.slice, ast.Constant)
    }
    own = {x.attr for x in nodes if isinstance(x, ast.Attribute) and isinstance(x.value, ast.Name)
           and x.value.id == "self"}  # fmt: skip
    return names | {x for x in keys if isinstance(x, str)} | own


def _functions(found: Found) -> set[str]:
    """The names of the functions of a program, by which nothing is differentiated."""
    names: set[str] = set()
    for node in (node for statement in found.body for node in ast.walk(statement)):
        match node:
            case (
                ast.FunctionDef(name=name)
                | ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda())
            ):
                names.add(name)
            case _:
                pass
    return names


def _counts(found: Found, known: Collection[str], typed: Sequence[Typed]) -> frozenset[str]:
    """Names for numbers of samples, unless something else is known of them."""
    claimed = {x.id for each in typed if each.node for x in ast.walk(each.node)
               if isinstance(x, ast.Name)}  # fmt: skip
    own = [x for x in found.body if not isinstance(x, ast.FunctionDef | ast.ClassDef)]
    outside = [x for each in own for x in ast.walk(each) if isinstance(x, ast.Name)]
    used = claimed | {x.id for x in outside if isinstance(x.ctx, ast.Load)}
    inside = _assigned(found) - used  # what only a routine has
    set_here = {x.id for x in outside if isinstance(x.ctx, ast.Store)}
    return counts(found.body, (_identifiers(found) | claimed) - {*known} - set_here - inside)


def _assigned(found: Found) -> set[str]:
    """The names that statements set, parts of self among them."""
    nodes = [node for statement in found.body for node in ast.walk(statement)]
    names = {x.id for x in nodes if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)}
    return names | {
        x.attr for x in nodes if isinstance(x, ast.Attribute) and isinstance(x.ctx, ast.Store)
    }


def _routines(found: Found) -> list[list[str]]:
    """The parameters of each routine that are numbers by default."""
    machine = Interpreter(axes={}, naming=Naming())
    machine.run([x for x in found.body if isinstance(x, ast.FunctionDef)], machine.main)
    return [numbers_by_default(each) for each in machine.routines.values()]


def _why(error: MatgradError | None) -> str:
    if error is None:
        return NOT_READ.format("", "no shapes fit")
    if isinstance(error, NoLoss):
        return error.message
    line = error.line if isinstance(error, Unread) else 0
    return NOT_READ.format(f" (line {line})" if line else "", error.message)


# ---------------------------------------------------------------- the question


def _fill(made: Understood, m: Reader, told: Told, words: str) -> None:
    """The problem, and what is asked about it."""
    made.notes += [*m.naming.notes, *m.notes]
    for name, (target, _) in m.upstream.items():
        made.notes.append(ABOVE.format(name, target, m.inputs[name].expr.name))
    names = _wanted(m, told, words)
    computed = [name for name in names if name not in m.inputs and name in told.asked]
    made.problem = problem_of(m)
    assert m.function is not None
    whole = m.function.expr
    symbols = {name: x.expr.name for name in names if (x := m.version(name, whole)) is not None}
    made.kind = _kind(m, told)
    by = dict.fromkeys(symbols.values())
    made.variables = tuple(x for x in by if x in made.problem.symbols)
    made.others = [x for x in computed if x in symbols]
    made.is_scalar = made.problem.function.is_scalar
    if not names:
        made.notes += [f"{x.name}: {plain_shape(x.shape)}" for x in made.problem.symbols.values()]
        inputs = ", ".join(x for x in m.inputs if x not in m.upstream)
        made.questions.append(WHICH.format(inputs))


def _kind(m: Reader, told: Told) -> str:
    assert m.function is not None
    if m.function.axes:
        return JACOBIAN
    return HESSIAN if told.wants_second else GRADIENT


def _wanted(m: Reader, told: Told, words: str) -> list[str]:
    """The names by which derivatives are asked for: those named, those claimed, or all weights."""
    assert m.function is not None
    known = [x for x in m.known if m.version(x, m.function.expr) is not None]
    named = [x for x in m.asked_for(told) if x in known]
    claimed = [x.target for x in m.claims if x.target in known]
    found = list(dict.fromkeys(named or claimed))
    inputs = [x for x in m.inputs if x in known and x not in m.upstream]
    weights = [x for x in inputs if not _DATA.fullmatch(bare(x)) and m.inputs[x].axes]
    if named or (found and not asked.EVERY.search(words)):
        return found
    return (
        list(dict.fromkeys([*found, *weights]))
        if asked.ALL.search(words)
        else _only(inputs) or _only([x for x in m.parameters if x in inputs])
    )


def _only(names: list[str]) -> list[str]:
    """The one name there is, if there is one."""
    return names if len(names) == 1 else []
