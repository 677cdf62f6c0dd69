"""What is asked and not answered is said."""

import pytest

from matgrad.app.ask import ask

F = "Let $f(x) = x^TAx$. What is the gradient of $f$?"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"{F} Is $f$ convex?", "convex"),
        (f"{F} Is $f$ positive definite?", "convex"),
        (f"{F} How do I prove that it is convex?", "convex"),
        (f"{F} What is the minimizer?", "Minima"),
        (
            "What is the gradient of $x^TAx$ with respect to $x$? What is the gradient of $a^Tu$?",
            "derivative of aᵀu",
        ),
    ],
)
def test_what_is_asked_and_not_answered_is_said(text: str, words: str) -> None:
    reply = ask(text)
    assert str(reply.results["x"]) == "(A + A')*x"
    (question,) = reply.questions
    assert words in question


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"{F} It is to be minimised subject to $x^Tx = 1$.", "constraints"),
        (rf"{F} Here $x \in \mathbb{{C}}^n$.", "complex"),
        (f"{F} Here $x$ is a complex vector.", "complex"),
    ],
)
def test_what_is_left_out_is_said(text: str, words: str) -> None:
    assert any(words in line for line in ask(text).to_json()["understood"])


@pytest.mark.parametrize(
    "text",
    [
        F,
        "What is the gradient of the convex function $x^TAx$ with respect to $x$?",
        r"What is the gradient of $f(x) = \|z\|^2$ and $z = Ax$ with respect to $x$?",
        "I know the gradient of $a^Tx$. What is the gradient of $x^TAx$ with respect to $x$?",
    ],
)
def test_nothing_is_said_where_nothing_is_left_out(text: str) -> None:
    assert not ask(text).questions


def test_that_a_function_is_convex_is_an_answer() -> None:
    reply = ask(r"Let $f(x) = \|Ax-b\|^2$. What is the Hessian of $f$? Is $f$ convex?")
    assert not reply.questions
    assert "f is convex in x" in reply.text()


def test_a_variable_that_is_asked_about_and_missing_is_said() -> None:
    text = ask(r"Gradient of $\|Wx\|^2$ with respect to $W$ and $q$?").text("short")
    assert "q: asked for as well, but not in the function" in text
    reply = ask(r"Gradient of $\|x\|^2$ with respect to $q$?")
    assert not reply.derivations and "q does not occur" in reply.questions[0]


@pytest.mark.parametrize("words", ["x a vector.", "x a vector in R^n."])
def test_the_power_of_a_vector_is_asked_about(words: str) -> None:
    reply = ask(f"Gradient of exp(-x^2/2) with respect to x, {words}")
    assert not reply.derivations
    assert "A power of the vector x: of each entry, or of its length?" in reply.questions[0]


def test_what_is_called_a_matrix_is_never_a_number() -> None:
    reply = ask("Gradient of $A^{1000}$ wrt $A$, where $A$ is a square matrix.")
    assert not reply.derivations and "matrix powers go up to 256" in reply.text("short")
    reply = ask(r"Let $A$ be a matrix and $f(x) = \|A + x\|$ with a number $x$. Gradient by $x$?")
    assert not reply.derivations


def test_a_letter_in_bold_and_not_is_said_to_be_one_name() -> None:
    text = ask(r"Gradient of $\mathbf{x}^Tx$ with respect to $\mathbf x$.").text("short")
    assert "x in bold and x are read as one name" in text


def test_a_definition_without_use_is_shown() -> None:
    text = ask(r"Let $y = Bx$. What is the gradient of $x^TAx$ by $x$?").text("short")
    assert text.split("Not used")[1].split() == ["y", "=", "Bx"]


@pytest.mark.parametrize("word", ["antiderivative", "integral"])
def test_an_integral_is_not_answered_with_a_derivative(word: str) -> None:
    reply = ask(f"What is the {word} of $x^5$?")
    assert not reply.derivations
    assert "Integrals" in reply.questions[0]


@pytest.mark.parametrize(
    "words",
    ["normalised gradient", "norm of the gradient", "inverse of the Hessian"],
)
def test_what_is_asked_of_a_derivative_is_said(words: str) -> None:
    reply = ask(f"What is the {words} of $x^TAx$ with respect to $x$?")
    assert any(f"Asked is the {words}" in line for line in reply.questions)


@pytest.mark.parametrize("by", ["X^TX", "X^T", "2X"])
def test_a_formula_is_no_variable(by: str) -> None:
    reply = ask(rf"What is the gradient of $\log\det X$ with respect to ${by}$?")
    assert not reply.results
    assert not reply.claims
    assert "is not a variable" in reply.questions[0]


def test_the_lagrangian_of_a_motion_has_no_constraints() -> None:
    text = (r"The pendulum has Lagrangian $L(q,\dot q)=\frac12ml^2\dot q^2+mgl\cos q$. Compute "
            r"$\partial L/\partial q$.")  # fmt: skip
    assert "constraints" not in str(ask(text))
    assert "constraints" in str(ask(text + " It is constrained."))


def test_a_lagrangian_with_a_matrix_of_multipliers_is_not_formed() -> None:
    text = r"Minimise $\frac12\|X\|_F^2$ s.t. $AX=B$. Form the Lagrangian and its gradient by $X$."
    assert any("The Lagrangian is not formed" in each for each in ask(text).questions)
    text = r"Form the Lagrangian $L(x,\lambda) = x^TQx - \lambda(a^Tx - 1)$ and its gradient."
    assert not ask(text).questions


def test_marginal_rates_are_not_passed_over() -> None:
    text = (
        r"$U(x,y)=x^\alpha y^{1-\alpha}$. Find the gradient and the marginal rate of substitution."
    )
    (line,) = ask(text).questions
    assert line.startswith("Marginal rates are not computed")


def test_a_step_that_is_not_judged_is_listed() -> None:
    step = "x_{k+1} = x_k - Q^{-1}(Qx_k + c)"
    reply = ask(rf"For $f(x) = \frac12x^TQx - c^Tx$, Newton's method does ${step}$. Right?")
    assert len(reply.unused) == 1


def test_what_minimises_a_function_is_not_computed_and_a_line_says_so() -> None:
    reply = ask(
        r"Let $g(t) = \|x + tv\|^2$. Compute $g'(t)$ and find the step $t^*$ that minimizes $g$."
    )
    assert reply.questions == [
        "Minima, maxima and stationary points are not computed, only derivatives."
    ]


WELL = "V(x) = x^4/4 - x^2/2. "


@pytest.mark.parametrize(
    "task",
    ["Find the force F(x) = -V'(x) and the equilibrium points.", "Find V'(x) and all equilibria."],
)
def test_equilibria_are_not_computed_and_a_line_says_so(task: str) -> None:
    (line,) = ask(WELL + task).questions
    assert line.startswith("Minima, maxima and stationary points are not computed")


def test_what_is_asked_at_an_equilibrium_asks_for_none() -> None:
    assert not ask(WELL + "What is V''(x) at the equilibrium point x = 1?").questions


@pytest.mark.parametrize(
    "text",
    [
        r"Let $x \neq 0$. What is the gradient of $f(x) = \|x\|_2$?",
        r"Let $x \ne 1$. What is the derivative of $\frac{1}{x-1}$?",
        "f(x) = log(x)/x with x != 0. What is the derivative?",
    ],
)
def test_what_is_a_condition_of_the_answer_is_not_told_again(text: str) -> None:
    assert not ask(text).unused


@pytest.mark.parametrize("words", ["Use (b) to find", "Using part (a), find", "From (b), find"])
def test_the_number_of_a_part_is_no_formula(words: str) -> None:
    text = rf"Let $z = Wx + b$ and $L = \|z - t\|^2$. {words} $\partial L/\partial W$."
    assert not ask(text).unused


def test_the_jacobian_of_the_residuals_is_not_passed_over() -> None:
    text = r"Let $S(\theta) = \|y - X\theta\|^2$. Write down the gradient and the Jacobian of the "
    reply = ask(f"{text}residuals.")
    assert any("Jacobian of the residuals" in line for line in reply.questions)


def test_cross_products_of_vectors_are_asked_about() -> None:
    reply = ask(
        r"Given vectors $a$, $b$ and $x$ in $\mathbb{R}^3$, what is the gradient of "
        r"$f(x) = (a\times x)\cdot b$ with respect to $x$?"
    )
    assert any("cross product" in line for line in reply.questions)


@pytest.mark.parametrize(
    "asked", ["the score, the MLE and the Hessian", "the maximum likelihood estimator"]
)
def test_an_mle_that_is_asked_for_is_said_not_to_be_computed(asked: str) -> None:
    reply = ask(rf"The log-likelihood is $l(a)=n\ln a-a\sum_{{i=1}}^nx_i$. Find {asked}.")
    assert any("stationary points are not computed" in line for line in reply.questions)


def test_a_claimed_mle_is_not_asked_for() -> None:
    text = r"$l(a)=n\ln a-a\sum_{i=1}^nx_i$. Find the score. The MLE is $\hat a=n/\sum_i x_i$."
    reply = ask(f"The log-likelihood is {text}")
    assert not reply.questions
