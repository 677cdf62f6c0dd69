"""A program is cut where samples are added up, and refused where they need each other."""

from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad.errors import UnknownNameError, UnsupportedError

RNG = np.random.default_rng(0)
ARRAYS = {
    "X": RNG.normal(size=(23, 4)),
    "y": np.sign(RNG.normal(size=23)),
    "w": RNG.normal(size=4),
    "c": 0.3,
    "W": RNG.normal(size=(4, 5)),
    "V": RNG.normal(size=(5, 2)),
    "Y": RNG.normal(size=(23, 2)),
    "b": RNG.normal(size=5),
    "P": RNG.normal(size=(3, 23)),
}
SHAPES = {
    "X": ("N", "n"), "y": ("N",), "w": ("n",), "c": (), "W": ("n", "k"), "V": ("k", "l"),
    "Y": ("N", "l"), "b": ("k",), "P": ("p", "N"), "K": ("N", "N"),
}  # fmt: skip
SCORES = "tanh(X*W + ones(N)*b')*V"
SUMS = {
    "a sum and a term without samples": ("value_and_grad", "norm2(X*w - y)^2 + c*w'*w", "w"),
    "logistic regression": ("value_and_grad", "sum(log(1 + exp(-y.*(X*w))))", "w"),
    "its Hessian": ("hessian", "sum(log(1 + exp(-y.*(X*w))))", "w"),
    "a mean": ("gradient", "mean(log(1 + exp(-y.*(X*w))))", "w"),
    "divided by how many there are": ("gradient", "norm2(X*w - y)^2/N", "w"),
    "a norm, which follows from a sum": ("value_and_grad", "norm2(X*w - y)", "w"),
    "a power of a sum": ("gradient", "norm2(X*w - y)^4", "w"),
    "absolute values": ("value_and_grad", "norm1(X*w - y)", "w"),
    "a matrix that is a sum": ("value_and_grad", "logdet(X'*X + c*X'*X)", "c"),
    "the inverse of a sum": ("value_and_grad", "w'*inv(X'*X)*w", "w"),
    "samples in columns": ("gradient", "norm2(P*y)^2 + sum(P*X*w)", "w"),
    "its second derivative, with four axes": (
        "hessian",
        "sum(logsumexp_rows(tanh(X*W)*V)) - sum(Y.*(tanh(X*W)*V))",
        "W",
    ),
    "a network": (
        "value_and_grad",
        f"sum(logsumexp_rows({SCORES})) - sum(Y.*({SCORES}))",
        "W,V,b",
    ),
}


def derivation(kind: str, text: str, wrt: str) -> Any:
    used = {name: shape for name, shape in SHAPES.items() if name in text}
    return getattr(mg, kind)(text, wrt, shapes=used, check=False)


def flat(result: Any) -> list[Any]:
    parts = result if isinstance(result, tuple) else (result,)
    return [a for part in parts for a in (flat(part) if isinstance(part, tuple) else [part])]


@pytest.mark.parametrize("name", SUMS)
@pytest.mark.parametrize("rows", [1, 7, 23])
def test_chunks_together_give_the_whole(name, rows):
    d = derivation(*SUMS[name])
    whole, parts = d.compile(), d.map_reduce(over="N")
    given = {each: ARRAYS[each] for each in whole.inputs}
    chunks = parts.chunks(rows, **{each: given[each] for each in parts.samples})
    got = parts(chunks, {each: given[each] for each in parts.params})
    for one, other in zip(flat(got), flat(whole(**given)), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-9)


REFUSED = {
    "samples compared with each other": ("gradient", "logsumexp(X*w)", "w", "softmax needs all"),
    "a second look at them": ("gradient", "sum(tanh(X*w/norm2(y)))", "w", "first"),
    "a result for each": ("jacobian", "X*w - y", "w", "for each of them"),
    "a number for each pair": ("gradient", "y'*K*y", "y", "along both axes"),
    "samples as variables": ("gradient", "norm2(X*w - y)^2", "X", "for each of them"),
    "one of them": ("gradient", "c*y[1]^2", "c", "all of them at once"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_sum_is_refused(name):
    *asked, why = REFUSED[name]
    with pytest.raises(UnsupportedError, match=why):
        derivation(*asked).map_reduce(over="N")


@pytest.mark.parametrize(
    ("text", "variable", "part"),
    [
        ("sum(((X - ones(N)*(ones(1,N)*X)/N)*w).^4)", "w", "** 3: it needs sums"),
        ("sum(logsumexp_rows(X*X'))", "X", "X @ X.T: it has an entry for each pair"),
    ],
)
def test_the_part_that_is_no_sum_is_written_out(text, variable, part):
    with pytest.raises(UnsupportedError) as error:
        derivation("gradient", text, variable).map_reduce(over="N")
    assert part in error.value.message
    assert ": add:" not in error.value.message


def test_an_unknown_size_is_told_which_there_are():
    with pytest.raises(UnknownNameError, match="no size is called M") as error:
        derivation("gradient", "norm2(X*w - y)^2", "w").map_reduce(over="M")
    assert error.value.hint == "sizes: N, n"


def test_sums_are_taken_once():
    parts = derivation("value_and_grad", "norm2(X*w - y)^2 + norm2(X*w - y)^4", "w")
    given = {name: ARRAYS[name] for name in ("X", "w", "y")}
    assert len(parts.map_reduce(over="N").partial(given, {}).values) == 2
