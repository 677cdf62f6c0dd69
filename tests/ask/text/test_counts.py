"""Sizes of arrays and calls in typed formulas are read, or refused; they cut off nothing."""

import pytest

import matgrad as mg

MEAN = "loss = mean((X @ w - y)**2)."
RIGHT = [
    f"{MEAN} My grad: 2 * X.T @ (X @ w - y) / len(y)",
    f"{MEAN} My grad: 2/len(y) * X.T @ (X @ w - y)",
    f"{MEAN} grad = 2 * X.T @ (X @ w - y) / X.shape[0]",
    f"n = X.shape[0]. {MEAN} Is the gradient 2/n * X.T @ (X @ w - y)?",
    f"{MEAN[:-1]}, n, d = X.shape. My gradient: 2 / n * X.T @ (X @ w - y). Right?",
    "loss = np.sum((X @ w - y)**2) / len(y). Is 2 * X.T @ (X @ w - y) / X.shape[0] the gradient?",
    "f(X) = np.sum(X**2) / X.size. Gradient wrt X is 2 * X / X.size?",
    "loss = -log(p[y]), p = softmax(z). Is dloss/dz = p - onehot(y)?",
    "loss = -log(p[k]), p = softmax(z). Is dloss/dz = p - one_hot(k, n)?",
]


@pytest.mark.parametrize("text", RIGHT, ids=range(len(RIGHT)))
def test_sizes_and_one_hot_vectors_are_read(text: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == ["right"]


def test_sizes_of_different_arrays_stay_apart() -> None:
    text = "loss = np.sum((y - X @ w)**2)/len(y) + np.sum(w**2)/len(w). Gradient wrt w?"
    assert str(mg.ask(text).results["w"]) == "2*(w/m - X'*(y - X*w)/n)"


@pytest.mark.parametrize(
    "claim", ["2X'(Xw - y) / foo(y)", "2/foo(y) * X'(Xw - y)", "2X'(Xw - y) / y.foo"]
)
def test_what_is_called_by_no_known_name_is_not_cut_off(claim: str) -> None:
    (found,) = mg.ask(f"f(w) = mean((Xw - y)^2). Is grad f = {claim}?").claims
    assert found.status == "not checked"


FACTORS = [
    "2x / (number of samples)",
    "2x ⊙ foo(x)",
    "2x / N_train",
    "(number of samples) * 2x",
    "1/N_train * 2x",
]


@pytest.mark.parametrize("claim", FACTORS, ids=range(len(FACTORS)))
def test_factors_of_which_nothing_is_known_are_not_cut_off(claim: str) -> None:
    (found,) = mg.ask(f"f(x) = x'x. My gradient: {claim}").claims
    assert found.status == "not checked"
