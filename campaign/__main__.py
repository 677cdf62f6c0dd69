"""python -m campaign: run a campaign, or repeat one case of it."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from campaign.run import campaign, smallest, write_findings


def main() -> int:
    """Exit code 0 if there is no finding."""
    parser = argparse.ArgumentParser(prog="campaign", description=__doc__)
    parser.add_argument("--cases", type=int, default=2000, help="how many cases")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--folder", type=Path, default=Path("build/fuzz"))
    parser.add_argument("--case", help="repeat one case, SEED:INDEX, and make it small")
    given = parser.parse_args()
    if given.case:
        seed, index = map(int, given.case.split(":"))
        small, outcome = smallest(seed, index)
        print(json.dumps(small.record(), indent=1, ensure_ascii=False), outcome, sep="\n")
        return int(outcome.is_finding)
    found = campaign(given.seed, given.cases, given.folder, given.workers)
    print(file=sys.stderr)
    for path in write_findings(found, given.folder, given.seed, given.workers):
        print(f"{path}: {path.read_text(encoding='utf-8')}")
    return int(bool(found["findings"]))


if __name__ == "__main__":
    sys.exit(main())
