"""dz is the derivative by what stands inside of an activation, if nothing else is called z."""

import pytest

from matgrad.app.ask import ask
from tests.ask.programs.programs import code

STEP = "h = np.tanh(X @ W + b)\n# backward, given dh\n{0} = dh * (1 - {1})\ndW = X.T @ {0}"


@pytest.mark.parametrize("name", ["dz", "dpre", "dnet", "da", "dhraw", "d_pre_act"])
def test_the_derivative_inside_of_an_activation_is_judged(name: str) -> None:
    right = ask(code(STEP.format(name, "h**2"))).claims
    assert [claim.status for claim in right] == ["right", "right"]


@pytest.mark.parametrize("name", ["dz", "dpre"])
def test_it_is_blamed_for_what_is_made_of_it(name: str) -> None:
    first, second = ask(code(STEP.format(name, "h"))).claims
    assert (first.status, first.words) == ("wrong", "")
    assert second.words == f"right with the right {name}, which is wrong above"


ACTIVATIONS = [
    ("sigmoid(X @ w)", "p * (1 - p)"),
    ("1 / (1 + np.exp(-(X @ w)))", "p * (1 - p)"),
    ("np.maximum(0, X @ w)", "(p > 0)"),
    ("np.maximum(X @ w, 0)", "(p > 0)"),
]


@pytest.mark.parametrize(("activation", "slope"), ACTIVATIONS)
def test_activations_are_known(activation: str, slope: str) -> None:
    backward = f"dz = (p - y) * {slope}\ndw = X.T @ dz"
    program = f"p = {activation}\nloss = 0.5 * np.sum((p - y)**2)\n{backward}"
    assert [claim.status for claim in ask(code(program)).claims] == ["right", "right"]


def test_numbers_tell_which_layer_is_meant() -> None:
    program = """h1 = np.maximum(0, X @ W1)
p = sigmoid(h1 @ W2)
loss = -np.sum(Y * np.log(p) + (1 - Y) * np.log(1 - p))
dz2 = p - Y
dW2 = h1.T @ dz2
dz1 = (dz2 @ W2.T) * h1
dW1 = X.T @ dz1"""
    claims = ask(code(program)).claims
    assert "".join(claim.status[0] for claim in claims) == "rrww"
    assert claims[-1].words.startswith("right with the right dz₁")


def test_what_is_made_of_a_derivative_from_above_is_not_the_function() -> None:
    program = "h = np.tanh(X @ W + b)\ndfoo = dh * (1 - h**2)\ndW = X.T @ dfoo"
    reply = ask(code(program))
    assert [claim.status for claim in reply.claims] == ["right"]


def test_a_name_that_begins_with_d_may_be_the_function() -> None:
    reply = ask(code("y = A @ x\ndist = np.sum((y - t)**2)\ndx = 2 * A.T @ (y - t)"))
    assert [claim.status for claim in reply.claims] == ["right"]
