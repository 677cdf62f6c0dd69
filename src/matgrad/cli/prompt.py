"""The prompt of the conversation: with prompt_toolkit or readline if they are there."""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from matgrad.cli.conversation import QUIT, Session, is_open
from matgrad.cli.output import Environment, write
from matgrad.optional import available, load, part

PROMPT, GOES_ON = "> ", "… "
REMEMBERED = 1000  # lines of the history
GREETING = "matgrad: type a function, then `gradient x`; `help` says more, `quit` ends.\n"


def converse(env: Environment) -> None:
    """Answer line by line until the end of input."""
    session = Session()
    write(env.stdout, GREETING)
    read = reader(session, env)
    while True:
        try:
            line = whole(read)
        except KeyboardInterrupt:
            continue
        except EOFError:
            write(env.stdout, "\n")
            return
        if line.strip() in QUIT:
            return
        write(env.stdout, answered(session, line))


def answer_lines(text: str) -> tuple[str, bool]:
    """The answers to the lines of a pipe, and whether all of these were understood."""
    session, answers, lines, at = Session(), list[str](), text.splitlines(), 0
    while at < len(lines):
        line, at = joined(lines, at)
        if line.strip() in QUIT:
            break
        answers.append(session.answer(line))
    said = [each for each in answers if each]
    return "".join(f"{each}\n" for each in said), not any(e.startswith("E_") for e in said)


def joined(lines: Sequence[str], at: int) -> tuple[str, int]:
    """The line at a place, with those after it that close its brackets, and where the next one is.

    If none of them does, it is a line by itself.
    """
    line, end = lines[at], at + 1
    while is_open(line) and end < len(lines) and lines[end].strip():
        line, end = f"{line} {lines[end].strip()}", end + 1
    return (lines[at], at + 1) if is_open(line) else (line, end)


def answered(session: Session, line: str) -> str:
    """The answer to a line; Ctrl-C stops it, and the conversation goes on."""
    try:
        answer = session.answer(line)
    except KeyboardInterrupt:
        return "stopped\n"
    return f"{answer}\n" if answer else ""


def whole(read: Callable[[str], str]) -> str:
    """A line, with those after it as long as brackets are open; an empty one ends it."""
    line = read(PROMPT).rstrip("\n")
    while is_open(line):
        more = read(GOES_ON).rstrip("\n")
        if not more.strip():
            break
        line = f"{line} {more.strip()}"
    return line


def reader(session: Session, env: Environment) -> Callable[[str], str]:
    """What asks for the next line."""
    if env.stdin is sys.stdin and env.stdin.isatty():
        if available("prompt_toolkit"):
            return rich(session, env)
        if env.stdout is sys.stdout and available("readline"):
            return edited(session, env)
    return lambda prompt: plain_line(env, prompt)


def plain_line(env: Environment, prompt: str) -> str:
    """One line of a stream."""
    write(env.stdout, prompt)
    line = env.stdin.readline()
    if not line:
        raise EOFError
    return line


def history_path(variables: Mapping[str, str]) -> Path:
    """Where lines are remembered."""
    base = variables.get("XDG_STATE_HOME")
    folder = Path(base) if base else Path.home() / ".local" / "state"
    return folder / "matgrad" / "history"


def rich(session: Session, env: Environment) -> Callable[[str], str]:
    """A prompt with history, completion, and the shapes of what is being typed."""
    toolkit, completion = load("prompt_toolkit"), load("prompt_toolkit.completion")
    history = load("prompt_toolkit.history")

    class Completer(completion.Completer):  # type: ignore[name-defined]
        """Completes names, functions and commands."""

        def get_completions(self, document: Any, event: Any) -> Iterator[Any]:
            """The words that go on from the cursor."""
            before = document.text_before_cursor
            begun = len(before) - len(before.rstrip("_" + LETTERS))
            for word in session.complete(before):
                yield completion.Completion(word, start_position=-begun)

    prompt = toolkit.PromptSession(
        history=remembered(history, history_path(env.variables)),
        completer=Completer(),
        bottom_toolbar=lambda: session.preview(prompt.default_buffer.text) or None,
        complete_while_typing=False,
    )
    return prompt.prompt


def edited(session: Session, env: Environment) -> Callable[[str], str]:
    """A prompt with history and completion from Python itself, without the shapes while typing."""
    lines = part("readline")
    path = history_path(env.variables)
    if writable(path):
        lines.read_history_file(path)
        lines.set_history_length(REMEMBERED)
        atexit.register(lines.write_history_file, path)

    def completed(begun: str, state: int) -> str | None:
        found = session.complete(lines.get_line_buffer()[: lines.get_endidx()])
        return found[state] if state < len(found) else None

    lines.set_completer(completed)
    lines.set_completer_delims(" \t\n()[]{}'*+-/^.,;:=")
    is_editline = "libedit" in (lines.__doc__ or "")
    lines.parse_and_bind("bind ^I rl_complete" if is_editline else "tab: complete")
    return input


def writable(path: Path) -> bool:
    """Is there a file of this name, or can one be made?"""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
    except OSError:
        return False
    return True


def remembered(history: Any, path: Path) -> Any:
    """The history in a file, or in memory where no file can be written."""
    if not writable(path):
        return history.InMemoryHistory()
    return history.FileHistory(os.fspath(path))


LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
