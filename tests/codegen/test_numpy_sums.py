"""Sums over indices of small arrays, without einsum."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from matgrad.codegen import program
from matgrad.codegen.helpers import helpers
from matgrad.codegen.plan.values import Value
from matgrad.codegen.write.lines import Text
from matgrad.codegen.write.python import ATOM
from matgrad.codegen.write.writers import small_product
from matgrad.ops import symbol

NOTHING = program(symbol("x", "n"))
LENGTHS = dict(zip("abcd", (2, 3, 4, 5), strict=True))


def _code(sums: str) -> str:
    value = Value("einsum", (), sums, ())
    written = small_product(value, [Text("A", ATOM), Text("B", ATOM)])
    return written[0] if written else ""


@pytest.mark.parametrize(
    "sums",
    [
        "ab,ac->abc", "ab,cb->abc", "ba,ac->abc", "bc,bac->abc", "ab,ab->ba", "a,b->ba",
        "abc,a->cab", "ab,bc->ac", "ab,cb->ca", "abc,bd->acd", "cab,dc->abd",
        "ab,b->a", "a,ab->b", "abc,cd->dba",
    ],
)  # fmt: skip
def test_they_are_what_einsum_computes(sums: str) -> None:
    rng = np.random.default_rng(0)
    words = sums.partition("->")[0].split(",")
    A, B = (rng.normal(size=[LENGTHS[name] for name in word]) for word in words)
    names: dict[str, Any] = {"A": A, "B": B, "np": np}
    exec(f"{helpers('numpy.txt')['summed(']}\nfound = {_code(sums)}", names)
    wanted = np.einsum(sums, A, B)
    assert names["found"].shape == wanted.shape
    np.testing.assert_allclose(names["found"], wanted, rtol=1e-13)


@pytest.mark.parametrize("sums", ["aa,ab->ab", "ab,ab->a", "ab,ab->", "abc,bcd->ad", "ab,cd->ac"])
def test_others_are_left_to_it(sums: str) -> None:
    assert not _code(sums)
