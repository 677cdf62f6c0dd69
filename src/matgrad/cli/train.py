"""`matgrad train`: fit a network to data with the derived gradients."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from time import perf_counter
from typing import IO, TYPE_CHECKING, Any

import click

from matgrad.cli.output import Reply, as_json, write
from matgrad.errors import UnknownNameError
from matgrad.optional import part

if TYPE_CHECKING:
    from matgrad.api.training import Epoch, Prepared, State, Trained

BAR = 20  # characters of the progress bar
POSITIVE = click.FloatRange(0, 1e6, min_open=True)


@click.command(epilog="""\b
Examples:
  matgrad train
  matgrad train digits --hidden 128,64 --optimizer sgd --checkpoint run.npz --plot loss.png
  matgrad train flowers.csv --target species --epochs 100 --json
\b
DATA is digits (those of scikit-learn), a CSV file with the class in one column, or an NPZ file
with X and y. With --checkpoint, an interrupted run goes on after its last epoch.""")  # fmt: skip
@click.argument("data", default="digits")
@click.option("--target", metavar="COLUMN", help="The column of the class; the last by default.")
@click.option("--hidden", default="128", show_default=True, metavar="WIDTHS")
@click.option("--activation", default="relu", show_default=True)
@click.option("--optimizer", type=click.Choice(["adam", "sgd"]), default="adam", show_default=True)
@click.option("--rate", type=POSITIVE, help="The learning rate.")
@click.option("--momentum", type=click.FloatRange(0, 1, max_open=True), default=0.9,
              show_default=True, help="Of sgd.")  # fmt: skip
@click.option("--batch-size", type=click.IntRange(1), default=32, show_default=True)
@click.option("--epochs", type=click.IntRange(1), default=40, show_default=True)
@click.option(
    "--decay", type=click.FloatRange(0, 1e6), default=1e-3, show_default=True, help="Weight decay."
)
@click.option("--patience", type=click.IntRange(1), default=10, show_default=True)
@click.option("--test", type=click.FloatRange(0.01, 0.9), default=0.2, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option("--code", type=click.Choice(["numpy", "c"]), default="numpy", show_default=True,
              help="What computes the steps; C is compiled first.")  # fmt: skip
@click.option("--checkpoint", type=click.Path(path_type=Path), metavar="FILE.npz")
@click.option("--plot", type=click.Path(path_type=Path), metavar="FILE", help="The loss curve.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
@click.pass_obj
def train(call: Any, **values: Any) -> Reply:
    """Train a network on data.

    Its gradients are those that `matgrad network` derives; they are compiled once.
    """
    call.as_json = values.pop("as_json")
    training = part("matgrad.api.training")
    path, plot, fraction = values.pop("checkpoint"), values.pop("plot"), values.pop("test")
    training.writable(path, plot)
    values["hidden"] = widths(values["hidden"])
    run: Prepared = training.prepared(values.pop("data"), values.pop("target"), fraction, **values)
    epochs, is_terminal = run.settings.epochs, call.env.stderr.isatty()
    progress = Progress(call.env.stderr, epochs, is_terminal, run.held_back > 0)
    start = perf_counter()
    trained = run.train(path, progress.report, plot)
    seconds = perf_counter() - start
    progress.end()
    return summary(run, trained, seconds, call.as_json)


def widths(text: str) -> tuple[int, ...]:
    """The widths of the hidden layers; none if the text is empty."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    if not all(word.isdigit() and int(word) > 0 for word in words):
        raise UnknownNameError(
            f"--hidden {text}: widths are positive numbers", hint="--hidden 128,64"
        )
    return tuple(map(int, words))


def summary(run: Prepared, trained: Trained, seconds: float, in_json: bool) -> Reply:
    """What came of it."""
    settings, sizes, accuracy = run.settings, run.sizes, trained.accuracy(run.test)
    history, best = trained.state.history, trained.state.best_epoch
    layers = [d.value for d in trained.model.net.symbols["X"].shape[1:]]
    layers += [trained.model.net.symbols[n].shape.cols.value for n in trained.model.net.parameters
               if n.startswith("W")]  # fmt: skip
    if in_json:
        epochs = [asdict(epoch) for epoch in history]
        found = {"ok": True, "layers": layers, "test_accuracy": accuracy, "best_epoch": best}
        rest = {"seconds": seconds, "settings": asdict(settings), "history": epochs, **sizes}
        return Reply(as_json({**found, **rest}))
    held = sizes["validation"]
    stopping = f"{held:,} of the first tell when to stop" if held else "too few to hold some back"
    lines = [
        f"network {'-'.join(map(str, layers))}, {settings.activation}, {settings.optimizer}",
        f"{sizes['training']:,} samples to learn from, {sizes['test']:,} to test on; {stopping}",
        f"{len(history)} epochs in {seconds:.1f} s; the best was epoch {best}",
        f"test accuracy {100 * accuracy:.2f} %",
    ]
    return Reply("\n".join(lines) + "\n")


class Progress:
    """A line for each epoch; on a terminal, one line that is written anew."""

    def __init__(self, stream: IO[str], epochs: int, is_terminal: bool, validates: bool) -> None:
        self.stream = stream
        self.epochs = epochs
        self.is_terminal = is_terminal
        self.validates = validates  # on samples of their own

    def report(self, epoch: Epoch, state: State) -> None:
        """Say how an epoch went."""
        done = round(BAR * epoch.number / self.epochs)
        line = (
            f"epoch {epoch.number:3d}/{self.epochs} {'█' * done}{'░' * (BAR - done)} "
            f"loss {epoch.loss:.4g}, accuracy {100 * epoch.accuracy:.1f} %"
        )
        if self.validates:
            held = epoch.validation_accuracy
            line += f", validation {epoch.validation_loss:.4g}, {100 * held:.1f} %"
        write(self.stream, f"\r{line}" if self.is_terminal else f"{line}\n")  # pyright: ignore

    def end(self) -> None:
        """Leave the line."""
        if self.is_terminal:
            write(self.stream, "\n")  # pyright: ignore
