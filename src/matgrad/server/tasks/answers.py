"""What workers derive: previews, answers, code, verdicts on claims, numbers."""

from __future__ import annotations

import re
from dataclasses import replace
from math import isfinite
from typing import Any

import matgrad as mg
from matgrad.api import data
from matgrad.api.derivation import Derivation
from matgrad.api.judge import nearest_of
from matgrad.api.limits import LIMITS
from matgrad.api.values import values_of, with_test
from matgrad.errors import MatgradError, UnknownNameError
from matgrad.optional import load
from matgrad.server.tasks.given import Given, Request, read, suggested

Data = dict[str, Any]
FORMS = ("cascade", "closed", "diagonal")
OPTIONS: dict[str, tuple[str, ...]] = {
    "gradient": ("structure",),
    "differential": (),
    "jacobian": ("order", "layout", "structure"),
    "hessian": ("order", "layout", "structure"),
}
TOGETHER = ("hessian", "differential")  # one derivative by all the variables
_VARIABLE = re.compile(r"\s*[d∂]\w*\s*/\s*[d∂](\w+)\s*=")  # df/dx = …


def preview(request: Request) -> Data:
    """The input typeset, with shapes, what can be asked of it, and how it was understood."""
    given = read(request)
    kind, wrt = suggested(given.problem, given.reply)
    asked = {"kind": kind, "wrt": list(wrt)}
    return {
        "ok": True,
        "mode": given.mode,
        **data.of_problem(given.problem, kind, wrt),
        "asked": asked if given.problem.asked or given.reply else None,
        "suggested": asked,
        **understanding(given),
        "error": None,
    }


def understanding(given: Given) -> Data:
    """How sure the reading is; of a question, also how it was read and what is asked back."""
    reply = given.reply
    if reply is None:
        return {"understood": [], "questions": [], "reading": data.reading(given.problem)}
    rows = [data.row(row) for row in reply.status_rows()]
    reading = data.reading(given.problem, reply.guesses)
    return {"understood": rows, "questions": reply.questions, "reading": reading}


def derived(given: Given, request: Request) -> Derivation:
    """The derivation that a request asks for, by the same functions as everywhere else."""
    if not given.wrt:
        raise UnknownNameError("there is no variable in it to differentiate by")
    options = {name: request[name] for name in OPTIONS[given.kind] if request.get(name)}
    if (d := given.as_asked()) is None or options:
        d = getattr(mg, given.kind)(given.problem, given.wrt, **options)
    LIMITS.check_answer(d)
    return d


def derive(request: Request) -> Data:
    """The answer with its derivation; of a question, also the verdicts on its claims."""
    given = read(request)
    d = derived(given, request)
    forms, code = request.get("forms") or FORMS, request.get("code") or ()
    level: str = request.get("level") or "normal"
    is_asked = given.reply is not None and given.as_asked() is d
    return {
        "mode": given.mode,
        "input": request["input"],
        **data.of_derivation(d, level, forms, code, request.get("steps")),
        **understanding(given),
        "claims": data.of_claims(given.reply.claim_data()) if given.reply and is_asked else [],
        "error": None,
    }


def code(request: Request) -> Data:
    """Source code that computes the answer."""
    target = request.get("target") or "numpy"
    d = derived(read(request), request)
    is_tried = request.get("test") and target == "numpy"
    written = with_test(d) if is_tried else data.source(d, target, bool(request.get("value")))
    return {"ok": True, "target": target, "source": written, "error": None}


# ---------------------------------------------------------------- claims


def check(request: Request) -> Data:
    """Judge a claimed derivative; if it is wrong, with small numbers that show it.

    Where several variables are asked for, the claim is about the one that it is nearest to.
    """
    given = read(request)
    claim: str = request["claim"]
    ways = [derived(replace(given, wrt=wrt), request) for wrt in _meant(given, claim)]
    try:
        mg.Limits().check("bytes", len(claim.encode("utf-8", "surrogatepass")))
        return {"ok": True, **data.of_claim(*nearest_of(ways, claim, mg.Limits())), "error": None}
    except MatgradError as error:
        error.field = "claim"  # pyright: ignore[reportAttributeAccessIssue]
        raise


def _meant(given: Given, claim: str) -> list[tuple[str, ...]]:
    """The variables of each derivative that a claim can be about."""
    named = _VARIABLE.match(claim)
    if named and named[1] in given.wrt:
        return [(named[1],)]
    if given.kind in TOGETHER or not given.wrt:
        return [given.wrt]
    return [(name,) for name in given.wrt]


# ---------------------------------------------------------------- numbers


def evaluate(request: Request) -> Data:
    """Values for everything that is not given, the function there, and its derivative."""
    d = derived(read(request), request)
    sizes: dict[str, int] = request.get("sizes") or {}
    values: dict[str, Any] = request.get("values") or {}
    found = values_of(d, sizes, values, int(request.get("seed") or 0), request)
    return {
        "ok": True,
        "sizes": dict(found.sizes),
        "inputs": {name: numbers(x) for name, x in found.inputs.items()},
        "value": numbers(found.value),
        "derivatives": {name: numbers(x) for name, x in found.derivatives.items()},
        "label": {name: data.label(d, name) for name in found.derivatives},
        "error": None,
    }


def numbers(value: Any) -> Any:
    """Lists of numbers; what is not finite becomes a word, since JSON has no number for it."""
    flat = load("numpy").asarray(value, dtype=float)
    if load("numpy").isfinite(flat).all():
        return flat.tolist()
    return load("numpy").vectorize(_spoken, otypes="O")(flat).tolist()


def _spoken(x: float) -> float | str:
    return float(x) if isfinite(x) else str(float(x))
