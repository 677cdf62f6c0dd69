"""Training with the derived gradients, on small data."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from matgrad.codegen.c.native import compiler
from matgrad.errors import MatgradError
from matgrad.nets import checkpoint
from matgrad.nets.data import Data, read, split
from matgrad.nets.model import CODES, build, initial
from matgrad.nets.optimise import optimiser, packed
from matgrad.nets.training import Epoch, Settings, State, held_back, train
from matgrad.optional import available

SMALL = Settings(hidden=(8,), epochs=6, batch_size=16, rate=0.02)


@pytest.fixture(scope="module")
def data() -> Data:
    draw = np.random.default_rng(0)
    X = draw.standard_normal((120, 3))
    return Data(X, np.where(X[:, 0] + X[:, 1] > 0, "up", "down"), "halves")


def test_what_is_learned_is_right_about_other_samples(data: Data):
    learn, test = split(data, 0.25, 1)
    assert train(learn, replace(SMALL, epochs=40)).accuracy(test) > 0.9


@pytest.mark.parametrize("name", ["adam", "sgd"])
def test_the_same_seed_learns_the_same(data: Data, name: str):
    settings = replace(SMALL, optimizer=name)
    once, again = (train(data, settings).state.parameters for _ in range(2))
    assert all((once[key] == again[key]).all() for key in once)


def test_training_goes_on_where_it_stopped(data: Data, tmp_path: Path):
    path = tmp_path / "run.npz"
    whole = train(data, SMALL)
    train(data, replace(SMALL, epochs=2), path)
    resumed = train(data, SMALL, path)
    for name, array in whole.state.parameters.items():
        assert (resumed.state.parameters[name] == array).all()
    assert resumed.state.history == whole.state.history


def test_a_checkpoint_belongs_to_its_data(data: Data, tmp_path: Path):
    path = tmp_path / "run.npz"
    train(data, replace(SMALL, epochs=1), path)
    with pytest.raises(MatgradError, match="other data"):
        train(replace(data, samples=data.samples + 1), SMALL, path)
    with pytest.raises(MatgradError, match="other settings"):
        train(data, replace(SMALL, seed=5), path)


def test_what_is_not_a_checkpoint_is_refused(data: Data, tmp_path: Path):
    path = tmp_path / "run.npz"
    path.write_bytes(b"not a checkpoint")
    with pytest.raises(MatgradError, match="not a checkpoint"):
        train(data, SMALL, path)


def test_a_failed_save_keeps_the_last_checkpoint(data: Data, tmp_path: Path, monkeypatch):
    path = tmp_path / "run.npz"
    train(data, replace(SMALL, epochs=2), path)
    before = path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(checkpoint.os, "fsync", fail)
    with pytest.raises(OSError, match="full"):
        train(data, SMALL, path)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["run.npz"]


KILLED = """
import sys, time
import numpy as np
from pathlib import Path
from matgrad.nets.data import Data
from matgrad.nets.training import Settings, train
X = np.random.default_rng(0).standard_normal((120, 3))
data = Data(X, (X[:, 0] > 0).astype(int), "halves")
def report(epoch, state):
    print(epoch.number, flush=True)
train(data, Settings(hidden=(8,), epochs=10_000, patience=10_000), Path(sys.argv[1]), report)
"""


def test_a_killed_run_loses_no_finished_epoch(tmp_path: Path):
    path = tmp_path / "run.npz"
    command = [sys.executable, "-c", KILLED, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        finished = [int(run.stdout.readline()) for _ in range(5)]
        os.kill(run.pid, signal.SIGKILL)
    X = np.random.default_rng(0).standard_normal((120, 3))
    halves = Data(X, (X[:, 0] > 0).astype(int), "halves")
    seen: list[Epoch] = []
    more = Settings(hidden=(8,), epochs=finished[-1] + 3, patience=10_000)
    state = train(halves, more, path, lambda epoch, _: seen.append(epoch)).state
    assert len(state.history) >= finished[-1] + 3
    assert all(epoch.number > finished[-1] for epoch in seen)


def test_it_stops_when_it_no_longer_gets_better(data: Data):
    settings = replace(SMALL, epochs=200, rate=5.0, patience=2)
    assert len(train(data, settings).state.history) < 200


def test_the_best_epoch_has_the_least_validation_loss():
    state = State(
        None, {}, {}, {}, [Epoch(i, 0, 0, loss, 0) for i, loss in ((1, 3), (2, 1), (3, 2))]
    )
    assert state.best_epoch == 2


def test_the_loss_stays_finite_where_a_probability_is_zero():
    model = build((2, 3))
    parameters = {"W__1": np.zeros((2, 3)), "b__1": np.array([1e4, 0.0, 0.0])}
    loss, gradients = model.gradients(parameters, np.zeros((1, 2)), np.array([[0.0, 1.0, 0.0]]))
    assert loss == 1e4
    assert np.isfinite(gradients["b__1"]).all()


@pytest.mark.skipif(compiler() is None, reason="there is no C compiler")
def test_c_computes_the_same_step():
    X, Y = np.array([[1.0, 2.0], [0.5, -1.0]]), np.eye(3)[[1, 2]]
    models = [build((2, 5, 3), code=code) for code in CODES]
    parameters = initial(models[0], 0)
    (first, ours), (second, theirs) = (m.gradients(parameters, X, Y, 0.1) for m in models)
    np.testing.assert_allclose(first, second, rtol=1e-13)
    for name, array in ours.items():
        np.testing.assert_allclose(array, theirs[name], rtol=1e-12, atol=1e-15)


def test_layers_of_width_one_are_trained():
    X = np.random.default_rng(0).standard_normal((100, 1))
    data = Data(X, X[:, 0] > 0, "sides")
    assert train(data, replace(SMALL, hidden=(1,), epochs=30, rate=0.1)).accuracy(data) > 0.9


def test_one_step_of_each_optimiser_goes_downhill():
    model = build((2, 3))
    X, Y = np.array([[1.0, 2.0]]), np.array([[0.0, 1.0, 0.0]])
    for name in ("adam", "sgd"):
        (x, parameters), chosen = packed(initial(model, 0)), optimiser(name)
        memory = chosen.begin(x)
        before, gradients = model.gradients(parameters, X, Y)
        chosen.step(x, packed(gradients)[0], memory, chosen.rate)
        assert model.loss(parameters, X, Y) < before


def test_a_csv_file_is_read_by_the_name_of_its_class(tmp_path: Path):
    path = tmp_path / "flowers.csv"
    path.write_text("kind,width,length\nrose,1,2\ntulip,3,4\n")
    found = read(str(path), "kind")
    assert found.labels.tolist() == ["rose", "tulip"]
    assert found.samples.tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    "content",
    [
        "",
        "a,b\n",
        "a,b\n1,x\n2\n",
        "a,kind\nhigh,rose\n",
        "a,b\nnan,1\n",
        "a,b\n1,x\n2,nan\n3,y\n",
        "a,b\n1,x\n2,\n3,y\n",
    ],
)
def test_files_that_hold_no_data_are_refused(content: str, tmp_path: Path):
    path = tmp_path / "bad.csv"
    path.write_text(content)
    with pytest.raises(MatgradError):
        read(str(path))


def test_few_samples_are_all_learned_from():
    assert held_back(100, Settings()) == 0
    assert held_back(1000, Settings()) == 100


@pytest.mark.skipif(not available("sklearn.datasets"), reason="scikit-learn is not installed")
def test_digits_are_learned_to_97_percent():
    learn, test = split(read("digits"), 0.2, 0)
    start = time.perf_counter()
    assert train(learn, Settings()).accuracy(test) >= 0.97
    assert time.perf_counter() - start < 60


@pytest.mark.parametrize(
    "setting",
    [{"batch_size": 0}, {"validation": 2}, {"hidden": (0,)}, {"rate": -1}, {"rate": float("nan")}],
    ids=str,
)
def test_settings_without_a_meaning_are_refused(setting: dict[str, Any]):
    with pytest.raises(MatgradError, match="cannot be"):
        Settings(**setting)
