r"""A function of the text that is called like one that everybody knows: swish(x) = x sigmoid(x).

As the only function that the text defines it gets a letter, and what the text says counts.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.segments import Cut
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.macros import FORMULAS

_WORD = r"\\(?:operatorname|mathrm|text|mathit)\s*\{\s*(?P<name>[A-Za-z]{3,10})\s*\}"
_DEFINED = re.compile(rf"\s*{_WORD}\s*(?:\\left\s*)?\(\s*[a-z]\s*(?:\\right\s*)?\)\s*:?=")
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
    found = [m["name"] for text in cut.formulas if (m := _DEFINED.match(text))]
    names = [name for name in dict.fromkeys(found) if _is_known(name)]
    others = [text for text in cut.formulas if _ANY.match(text)]
    letters = re.sub(r"\\[A-Za-z]+|\{[A-Za-z]{2,}\}", " ", " ".join(cut.formulas))
    free = [letter for letter in NAMES if letter not in letters]
    if len(names) != 1 or others or not free:
        return cut
    (name,), letter = names, free[0]
    word = re.compile(rf"\\(?:operatorname|mathrm|text|mathit)\s*\{{\s*{name}\s*\}}")
    return cut.rewritten(lambda latex: word.sub(letter, latex), f"{name} is called {letter} here")


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
