"""python -m campaign: run a campaign, repeat one case of it, or put parts together."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from campaign.run import campaign, merged, smallest, write_findings, write_manifest
from campaign.tally import table

UNFINISHED = 3
SHOWN = 20  # findings
# The processes share the processors: libraries must not start threads of their own.
QUIET = {
    "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false", "JAX_PLATFORMS": "cpu",
}  # fmt: skip


def main() -> int:
    """Exit code 0 if there is no finding and every case was run, 1 for findings, 3 for too few."""
    parser = argparse.ArgumentParser(prog="campaign", description=__doc__)
    parser.add_argument("--cases", type=int, default=2000, help="how many cases")
    parser.add_argument("--first", type=int, default=0, help="number of the first of them")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--minutes", type=float, help="begin no more work after this time")
    parser.add_argument("--out", type=Path, default=Path("build/fuzz"), help="resumed if it exists")
    parser.add_argument("--case", help="repeat one case, SEED:INDEX, and make it small")
    parser.add_argument(
        "--merge", type=Path, nargs="+", help="state files of parts to put together"
    )
    parser.add_argument("--table", type=Path, help="show the figures of a manifest as Markdown")
    given = parser.parse_args()
    os.environ.update(QUIET)
    if given.case:
        seed, index = map(int, given.case.split(":"))
        small, outcome = smallest(seed, index)
        print(json.dumps(small.record(), indent=1, ensure_ascii=False), outcome, sep="\n")
        return int(outcome.is_finding)
    if given.table:
        print(table(json.loads(given.table.read_text(encoding="utf-8"))))
        return 0
    if given.merge:
        given.out.mkdir(parents=True, exist_ok=True)
        found = write_manifest(merged(given.merge), given.cases, given.out)
    else:
        found = campaign(
            *(given.seed, given.cases, given.out, given.jobs, given.minutes), first=given.first
        )
        print(file=sys.stderr)
        if given.minutes is None:  # making them small takes as long as it takes
            for path in write_findings(found, given.out, given.seed, given.jobs):
                print(f"{path}: {path.read_text(encoding='utf-8')}")
        for finding in found["findings"][:SHOWN]:
            print(json.dumps(finding, ensure_ascii=False))
    if found["findings"]:
        return 1
    return 0 if found["complete"] else UNFINISHED


if __name__ == "__main__":
    sys.exit(main())
