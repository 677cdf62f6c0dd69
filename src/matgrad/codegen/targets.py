"""The languages that programs are written in."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from matgrad.codegen.c import source
from matgrad.codegen.plan.program import Program
from matgrad.codegen.write import function, gains, libraries, lines, script
from matgrad.codegen.write.lines import Listing
from matgrad.errors import UnsupportedError


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
    # The lines of a program; None if it is written in loops, which are no such lines.
    lines: Callable[[Program], Listing] | None = None
    names: Mapping[str, str] = field(default_factory=dict[str, str])  # for those that it has itself

    def renamed(self, program: Program) -> Program:
        """The program under a name that hides no function of the language."""
        name = self.names.get(program.name, program.name)
        before = program.prepared
        if before is not None:
            said = before.docstring.replace(f" of {program.name}:", f" of {name}:")
            before = replace(before, docstring=said)
        return replace(program, name=name, prepared=before)


def listing(target: str, program: Program) -> Listing:
    """The lines that a target has for a program; where it has loops, those of NumPy."""
    return (TARGETS[target].lines or _numpy_lines)(program)


def _numpy_lines(program: Program) -> Listing:
    return function.listing(libraries.dialect_of(program), gains.prepared("numpy", program))


def _torch_lines(program: Program) -> Listing:
    return function.listing(libraries.TORCH, gains.prepared("torch", program))


def unknown_target(target: object) -> UnsupportedError:
    """The error for a language that no code is written in."""
    known = ", ".join(sorted([*TARGETS, "auto"]))
    return UnsupportedError(f"no code is written for {target!r}", hint=f"known targets: {known}")


_DENSE = frozenset({"deltas", "others"})  # these have no sums over indices, nor running products
FILES = ("matlab", "octave")  # the function that a file is named after comes first
_TURNED = frozenset({"slim", "turned"})  # not known to be faster there

TARGETS: dict[str, Target] = {
    "numpy": Target(
        libraries.source,
        {"import numpy": "numpy", "from scipy": "scipy", "import scipy": "scipy"},
        "numpy",
        skip=frozenset({"slim"}),
        single=frozenset({"thin"}),
        notes=lambda p: [*gains.notes("numpy", p), *lines.notes(_numpy_lines(p))],
        lines=_numpy_lines,
    ),
    "jax": Target(
        libraries.jax_source,
        {"import jax": "jax"},
        "jax",
        skip=_TURNED,
        notes=lambda p: gains.notes("jax", p),
        lines=lambda program: function.listing(libraries.JAX, gains.prepared("jax", program)),
    ),
    "array_api": Target(
        libraries.array_api_source,
        {"from array_api_compat": "array_api_compat"},
        "any",
        skip=_DENSE | _TURNED | {"factors", "triangular"},
        lines=lambda program: function.listing(libraries.ARRAY_API, program),
    ),
    "torch": Target(
        libraries.torch_source,
        {"import torch": "torch"},
        "torch",
        notes=lambda p: [*gains.notes("torch", p), *lines.notes(_torch_lines(p))],
        lines=_torch_lines,
    ),
    "c": Target(
        source.source, library="numpy", compiled=True, skip=_TURNED | {"thin"}, notes=source.notes
    ),
    **dict.fromkeys(
        FILES,
        Target(
            partial(script.write, script.MATLAB),
            skip=_DENSE | _TURNED,
            lines=partial(script.listing, script.MATLAB),
            names={"gradient": "grad"},  # theirs is that of a table of numbers
        ),
    ),
    "julia": Target(
        partial(script.write, script.JULIA),
        skip=_DENSE | _TURNED | {"centred", "spread"},
        lines=partial(script.listing, script.JULIA),
    ),
}


# ---------------------------------------------------------------- together

# Several functions in one text: what they share stands there once.


def joined(*sources: str) -> list[str]:
    """The parts of several modules of Python: one block of imports, then each function once."""
    modules = [source.rstrip("\n").split("\n\n\n") for source in sources]
    imports = dict.fromkeys(line for module in modules for line in module[0].splitlines())
    functions = dict.fromkeys(part for module in modules for part in module[1:])
    return ["\n".join(imports), *functions]


def written(target: str, program: Program) -> str:
    """A program as code, with the function that prepares what stays the same, if there is one."""
    own = TARGETS[target].write(program)
    if program.prepared is None:
        return own
    before = TARGETS[target].write(replace(program.prepared, options=program.options))
    if TARGETS[target].library and not TARGETS[target].compiled:
        return "\n\n\n".join(joined(before, own)) + "\n"
    before = re.sub(r"\bloop(\d+)\(", rf"{program.prepared.name}_loop\1(", before)
    both = (own, before) if target in FILES else (before, own)
    blocks = dict.fromkeys(block for text in both for block in text.rstrip("\n").split("\n\n"))
    return "\n\n".join(blocks) + "\n"
