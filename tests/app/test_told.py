"""What compile is told must be about the function: names of its parts, and sizes that are some."""

from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad.errors import ShapeError, UnknownNameError

SHAPES = {"A": ("m", "n"), "x": ("n",), "b": ("m",)}


def squares() -> Any:
    return mg.gradient("norm2(A*x - b)^2", "x", SHAPES)


@pytest.mark.parametrize("option", ["fixed", "definite"])
def test_a_name_that_is_not_there_is_refused(option: str) -> None:
    with pytest.raises(UnknownNameError, match=f"{option}: nothing is called Z") as caught:
        options: dict[str, Any] = {option: ["Z"]}
        squares().compile(**options)
    assert "A, x, b" in (caught.value.hint or "")


def test_one_name_needs_no_list() -> None:
    assert "fixed1" in squares().compile(fixed="A", expand=True).source


@pytest.mark.parametrize("size", [0, -1, "big", 2.5])
def test_what_is_no_size_is_refused(size: Any) -> None:
    with pytest.raises(ShapeError, match="which is no size"):
        squares().compile(sizes={"n": size})


def test_sizes_may_be_integers_of_numpy() -> None:
    sizes: Any = {"n": np.int64(5), "m": 7}
    arrays = {"A": np.ones((7, 5)), "x": np.ones(5), "b": np.ones(7)}
    assert squares().compile(sizes=sizes)(**arrays).shape == (5,)


def test_an_operator_without_its_point_is_refused() -> None:
    d = mg.hessian("sum(log(1 + exp(A*x)))", "x", {"A": ("m", "n"), "x": ("n",)})
    with pytest.raises(UnknownNameError, match="x is not given"):
        d.operator(A=np.ones((3, 2)))
