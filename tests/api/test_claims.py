"""Claims of several lines: each = is a step, and the first wrong one is named."""

import pytest

import matgrad as mg
from matgrad.api.judge.steps import check_differential
from matgrad.api.judge.truth import ROW_ORDER
from matgrad.errors import UnsupportedError
from tests.cli.command import run

F = "norm2(A*x - b)^2"


def test_a_chain_of_right_formulas_is_right() -> None:
    assert mg.check(F, "x", "df/dx = 2*A'*(A*x - b) = 2*A'*A*x - 2*A'*b").right


def test_the_first_wrong_formula_of_a_chain_is_named() -> None:
    found = mg.check(F, "x", "2*A'*(A*x - b)\n = 2*A'*A*x - 2*A'*b\n = 2*(A'*A*x - A*b)",
                     shapes={"A": ("n", "n")})  # fmt: skip
    assert (found.status, found.slip[:8]) == ("wrong", "step 3 i")
    assert found.counterexample is not None


def test_a_derivation_in_differentials_is_checked_line_by_line() -> None:
    lines = "df = 2*(A*x - b)'*A*dx = 2*(A'*(A*x - b)) : dx"
    assert mg.check(F, "x", lines).right
    wrong = mg.check(F, "x", "df = 2*(A*x - b)'*A*dx = (A'*(A*x - b)) : dx")
    words = "step 2 is the first that is wrong: it is 1/2 times the line before"
    assert (wrong.status, wrong.slip) == ("wrong", words)
    assert wrong.counterexample is not None
    assert "dx" in wrong.counterexample.inputs


@pytest.mark.parametrize(
    ("f", "wrt", "lines", "status"),
    [
        (F, "x", "df = 2*(A*x - b) : d(A*x - b) = 2*(A*x - b) : A*dx", "right"),
        (F, "x", "df = 2*(A*x - b) : d(A*x + b) = (A*x - b) : A*dx", "wrong"),
        ("inv(X)", "X", "dF = -inv(X)*d(X)*inv(X)", "right"),
    ],
)
def test_differentials_of_formulas_may_stand_in_the_lines(
    f: str, wrt: str, lines: str, status: str
) -> None:
    assert mg.check(f, wrt, lines).status == status


def test_the_names_of_a_problem_may_stand_in_the_lines() -> None:
    text = "r = A*x - b; f = r'*r; gradient of f wrt x"
    assert mg.check(text, "x", "df = 2*r'*dr = 2*r'*A*dx").right


def test_the_command_line_names_the_step() -> None:
    done = run("check", F, "--wrt", "x", "--claim", "2*A'*(A*x - b) = 2*A'*A*x - A'*b")
    assert done.code == 1
    assert done.out.startswith("wrong: step 2 is the first that is wrong")


def test_a_claim_about_a_function_that_is_not_scalar_is_about_its_jacobian() -> None:
    assert mg.check("sin(A*x)", "x", "Diag(cos(A*x))*A").status == "right"
    assert mg.check("sin(A*x)", "x", "A'*Diag(cos(A*x))").status == "right up to layout"
    assert mg.check("sin(A*x)", "x", "Diag(sin(A*x))*A").counterexample is not None


def test_a_jacobian_may_be_claimed_in_the_order_of_rows() -> None:
    found = mg.check("A*X*B", "X", "kron(A, B')")
    assert (found.status, found.slip) == ("right up to layout", ROW_ORDER)
    assert mg.check("A*X*B", "X", "kron(B', A)").status == "right"
    assert mg.check("A*X*B", "X", "kron(A, B')'").slip.endswith(f"; {ROW_ORDER}")
    assert not mg.check("A*X*B", "X", "kron(B, A)").right


def test_a_hessian_may_be_claimed() -> None:
    assert mg.check(F, "x", "2*A'*A", kind="hessian").status == "right"
    slip = mg.check("x'*A*x", "x", "2*A", kind="hessian").slip
    assert slip == "the claim is right if A is symmetric, but not in general"


def test_what_is_right_for_labels_of_a_softmax_says_so() -> None:
    found = mg.check("-sum(Y .* log(softmax_rows(Z)))", "Z", "softmax_rows(Z) - Y")
    assert found.slip == "the claim is right if the rows of Y sum to one, but not in general"


def test_a_claim_about_a_map_without_a_matrix_is_refused() -> None:
    with pytest.raises(UnsupportedError, match="without a matrix"):
        mg.check("expm(X)", "X", "kron(X, X)")


def test_the_command_line_checks_hessians() -> None:
    done = run("check", F, "--wrt", "x", "--kind", "hessian", "--claim", "A'*A")
    assert (done.code, done.out.split("\n")[0]) == (
        1,
        "wrong: the claim is 1/2 times the right answer",
    )


def test_a_missing_term_of_another_variable_is_not_explained_by_an_assumption() -> None:
    problem = mg.parse("x'*A*x")
    wrt = [problem.symbols["x"], problem.symbols["A"]]
    found = check_differential(problem, wrt, ["dx'*A*x + x'*A*dx"])
    assert found.status == "wrong" and "only if" not in found.slip


@pytest.mark.parametrize(
    ("f", "claim"),
    [
        ("x^2/2", "sqrt(x^2)"), ("x^2/2", "norm2(x)"), ("x^3", "3*x^2*(x/sqrt(x^2))"),
        ("x^2/2", "max(x, -20)"), ("x^2/2", "min(x, 100)"), ("x^3", "3*x^2 + relu(x - 1000)"),
        ("x^2/2", "x*step(x + 50)"), ("x^2/2", "x*(1 + 10^(-60))"), ("x^2", "2*x + 1e-30"),
    ],
)  # fmt: skip
def test_a_claim_that_is_right_only_at_some_points_is_wrong(f: str, claim: str) -> None:
    found = mg.check(f, "x", claim, shapes={"x": ()})
    assert found.status == "wrong"
    assert found.counterexample is not None
    assert found.counterexample.claimed != found.counterexample.true


def test_a_wrong_sign_on_one_side_of_zero_is_not_called_a_wrong_sign() -> None:
    assert not mg.check("x^2/2", "x", "sqrt(x^2)", shapes={"x": ()}).slip


@pytest.mark.parametrize(
    "more", ["(n-1)*(n-2)*(n-3)", "relu(n-4)", "max(n-10, 0)", "step(n - 12)*n"]
)
def test_a_claim_that_is_right_only_for_small_sizes_is_wrong(more: str) -> None:
    found = mg.check("x'*x", "x", f"2*x + {more}*x", shapes={"x": ("n",)})
    assert (found.status, found.slip) == ("wrong", "")
    assert found.counterexample is not None


def test_a_claim_may_compute_with_sizes() -> None:
    assert mg.check("x'*x", "x", "(n + 1)*x - (n - 1)*x", shapes={"x": ("n",)}).status == "right"


def test_a_claim_without_any_value_is_not_right() -> None:
    found = mg.check("x^3", "x", "3*x^2 + log(-1)", shapes={"x": ()})
    assert (found.status, "no value" in found.slip) == ("undecided", True)


def test_a_claim_that_has_a_value_on_one_side_only_says_so() -> None:
    found = mg.check("x^2/2", "x", "exp(log(x))", shapes={"x": ()})
    assert (found.status, "no value at some points" in found.slip) == ("right", True)


def test_a_step_that_is_right_only_for_positive_numbers_is_wrong() -> None:
    claim = "df = 2*sqrt(x^2)*dx"
    assert mg.check("x^2", "x", claim, shapes={"x": ()}).status == "wrong"


def test_a_claim_may_use_a_name_that_the_function_does_not() -> None:
    shapes = {"x": (), "y": ()}
    assert mg.check("x^2/2", "x", "x + y - y", shapes=shapes).status == "right"
    found = mg.check("x^2/2", "x", "x + y", shapes=shapes)
    assert (found.status, found.slip) == ("wrong", "the term y is too much")


def test_a_missing_factor_inside_of_a_function_says_where() -> None:
    found = mg.check("exp(-x^2)", "x", "-2*x*exp(x^2)", shapes={"x": ()})
    assert found.slip == "x² has the wrong sign"


def test_what_was_found_is_printed_for_people() -> None:
    found = mg.check("x'*A*x", "x", "2*A*x")
    first, second = str(found).split("\n")
    assert first == "wrong: the claim is right if A is symmetric, but not in general"
    assert second.startswith("for example with x = [")
    assert repr(found) == str(found)
    assert found._repr_markdown_().startswith("**wrong**: the claim is right")  # pyright: ignore[reportPrivateUsage]
    assert str(mg.check("x'*x", "x", "2*x")) == "right"


def test_a_claim_whose_shapes_do_not_fit_is_wrong_and_says_where() -> None:
    found = mg.check(F, "x", "2*A*(A*x - b)")
    assert (found.status, found.slip[:33]) == ("wrong", "the shapes do not fit: cannot mul")
    steps = mg.check(F, "x", "df = 2*(A*x - b)'*dx")
    assert (steps.status, steps.slip[:32]) == ("wrong", "in step 1 the shapes do not fit:")


@pytest.mark.parametrize(("claim", "words"), [("2*vec(X)", "vec"), ("2*vec(X')", "row by row")])
def test_a_derivative_by_a_matrix_may_be_written_as_one_column(claim: str, words: str) -> None:
    found = mg.check("tr(X'*X)", "X", claim)
    assert found.status == "right up to layout"
    assert words in found.slip
    assert mg.check("tr(X'*X)", "X", "3*vec(X)").status == "wrong"


def test_a_part_of_an_argument_is_no_missing_factor() -> None:
    found = mg.check("relu(norm2(a - p)^2 - norm2(a - n)^2 + 1)", "a", "2*(n - p)")
    assert "(a − n)ᵀ(a − n) is missing" not in found.slip


@pytest.mark.parametrize(
    ("f", "wrt", "claim", "slip"),
    [
        ("norm2(X*w - y)^2", "w", "2*X*(X*w - y)",
         "a transpose is missing: 2Xᵀ(Xw − y) would be right"),
        ("norm2(X*w - y)^2", "w", "X*(X*w - y)",
         "a transpose is missing, and Xᵀ(Xw − y) is 1/2 times the right answer"),
        ("norm2(X*w - y)^2", "w", "2*(X*w - y)*X'",
         "the order of a product is wrong: 2Xᵀ(Xw − y) would be right"),
        ("tr(A*X*B)", "X", "A*B", "two transposes are missing: AᵀBᵀ would be right"),
    ],
)  # fmt: skip
def test_the_slip_is_named_where_shapes_do_not_fit(f: str, wrt: str, claim: str, slip: str) -> None:
    assert mg.check(f, wrt, claim).slip.endswith(f"; {slip}")


def test_the_slip_of_a_wrong_shape_is_named_step_by_step() -> None:
    found = mg.check("norm2(A*x)^2", "x", "2*A'*A*x = 2*A*A'*x")
    assert found.slip.startswith("step 2 is the first that is wrong: the shapes do not fit")
    assert found.slip.endswith("2AᵀAx would be right")


REFLECTED = [  # claims that hold where the determinant is one, or for one reflection
    ("det(Q)*x", "1", ["orthogonal"]),
    ("x*tr(Q)", "n - 2", ["orthogonal", "symmetric"]),
    ("x*det(Q)", "-1", ["orthogonal", "symmetric"]),
]


@pytest.mark.parametrize(("f", "claim", "facts"), REFLECTED)
def test_orthogonal_matrices_may_reflect(f: str, claim: str, facts: list[str]) -> None:
    report = mg.check(f, "x", claim, shapes={"x": (), "Q": ("n", "n")}, assume={"Q": facts})
    assert report.status == "wrong"


@pytest.mark.parametrize("f", ["sign(k)*x - x", "relu(1 - k)*x", "relu(k - 50)*x"])
def test_integers_may_be_negative_or_large(f: str) -> None:
    assert mg.check(f, "x", "0", shapes={"x": ()}, assume={"k": ["integer"]}).status == "wrong"


def test_a_derivative_by_a_matrix_may_be_one_row() -> None:
    report = mg.check("tr(A*X)", "X", "vec(A')'", shapes={"A": ("m", "n"), "X": ("n", "m")})
    assert report.status == "right up to layout"
    assert "one row" in report.slip


def test_a_size_may_be_a_power() -> None:
    assert mg.check("X", "X", "I(n^2)", shapes={"X": ("n", "n")}).status == "right"


def test_thousands_of_digits_deny_no_function_of_a_matrix() -> None:
    assert mg.check("tr(expm(X))", "X", "expm(X')").status == "right"
    assert mg.check("tr(expm(X))", "X", "expm(X)").status == "wrong"


@pytest.mark.parametrize(
    ("lines", "status", "slip"),
    [
        ("df = 2*(A*x - b)'*A*dx\ngrad = 2*A'*(A*x - b)", "right", ""),
        ("df = 2*(A*x - b)'*A*dx; df/dx = A'*(A*x - b)", "wrong", "line 2: the claim is 1/2 times"),
        ("r = A*x - b\n2*A'*r", "right", ""),
        ("r = b - A*x\n-2*A'*r", "right", ""),
        ("r = A*x - b; dr = A*dx; df = 2*r'*dr = 2*r'*A*dx; grad = 2*A'*r", "right", ""),
        ("r = A*x - b; dr = 2*A*dx; df = 2*r'*dr", "wrong", "line 2: step 1"),
        ("f = (A*x - b)'*(A*x - b)\n2*A'*A*x\n - 2*A'*b", "right", ""),
        ("f = (A*x - b)'*(A*x + b)\n2*A'*(A*x - b)", "wrong", "line 1: step 1"),
        ("g = 2*A'*(A*x - b)", "right", ""),
        ("d(A*x) = A*dx", "undecided", "no line says what the derivative is"),
        ("d(norm2(A*x - b)^2) = 2*(A*x - b)'*A*dx", "right", ""),
    ],
)
def test_a_derivation_may_have_several_lines_and_names(lines: str, status: str, slip: str) -> None:
    found = mg.check(F, "x", lines)
    assert (found.status, found.slip[: len(slip)]) == (status, slip)


def test_a_free_differential_is_no_claim() -> None:
    with pytest.raises(UnsupportedError, match="no differential"):
        mg.check(F, "x", "dx = 2*A'*(A*x - b)")


@pytest.mark.parametrize(
    ("f", "wrt", "claim", "code"),
    [
        (r"\log\det X", "X", r"d\log\det X = \operatorname{tr}(X^{-1}dX) = X^{-T} : dX", 0),
        (r"\log\det X", "X", r"d\log\det X = \operatorname{tr}(X^{-1}dX) \\ \nabla f = X^{-1}", 1),
        (
            r"\|Ax-b\|^2",
            "x",
            r"\begin{align} r &= Ax-b \\ df &= 2r^T\,dr \\ &= 2r^TA\;dx\end{align}",
            0,
        ),
    ],
)
def test_a_derivation_in_latex_may_have_several_lines(
    f: str, wrt: str, claim: str, code: int
) -> None:
    assert run("check", "--latex", f, "--wrt", wrt, "--claim", claim).code == code


@pytest.mark.parametrize(
    ("f", "wrt", "claim", "slip"),
    [
        ("tr(expm(X))", "X", "expm(X)", "the claim is the transpose of the right answer"),
        ("tr(expm(X))", "X", "2*expm(X)'", "the claim is 2 times the right answer"),
        (
            "softmax(W*x)",
            "x",
            "Diag(softmax(W*x))*W",
            "the term −softmax(Wx) softmax(Wx)ᵀ W is missing",
        ),
    ],
)
def test_slips_are_named_where_there_are_no_exact_values(
    f: str, wrt: str, claim: str, slip: str
) -> None:
    assert mg.check(f, wrt, claim).slip == slip


@pytest.mark.parametrize("label", ["df/dy", "grad_y", "df/dA", "hess"])
def test_a_line_about_another_derivative_is_refused(label: str) -> None:
    with pytest.raises(UnsupportedError, match="this is about"):
        mg.check("x'*A*y", "x", f"{label} = A*y")


def test_a_line_about_the_function_claims_no_derivative() -> None:
    assert mg.check("x'*A*y", "x", "f = A*y").status != "right"


def test_factors_that_are_missing_apart_are_no_error() -> None:
    shapes = {"A": ("m", "m"), "X": ("m", "n"), "B": ("n", "n")}
    assert mg.check("normF(A*X*B)^2", "X", "A*X*B", shapes=shapes).status == "wrong"


@pytest.mark.parametrize(
    ("f", "wrt", "claim", "slip"),
    [
        ("sum(tanh(V*x))", "V", "(tanh(V*x)*(1 - tanh(V*x)))*x'", ""),
        ("sum(exp(V*x).^2)", "V", "2*exp(V*x)*exp(V*x)*x'", "the product of entries is meant"),
        ("norm2(B*z - c)^2", "z", "2*B'*B*z - c", "a bracket is missing: 2Bᵀ(Bz − c)"),
        (
            "norm2(B*z - c)^2",
            "z",
            "r = B*z - c; dr = B'*dz; df = 2*r'*dr",
            "a transpose is too much",
        ),
        ("sum(exp(B*z))", "z", "df = exp(B*z) : B*dz = B*exp(B*z) : dz", "a transpose is missing"),
        (
            "inv(X)",
            "X",
            "-kron(inv(X), inv(X))",
            "a transpose is missing: −X⁻ᵀ ⊗ X⁻¹ would be right",
        ),
    ],
)
def test_the_formula_that_was_meant_is_named(f: str, wrt: str, claim: str, slip: str) -> None:
    found = mg.check(f, wrt, claim)
    assert found.status == "wrong"
    assert slip in found.slip
    assert slip or "would be right" not in found.slip


def test_numbers_of_both_signs_begin_small() -> None:
    found = mg.check("norm2(relu(W*x) - y)^2", "W", "2*(relu(W*x) - y)*x'").counterexample
    assert found is not None
    assert all(abs(int(rows[0][0])) <= 2 for rows in found.inputs.values())
