"""What a derivative is called: ∂f/∂V, ∂²f/∂x², ∂vec f/∂vec X, or df."""

from __future__ import annotations

import re
from collections.abc import Sequence

from matgrad.core.expr import Expr, is_differential
from matgrad.core.notation import Spelling
from matgrad.core.steps import Trace
from matgrad.core.walk import moves, symbols
from matgrad.render.document import Words
from matgrad.render.glyphs import latex_name, plain_name
from matgrad.render.indexed import as_text, in_latex, in_unicode

COLUMNS = "vec puts the columns of a matrix below each other"
_INDEXED = re.compile(r"(?<![\w\\^(])([^\W\d_]_[^\W_]{1,3})(?![\w^(])")
NUMERATOR = "numerator layout: rows are outputs"


def spelled(name: str, letters: Sequence[str] = ()) -> Spelling:
    """A name in the three spellings, with the index of a family."""
    return Spelling(
        as_text(name, letters),
        in_unicode(plain_name(name), letters),
        in_latex(latex_name(name), letters),
    )


def spelled_symbol(X: Expr) -> Spelling:
    """A variable in the three spellings, as A_i."""
    return spelled(X.name, [axis.name for axis in X.data.axes])


def derivative_label(trace: Trace, variable: str) -> Spelling:
    """How the derivative with respect to a variable is written."""
    f, x = spelled(trace.origin.problem.name), coordinate_name(trace, variable)
    if trace.kind == "directional":
        return _along(trace, f, trace.results[variable])
    if trace.kind == "derivative" and _is_number(trace, variable):
        return _by_number(f, x, len(trace.orders))
    if trace.kind == "differential" or is_map(trace.results.get(variable)):
        return Spelling(f"d{f.text}", f"d{f.plain}", f"d{f.latex}")
    if trace.before is not None:
        (first,) = trace.before.results
        same = first == variable
        return _second(f, x if same else coordinate_name(trace.before, first), x)
    if acts_on_vec(trace, variable):
        x = x if variable in trace.coordinates else _listed("vec", x)
        latex = rf"\frac{{\partial \operatorname{{vec}} {f.latex}}}"
        return Spelling(
            f"d vec({f.text})/d {x.text}",
            f"∂vec({f.plain})/∂{x.plain}",
            latex + rf"{{\partial {x.latex}}}",
        )
    latex = rf"\frac{{\partial {f.latex}}}{{\partial {x.latex}}}"
    return Spelling(f"d{f.text}/d{x.text}", f"∂{f.plain}/∂{x.plain}", latex)


def conventions(trace: Trace) -> list[str]:
    """How a Jacobian is laid out, in words; that of a number is no matrix."""
    is_jacobian = trace.kind == "jacobian" and trace.before is None
    rows = is_jacobian and not trace.problem.function.is_scalar
    moving = [X for X in trace.wrt if not X.is_scalar]
    rows = rows and any(not is_map(trace.results.get(X.name)) for X in moving)
    vec = any(acts_on_vec(trace, name) for name in trace.results)
    return [words for words, holds in ((NUMERATOR, rows), (COLUMNS, vec)) if holds]


def _by_number(f: Spelling, x: Spelling, order: int) -> Spelling:
    """df/dt, d²f/dt², …"""
    text, plain, power = (str(order), "²³⁴"[order - 2], f"^{order}") if order > 1 else ("", "", "")
    return Spelling(
        f"d{text}{f.text}/d{x.text}{text}",
        f"d{plain}{f.plain}/d{x.plain}{plain}",
        rf"\frac{{d{power} {f.latex}}}{{d {x.latex}{power}}}",
    )


def _is_number(trace: Trace, variable: str) -> bool:
    return any(X.name == variable and X.is_scalar for X in trace.wrt)


def _along(trace: Trace, f: Spelling, result: Expr) -> Spelling:
    """f′(X; D)."""
    named = {s.data.differential_of: s.name for s in symbols(result) if is_differential(s)}
    at = [spelled_symbol(X) for X in trace.wrt]
    along = [spelled(named[X.name]) for X in trace.wrt if X.name in named]
    text, plain, latex = (
        "; ".join(", ".join(getattr(name, way) for name in names) for names in (at, along) if names)
        for way in ("text", "plain", "latex")
    )
    return Spelling(f"{f.text}'({text})", f"{f.plain}′({plain})", f"{f.latex}'({latex})")


_LISTS = {"vech": "vech", "vechT": "vech", "diag": "diag"}


def coordinate_name(trace: Trace, variable: str) -> Spelling:
    """The variable, or the list of its independent entries where a matrix acts on these."""
    x = next((spelled_symbol(X) for X in trace.wrt if X.name == variable), spelled(variable))
    kind = trace.coordinates.get(variable)
    if kind is None:
        return x
    turned = Spelling(f"{x.text}'", f"{x.plain}ᵀ", rf"{x.latex}^{{\top}}")
    return _listed(_LISTS[kind], turned if kind == "vechT" else x)


def _listed(name: str, x: Spelling) -> Spelling:
    return Spelling(
        f"{name}({x.text})", f"{name}({x.plain})", rf"\operatorname{{{name}}} {x.latex}"
    )


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
    return result is not None and moves(result)


def acts_on_vec(trace: Trace, variable: str) -> bool:
    """Does the matrix of this derivative act on vec(dX), because there are more than two axes?"""
    if trace.kind not in ("jacobian", "hessian") or is_map(trace.results.get(variable)):
        return False
    F = trace.problem.function.shape
    (X,) = (X.shape for X in trace.wrt if X.name == variable)
    is_list = X.is_vector or variable in trace.coordinates
    return not (F.is_vector and is_list) and not F.is_scalar and not X.is_scalar


def with_set_names(words: str) -> Words:
    """A sentence in which names with an index are set as names: x_i is the i-th row of X."""
    pieces = _INDEXED.split(words)
    return tuple(spelled(x) if i % 2 else x for i, x in enumerate(pieces) if x)
