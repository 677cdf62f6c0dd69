"""What is loaded on first use: optional packages, and the engine itself.

The engine needs only the standard library.
"""

from __future__ import annotations

import importlib
import sys
from functools import cache
from types import ModuleType
from typing import Any

from matgrad.errors import MissingPackageError, UnsupportedError

# The extra that brings a package, where it is not the extra of the same name.
EXTRAS = {
    "array_api_compat": "array-api",
    "cairosvg": "png",
    "fastapi": "server",
    "matplotlib": "plots",
    "prompt_toolkit": "repl",
    "typst": "pdf",
    "uvicorn": "server",
}
BROWSER = "emscripten"  # as sys.platform calls it
BASE = {"flint": "python-flint", "numpy": "numpy"}  # these come with matgrad itself


@cache
def load(name: str) -> ModuleType:
    """The optional package of this name, or an error that says how to install it."""
    try:
        return importlib.import_module(name)
    except ImportError as missing:
        package = name.partition(".")[0]
        called = BASE.get(package, package)
        if sys.platform == BROWSER:
            words = f"this needs the package {called}, which is not there in a browser"
            raise MissingPackageError(words, hint="matgrad on your machine has it") from missing
        extra = BASE.get(package, f"'matgrad[{EXTRAS.get(package, package)}]'")
        words = f"this needs the package {called}, which is not installed"
        raise MissingPackageError(words, hint=f"pip install {extra}") from missing


def part(name: str) -> ModuleType:
    """A part of matgrad or of Python that is loaded on first use, so that starting is fast."""
    return importlib.import_module(name)


def imported(name: str, *rest: Any) -> Any:
    """What an import statement in a function of the user gives."""
    return __import__(name, *rest)


def available(name: str) -> bool:
    """Can this package be loaded?"""
    try:
        load(name)
    except UnsupportedError:
        return False
    return True
