r"""A loss of which the text knows one derivative only: \partial L/\partial Y = G, where Y = XW.

All its other derivatives follow by the chain rule from those of Y. They are the derivatives of
tr(G^T Y), in which G stands still.
"""

from __future__ import annotations

from matgrad.app.ask.formulas.notation import GRADIENT, Derivative, Left, whole_name, with_bases
from matgrad.app.ask.formulas.reading import Defined
from matgrad.app.ask.problem.choosing import OBJECTIVES, reached
from matgrad.app.ask.problem.function import script_of
from matgrad.app.ask.problem.shapes import settled
from matgrad.app.ask.problem.understood import Understood
from matgrad.errors import MatgradError
from matgrad.render.glyphs import plain_name

_LOSSES = OBJECTIVES | {"E", "l", "Lcal"}


def known_upstream(found: Understood, name: str) -> Defined | None:
    """The function that stands for a loss without a formula, if one derivative of it is given."""
    for latex, each, value in _given(found):
        above, below = whole_name(each.function), each.variables
        is_about = each.kind == GRADIENT and above == name and len(below) == 1
        given = _definition(found, below[0]) if is_about and whole_name(value) else None
        if given is not None:
            part = found.reading.spelled.get(below[0], below[0])
            _take_out(found, each, whole_name(value) or "")
            _size_alike(found, given, whole_name(value) or "")
            loss, G = plain_name(name), plain_name(whole_name(value) or "")
            words = f"of {loss} only ∂{loss}/∂{plain_name(below[0])} = {G} is known"
            is_number = found.said.kinds.get(whole_name(value) or "") == "scalar"
            product = f"{G}ᵀ{plain_name(below[0])}"
            shown = product.replace("ᵀ", " ") if is_number else f"tr({product})"
            found.notes.append(f"{words}: {loss} is read as {shown}, {G} fixed")
            trace = rf"\operatorname{{tr}}({value}^T {part})"
            written = rf"{value} \cdot {part}" if is_number else trace
            chosen = Defined(Left(name), latex, (written,), -1)
            found.reading.defined.append(chosen)
            found.meaning.defined[name] = chosen
            found.meaning.functions.pop(name, None)  # a scalar function of y, not of its entries
            return chosen
    return None


def spoken_loss(found: Understood) -> str | None:
    """The L of “the gradient of L” if the text has no formula for it, but names a derivative."""
    given = {whole_name(each.function) for _, each, _ in _given(found)}
    return next((name for name in _spoken(found) if name in given), None)


def unwritten_loss(found: Understood) -> str | None:
    """The L of “the gradient of L” where only another quantity has a formula: Y = XW."""
    chosen = found.function
    if chosen is None or chosen.segment < 0 or chosen.left.arguments:
        return None
    named = {name for n in _segments(found) for name in found.reading.names.get(n, ())}
    inside = {*reached(found, chosen), chosen.left.name}
    is_asked = chosen.left.name in _LOSSES | named
    others = (name for name in _spoken(found) if name in _LOSSES - inside)
    return None if is_asked else next(others, None)


def _segments(found: Understood) -> tuple[int, ...]:
    return (*found.said.of, *found.said.mentioned)


def _spoken(found: Understood) -> list[str]:
    """The names of which words want a derivative, and that have no definition."""
    known = {*with_bases(each.left.name for each in found.reading.defined)}
    names = [found.reading.names.get(n, []) for n in _segments(found)]
    return [some[0] for some in names if len(some) == 1 and not known & {*with_bases(some)}]


def _definition(found: Understood, name: str) -> Defined | None:
    """The definition of a name, or that of its entries: y_i = … for y."""
    known = found.meaning.defined
    entries = (known.get(f"{name}_{index}") for index in "ijk")
    return known.get(name) or next(filter(None, entries), None)


def _size_alike(found: Understood, part: Defined, name: str) -> None:
    """The derivative by a matrix is a matrix, that by a number one, whatever its letter is."""
    if name in found.said.kinds or name in {each.name for each in found.reading.declared}:
        return
    try:
        problem, _ = settled(script_of(found, part, scalar=False))
    except MatgradError:
        return  # said of the function, which uses this part
    shape = problem.function.shape
    if shape.is_scalar or not shape.is_column:
        found.said.kinds[name] = "scalar" if shape.is_scalar else "matrix"


def _take_out(found: Understood, given: Derivative, name: str) -> None:
    """What the text gives as known is neither a claim nor the definition of a name."""
    reading = found.reading
    reading.claimed = [c for c in reading.claimed if c.derivative is not given]
    reading.defined = [d for d in reading.defined if d.left.name != name]
    reading.aliases.pop(name, None)
    found.meaning.defined.pop(name, None)


def _given(found: Understood) -> list[tuple[str, Derivative, str]]:
    """The derivatives that the text calls by a name: ∂L/∂Y = G, or G = ∂L/∂Y."""
    reading = found.reading
    told = [
        (claim.derivative.function, claim.derivative, claim.values[0])
        for claim in reading.claimed
        if len(claim.values) == 1 and whole_name(claim.values[0]) not in reading.functions
    ]
    named = [
        (each.derivative.function, each.derivative, reading.spelled.get(name, name))
        for name, each in reading.aliases.items()
        if each.is_plain
    ]
    return [*told, *named]
