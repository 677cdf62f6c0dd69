"""Which formula of a text is the function, and with respect to what its derivative is asked for."""

import pytest

from matgrad.app.ask import ask

NET = (
    r"Consider a two-layer network $z = W_1 x + b_1$, $h = \tanh(z)$, $\hat y = w_2^\top h + b_2$, "
    r"$L = \frac12(\hat y - y)^2$ with $x\in\mathbb R^d$, $W_1\in\mathbb R^{k\times d}$. "
)


def test_backpropagation_equations_are_those_of_all_parameters() -> None:
    assert [*ask(NET + "Derive the backpropagation equations.").results] == ["W1", "b1", "w2", "b2"]


def test_layers_may_be_numbered_above_in_prose() -> None:
    reply = ask(
        "A neural net: a^{(1)} = sigma(W^{(1)} x), and the cost C = 1/2 ||a^{(1)} - y||^2, where "
        "sigma is the sigmoid. What is the gradient for W^{(1)}?"
    )
    assert [*reply.results] == ["W__1"]
    assert not reply.questions


def test_a_solution_is_not_the_function() -> None:
    reply = ask(
        r"They say that for $\mathcal{J}(\mathbf{P}) = \|\mathbf{Y}-\mathbf{P}\mathbf{H}\|_F^2$ "
        r"setting the gradient to zero gives "
        r"$\mathbf{P}=\mathbf{Y}\mathbf{H}^\top(\mathbf{H}\mathbf{H}^\top)^{-1}$. How?"
    )
    assert str(reply.results["P"]) == "-2*(Y - P*H)*H'"


def test_the_same_thing_is_what_was_differentiated_before() -> None:
    reply = ask(
        r"Is $\nabla_x(\frac12\|x-c\|^2)=(x-c)$ and is $\nabla_c$ of the same thing $=(x-c)$?"
    )
    assert str(reply.results["c"]) == "c - x"


def test_a_function_may_be_applied_elementwise_without_a_verb() -> None:
    reply = ask(
        r"Let $L(W,V)=\|x - V\phi(Wx)\|^2$, $\phi$ applied elementwise. What is $\nabla_V L$?"
    )
    assert str(reply.results["V"]) == "-2*(x - V*phi(W*x))*phi(W*x)'"


@pytest.mark.parametrize(
    "rejected",
    [
        "Why is the gradient not $2Ax$?",
        "The gradient is never $2Ax$.",
        "I believe the gradient is not $2Ax$ but $(A+A^T)x$.",
        "I get $(A+A^T)x$ rather than $2Ax$.",
    ],
)
def test_what_the_text_rejects_is_not_the_function(rejected: str) -> None:
    reply = ask(f"Let $f(x)=x^TAx$. {rejected}")
    assert "the function: f = xᵀAx" in reply.text("short")


def test_a_lone_prime_is_the_derivative_of_the_function_of_that_name() -> None:
    reply = ask(r"Let $f(x)=\log x$ and $g(x)=x^2$. What is $f'$?")
    assert str(reply.results["x"]) == "1/x"


def test_a_function_may_be_written_as_a_map() -> None:
    reply = ask(r"Let $f\colon x\mapsto x^TAx$. What is the gradient of $f$?")
    assert str(reply.results["x"]) == "(A + A')*x"


def test_a_matrix_between_two_dots_is_one_of_a_form() -> None:
    reply = ask(r"Let $f(x)=x\cdot A\cdot x$. What is $\nabla f$?")
    assert str(reply.results["x"]) == "(A + A')*x"


def test_a_function_may_be_read_in_its_second_form() -> None:
    text = r"$f(X)=\|X\|_{2,1}=\sum_i\|x_i\|_2$ where $x_i$ are the rows of $X$. Gradient?"
    reply = ask(text)
    assert [d.verdict.ok for d in reply.derivations] == [True]
    assert "the function is read in the form" in reply.text("short")


def test_a_function_may_be_called_like_a_known_one() -> None:
    text = (
        r"Let $\mathrm{softplus}(x)=\log(1+e^x)$. Show $\mathrm{softplus}'(x)=\frac{1}{1+e^{-x}}$."
    )
    assert [claim.status for claim in ask(text).claims] == ["right"]


def test_a_formula_that_the_text_gives_a_value_is_that_value() -> None:
    reply = ask(r"Let $\mu=\frac1n\sum_i x_i$ and $\sigma^2=\frac1n\sum_i(x_i-\mu)^2$. Derivative "
                r"of $\sigma^2$ with respect to $x_j$ is $\frac2n(x_j-\mu)$?")  # fmt: skip
    assert [claim.status for claim in reply.claims] == ["right"]
    assert reply.unused == []


def test_what_a_case_fixes_is_not_the_function() -> None:
    reply = ask(r"Let $f(x)=x^TAx$. What's the gradient when "
                r"$A=\begin{pmatrix}2&1\\0&3\end{pmatrix}$?")  # fmt: skip
    assert list(reply.results) == ["x"]


@pytest.mark.parametrize(
    "text",
    [
        "Find the gradient of $f(x)=c^Tx$ and of $g(x)=x^Tx$, then of their product $fg$.",
        "Let $f(x)=c^Tx$ and $g(x)=x^Tx$. What is the gradient of $f$? And of $g$?",
        "What is the gradient of $x^TAx$ with respect to $x$? And of $x^TA^{-1}x$?",
    ],
)
def test_functions_that_are_asked_for_as_well(text: str) -> None:
    reply = ask(text)
    assert reply.further
    assert reply.unused == []


def test_a_right_side_of_what_is_not_read_is_not_the_function() -> None:
    text = "y[i] = w*x[i] + b and loss = sum_i (y[i]-t[i])^2. What is the derivative by w?"
    assert not ask(text).results


def test_a_loss_without_the_variable_is_asked_about() -> None:
    text = r"Network: $z = Wx + b$, loss $L = \|a - y\|^2$. Find the gradient with respect to $W$."
    reply = ask(text)
    assert not reply.results
    assert reply.questions == ["W does not occur in the function; which variable is meant?"]


def test_a_formula_of_entries_is_a_function_of_the_vector() -> None:
    reply = ask(
        r"The VAE KL term is $-\frac12\sum_j(1+\log\sigma_j^2-\mu_j^2-\sigma_j^2)$. "
        r"What is the derivative by $\mu$?"
    )
    assert {name: str(x) for name, x in reply.results.items()} == {"mu": "mu"}


def test_a_score_is_no_function() -> None:
    reply = ask(
        r"The score is $x/\lambda-1$. What's the observed information? I got $x/\lambda^2$."
    )
    assert not reply.results
    assert not reply.claims


RECALLED = [
    r"Let $f(x) = \|Ax-b\|$. I get $A^T(Ax-b)/\|Ax-b\|$. Also $\nabla\|x\| = x/\|x\|$.",
    r"Let $f(x) = \|Ax-b\|$. What is the gradient? Recall that $\nabla\|x\| = x/\|x\|$.",
    r"Find the gradient of $f(x) = \|Ax-b\|$. I know $\nabla\|x\| = x/\|x\|$.",
    r"Side fact: $\nabla_y \|y\| = y/\|y\|$. Let $f(x) = \|Ax-b\|$. What is $\nabla f$?",
]


@pytest.mark.parametrize("text", RECALLED, ids=range(len(RECALLED)))
def test_a_derivative_that_is_only_recalled_is_not_the_question(text: str) -> None:
    reply = ask(text)
    assert {str(each) for each in reply.results.values()} == {"A'*(A*x - b)/norm2(A*x - b)"}
    assert {claim.status for claim in reply.claims} == {"right"}


def test_a_recalled_derivative_says_nothing_about_the_variable() -> None:
    reply = ask(
        r"Let $f(W)=\|Wx-y\|^2$, and I got $2(Wx-y)x^T$. Side fact: $\nabla_x \|x\|^2 = 2x$."
    )
    assert [*reply.results] == ["W"]
    assert [claim.status for claim in reply.claims] == ["right", "right"]


def test_a_derivative_of_a_formula_with_a_known_function_is_the_question() -> None:
    reply = ask(
        r"Let $g(x) = Ax - b$. I know $g' = A$. I claim $\nabla\|g(x)\|^2 = 2A^Tg(x)$. Is that so?"
    )
    assert str(reply.results["x"]) == "2*A'*(A*x - b)"


BESIDE = [
    ("With f(x) = τ log Σ_i exp(x_i/τ) and p = softmax(x/τ), now differentiate in τ instead of x.",
     "f", "tau"),
    ("Let f(x) = ||Ax - b||^2 and r = Ax - b. Now differentiate in b instead of x. What do I get?",
     "f", "b"),
    ("f(x) = t log(sum(exp(x/t))) and p = softmax(x/t). Now differentiate with respect to t.",
     "f", "t"),
    (r"Let $f(w)=\sum_i\log(1+\exp(-y_iw^Tx_i))$ and $m=Xw$. Now differentiate with respect to "
     "$w$.", "f", "w"),
    ("With f(x) = log(1 + exp(a x)) and s = sigmoid(a x), differentiate in a instead of x.",
     "f", "a"),
    (r"$E = \frac12 r^Tr$, $r = Ax - b$. Now differentiate by $b$ rather than $x$.", "E", "b"),
    (r"Let $f(x)=\|x\|^2$, $y = Ax$. Find the Jacobian with respect to $x$.", "y", "x"),
    ("Let $f(x)=a^Tx$ and $y = Ax$. Differentiate $y$ with respect to $x$.", "y", "x"),
    (r"We have $h(w) = w^Tw$ and $E = \|Xw-y\|^2$. Differentiate with respect to $w$.", "E", "w"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "name", "variable"), BESIDE, ids=range(len(BESIDE)))
def test_the_function_is_the_one_with_arguments(text: str, name: str, variable: str) -> None:
    reply = ask(text)
    assert f"the function: {name} = " in reply.text("short")
    assert [*reply.results] == [variable]
