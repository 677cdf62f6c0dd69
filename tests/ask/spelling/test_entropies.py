"""Cross entropies by their name, losses without their letter, and what a backward pass is by."""

import pytest

import matgrad as mg

NETWORK = (
    "In a neural network the input $x$ is mapped to "
    r"$z = W^{(1)}x + b^{(1)}$, then $h = \mathrm{relu}(z)$, then "
    r"$\theta = W^{(2)}h + b^{(2)}$, and the loss is the softmax cross-entropy $J = CE(y, \hat y)$ "
    r"with $\hat y = \mathrm{softmax}(\theta)$ and a one-hot $y$."
)


def test_the_network_of_a_lecture_with_its_loss_by_name() -> None:
    reply = mg.ask(f"{NETWORK} Derive the gradients with respect to all the weights and biases.")
    assert [*reply.results] == ["W__1", "b__1", "W__2", "b__2"]
    assert "∇W⁽²⁾ = (ŷ − y)hᵀ" in reply.text("short")
    assert "together they are ∂J/∂θ" in reply.text("short")


ANSWERS = [
    ("p = softmax(z), L = CE(p, y), y one-hot. dL/dz?", {"z": "softmax(z) - y"}),
    ("p = sigmoid(w'x), L = BCE(y, p). dL/dw?", {"w": "(sigmoid(w'*x) - y)*x"}),
    ("L = cross_entropy(softmax(z), y). gradient wrt z if y is one-hot?", {"z": "softmax(z) - y"}),
]


@pytest.mark.parametrize(("text", "answers"), ANSWERS, ids=range(len(ANSWERS)))
def test_the_prediction_is_the_softmax(text: str, answers: dict[str, str]) -> None:
    assert {name: str(value) for name, value in mg.ask(text).results.items()} == answers


def test_without_a_prediction_nothing_is_guessed() -> None:
    assert not mg.ask("L = CE(z, y), what is dL/dz?").results


CLAIMS = [
    (r"$J = \text{CrossEntropy}(\hat{y}, y)$, $\hat y=\operatorname{softmax}(\theta)$. Is "
     r"$\partial J/\partial\theta = \hat y - y$ (y one-hot)?", ["right"]),
    (r"The loss is $\|Xw-y\|^2$. Is $\frac{\partial L}{\partial w} = 2X^T(Xw-y)$?", ["right"]),
    (r"We minimise the loss $\|Xw-y\|^2$. Then $\nabla_w L = X^T(Xw-y)$, right?", ["wrong"]),
    (r"The cost is $\frac12\|Wx-t\|^2$. I get $\frac{\partial J}{\partial W} = (Wx-t)x^T$.",
     ["right"]),
]  # fmt: skip
LABEL = (
    r"Let $p=\mathrm{softmax}(z)$, and let the loss be $-\log p_c$. Is $\partial L/\partial z_j ="
)
CLAIMS += [
    (rf"{LABEL} p_j {sign} {delta}$?", [status])
    for delta in ("1[j=c]", r"\mathbb{1}[j=c]", r"\delta_{jc}", "1_{j=c}", r"1\{j=c\}")
    for sign, status in (("-", "right"), ("+", "wrong"))
]


@pytest.mark.parametrize(("text", "statuses"), CLAIMS, ids=range(len(CLAIMS)))
def test_claims_about_a_loss(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == statuses


def test_a_pass_is_by_the_parameters() -> None:
    reply = mg.ask("A network computes a1 = W1 x + b1, z1 = sigmoid(a1), a2 = W2 z1 + b2, y = "
                   "softmax(a2). The loss is cross entropy L = -sum_k t_k log y_k where t is "
                   "one-hot. Do the forward and backward pass.")  # fmt: skip
    assert [*reply.results] == ["W1", "b1", "W2", "b2"]


def test_each_variable_has_a_noun() -> None:
    reply = mg.ask(r"Autoencoder: minimise $\|x - D\,\sigma(Ex)\|^2$ with respect to the encoder "
                   r"$E$ and decoder $D$, where $\sigma$ is the ReLU.")  # fmt: skip
    assert [*reply.results] == ["E", "D"]


@pytest.mark.parametrize(
    "spelling",
    [
        r"$D_{KL}(p\|q)$", r"$D_{\mathrm{KL}}(p\,\|\,q)$", r"$\mathrm{KL}(p \parallel q)$",
        "$KL(p||q)$", r"$D_{KL}\left(p \,\middle\|\, q\right)$", r"$\mathrm{KL}[p\|q]$",
        "D_KL(p || q)",
    ],
)  # fmt: skip
def test_divergences_have_many_spellings(spelling: str) -> None:
    reply = mg.ask(f"What is the gradient of {spelling} with respect to $q$?")
    assert {name: str(value) for name, value in reply.results.items()} == {"q": "-(p ./ q)"}


def test_what_a_softmax_is_compared_with_sums_to_one() -> None:
    text = r"$q = \mathrm{softmax}(z)$, $L = \mathrm{KL}(p\|q)$. Is $\partial L/\partial z = q-p$?"
    assert [claim.status for claim in mg.ask(text).claims] == ["right"]
