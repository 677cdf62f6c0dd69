"""Properties that words give to matrices without naming them: both matrices are symmetric."""

from __future__ import annotations

import re

from matgrad.app.ask.adjectives import FACTS
from matgrad.app.ask.asking import is_asking
from matgrad.app.ask.assumptions import sentence_around, standing
from matgrad.app.ask.marks import M
from matgrad.app.ask.properties import not_used
from matgrad.app.ask.said import CONDITIONAL, DENIED, MENTIONED, General, Said
from matgrad.app.ask.scripts import declarations, read_function
from matgrad.app.ask.supposing import supposing
from matgrad.app.ask.understood import Understood
from matgrad.core.facts import SQUARE_ONLY, facts_of
from matgrad.render.glyphs import plain_name

_SOME = r"(?:(?:two|three|other|given|square|real|constant|fixed|involved|coefficient)\s+){0,2}"
_SUBJECT = re.compile(  # both matrices are symmetric; here the matrix is symmetric
    r"(?:^|[.;:,(]|\b(?:both|all|of|the|these|our|that|here|assum\w+|suppos\w+|let|throughout))\s+"
    rf"{_SOME}matri(?:x|(?P<many>ces))\s+(?:(?:here|above|involved|in question)\s+)?"
    r"(?:is|are|be|being|to be)\s+(?P<words>[^.;,?!)]{1,60})",
    re.I,
)
_OBJECT = re.compile(  # with a symmetric matrix
    r"\b(?:with|for|given|assuming|has|have|involves?)\s+(?:an?\s+|the\s+|all\s+|both\s+)?"
    r"(?P<words>(?:[a-z-]+\s+){1,3}?matri(?:x|(?P<many>ces)))(?=\s*(?:[.;,?!)]|$))",
    re.I | re.M,
)
_CASE = re.compile(r"\b(?:in|for) the\s+(?P<words>[a-z -]{4,30}?)\s+case\b(?P<many>)", re.I)


def listen_to_general(said: Said, marked: str) -> None:
    """Keep what is said of matrices that are not named."""
    for pattern in (_SUBJECT, _OBJECT, _CASE):
        for found in pattern.finditer(marked):
            for word, fact in FACTS:
                part = re.search(word, found["words"], re.I)
                if part is None:
                    continue
                begin = found.start("words") + part.start()
                end = found.start("words") + part.end()
                how = standing(marked, found.start(), begin, end)
                how = CONDITIONAL if pattern is _CASE and how != DENIED else how
                is_open = pattern is _OBJECT and not is_meant(marked, found) and how != DENIED
                how = CONDITIONAL if is_open else how
                segments = tuple(supposing(marked, begin)) if how == CONDITIONAL else ()
                said.general.append(General(fact, bool(found["many"]), how, segments))


def is_meant(marked: str, found: re.Match[str]) -> bool:
    """Is this about a formula before it, or about what a sentence asks for?"""
    start, stop = sentence_around(marked, found.start())
    is_beside = re.search(rf"{M}\s*,?\s*$", marked[start : found.start()])
    return is_beside is not None or is_asking(marked[start : stop + 1])


def name_general(found: Understood) -> None:
    """Find the matrices that are meant, which are those of the function, and read it again."""
    is_new = False
    for each in dict.fromkeys(found.said.general):
        names = matrices(found, each.fact)
        meant = names if each.is_all or len(names) == 1 else []
        words = each.fact.replace("_", " ")
        facts = [(name, each.fact) for name in meant if each.fact not in _known(found, name)]
        if each.how == CONDITIONAL:
            found.said.supposed += facts
            for segment in each.segments:
                found.said.cases.setdefault(segment, []).extend(facts)
        elif each.how == MENTIONED:
            found.said.doubtful += facts
            found.notes += found.said.not_taken(facts, MENTIONED)
        elif each.how != DENIED and facts:
            is_new = True
            for name, fact in facts:
                found.said.facts.setdefault(name, set()).add(fact)
            shown = " and ".join(plain_name(name) for name, _ in facts)
            found.notes.append(f"called {words} in the text: {shown}")
        elif each.how != DENIED and not meant:
            found.said.unknown += [(name, f"a matrix is {words}") for name in names]
    if is_new:
        read_function(found, found.is_scalar)
    for part in found.problem.definitions if found.problem else ():
        name = part.symbol.name
        for fact in sorted(_known(found, name) - facts_of(part.value)):
            found.said.unknown.append(not_used(name, fact.replace("_", " ")))


def _known(found: Understood, name: str) -> set[str]:
    return found.said.facts.get(name, set())


def matrices(found: Understood, fact: str) -> list[str]:
    """The matrices of the function of which something can be said; symmetric ones are square."""
    known = found.problem.symbols if found.problem else {}
    names = [name for name, x in known.items() if not x.shape.is_vector and not x.is_scalar]
    if fact not in SQUARE_ONLY:
        return names
    fixed = {each.name for each in declarations(found)}
    square = [name for name in names if known[name].shape.is_square]
    return square or [name for name in names if name not in fixed]
