"""What the words beside a name say of it: a symmetric matrix A, σ is the ReLU."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from matgrad.app.ask.facts.assumptions import is_lifted, sentence_around, standing
from matgrad.app.ask.facts.called import NOUN_BESIDE, called, noun_before, noun_behind
from matgrad.app.ask.facts.kinds import kind_in
from matgrad.app.ask.facts.properties import (
    GIVEN,
    NAMED,
    SQUARE,
    UNKNOWN,
    facts_in,
    given_by,
    is_of_square,
    not_used,
    shared_by,
)
from matgrad.app.ask.facts.said import CONDITIONAL, DENIED, LIFTED, MENTIONED, STATED, Given, Said
from matgrad.app.ask.facts.subjects import alike, subjects
from matgrad.app.ask.facts.suppositions import otherwise, supposing
from matgrad.app.ask.formulas.reading import Reading, names_of
from matgrad.app.ask.text.adjectives import ANY_FACT
from matgrad.app.ask.text.marks import JOINED, LIST, M, numbers
from matgrad.app.ask.text.patterns import ignoring_case
from matgrad.app.ask.text.words import ENTRYWISE, RECTIFIED, RELU
from matgrad.render.glyphs import latex_name, plain_name

FUNCTIONS = (
    (f"{RELU}|{RECTIFIED}", "relu"),
    (r"\bsigmoid|\blogistic", "sigmoid"),
    (r"hyperbolic tangent|\btanh\b", "tanh"),
    (r"\bsoftmax\b", "softmax"),
    (r"\bsoftplus\b", "softplus"),
    (r"\bsquare function|\bsquaring", "square"),
    (r"\bexponential function", "exp"),
    (rf"{ENTRYWISE}|\bactivation|\bnonlinearity"
     r"|\b(?:smooth|differentiable|scalar) function", ""),
)  # fmt: skip
_SUPPOSES = re.compile(r"\b(?:if|whether|unless|when|not|suppose[sd]?)\b|n['’]t\b|\?", re.I)
_IS = re.compile(
    rf"({LIST})\s*,?\s*(?:(?:which|that)\s+)?(?:(?:need|may|might|must|should|can|could|would|does|do|will|shall|happens?"
    r"|turns?\s+out)(?:\s+not"
    r"|n['’]t)?\s+(?:have\s+to\s+)?)?(?:is|are|to be|be|were|was|being|has|have|having|denotes?"
    rf"|represents?|stands? for)\s+"
    rf"([^.;]{{0,300}}?)(?=[.;?]|,\s*(?:and|where|with|which)?\s*(?:(?:the|an?|our)\s+)?"
    rf"(?:(?:matri(?:x|ces)|vectors?|scalars?)\s+)?{M}|\b(?:and|where|with)\s+(?:\w+\s+){{0,2}}?{M}"
    rf"|\b(?:for|if|when|since|because|provided|assuming)\s+(?:[\w-]+\s+){{0,3}}?{M}|$)"
)
# A symmetric; y a one-hot vector
_EQUATIONS = "|".join(
    f"(?:{pattern})" for pattern in (*(p for p, _, _ in GIVEN), *(p for p, _ in NAMED))
)
_ANY_FACT = rf"{ANY_FACT}|{_EQUATIONS}|square(?=\s*(?:[.,;)]|and\b|$))"
_BESIDE = re.compile(
    rf"({JOINED})\s*[,:]?\s+\(?((?:(?:both|all)\s+|(?:an?|the|any|some)\s+(?:{M}\s+)?(?:[a-z]+\s+)?|real\s+(?:and\s+)?)?(?:{_ANY_FACT})[^.;,?)]{{0,120}}?)"
    rf"(?=[.;,?)]|\band\s+(?:\w+\s+)?{M}|{M}|$)",
    re.I,
)
_LISTED = re.compile(  # with A, B symmetric
    rf"\b(?:with|where|for|let|if|and|matrices|both|given)\s+({LIST})\s+"
    rf"((?:both\s+|all\s+)?(?:{_ANY_FACT})[^.;,?)]{{0,60}}?)(?=[.;,?)]|\band\s+(?:\w+\s+)?{M}|$)",
    re.I,
)
_SERIES = re.compile(  # tr(AXB), A, B symmetric
    rf"({M}(?:\s*,\s*{M}){{1,6}})\s*:?\s+((?:both\s+|all\s+)?(?:{_ANY_FACT})[^.;,?)]{{0,60}}?)(?=[.;,?)]|$)",
    re.I,
)
_APPOSED = re.compile(
    rf"({JOINED})\s*,?\s+((?:an?\s+(?:[a-z-]+\s+){{0,3}}?)?(?:vector|matrix|scalar)\b)"
    rf"(?!\s+{M})",  # in: with matrix A, vector x
    re.I,
)
_PLURAL = re.compile(  # with A, b vectors
    rf"(?:\b(?:with|where|for|let|and|given)\s+|\(\s*)({LIST})\s+"
    r"((?:[a-z]+\s+)?(?:vectors|matrices|scalars)\b)"
    rf"(?!\s+{M})",
    re.I,
)
_FUNCTION = re.compile(  # σ logistic, σ the sigmoid; not: a layer of size h, tanh activation
    rf"(?<!\bsize )(?<!\bwidth )(?<!\bdimension )({M})\s*,?\s+\(?((?:the\s+|an?\s+)?(?:(?:"
    rf"{ENTRYWISE}|usual|standard|logistic)\s+){{0,2}}(?:logistic|sigmoid|re-?lu|tanh|softmax|softplus)\b"
    rf"|(?:is\s+|being\s+)?(?:(?:applied|acts|acting)\s+)?{ENTRYWISE}"
    r"(?=\s*[.,;?)]|$|\s+and\s+(?:is\s+)?(?:\w+\s+)?(?:smooth|differentiable)\b))"
    r"(?!\s*(?:loss|regression|layer|unit|network))",
    re.I,
)
_BEFORE = re.compile(rf"((?:\b[A-Za-z-]+\s+){{1,4}})({LIST})")
PATTERNS = (_IS, _BESIDE, NOUN_BESIDE, _LISTED, _SERIES, _PLURAL, _APPOSED, _FUNCTION, _BEFORE)
_LOOSE = re.compile(
    r"\b(?:and|or|but|with|where|while|by|is|are|to|than|as|if|when|plus|minus|of|times"
    r"|for(?:\s+(?:all|every|any|each)(?:\s+real)?)?"
    r"|with\s+(?:[a-z]+\s+){0,2}(?:entries|elements|eigenvalues|columns|rows))\s*$",
    re.I,
)
_SQUARE = re.compile(
    r"\bsquare\b(?!\s+(?:root|func|loss|error|eucl|frob|norm|of|the|and\s+\w+\s+func))", re.I
)
_NOUN = re.compile(
    r"(?:\bre-?lu|sigmoid|tanh|softmax|softplus|function|activation|nonlinearity"
    rf"|{ENTRYWISE})\s*$",
    re.I,
)
_ENTRIES_OF = re.compile(r"\b(?:entries|elements|components|coefficients) of (?:the )?$", re.I)
_CROSS = re.compile(r"kernel|co-?variance|correlation", re.I)
_OF_TWO = re.compile(  # the kernel matrix k(X, Y), the correlation of X and Y
    rf"\w*\s*{M[0]}(?P<n>\d+)|\w*\s+(?P<of>of|between)\s+{M}\s*(?:and|with|,)\s*{M}"
    r"\s*(?:[.,;:?!)]|and\b|where\b|with\b|$)",
    re.I,
)
_NO_FUNCTION = r"matri|\bvector|\b(?:hessian|jacobian|gradient|derivative)\s+of\b"


@dataclass(frozen=True)
class Heard:
    """Words that stand beside names: which group of a match is which."""

    text: str
    found: re.Match[str]
    subject: int
    words: int
    at: int = -1  # where the name stands, if there are several
    first: int = -1  # and where the first of them does: what if ⟦A⟧ and ⟦B⟧ are symmetric?
    names: frozenset[int] = frozenset()  # the formulas that are names
    bare: frozenset[int] = frozenset()  # and those that say nothing by themselves

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
        span = [self.found.start(self.words) + at for at in part.span()]
        subject = self.at if self.at >= 0 else self.found.start(self.subject)
        how = standing(self.text, subject, *span)
        is_first = not 0 <= self.first < subject or " is " in self.text[subject : span[0]]
        how = how if how != STATED or is_first else standing(self.text, self.first, *span)
        return MENTIONED if how == STATED and self.after and self._is_of_two(part) else how

    def noun(self, part: re.Match[str]) -> str:
        """The noun by which the words call what they are about: with covariance matrix Σ."""
        at = self.found.start(self.words)
        if self._is_of_two(part):
            return ""
        if self.after:
            subject = self.at if self.at >= 0 else self.found.start(self.subject)
            return noun_behind(self.text, subject, at + part.start())
        return noun_before(self.text, part, at)

    def _is_of_two(self, part: re.Match[str]) -> bool:
        """Is something between two sets meant: the correlation of X and Y?"""
        end = self.found.start(self.words) + part.end()
        found = _OF_TWO.match(self.text, end) if _CROSS.search(part[0]) else None
        if found is None:
            return False
        return {*numbers(found[0])} <= self.names if found["of"] else int(found["n"]) in self.bare

    def parts(self, name: str) -> list[tuple[int, int]]:
        """Where words for properties stand in the text that are looked at for a name."""
        at = self.found.start(self.words)
        patterns = [*(p for p, _ in facts_in(name)), *(p for p, _, _ in GIVEN), UNKNOWN.pattern]
        found = (part for p in patterns for part in ignoring_case(p).finditer(self.said))
        return [(at + part.start(), at + part.end()) for part in found]

    @property
    def is_case(self) -> bool:
        """Does the sentence only suppose or ask something?"""
        start, stop = sentence_around(self.text, self.found.start(self.words))
        return _SUPPOSES.search(self.text[start : stop + 1]) is not None

    def supposing(self, part: re.Match[str], how: str) -> list[int]:
        """The formulas of a sentence that speaks of a case, or of the other one if it is denied."""
        at = self.found.start(self.words) + part.start()
        others = otherwise(self.text, at) if how == DENIED else []
        return supposing(self.text, at) if how == CONDITIONAL else others


def listen_to_names(said: Said, marked: str, reading: Reading) -> None:
    """Keep what words beside names say of them."""
    defined: dict[int, list[str]] = {}
    named = frozenset(reading.names), frozenset(reading.bare)
    declared = {each.name for each in reading.declared}
    for each in reading.defined:
        defined.setdefault(each.segment, []).append(each.left.name)
    for found in (each for kind in PATTERNS for each in kind.finditer(marked)):
        heard = Heard(marked, found, *((2, 1) if found.re is _BEFORE else (1, 2)), -1, -1, *named)
        marks = [*re.finditer(M, found[heard.subject])]
        if found.re in (_BESIDE, NOUN_BESIDE) and _is_of_next(found, reading):
            continue
        if found.re is _FUNCTION and {*names_of(found[1], reading)} & declared:
            continue  # by v, elementwise
        about = [marks[i] for i in subjects(found, heard.subject, heard.after, reading)]
        about = alike(about, reading) if found.re is _SERIES else about
        begin = found.start(heard.subject)
        first = next((begin + each.start() for each in about if names_of(each[0], reading)), -1)
        said.lists += _joined(about, reading)
        for number in about:
            at = first if found.re is _LISTED else begin + number.start()  # if A, B symmetric
            for name in names_of(number[0], reading):
                describe(said, name, replace(heard, at=at, first=first))
        segment = next(numbers(about[0][0])) if heard.after and len(about) == 1 else -1
        for name in defined.get(segment, ()):
            describe_facts(said, name, heard)  # let L = D - W be the graph Laplacian


def _joined(about: list[re.Match[str]], reading: Reading) -> list[frozenset[str]]:
    """The names of which the same words speak, if there are several."""
    names = frozenset(name for each in about for name in names_of(each[0], reading))
    return [names] if len(names) > 1 else []


def _is_of_next(found: re.Match[str], reading: Reading) -> bool:
    """Do words behind a name stand before another one: mean vector ⟦μ⟧, covariance matrix ⟦Σ⟧?"""
    following = re.compile(rf"\w*\s+({M})").match(found.string, found.end() - 1)
    is_apart = "," in found.string[found.end(1) : found.start(2)]
    return following is not None and is_apart and bool(names_of(following[1], reading))


def describe(said: Said, name: str, heard: Heard) -> None:
    """Keep what some words say of a name."""
    words, after = heard.said, heard.after
    for pattern, function in FUNCTIONS:
        is_other = re.search(_NO_FUNCTION, words, re.I) or not (after or _NOUN.search(words))
        part = re.search(pattern, words, re.I)
        is_other = is_other or (part and M[0] in words[: part.start()])  # t has error ⟦1⟧ with …
        if part and not is_other and heard.standing(part) != DENIED:
            said.functions.setdefault(name, function)
            return
    describe_facts(said, name, heard)
    part = UNKNOWN.search(words)
    if part and heard.standing(part) == STATED:
        said.unknown.append(not_used(name, part[0]))
        said.squares |= {name} if SQUARE.search(part[0]) else set()
    describe_equations(said, name, heard)
    for pattern, value in NAMED if name != "I" else ():
        part = re.search(pattern, words, re.I)
        how = heard.standing(part) if part else DENIED
        if how == STATED:
            said.named_as.setdefault(name, value)
        elif how == MENTIONED:
            said.doubtful_given.append(Given(latex_name(name), value))
    square = _SQUARE.search(words)
    if square and heard.standing(square) in (STATED, MENTIONED):
        said.squares.add(name)
    kind = kind_in(words, after)
    before = heard.text[: heard.found.start(heard.subject)]
    is_of_entries = kind == "scalar" and after and _ENTRIES_OF.search(before)
    if kind and not is_of_entries and not (name == "I" and "identity" in words):
        said.kinds.setdefault(name, kind)


def describe_equations(said: Said, name: str, heard: Heard) -> None:
    """Keep which equations some words state or mention of a name."""
    for pattern, left, right in GIVEN:
        part = re.search(pattern, heard.said, re.I)
        if part and part[0].lower() == "normal" and name[0].islower():
            continue  # the normal a of a plane
        how = heard.standing(part) if part else DENIED
        if part and how in (MENTIONED, CONDITIONAL):
            said.doubtful_given.append(given_by(left, right, name))
        if part and how == STATED:
            at = heard.found.start(heard.words) + part.start()
            said.give(given_by(left, right, name), at)
            if "{diag}" in left:
                said.implied.append(f"diag({plain_name(name)}) = 0 is used for claims only")
            said.squares |= {name} if is_of_square(left, right) or SQUARE.search(part[0]) else set()


def describe_facts(said: Said, name: str, heard: Heard) -> None:
    """Keep which facts some words state, deny or suppose of a name."""
    said.heard += heard.parts(name)
    if (shared := shared_by(heard.said)) and not heard.is_case:
        said.facts.setdefault(name, set()).update(shared)
        return
    for pattern, fact in facts_in(name, said.kinds.get(name)):
        for part in re.finditer(pattern, heard.said, re.I):
            how = heard.standing(part)
            noun = heard.noun(part) if how in (MENTIONED, CONDITIONAL) else ""
            if noun:
                how = STATED
                said.implied.append(called(name, fact, noun))
            said.places.setdefault((name, fact), heard.found.start(heard.words) + part.start())
            if how == STATED:
                said.state((name, fact), heard.found.start(heard.words) + part.start())
                continue
            begin = heard.found.start(heard.words) + part.start()
            is_asked = how == DENIED and is_lifted(heard.text, begin, begin + len(part[0]))
            said.keep(LIFTED if is_asked else how, (name, fact))
            for segment in heard.supposing(part, how):
                said.cases.setdefault(segment, []).append((name, fact))
