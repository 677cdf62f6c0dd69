"""What the words around formulas say: what a name is, what is asked, what is claimed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from matgrad.app.ask.assumptions import CONDITIONAL, DENIED, STATED, standing
from matgrad.app.ask.notation import GRADIENT, HESSIAN, JACOBIAN, Derivative
from matgrad.app.ask.reading import Reading
from matgrad.render.glyphs import plain_name

M = "\N{LEFT WHITE SQUARE BRACKET}(?:\\d+)\N{RIGHT WHITE SQUARE BRACKET}"
LIST = rf"{M}(?:\s*(?:,\s*and|,|and|or|&)\s*{M})*"
FACTS = (
    (r"skew[- ]?symmetric|antisymmetric", "skew"),
    (r"(?<!skew-)(?<!skew )(?<!anti)\bsymmetric|\bsemi-?definite|\bPSD\b", "symmetric"),
    (r"positive[- ]definite|\bSPD\b", "positive_definite"),
    (r"\bdiagonal\b", "diagonal"),
    (r"\borthogonal\b", "orthogonal"),
    (r"\blower[- ]triangular", "lower_triangular"),
    (r"\bupper[- ]triangular", "upper_triangular"),
    (r"\bToeplitz\b", "toeplitz"),
    (r"\b(?:on|in) the (?:probability |unit )?simplex", "simplex"),
    (r"\binvertible|non-?singular", "invertible"),
    (r"\bone-?hot\b", "onehot"),
    (r"\bunit vector", "unit"),
    (r"\bpositive (?:scalar|number|real|constant)", "positive"),
)
NEEDED_BY = {"symmetric": ("positive_definite", "diagonal")}  # what is false without it
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
    (r"\bvectors?\b", "vector"),
    (r"\bmatri(?:x|ces)\b", "matrix"),
    (r"\bscalars?\b|\breal numbers?\b|\bnumbers?\b|\bregulari[sz]ation", "scalar"),
)
ASKED = (
    (r"\bhessians?\b|\bsecond derivatives?\b", HESSIAN),
    (r"\bjacobians?\b", JACOBIAN),
    (r"\bgradients?\b|\bderivatives?\b|\bdifferentiat\w*|\bback-?prop\w*|\bpartials?\b", GRADIENT),
)
_BY = r"(?:with respect to|w\.?\s?r\.?\s?t\.?|with regard to|regarding|by|in|for)"
_IS = re.compile(
    rf"({LIST})\s*,?\s*(?:is|are|be|being|denotes?|represents?|stands? for)\s+"
    rf"([^.;]*?)(?=[.;?]|,\s*(?:and|where|with|which)?\s*(?:the\s+)?{M}|\band\s+(?:\w+\s+)?{M}|$)"
)
_BEFORE = re.compile(rf"((?:\b[A-Za-z-]+\s+){{1,4}})({LIST})")
_SIZED = re.compile(rf"({LIST})\s*,?\s*(?:is|are|be|being)\s+(?:[A-Za-z-]+,?\s+){{0,7}}?({M})")
_SIZED_BEFORE = re.compile(rf"({M})[\s-]+((?:[A-Za-z-]+,?\s+){{0,5}}?matri(?:x|ces))\s+({LIST})")
_LOOSE = re.compile(r"\b(?:and|or|but|with|where|while|by|is|are|to|than|as|if|when)\s*$", re.I)
_EVERY = re.compile(
    r"\b(?:all|each|every|both|four|three|two|six)\s+(?:(?:of\s+)?the\s+)?(?:\w+\s+){0,3}?"
    r"(?:parameters?|weights?(?: matrices)?|biases|variables|arguments|gradients)"
)
_NOUN = re.compile(
    r"(?:\bre-?lu|sigmoid|tanh|softmax|softplus|function|activation|nonlinearity)\s*$", re.I
)
NETWORK = re.compile(r"\bback-?\s?prop|\bforward (?:pass|prop)|\bbackward|\bneural|\bnetwork", re.I)
CAPITALS = re.compile(r"diagonal matri\w+[^.]*(?:upper-?case|capital)", re.I)


@dataclass
class Said:
    """What the words say."""

    facts: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    denied: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    supposed: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    kinds: dict[str, str] = field(default_factory=dict[str, str])
    functions: dict[str, str] = field(default_factory=dict[str, str])
    sizes: dict[str, str] = field(default_factory=dict[str, str])
    asked: list[tuple[Derivative, int]] = field(default_factory=list[tuple[Derivative, int]])
    claims: list[int] = field(default_factory=list[int])  # segments that are said to be the answer
    of: list[int] = field(default_factory=list[int])  # segments whose derivative is asked for
    wants_all: bool = False
    is_network: bool = False
    has_capitals: bool = False

    @property
    def not_assumed(self) -> list[str]:
        """Facts that the text mentions and that are not taken as given."""
        mentioned = [(pair, DENIED) for pair in self.denied]
        mentioned += [(pair, CONDITIONAL) for pair in self.supposed]
        return [
            f"{plain_name(name)} is not taken to be {fact.replace('_', ' ')}: {why}"
            for (name, fact), why in mentioned
            if fact not in self.facts.get(name, ())
        ]


def listen(marked: str, reading: Reading) -> Said:
    """Read the words of a text in which formulas are marked by their numbers."""
    marked = flowing(marked)
    said = Said(
        wants_all=_EVERY.search(marked) is not None,
        is_network=NETWORK.search(marked) is not None,
        has_capitals=CAPITALS.search(marked) is not None,
    )
    for found in (*_IS.finditer(marked), *_BEFORE.finditer(marked)):
        heard = Heard(marked, found, 1, 2) if found.re is _IS else Heard(marked, found, 2, 1)
        for name in names_of(found[heard.subject], reading):
            describe(said, name, heard)
    for name, fact in said.denied:
        said.facts.get(name, set()).difference_update((fact, *NEEDED_BY.get(fact, ())))
    _listen_to_sizes(said, marked, reading)
    for sentence in sentences(marked):
        _listen_to_questions(said, sentence, reading)
    return said


def flowing(marked: str) -> str:
    """Without the line breaks inside of paragraphs and the full stops inside of abbreviations."""
    marked = re.sub(
        r"\b(w\.\s?r\.\s?t|i\.e|e\.g|resp|cf|vs|s\.t)\.",
        lambda m: re.sub(r"[.\s]", "", m[1]),
        marked,
    )
    return re.sub(r"[ \t]*\n(?!\s*\n)[ \t]*", " ", marked)


def sentences(marked: str) -> list[str]:
    """The sentences of a text; a formula at the end of a line does not end one."""
    return re.split(r"(?<=[a-z\d\N{RIGHT WHITE SQUARE BRACKET})])[.?!](?:\s+|$)|\n\s*\n", marked)


def numbers(marks: str) -> Iterator[int]:
    """The numbers of the marked formulas."""
    return map(int, re.findall(r"\d+", marks))


def names_of(marks: str, reading: Reading) -> list[str]:
    """The names that the marked formulas are."""
    return [name for i in numbers(marks) for name in reading.names.get(i, [])]


@dataclass(frozen=True)
class Heard:
    """Words that stand beside names: which group of a match is which."""

    text: str
    found: re.Match[str]
    subject: int
    words: int

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
        subject = self.found.start(self.subject)
        return standing(self.text, subject, at + part.start(), at + part.end())


def describe(said: Said, name: str, heard: Heard) -> None:
    """Keep what some words say of a name."""
    words, after = heard.said, heard.after
    for pattern, function in FUNCTIONS:
        is_other = re.search(r"matri|\bvector", words) or not (after or _NOUN.search(words))
        part = re.search(pattern, words, re.I)
        if part and not is_other and heard.standing(part) == STATED:
            said.functions.setdefault(name, function)
            return
    for pattern, fact in FACTS:
        for part in re.finditer(pattern, words, re.I):
            how = heard.standing(part)
            if how == STATED:
                said.facts.setdefault(name, set()).add(fact)
            elif (name, fact) not in (said.denied if how == DENIED else said.supposed):
                (said.denied if how == DENIED else said.supposed).append((name, fact))
    for pattern, kind in KINDS:
        last = words.split()[-1:] if not after else words.split()
        if re.search(pattern, " ".join(last), re.I):
            said.kinds.setdefault(name, kind)
            return


def _listen_to_sizes(said: Said, marked: str, reading: Reading) -> None:
    found = [(m[1], m[2]) for m in _SIZED.finditer(marked)]
    found += [(m[3], m[1]) for m in _SIZED_BEFORE.finditer(marked)]
    for subject, sizes in found:
        size = reading.sizes.get(next(numbers(sizes)))
        for name in names_of(subject, reading) if size else ():
            said.sizes.setdefault(name, size or "")


# ---------------------------------------------------------------- questions and claims


def _listen_to_questions(said: Said, sentence: str, reading: Reading) -> None:
    kind = next((kind for word, kind in ASKED if re.search(word, sentence, re.I)), None)
    if kind is None:
        _listen_to_claims(said, sentence, r"(?:answer|result|it|solution)", reading)
        return
    word = next(word for word, k in ASKED if k == kind)
    by = re.search(rf"(?:{word})[^.?]*?\b{_BY}\s+(?:[a-z()\s-]{{0,50}}?)({LIST})", sentence, re.I)
    names = names_of(by[1], reading) if by else []
    of = re.search(rf"(?:{word})\s+((?!{_BY})[a-z*]+\s+){{0,6}}?({M})", sentence, re.I)
    segment = next(numbers(of[2])) if of else -1
    if of and (
        segment in reading.bare or segment in reading.names or is_definition(segment, reading)
    ):
        said.of.append(segment)
    said.asked.append((Derivative(kind, "", tuple(names)), segment))
    _listen_to_claims(said, sentence, rf"(?:{word}|\bit\b|answer|result)", reading)


def is_definition(segment: int, reading: Reading) -> bool:
    """Does this formula define something?"""
    return any(each.segment == segment for each in reading.defined)


def _listen_to_claims(said: Said, sentence: str, word: str, reading: Reading) -> None:
    claim = re.search(
        rf"{word}\b[^.?{M[0]}]*(?:{M}[^.?{M[0]}]*){{0,4}}?"
        rf"(?:\bis|\bequals?|\bbe|\bto|\bas|\bgives|\bget|\bgot|\bobtain(?:ed)?|:|\bequal to)"
        rf"\s+(?:just|simply|equal to|the same as)?\s*({M})",
        sentence, re.I,
    )  # fmt: skip
    claim = claim or re.search(
        rf"(?:\bis it|\bi (?:get|got|obtain(?:ed)?|found|think)|\bwe get|\bmy answer is)"
        rf"[a-z\s]*?({M})",
        sentence, re.I,
    )  # fmt: skip
    if claim is not None and (number := next(numbers(claim[1]))) in reading.bare:
        said.claims.append(number)
