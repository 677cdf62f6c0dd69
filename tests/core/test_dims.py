"""Symbolic sizes."""

import pytest

from matgrad.core.dims import Dim, dim, solve


def test_sums_and_products_of_sizes_are_polynomials() -> None:
    assert (dim("n") + 1) * 2 == dim("n") * 2 + 2
    assert dim("m") * dim("n") == dim("n") * dim("m")


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (dim("n") * 2 + 1, "2*n+1"),
        (dim("m") * dim("n"), "m*n"),
        (dim(3), "3"),
        (dim("n") - dim("m"), "n-m"),
        (dim("n") - dim("n"), "0"),
    ],
)
def test_sizes_print_as_people_write_them(size: Dim, text: str) -> None:
    assert str(size) == text


def test_a_size_is_evaluated_where_its_names_stand_for_integers() -> None:
    assert (dim("m") * dim("n") + 1).evaluate({"m": 3, "n": 4}) == 13


def test_names_in_a_size_are_replaced() -> None:
    assert (dim("n") * 2).substitute({"n": dim("m") + 1}) == dim("m") * 2 + 2


def test_only_integers_have_a_value() -> None:
    assert dim(7).value == 7
    assert dim("n").value is None


def test_a_linear_equation_gives_the_unknown() -> None:
    assert solve(dim("a") * 2, dim(6), {"a"}) == ("a", dim(3))
    assert solve(dim("a") + 1, dim("n"), {"a"}) == ("a", dim("n") - 1)


def test_an_equation_without_integer_solution_gives_nothing() -> None:
    assert solve(dim("a") * 2, dim(5), {"a"}) is None


def test_division_by_a_product_of_names() -> None:
    assert (dim("m") * dim("n") * 2).divide(dim("m")) == dim("n") * 2
    assert (dim("n") + 1).divide(dim("n")) is None


def test_sizes_divide_where_the_quotient_is_a_size() -> None:
    m, n = dim("m"), dim("n")
    assert (m * n + n).divide(m + 1) == n
    assert ((m + n) * (m - n)).divide(m + n) == m - n
    assert (m * m + 1).divide(m + 1) is None
    assert dim(6).divide(dim(4)) is None
