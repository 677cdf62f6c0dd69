r"""\nabla^2 f = … where a number is given: people write the Laplacian like the Hessian."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from matgrad.app.ask.claims.inner_derivatives import by_default
from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.claims.targets import LAPLACIAN, Target
from matgrad.app.ask.formulas.claimed import Claimed
from matgrad.app.ask.formulas.notation import HESSIAN
from matgrad.ops import zeros_of
from matgrad.verify.claim import check_claim

_NABLA = re.compile(r"\\nabla\s*\^\s*(?:2|\{\s*2\s*\})")
_WORD = re.compile(r"\blaplacian\b(?! matri)|\blaplace operator\b", re.I)
WORDS = "as the Laplacian"


def as_laplacian(
    subject: Subject, claim: Claimed, variables: Sequence[str], judged: Callable[[Target], Verdict]
) -> Verdict | None:
    """The verdict on a claim that is read as the Laplacian; none if it is not one."""
    is_written = claim.derivative.kind == HESSIAN and _NABLA.search(claim.latex) is not None
    names = tuple(x for x in variables if x in subject.problem.symbols)
    is_number = len(names) == 1 and subject.problem.symbols[names[0]].is_scalar
    if not is_written or not names or claim.derivative.variables or is_number:
        return None
    found = judged(Target(LAPLACIAN, names))
    is_scalar = found.claim is not None and found.claim.is_scalar
    is_named = _WORD.search(subject.found.cut.words) is not None
    if not is_scalar or not (found.is_right or is_named):
        return None
    return replace(found, words="; ".join(filter(None, (WORDS, found.words))))


def vanishing(subject: Subject, verdict: Verdict) -> Verdict:
    r"""The verdict on \nabla^2 u = 0, which says of a harmonic u that its Laplacian is zero."""
    names = tuple(x for x in by_default(subject) if x in subject.problem.symbols)
    symbols = subject.problem.symbols
    is_number = len(names) == 1 and symbols[names[0]].is_scalar
    if not verdict.is_wrong or not _NABLA.search(verdict.latex) or is_number or not names:
        return verdict
    true = Target(LAPLACIAN, names).true(subject)
    claim = zeros_of(true.shape)
    result = check_claim(subject.problem, symbols[names[0]], claim, true)
    found = replace(
        verdict, status=result.status, words=WORDS, report=result, claim=claim, true=true
    )
    is_named = _WORD.search(subject.found.cut.words) is not None
    return found if found.is_right or (found.is_wrong and is_named) else verdict
