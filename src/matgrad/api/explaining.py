"""The steps of a derivation one by one, and everything that happened inside of one."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.api.derivation import Derivation
from matgrad.core.steps import Phase, Step
from matgrad.errors import UnknownNameError
from matgrad.render import plain


def explained(d: Derivation, number: str = "") -> str:
    """The steps with numbers, or the one of this number with the rewrites inside of it."""
    lines = [step for step in d.trace.steps if step.phase is Phase.LINE]
    if not number:
        shown = (f"{i}  {plain(s.after)}    {s.why or s.rule}" for i, s in enumerate(lines, 1))
        return "\n".join(shown) or "there is only one step"
    if not number.isdecimal() or not 1 <= int(number) <= len(lines):
        raise UnknownNameError(f"there is no step {number}", hint=f"1 to {len(lines)}")
    chosen = lines[int(number) - 1]
    inside = [s for s in _inside(d.trace.steps, chosen) if plain(s.before) != plain(s.after)]
    rows = [f"    {plain(s.before)} = {plain(s.after)}    {s.why or s.rule}" for s in inside]
    first = [f"  {plain(chosen.before)}", f"= {plain(chosen.after)}"]
    return "\n".join([*first, _reason(chosen.why or chosen.rule), *rows])


def _reason(why: str) -> str:
    """Why a step holds, as a sentence: dr follows from its definition."""
    name, definition, _ = why.partition(" from its definition")
    return f"because {name} follows{definition}" if definition else f"because of the rule: {why}"


def _inside(steps: Sequence[Step], chosen: Step) -> list[Step]:
    """The rewrites that made up a step."""
    end = start = steps.index(chosen)
    while start and steps[start - 1].phase is Phase.DETAIL:
        start -= 1
    return list(steps[start:end])
