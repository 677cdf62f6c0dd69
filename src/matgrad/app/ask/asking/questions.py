"""What words ask for, and which formulas they give as the answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from matgrad.app.ask.asking.active_cases import tell_active
from matgrad.app.ask.asking.attributed import ANSWERING, MET, NAMED, is_described, is_of_solution
from matgrad.app.ask.asking.by_what import (
    formulas_by,
    names_along,
    names_by,
    names_over,
    take_directions,
    take_lists,
)
from matgrad.app.ask.asking.changes import hear_changes
from matgrad.app.ask.asking.follow_ups import before_variables, choices_in, follow_up, same_again
from matgrad.app.ask.asking.labels import (
    ASKED,
    by_before,
    kind_before,
    made_before,
    of_before,
)
from matgrad.app.ask.asking.of_what import also, differentiated
from matgrad.app.ask.asking.omissions import hear_omissions
from matgrad.app.ask.asking.point_claims import is_condition
from matgrad.app.ask.asking.proposals import claims_in, is_of_another
from matgrad.app.ask.asking.series import OWN, firsts, in_place, series_in
from matgrad.app.ask.facts.said import Said, Told
from matgrad.app.ask.facts.suppositions import in_case, of_cases
from matgrad.app.ask.formulas.claimed import listed as listed_in
from matgrad.app.ask.formulas.derivatives import derivative
from matgrad.app.ask.formulas.notation import GRADIENT, HESSIAN, Derivative, left_side, whole_name
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import LIST, M, numbers
from matgrad.app.ask.text.sentences import ITEM, is_asking
from matgrad.app.ask.text.words import DERIVATIVE, ENTRYWISE, RESPECT

_ENTRYWISE = re.compile(ENTRYWISE, re.I)
_OF = re.compile(rf"\b(?:hessian|jacobian|derivative)s?\b[^.?]*\bof\b[^.?]*{M}", re.I)
_FIRST_ORDER = re.compile(
    r"\bgradients?\b|\b(?:first|partial)(?:[- ]order)?(?: partial)?"
    r"(?:\s*,?\s+and\s+(?:(?:the|its)\s+)?second(?:[- ]order)?(?: partial)?)? derivatives?\b",
    re.I,
)
_ALL = re.compile(
    rf"{DERIVATIVE}s?\s+(?:of|for)\s+(?:both|all(?:\s+of)?(?:\s+(?:them|these|three|four))?"
    r"|each(?:\s+of)?(?:\s+(?:them|these))?|these|them)(?:\s+functions?)?\s*(?:[.?!,;]|$|(?:with|wrt|by)\b)",
    re.I,
)
_DIFFERENTIATES = re.compile(r"differentiat\w*\s+\S", re.I)  # a function, no answer
_TERM = re.compile(r"\b(?:term|part|summand|piece|factor|side)s?\s*$", re.I)
_MANY = re.compile(r"\b(?:gradients|derivatives|partials)\b", re.I)
_BLOCK = re.compile(rf"\bblock\s+(?:for\s+|of\s+)?({M})|({M})[\s-]*block\b", re.I)
_ANSWER = r"(?:answer|result|it|solution)"
_LET = re.compile(rf"\b(?:let|call|denote)\b[^.]*{M}|{M}\s+(?:is|denotes)\b", re.I)
_HAVE = (  # I have ⟦1⟧. I have ⟦1⟧ with ⟦P = …⟧.
    r"^\W*(?:(?:so far|now|but|and)\W+)?(?:I|we)\s+have\s+"
    rf"({M})\W*(?:(?:with|where)\s+{M}\W*)?$"
)
# Differentiate with respect to ⟦1⟧: ⟦3⟧, ⟦5⟧.
_TASK = re.compile(
    r"\b(?:differentiate|find|compute|calculate|determine|evaluate|work out|take)\b"
    rf"(?:[^.?:{M[0]}]|{M}){{0,120}}?:\s*({ITEM}{M}(?:\s*(?:,\s*and|[,;]|and)?\s*{ITEM}{M}){{0,7}})",
    re.I,
)
_NAMED = re.compile(r"d\s*(\\?[A-Za-z]+(?:_\{?\w+\}?)?)")  # dW, which has an equation of its own
_ITS = re.compile(
    rf"{M}[^.?!]*\b(?:need|want|find|compute|what is)\s+its\s+(?:\w+\s+)?{DERIVATIVE}", re.I
)
_MARKS = re.compile(rf"(?<!{M[0]})(?<!\d)\d+(?=[.)])")  # of items
# Gradient wrt ⟦1⟧: ⟦3⟧, derivative of trace wrt ⟦1⟧: I have ⟦3⟧, where no function stands before.
_FIRST = re.compile(
    rf"\b{DERIVATIVE}s?\s+(?:of\s+(?:the\s+|an?\s+)?[a-z-]+\s+)?(?:{RESPECT}|by|in)\s+"
    rf"{LIST}\s*:\s*(?:(?:(?:I|we)\s+have|given|for|my\s+function\s+is)\s+)?({M})",
    re.I,
)


def listen_to_questions(said: Said, sentence: str, reading: Reading, before: str = "") -> None:
    """Keep what a sentence asks for and what it claims."""
    if _ENTRYWISE.search(sentence):
        said.elementwise |= {n for mark in re.findall(M, sentence) for n in numbers(mark)}
    said.conditional |= {*of_cases(sentence, reading), *in_case(sentence, reading)}
    tell_active(said, sentence, reading, before)
    take_lists(sentence, reading)
    take_directions(sentence, reading)
    kind = next((kind for word, kind in ASKED if re.search(word, sentence, re.I)), None)
    tasks = tasks_in(sentence, reading)
    other = [*(value for _, value in said.meant), *tasks]
    claims = [n for n in _proposed(said, sentence, reading, kind) if n not in other]
    said.of += [n for n in tasks if n in reading.bare]
    if kind is None:
        said.told += [Told(claim, by=by_before(sentence, claim, reading)) for claim in claims]
        follow_up(said, sentence, reading, claims)
    else:
        earlier = said.asked[-1][0].kind if said.asked and len(claims) > 1 else ""
        _keep(said, Spoken(sentence, reading, kind, tuple(claims), earlier))
        said.told += choices_in(said, sentence, reading)
    said.told += same_again(said, sentence, reading, claims)
    said.over += names_over(sentence, reading)
    hear_omissions(said, sentence, before)
    said.unnamed |= before_variables(said, sentence, reading)
    hear_changes(said, sentence, reading)


def tasks_in(sentence: str, reading: Reading) -> list[int]:
    """The formulas of a list of tasks: differentiate ⟦1⟧, ⟦3⟧; gradient by ⟦1⟧: ⟦3⟧."""
    firsts = [each for each in _FIRST.finditer(sentence) if not _has_function(reading, each)]
    marks = (_MARKS.sub("", found[1]) for found in (*firsts, *_TASK.finditer(sentence)))
    return [n for each in marks for n in numbers(each)]


def _proposed(said: Said, sentence: str, reading: Reading, kind: str | None) -> list[int]:
    """The formulas that a sentence gives as the answer."""
    claims = claims_in(sentence, answer_word(kind), reading)
    if kind is not None and not is_asking(sentence.rstrip("? ")):
        claims = sorted({*claims, *beside(sentence, reading)})
    is_asked = _is_asked(said, sentence, reading)
    ways = (_HAVE, OWN, *ANSWERING) if is_asked else ()
    answers = [n for pattern in ways for n in firsts(pattern, sentence)]
    met = firsts(MET, sentence) if is_asked or kind is not None else []
    claims = sorted({*claims, *(n for n in (*answers, *met) if n in reading.bare)})
    named = firsts(NAMED, sentence) if is_asked or kind is not None else []
    claims = sorted({*claims, *(n for n in named if len(reading.names.get(n, ())) == 1)})
    placed = series_in(sentence, reading, [*claims, *met], is_asked=is_asked)
    said.in_order |= placed
    claims = sorted({*claims, *placed})
    if _is_all(reading, claims) and (kind is None or _ITS.search(sentence)):
        return []  # My prof wrote ⟦1⟧. What is its gradient?
    claims = [n for n in claims if not _is_derivative(reading, n)]
    claims = [n for n in claims if not is_of_solution(said, sentence, reading, n)]
    claims = [n for n in claims if not is_condition(sentence, reading, n)]
    return [n for n in claims if not (is_of_another(sentence, n) or is_described(sentence, n))]


def _is_derivative(reading: Reading, segment: int) -> bool:
    """Does a formula only name a derivative: “the force is -dU/dq”, “dW = …. Is dW right?”"""
    latex = reading.bare.get(segment, "").strip()
    if named := _NAMED.fullmatch(latex):
        by = {name for each in reading.claimed for name in each.derivative.variables}
        lefts = {pieces[0].replace(" ", "") for pieces in reading.equal.values()}
        lefts |= {each.latex.replace(" ", "") for each in (*reading.claimed, *reading.defined)}
        return whole_name(named[1]) in by or latex.replace(" ", "") in lefts
    return latex.startswith("-") and derivative(latex[1:].strip()) is not None


def _is_all(reading: Reading, claims: Sequence[int]) -> bool:
    """Is a formula the only one of the text that may be the function?"""
    given = {*reading.bare, *(each.segment for each in (*reading.defined, *reading.claimed))}
    return len(claims) == 1 and given == {*claims} and not reading.asked


def _is_asked(said: Said, sentence: str, reading: Reading) -> bool:
    """Does the text ask for a derivative before a sentence, in words or of what it defines?"""
    inside = [*numbers("".join(re.findall(M, sentence)))]
    here = min(inside, default=0)
    given = any(each.segment < here for each in reading.defined)
    is_written = any(
        segment < here and (given or (each.function and left_side(each.function) is None))
        for each, segment in reading.asked
    )
    is_claimed = any(each.segment < max(inside, default=0) for each in reading.claimed)
    return bool(said.asked or said.told) or is_written or is_claimed


@dataclass(frozen=True)
class Spoken:
    """A sentence that speaks of a derivative of some kind, and the formulas that it claims."""

    sentence: str
    reading: Reading
    kind: str
    claims: tuple[int, ...]
    earlier: str = ""  # the kind asked for before: “…? I'd say ⟦1⟧, and the gradient is ⟦3⟧”

    @property
    def word(self) -> str:
        """The pattern of the words for this kind."""
        return next(word for word, kind in ASKED if kind == self.kind)

    @cached_property
    def of(self) -> re.Match[str] | None:
        """Where the sentence says of what."""
        return differentiated(self.sentence, self.word)

    @cached_property
    def segment(self) -> int:
        """The formula whose derivative is spoken of, unless it is a claim itself."""
        segment = next(numbers(self.of[2])) if self.of else -1
        return -1 if segment in self.claims else segment

    @property
    def only_kind(self) -> str:
        """The kind of every formula for which the sentence names none; of several, any."""
        kinds = {kind for word, kind in ASKED if re.search(word, self.sentence, re.I)}
        return "" if {GRADIENT, HESSIAN} <= kinds else self.kind

    @property
    def functions(self) -> list[int]:
        """All formulas whose derivatives are spoken of."""
        reading = self.reading
        known = {*reading.bare, *reading.names, *reading.equal}
        known |= {each.segment for each in reading.defined}
        is_term = self.of is not None and _TERM.search(self.of[1] or "") is not None
        first = -1 if is_term else self.segment  # the first term ⟦1⟧ is not the function
        found = [n for n in (first, *also(self.sentence, self.of)) if n in known]
        if _ALL.search(self.sentence) and is_asking(self.sentence):  # the gradient of both
            found += [d.segment for d in reading.defined if d.left.arguments]
        return list(dict.fromkeys(found))

    def told(self, claim: int) -> Told:
        """A formula that the sentence claims, by what the words beside it call it."""
        is_later = any(claim < self.segment < other for other in self.claims)  # of another claim
        return Told(
            claim,
            kind_before(self.sentence, claim) or self.earlier or self.only_kind,
            of_before(self.sentence, claim, self.reading, -1 if is_later else self.segment),
            by_before(self.sentence, claim, self.reading),
            made_before(self.sentence, claim),
        )


def _take_block(sentence: str, reading: Reading) -> None:
    """Keep which block of a Hessian a sentence names: the block ⟦(x, y)⟧, the ⟦(x, y)⟧ block."""
    found = _BLOCK.search(sentence)
    number = next(numbers(found[1] or found[2])) if found else -1
    names = [whole_name(each) for each in listed_in(reading.bare.get(number, ""))]
    if len(names) == 2 and all(names):
        asked = tuple(dict.fromkeys(filter(None, names)))
        reading.asked.append((Derivative(HESSIAN, "", asked), number))
        reading.written[number] = reading.bare.pop(number)


def _keep(said: Said, spoken: Spoken) -> None:
    """Keep which derivative a sentence speaks of, by what, of what, and what it claims of it."""
    sentence, reading = spoken.sentence, spoken.reading
    if spoken.kind == HESSIAN:
        _take_block(sentence, reading)
    along = names_along(sentence, reading)
    said.directions += along
    names = [name for name in names_by(sentence, spoken.word, reading) if name not in along]
    is_jacobian = spoken.kind not in (GRADIENT, HESSIAN)
    named = [x for x in reading.claimed if is_jacobian and x.segment == spoken.segment]
    names = names or [
        x for each in named for x in each.derivative.variables
    ]  # Jacobian ⟦dy/dx = …⟧
    if is_asking(sentence) and not names:
        said.by_formula += formulas_by(sentence, reading)
    kept = said.of if is_asking(sentence) and not spoken.claims else said.mentioned
    kept += spoken.functions
    is_named = spoken.kind != GRADIENT and not (names or spoken.claims or is_asking(sentence))
    is_named = is_named and (
        spoken.segment < 0 or _is_symbol(spoken) or _LET.search(sentence) is not None
    )
    asked = Derivative(spoken.kind, "", tuple(names)), spoken.segment
    (said.named if is_named else said.asked).append(asked)
    said.stating += [asked[0]] if spoken.claims and not (names or is_asking(sentence)) else []
    if spoken.kind == HESSIAN and is_asking(sentence) and _FIRST_ORDER.search(sentence):
        said.asked.append((Derivative(GRADIENT, "", tuple(names)), spoken.segment))
    said.told += [in_place(spoken.told(n), said.in_order.get(n)) for n in spoken.claims]
    said.several |= {*spoken.claims} if _MANY.search(sentence) and len(spoken.claims) > 1 else set()


def _is_symbol(spoken: Spoken) -> bool:
    """Is what is called a derivative a letter: with gradient g and Hessian H?"""
    defined = {each.left.name for each in spoken.reading.defined}
    names = spoken.reading.names.get(spoken.segment, [])
    return bool(names) and not defined.intersection(names) and not _OF.search(spoken.sentence)


def _has_function(reading: Reading, found: re.Match[str]) -> bool:
    """Is there a formula before this one that may be the function?"""
    segment = next(numbers(found[1]))
    return any(n < segment for n in (*reading.bare, *(each.segment for each in reading.defined)))


def answer_word(kind: str | None) -> str:
    """The words that name the answer to what a sentence asks for."""
    if kind is None:
        return _ANSWER
    return rf"(?:{'|'.join(word for word, _ in ASKED)}|\bit\b|answer|result)"


def beside(sentence: str, reading: Reading) -> list[int]:
    """The formulas right behind the name of a derivative: I have the first derivative ⟦1⟧.

    With nothing but a question mark to ask, they are those behind the function: ⟦1⟧; gradient ⟦3⟧?
    """
    words = "|".join(word for word, _ in ASKED)
    found = re.finditer(rf"(?:{words})\s*:?\s+({M})", sentence, re.I)
    found = (each for each in found if not _DIFFERENTIATES.match(each[0]))
    near = [number for each in found for number in numbers(each[1]) if number in reading.bare]
    known = [*reading.bare, *(each.segment for each in reading.defined)]
    return [n for n in near if not is_asking(sentence) or min(known) < n]
