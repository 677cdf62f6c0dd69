"""What is said of a function beside its Hessian is withheld where sampled points say otherwise."""

from dataclasses import replace

import pytest

import matgrad as mg
from matgrad.api.verified import without_false_remarks
from matgrad.core.steps import Remark
from matgrad.verify.remarks import BENDS, MATRICES

TRUE: dict[str, set[str]] = {
    "norm2(A*x - b)^2": {"convex", "constant"},
    "-norm2(x)^2": {"concave", "negative", "constant", "diagonal", "identity"},
    "sum(exp(x))": {"convex", "positive", "diagonal"},
    "sum(x.^3)": {"diagonal"},
    "(c'*x)^2": {"convex", "constant", "rank one"},
    "x'*B*x": {"constant"},
    "exp(c'*x)": {"convex", "rank one"},
}
CASES = [(f, claim) for f in TRUE for claim in (*BENDS, *MATRICES)]


@pytest.mark.parametrize(("function", "claim"), CASES)
def test_a_remark_is_kept_if_points_agree(function: str, claim: str) -> None:
    d = mg.hessian(function, "x")
    told = replace(d.trace, remarks=(Remark("said", (claim,)),))
    before = d.trace.before
    assert before is not None
    assert bool(without_false_remarks(before, told).remarks) == (claim in TRUE[function])


@pytest.mark.parametrize("function", TRUE)
def test_what_is_said_is_true(function: str) -> None:
    said = {claim for remark in mg.hessian(function, "x").trace.remarks for claim in remark.claims}
    assert said <= TRUE[function]


def test_what_is_said_of_two_variables_at_once_is_tested_in_both() -> None:
    d = mg.hessian("norm2(A*x - y)^2", "x, y")
    told = replace(d.trace, remarks=(*d.trace.remarks, Remark("said", ("concave",))))
    before = d.trace.before
    assert before is not None and d.remarks
    assert without_false_remarks(before, told).remarks == d.trace.remarks
