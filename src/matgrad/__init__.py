"""Exact derivatives of functions of matrices, in matrix notation, with the derivation."""

from matgrad.app.api import check, differential, gradient, parse, value_and_grad
from matgrad.errors import MatgradError

__version__ = "0.1.0"
__all__ = ["MatgradError", "check", "differential", "gradient", "parse", "value_and_grad"]
