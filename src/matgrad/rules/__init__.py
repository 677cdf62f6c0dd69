"""Tables of equations and the phases that run them."""

from matgrad.rules.simplify import canonical, prepare, readable, simplify, tidy

__all__ = ["canonical", "prepare", "readable", "simplify", "tidy"]
