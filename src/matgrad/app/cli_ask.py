"""`matgrad ask question.md`: a whole question on the command line."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from matgrad.app import cli_options as options
from matgrad.app.cli_network import ANSWER
from matgrad.app.cli_output import ANSWERED, AT_FAULT, NOT_TRUE, Reply, Style, as_json, visible
from matgrad.app.limits import LIMITS
from matgrad.optional import part

if TYPE_CHECKING:
    from matgrad.app.ask import Reply as Answer


@click.command(epilog="""\b
Examples:
  matgrad ask question.md
  matgrad ask - --format markdown < question.tex
  echo 'Is the gradient of $x^TAx$ by $x$ equal to $2Ax$?' | matgrad ask -
\b
FILE is a text with formulas in it, in LaTeX, Markdown or plain; - is standard input. Exit codes:
0 answered, 1 a claim in the text is wrong, 2 something has to be asked back.""")  # fmt: skip
@click.argument("path", metavar="FILE")
@click.pass_obj
def ask(call: Any, path: str, **values: Any) -> Reply:
    """Answer a whole question, prose and formulas mixed.

    How the question was understood is printed first, then the derivation, then a verdict on every
    formula that the text claims.
    """
    spelling = "json" if values["as_json"] else values["spelling"]
    call.as_json = spelling == "json"
    own: Style = call.env.style(call.env.stdout)
    style = replace(own, spelling=spelling, level=values["level"])
    call.text, _ = options.read_text(None, path, call.env.stdin)
    answer: Answer = part("matgrad.app.ask").ask(call.text)
    printed = written(answer, style)
    LIMITS.check_response(printed)
    return Reply(printed, exit_code(answer), "; ".join(answer.questions))


def written(answer: Answer, style: Style) -> str:
    """The answer in the spelling that is asked for."""
    if style.spelling == "json":
        return as_json(answer.to_json())
    if style.spelling == "text":
        return visible_lines(answer.text(style.level, style.color, style.width), style.color)
    return getattr(answer, style.spelling)(style.level).rstrip("\n") + "\n"


def visible_lines(text: str, color: bool) -> str:
    """Text from a stranger's file, in which nothing can move the cursor."""
    return text if color else visible(text)


def exit_code(answer: Answer) -> int:
    """0 answered, 1 a claim is wrong or the answer is not verified, 2 not understood."""
    if not answer.derivations:
        return AT_FAULT
    return ANSWERED if answer.ok else NOT_TRUE


for option in ANSWER:
    option(ask)
