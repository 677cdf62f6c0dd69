"""What words call the Riemannian or projected gradient: within the constraint that the text has."""

from __future__ import annotations

from matgrad.app.ask.claims.steps import NOT_READ, Verdict
from matgrad.app.ask.claims.subjects import Subjects
from matgrad.app.ask.facts.said import Told
from matgrad.app.ask.formulas.notation import GRADIENT
from matgrad.app.ask.problem.constraints import assuming, constraint_words
from matgrad.app.ask.problem.expressions import read_claimed
from matgrad.core.walk import substitute
from matgrad.derive.structure import within
from matgrad.errors import MatgradError
from matgrad.rules.simplify import simplify
from matgrad.verify.claim import UNDECIDED, check_claim
from matgrad.verify.found import RIGHT
from matgrad.verify.lines import WRONG

MADE = ("riemannian", "projected")
SPHERE = "unit"
METRIC = "it is not the one of the usual metric; of another metric it may be"
UNCLEAR = "it is not said within which constraint"


def of_tangent(subjects: Subjects, told: Told, latex: str, label: str) -> Verdict:
    """The verdict on a gradient within the constraint of the variable."""
    found = subjects.found
    name = told.by or found.variables[0]
    facts = [*dict.fromkeys((*found.said.constraints, *found.said.open_facts))]
    facts = [each for each in facts if each[0] == name and each[1] in (SPHERE, "orthogonal")]
    if not facts:
        return Verdict(label, NOT_READ, UNCLEAR)
    try:
        subject = subjects.at(told.of, name, told.segment)
        claim = read_claimed(latex, found, subject.names)
        held = assuming(subject.problem, facts)
        new = {x: held.symbols[n] for n, x in subject.problem.symbols.items()}
        x, claim = held.symbols[name], substitute(claim, new)
        true = substitute(subject.derivative(GRADIENT, name), new)
        tangent = simplify(within(true, x, "projected")[0])
        report = check_claim(held, x, claim, tangent)
    except MatgradError as error:
        return Verdict(label, NOT_READ, error.message)
    words = " and ".join(constraint_words(*each) for each in facts)
    if report.status == RIGHT:
        return Verdict(label, RIGHT, f"if {words}", report, claim=claim, true=tangent)
    if report.status == UNDECIDED or told.made.lower() != MADE[0] or facts[0][1] != SPHERE:
        return Verdict(label, UNDECIDED, METRIC)
    return Verdict(label, WRONG, f"if {words}", None, claim=claim, true=tangent)
