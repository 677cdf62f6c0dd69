"""What forward and backward propagation print, against the lecture."""

from typing import Any

import pytest

import matgrad as mg
from matgrad.nets.propagation import nabla

LECTURE = """\
Forward
  z⁽¹⁾ = W⁽¹⁾x + b⁽¹⁾
  h⁽¹⁾ = relu(z⁽¹⁾)
  z⁽²⁾ = W⁽²⁾h⁽¹⁾ + b⁽²⁾
     ŷ = softmax(z⁽²⁾)
     f = −yᵀ log(ŷ)

Backward
  g = (W⁽²⁾ᵀ(ŷ − y)) ⊙ relu′(z⁽¹⁾)

Gradients
  ∇W⁽²⁾ = (ŷ − y)h⁽¹⁾ᵀ
  ∇b⁽²⁾ = ŷ − y
  ∇W⁽¹⁾ = gxᵀ
  ∇b⁽¹⁾ = g
"""


@pytest.mark.parametrize("widths", [[2, 2, 4], ["n", "k", "m"]])
def test_the_formulas_of_the_lecture(widths: list[Any]):
    d = mg.backpropagate(mg.network(widths))
    assert d.verdict.ok
    assert LECTURE in d.text()


def test_the_step_of_five_layers_is_stated_once():
    shown = mg.backpropagate(mg.network(["n", "k", "k", "k", "k", "m"], "sigma")).text()
    assert "δ⁽⁵⁾ = ŷ − y" in shown
    assert "δ⁽ˡ⁾ = (W⁽ˡ⁺¹⁾ᵀδ⁽ˡ⁺¹⁾) ⊙ σ′(z⁽ˡ⁾)    for l = 4, 3, 2, 1" in shown
    assert shown.count("⊙") == 1


def test_what_skips_a_layer_is_added_to_what_went_through_it():
    net = mg.network(["n", "k", "k", "k", "m"], "tanh", residual=True)
    shown = mg.backpropagate(net).text()
    assert "h⁽ˡ⁾ = h⁽ˡ⁻¹⁾ + tanh(z⁽ˡ⁾)    for l = 2, 3" in shown
    assert "g⁽ˡ⁾ = W⁽ˡ⁺¹⁾ᵀδ⁽ˡ⁺¹⁾ + g⁽ˡ⁺¹⁾" in shown


def test_a_batch_has_its_samples_in_rows():
    shown = mg.backpropagate(mg.network(["n", "k", "m"], batch="N")).text()
    assert "Z⁽¹⁾ = XW⁽¹⁾ + 𝟏b⁽¹⁾ᵀ" in shown
    assert "Δ⁽²⁾ = (Ŷ − Y)/N" in shown
    assert "∇W⁽¹⁾ = XᵀΔ⁽¹⁾" in shown


def test_all_layers_are_written_out_in_full_detail():
    shown = mg.backpropagate(mg.network(["n", "k", "k", "m"])).text("full")
    assert "δ⁽²⁾ = (W⁽³⁾ᵀδ⁽³⁾) ⊙ relu′(z⁽²⁾)" in shown
    assert "δ⁽¹⁾ = (W⁽²⁾ᵀδ⁽²⁾) ⊙ relu′(z⁽¹⁾)" in shown


def test_a_condition_of_many_layers_is_said_once():
    shown = mg.backpropagate(mg.network(["n", "k", "k", "m"])).text()
    assert shown.count("≠ 0") == 1
    assert "relu′(0) = 0 is used; for l = 1, 2" in shown


def test_latex_raises_the_numbers_of_layers():
    shown = mg.backpropagate(mg.network([2, 2, 4])).latex()
    assert r"{W^{(2)\top}}" in shown
    assert r"\hat{y} - y" in shown


def test_many_layers_are_not_listed_one_by_one():
    shown = mg.backpropagate(mg.network(["k"] * 11, "tanh"), check=False).text()
    assert "for l = 9, 8, …, 1" in shown


def test_layer_norm_of_rows_is_stated_once_for_all_layers():
    net = mg.network([3, 4, 4, 4, 2], "tanh", layer_norm=True, batch="N")
    printed = str(mg.backpropagate(net, check=False))
    assert "U⁽ˡ⁾ = C⁽ˡ⁾ ⊘ √S⁽ˡ⁾" in printed
    assert "Δ⁽ˡ⁾ = P⁽ˡ⁾ − ¼P⁽ˡ⁾𝟏𝟏ᵀ" in printed
    assert "S⁽ˡ⁾ > 0 for l = 1, 2, 3" in printed


def test_names_of_functions_are_upright_in_latex():
    d = mg.backpropagate(mg.network([2, 2, 4]), check=False)
    assert r"\operatorname{relu}'({z^{(1)}})" in d.latex()


def test_latex_has_the_name_of_the_function():
    assert nabla("W__1", "L").latex == r"\nabla_{{W^{(1)}}} L"
