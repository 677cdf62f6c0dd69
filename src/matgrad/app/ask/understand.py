"""What a question means: the function, the variables, what is asked, and what is not clear."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from matgrad.app.ask.bold import with_bold
from matgrad.app.ask.broadcast import written_out
from matgrad.app.ask.calls import Meaning, identify
from matgrad.app.ask.choosing import choose_function, is_about, reached, undefined
from matgrad.app.ask.constraints import release
from matgrad.app.ask.conventions import unknown_notation, with_conventions
from matgrad.app.ask.densities import as_score, unknown_posterior, with_densities
from matgrad.app.ask.depending import free_numbers, name_dependent, with_dependence
from matgrad.app.ask.described import described
from matgrad.app.ask.domains import declare_domain, say_what_is_called
from matgrad.app.ask.doubts import doubts, held_fixed
from matgrad.app.ask.fonts import with_fonts
from matgrad.app.ask.general import name_general
from matgrad.app.ask.given import unturn
from matgrad.app.ask.habits import spelled_out
from matgrad.app.ask.means import tell_diagonals, with_ones, with_sizes_told
from matgrad.app.ask.members import with_members
from matgrad.app.ask.models import hold_data, turn_models
from matgrad.app.ask.notation import (
    DIFFERENTIAL,
    GRADIENT,
    JACOBIAN,
    Derivative,
    left_side,
    names_in,
    whole_name,
)
from matgrad.app.ask.prose import listen
from matgrad.app.ask.quantities import with_quantities
from matgrad.app.ask.reading import Defined, Reading, read
from matgrad.app.ask.said import Said
from matgrad.app.ask.scripts import read_function
from matgrad.app.ask.segments import Cut, cut
from matgrad.app.ask.unanswered import not_a_derivative
from matgrad.app.ask.understood import Understood
from matgrad.app.ask.variables import choose_kind, choose_variables
from matgrad.app.ask.vectors import keep_vectors
from matgrad.app.ask.worded import unknown_words, with_worded
from matgrad.render.glyphs import plain_name

OF_MATRICES = ("square", "exp", "log", "sqrt")  # which are not those of the entries
# What is spelled out in the formulas of a text before it is read, in this order.
STEPS = (
    with_fonts,
    with_conventions,
    with_members,
    with_ones,
    with_sizes_told,
    with_densities,
    with_worded,
    written_out,
    spelled_out,
    with_quantities,
    with_dependence,
)
_CORRECTS = re.compile(
    r"\b(?:I (?:actually )?mean|I meant|actually(?: take)?|sorry|correction|rather take)[\s,:]*$",
    re.I,
)


def understand(text: str) -> Understood:
    """Read a whole question."""
    segments = cut(text)
    for spell_out in STEPS:
        segments = spell_out(segments)
    return with_bold(segments, understand_cut)


def understand_cut(segments: Cut) -> Understood:
    """Read a question that is cut into prose and formulas."""
    reading = read(segments)
    correct(reading, segments)
    name_dependent(segments, reading)
    said = listen(segments.marked, reading)
    free_numbers(segments, said)
    define_in_words(reading, said)
    tell_diagonals(said, reading)
    found = Understood(segments, reading, said, meaning_of(reading, said))
    found.notes += (*segments.notes, *said.not_assumed)
    if (
        question := not_a_derivative(segments)
        or unknown_words(segments)
        or unknown_notation(segments)
        or unknown_posterior(segments)
    ):
        found.questions.append(question)
        return found
    asked = questions_in(reading, said)
    unknown = undefined(found, asked)
    found.function = None if unknown else choose_function(found, asked)
    as_score(found)
    if found.function is None and not unknown and read_network(found):
        return found
    if found.function is None:
        which = f"What is {unknown}?" if unknown else "Which function?"
        found.questions.append(f"{which} Write it as an equation, such as {unknown or 'f(x)'} = …")
        return found
    asked = about_function(found, asked)
    keep(found, asked)
    unturn(found)
    found.is_scalar = not is_jacobian(said, asked)
    declare_domain(found)
    read_function(found, found.is_scalar)
    take_integers(found)
    name_general(found)
    say_what_is_called(found)
    if all(each.kind == GRADIENT for each in asked):
        keep_vectors(found)
    if found.problem is not None:
        choose_kind(found, asked)
        choose_variables(found, asked)
        release(found)
        if questions := doubts(found):
            found.questions += questions
            found.variables = ()
    return found


def about_function(found: Understood, asked: list[Derivative]) -> list[Derivative]:
    """What is asked of the function itself, not of another formula."""
    other = [each for each, segment in found.said.asked if not is_about(found, segment)]
    return [each for each in asked if not any(each is o for o in other)] or asked


def take_integers(found: Understood) -> None:
    """Read tr(X^k) again with an integer k, which is what people mean by it."""
    powers = [e for e in found.errors if "symbolic power" in e.message]
    function = found.function
    if found.problem is not None or not powers or function is None:
        return
    names = re.findall(r"\^\s*\{?\s*([kmnpqrs])(?![A-Za-z])", function.values[0])
    for name in dict.fromkeys(names):
        found.said.facts.setdefault(name, set()).add("integer")
        found.notes.append(f"{name} is taken to be an integer")
    found.errors.clear()
    found.questions.clear()
    read_function(found, found.is_scalar)


def read_network(found: Understood) -> bool:
    """Does the text describe a network in words? If so it is the problem, or asked about."""
    network = described("".join(segment.text for segment in found.cut.segments))
    if network is None:
        return False
    found.problem = network.network
    found.variables = network.network.parameters if network.network else ()
    found.said.is_network = True
    found.notes += network.notes
    found.questions += network.questions
    return True


def correct(reading: Reading, segments: Cut) -> None:
    """Leave out a definition that the text takes back: I mean f(x) = …"""
    for each in list(reading.defined):
        words = segments.segments[each.segment - 1].text if each.segment > 0 else ""
        if _CORRECTS.search(words):
            before = [d for d in reading.defined if d.left == each.left]
            reading.defined = [d for d in reading.defined if d is each or d not in before]


def define_in_words(reading: Reading, said: Said) -> None:
    """Take “f is x^TAx” for a definition, unless f has one or the words are a claim."""
    for name, value in said.meant:
        latex = reading.spelled.get(reading.names[name][0], reading.names[name][0])
        left = left_side(latex)
        known = {d.left.name for d in reading.defined}
        if left is not None and left.name not in known and value not in said.claims:
            reading.defined.append(Defined(left, latex, (reading.bare[value],), value))


def keep(found: Understood, asked: Sequence[Derivative]) -> None:
    """Decide which names stay variables although they are defined."""
    function = found.function
    assert function is not None
    turn_models(found, function, [name for each in asked for name in each.variables])
    inside = reached(found, function)
    wanted = dict.fromkeys(name for each in asked for name in each.variables if name in inside)
    parts = [name for name in wanted if name in found.meaning.defined]
    leaves = [name for name in wanted if name not in parts]
    found.kept = tuple(parts[:1]) if not leaves else ()
    found.others = [name for name in parts if name not in found.kept]
    direct = set(names_in(function.values[0]))
    given = [*filter(None, map(whole_name, function.left.arguments or ()))]
    if not wanted and len(direct) == 1 and function.left.arguments is None and not found.said.over:
        parts = found.meaning.defined  # \|X\|_*, with X = U S V^T; not F(X) = AXB
        found.kept = tuple(x for x in direct if x in parts and parts[x].left.arguments is None)
    if not wanted:  # L(w) is a function of w, although w = … is the solution
        found.kept += tuple(x for x in given if x in found.meaning.defined and x not in found.kept)
    for name in held_fixed(found):
        if name in inside and name not in found.kept and name != function.left.name:
            found.kept += (name,)
            found.notes.append(f"{plain_name(name)} is held fixed, as the text says")
    hold_data(found, function, leaves or given)


def meaning_of(reading: Reading, said: Said) -> Meaning:
    """What the names of functions mean, and the definitions by name."""
    functions: dict[str, str] = {}
    for name, (variable, value) in reading.mapped.items():
        functions[name] = identify(variable, value) or said.functions.get(name, "")
    for name, function in said.functions.items():
        functions.setdefault(name, function)
    defined: dict[str, Defined] = {}
    for each in reading.defined:
        name, arguments = each.left.name, each.left.arguments
        if name in functions:
            continue
        if arguments and len(arguments) == 1 and is_called(name, arguments[0], reading):
            known = identify(arguments[0], each.values[0])
            of_entries = known not in OF_MATRICES or each.segment in said.elementwise
            if known and (of_entries or not is_matrix(arguments[0], said)):
                functions[name] = known
                continue
        defined.setdefault(name, each)
    for name in list(functions):
        if not functions[name] and name in {d.left.name for d in reading.defined}:
            del functions[name]
    return Meaning(functions, defined)


def is_matrix(argument: str, said: Said) -> bool:
    """Is the argument of a function a matrix, by its letter or in words?"""
    name = whole_name(argument) or ""
    kind = said.kinds.get(name, "matrix" if name[:1].isupper() else "")
    return kind == "matrix"


def is_called(name: str, argument: str, reading: Reading) -> bool:
    """Does the text use this function with another argument than the one it is defined with?"""
    values = [value for d in reading.defined for value in d.values if d.left.name != name]
    return any(name in names_in(value) for value in [*values, *reading.bare.values()])


# ---------------------------------------------------------------- what is asked


def questions_in(reading: Reading, said: Said) -> list[Derivative]:
    """The derivatives that are asked for; those that are claimed, if no other is."""
    asked = [e for e, _ in reading.asked if e.kind != DIFFERENTIAL or not said.asked]
    asked += [each for each in in_words(said) if each.variables or each.kind != GRADIENT]
    if not asked:
        asked = [c.derivative for c in reading.claimed if c.derivative.kind != DIFFERENTIAL]
        asked += [each.derivative for each in said.points]
    if not asked and not said.asked:  # d(X^2) = 2X dX is about its left side
        asked = [c.derivative for c in reading.claimed if left_side(c.derivative.function) is None]
    return asked or [each for each, _ in said.asked or said.named]


def is_jacobian(said: Said, asked: Sequence[Derivative]) -> bool:
    """Is a Jacobian asked for? The quotient of two differentials may be one."""
    words = {each.kind for each, _ in said.asked}
    is_said = JACOBIAN in words and GRADIENT not in words
    return is_said or (bool(asked) and asked[0].kind == JACOBIAN)


def in_words(said: Said) -> list[Derivative]:
    """What words ask for; what they only mention of another formula may still name the variable."""
    here = [each for each, segment in said.asked if segment not in said.mentioned]
    other = [each for each, segment in said.asked if segment in said.mentioned]
    if not said.of or not here:
        return [each for each, _ in said.asked]
    is_open = not any(each.variables for each in here)
    return here + [replace(each, kind=here[0].kind) for each in other if is_open]
