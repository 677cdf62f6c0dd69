"""Arrows that mean “therefore” between typed formulas, and one name for two functions."""

import pytest

import matgrad as mg

SQUARE = "f(A) = tr(A^T A)"
ARROWS = [
    (f"{SQUARE} => df/dA = 2A. Is this correct?", ["right"]),
    (f"{SQUARE} ==> df/dA = A. Is this correct?", ["wrong"]),
    (f"{SQUARE} ⇒ df/dA = 2A. Is this correct?", ["right"]),
    (f"{SQUARE} -> df/dA = 2A. correct?", ["right"]),
    ("f(x) = ||Ax-b||^2 → ∇f = 2A'(Ax-b). ok?", ["right"]),
    (r"$f(x) = x^TAx => \nabla f = 2Ax$. ok?", ["wrong"]),
    (f"{SQUARE} => df/dA = 2A. f(A) = tr(A A) => df/dA = 2A ? Is the second one correct?",
     ["right", "wrong"]),
    ("f(x) = x'Ax, so df/dx = (A+A')x. f(x) = b'x, so df/dx = b. Right?", ["right", "right"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), ARROWS, ids=range(len(ARROWS)))
def test_a_claim_stands_behind_an_arrow(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == statuses


def test_a_signature_is_no_conclusion() -> None:
    reply = mg.ask("Let f: R^n -> R, f(x) = x'Ax. Gradient?")
    assert {name: str(x) for name, x in reply.results.items()} == {"x": "(A + A')*x"}


def test_a_second_function_of_the_same_name_is_said() -> None:
    reply = mg.ask(f"{SQUARE} => df/dA = 2A. f(A) = tr(A A) => df/dA = 2A'. Right?")
    assert reply.questions == ["f is defined again, as tr(AA); the answer is for tr(AᵀA)."]
