r"""What a text says of arguments and values: f: \mathbb{R}^n \to \mathbb{R}, y is a scalar."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from matgrad.app.ask.facts.sizes import dimension_in
from matgrad.app.ask.formulas.notation import names_in, whole_name
from matgrad.app.ask.formulas.reading import Declared, Defined
from matgrad.app.ask.formulas.relations import in_set
from matgrad.app.ask.problem.function import declarations, script_of
from matgrad.app.ask.problem.script import Script
from matgrad.app.ask.problem.shapes import settled, shown
from matgrad.app.ask.problem.understood import Understood
from matgrad.core.facts import VECTOR_ONLY
from matgrad.core.shape import Shape
from matgrad.core.steps import Problem
from matgrad.errors import MatgradError
from matgrad.render.glyphs import latex_name, plain_name

_PARTS = re.compile(r"^.+?(?:\\colon|:)(?P<domain>.+?)\\(?:to|rightarrow)\b(?P<values>.+)$")
_TIMES = re.compile(r"\\times\s*(?=\\mathbb|\\R\b)")
_REALS = re.compile(r"(?:\\mathbb\s*\{?\s*R\s*\}?|\\R\b|\\Reals)(?:\s*\^\s*(?:\w|\{[^{}]*\}))?")
_LESS = re.compile(r"\\(?:setminus|backslash).*")
_TURNED = r"\s*\^\s*\{?\s*(?:T|\\top|\\intercal)"
SIZES = "nNdDmp"  # letters for how long a vector is
SCALAR, VECTOR, MATRIX = "a number", "a vector", "a matrix"


def declare_domain(found: Understood) -> None:
    """Take the arguments of the function to be in its domain, or say that they do not fit."""
    chosen = found.function
    assert chosen is not None
    _say_of_rows(found)
    _declare_dimension(found, chosen)
    domain, values = signature_of(found, chosen)
    known = {each.name for each in declarations(found)}
    more = [each for each in domain if each.name not in known]
    if not more and not values:
        return
    script = script_of(found, chosen, found.is_scalar, found.kept)
    plain, full = attempt(script), attempt(script, more)
    wanted = values or (kind_of(plain.function.shape) if plain else "")
    if fits(full, wanted) or not fits(plain, wanted) or is_less(plain, more):
        found.reading.declared += more
    elif plain is not None:
        found.notes += [_unfit(each, plain) for each in more]
    if values and full and not fits(full, wanted) and not fits(plain, wanted):
        words = f"{plain_name(chosen.left.name)} is said to be {wanted}, which does not fit"
        found.notes.append(f"{words}; it is {kind_of(full.function.shape)}")


def _declare_dimension(found: Understood, chosen: Defined) -> None:
    """Take the argument to have as many entries as words say: in two dimensions."""
    given = _sizes_given(found, chosen)
    sizes = {dimension_in(found.cut.words), *given} - {""}
    size = sizes.pop() if len(sizes) == 1 else ""
    known = {each.name for each in declarations(found)}
    problem = attempt(script_of(found, chosen, found.is_scalar, found.kept)) if size else None
    columns = {n: x for n, x in problem.symbols.items() if not x.is_scalar} if problem else {}
    lengths = {x.shape.rows for x in columns.values() if x.shape.is_column}
    is_one = len(lengths) == 1 and all(x.shape.is_column for x in columns.values())
    if not is_one or known & columns.keys():
        return
    name = next((n for n in map(whole_name, chosen.left.variables) if n in columns), None)
    name = name or next(iter(columns))
    latex = found.reading.spelled.get(name, latex_name(name))
    found.reading.declared.append(Declared(name, latex, rf"\mathbb{{R}}^{{{size}}}", -1))
    found.reading.defined = [d for d in found.reading.defined if d not in given.values()]
    found.notes.append(
        f"{plain_name(name)} has {size} entries, as the text speaks of {size} dimensions"
    )


def _sizes_given(found: Understood, chosen: Defined) -> dict[str, Defined]:
    """The numbers that a text gives to letters for sizes that stand in no formula: for n = 2."""
    claimed = [value for each in found.reading.claimed for value in each.values]
    used = {name for latex in (*chosen.values, *claimed) for name in names_in(latex)}
    given = [d for d in found.reading.defined if d.left.name in SIZES and d.values[0].isdigit()]
    return {d.values[0]: d for d in given if not d.left.arguments and d.left.name not in used}


def _say_of_rows(found: Understood) -> None:
    """What only vectors are, as one-hot, is said of the rows of a matrix, or is not used."""
    declared = [each.name for each in declarations(found) if each.kind == "matrix"]
    for each in (*declared, *_matrices_by_shape(found)):
        facts = found.said.facts.get(each, set[str]())
        unfit = facts & VECTOR_ONLY
        if not unfit:
            continue
        facts -= unfit
        name, word = plain_name(each), "one-hot" if "onehot" in unfit else min(unfit)
        if unfit == {"unit"} or re.search(r"\bcolumns?\b", found.cut.words, re.I):
            found.notes.append(f"{name} is a matrix: that it is {word} is not used")
        else:
            facts.add("simplex_rows")
            found.notes.append(f"each row of {name} is {word}")


def _matrices_by_shape(found: Understood) -> list[str]:
    """The capitals that only fit as matrices, though what is said of them is said of vectors."""
    chosen, facts = found.function, found.said.facts
    assert chosen is not None
    said = {name for name, known in facts.items() if name[0].isupper() and known & VECTOR_ONLY}
    said -= {name for name, kind in found.said.kinds.items() if kind == "vector"}
    if not said:
        return []
    script = script_of(found, chosen, found.is_scalar, found.kept)
    free = {n: known - VECTOR_ONLY if n in said else known for n, known in facts.items()}
    without = attempt(replace(script, facts=free)) if attempt(script) is None else None
    shapes = {name: x.shape for name, x in without.symbols.items()} if without else {}
    return [name for name in said & shapes.keys() if not shapes[name].is_vector]


def fits(problem: Problem | None, wanted: str) -> bool:
    """Was the function read, and is it of this kind?"""
    return problem is not None and kind_of(problem.function.shape) == wanted


def is_less(problem: Problem | None, declared: Sequence[Declared]) -> bool:
    """Is something a number here that is declared as a vector or a matrix?"""
    known = problem.symbols if problem else {}
    return any(
        each.name in known and known[each.name].is_scalar and each.kind != "scalar"
        for each in declared
    )


def signature_of(found: Understood, chosen: Defined) -> tuple[list[Declared], str]:
    """The arguments with the sets that they are in, and of what kind the values are."""
    latex = found.reading.signatures.get(chosen.left.name, "")
    parts = _PARTS.match(latex)
    if parts is None:
        return [], ""
    spaces = [_space(part) for part in _TIMES.split(_LESS.sub("", parts["domain"]))]
    arguments = chosen.left.arguments or ()
    names = [whole_name(argument) for argument in arguments]
    if len(spaces) != len(names):
        spaces, names, arguments = [], [], ()
    declared = [
        Declared(name, latex, space, -1)
        for name, latex, space in zip(names, arguments, spaces, strict=True)
        if name and space
    ]
    values = _space(parts["values"])
    kind = MATRIX if r"\times" in values else VECTOR if "^" in values else SCALAR
    return declared, kind if values else ""


def _space(latex: str) -> str:
    """A set of numbers, vectors or matrices, or nothing."""
    latex = latex.strip().strip(".,")
    known = in_set(latex)
    return known[0] if known else latex if _REALS.fullmatch(latex) else ""


def kind_of(shape: Shape) -> str:
    """A number, a vector or a matrix."""
    return SCALAR if shape.is_scalar else VECTOR if shape.is_vector else MATRIX


def attempt(script: Script, more: Sequence[Declared] = ()) -> Problem | None:
    """The problem that a script is, with further declarations; none where they do not fit."""
    try:
        return settled(replace(script, declared=(*script.declared, *more)))[0]
    except MatgradError:
        return None


def _unfit(each: Declared, problem: Problem) -> str:
    shape = problem.symbols[each.name].shape if each.name in problem.symbols else "nothing"
    words = f"{plain_name(each.name)} is declared as {shown(each.within)}, which does not fit"
    return f"{words}; what does is {shape}"


def _contradicted(found: Understood, problem: Problem) -> set[str]:
    """The names that the text calls numbers and declares otherwise, which a line says."""
    called = {name for name, kind in found.said.kinds.items() if kind == "scalar"}
    names: set[str] = set()
    for each in declarations(found):
        symbol = problem.symbols.get(each.name)
        if each.name in called - names and symbol is not None and not symbol.is_scalar:
            names.add(each.name)
            words = f"{plain_name(each.name)} is called a number and declared as"
            found.notes.append(f"{words} {shown(each.within)}: both cannot be, the second is taken")
    return names


def _say_what_is_turned(found: Understood, problem: Problem) -> None:
    """Name what the text says is a number and transposes nevertheless."""
    function = found.function
    told = {each.name for each in found.reading.declared if each.kind == "scalar"}
    told |= {name for name, kind in found.said.kinds.items() if kind == "scalar"}
    told -= _contradicted(found, problem)
    for name in sorted(told & problem.symbols.keys()) if function else ():
        turned = rf"(?<![A-Za-z\\]){re.escape(latex_name(name))}{_TURNED}"
        if function and re.search(turned, function.values[0]):
            shown_name = plain_name(name)
            found.notes.append(
                f"{shown_name} is a number, as the text says, though it writes {shown_name}ᵀ"
            )


def say_what_is_called(found: Understood) -> None:
    """Name what the text calls a number and what is none, or the other way round."""
    problem = found.problem
    if problem is None:
        return
    _say_what_is_turned(found, problem)
    values = {d.symbol.name: d.value for d in problem.definitions}
    for name, value in {problem.name: problem.function, **values}.items():
        called = found.said.kinds.get(name, "")
        if called and (called == "scalar") != value.is_scalar:
            words = f"{plain_name(name)} is called a {called}, which does not fit"
            found.notes.append(f"{words}; it is {kind_of(value.shape)}, {value.shape}")
