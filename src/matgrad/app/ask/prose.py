"""What the words around formulas say: what a name is, what is asked, what is claimed."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from matgrad.app.ask.adjectives import ANY_FACT
from matgrad.app.ask.asking import listen_to_questions, sentences
from matgrad.app.ask.assumptions import sentence_around, standing
from matgrad.app.ask.contradictions import settle_contradictions
from matgrad.app.ask.flowing import flowing
from matgrad.app.ask.general import listen_to_general
from matgrad.app.ask.marks import JOINED, LIST, M, names_of, numbers
from matgrad.app.ask.places import tell_places
from matgrad.app.ask.points import tell_points
from matgrad.app.ask.properties import (
    GIVEN,
    NEEDED_BY,
    SQUARE,
    UNKNOWN,
    facts_in,
    given_by,
    is_of_square,
    not_used,
    shared_by,
)
from matgrad.app.ask.reading import Reading
from matgrad.app.ask.said import CONDITIONAL, DENIED, MENTIONED, STATED, Said
from matgrad.app.ask.scopes import limit_facts
from matgrad.app.ask.sizes import listen_to_sizes
from matgrad.app.ask.stating import listen_to_formulas
from matgrad.app.ask.supposing import supposing
from matgrad.app.ask.telling import name_answers, tell_derivatives

FUNCTIONS = (
    (r"\bre-?lu\b|rectif", "relu"),
    (r"\bsigmoid|\blogistic", "sigmoid"),
    (r"hyperbolic tangent|\btanh\b", "tanh"),
    (r"\bsoftmax\b", "softmax"),
    (r"\bsoftplus\b", "softplus"),
    (r"\bsquare function|\bsquaring", "square"),
    (r"\bexponential function", "exp"),
    (r"(?:element|component|entry|coordinate|point)-?\s?wise|\bactivation|\bnonlinearity"
     r"|\b(?:smooth|differentiable|scalar) function", ""),
)  # fmt: skip
KINDS = (
    (r"\brow[- ]vectors?\b", "row"),
    (r"(?<!row )(?<!row-)\bvectors?\b", "vector"),
    (r"\bmatri(?:x|ces)\b", "matrix"),
    (r"\bscalars?\b|\breal numbers?\b|\bnumbers?\b|\bregulari[sz]ation", "scalar"),
)
_SUPPOSES = re.compile(r"\b(?:if|whether|unless|when|not|suppose[sd]?)\b|n['’]t\b|\?", re.I)
_IS = re.compile(
    rf"({LIST})\s*,?\s*(?:(?:need|may|might|must|should|can|could|would|does|do|will)(?:\s+not"
    r"|n['’]t)?\s+(?:have\s+to\s+)?)?(?:is|are|to be|be|were|was|being|has|have|having|denotes?"
    rf"|represents?|stands? for)\s+"
    rf"([^.;]{{0,300}}?)(?=[.;?]|,\s*(?:and|where|with|which)?\s*(?:the\s+)?{M}"
    rf"|\b(?:and|where|with)\s+(?:\w+\s+)?{M}"
    rf"|\b(?:for|if|when|since|because|provided|assuming)\s+(?:[\w-]+\s+){{0,3}}?{M}|$)"
)
# A symmetric; y a one-hot vector
_EQUATIONS = "|".join(f"(?:{pattern})" for pattern, _, _ in GIVEN)
_ANY_FACT = rf"{ANY_FACT}|{_EQUATIONS}|square(?=\s*(?:[.,;)]|$))"
_BESIDE = re.compile(
    rf"({JOINED})\s*,?\s+\(?((?:(?:an?|the)\s+(?:[a-z]+\s+)?|real\s+(?:and\s+)?)?(?:{_ANY_FACT})[^.;,?)]{{0,120}}?)"
    rf"(?=[.;,?)]|\band\s+(?:\w+\s+)?{M}|{M}|$)",
    re.I,
)
_LISTED = re.compile(  # with A, B symmetric
    rf"\b(?:with|where|for|let|if|and|matrices|both|given)\s+({LIST})\s+"
    rf"((?:both\s+|all\s+)?(?:{_ANY_FACT})[^.;,?)]{{0,60}}?)(?=[.;,?)]|\band\s+(?:\w+\s+)?{M}|$)",
    re.I,
)
_APPOSED = re.compile(
    rf"({JOINED})\s*,?\s+((?:an?\s+(?:[a-z-]+\s+){{0,3}}?)?(?:vector|matrix|scalar)\b)"
    rf"(?!\s+{M})",  # in: with matrix A, vector x
    re.I,
)
_PLURAL = re.compile(  # with A, b vectors
    rf"\b(?:with|where|for|let|and|given)\s+({LIST})\s+((?:[a-z]+\s+)?(?:vectors|matrices|scalars)\b)"
    rf"(?!\s+{M})",
    re.I,
)
_FUNCTION = re.compile(  # σ logistic, σ the sigmoid
    rf"({M})\s*,?\s+\(?((?:the\s+|an?\s+)?(?:logistic|sigmoid|re-?lu|tanh|softmax|softplus)\b"
    r"|(?:is\s+|being\s+)?(?:applied|acts|acting)\s+(?:element|component|entry)-?\s?wise)"
    r"(?!\s*(?:loss|regression|layer|unit|network))",
    re.I,
)
_BEFORE = re.compile(rf"((?:\b[A-Za-z-]+\s+){{1,4}})({LIST})")
_LOOSE = re.compile(r"\b(?:and|or|but|with|where|while|by|is|are|to|than|as|if|when)\s*$", re.I)
_GIVEN = r"(?:is|are|be|equals?|denotes?|is given by|is defined (?:as|by|to be)|reads|:)"
_OBJECTIVE = re.compile(
    r"\b(?:loss|cost|objective|criterion|error|energy|(?:log-?)?likelihood|risk|functional|function)"
    rf"\b(?:\s+function)?(?:\s+(?!of\b|{_GIVEN}\b)[a-z-]+){{0,3}}\s*(?:{M}\s+)?{_GIVEN}\s+"
    rf"(?:(?!of\b|gradient|derivative)[a-z-]+\s+){{0,6}}?({M})",
    re.I,
)
_MEANS = re.compile(
    rf"(?:^|[,.;:(]|\b(?:where|with|if|let|when|here|function|loss|cost|that|and|suppose|assume"
    rf"|say|define|for|objective))\s*({M})\s+{_GIVEN}\s+(?:(?:the|function|quantity|just|simply)"
    rf"\s+){{0,3}}({M})(?!\s*-)",
    re.I | re.M,
)
_SQUARE = re.compile(
    r"\bsquare\b(?!\s+(?:root|func|loss|error|eucl|frob|norm|of|the|and\s+\w+\s+func))", re.I
)
_EVERY = re.compile(
    r"\b(?:all|each|every|both|four|three|two|six)\s+(?:(?:of\s+)?the\s+)?(?:\w+\s+){0,3}?"
    r"(?:parameters?|weights?(?: matrices)?|biases|variables|arguments|gradients)"
    r"|\bback-?prop\w* (?:equations|formulas|rules)"
)
_NOUN = re.compile(
    r"(?:\bre-?lu|sigmoid|tanh|softmax|softplus|function|activation|nonlinearity"
    r"|(?:element|component|entry|coordinate|point)-?\s?wise)\s*$",
    re.I,
)
NETWORK = re.compile(r"\bback-?\s?prop|\bforward (?:pass|prop)|\bbackward|\bneural|\bnetwork", re.I)
_NO_FUNCTION = r"matri|\bvector|\b(?:hessian|jacobian|gradient|derivative)\s+of\b"
CAPITALS = re.compile(r"diagonal matri\w+[^.]*(?:upper-?case|capital)", re.I)


def listen(marked: str, reading: Reading) -> Said:
    """Read the words of a text in which formulas are marked by their numbers."""
    marked = flowing(marked)
    said = Said(
        wants_all=_EVERY.search(marked) is not None,
        is_network=NETWORK.search(marked) is not None,
        has_capitals=CAPITALS.search(marked) is not None,
    )
    defined: dict[int, list[str]] = {}
    for each in reading.defined:
        defined.setdefault(each.segment, []).append(each.left.name)
    for found in (
        each
        for kind in (_IS, _BESIDE, _LISTED, _PLURAL, _APPOSED, _FUNCTION, _BEFORE)
        for each in kind.finditer(marked)
    ):
        heard = Heard(marked, found, 2, 1) if found.re is _BEFORE else Heard(marked, found, 1, 2)
        for number in re.finditer(M, found[heard.subject]):
            one = replace(heard, at=number.start() + found.start(heard.subject))
            for name in names_of(number[0], reading):
                describe(said, name, one)
        subjects = [*numbers(found[heard.subject])] if heard.after else []
        for name in defined.get(subjects[0], ()) if len(subjects) == 1 else ():
            describe_facts(said, name, heard)  # let L = D - W be the graph Laplacian
    marked = tell_places(said, marked, reading)
    listen_to_formulas(said, marked, reading)
    listen_to_general(said, marked)
    for name in said.functions:
        said.kinds.pop(name, None)  # with scalar t, σ logistic
    for name, fact in said.denied:
        said.facts.get(name, set()).difference_update((fact, *NEEDED_BY.get(fact, ())))
    listen_to_sizes(said, marked, reading)
    said.objectives += [n for n in in_words(_OBJECTIVE, marked) if n in reading.bare]
    for found in _MEANS.finditer(marked):
        (name,), (value,) = numbers(found[1]), numbers(found[2])
        if name in reading.names and value in reading.bare:
            said.meant.append((name, value))
    for sentence in sentences(marked):
        name_answers(sentence, reading)
        tell_derivatives(sentence, reading)
        tell_points(said, sentence, reading)
        listen_to_questions(said, sentence, reading)
    said.over += reading.over
    settle_contradictions(said, marked, reading)
    limit_facts(said, marked, reading)
    return said


def in_words(pattern: re.Pattern[str], marked: str) -> list[int]:
    """The formulas that a pattern points at."""
    return [number for found in pattern.finditer(marked) for number in numbers(found[1])]


@dataclass(frozen=True)
class Heard:
    """Words that stand beside names: which group of a match is which."""

    text: str
    found: re.Match[str]
    subject: int
    words: int
    at: int = -1  # where the name stands, if there are several

    @property
    def after(self) -> bool:
        """Do the words follow the names?"""
        return self.subject < self.words

    @property
    def said(self) -> str:
        """The words; those before a name are about it only if they lead up to it."""
        words = self.found[self.words]
        return "" if not self.after and _LOOSE.search(words) else words

    def standing(self, part: re.Match[str]) -> str:
        """Are these of the words stated, denied, or a condition?"""
        at = self.found.start(self.words)
        subject = self.at if self.at >= 0 else self.found.start(self.subject)
        return standing(self.text, subject, at + part.start(), at + part.end())

    @property
    def is_case(self) -> bool:
        """Does the sentence only suppose or ask something?"""
        start, stop = sentence_around(self.text, self.found.start(self.words))
        return _SUPPOSES.search(self.text[start : stop + 1]) is not None

    def supposing(self, part: re.Match[str]) -> list[int]:
        """The formulas of a sentence that speaks of a case, up to another case."""
        return supposing(self.text, self.found.start(self.words) + part.start())


def describe(said: Said, name: str, heard: Heard) -> None:
    """Keep what some words say of a name."""
    words, after = heard.said, heard.after
    for pattern, function in FUNCTIONS:
        is_other = re.search(_NO_FUNCTION, words, re.I) or not (after or _NOUN.search(words))
        part = re.search(pattern, words, re.I)
        if part and not is_other and heard.standing(part) != DENIED:
            said.functions.setdefault(name, function)
            return
    describe_facts(said, name, heard)
    part = UNKNOWN.search(words)
    if part and heard.standing(part) == STATED:
        said.unknown.append(not_used(name, part[0]))
        said.squares |= {name} if SQUARE.search(part[0]) else set()
    for pattern, left, right in GIVEN:
        part = re.search(pattern, words, re.I)
        how = heard.standing(part) if part else DENIED
        if part and how == MENTIONED:
            said.doubtful_given.append(given_by(left, right, name))
        if part and how == STATED:
            said.given.append(given_by(left, right, name))
            said.squares |= {name} if is_of_square(left, right) or SQUARE.search(part[0]) else set()
    square = _SQUARE.search(words)
    if square and heard.standing(square) in (STATED, MENTIONED):
        said.squares.add(name)
    kind = kind_in(words, after)
    if kind and not (name == "I" and "identity" in words):
        said.kinds.setdefault(name, kind)


def describe_facts(said: Said, name: str, heard: Heard) -> None:
    """Keep which facts some words state, deny or suppose of a name."""
    if (shared := shared_by(heard.said)) and not heard.is_case:
        said.facts.setdefault(name, set()).update(shared)
        return
    for pattern, fact in facts_in(name):
        for part in re.finditer(pattern, heard.said, re.I):
            how = heard.standing(part)
            said.places.setdefault((name, fact), heard.found.start(heard.words) + part.start())
            if how == STATED:
                said.state((name, fact), heard.found.start(heard.words) + part.start())
                continue
            said.keep(how, (name, fact))
            for segment in heard.supposing(part) if how == CONDITIONAL else ():
                said.cases.setdefault(segment, []).append((name, fact))


def kind_in(words: str, after: bool) -> str:
    """The kind of thing that words name first; before a name, that of the last word."""
    nouns = words if after else (re.findall(r"(?:\brow\s+)?\S+\s*$", words) or [""])[0]
    places = [
        (found.start(), kind) for noun, kind in KINDS if (found := re.search(noun, nouns, re.I))
    ]
    return min(places)[1] if places else ""  # a matrix with the vector d on its diagonal
