"""What a question means: the function, the variables, what is asked, and what is not clear."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from matgrad.app.ask.calls import Meaning, applied, depends_on, identify
from matgrad.app.ask.notation import (
    DIFFERENTIAL,
    GRADIENT,
    JACOBIAN,
    Derivative,
    left_side,
    names_in,
    whole_name,
    with_bases,
)
from matgrad.app.ask.problems import Script, settled
from matgrad.app.ask.prose import listen
from matgrad.app.ask.reading import Declared, Defined, Reading, read
from matgrad.app.ask.said import Said
from matgrad.app.ask.segments import cut
from matgrad.app.ask.understood import Understood
from matgrad.app.ask.variables import choose_kind, choose_variables
from matgrad.core.facts import SQUARE_ONLY
from matgrad.errors import AmbiguousError, MatgradError
from matgrad.render.glyphs import plain_name

_BARS = re.compile(r"(?<!\\)(?<!\|)\|([^|]{1,40}?)(?<!\\)\|(?!\|)")


def understand(text: str) -> Understood:
    """Read a whole question."""
    segments = cut(text)
    reading = read(segments)
    said = listen(segments.marked, reading)
    found = Understood(segments, reading, said, meaning_of(reading, said))
    found.notes += (*segments.notes, *said.not_assumed)
    asked = questions_in(reading, said)
    unknown = undefined(found, asked)
    found.function = None if unknown else choose_function(found, asked)
    if found.function is None:
        which = f"What is {unknown}?" if unknown else "Which function?"
        found.questions.append(f"{which} Write it as an equation, such as {unknown or 'f(x)'} = …")
        return found
    read_function(found, scalar=not (asked and asked[0].kind == JACOBIAN))
    if found.problem is not None:
        choose_kind(found, asked)
        choose_variables(found, asked)
    return found


def meaning_of(reading: Reading, said: Said) -> Meaning:
    """What the names of functions mean, and the definitions by name."""
    functions: dict[str, str] = {}
    for name, (variable, value) in reading.mapped.items():
        functions[name] = identify(variable, value) or said.functions.get(name, "")
    for name, function in said.functions.items():
        functions.setdefault(name, function)
    defined: dict[str, Defined] = {}
    for each in reading.defined:
        name, arguments = each.left.name, each.left.arguments
        if name in functions:
            continue
        if arguments and len(arguments) == 1 and is_called(name, arguments[0], reading):
            known = identify(arguments[0], each.values[0])
            if known:
                functions[name] = known
                continue
        defined.setdefault(name, each)
    for name in list(functions):
        if not functions[name] and name in {d.left.name for d in reading.defined}:
            del functions[name]
    return Meaning(functions, defined)


def is_called(name: str, argument: str, reading: Reading) -> bool:
    """Does the text use this function with another argument than the one it is defined with?"""
    values = [value for d in reading.defined for value in d.values if d.left.name != name]
    return any(name in names_in(value) for value in [*values, *reading.bare.values()])


# ---------------------------------------------------------------- what is asked


def questions_in(reading: Reading, said: Said) -> list[Derivative]:
    """The derivatives that are asked for; those that are claimed, if no other is."""
    asked = [each for each, _ in reading.asked]
    asked += [each for each in in_words(said) if each.variables or each.kind != GRADIENT]
    if not asked:
        asked = [c.derivative for c in reading.claimed if c.derivative.kind != DIFFERENTIAL]
    return asked or [each for each, _ in said.asked]


def in_words(said: Said) -> list[Derivative]:
    """What words ask for; what they only mention of another formula may still name the variable."""
    here = [each for each, segment in said.asked if segment not in said.mentioned]
    other = [each for each, segment in said.asked if segment in said.mentioned]
    if not said.of or not here:
        return [each for each, _ in said.asked]
    is_open = not any(each.variables for each in here)
    return here + [replace(each, kind=here[0].kind) for each in other if is_open]


def is_about(found: Understood, segment: int) -> bool:
    """Is a formula of the text, or what it names, the function?"""
    other = by_segment(found, segment, ()) if segment >= 0 else None
    chosen = found.function
    if other is None or chosen is None:
        return True
    same = squeezed(other.values[0]) == squeezed(chosen.values[0])
    return same or (other.segment >= 0 and other.left.name == chosen.left.name)


def undefined(found: Understood, asked: Sequence[Derivative]) -> str | None:
    """The function that the text is about, if it has a name but no definition."""
    written = [each.function for each in asked if each.function]
    if not written and not found.said.of and not found.said.mentioned:
        claimed = [c.derivative for c in found.reading.claimed]
        written = [each.function for each in claimed if each.kind != DIFFERENTIAL]
    left = left_side(written[0]) if written and written[0] else None
    known = {d.left.name for d in found.reading.defined}
    return left.name if left and left.name not in known else None


def squeezed(latex: str) -> str:
    """A formula without spaces, to compare it."""
    return latex.replace(" ", "")


def choose_function(found: Understood, asked: Sequence[Derivative]) -> Defined | None:
    """The definition of the function whose derivative is asked for."""
    wanted = [name for each in asked for name in each.variables]
    for each in asked:
        chosen = by_text(found, each.function, wanted) if each.function else None
        if chosen is not None:
            return chosen
    for segment in (*found.said.of, *found.said.mentioned):
        chosen = by_segment(found, segment, wanted)
        if chosen is not None:
            return chosen
    return last_resort(found, wanted)


def by_text(found: Understood, latex: str, wanted: Sequence[str]) -> Defined | None:
    """The function that stands in a derivative: f, f(x), or a formula."""
    left = left_side(latex)
    if left is None:
        same = [d for d in found.reading.defined if squeezed(d.latex) == squeezed(latex)]
        return best(found, same, wanted) if same else unnamed(latex)
    named = [d for d in found.reading.defined if d.left.name == left.name]
    return best(found, named, wanted) if named else None


def unnamed(latex: str) -> Defined:
    """A formula as a definition of f."""
    left = left_side("f")
    assert left is not None
    return Defined(left, "f", (latex,), -1)


def by_segment(found: Understood, segment: int, wanted: Sequence[str]) -> Defined | None:
    """The function that a formula of the text is."""
    if segment in found.reading.bare:
        return unnamed(found.reading.bare[segment])
    here = [d for d in found.reading.defined if d.segment == segment]
    names = found.reading.names.get(segment, [])
    here += [d for d in found.reading.defined if d.left.name in names]
    return best(found, here, wanted) if here else None


def best(found: Understood, some: Sequence[Defined], wanted: Sequence[str]) -> Defined:
    """The first definition in which all wanted variables occur."""
    return next((d for d in some if set(wanted) <= reached(found, d)), some[0])


def reached(found: Understood, definition: Defined) -> set[str]:
    """All names that a definition depends on."""
    names = set(with_bases(names_in(definition.values[0])))
    for name in list(names):
        names |= depends_on(name, found.meaning)
    return names


def last_resort(found: Understood, wanted: Sequence[str]) -> Defined | None:
    """The definition that no other uses, or the only formula that stands alone."""
    defined = list(found.meaning.defined.values())
    used = {name for d in defined for name in with_bases(names_in(d.values[0]))}
    top = [d for d in defined if d.left.name not in used]
    fitting = [d for d in top if set(wanted) <= reached(found, d)]
    if fitting or top:
        return (fitting or top)[-1]
    alone = [
        latex
        for number, latex in found.reading.bare.items()
        if set(wanted) <= set(names_in(latex))
        and names_in(latex)
        and number not in found.said.claims
    ]
    return unnamed(alone[0]) if alone else None


# ---------------------------------------------------------------- the problem


def read_function(found: Understood, scalar: bool) -> None:
    """The function with its definitions, as a problem."""
    chosen = found.function
    assert chosen is not None
    script = script_of(found, chosen, scalar)
    try:
        found.problem, notes = settled(script)
        found.notes += notes
    except AmbiguousError as error:
        found.errors.append(error)
        hint = f" {error.hint[0].upper()}{error.hint[1:]}." if error.hint else ""
        found.questions.append(f"{error.message[0].upper()}{error.message[1:]}{hint}")
    except MatgradError as error:
        found.errors.append(error)


def script_of(found: Understood, chosen: Defined, scalar: bool) -> Script:
    """What is known about the function."""
    value = with_determinants(applied(chosen.values[0], found.meaning), found)
    parts = needed(found, value, chosen.left.name)
    return Script(
        value,
        chosen.latex.partition("(")[0].strip(),
        tuple((found.reading.spelled[d.left.name], v) for d, v in parts),
        declarations(found),
        found.said.kinds,
        found.said.facts,
        tuple(found.meaning.unspecified),
        scalar,
        signatures(found, [value, *(v for _, v in parts)]),
    )


def signatures(found: Understood, formulas: list[str]) -> dict[str, str]:
    r"""The functions f: \mathbb{R}^n \to \mathbb{R} that formulas call and nothing defines."""
    known = {*found.meaning.functions, *found.meaning.defined}
    used = {name for latex in formulas for name in names_in(latex)}
    return {
        name: latex
        for name, latex in found.reading.signatures.items()
        if name in used and name not in known
    }


def with_determinants(latex: str, found: Understood) -> str:
    """|X| is a determinant where X is said to be a matrix."""

    def instead(bars: re.Match[str]) -> str:
        name = whole_name(bars[1])
        facts = found.said.facts.get(name or "", set())
        is_matrix = found.said.kinds.get(name or "") == "matrix" or facts & SQUARE_ONLY
        if not is_matrix:
            return bars[0]
        note = f"|{plain_name(name or '')}| is read as the determinant"
        found.notes += [note] if note not in found.notes else []
        return rf"\det({bars[1]})"

    return _BARS.sub(instead, latex)


def declarations(found: Understood) -> tuple[Declared, ...]:
    """The declarations as formulas, and those in words: an m×n matrix A."""
    reading, said = found.reading, found.said
    worded = [
        Declared(name, reading.spelled.get(name, name), rf"\mathbb{{R}}^{{{sizes}}}", -1)
        for name, sizes in said.sizes.items()
    ]
    return (*reading.declared, *worded)


def needed(found: Understood, value: str, but: str) -> list[tuple[Defined, str]]:
    """The definitions that a formula uses, directly or not, with calls filled in."""
    asked = {
        name for each, _ in (*found.reading.asked, *found.said.asked) for name in each.variables
    }
    chosen: dict[str, tuple[Defined, str]] = {}
    waiting = with_bases(names_in(value))
    while waiting:
        name = waiting.pop(0)
        definition = found.meaning.defined.get(name)
        if definition is None or name in chosen or name == but or name in asked:
            continue
        meant = applied(definition.values[0], found.meaning)
        if name in names_in(meant):
            continue
        chosen[name] = definition, meant
        waiting += with_bases(names_in(meant))
    return list(chosen.values())
