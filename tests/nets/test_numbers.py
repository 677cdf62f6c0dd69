"""Networks with numbers: forward, backward, and comparisons."""

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest

import matgrad as mg
from matgrad.errors import MatgradError
from matgrad.nets import compare
from matgrad.nets.losses import LOSSES
from matgrad.nets.npz import read_npz
from matgrad.nets.numbers import load_arrays, random_arrays
from matgrad.nets.worksheet import numbers


def test_every_name_has_a_value():
    d = mg.backpropagate(mg.network([2, 2, 4]), check=False)
    values = d.run(seed=3)
    assert set(values) == {
        *("z__1", "h__1", "z__2", "yhat", "g", "f"),
        *("grad W__1", "grad b__1", "grad W__2", "grad b__2"),
    }
    np.testing.assert_allclose(values["yhat"].sum(), 1)


def test_random_values_are_those_of_their_seed():
    net = mg.network([2, 2, 4])
    once, again, other = (random_arrays(net, seed)["W__1"] for seed in (1, 1, 2))
    assert (once == again).all()
    assert (once != other).any()


def test_values_are_read_from_a_file(tmp_path: Path):
    net = mg.network([2, 2, 4])
    path = tmp_path / "values.npz"
    short = {name.replace("__", ""): a for name, a in random_arrays(net, 5).items()}
    np.savez(path, **short)  # pyright: ignore[reportArgumentType]
    assert list(load_arrays(net, str(path))) == list(net.symbols)


def test_a_file_must_hold_every_value(tmp_path: Path):
    path = tmp_path / "values.npz"
    np.savez(path, x=np.ones(2))
    with pytest.raises(MatgradError, match="W1"):
        load_arrays(mg.network([2, 2, 4]), str(path))


def test_targets_must_sum_to_one():
    net = mg.network([2, 2, 4])
    d = mg.backpropagate(net, check=False)
    with pytest.raises(MatgradError, match="sum to one"):
        d.run({**random_arrays(net), "y": np.ones(4)})


@pytest.mark.parametrize("batch", [None, 3])
def test_gradients_agree_with_central_differences(batch: int | None, monkeypatch):
    monkeypatch.setattr(compare, "available", lambda name: name == "numpy")
    net = mg.network([3, 4, 4, 2], "gelu", residual=True, layer_norm=True, batch=batch)
    d = mg.backpropagate(net, check=False)
    (found,) = d.compare(random_arrays(net, 2))
    assert found.ok


def test_a_wrong_gradient_does_not_agree(monkeypatch):
    monkeypatch.setattr(compare, "available", lambda name: name == "numpy")
    net = mg.network([2, 2, 4])
    arrays = random_arrays(net)
    wrong = {name: np.ones_like(arrays[name]) for name in net.parameters}
    assert not compare.compared(net, wrong, arrays)[0].ok


def test_large_arrays_are_described():
    assert numbers(np.eye(20)).plain == "20×20 numbers, norm 4.472"
    assert numbers(np.array([[1, -0.5], [0, 2]])).plain == "[1  −0.5;  0  2]"
    assert numbers(-0.5).plain == "−0.5"


@pytest.mark.parametrize("batch", [None, 1, 3])
@pytest.mark.parametrize("loss", LOSSES)
def test_layers_of_width_one_have_numbers(batch: int | None, loss: str, monkeypatch):
    monkeypatch.setattr(compare, "available", lambda name: name == "numpy")
    net = mg.network([1, 3, 1, 1], "tanh", loss, batch=batch, weight_decay=True)
    (found,) = mg.backpropagate(net, check=False).compare(random_arrays(net, 2))
    assert found.ok


def test_columns_and_numbers_may_be_given_as_matrices(tmp_path: Path):
    net = mg.network([1, 3, 1], "tanh", "bce")
    arrays = random_arrays(net)
    full = {
        name: np.reshape(arrays[name], [d.value or 1 for d in s.shape])
        for name, s in net.symbols.items()
    }
    np.savez(tmp_path / "full.npz", **full)  # pyright: ignore[reportArgumentType]
    loaded = load_arrays(net, str(tmp_path / "full.npz"))
    assert {name: a.shape for name, a in loaded.items()} == {n: a.shape for n, a in arrays.items()}


def test_a_file_that_claims_more_numbers_than_fit_is_refused(tmp_path: Path) -> None:
    path, header = tmp_path / "huge.npz", io.BytesIO()
    claim = {"descr": "<f8", "fortran_order": False, "shape": (10**14,)}
    np.lib.format.write_array_header_1_0(header, claim)
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("W.npy", header.getvalue() + bytes(64))
    with pytest.raises(MatgradError, match="not an NPZ file of numbers"):
        read_npz(path)
