"""The steps that spell out a text, one after the other, before it is understood."""

from __future__ import annotations

from matgrad.app.ask.spelling.action_features import with_action_features
from matgrad.app.ask.spelling.adjoints import with_adjoints
from matgrad.app.ask.spelling.approximate import with_approximate
from matgrad.app.ask.spelling.backward import with_backward, with_given_backward
from matgrad.app.ask.spelling.biases import with_biases
from matgrad.app.ask.spelling.both import with_both
from matgrad.app.ask.spelling.brackets import with_lists
from matgrad.app.ask.spelling.broadcast import written_out
from matgrad.app.ask.spelling.called_variables import with_called_variables
from matgrad.app.ask.spelling.categories import with_categories
from matgrad.app.ask.spelling.chosen import with_chosen
from matgrad.app.ask.spelling.chosen_class import with_chosen_class
from matgrad.app.ask.spelling.class_probabilities import with_class_probabilities
from matgrad.app.ask.spelling.coefficients import with_coefficients
from matgrad.app.ask.spelling.comparisons import with_comparisons
from matgrad.app.ask.spelling.conventions import with_conventions
from matgrad.app.ask.spelling.coordinates import with_coordinates
from matgrad.app.ask.spelling.covariances import with_covariances
from matgrad.app.ask.spelling.decompositions import with_decompositions
from matgrad.app.ask.spelling.degrees import with_degrees
from matgrad.app.ask.spelling.densities import with_densities
from matgrad.app.ask.spelling.density_values import with_density_values
from matgrad.app.ask.spelling.dependence import with_dependence
from matgrad.app.ask.spelling.displays import with_given_derivatives
from matgrad.app.ask.spelling.distances import with_distances
from matgrad.app.ask.spelling.dots import with_velocities
from matgrad.app.ask.spelling.dotted_members import with_dotted_members
from matgrad.app.ask.spelling.dotted_rows import with_dotted_rows
from matgrad.app.ask.spelling.drawn import with_drawn_kinds
from matgrad.app.ask.spelling.each_sample import with_each_sample
from matgrad.app.ask.spelling.ends import with_ends
from matgrad.app.ask.spelling.entropies import with_divergences, with_entropies
from matgrad.app.ask.spelling.equal_indices import with_equal_indices
from matgrad.app.ask.spelling.evaluated import with_evaluated
from matgrad.app.ask.spelling.expectations import with_expectations
from matgrad.app.ask.spelling.factorials import with_factorials
from matgrad.app.ask.spelling.features import with_features
from matgrad.app.ask.spelling.fixed_entries import with_fixed_entries
from matgrad.app.ask.spelling.flows import with_flows
from matgrad.app.ask.spelling.fonts import with_fonts, with_plain_letters
from matgrad.app.ask.spelling.from_zero import with_sums_from_zero
from matgrad.app.ask.spelling.function_words import with_function_words
from matgrad.app.ask.spelling.functionals import with_functionals
from matgrad.app.ask.spelling.gammas import with_gammas
from matgrad.app.ask.spelling.harmonic import with_harmonic
from matgrad.app.ask.spelling.held_parts import with_held_parts
from matgrad.app.ask.spelling.index_weights import with_index_weights
from matgrad.app.ask.spelling.indexed_dependence import with_indexed_dependence
from matgrad.app.ask.spelling.indexed_powers import with_indexed_powers
from matgrad.app.ask.spelling.indicators import with_indicators
from matgrad.app.ask.spelling.indices import with_fixed_index, with_letters, with_matrices
from matgrad.app.ask.spelling.intercepts import with_intercepts
from matgrad.app.ask.spelling.jacobian_products import with_jacobian_products
from matgrad.app.ask.spelling.labels import with_labels
from matgrad.app.ask.spelling.lagrangians import with_lagrangians
from matgrad.app.ask.spelling.lengths import with_lengths
from matgrad.app.ask.spelling.likelihoods import with_likelihoods
from matgrad.app.ask.spelling.limits import (
    with_indices_apart,
    with_other_limits,
    with_same_limits,
)
from matgrad.app.ask.spelling.listed import with_listed
from matgrad.app.ask.spelling.log_bases import with_log_bases
from matgrad.app.ask.spelling.log_densities import with_log_densities
from matgrad.app.ask.spelling.logarithms import with_logarithms
from matgrad.app.ask.spelling.made_of import with_made
from matgrad.app.ask.spelling.matrix_sets import with_matrix_sets
from matgrad.app.ask.spelling.means import with_means, with_ones, with_sizes_told
from matgrad.app.ask.spelling.meant_variables import with_meant_variables
from matgrad.app.ask.spelling.members import with_members
from matgrad.app.ask.spelling.mixtures import with_counts, with_mixtures
from matgrad.app.ask.spelling.named_entries import with_named_entries
from matgrad.app.ask.spelling.named_gradients import with_named_gradients
from matgrad.app.ask.spelling.named_jacobians import with_named_jacobians
from matgrad.app.ask.spelling.named_nouns import with_named_nouns
from matgrad.app.ask.spelling.named_points import with_named_points
from matgrad.app.ask.spelling.named_products import with_named_products
from matgrad.app.ask.spelling.named_values import with_named_values
from matgrad.app.ask.spelling.namesakes import with_namesakes, with_values
from matgrad.app.ask.spelling.neighbours import with_neighbours
from matgrad.app.ask.spelling.norm_kinds import with_norm_kinds
from matgrad.app.ask.spelling.normal_functions import with_normal_functions
from matgrad.app.ask.spelling.normalisers import with_normalisers
from matgrad.app.ask.spelling.numbered_columns import with_numbered_columns
from matgrad.app.ask.spelling.objectives import with_objectives
from matgrad.app.ask.spelling.one_component import with_one_component
from matgrad.app.ask.spelling.ones import with_bare_ones
from matgrad.app.ask.spelling.optima import with_optima
from matgrad.app.ask.spelling.ordinals import with_ordinals
from matgrad.app.ask.spelling.orthogonality import with_orthogonality
from matgrad.app.ask.spelling.other_cases import with_other_cases
from matgrad.app.ask.spelling.own_functions import with_own_functions, with_pairs
from matgrad.app.ask.spelling.parameters import with_parameters
from matgrad.app.ask.spelling.pieces import with_pieces
from matgrad.app.ask.spelling.primed_points import with_primed_points
from matgrad.app.ask.spelling.proportions import with_proportions
from matgrad.app.ask.spelling.quantities import with_quantities
from matgrad.app.ask.spelling.quotients import with_quotients
from matgrad.app.ask.spelling.radial import with_radial
from matgrad.app.ask.spelling.recurrences import with_recurrences
from matgrad.app.ask.spelling.regressions import with_regressions
from matgrad.app.ask.spelling.residuals import with_residuals
from matgrad.app.ask.spelling.sample_counts import with_sample_counts
from matgrad.app.ask.spelling.sample_values import with_sample_values
from matgrad.app.ask.spelling.samples import with_listed_samples, with_samples
from matgrad.app.ask.spelling.scores import with_scores
from matgrad.app.ask.spelling.short_names import with_short_names
from matgrad.app.ask.spelling.shorthand import spelled_out
from matgrad.app.ask.spelling.signed_names import with_signed_names
from matgrad.app.ask.spelling.slopes import with_slopes
from matgrad.app.ask.spelling.smooth import with_smooth
from matgrad.app.ask.spelling.spaces import with_spaced_products
from matgrad.app.ask.spelling.squares import with_squares
from matgrad.app.ask.spelling.stages import with_stages
from matgrad.app.ask.spelling.starred import with_star_transposes, with_starred
from matgrad.app.ask.spelling.statistics import with_statistics
from matgrad.app.ask.spelling.subscripted import with_subscripted
from matgrad.app.ask.spelling.tangents import with_tangents
from matgrad.app.ask.spelling.temperatures import with_temperatures
from matgrad.app.ask.spelling.that_is import with_that_is
from matgrad.app.ask.spelling.told_entries import with_told_entries
from matgrad.app.ask.spelling.unit_vectors import with_components, with_unit_entries
from matgrad.app.ask.spelling.units import with_units
from matgrad.app.ask.spelling.updates import with_updates
from matgrad.app.ask.spelling.variants import with_variants
from matgrad.app.ask.spelling.weighted import with_weights
from matgrad.app.ask.spelling.worded import with_worded
from matgrad.app.ask.spelling.written_out import with_entries

# What is spelled out in the formulas of a text before it is read, in this order.
STEPS = (
    with_other_cases,
    with_indices_apart,
    with_plain_letters,
    with_that_is,
    with_ordinals,
    with_updates,
    with_tangents,
    with_matrix_sets,
    with_units,
    with_meant_variables,
    with_called_variables,
    with_temperatures,
    with_star_transposes,
    with_held_parts,
    with_smooth,
    with_named_jacobians,
    with_named_points,
    with_function_words,
    with_proportions,
    with_approximate,
    with_evaluated,
    with_named_values,
    with_primed_points,
    with_subscripted,
    with_labels,
    with_short_names,
    with_named_entries,
    with_sample_values,
    with_radial,
    with_named_gradients,
    with_named_products,
    with_equal_indices,
    with_both,
    with_components,
    with_unit_entries,
    with_orthogonality,
    with_dotted_rows,
    with_distances,
    with_lagrangians,
    with_degrees,
    with_signed_names,
    with_action_features,
    with_quotients,
    with_other_limits,
    with_normalisers,
    with_indexed_powers,
    with_one_component,
    with_counts,
    with_mixtures,
    with_class_probabilities,
    with_density_values,
    with_drawn_kinds,
    with_likelihoods,
    with_log_densities,
    with_scores,
    with_features,
    with_samples,
    with_listed_samples,
    with_each_sample,
    with_chosen,
    with_chosen_class,
    with_numbered_columns,
    with_regressions,
    with_statistics,
    with_normal_functions,
    with_gammas,
    with_optima,
    with_starred,
    with_harmonic,
    with_parameters,
    with_spaced_products,
    with_lengths,
    with_stages,
    with_categories,
    with_fixed_entries,
    with_index_weights,
    with_sums_from_zero,
    with_factorials,
    with_recurrences,
    with_neighbours,
    with_covariances,
    with_decompositions,
    with_ends,
    with_lists,
    with_biases,
    with_intercepts,
    with_indicators,
    with_comparisons,
    with_slopes,
    with_jacobian_products,
    with_coordinates,
    with_coefficients,
    with_told_entries,
    with_divergences,
    with_entropies,
    with_objectives,
    with_own_functions,
    with_pairs,
    with_functionals,
    with_expectations,
    with_namesakes,
    with_values,
    with_entries,
    with_backward,
    with_given_backward,
    with_adjoints,
    with_given_derivatives,
    with_velocities,
    with_flows,
    with_letters,
    with_fixed_index,
    with_matrices,
    with_dotted_members,
    with_fonts,
    with_variants,
    with_conventions,
    with_norm_kinds,
    with_log_bases,
    with_members,
    with_bare_ones,
    with_residuals,
    with_means,
    with_ones,
    with_sizes_told,
    with_sample_counts,
    with_densities,
    with_logarithms,
    with_weights,
    with_pieces,
    with_made,
    with_named_nouns,
    with_worded,
    with_listed,
    written_out,
    spelled_out,
    with_same_limits,
    with_squares,
    with_quantities,
    with_indexed_dependence,
    with_dependence,
)
