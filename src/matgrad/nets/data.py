"""Data to train on: the digits of scikit-learn, or a CSV or NPZ file."""

from __future__ import annotations

import csv
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from matgrad.errors import ShapeError, UnknownNameError
from matgrad.nets.npz import read_npz
from matgrad.optional import load

MISSING = ("", "nan")  # labels that say that there is none
MANY = 20  # samples, from which on most labels are not each a class of its own


@dataclass(frozen=True)
class Data:
    """Samples in rows, and the class of each."""

    samples: Any
    labels: Any
    name: str
    one_unit: bool = False  # all columns are measured alike, as pixels are


def digits() -> Data:
    """1,797 images of handwritten digits, 8×8 pixels each."""
    found: Any = load("sklearn.datasets").load_digits()
    return Data(found.data / 16.0, found.target, "digits", True)


def read(path: str, target: str | None = None) -> Data:
    """A file: NPZ with X and y, or CSV with the class in one column, the last unless named."""
    if target is not None and (path == "digits" or path.endswith(".npz")):
        raise UnknownNameError(f"{path} has no columns with names", hint="--target is for CSV")
    if path == "digits":
        return digits()
    try:
        return _npz(path) if path.endswith(".npz") else _csv(path, target)
    except OSError as error:
        raise UnknownNameError(f"cannot read {path}: {error.strerror or error}") from None
    except (UnicodeDecodeError, csv.Error):
        raise UnknownNameError(
            f"{path} is not a CSV file in UTF-8", hint="data is digits, a CSV or an NPZ file"
        ) from None


def _npz(path: str) -> Data:
    found = read_npz(path)
    if not {"X", "y"} <= set(found):
        raise UnknownNameError(f"{path} must hold X and y", hint="np.savez(path, X=X, y=y)")
    return checked(found["X"], found["y"], Path(path).name)


def _csv(path: str, target: str | None) -> Data:
    np: Any = load("numpy")
    with Path(path).open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.reader(file) if row]
    if len(rows) < 2:
        raise ShapeError(f"{path} has no rows of data")
    header, *body = rows
    if all(map(_is_number, header)):
        header, body = [f"column {i}" for i in range(1, len(header) + 1)], rows
    if target is not None and target not in header:
        raise UnknownNameError(f"{path} has no column {target}", hint=", ".join(header[:20]))
    place = header.index(target) if target is not None else len(header) - 1
    if any(len(row) != len(header) for row in body):
        raise ShapeError(f"the rows of {path} differ in length")
    try:
        samples = [[float(x) for j, x in enumerate(row) if j != place] for row in body]
    except ValueError as error:
        raise ShapeError(f"{path}: {error}", hint="all columns but the class are numbers") from None
    return checked(np.array(samples), np.array([row[place] for row in body]), Path(path).name)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def checked(samples: Any, labels: Any, name: str) -> Data:
    """Data whose shapes fit and whose numbers are finite."""
    np: Any = load("numpy")
    if np.asarray(samples).dtype.kind not in "biuf":
        raise ShapeError("the samples are not real numbers", hint="samples stand in rows")
    X = np.asarray(samples, dtype=float)
    if X.ndim != 2 or np.ndim(labels) != 1 or len(X) != len(labels):
        raise ShapeError(
            f"samples are {X.shape}, labels {np.shape(labels)}", hint="samples stand in rows"
        )
    if not np.isfinite(X).all():
        raise ShapeError("the samples hold numbers that are not finite")
    absent = [i for i, label in enumerate(labels) if str(label).strip().lower() in MISSING]
    if absent:
        raise ShapeError(
            f"sample {absent[0] + 1} has no label", hint="leave out samples without one"
        )
    if len(X) > MANY and len(np.unique(labels)) > len(X) / 2:
        raise ShapeError(
            f"{len(np.unique(labels)):,} different labels of {len(X):,} samples are no classes",
            hint="the class is the last column of a CSV file, or that of --target",
        )
    return Data(X, np.asarray(labels), name)


def split(data: Data, fraction: float, seed: int) -> tuple[Data, Data]:
    """A part to train on and a part to test on, the same for the same seed."""
    np: Any = load("numpy")
    order = np.random.default_rng(seed).permutation(len(data.samples))
    count = max(1, round(fraction * len(order)))
    if count >= len(order):
        raise ShapeError("no samples are left to train on", hint="take a smaller test fraction")
    test, train = order[:count], order[count:]
    return (
        replace(data, samples=data.samples[train], labels=data.labels[train]),
        replace(data, samples=data.samples[test], labels=data.labels[test]),
    )
