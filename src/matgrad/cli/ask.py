"""`matgrad ask question.md` and `matgrad report`: whole questions on the command line."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import asdict, replace
from itertools import chain, count
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

import matgrad as mg
from matgrad.api.limits import LIMITS, load_engine, processor_time
from matgrad.cli import options
from matgrad.cli.options import FORMATS, JSON, LEVEL, PAGES
from matgrad.cli.output import (
    ANSWERED,
    AT_FAULT,
    NOT_TRUE,
    Reply,
    Style,
    as_json,
    visible,
    written,
)
from matgrad.optional import part

if TYPE_CHECKING:
    from matgrad.api.check_code import CodeReport
    from matgrad.ask.reply import Reply as Answer

REPORTS = (*PAGES, "markdown", "text", "json")
WITH_CLAIMS = 3  # times the time of a function alone


@click.command(epilog="""\b
Examples:
  matgrad ask 'What is the gradient of $x^TAx$ with respect to $x$?'
  matgrad ask question.md
  matgrad ask - --format markdown < question.tex
  matgrad ask question.md --format pdf > answer.pdf
  echo 'Is the gradient of $x^TAx$ by $x$ equal to $2Ax$?' | matgrad ask -
\b
TEXT is a question with formulas in it, in LaTeX, Markdown or plain, or a file that holds one; - is
standard input. Exit codes:
0 answered, 1 a claim in the text is wrong, 2 something has to be asked back.""")  # fmt: skip
@click.argument("path", metavar="TEXT|FILE")
@LEVEL
@click.option("--format", "spelling", type=click.Choice((*FORMATS, *PAGES)), default="text")
@JSON
@click.pass_obj
def ask(call: Any, path: str, level: str, spelling: str, as_json: bool) -> Reply:
    """Answer a whole question, prose and formulas mixed.

    How the question was understood is printed first, then the derivation, then a verdict on every
    formula that the text claims.
    """
    call.as_json = as_json or spelling == "json"
    own: Style = call.env.style(call.env.stdout)
    style = replace(own, spelling="json" if as_json else spelling, level=level)
    call.text, limits = question_in(path, call.env.stdin)
    load_engine()
    reader = part("matgrad.ask.reply")  # to load it is no time of the answer
    with processor_time(limits.seconds):
        answer: Answer = reader.ask(call.text, limits=limits)
        printed = in_words(answer, style)
    LIMITS.check_response(printed)
    return Reply(printed, exit_code(answer), "; ".join(answer.questions))


def question_in(path: str, stdin: IO[Any]) -> tuple[str, mg.Limits]:
    """A question, and its limits: the claims of a text take time beside its derivative."""
    is_text = len(path.split()) > 1 and not Path(path).suffix[1:].isalnum()
    is_text = is_text or "\n" in path or "$" in path
    text, limits = options.read_text(path if is_text else None, None if is_text else path, stdin)
    return text, replace(limits, seconds=limits.seconds * WITH_CLAIMS)


def in_words(answer: Answer, style: Style) -> str | bytes:
    """The answer in the spelling that is asked for."""
    if style.spelling == "json":
        return as_json(answer.to_json())
    printed = written(answer, style)
    if style.spelling != "text" or style.color:
        return printed
    return visible(str(printed))  # a stranger's file moves no cursor


def exit_code(answer: Answer) -> int:
    """0 answered, 1 a claim is wrong or the answer is not verified, 2 not understood."""
    if not answer.is_answered:
        return AT_FAULT
    return ANSWERED if answer.ok else NOT_TRUE


@click.command(epilog="""\b
Examples:
  matgrad report first.md second.tex > report.html
  matgrad report *.md --format pdf --title "Week 3" > report.pdf
  matgrad report *.md --format text
\b
Each FILE is a question as `matgrad ask` takes it.""")  # fmt: skip
@click.argument("paths", metavar="FILE...", nargs=-1, required=True)
@click.option("--title", default="Report", show_default=True, help="The title of the document.")
@LEVEL
@click.option("--format", "spelling", type=click.Choice(REPORTS), default="html", show_default=True)
@click.pass_obj
def report(call: Any, paths: tuple[str, ...], title: str, level: str, spelling: str) -> Reply:
    """Several questions and derivations in one document, with their code and checks."""
    answers: dict[str, Answer] = {}
    load_engine()
    for path in paths:
        text, limits = question_in(path, call.env.stdin)
        stem = "standard input" if path == "-" else Path(path).stem
        title_of = part("matgrad.ask.blocks").title_in(text) or stem
        name = new_name(title_of, stem, answers)
        answers[name] = part("matgrad.ask.reply").ask(text, limits=limits)
    printed: str | bytes = part("matgrad.api.report").report(answers, spelling, title, level)
    printed = visible(str(printed)) if spelling in ("text", "json") else printed
    open_ = [f"{name}: {'; '.join(each.questions)}" for name, each in answers.items()
             if each.questions]  # fmt: skip
    return Reply(printed, max(map(exit_code, answers.values())), "\n".join(open_))


def new_name(title: str, stem: str, taken: Container[str]) -> str:
    """A title that no other chapter has: with its file, then with a number."""
    numbered = (f"{title} ({stem}, {i})" for i in count(2))
    return next(name for name in chain((title, f"{title} ({stem})"), numbered) if name not in taken)


LONGER = 3  # times the time of a function alone
CODES = {"right": ANSWERED, "wrong": NOT_TRUE}


@click.command(name="check-code", epilog="""\b
Examples:
  matgrad check-code backward.py
  matgrad check-code layer.py --shape x=n,d --shape gamma=d
  matgrad check-code - --json < backward.py
  matgrad check-code kernel.py --run backward --of forward --shape x=n,d
\b
FILE is Python, or a text with programs between fences; - is standard input. Exit codes:
0 all are right, 1 one is wrong, 2 some are not judged or nothing is read.""")  # fmt: skip
@click.argument("path", metavar="FILE")
@click.option("--wrt", multiple=True, metavar="V,W", help="The variables; may be repeated.")
@click.option("--shape", multiple=True, metavar="NAME=SIZES", help="X=n,d for an array.")
@click.option("--assume", multiple=True, metavar="NAME=WORDS", help="Y=simplex_rows, M=binary.")
@click.option("--run", metavar="NAME", help="Import FILE and run its routine NAME on small arrays.")
@click.option(
    "--of", metavar="NAME|EXPR", help="With --run: the function, in FILE or as a formula."
)
@JSON
@click.pass_obj
def check_code(
    call: Any, path: str, as_json: bool, run: str | None, of: str | None, **given: tuple[str, ...]
) -> Reply:
    """Judge the derivatives that a program computes by hand; it is parsed, not run.

    What the program computes is printed first, then a verdict on each derivative with its line.
    Where it cannot be read, as a compiled kernel, --run names the routine that is run instead.
    """
    call.as_json = as_json
    if run is not None:
        return _run(path, run, of, as_json, given)
    call.text, limits = options.read_text(None, path, call.env.stdin)
    limits = replace(limits, seconds=limits.seconds * LONGER)
    load_engine()
    judge = part("matgrad.api.check_code")
    with processor_time(limits.seconds):
        report: CodeReport = judge.check_code(
            call.text,
            wrt=options.variables(given["wrt"]),
            shapes=options.shapes(given["shape"]),
            assume=options.assumptions(given["assume"]),
            limits=limits,
        )
        printed = _data(report) if as_json else visible(report.text())
    LIMITS.check_response(printed)
    return Reply(printed, CODES.get(report.status, AT_FAULT))


def _run(
    path: str, run: str, of: str | None, is_data: bool, given: dict[str, tuple[str, ...]]
) -> Reply:
    """The verdicts on a routine that is run."""
    load_engine()
    found = part("matgrad.api.gradient_check").judged_in_file(
        path, run, of, wrt=options.variables(given["wrt"]),
        shapes=options.shapes(given["shape"]), assume=options.assumptions(given["assume"]),
    )  # fmt: skip
    wrong = [each for each in found.values() if each is not None]
    if is_data:
        data = {name: None if each is None else asdict(each) for name, each in found.items()}
        printed = as_json({"ok": not wrong, "wrong": data})
    else:
        lines = [str(x or f"the gradient by {name} is right") for name, x in found.items()]
        printed = visible("\n\n".join(lines) + "\n")
    LIMITS.check_response(printed)
    return Reply(printed, NOT_TRUE if wrong else ANSWERED)


def _data(report: CodeReport) -> str:
    return as_json(report.to_json())
