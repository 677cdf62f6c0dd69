"""Shapes are inferred: declared first, then what the formula forces, then what paper has."""

import pytest

from matgrad.syntax import parse_latex, parse_problem
from tests.syntax.reading import error, outcome, shapes


@pytest.mark.parametrize(
    ("text", "inferred"),
    [
        ("norm2(sin(W2*cos(W1*x)))^2", {"W2": "m×n", "W1": "n×k", "x": "k×1"}),
        ("norm2(A*x-b)^2", {"A": "m×n", "x": "n×1", "b": "m×1"}),
        ("x'*A*x", {"x": "n×1", "A": "n×n"}),
        ("tr(X'*A*X)", {"X": "m×n", "A": "m×m"}),
        ("c*x'*x + y'*y", {"c": "1×1", "x": "m×1", "y": "n×1"}),
        ("lam*norm2(w)^2", {"lam": "1×1", "w": "n×1"}),
        ("λ*norm2(w)^2", {"lambda": "1×1", "w": "n×1"}),
        ("(x-mu)'*inv(Sigma)*(x-mu)", {"x": "n×1", "mu": "n×1", "Sigma": "n×n"}),
        ("norm2(x - mu)^2", {"x": "n×1", "mu": "n×1"}),
        ("theta'*x", {"theta": "n×1", "x": "n×1"}),
        ("(y - X*beta)'*(y - X*beta)", {"y": "m×1", "X": "m×n", "beta": "n×1"}),
        ("(c - d)^2", {"c": "1×1", "d": "1×1"}),
        ("c*I + A", {"c": "1×1", "A": "n×n"}),
        ("x'*y + c", {"x": "n×1", "y": "n×1", "c": "1×1"}),
        ("A + c*B", {"A": "m×n", "c": "1×1", "B": "m×n"}),
        ("sum(x)/N", {"x": "n×1", "N": "1×1"}),
        ("x^2", {"x": "1×1"}),
        ("x*x", {"x": "1×1"}),
        ("a^b", {"a": "1×1", "b": "1×1"}),
        ("y = A*x; norm2(y - b)", {"A": "m×n", "x": "n×1", "b": "m×1"}),
        ("norm2(A'*A - I)", {"A": "m×n"}),
        ("ones(n)'*x/n", {"x": "n×1"}),
        ("A is symmetric; sum(A)", {"A": "n×n"}),
    ],
)
def test_shapes_are_inferred(text: str, inferred: dict[str, str]):
    assert shapes(text) == inferred


@pytest.mark.parametrize(
    ("text", "fact", "inferred"),
    [
        ("K + s*eye(n)", "positive", {"K": "n×n", "s": "1×1"}),
        ("logdet(A'*A + s*I)", "positive", {"A": "m×n", "s": "1×1"}),
        ("norm2(x - s)", "positive", {"x": "n×1", "s": "n×1"}),
        ("c*s", "positive", {"c": "1×1", "s": "n×1"}),
        ("c*s", "unit", {"c": "1×1", "s": "n×1"}),
    ],
)
def test_a_fact_leaves_open_what_may_be_a_number_or_a_vector(text, fact, inferred):
    assert shapes(text, assume={"s": [fact]}) == inferred


def test_what_was_inferred_is_said():
    assert parse_problem("x'*A*x").notes == (
        "x: vector of length n (inferred)",
        "A: n×n matrix (inferred)",
    )


def test_what_was_declared_is_not_repeated():
    assert parse_problem("x'*x", shapes={"x": ("n",)}).notes == ()


def test_made_up_sizes_avoid_names_in_use():
    assert shapes("m'*m") == {"m": "n×1"}
    assert shapes("n'*A*m") == {"n": "k×1", "A": "k×p", "m": "p×1"}


@pytest.mark.parametrize("text", ["a*x + b*y", "exp(a*x + b)", "c*x", "(c*x)'*y"])
def test_two_readings_are_a_question(text: str):
    caught = error(text)
    assert caught.code == "E_AMBIG"
    assert ": scalar" in (caught.hint or "")


def test_a_declaration_answers_the_question():
    assert shapes("c*x", shapes={"c": ()}) == {"c": "1×1", "x": "n×1"}


def test_a_gradient_needs_a_scalar_which_settles_shapes():
    assert shapes("c*x'*x")["c"] == "m×1"
    assert shapes("c*x'*x", scalar=True)["c"] == "1×1"
    assert shapes("f = c*x'*x\ngradient of f wrt x")["c"] == "1×1"
    assert outcome("A*x", shapes={"A": ("m", "n"), "x": ("n",)}, scalar=True) == "E_SHAPE"


def test_what_is_transposed_is_no_scalar():
    assert outcome("tr(A*x')") == "E_SHAPE"


def test_a_capital_is_never_made_a_vector():
    assert outcome("x'*A + y") == "E_SHAPE"


def test_an_identity_is_no_number():
    assert outcome("a + b*I") in ("E_SHAPE", "E_AMBIG")


def test_letters_that_are_numbers_only_for_a_gradient_are_a_guess_or_asked_about():
    assert parse_problem("a*x + b*y", scalar=True).reading.status == "assumed"
    assert outcome("x*y", scalar=True) == "E_AMBIG"


@pytest.mark.parametrize("text", ["softmax(z)*y", "(A*x - b)*y"])
def test_a_letter_beside_a_vector_is_a_number_by_guess_only(text: str):
    (guess,) = parse_problem(text).reading.guesses
    assert guess.words == "y is read as a number"


def test_a_letter_beside_a_positive_part_is_a_number_by_guess_only():
    assert parse_latex("v^{+}x").reading.status == "assumed"


@pytest.mark.parametrize("text", ["c*softmax(z)", "t*(A*x - b)", "b*ones(n) + x"])
def test_a_letter_that_often_is_a_number_is_one_without_a_guess(text: str):
    assert parse_problem(text).reading.status == "read"


def test_the_power_of_a_composed_vector_is_taken_of_its_entries():
    problem = parse_problem("(A*x - b)^2")
    assert "the power (A*x - b)^2 is taken entry by entry" in problem.notes
    caught = error("(A*x - b)^2", scalar=True)
    assert caught.message == "(A*x - b) is m×1, only scalars and square matrices have powers"


def test_a_size_that_only_the_formula_names_is_solved_for():
    problem = parse_problem("norm2(A'*A - I(k))", shapes={"A": ("m", "n")})
    assert "the size k is n (inferred)" in problem.notes


def test_constants_without_a_size_take_it_from_their_place():
    shape = {"A": (3, 3), "x": ("n",)}
    assert parse_problem("tr(matrix(1)*A + matrix(2))", shapes=shape).function.is_scalar
    assert outcome("matrix(1)*A + matrix(2)", shapes=shape) == "E_SHAPE"
    assert parse_problem("vector(1)'*x", shapes=shape).function.is_scalar
    assert outcome("sum(vector(1))") == "E_SHAPE"
    assert outcome("I") == "E_SHAPE"


@pytest.mark.parametrize(
    ("text", "shape"),
    [("hessian of sin(A*x) wrt x", "m×1"), ("gradient of x*y' wrt x", "m×n")],
)
def test_nothing_shrinks_only_to_make_the_function_a_number(text: str, shape: str):
    assert error(text).message == f"a gradient needs a scalar function, this one is {shape}"


@pytest.mark.parametrize(
    ("text", "inferred"),
    [
        ("det([a, b; c, d])", dict.fromkeys("abcd", "1×1")),
        ("norm2([a, b; c, d]*x)^2", dict.fromkeys("abcd", "1×1") | {"x": "2×1"}),
        ("normF([x, y; y, x])^2 + x'*y", {"x": "n×1", "y": "n×1"}),  # of vectors
    ],
)
def test_small_letters_in_a_table_are_its_entries(text: str, inferred: dict[str, str]):
    assert shapes(text) == inferred


def test_entries_of_a_table_that_must_be_vectors_are():
    assert shapes("x'*x + norm2([x, y; y, z])^2")["y"] != "1×1"


@pytest.mark.parametrize(
    ("text", "inferred"),
    [
        ("[x1^2; x1*x2]", {"x1": "1×1", "x2": "1×1"}),
        ("[x1; x2]'*[1, 2; 3, 4]*[x1; x2]", {"x1": "1×1", "x2": "1×1"}),  # two sizes with sum 2
        ("norm2([A; B]*x - [b; 0])^2", {"A": "m×n", "B": "k×n", "x": "n×1", "b": "m×1"}),
        ("norm2([A; c*I]*x - [b; 0])^2", {"A": "m×n", "c": "1×1", "x": "n×1", "b": "m×1"}),
        ("norm2(A*[1; 0])^2", {"A": "n×2"}),
    ],
)
def test_what_stands_in_a_column_is_as_high_as_it_must_be(text: str, inferred: dict[str, str]):
    assert shapes(text) == inferred


def test_powers_of_entries_keep_a_letter_from_being_a_number():
    assert shapes("sum(sqrt(x.^2 + c^2))") == {"x": "n×1", "c": "1×1"}


def test_the_number_e_is_not_taken_from_a_vector_silently():
    assert shapes("norm2(D*x - e)^2")["e"] == "m×1"
    assert outcome("e^(x'*x) + e'*y") == "E_AMBIG"
    assert outcome("e.^x + y + e") == "E_AMBIG"
