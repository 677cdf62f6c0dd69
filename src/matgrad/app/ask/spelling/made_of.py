"""Functions that words make of those before them: “its logarithm”, “half of it”, “their sum”.

The words get the names, “the logarithm of ⟦p⟧”, with which they are read as any others.
"""

from __future__ import annotations

import re

from matgrad.app.ask.spelling.wordings import NUMBERS
from matgrad.app.ask.spelling.writing import ANY, ONE, Writing, has_marks
from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.words import DERIVATIVE, MADE, RESPECT

_OF = rf"\b{DERIVATIVE}s?(?:\s+(?:{RESPECT}|by|in)\s+{ANY})?\s+of\s+"
_ALSO = r"(?:\band|\bbut|\bwhat\s+about|\bhow\s+about)\s+(?:that\s+)?of\s+"  # And of its square?
_ITS = re.compile(
    rf"(?P<of>{_OF}|(?P<also>{_ALSO}))its\s+(?P<made>{MADE})(?=\s*(?:[.,;?!]|$|(?:{RESPECT}|by|is|in)\b))",
    re.I,
)
# What a text has the derivative of without a name for it: the gradient of ⟦1⟧, \nabla(x^Tx) = 2x.
_OF_FORMULA = re.compile(rf"{_OF}(?:the\s+(?:[a-z]+\s+){{1,2}})?{ONE}", re.I)
_BY = r"\{?\s*(?:d|∂|\\partial)\s*\\?[A-Za-z]+\s*\}?"
_NABLA = re.compile(
    r"\s*(?:(?:\\nabla|∇)(?:\s*_\s*(?:\w|\{[^{}]*\}))?"
    rf"|\\frac\s*\{{\s*(?:d|\\partial)\s*\}}\s*{_BY}|(?:d|∂)/{_BY}"
    rf"|(?:\\partial|∂|d(?=\s*\())(?=.*/\s*{_BY}\s*=))(?P<f>[^=]+?)(?:/\s*{_BY})?\s*=[^=]+"
)
_WRAPPED = re.compile(r"\s*(?:\\left\s*)?[(\[](?P<f>[^()\[\]]*)(?:\\right\s*)?[)\]]\s*")
_NAME = re.compile(r"\s*(?:\\[a-z]+|[A-Za-z](?:_\w|_\{\w+\})?(?:\s*\([^()]*\))?)\s*")
_OF_ARRAYS = re.compile(
    r"\^\s*\{?\s*(?:T|\\top)|\\\||‖|\bdet|[A-Z]"
)  # of a number it is asked about
_PART = re.compile(
    rf"(?P<of>{_OF})(?P<made>(?:one[- ])?half|twice|minus|two\s+times|three\s+times)\s+(?:of\s+)?"
    rf"(?:it|this|that)(?=\s*(?:[.,;?!]|$|(?:{RESPECT}|by|is|in)\b))",
    re.I,
)
_ITSELF = re.compile(  # the derivative is three times the function
    rf"(?P<lead>\b(?:twice|half(?:\s+of)?|minus|negative\s+of|equal\s+to|the\s+same\s+as|(?:{'|'.join(NUMBERS)}|\d+)"
    r"\s+times)\s+)(?:the\s+(?:original\s+|given\s+)?function(?:\s+itself)?|itself)(?=\s*(?:[.,;?!)]|$))",
    re.I,
)
_THEIR = re.compile(
    rf"(?P<of>{_OF})(?:their\s+(?P<made>sum|product|difference|quotient|ratio|average)"
    r"|the\s+(?P<other>sum|product|difference|quotient|ratio|average)\s+of\s+(?:the\s+two|both|these|them))\b",
    re.I,
)
# What is the gradient with ⟦b⟧ replaced by ⟦Bx⟧, with ⟦3⟧ added, with an additional factor ⟦3⟧?
_ASKED = rf"(?P<asks>\b{DERIVATIVE})(?P<words>(?:\s+(?!of\b)[a-z]+){{0,4}}?)\s*,?\s+"
_OPENS = r"(?:with|if|when|after)\s+(?:(?:I|we|one)\s+)?"
_REPLACED = re.compile(
    rf"{_ASKED}{_OPENS}(?:{ONE}\s+(?:is\s+)?replaced\s+by|replac(?:e|ing)\s+{ONE}\s+(?:by|with))\s+{ONE}"
    r"(?=\s*[.?!])",
    re.I,
)
_ADDED = re.compile(
    rf"{_ASKED}{_OPENS}(?:{ONE}\s+(?:is\s+)?added|add(?:ing)?\s+(?:an?\s+(?:penalty|term)\s+)?{ONE})"
    r"(?=\s*[.?!])",
    re.I,
)
_SCALED = re.compile(
    rf"{_ASKED}with\s+an?\s+(?:additional|extra|further)\s+factor\s+(?:of\s+)?{ONE}(?=\s*[.?!])",
    re.I,
)
_DEFINED = re.compile(
    r"\s*(?P<name>(?:\\[A-Za-z]+|[A-Za-z])(?:_\w|_\{\w+\})?)\s*\((?P<x>[^()=]*)\)\s*:?=(?P<value>[^=]+?)[.,;\s]*"
)
_MAKES = re.compile(
    r"\b(?:its|their|it|this|that|two|both|replac\w+|add\w*|additional|extra|further|function"
    r"|itself)\b",
    re.I,
)
_WORDS = {"log": "logarithm", "natural log": "logarithm", "root": "square root"}


def with_made(cut: Cut) -> Cut:
    """The text with the functions that its words make of one or two before them, by their names."""
    if has_marks(cut) or not _MAKES.search(cut.words):
        return cut
    writing = Writing.of(cut)
    before = writing.text
    for pattern, count in ((_ITS, 1), (_PART, 1), (_THEIR, 2)):
        for found in reversed([*pattern.finditer(writing.text)]):
            names = [*_names(writing, found.start())]
            names = names or _unnamed(writing, found)
            if len(names) == count:
                marks = [writing.add(name) for name in names]
                writing.put(*found.span(), f"{_lead(writing, found)}{_said(found, marks)}")
    for found in reversed([*_ITSELF.finditer(writing.text)]):
        functions = _functions(writing, found.start())
        if len(functions) == 1:
            mark = writing.add(functions[0]["value"].strip())
            writing.put(*found.span(), f"{found['lead']}{mark}")
    for pattern in (_REPLACED, _ADDED, _SCALED):
        for found in reversed([*pattern.finditer(writing.text)]):
            functions = [*_functions(writing, found.start())]
            made = _changed(writing, found, functions[0]["value"]) if len(functions) == 1 else ""
            if made:
                of = f"{found['asks']}{found['words']} of {writing.add(made)}"
                by = f" with respect to {writing.add(functions[0]['x'])}"
                writing.put(*found.span(), of + by)
    return writing.recut(cut) if writing.text != before else cut


def _changed(writing: Writing, found: re.Match[str], value: str) -> str:
    """The function with the change that words ask for; nothing if it is not clear."""
    marks = [writing.formula(x) for x in found.groups()[2:] if x and x.isdigit()]
    if found.re is _ADDED:
        return f"{value.strip()} + {marks[0]}"
    if found.re is _SCALED:
        return rf"{marks[0]} \left({value.strip()}\right)"
    old, new = (x.strip() for x in marks)
    name = re.compile(rf"(?<![A-Za-z\\]){re.escape(old)}(?![A-Za-z_^'])")
    is_name = re.fullmatch(r"\\?[A-Za-z]+", old) is not None
    return name.sub(lambda _: rf"({new})", value) if is_name and name.search(value) else ""


def _functions(writing: Writing, end: int) -> list[re.Match[str]]:
    """The functions that are defined before a place, each once."""
    numbers = re.findall(rf"{ANY}", writing.text[:end])
    found = (_DEFINED.fullmatch(writing.formula(mark)) for mark in numbers)
    return [*{each["name"]: each for each in found if each}.values()]


def _names(writing: Writing, end: int) -> list[str]:
    """The names of the functions that are defined before a place."""
    return [each["name"] for each in _functions(writing, end)]


def _unnamed(writing: Writing, its: re.Match[str]) -> list[str]:
    """The formulas without a name of which a text has the derivative before, each once.

    The inverse of a function of a number may be the one that undoes it.
    """
    before = writing.text[: its.start() if its.re is _ITS else 0]
    is_inverse = (its.groupdict().get("made") or "").lower() == "inverse"
    found = [writing.formula(each[1]) for each in _OF_FORMULA.finditer(before)]
    equations = (_NABLA.fullmatch(writing.formula(mark)) for mark in re.findall(ANY, before))
    for each in filter(None, equations):
        whole = _WRAPPED.fullmatch(each["f"])
        found.append((whole or each)["f"])
    formulas = [x.strip() for x in found if "=" not in x and not _NAME.fullmatch(x)]
    formulas = [x for x in formulas if not is_inverse or _OF_ARRAYS.search(x)]
    return [*{x.replace(" ", ""): x for x in formulas}.values()]


def _lead(writing: Writing, found: re.Match[str]) -> str:
    """The words before what is made: “and of” is of the derivative that was spoken of last."""
    if found.re is not _ITS or not found["also"]:
        return found["of"]
    words = re.findall(DERIVATIVE, writing.text[: found.start()], re.I)
    return f"What is the {words[-1].lower() if words else 'gradient'} of "


def _said(found: re.Match[str], marks: list[str]) -> str:
    """The words with the names of what they speak of."""
    made = " ".join((found["made"] or found.groupdict().get("other", "")).lower().split())
    if len(marks) == 2:
        return f"the {made} of {marks[0]} and {marks[1]}"
    is_factor = found.re is _PART
    return f"{made} {marks[0]}" if is_factor else f"the {_WORDS.get(made, made)} of {marks[0]}"
