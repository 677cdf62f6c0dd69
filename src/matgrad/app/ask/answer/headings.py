"""Headings that tell of which function and by which variable, where there are several answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from matgrad.app.ask.answer.cases import ANSWERS
from matgrad.app.derivation import Derivation
from matgrad.render.document import Section
from matgrad.render.glyphs import plain_name

FIRST = "Gradient, derived first"


def headed(d: Derivation, sections: Iterable[Section]) -> Iterator[Section]:
    """The sections of a derivation, their answers under headings of their own."""
    f = plain_name(d.trace.origin.problem.name)
    before = d.trace.before
    names = [x.name for x in (*(before.wrt if before else ()), *d.trace.wrt)]
    by = " and ".join(map(plain_name, dict.fromkeys(names)))
    for each in sections:
        if each.title == FIRST and before is not None:
            first = plain_name(before.wrt[0].name)
            yield replace(each, title=f"Gradient of {f} by {first}, derived first")
        elif each.title in ANSWERS:
            yield replace(each, title=f"{each.title} of {f} by {by}")
        else:
            yield each
