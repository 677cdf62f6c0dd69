"""The rows of a derivation as data that a page can set: LaTeX with marks, and words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from matgrad.core.expr import Expr
from matgrad.core.steps import Phase, Step, Trace
from matgrad.render import latex, plain
from matgrad.render.document import Document, Equation, Item, Row, Section, Words
from matgrad.render.marked import changes, with_marks
from matgrad.render.results import FORMS

Data = dict[str, Any]
NONE: frozenset[Expr] = frozenset()
IDS = {
    "": "function",
    "where": "where",
    "Gradient, derived first": "before",
    "Let": "let",
    "Then": "lines",
    "In the layout asked for": "layout",
    "Remarks": "remarks",
    "Conditions": "conditions",
    "Checked": "checked",
} | {title: form for form, title in FORMS.items()}
RESULTS = frozenset(("Gradient", "Jacobian", "Hessian", "Differential"))
NORMAL = frozenset(("lines", *FORMS))  # sections that a short derivation leaves out


def spell(item: Item | None) -> str | None:
    """A side of an equation in LaTeX."""
    return None if item is None else latex(item) if isinstance(item, Expr) else item.latex


def parts(words: Words) -> list[Data]:
    """Words and the formulas among them."""
    return [
        {"text": word} if isinstance(word, str) else {"latex": spell(word)}
        for word in words
        if word != ""
    ]


def sentence(words: Words) -> str:
    """Words in plain Unicode."""
    return "".join(
        w if isinstance(w, str) else plain(w) if isinstance(w, Expr) else w.plain for w in words
    )


def equation(found: Equation | None) -> Data | None:
    """An equation."""
    return None if found is None else {"left": spell(found.left), "right": spell(found.right)}


def row_data(row: Row, level: str) -> Data:
    """A row without marks."""
    found = equation(row.equation) or {"left": None, "right": None}
    return {
        "level": "full" if row.is_detail else level,
        **found,
        "implies": equation(row.implies),
        "words": sentence(row.words) if row.words else None,
        "parts": parts(row.words),
        "rule": None,
        "why": None,
        "detail": row.is_detail,
    }


# ---------------------------------------------------------------- sections


def sections(doc: Document, trace: Trace) -> list[Data]:
    """The derivation, section by section, each row with the step that it is."""
    found: list[Data] = []
    for section in doc.sections:
        name = section_id(section.title)
        level = "normal" if name in NORMAL else "short"
        rows = [row_data(row, level) for row in section.rows]
        if name == "lines":
            explain(rows, section, trace)
        found.append({"id": name, "title": section.title, "level": level, "rows": rows})
    return found


def section_id(title: str) -> str:
    """A word for a section, whatever its title says in the plural."""
    if title.removesuffix("s") in RESULTS:
        return "result"
    return IDS.get(title) or title.split(maxsplit=1)[0].lower()


def explain(rows: Sequence[Data], section: Section, trace: Trace) -> None:
    """Name the rule of each line, and mark what it changed."""
    lines = iter([step for step in trace.steps if step.phase is Phase.LINE])
    details = {(s.before, s.after): s for s in trace.steps if s.phase is Phase.DETAIL}
    for data, row in zip(rows, section.rows, strict=True):
        step = _step_of(row, lines, details)
        if step is not None:
            data["rule"], data["why"] = step.rule, step.why
    shown = [(d, r.equation.right) for d, r in zip(rows, section.rows, strict=True) if r.equation]
    chain = [(d, right) for d, right in shown if not d["detail"] and isinstance(right, Expr)]
    _mark_chain(chain)
    for data, row in zip(rows, section.rows, strict=True):
        if row.is_detail and row.equation is not None:
            _mark_detail(data, row.equation)


def _step_of(
    row: Row, lines: Iterator[Step], details: dict[tuple[Expr, Expr], Step]
) -> Step | None:
    if not row.is_detail:
        return next(lines, None)
    sides = (row.equation.left, row.equation.right) if row.equation else (None, None)
    if isinstance(sides[0], Expr) and isinstance(sides[1], Expr):
        return details.get((sides[0], sides[1]))
    return None


def _mark_chain(chain: Sequence[tuple[Data, Expr]]) -> None:
    """In each line: what its step wrote, and what the next one replaces."""
    moves = [
        (NONE, NONE) if after[0]["left"] is not None else changes(before[1], after[1])
        for before, after in pairwise(chain)
    ]
    for (data, right), came, goes in zip(
        chain, [(NONE, NONE), *moves], [*moves, (NONE, NONE)], strict=True
    ):
        data["right"] = with_marks(right, goes[0], came[1])


def _mark_detail(data: Data, sides: Equation) -> None:
    if isinstance(sides.left, Expr) and isinstance(sides.right, Expr):
        old, new = changes(sides.left, sides.right)
        data["left"] = with_marks(sides.left, old, NONE)
        data["right"] = with_marks(sides.right, NONE, new)
