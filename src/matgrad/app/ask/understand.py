"""What a question means: the function, the variables, what is asked, and what is not clear."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.app.ask.asking.beyond import not_a_derivative
from matgrad.app.ask.asking.worded_answers import worded_answers
from matgrad.app.ask.facts.distributions import tell_joint, tell_labels
from matgrad.app.ask.facts.implied import (
    free_named,
    free_numbers,
    lift_entries,
    tell_diagonals,
    tell_units,
    tell_vectors,
    turn_rows,
)
from matgrad.app.ask.facts.kernels import tell_kernels
from matgrad.app.ask.facts.normal import tell_covariances
from matgrad.app.ask.facts.scalars import tell_numbers
from matgrad.app.ask.formulas.interpret import read
from matgrad.app.ask.formulas.notation import GRADIENT, Derivative
from matgrad.app.ask.listen import listen
from matgrad.app.ask.problem.asked import (
    about_function,
    is_jacobian,
    of_a_derivative,
    questions_in,
    tell_differentials,
    undefined,
)
from matgrad.app.ask.problem.bold import bold_number, with_bold
from matgrad.app.ask.problem.choosing import call_by_name, choose_function
from matgrad.app.ask.problem.composed import compose, unknown_composition
from matgrad.app.ask.problem.constraints import release
from matgrad.app.ask.problem.corrections import correct
from matgrad.app.ask.problem.domains import declare_domain, say_what_is_called
from matgrad.app.ask.problem.dotted import settle_dots, settle_stars
from matgrad.app.ask.problem.doubts import doubts
from matgrad.app.ask.problem.entry_products import keep_factors
from matgrad.app.ask.problem.function import keep_error, read_function, take_integers
from matgrad.app.ask.problem.given import unturn
from matgrad.app.ask.problem.inner_gradients import with_inner_gradients
from matgrad.app.ask.problem.inner_primes import with_inner_primes
from matgrad.app.ask.problem.kept import keep, reserve
from matgrad.app.ask.problem.meaning import define_in_words, meaning_of
from matgrad.app.ask.problem.networks import read_network
from matgrad.app.ask.problem.norms import widen_norms
from matgrad.app.ask.problem.rewritten import write_with_parts
from matgrad.app.ask.problem.rivals import leave_helpers, turn_to_later
from matgrad.app.ask.problem.scores import as_score
from matgrad.app.ask.problem.topmost import topmost
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.problem.unnamed import name_general
from matgrad.app.ask.problem.upstream import known_upstream, spoken_loss, unwritten_loss
from matgrad.app.ask.problem.variables import choose_kind, choose_variables
from matgrad.app.ask.problem.vectors import keep_vectors
from matgrad.app.ask.problem.worded_networks import with_worded_networks
from matgrad.app.ask.spelling.conventions import unknown_notation
from matgrad.app.ask.spelling.densities import unknown_posterior
from matgrad.app.ask.spelling.dependence import name_dependent
from matgrad.app.ask.spelling.doubtful import doubtful_signs
from matgrad.app.ask.spelling.expectations import unknown_variance
from matgrad.app.ask.spelling.held_parts import unknown_part
from matgrad.app.ask.spelling.log_bases import unknown_base
from matgrad.app.ask.spelling.means import unknown_mean
from matgrad.app.ask.spelling.mixtures import unknown_families
from matgrad.app.ask.spelling.norm_kinds import unknown_norm
from matgrad.app.ask.spelling.own_notation import unknown_sign
from matgrad.app.ask.spelling.pieces import unknown_pieces
from matgrad.app.ask.spelling.slopes import unknown_slope
from matgrad.app.ask.spelling.steps import STEPS
from matgrad.app.ask.spelling.units import unclear_unit
from matgrad.app.ask.spelling.unknown import unknown_words
from matgrad.app.ask.spelling.unread_variables import unread_variable
from matgrad.app.ask.text.listings import CODE
from matgrad.app.ask.text.segments import Cut, cut

# What a text asks for and is not known here: each gives a question back.
UNKNOWN = (
    not_a_derivative,
    unknown_words,
    unknown_pieces,
    unknown_notation,
    unknown_sign,
    unknown_norm,
    unknown_base,
    unknown_posterior,
    unknown_slope,
    unknown_variance,
    unknown_families,
    unknown_mean,
    doubtful_signs,
    unknown_part,
    unclear_unit,
    unread_variable,
)


def understand(text: str) -> Understood:
    """Read a whole question."""
    segments = with_worded_networks(cut(text))
    for spell_out in STEPS:
        segments = spell_out(segments)
    segments = with_inner_primes(segments, understand_cut)
    return with_bold(with_inner_gradients(segments, understand_cut), understand_cut)


def understand_cut(segments: Cut) -> Understood:
    """Read a question that is cut into prose and formulas."""
    found = read_and_listen(segments)
    if question := next(filter(None, (unknown(segments) for unknown in UNKNOWN)), None):
        found.questions.append(question)
        return found
    asked = questions_in(found.reading, found.said)
    if question := of_a_derivative(found.reading, found.said) or unknown_composition(found):
        found.questions.append(question)
        return found
    if find_function(found, asked):
        asked = about_function(found, questions_in(found.reading, found.said))
        find_problem(found, asked)
        find_variables(found, asked)
    return found


def read_and_listen(segments: Cut) -> Understood:
    """What formulas and words say, before it is known which formula is the function."""
    reading = read(segments)
    aside = correct(reading, segments)
    name_dependent(segments, reading)
    said = listen(segments.marked, reading)
    free_numbers(segments, said)
    free_named(segments, said)
    lift_entries(said, segments)
    tell_vectors(said, segments)
    tell_units(said, reading, segments)
    define_in_words(reading, said)
    tell_diagonals(said, reading)
    turn_rows(said, reading)
    tell_covariances(said, reading, segments)
    tell_kernels(said, segments)
    tell_labels(said, reading, segments)
    tell_joint(said, reading)
    tell_numbers(said, reading, segments)
    meaning = meaning_of(reading, said)
    meaning = meaning_of(reading, said) if compose(reading, meaning) else meaning
    found = Understood(segments, reading, said, meaning)
    found.notes += (*segments.notes, *aside, *said.not_assumed, *dict.fromkeys(said.implied))
    found.notes += worded_answers(segments.marked)
    found.used |= said.used
    return found


def find_function(found: Understood, asked: Sequence[Derivative]) -> bool:
    """Is there a formula that is the function? If not, a network is, or a question is asked."""
    unknown = undefined(found, asked) or spoken_loss(found)
    upstream = known_upstream(found, unknown) if unknown else None
    unknown = None if upstream else unknown
    if not unknown:
        wanted = [name for each in asked for name in each.variables]
        found.function = upstream or choose_function(found, asked) or topmost(found, wanted)
        turn_to_later(found, asked)
        leave_helpers(found, asked)
        unknown = unwritten_loss(found)
        found.function = None if unknown else found.function
    if CODE in found.notes and found.function and found.function.segment < 0 and not found.said.of:
        found.function = None  # the code has it, not a formula without a name beside it
    as_score(found)
    if found.function is None and (unknown or not read_network(found)):
        which = f"What is {unknown}?" if unknown else "Which function?"
        found.questions.append(f"{which} Write it as an equation, such as {unknown or 'f(x)'} = …")
    return found.function is not None


def find_problem(found: Understood, asked: Sequence[Derivative]) -> None:
    """The function with its definitions and shapes."""
    write_with_parts(found, asked)
    keep(found, asked)
    unturn(found)
    found.is_scalar = not is_jacobian(found.said, asked)
    declare_domain(found)
    read_function(found, found.is_scalar)
    widen_norms(found)
    take_integers(found)
    keep_factors(found)
    name_general(found)
    say_what_is_called(found)
    if all(each.kind == GRADIENT for each in asked):
        keep_vectors(found)
    settle_dots(found)
    settle_stars(found)
    if found.problem and (doubt := found.problem.doubt or bold_number(found)):
        found.problem = None
        keep_error(found, doubt)
    reserve(found)


def find_variables(found: Understood, asked: Sequence[Derivative]) -> None:
    """Which derivative it is, and by what; nothing where the text leaves a doubt."""
    if found.problem is None:
        return
    found.asked = list(asked)
    tell_differentials(found)
    choose_kind(found, asked)
    choose_variables(found, asked)
    release(found)
    call_by_name(found)
    if questions := doubts(found):
        found.questions += questions
        found.variables = ()
