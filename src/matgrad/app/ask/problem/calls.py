r"""Functions that a text names: \sigma(Wx) becomes relu(Wx), and f(g(x)) what stands for it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from matgrad.app.ask.formulas.notation import (
    any_name,
    is_known_function,
    key,
    listed,
    names_in,
    source_of,
    whole_name,
    with_bases,
)
from matgrad.app.ask.formulas.reading import Defined
from matgrad.app.ask.problem.lifted import OF_VECTORS, is_vector, of_entries
from matgrad.core.steps import Problem
from matgrad.errors import MatgradError
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.latex_names import Found
from matgrad.syntax.latex_problem import parse_latex
from matgrad.syntax.latex_source import Source
from matgrad.syntax.problem import parse_problem
from matgrad.verify.arithmetic import Undecided
from matgrad.verify.lines import EXACT, REAL, equality, field_verdicts, report
from matgrad.verify.point import setting

KNOWN = "relu square sigmoid tanh softplus exp log sin cos abs sqrt step silu sign erf gelu".split()
DERIVED = {"relu": "step"}
_TURNED = re.compile(r"(?<=[\w}])\s*'\s*\Z")
MOST = 60  # calls that are filled in before a text counts as circular
LONGEST = 20_000  # characters of a formula after that


def identify(variable: str, value: str) -> str | None:
    r"""The elementwise function that x ↦ value is: relu for x \mapsto \max\{x, 0\}."""
    x = whole_name(variable)
    if x is None or OF_VECTORS.search(value):
        return None
    try:
        given = parse_latex(value, {x: ()})
    except MatgradError:
        return None
    return next((name for name in KNOWN if is_same(given, f"{name}({x})", x)), None)


def is_same(given: Problem, text: str, x: str) -> bool:
    """Do a formula in one scalar and a known function have the same values?"""
    return have_same_values(parse_problem(text, {x: ()}), given, x)


def have_same_values(known: Problem, given: Problem, x: str) -> bool:
    """Are two functions of x the same, also where they are written in two ways?"""
    if known.function is given.function:
        return True
    try:
        place = setting(known, (known.symbols[x],), (), (given.function,))
        wanted = [equality("the same", known.function, given.function)]
        found = report(place, wanted, field_verdicts(place, wanted, 1), 1).statuses[0]
    except (Undecided, MatgradError):
        return False
    return found in (EXACT, REAL)


@dataclass
class Meaning:
    """What names that stand before brackets mean."""

    functions: dict[str, str] = field(default_factory=dict[str, str])  # "" if only named
    defined: dict[str, Defined] = field(default_factory=dict[str, Defined])

    @property
    def unspecified(self) -> list[str]:
        """The functions of which nothing but the name is known."""
        return [name for name, function in self.functions.items() if not function]


def applied(latex: str, meaning: Meaning) -> str:
    """The formula with calls of the text's own functions filled in."""
    at = 0
    for _ in range(MOST):
        found = _first_call(latex, meaning, at)
        if found is None or len(latex) > LONGEST:
            return latex
        start, end, instead, at = found
        latex = f"{latex[:start]}{instead}{latex[end:]}"
    return latex


def _first_call(latex: str, meaning: Meaning, start: int) -> tuple[int, int, str, int] | None:
    """Where the next call stands that means something, what it means, and where to go on."""
    source = source_of(latex)
    at, end = 0, len(source.glyphs) if source else 0
    while source is not None and at < end:
        glyph = source.glyphs[at]
        is_start = glyph.kind in ("letter", "command") and glyph.start >= start
        found = any_name(source, at, end) if is_start else None
        if found is None:
            at += 1
            continue
        name = key(found.name)
        known = meaning.functions.get(name) or _word(found)
        last, known = _derived(source, found, latex, known)
        if known:
            spelled = rf"\operatorname{{{known}}}"
            if latex[glyph.start : last].replace(" ", "") != spelled:
                return glyph.start, last, spelled, glyph.start
        elif name in meaning.defined and source.is_call(found.after, end):
            inside = source.inside(found.after)
            actual = listed(source, inside.lo, inside.hi, latex)
            instead = _filled(name, actual, latex[glyph.start : last], meaning)
            if instead is not None:
                stop = source.glyphs[inside.after - 1].end
                is_name = instead == latex[glyph.start : last]  # \rho(x)x is no \rhox
                is_next = inside.after < end and source.is_call(inside.after, end)
                instead += r"\," if is_name and is_next else " "  # g(w)(1 - g(w)) is no call of g
                if not is_name and (turned := _TURNED.search(latex[: glyph.start])):  # c'g(x)
                    return turned.start(), stop, rf"^{{\top}}{instead}", turned.start()
                return glyph.start, stop, instead, glyph.start + len(instead) * is_name
        at = found.after
    return None


def _derived(source: Source, found: Found, latex: str, known: str | None) -> tuple[int, str | None]:
    """Where a name ends, and its function: relu′ is step."""
    last = source.glyphs[found.after - 1].end
    is_primed = found.after < len(source.glyphs) and source.glyphs[found.after].kind == "prime"
    derived = (
        DERIVED.get(known or (found.name.stem if found.is_word else "")) if is_primed else None
    )
    return (source.glyphs[found.after].end, derived) if derived else (last, known)


def _word(found: Found) -> str | None:
    r"""relu for \text{ReLU}: a word that is a function except for its capitals."""
    stem = found.name.stem
    is_other = found.is_word and stem not in FUNCTIONS and stem.lower() in FUNCTIONS
    return stem.lower() if is_other and len(stem) > 2 else None


def _filled(name: str, actual: list[str], written: str, meaning: Meaning) -> str | None:
    """What a call stands for: the name alone if it is called as it was defined."""
    definition = meaning.defined[name]
    formal = definition.left.arguments
    names = [whole_name(part) for part in actual]
    if any(name in names_in(part) for part in actual):  # f(1 - f) is a product
        return None
    if formal is None:  # y(x), where y was defined in terms of x
        inside = depends_on(name, meaning)
        return written if names and all(n in inside for n in names) else None
    value = definition.values[0]
    is_as_defined = names == [whole_name(part) for part in formal]
    # Of P(K) = (I-KH)P(I-KH)^T, the P inside is the one before.
    if len(formal) != len(actual) or (name in names_in(value) and not is_as_defined):
        return None
    is_lifted = len(actual) == 1 and is_vector(actual[0], meaning.defined)
    lifted = of_entries(applied(value, meaning), formal[0]) if is_lifted else None
    if lifted is None and is_as_defined and None not in names:
        return written
    value = lifted or value
    for variable, part in zip(formal, actual, strict=True):
        x = whole_name(variable)
        if x is None:
            return None
        value = replaced(value, x, rf"\left({part}\right)" if whole_name(part) is None else part)
    return rf"\left({value}\right)"


def depends_on(name: str, meaning: Meaning) -> set[str]:
    """All names that a definition uses, directly or through others."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        definition = meaning.defined.get(waiting.pop())
        new = set(with_bases(names_in(definition.values[0]))) - found if definition else set[str]()
        found |= new
        waiting += new
    return found


def _index(written: str, name: str) -> str | None:
    """What stands below a name that is replaced, as _i for y_i: an entry of what is put there."""
    found = re.fullmatch(rf"{re.escape(name)}(?:_?(\d)|_([a-z]{{1,2}}))?", written)
    below = (found[1] or found[2]) if found else None
    return None if found is None else f"_{{{below}}}" if below else ""


def replaced(latex: str, name: str, instead: str) -> str:
    """The formula with something in the place of a name."""
    source = source_of(latex)
    parts: list[str] = []
    at, position = 0, 0
    while source is not None and at < len(source.glyphs):
        is_start = source.glyphs[at].kind in ("letter", "command")
        found = any_name(source, at, len(source.glyphs)) if is_start else None
        is_name = found is not None and not is_known_function(found)
        index = _index(key(found.name), name) if found is not None and is_name else None
        if found is not None and index is not None:
            parts += [latex[position : source.glyphs[at].start], instead, index, " "]
            position = source.glyphs[found.after - 1].end
        at = at + 1 if found is None else found.after
    return "".join([*parts, latex[position:]])
