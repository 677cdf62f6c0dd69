"""Which formula of a text is the function whose derivative is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.notation import (
    Derivative,
    Left,
    left_side,
    names_in,
    whole_name,
    with_bases,
    with_log_alone,
)
from matgrad.app.ask.formulas.reading import Defined, Reading
from matgrad.app.ask.problem.calls import depends_on
from matgrad.app.ask.problem.understood import Understood

NAMES = "fFhGk"  # of functions that have none in the text
_CALLED = re.compile(r"\b(?:loss|cost|objective|error)(?:\s+function)?(?:\s+is)?\W*$", re.I)
_SIZED = re.compile(r"\\(?:left|right)(?=[()\[\]|]|\\[|])")
_UPRIGHT = re.compile(r"\\(?:mathrm|text)(?=\{[A-Za-z]{2,}\})")  # \mathrm{tr}
_MEMBER = re.compile(r"[a-z]_[a-z]")


def is_about(found: Understood, segment: int) -> bool:
    """Is a formula of the text, or what it names, the function?"""
    other = by_segment(found, segment, found.variables) if segment >= 0 else None
    chosen = found.function
    if other is None or chosen is None:
        return True
    return is_same(chosen, other)


def is_same(chosen: Defined, other: Defined) -> bool:
    """Are two definitions of one function? f(x) = x^TAy and g(y) = x^TAy are not."""
    if other.segment >= 0 and other.left.name == chosen.left.name:
        return True
    of = [{*(each.left.arguments or ())} for each in (chosen, other) if each.segment >= 0]
    is_of_others = len(of) == 2 and all(of) and of[0] != of[1]
    return squeezed(other.values[0]) == squeezed(chosen.values[0]) and not is_of_others


_LAGRANGIAN = re.compile(r"\bLagrangian\b|\bLagrange function\b", re.I)
LAGRANGIANS = frozenset({"L", "Lcal", "Lambda"})
OBJECTIVES = frozenset("L J loss cost obj objective".split())


def squeezed(latex: str) -> str:
    """A formula without spaces, sizes of its brackets and kinds of upright names, to compare it."""
    return _UPRIGHT.sub(r"\\operatorname", _SIZED.sub("", latex.replace(" ", "")))


def choose_function(found: Understood, asked: Sequence[Derivative]) -> Defined | None:
    """The definition of the function of which the text says that its derivative is asked for."""
    wanted = [name for each in asked for name in each.variables]
    for each in asked:
        chosen = by_text(found, each.function, wanted) if each.function else None
        if chosen is not None:
            return chosen
    aims = [n for n in found.said.objectives if n not in found.said.claims]
    aims = [n for n in aims if _may_be_by(found, n, wanted)]
    wider = [n for n in found.said.mentioned if _is_wider(found, n, aims)]
    for segment in (*found.said.of, *wider, *aims, *found.said.mentioned):
        chosen = by_segment(found, segment, wanted)
        if chosen is not None:
            if segment in aims and (wider := _lagrangian(found, chosen)):
                return wider
            is_other = segment in aims and not {*wanted} <= reached(found, chosen)
            return (_objective(found, wanted) if is_other else None) or chosen  # by multipliers
    for claim in found.reading.claimed:  # is \nabla_x(…) = …, and is \nabla_c of the same …?
        latex = claim.derivative.function
        recalled = is_recalled(found.reading, found.said, claim.derivative)
        if latex and left_side(latex) is None and not recalled:
            return by_text(found, latex, wanted)
    return _objective(found, wanted)


def is_recalled(reading: Reading, said: Said, each: Derivative) -> bool:
    r"""Is a derivative only recalled, \nabla\|x\| = x/\|x\|, beside an f(x) that is asked about?"""
    if not each.function or left_side(each.function) is not None:
        return False
    known = [c for c in reading.claimed if c.derivative is each and c.segment in said.known]
    asked = [reading.bare.get(n, "") for _, n in said.asked]
    if known and any(x and squeezed(x) != squeezed(each.function) for x in asked):
        return True
    own, inside = functions_in(reading), {*names_in(each.function)}
    is_other = any(d.left.arguments or d.segment in said.of for d in own) and not any(
        d.left.name in inside or squeezed(each.function) in map(squeezed, d.values) for d in own
    )
    claimed = [c.derivative.function for c in reading.claimed if c.derivative.function]
    return is_other and bool(said.asked or said.told or any(map(left_side, claimed)))


def _may_be_by(found: Understood, segment: int, wanted: Sequence[str]) -> bool:
    """Has an objective the variables that are asked for, or no other one has them: L does?

    A model, y = Xβ + ε beside the objective ε^Tε, is none.
    """
    chosen = by_segment(found, segment, wanted)
    names = {*wanted}
    if chosen is None or names <= reached(found, chosen):
        return True
    others = found.meaning.defined.values()
    others = [d for d in others if d.left.arguments or d.left.name in OBJECTIVES]
    return not any(names <= reached(found, d) for d in others)


def _is_wider(found: Understood, segment: int, aims: Sequence[int]) -> bool:
    """Is what is differentiated an objective with multipliers: b^Tx - \\lambda(x^Tx - 1)?"""
    formulas = found.reading.bare
    own = {*names_in(formulas.get(segment, ""))}
    return any(own > {*names_in(formulas[n])} for n in aims if n in formulas and n != segment)


def _lagrangian(found: Understood, objective: Defined) -> Defined | None:
    """The Lagrangian that the text writes out for what it minimises."""
    if not _LAGRANGIAN.search(found.cut.words):
        return None
    own = {*names_in(objective.values[0])}
    defined = [d for d in found.meaning.defined.values() if d.left.name in LAGRANGIANS]
    return next((d for d in defined if own < {*names_in(d.values[0])}), None)


def _objective(found: Understood, wanted: Sequence[str]) -> Defined | None:
    """The one function that is called a loss by its letter, and that no other definition uses."""
    defined = list(found.meaning.defined.values())
    used = {name for d in defined for value in d.values for name in with_bases(names_in(value))}
    others = [d for d in defined if d.left.arguments and d.left.name not in OBJECTIVES]
    losses = [d for d in defined if d.left.name in OBJECTIVES and d.left.name not in used]
    losses = [d for d in losses if d.segment not in found.said.instead.values()]
    if len(losses) != 1 or any(d.left.name not in reached(found, losses[0]) for d in others):
        return None
    segments, at = found.cut.segments, losses[0].segment
    is_called = at > 0 and _CALLED.search(segments[at - 1].text) is not None
    return losses[0] if is_called or {*wanted} <= reached(found, losses[0]) else None


def by_text(found: Understood, latex: str, wanted: Sequence[str]) -> Defined | None:
    """The function that stands in a derivative: f, f(x), or a formula."""
    named = with_log_alone(latex)
    latex = named if whole_name(named) in {d.left.name for d in found.reading.defined} else latex
    left = left_side(latex)
    if left is None:
        ways = {squeezed(latex), squeezed(rf"\mathrm{{{latex}}}")}  # dCE/dy, with CE = …
        same = [d for d in found.reading.defined if {squeezed(d.latex), d.left.name} & ways]
        return best(found, same, wanted) if same else unnamed(found, latex)
    names = with_bases([left.name])  # p, if p_i is differentiated
    named = [d for name in names for d in found.reading.defined if d.left.name == name]
    named = named or [d for d in found.reading.defined if left.name in with_bases([d.left.name])]
    if named and _is_composed(found, left, named[0], wanted):
        return unnamed(found, latex)
    return best(found, named, wanted) if named else None


def _is_composed(found: Understood, left: Left, function: Defined, wanted: Sequence[str]) -> bool:
    """Is a function called with something else, in which alone the variable stands: f(X + tH)?"""
    given = [x for x in left.arguments or () if whole_name(x) is None]
    inside = {name for x in given for name in names_in(x)}
    return bool(wanted) and {*wanted} <= inside and not {*wanted} & reached(found, function)


def unnamed(found: Understood, *latex: str) -> Defined:
    """A formula, perhaps written in several ways, as a definition of f, or of another letter.

    What it is a function of is taken from the functions of the text that it uses.
    """
    direct = names_in(latex[0])
    used = {*direct}.union(*(depends_on(name, found.meaning) for name in direct))
    used |= {name[0].upper() for name in used if _MEMBER.fullmatch(name)}  # F for all f_i
    own = {squeezed(each) for each in latex}
    others = [d for d in found.reading.defined if not own & {*map(squeezed, d.values)}]
    used |= {d.left.name for d in others}
    name = next((name for name in NAMES if name not in used), NAMES[0])
    known = found.meaning.defined
    given = [known[each].left.variables for each in direct if each in known]
    arguments = tuple(dict.fromkeys(x for each in given for x in each))
    return Defined(Left(name, arguments or None), name, latex, -1)


def call_by_name(found: Understood) -> None:
    """Let claims call a function that has no name in the text by the one it has here: f(x)."""
    function = found.function
    taken = {*found.meaning.functions, *(each.name for each in found.reading.declared)}
    if function is not None and function.segment < 0 and function.left.name not in taken:
        found.meaning.defined.setdefault(function.left.name, function)


def by_segment(found: Understood, segment: int, wanted: Sequence[str]) -> Defined | None:
    """The function that a formula of the text is."""
    if segment in found.reading.products:
        return None
    if segment in found.reading.bare:
        latex = found.reading.bare[segment]
        return _called(found, latex, wanted) or unnamed(found, *_equal_to(found, latex))
    if segment in found.reading.equal:
        pieces = found.reading.equal[segment]  # \cos\theta = u^Tv is a function of u
        return unnamed(
            found, *sorted(pieces, key=lambda piece: not {*wanted} <= {*names_in(piece)})
        )
    names, known = found.reading.names.get(segment, []), functions_in(found.reading)
    here = [d for d in known if d.segment == segment]
    here += [d for d in known if d.left.name in names]
    return best(found, here, wanted) if here else None


def _called(found: Understood, latex: str, wanted: Sequence[str]) -> Defined | None:
    """The function f(x) = … of the text that a formula without a name is, as in a title."""
    known = [d for d in functions_in(found.reading) if d.left.arguments]
    same = [d for d in known if squeezed(latex) in map(squeezed, d.values[:1])]
    return best(found, same, wanted) if same else None


def functions_in(reading: Reading) -> list[Defined]:
    r"""The definitions of the text, without such as g = \nabla f."""
    return unless_named(reading, reading.defined)


def unless_named(reading: Reading, defined: Iterable[Defined]) -> list[Defined]:
    """The definitions without names that the text gives to derivatives."""
    return [each for each in defined if each.left.name not in reading.aliases]


def _equal_to(found: Understood, latex: str) -> Sequence[str]:
    r"""What the text says that a formula is, as of \sigma^2 = …, or the formula itself."""
    equations = (x for x in found.reading.equal.values() if squeezed(x[0]) == squeezed(latex))
    own = {*names_in(latex)} - {"I"}  # \\det(I + uv^T) = 1 + v^Tu gives it no other name
    return next((vs for _, *vs in equations if vs and {*names_in(vs[0])} - {"I"} != own), (latex,))


def best(found: Understood, some: Sequence[Defined], wanted: Sequence[str]) -> Defined:
    """The first definition in which all wanted variables occur."""
    return next((d for d in some if set(wanted) <= reached(found, d)), some[0])


def reached(found: Understood, definition: Defined) -> set[str]:
    """All names that a definition depends on."""
    names = set(with_bases(names_in(definition.values[0])))
    for name in list(names):
        names |= depends_on(name, found.meaning)
    return names
