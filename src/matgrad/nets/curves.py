"""The curves of a training run as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matgrad.nets.training import Epoch
from matgrad.optional import load

FORMATS = (".png", ".svg", ".pdf")


def plot(history: Sequence[Epoch], path: Path) -> None:
    """Loss and accuracy over the epochs, in the format that the name of the file asks for."""
    figures: Any = load("matplotlib.figure")
    figure = figures.Figure(figsize=(8, 3.2), layout="constrained")
    left, right = figure.subplots(1, 2)
    epochs = [epoch.number for epoch in history]
    left.plot(epochs, [epoch.loss for epoch in history], label="training")
    left.plot(epochs, [epoch.validation_loss for epoch in history], label="validation")
    left.set(xlabel="epoch", ylabel="loss", yscale="log")
    right.plot(epochs, [100 * epoch.accuracy for epoch in history], label="training")
    right.plot(epochs, [100 * epoch.validation_accuracy for epoch in history], label="validation")
    right.set(xlabel="epoch", ylabel="accuracy in %")
    for axes in (left, right):
        axes.grid(alpha=0.3)
        axes.legend(frameon=False)
    figure.savefig(path)
