r"""Greek letters that prose spells as words: “with respect to theta”, beside \theta in formulas."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from matgrad.syntax.tokens import GREEK

VARIANTS = ("epsilon", "phi", "theta", "rho")
_FORMS = {f"var{name}" for name in VARIANTS}
GREEK_SIGNS = {name: sign for sign, name in reversed(GREEK.items())}
SIGNS = {name: sign for name, sign in GREEK_SIGNS.items() if name not in {"R", "pi", *_FORMS}}
_NAMES = "|".join(sorted((*SIGNS, *_FORMS), key=len, reverse=True))
_BARE = re.compile(
    rf"(?<![\w\\$])[{''.join(GREEK_SIGNS[name] for name in sorted(_FORMS))}](?![\w$])"
)
_COMMAND = re.compile(rf"\\({_NAMES})(?![A-Za-z])")
# Letters that stand beside signs of arithmetic or a transpose, as in theta^T A and x' Sigma x.
_TYPED = re.compile(
    rf"(?<![A-Za-z\\_])({_NAMES})(?=[\^'*(+_|]|\s+[+*=|-])|(?<=[*('+=|-])({_NAMES})(?![A-Za-z])"
    rf"|(?:(?<=[\w)]' )|(?<=\^T )|(?<=ᵀ )|(?<=[+*=] ))({_NAMES})(?=\s+[A-Za-z](?![A-Za-z]))"
    rf"|(?<=[\w)'] [-+*=] )({_NAMES})(?![A-Za-z])"  # u - mu
)
_OTHER = (  # what is called after a letter
    r"[- ](?:distribut\w+|function|rule|squared|method|calculus|expression|notation|coefficients?"
    r"|channel|test|algebra|decay|band|version|process|densit\w+|prior|posterior"
    r"|(?:log[- ]?)?likelihood|random|variables?|law|famil\w+|model)"
)
_WORD = re.compile(
    r"(?:(?<![A-Za-z\\_/.-])|(?<=\b[A-Za-z\d]/)|(?<=\)/))"  # x/lambda, but not: and/or mu
    rf"({'|'.join((*SIGNS, *(n.capitalize() for n in SIGNS)))})"
    rf"(?![A-Za-z]|{_OTHER}\b)"
)
_SLOPE = re.compile(  # dKL/dmu, dsigma/dt
    rf"(?<=/[d∂])({'|'.join(SIGNS)})(?![A-Za-z])|(?<![A-Za-z\\])(?<=[d∂])({'|'.join(SIGNS)})(?=/[d∂])"
)


_TOLD = re.compile(r"\b(?:sigma|phi|psi|rho|varphi|theta|lambda|mu)(?= (?:is|denotes|being|are)\b)")


_LATEX = {  # the letters that LaTeX has commands for
    sign: name
    for sign, name in GREEK.items()
    if name != "omicron" and (name[0].islower() or sign in "ΓΔΘΛΞΠΣΥΦΨΩ")
}
_LETTERS = re.compile(f"[{''.join(_LATEX)}](?P<next>[A-Za-z])?")


_VARIANT = re.compile(r"\\var(phi|theta|rho|epsilon)(?![A-Za-z])")


def plain_forms(formulas: Sequence[str]) -> Callable[[str], str]:
    r"""How to write the formulas of a text with \phi for \varphi, unless both stand in it."""
    plain = {found[1] for latex in formulas for found in _COMMAND.finditer(latex)}
    other = {f"var{name}" for name in VARIANTS if name in plain}

    def write(latex: str) -> str:
        return _VARIANT.sub(
            lambda found: found[0] if f"var{found[1]}" in other else rf"\{found[1]}", latex
        )

    return write


_SPELLED = re.compile(r"\\operatorname\s*\{\s*(log|ln|exp|sin|cos|tan)\s*\}\s*")


def in_commands(latex: str) -> str:
    r"""A formula with commands for Greek letters and for \log, each written in one way only."""

    def command(found: re.Match[str]) -> str:
        behind = found["next"]
        return rf"\{_LATEX[found[0][0]]}" + (f" {behind}" if behind else "")

    return _LETTERS.sub(command, _SPELLED.sub(r"\\\1 ", latex))


def greek_in(formulas: Iterable[str], prose: Iterable[str]) -> dict[str, str]:
    """The letters of a text by the words for them: signs, or LaTeX for the other forms of some."""
    known: dict[str, str] = {}
    for latex in formulas:
        names = [*_COMMAND.findall(latex), *(GREEK[x] for x in latex if x in GREEK)]
        for name in names:
            stem = name.removeprefix("var")
            known.setdefault(stem, SIGNS.get(name, rf"$\{name}$"))
    for text in prose:
        for found in _TYPED.finditer(text):
            name = next(filter(None, found.groups()))
            known.setdefault(name, SIGNS.get(name, name))
    return known


def with_signs(prose: str, known: dict[str, str]) -> str:
    """Prose with the letters that formulas have in the place of the words for them."""

    def sign(found: re.Match[str]) -> str:
        word = found[1]
        other = word.lower() if word[0].isupper() else word.capitalize()
        return _indexed(found, known.get(word) or known.get(other) or word)

    prose = _BARE.sub(lambda found: rf"$\{GREEK[found[0]]}$", prose)
    prose = _SLOPE.sub(lambda found: _indexed(found, SIGNS[found[1] or found[2]]), prose)
    return _WORD.sub(sign, prose) if known else prose


def with_told(prose: str) -> str:
    """Prose with signs for the letters of which it tells something: sigma is a map."""
    return _TOLD.sub(lambda found: GREEK_SIGNS[found[0]], prose)


def _indexed(found: re.Match[str], sign: str) -> str:
    """A letter that was a word, with an index where a digit follows: theta1; μ1 may be μ ones."""
    is_index = found.string[found.end() : found.end() + 1].isdigit() and sign in GREEK
    return f"{sign}_" if is_index else sign
