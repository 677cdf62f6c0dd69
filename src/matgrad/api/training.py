"""Training on data by name: a part is kept to test on, and the curves are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from matgrad.errors import UnknownNameError
from matgrad.nets import curves, data, training
from matgrad.nets.data import Data
from matgrad.nets.training import Epoch, Report, Settings, State, Trained
from matgrad.optional import load

__all__ = ["Epoch", "Prepared", "Settings", "State", "Trained", "prepared", "writable"]


@dataclass(frozen=True)
class Prepared:
    """Samples to learn from and to test on."""

    learn: Data
    test: Data
    settings: Settings

    @property
    def held_back(self) -> int:
        """How many of the samples to learn from tell when to stop."""
        return training.held_back(len(self.learn.samples), self.settings)

    @property
    def sizes(self) -> dict[str, int]:
        """How many samples there are of each sort."""
        learn, test = len(self.learn.samples), len(self.test.samples)
        return {"training": learn, "validation": self.held_back, "test": test}

    def train(self, checkpoint: Path | None, report: Report, plot: Path | None = None) -> Trained:
        """Train, or go on from a checkpoint; the curves become a picture."""
        trained = training.train(self.learn, self.settings, checkpoint, report)
        if plot is not None:
            curves.plot(trained.state.history, plot)
        return trained


def prepared(name: str, target: str | None, part: float, **settings: Any) -> Prepared:
    """Data by name, a part of which is kept to test on."""
    chosen = Settings(**settings)
    return Prepared(*data.split(data.read(name, target), part, chosen.seed), chosen)


def writable(checkpoint: Path | None, plot: Path | None) -> None:
    """Say before the training what could not be written after it."""
    for path in (checkpoint, plot):
        if path is not None and ((path.is_dir() and path is plot) or not path.parent.is_dir()):
            raise UnknownNameError(f"cannot write {path}: there is no such folder")
    if plot is not None and plot.suffix not in curves.FORMATS:
        raise UnknownNameError(
            f"{plot} is not a picture", hint=f"plots are files with {', '.join(curves.FORMATS)}"
        )
    if plot is not None:
        load("matplotlib.figure")
