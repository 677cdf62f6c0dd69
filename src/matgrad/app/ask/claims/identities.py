"""Claims about functions that are only named here but have identities: ψ(z + 1) = ψ(z) + 1/z."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.spelling.gammas import NAME
from matgrad.core.expr import Expr
from matgrad.verify.claim import UNDECIDED

_CALLS = re.compile(rf"{NAME}'*\((?:[^()]|\([^()]*\))*\)")
WORDS = "identities of the gamma function are not used"


def without_identities(verdicts: Iterable[Verdict]) -> Iterator[Verdict]:
    """The verdicts; one that such an identity might make right is not called wrong."""
    for each in verdicts:
        is_open = each.is_wrong and _calls(each.claim) != _calls(each.true)
        yield replace(each, status=UNDECIDED, words=WORDS, report=None) if is_open else each


def _calls(expr: Expr | None) -> set[str]:
    return set(_CALLS.findall(str(expr))) if expr is not None else set()
