"""Inputs that once went wrong, as users typed them."""

from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad.render import text


@pytest.mark.parametrize(
    ("function", "variable", "claim"),
    [
        ("sin(c)", "c", "sqrt(1 - sin(c)^2)"),
        ("sum(x)", "x", "step(x + 5)"),
        ("sum(x)", "x", "ones(n) + relu(x - 3)"),
        ("c^2/2", "c", "asin(sin(c))"),
    ],
)
def test_a_claim_that_holds_near_zero_only_is_wrong(
    function: str, variable: str, claim: str
) -> None:
    assert mg.check(function, variable, claim).status == "wrong"


@pytest.mark.parametrize(
    "function", ["(-2)^c", "log(-exp(c))", "y = c^2; sqrt(-y - 1)", "log(-c'*c)"]
)
def test_a_condition_that_signs_contradict_is_a_domain_error(function: str) -> None:
    with pytest.raises(mg.MatgradError, match="E_DOMAIN"):
        mg.gradient(function, "c")


@pytest.mark.parametrize(
    ("function", "place"),
    [
        ("2 + log(-exp(c))", "log(-exp(c))"),
        ("c'*inv(c*c')*c + sum(c)", "inv(c*c')"),
        ("norm2(c)/(sum(c) - sum(c))", "(sum(c) - sum(c))"),
    ],
)
def test_what_is_defined_nowhere_is_pointed_at(function: str, place: str) -> None:
    with pytest.raises(mg.MatgradError) as caught:
        mg.gradient(function, "c")
    start, end = caught.value.position or (0, 0)
    assert (caught.value.code, function[start:end]) == ("E_DOMAIN", place)


def test_a_negative_base_has_whole_powers() -> None:
    d = mg.hessian("(-exp(c))^k", "c", shapes={"c": (), "k": ()}, assume={"k": ["integer"]})
    assert d.verdict.ok
    assert d.assumptions == ()


@pytest.mark.parametrize("function", ["tr(inv(x*x'))", "logdet(x*x')"])
def test_a_rank_that_is_too_small_for_all_but_one_size_is_a_domain_error(function: str) -> None:
    with pytest.raises(mg.MatgradError, match="E_DOMAIN"):
        mg.gradient(function, "x")


@pytest.mark.parametrize(
    ("problem", "code"),
    [
        ("x = A*x; x'*x", "E_NAME"),
        ("y = z'*z; z = y*A*x; y", "E_NAME"),
        ("sum(i, 1, N, sum(j, 1, i, x[i]*x[j]))", "E_UNSUP"),
    ],
)
def test_what_cannot_be_meant_is_refused(problem: str, code: str) -> None:
    with pytest.raises(mg.MatgradError) as caught:
        mg.gradient(problem, "x")
    assert caught.value.code == code
    assert caught.value.position is not None


@pytest.mark.parametrize("facts", [["skew", "symmetric"], ["skew", "positive_definite"]])
def test_assumptions_that_contradict_each_other_are_named(facts: list[str]) -> None:
    with pytest.raises(mg.MatgradError, match="cannot be both"):
        mg.gradient("x'*A*x", "x", assume={"A": facts})


def test_a_skew_matrix_has_no_quadratic_form() -> None:
    assert text(mg.gradient("x'*A*x", "x", assume={"A": ["skew"]}).result) == "zeros(n)"


@pytest.mark.parametrize(
    ("shape", "answer"), [("m×n", (3, 2)), ("m,n", (3, 2)), (("m", "n"), (3, 2))]
)
def test_a_shape_may_be_one_string(shape: Any, answer: tuple[int, int]) -> None:
    fn = mg.gradient("normF(A)^2", "A", shapes={"A": shape}).compile()
    assert fn(A=np.ones(answer)).shape == answer


def test_a_shape_that_cannot_be_read_is_an_error_of_ours() -> None:
    with pytest.raises(mg.MatgradError, match="cannot be read"):
        mg.gradient("c*x'*x", "x", shapes={"c": None})  # pyright: ignore[reportArgumentType]


def test_a_variable_may_be_called_self() -> None:
    assert mg.gradient("self'*self", "self").compile()(self=[1.0, 2.0]).tolist() == [2.0, 4.0]


def test_a_greek_variable_is_found() -> None:
    assert text(mg.gradient("norm2(β)^2", "β", shapes={"β": ("n",)}).result) == "2*beta"


def test_a_parsed_function_is_read_as_a_scalar_where_a_gradient_needs_one() -> None:
    assert text(mg.gradient(mg.parse("log(c)"), "c").result) == "1/c"


def test_the_hessian_of_a_structured_variable_is_symmetric_and_says_what_it_is() -> None:
    d = mg.hessian("sum(sin(X*x))", "X", {"X": ("n", "n"), "x": ("n",)}, {"X": ["symmetric"]})
    assert text(d.result) == "-kron(x*x', Diag(sin(X*x)))"
    assert any("not projected" in str(a) for a in d.assumptions)


def test_a_hessian_keeps_the_conditions_of_the_function() -> None:
    assert [str(a) for a in mg.hessian("-sum(log(x))", "x").assumptions] == ["x > 0"]
    assert [str(a) for a in mg.hessian("det(X)", "X").assumptions] == ["X is invertible"]


@pytest.mark.parametrize(
    ("function", "answer"),
    [
        ("Diag(x)*A*x", "Diag(x)*A + Diag(A*x)"),
        ("diag(A*Diag(x)*B)", "A .* B'"),
    ],
)
def test_selections_of_the_diagonal_are_written_with_diagonal_matrices(
    function: str, answer: str
) -> None:
    assert text(mg.jacobian(function, "x").result) == answer


def test_a_number_added_to_every_entry_of_an_outer_product_compiles() -> None:
    fn = mg.gradient("sum(square(1 + x*y'))", "x").compile()
    x, y = np.array([1.0, 2.0]), np.array([3.0, -1.0, 0.5])
    expected = 2 * (1 + np.outer(x, y)) @ y
    np.testing.assert_allclose(fn(x=x, y=y), expected)


@pytest.mark.parametrize(
    ("function", "variable", "shapes"),
    [
        ("logsumexp(x')", "x", {"x": ("n",)}),
        ("logsumexp(y'*A)", "A", {}),
        ("mean(kron(s, x*(3/2*ones(n))'))", "x", {"s": (), "x": (3,)}),
    ],
)
def test_answers_with_rows_of_shares_and_multiples_of_sizes_read_back(
    function: str, variable: str, shapes: dict[str, tuple[str | int, ...]]
) -> None:
    assert mg.gradient(function, variable, shapes).verdict.ok


def test_jacobians_of_functions_with_an_index_read_back() -> None:
    d = mg.hessian("function g8(x): n x 1\nsum(g8(x) + A')", "x", {"x": ("m",), "A": (1, "n")})
    assert d.verdict.ok


def test_the_square_of_a_sign_is_not_one_where_it_is_zero() -> None:
    function, assume = "sum(square(sign(kron(b, x))))", {"x": ["onehot"]}
    assert mg.gradient(function, "b", assume=assume).verdict.ok


def test_a_gradient_that_is_too_long_to_be_written_out_keeps_its_names_in_the_hessian() -> None:
    layers = "".join(f"y{k + 1} = y{k} + sin(y{k})\n" for k in range(12))
    d = mg.hessian(f"y0 = x\n{layers}y12", "x", {"x": ()})
    assert "closed" not in d.forms
    assert d.verdict.ok
    assert not any("does not depend on x" in remark for remark in d.remarks)


@pytest.mark.parametrize(
    "function", ["sum(softmax(upper_sums(M)))", "sum(toeplitz(zeros(n), zeros(n))*M)"]
)
def test_a_toeplitz_matrix_of_zeros_is_zero(function: str) -> None:
    d = mg.value_and_grad(function, "M", shapes={"M": ("n", "n")})
    assert d.verdict.ok
    assert not d.compile("numpy")(M=np.eye(3))[1].any()
