"""Formulas typed in the language of the command line are read as that language has them."""

import pytest

import matgrad as mg
from tests.syntax.agreement import agree, whole

DECLARED = "Let A in R^(m x n), X in R^(m x n), Y in R^(m x n), Z in R^(m x k), C in R^(m x k)."
SHAPES = dict.fromkeys("AXY", ("m", "n")) | dict.fromkeys("ZC", ("m", "k"))


@pytest.mark.parametrize(
    "typed",
    [
        "norm2(A*x - b)^2/2 + c",
        "normF(X'*X - I(n))^2",
        "sum(logsumexp_rows(X*Y'/c)) - tr(X*Y')/c",
        "C : (softmax_rows(X*Y')*Z)",
        "ones(m)'*A*e(1,n)",
    ],
)
def test_a_typed_formula_is_that_of_the_language(typed: str) -> None:
    problem = mg.ask(f"{DECLARED} f = {typed}\nWhat is the gradient of f?").problem
    assert problem is not None
    used = {name: shape for name, shape in SHAPES.items() if name in problem.symbols}
    assert agree(whole(problem), mg.parse(typed, shapes=used).function)
