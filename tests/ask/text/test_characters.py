"""Characters of pages and documents are read as those of a keyboard; programs are not read."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.text.characters import keyed

QUADRATIC = "(A + A')*x"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("What is the gradient of f(x) = x⊤Ax?", QUADRATIC),
        ("What is the gradient of x<sup>T</sup>Ax with respect to x?", QUADRATIC),
        ("What is the gradient of ½‖Ax-b‖² with respect to x?", "A'*(A*x - b)"),
        ("What is the gradient of 𝐱ᵀ𝐀𝐱 with respect to 𝐱?", QUADRATIC),
        ("What is the gradient of $𝐱ᵀ𝐀𝐱$ with respect to $𝐱$?", QUADRATIC),
        ("What is the gradient of f(x) = ∑ᵢ (yᵢ − xᵀzᵢ)²?", "-2*Z'*(y - Z*x)"),
        ("What is the gradient of $x^T\u00a0Ax$ with respect to $x$?", QUADRATIC),
        ("What is the gradient of $x^T\u200bAx$ with respect to $x$?", QUADRATIC),
        ("∇ₓ ‖Ax−b‖²?", "2*A'*(A*x - b)"),
    ],
)
def test_characters_of_documents_are_read(text: str, result: str) -> None:
    assert str(ask(text).results["x"]) == result


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Let f(x) = x – x². What is f'(x)?", "1 - 2*x"),
        ("Let f(x) = 3½x². What is f'(x)?", "7*x"),
        ("Let f(x) = x³ – x – 1. What is f'(x)?", "3*x^2 - 1"),
    ],
)
def test_dashes_are_minus_signs_and_a_number_may_end_in_a_fraction(text: str, answer: str) -> None:
    assert str(ask(text).results["x"]) == answer


def test_a_dash_before_words_is_no_minus() -> None:
    reply = ask("Let f(x) = x^2 – I know that. What is df/dx?")
    assert str(reply.results["x"]) == "2*x"


def test_characters_that_steer_a_terminal_are_not_echoed() -> None:
    answer = ask("Let $f(x)=x^TA\x1b[31mx\x07$, \u202eabc. What is the gradient of $f$?")
    assert not {"\x1b", "\x07", "\u202e"} & set(answer.text())


@pytest.mark.parametrize(
    "text",
    [
        r"Let \[ f(x) = x^TAx . \] My notes say that the answer is \[ (A+A^T)x . \]",
        r"Let $f(x) = x^TAx$. I get \begin{align} \nabla f(x) = (A+A^T)x . \tag{2} \end{align}",
    ],
)
def test_a_full_stop_at_the_end_of_a_display_is_no_product(text: str) -> None:
    assert [claim.status for claim in ask(text).claims] == ["right"]


def test_the_name_of_a_library_is_no_factor() -> None:
    assert keyed("torch.mean(x) + np.linalg.norm(x)") == "mean(x) + norm(x)"
    assert keyed("np.fft(x), torch.nn") == "np.fft(x), torch.nn"


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("gradient of log(sum(exp(A x + b))) wrt x = A^T softmax(Ax+b)?", "right"),
        ("gradient of x'Ax wrt x = 2Ax?", "wrong"),
        ("f = x'Ax. gradient with respect to x = (A + A')x, right?", "right"),
        ("gradient of x'Ax + b'x w.r.t. x == (A + A')x + b", "right"),
        ("S = A B, L = sum(S .* C). gradient wrt A = C * B^T?", "right"),
        ("is the grad of tr(W'*C*W) wrt W 2*C*W", "wrong"),
        ("d/dx of x'Ax = 2Ax, yes?", "wrong"),
        ("d/dt of s t^2 is 2 s t. Right?", "right"),
        ("L = ||Xw - y||^2 and r = Xw - y. I get dL/dw = 2X^Tr. ok?", "right"),
        ("L = ||y - Xw||^2. Is the gradient wrt w -2X'(y - Xw)?", "right"),
        ("L = ||y - Xw||^2. Is dL/dw -2X'(Xw - y)?", "wrong"),
        ("d/dx of x'Ax where A is symmetric. I get 2Ax.", "right"),
        ("What's d/dW of tr(W'XW), where X is n by n? My colleague says (X + X')W.", "right"),
    ],
)
def test_a_value_behind_the_variable_is_a_claim(text: str, status: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]


@pytest.mark.parametrize("text", ["What is the gradient of f wrt z = W x?", "wrt w = (x, y)?"])
def test_a_variable_may_be_defined_where_it_is_named(text: str) -> None:
    assert keyed(text) == text


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("f(x) = x'x. grad_x f = 2x.", "right"),
        ("L(w) = ||Xw - y||^2. nabla_w L = 2X'(Xw - y).", "right"),
        ("J(theta) = ||y - X theta||^2. Then grad_theta J(theta) = -2 X'(y - X theta).", "right"),
        ("f = x'y. What's grad_x f? For grad_y f a friend has x.", "right"),
        ("f = x'y. What's grad_x f? For grad_y f Bob gets y.", "wrong"),
        (r"Let $f = x^Ty$. What is $\nabla_x f$? For $\nabla_y f$ my answer is $x$.", "right"),
        ("loss = ||X w - y||^2. grad_w loss = 2 X'(X w - y)?", "right"),
    ],
)
def test_a_typed_nabla_with_its_variable(text: str, status: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]


def test_what_a_typed_nabla_is_taken_by_is_the_variable() -> None:
    assert {*ask("f(x, y) = x'Ay. What's grad_y f?").results} == {"y"}


def test_plus_or_minus_one_is_typed_in_many_ways() -> None:
    for sign in ("+-1", "+/-1", "±1"):
        problem = ask(f"f = exp(s*x), s is {sign}. derivative wrt x?").problem
        assert problem is not None
        assert "s" in problem.symbols


def test_a_multiple_of_the_identity_is_no_word() -> None:
    reply = ask("f(x) = x'x. Gradient = 2x. Hessian = 3I.")
    assert [claim.status for claim in reply.claims] == ["right", "wrong"]


def test_a_full_stop_between_spaces_ends_a_formula_before_a_word() -> None:
    reply = ask("P = V^2/R. dP/dV = 2V/R, dP/dR = V^2/R^2 . error propagation: is that fine?")
    assert [claim.status for claim in reply.claims] == ["right", "wrong"]
    (claim,) = ask("P = V^2/R, dP/dR = -V^2/R^2 . is that fine?").claims
    assert claim.status == "right"


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ("NLL(μ, s) = (x − μ)²/s. What is ∂NLL/∂s?", {"s": "-(x - mu)^2/s^2"}),
        ("cost(w, b) = ||Xw + b*1 - y||^2. Gradient wrt b?", {"b": "2*1'*(X*w + b*1 - y)"}),
        ("ℒ(x) = ½‖Ax − b‖². What is ∇ₓℒ?", {"x": "A'*(A*x - b)"}),
        ("z = x^y (x > 0). What is dz/dx?", {"x": "y*x^(y - 1)"}),
    ],
)
def test_heads_with_spaces_script_letters_and_bounds_in_brackets(
    text: str, results: dict[str, str]
) -> None:
    reply = ask(f"{text} I get {next(iter(results.values()))}.")
    assert [*reply.results] == [*results]
    assert [claim.status for claim in reply.claims] == ["right"]


@pytest.mark.parametrize(
    "name", ["multivariate t distribution", "Student's t-distribution", "$t$ distribution"]
)
def test_the_t_of_a_distribution_is_no_letter_of_the_formula(name: str) -> None:
    reply = ask(
        f"Compute the gradient of the negative log-likelihood of the {name}, "
        "(nu+1)/2 * log(1 + (x-m)^2/nu), with respect to m."
    )
    assert [*reply.results] == ["m"]
    assert not reply.questions
