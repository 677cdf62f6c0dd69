r"""Two forms of one Greek letter, \phi and \varphi: two names, or one that is written carelessly.

They are two names where one formula has both, or where the text defines things by both; the second
is then called varphi wherever it stands. Otherwise, as in \nabla_\phi of a function of \varphi,
they are one letter. Noise is written \varepsilon and \epsilon so often that definitions do not
count.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from matgrad.app.ask.spelling.patterns import D
from matgrad.app.ask.text.segments import Cut
from matgrad.render.glyphs import GREEK

_SIGNS = {"epsilon": "ϵ", "theta": "ϑ", "phi": "ϕ", "rho": "ϱ", "sigma": "ς"}
_CARELESS = "epsilon"
_DERIVATIVE = re.compile(rf"\\nabla|\\partial|\\frac\s*\{{\s*{D}|^\s*d|'|\\dot")


def with_variants(cut: Cut) -> Cut:
    """The text with one name for each letter that has two forms, or with two if it is two."""
    for stem, sign in _SIGNS.items():
        plain = re.compile(rf"\\{stem}(?![A-Za-z])|{GREEK[stem]}")
        other = re.compile(rf"\\var{stem}(?![A-Za-z])|{sign}")
        if not all(any(map(form.search, cut.formulas)) for form in (plain, other)):
            continue
        if _are_two(cut, plain, other, stem):
            note = f"{GREEK[stem]} and its other form, called var{stem}, are two names"
            cut = cut.rewritten(_renaming(other, rf"\mathrm{{var{stem}}}"), note)
        else:
            cut = cut.rewritten(_renaming(other, rf"\{stem} "))
    return cut


def _are_two(cut: Cut, plain: re.Pattern[str], other: re.Pattern[str], stem: str) -> bool:
    """Are the two forms of a letter two names?"""
    if any(plain.search(latex) and other.search(latex) for latex in cut.formulas):
        return True
    sides = (latex.partition("=") for latex in cut.formulas)
    defining = [right for left, _, right in sides if not _DERIVATIVE.search(left)]
    return stem != _CARELESS and all(any(map(form.search, defining)) for form in (plain, other))


def _renaming(form: re.Pattern[str], name: str) -> Callable[[str], str]:
    return lambda latex: form.sub(lambda _: name, latex)
