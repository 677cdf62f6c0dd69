"""Convexity read off the structure of a Hessian, never claimed without a reason."""

import pytest

import matgrad as mg
from matgrad.derive import convexity
from matgrad.derive.convexity import curvature_because

PD = {"P": ["positive_definite"]}
CONVEX: list[tuple[str, str, dict[str, list[str]]]] = [
    ("norm2(A*x - b)^2", "x", {}),
    ("sum(exp(X*w)) - y'*X*w", "w", {}),
    ("sum(softplus(X*w))", "w", {}),
    ("logsumexp(A*x)", "x", {}),
    ("logsumexp(X)", "X", {}),
    ("sum(logsumexp_rows(X*W)) - Y:(X*W)", "W", {}),  # multiclass logistic regression
    ("normF(T - U*V')^2", "U", {}),
    ("normF(M.*(T - U*V'))^2", "U", {}),
    ("x'*x + sum(x.^4)", "x", {}),
    ("-sum(log(x))", "x", {}),
    ("sum(x.*log(x))", "x", {}),
    ("norm2(A*x - b)", "x", {}),
    ("norm2(x)^3", "x", {}),
    ("-log(1 - x'*x)", "x", {}),
    ("-logdet(P)", "P", PD),
    ("tr(inv(P))", "P", PD),
    ("x'*inv(P)*x", "P", PD),
    ("(y - X*w)'*inv(P)*(y - X*w)", "w", PD),
    ("tr(X'*P*X)", "X", PD),
    ("norm2(x)^2/t", "t", {"t": ["positive"]}),
    ("log(c'*exp(A*x))", "x", {"c": ["positive"]}),
    ("var(x)", "x", {}),  # I − 11ᵀ/n is a projection
    ("var(A*x)", "x", {}),
    ("norm1(A*x - b)", "x", {}),  # kinks: by composition
    ("max(A*x + b) + norm2(x)", "x", {}),
    ("sum(max(0, 1 - y.*(X*w))) + norm2(w)^2", "w", {}),
    ("norm2(A*x - b)^2 + norm1(x)", "x", {}),
    ("sum(abs(x).^1.5)", "x", {}),
]
CONCAVE: list[tuple[str, str, dict[str, list[str]]]] = [
    ("sum(log(x))", "x", {}),
    ("-norm2(A*x - b)^2", "x", {}),
    ("-norm1(x)", "x", {}),
    ("min(A*x)", "x", {}),
    ("sum(sqrt(x))", "x", {}),
    ("logdet(P)", "P", PD),
    ("sum(log(sigmoid(A*x)))", "x", {}),
]
NOT_TOLD: list[tuple[str, str, dict[str, list[str]]]] = [
    ("x'*A*x", "x", {}),
    ("(a'*x)*(b'*x)", "x", {}),
    ("sum(x.^3)", "x", {}),
    ("sum(sin(x))", "x", {}),
    ("sum(tanh(x))", "x", {}),
    ("normF(X'*X - C)^2", "X", {}),
    ("tr(X*X)", "X", {}),
    ("1/c", "c", {}),
    ("log(norm2(x))", "x", {}),
    ("exp(-norm2(x)^2)", "x", {}),
    ("norm2(x)^2/(1 + c'*x)", "x", {}),
    ("logdet(X)", "X", {}),
    ("sum(softplus(x)) + c*norm2(x)^2", "x", {"c": ["nonzero"]}),
    ("norm2(sin(x))", "x", {}),
    ("sqrt(norm2(x))", "x", {}),
]


def said(function: str, variable: str, assume: dict[str, list[str]]) -> str:
    return "; ".join(mg.hessian(function, variable, assume=assume).remarks)


@pytest.mark.parametrize(("function", "variable", "assume"), CONVEX)
def test_a_convex_function_is_said_to_be_convex(
    function: str, variable: str, assume: dict[str, list[str]]
) -> None:
    assert "is convex in" in said(function, variable, assume)


@pytest.mark.parametrize(("function", "variable", "assume"), CONCAVE)
def test_a_concave_function_is_said_to_be_concave(
    function: str, variable: str, assume: dict[str, list[str]]
) -> None:
    assert "is concave in" in said(function, variable, assume)


@pytest.mark.parametrize(("function", "variable", "assume"), NOT_TOLD)
def test_nothing_is_claimed_that_the_structure_does_not_tell(
    function: str, variable: str, assume: dict[str, list[str]]
) -> None:
    remarks = said(function, variable, assume)
    assert "is convex in" not in remarks
    assert "is concave in" not in remarks


def test_second_derivatives_at_kinks_tell_nothing() -> None:
    remarks = said("norm2(A*x - b)^2 + norm1(x)", "x", {})
    assert "quadratic" not in remarks
    assert "affine in" not in said("norm1(x)", "x", {})


def test_a_domain_with_holes_is_mentioned() -> None:
    assert "on a convex set" in said("1/c^2", "c", {"c": ["nonzero"]})
    assert "on a convex set" not in said("1/c^2", "c", {"c": ["positive"]})


@pytest.mark.parametrize(
    "function", ["(x'*x - 1)^1.5", "(x'*x - 1)^2.5", "sum((x.^2 - 1).^1.5)", "sqrt(x'*x - 1)^3"]
)
def test_a_power_of_what_is_not_concave_is_convex_only_on_convex_sets(function: str) -> None:
    assert "wherever the conditions hold on a convex set" in said(f"x: n; {function}", "x", {})


@pytest.mark.parametrize(
    "function", ["sum(x.^1.5)", "(a'*x - 1)^1.5", "(x'*x + 1)^1.5", "-sqrt(1 - x'*x)"]
)
def test_a_convex_domain_needs_no_condition(function: str) -> None:
    remarks = said(f"x: n; {function}", "x", {})
    assert "is convex in x" in remarks
    assert "on a convex set" not in remarks


@pytest.mark.parametrize(
    ("function", "variables", "assume"),
    [
        ("norm2(A*x - B*y)^2", "x,y", {}),
        ("norm2(x)^2/t", "x,t", {"t": ["positive"]}),
        ("x'*inv(P)*x", "x,P", PD),
        ("sum(x.*log(x./y))", "x,y", {"x": ["positive"], "y": ["positive"]}),
    ],
)
def test_joint_convexity_is_said(
    function: str, variables: str, assume: dict[str, list[str]]
) -> None:
    assert "is jointly convex in" in said(function, variables, assume)


@pytest.mark.parametrize("function", ["x'*A*y", "norm2(x)^2*norm2(y)^2", "x'*x - y'*y"])
def test_convexity_in_each_variable_is_not_joint(function: str) -> None:
    assert said(function, "x,y", {}) == ""


def test_a_leaky_relu_with_a_slope_below_one_is_convex() -> None:
    assert "convex" in said("x: n; sum(leaky_relu(x, 0.1))", "x", {})


def test_a_leaky_relu_with_a_slope_above_one_is_not_convex() -> None:
    assert "convex" not in said("x: n; sum(leaky_relu(x, 2))", "x", {})


def test_a_constant_hessian_means_a_quadratic_function() -> None:
    assert any("quadratic" in r for r in mg.hessian("x'*A*x + b'*x", "x").remarks)


@pytest.mark.parametrize(
    ("function", "variable", "words"),
    [
        ("logsumexp(z)", "z", "diagonal plus rank one"),
        ("sum(x.^4) + sum(x)^2", "x", "diagonal plus rank one"),
        ("sum(softplus(X*w))", "w", "AᵀDA with a diagonal D"),
        ("sum(exp(x))", "x", "diagonal"),
        ("norm2(x)^2", "x", "a multiple of the identity"),
        ("normF(T - U*V')^2", "U", "a Kronecker product"),
        ("tr(X'*A*X)", "X", "block diagonal"),
        ("exp(a'*x)", "x", "of rank one"),
    ],
)
def test_the_structure_of_a_hessian_is_named(function: str, variable: str, words: str) -> None:
    assert f"the Hessian is {words}" in said(function, variable, {})


def test_a_hessian_is_checked_to_be_symmetric() -> None:
    d = mg.hessian("a'*inv(X)*b", "X")
    assert any("symmetry: exact" in line for line in d.verdict.details)


def test_nothing_is_said_about_a_matrix_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    (H,) = mg.hessian("norm2(A*x - b)^2", "x").trace.results.values()
    assert curvature_because(H) is not None
    monkeypatch.setattr(convexity, "LONGEST", 1)
    assert curvature_because(H) is None


@pytest.mark.parametrize(
    ("function", "variable", "assume"),
    [
        ("norm2(X*w - y)^2 + t*norm2(w)^2", "w", {"t": ["positive"]}),
        ("norm2(x)^2 + x'*A'*A*x", "x", {}),
        ("norm2(A*x)^2", "x", {"A": ["invertible"]}),
        ("x'*A*x", "x", {"A": ["positive_definite"]}),
        ("sum(exp(x))", "x", {}),
        ("3*y^2", "y", {}),
    ],
)
def test_a_hessian_is_definite_where_a_part_of_it_is(
    function: str, variable: str, assume: dict[str, list[str]]
) -> None:
    remarks = mg.hessian(function, variable, assume=assume).remarks
    assert any(line.startswith("positive definite, since ") for line in remarks)


@pytest.mark.parametrize("function", ["norm2(A*x)^2", "norm2(A*x)^2 + norm2(B*x)^2"])
def test_a_hessian_that_may_be_singular_is_semidefinite(function: str) -> None:
    remarks = mg.hessian(function, "x").remarks
    assert any(line.startswith("positive semidefinite, since ") for line in remarks)
