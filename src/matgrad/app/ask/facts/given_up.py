"""Cases in which a fact is given up: “what if I forget the symmetry of M” supposes that M has none.

What stands before such a case keeps the fact, so it is told as “if M is not symmetric”.
"""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.reading import Reading, names_of
from matgrad.app.ask.text.adjectives import ANY_FACT
from matgrad.app.ask.text.marks import LIST, M
from matgrad.app.ask.text.words import RESPECT

_ENDS = {"y": "ic", "ity": "", "ness": ""}  # symmetry, symmetric; orthogonality, orthogonal
_NOUN = (
    r"(?P<stem>(?:skew-?|anti-?)?symmetr|orthogonal|diagonal|positive[- ](?:semi-?)?definite)"
    r"(?P<end>y|ity|ness)"
)
_FACT = (
    rf"(?:(?:the\s+|any\s+)?{_NOUN}\s+(?:(?:assumption|condition)\s+)?(?:of|on|for|in)\s+"
    rf"(?:the\s+matrix\s+)?(?P<of>{M})"
    r"|(?:(?:the\s+|any\s+)?(?:assumption|condition|requirement|fact)\s+)?that\s+"
    rf"(?P<name>{M})\s+(?:is|be|was)\s+(?:an?\s+)?(?P<fact>{ANY_FACT})\b)"
)
_WHO = r"(?:I|we|you|one|someone|somebody|they)"
_IF = r"\b(?:(?:what|how\s+about)\s+)?(?:if|when|suppose(?:\s+that)?|supposing)"
_NOT = r"(?:do|did|does|could|can)\s*(?:not|n['’]t)"
_DROPS = (
    r"(?:forg[eo]t(?:s|ten)?(?:\s+about)?|drop(?:s|ped)?|relax(?:es|ed)?|removed?s?|abandon(?:s|ed)?"
    rf"|lose|lost|g[ia]ve\s+up|lack(?:s|ed)?|discard(?:s|ed)?|{_NOT}\s+(?:use|assume|have|impose|require))"
)
_KEPT = re.compile(  # do not forget the symmetry of ⟦A⟧
    r"\b(?:do\s+not|don['’]t|never|let(?:\s+us|['’]s)\s+not|(?:should|must|may)\s+not|not\s+to)\s+"
    rf"(?:forget|drop|ignore|neglect|disregard)(?:\s+about)?\s+{_FACT}",
    re.I,
)
_SUPPOSED = (
    rf"{_IF}\s+{_WHO}\s+{_DROPS}\s+{_FACT}",  # what if I forget the symmetry of ⟦M⟧: is it …
    rf"{_IF}\s+(?P<of>{M})\s+(?:los(?:es|t)|lack(?:s|ed)?|ha[sd]\s+no|{_NOT}\s+have)\s+"
    rf"(?:(?:its|the|any|this)\s+)?{_NOUN}\b(?P<name>)(?P<fact>)",  # what if ⟦M⟧ loses its symmetry
    r"(?<!not )(?<!n't )\bwithout\s+(?:(?:using|assuming|requiring|having)\s+)?" + _FACT,
    r"(?:^|(?<=[.?!;,]\s))(?:ignoring|disregarding|neglecting|dropping|forgetting|relaxing|removing|abandoning|giving\s+up)\s+"
    + _FACT,
    # Now we drop the symmetry of ⟦M⟧.
    r"(?:^|(?<=[.?!;]\s))(?:(?:now|next|then|finally|but|and|so)\s*,?\s+)*(?:(?:let\s+us|let['’]s|we)"
    rf"\s+)?(?:forget(?:\s+about)?|drop|relax|remove|abandon|give\s+up|discard)\s+{_FACT}(?=\s*[.:;])",
)
_CASES = tuple(re.compile(rf"{each}(?P<colon>\s*:)?", re.I | re.M) for each in _SUPPOSED)


_BY = re.compile(rf"\b{RESPECT}\s+(?:[a-z]+\s+){{0,2}}?({LIST})", re.I)


def with_given_up(marked: str, reading: Reading) -> str:
    """The text with “if ⟦M⟧ is not symmetric” for the cases in which that is given up.

    To forget the symmetry of the variable may only say that its entries are independent.
    """
    marked = _KEPT.sub(lambda found: f"note that {_told(found, 'is')}", marked)
    variables = variables_in(marked, reading)

    def supposed(found: re.Match[str]) -> str:
        is_said = found[0].lower().startswith("without")
        if not is_said and variables & {*names_of(found["of"] or found["name"], reading)}:
            return found[0]
        return f"if {_told(found, 'is not')}{',' if found['colon'] else ''}"

    for pattern in _CASES:
        marked = pattern.sub(supposed, marked)
    return marked


def variables_in(marked: str, reading: Reading) -> set[str]:
    """The names by which a text differentiates, as far as its formulas and words show."""
    derivatives = [each for each, _ in reading.asked]
    derivatives += [each.derivative for each in reading.claimed]
    named = {name for each in derivatives for name in each.variables}
    named |= {name for each in reading.defined for name in each.left.arguments or ()}
    return named | {name for by in _BY.findall(marked) for name in names_of(by, reading)}


def _told(found: re.Match[str], verb: str) -> str:
    """⟦M⟧ is symmetric, of “the symmetry of ⟦M⟧”."""
    fact = found["fact"] or found["stem"] + _ENDS[found["end"].lower()]
    return f"{found['of'] or found['name']} {verb} {fact}"
