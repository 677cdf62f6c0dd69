"""The commands that take something other than one expression, and what happens without any."""

from __future__ import annotations

import click

from matgrad.app.cli_ask import ask, report
from matgrad.app.cli_network import network
from matgrad.app.cli_output import Reply
from matgrad.app.cli_serve import serve
from matgrad.app.cli_train import train
from matgrad.optional import part

MORE = (network, train, ask, report, serve)


def opened(ctx: click.Context) -> Reply:
    """Without a command: a conversation on a terminal, and the help where nobody can answer."""
    env = ctx.obj.env
    if not (env.stdin.isatty() and env.stdout.isatty()):
        return Reply(ctx.get_help() + "\n")
    part("matgrad.app.prompt").converse(env)
    return Reply("")
