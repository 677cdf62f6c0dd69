"""The case files beside this module, as records."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

CaseFile = Literal["questions", "identities", "hostile"]
Record = Mapping[str, Any]


@cache
def records(name: CaseFile) -> tuple[Record, ...]:
    """The records of one file, in its order; each has an `id`."""
    lines = (Path(__file__).parent / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(json.loads(line) for line in lines if line)
