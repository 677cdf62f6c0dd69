"""Programs as people paste them, with the slips that they make."""

import pytest

from matgrad.app.ask import ask
from tests.ask.programs.programs import code
from tests.ask.programs.verdicts import verdicts

TIED = """def loss_and_grad(X, W, b, c):
    H = sigmoid(X @ W + b)
    Xr = H @ W.T + c
    D = Xr - X
    loss = 0.5 * np.sum(D ** 2) / X.shape[0]
    dXr = D / X.shape[0]
    dc = dXr.sum(axis={0})
    dH = dXr @ W
    dZ = dH * H * (1 - H)
    db = dZ.sum(axis=0)
    dW = X.T @ dZ{1}
    return loss, dW, db, dc"""
HELPED = """def sigmoid(x):
    return 1/(1+np.exp(-x))

def sigmoid_derivative(x):
    return x*(1-x)

Z1 = np.dot(X, W1) + b1
A1 = sigmoid(Z1)
Z2 = np.dot(A1, W2) + b2
A2 = sigmoid(Z2)
loss = np.mean(np.sum((A2 - X)**2, axis=1))
dA2 = 2*(A2 - X)/X.shape[0]
dZ2 = dA2 * sigmoid_derivative(A2)
dW2 = np.dot(A1.T, dZ2)
dZ1 = np.dot(dZ2, W2.T) * sigmoid_derivative({0})
dW1 = np.dot(X.T, dZ1)"""
CASES = [
    (TIED.format(0, " + dXr.T @ H"), "rrrrrr"),
    (TIED.format(0, ""), "rrrrrw"),
    (TIED.format(1, ""), "rwrrrw"),
    (HELPED.format("A1"), "rrrrr"),
    (HELPED.format("Z1"), "rrrww"),
]  # fmt: skip


@pytest.mark.parametrize(("program", "right"), CASES, ids=range(len(CASES)))
def test_slips_in_programs_are_found(program: str, right: str) -> None:
    assert verdicts(ask(code(program))) == right


def test_a_letter_for_numbers_is_a_number_where_no_derivative_says_otherwise() -> None:
    reply = ask(code("K = (X @ X.T + c)**2\nloss = a @ K @ a\nda = 2 * K @ a"))
    assert "c: scalar" in reply.text("short")
    assert verdicts(reply) == "r"


PRODUCT = """p = sigmoid(X @ w + b)
q = p * targets + (1 - p) * (1 - targets)
loss = -np.sum(np.log(q))
dw = X.T @ ({0})"""


def test_labels_beside_a_sigmoid_may_be_zeros_and_ones() -> None:
    (found,) = ask(code(PRODUCT.format("p - targets"))).claims
    assert found.status == "undecided"
    assert "it is right if all entries of targets have the value 0 or 1" in found.words


SLIPS = [
    ("targets - p", "the sign is wrong"),
    ("(p - targets) / len(targets)", "times the right answer"),
]


@pytest.mark.parametrize(("slip", "why"), SLIPS)
def test_what_is_wrong_with_zeros_and_ones_stays_wrong(slip: str, why: str) -> None:
    (found,) = ask(code(PRODUCT.format(slip))).claims
    assert found.status == "wrong"
    assert why in found.words


LINE = """m = 0
c = 0
L = 0.0001
n = float(len(X))
for i in range(1000):
    Y_pred = m*X + c
    loss = sum((Y - Y_pred)**2) / n
    D_m = (-2/n) * sum(X * (Y - Y_pred))
    D_c = (-2/n) * sum({0}Y - Y_pred)
    m = m - L * D_m
    c = c - L * D_c"""


@pytest.mark.parametrize(("slip", "right"), [("", "rr"), ("2 * ", "rw")])
def test_steps_along_derivatives_with_a_capital_are_left_out(slip: str, right: str) -> None:
    asked = "X and Y are vectors. Is the gradient correct?"
    assert verdicts(ask(code(LINE.format(slip), asked))) == right


BATCH_NORM = """def forward(x, gamma, beta, eps=1e-5):
    N, D = x.shape
    mu = np.mean(x, axis=0)
    var = np.var(x, axis=0)
    x_norm = (x - mu) / np.sqrt(var + eps)
    out = gamma * x_norm + beta
    return out, (x_norm, gamma)

def backward(dout, cache):
    x_norm, gamma = cache
    dgamma = np.sum(dout{0}, axis=0)
    dbeta = np.sum(dout, axis=0)
    return dgamma, dbeta"""


@pytest.mark.parametrize(("factor", "right"), [(" * x_norm", "rr"), ("", "wr")])
def test_a_shape_that_is_unpacked_tells_the_number_of_axes(factor: str, right: str) -> None:
    assert verdicts(ask(code(BATCH_NORM.format(factor)))) == right


RATING = """pred = mu + bu + bi + p @ q
e = r - pred
loss = 0.5 * e**2 + 0.5 * lam * (p @ p + q @ q)
dp = -e * q + {0} * p"""


@pytest.mark.parametrize(("factor", "right"), [("lam", "r"), ("2 * lam", "w")])
def test_a_loss_is_a_number(factor: str, right: str) -> None:
    reply = ask(code(RATING.format(factor)))
    assert "the function: loss" in reply.text("short")
    assert verdicts(reply) == right


def test_the_mean_of_what_is_called_loss_is_the_function() -> None:
    program = "r = X @ w - y\nloss = r**2\nm = loss.mean()\ndw = 2 * X.T @ r / len(y)"
    assert verdicts(ask(code(program))) == "r"
