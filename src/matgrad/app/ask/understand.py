"""What a question means: the function, the variables, what is asked, and what is not clear."""

from __future__ import annotations

import re
from collections.abc import Sequence

from matgrad.app.ask.asking.beyond import not_a_derivative
from matgrad.app.ask.facts.implied import free_numbers, tell_diagonals
from matgrad.app.ask.formulas.interpret import read
from matgrad.app.ask.formulas.notation import GRADIENT, Derivative, names_in, whole_name
from matgrad.app.ask.listen import listen
from matgrad.app.ask.problem.asked import about_function, is_jacobian, questions_in
from matgrad.app.ask.problem.bold import with_bold
from matgrad.app.ask.problem.choosing import as_score, choose_function, reached, undefined
from matgrad.app.ask.problem.constraints import release
from matgrad.app.ask.problem.domains import declare_domain, say_what_is_called
from matgrad.app.ask.problem.doubts import doubts, held_fixed
from matgrad.app.ask.problem.function import read_function
from matgrad.app.ask.problem.given import unturn
from matgrad.app.ask.problem.meaning import correct, define_in_words, meaning_of
from matgrad.app.ask.problem.models import hold_data, turn_models
from matgrad.app.ask.problem.networks import described
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.problem.unnamed import name_general
from matgrad.app.ask.problem.variables import choose_kind, choose_variables
from matgrad.app.ask.problem.vectors import keep_vectors
from matgrad.app.ask.spelling.broadcast import written_out
from matgrad.app.ask.spelling.conventions import unknown_notation, with_conventions
from matgrad.app.ask.spelling.densities import unknown_posterior, with_densities
from matgrad.app.ask.spelling.dependence import name_dependent, with_dependence
from matgrad.app.ask.spelling.fonts import with_fonts
from matgrad.app.ask.spelling.means import with_ones, with_sizes_told
from matgrad.app.ask.spelling.members import with_members
from matgrad.app.ask.spelling.quantities import with_quantities
from matgrad.app.ask.spelling.shorthand import spelled_out
from matgrad.app.ask.spelling.worded import unknown_words, with_worded
from matgrad.app.ask.text.segments import Cut, cut
from matgrad.render.glyphs import plain_name

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
