"""Errors that only the command line has: its options, and its own faults."""

from __future__ import annotations

import click

from matgrad.errors import MatgradError


class UsageError(MatgradError):
    """The options are at fault."""

    code = "E_USAGE"


class InternalError(MatgradError):
    """A fault of the program."""

    code = "E_INTERNAL"

    def __init__(self, message: str) -> None:
        hint = "this is a fault of matgrad, not of the input; MATGRAD_DEBUG=1 shows where"
        super().__init__(message, hint=hint)


def usage_error(error: click.ClickException) -> UsageError:
    """What click found, with the place to read on."""
    context = getattr(error, "ctx", None)
    path = "matgrad" if context is None else context.command_path
    return UsageError(error.format_message(), hint=f"{path} --help")
