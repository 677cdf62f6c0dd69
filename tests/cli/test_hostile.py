"""Hostile input is answered or refused with a code; it never brings the program down."""

import json
import re
import time
from collections.abc import Iterator

import pytest

from tests.cases import Record, records
from tests.cli.command import run

SQUARES = "y0 = X\n" + "\n".join(f"y{i + 1} = y{i}*y{i}" for i in range(10)) + "\ntr(y10)"
GENERATED = {
    "B05": "(" * 100_000 + "x" + ")" * 100_000,
    "B07": "+".join(["x"] * 2000),
    "B08": "x" + "'" * 4000,
    "B10": "sin(" * 5000 + "x" + ")" * 5000,
    "B11": "*".join(["(x'*x)"] * 500),
    "B13": SQUARES,
    "B19 spaces": " " * 1_000_000,
    "B19 letters": "x" * 1_000_000,
    "B20": "+".join(f"x{i}" for i in range(10_000)),
    "B22 digits": "1" * 50_000 + "!",
    "B22 words": "a " * 50_000,
    "B22 braces": "x_{" * 50_000,
    **{f"I20 {ord(c):X}": f"x{c}y*x" for c in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2069"},
}
CODE = re.compile(r"E_(PARSE|AMBIG|NAME|SHAPE|DOMAIN|UNSUP|LIMIT)")


def shapes(record: Record) -> list[str]:
    """The declarations of a record, as options."""
    options: list[str] = []
    for names, sizes in re.findall(r"([\w,]+):([\w,]+)", record.get("decl", "")):
        for name in names.split(","):
            options += ["--shape", f"{name}={'' if sizes in ('1', 'int') else sizes}"]
    return options


def inputs() -> Iterator[object]:
    for record in records("hostile"):
        texts = record.get("in", ()) if record["id"][0] in "PIB" else ()
        for text in [texts] if isinstance(texts, str) else texts:
            yield pytest.param(text, shapes(record), id=f"{record['id']} {text[:30]!a}")
    for name, text in GENERATED.items():
        yield pytest.param(text, [], id=name)


@pytest.mark.parametrize(("text", "options"), list(inputs()))
def test_hostile_input_is_answered_or_refused(text: str, options: list[str]) -> None:
    wrt = "X" if "X" in text else "x" if "x" in text else "A"
    for arguments, stdin in (([text], ""), (["-"], text)):
        if text == "-":
            continue
        started = time.perf_counter()
        done = run("gradient", *arguments, "--wrt", wrt, *options, "--json", stdin=stdin)
        assert time.perf_counter() - started < 10
        found = json.loads(done.out)
        assert done.code in (0, 2)
        if done.code:
            assert CODE.fullmatch(found["error"]["code"]), found["error"]
            assert "Traceback" not in done.err
        else:
            assert found["ok"]


def hostile_names() -> list[str]:
    return next(r["decl_names"] for r in records("hostile") if r["id"] == "I04")


@pytest.mark.parametrize("name", hostile_names())
def test_hostile_names_are_refused_or_only_names(name: str) -> None:
    done = run("code", "x'*x", "--wrt", "x", "--shape", f"{name}=n")
    assert done.code in (0, 2)
    assert "import os" not in done.out
    done = run("gradient", "x'*x", "--wrt", name)
    assert done.code == 2
