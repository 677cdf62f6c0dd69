"""Variables whose structure a text tells to forget: “treat Σ as unconstrained”.

The matrix is what it is, a covariance is symmetric; only the derivative is taken over all matrices.
"""

from __future__ import annotations

import re

from matgrad.app.ask.facts.given_up import variables_in
from matgrad.app.ask.formulas.reading import Reading, names_of
from matgrad.app.ask.text.marks import LIST

FORGOTTEN = frozenset(
    "symmetric skew diagonal lower_triangular upper_triangular toeplitz positive_definite".split()
)
_CASE = re.compile(  # if we ignore the symmetry; do not ignore it
    r"(?:\b(?:not|never|without|if|when|why|suppos\w+)|n['’]t)\s+(?:(?:I|we|you|one|they)\s+)?$",
    re.I,
)
_IS_STATED = re.compile(r"\bsymmetr|\bco-?variance|\bdefinite\b|\bSP?D\b", re.I)
_OWN = r"(?:assum|us|impos|exploit|enforc|requir|account(?:ing)? for|tak(?:e|ing) into account)"
_FORGETS = (
    rf"(?:\b(?:ignor|disregard|neglect|forget)(?:e|t?ing)?(?:\s+about)?"
    rf"|\b(?:not|without)\s+{_OWN}(?:ing)?|\b(?:do\s+not|don['’]t|we\s+do\s+not)\s+{_OWN}e?)"
)
_STRUCTURE = (
    r"(?:(?:the|any|its|their|all|that)\s+)*(?:symmetry|(?:symmetric(?:al)?\s+)?structure"
    r"|symmetry\s+constraints?|symmetric\s+constraints?|constraints?(?=\s+on\b))"
)
_TREATS = r"\b(?:treat|regard|consider|view|tak|handl)(?:ed|en|e|ing)?"
_GENERAL = (
    r"(?:(?:if\s+(?:it|they)\s+(?:is|are|was|were)|(?:just\s+)?an?|being)\s+)*(?:fully\s+|completely\s+)?"
    r"(?:(?:unconstrained|unstructured|unrestricted|general|generic|arbitrary|not\s+(?:necessarily\s+)?symmetric"
    r"|non-?\s?symmetric|unsymmetric|asymmetric|free)\b(?!\s+(?:parameter|function|scalar|vector)))"
    r"(?:,?\s+(?:[a-z-]+\s+)?(?:matri(?:x|ces)|variables?))?"
)
_PARTS = r"(?:all\s+)?(?:of\s+)?(?:the\s+)?(?:entries|elements|components)"
_APART = r"(?:independent|unrelated|unconstrained|free)(?:\s+(?:variables?|of\s+each\s+other))?"
_WAYS = tuple(
    re.compile(way, re.I)
    for way in (
        rf"{_FORGETS}\s+{_STRUCTURE}(?:\s+(?:of|on|in|for)\s+(?:the\s+)?(?:matri(?:x|ces)\s+)?"
        rf"(?P<of>{LIST}))?",
        rf"{_TREATS}\s+(?:the\s+matri(?:x|ces)\s+)?(?P<of>{LIST})\s+as\s+{_GENERAL}",
        rf"{_TREATS}\s+{_PARTS}\s+of\s+(?P<of>{LIST})\s+as\s+(?:if\s+they\s+were\s+)?{_APART}",
        rf"(?:\bwith\s+)?(?P<of>{LIST})\s+(?:is\s+|are\s+)?(?:treated|regarded|considered|viewed|taken)"
        rf"\s+as\s+{_GENERAL}",
    )
)


def without_structure(marked: str, reading: Reading) -> tuple[str, set[str]]:
    """The text without words that forget the structure of its variables, and these; "" for all."""
    variables = variables_in(marked, reading)
    unbound: set[str] = set()

    def forgotten(found: re.Match[str]) -> str:
        names = {*names_of(found["of"], reading)} if found["of"] else {""}
        if _CASE.search(found.string[: found.start()]):
            return found[0]
        if found["of"] and not names & variables:
            is_held = found.re is _WAYS[0] or not _IS_STATED.search(marked)
            return found[0] if is_held else f"where {found['of']} is not symmetric"
        unbound.update(names)
        return ""

    for way in _WAYS:
        marked = way.sub(forgotten, marked)
    return marked, unbound
