"""Hints are followed to the letter: each way that one names leads to the function that was meant.

A row of hints.jsonl has an input, its error with the hint, and what each way gives when it is
written at the place of the error, or added if it is a declaration, with the function that is read
then. A hint without ways only explains, in words.
"""

import json
from pathlib import Path

import pytest

import matgrad as mg
from matgrad.errors import AmbiguousError
from matgrad.syntax.options import with_said

ROWS = [*map(json.loads, Path(__file__).with_name("hints.jsonl").read_text("utf-8").splitlines())]


def refused(text: str) -> mg.MatgradError:
    with pytest.raises(mg.MatgradError) as caught:
        mg.parse(text)
    return caught.value


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["input"])
def test_a_hint_leads_to_what_was_meant(row):
    error = refused(row["input"])
    assert (error.code, error.hint) == (row["code"], row["hint"])
    ways = row.get("ways", {})
    if ways:
        wholes = [
            with_said(row["input"], way, error.position) for way in row["hint"].split(", or ")
        ]
        assert wholes == [*ways]
    assert {whole: str(mg.parse(whole).function) for whole in ways} == ways


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["input"])
def test_an_option_works_when_it_is_sent_back(row):
    error = refused(row["input"])
    for option in error.options if isinstance(error, AmbiguousError) else ():
        assert mg.parse(option.text).function is not None
