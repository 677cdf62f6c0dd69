"""Formulas that are made of derivatives and asked for: what is -f''(x)? I get ⟦1⟧."""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.claims.equations import check_equation
from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.claims.subjects import Subjects
from matgrad.app.ask.facts.said import Told
from matgrad.app.ask.formulas.notation import left_side
from matgrad.app.ask.formulas.reading import Defined
from matgrad.app.ask.problem.asked import questions_in
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.text.marks import M, mark_of

_WANTED = re.compile(
    r"\b(?:find|compute|calculate|determine|derive|give|evaluate|what\s+(?:is|are|would\s+be))\s+"
    rf"(?:(?:the|its|an?)\s+)?(?:[a-z-]+\s+){{0,3}}(?:{M}\s*,?\s*(?:and\s+)?(?:the\s+)?(?:[a-z-]+\s+){{0,3}}){{0,2}}$",
    re.I,
)


def asked_products(found: Understood) -> dict[int, str]:
    """The formulas of the text with derivatives inside that are no claims."""
    said = found.said
    taken = {*said.claims, *said.mentioned, *said.rejected}
    return {n: latex for n, latex in found.reading.products.items() if n not in taken}


def named_products(found: Understood) -> Iterator[Defined]:
    """The names of derivatives with a factor that alone are asked for: F = -∇U. Compute it."""
    asked = questions_in(found.reading, found.said)
    for each in found.reading.defined:
        dressed = found.reading.aliases.get(each.left.name)
        if dressed is None or dressed.is_plain or found.function is None:
            continue
        of = left_side(dressed.derivative.function)
        is_own = of is not None and of.name == found.function.left.name
        is_asked = any(dressed.derivative is x for x in asked) or _is_wanted(found, each.segment)
        if is_own and is_asked:
            yield each


def _is_wanted(found: Understood, segment: int) -> bool:
    """Do the words of a sentence before a formula ask for it: find the torque ⟦1⟧?"""
    marked = found.cut.marked
    return _WANTED.search(marked, 0, max(marked.find(mark_of(segment)), 0)) is not None


def of_product(subjects: Subjects, told: Told, latex: str) -> Verdict | None:
    """A formula that words give as the answer, against the last of these before it."""
    before = [n for n in asked_products(subjects.found) if n < told.segment]
    if told.kind or not before:
        return None
    product = subjects.found.reading.products[max(before)]
    verdict = check_equation(subjects.main, f"{product} = {latex}", (product, latex), told.segment)
    return verdict if verdict.is_right or verdict.is_wrong else None
