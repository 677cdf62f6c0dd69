r"""What \sigma is where nothing but formulas says it."""

import pytest

from matgrad.app.ask import ask

CLAIMS = [
    (r"$f(x)=\sigma(w^Tx)$. I get $\sigma(w^Tx)(1-\sigma(w^Tx))w$ for the gradient with respect to "
     "$x$.", ["right"]),
    (r"Let $p_i=\sigma(\theta^Tx_i)$ and $L=-\sum_i[y_i\log p_i+(1-y_i)\log(1-p_i)]$. Is the "
     r"Hessian $\sum_ip_i(1-p_i)x_ix_i^T$?", ["right"]),
    (r"$L=-y\log\sigma(w^Tx)-(1-y)\log(1-\sigma(w^Tx))$. Is $\nabla_wL=(y-\sigma(w^Tx))x$?",
     ["wrong"]),
    (r"$f(x) = \log(1 + \exp(a^Tx))$. Is $\nabla f = \sigma(a^Tx)a$?", ["right"]),
    ("f(x) = log(1 + exp(a'x)). Is grad f = σ(a'x) x?", ["wrong"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), CLAIMS, ids=range(len(CLAIMS)))
def test_sigma_is_the_logistic_function_where_one_minus_it_is_a_factor(
    text: str, statuses: list[str]
) -> None:
    reply = ask(text)
    assert [claim.status for claim in reply.claims] == statuses
    assert "σ is the function sigmoid" in reply.text("short")


def test_sigma_is_asked_about_where_nothing_tells() -> None:
    reply = ask(r"What is the gradient of $f(x)=\sigma(w^Tx)$ with respect to $x$?")
    assert not reply.results


def test_an_output_times_what_it_lacks_to_one_is_logistic() -> None:
    text = (
        r"$E = \frac12\sum_k (t_k - o_k)^2$, $o_k = \sigma(\sum_j w_{jk}h_j)$. Show that "
        r"$\frac{\partial E}{\partial w_{jk}} = -(t_k-o_k)o_k(1-o_k)h_j$."
    )
    assert [claim.status for claim in ask(text).claims] == ["right"]


@pytest.mark.parametrize(
    "words",
    ["acts elementwise", "acts elementwise and is differentiable", "is elementwise and smooth"],
)
def test_a_function_of_each_entry_may_be_called_smooth_besides(words: str) -> None:
    reply = ask(rf"Let $y = V\phi(Ux)$, where $\phi$ {words}. Jacobian with respect to $x$?")
    assert "φ′" in str(reply)


@pytest.mark.parametrize(
    "text",
    [
        r"The model is $y = \sigma(w^Tx)$. With squared loss, $L = \frac12(y-t)^2$. Compute the "
        "derivative with respect to $w$.",
        r"A neuron computes $y = \sigma(w^Tx)$. Let $L = \frac12(y-t)^2$. Find $\nabla_w L$.",
    ],
)
def test_sigma_of_a_model_is_any_function(text: str) -> None:
    assert str(ask(text).results["w"]) == "sigma'(w'*x)*(sigma(w'*x) - t)*x"


@pytest.mark.parametrize(
    "text",
    [
        r"Let $y = \sigma(Wx)$ and $L = \|y - t\|^2$. What is $\nabla_W L$?",
        r"The model gives class probabilities $y = \sigma(Wx)$, and $L = \|y-t\|^2$. What is "
        r"$\nabla_W L$?",
    ],
)
def test_sigma_that_may_be_something_else_is_asked_about(text: str) -> None:
    assert "a function of what follows" in ask(text).questions[0]


@pytest.mark.parametrize("size", ["of size h, tanh activation", "of width $k$, a tanh layer"])
def test_a_size_before_the_name_of_a_function_is_no_function(size: str) -> None:
    network = f"Take a hidden layer {size}: yhat = V tanh(W x + b). The loss is 1/2 ||yhat - y||^2."
    reply = ask(f"{network} What is the gradient with respect to V?")
    assert "V" in reply.results
    assert "is the function" not in reply.text("short")


def test_a_letter_before_the_name_of_a_function_is_one() -> None:
    reply = ask("Take f(x) = sum(h(W x)) with h, the tanh. What is the gradient with respect to x?")
    assert "h is the function tanh" in reply.text("short")
