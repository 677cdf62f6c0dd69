"""Source and programs made callable."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from matgrad.codegen.native import callable_or_why
from matgrad.codegen.program import Program
from matgrad.codegen.targets import TARGETS
from matgrad.codegen.targets.c import Native
from matgrad.optional import load


def native_function(planned: Program, code: Native | None = None) -> Callable[..., Any]:
    """The program as machine code, or as NumPy code where nothing can compile it."""
    found = callable_or_why(planned, code)
    if isinstance(found, str):
        warnings.warn(f"{found}, so NumPy computes this", RuntimeWarning, stacklevel=3)
        return run("numpy", TARGETS["numpy"].write(planned), planned.name)
    return found


def run(target: str, source: str, name: str) -> Callable[..., Any]:
    """The function that a source defines."""
    for mark, package in TARGETS[target].packages.items():
        if f"\n{mark}" in f"\n{source}":
            load(package)
    namespace: dict[str, Any] = {}
    exec(compile(source, f"<matgrad {name}>", "exec"), namespace)  # our own text only
    return namespace[name]
