r"""A function of the text that is called like one that everybody knows: swish(x) = x sigmoid(x).

It gets a letter, and what the text says counts: there is more than one gelu. Beside other formulas
that goes for functions of a number; a name with one meaning, as sigmoid, keeps it.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.plain import SAFE
from matgrad.app.ask.text.segments import Cut
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.macros import FORMULAS

_WORD = r"\\(?:operatorname|mathrm|text|mathit)\s*\{\s*(?P<name>[A-Za-z]{3,10})\s*\}"
_DEFINED = re.compile(rf"\s*{_WORD}\s*(?:\\left\s*)?\(\s*(?P<of>[a-z])\s*(?:\\right\s*)?\)\s*:?=")
_ANY = re.compile(
    r"\s*(?:\\?[A-Za-z]+|\\(?:mathbf|mathcal)\s*\{\w\})(?:_\w)?\s*(?:\([^()=]*\))?\s*:?="
)
NAMES = "sghqr"
_PART = r"[^(),=]{1,30}"
_OF_TWO = re.compile(
    rf"\s*\\(?P<name>cos|sin|tan|sec|arccos|exp|log|ln|tanh)\s*(?:\\left\s*)?\({_PART},{_PART}\)\s*:?="
)


def with_own_functions(cut: Cut) -> Cut:
    """The text with a letter for the one function that it defines under a known name."""
    heads = filter(None, map(_DEFINED.match, cut.formulas))
    found = {m["name"]: m for m in heads if _is_of(m)}
    names = [name for name in found if _is_known(name)]
    has_others = any(map(_ANY.match, cut.formulas))
    letters = re.sub(r"\\[A-Za-z]+|\{[A-Za-z]{2,}\}", " ", " ".join(cut.formulas))
    free = [letter for letter in NAMES if letter not in letters]
    if len(names) != 1 or not free or (has_others and not _is_varied(found[names[0]])):
        return cut
    (name,), letter = names, free[0]
    word = re.compile(rf"\\(?:operatorname|mathrm|text|mathit)\s*\{{\s*{name}\s*\}}")
    own = [x for x in "tuv" if x not in letters]

    def change(latex: str) -> str:
        head = _DEFINED.match(latex)
        if has_others and own and head and head["name"] == name:  # its argument is its own
            latex = re.sub(rf"(?<![A-Za-z\\]){head['of']}(?![A-Za-z])", own[0], latex)
        return word.sub(letter, latex)

    return cut.rewritten(change, f"{name} is called {letter} here")


def _is_of(head: re.Match[str]) -> bool:
    """Has the right side the argument in it? With sum(t) = 1 a sum is known, not defined."""
    value = head.string[head.end() :]
    return re.search(rf"(?<![A-Za-z\\]){head['of']}(?![A-Za-z])", value) is not None


def _is_varied(head: re.Match[str]) -> bool:
    """Is this a function of a number that is not always defined in the same way?"""
    is_sum = re.search(
        r"sum|_|mean|[A-Z]|'|\\top", re.sub(r"\{\w+\}", "", head.string[head.end() :])
    )
    return head["name"] not in SAFE and head["name"].lower() not in SAFE and not is_sum


def with_pairs(cut: Cut) -> Cut:
    r"""The text with a letter for \cos(u, v) = …: that has two arguments, cos has one."""
    found = {m["name"] for text in cut.formulas if (m := _OF_TWO.match(text))}
    used = re.sub(r"\\[A-Za-z]+", " ", " ".join(cut.formulas))
    free = [letter for letter in NAMES if letter not in used]
    for name, letter in zip(sorted(found), free, strict=False):
        call = re.compile(rf"\\{name}\s*(?:\\left\s*)?(?=\((?:{_PART}),(?:{_PART})\))")
        note = f"{name} of two vectors is a function of its own here, called {letter}"
        cut = cut.rewritten(lambda latex, x=letter, call=call: call.sub(f"{x} ", latex), note)
    return cut


def _is_known(name: str) -> bool:
    return any(name in known or name.lower() in known for known in (FUNCTIONS, FORMULAS))
