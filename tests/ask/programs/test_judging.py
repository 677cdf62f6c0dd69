"""Derivatives that a program computes, or that the words around it claim, get verdicts."""

import pytest

from matgrad.app.ask import ask
from tests.ask.programs.programs import CASES, Case, code
from tests.ask.programs.verdicts import verdicts


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_claims_about_programs_are_judged(case: Case) -> None:
    assert verdicts(ask(case.text)) == case.verdicts


def test_what_only_a_wrong_line_above_makes_wrong_is_told() -> None:
    program = "z = X @ w\nr = z - y\nloss = r @ r\ndz = r\ndw = X.T @ dz"
    first, second = ask(code(program)).claims
    assert first.words == "the claim is 1/2 times the right answer"
    assert second.words.startswith("right with the right dz")


LOGISTIC = """z = X @ w + b
a = 1 / (1 + np.exp(-z))
cost = -np.mean(y * np.log(a) + (1 - y) * np.log(1 - a))
"""
FACTORS = [  # where any later line brings in the factor, what lacks it is wrong itself
    ("dz = a - y\ndw = X.T @ dz / m\ndb = np.sum(dz)", "frw"),
    ("dz = a - y\ndw = X.T @ dz\ndb = np.mean(dz)", "fwr"),
    ("dz = a - y\ndw = X.T @ dz / m\ndb = np.mean(dz)", "frr"),
    ("dz = a - y\ndw = X.T @ dz\ndb = np.sum(dz)", "www"),
]


@pytest.mark.parametrize(("backward", "found"), FACTORS)
def test_a_factor_that_a_later_line_brings_in_is_a_convention(backward: str, found: str) -> None:
    words = "X is (m, n), y is (m,), b is a number. Are the gradients right?"
    reply = ask(code(f"{LOGISTIC}{backward}", words))
    assert verdicts(reply) == found


def test_what_lacks_a_factor_is_not_blamed_on_the_line_above() -> None:
    words = "X is (m, n), y is (m,), b is a number. Are the gradients right?"
    last = ask(code(f"{LOGISTIC}{FACTORS[0][0]}", words)).claims[-1]
    assert last.words == "the claim is m times the right answer"


SILENT = [  # what is no claim of the asker's
    "The residual is X @ w - y. What is the gradient wrt w?",
    "`np.allclose(jax.grad(loss)(w), manual(w))` fails. What is the gradient wrt w?",
    "What is the gradient wrt w? At w = 0 the gradient is -2*X.T @ y.",
    "What is the gradient wrt w? I get 2*X.T @ (X @ w - y) times n.",
]


@pytest.mark.parametrize("words", SILENT, ids=range(len(SILENT)))
def test_other_expressions_are_not_judged(words: str) -> None:
    reply = ask(code("r = X @ w - y\nloss = r @ r", words))
    assert "w" in reply.results
    assert not [claim for claim in reply.claims if claim.status in ("right", "wrong")]


@pytest.mark.parametrize("kept", ['grads = {"dw": dw}', 'grads = {"w": dw}'])
def test_what_a_dict_holds_under_a_name_is_judged_once(kept: str) -> None:
    program = f"r = X @ w - y\nloss = 0.5 * r @ r\ndw = X.T @ r\n{kept}"
    assert [claim.status for claim in ask(code(program)).claims] == ["right"]


REASONS = [  # the loss, the claim, what is missing in it
    ("r = y - K @ a\nloss = r @ r + lam * a @ K @ a", "da = -2 * K @ r + 2 * lam * a",
     "the factor K is missing in the term 2λKa"),
    ("loss = a @ K @ a + lam * a @ K @ a", "da = 2 * K @ a + 2 * lam * a",
     "the factor K is missing in the term 2λKa"),
    ("R = X @ W @ W.T - X\nloss = np.sum(R**2) / 4", "dW = X.T @ R @ W / 2",
     "the term ½(WWᵀXᵀ − Xᵀ)XW is missing"),
]  # fmt: skip


@pytest.mark.parametrize(("loss", "claim", "reason"), REASONS)
def test_what_a_term_lacks_is_told(loss: str, claim: str, reason: str) -> None:
    reply = ask(code(f"{loss}\n{claim}", "K is symmetric. Where is the bug?"))
    assert [x.words for x in reply.claims] == [reason]


def test_only_what_the_program_differentiates_by_is_asked_for() -> None:
    program = "E = R - U @ V.T\nloss = 0.5 * np.sum(E**2)\ndU = -E @ V\ndV = -E.T @ U"
    reply = ask(code(program, "Is one of the gradients wrong?"))
    assert [*reply.results] == ["U", "V"]


def test_the_square_of_a_mask_is_the_mask_and_numbers_are_zeros_and_ones() -> None:
    program = "R = M * (U @ V.T - Y)\nloss = 0.5*np.sum(R**2)\ndU = 2 * R @ V"
    (claim,) = ask(code(program, "M is the 0/1 mask of what was observed. Is it right?")).claims
    assert str(claim.true) == "(M .* (U*V' - Y))*V"
    assert claim.report is not None
    assert claim.report.counterexample is not None
    entries = claim.report.counterexample.inputs["M"]
    assert {x for row in entries for x in row} <= {"0", "1"}


def test_a_name_that_is_computed_again_has_the_value_that_it_is_computed_to_have() -> None:
    program = """\
def forward(x, W, y):
    z = W @ x
    mask = (z > 0).astype(float)
    h = mask * z
    return 0.5 * np.sum((h - y)**2)
def backward(x, W, y):
    z = W @ x
    mask = (z > 0).astype(float)
    h = mask * z
    dz = h - y
    dW = np.outer(dz, x)
    return dW
"""
    first = ask(code(program, "Is my backward pass right? x and y are vectors.")).claims[0]
    assert first.words == "the factor step(Wx) is missing"
    assert first.report is not None
    assert first.report.counterexample is not None
    assert {*first.report.counterexample.inputs} == {"y", "W", "x"}


@pytest.mark.parametrize(
    "asked", ["Shouldn't it be `{}`?", "Should that be `{}`?", "Shouldn’t this be `{}`?"]
)
def test_another_formula_that_is_proposed_is_judged_as_well(asked: str) -> None:
    program = "def loss(p, q, r):\n    e = r - np.dot(p, q)\n    return e**2 + np.dot(p, p)"
    said = "They say that the gradient wrt p is `-2*e*q + 2*p`. "
    reply = ask(code(program, said + asked.format("-2*e*q + p")))
    assert [claim.status for claim in reply.claims] == ["right", "wrong"]


def test_a_value_in_the_words_is_no_claim() -> None:
    program = "def f(z):\n    return np.sum(np.exp(z))"
    words = "Here z = np.exp(z), say. The gradient wrt z is `np.exp(z)`. Right?"
    assert [claim.status for claim in ask(code(program, words)).claims] == ["right"]
