"""What a derivative is called: ∂f/∂V, ∂²f/∂x², ∂vec f/∂vec X, or df."""

from __future__ import annotations

from matgrad.core.expr import Expr, is_differential
from matgrad.core.notation import Spelling
from matgrad.core.steps import Trace
from matgrad.core.walk import symbols
from matgrad.render.glyphs import latex_name, plain_name

COLUMNS = "vec puts the columns of a matrix below each other"


def spelled(name: str) -> Spelling:
    """A name in the three spellings."""
    return Spelling(name, plain_name(name), latex_name(name))


def derivative_label(trace: Trace, variable: str) -> Spelling:
    """How the derivative with respect to a variable is written."""
    whole = trace.before or trace
    f, x = spelled(whole.problem.name), spelled(variable)
    if trace.kind == "differential" or is_map(trace.results.get(variable)):
        return Spelling(f"d{f.text}", f"d{f.plain}", f"d{f.latex}")
    if trace.before is not None:
        (first,) = trace.before.results
        return _second(f, spelled(first), x)
    if acts_on_vec(trace, variable):
        latex = rf"\frac{{\partial \operatorname{{vec}} {f.latex}}}"
        return Spelling(
            f"d vec({f.text})/d vec({x.text})",
            f"∂vec({f.plain})/∂vec({x.plain})",
            latex + rf"{{\partial \operatorname{{vec}} {x.latex}}}",
        )
    latex = rf"\frac{{\partial {f.latex}}}{{\partial {x.latex}}}"
    return Spelling(f"d{f.text}/d{x.text}", f"∂{f.plain}/∂{x.plain}", latex)


def _second(f: Spelling, first: Spelling, x: Spelling) -> Spelling:
    if first == x:
        text, plain, latex = f"d{x.text}2", f"∂{x.plain}²", rf"\partial {x.latex}^2"
    else:
        text = f"d{x.text}d{first.text}"
        plain = f"∂{x.plain}∂{first.plain}"
        latex = rf"\partial {x.latex} \, \partial {first.latex}"
    return Spelling(
        f"d2{f.text}/{text}", f"∂²{f.plain}/{plain}", rf"\frac{{\partial^2 {f.latex}}}{{{latex}}}"
    )


def is_map(result: Expr | None) -> bool:
    """Is this result written with differentials, as a linear map?"""
    return result is not None and any(map(is_differential, symbols(result)))


def acts_on_vec(trace: Trace, variable: str) -> bool:
    """Does the matrix of this derivative act on vec(dX), because there are more than two axes?"""
    if trace.kind not in ("jacobian", "hessian") or is_map(trace.results.get(variable)):
        return False
    F = trace.problem.function.shape
    (X,) = (X.shape for X in trace.wrt if X.name == variable)
    return not (F.is_vector and X.is_vector) and not F.is_scalar and not X.is_scalar
