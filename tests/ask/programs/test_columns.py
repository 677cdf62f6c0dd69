"""Column vectors: shapes that nobody tells are chosen so that the derivatives fit as well."""

import pytest

from matgrad.app.ask import ask
from tests.ask.programs.programs import code
from tests.ask.programs.verdicts import verdicts

STEP = """h = np.tanh(np.dot(Wxh, x) + np.dot(Whh, h_prev) + bh)
dhraw = {0} * dh
dbh = dhraw
dWxh = np.dot(dhraw, x.T)
dWhh = np.dot(dhraw, h_prev.T)
dh_prev = np.dot(Whh.T, dhraw)"""
TOLD = [
    "",
    "# x: (V, 1), h_prev: (H, 1), dh: (H, 1)\n",
    "# x: (V, 1), h_prev: (H, 1)\n",
    "# dh: (H, 1)\n",
]


@pytest.mark.parametrize("told", TOLD)
def test_a_step_with_columns_is_right(told: str) -> None:
    reply = ask(code(told + STEP.format("(1 - h * h)")))
    assert verdicts(reply) == "rrrrr"


@pytest.mark.parametrize("told", TOLD[:2])
def test_the_first_wrong_line_is_blamed(told: str) -> None:
    first, *others = ask(code(told + STEP.format("(1 - h)"))).claims
    assert first.status == "wrong" and not first.words.startswith("right with")
    assert {x.words for x in others} == {"right with the right dhraw, which is wrong above"}


OPERATORS = """z = W @ x + b
loss = 0.5 * np.sum((z - t)**2)
dz = z - t
dW = dz @ x.T
db = dz"""


def test_a_layer_with_columns_is_right() -> None:
    assert verdicts(ask(code(OPERATORS))) == "rrr"


def test_samples_that_are_counted_are_no_single_column() -> None:
    program = OPERATORS.replace("np.sum((z - t)**2)", "np.sum((z - t)**2) / m")
    found = ask(code(program.replace("db = dz", "db = dz.sum(axis=1, keepdims=True)"))).claims
    assert "wrong" in [x.status for x in found]  # 1/m is missing, and m is not 1


def test_a_vector_in_a_quadratic_form_stays_one() -> None:
    assert ask(code("f = x.T @ A @ x\ngrad = (A + A.T) @ x")).claims[0].status == "right"
