"""`matgrad network` and `matgrad train` on the command line."""

import json
import time
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from matgrad.cli import network as cli_network
from matgrad.nets import compare
from tests.cli.command import run


def test_the_gradients_of_the_lecture():
    answer = run("network", "2,2,4", "--activation", "relu", "--loss", "softmax-ce")
    assert answer.code == 0
    for line in ("∇W⁽²⁾ = (ŷ − y)h⁽¹⁾ᵀ", "∇b⁽²⁾ = ŷ − y", "∇W⁽¹⁾ = gxᵀ", "∇b⁽¹⁾ = g"):
        assert line in answer.out
    assert "g = (W⁽²⁾ᵀ(ŷ − y)) ⊙ relu′(z⁽¹⁾)" in answer.out


def test_json_has_an_answer_for_each_parameter():
    answer = json.loads(run("network", "n,k,m", "--json").out)
    assert answer["ok"]
    assert [each["wrt"] for each in answer["answers"]] == ["W__1", "b__1", "W__2", "b__2"]
    assert [each["name"] for each in answer["forward"]] == ["z__1", "h__1", "z__2", "yhat"]
    assert answer["answers"][0]["result"] == "g*x'"


def test_ten_layers_fit_into_json():
    answer = run("network", "n,k,k,k,k,k,k,k,k,k,m", "--json")
    assert json.loads(answer.out)["ok"]


@pytest.mark.parametrize("spelling", ["latex", "markdown"])
def test_other_formats(spelling: str):
    assert r"\hat{y} - y" in run("network", "n,k,m", "--format", spelling).out


def test_the_chain_in_entries():
    answer = run("network", "2,2,4", "--chain", "W1", "--entries")
    assert "[g₁x₁  g₁x₂  g₂x₁  g₂x₂]" in answer.out


def test_the_chain_in_json():
    found = json.loads(run("network", "n,k,m", "--chain", "b2", "--json").out)
    (answer,) = found["answers"]
    assert answer["result"] == "yhat - y"
    assert len(answer["factors"]) == 3


def test_every_gradient_can_be_asked_for_as_a_chain():
    answer = run("gradient", "norm2(A*x - b)^2", "--wrt", "x", "--form", "chain")
    assert "∂f/∂x = ∂f/∂r · ∂r/∂x" in answer.out
    assert "= (2r)ᵀA" in answer.out


def test_other_packages_may_take_their_time_to_load(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(cli_network, "SECONDS", 1.5)
    monkeypatch.setattr(compare, "left_out", cache(lambda: busy(1.6) or ""))
    monkeypatch.setattr(compare, "available", lambda name: name == "numpy")
    assert "central differences: agree" in run("network", "2,1", "--loss", "bce", "--check").out


def busy(seconds: float) -> None:
    """Use the processor."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_a_hundred_layers_are_answered():
    assert "for l = 99, 98, …, 1" in run("network", ",".join(["8"] * 101)).out


def test_numbers_stand_under_their_formulas():
    answer = run("network", "2,2,4", "--seed", "1")
    assert answer.code == 0
    assert "z⁽¹⁾ = W⁽¹⁾x + b⁽¹⁾\n       = [" in answer.out


def test_values_come_from_a_file(tmp_path: Path):
    path = tmp_path / "values.npz"
    values = {"x": [1, 2], "W1": np.eye(2), "b1": [0, 0], "W2": np.ones((4, 2)), "b2": np.zeros(4)}
    np.savez(path, **values, y=[0, 0, 1, 0])  # pyright: ignore[reportArgumentType]
    answer = run("network", "2,2,4", "--at", str(path), "--json")
    assert json.loads(answer.out)["values"]["z__1"] == [1, 2]


def test_a_picture_is_written(tmp_path: Path):
    path = tmp_path / "network.svg"
    assert run("network", "2,2,4", "--svg", str(path)).code == 0
    assert path.read_text(encoding="utf-8").startswith("<svg")


def test_a_picture_for_each_step(tmp_path: Path):
    run("network", "2,2,4", "--svg", str(tmp_path / "step.svg"), "--steps")
    assert len(list(tmp_path.iterdir())) == 10


@pytest.mark.parametrize(
    "arguments",
    [
        ("2",),
        ("2,x-y",),
        ("2,-3",),
        ("2,2,4", "--loss", "unknown"),
        ("2,2,4", "--activation", "unknown"),
        ("2,2,4", "--chain", "Q"),
        ("2,2,4", "--chain", "W9"),
        ("2,2,4", "--chain", ""),
        ("2,3,4", "--residual"),
        ("2,2,4", "--seed", "-1"),
        ("2,2,4", "--batch", "0"),
        ("2,2,4", "--steps"),
        ("2,2,4", "--moving"),
        ("2,2,4", "--svg", "picture.gif"),
        ("2,2,4", "--svg", "picture.png", "--moving"),
        ("2,2,4", "--seed", "1", "--at", "values.npz"),
        ("rnn:0",),
        ("lstm:3:2,2",),
        ("attention", "--residual"),
        ("n,k,m", "--activation", "sigma", "--seed", "1"),
        ("100000,100000,2", "--seed", "1"),
        ("2" + ",2" * 101,),
        ("2,2,4", "--at", "missing.npz"),
        ("2,2,4", "--svg", "/missing/folder/picture.svg"),
    ],
    ids=" ".join,
)
def test_what_is_wrong_is_said(arguments: tuple[str, ...]):
    answer = run("network", *arguments)
    assert answer.code == 2
    assert answer.err.startswith("E_")
    assert "E_INTERNAL" not in answer.err


def test_a_wrong_width_is_pointed_at():
    assert "2,x-y,4\n      ^^^" in run("network", "2,x-y,4").err


@pytest.mark.parametrize("cell", ["attention", "rnn:2", "lstm:1", "lstm:1:2,3,2"])
def test_attention_and_cells_have_names(cell: str):
    answer = run("network", cell, "--json")
    assert json.loads(answer.out)["ok"]


@pytest.mark.parametrize(
    "values",
    [{"x": [np.nan, 2]}, {"x": ["a", "b"]}, {"x": [1, 2, 3]}, {"y": [1, 1, 0, 0]}, {"b2": None}],
    ids=str,
)
def test_values_that_do_not_fit_are_refused(values: dict[str, object], tmp_path: Path):
    given = {"x": [1, 2], "W1": np.eye(2), "b1": [0, 0], "W2": np.ones((4, 2)), "b2": np.zeros(4)}
    kept = {k: v for k, v in {**given, "y": [0, 0, 1, 0], **values}.items() if v is not None}
    np.savez(tmp_path / "values.npz", **kept)  # pyright: ignore[reportArgumentType]
    answer = run("network", "2,2,4", "--at", str(tmp_path / "values.npz"))
    assert answer.code == 2
    assert "E_INTERNAL" not in answer.err


def test_a_picture_shows_the_values_of_a_file(tmp_path: Path):
    path, picture = tmp_path / "values.npz", tmp_path / "network.svg"
    values = {"x": [1, 2], "W1": np.eye(2), "b1": [0, 0], "W2": np.ones((4, 2)), "b2": np.zeros(4)}
    np.savez(path, **values, y=[0, 0, 1, 0])  # pyright: ignore[reportArgumentType]
    assert run("network", "2,2,4", "--at", str(path), "--svg", str(picture)).code == 0
    assert "0.25" in picture.read_text(encoding="utf-8")


def test_training_on_a_file(tmp_path: Path):
    path, saved = tmp_path / "halves.csv", tmp_path / "run.npz"
    X = np.random.default_rng(0).standard_normal((150, 2))
    rows = [f"{a},{b},{'up' if a > b else 'down'}" for a, b in X]
    path.write_text("a,b,side\n" + "\n".join(rows) + "\n")
    given = ("train", str(path), "--hidden", "8", "--rate", "0.02", "--epochs", "30")
    answer = run(*given, "--checkpoint", str(saved), "--json")
    found = json.loads(answer.out)
    assert answer.err.count("epoch") == 30
    assert found["layers"] == [2, 8, 2]
    assert found["test_accuracy"] > 0.85
    again = run(*given, "--checkpoint", str(saved))
    assert "epoch  " not in again.err
    assert "test accuracy" in again.out


@pytest.mark.parametrize(
    "arguments",
    [
        ("missing.csv",),
        ("digits", "--hidden", "x"),
        ("digits", "--target", "kind"),
        ("{}", "--activation", "sigma"),
        ("{}", "--rate", "nan"),
        ("{}", "--rate", "-1"),
        ("{}", "--decay", "-1"),
        ("{}", "--optimizer", "sgd", "--momentum", "2"),
        ("{}", "--hidden", "99999999999"),
        ("{}", "--plot", "loss.xyz"),
        ("{}", "--plot", "/missing/loss.png"),
        ("{}", "--checkpoint", "/missing/run.npz"),
        ("{}", "--checkpoint", "{}"),
        ("{}", "--optimizer", "sgd", "--rate", "100000", "--batch-size", "1"),
    ],
    ids=" ".join,
)
def test_what_is_wrong_with_training_is_said(arguments: tuple[str, ...], tmp_path: Path):
    X = np.random.default_rng(0).standard_normal((40, 2))
    np.savez(tmp_path / "data.npz", X=X, y=X[:, 0] > 0)
    answer = run("train", *(word.format(tmp_path / "data.npz") for word in arguments))
    assert answer.code == 2
    assert "E_INTERNAL" not in answer.err


@pytest.mark.parametrize(
    "data",
    [
        {"X": np.eye(3), "y": [1, 1, 1]},
        {"X": np.eye(3), "y": [1, 2]},
        {"X": np.ones(3), "y": [1, 2, 1]},
        {"X": np.array([["a"]]), "y": [1]},
        {"X": np.ones((50, 2)), "y": np.linspace(0, 1, 50)},
        {"X": np.zeros((0, 2)), "y": []},
        {"y": [1, 2]},
    ],
)
def test_data_that_is_no_data_is_refused(data: dict[str, object], tmp_path: Path):
    np.savez(tmp_path / "data.npz", **data)  # pyright: ignore[reportArgumentType]
    answer = run("train", str(tmp_path / "data.npz"), "--epochs", "1")
    assert answer.code == 2
    assert "E_INTERNAL" not in answer.err


@pytest.mark.parametrize("name", ["data.csv", "data.npz"])
@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"PK\x03\x04broken"], ids=repr)
def test_files_that_are_something_else_are_refused(name: str, content: bytes, tmp_path: Path):
    (tmp_path / name).write_bytes(content)
    answer = run("train", str(tmp_path / name))
    assert answer.code == 2
    assert "E_INTERNAL" not in answer.err
