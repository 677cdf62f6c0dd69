"""The chain form on the command line, for networks and for every other gradient."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from matgrad.app.cli_output import Reply, Style, as_json, written
from matgrad.app.limits import LIMITS
from matgrad.optional import part

if TYPE_CHECKING:
    from matgrad.app.chain import ChainForm
    from matgrad.app.derivation import Derivation


def chained(d: Derivation, names: Iterable[str], style: Style, entries: bool = False) -> Reply:
    """Gradients as products of Jacobians, one after the other."""
    forms = [d.chain(name, entries) for name in names]
    if style.spelling == "json":
        answers = [as_data(form) for form in forms]
        found = {
            "ok": all(each.report.ok and each.of_factors.ok for each in forms),
            "input": d.problem.source,
            "reading": d.reading.to_json(),
        }
        return Reply(as_json({**found, "answers": answers, "error": None}))
    printed = written(part("matgrad.app.chain").together(forms), style)
    LIMITS.check_response(printed)
    return Reply(printed)


def as_data(form: ChainForm) -> dict[str, Any]:
    """One chain form for other programs."""
    return {
        "wrt": form.chain.variable.name,
        "factors": [str(factor) for factor in form.factors],
        "product": str(form.product),
        "result": str(form.chain.gradient),
    }
