"""One question in; status, problem as read, derivations, verdicts and questions back out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from matgrad.api.derivation import Derivation
from matgrad.api.limits import bounded
from matgrad.api.pages import Readable
from matgrad.ask.account import unused, unused_words
from matgrad.ask.acts import Facts, Said, said_in
from matgrad.ask.decide import Unclear, wanted
from matgrad.ask.derive import derivation, derived
from matgrad.ask.identities import identities
from matgrad.ask.join import Function
from matgrad.ask.sentences import read_text
from matgrad.core.expr import Expr
from matgrad.core.notation import Spelling
from matgrad.core.reading import Guess
from matgrad.core.steps import Problem
from matgrad.errors import MatgradError
from matgrad.optional import part
from matgrad.render.document import Document, Equation, Row, Section
from matgrad.render.glyphs import with_plain_names
from matgrad.syntax import Limits
from matgrad.syntax.limits import GENEROUS

if TYPE_CHECKING:
    from matgrad.ask.claims import Verdict

    Judge = Callable[..., list[Verdict]]

READ, ASSUMED, UNCLEAR = "read", "assumed", "unclear"


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


_STATUS = {
    READ: "the text has one meaning",
    ASSUMED: "the likeliest meaning; what was guessed is listed",
    UNCLEAR: "something has to be known first",
}


def _claim_row(claim: Verdict) -> Row:
    shown = claim.claim
    if "\\begin" not in shown:  # marks of lines and columns, which no formula needs
        shown = " ".join(shown.replace("\\\\", " ").replace("&", "").split())
    words = f"{shown}: {claim.status}" + (f" ({claim.words})" if claim.words else "")
    return Row(words=(words,))


def _problem_rows(d: Derivation) -> list[Row]:
    problem = d.trace.origin.problem
    name = Spelling(problem.name, problem.name, problem.name)
    rows = [Row(equation=Equation(p.symbol, p.value)) for p in problem.definitions]
    rows.append(Row(equation=Equation(name, problem.function)))
    rows += [Row(words=(with_plain_names(n, problem.symbols),)) for n in problem.notes]
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
        try:
            answer = part("matgrad.ask.code").answer_code(said, text)
            return Reply(said, *answer, guesses=unused_words(said, answer[0]))
        except MatgradError as error:
            if not said.functions:
                return Reply(said, unclear=[Unclear(error.message, _options(error))])
            said.guesses.append(Guess("the program is not used", "send the program alone"))
    return _answered(said)


def _answered(said: Said) -> Reply:
    found, unclear = wanted(said)
    said.identities = identities(said)
    said.guesses = [g for g in said.guesses if g.place not in said.identities]
    said.guesses += unused(said, found)
    derivations: list[tuple[Function, Derivation]] = []
    for each in found:
        try:
            derivations.append((each.function, derivation(said, each)))
        except MatgradError as error:
            unclear.append(Unclear(_words(error), _options(error)))
    derivations = _different(derivations)
    guesses = [g for _, d in derivations for g in d.trace.origin.problem.reading.guesses]

    def derive(f: Function, kind: str, by: tuple[str, ...], supposed: Facts) -> Derivation:
        return derived(said, f, kind, by, supposed, ())

    is_sure = not any("not used" in g.words for g in guesses)
    judged: Judge = part("matgrad.ask.claims").judged if said.claims else lambda *_: []
    claims = judged(said, derivations, derive, is_sure)
    ds = [d for _, d in derivations]
    guesses += [
        Guess(f"{c.claim} is not used: {c.words}", "leave it out")
        for c in claims if not c.is_read and not c.is_sure
    ]  # fmt: skip
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
