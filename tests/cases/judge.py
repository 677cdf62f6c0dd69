"""Answers one of the recorded cases and judges the answer."""

from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np

import matgrad as mg
from matgrad.api.derivation import Derivation
from matgrad.render import plain

SYMMETRIC = "A replaced by its symmetric part"  # a note: the recorded Hessian is a projected one
RELATIVE, ABSOLUTE = 1e-7, 1e-9  # the recorded values are doubles


@dataclass(frozen=True)
class Judgement:
    """What became of a case: right, wrong, unverified or refused."""

    status: str
    detail: str = ""
    answer: Derivation | None = None
    seconds: float = 0.0


def judge(record: dict[str, Any]) -> Judgement:
    """Derive the answer, run its code at the recorded points and compare."""
    ask = {"gradient": mg.gradient, "differential": mg.differential}
    ask |= {"jacobian": mg.jacobian, "hessian": mg.hessian}
    shapes = record["shapes"]
    assume = {name: facts for name, facts in record["assume"].items() if name in shapes}
    begin = perf_counter()
    try:
        d = ask[record["kind"]](record["expr"], record["wrt"], shapes=shapes, assume=assume)
    except mg.MatgradError as error:
        return Judgement("refused", f"{error.code}: {error.message}")
    seconds = perf_counter() - begin
    detail = difference(record, d)
    if detail:
        return Judgement("wrong", detail, d, seconds)
    return Judgement("right" if d.verdict.ok else "unverified", d.verdict.status, d, seconds)


def difference(record: dict[str, Any], d: Derivation) -> str:
    """Where the code disagrees with the recorded values, or nothing."""
    fn = d.compile("numpy")
    for point in record["points"]:
        given = {name: np.array(value, float) for name, value in point["inputs"].items()}
        value = fn(**{name: given[name] for name in fn.inputs})
        if SYMMETRIC in record["notes"]:
            value = on_symmetric_matrices(value)
        expected = np.array(point["expected"], float)
        if np.shape(value) != expected.shape:
            return f"shape {np.shape(value)}, not {expected.shape}"
        if not np.allclose(value, expected, rtol=RELATIVE, atol=ABSOLUTE):
            return "values differ"
    return ""


def on_symmetric_matrices(H: Any) -> Any:
    """A Hessian by a matrix, restricted to symmetric directions."""
    H = (H + H.transpose(1, 0, 2, 3)) / 2
    return (H + H.transpose(0, 1, 3, 2)) / 2


def length(d: Derivation) -> int:
    """How long the shortest printed form of the answer is, without spaces."""
    forms = [d.trace.forms[form] for form in ("closed", "cascade") if d.trace.forms.get(form)]
    written = [sum(len(plain(e).replace(" ", "")) for e in form.values()) for form in forms]
    return min(written)
