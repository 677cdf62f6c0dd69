"""The scoreboard: every recorded case answered, judged and timed; `python -m bench.scores`."""

from __future__ import annotations

from collections import Counter
from statistics import median

from tests.cases import Record, records
from tests.cases.judge import Judgement, judge, length

STATUSES = ("right", "wrong", "refused", "unverified")


def table(rows: list[tuple[Record, Judgement]], key: str) -> list[str]:
    groups: dict[str, Counter[str]] = {}
    for record, found in rows:
        groups.setdefault(record[key], Counter())[found.status] += 1
    lines = [f"{key:14}" + "".join(f"{status:>12}" for status in STATUSES)]
    for name, counts in sorted(groups.items()):
        lines.append(f"{name:14}" + "".join(f"{counts[status]:12}" for status in STATUSES))
    return lines


def main() -> None:
    cases = [*records("questions"), *records("identities")]
    rows = [(record, judge(dict(record))) for record in cases]
    total = Counter(found.status for _, found in rows)
    print(f"{len(rows)} cases: " + ", ".join(f"{total[s]} {s}" for s in STATUSES))
    for key in ("kind", "level"):
        print("\n" + "\n".join(table(rows, key)))
    shares = [
        length(found.answer) / max(1, len(record["answer_text"].replace(" ", "")))
        for record, found in rows
        if found.answer is not None
    ]
    short = sum(share <= 1 for share in shares) / len(shares)
    print(f"\nno longer than the human answer: {short:.0%}; longest: {max(shares):.1f} times")
    times = sorted(1000 * found.seconds for _, found in rows if found.answer is not None)
    print(f"time with all checks: median {median(times):.0f} ms, slowest {times[-1]:.0f} ms")
    for record, found in rows:
        if found.status != "right":
            print(f"  {record['id']:12} {found.status}: {found.detail}")


if __name__ == "__main__":
    main()
