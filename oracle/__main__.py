"""python -m oracle: hold what is read today against what is recorded."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from campaign.pool import results
from oracle.outcome import Record, outcome
from oracle.sorting import BETTER, DIFFERENT, SAME, SORTS, findings

HERE = Path(__file__).parent
ENTRIES = ("text", "latex", "ask")
JOBS = 2
PATIENCE = 60.0  # seconds for one record
NO_END = {"error": "no end"}
LOADED = ("matgrad.api.pipeline", "matgrad.ask.reply", "numpy", "flint")


class Row(NamedTuple):
    """What became of a record, or of the claims in it."""

    id: str
    entry: str
    sort: str
    words: str


def lines(name: str) -> list[Record]:
    """The records of one file."""
    text = (HERE / f"{name}.jsonl").read_text(encoding="utf-8")
    return [{"entry": name, **json.loads(line)} for line in text.split("\n") if line]


def rows(records: Iterable[Record]) -> Iterator[Row]:
    """Replay the records, in two processes, and sort them."""
    looked = {(each["id"], each["verdict"]) for each in lines("looked")}
    for record, answer in results(outcome, iter(records), JOBS, PATIENCE, LOADED):
        now = NO_END if answer is None else answer
        for entry, (sort, words) in findings(record["entry"], record["outcome"], now):
            is_better = (record["id"], sort) in looked
            yield Row(record["id"], entry, BETTER if is_better else sort, words)


def table(found: Iterable[Row]) -> str:
    """How many rows of each entry are of each sort."""
    counts: dict[str, Counter[str]] = {entry: Counter() for entry in (*ENTRIES, "claims")}
    for row in found:
        counts[row.entry][row.sort] += 1
    head = f"{'':8}" + "".join(f"{sort:>{len(sort) + 3}}" for sort in SORTS)
    body = [
        f"{entry:8}" + "".join(f"{count[sort]:{len(sort) + 3}}" for sort in SORTS)
        for entry, count in counts.items()
        if count
    ]
    return "\n".join((head, *body))


def main() -> int:
    """Exit code 1 if anything is read as something else without a word."""
    parser = argparse.ArgumentParser(prog="oracle", description=__doc__)
    parser.add_argument("-v", action="store_true", help="list every row that is not the same")
    parser.add_argument("--only", choices=ENTRIES, help="the records of one entry")
    parser.add_argument("--ids", nargs="+", help="some records")
    parser.add_argument("--json", type=Path, help="write all rows to this file")
    given = parser.parse_args()
    records = [x for entry in ENTRIES if given.only in (None, entry) for x in lines(entry)]
    if given.ids:
        records = [each for each in records if each["id"] in given.ids]
    found = sorted(rows(records))
    if given.json:
        given.json.write_text(
            json.dumps([row._asdict() for row in found], ensure_ascii=False, indent=0)
        )
    for row in found if given.v else [row for row in found if row.sort == DIFFERENT]:
        if row.sort != SAME:
            print(f"{row.entry} {row.id}: {row.sort}: {row.words}")
    print(table(found))
    return int(any(row.sort == DIFFERENT for row in found))


if __name__ == "__main__":
    sys.exit(main())
