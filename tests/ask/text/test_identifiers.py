"""Equations with the names of programs, and derivatives by such names."""

import pytest

import matgrad as mg
from matgrad.app.ask.text.identifiers import with_identifiers

MARKED = [
    ("KL = -0.5 * sum(1 + logvar - mu^2). Why?", "`KL = -0.5 * sum(1 + logvar - mu^2)`. Why?"),
    (
        "loss = mean((pred - target)**2), pred = W x.",
        "`loss = mean((pred - target)**2)`, pred = W x.",
    ),
    ("L = -(t*log(out)), out = f(z)", "`L = -(t*log(out))`, out = f(z)"),
    ("the error = prediction - target is small", "the `error = prediction - target` is small"),
]
CLAIMS = [
    "VAE: KL = -1/2 sum(1 + logvar - mu^2 - exp(logvar)). Is dKL/dlogvar = 1/2 (exp(logvar) - 1)?",
    "KL = -0.5 * sum(1 + log_var - mu**2 - exp(log_var)). Is dKL/dlog_var = "
    "0.5*(exp(log_var) - 1)?",
    "Is dKL/dlogvar = -1/2 (1 - exp(logvar)) for KL = -1/2 sum_i (1 + logvar_i - mu_i^2 - "
    "exp(logvar_i))?",
    "KL = -0.5*sum(1 + logvar - mu^2 - exp(logvar)). I get 0.5*(exp(logvar) - 1) for the gradient "
    "wrt logvar. Right?",
    "L = -log softmax(logits)_k. Is dL/dlogits = softmax(logits) - e_k?",
    "loss = logsumexp(logits) - y^T logits. Is dloss/dlogits = softmax(logits) - y?",
    "nll = log_sigma + 0.5*(x - mu)^2*exp(-2*log_sigma). Is dnll/dlog_sigma = "
    "1 - (x-mu)^2 * exp(-2*log_sigma)?",
    "nll = 0.5*logvar + 0.5*(y - mu)^2/exp(logvar), all scalars. Is the derivative wrt logvar "
    "0.5 - 0.5*(y-mu)^2*exp(-logvar)?",
    "loss = mean((y_pred - y_true)**2). Is dloss/dy_pred = 2/n (y_pred - y_true)?",
    "f(x) = ||Ax - b||^2 + lam*||x||^2. Is grad f = 2A'(Ax-b) + 2 lam x?",
    "f(x) = 0.5*||Ax - b||^2 + lam*||x||^2. Is grad f = A'(Ax-b) + 2 lam x?",
    "f(w) = ||Xw - y||^2 + lam*||w||^2, I think grad = 2X'(Xw-y) + 2*lam*w",
    "f(x) = ||Ax - b||^2 + reg*||x||^2. Is the gradient 2A'(Ax-b) + 2 reg x?",
    "f(x) = ||Ax - b||^2 + reg*||x||^2. Is ∇_x f = 2A' (Ax-b) + 2reg x?",
    "f(x) = 0.5*||Ax - b||^2 + reg*||x||^2. grad f = A'Ax - A'b + 2reg x, right?",
    "f(x) = ||Ax - b||^2 + lam*||x||^2. Is df/dx = 2A'(Ax-b) + 2 lam x?",
    "f(x) = x'x + lam*b'x. Is grad f = 2(x) + lam b?",
]
LEFT = [
    "f(x) = sin(x) + cos(x) is nice.",
    "y = W x + b, where the weights = parameters.",
    "Let a = the value of the loss.",
    "z = (first part second) * x",
    "the logits are large, and grad_theta is not x_max or sum_ij",
    "x = 2 apples and y = 3 pears",
]
ANSWERS = [
    (
        "KL = -0.5 * sum(1 + logvar - mu^2 - exp(logvar)). What is dKL/dmu and dKL/dlogvar?",
        {"mu": "mu", "logvar": "(exp(logvar) - 1)/2"},
    ),
    ("L = sum(exp(logvar) + mu^2 - 1 - logvar) / 2. dL/dmu?", {"mu": "mu"}),
    ("loss = mean((pred - target)**2). dloss/dpred?", {"pred": "2*(pred - target)/n"}),
    (
        "cost = alpha*price - beta*price^2. Derivative with respect to price?",
        {"price": "alpha - 2*beta*price"},
    ),
    (
        r"$KL = -\frac12\sum_{j=1}^J(1+\log\sigma_j^2-\mu_j^2-\sigma_j^2)$. What are dKL/dmu_j and "
        "dKL/dsigma_j?",
        {"mu": "mu", "sigma": "sigma - 1 ./ sigma"},
    ),
]


@pytest.mark.parametrize(("text", "marked"), MARKED, ids=range(len(MARKED)))
def test_equations_are_marked_whole(text: str, marked: str) -> None:
    assert with_identifiers(text) == marked


@pytest.mark.parametrize("text", LEFT, ids=range(len(LEFT)))
def test_anything_else_is_left_alone(text: str) -> None:
    assert with_identifiers(text) == text


@pytest.mark.parametrize(("text", "results"), ANSWERS, ids=range(len(ANSWERS)))
def test_answers(text: str, results: dict[str, str]) -> None:
    assert {x: str(value) for x, value in mg.ask(text).results.items()} == results


def test_answers_for_entries_belong_to_the_derivatives_in_their_places() -> None:
    text = ANSWERS[-1][0] + r" I get $\mu_j$ and $\sigma_j-1/\sigma_j$."
    assert [claim.status for claim in mg.ask(text).claims] == ["right", "right"]


@pytest.mark.parametrize("text", CLAIMS, ids=range(len(CLAIMS)))
def test_claims_with_such_names_are_right(text: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == ["right"]


def test_a_claim_with_another_sign_is_wrong() -> None:
    (claim,) = mg.ask(CLAIMS[0].replace("- 1)?", "+ 1)?")).claims
    assert claim.status == "wrong"


def test_a_name_with_a_line_is_told() -> None:
    assert "log_var is one name, written logvar here" in mg.ask(CLAIMS[1]).text("short")
