"""Names of a backward pass that nobody explains: dc_extra may be a derivative from above."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.programs.claimed import Claim
from matgrad.app.ask.programs.reading import Reader
from matgrad.programs.arrays.array import Array
from matgrad.programs.listings.derivatives import is_named_after
from matgrad.programs.listings.values import bare
from matgrad.render.glyphs import plain_name
from matgrad.verify.claim import UNDECIDED

WHAT_IS = "what {0} is, is not said; if it is a derivative from above, say by what"


def where_explained(m: Reader, found: Sequence[Verdict]) -> list[Verdict]:
    """Verdicts; what is made of a name like that of a derivative, which is given, is not wrong."""
    return [_explained(m, claim, each) for claim, each in zip(m.claims, found, strict=True)]


def _explained(m: Reader, claim: Claim, verdict: Verdict) -> Verdict:
    names = _unexplained(m, claim) if verdict.is_wrong else []
    if not names:
        return verdict
    words = WHAT_IS.format(plain_name(names[0]))
    return replace(verdict, status=UNDECIDED, words=words, report=None, true=None)


def _unexplained(m: Reader, claim: Claim) -> list[str]:
    """Inputs that a claim uses and the function does not, with names like those of derivatives."""
    assert m.function is not None
    inside = m.uses(m.function.expr)
    known = [*map(bare, m.latest)]
    free = {name: x for name, x in m.inputs.items() if name not in m.upstream
            and x.expr not in inside and is_named_after(bare(name), known)}  # fmt: skip
    if isinstance(claim.found, Array):
        used = m.uses(claim.found.expr)
        return [name for name, x in free.items() if x.expr in used]
    try:
        nodes = [*ast.walk(ast.parse(claim.written))]
    except SyntaxError:
        return []
    return [x.id for x in nodes if isinstance(x, ast.Name) and x.id in free]
