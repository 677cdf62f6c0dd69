r"""Words behind a function that only describe it: “what about ⟦\|Ax-b\|⟧ without the square?”

A function that is written out is the function. What it is said to be without, and does not have, is
said in contrast to another one and changes nothing. What it does have is left for `changes`.
"""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import M, numbers

_PARTS = {  # what words call a part of a formula, and how the part is written
    r"squares?|power|exponent": r"\^|\\sqrt",
    r"(?:square[- ])?root": r"\\sqrt|\^\s*\{?\s*(?:1\s*/|\\[td]?frac)",
    r"log|logarithm": r"\\(?:log|ln)(?![A-Za-z])",
    r"(?:one[- ])?half|(?:leading\s+|constant\s+)?factor(?:\s+(?:of\s+)?(?:one[- ]half|1/2))?": (
        r"\\[td]?frac|/|(?<![_^{])\d"
    ),
    r"minus(?:\s+sign)?": "-",
    r"transposes?": r"\^|'",
    r"inverse": r"\^|\\frac",
    r"exponential": r"\\exp|e\s*\^",
    r"(?:[a-z0-9-]+[\s-])?norm": r"\\\||\\[lr]?[vV]ert|\|",
    r"(?:penalty|regulari[sz](?:er|ation))(?:\s+term)?": r"\+|-|\\(?:lambda|alpha|gamma)",
}
_BEHIND = re.compile(
    rf"(?P<lead>\b(?:of|consider|minimi[sz]e)\s+(?:the\s+)?(?:[a-z]+\s+){{0,2}})?"
    rf"(?P<mark>{M})\s*,?\s+(?P<open>\()?(?:(?:but|now|only|just)\s+)?without\s+(?:the|a|any|its|that)\s+"
    rf"(?P<part>{'|'.join(_PARTS)})\b(?(open)\s*\))(?=\s*(?:[.?!,;)]|$))",
    re.I,
)


def without_descriptions(marked: str, reading: Reading) -> str:
    """The text less the words that say of a function what is not in it."""
    defined = {each.segment for each in reading.defined if each.left.arguments}

    def kept(found: re.Match[str]) -> str:
        (segment,) = numbers(found["mark"])
        is_function = segment in defined or (found["lead"] and segment in reading.bare)
        return f"{found['lead'] or ''}{found['mark']}" if is_function and fits(found) else found[0]

    def fits(found: re.Match[str]) -> bool:
        (segment,) = numbers(found["mark"])
        values = [x for each in reading.defined if each.segment == segment for x in each.values]
        latex = " ".join(values or [reading.bare.get(segment, "")])
        ways = [way for words, way in _PARTS.items() if re.fullmatch(words, found["part"], re.I)]
        return not any(re.search(way, latex) for way in ways)

    return _BEHIND.sub(kept, marked)
