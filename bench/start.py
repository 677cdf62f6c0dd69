"""How long it takes to begin: `import matgrad` beside a Python that does nothing."""

from __future__ import annotations

import subprocess
import sys

from bench.report import Report
from bench.timing import children_time, rounds

GOAL = 2.5  # times a bare start
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "import matgrad": ["-c", "import matgrad"],
    "import, everything loaded": ["-c", "import matgrad; matgrad.gradient"],
    "matgrad --help": ["-m", "matgrad", "--help"],
}


def start(count: int = 21) -> Report:
    """Start Python with and without matgrad, in turn."""

    def run(arguments: list[str]) -> None:
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)

    actions = {name: lambda a=arguments: run(a) for name, arguments in COMMANDS.items()}
    rounds(actions, 2)  # the first start writes byte code
    times = rounds(actions, count, children_time)
    bare = times["python -c pass"]
    ratio = times["import matgrad"] / bare
    return Report(
        f"Start (median of {count}, interleaved)",
        ("", "ms", "ratio"),
        [(name, time, time / bare) for name, time in times.items()],
        [f"goal: import at most {GOAL} times a bare start; here {ratio:.2f}"],
        {"milliseconds": times, "import_ratio": ratio, "goal": GOAL},
    )
