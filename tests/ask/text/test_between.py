"""Typed formulas between words that bound them: nothing of them is lost."""

import pytest

from matgrad.app.ask import ask
from tests.ask.reading import by, function_of


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("lambda x^2", "lambda*x^2"),
        ("2 lambda x^2", "2*lambda*x^2"),
        ("alpha x'x", "alpha*x'*x"),
        ("1/2 lambda ||x||^2", "lambda*norm2(x)^2/2"),
        ("1 - x^2", "1 - x^2"),
        ("1 - exp(-x)", "1 - exp(-x)"),
        ("- x^2", "-x^2"),
        ("2 x", "2*x"),
        ("a b x", "a*b*x"),
        ("( x - y )^2", "(x - y)^2"),
        ("|| x - y ||^2", "norm2(x - y)^2"),
        ("x/y", "x/y"),
        ("I x - b", "I(n)*x - b"),
        ("Ax", "A*x"),
        ("1/2 sum_i (x_i - y_i)^2", "sum((x - y).^2)/2"),
        ("lambda sum_i |x_i|", "lambda*sum(abs(x))"),
        ("sum x_i^2", "sum(x.^2)"),
        ("-( a + x ) + (b + x)", "-(a + x) + b + x"),
        ("x^T By + c", "x'*B*y + c"),
        ("x^T By-k / c", "x'*B*y - k/c"),
        ("the sum of x_i^2", "sum(x.^2)"),
    ],
)
def test_all_of_a_formula_is_read(typed: str, meant: str) -> None:
    assert by(typed) == meant


def test_a_product_of_capitals_has_the_variable() -> None:
    assert by("AXB", "X") == "A*X*B"
    assert by("MSE", "w") is None


@pytest.mark.parametrize(("claim", "status"), [("2ABx", "wrong"), ("ABx + BAx", "right")])
def test_a_claimed_product_of_three_names_is_read(claim: str, status: str) -> None:
    text = f"Let f(x) = x^T A B x where A and B are symmetric. Is the gradient {claim}?"
    assert [each.status for each in ask(text).claims] == [status]


def test_the_end_of_a_sentence_bounds_a_formula() -> None:
    assert function_of("Find the jacobian of Ax.") == "A*x"
    assert function_of("Differentiate the function 1 - x^2.") == "1 - x^2"


@pytest.mark.parametrize("typed", ["sum x^2", "sum of x^2", "x^2 (mod 3)"])
def test_words_that_do_something_are_not_dropped(typed: str) -> None:
    assert by(typed) is None


def test_a_formula_does_not_go_on_into_the_sentence() -> None:
    text = "What is the gradient of x'Ax? I get 2 A x."
    assert function_of(text) == "x'*A*x"
    assert function_of("What is the derivative of a matrix product?") is None


def test_the_variable_of_a_minimum_is_no_denominator() -> None:
    assert function_of("Minimize lambda^2 - 4 over lambda.") == "lambda^2 - 4"


def test_a_definition_goes_to_the_end_of_its_sentence() -> None:
    assert function_of("f = -||x||_1 - || y ||. Gradient of f wrt x?") == "-norm1(x) - norm2(y)"


@pytest.mark.parametrize("name", ["a", "c"])
def test_what_is_said_of_a_letter_of_such_a_formula_is_heard(name: str) -> None:
    assert function_of(f"Let {name} be a scalar. gradient of {name} * x wrt x") == f"{name}*x"


def test_a_transpose_behind_a_minus_is_no_other_point() -> None:
    text = "Let y, z in R^n. gradient of z'X y-y'*A y wrt y"
    assert function_of(text) == "z'*X*y - y'*A*y"


@pytest.mark.parametrize("told", ["L = mean (y_i - c)^2. Gradient wrt c?"])
def test_a_word_behind_an_equals_sign_is_asked_about(told: str) -> None:
    assert function_of(told) is None


def test_a_greek_sum_of_entries_is_a_sum() -> None:
    assert function_of("Let X in R^{n×n}. gradient of Σ_i X_{i,i} wrt X") == "sum(diag(X))"


@pytest.mark.parametrize("line", ["y is a number.", "b and c are vectors.", "y has two entries."])
def test_the_subject_of_the_next_line_is_no_factor(line: str) -> None:
    (found,) = ask(f"Let f(x) = a'x + (x'x)\n{line} Gradient of f?").results.values()
    assert str(found) == "a + 2*x"
