"""The languages that programs are written in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from matgrad.codegen.program import Program
from matgrad.codegen.targets import (
    array_api,
    c,
    jax,
    jax_forms,
    julia,
    matlab,
    numpy,
    numpy_forms,
    torch,
    torch_forms,
)


@dataclass(frozen=True)
class Target:
    """A language that programs are written in."""

    write: Callable[[Program], str]
    # What an import in the source looks like: the package it needs.
    packages: Mapping[str, str] = field(default_factory=dict[str, str])
    library: str = ""  # whose arrays the code runs on; "" if it is not run from Python
    compiled: bool = False  # by a compiler that need not be there
    skip: frozenset[str] = frozenset()  # rewrites that it has no code for, or no gain from
    single: frozenset[str] = frozenset()  # those without a gain in single precision
    # Rewrites that are made when it is written, with their reasons.
    notes: Callable[[Program], Sequence[tuple[str, str]]] = lambda program: ()


_DENSE = frozenset({"deltas", "others"})  # these have no sums over indices, nor running products
_TURNED = frozenset({"slim", "turned"})  # not known to be faster there

TARGETS: dict[str, Target] = {
    "numpy": Target(
        numpy.source,
        {"import numpy": "numpy", "from scipy": "scipy", "import scipy": "scipy"},
        "numpy",
        skip=frozenset({"slim"}),
        single=frozenset({"thin"}),
        notes=numpy_forms.notes,
    ),
    "jax": Target(jax.source, {"import jax": "jax"}, "jax", skip=_TURNED, notes=jax_forms.notes),
    "array_api": Target(
        array_api.source,
        {"from array_api_compat": "array_api_compat"},
        "any",
        skip=_DENSE | _TURNED,
    ),
    "torch": Target(torch.source, {"import torch": "torch"}, "torch", notes=torch_forms.notes),
    "c": Target(c.source, library="numpy", compiled=True, skip=_TURNED | {"thin"}, notes=c.notes),
    "matlab": Target(matlab.source, skip=_DENSE | _TURNED),
    "octave": Target(matlab.source, skip=_DENSE | _TURNED),
    "julia": Target(julia.source, skip=_DENSE | _TURNED | {"centred", "spread"}),
}
