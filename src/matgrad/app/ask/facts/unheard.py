"""Words for properties that nothing was made of: they are quoted, so that nobody relies on them."""

from __future__ import annotations

import re

from matgrad.app.ask.facts.assumptions import TAG, sentence_around
from matgrad.app.ask.facts.properties import facts_in
from matgrad.app.ask.facts.said import MENTIONED, Said
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.formulas.reading import Reading, names_of
from matgrad.app.ask.text.adjectives import DIAGONAL, FACTS
from matgrad.app.ask.text.marks import M, numbers
from matgrad.core.facts import SQUARE_ONLY

_PROPERTY = re.compile(
    r"(?<![\w-])(?:symmetri[sz](?:ed|ation)|(?:skew-?|anti)?symmetric|skew|PSD|SPD|invertible"
    r"|positive[- ](?:semi-?)?definite|orthogonal|orthonormal|non-?singular"
    rf"|{DIAGONAL}"
    r"|hermitian|(?:upper|lower)[- ]triangular|idempotent|one-?hot|unitary"
    r"|(?:covariance|correlation|precision|kernel|gram) matrix)(?![\w-])",
    re.I,
)
# What is said of the answer, or of something that is no matrix of the text.
_OTHER = re.compile(
    r"\b(?:gradients?|hessians?|jacobians?|derivatives?|answers?|results?|formulas?|expressions?|it"
    rf"|this|that|they|its|solutions?)\s+(?:(?:of|by|at|for)\s+{M}\s+)*(?:(?:is|are|be"
    r"|being|also|not|always|only|then|indeed)\s+){0,3}$",
    re.I,
)
_NOT = re.compile(r"\b(?:not|non|never|neither|unless|whether|if|when)\b[^,;]*$", re.I)
_DENIED = re.compile(
    r"\b(?:not|never|neither|nor|without|no|unless|whether)\b[^,;]*$|n['’]t\b[^,;]*$|\b(?:non|un)-?$",
    re.I,
)
_OF_ANSWER = re.compile(
    r"\b(?:gradients?|hessians?|jacobians?|derivatives?|answers?|results?|formulas?|expressions?)"
    r"\s+(?:[a-z]+\s+){0,6}$",
    re.I,
)
_CASE = re.compile(r"\W*(?:(?:and|but|of course|clearly)\W+)*(?:for|if|when|in case)\b", re.I)
_UNREAL = re.compile(  # if A were …; it is wrong to assume that …
    r"\b(?:would|were|had|wrong(?:ly)?|mistaken(?:ly)?|false(?:ly)?|incorrect(?:ly)?"
    r"|erroneous(?:ly)?|nobody|no one)\b",
    re.I,
)
_NOT_SO = (
    r"not\s+(?:necessarily|always|nec\.|assumed\s+to\s+be|required\s+to\s+be|be)\s+(?:an?\s+)?"
)
_FREE = re.compile(  # ⟦A⟧ is not necessarily symmetric; for a general matrix ⟦A⟧
    rf"(?P<name>{M})\s*,?\s+(?:(?:which|that)\s+)?(?:(?:is|are|be|being|need|does|do)\s+)?{_NOT_SO}"
    r"(?P<words>[a-z-]+(?:\s+[a-z-]+)?)"
    rf"|{_NOT_SO}(?P<before>[a-z-]+(?:\s+[a-z-]+)?)\s+(?:matri(?:x|ces)\s+)?(?P<after>{M})"
    rf"|\b(?:general|arbitrary|any)\s+(?:(?:real|square)\s+)*(?:{M}\s+)?matrix\s+(?P<any>{M})",
    re.I,
)
_WHAT_IF = re.compile(
    r"[^a-z]*(?:\(?[a-h]\)\s*)?(?:and\s+|but\s+|so\s+)?"
    r"(?:what|how)\s+(?:if|about|happens (?:if|when))\b",
    re.I,
)
_GIVEN = re.compile(rf"\s+(?:is|are|be|reads|equals)?\s*(?:given by\s+)?{M}", re.I)
_TELLS = re.compile(  # a sentence without a verb and a formula is a title
    rf"{M}|\b(?:is|are|was|be|being|has|have|having|means?|assum\w+|suppos\w+|let|given|with|for)\b",
    re.I,
)
_MADE = re.compile(r"symmetri[sz]", re.I)
_LEAD = re.compile(rf"(?<!\w)(?:[^.;:,()?!]{{0,50}}{M}\s*,\s*(?:and\s+)?)?[^.;:,()?!]{{0,50}}$")
_TAIL = re.compile(
    r"(?:\s+(?!(?:even|if|when|and|but|so|or|then|because|since|as|for|to|in|with)\b)[\w-]+){0,2}"
)
_OF_THOSE = re.compile(r"\s+(?:gradients?|derivatives?|differences?|parts?|group)\b", re.I)
# What is said of vectors that are not named.
_OF_VECTORS = (
    (
        r"\bunit (?:(?:\w+-)?sphere|ball|length|norm|vectors?)\b|\bnormali[sz]ed (?:\w+ )?vectors?",
        "unit",
    ),
    (r"\b(?:probability|unit|standard) simplex\b", "simplex"),
)
MOST = 4  # of such words that are quoted


def quote_unheard(said: Said, marked: str, reading: Reading) -> None:
    """Say of which words for properties no use is made."""
    lines: list[str] = []
    heard = _heard(said, marked)
    for found in [*_PROPERTY.finditer(marked)]:
        begin, end = found.span()
        if any(heard[begin:end]):
            continue
        start, stop = sentence_around(marked, begin)
        is_title = _GIVEN.match(marked, end) or not _TELLS.search(marked, start, stop)
        is_noun = found[0].lower().endswith("matrix") and is_title
        is_other = (
            is_noun or _OTHER.search(marked, start, begin) or _NOT.search(marked, start, begin)
        )
        if is_other or _OF_THOSE.match(marked, end):
            continue
        if name := _named(marked[start:begin], reading):
            known = (fact for pattern, fact in facts_in(name) if re.search(pattern, found[0], re.I))
            for fact in known if not _MADE.match(found[0]) else ("symmetric",):
                said.keep(MENTIONED, (name, fact))
            continue
        lead = _LEAD.search(marked, start, begin)
        tail = _TAIL.match(marked, end)
        words = (lead[0] if lead else "") + found[0] + (tail[0] if tail else "")
        lines.append(f"not used: “{_shown(words.strip(), reading)}”")
    said.left_out += dict.fromkeys(lines[:MOST])


def leave_to_others(said: Said) -> None:
    """One word says one thing: in “an eigenvector v of symmetric A”, nothing is said of v.

    But “v and A symmetric” says it of both: it is never passed over that one is left out.
    """
    _leave_to_capitals(said)
    stated = [(name, fact, at) for (name, fact), places in said.stated_at.items() for at in places]

    def is_of_another(name: str, fact: str) -> bool:
        at = said.places.get((name, fact), -1)
        takers = {taker for taker, what, place in stated if (what, place) == (fact, at)}
        return bool(takers) and not any(name in names and takers & names for names in said.lists)

    said.doubtful = [pair for pair in said.doubtful if not is_of_another(*pair)]


def _leave_to_capitals(said: Said) -> None:
    """“Symmetric A and x on the sphere” makes no matrix of x, a small letter beside a capital."""
    for names in said.lists:
        capitals = [name for name in names if name[0].isupper()]
        stated = {
            fact for fact in SQUARE_ONLY for name in capitals if (name, fact) in said.stated_at
        }
        for name in (x for x in names if len(x) == 1 and x.islower()):
            said.facts.get(name, set[str]()).difference_update(stated)
            for fact in stated:
                said.stated_at.pop((name, fact), None)


_KEPT = re.compile(
    r"\b(?:keep|make|ensure|guarantee|enforce|force)(?:s|ing)?\s+(?:that\s+)?(?:the\s+)?(?:[a-z]+\s+)?"
    rf"{M}\s+(?:[a-z-]+\s+){{0,3}}\Z",
    re.I,
)


def keep_loose(said: Said, marked: str) -> None:
    """Keep the facts of which words speak that were not understood to be about some matrix."""
    heard = _heard(said, marked)
    for pattern, fact in (*FACTS, *_OF_VECTORS):
        for found in re.finditer(pattern, marked, re.I):
            begin, end = found.span()
            # Is the Hessian …?
            if any(heard[begin:end]) or fact in said.loose or "hessian" in found[0].lower():
                continue
            start, _ = sentence_around(marked, begin)
            if _KEPT.search(marked, start, begin):
                continue  # to keep ⟦M⟧ semidefinite: that is about no other matrix
            if _CASE.match(marked, start) and M[0] not in marked[start:]:
                continue  # for unit vectors they agree: that says nothing of what was claimed
            if not any(x.search(marked, start, begin) for x in (_DENIED, _OF_ANSWER, _UNREAL)):
                said.loose.append(fact)


def _heard(said: Said, marked: str) -> bytearray:
    """Which characters of a text are in words that were understood to be about some matrix."""
    heard = bytearray(len(marked))
    for begin, end in said.heard:
        heard[begin:end] = b"\1" * len(heard[begin:end])
    return heard


def keep_unreal(said: Said, marked: str) -> None:
    """Keep the facts that a text only imagines, calls wrong or asks about."""
    for fact, at in said.places.items():
        start, stop = sentence_around(marked, at)
        is_asked = marked[stop : stop + 1] == "?" and len(re.findall(M, marked[start:stop])) == 1
        is_open = _WHAT_IF.match(marked, start) or TAG.search(marked[at:stop])
        is_asked = is_asked and not is_open
        if is_asked or _UNREAL.search(marked, start, at):
            said.unreal.add(fact)


def keep_free(said: Said, marked: str, reading: Reading) -> None:
    """Keep the facts that need not hold, as the text says: ⟦A⟧ not necessarily symmetric."""
    for found in _FREE.finditer(marked):
        names = names_of(found["name"] or found["after"] or found["any"], reading)
        words = found["words"] or found["before"] or ""
        for name in names:
            known = [fact for pattern, fact in facts_in(name) if re.search(pattern, words, re.I)]
            known = known if words else [fact for of, fact in said.supposed if of == name]
            said.free |= {(name, fact) for fact in known}


def _named(words: str, reading: Reading) -> str:
    """The one matrix that a sentence names before a property."""
    marks = {
        name for n in numbers(" ".join(re.findall(M, words))) for name in reading.names.get(n, ())
    }
    return next(iter(marks)) if len(marks) == 1 and {*marks}.pop()[0].isupper() else ""


def _shown(words: str, reading: Reading) -> str:
    def formula(found: re.Match[str]) -> str:
        latex = reading.formula(next(numbers(found[0])))
        return quoted(latex).plain if latex else "…"

    return " ".join(re.sub(M, formula, words).split())
