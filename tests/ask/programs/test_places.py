"""A whole number chooses one entry of a vector, or one row of a matrix."""

import pytest

from matgrad.app.ask import ask
from tests.ask.programs.programs import code
from tests.ask.programs.verdicts import verdicts

SOFTMAX = """def loss(z, y):
    # z: logits (k,), y: int class label
    p = np.exp(z) / np.sum(np.exp(z))
    return -np.log(p[y])
def grad(z, y):
    p = np.exp(z) / np.sum(np.exp(z))
    p[y] {0}
    return p"""


@pytest.mark.parametrize(("change", "found"), [("-= 1", "r"), ("+= 1", "w")])
def test_an_entry_is_chosen_and_changed(change: str, found: str) -> None:
    assert verdicts(ask(code(SOFTMAX.format(change)))) == found


def test_the_gradient_has_a_one_in_the_place() -> None:
    reply = ask(code("p = softmax(z)\nloss = -np.log(p[y])", "z is a vector. Gradient wrt z?"))
    assert str(reply.results["z"]) == "softmax(z) - e"


POLICY = """def log_prob(theta, s, a):
    logits = theta @ s
    return logits[a] - np.log(np.sum(np.exp(logits)))
def grad_log_prob(theta, s, a):
    logits = theta @ s
    pi = np.exp(logits) / np.sum(np.exp(logits))
    g = -np.outer(pi, s)
    g[a] {0} s
    return g"""
TOLD = "theta is (n_actions, n_features), s is a vector, a is the int of the action. Is it correct?"


@pytest.mark.parametrize(("change", "found"), [("+=", "r"), ("-=", "w")])
def test_a_row_is_changed(change: str, found: str) -> None:
    assert verdicts(ask(code(POLICY.format(change), TOLD))) == found


def test_several_places_choose_rows() -> None:
    reply = ask(code("loss = np.sum(x[idx]**2)", "Gradient wrt x?"))
    assert str(reply.results["x"]) == "2*Y'*Y*x"
