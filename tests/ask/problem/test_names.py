"""Bold and plain letters are one name or two by what the text does with them; vectors stay so."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    ("text", "results"),
    [
        (r"Let $\mathbf{x}\in\mathbb{R}^n$ and $x$ be a scalar. What is the gradient of "
         r"$f(\mathbf{x}) = x\|\mathbf{x}\|^2$ by $\mathbf{x}$?", {"x": "2*x_plain*x"}),
        (r"What is the gradient of $f(\mathbf{x}) = x\|\mathbf{x}\|^2$?", {"x": "2*x_plain*x"}),
        (r"Let $\mathbf{w}\in\mathbb{R}^d$ and $w \in \mathbb{R}$ the bias, "
         r"$L(\mathbf{w}, w) = \|\mathbf{X}\mathbf{w} + w\mathbf{1} - \mathbf{y}\|^2$. "
         r"Find $\nabla_{\mathbf{w}} L$ and $\frac{\partial L}{\partial w}$.",
         {"w": "2*X'*(w_plain*ones(n) + X*w - y)",
          "w_plain": "2*(sum(X*w) + n*w_plain - sum(y))"}),
        (r"Let $r = \|\mathbf{r}\|$. What is $\nabla_{\mathbf{r}} \frac{1}{r}$?",
         {"r": "-r/norm2(r)^3"}),
        (r"The model is $y = \mathbf{w}^T\mathbf{x}$, and the loss for all data is "
         r"$L(\mathbf{w}) = \|\mathbf{y} - \mathbf{X}\mathbf{w}\|^2$. Find $\nabla_\mathbf{w}L$.",
         {"w": "-2*X'*(y - X*w)"}),
    ],
)  # fmt: skip
def test_a_bold_and_a_plain_letter_with_different_roles_are_two_names(
    text: str, results: dict[str, str]
) -> None:
    reply = ask(text)
    assert {name: str(x) for name, x in reply.results.items()} == results
    assert any("are two names" in line for line in reply.to_json()["understood"])


@pytest.mark.parametrize(
    "text",
    [
        r"Let $f(\mathbf{x}) = \mathbf{x}^T A \mathbf{x}$. I get $\nabla f(x) = (A+A^T)x$.",
        r"Let $f(\mathbf{x}) = \mathbf{x}^T \mathbf{A} x$. I get $\nabla f(x) = (A+A^T)x$.",
        r"Let $f(x) = x^TA\mathbf{x}$, where $\mathbf{x}\in\mathbb{R}^n$. "
        r"I get $\nabla f(x) = (A+A^T)\mathbf{x}$.",
    ],
)
def test_a_letter_that_is_bold_now_and_then_is_one_name(text: str) -> None:
    reply = ask(text)
    assert str(reply.results["x"]) == "(A + A')*x"
    assert [c.status for c in reply.claims] == ["right"]
    assert "x in bold and x are read as one name" in reply.to_json()["understood"]


@pytest.mark.parametrize(
    "vector",
    [
        r"$\mathbf{x} = (x_1, \dots, x_n)^T$",
        r"$x = [x_1, x_2, \ldots, x_n]^\top$",
        r"$\mathbf{x} = \begin{bmatrix} x_1 \\ \vdots \\ x_n \end{bmatrix}$",
    ],
)
def test_a_vector_that_is_written_out_is_declared_by_that(vector: str) -> None:
    reply = ask(rf"Let {vector} and $f(x) = \sum_i x_i^2$. What is $\nabla f$?")
    assert str(reply.results["x"]) == "2*x"
    assert str(reply.understood.problem and reply.understood.problem.symbols["x"].shape) == "n×1"


@pytest.mark.parametrize(
    ("function", "kind", "result"),
    [
        (r"\|x\|y", "jacobian", "y*x'/norm2(x)"),
        (r"\|x\|^2y + z", "jacobian", "2*y*x'"),
        ("(a^Tx)b", "jacobian", "b*a'"),
        (r"c\|x\|^2", "gradient", "2*c*x"),
        (r"x^Tx\,t", "gradient", "2*t*x"),
    ],
)
def test_a_letter_behind_numbers_is_a_vector(function: str, kind: str, result: str) -> None:
    reply = ask(f"What is the gradient of ${function}$ with respect to $x$?")
    assert [d.kind for d in reply.derivations] == [kind]
    assert str(reply.results["x"]) == result


def test_a_letter_that_is_called_a_number_is_one() -> None:
    reply = ask(r"What is the gradient of $\|x\|y$ with respect to $x$, where $y$ is a scalar?")
    assert str(reply.results["x"]) == "y*x/norm2(x)"


def test_a_function_may_have_the_capital_of_a_member() -> None:
    reply = ask(
        r"Let $B(x)=-\sum_{i=1}^m\log(b_i-a_i^Tx)$ with $a_i\in\mathbb{R}^n$. Boyd writes "
        r"$\nabla B(x)=\sum_{i=1}^m\frac{1}{b_i-a_i^Tx}a_i$."
    )
    assert [claim.status for claim in reply.claims] == ["right"]
    assert "B is called F" in reply.text("short")


def test_entries_of_a_variable_are_not_those_of_a_function_with_its_capital() -> None:
    text = r"$F(f,g)=a^Tf-\sum_{i,j}\exp(f_i+g_j-C_{ij})$ and $P_{ij}=\exp(f_i+g_j-C_{ij})$. "
    reply = ask(text + r"Then $\nabla_fF=a-P\mathbf{1}$ and $\nabla_gF=-P\mathbf{1}$.")
    assert [claim.is_right for claim in reply.claims] == [True, False]
