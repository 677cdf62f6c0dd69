"""What a question means: the function, the variables, what is asked, and what is not clear."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.app.ask.asking.beyond import not_a_derivative
from matgrad.app.ask.facts.distributions import tell_labels
from matgrad.app.ask.facts.implied import free_named, free_numbers, tell_diagonals, turn_rows
from matgrad.app.ask.facts.kernels import tell_kernels
from matgrad.app.ask.facts.normal import tell_covariances
from matgrad.app.ask.formulas.interpret import read
from matgrad.app.ask.formulas.notation import GRADIENT, Derivative
from matgrad.app.ask.listen import listen
from matgrad.app.ask.problem.asked import (
    about_function,
    is_jacobian,
    of_a_derivative,
    questions_in,
    tell_differentials,
)
from matgrad.app.ask.problem.bold import with_bold
from matgrad.app.ask.problem.choosing import as_score, call_by_name, choose_function, undefined
from matgrad.app.ask.problem.composed import compose, unknown_composition
from matgrad.app.ask.problem.constraints import release
from matgrad.app.ask.problem.domains import declare_domain, say_what_is_called
from matgrad.app.ask.problem.dotted import settle_dots
from matgrad.app.ask.problem.doubts import doubts
from matgrad.app.ask.problem.entry_products import keep_factors
from matgrad.app.ask.problem.function import read_function, take_integers
from matgrad.app.ask.problem.given import unturn
from matgrad.app.ask.problem.inner_gradients import with_inner_gradients
from matgrad.app.ask.problem.inner_primes import with_inner_primes
from matgrad.app.ask.problem.kept import keep
from matgrad.app.ask.problem.meaning import correct, define_in_words, meaning_of
from matgrad.app.ask.problem.networks import read_network
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.problem.unnamed import name_general
from matgrad.app.ask.problem.upstream import known_upstream
from matgrad.app.ask.problem.variables import choose_kind, choose_variables
from matgrad.app.ask.problem.vectors import keep_vectors
from matgrad.app.ask.spelling.adjoints import with_adjoints
from matgrad.app.ask.spelling.backward import with_backward, with_given_backward
from matgrad.app.ask.spelling.biases import with_biases
from matgrad.app.ask.spelling.brackets import with_lists
from matgrad.app.ask.spelling.broadcast import written_out
from matgrad.app.ask.spelling.categories import with_categories
from matgrad.app.ask.spelling.comparisons import with_comparisons
from matgrad.app.ask.spelling.conventions import unknown_notation, with_conventions
from matgrad.app.ask.spelling.coordinates import with_coordinates
from matgrad.app.ask.spelling.covariances import with_covariances
from matgrad.app.ask.spelling.decompositions import with_decompositions
from matgrad.app.ask.spelling.degrees import with_degrees
from matgrad.app.ask.spelling.densities import unknown_posterior, with_densities
from matgrad.app.ask.spelling.density_values import with_density_values
from matgrad.app.ask.spelling.dependence import name_dependent, with_dependence
from matgrad.app.ask.spelling.distances import with_distances
from matgrad.app.ask.spelling.dots import with_velocities
from matgrad.app.ask.spelling.doubtful import doubtful_signs
from matgrad.app.ask.spelling.drawn import with_drawn_kinds
from matgrad.app.ask.spelling.entropies import with_entropies
from matgrad.app.ask.spelling.expectations import with_expectations
from matgrad.app.ask.spelling.factorials import with_factorials
from matgrad.app.ask.spelling.features import with_features
from matgrad.app.ask.spelling.fixed_entries import with_fixed_entries
from matgrad.app.ask.spelling.flows import with_flows
from matgrad.app.ask.spelling.fonts import with_fonts
from matgrad.app.ask.spelling.from_zero import with_sums_from_zero
from matgrad.app.ask.spelling.functionals import with_functionals
from matgrad.app.ask.spelling.gammas import with_gammas
from matgrad.app.ask.spelling.indexed_powers import with_indexed_powers
from matgrad.app.ask.spelling.indicators import with_indicators
from matgrad.app.ask.spelling.indices import with_letters, with_matrices
from matgrad.app.ask.spelling.intercepts import with_intercepts
from matgrad.app.ask.spelling.jacobian_products import with_jacobian_products
from matgrad.app.ask.spelling.labels import with_labels
from matgrad.app.ask.spelling.lagrangians import with_lagrangians
from matgrad.app.ask.spelling.lengths import with_lengths
from matgrad.app.ask.spelling.likelihoods import with_likelihoods
from matgrad.app.ask.spelling.limits import with_other_limits
from matgrad.app.ask.spelling.listed import with_listed
from matgrad.app.ask.spelling.log_densities import with_log_densities
from matgrad.app.ask.spelling.logarithms import with_logarithms
from matgrad.app.ask.spelling.means import with_means, with_ones, with_sizes_told
from matgrad.app.ask.spelling.members import with_members
from matgrad.app.ask.spelling.mixtures import with_mixtures
from matgrad.app.ask.spelling.namesakes import with_namesakes
from matgrad.app.ask.spelling.neighbours import with_neighbours
from matgrad.app.ask.spelling.normal_functions import with_normal_functions
from matgrad.app.ask.spelling.normalisers import with_normalisers
from matgrad.app.ask.spelling.numbered_columns import with_numbered_columns
from matgrad.app.ask.spelling.objectives import with_objectives
from matgrad.app.ask.spelling.ones import with_bare_ones
from matgrad.app.ask.spelling.optima import with_optima
from matgrad.app.ask.spelling.own_functions import with_own_functions, with_pairs
from matgrad.app.ask.spelling.pieces import unknown_pieces, with_pieces
from matgrad.app.ask.spelling.proportions import with_proportions
from matgrad.app.ask.spelling.quantities import with_quantities
from matgrad.app.ask.spelling.quotients import with_quotients
from matgrad.app.ask.spelling.recurrences import with_recurrences
from matgrad.app.ask.spelling.residuals import with_residuals
from matgrad.app.ask.spelling.samples import with_samples
from matgrad.app.ask.spelling.shorthand import spelled_out
from matgrad.app.ask.spelling.signed_names import with_signed_names
from matgrad.app.ask.spelling.slopes import unknown_slope, with_slopes
from matgrad.app.ask.spelling.spaces import with_spaced_products
from matgrad.app.ask.spelling.squares import with_squares
from matgrad.app.ask.spelling.stages import with_stages
from matgrad.app.ask.spelling.statistics import with_statistics
from matgrad.app.ask.spelling.unit_vectors import with_components
from matgrad.app.ask.spelling.unknown import unknown_words
from matgrad.app.ask.spelling.upstream import with_upstream
from matgrad.app.ask.spelling.weighted import with_weights
from matgrad.app.ask.spelling.worded import with_worded
from matgrad.app.ask.spelling.written_out import with_entries
from matgrad.app.ask.text.segments import Cut, cut

# What is spelled out in the formulas of a text before it is read, in this order.
STEPS = (
    with_proportions,
    with_labels,
    with_components,
    with_distances,
    with_lagrangians,
    with_degrees,
    with_signed_names,
    with_quotients,
    with_other_limits,
    with_normalisers,
    with_indexed_powers,
    with_mixtures,
    with_density_values,
    with_drawn_kinds,
    with_likelihoods,
    with_log_densities,
    with_features,
    with_samples,
    with_numbered_columns,
    with_statistics,
    with_normal_functions,
    with_gammas,
    with_optima,
    with_spaced_products,
    with_lengths,
    with_stages,
    with_categories,
    with_fixed_entries,
    with_sums_from_zero,
    with_factorials,
    with_recurrences,
    with_neighbours,
    with_covariances,
    with_decompositions,
    with_lists,
    with_biases,
    with_intercepts,
    with_indicators,
    with_comparisons,
    with_slopes,
    with_jacobian_products,
    with_coordinates,
    with_entropies,
    with_objectives,
    with_own_functions,
    with_pairs,
    with_functionals,
    with_expectations,
    with_namesakes,
    with_entries,
    with_backward,
    with_given_backward,
    with_adjoints,
    with_upstream,
    with_velocities,
    with_flows,
    with_letters,
    with_matrices,
    with_fonts,
    with_conventions,
    with_members,
    with_bare_ones,
    with_residuals,
    with_means,
    with_ones,
    with_sizes_told,
    with_densities,
    with_logarithms,
    with_weights,
    with_pieces,
    with_worded,
    with_listed,
    written_out,
    spelled_out,
    with_squares,
    with_quantities,
    with_dependence,
)
# What a text asks for and is not known here: each gives a question back.
UNKNOWN = (
    not_a_derivative,
    unknown_words,
    unknown_pieces,
    unknown_notation,
    unknown_posterior,
    unknown_slope,
    doubtful_signs,
)


def understand(text: str) -> Understood:
    """Read a whole question."""
    segments = cut(text)
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
    correct(reading, segments)
    name_dependent(segments, reading)
    said = listen(segments.marked, reading)
    free_numbers(segments, said)
    free_named(segments, said)
    define_in_words(reading, said)
    tell_diagonals(said, reading)
    turn_rows(said, reading)
    tell_covariances(said, reading, segments)
    tell_kernels(said, segments)
    tell_labels(said, reading, segments)
    meaning = meaning_of(reading, said)
    meaning = meaning_of(reading, said) if compose(reading, meaning) else meaning
    found = Understood(segments, reading, said, meaning)
    found.notes += (*segments.notes, *said.not_assumed, *dict.fromkeys(said.implied))
    found.used |= said.used
    return found


def find_function(found: Understood, asked: Sequence[Derivative]) -> bool:
    """Is there a formula that is the function? If not, a network is, or a question is asked."""
    unknown = undefined(found, asked)
    upstream = known_upstream(found, unknown) if unknown else None
    unknown = None if upstream else unknown
    found.function = None if unknown else upstream or choose_function(found, asked)
    as_score(found)
    if found.function is None and (unknown or not read_network(found)):
        which = f"What is {unknown}?" if unknown else "Which function?"
        found.questions.append(f"{which} Write it as an equation, such as {unknown or 'f(x)'} = …")
    return found.function is not None


def find_problem(found: Understood, asked: Sequence[Derivative]) -> None:
    """The function with its definitions and shapes."""
    keep(found, asked)
    unturn(found)
    found.is_scalar = not is_jacobian(found.said, asked)
    declare_domain(found)
    read_function(found, found.is_scalar)
    take_integers(found)
    keep_factors(found)
    name_general(found)
    say_what_is_called(found)
    if all(each.kind == GRADIENT for each in asked):
        keep_vectors(found)
    settle_dots(found)


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
