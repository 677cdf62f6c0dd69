"""`mg.same`: are two formulas equal, in any spelling, and if not, why not?

Both are read as one problem, so that a name has one shape in both; then the second is judged as a
claim is, in every way in which it may be read, with the first in the place of the derivative.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from itertools import chain
from typing import Any

from matgrad.api import pipeline as api
from matgrad.api.judge.claim import Claim
from matgrad.api.judge.judging import judged_formula
from matgrad.api.judge.labels import GRADIENT
from matgrad.api.judge.spoken import Spoken, spoken
from matgrad.api.judge.truth import Truth
from matgrad.api.limits import bounded
from matgrad.api.pipeline import Assumptions, Shapes
from matgrad.core.expr import Expr
from matgrad.core.reading import Guess
from matgrad.core.shape import Shape
from matgrad.core.steps import Definition, Problem
from matgrad.core.walk import substitute
from matgrad.errors import AmbiguousError, MatgradError, Option
from matgrad.ops import symbol
from matgrad.programs import is_code
from matgrad.render.plain import plain
from matgrad.render.problem_form import variables
from matgrad.syntax import Limits, Named, is_latex, parse_together
from matgrad.syntax.formula import LATEX
from matgrad.syntax.latex.hints import with_signs
from matgrad.syntax.options import is_declaration, with_said
from matgrad.verify.found import LAYOUT, RIGHT, UNDECIDED, Counterexample, line
from matgrad.verify.lines import WRONG
from matgrad.verify.slips import TRANSPOSED

SAME, SAME_IF, TURNED, DIFFERENT = "same", "same if", "same up to layout", "different"
STATUSES = {RIGHT: SAME, LAYOUT: TURNED, UNDECIDED: UNDECIDED, WRONG: DIFFERENT}
FIRST, SECOND = "firstformula", "secondformula"
OTHERS = "second"  # behind a name that both texts give to something
EXPONENTIAL = "e^"
QUESTIONS = 2  # that are answered in every way, one after the other
INSTEAD = "it is read with {}"
ENTRIES = "{} is read as all entries, for all {}"
ROWS = "{0}_i is read as row i of {1}"
Guesses = tuple[Guess, ...]
NOT_READ = "this is not read: {}"
# How both are put into one problem: of the same shape, one as the transpose, of any shapes.
TOGETHER = (f"{FIRST} - {SECOND}", f"{FIRST}' - {SECOND}", SECOND)
WORDS = (
    ("it is written as one", "the second is one"),
    ("it is written as", "the second is"),
    (", here as", ", the first"),
    ("the claim", "the second"),
    ("the right answer", "the first"),
    (" would be right", " would be the same"),
    ("the derivative", "the first"),
)


@dataclass(frozen=True, repr=False)
class Same:
    """Whether two formulas are equal, and what was found about it.

    The status is "same", "same if" (where the `condition` holds), "same up to layout",
    "different", or "undecided"; `formulas` are both as they were read.
    """

    status: str
    condition: str = ""
    slip: str = ""
    counterexample: Counterexample | None = None
    formulas: tuple[Expr, ...] = ()
    guesses: tuple[Guess, ...] = ()
    notes: tuple[str, ...] = ()
    shapes: tuple[tuple[str, Shape], ...] = ()

    @property
    def has_one_shape(self) -> bool:
        """Have both one shape, perhaps in another layout?"""
        shapes = [formula.shape for formula in self.formulas]
        return len(shapes) == 2 and shapes[1] in (shapes[0], shapes[0].transposed)

    @property
    def words(self) -> str:
        """The verdict in one sentence."""
        said = f" {self.condition}" if self.status == SAME_IF else ""
        return f"{self.status}{said}" + (f": {self.slip}" if self.slip else "")

    def __bool__(self) -> bool:
        return self.status in (SAME, TURNED)

    def __str__(self) -> str:
        guessed = (f"guessed: {guess.words}" for guess in self.guesses)
        notes = (f"note: {note}" for note in self.notes)
        example, shown = self.counterexample, ()
        if example is not None:
            sides = f"the first is {line(example.true)}", f"the second is {line(example.claimed)}"
            shown = (example.shown(*sides),)
        return "\n".join((self.words, *shown, *guessed, *notes))

    __repr__ = __str__

    def to_json(self) -> dict[str, Any]:
        """The verdict as data."""
        example = self.counterexample
        return {
            "status": self.status,
            "condition": self.condition,
            "slip": self.slip,
            "counterexample": None
            if example is None
            else {
                "sizes": example.sizes,
                "inputs": example.inputs,
                "first": example.true,
                "second": example.claimed,
            },
            "formulas": [str(formula) for formula in self.formulas],
            "shapes": {name: [str(size) for size in shape] for name, shape in self.shapes},
            "guesses": [asdict(guess) for guess in self.guesses],
            "notes": list(self.notes),
        }


@bounded
def same(  # noqa: PLR0913
    a: str,
    b: str,
    shapes: Shapes | None = None,
    assume: Assumptions | None = None,
    *,
    limits: Limits | None = None,
    strict: bool = False,
) -> Same:
    """Are two formulas equal for all values of their letters?

    >>> same("2A^T(Ax - b)", r"2A^\\top A x - 2A^\\top b").status
    'same'
    >>> same("x^T A x", "x' A' x"), same("(A + A^T) x", "2Ax").condition
    (same, 'A is symmetric')
    """
    given = shapes, assume, limits
    a, b = (_without_code(text, *given) for text in (a, b))
    one, other = spoken(a, b, limits), spoken(b, a, limits)
    found = _compared(_Pair(one, other, *given))
    if strict and found.guesses:
        words = "; ".join(guess.words for guess in found.guesses)
        options = tuple(Option(guess.alternative, guess.words) for guess in found.guesses)
        raise AmbiguousError(f"this would be guessed: {words}", options=options)
    return found


def _compared(pair: _Pair, questions: int = QUESTIONS) -> Same:
    """The verdict on a pair, also where a question about it is answered in every way."""
    doubts: list[AmbiguousError] = []
    found, fault = None, None
    try:
        found = pair.verdict(pair.problems(doubts))
    except MatgradError as error:
        fault = error
        with suppress(MatgradError):
            found = _swapped((turned := pair.turned).verdict(turned.alone()))
    if found is not None and (found or found.status == UNDECIDED):
        return found
    guesses = () if found is None else found.guesses
    ways = [(guess.place, guess.alternative) for guess in guesses]
    others = [_indexed(pair), _others(pair, ways, questions)]
    others += [_answers(pair, doubt, questions) for doubt in doubts[:1]]
    tried: list[Same] = []
    for other in chain(*others):
        if other:
            return other
        tried.append(other)
    if found is not None and (found.has_one_shape or not tried):
        return found
    if fault is not None and not tried:
        raise fault
    return tried[0]


def _indexed(pair: _Pair) -> Iterator[Same]:
    """The verdicts where letters with an index are entries, or rows of a matrix."""
    for other, guess in chain(pair.by_entries(), pair.by_rows()):
        with suppress(MatgradError):
            try:
                found = other.verdict(other.problems([]))
            except MatgradError:  # what is a definition here may be none in a claim
                found = _swapped(other.turned.verdict(other.turned.problems([])))
            yield replace(found, guesses=(guess, *found.guesses))


def _answers(pair: _Pair, doubt: AmbiguousError, questions: int) -> Iterator[Same]:
    """The verdicts for each answer to a question."""
    ways = [(doubt.position, way.text) for way in doubt.ways]
    piece = pair.at(doubt.position)
    if not ways and piece.startswith(EXPONENTIAL):
        inside = piece.removeprefix(EXPONENTIAL).strip("{}")
        ways = [(doubt.position, f"{name}({inside})") for name in ("expm", "exp")]
    return _others(pair, ways, questions)


def _others(
    pair: _Pair, ways: Iterable[tuple[tuple[int, int] | None, str]], questions: int
) -> Iterator[Same]:
    """The verdicts where something else stands at a place, as long as not too much is asked."""
    for place, said in ways if questions else ():
        other = pair.instead(place, said)
        with suppress(MatgradError):
            if other is not None:
                found = _compared(other, questions - 1)
                guess = Guess(INSTEAD.format(said), said)
                yield replace(found, guesses=(guess, *found.guesses))


def _without_code(
    text: str, shapes: Shapes | None, assume: Assumptions | None, limits: Limits | None
) -> str:
    """The formula that a piece of code computes, as text; anything else as it is."""
    if is_latex(text) or not is_code(text):
        return text
    told = {name: facts for name, facts in (assume or {}).items() if name in text}
    problem = api.problem_of(text, shapes, told, limits)
    return str(_value(problem, problem.name))


@dataclass(frozen=True)
class _Pair:
    """Two formulas, and what is known of their names."""

    one: Spoken
    other: Spoken
    shapes: Shapes | None
    assume: Assumptions | None
    limits: Limits | None
    members: Mapping[str, str] = field(default_factory=dict[str, str])  # X, of which x_i is a row

    @property
    def stated(self) -> tuple[str, ...]:
        """What the texts state of their letters."""
        return (*self.one.stated, *self.other.stated)

    @property
    def unread(self) -> list[str]:
        """What is noted where these statements cannot be read."""
        return [NOT_READ.format(each) for each in self.stated]

    @property
    def turned(self) -> _Pair:
        """The second first."""
        return replace(self, one=self.other, other=self.one)

    def at(self, place: tuple[int, int] | None) -> str:
        """What stands at a place of both texts."""
        return "\n".join(each.text for each in self.named)[slice(*place)] if place else ""

    @property
    def named(self) -> list[Named]:
        """All formulas, in the order in which they are read."""
        own = {name: f"{name}{OTHERS}" for name in self.one.names & self.other.names}
        own = {**own, **self.members}
        return [*_named(self.one, FIRST, self.members), *_named(self.other, SECOND, own)]

    def instead(self, place: tuple[int, int] | None, said: str) -> _Pair | None:
        """The same with something else at a place of one of the formulas, if it is in one."""
        if place is None or self.stated or not said or is_declaration(said):
            return None
        start = 0
        for which in (self.one, self.other):
            own = which.formula
            start += sum(len(side.text) + 1 for _, side in which.given)
            if start <= place[0] <= place[1] <= start + len(own.text):
                said = with_signs(said) if which.is_latex else said
                text = with_said(own.text, said, (place[0] - start, place[1] - start))
                new = replace(which, sides=(*which.sides[:-1], replace(own, text=text)))
                return replace(self, one=new) if which is self.one else replace(self, other=new)
            start += len(own.text) + 1
        return None

    # ------------------------------------------------------------ reading

    def problems(self, doubts: list[AmbiguousError]) -> list[Problem]:
        """Both in the readings with the fewest guesses; the first alone if they do not fit.

        Questions are added to the `doubts`.
        """
        found: list[list[Problem]] = []
        for function in TOGETHER:
            try:
                fitting = [p for p in self.together(function) if _is_alike(p, function)]
                found += [fitting] if fitting else []
            except AmbiguousError as error:
                doubts.append(error)
            except MatgradError:
                continue
            if found and not found[-1][0].reading.guesses:
                break
        best = min(found, key=lambda each: len(each[0].reading.guesses)) if found else []
        return best[:1] if self.members else best or self.alone()

    def by_entries(self) -> Iterator[tuple[_Pair, Guess]]:
        """The pair where a formula with free indices gives all entries: x_i^2 beside x ⊙ x."""
        one, other = self.one, self.other
        free = [() if each.entries else (*each.indices,) for each in (one, other)]
        if any(free) and all(len(letters) <= 2 for letters in free):
            first, second = (
                replace(each, entries=each.entries or letters)
                for each, letters in zip((one, other), free, strict=True)
            )
            told = one if free[0] else other
            words = ENTRIES.format(told.formula.text, " and ".join(free[0] or free[1]))
            yield replace(self, one=first, other=second), Guess(words, told.formula.text)

    def by_rows(self) -> Iterator[tuple[_Pair, Guess]]:
        """The pair where x_i is row i of X, which is named in the other text only."""
        for one, other in ((self.one, self.other), (self.other, self.one)):
            there = other.letters
            for name in sorted(one.indexed - there):
                if name.islower() and name.upper() in there - one.letters and not self.members:
                    words = ROWS.format(name, name.upper())
                    pair = replace(self, members={name: name.upper()})
                    yield pair, Guess(words, name.upper())

    def together(self, function: str) -> list[Problem]:
        """The problem of which both are parts, as it may be read."""
        return self.parsed(self.named, function)

    def alone(self) -> list[Problem]:
        """The first alone, in whose names the second is read."""
        return self.parsed(_named(self.one, FIRST), FIRST)

    def parsed(self, named: Sequence[Named], function: str) -> list[Problem]:
        """The problem of these formulas, with what the texts state of their letters if it fits."""
        stated = [Named("", each, is_latex(each)) for each in self.stated]
        if stated:
            with suppress(MatgradError):
                told = [*stated, *named]
                return parse_together(told, function, self.shapes, self.assume, self.limits)
        found = parse_together(named, function, self.shapes, self.assume, self.limits)
        return [replace(problem, notes=(*problem.notes, *self.unread)) for problem in found]

    # ------------------------------------------------------------ judging

    def verdict(self, problems: Sequence[Problem]) -> Same:
        """What the judge of claims says of the second, in the likeliest readings of both."""
        first: Same | None = None
        for problem, value, guesses in self.readings(problems):
            truth = Truth(replace(problem, function=value, definitions=()), None, value, GRADIENT)
            shapes = tuple((name, x.shape) for name, x in variables(problem).items())
            found = self.reported(self.judged(truth), value)
            found = replace(found, guesses=guesses, shapes=shapes)
            found = _doubted(found, [note for note in problem.notes if note in self.unread])
            if found:
                return found
            first = first or found
        assert first is not None
        return first

    def readings(self, problems: Sequence[Problem]) -> Iterator[tuple[Problem, Expr, Guesses]]:
        """The first in each way in which it may be meant, with what is guessed then."""
        for problem in problems:
            yield problem, _value(problem, FIRST), problem.reading.guesses
        if self.members:
            return
        problem, value = problems[0], _value(problems[0], FIRST)
        for way in self.ways(Truth(replace(problem, function=value, definitions=()), None, value)):
            guess = Guess(f"the first is read as {plain(way)}", str(way))
            yield problem, way, (guess,)

    def judged(self, truth: Truth) -> Claim:
        """The verdict on every side of the second."""
        truth = _spelled(truth, self.other)
        claims: list[Claim] = []
        for number, side in enumerate(self.other.sides, 1):
            claims.append(judged_formula(truth, side, self.other.entries))
            if not claims[-1].right and len(self.other.sides) > 1:
                return claims[-1].after(f"side {number} of the second")
        return claims[-1]

    def ways(self, truth: Truth) -> Iterator[Expr]:
        """What else the first may be, as likely as how it was read."""
        truth = _spelled(truth, self.one)
        try:
            meanings = truth.read(self.one.formula.text, truth.value.shape, self.one.entries)
        except MatgradError:
            return
        least = min(each.cost for each in meanings)
        for each in meanings:
            way = substitute(each.value, dict(truth.closed))
            if each.cost == least and way is not truth.value:
                yield way

    def reported(self, found: Claim, value: Expr) -> Same:
        """The verdict in words about two formulas."""
        status, slip = STATUSES[found.status], _about_two(found.slip)
        is_jacobian = self.one.is_jacobian or self.other.is_jacobian
        if status == DIFFERENT and found.slip == TRANSPOSED and is_jacobian:
            return Same(TURNED, "", slip, None, (value, *found.formulas[-1:]), notes=found.notes)
        if found.right and found.condition:  # both are equal wherever both have a value
            slip = f"{slip}, unless {found.condition}"
            return Same(status, "", slip, None, (value, *found.formulas[-1:]), notes=found.notes)
        status = SAME_IF if found.condition else status
        example = found.counterexample if status in (DIFFERENT, SAME_IF) else None
        formulas = (value, *found.formulas[-1:])
        return Same(status, found.condition, slip, example, formulas, notes=found.notes)


def _named(given: Spoken, name: str, own: Mapping[str, str] | None = None) -> list[Named]:
    """The formulas of a text under their names; `own` are other names for some of these."""
    own = own or {}
    latex = given.is_latex
    parts = [Named(own.get(part, part), side.text, latex, (), own) for part, side in given.given]
    return [*parts, Named(name, given.formula.text, latex, given.entries, own)]


def _doubted(found: Same, unread: Sequence[str]) -> Same:
    """The verdict where something is said that is not read, and that may make both equal."""
    if not unread:
        return found
    if found.status in (SAME, TURNED):
        return replace(found, notes=(*found.notes, *unread))
    return Same(UNDECIDED, slip="; ".join(unread), formulas=found.formulas, shapes=found.shapes)


def _is_alike(problem: Problem, function: str) -> bool:
    """Have both the shapes that they must have, without anything repeated to make it so?"""
    one, other = (_value(problem, name).shape for name in (FIRST, SECOND))
    return function == SECOND or other == (one.transposed if "'" in function else one)


def _value(problem: Problem, name: str) -> Expr:
    """The formula under a name, in the variables alone."""
    values: dict[Expr, Expr] = {}
    for each in problem.definitions:
        values[each.symbol] = substitute(each.value, values)
    own = next((x for x in values if x.name == name), None)
    return substitute(problem.function, values) if own is None else values[own]


def _spelled(truth: Truth, given: Spoken) -> Truth:
    """The same in the spelling of a text, and with the names that it gives."""
    truth = replace(truth, spelling=LATEX if given.is_latex else "")
    for name, side in given.given:
        value = truth.read(side.text)[0].value
        truth = truth.knowing([Definition(symbol(name, *value.shape), value)])
    return truth


def _about_two(words: str) -> str:
    for old, new in WORDS:
        words = words.replace(old, new)
    return words


def _swapped(found: Same) -> Same:
    """The verdict on the second and the first."""
    names = {"the first": "the second", "the second": "the first"}
    words = found.slip.split("the first")
    slip = names["the first"].join(part.replace("the second", "the first") for part in words)
    example = found.counterexample
    if example is not None:
        example = replace(example, claimed=example.true, true=example.claimed)
    return replace(found, slip=slip, counterexample=example, formulas=found.formulas[::-1])
