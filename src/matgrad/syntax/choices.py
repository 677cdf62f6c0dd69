"""Doubt: what may be read in several ways is a choice, and the whole text settles it.

Whoever reads asks `Choices.choose`; the first option is taken until another is tried. Every
reading costs what its options cost, and much more for each guess that its shapes need. The
cheapest reading that fits is taken; where two that differ are equally cheap, the user is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from typing import Generic, NamedTuple, TypeVar

from matgrad import errors
from matgrad.core.reading import Guess, Reading
from matgrad.core.steps import Problem
from matgrad.errors import AmbiguousError, LimitError, MatgradError, ShapeError

MOST = 64  # readings of one text that are tried
FEW, ENOUGH = 4, 100_000  # of a hard text: as soon as so many characters were looked at
GUESS = 100  # what a guess costs; options cost less


class Option(NamedTuple):
    """One way of reading a piece: what it costs, and what has to be told where it is taken."""

    value: str
    cost: int = 0
    note: str = ""
    guess: Guess | None = None
    hint: str = ""  # what to write to have it so: a declaration, or a formula in its place
    is_doubtful: bool = False  # the guess is told even if nothing else fits


@dataclass(frozen=True)
class Choice:
    """A place that may be read in several ways; pieces with one key are read in one way."""

    key: str
    options: tuple[Option, ...]
    question: str
    place: tuple[int, int] | None = None
    is_even: bool = False  # an option that leads to a question is as likely as one that fits


@dataclass
class Tally:
    """How many characters were looked at to find shapes, in all readings of a text."""

    characters: int = 0


@dataclass
class Choices:
    """The options that one reading takes."""

    given: dict[str, int] = field(default_factory=dict[str, int])
    met: dict[str, Choice] = field(default_factory=dict[str, Choice])
    strain: int = 0  # what else speaks against this reading
    tally: Tally = field(default_factory=Tally)

    def choose(self, choice: Choice) -> str:
        """The value of the option that this reading takes."""
        self.met.setdefault(choice.key, choice)
        return choice.options[self.given.get(choice.key, 0)].value

    def taken(self) -> list[Option]:
        """The options that were taken, one for each choice."""
        return [c.options[self.given.get(key, 0)] for key, c in self.met.items()]

    @property
    def cost(self) -> int:
        """What the options cost together."""
        return self.strain + sum(option.cost for option in self.taken())


Value = TypeVar("Value")
Read = Callable[[Choices], Problem]
EVEN = 4  # equally likely readings that are taken


@dataclass(frozen=True)
class Reached(Generic[Value]):
    """A reading that fits, and what it costs."""

    cost: int
    value: Value
    choices: Choices


def settle(read: Read) -> Problem:
    """The problem of the likeliest reading, with its notes and guesses.

    >>> from matgrad.syntax.problem import parse_problem
    >>> str(settle(lambda choices: parse_problem("tr(A*B)")).function)
    'tr(A*B)'
    """
    fitting, failed = _priced(read)
    problem, taken = _best(fitting, read)
    for choices, error in failed:
        if isinstance(error, AmbiguousError) and _is_even(taken, choices):
            raise _question(taken, choices)
    return problem


def likeliest(read: Read) -> list[Problem]:
    """The problems of all readings that are equally likely, each told as a guess beside others."""
    fitting, _ = _priced(read)
    least = min(each.cost for each in fitting)
    best = [each for each in fitting if each.cost == least]
    apart = [each for n, each in enumerate(best)
             if not any(_is_same(each.value, other.value) for other in best[:n])]  # fmt: skip
    if len(apart) == 1:
        return [_best(apart, read)[0]]
    found: list[Problem] = []
    for each in apart[:EVEN]:
        problem, taken = _best([each], read)
        hints = {
            choice.options[taken.given.get(key, 0)].hint
            for key, choice in taken.met.items()
            if len({other.choices.given.get(key, 0) for other in apart}) > 1
        }
        guesses = [Guess(f"it is read with {hint}", hint) for hint in sorted(hints) if hint]
        reading = Reading(problem.reading.guesses or tuple(guesses))
        found.append(replace(problem, reading=reading))
    return found


def _priced(
    read: Read,
) -> tuple[list[Reached[Problem]], list[tuple[Choices, MatgradError]]]:
    """The readings that fit, the cheapest ones, and why others do not."""
    fitting, failed = explored(read, lambda problem: GUESS * len(problem.reading.guesses))
    if not fitting:
        raise _clearest([error for _, error in failed])
    return fitting, failed


def _is_even(one: Choices, other: Choices) -> bool:
    """Do two readings differ in nothing but options that are equally likely?"""
    keys = one.met.keys() | other.met.keys()
    differ = [key for key in keys if one.given.get(key, 0) != other.given.get(key, 0)]
    return all(key in one.met and one.met[key].is_even for key in differ)


def explored(
    read: Callable[[Choices], Value], price: Callable[[Value], int] = lambda _: 0, *,
    every: bool = False, begin: Mapping[str, int] | None = None,
) -> tuple[list[Reached[Value]], list[tuple[Choices, MatgradError]]]:  # fmt: skip
    """The readings that fit, the cheapest ones or `every` one, and why others do not fit."""
    tally = Tally()
    waiting: list[tuple[int, int, dict[str, int]]] = [(0, 0, {**(begin or {})})]
    fitting: list[Reached[Value]] = []
    failed: list[tuple[Choices, MatgradError]] = []
    count = 0
    while waiting and count < (MOST if tally.characters < ENOUGH else FEW):
        least, _, given = heappop(waiting)
        if fitting and not every and least > min(each.cost for each in fitting):
            break
        choices = Choices(dict(given), tally=tally)
        count += 1
        try:
            value = read(choices)
            fitting.append(Reached(choices.cost + price(value), value, choices))
        except LimitError:
            raise
        except MatgradError as error:
            failed.append((choices, error))
        for number, other in enumerate(_others(choices, given)):
            heappush(waiting, (_cost(choices, other), 1000 * count + number, other))
    return fitting, failed


def _others(choices: Choices, given: dict[str, int]) -> list[dict[str, int]]:
    """The readings with one more choice decided: those that were met for the first time here."""
    found: list[dict[str, int]] = []
    before = dict(given)
    for key, choice in choices.met.items():
        if key in given:
            continue
        found += [{**before, key: number} for number in range(1, len(choice.options))]
        before[key] = 0
    return found


def _cost(choices: Choices, given: dict[str, int]) -> int:
    """What a reading costs at least: the options that it is sure to take."""
    return sum(choices.met[key].options[n].cost for key, n in given.items() if key in choices.met)


def _clearest(errors: list[MatgradError]) -> MatgradError:
    """The error to show: a question if there is one, else that of the first reading."""
    asked = next((e for e in errors if isinstance(e, AmbiguousError)), None)
    return asked or errors[0].question or errors[0]


def _guesses(reached: Reached[Problem], read: Read) -> list[Guess]:
    """What was guessed: an option that has a guess, where another option fits as well."""
    found: list[Guess] = []
    for key, choice in reached.choices.met.items():
        taken = reached.choices.given.get(key, 0)
        option = choice.options[taken]
        guess = option.guess
        others = [number for number in range(len(choice.options)) if number != taken]
        if guess is not None and (
            option.is_doubtful or any(_fits(reached, read, key, number) for number in others)
        ):
            found.append(guess)
    return found


def _fits(reached: Reached[Problem], read: Read, key: str, number: int) -> bool:
    """Is there another problem, without a guess, if this choice is settled otherwise?"""
    fitting, _ = explored(read, begin={**reached.choices.given, key: number})
    others = (each.value for each in fitting)
    return any(not each.reading.guesses and not _is_same(reached.value, each) for each in others)


def _best(fitting: list[Reached[Problem]], read: Read) -> tuple[Problem, Choices]:
    least = min(each.cost for each in fitting)
    best = [each for each in fitting if each.cost == least]
    first = best[0]
    for other in best[1:]:
        if not _is_same(first.value, other.value):
            raise _question(first.choices, other.choices)
    taken = first.choices.taken()
    notes = tuple(option.note for option in taken if option.note)
    problem = first.value
    guesses = _guesses(first, read)
    reading = Reading((*guesses, *problem.reading.guesses))
    if notes or guesses:
        problem = replace(problem, notes=(*problem.notes, *notes), reading=reading)
    return problem, first.choices


def _is_same(one: Problem, other: Problem) -> bool:
    same = one.function is other.function and len(one.definitions) == len(other.definitions)
    pairs = zip(one.definitions, other.definitions, strict=False)
    return same and all(a.value is b.value for a, b in pairs)


def _question(one: Choices, other: Choices) -> MatgradError:
    for key, choice in one.met.items():
        mine, theirs = one.given.get(key, 0), other.given.get(key, 0)
        if mine != theirs:
            both = [choice.options[k] for k in (mine, theirs) if choice.options[k].hint]
            options = [errors.Option(option.hint, option.note) for option in both]
            return AmbiguousError(choice.question, choice.place, ways=options)
    return ShapeError("two readings fit, and nothing says which is meant")
