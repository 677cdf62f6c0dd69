"""Capital letters are numbers where matrices would make a matrix of the function."""

import pytest

from matgrad.app.ask import ask
from tests.ask.reading import function_of


def test_constants_of_a_potential_are_numbers() -> None:
    text = r"Let $\phi(x)=-\frac{GM}{\|x-y\|}$. Is $\nabla_x\phi=\frac{GM(x-y)}{\|x-y\|^3}$?"
    reply = ask(text)
    assert [claim.status for claim in reply.claims] == ["right"]
    assert "G, M: scalar" in reply.text("short")


def test_a_matrix_times_a_vector_stays_one() -> None:
    assert str(ask("What is the gradient of $f(x)=Ax$?").results["x"]) == "A"


def test_a_letter_between_bars_is_a_vector() -> None:
    reply = ask(r"What is the derivative of $x/\|x\|^3$ with respect to $x$?")
    assert "x: n" in reply.text("short")


def test_what_is_called_a_temperature_is_a_number() -> None:
    reply = ask("Let $f(T)=aT^2$ where $T$ is the temperature. Is $df/dT=2aT$?")
    assert [claim.status for claim in reply.claims] == ["right"]


def test_pi_is_a_variable_where_the_function_is_one_of_it() -> None:
    reply = ask(r"Let $\pi\in\Delta^n$ and $f(\pi)=\pi^TA\pi$. Is $\nabla f=(A+A^T)\pi$?")
    assert [claim.status for claim in reply.claims] == ["right"]


@pytest.mark.parametrize(
    "words",
    [
        r"$A$ is a $2\times 2$ matrix $\begin{bmatrix}1&2\\3&4\end{bmatrix}$",
        r"$A$ is the matrix $\begin{pmatrix}1&2\\3&4\end{pmatrix}$",
        r"$A\in\mathbb{R}^{2\times2}$ and $A=\begin{pmatrix}1&2\\3&4\end{pmatrix}$",
    ],
)
def test_a_matrix_may_be_given_in_words_by_its_entries(words: str) -> None:
    assert "∂f/∂x = [2, 5; 5, 8]x" in str(ask(rf"Let $f(x)=x^TAx$ where {words}. Gradient?"))


def test_a_definition_of_another_size_than_the_declaration_is_asked_about() -> None:
    reply = ask(
        r"Let $f(x)=x^TAx$ where $A\in\mathbb{R}^{3\times3}$, "
        r"$A=\begin{pmatrix}1&2\\3&4\end{pmatrix}$. Gradient?"
    )
    assert "A is declared as 3×3, and its definition is 2×2" in reply.questions[0]


def test_what_is_declared_may_be_defined_as_well() -> None:
    reply = ask(r"Let $f(x)=z^Tz$ where $z\in\mathbb{R}^m$, $z=Ax-b$. Gradient?")
    assert str(reply.results["x"]) == "2*A'*(A*x - b)"
    assert "declared" not in reply.text("short")


@pytest.mark.parametrize(
    "function",
    [
        r"m^T\eta + \operatorname{tr}(\Lambda S)",
        r"m^T\eta + c",
        r"\operatorname{tr}(A(S+mm^T)) + m^T\eta",
    ],
)
def test_what_is_transposed_is_a_vector_beside_numbers_too(function: str) -> None:
    reply = ask(f"Let $f(m) = {function}$ with $S$ a matrix. What is the gradient?")
    assert not reply.results["m"].is_scalar


def test_a_function_of_a_vector_that_is_only_named_is_asked_about() -> None:
    reply = ask(r"Let $f(\theta) = \theta^Tx - A(\theta)$. Gradient with respect to $\theta$?")
    assert not reply.results
    assert reply.questions == ["Is θ a number, though θᵀ stands there? Say what θ is."]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (r"$f(\beta)=(Y-X\beta)^T(Y-X\beta)$. Gradient with respect to $\beta$?", "beta"),
        (r"Differentiate $\frac1n(Y-X\beta)'(Y-X\beta)$ with respect to $\beta$.", "beta"),
        ("gradient of (Y - X b)'(Y - X b) with respect to b", "b"),
    ],
)
def test_a_capital_that_fits_as_a_vector_only_is_one(text: str, answer: str) -> None:
    reply = ask(text)
    assert reply.problem is not None
    symbols = reply.problem.symbols
    assert [symbols[x].shape.is_vector for x in ("Y", "X", answer)] == [True, False, True]
    assert "Y is read as a vector" in str(reply)
    assert f"2*X'*(Y - X*{answer})" in str(reply.results[answer])


def test_capitals_that_fit_as_matrices_stay_matrices() -> None:
    for text in (
        "$f(X)=(A-X)^T(A-X)$. What is the derivative with respect to $X$?",
        "$f(X)=X^TX$. What is the derivative with respect to $X$?",
    ):
        reply = ask(text)
        assert reply.problem is not None
        assert not any(symbol.shape.is_vector for symbol in reply.problem.symbols.values())


@pytest.mark.parametrize(
    ("text", "function"),
    [
        (r"Let $E = \frac1n\sum_{i=1}^n (y_i - (mx_i + b))^2$. Find $\partial E/\partial m$.",
         "sum((y - (m*x + b*ones(n))).^2)/n"),
        ("MSE = (1/n) * sum_{i=1}^n (y_i - (m x_i + b))^2. Compute dMSE/dm and dMSE/db.",
         "sum((y - (m*x + b*ones(n))).^2)/n"),
        (r"Let $E = \sum_i (y_i - a - bx_i)^2$. Find $\partial E/\partial a$.",
         "sum((y - a*ones(n) - b*x).^2)"),
        (r"Let $E = \sum_i (y_i - a e^{-b x_i})^2$. Find $\partial E/\partial b$.",
         "sum((y - a*exp(-b*x)).^2)"),
        (r"Let $E = \sum_i (y_i - a\sin(b x_i + c))^2$. Find the partial derivatives by a, b, c.",
         "sum((y - a*sin(b*x + c*ones(n))).^2)"),
    ],
)  # fmt: skip
def test_factors_of_numbers_are_numbers(text: str, function: str) -> None:
    assert function_of(text) == function


@pytest.mark.parametrize(
    ("text", "result"),
    [
        (r"The production function is $Y=AK^\alpha L^\beta$. What is $\partial Y/\partial K$?",
         "A*K^(alpha - 1)*L^beta*alpha"),
        ("Y = K^(1/3) L^(2/3). What is dY/dK?", "L^(2/3)/(3*K^(2/3))"),
        (r"CES: $Y=aK^\rho+bL^\rho$. Find $\partial Y/\partial K$.", "K^(rho - 1)*a*rho"),
    ],
)  # fmt: skip
def test_two_capitals_with_powers_that_are_not_whole_are_numbers(text: str, result: str) -> None:
    reply = ask(text)
    assert {name: str(x) for name, x in reply.results.items()} == {"K": result}
    assert "are numbers" in reply.text("short")


@pytest.mark.parametrize(
    "text",
    [
        r"What is the gradient of $\operatorname{tr}(A^\alpha B^\beta)$ with respect to $A$?",
        r"What is the gradient of $x^TK^\alpha L^\beta x$ with respect to $x$?",
        r"Let $K$ and $L$ be matrices. What is the derivative of $K^\alpha L^\beta$ by $K$?",
    ],
)
def test_powers_of_matrices_that_are_not_whole_are_asked_about(text: str) -> None:
    reply = ask(text)
    assert not reply.results


CAMERA = r"Let $\pi(x,y,z)=\left(\frac{fx}{z},\frac{fy}{z}\right)$ with focal length $f$."


def test_letters_of_a_column_that_is_written_out_are_numbers() -> None:
    reply = ask(f"{CAMERA} What is the derivative with respect to $f$?")
    assert {name: str(x) for name, x in reply.results.items()} == {"f": "[x/z; y/z]"}
    reply = ask(f"{CAMERA} What is the Jacobian?")
    found = [str(x) for x in reply.results.values()]
    assert found == ["[f/z; 0]", "[0; f/z]", "[-f*x/z^2; -f*y/z^2]"]


def test_capitals_beside_coordinates_are_numbers() -> None:
    reply = ask(r"Let $\phi(x,y,z)=-\frac{GM}{\sqrt{x^2+y^2+z^2}}$. Find $\nabla\phi$.")
    assert reply.problem is not None
    assert all(x.is_scalar for x in reply.problem.symbols.values())
    reply = ask("What is the derivative of $A+tB$ with respect to $t$?")
    assert [str(x) for x in reply.results.values()] == ["B"]


@pytest.mark.parametrize(
    ("text", "variable", "answer"),
    [
        (r"$L(p)=\sum_i p_i^2-\sum_i p_iE_i$. Find $\nabla L$.", "p", "2*p - E"),
        (r"$f(w)=\sum_i(Y_i-w^Tx_i)^2$. Gradient?", "w", "-2*X'*(Y - X*w)"),
    ],
)
def test_capitals_with_an_index_may_be_numbers(text: str, variable: str, answer: str) -> None:
    assert str(ask(text).results[variable]) == answer
