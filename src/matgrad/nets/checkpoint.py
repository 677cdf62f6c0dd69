"""Checkpoints: written whole or not at all, so that a finished epoch is never lost."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from matgrad.errors import UnknownNameError
from matgrad.nets.data import Data
from matgrad.nets.npz import read_npz
from matgrad.optional import load

Arrays = dict[str, Any]
GROUPS = ("parameters", "memory", "best")
_FREE = ("epochs", "patience")  # settings that may change when training goes on


class Saved(Protocol):
    """What a checkpoint holds."""

    parameters: Arrays
    memory: Arrays
    best: Arrays


def fingerprint(data: Data, settings: Mapping[str, Any]) -> str:
    """What a checkpoint belongs to: the data, and the settings that shape what is learned."""
    np: Any = load("numpy")
    shaping = {name: value for name, value in settings.items() if name not in _FREE}
    digest = hashlib.sha256(json.dumps(shaping, sort_keys=True, default=str).encode())
    digest.update(np.ascontiguousarray(data.samples).tobytes())
    digest.update("\n".join(map(str, data.labels)).encode())
    return digest.hexdigest()


def arrays_of(state: Saved) -> Arrays:
    """All arrays of a state by one name each."""
    return {f"{g}/{name}": a for g in GROUPS for name, a in getattr(state, g).items()}


def fill(state: Saved, arrays: Mapping[str, Any]) -> None:
    """Put saved arrays back into a state."""
    for key, array in arrays.items():
        group, _, name = key.partition("/")
        getattr(state, group)[name][...] = array


def save(path: Path, print_: str, arrays: Mapping[str, Any], history: list[Any]) -> None:
    """Write beside the file, make sure it is on the disk, then put it in its place at once."""
    np: Any = load("numpy")
    about = np.frombuffer(json.dumps({"for": print_, "history": history}).encode(), dtype=np.uint8)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            np.savez(file, **arrays, **{"about": about})
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def restore(path: Path, print_: str, shapes: Mapping[str, Any]) -> tuple[Arrays, list[Any]]:
    """The arrays and the history that were saved, if they belong to this data and settings."""
    try:
        arrays = read_npz(path)
        about = json.loads(bytes(arrays.pop("about")).decode())
    except (UnknownNameError, ValueError, KeyError, TypeError):
        raise UnknownNameError(
            f"{path} is not a checkpoint", hint="--checkpoint names a file of its own"
        ) from None
    if about.get("for") != print_ or set(arrays) != set(shapes):
        raise UnknownNameError(
            f"{path} belongs to other data or other settings",
            hint="give another file, or remove this one to begin anew",
        )
    return arrays, about["history"]
