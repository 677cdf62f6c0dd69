"""Run all benchmarks, or those named: `python -m bench start deep`."""

from __future__ import annotations

import json
import platform
import sys
from pathlib import Path

from bench.cases import cases
from bench.deep import deep
from bench.networks import networks
from bench.peer import peer
from bench.start import start
from bench.typical import typical

BENCHMARKS = {f.__name__: f for f in (start, typical, cases, deep, networks, peer)}
OUTPUT = Path("build/bench.json")


def main(names: list[str]) -> int:
    """Print a table for each benchmark and keep the figures."""
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"unknown: {', '.join(unknown)}; known: {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    figures: dict[str, object] = {"python": platform.python_version()}
    for name in names or BENCHMARKS:
        report = BENCHMARKS[name]()
        print(report, end="\n\n", flush=True)
        figures[name] = report.figures
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    print(f"figures: {OUTPUT}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
