"""Powers of vectors: of each entry where the text says so; otherwise it is asked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from matgrad.app.ask.formulas.entrywise import entrywise, with_offsets, with_quotients
from matgrad.app.ask.formulas.notation import names_in
from matgrad.app.ask.problem.readings import dots_of_entries
from matgrad.app.ask.problem.script import Script
from matgrad.app.ask.problem.shapes import settled
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.text.marks import M, mark_of
from matgrad.app.ask.text.words import ENTRYWISE
from matgrad.core.steps import Problem
from matgrad.core.walk import postorder
from matgrad.errors import AmbiguousError, MatgradError, ShapeError
from matgrad.ops import integer_power, matrix_power_op, mean, norm1, norm2, total

# Words that make every power one of entries, also that of a square matrix.
_POWERS = re.compile(
    rf"\b(?:squar\w+|powers?|cubes?|exponents?|operations?)\s+(?:\w+\s+){{0,3}}?{ENTRYWISE}"
    rf"|{ENTRYWISE}\s+(?:squar|power|cube|operation)",
    re.I,
)
_BEHIND = (  # ⟦3⟧, taken elementwise
    rf"\W*(?:(?:taken|applied|understood|meant|all|computed|hmm|is|acting|acts)\W+){{0,2}}{ENTRYWISE}"
    rf"(?!\s+(?:{M}|function|activation|nonlinear))"
)
# Inside of a sum or a mean a power of a vector is one of its entries: it would be a number else.
_ADDED = re.compile(
    r"\\(?:operatorname|mathrm|text|textrm)\s*\{\s*(?:sum|mean)\s*\}\s*(?:\\left\s*)?\(.*\^"
)
_STARRED = re.compile(
    r"\\(?:operatorname|mathrm|text|textrm)\s*\{\s*(?:sum|mean)\s*\}\s*(?:\\left\s*)?\(.*\\cdot"
)
# A root of a vector is one of its entries, and so is a quotient by it: m/(\sqrt{v} + \epsilon).
_ROOT = re.compile(
    r"(?:\\sqrt(?![A-Za-z])|\\operatorname\s*\{\s*sqrt\s*\})\s*"
    r"(?P<of>\{[^{}]*\}|(?:\\left\s*)?\([^()]*\)|\\[A-Za-z]+|\w)"
)
STARS = "* is the product of each entry inside of a sum or a mean"
LABELS = frozenset({"y", "t"})  # letters of data, one for each sample
_LABEL = re.compile(
    r"(?<![A-Za-z\\_])([yt])\s*\\cdot(?![A-Za-z])\s*|\\cdot(?![A-Za-z])\s*([yt])(?![A-Za-z_])"
)
# A matrix and a vector beside each other are one factor: y * X w.
_PRODUCT = r"(?:[A-Z]\s*(?:\\cdot\s*)?)+[a-z]"
_FACTOR = re.compile(
    rf"(?<![A-Za-z\\_]){_PRODUCT}(?=\s*\\odot)|(?<=\\odot ){_PRODUCT}(?![A-Za-z_^'])"
)
_BESIDE = re.compile(  # a letter that may be a number, beside a star: t * A x
    r"(?<![A-Za-z\\_])([hkrst])\s*\\cdot(?![A-Za-z])|\\cdot(?![A-Za-z])\s*([hkrst])(?![A-Za-z_^'])"
)
VECTORS = frozenset("buvwxyz")  # letters that are vectors beside a matrix
AS_NUMBER = "{} is read as a number"
OFFSET = "epsilon is added to each entry"
NO_POWER = "only scalars and square matrices have powers"
NOTE = "powers and quotients are those of each entry"


def settled_entries(script: Script, found: Understood) -> tuple[Problem, list[str]]:
    """The problem; a star inside of a sum is one of entries if a number were added else."""
    try:
        problem, notes = _settled(script, found)
    except ShapeError as error:
        if starred := _starred(script, found):
            return starred
        raise error from None
    if numbered := _numbered(problem, script, found):
        return numbered
    labels = dict.fromkeys(_labels(problem, script), "vector")
    adds_number = _adds_number(problem)
    if not (adds_number or labels):
        return problem, notes
    one_each = replace(script, kinds={**script.kinds, **labels})
    starred = _starred(one_each, found) or _starred(script, found)
    return starred or (_squared(script) if adds_number else None) or (problem, notes)


def _squared(script: Script) -> tuple[Problem, list[str]] | None:
    """The problem with powers of entries inside of a sum, where W and x would be numbers else."""
    if not any(map(_ADDED.search, script.formulas)):
        return None
    try:
        problem, notes = settled(_of_entries(script))
    except MatgradError:
        return None
    is_wide = any(not x.shape.is_vector for x in problem.symbols.values())
    return (problem, [NOTE, *notes]) if is_wide and not _adds_number(problem) else None


def _starred(script: Script, found: Understood) -> tuple[Problem, list[str]] | None:
    """The problem with products of entries for the stars inside of a sum or a mean."""
    for change in (dots_of_entries, _labelled):
        changed = _changed(script, lambda x, c=change: _whole(c(x)) if _STARRED.search(x) else x)
        if changed == script:
            continue
        try:
            problem, notes = _settled(changed, found)
        except MatgradError:
            continue
        if not _adds_number(problem) and not _is_too_small(problem, script):
            return problem, [STARS, *notes]
    return None


def _is_too_small(problem: Problem, script: Script) -> bool:
    """Is a letter of vectors a number beside matrices, of which nothing says so: A .* x?"""
    symbols = problem.symbols
    is_wide = any(not x.shape.is_vector for x in symbols.values())
    said = _said(script)
    return is_wide and any(x.is_scalar for name, x in symbols.items() if name in VECTORS - said)


def _numbered(
    problem: Problem, script: Script, found: Understood
) -> tuple[Problem, list[str]] | None:
    """The problem with a number for the letter beside a star: sum(exp(t * A * x))."""
    if not _of_a_number(problem):
        return None
    asked = {
        name for each, _ in (*found.reading.asked, *found.said.asked) for name in each.variables
    }
    beside = (each for latex in script.formulas for each in _BESIDE.finditer(latex))
    letters = dict.fromkeys(each[1] or each[2] for each in beside)
    for name in letters:
        if name in _said(script) or (name in LABELS and name not in asked):
            continue
        try:
            problem, notes = _settled(
                replace(script, kinds={**script.kinds, name: "scalar"}), found
            )
        except MatgradError:
            continue
        if not _of_a_number(problem):
            return problem, [AS_NUMBER.format(name), *notes]
    return None


def _said(script: Script) -> set[str]:
    """The names of which the text says anything."""
    return {*script.kinds, *script.facts, *(each.name for each in script.declared)}


def _whole(latex: str) -> str:
    """The formula with brackets around a matrix and a vector beside products of entries."""
    return _FACTOR.sub(r"(\g<0>)", latex)


def _labelled(latex: str) -> str:
    """The formula with products of entries beside labels alone: y * (X @ w)."""
    return _LABEL.sub(lambda m: rf"{m[1]}\odot " if m[1] else rf"\odot {m[2]}", latex)


def _adds_number(problem: Problem) -> bool:
    """Is something summed that is a number already?"""
    roots = (problem.function, *(each.value for each in problem.definitions))
    return any(x.op in (total, mean) and x.args[0].is_scalar for x in postorder(*roots))


def _of_a_number(problem: Problem) -> bool:
    """Is something summed, or its length taken, that is a number already?"""
    lengths = (total, mean, norm1, norm2)
    return any(x.op in lengths and x.args[0].is_scalar for x in postorder(problem.function))


def _adds_power(problem: Problem) -> bool:
    """Are the entries of the power of a matrix summed? Those of its entries are meant."""
    roots = (problem.function, *(each.value for each in problem.definitions))
    sums = [x for x in postorder(*roots) if x.op in (total, mean)]
    return any(x.op in (matrix_power_op, integer_power) for x in postorder(*sums))


def _labels(problem: Problem, script: Script) -> Iterator[str]:
    """Labels that are one number for all that is summed, of which nothing says so: mean(y * z)."""
    for name, x in problem.symbols.items():
        if name in LABELS - _said(script) and x.is_scalar:
            yield name


def _settled(script: Script, found: Understood) -> tuple[Problem, list[str]]:
    """The problem, with powers and quotients of entries where words say so and only they fit."""
    words = found.cut.words
    if (_POWERS.search(words) or _is_behind(found)) and (
        of_entries := _of_entries(script)
    ) != script:
        try:
            problem, notes = settled(of_entries)
        except ShapeError as error:
            if rooted := _rooted(of_entries):
                return rooted
            raise error from None
        return problem, [NOTE, *notes]
    try:
        problem, notes = settled(script)
        if _adds_power(problem):
            problem, notes = settled(_of_entries(script))
            notes = [NOTE, *notes]
        return problem, notes
    except ShapeError as error:
        if rooted := _rooted(script):
            return rooted
        added = any(map(_ADDED.search, script.formulas)) and NO_POWER in error.message
        if not added and not re.search(ENTRYWISE, words, re.I):
            raise (_question(error) if NO_POWER in error.message else error) from None
    problem, notes = settled(_of_entries(script, inverse=True))
    return problem, [NOTE, *notes]


def _rooted(script: Script) -> tuple[Problem, list[str]] | None:
    """The problem with the roots of entries that only fit if a small number is added to each."""
    roots = [found["of"] for latex in script.formulas for found in _ROOT.finditer(latex)]
    vectors = {name for name, kind in script.kinds.items() if kind == "vector"}
    vectors |= {each.name for each in script.declared if each.kind == "vector"}
    if not any(vectors & {*names_in(latex)} for latex in roots):
        return None
    changed = script if "epsilon" in vectors else _changed(script, with_offsets)
    try:
        problem, notes = settled(_changed(changed, with_quotients))
    except MatgradError:
        return None
    return problem, [*([OFFSET] if changed != script else []), NOTE, *notes]


def _is_behind(found: Understood) -> bool:
    """Does “elementwise” follow the function itself?"""
    segment = found.function.segment if found.function else -1
    mark = re.escape(mark_of(segment))
    return segment >= 0 and re.search(mark + _BEHIND, found.cut.marked, re.I) is not None


def _of_entries(script: Script, inverse: bool = False) -> Script:
    return _changed(script, lambda latex: entrywise(latex, inverse))


def _changed(script: Script, change: Callable[[str], str]) -> Script:
    """The script with all of its formulas changed."""
    definitions = tuple((name, change(value)) for name, value in script.definitions)
    return replace(script, function=change(script.function), definitions=definitions)


def _question(error: ShapeError) -> AmbiguousError:
    base = error.message.partition(" is ")[0]
    inside = base[1:-1] if base.startswith("(") and base.endswith(")") else base
    return AmbiguousError(
        f"a power of the vector {base}: of each entry, or of its length?", error.position,
        rf"say that it is elementwise, or write \|{inside}\|^2",
    )  # fmt: skip
