"""Several derivatives come from above; names that nobody explains decide nothing."""

import pytest

from matgrad.app.ask import ask
from tests.ask.programs.programs import code
from tests.ask.programs.verdicts import verdicts

CELL = """c = f * c_prev + i * g
h = o * np.tanh(c)
dc = {c} + {h} * o * (1 - np.tanh(c)**2)
df = dc * c_prev"""
NAMES = [("dc_next", "dh"), ("dnext_c", "dnext_h"), ("dc_out", "dh_out"), ("dcnext", "dhnext"),
         ("dc_above", "dh_next"), ("grad_c_next", "dh")]  # fmt: skip


@pytest.mark.parametrize(("c", "h"), NAMES)
def test_each_value_may_have_a_derivative_from_above(c: str, h: str) -> None:
    assert verdicts(ask(code(CELL.format(c=c, h=h)))) == "rr"


def test_words_may_give_both_of_them() -> None:
    words = (
        "This is one step, given dh and dc_next (gradient coming in through the next state). Ok?"
    )
    assert verdicts(ask(code(CELL.format(c="dc_next", h="dh"), words))) == "rr"


def test_a_slip_beside_them_is_found() -> None:
    program = CELL.format(c="dc_next", h="dh").replace("* o * (1", "* (1")
    first, second = ask(code(program)).claims
    assert first.words.startswith("the factor o is missing")
    assert second.words.startswith("right with the right dc")


RECURRENT = """h = np.tanh(Wxh @ x + Whh @ hprev + bh)
y = Why @ h + by
loss = 0.5 * np.sum((y - t)**2)
dy = y - t
dh = Why.T @ dy + {0}
draw = (1 - h**2) * dh
dbh = draw"""


def test_the_loss_of_a_step_is_added_to_what_comes_from_the_next() -> None:
    assert verdicts(ask(code(RECURRENT.format("dhnext")))) == "rrrr"


@pytest.mark.parametrize("name", ["dh_extra", "dh_t1", "grad_h_rest"])
def test_with_a_name_that_is_not_explained_nothing_is_wrong(name: str) -> None:
    assert verdicts(ask(code(RECURRENT.format(name)))) == "ruuu"


def test_an_output_of_its_own_is_meant_before_another_path() -> None:
    program = "h_next = np.tanh(x @ W + h @ U)\nda = dh_next * (1 - h_next**2)\ndW = x.T @ da"
    reply = ask(code(program, "x is (n, d), h is (n, k). Right?"))
    assert [claim.status for claim in reply.claims][-1] == "right"


def test_another_free_name_in_a_derivative_is_wrong() -> None:
    program = "r = X @ w - y\nloss = 0.5 * r @ r\ndw = X.T @ r + lam * w"
    assert verdicts(ask(code(program))) == "w"
