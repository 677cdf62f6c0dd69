"""Sizes read off the shapes of arrays, in targets that are written in Python."""

from __future__ import annotations

import re
from collections.abc import Sequence

from matgrad.codegen.program import Program
from matgrad.codegen.sizes import Reading
from matgrad.codegen.targets.python import ADD, ATOM, polynomial


def read_sizes(program: Program) -> list[str]:
    """Lines that read sizes off the shapes of arrays."""
    lines: list[str] = []
    names = program.size_names
    for axis, reading in program.read:
        source = f"{program.inputs[axis.source].name}.shape[{axis.axis}]"
        lines.append(f"{names[reading.name]} = {_solved(source, reading, names)}")
    return lines


def used(assignments: Sequence[str], codes: Sequence[str]) -> list[str]:
    """Without the sizes that no code mentions."""
    words = set(re.findall(r"\w+", "\n".join(codes)))
    kept: list[str] = []
    for line in reversed(assignments):
        name, _, code = line.partition(" = ")
        if name in words:
            words |= set(re.findall(r"\w+", code))
            kept.append(line)
    return kept[::-1]


def _solved(source: str, reading: Reading, names: dict[str, str]) -> str:
    rest, rest_binds = polynomial(reading.rest, names)
    factor, factor_binds = polynomial(reading.factor, names)
    code = source
    if rest != "0":
        plus = rest[0] == "-" and rest[1:].isdigit()
        code = f"{source} - {rest if rest_binds > ADD else f'({rest})'}"
        code = f"{source} + {rest[1:]}" if plus else code
    if factor == "1":
        return code
    top = code if rest == "0" else f"({code})"
    return f"{top} // {factor if factor_binds == ATOM or factor.isdigit() else f'({factor})'}"
