"""Names are printed as people write them, and read as they are printed."""

import pytest

import matgrad as mg
from matgrad.errors import MatgradError
from tests.cli.command import run

NET = "norm2(W⁽²⁾*tanh(W⁽¹⁾*x))^2"


@pytest.mark.parametrize("name", ["W⁽¹⁾", "W^{(1)}", "W^(1)", "W__1", "W1"])
def test_a_layer_is_named_as_it_is_printed(name: str) -> None:
    assert list(mg.gradient(NET, name).results) == ["W__1"]


def test_small_digits_are_an_index() -> None:
    assert str(mg.parse("x₁²*x₂⁻¹", shapes={"x1": (), "x2": ()}).function) == "x1^2/x2"


def test_counterexamples_have_the_names_of_the_text() -> None:
    done = run("check", NET, "--wrt", "W⁽¹⁾", "--claim", "W⁽¹⁾")
    assert "W⁽²⁾ = " in done.out


def test_errors_have_the_names_of_the_text() -> None:
    with pytest.raises(MatgradError) as caught:
        mg.gradient(NET, "W⁽³⁾")
    assert "W⁽³⁾" in caught.value.message


def test_slips_in_a_question_have_the_names_of_the_question() -> None:
    said = str(mg.ask(
        r"Let $f=\|W^{(2)}\tanh(W^{(1)}x)-y\|^2$. Is it true that "
        r"$\frac{\partial f}{\partial W^{(1)}}=2W^{(2)\top}(W^{(2)}\tanh(W^{(1)}x)-y)x^\top$?"
    ))  # fmt: skip
    assert "W⁽¹⁾" in said
    assert "__" not in said


def test_a_constant_is_told_from_a_name_that_is_missing() -> None:
    done = run("gradient", "pi*x^2", "--wrt", "pi")
    assert done.code == 2
    assert "pi is the number π here, not a variable" in done.err
    assert "declare its shape" in done.err
    assert "∂f/∂π = x²" in run("gradient", "pi*x^2", "--wrt", "pi", "--shape", "pi=1").out
