r"""Letters that a text has both bold and not: one name, written carelessly, or two.

They are two where the text declares them differently or defines one by the other, where both stand
in the function and it is a number only if the letter that is not bold is one, as in
x \|\mathbf{x}\|^2, and where one name for both makes numbers of bold letters. The letter that is
not bold then gets a name of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from matgrad.app.ask.formulas.notation import names_in, whole_name
from matgrad.app.ask.problem.function import declarations
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.text.segments import Cut
from matgrad.errors import DoubtError
from matgrad.render.glyphs import plain_name
from matgrad.syntax.doubtful import OF_VECTORS
from matgrad.syntax.latex_tables import FONTS, LETTERS

PLAIN = "plain"  # the index of a letter that is not bold beside one that is
_BOLD = "|".join(name for name, font in FONTS.items() if font == "bf")
_ONE = r"\\[A-Za-z]+|[A-Za-z]"
_TOKEN = re.compile(
    rf"\\(?:{_BOLD})\s*(?:\{{(?P<group>[^{{}}]*)\}}|(?P<one>{_ONE}))"
    r"|\{\s*\\(?:bf|boldmath)\s+(?P<switch>[^{}]*)\}"
    r"|\\(?:text\w*|mathrm|operatorname\*?|mathbb|mathcal|begin|end|mbox)\s*\{[^{}]*\}"
    r"|(?<!\\nabla)(?<!\\nabla )_\s*(?:\{[^{}]*\}|\\[A-Za-z]+(?:\s*\{[^{}]*\})?|.)"
    r"|\^\s*\{?\s*(?:T|\\top)\b"
    rf"|(?P<plain>{_ONE})(?!\s*_)|{_ONE}"
)


def letters(latex: str) -> tuple[set[str], set[str]]:
    """The letters that are bold in a formula, and those that are not and have no index."""
    bold: set[str] = set()
    plain: set[str] = set()
    for found in _TOKEN.finditer(latex):
        inside = found["group"] or found["one"] or found["switch"]
        if inside is not None:
            bold |= {x.strip("\\") for x in re.findall(_ONE, inside)}
        elif found["plain"]:
            plain.add(found["plain"].strip("\\"))
    return bold, {x for x in plain if len(x) == 1 or x in LETTERS}


def in_both(cut: Cut) -> list[str]:
    """The letters that a text has bold and not bold."""
    pairs = [letters(latex) for latex in cut.formulas]
    bold = {x for some, _ in pairs for x in some}
    return sorted(bold & {x for _, some in pairs for x in some})


def apart(cut: Cut, names: Collection[str]) -> Cut:
    """The text with another name for each of these letters where it is not bold."""

    def renamed(found: re.Match[str]) -> str:
        is_other = found["plain"] and found["plain"].strip("\\") in names
        return f"{found[0]}_{{{PLAIN}}}" if is_other else found[0]

    return cut.rewritten(lambda latex: _TOKEN.sub(renamed, latex))


def with_bold(cut: Cut, understand: Callable[[Cut], Understood]) -> Understood:
    """A question understood with bold letters as names of their own, where they are."""
    both = in_both(cut)
    if not both:
        return understand(cut)
    trial = understand(apart(cut, both))
    signs = (is_declared_apart, is_defined_apart, is_number_beside)
    two = [x for x in both if any(is_apart(trial, x) for is_apart in signs)]
    found = understand(apart(cut, two))
    if (
        trial.problem is not None
        and found.function is not None
        and _numbers(cut, found) > _numbers(cut, trial)
    ):
        two, found = both, trial
    found.notes += list(_told(both, two))
    return found


def _numbers(cut: Cut, found: Understood) -> int:
    """How many bold letters are numbers, which nobody writes; all, if nothing could be read."""
    bold = {x for latex in cut.formulas for x in letters(latex)[0]}
    symbols = found.problem.symbols if found.problem else {}
    return sum(symbols[x].is_scalar for x in bold if x in symbols) if symbols else len(bold)


def bold_number(found: Understood) -> DoubtError | None:
    """Doubt in a problem that makes a number of a bold letter of which the text says nothing."""
    symbols = found.problem.symbols if found.problem else {}
    told = {*found.said.kinds, *(each.name for each in declarations(found))}
    bold = {x for latex in found.cut.formulas for x in letters(latex)[0]} - told
    for x in (x for x in symbols if x in bold and symbols[x].is_scalar):
        return DoubtError(
            f"is {plain_name(x)}, which is written as a vector, a number here?", None,
            f"{OF_VECTORS}if it is a number, say so",
        )  # fmt: skip
    return None


def is_declared_apart(found: Understood, x: str) -> bool:
    """Does the text say different things of the bold letter and of the other one?"""
    other = f"{x}_{PLAIN}"
    kinds = [_kinds(found, name) for name in (x, other)]
    return bool(kinds[1]) and "scalar" in kinds[1] and "scalar" not in kinds[0]


def _kinds(found: Understood, name: str) -> set[str]:
    spaces = [each.within for each in found.reading.declared if each.name == name]
    kinds = {"scalar" if "^" not in space else "array" for space in spaces}
    return kinds | ({found.said.kinds[name]} if name in found.said.kinds else set())


def is_defined_apart(found: Understood, x: str) -> bool:
    r"""Is one of them defined by the other, as in r = \|\mathbf{r}\|?"""
    names = {x, f"{x}_{PLAIN}"}
    defined = [d for d in found.reading.defined if d.left.name in names]
    return any((names - {d.left.name}) & {*names_in(d.values[0])} for d in defined)


def is_number_beside(found: Understood, x: str) -> bool:
    """Do both stand in the function, which is a number only if the one that is not bold is one?"""
    problem, function = found.problem, found.function
    if problem is None or function is None or not problem.function.is_scalar:
        return False
    inside = names_in(function.values[0])
    both = [problem.symbols.get(name) for name in (x, f"{x}_{PLAIN}") if name in inside]
    return [e is not None and e.is_scalar for e in both] == [False, True] and None not in both


def _told(both: Collection[str], two: Collection[str]) -> Iterator[str]:
    for x in both:
        shown = plain_name(whole_name(f"\\{x}" if len(x) > 1 else x) or x)
        if x in two:
            yield f"{shown} in bold and {shown} are two names; the second is called {shown}_{PLAIN}"
        else:
            yield f"{shown} in bold and {shown} are read as one name"
