"""The commands that take something other than one expression, and what happens without any."""

from __future__ import annotations

import click

from matgrad.app.cli_ask import ask, report
from matgrad.app.cli_check_code import check_code
from matgrad.app.cli_network import network
from matgrad.app.cli_options import read_text
from matgrad.app.cli_output import ANSWERED, AT_FAULT, Reply
from matgrad.app.cli_serve import serve
from matgrad.app.cli_train import train
from matgrad.optional import part

MORE = (network, train, ask, report, check_code, serve)


def opened(ctx: click.Context) -> Reply:
    """Without a command: a conversation, the answers to the lines of a pipe, or else the help."""
    env = ctx.obj.env
    if env.stdin.isatty() and env.stdout.isatty():
        part("matgrad.app.prompt").converse(env)
        return Reply("")
    text = "" if env.stdin.isatty() else read_text("-", None, env.stdin)[0]
    if not text.strip():
        return Reply(ctx.get_help() + "\n")
    said, is_understood = part("matgrad.app.prompt").answer_lines(text)
    return Reply(said, ANSWERED if is_understood else AT_FAULT)
