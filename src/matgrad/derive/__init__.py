"""From a function to its derivative: one cascade of definitions, one differential each."""

from matgrad.derive.differential import differential
from matgrad.derive.gradient import gradient
from matgrad.derive.hessian import hessian
from matgrad.derive.jacobian import jacobian

__all__ = ["differential", "gradient", "hessian", "jacobian"]
