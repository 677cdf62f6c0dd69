"""Training with the derived gradients: mini-batches, early stop, checkpoints, and going on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from math import inf, isfinite
from pathlib import Path
from typing import Any

from matgrad.errors import DomainError, LimitError, ShapeError, UnsupportedError
from matgrad.nets import checkpoint
from matgrad.nets.data import Data
from matgrad.nets.model import Model, build, initial
from matgrad.nets.optimise import optimiser, packed, put
from matgrad.optional import load

Arrays = dict[str, Any]
FEWEST = 30  # samples held back to decide when to stop
LARGEST = 50_000_000  # parameters


@dataclass(frozen=True)
class Settings:
    """Everything that decides what training does; two runs with the same are the same."""

    hidden: tuple[int, ...] = (128,)
    activation: str = "relu"
    optimizer: str = "adam"
    rate: float | None = None
    momentum: float = 0.9
    batch_size: int = 32
    epochs: int = 40
    decay: float = 1e-3
    patience: int = 10  # epochs without a better validation loss before it stops
    validation: float = 0.1  # the part of the training data that decides when to stop
    seed: int = 0
    layer_norm: bool = False
    residual: bool = False
    code: str = "numpy"  # what the steps are computed by, or c

    def __post_init__(self) -> None:
        wrong = {
            "hidden": not all(str(w).isdigit() and w > 0 for w in self.hidden),
            "batch_size": self.batch_size < 1,
            "epochs": self.epochs < 1,
            "patience": self.patience < 1,
            "validation": not 0 <= self.validation < 1,
            "rate": self.rate is not None and not 0 < self.rate < inf,
            "momentum": not 0 <= self.momentum < 1,
            "decay": not 0 <= self.decay < inf,
        }
        for name in (name for name, is_wrong in wrong.items() if is_wrong):
            raise UnsupportedError(f"{name} cannot be {getattr(self, name)!r}")


@dataclass(frozen=True)
class Epoch:
    """How one epoch went."""

    number: int
    loss: float
    accuracy: float
    validation_loss: float
    validation_accuracy: float


@dataclass
class State:
    """Training as it stands after an epoch; everything that a checkpoint holds."""

    x: Any  # all parameters in one vector
    parameters: Arrays  # as parts of it
    memory: Arrays  # of the optimiser
    best: Arrays  # the parameters with the least validation loss so far
    history: list[Epoch] = field(default_factory=list[Epoch])

    @property
    def best_epoch(self) -> int:
        """The epoch with the least validation loss, from 1; 0 before the first."""
        losses = [epoch.validation_loss for epoch in self.history]
        return 1 + losses.index(min(losses)) if losses else 0


@dataclass(frozen=True)
class Trained:
    """A trained classifier."""

    model: Model
    state: State
    classes: Any
    mean: Any
    scale: Any

    def probabilities(self, samples: Any) -> Any:
        """The probability of each class."""
        return self.model.predict(self.state.best, (samples - self.mean) / self.scale)

    def predict(self, samples: Any) -> Any:
        """The likeliest class of each sample."""
        return self.classes[self.probabilities(samples).argmax(axis=-1)]

    def accuracy(self, data: Data) -> float:
        """The part of the samples that it gets right."""
        return float((self.predict(data.samples) == data.labels).mean())


Report = Callable[[Epoch, State], None]


def quiet(epoch: Epoch, state: State) -> None:
    """Say nothing."""


def train(
    data: Data, settings: Settings, path: Path | None = None, report: Report = quiet
) -> Trained:
    """Train on data; with a path, save after each epoch and go on from what is saved there."""
    np: Any = load("numpy")
    classes, numbers = np.unique(data.labels, return_inverse=True)
    if len(classes) < 2:
        raise ShapeError("the labels have one class only; two are needed")
    mean = data.samples.mean(axis=0)
    scale = (data.samples - mean).std(axis=None if data.one_unit else 0)
    scale = np.where(scale > 1e-12, scale, 1.0)
    X, Y = (data.samples - mean) / scale, np.eye(len(classes))[numbers]
    widths = (X.shape[1], *settings.hidden, len(classes))
    count = sum((entering + 1) * width for entering, width in pairwise(widths))
    if count > LARGEST:
        raise LimitError(
            f"{count:,} parameters; the limit is {LARGEST:,}", hint="take narrower layers"
        )
    model = build(
        widths, settings.activation, settings.layer_norm, settings.residual, settings.code
    )
    if model.step.functions:
        raise UnsupportedError(
            f"{settings.activation} is only named, so it has no values",
            hint="choose an activation such as tanh",
        )
    state = _begin(model, settings, path, checkpoint.fingerprint(data, asdict(settings)))
    run = Run(model, settings, state, *_divided(X, Y, settings), path, data)
    while not run.is_over:
        run.epoch(report)
    return Trained(model, state, classes, mean, scale)


def held_back(samples: int, settings: Settings) -> int:
    """How many samples tell when to stop; where these are too few, all are learned from."""
    count = int(settings.validation * samples)
    return count if count >= FEWEST else 0


def _divided(X: Any, Y: Any, settings: Settings) -> tuple[Any, Any, Any, Any]:
    """Samples to learn from and samples that tell when to stop."""
    np: Any = load("numpy")
    order = np.random.default_rng([settings.seed, 1]).permutation(len(X))
    count = held_back(len(X), settings)
    held, kept = (order[:count], order[count:]) if count else (order, order)
    return X[kept], Y[kept], X[held], Y[held]


def _begin(model: Model, settings: Settings, path: Path | None, print_: str) -> State:
    x, parameters = packed(initial(model, settings.seed))
    chosen = optimiser(settings.optimizer, settings.rate, settings.momentum)
    best = {name: a.copy() for name, a in parameters.items()}
    state = State(x, parameters, chosen.begin(x), best)
    if path is not None and path.exists():
        saved, history = checkpoint.restore(path, print_, checkpoint.arrays_of(state))
        checkpoint.fill(state, saved)
        state.history.extend(Epoch(**epoch) for epoch in history)
    return state


@dataclass
class Run:
    """One training run: the data it learns from, and where it saves what it has learned."""

    model: Model
    settings: Settings
    state: State
    X: Any
    Y: Any
    held_X: Any
    held_Y: Any
    path: Path | None
    data: Data

    @property
    def is_over(self) -> bool:
        """Have all epochs run, or has it stopped getting better?"""
        done = len(self.state.history)
        return done >= self.settings.epochs or (
            done - self.state.best_epoch >= self.settings.patience and done > 0
        )

    def epoch(self, report: Report) -> None:
        """Go through the data once, in an order that the seed and the epoch decide."""
        np: Any = load("numpy")
        number = len(self.state.history) + 1
        order = np.random.default_rng([self.settings.seed, 2, number]).permutation(len(self.X))
        chosen = optimiser(self.settings.optimizer, self.settings.rate, self.settings.momentum)
        slope, gradients = packed(self.state.parameters)
        total = 0.0
        with np.errstate(over="ignore", invalid="ignore"):  # a loss that is not finite is said
            for start in range(0, len(order), self.settings.batch_size):
                rows = order[start : start + self.settings.batch_size]
                loss, found = self.model.gradients(
                    self.state.parameters, self.X[rows], self.Y[rows], self.settings.decay
                )
                put(gradients, found)
                chosen.step(self.state.x, slope, self.state.memory, chosen.rate)
                total += loss * len(rows)
            self._finish(number, total / len(order), report)

    def _finish(self, number: int, loss: float, report: Report) -> None:
        """Measure, remember the best parameters, save, report."""
        held = self.model.loss(self.state.parameters, self.held_X, self.held_Y)
        if not isfinite(loss + held):
            raise DomainError(
                f"the loss is not finite in epoch {number}", hint="take a smaller learning rate"
            )
        accuracies = (self._accuracy(self.X, self.Y), self._accuracy(self.held_X, self.held_Y))
        done = Epoch(number, loss, accuracies[0], held, accuracies[1])
        self.state.history.append(done)
        if self.state.best_epoch == number:
            self.state.best = {name: a.copy() for name, a in self.state.parameters.items()}
        if self.path is not None:
            print_ = checkpoint.fingerprint(self.data, asdict(self.settings))
            history = [asdict(epoch) for epoch in self.state.history]
            checkpoint.save(self.path, print_, checkpoint.arrays_of(self.state), history)
        report(done, self.state)

    def _accuracy(self, X: Any, Y: Any) -> float:
        guessed = self.model.predict(self.state.parameters, X).argmax(axis=-1)
        return float((guessed == Y.argmax(axis=-1)).mean())
