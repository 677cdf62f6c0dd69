"""Several functions in one text: what they share stands there once."""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.codegen.program import Program
from matgrad.codegen.targets import TARGETS

_FILES = ("matlab", "octave")  # the function that a file is named after comes first


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
    both = (own, before) if target in _FILES else (before, own)
    blocks = dict.fromkeys(block for text in both for block in text.rstrip("\n").split("\n\n"))
    return "\n\n".join(blocks) + "\n"
