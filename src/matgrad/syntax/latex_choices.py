"""Questions that come up while a text is read: every answer is tried, and one must fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from matgrad import ops
from matgrad.core.expr import Expr, make, number_value
from matgrad.core.steps import Problem
from matgrad.core.walk import fold, rebuild
from matgrad.errors import AmbiguousError, DoubtError, LimitError, MatgradError, ShapeError
from matgrad.syntax.latex_determinants import is_determinant, is_shrunk

MOST_READINGS = 32
BARS_QUESTION, DETERMINANT = "bars", "|·| of a matrix"


class Question(NamedTuple):
    """Something that can be read in several ways, the most usual one first."""

    key: str
    options: tuple[str, ...]
    words: str
    position: tuple[int, int] | None
    hint: str


class Choices:
    """Answers for one reading; what was not answered before gets the first option."""

    def __init__(self, given: Sequence[str] = ()) -> None:
        self.given = given
        self.questions: list[Question] = []
        self.answers: dict[str, str] = {}

    def choose(self, question: Question) -> str:
        """The answer that this reading gives."""
        if question.key not in self.answers:
            number = len(self.questions)
            self.questions.append(question)
            answer = self.given[number] if number < len(self.given) else question.options[0]
            self.answers[question.key] = answer
        return self.answers[question.key]

    def is_power_of_bars(self, error: MatgradError) -> bool:
        """Is this the question which power is meant of the absolute values between bars?"""
        bars = next((q for q in self.questions if q.key == BARS_QUESTION), None)
        if bars is None or self.answers[BARS_QUESTION] == DETERMINANT:
            return False
        places = bars.position, error.position
        is_there = None not in places and len({place[0] for place in places if place}) == 1
        return is_there and isinstance(error, AmbiguousError)


Fitting = tuple[Choices, Problem]
Failed = tuple[Choices, MatgradError]


def settle(read: Callable[[Choices], Problem]) -> Problem:
    """The problem that all fitting readings agree on; a question to the user if they differ."""
    waiting: list[tuple[str, ...]] = [()]
    fitting: list[tuple[Choices, Problem]] = []
    failed: list[tuple[Choices, MatgradError]] = []
    while waiting and len(fitting) + len(failed) < MOST_READINGS:
        given = waiting.pop(0)
        choices = Choices(given)
        try:
            fitting.append((choices, read(choices)))
        except LimitError:
            raise
        except MatgradError as error:
            failed.append((choices, error))
        waiting += _alternatives(choices, len(given))
    if not fitting:  # the reading that got furthest says more than one whose shapes do not fit
        raise next((e for _, e in failed if not isinstance(e, ShapeError)), failed[0][1])
    fitting, failed = _with_determinants(fitting, failed)
    first, problem = fitting[0]
    others = [choices for choices, another in fitting[1:] if not _same(problem, another)]
    others += [c for c, error in failed if not isinstance(error, (ShapeError, DoubtError))]
    if others or waiting:
        raise _ambiguous(_differing(first, others[0]) if others else first.questions[0])
    return problem


def _with_determinants(
    fitting: list[Fitting], failed: list[Failed]
) -> tuple[list[Fitting], list[Failed]]:
    """The readings with determinants, where bars can mean nothing else; else all of them."""
    sure = [each for each in fitting if each[0].answers.get(BARS_QUESTION) == DETERMINANT]
    known = [problem for _, problem in sure]
    if known and all(problem.function.is_scalar for problem in known):
        fitting = [each for each in fitting if each in sure or not is_shrunk(each[1], known)]
    others = [problem for choices, problem in fitting if (choices, problem) not in sure]
    unclear = [error for choices, error in failed if not choices.is_power_of_bars(error)]
    is_sure = is_determinant(others, [problem for _, problem in sure])
    if not is_sure and (others or not sure or len(unclear) == len(failed)):
        return fitting, failed
    if not is_sure and not all(problem.function.is_scalar for _, problem in sure):
        return fitting, failed
    return sure, [each for each in failed if each[1] in unclear]


def _alternatives(choices: Choices, known: int) -> list[tuple[str, ...]]:
    """The other answers to the questions that were met for the first time."""
    answers = list(choices.answers.values())
    return [
        (*answers[:number], option)
        for number, question in enumerate(choices.questions)
        if number >= known
        for option in question.options[1:]
    ]


def _differing(one: Choices, other: Choices) -> Question:
    return next(
        q
        for q in one.questions
        if other.answers.get(q.key, one.answers[q.key]) != one.answers[q.key]
    )


def _ambiguous(question: Question) -> AmbiguousError:
    return AmbiguousError(question.words, question.position, question.hint)


# ---------------------------------------------------------------- are two readings one?


def _same(one: Problem, other: Problem) -> bool:
    parts = [[d.value for d in problem.definitions] for problem in (one, other)]
    if len(parts[0]) != len(parts[1]):
        return False
    pairs = zip([*parts[0], one.function], [*parts[1], other.function], strict=True)
    return all(pulled(a) is pulled(b) for a, b in pairs)


def pulled(root: Expr) -> Expr:
    """The expression with scalars in front of products: (c x) ⊙ y and c (x ⊙ y) are one."""
    return fold(root, _pull)


def _pull(node: Expr, args: list[Expr]) -> Expr:
    is_product = node.op.adjoints is not None and not node.op.jointly and node.op is not ops.scale
    if not is_product:
        return _merged(rebuild(node, args))
    scalars: list[Expr] = []
    bodies: list[Expr] = []
    for arg in args:
        is_scaled = arg.op is ops.scale and not arg.is_scalar
        scalars += arg.args[:-1] if is_scaled else ()
        bodies.append(arg.args[-1] if is_scaled else arg)
    product = make(node.op, tuple(bodies), node.data)
    return _merged(ops.scale(*scalars, product)) if scalars else product


def _merged(node: Expr) -> Expr:
    """A scaled expression with one number in front."""
    if node.op is not ops.scale:
        return node
    number = Fraction(1)
    others: list[Expr] = []
    for arg in node.args:
        value = number_value(arg)
        number, others = (number * value, others) if value is not None else (number, [*others, arg])
    if not others:
        return ops.number(number)
    parts = others if number == 1 else [ops.number(number), *others]
    return parts[0] if len(parts) == 1 else ops.scale(*parts)
