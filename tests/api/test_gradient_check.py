"""Gradients run as black boxes: right ones raise no alarm, and planted slips are named."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad import pytest_plugin
from matgrad.testing import GradientError, assert_gradient, findings
from tests.api.slips import PAIRS, Pair, Slip
from tests.cli.command import run

gradient_check = pytest_plugin.gradient_check  # as an installed matgrad offers it
EACH = [(pair, slip) for pair in PAIRS for slip in pair.slips]
# Their factors are spread over the right gradient, which is written in another form.
UNNAMED = {"h * c) / s", "(dout * h).sum(axis=0)"}
FIT = {"X": ("n", "d"), "w": "d", "y": "n"}


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_a_right_gradient_raises_no_alarm(pair: Pair, dtype: str) -> None:
    forward, backward = pair.functions()
    assert_gradient(
        forward, backward, shapes=pair.shapes, wrt=pair.wrt, assume=pair.assume, dtype=dtype
    )


@pytest.mark.parametrize(
    ("pair", "slip"), EACH, ids=[f"{pair.name}: {slip.old} → {slip.new}" for pair, slip in EACH]
)
def test_a_slip_is_noticed_and_named(pair: Pair, slip: Slip) -> None:
    (forward, _), (_, backward) = pair.functions(), pair.functions(slip)
    found = findings(forward, backward, shapes=pair.shapes, wrt=pair.wrt, assume=pair.assume)
    assert found
    named = any(words in each.slip for each in found for words in slip.says)
    assert named == (pair.name != "layer norm" or slip.old not in UNNAMED)


def test_a_hundred_slips_are_planted_in_twenty_pairs() -> None:
    assert len(PAIRS) >= 20
    assert len(EACH) >= 100


def test_the_message_has_the_formula_and_small_numbers() -> None:
    with pytest.raises(GradientError) as caught:
        assert_gradient("||X w - y||^2", lambda X, w, y: X.T @ (X @ w - y), shapes=FIT, wrt="w")
    lines = str(caught.value).splitlines()
    assert lines[0] == "the gradient by w is wrong: it is 1/2 times the right gradient"
    assert lines[1] == "  right:  2Xᵀ(Xw − y)"
    assert [line.partition(" = ")[0].strip() for line in lines[3:6]] == ["X", "w", "y"]


def test_what_cannot_be_named_is_shown_in_numbers() -> None:
    def strange(X: Any, w: Any, y: Any) -> Any:
        return np.sort(X.T @ (X @ w - y)) + 1

    (found,) = findings("||X w - y||^2", strange, shapes=FIT, wrt="w")
    assert (found.slip, found.yours) == ("", "")
    assert found.returned != found.expected


@pytest.mark.parametrize(
    "grad",
    [
        lambda X, w, y: {"w": 2 * X.T @ (X @ w - y)},
        lambda X, w, y: {"dw": 2 * X.T @ (X @ w - y)},
        lambda X, w, y: (None, 2 * X.T @ (X @ w - y), None),
        lambda X, w, y, dout: dout * 2 * X.T @ (X @ w - y),
        lambda y, w, X: 2 * X.T @ (X @ w - y),  # by name, in whatever order
    ],
    ids=["name", "prefix", "tuple", "from above", "order"],
)
def test_gradients_may_be_returned_in_several_ways(grad: Callable[..., Any]) -> None:
    assert_gradient("||X w - y||^2", grad, shapes=FIT, wrt="w")


def test_given_arguments_are_tried_first() -> None:
    given = {"x": np.array([1.0, -2.0, 3.0])}
    assert_gradient("sum(x.^3)", lambda x: 3 * x**2, arguments=given)
    (found,) = findings("sum(x.^3)", lambda x: 3 * x, arguments=given)
    assert found.inputs == {"x": "[1  -2  3]"}


def test_a_factor_is_named_by_the_shape_of_an_argument() -> None:
    given = {"x": np.array([1.0, -2.0, 3.0, 0.5, 2.0, 4.0, 1.5])}
    (found,) = findings("mean(x.^2)", lambda x: 2 * x, arguments=given)
    assert found.slip == "it is x.shape[0] times the right gradient"


def test_a_function_that_cannot_be_traced_is_read() -> None:
    def loss(X: Any, w: Any, y: Any) -> Any:
        return np.sum((X @ w - y) ** 2) / len(y)

    shapes = {"X": ("n", "d"), "w": ("d",), "y": ("n",)}
    assert_gradient(loss, lambda X, w, y: 2 * X.T @ (X @ w - y) / len(y), shapes=shapes, wrt="w")


def test_it_is_asked_by_which_variable() -> None:
    with pytest.raises(mg.MatgradError, match="by which variable"):
        findings("x'*y", lambda x, y: y)


KERNEL = """
import numpy as np

def forward(x, w):
    return np.maximum(x @ w, 0)

def backward(x, w, dout):
    return dout * (x @ w > 0) @ w.T, x.T @ dout

def broken(x, w, dout):
    return x[100]
"""
SIZES = ("--shape", "x=n,d", "--shape", "w=d,k")


def test_the_command_runs_a_routine_that_is_named(tmp_path: Path) -> None:
    file = tmp_path / "kernel.py"
    file.write_text(KERNEL, encoding="utf-8")
    done = run("check-code", str(file), "--run", "backward", *SIZES)
    assert done.code == 1
    assert done.out.startswith("the gradient by x is right")
    assert "the gradient by w is wrong: the factor step(xw) is missing" in done.out


@pytest.mark.parametrize(
    ("routine", "said"),
    [("nothing", "there is no nothing"), ("broken", "broken raises IndexError")],
)
def test_a_routine_that_cannot_be_run_is_an_error(routine: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "kernel.py"
    file.write_text(KERNEL, encoding="utf-8")
    done = run("check-code", str(file), "--run", routine, *SIZES)
    assert done.code == 2
    assert said in done.err


def test_the_fixture_of_pytest_is_the_same(
    gradient_check: Callable[..., None],
) -> None:
    with pytest.raises(GradientError, match="1/2 times the right gradient"):
        gradient_check("x'*x", lambda x: x)
