"""Products of derivatives that a text gives as one derivative: the chain rule, link by link."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.app.ask.claims.chain_links import Link, chain_fault, links_in
from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.claims.subjects import Subjects
from matgrad.app.ask.formulas.notation import JACOBIAN
from matgrad.errors import MatgradError
from matgrad.ops import eye_op
from matgrad.render.glyphs import latex_name, plain_name
from matgrad.rules.simplify import simplify
from matgrad.verify.lines import WRONG

Chain = list[Link] | None  # of one formula


def chains_in(values: Sequence[str]) -> list[Chain]:
    """The links of each formula that is a product of derivatives; one alone is a formula."""
    chains = (links_in(value) for value in values)
    return [links if links and len(links) > 1 else None for links in chains]


def check_chains(
    subjects: Subjects, label: str, chains: Sequence[Chain], variable: str, name: str
) -> Verdict:
    """A product of derivatives is right if its links are those of the definitions."""
    words = "the chain rule along the definitions"
    for line, links in enumerate(chains, 1):
        if links is None:
            continue
        way, end = links, links[-1][1]
        if end != variable and _is_identity(subjects, end, variable):
            words = f"∂{plain_name(end)}/∂{plain_name(variable)} is the identity"
            way = [*links, (end, variable)]
        if fault := chain_fault(way, name, variable, subjects.found):
            return Verdict(label, WRONG, fault, line=line if len(chains) > 1 else None)
    return Verdict(label, "right", words)


def _is_identity(subjects: Subjects, name: str, variable: str) -> bool:
    """Is the derivative of something that the text defines the identity, as that of Wx + b by b?"""
    if name not in subjects.found.meaning.defined:
        return False
    try:
        subject = subjects.named(latex_name(name), variable)
        value = simplify(subject.derivative(subject.kind(JACOBIAN), variable))
    except MatgradError:
        return False
    return value.op is eye_op or str(value) == "1"
