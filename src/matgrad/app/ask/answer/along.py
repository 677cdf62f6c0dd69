"""Derivatives along a direction that is given in numbers: in the direction (1, 1, 1)."""

from __future__ import annotations

from collections.abc import Iterator

from matgrad.app.ask.answer.making import Made
from matgrad.app.ask.asking.by_what import lists_along
from matgrad.app.ask.claims.along import UNIT, Slope, slopes_of
from matgrad.app.ask.claims.evaluated import readable, shown, valued
from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.formulas.quote import quoted
from matgrad.core.notation import Spelling
from matgrad.render.glyphs import latex_name, plain_name

TITLE = "Directional derivative"


def along_lists(subject: Subject) -> list[Made]:
    """The derivatives along the lists of numbers that the text calls directions."""
    found = subject.found
    slopes = [*slopes_of(subject)]
    found.made += [TITLE] if slopes else []
    given = {*lists_along(found.cut)} if slopes else set[str]()
    found.used |= given
    at = {n for n, each in enumerate(found.cut.segments) if each.text in given}
    found.used |= {each.equation for each in found.reading.defined if each.segment in at}
    return [made for slope in slopes for made in _made(subject, slope)]


def _made(subject: Subject, slope: Slope) -> Iterator[Made]:
    """The gradient times the direction as it is given, and times that of length one."""
    f, v = subject.problem.name, quoted(slope.written)
    left = Spelling(
        f"directional({f}, {v.text})", f"∇{plain_name(f)}·{v.plain}",
        rf"\nabla {latex_name(f)}\cdot {v.latex}",
    )  # fmt: skip
    over = Spelling(
        f"directional({f}, {v.text}/norm2({v.text}))", f"{left.plain}/‖{v.plain}‖",
        rf"{left.latex}/\|{v.latex}\|",
    )  # fmt: skip
    place = readable(subject.found, subject.problem)
    for title, spelled, value in (
        (TITLE, left, slope.value),
        (f"{TITLE}, {UNIT}", over, slope.unit),
    ):
        if value is None:
            continue
        yield Made(title, spelled, value, slope.needed)
        if place:
            yield Made(f"{title}, at {shown(place)}", spelled, valued(value, place), ())
