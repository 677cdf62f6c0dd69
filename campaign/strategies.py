"""The problems of a campaign as strategies for hypothesis.

A problem is drawn by its number, and its record repeats it; `campaign.minimise` makes it small.
"""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from campaign.case import Case, case, network_case

SEED = 2  # of the numbers: not that of the small campaign
NUMBERS = st.integers(0, 2**40)


def problems(*kinds: str) -> st.SearchStrategy[Case]:
    """Problems over all operators, networks among them; of these kinds if any are named."""
    drawn = NUMBERS.map(lambda number: case(SEED, number))
    return drawn.filter(lambda found: found.kind in kinds) if kinds else drawn


def networks() -> st.SearchStrategy[Case]:
    """Problems about networks."""
    return NUMBERS.map(lambda number: network_case(Random(f"{SEED}:{number}")))
