r"""The reading of X^\top R\odot Z, said where it fits only with the sign before the products."""

from __future__ import annotations

from dataclasses import replace

from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.problem.readings import Way
from matgrad.render import plain

SIGN_FIRST = "read as {}; with the products first the shapes do not fit"
PRODUCTS_FIRST = Way(binding=1)
_UNFIT = ("cannot multiply", "cannot divide", "needs equal shapes")


def saying_how(found: Verdict, with_products_first: Verdict | None) -> Verdict:
    """A right claim with the way it was read, if its author may have read it in one that fails."""
    other = with_products_first
    if other is None or found.claim is None or other.claim is not None:
        return found
    if not any(words in other.words for words in _UNFIT):  # or there is no other way to read it
        return found
    read = SIGN_FIRST.format(plain(found.claim))
    return replace(found, words="; ".join(filter(None, (read, found.words))))
