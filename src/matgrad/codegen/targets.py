"""The languages that programs are written in."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

from matgrad.codegen.c import source
from matgrad.codegen.c.operations import KERNELS
from matgrad.codegen.plan.program import Program
from matgrad.codegen.write import function, gains, libraries, lines, script
from matgrad.codegen.write.function import Dialect
from matgrad.codegen.write.lines import Listing
from matgrad.core.expr import catalogue
from matgrad.errors import UnsupportedError
from matgrad.ops.code import chosen


@dataclass(frozen=True)
class Target:
    """A language that programs are written in."""

    write: Callable[[Program], str]
    # What an import in the source looks like: the package it needs.
    packages: Mapping[str, str] = field(default_factory=dict[str, str])
    languages: tuple[str, ...] = ()  # those that it takes code from, its own first
    own: frozenset[str] = frozenset()  # operators that it has code for beside what they declare
    library: str = ""  # whose arrays the code runs on; "" if it is not run from Python
    compiled: bool = False  # by a compiler that need not be there
    skip: frozenset[str] = frozenset()  # rewrites that it has no code for, or no gain from
    single: frozenset[str] = frozenset()  # those without a gain in single precision
    # Rewrites that are made when it is written, with their reasons.
    notes: Callable[[Program], Sequence[tuple[str, str]]] = lambda program: ()
    # The lines of a program; None if it is written in loops, which are no such lines.
    lines: Callable[[Program], Listing] | None = None
    names: Mapping[str, str] = field(default_factory=dict[str, str])  # for those that it has itself

    @cached_property
    def meant(self) -> frozenset[str]:
        """The operators that it computes as what they mean, having no code for them."""
        ops = (op for op in catalogue.values() if op.means is not None and op.code)
        lacking = frozenset(op.name for op in ops if chosen(op.code, self.languages) is None)
        return lacking - self.own

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
    lines = TARGETS[target].lines or TARGETS["numpy"].lines
    assert lines is not None
    return lines(program)


def unknown_target(target: object) -> UnsupportedError:
    """The error for a language that no code is written in."""
    known = ", ".join(sorted([*TARGETS, "auto"]))
    return UnsupportedError(f"no code is written for {target!r}", hint=f"known targets: {known}")


def _python(dialect: Dialect | Callable[[Program], Dialect], **fields: Any) -> Target:
    """A library of Python, in the forms that it gains by."""

    def spelled(program: Program) -> Dialect:
        return dialect if isinstance(dialect, Dialect) else dialect(program)

    def notes(program: Program) -> Sequence[tuple[str, str]]:
        own = spelled(program)
        freed = lines.notes(shown(program)) if own.frees else []
        return [*gains.notes(own.name, program), *freed]

    def shown(program: Program) -> Listing:
        own = spelled(program)
        return function.listing(own, gains.prepared(own.name, program))

    def write(program: Program) -> str:
        own = spelled(program)
        return function.write(own, gains.prepared(own.name, program))

    return Target(write, notes=notes, lines=shown, **fields)


def _script(language: script.Language, **fields: Any) -> Target:
    """A language with matrices of its own."""
    write, lines = partial(script.write, language), partial(script.listing, language)
    return Target(write, lines=lines, **fields)


_DENSE = frozenset({"deltas", "others"})  # these have no sums over indices, nor running products
FILES = ("matlab", "octave")  # the function that a file is named after comes first
_TURNED = frozenset({"slim", "turned"})  # not known to be faster there

TARGETS: dict[str, Target] = {
    "numpy": _python(
        libraries.dialect_of,
        packages={"import numpy": "numpy", "from scipy": "scipy", "import scipy": "scipy"},
        languages=("numpy",),
        library="numpy",
        skip=frozenset({"slim"}),
        single=frozenset({"thin"}),
    ),
    "jax": _python(
        libraries.JAX,
        packages={"import jax": "jax"},
        languages=("jax", "numpy"),
        library="jax",
        skip=_TURNED,
    ),
    "array_api": _python(
        libraries.ARRAY_API,
        packages={"from array_api_compat": "array_api_compat"},
        languages=("array_api",),
        library="any",
        skip=_DENSE | _TURNED | {"factors", "triangular"},
    ),
    "torch": _python(
        libraries.TORCH, packages={"import torch": "torch"}, languages=("torch",), library="torch"
    ),
    "c": Target(
        source.source,
        languages=("c",),
        own=frozenset(KERNELS),
        library="numpy",
        compiled=True,
        skip=_TURNED | {"thin"},
        notes=source.notes,
    ),
    **dict.fromkeys(
        FILES,
        _script(
            script.MATLAB,
            languages=("matlab",),
            skip=_DENSE | _TURNED,
            names={"gradient": "grad"},  # theirs is that of a table of numbers
        ),
    ),
    "julia": _script(
        script.JULIA, languages=("julia",), skip=_DENSE | _TURNED | {"centred", "spread"}
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
    if program.has_families and (not TARGETS[target].library or TARGETS[target].compiled):
        known = ", ".join(t for t, own in TARGETS.items() if own.library and not own.compiled)
        raise UnsupportedError(f"families have no {target} code yet", hint=f"they have {known}")
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
