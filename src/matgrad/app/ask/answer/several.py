"""A text with several parts: each is answered by itself, under its number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from matgrad.app.ask.answer.reply import Besides, Reply, claim_data
from matgrad.app.ask.answer.rows import row_text
from matgrad.app.ask.answer.unanswered import CONVEX, unknown_tasks
from matgrad.app.ask.claims.steps import NOT_READ, Verdict
from matgrad.app.ask.formulas.quote import shown
from matgrad.app.ask.parts.carried import Task, squeezed, tasks_of
from matgrad.app.ask.parts.marks import parts_in
from matgrad.app.ask.parts.referred import sent_home
from matgrad.app.ask.parts.tasks import are_tasks
from matgrad.core.expr import Expr
from matgrad.render.document import Document, Row, Section

UNDERSTOOD, UNUSED, CLAIMS = "Understood", "Not used", "Claims in the text"
MOST = 10  # parts that are answered


@dataclass
class Answered:
    """A part of a text and its answer; a part that wants no derivative has none, but lines."""

    task: Task
    reply: Reply | None
    lines: list[str]
    unused: list[str]  # formulas of this part that were not used
    claims: list[Verdict]  # those that are judged here


class Several(Reply):
    """The answers to the parts of a text; `parts` has them one by one."""

    def __init__(self, text: str, parts: Sequence[Answered]) -> None:
        self.parts = list(parts)
        replies = [each.reply for each in parts if each.reply is not None]
        first = next((each for each in replies if each.derivations), replies[0])
        others = [each for each in replies if each is not first]
        lines = [
            f"{each.task.label}: {line}"
            for each in parts
            for line in (*(each.reply.questions if each.reply else ()), *each.lines)
        ]
        understood = replace(first.understood, text=text, questions=lines)
        more = [d for each in others for d in (*each.derivations, *each.further)]
        besides = Besides(
            blocks=first.blocks,
            along=[d for each in replies for d in each.along],
            cases=first.cases,
            further=[*first.further, *more],
            made=[made for each in replies for made in each.made],
            at=[at for each in replies for at in each.at],
        )
        claims = [claim for each in parts for claim in each.claims]
        super().__init__(understood, first.derivations, claims, besides)

    @property
    def results(self) -> dict[str, Expr]:
        """The answers by variable; where two parts have the same one, that of the first."""
        found: dict[str, Expr] = {}
        for name, answer in (pair for each in self._replies for pair in each.results.items()):
            found.setdefault(name, answer)
        return found

    @property
    def _replies(self) -> list[Reply]:
        return [each.reply for each in self.parts if each.reply is not None]

    @property
    def ok(self) -> bool:
        """Is every part answered and verified, and is no claim wrong?"""
        return all(each.ok for each in self._replies)

    @property
    def is_answered(self) -> bool:
        """Has every part that wants a derivative got one?"""
        return all(each.derivations for each in self._replies)

    def document(self, level: str = "normal") -> Document:
        """The parts one after the other, each under its number."""
        sections: list[Section] = []
        for each in self.parts:
            rows = tuple(Row(words=(line,)) for line in each.lines)
            inside = each.reply.document(level).sections if each.reply else ()
            sections += _under(each, inside, rows)
        return Document(tuple(sections))

    def to_json(self) -> dict[str, Any]:
        """The reply as data."""
        parts = [
            {"label": each.task.label, "text": each.task.text, **each.reply.to_json()}
            for each in self.parts
            if each.reply is not None
        ]
        understood = [
            f"{each.task.label}: {row_text(row)}"
            for each in self.parts
            if each.reply
            for section in each.reply.document("short").sections
            if section.title == UNDERSTOOD
            for row in section.rows
        ]
        unused = list(dict.fromkeys(x for each in self.parts for x in each.unused))
        return {
            **super().to_json(),
            "understood": understood,
            "claims": [claim_data(claim) for claim in self.claims],
            "unused": unused,
            "parts": parts,
        }


def _under(each: Answered, inside: Sequence[Section], lines: tuple[Row, ...]) -> list[Section]:
    """The sections of a part, the first of which has its number for a title."""
    made: list[Section] = []
    for section in inside:
        if section.title == UNUSED:
            made.append(replace(section, rows=tuple(Row(words=(shown(x),)) for x in each.unused)))
        elif section.title == CLAIMS:
            rows = each.reply.claims_section(each.claims).rows if each.reply else ()
            made.append(replace(section, rows=rows))
        else:
            made.append(section)
    title = each.task.label
    if not made or made[0].title != UNDERSTOOD:
        words = "in parts:" if isinstance(each.reply, Several) else "nothing is understood here"
        return [Section(title, lines or (Row(words=(words,)),)), *made]
    made[0] = Section(title, (*made[0].rows, *lines))
    return [section for section in made if section.rows]


def several(text: str, ask: Callable[[str], Reply]) -> Reply | None:
    """The answers to the parts of a text, if it has parts that are tasks of their own."""
    outline = parts_in(text)
    home = sent_home(outline) if outline else None
    if not (outline and home and (are_tasks(outline) or are_tasks(home))):
        return None
    tasks = tasks_of(home)
    replies = [ask(each.text) if each.text else None for each in tasks[:MOST]]
    replies += [None] * (len(tasks) - len(replies))
    if not any(replies):
        return None
    remarks = [x for r in replies if r for d in r.derivations for x in d.remarks]
    made = [
        Answered(task, reply, _lines(task, remarks) if reply is None else [], [], [])
        for task, reply in zip(tasks, replies, strict=True)
    ]
    _share_out(made)
    return Several(text, made)


def _lines(task: Task, remarks: Sequence[str]) -> list[str]:
    """What is said of a part that has no answer."""
    if task.text:
        return [f"Only the first {MOST} parts are answered; ask for this one by itself."]
    is_decided = any("definite" in remark for remark in remarks)
    lines = [x for x in unknown_tasks(task.words) if x != CONVEX or not is_decided]
    is_said = is_decided and CONVEX in unknown_tasks(task.words)
    said = "What is known of this is said in the remarks to the Hessian."
    return lines or [
        said if is_said else "No derivative is named here, so this part is not answered."
    ]


def _is_better(claim: Verdict, other: Verdict) -> bool:
    """Is a claim that stands outside of the parts rather that of this part than of the other?"""
    is_read = other.status == NOT_READ != claim.status
    return is_read or (claim.is_right and not other.is_right)


def _share_out(parts: Sequence[Answered]) -> None:
    """Give each part its claims and unused formulas; what stands outside counts once."""
    shared: dict[str, tuple[Answered, Verdict]] = {}
    answered = [each for each in parts if each.reply is not None]
    for each in answered:
        assert each.reply is not None
        for claim in each.reply.claims:
            key = squeezed(claim.latex)
            if not each.task.is_outside(claim.latex):
                each.claims.append(claim)
            elif key not in shared or _is_better(claim, shared[key][1]):
                shared[key] = each, claim
    for each, claim in shared.values():
        each.claims.append(claim)
    lists = [each.reply.unused for each in answered if each.reply is not None]
    common = [x for x in lists[0] if all(x in some for some in lists)]
    for each, some in zip(answered, lists, strict=True):
        own = [x for x in some if not each.task.is_outside(x)]
        each.unused += [*(common if each is answered[0] else ()), *own]
        each.unused[:] = list(dict.fromkeys(each.unused))
