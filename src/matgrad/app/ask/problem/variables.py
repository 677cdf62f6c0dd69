"""Which derivative is asked for, and with respect to what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from matgrad.app.ask.formulas.claimed import INNER, differentials_in
from matgrad.app.ask.formulas.derivatives import derivative
from matgrad.app.ask.formulas.directions import entry_of, member_of, stands_in_rows
from matgrad.app.ask.formulas.notation import (
    DIFFERENTIAL,
    GRADIENT,
    HESSIAN,
    JACOBIAN,
    Derivative,
    names_in,
    whole_name,
)
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.problem.choosing import reached
from matgrad.app.ask.problem.doubts import made_of
from matgrad.app.ask.problem.expressions import read_claimed
from matgrad.app.ask.problem.fixed import called_fixed
from matgrad.app.ask.problem.names import names_for
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.problem.usual import (
    USUAL,
    of_coordinates,
    of_lagrangian,
    of_weights,
    only_vector,
)
from matgrad.core.dims import ONE
from matgrad.core.shape import Shape
from matgrad.core.steps import Problem
from matgrad.errors import MatgradError
from matgrad.render.glyphs import plain_name

# What an answer of one kind shows besides, under another name or on its way.
SHOWN = {
    JACOBIAN: (JACOBIAN, GRADIENT, HESSIAN, DIFFERENTIAL),
    HESSIAN: (HESSIAN, GRADIENT),
    DIFFERENTIAL: (DIFFERENTIAL, GRADIENT),
}
DATA = frozenset("xytXYT")  # letters of what is given to a network, not of its parameters


def choose_kind(found: Understood, asked: Iterable[Derivative]) -> None:
    """Gradient, Jacobian or Hessian."""
    problem = found.problem
    assert problem is not None
    kinds = [each.kind for each in asked]
    found.kind = kinds[0] if kinds else GRADIENT
    if {GRADIENT, HESSIAN} <= set(kinds):
        found.kind = HESSIAN  # whose derivation begins with the gradient
    if found.kind == GRADIENT and not problem.function.is_scalar:
        found.kind = JACOBIAN
        if any(each.kind == DIFFERENTIAL for each, _ in found.reading.asked):  # what is dY?
            found.kind = DIFFERENTIAL
            return
        shape = problem.function.shape
        found.notes.append(
            f"{plain_name(problem.name)} is {shape}, so its derivative is a Jacobian"
        )
    elif found.kind == JACOBIAN and problem.function.is_scalar:
        found.kind = GRADIENT


def choose_variables(found: Understood, asked: Sequence[Derivative]) -> None:
    """The variables that are asked about, or those of which it is a function."""
    problem = found.problem
    assert problem is not None
    if found.said.by_formula:
        written = quoted(found.reading.bare[found.said.by_formula[0]]).plain
        found.questions.append(
            f"{written} is not a variable of the function; give it a name, and write the function "
            "with that name."
        )
        return
    fits = SHOWN.get(found.kind, (found.kind,))
    wanted = [n for each in asked if each.kind == HESSIAN == found.kind for n in each.variables]
    if not wanted and not _is_plain(found):
        wanted = [n for each in asked if each.kind in fits for n in each.variables]
    wanted = [_whole(found, name, problem) for name in wanted]
    wanted = [each for name in wanted for each in _spread(found, name, problem)]
    if question := _by_made(found, problem, wanted):
        found.questions.append(question)
        return
    ways = ([n for n in way if n in problem.symbols] for way in _ways(found, problem, wanted))
    names = dict.fromkeys(next(filter(None, ways), ()))
    missing = [name for name in dict.fromkeys(wanted) if name not in problem.symbols]
    if missing and not names:
        absent = f"{missing[0]} does not occur in the function; which variable is meant?"
        found.questions.append(made_of(found, missing[0]) or absent)
    elif not names:
        known = ", ".join((*problem.symbols, *(d.symbol.name for d in problem.definitions)))
        there = f"There are {known}." if known else f"{problem.name} has none in it."
        found.questions.append(f"With respect to which variable? {there}")
    elif missing := [name for name in missing if name not in found.meaning.defined]:
        absent = ", ".join(map(plain_name, missing))
        found.notes.append(f"{absent}: asked for as well, but not in the function")
    found.variables = tuple(names)


def _spread(found: Understood, name: str, problem: Problem) -> list[str]:
    """A vector that occurs only by its entries, as these: x_1 and x_2 for x; or W for all w_k."""
    if name not in problem.symbols and (whole := _of_rows(found, name, problem)):
        return [whole]
    entries = sorted(x for x in problem.symbols if re.fullmatch(rf"{re.escape(name)}_?[1-9]", x))
    is_vector = [x[-1] for x in entries] == [*map(str, range(1, len(entries) + 1))]
    is_vector = is_vector and all(problem.symbols[x].is_scalar for x in entries)
    if (
        name in problem.symbols
        or name in found.meaning.defined
        or len(entries) < 2
        or not is_vector
    ):
        return [name]
    shown = ", ".join(map(plain_name, entries))
    note = f"{plain_name(name)} is ({shown}): the derivative is given by each of these"
    found.notes += [note] if note not in found.notes else []
    return entries


def _of_rows(found: Understood, name: str, problem: Problem) -> str:
    """The matrix of all w_k, where w itself does not occur."""
    told = re.compile(rf"{re.escape(name)}_\w is the \w-th (row|column) of (\w+)")
    for place in filter(None, map(told.fullmatch, (*problem.notes, *found.notes))):
        if place[2] in problem.symbols:
            note = (
                f"by all of {plain_name(name)} is by {plain_name(place[2])}, which has them as its"
            )
            found.notes += [f"{note} {place[1]}s"]
            return place[2]
    return ""


def _by_made(found: Understood, problem: Problem, wanted: Sequence[str]) -> str | None:
    """What to ask where a derivative is asked by what is made of a variable: M = L^TL, by M."""
    known, function = found.meaning.defined, found.function
    assert function is not None
    inside = {*problem.symbols, *reached(found, function), function.left.name}
    for name in wanted:
        of = known[name].values[0] if name in known and name not in inside else ""
        variable = next((x for x in names_in(of) if x in problem.symbols), None)
        if variable is not None and known[name].left.arguments is None:
            f, by, x = map(plain_name, (function.left.name, name, variable))
            return f"{f} is given by {x}, not by {by}. Write {f} with {by}, or ask for {x}."
    return None


def _is_plain(found: Understood) -> bool:
    """Is a Hessian asked for behind a gradient, both without a variable, of a function f(x)?"""
    words = [each for each, _ in found.said.asked]
    at = [i for i, each in enumerate(words) if each.kind == HESSIAN]
    is_given = found.function is not None and bool(found.function.left.arguments)
    before = words[at[0] - 1] if at and at[0] else None
    return found.kind == HESSIAN and is_given and before is not None and not before.variables


def _ways(found: Understood, problem: Problem, wanted: Sequence[str]) -> Iterator[Iterable[str]]:
    """How a text may say what its variables are, the plainest way first."""
    said = found.said
    inside = [name for name in wanted if name in problem.symbols]
    if not wanted and _is_plain(found):
        yield from _arguments(found, problem)
    yield from _all_of(found, problem, inside)
    yield (*inside, *(parameters(problem) if said.wants_all and said.is_network else ()))
    yield said.over
    if not wanted or inside or {*wanted} & found.meaning.defined.keys():
        yield from _arguments(found, problem)
    if not wanted:
        yield said.at if len(said.at) == 1 else ()  # the derivative of det(A + tB) at t = 0
        yield _labelled(found, problem)
        yield of_lagrangian(found, problem)
        yield of_weights(found, problem)
        yield _inside(found)
    if said.wants_all and (inside or not wanted):
        yield parameters(problem)
    yield differentiated(found)
    yield of_coordinates(found, problem) if not wanted else ()
    if all(name in problem.symbols for name in wanted):
        yield problem.symbols if len(problem.symbols) == 1 else ()
        yield _claimed(found, problem)
        yield _undescribed(found, problem)
    if not wanted:
        yield only_vector(found, problem)


def _undescribed(found: Understood, problem: Problem) -> list[str]:
    """The vector x, where all other names are matrices of which the text says what they are."""
    said = {name for name, facts in found.said.facts.items() if facts}
    said |= {name for name, _ in (*found.said.supposed, *found.said.denied)}
    rest = [name for name in problem.symbols if not (name in said and name[0].isupper())]
    if len(rest) != 1 or rest[0] not in USUAL or not problem.symbols[rest[0]].shape.is_column:
        return []
    others = [plain_name(name) for name in problem.symbols if name != rest[0]]
    if not others:
        return []
    why = f"{' and '.join(others)} {'are' if len(others) > 1 else 'is'} described"
    found.notes.append(f"{plain_name(rest[0])} is taken to be the variable: {why}")
    return rest


def _all_of(found: Understood, problem: Problem, claimed: Sequence[str]) -> Iterator[list[str]]:
    """All arguments, where words ask for the gradients and only claims name variables."""
    said = found.said
    is_named = found.reading.asked or any(each.variables for each, _ in said.asked)
    if is_named or not (said.wants_all or said.wants_each):
        return
    for given in _arguments(found, problem):
        if {*claimed} < {*given} and {*given} <= problem.symbols.keys():
            yield given


def _labelled(found: Understood, problem: Problem) -> list[str]:
    """The variables that the text names for the answers that it gives: w.r.t. V I get …"""
    placed = found.said.in_order
    by = [
        each.by or (placed[n].by if (n := each.segment) in placed else "")
        for each in found.said.told
    ]
    return [_whole(found, name, problem) for name in dict.fromkeys(filter(None, by))]


def _inside(found: Understood) -> list[str]:
    r"""The one variable of derivatives inside of formulas: p in \frac{dq}{dp}\frac pq = …"""
    reading = found.reading
    formulas = [*reading.products.values(), *(x for each in reading.equal.values() for x in each)]
    signs = (derivative(each[0].strip()) for x in formulas for each in INNER.finditer(x))
    names = dict.fromkeys(name for each in signs if each for name in each.variables)
    return [*names] if len(names) == 1 else []


def _arguments(found: Understood, problem: Problem) -> Iterator[list[str]]:
    """The arguments that the function is defined with, or their entries: f(a) = a_1^2 + a_2."""
    left = found.function.left if found.function else None
    if left is None or not left.arguments:
        return
    given = [name for part in left.variables if (name := whole_name(part))]
    wants_all = found.said.wants_all or found.said.wants_each
    fixed = () if wants_all else called_fixed(found)
    yield [name for name in given if name not in fixed] or given  # for fixed y
    entries = re.compile(rf"(?:{'|'.join(map(re.escape, given))})\d+")
    yield [name for name in problem.symbols if entries.fullmatch(name)]


def _claimed(found: Understood, problem: Problem) -> list[str]:
    """The one variable whose shape all formulas have that the text gives as the gradient."""
    fixed = {*called_fixed(found)}
    fitting = [name for name in problem.symbols if name not in fixed]
    latex = [found.reading.formula(each.segment) for each in found.said.told]
    latex += [value for claim in found.reading.claimed for value in claim.values]
    for each in latex if problem.function.is_scalar else ():
        try:
            shape = read_claimed(each, found, names_for(found, problem)).shape
        except MatgradError:
            continue
        shapes = (shape, shape.transposed) if found.kind == GRADIENT else (Shape(shape.rows, ONE),)
        fitting = [n for n in fitting if problem.symbols[n].shape in shapes]
    usual = [name for name in fitting if name in USUAL]  # x rather than a in cos(aᵀx)a
    fitting = usual if len(usual) == 1 and latex else fitting
    if len(fitting) != 1 or not latex:
        return []
    (name,) = map(plain_name, fitting)
    why = "the text calls the others fixed" if fixed else "what is claimed has its shape"
    found.notes.append(f"{name} is taken to be the variable: {why}")
    return fitting


def differentiated(found: Understood) -> list[str]:
    r"""The names whose differentials a claimed differential has: X and Y in dZ = dX\,Y + X\,dY."""
    claimed = [c for c in found.reading.claimed if c.derivative.kind == DIFFERENTIAL]
    if found.problem is not None and "d" in found.problem.symbols:
        return []
    return [name for c in claimed for value in c.values for name in differentials_in(value)]


def _whole(found: Understood, name: str, problem: Problem) -> str:
    """The variable itself for one of its entries, as x for x_k, or of its rows, as X for x_k."""
    entry, member = entry_of(name, problem.symbols), member_of(name, problem.symbols)
    if entry is None and member is None:
        return name
    whole, index = entry or member or ("", "")
    note = f"{plain_name(name)} is an entry of {plain_name(whole)}"
    if member:
        place = "row" if stands_in_rows((*problem.notes, *found.notes), whole) else "column"
        by = plain_name(name), plain_name(whole)
        note = f"the derivative by {by[0]} is the {index}-th {place} of that by {by[1]}"
    found.notes += [note] if note not in found.notes else []
    return whole


def parameters(problem: Problem) -> list[str]:
    """The variables that are not data; numbers only if they are weights or biases by their name."""
    names = [name for name in problem.symbols if name[0] not in DATA]
    wide = [n for n in names if not problem.symbols[n].is_scalar]
    return [n for n in names if n in wide or (wide and n[0] in "bw")] or names
