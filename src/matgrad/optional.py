"""What is loaded on first use: optional packages, and the engine itself.

The engine needs only the standard library.
"""

from __future__ import annotations

import importlib
from functools import cache
from types import ModuleType
from typing import Any

from matgrad.errors import UnsupportedError

# What to install where that is not the extra of the same name.
PACKAGES = {
    "array_api_compat": "array-api-compat",
    "cairosvg": "cairosvg",
    "flint": "python-flint",
    "matplotlib": "matplotlib",
    "numpy": "numpy",
    "prompt_toolkit": "prompt-toolkit",
    "scipy": "scipy",
    "sklearn": "scikit-learn",
}


@cache
def load(name: str) -> ModuleType:
    """The optional package of this name, or an error that says how to install it."""
    try:
        return importlib.import_module(name)
    except ImportError as missing:
        package = name.partition(".")[0]
        raise UnsupportedError(
            f"this needs the package {PACKAGES.get(package, name)}, which is not installed",
            hint=f"pip install {PACKAGES.get(package, f'matgrad[{package}]')}",
        ) from missing


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
