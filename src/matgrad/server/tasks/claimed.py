"""`/api/check`: is this formula right?"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.api.derivation import Derivation
from matgrad.api.judge import Claim, nearest_of
from matgrad.errors import MatgradError
from matgrad.render import latex
from matgrad.render.labels import derivative_label
from matgrad.server.tasks.answers import derived
from matgrad.server.tasks.given import Given, Request, read
from matgrad.server.tasks.shown import Data
from matgrad.syntax import Limits

TOGETHER = ("hessian", "differential")  # one derivative by all the variables
_VARIABLE = re.compile(r"\s*[d∂]\w*\s*/\s*[d∂](\w+)\s*=")  # df/dx = …


def check(request: Request) -> Data:
    """Judge a claimed derivative; if it is wrong, with small numbers that show it.

    Where several variables are asked for, the claim is about the one that it is nearest to.
    """
    given = read(request)
    claim: str = request["claim"]
    ways = [derived(replace(given, wrt=wrt), request) for wrt in _meant(given, claim)]
    try:
        Limits().check("bytes", len(claim.encode("utf-8", "surrogatepass")))
        return _data(*nearest_of(ways, claim, Limits()))
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


def _data(d: Derivation, found: Claim) -> Data:
    name, result = next(iter(d.answers.items()))
    example = found.counterexample
    return {
        "ok": True,
        "right": found.right,
        "status": found.status,
        "slip": found.slip,
        "condition": found.condition,
        "notes": list(found.notes),
        "claim_latex": " = ".join(map(latex, found.formulas)),
        "answer": str(result),
        "answer_latex": latex(result),
        "wrt": name,
        "label": derivative_label(d.trace, name).latex,
        "counterexample": None if example is None else dict(vars(example)),
        "error": None,
    }
