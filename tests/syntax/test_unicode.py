"""What a terminal shows is read back as what was printed, and a misprint is not."""

import re
from collections.abc import Mapping

import pytest

import matgrad as mg
from matgrad.api import verified
from matgrad.core.expr import Expr
from matgrad.core.walk import postorder
from matgrad.errors import MatgradError, VerifyError
from matgrad.ops import functions_of, symbol
from matgrad.render.plain import plain, plain_with_sizes
from matgrad.syntax import parse_plain_expression, parse_problem
from tests.equality import equal

SHAPES = {
    "A": ("m", "n"), "B": ("n", "n"), "C": ("n", "n"), "S": ("n", "n"), "x": "n", "y": "n",
    "W1": ("n", "n"), "yhat": "n", "lam": (), "s": (), "b__2": "n", "Sigma": ("n", "n"),
}  # fmt: skip
PRINTS = (
    "inv(B)'*x",
    "x*ones(1,n)*ones(n)",
    "9*8^s",
    "2/5*(x .* y) - x/6",
    "inv(C*S*C')",
    "lam*W1*x + b__2 - yhat",
    "x.^2 + B*x.^(3/2)",
    "B.^2 + B^2",
    "kron(I(n), x) + kron(x, I(n))",
    "commutation(m,n)*kron(I(n), A)",
    "diagonal_selection(n)'",
    "e(1,n)*e(2,m)'",
    "3*e(1,n) + 2*e^2*x",
    "normF(A)*norm1(x)*normnuc(A)*normspec(A)*abs(s)",
    "top_singular(A)",
    "frechet_expm(B, S)",
    "toeplitz(x, zeros(n))",
    "-(x'*y)/(2*s)*Sigma",
    "x[2] + B[1,2] + B[:,1]'*x",
)


def read(shown: str, symbols: Mapping[str, Expr], value: Expr) -> Expr:
    sizes = {n: symbol(f"size {n}", n) for n in ("m", "n")}
    return parse_plain_expression(
        shown, {**symbols, **sizes}, functions_of(postorder(value)), value.shape
    )


@pytest.mark.parametrize("text", PRINTS)
def test_a_print_is_read_back(text: str) -> None:
    problem = parse_problem(text, SHAPES)
    value = problem.function
    assert equal(read(plain_with_sizes(value), problem.symbols, value), value)


@pytest.mark.parametrize(
    ("text", "var"),
    [("F(X) : M", "X"), ("g(x)'*y", "x"), ("sum(sigma(x))^2", "x"), ("f(x)^2", "x")],
)
def test_derivatives_of_functions_that_are_only_named_are_read_back(text: str, var: str) -> None:
    given = "function F(X): n x n; function g(x): n; function sigma; function f(x): scalar; "
    d = mg.gradient(f"{given}X: n x n; M: n x n; x: n; y: n; {text}", var)
    assert d.verdict.ok
    assert verified.UNREAD not in d.verdict.details


MISPRINTS = {"B⁻ᵀx": "B⁻¹x", "x𝟏⟦n⟧ᵀ": "x𝟏⟦n⟧", "9·8s": "98s", "(x ⊙ y)ᵀx": "x ⊙ yᵀx", "xᵀ": "x"}


@pytest.mark.parametrize("shown", MISPRINTS)
def test_a_misprint_is_something_else(shown: str) -> None:
    symbols = parse_problem("B*x*y'*s", SHAPES).symbols
    right = parse_plain_expression(shown, symbols)
    try:
        wrong = parse_plain_expression(MISPRINTS[shown], symbols, shape=right.shape)
    except MatgradError:
        return
    assert wrong is not right


def test_the_sizes_are_all_that_is_added_to_a_print() -> None:
    value = parse_problem("ones(m,6)*kron(I(2), x)*ones(2)", SHAPES | {"x": 3}).function
    assert plain(value) == re.sub("⟦.*?⟧", "", plain_with_sizes(value))


def test_a_print_that_is_wrong_is_withheld(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        verified, "plain_with_sizes", lambda G: plain_with_sizes(G).replace("2", "3")
    )
    with pytest.raises(VerifyError):
        mg.gradient("norm2(A*x - b)^2", "x")


def test_a_print_that_cannot_be_read_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verified, "plain_with_sizes", lambda G: "?")
    assert verified.UNREAD in mg.gradient("norm2(A*x - b)^2", "x").verdict.details


@pytest.mark.parametrize("name", ["ŷ", "x̂", "w̄", "β̃₁"])
def test_letters_with_an_accent_are_names(name: str) -> None:
    assert len(parse_problem(f"{name}'*{name}").symbols) == 1
