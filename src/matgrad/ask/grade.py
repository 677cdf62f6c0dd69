"""`mg.grade`: a score for an answer to a question, as a reward function gives it.

A question is a text, as `mg.ask` takes it, or a mapping with one of these:

    function, wrt    the answer is the derivative; also kind, shapes, assume
    claim            besides these: the answer says whether the claim is right
    reference        the answer is equal to this formula; also shapes, assume
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from typing import Any

from matgrad.api.judge import Claim, derived, judge, nearest_of
from matgrad.api.judge.same import Same, same
from matgrad.api.limits import bounded, load_engine
from matgrad.ask.reply import ask
from matgrad.errors import AmbiguousError, MatgradError, Option, ParseError
from matgrad.syntax import Limits
from matgrad.verify.found import UNDECIDED

YES = frozenset("yes right true correct same equal valid".split())
NO = frozenset("no wrong false incorrect different unequal invalid".split())
RIGHT, WRONG, UNREAD, FAULT = "right", "wrong", "not read", "question not read"
FIELDS = frozenset("question function wrt kind shapes assume claim reference".split())
SECONDS = 6.0  # for one answer, of processor time
CHUNK = 8  # rows that a worker takes at once
_BOXED = re.compile(r"\\(?:boxed|fbox)\s*\{")
_DISPLAYS = (
    re.compile(r"\$\$(.+?)\$\$", re.DOTALL),
    re.compile(r"\\\[(.+?)\\\]", re.DOTALL),
    re.compile(r"(?<!\\)\$([^$]+?)(?<!\\)\$"),
    re.compile(r"\\\((.+?)\\\)", re.DOTALL),
)
_WORDS = re.compile(r"[a-z]+")
_COMMANDS = re.compile(r"\\[a-z]+")


@dataclass(frozen=True)
class Grade:
    """The score of an answer, 1 or 0, the verdict in one word, and the reason."""

    score: float
    verdict: str
    reason: str = ""

    def to_json(self) -> dict[str, Any]:
        """The same as data."""
        return asdict(self)


@bounded
def grade(question: str | Mapping[str, Any], answer: str, *, limits: Limits | None = None) -> Grade:
    """Score an answer: 1.0 if it is right, in any spelling and layout, otherwise 0.0.

    An answer that cannot be read is scored 0; a question that cannot be read is an error.

    >>> grade(
    ...     "What is the gradient of $x^T A x$ by x?", r"It is \\\\boxed{Ax + A^\\\\top x}."
    ... ).score
    1.0
    >>> grade({"function": "x'*A*x", "wrt": "x"}, "2Ax").verdict
    'wrong'
    """
    is_text = isinstance(question, str)
    asked: dict[str, Any] = {"question": question} if is_text else dict(question)
    unknown = {*asked} - FIELDS
    if unknown:
        hint = "fields: " + ", ".join(sorted(FIELDS))
        raise ParseError(f"a question has no field {min(unknown)}", hint=hint)
    (limits or Limits()).check("bytes", len(answer.encode("utf-8", "surrogatepass")))
    shapes, assume = asked.get("shapes"), asked.get("assume")
    if "reference" in asked:
        reference: str = asked["reference"]
        same(reference, reference, shapes, assume)
        return _read(lambda formula: _equal(same(reference, formula, shapes, assume)), answer)
    if "function" in asked:
        told = asked["function"], asked.get("wrt"), shapes, assume
        d = derived(*told, kind=asked.get("kind") or "")
        if "claim" in asked:
            return _said(judge(d, None, asked["claim"]).status, answer)
        return _read(lambda formula: _judged(judge(d, None, formula)), answer)
    if "question" not in asked:
        raise ParseError("the question is missing", hint="question, function or reference")
    return _answered(asked["question"], answer)


def _answered(question: str, answer: str) -> Grade:
    """The score of an answer to a question in words."""
    reply = ask(question)
    if not reply.derivations:
        words = "; ".join(reply.questions) or "no question was found"
        options = tuple(Option(option) for option in reply.options)
        raise AmbiguousError(f"the question is not read: {words}", options=options)
    if len(reply.claims) == 1 and _yes_or_no(answer) is not None:
        return _said(reply.claims[0].status, answer)
    return _read(lambda formula: _judged(nearest_of(reply.derivations, formula)[1]), answer)


def _read(score: Callable[[str], Grade], answer: str) -> Grade:
    """The score of the formula in an answer."""
    try:
        return score(final_formula(answer))
    except MatgradError as error:
        return Grade(0.0, UNREAD, error.message)


def _judged(found: Claim) -> Grade:
    example = "" if found.counterexample is None else str(found.counterexample)
    reason = "; ".join(filter(None, (found.slip, *found.notes, example)))
    status = RIGHT if found.right else found.status
    return Grade(float(found.right), status, reason)


def _equal(found: Same) -> Grade:
    reason = "; ".join((found.words, *(guess.words for guess in found.guesses)))
    if found.status == UNDECIDED:
        return Grade(0.0, UNDECIDED, reason)
    return Grade(float(bool(found)), RIGHT if found else WRONG, reason)


# ---------------------------------------------------------------- yes or no


def _said(status: str, answer: str) -> Grade:
    """The score of what is said about a claim that has this status."""
    says = _yes_or_no(answer)
    if says is None:
        return Grade(0.0, UNREAD, "the answer is neither yes nor no")
    if status not in (WRONG,) and not status.startswith(RIGHT):
        return Grade(0.0, UNDECIDED, f"the claim is {status}")
    is_right = says == status.startswith(RIGHT)
    return Grade(float(is_right), RIGHT if is_right else WRONG, f"the claim is {status}")


def _yes_or_no(answer: str) -> bool | None:
    """What the box of an answer says, or its first word."""
    boxed = _boxed(answer)
    words = _WORDS.findall(_COMMANDS.sub(" ", (answer if boxed is None else boxed).lower()))
    if not words or (boxed is not None and len(words) > 1):
        return None
    return True if words[0] in YES else False if words[0] in NO else None


# ---------------------------------------------------------------- the formula in an answer


def final_formula(answer: str) -> str:
    r"""The formula that an answer ends with: in a box, on a line of its own, or between dollars.

    >>> final_formula(r"So $f' = 2x$, that is \boxed{2x}.")
    '2x'
    """
    boxed = _boxed(answer)
    if boxed is not None:
        return boxed
    for display in _DISPLAYS:
        if found := display.findall(answer):
            return f"${found[-1].strip()}$"
    return answer.strip()


def _boxed(answer: str) -> str | None:
    """What stands in the last box."""
    found = [*_BOXED.finditer(answer)]
    if not found:
        return None
    start, depth = found[-1].end(), 1
    for at in range(start, len(answer)):
        depth += (answer[at] == "{") - (answer[at] == "}")
        if not depth:
            return answer[start:at].strip()
    return answer[start:].strip()


# ---------------------------------------------------------------- many answers


def grade_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """The grade of one row: its `grader`, or its fields, and its `answer`; faults are told."""
    asked = {name: value for name, value in row.items() if name in FIELDS}
    asked = row.get("grader", asked)
    limits = replace(Limits(), seconds=SECONDS)
    try:
        if not isinstance(row.get("answer"), str):
            raise ParseError("the row has no answer")
        told = asked["question"] if set(asked) == {"question"} else asked
        return grade(told, row["answer"], limits=limits).to_json()
    except MatgradError as error:
        return Grade(0.0, FAULT, error.message).to_json()
    except Exception as error:  # a fault of ours in one row must not end all others
        return Grade(0.0, FAULT, f"{type(error).__name__}: {error}").to_json()


def grade_all(rows: Iterable[Mapping[str, Any]], workers: int = 2) -> Iterator[dict[str, Any]]:
    """The grades of many rows, in their order, from several processes."""
    with ProcessPoolExecutor(workers, initializer=load_engine) as pool:
        yield from pool.map(grade_row, rows, chunksize=CHUNK)
