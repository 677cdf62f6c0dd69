"""Samples cut out of arrays, or out of files that are read where the samples are used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from matgrad.codegen.arrays import real_array
from matgrad.errors import UnsupportedError
from matgrad.optional import load


@dataclass(frozen=True)
class Slice:
    """Some samples of arrays in files, which are read where this is called."""

    files: Mapping[str, str]
    axes: Mapping[str, int]
    start: int
    stop: int

    def __call__(self) -> dict[str, Any]:
        """Read the samples; nothing else of the files is."""
        np: Any = load("numpy")
        opened = {name: np.load(path, mmap_mode="r") for name, path in self.files.items()}
        return {name: np.array(self.cut(name, array)) for name, array in opened.items()}

    def cut(self, name: str, array: Any) -> Any:
        """The samples in an array."""
        along = slice(self.start, self.stop)
        return array[:, along] if self.axes[name] else array[along]


def opened_array(name: str, given: Any) -> Any:
    """An array that is given, or that lies in a file."""
    if not isinstance(given, (str, Path)):
        return real_array(name, given)
    np: Any = load("numpy")
    try:
        return np.load(given, mmap_mode="r")
    except (OSError, ValueError) as error:
        said = str(error).partition("\n")[0]
        raise UnsupportedError(f"{name}: {said}", hint="a file that np.save wrote") from error
