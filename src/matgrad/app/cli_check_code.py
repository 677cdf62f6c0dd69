"""`matgrad check-code FILE`: a backward pass that is written by hand, judged line by line."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from matgrad.app import cli_options as options
from matgrad.app.cli_options import JSON
from matgrad.app.cli_output import ANSWERED, AT_FAULT, NOT_TRUE, Reply, as_json, visible
from matgrad.app.limits import LIMITS, load_engine, processor_time
from matgrad.optional import part

if TYPE_CHECKING:
    from matgrad.programs.verdicts import CodeReport

LONGER = 3  # times the time of a function alone
CODES = {"right": ANSWERED, "wrong": NOT_TRUE}


@click.command(name="check-code", epilog="""\b
Examples:
  matgrad check-code backward.py
  matgrad check-code layer.py --shape x=n,d --shape gamma=d
  matgrad check-code - --json < backward.py
\b
FILE is Python, or a text with programs between fences; - is standard input. Exit codes:
0 all are right, 1 one is wrong, 2 some are not judged or nothing is read.""")  # fmt: skip
@click.argument("path", metavar="FILE")
@click.option("--wrt", multiple=True, metavar="V,W", help="The variables; may be repeated.")
@click.option("--shape", multiple=True, metavar="NAME=SIZES", help="X=n,d for an array.")
@click.option("--assume", multiple=True, metavar="NAME=WORDS", help="Y=simplex_rows, M=binary.")
@JSON
@click.pass_obj
def check_code(call: Any, path: str, as_json: bool, **given: tuple[str, ...]) -> Reply:
    """Judge the derivatives that a program computes by hand; it is parsed, never run.

    What the program computes is printed first, then a verdict on each derivative with its line.
    """
    call.as_json = as_json
    call.text, limits = options.read_text(None, path, call.env.stdin)
    limits = replace(limits, seconds=limits.seconds * LONGER)
    load_engine()
    judge = part("matgrad.app.about_code")
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


def _data(report: CodeReport) -> str:
    return as_json(report.to_json())
