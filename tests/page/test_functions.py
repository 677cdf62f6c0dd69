"""The functions that the page offers are functions of the language."""

import json
import re
from pathlib import Path

import pytest

import matgrad as mg
from matgrad.syntax.functions import FUNCTIONS

SHOWN = json.loads(Path(__file__).parents[2].joinpath("web/src/functions.json").read_text())
ROWS = {group["name"]: group["rows"] for group in SHOWN}
CALLED = [*ROWS["Of each entry"], *ROWS["To one number"], *ROWS["Of matrices"], *ROWS["Networks"]]
# What matrixcalculus.org offers, by its documentation.
ELSEWHERE = """
    sin(x) cos(x) tan(x) arcsin(x) arccos(x) arctan(x) exp(x) log(x) tanh(x) abs(x) sign(x) relu(x)
    sum(x) norm1(x) norm2(x) norm2(X) tr(X) det(X) logdet(X) inv(X) x+vector(1) X+matrix(1) X+eye
    x' A*x a*x a+b x-y x/a a^2 x.*y x./y x.^2 X^2
""".split()


@pytest.mark.parametrize(("example", "words"), CALLED)
def test_every_name_is_a_function(example: str, words: str):
    names = [example.partition("(")[0], *re.findall(r"\b[a-z_0-9]+(?=[\s(]|$)", words)]
    plain = {"factor", "product", "trace", "mean", "variance", "0", "1", "inner"}
    assert set(names) - plain <= set(FUNCTIONS)


@pytest.mark.parametrize("example", [row[0] for row in (*ROWS["Operators"], *CALLED)])
def test_every_example_is_read(example: str):
    assert mg.parse(example).function.shape


@pytest.mark.parametrize("formula", ELSEWHERE)
def test_what_others_offer_is_there(formula: str):
    scalars = {name: () for name in "ab" if name in re.findall(r"\b[a-z]\b", formula)}
    assert mg.parse(formula, scalars).function.shape
