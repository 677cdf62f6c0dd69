"""The world around the command line: streams, and whether they are terminals."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TextIO

from matgrad.cli.output import AT_FAULT, Reply, Style

READER_LEFT = 141  # as shells report SIGPIPE
WIDTH, NARROWEST = 100, 40  # columns where there is no terminal, and in any


@dataclass(frozen=True)
class Environment:
    """The world outside: streams and variables; tests bring their own."""

    # no stream where a program was started without standard input
    stdin: TextIO = field(default_factory=lambda: sys.stdin or io.StringIO())
    stdout: TextIO = field(default_factory=lambda: sys.stdout)
    stderr: TextIO = field(default_factory=lambda: sys.stderr)
    variables: Mapping[str, str] = field(default_factory=lambda: os.environ)

    def style(self, stream: TextIO) -> Style:
        """Colour and width: those of a terminal, if the stream is one."""
        terminal = stream.isatty()
        color = terminal and self.variables.get("TERM") != "dumb"
        color = color or bool(self.variables.get("FORCE_COLOR"))
        color = color and not self.variables.get("NO_COLOR")
        return Style(color=color, width=self.width(stream) if terminal else WIDTH)

    def width(self, stream: TextIO) -> int:
        """The columns of a terminal."""
        try:
            return max(NARROWEST, int(self.variables.get("COLUMNS", "")))
        except ValueError:
            pass
        try:
            return max(NARROWEST, os.get_terminal_size(stream.fileno()).columns)
        except (OSError, ValueError):
            return WIDTH


def write(stream: TextIO, text: str | bytes) -> None:
    """Write text; what the stream cannot spell is escaped. Bytes go out as they are."""
    if isinstance(text, bytes):
        stream.buffer.write(text)
        stream.buffer.flush()
        return
    spelled = stream.encoding or "utf-8"
    stream.write(text.encode(spelled, "backslashreplace").decode(spelled))
    stream.flush()


def delivered(env: Environment, reply: Reply) -> int:
    """Write an answer, and give the code with which the program ends."""
    if isinstance(reply.printed, bytes) and env.stdout.isatty():
        write(env.stderr, "E_USAGE: a PDF is no text for a terminal\n    hint: > answer.pdf\n")
        return AT_FAULT
    try:
        write(env.stdout, reply.printed)
        write(env.stderr, f"{reply.aside}\n" if reply.aside else "")
    except BrokenPipeError:
        _close(env.stdout)
        return READER_LEFT
    except OSError as error:
        _close(env.stdout)
        write(env.stderr, f"E_USAGE: the answer cannot be written: {error.strerror or error}\n")
        return AT_FAULT
    return reply.code


def _close(stream: TextIO) -> None:
    """Let nothing more be written, also not what Python still holds when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
