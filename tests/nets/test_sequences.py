"""Attention and recurrent cells, built from the same parts."""

import numpy as np
import pytest

import matgrad as mg
from matgrad.errors import MatgradError
from matgrad.nets import attention, compare, lstm, rnn
from matgrad.nets.numbers import random_arrays
from matgrad.optional import available
from tests.nets import reference

NETWORKS = {
    "attention": attention(4, 3, 2, 5),
    "attention with cross-entropy": attention(4, 3, 2, 5, "softmax_cross_entropy"),
    "rnn": rnn(4, 3, 5, 2),
    "lstm": lstm(3, 3, 4, 2),
}


def test_the_backward_pass_of_attention():
    shown = mg.backpropagate(attention()).text()
    assert "S = QKᵀ/√k" in shown
    assert "Ω = A ⊙ (Γ − (A ⊙ Γ)𝟏𝟏ᵀ)" in shown
    assert "∇W_V = XᵀAᵀΔ" in shown


def test_gradients_of_a_recurrent_cell_are_summed_over_time():
    d = mg.backpropagate(rnn(3))
    assert d.verdict.ok
    assert "∇W = δ⁽¹⁾h⁽⁰⁾ᵀ + δ⁽²⁾h⁽¹⁾ᵀ + δ⁽³⁾h⁽²⁾ᵀ" in d.text()
    assert "δ⁽¹⁾ = (Wᵀδ⁽²⁾) ⊙ (1 − h⁽¹⁾²)" in d.text()


def test_the_memory_of_an_lstm_hands_its_gradient_back_through_the_forget_gate():
    d = mg.backpropagate(lstm(2), check=False)
    assert "γ⁽¹⁾ = η⁽¹⁾ ⊙ o⁽¹⁾ ⊙ (1 − tanh(c⁽¹⁾)²) + f⁽²⁾ ⊙ γ⁽²⁾" in d.text()


def test_one_step_of_an_lstm_is_verified():
    assert mg.gradient(lstm(1), "W_i,U_f,b_o,W_u").verdict.ok


@pytest.mark.parametrize("name", NETWORKS)
def test_gradients_agree_with_central_differences(name: str, monkeypatch):
    monkeypatch.setattr(compare, "available", lambda name: name == "numpy")
    d = mg.backpropagate(NETWORKS[name], check=False)
    assert all(each.ok for each in d.compare(random_arrays(d.net, 1)))


@pytest.mark.parametrize("way", ["torch", "jax"])
@pytest.mark.parametrize("name", NETWORKS)
def test_gradients_equal_those_of_other_tools(name: str, way: str):
    if not available(way):
        pytest.skip(f"{way} is not installed")
    net = NETWORKS[name]
    arrays = random_arrays(net, 2)
    values = mg.backpropagate(net, check=False).run(arrays)
    find = {"torch": compare.by_torch, "jax": compare.by_jax}[way]
    for each, theirs in zip(net.parameters, find(net, arrays, list(net.parameters)), strict=True):
        np.testing.assert_allclose(values[f"grad {each}"], theirs, rtol=1e-12, atol=1e-13)


@pytest.mark.skipif(not available("torch"), reason="PyTorch is not installed")
@pytest.mark.parametrize("name", ["attention", "rnn", "lstm"])
def test_gradients_equal_those_of_the_modules_of_pytorch(name: str):
    net = NETWORKS[name]
    arrays = random_arrays(net, 3)
    values = mg.backpropagate(net, check=False).run(arrays)
    for each, theirs in reference.cell_gradients(net, dict(arrays), name).items():
        np.testing.assert_allclose(values[f"grad {each}"], theirs, rtol=1e-12, atol=1e-13)


def test_a_cell_is_unrolled_at_least_once():
    with pytest.raises(MatgradError):
        rnn(0)
