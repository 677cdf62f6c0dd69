"""One question in; status, problem as read, derivations, verdicts and questions back out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from matgrad.app import api
from matgrad.app.derivation import Derivation
from matgrad.app.limits import bounded
from matgrad.app.pages import Readable
from matgrad.ask.acts import Facts, Said, said_in
from matgrad.ask.claims import Verdict, judged
from matgrad.ask.code import answer_code
from matgrad.ask.decide import Unclear, Wanted, wanted
from matgrad.ask.join import Function, fits, problem_of, with_guesses
from matgrad.ask.sentences import read_text
from matgrad.ask.symbols import IMPLIED, ORTHONORMAL
from matgrad.core.expr import Expr
from matgrad.core.facts import IMPLIES
from matgrad.core.notation import Spelling
from matgrad.core.reading import Guess
from matgrad.core.steps import Problem
from matgrad.errors import MatgradError
from matgrad.ops import transpose
from matgrad.render.document import Document, Equation, Row, Section
from matgrad.syntax import Limits
from matgrad.syntax.limits import GENEROUS
from matgrad.syntax.statement import What

READ, ASSUMED, UNCLEAR = "read", "assumed", "unclear"
KINDS: dict[str, Callable[..., Derivation]] = {
    "gradient": api.gradient,
    "jacobian": api.jacobian,
    "hessian": api.hessian,
    "differential": api.differential,
}


class Reply(Readable):
    """The answer to a question: `status`, `derivations`, `claims`, and `questions` back."""

    title = "Answer"

    def __init__(
        self, said: Said, derivations: Sequence[Derivation] = (), claims: Sequence[Verdict] = (),
        unclear: Sequence[Unclear] = (), guesses: Sequence[Guess] = (),
    ) -> None:  # fmt: skip
        self.said = said
        self.derivations, self.claims = list(derivations), list(claims)
        self.unclear, self.guesses = list(unclear), list(guesses)

    @property
    def status(self) -> str:
        """How sure the reading is: read, assumed or unclear."""
        if not self.derivations:
            return UNCLEAR
        return ASSUMED if self.guesses else READ

    @property
    def problem(self) -> Problem | None:
        """The first function as it was read."""
        return self.derivations[0].trace.origin.problem if self.derivations else None

    @property
    def questions(self) -> list[str]:
        """What has to be known before there can be an answer."""
        return [each.words for each in self.unclear]

    @property
    def options(self) -> list[str]:
        """Texts that work when they are sent instead."""
        return [option for each in self.unclear for option in each.options]

    @property
    def results(self) -> dict[str, Expr]:
        """The answers by variable."""
        return {name: x for d in self.derivations for name, x in d.answers.items()}

    @property
    def ok(self) -> bool:
        """Was everything answered and verified, and is no claim wrong?"""
        verified = bool(self.derivations) and all(d.verdict.ok for d in self.derivations)
        return verified and not any(claim.is_wrong for claim in self.claims)

    @property
    def is_answered(self) -> bool:
        """Is there a derivative?"""
        return bool(self.derivations)

    def document(self, level: str = "normal") -> Document:
        """Status and verdicts first, then the problem as read, then the derivations."""
        sections = [Section("Answer", tuple(self.status_rows()))]
        if self.claims:
            sections.append(Section("Claims in the text", tuple(map(_claim_row, self.claims))))
        for d in self.derivations:
            sections.append(Section("As read", tuple(_problem_rows(d))))
            sections += [each for each in d.document(level).sections if each.title]
        return Document(tuple(section for section in sections if section.rows))

    def about(self, d: Derivation) -> Reply:
        """The same reply with another derivation of its first problem."""
        return Reply(self.said, [d], self.claims, self.unclear, self.guesses)

    def claim_data(self) -> list[dict[str, str]]:
        """The verdicts as data."""
        return [
            {"claim": c.claim, "status": c.status, "words": c.words, "about": c.about}
            for c in self.claims
        ]

    def status_rows(self) -> list[Row]:
        """How sure the reading is, what was guessed, and what has to be known."""
        rows = [Row(words=(f"{self.status}: {_STATUS[self.status]}",))]
        rows += [Row(words=(f"{g.words}; otherwise write: {g.alternative}",)) for g in self.guesses]
        rows += [Row(words=(f"question: {words}",)) for words in self.questions]
        rows += [Row(words=(f"for example: {option}",)) for option in self.options]
        return rows

    def to_json(self) -> dict[str, Any]:
        """The reply as data."""
        problem = self.problem
        return {
            "ok": self.ok,
            "status": self.status,
            "input": "" if problem is None else str(problem.function),
            "shapes": {n: str(x.shape) for n, x in problem.symbols.items()} if problem else {},
            "guesses": [
                {"words": g.words, "alternative": g.alternative, "place": g.place}
                for g in self.guesses
            ],
            "answers": [a for d in self.derivations for a in d.to_json()["answers"]],
            "claims": self.claim_data(),
            "questions": self.questions,
            "options": self.options,
            "error": None,
        }


ROW = "the function is a row; it is differentiated as a column"
JACOBIAN = Guess("the gradient of a function with many values is its Jacobian", "Jacobian of f")
_STATUS = {
    READ: "the text has one meaning",
    ASSUMED: "the likeliest meaning; what was guessed is listed",
    UNCLEAR: "something has to be known first",
}


def _claim_row(claim: Verdict) -> Row:
    words = f"{claim.claim}: {claim.status}" + (f" ({claim.words})" if claim.words else "")
    return Row(words=(words,))


def _problem_rows(d: Derivation) -> list[Row]:
    problem = d.trace.origin.problem
    name = Spelling(problem.name, problem.name, problem.name)
    rows = [Row(equation=Equation(p.symbol, p.value)) for p in problem.definitions]
    rows.append(Row(equation=Equation(name, problem.function)))
    rows += [Row(words=(note,)) for note in problem.notes]
    return rows


@bounded
def ask(text: str, *, limits: Limits | None = None) -> Reply:
    """Answer a whole question, prose and formulas mixed; `limits` are for its length and time.

    >>> reply = ask("What is the gradient of $x^T A x$ with respect to $x$?")
    >>> print(reply.results["x"], reply.status)
    (A + A')*x read
    """
    (limits or GENEROUS).check("bytes", len(text.encode("utf-8", "surrogatepass")))
    said = said_in(read_text(text))
    if said.text.code:
        found, unclear = answer_code(said, KINDS.__getitem__)
        guesses = [*said.guesses, *(g for d in found for g in d.reading.guesses)]
        if found or not said.functions:
            return Reply(said, found, (), unclear, guesses)
        said.guesses.append(Guess("the program is not used", "send the program alone"))
    return _answered(said)


def _answered(said: Said) -> Reply:
    found, unclear = wanted(said)
    derivations: list[tuple[Function, Derivation]] = []
    for each in found:
        try:
            derivations.append((each.function, _derivation(said, each)))
        except MatgradError as error:
            unclear.append(Unclear(_words(error), _options(error)))
    derivations = _different(derivations)
    guesses = [g for _, d in derivations for g in d.trace.origin.problem.reading.guesses]

    def derive(f: Function, kind: str, by: tuple[str, ...], supposed: Facts) -> Derivation:
        return _derived(said, f, kind, by, supposed, ())

    claims = judged(said, derivations, derive, not any("not used" in g.words for g in guesses))
    ds = [d for _, d in derivations]
    if ds and unclear:
        guesses += [
            Guess(f"a part is not answered: {u.words}", "ask for it alone") for u in unclear
        ]
    return Reply(said, ds, claims, unclear, list(dict.fromkeys(guesses)))


def _different(found: list[tuple[Function, Derivation]]) -> list[tuple[Function, Derivation]]:
    """The derivations without those that another one repeats."""
    kept: list[tuple[Function, Derivation]] = []
    for f, d in found:
        same = [e for _, e in kept if e.kind == d.kind and dict(e.answers) == dict(d.answers)]
        kept += [] if same else [(f, d)]
    return kept


def _words(error: MatgradError) -> str:
    return error.message


def _options(error: MatgradError) -> tuple[str, ...]:
    return (error.hint,) if error.hint else ()


def _derivation(said: Said, each: Wanted) -> Derivation:
    guesses = (*each.guesses, *said.guesses, *_conflicts(said, each))
    return _derived(said, each.function, each.kind, each.by, each.ask.supposed, guesses)


def _conflicts(said: Said, each: Wanted) -> list[Guess]:
    """Names for which the text gives two shapes, facts that a shape forbids, and structures."""
    symbols = said.symbols.by_name.values()
    found = [
        Guess(f"{s.name} is {s.shape}", f"say once what {s.name} is") for s in symbols if s.conflict
    ]
    for chain in _unused_equations(said, each):
        found.append(Guess(f"{chain} is not used", "leave it out, or say what it means"))
    for symbol in symbols:
        kept = symbol.declaration().facts
        if ORTHONORMAL in symbol.facts and "orthogonal" not in kept:
            found.append(Guess(f"{symbol.name}ᵀ{symbol.name} = I is not used", "make it square"))
        found += [
            Guess(f"{fact} is not used of {symbol.name}", f"{symbol.name} is not {fact}")
            for fact in sorted((symbol.facts & IMPLIES.keys()) - symbol.denied - kept)
        ]
        found += [
            Guess(f"{symbol.name} is {e.what}, as such a matrix is", f"{symbol.name} is not {e.what}")
            for e in symbol.evidence if e.how == IMPLIED
        ]  # fmt: skip
        if symbol.name in each.by and kept & STRUCTURES:
            words = (
                f"{symbol.name} moves among those that are {', '.join(sorted(kept & STRUCTURES))}"
            )
            found.append(Guess(words, f"{symbol.name} is any {symbol.kind or 'matrix or vector'}"))
    return found


def _unused_equations(said: Said, each: Wanted) -> list[str]:
    """Equations between formulas that are neither the function nor claimed."""
    claimed = {side[0].start for claim in said.claims for side in claim.sides}
    found: list[str] = []
    for statement, _ in said.functions:
        if statement.what is not What.CHAIN or len(statement.sides) < 2:
            continue
        if any(t.text == "d" for t in statement.tokens):
            continue  # a step with differentials
        starts = {side[0].start for side in statement.sides}
        keys = {Function("", (), side).key for side in statement.sides}
        if not starts & claimed and each.function.key not in keys:
            found.append(said.text.source[statement.place[0] : statement.place[1]])
    return found


STRUCTURES = frozenset(
    "symmetric skew diagonal orthogonal positive_definite unit lower_triangular upper_triangular "
    "onehot simplex toeplitz".split()
)


def _derived(  # noqa: PLR0913, PLR0917
    said: Said, function: Function, kind: str, by: tuple[str, ...], supposed: Facts,
    guesses: Sequence[Guess],
) -> Derivation:  # fmt: skip
    """The derivation of a kind; a derivative is a gradient where the function has one value."""
    problem = _problem(said, function, kind, by, supposed)
    chosen = kind or ("gradient" if problem.function.is_scalar else "jacobian")
    if chosen == "gradient" and not problem.function.is_scalar:
        chosen = "jacobian"
        guesses = (*guesses, JACOBIAN)
    if problem.function.shape.is_vector and not problem.function.shape.is_column:
        problem = replace(
            problem, function=transpose(problem.function), notes=(*problem.notes, ROW)
        )
    return KINDS[chosen](with_guesses(problem, guesses), list(by))


def _problem(
    said: Said, function: Function, kind: str, by: tuple[str, ...], supposed: Facts
) -> Problem:
    """The problem, with one value if it is read so without more guesses."""
    if kind in ("gradient", "hessian"):
        try:
            found = problem_of(said, function, by, scalar=True, supposed=supposed)
        except MatgradError as error:
            if kind == "hessian" or not fits(error):
                raise
            return problem_of(said, function, by, scalar=False, supposed=supposed)
        return _with_doubt(found, said, function, by, supposed)
    if kind:
        return problem_of(said, function, by, scalar=False, supposed=supposed)
    readings: list[Problem] = []
    errors: list[MatgradError] = []
    for scalar in (True, False):
        try:
            readings.append(problem_of(said, function, by, scalar=scalar, supposed=supposed))
        except MatgradError as error:
            errors.append(error)
    if not readings:
        raise errors[-1]
    return min(readings, key=_strain)


def _with_doubt(
    found: Problem, said: Said, function: Function, by: tuple[str, ...], supposed: Facts
) -> Problem:
    """The problem, with a guess if only the gradient makes a letter a number."""
    small = [n for n in found.symbols if _strain(found)[1] and found.symbols[n].shape.is_scalar]
    given = {n for n, s in said.symbols.by_name.items() if s.shape or s.kind}
    if not {*small} - given:
        return found
    try:
        other = problem_of(said, function, by, scalar=False, supposed=supposed)
    except MatgradError:
        return found
    if _strain(other) >= _strain(found):
        return found
    new = [n for n in small if n in other.symbols and not other.symbols[n].shape.is_scalar]
    return with_guesses(found, [Guess(f"{n} is a number", f"{n} is a vector") for n in new])


def _strain(problem: Problem) -> tuple[int, int]:
    """What speaks against a reading: its guesses, and letters read otherwise than on paper."""
    against = [
        name for name, x in problem.symbols.items()
        if x.shape.is_scalar and len(name) == 1 and name not in "abcdkmnpqrst"
    ]  # fmt: skip
    return len(problem.reading.guesses), len(against)
