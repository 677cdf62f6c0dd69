"""The oracle sorts what is read today beside what is recorded: some made-up outcomes."""

from typing import Any

import pytest

import matgrad as mg
from oracle.outcome import reply_data
from oracle.sorting import findings

LEAST: dict[str, Any] = {
    "function": "norm2(A*x - b)^2",
    "shapes": {"A": ["m", "n"], "x": ["n"], "b": ["m"]},
}
OTHER_SIZES = LEAST | {"shapes": {"A": ["p", "q"], "x": ["q"], "b": ["p"]}}
SPELLED = OTHER_SIZES | {"function": "r'*r", "definitions": [["r", "A*x - b"]]}
SQUARE = LEAST | {"shapes": {"A": ["n", "n"], "x": ["n"], "b": ["n"]}}
SUM, SURE = LEAST | {"function": "norm2(A*x + b)^2"}, {"facts": {"A": ["symmetric"]}}
LETTERS = {"function": "norm2(a_*x - b)^2", "shapes": {"a_": ["m", "n"], "x": ["n"], "b": ["m"]}}
MEAN = {"function": "sum(x)/d", "shapes": {"x": ["d"]}}
COUNTED = {"function": "sum(x)/d", "shapes": {"x": ["n"], "d": []}}
REFUSED, UNCLEAR = {"error": "E_PARSE"}, {"error": "E_AMBIG"}
ASSUMED = {"status": "assumed"}
BY_X = LEAST | {"asked": ["gradient", ["x"]], "results": {"x": "2*A'*(A*x - b)"}}
BY_A = LEAST | {"asked": ["gradient", ["A"]], "results": {"A": "2*(A*x - b)*x'"}}
RIGHT, WRONG = {"claims": [["right", ""]]}, {"claims": [["wrong", ""]]}
TWO = {"claims": [["right", ""], ["wrong", "a sign"]]}
TURNED = {"claims": [["wrong", "a sign"], ["right", ""]]}
REPLY = {"derivations": [BY_X]}


@pytest.mark.parametrize(
    ("old", "new", "sort"),
    [
        (LEAST, OTHER_SIZES, "same"),
        (LEAST, SPELLED, "equal"),
        (LEAST, SQUARE, "different"),
        (LEAST, LETTERS, "equal"),
        (MEAN, COUNTED, "equal"),
        (SQUARE, SQUARE | SURE, "different"),
        (LEAST, SUM, "different"),
        (LEAST, SUM | ASSUMED, "guess"),
        (LEAST, UNCLEAR, "asks"),
        (LEAST, REFUSED, "refuses"),
        (REFUSED, LEAST, "answers"),
        (REFUSED, LEAST | ASSUMED, "answers by guess"),
        (REFUSED, UNCLEAR, "same"),
    ],
)
def test_a_problem_is_sorted(old: dict[str, Any], new: dict[str, Any], sort: str) -> None:
    assert [found.sort for _, found in findings("text", old, new)] == [sort]


@pytest.mark.parametrize(
    ("old", "new", "sorts"),
    [
        (REPLY, REPLY, ["same"]),
        (REPLY, {"derivations": [BY_A]}, ["different"]),
        (REPLY, {"derivations": [BY_A, BY_X]}, ["answers"]),
        (REPLY, {"derivations": [BY_A], **ASSUMED}, ["guess"]),
        (REPLY, {"questions": ["By which variable?"]}, ["asks"]),
        (REPLY, {"derivations": [BY_X | {"results": {"x": "A'*(A*x - b)"}}]}, ["different"]),
        (REPLY | RIGHT, REPLY | WRONG, ["same", "different"]),
        (REPLY | RIGHT, REPLY, ["same", "asks"]),
        (REPLY | TWO, REPLY | TURNED, ["same", "same"]),
    ],
)
def test_a_reply_is_sorted(old: dict[str, Any], new: dict[str, Any], sorts: list[str]) -> None:
    assert [found.sort for _, found in findings("ask", old, new)] == sorts


def test_the_outcome_of_a_reply_has_its_status() -> None:
    reply = mg.ask("Let $f(x) = x^Tx$ and $g(x) = x^TAx$. What is the gradient?")
    assert reply_data(reply)["status"] == "assumed"
