"""Lines of code that stand among the words, without fences."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from textwrap import dedent

from matgrad.app.ask.programs.code import CODE
from matgrad.programs.listings.derivatives import PLAIN, derivative_of
from matgrad.programs.listings.parsing import parsed

_LINE = re.compile(r"^[ \t]*\w+(?:[ \t]*,[ \t]*\w+)*[ \t]*[-+*/]?=(?!=)[ \t]*\S[^\n]*$")
_HEAD = re.compile(r"^[ \t]*(?:for|while|if|elif|else|with)\b[^\n]*:[ \t]*(?:#[^\n]*)?$")
_REMARK = re.compile(r"^[ \t]*#[ \t]")
_BACKWARD = re.compile(r"^[ \t]*\w+\.backward\(\)[ \t]*(?:#[^\n]*)?$")
_ANSWER = re.compile(
    r"gradient|derivative|\bgrads?\b|jacobian|hessian|\banswer|\bresult|\b(?:get|got|obtain\w*)\b",
    re.I,
)
_ROUTINE = re.compile(r"(?m)^[ \t]*def (\w+)\(")
_OTHER = re.compile(  # MATLAB, Julia, R
    r";\s*(?:%[^\n]*)?$|\.\*|\./|\.\^|%\*%|<-|^\s*end\s*;?\s*$|\bfunction\b|[\w)]'|\bzeros\(\d",
    re.M,
)


@dataclass(eq=False)
class Run:
    """Lines that stand together."""

    lines: list[str] = field(default_factory=list[str])
    is_code: bool = False

    @property
    def code(self) -> str:
        """The lines without what they have in common at their beginnings."""
        return dedent("\n".join(self.lines))

    def statements(self, routines: Collection[str] = ()) -> list[ast.stmt]:
        """The statements that they are, if they are Python and nothing else, or call routines."""
        is_call = any(re.search(rf"(?<![\w.]){x}\(", self.code) for x in routines)
        is_code = self.is_code and (is_call or CODE.search(self.code))
        is_code = is_code and not _OTHER.search(self.code)
        module = parsed(self.code) if is_code else None
        return module.body if module is not None else []


def lines_in(words: str, blocks: Sequence[str]) -> tuple[str, list[str]]:
    """Lines of code that stand by themselves: two or more together, or one beside a program."""
    runs = _runs(words.split("\n"))
    routines = {x for each in blocks for x in _ROUTINE.findall(each)}
    is_program = bool(blocks) or any(_is_block(x) for x in runs)
    answers = [b for a, b in pairwise(runs) if _is_answer(a)]
    taken = [x for x in runs if _is_block(x)
             or (is_program and x not in answers and _is_value(x, routines))]  # fmt: skip
    kept = [line for x in runs for line in ([""] if x in taken else x.lines)]
    return "\n".join(kept), [x.code for x in taken]


def _runs(lines: list[str]) -> list[Run]:
    """The lines, code apart from words."""
    runs: list[Run] = []
    for n, line in enumerate(lines):
        before = runs[-1] if runs else Run()
        is_code = _is_code(line) or _opens(lines, n) or (before.is_code and _goes_on(lines, n))
        if not runs or is_code != before.is_code:
            runs.append(Run(is_code=is_code))
        runs[-1].lines.append(line)
    return runs


def _is_code(line: str) -> bool:
    return _LINE.match(line) is not None and parsed(line.strip()) is not None


def _opens(lines: list[str], at: int) -> bool:
    """Does a loop or a condition begin here, with code in the next line?"""
    if not _HEAD.match(lines[at]) or at + 1 >= len(lines):
        return False
    inside = _indent(lines[at + 1]) > _indent(lines[at])
    return inside and (_is_code(lines[at + 1]) or _HEAD.match(lines[at + 1]) is not None)


def _goes_on(lines: list[str], at: int) -> bool:
    """Is this a remark between lines of code, or loss.backward() behind one?"""
    if _BACKWARD.match(lines[at]):
        return True
    after = next((x for x in lines[at + 1 :] if not _REMARK.match(x)), "")
    return _REMARK.match(lines[at]) is not None and _is_code(after)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_block(run: Run) -> bool:
    """Are these several statements, or one with others inside?"""
    found = run.statements()
    return len(found) > 1 or any(isinstance(x, ast.For | ast.If | ast.While) for x in found)


def _is_answer(before: Run) -> bool:
    """Do the words before a line say that it is a derivative: for the gradient I get?"""
    last = next((x for x in reversed(before.lines) if x.strip()), "")
    return not before.is_code and _ANSWER.search(last) is not None


def _is_value(run: Run, routines: Collection[str]) -> bool:
    """Is this one line that sets a value, and no derivative, which words claim?"""
    match run.statements(routines):
        case [ast.Assign(targets=[ast.Name(id=name)]) as line]:
            names = {x.id for x in ast.walk(line) if isinstance(x, ast.Name)}
            return not (PLAIN.fullmatch(name) or derivative_of(name, names - {name}))
        case _:
            return False
