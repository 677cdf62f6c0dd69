"""The examples in README.md and docs/ are tests: Python blocks with >>>, and console blocks."""

import io
import re
import shlex
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker
from importlib import import_module
from unittest.mock import patch

import pytest
from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling


def run(command: str) -> str:
    """What `matgrad …` prints on both streams, without starting a process."""
    program, *arguments = shlex.split(command)
    if program != "matgrad":
        raise ValueError(f"an example runs matgrad, not {program!r}")
    main = import_module("matgrad.cli.commands").main
    printed = io.StringIO()
    with (
        redirect_stdout(printed),
        redirect_stderr(printed),
        patch.object(sys, "argv", [program, *arguments]),
        suppress(SystemExit),
    ):
        main()
    return printed.getvalue()


def commands(block: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with the output shown under it."""
    joined = block.replace("\\\n", " ")
    for part in re.split(r"^\$ ", joined, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def evaluate(example: Example) -> str | None:
    """Compare each command with what is shown; `...` stands for anything."""
    for command, wanted in commands(example.parsed):
        got = run(command)
        if not same(wanted, got):
            return f"$ {command}\nexpected:\n{wanted}\ngot:\n{got}"
    return None


def same(wanted: str, got: str) -> bool:
    """Are the lines equal, but for space at their ends and at the end of the output?"""
    return OutputChecker().check_output(tidy(wanted), tidy(got), ELLIPSIS)


def tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.rstrip().splitlines())


class DocumentsStayWhole(LoadScopeScheduling):
    """Tests go to any worker, but an example may use what those before it in a document did.

    So do the tests in a browser: a file of them shares one browser and one service.
    """

    def _split_scope(self, nodeid: str) -> str:
        path = nodeid.partition("::")[0]
        return path if path.endswith(".md") or "test_browser_" in path else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> DocumentsStayWhole:
    return DocumentsStayWhole(config, log)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was left out, and why, in a line for each reason."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(str(report.longrepr[2]).removeprefix("Skipped: ") for report in skipped)
    for reason, count in reasons.most_common():
        terminalreporter.write_line(f"left out: {count} tests ({reason})")


pytest_collect_file = Sybil(
    parsers=[
        PythonCodeBlockParser(doctest_optionflags=ELLIPSIS | NORMALIZE_WHITESPACE),
        CodeBlockParser(language="console", evaluator=evaluate),
    ],
    patterns=["README.md", "docs/*.md", "docs/*/*.md"],
).pytest()
