"""Gradients: steps that are the engine's own trace, names, zero gradients, structure."""

from itertools import pairwise

import pytest

import matgrad as mg
from matgrad.api.derivation import Derivation
from matgrad.core.steps import Phase
from matgrad.errors import ShapeError, UnknownNameError
from matgrad.render import plain, text

SEED_SHAPES = {"A": (1, "l"), "B": ("l", "m"), "V": ("m", "k"), "W": ("k", "d"), "z": ("d",)}


def lines(d: Derivation) -> list[str]:
    return [plain(s.after) for s in d.steps if s.phase is Phase.LINE]


def definitions(d: Derivation) -> list[str]:
    return [f"{plain(x.symbol)} = {plain(x.value)}" for x in d.definitions]


def test_the_relu_network_is_derived_as_its_answer_was_written() -> None:
    d = mg.gradient("A*square(B*V*relu(W*z))", ["V", "W"], shapes=SEED_SHAPES)
    assert definitions(d) == ["x = Wz", "h = step(x)", "r = relu(x)", "y = BVr"]
    assert plain(d.forms["cascade"]["V"]) == "2Bᵀ(y ⊙ Aᵀ)rᵀ"
    assert plain(d.forms["cascade"]["W"]) == "2(h ⊙ VᵀBᵀ(y ⊙ Aᵀ))zᵀ"
    assert text(d.forms["diagonal"]["V"]) == "2*B'*Y*a*r'"
    assert text(d.forms["diagonal"]["W"]) == "2*H*V'*B'*Y*a*z'"
    assert any("step(0) = 0" in str(a) for a in d.assumptions)
    assert d.verdict.ok


def test_a_diagonal_of_a_product_is_a_product_of_diagonals() -> None:
    d = mg.hessian("sum(log(1 + exp(X*w)).*c)", "w")
    assert plain(d.forms["diagonal"]) == "XᵀCYDX"


def test_the_nested_sines_are_derived_as_their_answer_was_written() -> None:
    d = mg.gradient("norm2(sin(W2*cos(W1*x)))^2", "x")
    assert lines(d) == [
        "2z : dz",
        "2z : (c ⊙ db)",
        "2(c ⊙ z) : db",
        "2(c ⊙ z) : W₂ dy",
        "2W₂ᵀ(c ⊙ z) : dy",
        "2W₂ᵀ(c ⊙ z) : (−s ⊙ da)",
        "−2(s ⊙ W₂ᵀ(c ⊙ z)) : da",
        "−2(s ⊙ W₂ᵀ(c ⊙ z)) : W₁ dx",
        "−2W₁ᵀ(s ⊙ W₂ᵀ(c ⊙ z)) : dx",
    ]
    assert plain(d.forms["diagonal"]) == "−2W₁ᵀSW₂ᵀCz"
    assert d.assumptions == ()


def test_every_line_goes_on_from_the_one_before() -> None:
    d = mg.gradient("tr(X'*A*X) + logdet(X'*X)", "X")
    chain = [s for s in d.steps if s.phase is Phase.LINE]
    assert all(a.after is b.before for a, b in pairwise(chain))
    assert all(s.rule and s.why for s in chain)


def test_the_names_of_the_user_are_kept() -> None:
    d = mg.gradient(
        """A in R^(1 x l); B in R^(l x m); V in R^(m x k); W in R^(k x d); z in R^d
        r = relu(W*z)
        y = B*V*r
        f = A*square(y)
        gradient of f wrt V, W"""
    )
    assert definitions(d)[-2:] == ["r = relu(x)", "y = BVr"]
    assert plain(d.forms["cascade"]["V"]) == "2Bᵀ(y ⊙ Aᵀ)rᵀ"


def test_names_do_not_clash_with_variables_or_sizes() -> None:
    d = mg.gradient("sum(sin(a*b'*x)) + r", "x", shapes={"a": "n", "b": "m", "x": "m", "r": ()})
    taken = {"a", "b", "x", "r", "n", "m", "f"}
    assert not taken & {x.symbol.name for x in d.definitions}


def test_variables_share_their_intermediates() -> None:
    d = mg.gradient("norm2(W2*tanh(W1*x + b1) + b2 - y)^2", ["W1", "b1", "W2", "b2"])
    assert len([x for x in definitions(d) if "tanh" in x]) == 1
    assert set(d.results) == {"W1", "b1", "W2", "b2"}


@pytest.mark.parametrize(
    ("function", "variable", "reason"),
    [
        ("x'*x + y'*y - y'*y", "y", "cancel"),
        ("det(x*x')", "x", None),
    ],
)
def test_a_zero_gradient_says_why(function: str, variable: str, reason: str | None) -> None:
    d = mg.gradient(function, variable)
    if reason is not None:
        assert str(d.result).startswith("zeros")
        assert any(reason in s.why for s in d.steps if s.phase is Phase.RESULT)
    assert d.verdict.ok


def test_a_gradient_needs_a_scalar_function() -> None:
    with pytest.raises(ShapeError, match="scalar function"):
        mg.gradient("A*x", "x")


def test_a_variable_that_does_not_occur_is_named() -> None:
    with pytest.raises(UnknownNameError, match="q does not occur"):
        mg.gradient("x'*x", "q")


def test_the_name_of_a_differential_must_be_free() -> None:
    with pytest.raises(UnknownNameError, match="rename the variable dx"):
        mg.gradient("x'*dx", "x")


@pytest.mark.parametrize(
    ("function", "variable", "words"),
    [
        ("norm2(x)", "x", "x ≠ 0"),
        ("log(x.^2)'*y", "x", "x ≠ 0"),
        ("logdet(X)", "X", "det(X) > 0"),
        ("a'*inv(X)*b", "X", "X is invertible"),
        ("sum(relu(x))", "x", "step(0) = 0"),
        ("norm1(A*x - b)", "x", "sign(0) = 0"),
        ("y: n; n*log(norm2(y - A*x)^2/n)", "x", "y − Ax ≠ 0"),
        ("max(x) - min(x)", "x", "the same entry of x is largest nearby"),
        ("max(x) - min(x)", "x", "the same entry of x is smallest nearby"),
    ],
)
def test_conditions_are_listed(function: str, variable: str, words: str) -> None:
    d = mg.gradient(function, variable)
    assert any(words in str(a) for a in d.assumptions)


@pytest.mark.parametrize(
    "function",
    [
        *("norm2(x)^2", "norm2(A*x - b)^2", "x'*A*x", "sum(exp(x))", "norm2(x)^4"),
        *("sum(abs(A*x - b).^2)", "sum(square(abs(x)))", "sum(x)/log(10)"),
    ],
)
def test_no_condition_is_invented(function: str) -> None:
    assert mg.gradient(function, "x").assumptions == ()


def test_an_unspecified_function_differentiates_to_its_prime() -> None:
    d = mg.gradient("function sigma\nsum(sigma(W*x))", "x")
    assert text(d.result) == "W'*sigma'(W*x)"
    assert "σ′(" in plain(d.result)


def test_value_and_gradient_share_their_code() -> None:
    fn = mg.value_and_grad("norm2(A*x - b)^2", ["x", "b"]).compile()
    value, (gx, gb) = fn(A=[[1.0, 2.0], [3.0, 4.0]], x=[1.0, 1.0], b=[0.0, 0.0])
    assert value == 58.0
    assert gx.tolist() == [48.0, 68.0]
    assert gb.tolist() == [-6.0, -14.0]


def test_an_answer_that_is_shorter_with_its_names_put_in_follows_what_the_lines_gave() -> None:
    rows = str(mg.gradient("X: n×n; A: n×n; det(X'*A*X)", "X")).splitlines()
    at = rows.index("  ∂f/∂X = AᵀX adj(B)ᵀ + AX adj(B)")
    assert rows[at + 1].split("    ")[2].strip() == "= 2 det(A) det(X) adj(X)ᵀ"


def test_a_part_that_is_one_less_another_is_put_in_where_that_is_shorter() -> None:
    text = (
        "W: m×n; x: n; v: m; y: scalar\na = sigmoid(W*x)\np = sigmoid(v'*a)\n"
        "-y*log(p) - (1 - y)*log(1 - p)"
    )
    d = mg.gradient(text, "x")
    assert any(line.startswith("(p − y)") for line in lines(d))
    assert d.verdict.ok
