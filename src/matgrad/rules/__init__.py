"""Tables of equations and the phases that run them."""

from matgrad.rules.simplify import (
    canonical,
    light,
    multiplied_out,
    prepare,
    readable,
    shortest,
    simplify,
    tidy,
)

__all__ = [
    "canonical",
    "light",
    "multiplied_out",
    "prepare",
    "readable",
    "shortest",
    "simplify",
    "tidy",
]
