r"""The gamma and the beta function, as in likelihoods: \log\Gamma(\alpha), B(a, b), \psi(\alpha).

All are written by one function that is only named, lgamma, the logarithm of \Gamma; its derivative
is \psi. \Gamma(…) by itself may be a matrix before a bracket, unless the text speaks of these.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.text.segments import Cut, Segment

NAME = "lgamma"
_CALL = rf"\mathrm{{{NAME}}}"
_SPEAKS = re.compile(
    r"\b(?:di|tri|poly)?gamma\b(?!-)"
    r"|\bbeta[- ](?:function|distribut|density|likelihood|binomial|log|prior)|\bbeta\s*\("
    r"|\bdirichlet|\bstudent",
    re.I,
)
_WORD = r"\\(?:operatorname|mathrm|text)\s*\{\s*"
_LOG = rf"(?:\\(?:log|ln)(?![A-Za-z])|{_WORD}(?:log|ln)\s*\}})\s*"
_GAMMA = r"(?:\\Gamma(?![A-Za-z])|Γ)\s*"
_BETA = rf"(?:(?<![A-Za-z\\{{_^])B|\\Beta(?![A-Za-z])|Β|{_WORD}(?:B|Beta)\s*\}})\s*"
_PSI = r"(?:\\psi(?![A-Za-z])|\\digamma(?![A-Za-z])|ψ)\s*"
_OPEN = r"(?:\\left\s*|\\[bB]igg?l?\s*)?\("
_LOGGED = re.compile(rf"{_LOG}{_GAMMA}(?={_OPEN})")
_NAMED = re.compile(rf"{_WORD}(?:lgamma|gammaln|loggamma|logGamma)\s*\}}\s*(?={_OPEN})")
_ALONE = re.compile(rf"{_GAMMA}(?={_OPEN})")
_OF_TWO = re.compile(rf"(?P<log>{_LOG})?{_BETA}(?={_OPEN})")
_DERIVED = (
    (re.compile(rf"(?:{_PSI}|{_WORD}digamma\s*\}}\s*)(?={_OPEN})"), "'"),
    (re.compile(rf"{_PSI}(?:_\s*\{{?0\}}?|\^\s*\{{\s*\(0\)\s*\}})\s*(?={_OPEN})"), "'"),
    (re.compile(rf"{_PSI}(?:'|_\s*\{{?1\}}?|\^\s*\{{\s*\(1\)\s*\}})\s*(?={_OPEN})"), "''"),
    (re.compile(rf"{_WORD}trigamma\s*\}}\s*(?={_OPEN})"), "''"),
)
_FACTOR = re.compile(r"(?<![A-Za-z\\])[A-Za-z]\s*\Z|[)\]]\s*\Z")
_DEFINED = re.compile(rf"\s*(?:{_GAMMA}|{_BETA}|{_PSI})(?:\([^()=]*\)\s*)?(?::?=|\\in\b)")
TOLD = (
    f"{NAME}(z) is the logarithm of Γ(z), of which only the name is used; its derivative "
    f"{NAME}′(z) is the digamma function ψ(z)"
)


def with_gammas(cut: Cut) -> Cut:
    """The text with one named function for the gamma and the beta function."""
    formulas = " ; ".join(cut.formulas)
    is_plain = _LOGGED.search(formulas) or _NAMED.search(formulas)
    is_plain = is_plain or any((pair := _pair(x)) and pair["log"] for x in cut.formulas)
    is_meant = _ALONE.search(formulas) or _OF_TWO.search(formulas)
    speaks = _SPEAKS.search(cut.words) is not None
    if not (is_plain or (is_meant and speaks)) or any(map(_DEFINED.match, cut.formulas)):
        return cut
    made = cut.rewritten(_written, TOLD)
    if made.segments == cut.segments:
        return cut
    last = (Segment(False, "\n\nHere "), Segment(True, _CALL))
    end = Segment(False, " is an elementwise function.")
    return replace(made, segments=(*made.segments, *last, end))


def _written(latex: str) -> str:
    """A formula with lgamma in the place of \\Gamma, B and \\psi."""
    latex = _NAMED.sub(lambda _: _CALL, _LOGGED.sub(lambda _: _CALL, latex))
    for pattern, primes in _DERIVED:
        latex = pattern.sub(lambda _, primes=primes: _CALL + primes, latex)
    while found := _ALONE.search(latex) or _pair(latex):
        close = _close(latex, found.end())
        if not close:
            return latex
        whole = latex[found.end() : close]
        if "log" not in found.groupdict():
            instead = rf"\exp\left({_CALL}{whole}\right)"
        else:
            a, b = (part.strip() for part in _inside(whole).split(","))
            made = rf"\left({_CALL}({a})+{_CALL}({b})-{_CALL}({a}+{b})\right)"
            is_factor = _FACTOR.search(latex[: found.start()]) is not None  # n\log B(a, b)
            times = r"\cdot " if is_factor else ""
            instead = times + made if found["log"] else rf"\exp{made}"
        latex = latex[: found.start()] + instead + latex[close:]
    return latex


def _pair(latex: str) -> re.Match[str] | None:
    """The first B of two arguments."""
    for found in _OF_TWO.finditer(latex):
        close = _close(latex, found.end())
        if close and _inside(latex[found.end() : close]).count(",") == 1:
            return found
    return None


def _inside(call: str) -> str:
    return re.sub(r"^(?:\\left\s*|\\[bB]igg?l?\s*)?\(|(?:\\right\s*|\\[bB]igg?r?\s*)?\)$", "", call)


def _close(latex: str, at: int) -> int:
    """Behind the bracket that opens here; 0 if it does not close."""
    depth = 0
    for end in range(at, len(latex)):
        depth += (latex[end] == "(") - (latex[end] == ")")
        if depth == 0 and latex[end] == ")":
            return end + 1
    return 0
