"""One question in, what was understood, the derivation and the verdicts out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from matgrad.app import api
from matgrad.app.along import directional
from matgrad.app.ask.answer.along import along_lists
from matgrad.app.ask.answer.at_points import Evaluated, answers_at, sections_at
from matgrad.app.ask.answer.blocks import aimed, by, other_blocks, whole
from matgrad.app.ask.answer.bounded import within_bounds
from matgrad.app.ask.answer.cases import Case, answer_rows, cases
from matgrad.app.ask.answer.further import answers, differentials, first_ones, gradients
from matgrad.app.ask.answer.headings import headed
from matgrad.app.ask.answer.made import Made, made_of
from matgrad.app.ask.answer.made_claims import with_made
from matgrad.app.ask.answer.question import question_rows
from matgrad.app.ask.answer.rows import (
    claim_rows,
    left_sections,
    named,
    row_text,
    understood_rows,
    unsaid,
)
from matgrad.app.ask.answer.unanswered import say_what_is_left_out
from matgrad.app.ask.answer.unused import listed_once, unused
from matgrad.app.ask.claims.check import check_all, not_given
from matgrad.app.ask.claims.identities import without_identities
from matgrad.app.ask.claims.left_over import left_over
from matgrad.app.ask.claims.steps import NOT_READ, Verdict
from matgrad.app.ask.claims.subjects import Subjects, subjects_of
from matgrad.app.ask.formulas.notation import GRADIENT
from matgrad.app.ask.problem.given import free_ones, square_ones, turn
from matgrad.app.ask.problem.models import hold, vanishing
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.understand import understand
from matgrad.app.chain import ChainForm
from matgrad.app.derivation import Derivation
from matgrad.app.network import Backpropagation
from matgrad.app.pages import Readable
from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.errors import MatgradError, ShapeError
from matgrad.render.document import Document, Row, Section
from matgrad.render.glyphs import plain_name
from matgrad.verify.sizes import UNFIT

ALONG = "Directional derivative"
FURTHER = "Asked for as well"
CHECKED = "Checked"  # of the chain: its lines are those of the derivation


@dataclass
class Besides:
    """What is answered besides the derivative itself."""

    blocks: Section | None = None  # of a Hessian, as one matrix
    along: list[Derivation] = field(default_factory=list[Derivation])  # directional derivatives
    cases: list[Case] = field(default_factory=list[Case])  # of which the text only speaks
    further: list[Derivation] = field(default_factory=list[Derivation])  # other functions
    made: list[Made] = field(default_factory=list[Made])  # of derivatives, as the Laplacian
    at: list[Evaluated] = field(default_factory=list[Evaluated])  # points that the text names


class Reply(Readable):
    """The answer to a question: `understood`, `derivations`, `claims`, and `questions` back."""

    def __init__(
        self,
        understood: Understood,
        derivations: list[Derivation],
        claims: list[Verdict],
        besides: Besides | None = None,
    ) -> None:
        self.understood = understood
        self.derivations = derivations
        self.claims = claims
        besides = besides or Besides()
        self.along, self.cases, self.at = besides.along, besides.cases, besides.at
        self.further, self.blocks, self.made = besides.further, besides.blocks, besides.made
        self.chain = chain_of(derivations)  # of a network: one gradient as a chain of factors

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
        """The answers by variable; of a Hessian in blocks, by "x, y" where two are mixed."""
        found = [(d, name, x) for d in self.derivations for name, x in d.answers.items()]
        return {by(d, name) if self.blocks else name: x for d, name, x in found}

    @property
    def ok(self) -> bool:
        """Was everything answered and verified, and is no claim wrong?"""
        all_of_them = (*self.derivations, *self.further)
        verified = all(d.verdict.ok for d in all_of_them) and bool(self.derivations)
        return verified and not any(claim.is_wrong for claim in self.claims)

    @property
    def is_answered(self) -> bool:
        """Is there a derivative?"""
        return bool(self.derivations)

    @property
    def unused(self) -> list[str]:
        """The formulas of which no use was made."""
        return unused(self.understood, (*self.derivations, *self.further))

    @staticmethod
    def claims_section(claims: list[Verdict]) -> Section:
        """The verdicts, for reading."""
        return Section("Claims in the text", tuple(r for c in claims for r in claim_rows(c)))

    @property
    def question(self) -> Section:
        """What was asked, for documents in which it does not stand already."""
        return Section("Question", tuple(question_rows(self.understood.text)), is_prose=True)

    def document(self, level: str = "normal") -> Document:
        """Everything, laid out for reading."""
        needless, listed = listed_once(self.understood, self.unused)
        sections = [Section("Understood", tuple(understood_rows(self.understood, needless)))]
        is_one = len(self.derivations) + len(self.further) == 1
        told = [row.words for row in sections[0].rows]
        for d in self.derivations:
            own = [each for each in d.document(level).sections if each.title]
            own = [
                each for each in (unsaid(each, told, self.understood) for each in own) if each.rows
            ]
            new = own if is_one else [*headed(d, own)]
            sections += [each for each in new if each.title == CHECKED or each not in sections]
        sections += [self.blocks] if self.blocks else []
        if self.chain is not None:
            sections += [each for each in self.chain.document().sections if each.title != CHECKED]
        sections += sections_at(self.at)
        sections += [section_along(d) for d in self.along]
        sections += [each.section for each in self.made]
        sections += [case.section for case in self.cases]
        for d in self.further:
            of = d.trace.origin.problem
            sections += [Section(FURTHER, (Row(words=(named(of.name), " = ", of.function)),))]
            sections += headed(d, (each for each in d.document(level).sections if each.title))
        sections += [self.claims_section(self.claims), *left_sections(self.understood, listed)]
        return Document(tuple(section for section in sections if section.rows))

    def to_json(self) -> dict[str, Any]:
        """The reply as data."""
        problem = self.problem
        known = problem.symbols if problem else {}
        return {
            "ok": self.ok,
            "input": "" if problem is None else str(problem.function),
            "shapes": {name: str(x.shape) for name, x in known.items()},
            "understood": [row_text(row) for row in understood_rows(self.understood)],
            "answers": [a for d in self.derivations for a in d.to_json()["answers"]],
            "at": [
                {"point": each.point, "answers": {n: str(x) for n, x in each.values.items()}}
                for each in self.at
            ],
            "made": {each.key: str(each.value) for each in self.made},
            "further": [
                {
                    "name": d.trace.origin.problem.name,
                    "input": str(d.trace.origin.problem.function),
                    "answers": d.to_json()["answers"],
                }
                for d in self.further
            ],
            "claims": [claim_data(claim) for claim in self.claims],
            "questions": list(self.questions),
            "unused": self.unused,
            "error": None,
        }


def answer(text: str) -> Reply:
    """Answer a question that has no parts of its own."""
    found = understand(text)
    found.text = text
    turn(found, square_ones(found))
    derivations: list[Derivation] = []
    claims: list[Verdict] = []
    besides = Besides()
    if found.problem is not None and found.variables:
        try:
            problem, first = derived(found, found.problem)
            derivations.append(first)
            if found.function is None:  # a network in words, about which there are no claims
                return Reply(found, derivations, not_given(found))
            subjects = subjects_of(found, problem, first)
            answer_besides(subjects, derivations, besides)
            claims = [*without_identities(check_all(subjects))]
            claims = with_made(claims, subjects.main, besides.made)
            besides.cases = cases(found, problem, first)
            claims += left_over(subjects.main, unused(found))
        except MatgradError as error:
            found.errors.append(error)
    if found.function is None or not derivations:
        claims = not_given(found)
    remarks = [*(d.remarks for d in derivations), *(case.remarks for case in besides.cases)]
    conditions = [each.words for d in derivations for each in d.trace.conditions]
    say_what_is_left_out(found, [line for lines in remarks for line in lines], conditions)
    return Reply(found, derivations, claims, besides)


def answer_besides(subjects: Subjects, derivations: list[Derivation], besides: Besides) -> None:
    """Add the derivations by other variables, and what else is asked for."""
    found, problem = subjects.found, subjects.main.problem
    derivations += other_blocks(found, problem)
    besides.blocks = whole(found, problem, derivations)
    derivations += [by_part(subjects, name) for name in found.others]
    besides.along = directions(found, problem)
    besides.made = [*within_bounds(subjects), *made_of(subjects), *along_lists(subjects.main)]
    besides.at = answers_at(found, problem, [*first_ones(found, problem), *derivations])
    besides.further = [*gradients(found, problem, derivations), *differentials(found, problem)]
    besides.further += answers(subjects)


def chain_of(derivations: list[Derivation]) -> ChainForm | None:
    """The gradient of the first weights of a network as a product of Jacobians."""
    if not derivations or not isinstance(derivations[0], Backpropagation):
        return None
    d = derivations[0]
    weights = [X.name for X in d.trace.wrt if not X.shape.is_vector]
    try:
        return d.chain(weights[0]) if weights else None
    except MatgradError:
        return None  # there are several ways from the function to the weights


def directions(found: Understood, problem: Problem) -> list[Derivation]:
    """The derivatives along the directions that the text names, of which there is one letter."""
    asked = [each.direction for each, _ in found.reading.asked if each.direction]
    names = [name for name in (*found.said.directions, *asked) if name not in problem.symbols]
    found.said.directions = list(dict.fromkeys(names))
    return [directional(problem, found.variables[0], name) for name in found.said.directions[:1]]


def section_along(d: Derivation) -> Section:
    """A directional derivative in the given variables."""
    return Section(ALONG, answer_rows(d, d.answers.values()))


def by_part(subjects: Subjects, name: str) -> Derivation:
    """The derivative by a quantity that the text defines, which is a variable for once."""
    subject = subjects.named("", name)
    return getattr(api, subject.kind(GRADIENT))(subject.problem, name)


def derived(found: Understood, problem: Problem) -> tuple[Problem, Derivation]:
    """The main derivation; where Q^TQ = I is said of a matrix that may be square, it is that."""
    first = derive(found, problem)
    if held := vanishing(found, first):
        hold(found, held)
        problem = found.problem or problem
        first = derive(found, problem)
    if free := free_ones(found, first.answers.values()):
        found.notes += [f"{plain_name(name)} is taken to be square and orthogonal" for name in free]
        turn(found, free)
        problem = found.problem or problem
        first = derive(found, problem)
    return problem, first


def derive(found: Understood, problem: Problem, **options: str) -> Derivation:
    """The derivation that is asked for; the options are those of its kind."""
    d: Derivation = getattr(api, found.kind)(problem, aimed(found), **options)
    if UNFIT in d.verdict.status:  # what fits no sizes is no answer
        raise ShapeError(UNFIT, hint="say what the shapes are")
    if found.said.is_network and found.kind == "gradient" and problem.definitions:
        return Backpropagation(d.trace, d.verdict, with_value=True)
    return d


def claim_data(claim: Verdict) -> dict[str, Any]:
    """A claim as data."""
    example = claim.report.counterexample if claim.report else None
    return {
        "claim": claim.latex,
        "status": claim.status,
        "words": claim.words,
        "who": claim.who,
        "step": claim.line,
        "checked": claim.status != NOT_READ,
        "counterexample": None if example is None else dict(vars(example)),
    }
