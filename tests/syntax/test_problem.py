"""Problems given as text with shapes and assumptions as data."""

import pytest

from matgrad.errors import AmbiguousError, UnknownNameError
from matgrad.render import text as text_of
from matgrad.syntax import parse_expression, parse_problem
from tests.syntax.reading import outcome


def test_shapes_are_sizes_as_text_or_numbers():
    problem = parse_problem("sum(A) + c", shapes={"A": ("2*n", 3), "c": ()})
    assert str(problem.symbols["A"].shape) == "2*n×3"
    assert problem.symbols["c"].is_scalar


def test_declared_variables_are_listed_even_if_unused():
    assert set(parse_problem("x'*x", shapes={"x": ("n",), "y": ("n",)}).symbols) == {"x", "y"}


@pytest.mark.parametrize("size", [0, -1, "n-n", 2.5, "n/2", "x y"])
def test_a_size_is_a_positive_integer_or_a_name(size: object):
    assert outcome("x'*x", shapes={"x": (size,)}) in ("E_SHAPE", "E_PARSE")


def test_assumptions_become_facts():
    problem = parse_problem("tr(A)", {"A": ("n", "n")}, {"A": ["symmetric"]})
    assert problem.symbols["A"].data.facts == {"symmetric"}
    assert outcome("tr(A)", shapes={"A": ("n", "n")}, assume={"A": ["symetric"]}) == "E_NAME"
    assert outcome("sum(A)", shapes={"A": ("m", "n")}, assume={"A": ["symmetric"]}) == "E_SHAPE"


def test_an_assumption_about_nothing_is_an_error():
    with pytest.raises(UnknownNameError, match="z does not occur") as caught:
        parse_problem("x'*x", {"x": ("n",)}, {"z": ["positive"]})
    assert caught.value.hint is None


def test_an_assumption_about_a_differential_is_noted():
    (note,) = parse_problem("S'*S", {"S": ("n", "n")}, {"dS": ["symmetric"]}).notes
    assert note == "dS is a differential; assume it of S itself"


def test_the_unit_simplex_is_the_simplex():
    x = parse_problem("x: n unit simplex; sum(x)").symbols["x"]
    assert x.data.facts == {"simplex"}


def test_a_size_may_stand_as_a_scalar():
    problem = parse_problem("norm2(X*w - y)^2/(2*m)", {"X": ("m", "n"), "w": ("n",), "y": ("m",)})
    assert set(problem.symbols) == {"X", "w", "y"}


def test_a_variable_that_is_also_a_size_is_the_variable_in_formulas():
    problem = parse_problem("d'*d", {"A": ("d", "n"), "d": ("n",)})
    assert "d is a size and a variable; in formulas it is the variable" in problem.notes


def test_a_one_by_one_matrix_counts_as_a_scalar():
    shapes = {"X": (1, 1), "A": ("m", "n")}
    assert str(parse_problem("X*A + A*X", shapes).function.shape) == "m×n"


@pytest.mark.parametrize("text", ["norm2(A*x - b)^2", "-x'*A*x/(2*c)", "sum(log(1 + exp(-x)))"])
def test_printed_text_reads_back(text: str):
    problem = parse_problem(text, scalar=True)
    assert parse_expression(text_of(problem.function), problem.symbols) is problem.function


def test_n_is_a_number_where_it_counts():
    assert parse_problem("-N/2*logdet(A)", scalar=True).symbols["N"].is_scalar
    assert not parse_problem("x'*N*x", scalar=True).symbols["N"].is_scalar


def test_a_square_kronecker_product_has_square_factors():
    assert parse_problem("tr(kron(A, A))").symbols["A"].shape.is_square


@pytest.mark.parametrize("names", [("x1", "x_1"), ("lam", "lambda"), ("yhat2", "yhat_2")])
def test_two_names_that_are_printed_alike_are_refused(names: tuple[str, str]) -> None:
    one, other = names
    with pytest.raises(AmbiguousError, match=f"{one} and {other}"):
        parse_problem(f"{one}'*{other}", {one: ("n",), other: ("n",)})


def test_what_is_asked_for_has_to_be_defined():
    assert outcome("f = x'*x; gradient of h wrt x") == "E_NAME"
