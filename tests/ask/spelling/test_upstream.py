"""Derivatives of a loss that a text calls given, and those that follow from them."""

import pytest

import matgrad as mg

ANSWERS = [
    (
        "xhat = x - mean(x), x a vector. Given the upstream gradient g = dL/dxhat, what is dL/dx?",
        {"x": "g - mean(g)*ones(n)"},
    ),
    (
        "Linear layer y = Wx + b. Given the upstream gradient dL/dy, what are dL/dW, dL/db and "
        "dL/dx?",
        {"W": "g*x'", "b": "g", "x": "W'*g"},
    ),
    (
        r"Assume $\frac{\partial z}{\partial y}$ is known, z = f(y), y = x^3. What is dz/dx?",
        {"x": "3*g*x^2"},
    ),
    ("Given dL/dC where C = A B, find dL/dA and dL/dB.", {"A": "G*B'", "B": "A'*G"}),
    (
        r"Let $C = A^{-1}B$ and suppose $\partial \ell/\partial C$ is given. "
        r"Compute $\partial\ell/\partial A$.",
        {"A": "-inv(A)'*G*B'*inv(A)'"},
    ),
    (
        "y = relu(W x). The gradient of the loss with respect to y is g. What is dL/dW?",
        {"W": "(g .* step(W*x))*x'"},
    ),
    (
        "Y = X W, loss L, upstream gradient G. Find dL/dW and dL/dX.",
        {"W": "X'*G", "X": "G*W'"},
    ),
    (
        r"Let $\mathbf{y}=\mathbf{W}\mathbf{x}$. Denote by $\delta$ the upstream gradient. Find "
        r"the gradient with respect to W and x.",
        {"W": "delta*x'", "x": "W'*delta"},
    ),
    (
        r"Let $s = w^Tx$, $p=\sigma(s)$ with sigmoid σ. Given $\frac{\partial L}{\partial p}$, "
        r"compute $\frac{\partial L}{\partial w}$.",
        {"w": "g*sigmoid(w'*x)*(1 - sigmoid(w'*x))*x"},
    ),
    (
        r"$\mu=\frac1n\sum_i x_i$, $\sigma^2=\frac1n\sum_i(x_i-\mu)^2$, "
        r"$\hat x=\frac{x-\mu}{\sqrt{\sigma^2+\epsilon}}$, $y=\gamma\odot\hat x+\beta$. Given "
        r"$\frac{\partial L}{\partial y}$, find $\frac{\partial L}{\partial\gamma}$, "
        r"$\frac{\partial L}{\partial\beta}$.",
        {
            "gamma": "(g .* (x - mean(x)*ones(n)))/sqrt(mean((x - mean(x)*ones(n)).^2) + epsilon)",
            "beta": "g",
        },
    ),
]
CLAIMS = [
    (
        r"$L=f(Y)$ with $Y=XW$. I know $\partial L/\partial Y = G$. Then "
        r"$\partial L/\partial W=GX^T$?",
        "wrong",
    ),
    (
        r"$L=f(Y)$ with $Y=XW$. I know $\partial L/\partial Y = G$. Then "
        r"$\partial L/\partial W=X^TG$?",
        "right",
    ),
    (
        r"Let $Y = XW$ and let $\delta = \frac{\partial L}{\partial Y}$ denote the upstream "
        r"gradient. What is $\frac{\partial L}{\partial W}$? I think $X^T\delta$.",
        "right",
    ),
    (
        r"Suppose we know $\frac{dL}{dz}$ for $z = Wx$. How do I get $\frac{dL}{dW}$? Is it "
        r"$\frac{dL}{dz}x^T$?",
        "right",
    ),
    (
        r"$z = Wx+b$, $a=\mathrm{relu}(z)$. Given $\partial\mathcal{L}/\partial a$, what is "
        r"$\partial\mathcal{L}/\partial W$? I get $\frac{\partial\mathcal{L}}{\partial W}="
        r"\left(\frac{\partial\mathcal{L}}{\partial a}\odot\mathrm{relu}'(z)\right)x^T$.",
        "right",
    ),
    (
        "We have Y = A X B and the upstream gradient is G. My result: dL/dX = A^T G B. Right?",
        "wrong",
    ),
]
OPEN = [
    "Given dL/dy and dL/dz with y = Ax, z = Bx, find dL/dx.",  # two of them
    "Let y = Ax and z = Bx. The upstream gradient is g. Find dL/dx.",  # by y or by z
    "Let y = Ax. Given dL/dz, find dL/dx.",  # z is not known
]


@pytest.mark.parametrize(("text", "results"), ANSWERS, ids=range(len(ANSWERS)))
def test_what_is_given_is_held_fixed(text: str, results: dict[str, str]) -> None:
    reply = mg.ask(text)
    assert {x: str(value) for x, value in reply.results.items()} == results
    assert "is known: " in reply.text()
    assert not reply.claims


@pytest.mark.parametrize(("text", "verdict"), CLAIMS, ids=range(len(CLAIMS)))
def test_what_is_given_is_no_claim(text: str, verdict: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [verdict]


@pytest.mark.parametrize("text", OPEN, ids=range(len(OPEN)))
def test_what_is_not_known_is_asked_for(text: str) -> None:
    reply = mg.ask(text)
    assert reply.questions
    assert not reply.results


def test_a_loss_with_a_formula_stays_it() -> None:
    text = "Let y = Wx and L = 0.5*||y - t||^2 with incoming gradient g. Gradient of L wrt W?"
    assert str(mg.ask(text).results["W"]) == "(W*x - t)*x'"


NORM = (
    r"Batch norm: $\mu = \frac1m\sum_{i=1}^m x_i$, $\sigma^2 = \frac1m\sum_{i=1}^m (x_i-\mu)^2$, "
    r"$\hat x_i = \frac{x_i-\mu}{\sqrt{\sigma^2+\epsilon}}$, $y_i = \gamma\hat x_i+\beta$. "
)
OF_ENTRIES = (
    r"\frac{\gamma}{m\sqrt{\sigma^2+\epsilon}}\left(m\frac{\partial L}{\partial y_i} - \sum_j"
    r"\frac{\partial L}{\partial y_j} - \hat x_i\sum_j \frac{\partial L}{\partial y_j}\hat x_j"
    r"\right)"
)


def test_derivatives_by_entries_are_those_by_the_vector() -> None:
    reply = mg.ask(NORM + r"Given $\partial L/\partial y_i$, what is $\partial L/\partial x_i$?")
    assert [*reply.results] == ["x"]
    asked = r"Find $\frac{\partial L}{\partial \gamma}$ and $\frac{\partial L}{\partial\beta}$"
    reply = mg.ask(NORM + asked + r" in terms of $\frac{\partial L}{\partial y_i}$.")
    assert str(reply.results["beta"]) == "sum(g)"
    assert [*reply.results] == ["gamma", "beta"]


@pytest.mark.parametrize(("claim", "status"), [
    (rf"\frac{{\partial L}}{{\partial x_i}} = {OF_ENTRIES}", "right"),
    (rf"\frac{{\partial L}}{{\partial x_i}} = {OF_ENTRIES.replace('{m', '{2m', 1)}", "wrong"),
    (r"\frac{\partial L}{\partial \gamma} = \sum_i \frac{\partial L}{\partial y_i}\hat x_i",
     "right"),
    (r"\frac{\partial L}{\partial \gamma} = \sum_i \frac{\partial L}{\partial y_i}", "wrong"),
])  # fmt: skip
def test_claims_with_the_entries_of_what_is_given(claim: str, status: str) -> None:
    (found,) = mg.ask(rf"{NORM}Given $\partial L/\partial y_i$, is ${claim}$?").claims
    assert found.status == status


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (r"$Y = XW + \mathbf{1}b^T$, $\frac{\partial L}{\partial Y}$ is known. Show that "
         r"$\frac{\partial L}{\partial W} = X^T\frac{\partial L}{\partial Y}$ and "
         r"$\frac{\partial L}{\partial X} = \frac{\partial L}{\partial Y}W^T$.", ["right"] * 2),
        (r"Linear layer $Y = XW$. Why is $\frac{\partial L}{\partial W} = X^T\frac{\partial L}"
         r"{\partial Y}$ and $\frac{\partial L}{\partial X} = W^T\frac{\partial L}{\partial Y}$?",
         ["right", "wrong"]),
        (r"Let $z = Wx$ and $a = \tanh(z)$. Then $\frac{\partial L}{\partial z} = \frac{\partial L}"
         r"{\partial a}\odot(1-a^2)$, right?", ["right"]),
        (r"Let $z = Wx$ and $a = \tanh(z)$. Then $\frac{\partial L}{\partial W} = 2"
         r"\frac{\partial L}{\partial z}x^T$, right?", ["wrong"]),
    ],
    ids=["known", "a layer", "an activation", "twice"],
)  # fmt: skip
def test_the_derivative_by_which_others_are_told_is_given(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == statuses


def test_equations_side_by_side_are_read_one_by_one() -> None:
    reply = mg.ask(
        r"Let $z = Wx, \qquad y = z + b$. Given $\frac{\partial L}{\partial y}$ we get "
        r"$\frac{\partial L}{\partial W} = \frac{\partial L}{\partial y}x^T, \quad "
        r"\frac{\partial L}{\partial x} = W\frac{\partial L}{\partial y}.$"
    )
    assert [claim.is_right for claim in reply.claims] == [True, False]
