"""Generated functions say what they compute: the function, and the formula for its derivative."""

from typing import Any

import pytest

import matgrad as mg
from matgrad.codegen import TARGETS

SHAPES = {"A": ("m", "n"), "x": ("n",), "b": ("m",)}


def squares(kind: str = "gradient") -> Any:
    return getattr(mg, kind)("norm2(A*x - b)^2", "x", SHAPES)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("kind", ["gradient", "value_and_grad"])
def test_the_function_and_its_derivative_are_told(target: str, kind: str) -> None:
    source = squares(kind).compile(target).source
    assert "f = norm2(A*x - b)^2" in source
    assert "df/dx = 2*A'*r" in source


@pytest.mark.parametrize("target", TARGETS)
def test_of_a_hessian_it_is_told_what_is_differentiated_twice(target: str) -> None:
    source = squares("hessian").compile(target).source
    for line in ("f = norm2(A*x - b)^2", "g = df/dx", "dg/dx = 2*A'*A"):
        assert line in source


def test_values_maps_and_wrapped_functions_tell_it_too() -> None:
    d = squares("hessian")
    sources = [d.compile_value().source, d.compile_map().source]
    sources += [squares().differentiable(name).source for name in ("jax", "torch")]
    assert all("f = norm2(A*x - b)^2" in source for source in sources)
    adjoint = mg.jacobian("sin(A*x)", "x").compile_map(adjoint=True).source
    assert "f = sin(A*x)\n    d(G:f)/dx = A'*(G .* cos(a))" in adjoint


def test_a_derivative_put_together_from_directions_tells_it() -> None:
    assert "f = expm(X)" in mg.jacobian("expm(X)", "X").compile().source


def test_names_that_the_lines_do_not_have_are_written_out() -> None:
    source = squares().compile(fixed=["A", "b"], expand=True).source
    assert "df/dx = 2*A'*(A*x - b)" in source


def test_a_long_function_is_told_in_its_parts_or_not_at_all() -> None:
    parts = "; ".join(f"z{i} = sin(A*z{i - 1}) + cos(A*z{i - 1})" for i in range(1, 7))
    source = mg.gradient(f"z0 = x; {parts}; sum(z6)", "x", check=False).compile().source
    assert "z6 = sin(A*z5) + cos(A*z5)" in source
    assert "f = sum(z6)" in source


@pytest.mark.parametrize("text", ["cumsum(x)", "sum(exp(cumsum(A*x)))", "x'*cumsum(x)"])
def test_running_sums_are_told_by_their_name(text: str) -> None:
    source = mg.jacobian(text, "x", check=False).compile_value().source
    assert f"f = {text}\n" in source
