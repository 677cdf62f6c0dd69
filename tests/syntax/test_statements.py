"""Problems of several lines: declarations, named parts, the function and the question."""

import pytest

from matgrad import render
from matgrad.syntax import parse_problem
from tests.syntax.reading import error, outcome, place, shapes

SEED = """
A in R^(1 x l); B in R^(l x m); V in R^(m x k); W in R^(k x d); z in R^d
r = relu(W*z)
y = B*V*r   # the names are kept
f = A*square(y)
gradient of f wrt V, W
"""


def test_the_problem_of_the_manual():
    problem = parse_problem(SEED)
    assert [d.symbol.name for d in problem.definitions] == ["r", "y"]
    assert problem.name == "f"
    assert problem.asked == ("gradient", ("V", "W"))
    assert problem.function.is_scalar
    assert set(problem.symbols) == set("ABVWz")
    assert problem.notes == ()


@pytest.mark.parametrize(
    "line",
    ["A in R^(m x n)", "A ∈ R^(m×n)", "A in R^m×n", "A: m×n", "A: m x n", "A : m, n", "A:m,n"],
)
def test_ways_to_declare_a_matrix(line: str):
    assert shapes(f"{line}\nsum(A)") == {"A": "m×n"}


@pytest.mark.parametrize("line", ["x in R^n", "x: n", "x ∈ R^(n)", "x, y: n", "x, y in R^n"])
def test_ways_to_declare_a_vector(line: str):
    assert shapes(f"{line}\nx'*x")["x"] == "n×1"


@pytest.mark.parametrize(
    ("line", "shape"),
    [
        ("A: n*(n+1)/2", "(n*n+n)/2×1"),
        ("A: n*(n+1)/2 × 1", "(n*n+n)/2×1"),
        ("A: m*n × n^2", "m*n×n*n"),
        ("A: n^2, 2*m", "n*n×2*m"),
    ],
)
def test_sizes_are_formulas(line: str, shape: str):
    assert shapes(f"{line}\nsum(A)") == {"A": shape}


@pytest.mark.parametrize("line", ["c: scalar", "c in R", "c: 1", "c: int", "c: 1×1"])
def test_ways_to_declare_a_scalar(line: str):
    assert shapes(f"{line}\nc^2") == {"c": "1×1"}


def test_several_declarations_on_one_line():
    assert shapes("A: m x n, x: n\nA*x") == {"A": "m×n", "x": "n×1"}
    assert shapes("x ∈ ℝ^n, y ∈ ℝ^n; x'*y") == {"x": "n×1", "y": "n×1"}


@pytest.mark.parametrize(
    ("text", "function"),
    [
        ("f(z) = sum_i z_i^3\ng(x) = f(A*x)", "sum((A*x).^3)"),
        ("f(X) = sum_i sum_j X_ij^2; g(Y) = f(A*Y)", "sum((A*Y).^2)"),
    ],
)
def test_entries_of_an_argument_are_those_of_what_is_put_in(text: str, function: str):
    assert render.text(parse_problem(text).function) == function


def test_a_function_may_be_written_with_its_variables():
    assert parse_problem("g(x, y) = x'*y").name == "g"
    assert outcome("g(x+1) = x'*y") == "E_PARSE"


def test_sizes_may_be_expressions():
    assert shapes("A: 2*n × m+1; sum(A)") == {"A": "2*n×m+1"}


def test_assumptions_follow_the_size_or_stand_alone():
    problem = parse_problem("A: n×n symmetric, positive_definite\nB is skew\ntr(A*B)")
    assert problem.symbols["A"].data.facts == {"symmetric", "positive_definite"}
    assert problem.symbols["B"].data.facts == {"skew"}


def test_a_misspelt_assumption_is_named():
    caught = error("A: n×n symetric\ntr(A)")
    assert caught.code == "E_NAME"
    assert caught.hint == "symmetric"


@pytest.mark.parametrize("line", ["A: m×n symmetric", "A: m×n invertible", "x: m×n unit"])
def test_an_assumption_must_fit_the_shape(line: str):
    assert outcome(f"{line}\n1") == "E_SHAPE"


@pytest.mark.parametrize(
    "text", ["A : B", "A : 2*B", "A : max(B,0)", "A : matrix(1)", "A:m,n; B:m,n; A : B"]
)
def test_a_colon_on_the_last_line_is_a_product(text: str):
    assert parse_problem(text).function.op.name == "frobenius"


def test_a_colon_with_one_size_declares_when_a_formula_follows():
    assert shapes("x: n\nx'*x") == {"x": "n×1"}


def test_a_colon_that_could_be_both_is_a_question():
    assert outcome("f = x'*x\nx : n") == "E_AMBIG"


def test_a_known_name_cannot_be_declared_again():
    assert outcome("x: n; x: m; x'*x") == "E_NAME"
    assert outcome("y = x; y: n×n; y'*y") == "E_NAME"
    assert outcome("y = x; y = 2*x; y'*y") == "E_NAME"


def test_a_declaration_alone_is_no_function():
    assert outcome("A: m×n") == "E_PARSE"


@pytest.mark.parametrize(
    "text", ["x'*x; y'*y", "x'*x == 1", "x'*x >= 0", "x'*x % c", "x'*x // c", "f ="]
)
def test_nothing_after_the_function_is_ignored(text: str):
    assert outcome(text) == "E_PARSE"


def test_a_named_function_alone_is_a_problem():
    problem = parse_problem("loss = x'*x")
    assert (problem.name, problem.definitions) == ("loss", ())


def test_an_unused_part_is_reported():
    for text in ("r = x'*x\nf = y'*y", "y'*y\nr = x'*x"):
        problem = parse_problem(text)
        assert problem.definitions == ()
        assert "r is defined but not used" in problem.notes


def test_lines_go_on_inside_brackets_and_after_signs():
    assert parse_problem("norm2(A*x\n - b)^2 +\n x'*x").function.is_scalar


@pytest.mark.parametrize(
    "question",
    ["gradient of f wrt x", "gradient wrt x", "gradient of f with respect to x"],
)
def test_ways_to_ask(question: str):
    assert parse_problem(f"f = x'*A*x\n{question}").asked == ("gradient", ("x",))


def test_a_question_may_hold_the_function():
    problem = parse_problem("hessian of x'*A*x wrt x")
    assert problem.asked == ("hessian", ("x",))
    assert problem.function.is_scalar


def test_a_question_about_an_earlier_part():
    problem = parse_problem("y = x'*x\nz = y^2\ngradient of y wrt x")
    assert problem.name == "y"
    assert "z is defined but not used" in problem.notes


def test_a_question_about_an_unknown_variable():
    text = "x'*x\ngradient of f wrt z"
    assert place(text) == "z"
    assert outcome(text) == "E_NAME"


def test_an_unspecified_function_is_declared():
    problem = parse_problem("function sigma\nsum(sigma(W*x))")
    assert "W" in problem.symbols
    assert "sigma(…) is read as the logistic function" in parse_problem("sum(sigma(W*x))").notes
    assert outcome("function exp\nsum(exp(x))") == "E_NAME"


def test_ten_thousand_lines_are_read():
    lines = [f"h{i + 1} = tanh(W*h{i})" for i in range(10_000)]
    assert len(parse_problem("\n".join([*lines, "sum(h10000)"])).definitions) == 10_000


@pytest.mark.parametrize(
    "written",
    [
        "X is upper triangular",
        "X: n x n upper triangular",
        "X: n×n, upper_triangular",
        "X is upper_triangular",
    ],
)
def test_an_assumption_may_be_written_in_two_words(written: str) -> None:
    problem = parse_problem(f"{written}; A: n x n; tr(A*X)")
    assert problem.symbols["X"].data.facts == {"upper_triangular"}


def test_two_assumptions_may_follow_each_other() -> None:
    facts = (
        parse_problem("X is positive definite and toeplitz; X: n x n; tr(X)")
        .symbols["X"]
        .data.facts
    )
    assert facts == {"positive_definite", "toeplitz"}
