"""Names that a routine sets and that statements outside of it use are those of the routine."""

import pytest

from matgrad.app.ask import ask
from tests.ask.programs.programs import code
from tests.ask.programs.verdicts import verdicts

LEAST = """def cost(theta, X, y):
    res = X @ theta - y
    return np.sum(res**2)
"""
LOGISTIC = """def softplus(z):
    return np.log(1 + np.exp(z))
def nll(w, X, y):
    z = X @ w
    return np.sum(softplus(z) - y * z)
"""
NORMAL = """def nll(mu, Sigma, X):
    n, d = X.shape
    D = X - mu
    P = np.linalg.inv(Sigma)
    return 0.5 * n * np.log(np.linalg.det(Sigma)) + 0.5 * np.sum((D @ P) * D)
"""
CASES = [
    (f"{LEAST}\ndtheta = 2 * X.T @ res", "r"),
    (f"{LEAST}\ndtheta = X.T @ res", "w"),
    (f"{LEAST}J = cost(theta, X, y)\ndtheta = 2 * X.T @ res", "r"),
    (f"{LEAST}grad = 2 * X.T @ res\nfor i in range(9):\n    theta = theta - 0.1 * grad", "r"),
    (f"{LOGISTIC}dw = X.T @ (1 / (1 + np.exp(-z)) - y)", "r"),
    (f"{NORMAL}dmu = -P @ D.sum(axis=0)\ndSigma = 0.5 * (n * P - P @ D.T @ D @ P)", "rr"),
]


@pytest.mark.parametrize(("program", "status"), CASES, ids=range(len(CASES)))
def test_a_name_of_a_routine_is_lent(program: str, status: str) -> None:
    words = "Sigma is symmetric positive definite. Is this right?" if "Sigma" in program else "OK?"
    assert verdicts(ask(code(program, words))) == status


def test_a_line_says_whose_name_it_is() -> None:
    text = ask(code(f"{LEAST}\ndtheta = 2 * X.T @ res")).text("short")
    assert "res outside of cost is taken to be that of cost" in text


def test_a_name_that_two_routines_set_is_asked_about() -> None:
    other = "def other(theta, X, y):\n    res = y - X @ theta\n    return np.sum(np.abs(res))\n"
    reply = ask(code(f"{LEAST}{other}\ndtheta = 2 * X.T @ res"))
    assert not reply.claims
    assert "several of them set it: cost, other" in reply.questions[0]


def test_a_name_that_two_routines_set_alike_is_lent() -> None:
    other = "def mean(theta, X, y):\n    res = X @ theta - y\n    return np.mean(res)\n"
    assert verdicts(ask(code(f"{other}{LEAST}\ndtheta = 2 * X.T @ res"))) == "r"


def test_a_parameter_that_a_routine_sets_anew_is_an_input_outside() -> None:
    program = "def f(w, X):\n    X = X / 2\n    return np.sum((X @ w)**2)\ndw = X.T @ X @ w / 2"
    assert verdicts(ask(code(program))) == "r"


LAYER = """def forward(W, x):
    h = np.tanh(W @ x)
    return h
def backward(dh):
    dW = np.outer(dh * (1 - h{0}), x)
    return dW
"""
HELPED = """def sigmoid(z):
    s = 1 / (1 + np.exp(-z))
    return s
def forward(W, x):
    s = sigmoid(W @ x)
    return s
def backward(ds):
    dW = np.outer(ds * s * (1 - s), x)
    return dW
"""
CALLED = """def loss(X, W, y):
    r = X @ W - y
    return np.sum(r**2) / 2
def grad_W():
    return X.T @ r
out = loss(X, W, y)
g = grad_W()
"""
TWO = """def forward(X, W1, W2):
    Z = X @ W1
    A = np.maximum(Z, 0)
    out = A @ W2
    return out
def backward(dout):
    dW2 = A.T @ dout
    dZ = (dout @ W2.T) * (Z > 0)
    dW1 = X.T @ dZ
    return dW1, dW2
"""
INSIDE = [
    (LAYER.format("**2"), "r"),
    (LAYER.format(""), "w"),
    (HELPED, "r"),
    (CALLED, "r"),
    (TWO, "rrr"),
]


@pytest.mark.parametrize(("program", "status"), INSIDE, ids=range(len(INSIDE)))
def test_a_name_of_the_forward_is_lent_to_the_backward_routine(program: str, status: str) -> None:
    assert verdicts(ask(code(program))) == status


def test_what_the_backward_routine_sets_itself_is_its_own() -> None:
    program = LAYER.format("**2").replace("    dW", "    h = W @ x\n    dW")
    assert verdicts(ask(code(program))) == "w"


def test_a_name_that_the_program_sets_is_not_that_of_a_routine() -> None:
    program = f"h = W @ x\ndef other(v):\n    h = v * 2\n    return h\n{PASS}"
    assert verdicts(ask(code(program))) == "r"


PASS = """def forward(V):
    return V @ h
def backward(dout):
    dV = np.outer(dout, h)
    return dV
"""


def test_a_backward_routine_with_a_name_that_two_routines_set_is_asked_about() -> None:
    other = "def other(W, x):\n    h = np.exp(W @ x)\n    return h\n"
    reply = ask(code(f"{other}{LAYER.format('**2')}"))
    assert not reply.claims
    assert "several of them set it: other, forward" in reply.questions[0]
