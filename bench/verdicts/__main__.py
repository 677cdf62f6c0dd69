"""python -m bench.verdicts: false accepts, false rejects and what is left undecided."""

from __future__ import annotations

import argparse
from collections import Counter

from bench.verdicts import pairs
from bench.verdicts.judges import DIFFERENT, EQUAL, JUDGES, UNDECIDED, verdict


def main() -> None:
    """Print a row for each program that is installed here."""
    parser = argparse.ArgumentParser(prog="bench.verdicts", description=__doc__)
    parser.add_argument("--only", choices=JUDGES, help="one program")
    parser.add_argument("-v", action="store_true", help="list the pairs that are not judged right")
    given = parser.parse_args()
    every = list(pairs())
    equal = sum(pair.is_equal for pair in every)
    print(f"{len(every)} pairs: {equal} equal, {len(every) - equal} not\n")
    print(f"{'':14}{'false accepts':>15}{'false rejects':>15}{'undecided':>11}")
    for name, (module, _) in JUDGES.items():
        if module is None or given.only not in (None, name):
            continue
        found: Counter[str] = Counter()
        for pair in every:
            said = verdict(name, pair)
            is_right = said == (EQUAL if pair.is_equal else DIFFERENT)
            sort = UNDECIDED if said == UNDECIDED else "right" if is_right else said
            found[sort] += 1
            if given.v and not is_right:
                print(f"{pair.family}: {said}\n  {pair.a}\n  {pair.b}")
        print(f"{name:14}{found[EQUAL]:15}{found[DIFFERENT]:15}{found[UNDECIDED]:11}")


if __name__ == "__main__":
    main()
