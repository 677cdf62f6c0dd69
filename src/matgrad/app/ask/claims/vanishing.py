"""Equations … = 0 that a text claims: show that u_t + cu_x = 0, u satisfies u'' + u = 0."""

from __future__ import annotations

import re
from collections.abc import Sequence

from matgrad.app.ask.formulas.claimed import INNER, is_about_derivatives
from matgrad.app.ask.formulas.derivatives import derivative
from matgrad.app.ask.problem.names import functions_of
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.text.marks import M, mark_of, numbers
from matgrad.core.steps import Problem

_SHOWN = re.compile(r"\b(?:show|prove|verify|check|confirm|conclude|is\s+it\s+true)\b", re.I)
_OBEYS = re.compile(
    rf"({M})\s+(?:satisf(?:y|ies)|solves?|obeys?|fulfil\w*)\s+(?:the\s+(?:[a-z'-]+\s+){{1,4}})?$",
    re.I,
)
_SOUGHT = re.compile(  # words of a sentence in which it holds at some points only
    r"\b(?:find|set|setting|for\s+which|where|when|if|iff|such\s+that|values?|maxim\w*|minim\w*"
    r"|optim\w*|equilib\w*|stationary|critical|conditions?|at|roots?|satisf\w*|solv\w*)\b",
    re.I,
)
_ENDS = re.compile(r"[.?!]\s")


def claims_of_derivatives(found: Understood, problem: Problem) -> dict[int, tuple[str, ...]]:
    """The equations with derivatives in them that are no formula for one, by their places."""
    functions = functions_of(found, problem)
    return {
        n: pieces
        for n, pieces in found.reading.equal.items()
        if is_about_derivatives(pieces, functions)
        or (pieces[1:] == ("0",) and _is_claimed(found, n, pieces, functions))
    }


def _is_claimed(found: Understood, number: int, pieces: Sequence[str], functions: set[str]) -> bool:
    """Is it claimed that something made of derivatives, not one alone, is zero?"""
    first = pieces[0]
    is_made = INNER.search(first) is not None and derivative(first) is None
    before, _, after = found.cut.marked.partition(mark_of(number))
    sentence = _ENDS.split(before)[-1]
    behind = _ENDS.split(after)[0]
    obeys = _OBEYS.search(before)
    names = found.reading.names.get(next(numbers(obeys[1])), ()) if obeys else ()
    is_function = bool({*names} & functions)
    words = f"{'' if is_function else sentence} {behind}"
    is_claim = is_function or _SHOWN.search(sentence) is not None
    is_claim = is_claim and not _SOUGHT.search(words)
    return is_made and is_claim and is_about_derivatives((first, ""), functions)
