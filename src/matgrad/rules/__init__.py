"""Tables of equations and the phases that run them."""

from matgrad.rules.simplify import canonical, light, prepare, readable, shortest, simplify, tidy

__all__ = ["canonical", "light", "prepare", "readable", "shortest", "simplify", "tidy"]
