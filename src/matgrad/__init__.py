"""Exact derivatives of functions of matrices, in matrix notation, with the derivation."""

from matgrad.errors import MatgradError
from matgrad.optional import part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from matgrad.api.along import derivative, directional
    from matgrad.api.check_code import check_code
    from matgrad.api.convex import convex
    from matgrad.api.judge import check
    from matgrad.api.judge.same import same
    from matgrad.api.network import backpropagate
    from matgrad.api.objective import objective
    from matgrad.api.pipeline import (
        differential,
        gradient,
        hessian,
        jacobian,
        parse,
        parse_latex,
        value_and_grad,
    )
    from matgrad.api.reading import read
    from matgrad.api.report import report
    from matgrad.ask.grade import grade
    from matgrad.ask.reply import ask
    from matgrad.nets import dense, network
    from matgrad.nets.estimator import MatgradClassifier as MatgradClassifier
    from matgrad.programs.bridges.sympy_in import from_sympy
    from matgrad.programs.bridges.sympy_out import to_sympy
    from matgrad.programs.bridges.trace import trace
    from matgrad.syntax import Limits

__version__ = "0.1.0"
__all__ = [
    "Limits",
    "MatgradError",
    "ask",
    "backpropagate",
    "check",
    "check_code",
    "convex",
    "dense",
    "derivative",
    "differential",
    "directional",
    "from_sympy",
    "grade",
    "gradient",
    "hessian",
    "jacobian",
    "network",
    "objective",
    "parse",
    "parse_latex",
    "read",
    "report",
    "same",
    "to_sympy",
    "trace",
    "value_and_grad",
]

_API = "matgrad.api.pipeline"
_HOMES = {
    **dict.fromkeys(__all__, _API),
    "Limits": "matgrad.syntax",
    "MatgradClassifier": "matgrad.nets.estimator",
    **dict.fromkeys(("derivative", "directional"), "matgrad.api.along"),
    "ask": "matgrad.ask.reply",
    "grade": "matgrad.ask.grade",
    "check": "matgrad.api.judge",
    "same": "matgrad.api.judge.same",
    "check_code": "matgrad.api.check_code",
    "convex": "matgrad.api.convex",
    "read": "matgrad.api.reading",
    "report": "matgrad.api.report",
    "objective": "matgrad.api.objective",
    "trace": "matgrad.programs.bridges.trace",
    "to_sympy": "matgrad.programs.bridges.sympy_out",
    "from_sympy": "matgrad.programs.bridges.sympy_in",
    "backpropagate": "matgrad.api.network",
    **dict.fromkeys(("dense", "network"), "matgrad.nets"),
}


def __getattr__(name: str) -> object:
    """Load the engine when it is first asked for, so that `import matgrad` is quick."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return globals().setdefault(name, getattr(part(_HOMES[name]), name))


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
