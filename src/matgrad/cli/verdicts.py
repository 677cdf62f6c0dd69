"""`matgrad same` and `matgrad grade`: verdicts on formulas and answers, on the command line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from matgrad.api.limits import LIMITS, load_engine, processor_time
from matgrad.cli import options
from matgrad.cli.answers import counterexample
from matgrad.cli.options import JSON, ExpressionCommand
from matgrad.cli.output import (
    ANSWERED,
    AT_FAULT,
    BOLD,
    NOT_TRUE,
    RESET,
    Reply,
    Style,
    as_json,
    visible,
    write,
)
from matgrad.optional import part

if TYPE_CHECKING:
    from matgrad.api.judge.same import Same


@click.command(cls=ExpressionCommand, epilog="""\b
Examples:
  matgrad same "2A^T(Ax - b)" "2*A'*A*x - 2*A'*b"
  matgrad same "(A + A^T)x" "2Ax"
  matgrad same "\\nabla f = X^{-T}" "inv(X)'" --shape X=n,n --json
  echo "x'*A'*A*x" | matgrad same "||Ax||^2" -
\b
A and B are formulas in any spelling: text, Unicode, Python, MATLAB or LaTeX; one of them may be -,
standard input. Exit codes: 0 the same, perhaps up to layout, 1 not the same in general, or not
decided, 2 the input is at fault.""")  # fmt: skip
@click.argument("formulas", nargs=-1, type=click.UNPROCESSED, metavar="A B")
@click.option("--shape", multiple=True, metavar="NAME=SIZES", help="A=m,n for a matrix.")
@click.option("--assume", multiple=True, metavar="NAME=WORDS", help="A=symmetric.")
@click.option("--strict", "is_strict", is_flag=True, help="Guess nothing: ask.")
@JSON
@click.pass_obj
def same(
    call: Any, formulas: tuple[str, ...], as_json: bool, is_strict: bool, **given: tuple[str, ...]
) -> Reply:
    """Say whether two formulas are equal, and if not, why not.

    They may be equal only under a condition, or up to a transpose. Where they differ small numbers
    show it, and the likely slip is named.
    """
    call.as_json = as_json
    style: Style = call.env.style(call.env.stdout)
    if len(formulas) != 2 or formulas.count("-") > 1:
        raise click.UsageError('two formulas are expected, each in quotes: "2Ax" "A x + A^T x"')
    texts = [options.read_text(formula, None, call.env.stdin) for formula in formulas]
    call.text, limits = max(texts, key=lambda each: each[1].bytes)
    for text, _ in texts:
        limits.check("bytes", len(text.encode("utf-8", "surrogatepass")))
    load_engine()
    judge = part("matgrad.api.judge.same")
    with processor_time(limits.seconds):
        found: Same = judge.same(
            *(text for text, _ in texts),
            options.shapes(given["shape"]),
            options.assumptions(given["assume"]),
            limits=limits,
            strict=is_strict,
        )
        printed = _data(found) if as_json else visible(_text(found, style))
    LIMITS.check_response(printed)
    return Reply(printed, ANSWERED if found else NOT_TRUE)


def _data(found: Same) -> str:
    return as_json(found.to_json())


def _text(found: Same, style: Style) -> str:
    """The verdict first, then both as they were read, then numbers to redo by hand."""
    words = f"{BOLD}{found.words}{RESET}" if style.color else found.words
    first, *second = (str(formula) for formula in found.formulas)
    rows = [("first:", first), *(("second:", each) for each in second)]
    rows += [("guessed:", guess.words) for guess in found.guesses]
    rows += [("read:", note) for note in found.notes]
    lines = [words, "", *(f"  {name:<9} {value}" for name, value in rows)]
    if (at := found.counterexample) is not None:
        at = replace(at, claimed=at.true, true=at.claimed)
        lines += ["", *counterexample(at, style.width, ("first", "second"))]
    return "\n".join(lines) + "\n"


@click.command(epilog="""\b
Examples:
  matgrad grade answers.jsonl > grades.jsonl
  matgrad grade - --workers 8 < answers.jsonl
\b
Each line of FILE is an object: `answer`, and `question` in words, or `function` and `wrt`, or
`reference`, a formula. docs/verdicts.md describes all fields. Exit codes: 0 all are graded, 2 some
question cannot be read.""")  # fmt: skip
@click.argument("path", metavar="FILE")
@click.option("--workers", type=click.IntRange(1, 64), default=2, show_default=True)
@click.pass_obj
def grade(call: Any, path: str, workers: int) -> Reply:
    """Score answers to questions, a line of JSON each: score, verdict and reason.

    An answer that is right in any spelling and layout has the score 1, any other one 0.
    """
    rows = [_row(n, line) for n, line in enumerate(_lines(call, path), 1) if line.strip()]
    grader = part("matgrad.ask.grade")
    grades: list[dict[str, Any]] = list(grader.grade_all(rows, workers))
    printed = "".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in grades)
    faults = sum(each["verdict"] == grader.FAULT for each in grades)
    aside = f"{faults} of {len(grades)} questions are not read" if faults else ""
    return Reply(printed, AT_FAULT if faults else ANSWERED, aside)


@click.command(name="bench-set", epilog="""\b
Example:
  matgrad bench-set --number 500 --seed 7 --level 2 > problems.jsonl
\b
docs/verdicts.md describes the format. The same seed and level give the same
problems.
""")  # fmt: skip
@click.option("--number", type=click.IntRange(0, 100_000), default=100, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--level", type=click.IntRange(1, 3), default=1, show_default=True,
              help="1 is for beginners, 3 has functions within functions.")  # fmt: skip
@click.pass_obj
def bench_set(call: Any, number: int, seed: int, level: int) -> Reply:
    """Write problems with solutions, as JSON lines: gradients, Jacobians, Hessians and claims.

    Each has its certificate, and a grader that `matgrad grade` takes; wrong claims name their slip.
    """
    load_engine()
    for row in part("matgrad.api.bench_set").bench_set(number, seed, level):
        write(call.env.stdout, json.dumps(row, ensure_ascii=False) + "\n")
    return Reply("")


@click.command(epilog="""\b
Example, for a host that keeps its servers in JSON:
  {"mcpServers": {"matgrad": {"command": "matgrad", "args": ["mcp"]}}}
\b
It needs the package mcp: pip install 'matgrad[mcp]'.""")  # fmt: skip
def mcp() -> Reply:
    """Serve assistants over standard input and output, by the Model Context Protocol.

    Its tools read problems, derive, judge claims, compare formulas, prove convexity, explain steps
    and write code. Nothing is stored, and nothing outside is reached.
    """
    part("matgrad.mcp.serving").serve()
    return Reply("")


def _lines(call: Any, path: str) -> list[str]:
    """The lines of a file of any length, or of standard input."""
    if path == "-":
        return call.env.stdin.read().split("\n")
    try:
        return Path(path).read_text(encoding="utf-8").split("\n")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a text in UTF-8"
        raise click.UsageError(f"cannot read {path}: {reason}") from None


def _row(number: int, line: str) -> dict[str, Any]:
    try:
        found: object = json.loads(line)
    except ValueError as error:
        raise click.UsageError(f"line {number} is no JSON: {error}") from None
    if not isinstance(found, dict):
        raise click.UsageError(f"line {number} is no object with fields")
    return cast("dict[str, Any]", found)
