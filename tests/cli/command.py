"""The command line, run in process with streams of its own."""

import io
from collections.abc import Mapping
from typing import Any, NamedTuple

from matgrad.cli.commands import main
from matgrad.cli.output import Environment


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class Run(NamedTuple):
    code: int
    out: str
    err: str


def run(
    *arguments: str,
    stdin: str | bytes = "",
    variables: Mapping[str, str] | None = None,
    stream: type[io.StringIO] = io.StringIO,
) -> Run:
    """What the command prints on both streams, and its exit code."""
    given: Any = io.BytesIO(stdin) if isinstance(stdin, bytes) else io.StringIO(stdin)
    out, err = stream(), stream()
    code = main(arguments, Environment(given, out, err, variables or {}))
    return Run(code, out.getvalue(), err.getvalue())
