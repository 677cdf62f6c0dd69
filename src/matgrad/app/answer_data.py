"""A derivation as data for other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matgrad.app.derivation import Derivation


def as_json(d: Derivation) -> dict[str, Any]:
    """The JSON form of a derivation."""
    trace, whole = d.trace, d.trace.origin
    shared = _shared(d)
    answers: list[dict[str, Any]] = [
        {
            "wrt": name,
            "result": str(result),
            "latex": result.latex(),
            "forms": {
                form: str(values[name]) for form, values in trace.forms.items() if name in values
            },
            **shared,
        }
        for name, result in {**d.answers, **trace.arranged}.items()
    ]
    if d.with_entries:
        for each in answers:
            each["entries"] = [[str(x) for x in row] for row in d.entries(each["wrt"])]
    return {
        "ok": d.verdict.ok,
        "input": whole.problem.source or str(whole.problem.function),
        "shapes": {name: str(x.shape) for name, x in trace.problem.symbols.items()},
        "notes": list(trace.problem.notes),
        "reading": d.reading.to_json(),
        "answers": answers,
        "error": None,
    }


def _shared(d: Derivation) -> dict[str, Any]:
    """What the answers for all variables have in common."""
    steps = [
        {"before": str(s.before), "after": str(s.after), "rule": s.rule, "why": s.why}
        for s in d.steps
    ]
    verdict = d.verdict
    return {
        "definitions": [{"name": x.symbol.name, "value": str(x.value)} for x in d.definitions],
        "layout": d.trace.arrangement,
        "structure": d.trace.structure,
        "steps": steps,
        "assumptions": [str(a) for a in d.assumptions],
        "remarks": list(d.remarks),
        "verdict": {
            "ok": verdict.ok,
            "status": verdict.status,
            "details": list(verdict.details),
        },
        "code": {"numpy": d.compile("numpy").source},
    }
