"""Formulas as they are typed on a keyboard: log10(x), 1e-3, x**2, 5%, sin-1(x), and cases in words.

What is typed is spelled so that LaTeX has only one reading of it, or one that is refused.
"""

from __future__ import annotations

import re

from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.latex_tables import LETTERS, SHORT

# Functions that are called otherwise elsewhere; the base of lg and lb is asked about.
ELSEWHERE = {"tg": "tan", "ctg": "cot", "arctg": "atan", "arcctg": "acot"}
BASELESS = frozenset({"lg", "lb"})
OPERATORS = frozenset({"mod", "modulo", "choose", "%"})  # between operands; none has a derivative
_NAMES = frozenset({*FUNCTIONS, *SHORT}) - {"norm"}
_FACTORIAL = re.compile(r"(?<=[\w)])![.,;:?]+!*$")  # with the end of its sentence
_NUMBERED = re.compile(r"\b([A-Za-z]{2,})(\d{1,3}[a-z]?)(?=\()|\b(log)(2|10)(?=\s+\w)")
_INVERSE = re.compile(r"\b([a-z]{2,6})-1(?=\()")
_POWER = re.compile(r"(?<=[\w)\]])\*\*(?=[\w(-])")
_EXPONENT = re.compile(r"\^(-?\d+\.\d+|-?\d{2,})(?![\w.(])")
_SCIENTIFIC = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)[eE]([+-]?\d{1,3})(?![\d.])")
_PERCENT = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?) ?%")
_MODULO = re.compile(r"(?<=[\w)]) % (?=[\w(])")
_THOUSANDS = re.compile(r"(?<=\d) (?=\d{3}(?!\d))")
# 2 3 is a product; 1 1' is that of two vectors of ones
_SIDE_BY_SIDE = re.compile(r"(?<=\d)[ \t]+(?=\d)(?!1(?:'|\^T|\^\{|ᵀ))")
_LEFT = r"[A-Za-z]\w{0,9}(?:\([\w,\s]{0,20}\))?"
_INSIDE = r"(?:(?!\.[ \t])[^=<>≤≥;?!$\n\s]|[ \t](?!(?:if|for|when|otherwise|else)\b)){1,80}"
_COMPARED = r"[\w()|+*/^. \t-]{1,30}?(?:[<>≤≥]=?)[ \t]*[\w()+*/^-]{1,20}(?:\.\d+)?"
_PART = r"(?:[\w()|^']|\.(?=\d)){1,30}"
_VALUE = rf"-?{_PART}(?:(?:[ \t]?[-+*/][ \t]?|[ \t](?=[\d(|]|[a-zα-ω](?![a-z]))){_PART}){{0,8}}"
_NEXT = r"(?:,?[ \t]*\b(?:and|or|but|while)\b|,|;)[ \t]*(?!(?:and|or|but|while)\b)"
_CASES = re.compile(  # y = x^2 if x>0 else 0; y = x^2 for x>0, and 0 otherwise
    rf"\b({_LEFT})[ \t]*=[ \t]*({_INSIDE})[ \t]+(?:if|for|when)[ \t]+({_COMPARED})"
    rf"(?:[ \t]+else[ \t]+({_VALUE})"
    rf"|[ \t]*{_NEXT}({_VALUE})[ \t]*,?[ \t]+(?:otherwise|else))"
)
_LOOSE = re.compile(r"(?<![\w^])((?!d\^2[A-Za-z])[A-Za-z\d]\^\d+)([A-Za-z]|/\d)(?!\w*\()")
_APART = re.compile(r"(?<![\w\\^])e\^-?[A-Za-zα-ω] [A-Za-zα-ω](?![\w(^])")  # e^-k x


def keys(formula: str) -> str:
    """A typed formula in which powers, numbers and functions have one spelling."""
    formula = _THOUSANDS.sub("", _POWER.sub("^", formula))
    formula = _SIDE_BY_SIDE.sub(r"\\cdot ", formula)
    formula = _SCIENTIFIC.sub(_expanded, formula)
    formula = _PERCENT.sub(r"\\frac{\1}{100} ", formula)
    formula = _MODULO.sub(r" \\operatorname @mod@ ", formula)
    formula = _NUMBERED.sub(_numbered, formula)
    formula = _INVERSE.sub(_inverse, formula)
    return _EXPONENT.sub(r"^{\1}", formula)


def _inverse(found: re.Match[str]) -> str:
    return f"{found[1]}^{{-1}}" if found[1] in _NAMES else found[0]


def _expanded(found: re.Match[str]) -> str:
    """A number with its exponent: 1e-3 is 0.001."""
    return rf"(\frac{{{found[1]}}}{{1}} \cdot 10^{{{int(found[2])}}})"


def _numbered(found: re.Match[str]) -> str:
    """A function with a number in its name, which is known or refused: log10, sin2."""
    word, number = (found[1], found[2]) if found[1] else (found[3], found[4])
    name = word + number
    is_other = word not in _NAMES or name in FUNCTIONS
    return found[0] if is_other else rf"\operatorname @{name}@"


def without_end(formula: str) -> str:
    """A formula without the marks of its sentence; of “x!.” the factorial is its own."""
    factorial = _FACTORIAL.search(formula)
    return formula[: factorial.start() + 1] if factorial else formula.rstrip(".,;:?!")


def with_cases(text: str) -> str:
    """The text with a formula for two cases that are told in words."""
    if not re.search(r"\b(?:else|otherwise)\b", text):
        return text
    return _CASES.sub(_cases, text)


def _cases(found: re.Match[str]) -> str:
    name, value, condition = found[1], found[2], found[3]
    other = found[4] or found[5]
    name = re.sub(r"^[A-Za-z]{2,}(?=\()", _upright, name)
    rows = rf"{_plain(value)} & {_plain(condition)}\\ {_plain(other)} & \text{{otherwise}}"
    return rf"${name} = \begin{{cases}} {rows} \end{{cases}}$"


def _upright(word: re.Match[str]) -> str:
    """The name of a function, which is one word: huber(t)."""
    return rf"\{word[0]}" if word[0] in LETTERS else rf"\operatorname{{{word[0]}}}"


def _plain(part: str) -> str:
    """A part of a formula in LaTeX."""
    part = keys(part).replace("*", r"\cdot ").replace(">=", r"\ge ").replace("<=", r"\le ")
    return re.sub(r"(?<![\\A-Za-z])([A-Za-z]{2,})(?=\()", r"\\operatorname{\1}", part)


def loose_powers(text: str) -> tuple[str, ...]:
    """Notes on typed powers that end before people may think: e^2x, x^1/2."""
    found = dict.fromkeys((each[1], each[2]) for each in _LOOSE.finditer(text))
    apart = dict.fromkeys(each[0] for each in _APART.finditer(text))
    notes = tuple(f"{each} is read as ({each.replace(' ', ') ')}" for each in apart)
    return notes + tuple(
        f"{power}{rest} is read as ({power}){rest}; if all of it is the exponent, write "
        f"{power[0]}^({power[2:]}{rest})"
        for power, rest in found
        if not _is_whole(power, rest)  # x^2/2
    )


def _is_whole(power: str, rest: str) -> bool:
    """Would a quotient in the exponent, as 2/2, be a whole number? Nobody writes it so."""
    top, bottom = power[2:], rest[1:]
    return rest[0] == "/" and bottom != "0" and int(top[-1]) % int(bottom) == 0
