"""`mg.convex`: verdicts with proofs, or with numbers against them."""

import json

import pytest

import matgrad as mg
from tests.cli.command import run

PD = {"P": ["positive_definite"], "X": ["positive_definite"]}


def known(f: str, assume: dict[str, list[str]]) -> dict[str, list[str]]:
    return {name: facts for name, facts in assume.items() if name in f}


PROVED = [
    ("||Ax - b||^2 + l*||x||_1", "x", {"l": ["positive"]}, "convex"),
    ("log(sum(exp(A*x)))", "x", {}, "convex"),
    ("logdet(X)", "X", PD, "concave"),
    ("x'*inv(P)*x", "x,P", PD, "convex"),
    ("c'*x + d", "x", {}, "affine"),
    ("x: n; sum(x.*exp(x))", "x", {"x": ["positive"]}, "convex"),
    ("x^2 + x*y + y^2", "x,y", {}, "convex"),
    ("-sum(y.*log(sigmoid(X*w)) + (1 - y).*log(1 - sigmoid(X*w)))", "w", {}, "convex"),
    ("-x^2 - 3*x*y - 4*y^2", "x,y", {}, "concave"),
    ("x^2 + sin(x)", "x", {}, "convex"),
]


@pytest.mark.parametrize(("f", "wrt", "assume", "status"), PROVED, ids=lambda x: str(x)[:40])
def test_a_verdict_has_a_proof(f: str, wrt: str, assume: dict[str, list[str]], status: str) -> None:
    found = mg.convex(f, wrt, assume=known(f, assume))
    assert found.status == status
    assert found.steps


@pytest.mark.parametrize(
    ("f", "assume"),
    [
        ("x'*A*x", {}),
        ("x^3", {}),
        ("1/x", {}),
        ("log(1 + x^2)", {}),
        ("exp(-norm2(x)^2)", {}),
        ("x: n; sum(sqrt(abs(x)))", {}),
        ("sqrt(norm2(x))", {}),
        ("x*exp(-x)", {"x": ["positive"]}),
    ],
    ids=str,
)
def test_chords_show_that_it_is_neither(f: str, assume: dict[str, list[str]]) -> None:
    found = mg.convex(f, "x", assume=assume)
    assert found.status == "neither"
    assert [chord.against for chord in found.counterexamples] == ["convex", "concave"]


def test_the_numbers_of_a_counterexample_can_be_redone() -> None:
    chord = mg.convex("x^3", "x").counterexample
    assert chord is not None
    assert (chord.left["x"], chord.right["x"], chord.values) == (
        [["-1"]],
        [["0"]],
        ("-1", "0", "-1/8"),
    ) or float(chord.left["x"][0][0]) ** 3 == float(chord.values[0])


@pytest.mark.parametrize("f", ["x'*x", "a'*x"])
def test_on_a_set_that_is_not_convex_nothing_is_said(f: str) -> None:
    found = mg.convex(f, "x", assume={"x": ["unit"]})
    assert (found.status, found.words) == (
        "undecided",
        "the set of all x that are a unit vector is not convex",
    )


@pytest.mark.parametrize(
    ("f", "said"),
    [
        ("x'*A*x", "If A is positive definite, it is convex."),
        ("-logdet(X)", "If X is positive definite, it is convex."),
        ("norm2(x)^2 + c*norm1(x)", "If c is positive, it is convex."),
    ],
)
def test_an_assumption_that_decides_is_named(f: str, said: str) -> None:
    wrt = "X" if "X" in f else "x"
    assert mg.convex(f, wrt).otherwise == said


@pytest.mark.parametrize("f", ["1/(x'*x - 1)", "(x'*x - 1)^1.5", "1/c^2"])
def test_a_hessian_proves_nothing_on_a_domain_that_is_not_convex(f: str) -> None:
    assert mg.convex(f"x: n; {f}" if "x" in f else f, "x" if "x" in f else "c").status in (
        "neither",
        "undecided",
    )


@pytest.mark.parametrize("f", ["sum(relu(x) - relu(x - 1))", "x: n; sum(abs(abs(x) - 1))"])
def test_a_hessian_proves_nothing_at_kinks(f: str) -> None:
    assert mg.convex(f, "x").status == "neither"


@pytest.mark.parametrize(
    ("f", "where"),
    [
        ("sqrt(x)", "for x > 0"),
        ("x: n; sum(sqrt(x.^2 + c^2))", ""),
        ("||x||_3", ""),
        ("x: n; -sum(log(x))", "for x > 0"),
        ("-log(1 - x'*x)", "for 1 − xᵀx > 0"),
    ],
)
def test_what_only_derivatives_need_limits_no_verdict(f: str, where: str) -> None:
    assert mg.convex(f, "x").where == where


def test_the_set_on_which_it_holds_is_said() -> None:
    assert mg.convex("-sum(log(b - A*x))", "x").where == "for b − Ax > 0"
    assert mg.convex("-logdet(X)", "X", assume=known("X", PD)).where == "for X positive definite"


@pytest.mark.parametrize(
    ("f", "strong", "smooth"),
    [
        ("||Ax - b||^2 + c*||x||^2", "2c + 2 λ_min(AᵀA)", "2c + 2 λ_max(AᵀA)"),
        ("sum(softplus(A*x)) + c/2*x'*x", "c", "c + 1/4 λ_max(AᵀA)"),
        ("logsumexp(A*x)", "", "1/2 λ_max(AᵀA)"),
        ("norm1(x) + c*norm2(x)^2", "2c", ""),
        ("3*x^2", "6", "6"),
        ("norm1(x)", "", ""),
        ("x^4", "", ""),
    ],
)
def test_constants_of_strong_convexity_and_smoothness(f: str, strong: str, smooth: str) -> None:
    found = mg.convex(f, "x", assume={"c": ["positive"]} if "c*" in f or "c/" in f else {})
    assert (found.strong, found.smooth) == (strong, smooth)


def test_the_command_prints_verdict_and_proof() -> None:
    done = run("convex", "norm2(A*x - b) + norm1(x)", "--wrt", "x")
    assert done.code == 0
    assert "f is convex in x" in done.out
    assert "‖x‖₁" in done.out


def test_the_command_answers_in_json() -> None:
    done = run("convex", "x'*A*x", "--wrt", "x", "--json")
    data = json.loads(done.out)
    assert (done.code, data["status"], len(data["counterexamples"])) == (0, "neither", 2)


def test_undecided_has_an_exit_code_of_its_own() -> None:
    assert run("convex", "x'*x", "--wrt", "x", "--assume", "x=unit").code == 1
