"""What the command line prints: replies, JSON, and errors with the place they are about."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TextIO

import click

from matgrad.errors import AmbiguousError, MatgradError, VerifyError

if TYPE_CHECKING:
    from matgrad.api.pages import Readable

ANSWERED, NOT_TRUE, AT_FAULT = 0, 1, 2  # exit codes
BOLD, RED, RESET = "\x1b[1m", "\x1b[1;31m", "\x1b[0m"


@dataclass(frozen=True)
class Style:
    """How an answer is to look."""

    spelling: str = "text"
    level: str = "normal"
    form: str = "all"
    color: bool = False
    width: int = 100


@dataclass(frozen=True)
class Reply:
    """What is printed, what is said beside it on standard error, and the exit code."""

    printed: str | bytes  # bytes are a PDF
    code: int = ANSWERED
    aside: str = ""


def visible(text: str) -> str:
    """Text in which nothing can move the cursor or hide: control characters are escaped.

    >>> print(visible("a\\x1b[2J"))
    a\\u001b[2J
    """
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)


def written(shown: Readable, style: Style) -> str | bytes:
    """Anything that can be read, in the spelling that is asked for; JSON is not one of them."""
    if style.spelling == "text":
        return shown.text(style.level, style.color, style.width)
    source: str | bytes = getattr(shown, style.spelling)(style.level)
    return source if isinstance(source, bytes) else source.rstrip("\n") + "\n"


def as_json(data: Mapping[str, Any]) -> str:
    """JSON that a person can read, too."""
    return visible(json.dumps(data, ensure_ascii=False, indent=2)) + "\n"


# ---------------------------------------------------------------- errors


def exit_code(error: MatgradError) -> int:
    """The input is at fault, unless it is our own answer that failed its checks."""
    return NOT_TRUE if isinstance(error, VerifyError) else AT_FAULT


def error_text(error: MatgradError, style: Style) -> str:
    """What happened, where, and what to do."""
    mark = f"{RED}{error.code}{RESET}" if style.color else error.code
    lines = [f"{mark}: {visible(error.message)}", *excerpt(error, style.width)]
    if error.hint:
        lines.append(f"    hint: {visible(error.hint)}")
    for option in error.options if isinstance(error, AmbiguousError) else ():
        shown = option.text.replace("\n", "; ")
        lines.append(f"    write: {visible(shown)}   ({visible(option.words)})")
    return "\n".join(lines)


def excerpt(error: MatgradError, width: int) -> list[str]:
    """The line at fault with carets under the place; of a long line only what is around it."""
    line, carets = [*error.caret().split("\n"), "", ""][:2]
    if len(line) <= width:
        return [line, carets] if line else []
    start = max(4, carets.find("^") - width // 2)
    end = start + width - 10
    cut = "…" if start > 4 else " "
    shown = f"   {cut}{line[start:end]}{'…' if end < len(line) else ''}"
    return [shown, f"    {carets[start:end]}"]


def error_data(error: MatgradError, source: str) -> str:
    """An error for other programs; the position counts characters of the input."""
    nothing: dict[str, Any] = {"ok": False, "input": source, "shapes": {}, "answers": []}
    return as_json({**nothing, "error": error.to_json(source)})


class UsageError(MatgradError):
    """The options are at fault."""

    code = "E_USAGE"


def usage_error(error: click.ClickException) -> UsageError:
    """What click found, with the place to read on."""
    context = getattr(error, "ctx", None)
    path = "matgrad" if context is None else context.command_path
    return UsageError(error.format_message(), hint=f"{path} --help")


# ---------------------------------------------------------------- the world outside
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
