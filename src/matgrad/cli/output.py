"""What the command line prints: replies, JSON, and errors with the place they are about."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

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
    found: dict[str, Any] = {
        "code": error.code,
        "message": error.message,
        "position": error.position and list(error.position),
        "hint": error.hint,
    }
    if isinstance(error, AmbiguousError):
        found["options"] = [asdict(option) for option in error.options]
    if error.position and error.source is not None and error.source != source:
        found["source"] = error.source  # the place is in another text, such as a claim
    return as_json({"ok": False, "input": source, "shapes": {}, "answers": [], "error": found})


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
