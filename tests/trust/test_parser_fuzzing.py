"""The parsers under inputs that were cut up and spoilt."""

import json
from io import StringIO
from random import Random

import pytest

from campaign import parser
from campaign.inputs import LATEX, LONGEST, RARELY_LONGEST, TEXT, Inputs, pieces, seeds
from campaign.parser import PART, fuzz, outcome, run_part
from campaign.run import Mixed


def test_a_thousand_inputs_are_read_or_refused_by_a_typed_error():
    found = run_part((11, 0, 1_000))
    assert found["executions"] == 1_000
    assert not found["findings"]


def test_a_part_is_the_same_every_time():
    assert run_part((3, 0, 100))["outcomes"] == run_part((3, 0, 100))["outcomes"]


def test_both_parsers_read_some_inputs_and_refuse_some():
    outcomes = run_part((12, 0, 1_200))["outcomes"]
    for spelling in (TEXT, LATEX):
        assert outcomes[f"{spelling}: read"] > 20
        assert outcomes[f"{spelling}: E_PARSE"] > 20


def test_every_seed_is_read():
    for spelling, some in seeds().items():
        refused = [text for text in some if outcome(spelling, text)[0] == "E_PARSE"]
        assert not refused


def test_pieces_make_up_the_text():
    for text in (r"\frac{1}{2} x^{\top}", "A.*B' + 2.5*f''(x)", "x\n\\", "é 😀"):
        assert "".join(pieces(text)) == text


def test_inputs_are_short_enough():
    inputs = Inputs(Random(1))
    lengths = [len(inputs.draw()[1]) for _ in range(500)]
    assert max(lengths) <= RARELY_LONGEST
    assert sum(length > LONGEST for length in lengths) < 10


def test_an_untyped_error_is_a_finding(monkeypatch):
    def broken(text, limits):
        raise KeyError(text)

    monkeypatch.setitem(parser.READERS, TEXT, broken)
    found = run_part((1, 0, 20))["findings"]
    assert found
    assert "KeyError" in found[0]["error"]


def test_a_run_is_continued_where_it_stopped(tmp_path):
    path = tmp_path / "parser-1.json"
    first = fuzz(1, 200, 1, path, 5.0, StringIO())
    assert first["complete"]
    again = fuzz(1, 200, 1, path, 5.0, StringIO())
    assert again["executions"] == 200
    assert json.loads(path.read_text(encoding="utf-8"))["ranges"] == [[0, 200]]
    assert PART > 200


def test_runs_of_different_seeds_do_not_mix(tmp_path):
    path = tmp_path / "parser.json"
    fuzz(1, 50, 1, path, 5.0, StringIO())
    with pytest.raises(Mixed):
        fuzz(2, 50, 1, path, 5.0, StringIO())
