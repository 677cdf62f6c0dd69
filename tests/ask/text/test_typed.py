"""Formulas typed in the language of the command line are read as that language has them."""

import pytest

import matgrad as mg
from tests.syntax.agreement import agree, whole

DECLARED = "Let A in R^(m x n), X in R^(m x n), Y in R^(m x n), Z in R^(m x k), C in R^(m x k)."
SHAPES = dict.fromkeys("AXY", ("m", "n")) | dict.fromkeys("ZC", ("m", "k"))


@pytest.mark.parametrize(
    "typed",
    [
        "norm2(A*x - b)^2/2 + c",
        "normF(X'*X - I(n))^2",
        "sum(logsumexp_rows(X*Y'/c)) - tr(X*Y')/c",
        "C : (softmax_rows(X*Y')*Z)",
        "ones(m)'*A*e(1,n)",
    ],
)
def test_a_typed_formula_is_that_of_the_language(typed: str) -> None:
    problem = mg.ask(f"{DECLARED} f = {typed}\nWhat is the gradient of f?").problem
    assert problem is not None
    used = {name: shape for name, shape in SHAPES.items() if name in problem.symbols}
    assert agree(whole(problem), mg.parse(typed, shapes=used).function)


def test_a_formula_goes_on_behind_a_centred_dot() -> None:
    reply = mg.ask("g(x) = (a·x) b·x for vectors a, b, x. gradient wrt x?")
    assert str(reply.results["x"]) == "(a'*x)*b + (b'*x)*a"


def test_a_number_right_before_bars_is_a_factor() -> None:
    reply = mg.ask("Let f(x) = 1/2||Ax - b||^2. What is the gradient with respect to x?")
    assert str(reply.results["x"]) == "A'*(A*x - b)"


def test_functions_of_the_text_may_be_composed() -> None:
    reply = mg.ask("f(y) = ½||y||², g(x) = Ax - b. Gradient of f∘g?")
    assert str(reply.results["x"]) == "A'*(A*x - b)"


def test_indices_may_be_two_letters() -> None:
    reply = mg.ask("f(x) = sum_ij A_ij x_i x_j. gradient wrt x?")
    assert str(reply.results["x"]) == "(A + A')*x"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("f(x) = <a,x>^2 + <x, Bx>. What is the gradient?", "2*(a'*x)*a + (B + B')*x"),
        (r"f(x)=\frac{1}{2}x^TAx with A=A^T. What is the gradient?", "A*x"),
        ("f(x) = ½||y - UVx||². What is the gradient with respect to x?", "-V'*U'*(y - U*V*x)"),
    ],
)
def test_formulas_are_typed_in_many_ways(text: str, answer: str) -> None:
    assert str(mg.ask(text).results.get("x", "")) == answer


def test_a_command_of_latex_without_dollars_begins_a_claim() -> None:
    reply = mg.ask(r"f(x)=\frac{1}{2}x^TAx with A=A^T. \nabla f = Ax ?")
    assert [claim.status for claim in reply.claims] == ["right"]


@pytest.mark.parametrize("claim", [
    "2 S_B w/(w^T S_W w) - 2 (w^T S_B w) S_W w/(w^T S_W w)^2",
    "2 (S_B w) / (w^T S_W w) - 2 (w^T S_B w) S_W w/(w^T S_W w)^2",
])  # fmt: skip
def test_a_number_before_a_name_with_an_index_is_a_factor(claim: str) -> None:
    text = "J(w) = (w^T S_B w)/(w^T S_W w), S_B and S_W symmetric."
    reply = mg.ask(f"{text} I get {claim}. Is that the gradient?")
    assert [each.status for each in reply.claims] == ["right"]


def test_lam_before_a_bracket_is_a_factor() -> None:
    (found,) = mg.ask("What is dL/dw of L = ||w - a||^2 + lam (w'w + b'w)?").results.values()
    assert str(found) == "lam*(b + 2*w) + 2*w - 2*a"


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("f(x) = exp(x + a), both numbers. I got a exp(x + a) for the derivative. ok?", ["wrong"]),
        ("f(x) = 0.5*x'x + 0.5*a^2, a is a number. I got a x for the gradient. ok?", ["wrong"]),
        ("f(x) = exp(a x), a and x numbers. I got a exp(a x) for the derivative. ok?", ["right"]),
        ("f(x) = 0.5*(a'x - b)^2. The gradient is a (a'x - b). ok?", ["right"]),
        ("f(x) = (a'x)(b'x), x in R^n. Hessian? I think it's a b'.", ["wrong"]),
        ("f(x) = a log(x) + b x. I got a/x + b. ok?", ["right"]),
        ("f(x) = a log(x) + b log(1-x). I got a/x + b/(1-x). ok?", ["wrong"]),
        ("f(x, y) = x^2 y in the x/y plane. What is the gradient by x? I get 2*x*y.", ["right"]),
        ("f(x) = a'x. I get a vector for the gradient. ok?", []),
    ],
    ids=["exp", "product", "right", "brackets", "rank one", "quotient", "sum", "plane", "article"],
)
def test_a_letter_of_the_text_before_a_formula_is_no_article(text: str, claims: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == claims


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("R = p (100 - 2p). What is dR/dp? Alice says 100 - 2p, Bob says 100 - 4p.",
         ["wrong", "right"]),
        ("J(w) = ||y - Xw||^2 + lam ||w||^2. Without the ridge term the gradient is -2X'(y - Xw); "
         "with it, it is -2X'(y - Xw) + lam w.", ["right", "wrong"]),
        ("The entropy is S = C*log(T), where T is the temperature. What is dS/dT? I get C/T.",
         ["right"]),
        ("V = x'Px with P = P' and xdot = Ax. Then Vdot = 2x'PAx.", ["right"]),
    ],
    ids=["minus", "verb", "quotient", "dot"],
)  # fmt: skip
def test_typed_claims_are_read_whole(text: str, claims: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == claims
