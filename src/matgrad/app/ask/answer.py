"""`mg.ask`: a whole question in, what was understood, the derivation and the verdicts out."""

from __future__ import annotations

from typing import Any

from matgrad.app import api
from matgrad.app.ask.claims import check_all, not_given
from matgrad.app.ask.quote import quoted
from matgrad.app.ask.steps import NOT_READ, Verdict
from matgrad.app.ask.understand import understand
from matgrad.app.ask.understood import Understood
from matgrad.app.derivation import Derivation
from matgrad.app.network import Backpropagation
from matgrad.core.expr import Expr
from matgrad.core.notation import Spelling
from matgrad.core.steps import Problem
from matgrad.errors import MatgradError
from matgrad.render import as_latex, as_markdown, as_plain, plain
from matgrad.render.document import Document, Row, Section
from matgrad.render.glyphs import plain_name
from matgrad.render.outline import INFERRED


class Reply:
    """The answer to a question: `understood`, `derivations`, `claims`, and `questions` back."""

    def __init__(
        self, understood: Understood, derivations: list[Derivation], claims: list[Verdict]
    ) -> None:
        self.understood = understood
        self.derivations = derivations
        self.claims = claims

    @property
    def problem(self) -> Problem | None:
        """The function as it was understood, if it was."""
        return self.understood.problem

    @property
    def questions(self) -> list[str]:
        """What has to be known before there can be an answer."""
        return self.understood.questions

    @property
    def results(self) -> dict[str, Expr]:
        """The answers by variable."""
        return {name: x for d in self.derivations for name, x in d.answers.items()}

    @property
    def ok(self) -> bool:
        """Was everything answered and verified, and is no claim wrong?"""
        verified = all(d.verdict.ok for d in self.derivations) and bool(self.derivations)
        return verified and not any(claim.is_wrong for claim in self.claims)

    def document(self, level: str = "normal") -> Document:
        """Everything, laid out for reading."""
        sections = [Section("Understood", tuple(understood_rows(self.understood)))]
        for d in self.derivations:
            sections += d.document(level).sections
        sections += [
            Section("Claims in the text", tuple(r for c in self.claims for r in claim_rows(c))),
            Section("Not clear", tuple(Row(words=(q,)) for q in self.questions)),
            Section("Not read", tuple(unread_rows(self.understood))),
        ]
        return Document(tuple(section for section in sections if section.rows))

    def text(self, level: str = "normal", color: bool = False, width: int = 100) -> str:
        """The reply for a terminal."""
        return as_plain(self.document(level), color, width)

    def latex(self, level: str = "normal") -> str:
        """The reply as LaTeX, for use inside a document."""
        return as_latex(self.document(level))

    def markdown(self, level: str = "normal") -> str:
        """The reply as Markdown."""
        return as_markdown(self.document(level))

    def to_json(self) -> dict[str, Any]:
        """The reply as data."""
        problem = self.problem
        answers = [a for d in self.derivations for a in d.to_json()["answers"]]
        return {
            "ok": self.ok,
            "input": "" if problem is None else str(problem.function),
            "shapes": {}
            if problem is None
            else {n: str(x.shape) for n, x in problem.symbols.items()},
            "understood": [row_text(row) for row in understood_rows(self.understood)],
            "answers": answers,
            "claims": [claim_data(claim) for claim in self.claims],
            "questions": list(self.questions),
            "error": None,
        }

    def __str__(self) -> str:
        return self.text()

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/plain": self.text(), "text/markdown": self.markdown()}


def ask(text: str) -> Reply:
    """Answer a whole question, prose and formulas mixed.

    >>> reply = ask("What is the gradient of $x^T A x$ with respect to $x$?")
    >>> print(reply.results["x"])
    (A + A')*x
    """
    found = understand(text)
    derivations: list[Derivation] = []
    claims: list[Verdict] = []
    problem = found.problem
    if problem is not None and found.variables:
        try:
            derivations.append(derive(found, problem))
            claims = check_all(found, problem, Answers(problem, derivations[0]))
        except MatgradError as error:
            found.errors.append(error)
    if found.function is None:
        claims = not_given(found)
    return Reply(found, derivations, claims)


def derive(found: Understood, problem: Problem) -> Derivation:
    """The derivation that is asked for."""
    d: Derivation = getattr(api, found.kind)(problem, found.variables)
    if found.said.is_network and found.kind == "gradient" and problem.definitions:
        return Backpropagation(d.trace, d.verdict, with_value=True)
    return d


class Answers:
    """The true derivatives that claims are compared with, each derived once."""

    def __init__(self, problem: Problem, first: Derivation) -> None:
        self.problem = problem
        self.known = {(first.kind, name): result for name, result in first.answers.items()}
        self.cascade = first.trace

    def __call__(self, kind: str, variable: str) -> Expr:
        """The derivative by one variable, written in the given variables."""
        if (kind, variable) not in self.known or self._is_open(kind, variable):
            d: Derivation = getattr(api, kind)(self.problem, variable)
            self.known[kind, variable] = d.results[variable]
        return self.known[kind, variable]

    def _is_open(self, kind: str, variable: str) -> bool:
        return variable not in self.cascade.forms["closed"] and kind == self.cascade.kind


# ---------------------------------------------------------------- rows


def understood_rows(found: Understood) -> list[Row]:
    """How the question was understood, so that a person can correct it."""
    rows: list[Row] = []
    problem = found.problem
    if problem is not None:
        rows.append(Row(words=("the function: ", named(problem.name), " = ", problem.function)))
        rows += [Row(words=("with ", d.symbol, " = ", d.value)) for d in problem.definitions]
        given = [note for note in problem.notes if not note.endswith(INFERRED)]
        rows += [Row(words=(note,)) for note in given]
    else:
        known = dict.fromkeys(f"{d.latex} = {d.values[0]}" for d in found.reading.defined)
        rows += [Row(words=("read: ", quoted(latex))) for latex in known]
    for name, function in found.meaning.functions.items():
        what = function or "a function of which only the name is known, applied to each entry"
        rows.append(Row(words=(named(name), f" is {what}")))
    if found.variables:
        words: list[Any] = [f"asked: the {found.kind} with respect to "]
        for i, name in enumerate(found.variables):
            words += [", " if i else "", named(name)]
        rows.append(Row(words=tuple(w for w in words if w != "")))
    rows += [Row(words=(note,)) for note in found.notes]
    for error in found.errors:
        rows.append(Row(words=(f"not understood: {error.message}",)))
        if error.source:
            rows.append(Row(words=(f"in {error.source}",)))
    return rows


def named(name: str) -> Spelling:
    """A name in the three spellings."""
    return Spelling(name, plain_name(name), plain_name(name))


def claim_rows(claim: Verdict) -> list[Row]:
    """A claim, the verdict, and numbers to redo by hand."""
    verdict = claim.status + (f": {claim.words}" if claim.words else "")
    if claim.line is not None and claim.report is not None:
        verdict += f" (in step {claim.line})"
    rows = [Row(words=(quoted(claim.latex), f" — {verdict}"))]
    shown = claim.report.counterexample if claim.report else None
    if claim.is_wrong and claim.true is not None:
        rows.append(Row(words=("right is ", claim.true)))
    if shown is not None:
        values = ", ".join(f"{name} = {matrix(rows)}" for name, rows in shown.inputs.items())
        rows.append(Row(words=(f"for example with {values}:",)))
        rows.append(
            Row(words=(f"the claim gives {matrix(shown.claimed)}, right is {matrix(shown.true)}",))
        )
    return rows


def matrix(rows: list[list[str]]) -> str:
    """A small matrix in one line."""
    lines = ["  ".join(row) for row in rows]
    return lines[0] if len(rows) == 1 and len(rows[0]) == 1 else "[" + "; ".join(lines) + "]"


def unread_rows(found: Understood) -> list[Row]:
    """Formulas that could not be read."""
    return [Row(words=(quoted(latex),)) for latex in dict.fromkeys(found.reading.unread) if latex]


def row_text(row: Row) -> str:
    """The words of a row."""
    return "".join(
        w if isinstance(w, str) else plain(w) if isinstance(w, Expr) else w.plain for w in row.words
    )


def claim_data(claim: Verdict) -> dict[str, Any]:
    """A claim as data."""
    shown = claim.report.counterexample if claim.report else None
    return {
        "claim": claim.latex,
        "status": claim.status,
        "words": claim.words,
        "step": claim.line,
        "checked": claim.status != NOT_READ,
        "counterexample": None if shown is None else dict(vars(shown)),
    }
