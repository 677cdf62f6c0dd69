"""Problems of the campaign drawn by hypothesis."""

from hypothesis import HealthCheck, given, settings

import matgrad as mg
from campaign.case import LATEX, Case
from campaign.judge import PASSES, judge, reads_as
from campaign.strategies import networks, problems
from matgrad.errors import AmbiguousError, DomainError

few = settings(
    max_examples=12, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)


@few
@given(problems())
def test_what_is_printed_is_read_as_it_was_drawn(case: Case):
    read = mg.parse_latex if case.spelling == LATEX else mg.parse
    try:
        problem = read(case.written, case.shapes, case.assume)
    except (AmbiguousError, DomainError):
        return  # bars in LaTeX ask back, and x/0 is nothing
    assert reads_as(problem, case)


@few
@given(problems("gradient", "differential"))
def test_no_drawn_problem_is_answered_wrongly_or_not_at_all(case: Case):
    outcome = judge(case)
    assert not outcome.is_finding, outcome


@few
@given(networks())
def test_networks_are_answered(case: Case):
    outcome = judge(case)
    assert outcome.status in PASSES, outcome
