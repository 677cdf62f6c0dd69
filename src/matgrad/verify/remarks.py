"""What is said beside an answer, held against the function at sampled points."""

from __future__ import annotations

from matgrad.verify.arithmetic import Undecided
from matgrad.verify.ball import precision
from matgrad.verify.point import real_points
from matgrad.verify.result import Answer, setting_of

TRIES = 6


def curves_so(answer: Answer, shape: str, seed: int = 1) -> bool:
    """Is a function nowhere seen to curve otherwise than convex, or concave, as it is called?

    At each point the second-order term of the function itself is taken along a random direction.
    """
    try:
        place = setting_of(answer, ())
    except Undecided:
        return True
    with precision():
        for at in real_points(place, seed, TRIES):
            found = at.curvature
            if isinstance(found, list):
                bend = found[0][0]
                if (bend < 0) if shape == "convex" else (bend > 0):
                    return False
    return True
