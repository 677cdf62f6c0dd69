r"""Signs and letters with two meanings that the text does not settle: they are asked about.

e is a number and the error of the text, × is the cross product, * is a convolution, θ in degrees.
"""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.text.segments import Cut

_E = r"(?<![A-Za-z\\])e"
_DEFINES_E = re.compile(rf"(?:^|[,;])\s*(?:{_E}|\\mathbf\s*\{{\s*e\s*\}})\s*:?=")
_POWER_OF_E = re.compile(  # not e^Te, e^2
    rf"{_E}\s*\^\s*(?:(?P<one>[a-z])|\{{(?P<more>(?:[^{{}}]|\{{[^{{}}]*\}})*)\}})"
)
_PLAIN = re.compile(r"\s*(?:\\top|\\mathsf\s*\{?T\}?|\\intercal|T|\(\w\)|-?\d*)\s*")
_LETTER = r"(?:\\(?:mathbf|boldsymbol|bm|vec)\s*\{?\s*[a-z]\s*\}?|(?<![A-Za-z\\{^_])[a-z])"
_CROSS = re.compile(rf"(?P<a>{_LETTER})\s*\\times\s*(?P<b>{_LETTER})(?![A-Za-z])")
_VECTORS = re.compile(  # a, x \in \mathbb{R}^3
    r"(?P<names>[^;=()]{1,40}?)\\in\s*\\(?:mathbb\s*\{?\s*R\s*\}?|R)\s*\^\s*(?:\w|\{\s*\w\s*\})"
)
_OF_VECTORS = re.compile(r"\bvectors\b|\bcross[- ]products?\b", re.I)
_CONVOLUTION = re.compile(r"\bconvol(?:ution|ve[ds]?)\b", re.I)
_STAR = re.compile(r"(?<!\^)(?<!\^\{)(?:\*|\\ast\b|\\star\b|\\circledast\b|\\cdot\b)")
_DEGREES = re.compile(
    r"(?P<not>(?:\bnot|n['’]t|\brather\s+than|\binstead\s+of|\bnever)\s+)?"
    r"\b(?:in|to|as|use[ds]?|using|are)\s+(?:[a-z]+\s+)?deg(?:rees)?\b(?!\s+(?:of\b|\d))|\bdegree\s+mode\b"
    r"|(?P<other>(?:\bnot|\brather\s+than|\binstead\s+of|\bnever)\s+)?\bdegrees\s*[,(]?\s*(?:not|rather|instead)\b",
    re.I,
)
_TRIGONOMETRIC = re.compile(r"(?<![a-z])(?:arc|a)?(?:sin|cos|tan|cot|sec|csc)(?!h)")

_OWN = re.compile(
    r"\s*(?P<call>(?P<f>\\[A-Za-z]+|[A-Za-z])\s*\(\s*(?P<x>\\[A-Za-z]+|[A-Za-z])\s*\))\s*:?=(?P<value>.*)",
    re.DOTALL,
)
_WHICH_E = (
    "Is e in e^{…} the number 2.718…, or the e that the text defines? "
    r"Write \exp(…) for the number."
)


def doubtful_signs(cut: Cut) -> str | None:
    """The question about a sign or a letter that may mean two things."""
    return _euler(cut) or _cross(cut) or _convolution(cut) or _degrees(cut) or _itself(cut)


def _euler(cut: Cut) -> str | None:
    """Is e the base of a power, and defined by the text?"""
    if not any(map(_DEFINES_E.search, cut.formulas)):
        return None
    powers = [found for latex in cut.formulas for found in _POWER_OF_E.finditer(latex)]
    exponents = [found["one"] or found["more"] for found in powers]
    if all(_PLAIN.fullmatch(each) for each in exponents):
        return None
    return _WHICH_E


def _cross(cut: Cut) -> str | None:
    """Does × stand between two letters, one of which is a vector?"""
    declared = [m["names"] for latex in cut.formulas for m in _VECTORS.finditer(latex)]
    vectors = {*re.findall(r"(?<![A-Za-z\\])[a-z](?![A-Za-z])", " ".join(declared))}
    for latex in cut.formulas:
        outside = re.sub(r"\\(?:mathbb\s*\{?\s*R\s*\}?|R)\s*\^\s*(?:\{[^{}]*\}|\S)", "", latex)
        for found in _CROSS.finditer(outside):
            letters = {found[key].rstrip("} ")[-1] for key in "ab"}
            is_told = letters & vectors or _OF_VECTORS.search(cut.words)
            if is_told or re.search(r"vec|mathbf|bold|bm", found[0]):
                return (
                    "Is × the cross product? It is not known here; write the function without it."
                )
    return None


def _convolution(cut: Cut) -> str | None:
    words = "".join(each.text for each in cut.segments if not each.is_math)
    if _CONVOLUTION.search(words) and any(map(_STAR.search, cut.formulas)):
        return "Convolutions are not known here; write the function as a product with a matrix."
    return None


def _degrees(cut: Cut) -> str | None:
    """Are angles in degrees, in formulas that do not change them to radians?"""
    found = [each for each in _DEGREES.finditer(cut.words) if not each["not"] and not each["other"]]
    angles = [latex for latex in cut.formulas if _TRIGONOMETRIC.search(latex)]
    if not found or all("180" in latex for latex in angles):
        return None
    return r"Angles are in radians here. Write \sin(\frac{\pi}{180}\theta) for one of θ degrees."


def _itself(cut: Cut) -> str | None:
    """Is a function that others call made of what has its own name, P(K) = (I - KH)P?"""
    for found in filter(None, map(_OWN.fullmatch, cut.formulas)):
        name, call = re.escape(found["f"]), found["call"].replace(" ", "")
        own = rf"(?P<own>(?<!\^)(?<!\^\{{){name}(?![_'])"
        own += rf"(?!\s*\(\s*{re.escape(found['x'])}\s*\)))|\\[A-Za-z]+"
        inside = any(each["own"] for each in re.finditer(own, found["value"]))
        others = (x.replace(" ", "") for x in cut.formulas if x != found.string)
        if inside and any(call in other.partition("=")[2] for other in others):
            both = f"{quoted(found['f']).plain} stands on both sides of {call} = …"
            return f"{both}; which of the two is meant? Give one of them another name."
    return None
