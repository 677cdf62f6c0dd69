"""Fuzzing the parsers of text and LaTeX with coverage: `make fuzz-guided`.

Whatever the input is, a parser answers, or raises an error of the kinds a user may meet, within
the limits of time; anything else stops the run and leaves the input in a file. Watching every
line costs fifty times the time of reading: `campaign.parser` does many more executions.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from campaign.words import WORDS
from matgrad.errors import MatgradError
from matgrad.optional import load, part

SECONDS = 2.0  # for an input within the limits


class TimeUp(Exception):
    """An input took longer than any input may."""


def _stop(number: int, frame: FrameType | None) -> None:
    raise TimeUp


def reader() -> Callable[[bytes], None]:
    """Reads an input, as LaTeX if its first byte is odd."""
    api, limits = part("matgrad.api.pipeline"), part("matgrad.syntax").Limits()

    def one(data: bytes) -> None:
        text = data[1:].decode("utf-8", "ignore")
        read = api.parse_latex if data[:1] and data[0] % 2 else api.parse
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            read(text, limits=limits)
        except MatgradError:
            pass
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    return one


def write_words(path: Path) -> None:
    """The words in the form that the fuzzer reads."""
    escaped = (word.replace("\\", "\\\\").replace('"', '\\"') for word in WORDS)
    path.write_text("".join(f'"{word}"\n' for word in escaped), encoding="utf-8")


def main(arguments: list[str]) -> None:
    """Arguments are those of the fuzzer, such as -runs=1000000 and a folder of inputs."""
    atheris: Any = load("atheris")
    words = Path("build/parser.words")
    words.parent.mkdir(exist_ok=True)
    write_words(words)
    signal.signal(signal.SIGPROF, _stop)
    with atheris.instrument_imports(include=["matgrad"]):
        one = reader()
    atheris.Setup([sys.argv[0], f"-dict={words}", *arguments], one)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
