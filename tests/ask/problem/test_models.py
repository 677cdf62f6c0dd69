"""A model says where data come from: its data are held fixed when the derivative is taken."""

import pytest

from matgrad.app.ask import ask

FIT = r"(y-X\beta)^T(y-X\beta)"


@pytest.mark.parametrize(
    ("text", "variable", "answer"),
    [
        (rf"Given the model $y=X\beta+\varepsilon$, $\varepsilon\sim N(0,\sigma^2I)$, find the "
         rf"gradient of ${FIT}$ with respect to $\beta$.", "beta", "-2*X'*(y - X*beta)"),
        (r"Suppose $y = X\beta + \epsilon$, where $\epsilon$ is noise with covariance $\sigma^2I$. "
         rf"$f(\beta)={FIT}$. Gradient?", "beta", "-2*X'*(y - X*beta)"),
        (rf"Model: $y = X\beta + u$. Gradient of $S(\beta) = {FIT}$?", "beta",
         "-2*X'*(y - X*beta)"),
        ("Measurements: $y = Hx + v$. Cost: $J(x) = (y-Hx)^T(y-Hx) + x^Tx$. Gradient?", "x",
         "2*(x - H'*(y - H*x))"),
        (r"Multivariate regression $Y = XB + E$; loss $\|Y - XB\|_F^2$; derivative wrt B?", "B",
         "-2*X'*(Y - X*B)"),
        (r"Factor model $x_i = \Lambda f_i + \epsilon_i$; minimise $\sum_i\|x_i-\Lambda f_i\|^2$ "
         r"over $\Lambda$. Gradient?", "Lambda", "-2*(X' - Lambda*F')*F"),
    ],
)  # fmt: skip
def test_the_data_are_held_fixed(text: str, variable: str, answer: str) -> None:
    reply = ask(text)
    assert str(reply.results[variable]) == answer
    assert "model behind the data" in str(reply)


def test_a_claim_about_a_model_is_judged_with_the_data_held_fixed() -> None:
    text = rf"Model: $y = X\beta + u$. Show that the gradient of $S(\beta) = {FIT}$ is "
    assert ask(text + r"$-2X'(y-X\beta)$.").claims[0].is_right


def test_a_function_of_the_noise_is_one_of_the_parameters() -> None:
    reply = ask(
        r"In the model $y = X\beta + e$ we minimise $S = e^Te$. "
        r"What is $\frac{\partial S}{\partial\beta}$?"
    )
    assert str(reply.results["beta"]) == "-2*X'*(y - X*beta)"
    assert "is taken from the model of y" in str(reply)


@pytest.mark.parametrize(
    ("text", "variable", "answer"),
    [
        (r"Let $z=Wx+b$ and $L=\|z-y\|^2+\lambda\|W\|_F^2$. What is $\nabla_W L$?", "W",
         "2*((W*x + b - y)*x' + lambda*W)"),
        (r"Take $z = \mu + L\epsilon$ with $\epsilon\sim N(0,I)$. Gradient of $f = \|z-a\|^2$ with "
         r"respect to $L$?", "L", "2*(L*epsilon + mu - a)*epsilon'"),
        (r"The prediction error on an observed rating is $e = r - b - p^\top q$, with factors "
         r"$p,q\in\mathbb{R}^k$, and the loss is $\ell = e^2 + \lambda\|p\|^2$. Find "
         r"$\partial\ell/\partial p$.", "p", "2*((p'*q + b - r)*q + lambda*p)"),
        (r"The TD error is $\delta = r + \gamma w^\top y - w^\top x$ with $x,y,w\in\mathbb{R}^n$, "
         r"and $L = \frac12\delta^2 + \lambda\|w\|^2$. Find $\nabla_w L$.", "w",
         "(gamma*w'*y + r - w'*x)*(gamma*y - x) + 2*lambda*w"),
        ("measurement error e = z - w^T x where w, x are vectors; loss = e^2 + lam*||w||^2. "
         "gradient wrt w?", "w", "2*(lam*w - (z - w'*x)*x)"),
        (r"The tracking error is $e = v - Kx$. The cost is $J = e^\top Qe + \|x\|^2$ with "
         "symmetric $Q$. Gradient in $x$?", "x", "2*(x - K'*Q*(v - K*x))"),
    ],
)  # fmt: skip
def test_what_is_no_model_is_put_in(text: str, variable: str, answer: str) -> None:
    assert str(ask(text).results[variable]) == answer


@pytest.mark.parametrize(
    "text",
    [
        "Consider the regression model with errors $y = Xw + v$ and $f(w)=\\|y-Xw\\|^2+\\|w\\|^2$. "
        "Gradient?",
        "The regression model with additive error is $y = Xw + v$. Gradient of "
        "$f(w)=\\|y-Xw\\|^2+\\|w\\|^2$?",
    ],
)
def test_a_model_with_errors_is_no_error(text: str) -> None:
    assert str(ask(text).results["w"]) == "2*(w - X'*(y - X*w))"


@pytest.mark.parametrize(
    ("text", "variable", "answer"),
    [
        ("Holding $e = aw$ fixed, let $f(w) = e^2w^2$ with numbers $a$, $w$. Derivative with "
         "respect to $w$?", "w", "2*e^2*w"),
        ("Where $e$ denotes the charge, $V(r) = -e^2/r$. Derivative with respect to $r$?", "r",
         "e^2/r^2"),
        ("Let $f(x) = e^2x^2$, $x$ a number. Derivative?", "x", "2*x*exp(2)"),
    ],
)  # fmt: skip
def test_an_e_of_the_text_is_no_constant(text: str, variable: str, answer: str) -> None:
    assert str(ask(text).results[variable]) == answer


def test_what_would_make_the_derivative_vanish_is_not_put_in() -> None:
    reply = ask(r"Let $x = A^{-1}b$ and $f = \|Ax-b\|^2$. What is $\partial f/\partial A$?")
    assert str(reply.results["A"]) == "2*(A*x - b)*x'"
    assert "the derivative would be 0: x is held fixed" in str(reply)


def test_a_derivative_that_is_said_to_vanish_is_taken_with_everything_put_in() -> None:
    reply = ask(r"Let $x = A^{-1}b$ and $f = \|Ax-b\|^2$. Is $\frac{\partial f}{\partial A} = 0$?")
    assert "held fixed" not in str(reply)


@pytest.mark.parametrize("noise", ["e", r"\epsilon", r"\varepsilon", "u"])
def test_the_sum_of_squares_of_the_noise(noise: str) -> None:
    text = rf"Linear model $y=X\beta+{noise}$. Differentiate ${noise}^T{noise}$ wrt $\beta$."
    assert str(ask(text).results["beta"]) == "-2*X'*(y - X*beta)"


MINIMISED = [
    r"Consider the model $y = X\beta + \varepsilon$. Minimise $\varepsilon^T\varepsilon$ over "
    r"$\beta$. What is the gradient?",
    "y = X beta + eps. minimise eps^T eps over beta; gradient?",
    r"Regression $y = X\beta+\varepsilon$. We minimise $\varepsilon^T\varepsilon$. Is "
    r"$\frac{\partial \varepsilon^T\varepsilon}{\partial\beta} = -2X^Ty + 2X^TX\beta$?",
    "Let y = X beta + e. To find OLS we minimise e'e over beta. Is the derivative "
    "-2X'y + 2X'X beta?",
]


@pytest.mark.parametrize("text", MINIMISED, ids=range(len(MINIMISED)))
def test_what_is_minimised_is_the_function(text: str) -> None:
    reply = ask(text)
    assert str(reply.results["beta"]) == "-2*X'*(y - X*beta)"
    assert {claim.status for claim in reply.claims} <= {"right"}
