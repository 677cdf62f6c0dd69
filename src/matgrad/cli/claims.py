"""What was found about a claimed formula, as the command line prints it."""

from __future__ import annotations

from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from matgrad.api.limits import LIMITS
from matgrad.cli.answers import outline
from matgrad.cli.output import ANSWERED, BOLD, NOT_TRUE, RESET, Reply, Style, as_json, visible
from matgrad.optional import part

if TYPE_CHECKING:
    from matgrad.api.derivation import Derivation
    from matgrad.api.judge import Claim
    from matgrad.verify.found import Counterexample


def judged(d: Derivation, formula: str, report: Claim, style: Style) -> Reply:
    """What was found about a claimed formula."""
    LIMITS.check_answer(d)
    is_right = report.right and d.verdict.ok
    write = claim_data if style.spelling == "json" else claim_text
    printed = write(d, formula, report, style)
    LIMITS.check_response(printed)
    return Reply(printed, ANSWERED if is_right else NOT_TRUE)


def claim_text(d: Derivation, formula: str, report: Claim, style: Style) -> str:
    """The verdict first, then the two formulas, then numbers to redo by hand."""
    found = report.status + (f": {report.slip}" if report.slip else "")
    claimed = [" ".join(visible(line).split()) for line in formula.splitlines() if line.strip()]
    rows = [("claim:", claimed[0] if claimed else ""), *(("", line) for line in claimed[1:])]
    rows += [("read:", note) for note in report.notes]
    rows.append(("right answer:", str(d.result)))
    lines = [f"{BOLD}{found}{RESET}" if style.color else found, ""]
    lines += [f"  {name:<13} {value}" for name, value in rows]
    if not d.verdict.ok:
        lines.append(f"  {'but:':<13} {d.verdict.status}")
    if report.counterexample is not None:
        lines += ["", *counterexample(report.counterexample, style.width)]
    return "\n".join(lines) + "\n"


def claim_data(d: Derivation, formula: str, report: Claim, style: Style) -> str:
    """The verdict on a claim for other programs."""
    LIMITS.check_forms(d)
    (answer,) = d.to_json()["answers"]
    shown = report.counterexample
    found = {
        "claim": formula,
        "right": report.right,
        "status": report.status,
        "slip": report.slip,
        "condition": report.condition,
        "notes": report.notes,
        "counterexample": None if shown is None else dict(vars(shown)),
        **{key: answer[key] for key in ("wrt", "result", "latex", "assumptions", "verdict")},
    }
    return as_json({**outline(d), "ok": report.right and d.verdict.ok, "answers": [found]})


def counterexample(at: Counterexample, width: int) -> list[str]:
    """The numbers of a counterexample, matrices as people write them."""
    sizes = ", ".join(f"{name} = {size}" for name, size in at.sizes.items())
    title = f"For example, with {sizes}:" if sizes else "For example:"
    printed = part("matgrad.render.glyphs").plain_input
    values = [matrix(printed(name), rows) for name, rows in at.inputs.items()]
    sides = [matrix("claim", at.claimed), matrix("right answer", at.true)]
    return [title, *beside(values, width), "", *beside(sides, width)]


def matrix(name: str, rows: list[list[str]]) -> list[str]:
    """`A = ` and the rows of a matrix below each other; a scalar has no brackets."""
    rows = [[entry.replace("-", "−") for entry in row] for row in rows]
    if len(rows) == 1 and len(rows[0]) == 1:
        return [f"{name} = {rows[0][0]}"]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [" ".join(x.rjust(w) for x, w in zip(row, widths, strict=True)) for row in rows]
    label = f"{name} = "
    return [f"{'' if i else label:<{len(label)}}[{line}]" for i, line in enumerate(lines)]


def beside(blocks: list[list[str]], width: int) -> list[str]:
    """Blocks of lines next to each other, as many as fit, then the next ones below."""
    shelves: list[list[list[str]]] = [[]]
    used = 2
    for block in blocks:
        wide = max(map(len, block)) + 4
        if shelves[-1] and used + wide - 4 > width:
            shelves.append([])
            used = 2
        shelves[-1].append(block)
        used += wide
    return list(chain.from_iterable(map(_shelf, shelves)))


def _shelf(blocks: list[list[str]]) -> list[str]:
    widths = [max(map(len, block)) for block in blocks]
    return [
        "  " + "    ".join(x.ljust(w) for x, w in zip(row, widths, strict=True)).rstrip()
        for row in zip_longest(*blocks, fillvalue="")
    ]
