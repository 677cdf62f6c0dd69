r"""Functions that are called like a matrix inside of them: Q(x, u) = x^TQx + u^TRu.

The function gets a letter of its own. It is what is called with its arguments, what stands behind
the sign of a derivative, and what words call differentiated; any other Q is the matrix.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.patterns import D
from matgrad.app.ask.text.segments import Cut, Segment
from matgrad.app.ask.text.words import DERIVATIVE

_LETTER = r"\\(?:[a-z]*(?:phi|psi|rho|theta|Phi|Psi|Omega|Sigma|Lambda|Gamma|Theta))(?![A-Za-z])"
_NAME = rf"[A-Za-z]|{_LETTER}"
_ARGUMENT = r"(?:\\[A-Za-z]+|[A-Za-z])(?:_\w)?"
_OPEN, _CLOSE = r"\s*(?:\\left\s*)?\(\s*", r"\s*(?:\\right\s*)?\)"
_HEAD = re.compile(
    rf"\s*(?P<name>{_NAME}){_OPEN}(?P<of>{_ARGUMENT}(?:\s*[,;]\s*{_ARGUMENT}){{0,4}}){_CLOSE}\s*:?="
)
# What is no letter of its own: commands, transposes, and what stands below.
_OTHER = (
    r"\^\s*(?:T|\{\s*T\s*\})|_\s*(?:\{[^{}]*\}|\w)"
    r"|\\(?:mathrm|text|operatorname|mathbb|begin|end)\s*\{[^{}]*\}"
)
_POWER = r"(?!\s*(?:[_'(]|\\left\s*\(|\^\s*(?:\{\s*\(|\*|\{\s*\*)))"
_OF = re.compile(
    rf"(?:{DERIVATIVE}s?|differentiat\w+|minimi[sz]\w+)\s+(?:of\s+)?(?:the\s+)?$", re.I
)
_BEFORE = rf"\\nabla(?:\s*[_^]\s*(?:\{{[^{{}}]*\}}|\w))*\s*|{D}\s*(?:\^\s*2\s*)?"
_VALUE = re.compile(  # σ_i = σ(w^T x_i), or σ_i = … beside σ(x) = …
    rf"\s*(?P<name>\\[a-z]+|[a-z])\s*_\s*(?:(?P<i>[ijknt])|\{{\s*(?P<j>[ijknt])\s*\}})\s*:?="
    rf"(?P<call>\s*(?P=name){_OPEN})?"
)
_VALUES = "sqhr"
_FREE = "FJGfhk"
_UNLIKE = frozenset("eidn")  # the number, indices, differentials and sizes


@dataclass(frozen=True)
class Namesake:
    """A function by its name and its arguments, and the letter that it gets."""

    name: str
    arguments: str
    letter: str

    @property
    def escaped(self) -> str:
        """Its name as it stands in a formula."""
        return re.escape(self.name) + (r"(?![A-Za-z])" if len(self.name) > 1 else "")

    @property
    def pattern(self) -> re.Pattern[str]:
        """Where the function stands: Q(x, u), \\nabla_u Q, \\frac{\\partial Q}{…}."""
        of = r"\s*,\s*".join(re.escape(x.strip()) for x in re.split("[,;]", self.arguments))
        return re.compile(
            rf"(?P<before>{_BEFORE})(?P<a>{self.escaped})"
            rf"|(?P<b>{self.escaped})(?={_OPEN}{of}{_CLOSE})|\\[A-Za-z]+"
        )

    def renamed(self, latex: str) -> str:
        """A formula with the letter of the function."""

        def instead(found: re.Match[str]) -> str:
            if found["a"] is None and found["b"] is None:
                return found[0]
            return f"{found['before'] or ''}{' ' if found['before'] else ''}{self.letter}"

        return self.pattern.sub(instead, latex)


def with_namesakes(cut: Cut) -> Cut:
    """The text with a letter of its own for a function that is called like a part of it."""
    for function in _found(cut):
        segments = list(cut.segments)
        for i, each in enumerate(segments):
            before = segments[i - 1].text if i else ""
            is_named = each.text.strip() == function.name and _OF.search(before)
            text = function.letter if is_named else function.renamed(each.text)
            segments[i] = Segment(True, text) if each.is_math else each
        shown = quoted(function.name).plain
        note = (
            f"the function {shown} is called {function.letter}, to tell it from the {shown} in it"
        )
        cut = replace(cut, segments=tuple(segments), notes=(*cut.notes, note))
    return cut


def with_values(cut: Cut) -> Cut:
    """The text with a letter for the values σ_i of a function σ, which is called otherwise."""
    heads = {found["name"]: found["of"] for x in cut.formulas if (found := _HEAD.match(x))}
    values = [found for x in cut.formulas if (found := _VALUE.match(x))]
    names = dict.fromkeys(x["name"] for x in values if x["call"] or _is_sample(x, heads))
    for name in names:
        used = re.sub(r"\\[A-Za-z]+", " ", " ".join(cut.formulas))
        letter = next((x for x in _VALUES if x not in used), "")
        if not letter:
            break
        own = re.compile(rf"(?<![A-Za-z\\]){re.escape(name)}\s*_\s*(?=[ijknt]|\{{\s*[ijknt]\s*\}})")
        shown = quoted(name).plain
        note = f"the values {shown}_i of {shown} are called {letter}_i"
        cut = cut.rewritten(lambda latex, x=letter, own=own: own.sub(f"{x}_", latex), note)
    return cut


def _is_sample(value: re.Match[str], heads: Mapping[str, str]) -> bool:
    """Is h_i = … a value of the text's h(x)? u_t is a derivative of u(x, t)."""
    index = value["i"] or value["j"]
    return index != "t" and value["name"] in heads and index not in heads[value["name"]]


def _found(cut: Cut) -> list[Namesake]:
    """The one function of a text that is called like a part of it."""
    heads = [(found, text) for text in cut.formulas if (found := _HEAD.match(text))]
    used = re.sub(r"\\[A-Za-z]+", " ", " ".join(cut.formulas))
    free = [letter for letter in _FREE if letter not in used]
    some = [
        Namesake(found["name"], found["of"], free[0])
        for found, text in heads
        if free and _is_inside(found, text[found.end() :])
    ]
    return some if len(some) == 1 and sum(f["name"] == some[0].name for f, _ in heads) == 1 else []


def _is_inside(head: re.Match[str], body: str) -> bool:
    """Does the name of a function stand alone in what it is equal to?"""
    name, of = head["name"], head["of"].strip()
    if name in _UNLIKE or of == "t" or name in re.split(r"\s*[,;]\s*", of):
        return False
    letter = re.escape(name) + (r"(?![A-Za-z])" if len(name) > 1 else "")
    found = re.finditer(
        rf"{_OTHER}|(?:{_BEFORE}){letter}|(?P<is>{letter}){_POWER}|\\[A-Za-z]+", body
    )
    return any(each["is"] for each in found)
