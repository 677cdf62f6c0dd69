"""The languages that programs are written in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from matgrad.codegen.program import Program
from matgrad.codegen.targets import array_api, c, jax, julia, matlab, numpy, torch


@dataclass(frozen=True)
class Target:
    """A language that programs are written in."""

    write: Callable[[Program], str]
    # What an import in the source looks like: the package it needs.
    packages: Mapping[str, str] = field(default_factory=dict[str, str])
    library: str = ""  # whose arrays the code runs on; "" if it is not run from Python
    compiled: bool = False  # by a compiler that need not be there


TARGETS: dict[str, Target] = {
    "numpy": Target(
        numpy.source,
        {"import numpy": "numpy", "from scipy": "scipy", "import scipy": "scipy"},
        "numpy",
    ),
    "jax": Target(jax.source, {"import jax": "jax"}, "jax"),
    "array_api": Target(array_api.source, {"from array_api_compat": "array_api_compat"}, "any"),
    "torch": Target(torch.source, {"import torch": "torch"}, "torch"),
    "c": Target(c.source, library="numpy", compiled=True),
    "matlab": Target(matlab.source),
    "octave": Target(matlab.source),
    "julia": Target(julia.source),
}
