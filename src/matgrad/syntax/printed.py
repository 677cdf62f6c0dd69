"""Names as answers print them: W1 and W_1 look alike, lam is λ, yhat has a hat."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from matgrad.errors import AmbiguousError
from matgrad.syntax.tokens import GREEK

SHORT = {"lam": "lambda", "eps": "epsilon"}
_SUFFIXES = ("hat", "bar", "tilde", "check", "breve")
_SPLIT = re.compile(r"([^\W\d_]+)(?:_?(\d+)|_(\w+))?")
Form = tuple[str, str, str, str]


@lru_cache(1 << 12)
def form_of(name: str) -> Form:
    """The letter, the accent and what stands below and above, which is all that a print shows.

    >>> form_of("W_1") == form_of("W1"), form_of("lam")[0], form_of("W__1")
    (True, 'lambda', ('W', '', '', '1'))
    """
    below, _, above = name.partition("__")  # W__1 prints as W^{(1)}
    found = _SPLIT.fullmatch(below)
    if found is None:
        return name, "", "", ""
    stem, accent = found[1], ""
    for suffix in _SUFFIXES:
        base = stem.removesuffix(suffix)
        if base != stem and (len(base) == 1 or SHORT.get(base, base) in GREEK.values()):
            stem, accent = base, suffix
            break
    return SHORT.get(stem, stem), accent, found[2] or found[3] or "", above


def check_apart(names: Iterable[str]) -> None:
    """Refuse names that nobody can tell apart when they are printed, as x1 and x_1."""
    seen: dict[Form, str] = {}
    for name in names:
        other = seen.setdefault(form_of(name), name)
        if other != name:
            raise AmbiguousError(
                f"{other} and {name} are two names that are printed alike",
                hint="give one of them another name",
            )
