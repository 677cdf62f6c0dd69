"""What is said of both names of a formula is said of these."""

import pytest

import matgrad as mg

ROOT, CLAIM = "f = sqrt(K L)", "Is df/dK = sqrt(L/K)/2?"
POSITIVE = [
    ", both positive numbers.",
    " (both positive scalars).",
    " where both are positive numbers.",
    ", all positive numbers.",
    ", K capital and L labour, both positive numbers.",
    ", K > 0 and L > 0 scalars.",
    ", K, L > 0 scalars.",
    ", with positive K and L, both numbers.",
]


@pytest.mark.parametrize("words", POSITIVE, ids=range(len(POSITIVE)))
def test_both_are_positive_numbers(words: str) -> None:
    (claim,) = mg.ask(f"{ROOT}{words} {CLAIM}").claims
    assert claim.status == "right"


KINDS = [
    ("f = tr(A B), both symmetric matrices. Gradient wrt A?", "n×n n×n"),
    ("f(x, y) = x'Ay, both vectors of length n. Gradient wrt x?", "n×1 n×n n×1"),
    ("f = A K L, all three numbers. df/dK?", "1×1 1×1 1×1"),
    ("f = x'A y, all entries are positive numbers. Gradient wrt x?", "m×1 m×n n×1"),
    (r"Let $f(x)=x^TAx$, $g(x)=b^Tx$, both numbers. Gradient of $f$ by $x$?", "n×1 n×n"),
]


@pytest.mark.parametrize(("text", "shapes"), KINDS, ids=range(len(KINDS)))
def test_of_which_names_it_is_said(text: str, shapes: str) -> None:
    problem = mg.ask(text).understood.problem
    assert problem is not None
    assert " ".join(str(x.shape) for x in problem.symbols.values()) == shapes
