"""`/api/code` and `/api/check`: code with numbers to try it, and verdicts on claims."""

from __future__ import annotations

import re
from dataclasses import replace
from math import isfinite
from typing import Any

from matgrad.api.code import compile_trace
from matgrad.api.derivation import Derivation
from matgrad.api.judge import Claim, nearest_of
from matgrad.errors import DomainError, MatgradError, UnsupportedError
from matgrad.optional import load
from matgrad.render import latex
from matgrad.render.labels import derivative_label
from matgrad.server.tasks.answers import derived, source
from matgrad.server.tasks.given import Given, Request, read
from matgrad.server.tasks.numbers import points, run
from matgrad.server.tasks.shown import Data
from matgrad.syntax import Limits

TEST = """

if __name__ == "__main__":
    # Numbers to try it with, and a direction to move each variable in.
    inputs = {{{inputs}}}
    sizes = {{{sizes}}}
    directions = {{{directions}}}
    value, gradients = value_and_grad(*inputs.values(), **sizes)
    gradients = gradients if isinstance(gradients, tuple) else (gradients,)
    print("value:", value)
    for (name, direction), gradient in zip(directions.items(), gradients):
        ahead, behind = (
            value_and_grad(*{{**inputs, name: inputs[name] + t * direction}}.values(), **sizes)[0]
            for t in (1e-6, -1e-6)
        )
        print(f"gradient by {{name}}:", gradient, sep="\\n")
        print("along a direction:", np.sum(gradient * direction))
        print("difference quotient:", (ahead - behind) / 2e-6)
"""


def code(request: Request) -> Data:
    """Source code that computes the answer."""
    target = request.get("target") or "numpy"
    d = derived(read(request), request)
    is_tried = request.get("test") and target == "numpy"
    written = with_test(d) if is_tried else source(d, target, bool(request.get("value")))
    return {"ok": True, "target": target, "source": written, "error": None}


def with_test(d: Derivation) -> str:
    """Value and gradient in NumPy, and what happens when the file is run."""
    if d.kind != "gradient":
        raise UnsupportedError(
            "only code for gradients comes with a test", hint="ask for a gradient"
        )
    code = compile_trace(d.trace, "numpy", with_value=True)
    if code.functions:
        raise UnsupportedError(f"{code.functions[0]} is only named, so it has no values")
    for sizes, drawn in points(d, {}, {}, seed=1):
        if isfinite(run(code, drawn, sizes)[0]):
            break
    else:
        raise DomainError("no point was found at which the function is defined")
    test = TEST.format(
        inputs=_entries({name: drawn[name] for name in code.inputs}),
        sizes=", ".join(f'"{name}": {sizes[name]}' for name in code.sizes),
        directions=_entries({X.name: drawn[f"d{X.name}"] for X in d.trace.wrt}),
    )
    return code.source.rstrip("\n") + "\n" + test


def _entries(arrays: dict[str, Any]) -> str:
    """The entries of a dictionary, one a line."""
    numpy = load("numpy")
    rows = [
        f'        "{name}": np.array({numpy.round(x, 6).tolist()}),\n' for name, x in arrays.items()
    ]
    return "\n" + "".join(rows) + "    "


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
