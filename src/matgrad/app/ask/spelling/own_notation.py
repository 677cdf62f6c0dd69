r"""Signs to which a text gives a meaning of its own: |A| denotes a sum, [x] an integer part.

What they mean everywhere is read; of any other meaning, and of words that say over what a sum runs,
the text is asked, as its formulas do not show it.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.words import ENTRYWISE

_VERB = r"(?:denotes?|denoting|stands?\s+for|means?|represents?|refers?\s+to|designates?)"
_GIVEN = re.compile(
    rf"(?:({M})\s+(?:(?:always|here|simply|just)\s+)*{_VERB}|\blet\s+({M})\s+be)\s+"
    rf"(?:(?:the|an?|our)\s+)?((?:[^.;?!]|\.(?=\d)){{2,80}})",
    re.I,
)
_DOT = r"(?:\\cdot|\.|\\bullet|-)"
_BARS = re.compile(
    r"\s*(?:\\left\s*)?(?:\||\\[lr]?vert\b)[^|]+?(?:\\right\s*)?(?:\||\\[lr]?vert\b)\s*"
)
_ANGLES = re.compile(r"\s*(?:\\left\s*)?\\langle.+?\\rangle\s*", re.S)
_BRACKETS = re.compile(r"\s*(?:\\left\s*)?(?:\[|\\\{|\\lbrace)[^=]{1,12}(?:\]|\\\}|\\rbrace)\s*")
_INVERSE = re.compile(r"\s*\\?[A-Za-z]+\s*\^\s*\{\s*-[^{}]*\}\s*")
_FUNCTION = re.compile(
    rf"\s*\\(?:exp|log|ln|sin|cos|tan|sinh|cosh|tanh|sqrt)\s*(?:\(\s*(?:{_DOT}|\w)\s*\))?\s*"
)
# Each sign, and the words for what it means everywhere.
_USUAL = (
    (
        _BARS,
        r"determinant|absolute\s+value\b|modulus|magnitude|length|norm|cardinal|number\s+of|size",
    ),
    (_ANGLES, r"inner|dot|scalar|duality|expect|average|mean"),
    (_BRACKETS, r"matrix|vector|list|tuple|set|interval|concat|commutator|index|entr"),
    (_INVERSE, rf"^(?!.*(?:{ENTRYWISE}|hadamard|pseudo|moore|general))"),
    (_FUNCTION, rf"matrix|natural|{ENTRYWISE}|exponential|logarithm|sine|tangent|root|base"),
)
_PARTS = re.compile(r"\b(?:integer|fractional)\s+part\b", re.I)
_OF_PARTS = re.compile(r"\[|\\\{|\\lbrace")
_OVER = re.compile(  # the sum runs over ⟦i < j⟧
    r"\b(?:sums?|summations?|products?)\s+(?:is|are|runs?|goes|extends?|ranges?|being)\s+"
    rf"(?:(?P<only>only|just)\s+)?(?:(?:taken|meant|to\s+be)\s+)?(?:(?P<then>only)\s+)?over\s+(?:the\s+|all\s+)?"
    rf"(?:[a-z]+\s+){{0,3}}?({M})",
    re.I,
)
_RANGE = re.compile(r"\\n(?:e|eq)(?![A-Za-z])|≠|<|>|\\l[et](?![A-Za-z])|\\in(?![A-Za-z])")
_LEFT_OUT = re.compile(
    rf"{M}\s*,?\s*\(?\s*(?P<words>(?:omitting|leaving\s+out|excluding|skipping|except(?:\s+for)?|without)\s+"
    r"the\s+(?:first|last|second|diagonal|zeroth|middle)\s+(?:[a-z]+\s+)?(?:terms?|summands?|entr(?:y|ies)|elements?))",
    re.I,
)
_CHANGED = re.compile(
    rf"({M})\s*,?\s*\(?\s*(?:but\s+|all\s+|and\s+then\s+)?(?P<words>(?:averaged|summed|normali[sz]ed|divided|multiplied"
    rf"|scaled|weighted|inverted|negated)\s+(?:over|by|across|with)\b|with\s+{M}\s+replaced\s+by)",
    re.I,
)
_DEFINES = re.compile(r"\s*\\?[A-Za-z]+(?:_\w|_\{\w+\})?\s*(?:\([^()=]*\))?\s*:?=(?!=)")


def unknown_sign(cut: Cut) -> str | None:
    """The question about a sign with a meaning that is not read, or about what a sum leaves out."""
    marked = cut.marked
    for found in _GIVEN.finditer(marked):
        sign = cut.segments[next(numbers(found[1] or found[2]))].text
        usual = next((words for pattern, words in _USUAL if pattern.fullmatch(sign)), None)
        said = found[3].split(",")[0]
        if usual is not None and not re.search(usual, said, re.I):
            words = re.sub(M, "…", said).strip()
            return f"“{words[:60]}”: this notation is not read; write the function without it."
    if _PARTS.search(cut.words) and any(map(_OF_PARTS.search, cut.formulas)):
        return "Integer parts and fractional parts are not known here."
    if words := _change(cut):
        return f"“{words}” is not understood here; write the function as one formula."
    return _unknown_range(cut)


def _change(cut: Cut) -> str:
    """Words behind a definition that make another function of it, and were not taken in."""
    if left_out := _LEFT_OUT.search(cut.marked):
        return left_out["words"]
    for found in _CHANGED.finditer(cut.marked):
        if _DEFINES.match(cut.segments[next(numbers(found[1]))].text):
            return re.sub(M, "…", " ".join(found["words"].split()))
    return ""


def _unknown_range(cut: Cut) -> str | None:
    """The question about the terms of a sum that only words restrict."""
    for found in _OVER.finditer(cut.marked):
        terms = cut.segments[next(numbers(found[3]))].text
        is_shown = any("_" in x and terms.strip() in x for x in cut.formulas if x != terms)
        is_part = found["only"] or found["then"] or _RANGE.search(terms)
        if is_part and not is_shown:
            return "Over what does the sum run? Write that below its sign."
    return None
