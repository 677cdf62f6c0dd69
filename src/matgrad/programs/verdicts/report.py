"""What was found about a program, for people and for other programs to read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from matgrad.core.steps import Problem
from matgrad.render.plain import plain
from matgrad.verify.claim import UNDECIDED
from matgrad.verify.found import Counterexample
from matgrad.verify.lines import WRONG

NOTHING = "the program computes no derivatives that could be checked"


@dataclass(frozen=True)
class CodeVerdict:
    """What was found about one derivative of a program."""

    name: str  # its name in the program, or what is returned
    wrt: str  # the variable
    variable: str  # its name in the function
    status: str  # right, right up to a factor, wrong, undecided
    line: int  # where it is computed
    code: str  # what is written there
    words: str  # why
    slip: str  # the usual mistake that explains it, if any
    right: str  # the right derivative
    counterexample: Counterexample | None = None

    @property
    def is_right(self) -> bool:
        """May it be called right?"""
        return self.status.startswith("right")

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        lines = [f"{where}{self.name} = {self.code}: {self.status}"]
        lines += [f"  {self.words}"] if self.words else []
        if self.status == WRONG and self.right:
            lines.append(f"  right: {self.right}")
        if self.counterexample is not None:
            lines.append(f"  {self.counterexample}")
        return "\n".join(lines)


@dataclass(frozen=True)
class CodeReport:
    """What a program computes, and verdicts on its derivatives in the order of their lines."""

    function: Problem
    verdicts: tuple[CodeVerdict, ...]
    notes: tuple[str, ...] = ()

    @property
    def status(self) -> str:
        """Wrong if a derivative is, right if all are, and undecided otherwise."""
        if any(x.status == WRONG for x in self.verdicts):
            return WRONG
        is_sure = bool(self.verdicts) and all(x.is_right for x in self.verdicts)
        return "right" if is_sure else UNDECIDED

    @property
    def first_wrong(self) -> CodeVerdict | None:
        """The first line that is wrong."""
        return next((x for x in self.verdicts if x.status == WRONG), None)

    def text(self) -> str:
        """The report as lines of text."""
        problem = self.function
        names = ((d.symbol.name, d.value) for d in problem.definitions)
        lines = [f"{name} = {plain(value)}" for name, value in names]
        lines.append(f"{problem.name} = {plain(problem.function)}")
        lines += [f"note: {words}" for words in self.notes]
        lines += ["", *map(str, self.verdicts)] if self.verdicts else ["", NOTHING]
        return "\n".join(lines) + "\n"

    def to_json(self) -> dict[str, Any]:
        """The report as data."""
        problem = self.function
        return {
            "ok": self.status == "right",
            "status": self.status,
            "function": str(problem.function),
            "name": problem.name,
            "definitions": {d.symbol.name: str(d.value) for d in problem.definitions},
            "shapes": {name: str(x.shape) for name, x in problem.symbols.items()},
            "notes": list(self.notes),
            "verdicts": [
                {**vars(x), "counterexample": x.counterexample and dict(vars(x.counterexample))}
                for x in self.verdicts
            ],
        }
