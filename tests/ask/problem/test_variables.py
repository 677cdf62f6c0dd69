"""With respect to which variables derivatives are asked for."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    ("text", "variables"),
    [
        (
            r"Let $L(U,V)=\frac12\|R-UV^T\|_F^2$. Compute both partial gradients. "
            r"My guess: $\nabla_U L=-(R-UV^T)V$.",
            ["U", "V"],
        ),
        (
            r"Compute the gradients of $f(X,Y)=\|XY\|_F^2$. I think $\nabla_X f=2XYY^T$.",
            ["X", "Y"],
        ),
        (
            r"Find all first-order partial derivatives of $f(X,Y)=\|XY\|_F^2$. "
            r"Here is my $\nabla_X f=2XYY^T$.",
            ["X", "Y"],
        ),
        (r"What is the gradient of $f(X,Y)=\|XY\|_F^2$? I think $\nabla_X f=2XYY^T$.", ["X"]),
        (
            r"Find the gradients of $f(X,Y)=\|XY\|_F^2$ with respect to $X$. I think "
            r"$\nabla_X f=2XYY^T$.",
            ["X"],
        ),
    ],
)
def test_a_guess_for_one_variable_leaves_the_others_asked(text: str, variables: list[str]) -> None:
    reply = ask(text)
    assert [*reply.results] == variables
    assert reply.claims[0].status == "right"


@pytest.mark.parametrize(
    "text",
    [
        r"Let $f(L)=\|Lx\|^2$ and $M=L^TL$. Express the gradient of f with respect to M.",
        r"Let $f(L)=\|Lx\|^2$, where $M = L^TL$. What is the gradient with respect to $M$?",
    ],
)
def test_a_derivative_by_what_is_made_of_the_variable_is_asked_about(text: str) -> None:
    reply = ask(text)
    assert reply.questions == ["f is given by L, not by M. Write f with M, or ask for L."]
    assert not reply.results


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            r"Let $f(L)=\|Lx\|^2$. What is the gradient with respect to $L$? And with $M=L^TL$, "
            r"what is the gradient in terms of $M$?",
            "2*L*x*x'",
        ),
        (
            r"Let $f(x)=\|Ax-b\|^2$ and $r=Ax-b$. Write the gradient in terms of $r$.",
            "2*A'*(A*x - b)",
        ),
    ],
)
def test_what_an_answer_is_written_with_is_not_the_function(text: str, answer: str) -> None:
    assert [str(each) for each in ask(text).results.values()] == [answer]


@pytest.mark.parametrize(
    "text",
    [
        r"Let $x\in\mathbb{R}^2$ and $f(x)=x_1^2x_2+\sin x_2$. Gradient with respect to $x$?",
        r"$f(x)=x_1^2x_2+\sin x_2$. What is the gradient with respect to $x=(x_1,x_2)$?",
        r"$f(x)=x_1^2x_2+\sin x_2$. What is $\nabla_x f$?",
        r"$f(x_1,x_2)=x_1^2x_2+\sin x_2$. Gradient with respect to $(x_1,x_2)^T$?",
    ],
)
def test_a_vector_that_occurs_by_its_entries(text: str) -> None:
    found = {name: str(x) for name, x in ask(text).results.items()}
    assert found == {"x1": "2*x1*x2", "x2": "x1^2 + cos(x2)"}


def test_a_list_in_brackets_names_variables() -> None:
    reply = ask("$f(a,b)=a^2b$. Gradient with respect to $(a,b)$? I have $(2ab, a^2)^T$.")
    assert list(reply.results) == ["a", "b"]
    assert [claim.status for claim in reply.claims] == ["right"]
    assert reply.unused == []


def test_entries_that_are_matrices_are_no_vector() -> None:
    reply = ask(r"$f(W_1,W_2)=\|W_2W_1x\|^2$. Gradient with respect to $W$?")
    assert reply.results == {}


@pytest.mark.parametrize(
    "text",
    [
        r"$p(\theta)=\begin{bmatrix}l_1\cos\theta_1+l_2\cos(\theta_1+\theta_2)\\ "
        r"l_1\sin\theta_1+l_2\sin(\theta_1+\theta_2)\end{bmatrix}$. What's the Jacobian with "
        r"respect to $\theta=(\theta_1,\theta_2)$?",
        r"$F(r,\theta)=\begin{bmatrix}r\cos\theta\\r\sin\theta\end{bmatrix}$. Jacobian?",
    ],
)
def test_the_entries_of_a_column_are_numbers(text: str) -> None:
    reply = ask(text)
    assert len(reply.results) == 2
    assert all(str(x.shape) == "2×1" for x in reply.results.values())


def test_blocks_of_a_column_stay_vectors() -> None:
    reply = ask(r"Let $f(x)=\begin{bmatrix}Ax\\x\end{bmatrix}$. What is the Jacobian?")
    assert str(reply.results["x"].shape) != "2×1"


@pytest.mark.parametrize(
    ("text", "variables"),
    [
        ("Suppose A is skew-symmetric. What's the gradient of x'Ax?", ["x"]),
        ("Let $A$ and $B$ be symmetric. What is the gradient of $x^TABx$?", ["x"]),
        ("Let $A$ be symmetric. What is the gradient of $x^TAx+b^Tx$?", []),
        (r"Let $X$ be positive definite. What is the gradient of $\log\det X+s^TXs$?", []),
        ("What's the gradient of $x^TAx$?", []),
    ],
)
def test_what_is_described_is_no_variable(text: str, variables: list[str]) -> None:
    assert list(ask(text).results) == variables


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (r"$\ln p(w|t) = -\frac{\beta}{2}\|t-\Phi w\|^2 - \frac{\alpha}{2}w^Tw$. Gradient?", "w"),
        (r"$\log p(\theta|x) = -\frac12(x-B\theta)^T(x-B\theta)$. What is the Hessian?", "theta"),
        (r"$\log p(x|\mu) = -\frac12(x-\mu)^T(x-\mu)$. What is the gradient?", "mu"),
    ],
    ids=range(3),
)
def test_a_posterior_is_a_function_of_what_stands_before_its_bar(text: str, name: str) -> None:
    assert list(ask(text).results) == [name]


@pytest.mark.parametrize("words", ["if $\\|\\mu\\|=1$", "where $\\mu$ is a vector"], ids=range(2))
def test_a_unit_vector_is_no_number(words: str) -> None:
    text = r"Let $\mathcal{L}=\kappa\mu^T\sum_ix_i+\lambda(1-\mu^T\mu)$. What is the derivative wrt"
    problem = ask(rf"{text} $\mu$ {words}?").problem
    assert problem is not None
    assert problem.symbols["mu"].shape.is_vector
    assert not problem.symbols["mu"].is_scalar


def test_the_number_whose_value_is_set_is_the_variable() -> None:
    reply = ask(r"What is the derivative of $\log\det(I+tX)$ at $t = 0$? I get $\mathrm{tr}(X)$.")
    assert [*reply.results] == ["t"]
    assert [claim.status for claim in reply.claims] == ["right"]


@pytest.mark.parametrize(
    ("words", "statuses"),
    [
        ("My gradient is $2x + c$ (with a plus in front of $c$).", ["right"]),
        ("I get $2x - c$. With a minus in front of $c$, strange.", ["wrong"]),
        ("What is the gradient? I get $2x + c$. (Of course with no minus in front of $c$.)",
         ["right"]),
        ("The gradient is $2x - c$, the sign in front of $c$ being negative.", ["wrong"]),
        ("Is the gradient $2x + c$, or is there a 2 in front of $c$?", ["right"]),
        ("What is the gradient in case $c$ vanishes?", []),
    ],
)  # fmt: skip
def test_a_letter_with_something_in_front_is_no_variable(words: str, statuses: list[str]) -> None:
    reply = ask(f"Let $f(x) = x^Tx + c^Tx$. {words}")
    assert [*reply.results] == ["x"]
    assert [claim.status for claim in reply.claims] == statuses


@pytest.mark.parametrize(
    ("text", "variable", "statuses"),
    [
        ("Hessian of f(x) = log(sum_i exp(a_i^T x + b_i)), with rows a_i^T in A. Is it A^T "
         "(diag(p) - p p^T) A where p = softmax(Ax + b)?", "x", ["right"]),
        (r"Gradient of $f(x) = \log\sum_i \exp(a_i^Tx + b_i)$, where the $a_i^T$ are the rows in "
         r"$A$. Is it $A^T\mathrm{softmax}(Ax+b)$?", "x", ["right"]),
        (r"What is the gradient of $f(x) = \sum_i \exp(a_i^Tx)$, with columns $a_i$ in $A$? Is it "
         r"$A\exp(A^Tx)$?", "x", ["right"]),
        ("Gradient of f(x) = 0.5*||Ax - b||^2, with the data rows in A. Is it A^T(Ax - b)?", "x",
         ["right"]),
        ("Hessian of g(x) = x^T A x + c^T x, with constants collected in c. Is it A + A^T?", "x",
         ["right"]),
        ("Gradient of L(w) = ||Xw - y||^2, with the samples stacked as rows in X and the targets "
         "in y. I get 2X^T(Xw - y). Is it right?", "w", ["right"]),
        ("Gradient of ||Ax - b||^2, with the data in A and b, in x. Is it 2A^T(Ax - b)?", "x",
         ["right"]),
        ("Gradient of L = ||Xw - y||^2 with the parameters collected in w.", "w", []),
        ("Gradient of f = ||Wx - y||^2 with fixed x in W. Is it 2(Wx - y)x^T?", "W", ["right"]),
    ],
)  # fmt: skip
def test_what_holds_the_data_is_no_variable(text: str, variable: str, statuses: list[str]) -> None:
    reply = ask(text)
    assert [*reply.results] == [variable]
    assert [claim.status for claim in reply.claims] == statuses
