"""Arrays in NPZ files, read without trusting what is in them."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zipfile import BadZipFile
from zlib import error as broken

from matgrad.errors import UnknownNameError
from matgrad.optional import load

# A file may claim any shape, and the memory for it is asked for before its numbers are read.
_OTHERWISE = (
    ValueError, EOFError, KeyError, TypeError, AttributeError, MemoryError, BadZipFile, broken,
)  # fmt: skip


def read_npz(path: str | Path) -> dict[str, Any]:
    """All arrays of a file by their names; objects are refused."""
    np: Any = load("numpy")
    try:
        with Path(path).open("rb") as handle, np.load(handle, allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except OSError as error:
        raise UnknownNameError(f"cannot read {path}: {error.strerror or error}") from None
    except _OTHERWISE:
        raise UnknownNameError(
            f"{path} is not an NPZ file of numbers", hint="np.savez(path, x=x, y=y) writes one"
        ) from None
