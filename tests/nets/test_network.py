"""A network is a problem like any other."""

from typing import Any

import pytest

import matgrad as mg
from matgrad.errors import MatgradError

WIDTHS = ["n", "k", "k", "m"]


def test_a_network_can_be_differentiated_like_any_function():
    d = mg.gradient(mg.network([2, 2, 4]), "b2")
    assert d.verdict.ok
    assert str(d.result) == "softmax(W__2*relu(W__1*x + b__1) + b__2) - y"


def test_without_variables_all_parameters_are_meant():
    net = mg.network([2, 2, 4])
    assert tuple(mg.gradient(net, check=False).results) == net.parameters


def test_the_input_is_a_variable_too():
    d = mg.gradient(mg.network([2, 2, 4]), "x")
    assert str(d.forms["cascade"]) == "W__1'*g"


def test_layers_can_differ():
    net = mg.network(["n", mg.dense("k", "tanh", bias=False), mg.dense("m", dropout=True)])
    assert net.parameters == ("W__1", "W__2", "b__2")
    assert "m__2" in net.symbols


@pytest.mark.parametrize("batch", [None, "N"])
@pytest.mark.parametrize("loss", ["softmax-ce", "bce", "mse", "hinge", "huber"])
def test_every_loss_is_derived_and_verified(loss: str, batch: str | None):
    net = mg.network(["n", "k", "m"], "tanh", loss, weight_decay=True, batch=batch)
    assert mg.gradient(net).verdict.ok


@pytest.mark.parametrize("batch", [None, "N"])
@pytest.mark.parametrize(
    "option", ["relu", "gelu", "silu", "sigmoid", "softmax", "sigma", "layer_norm", "residual"]
)
def test_every_layer_is_derived_and_verified(option: str, batch: str | None):
    special = {"layer_norm", "residual"}
    given = {option: True} if option in special else {"activation": option}
    net = mg.network(WIDTHS, batch=batch, **given)  # pyright: ignore[reportArgumentType]
    assert mg.gradient(net).verdict.ok


def test_cross_entropy_of_a_batch_has_the_gradient_of_the_lecture():
    d = mg.gradient(mg.network(["n", "k", "m"], batch="N"), "W2")
    assert str(d.definitions[-1].value) == "(Yhat - Y)/N"


REFUSED = {
    "no layer": lambda: mg.network([2]),
    "unknown loss": lambda: mg.network([2, 3], loss="unknown"),
    "unknown activation": lambda: mg.network([2, 3, 4], activation="unknown"),
    "residual of other width": lambda: mg.network([2, mg.dense(3, residual=True)]),
    "no input": lambda: mg.network([mg.dense(3), 2]),
}


@pytest.mark.parametrize("fault", REFUSED)
def test_what_cannot_be_built_is_refused(fault: str):
    with pytest.raises(MatgradError):
        REFUSED[fault]()


@pytest.mark.parametrize("width", [0, -1, 2.5, "x-1", None, True, ""], ids=repr)
def test_what_is_not_a_width_is_refused(width: Any):
    for build in (lambda: mg.network([width, 2]), lambda: mg.network([2, 2], batch=width or 0)):
        with pytest.raises(MatgradError, match="is not a width"):
            build()


def test_a_residual_network_has_neighbours_of_the_same_width():
    with pytest.raises(MatgradError, match="no layer can be residual"):
        mg.network([2, 3, 4], residual=True)
