"""Words that belong to the function are applied to it, or asked about, never passed over."""

import pytest

from matgrad.app.ask import ask

X = "with respect to $x$?"


@pytest.mark.parametrize(
    ("words", "result"),
    [
        ("the squared norm of $Ax-b$", "2*A'*(A*x - b)"),
        ("the logarithm of $x^TAx$", "(A + A')*x/(x'*A*x)"),
        ("the square of $x^TAx$", "2*(x'*A*x)*(A + A')*x"),
        ("twice $x^TAx$", "2*(A + A')*x"),
        ("the sum of the entries of $Ax$", "A'*ones(m)"),
        ("$x^TAx$ plus $b^Tx$", "(A + A')*x + b"),
        ("$x^TAx$ minus $b^Tx$", "(A + A')*x - b"),
        ("$x^TAx$ divided by $x^Tx$", "((A + A')*x - 2*(x'*A*x)*x/(x'*x))/(x'*x)"),
        ("the product of $a^Tx$ and $b^Tx$", "(a'*x)*b + (b'*x)*a"),
        ("one third of $x^TAx$", "(A + A')*x/3"),
        ("a quarter of $x^TAx$", "(A + A')*x/4"),
        ("the norm of $Ax-b$, squared,", "2*A'*(A*x - b)"),
        ("the difference between $x^TAx$ and $b^Tx$", "(A + A')*x - b"),
        ("the sum of the diagonal of $xx^T$", "2*x"),
        ("the squared norm of $r = Ax-b$", "2*A'*(A*x - b)"),
        ("$b^Tx$ squared", "2*(b'*x)*b"),
        ("$a^Tx$ over $b^Tx$", "(a - (a'*x)*b/(b'*x))/(b'*x)"),
        ("the negative log of $b^Tx$", "-b/(b'*x)"),
        ("the sum of $x^TAx$ and twice $b^Tx$", "(A + A')*x + 2*b"),
        ("the sum of twice $x^TAx$ and the log of $b^Tx$", "b/(b'*x) + 2*(A + A')*x"),
        ("the average of $a^Tx$ and $b^Tx$", "(a + b)/2"),
        (r"the mean over the batch of $(a_i^Tx)^2$", "2*A'*A*x/n"),
        ("the log of the likelihood $L(x)=e^{-x^TAx}$", "-(A + A')*x"),
    ],
)
def test_words_of_the_function_are_applied(words: str, result: str) -> None:
    reply = ask(f"What is the gradient of {words} {X}")
    assert str(reply.results["x"]) == result
    assert not reply.questions


def test_words_before_words_are_applied_as_well() -> None:
    reply = ask("What is the gradient of the logarithm of the determinant of $X$?")
    assert str(reply.results["X"]) == "inv(X)'"


def test_a_function_may_be_defined_in_words() -> None:
    reply = ask("Let $f$ be the trace of $AX$. What is the gradient of $f$ with respect to $X$?")
    assert str(reply.results["X"]) == "A'"


def test_words_that_are_not_known_are_asked_about() -> None:
    reply = ask(f"What is the gradient of the frobnication of $Ax$ {X}")
    assert not reply.derivations
    assert "frobnication" in reply.questions[0]


@pytest.mark.parametrize(
    ("formula", "result"),
    [
        ("f+g", "(A + A')*x + b"),
        ("fg", "(b'*x)*(A + A')*x + (x'*A*x)*b"),
        (r"\log f", "(A + A')*x/(x'*A*x)"),
        ("1/f(x)", "-(A + A')*x/(x'*A*x)^2"),
        ("f(x)g(x)", "(b'*x)*(A + A')*x + (x'*A*x)*b"),
        (r"h\circ f", "exp(x'*A*x)*(A + A')*x"),
    ],
)
def test_a_formula_may_use_the_functions_of_the_text(formula: str, result: str) -> None:
    known = r"Let $f(x)=x^TAx$, $g(x)=b^Tx$ and $h(t)=e^t$."
    reply = ask(f"{known} What is the gradient of ${formula}$ {X}")
    assert str(reply.results["x"]) == result


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("Is the gradient twice $Ax$?", "right"),
        ("I think the gradient is minus $2Ax$.", "wrong"),
        ("I get the transpose of $2x^TA$.", "right"),
        ("I think it is the sum of $Ax$ and $A^Tx$.", "right"),
        ("Is the gradient of $f$ half of $Ax$?", "wrong"),
    ],
)
def test_words_of_a_claim_are_applied(claim: str, status: str) -> None:
    reply = ask(f"Let $f(x)=x^TAx$ with symmetric $A$. {claim}")
    assert [each.status for each in reply.claims] == [status]


def test_what_is_made_of_a_derivative_is_not_differentiated() -> None:
    reply = ask(f"What is the gradient of the norm of the gradient of $x^TAx$ {X}")
    assert not reply.derivations
    assert "made of a derivative" in reply.questions[0]


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("$a^Tx$ to the power $3$", "3*(a'*x)^2*a"),
        ("$a^Tx$ to the power of 3", "3*(a'*x)^2*a"),
        ("$a^Tx$ raised to the third power", "3*(a'*x)^2*a"),
        ("the third power of $a^Tx$", "3*(a'*x)^2*a"),
        ("$a^Tx$ to the fourth", "4*(a'*x)^3*a"),
    ],
)
def test_powers_in_words(words: str, answer: str) -> None:
    reply = ask(f"What is the gradient of {words} with respect to $x$?")
    assert str(reply.results["x"]) == answer


@pytest.mark.parametrize(
    "words", ["umpteen percent of", "the expected value of", "the real part of"]
)
def test_words_before_the_function_that_are_not_known_are_asked_about(words: str) -> None:
    reply = ask(f"What is the gradient of {words} $x^TAx$ with respect to $x$?")
    assert reply.results == {}
    assert words in reply.questions[0]


@pytest.mark.parametrize(
    ("words", "function"),
    [("ten percent of $x$", "0.1x"), ("a quarter of $x$", "¼x"), ("0.5 times $x$", "½x"),
     ("the sum of the diagonal of $AX$", "tr(AX)"), ("one third of $x$", "⅓x"),
     ("the norm of $Ax-b$, squared,", "‖Ax − b‖²"),
     ("the difference between $x$ and $y$", "x − y")],
)  # fmt: skip
def test_words_for_parts_and_factors_are_not_lost(words: str, function: str) -> None:
    variable = "X" if "X" in words else "x"
    reply = ask(f"What is the gradient of {words} with respect to ${variable}$?")
    assert f"the function: f = {function}\n" in reply.text("short")


def test_words_that_make_another_function_are_asked_about() -> None:
    assert ask("What is the gradient of umpteen percent of $x^Tx$ by $x$?").questions


@pytest.mark.parametrize(
    ("words", "function"),
    [("the *square* of $x^TAx$", "(xᵀAx)²"), ("the <b>square</b> of $x^TAx$", "(xᵀAx)²"),
     (r"the \emph{square} of $x^TAx$", "(xᵀAx)²"),
     ("the sum of the squares of $Ax-b$", "‖Ax − b‖_F²"),
     ("$b^Tx$ plus $c^Tx$ times $d^Tx$", "bᵀx + (cᵀx) dᵀ x"),
     ("the squared norm of $Ax-b$ divided by two,", "½‖Ax − b‖²"), ("one plus $x^Tx$", "1 + xᵀx"),
     ("the average of the squared entries of $Ax-b$", "mean((Ax − b) ⊙ (Ax − b))"),
     ("the cosine of the angle between $x$ and $y$", "(xᵀy)/(‖x‖ ‖y‖)"),
     ("the distance between $Ax$ and $b$", "‖Ax − b‖"),
     ("the logarithm of the norm of $Ax$", "log(‖Ax‖)"),
     ("exp of minus x'x", "exp(−xᵀx)"), ("the squared norm of Ax - b", "‖Ax − b‖²"),
     ("the infinity norm of $x$", "max(|x|)")],
)  # fmt: skip
def test_words_are_applied_inside_first_and_products_before_sums(words: str, function: str) -> None:
    reply = ask(f"What is the gradient of {words} with respect to $x$?")
    assert f"the function: f = {function}\n" in reply.text("short")


@pytest.mark.parametrize(
    ("definition", "function"),
    [("f(x) = x^T A x times b^T x.", "(bᵀx)xᵀAx"), ("f(x) = x^TAx over x^Tx.", "(xᵀAx)/(xᵀx)"),
     ("f(x) = twice the squared norm of $Ax$.", "2‖Ax‖²"), ("f(x) = half of x^T A x.", "½xᵀAx"),
     ("f(x) = log of 1 + x^T x.", "log(1 + xᵀx)"),
     ("f(x) is the squared norm of Ax - b, divided by 2.", "½‖Ax − b‖²"),
     ("Let $f(x)$ be $a^Tx-b$ squared.", "(aᵀx − b)²")],
)  # fmt: skip
def test_a_definition_may_go_on_in_words(definition: str, function: str) -> None:
    reply = ask(f"{definition} What is the gradient of f with respect to x?")
    assert f"the function: f = {function}\n" in reply.text("short")


def test_a_product_of_a_sum_in_words_is_asked_about() -> None:
    reply = ask("f(x) = a'x + b'x times c'x. What is the gradient of f with respect to x?")
    assert not reply.derivations


@pytest.mark.parametrize(
    ("text", "x", "result"),
    [
        (
            "The square of the residual is $(y-w^Tx)^2$. What is its gradient",
            "w",
            "-2*(y - w'*x)*x",
        ),
        (r"The exponential of the score is $\exp(w^Tx)$; derivative", "w", "exp(w'*x)*x"),
        ("The square of the error is $(t - y)^2$. What is the derivative", "y", "-2*(t - y)"),
        (r"The inverse of the kernel is $1/(1+\|x\|^2)$. Its gradient", "x", "-2*x/(x'*x + 1)^2"),
        (
            r"The logarithm of the odds is $\log\frac{p}{1-p}$. Its derivative",
            "p",
            "1/(1 - p) + 1/p",
        ),
        ("The cube of the model error is then given by (t - y)^3. Derivative", "t", "3*(t - y)^2"),
        ("The negative of the profit equals $x^Tx$. Gradient", "x", "2*x"),
        ("The gradient of the square of the residual which is $y-w^Tx$", "w", "-2*(y - w'*x)*x"),
        ("The loss is the square of the residual $y-w^Tx$. Gradient", "w", "-2*(y - w'*x)*x"),
    ],
)
def test_what_is_told_of_an_operation_is_its_result(text: str, x: str, result: str) -> None:
    assert str(ask(f"{text} with respect to ${x}$?").results[x]) == result
