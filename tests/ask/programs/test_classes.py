"""Classes of which a program makes no objects: their methods are carried out with inputs."""

import pytest

from matgrad.app.ask import ask
from tests.ask.programs.programs import code
from tests.ask.programs.verdicts import verdicts

HELPER = """class Model:
    def squash(self, z):
        return {0}
    def forward(self, X):
        self.p = self.squash(X @ self.w)
        return self.p
    def loss(self, y):
        return 0.5 * np.sum((self.p - y)**2)
    def backward(self, X, y):
        self.dw = X.T @ ((self.p - y) * {1})"""
CALLS = """class Model:
    def forward(self, X):
        self.h = np.tanh(X @ self.W)
        return self.h
    def cost(self, X, T):
        {0}self.forward(X)
        return np.sum((self.h - T)**2)
    def backward(self, X, T):
        self.dW = {1} * X.T @ ((self.h - T) * (1 - self.h**2))"""
STARTS = """class Net:
    def __init__(self, n_in, n_hidden, n_out):
        self.W1 = np.random.randn(n_in, n_hidden) * np.sqrt(2 / n_in)
        self.b1 = np.zeros((1, n_hidden))
        self.W2 = np.random.normal(0, 0.1, (n_hidden, n_out))
        self.cache = None
    def forward(self, X):
        self.a1 = np.maximum(0, X @ self.W1 + self.b1)
        return self.a1 @ self.W2
    def mse(self, y_hat, y):
        return np.mean((y_hat - y)**2)
    def backward(self, X, y, y_hat):
        dy_hat = 2 * (y_hat - y) / y.size
        dW2 = self.a1.T @ dy_hat
        db1 = ((dy_hat @ self.W2.T) * (self.a1 > 0)).sum(axis=0{0})
        return dW2, db1"""
PARAMS = """class TwoLayers(object):
    def __init__(self, d, h, k, std=1e-4):
        self.params = {}
        self.params['W1'] = std * np.random.randn(d, h)
        self.params['W2'] = std * np.random.randn(h, k)
    def loss(self, X, y=None):
        W1, W2 = self.params['W1'], self.params['W2']
        h = np.tanh(X.dot(W1))
        if y is None:
            return h.dot(W2)
        loss = np.sum((h.dot(W2) - y)**2)
        grads = {}
        grads['W2'] = 2 * h.T.dot(h.dot(W2) - y)
        grads['W1'] = X.T.dot((h.dot(W2) - y).dot(W2.T) * (1 - h**2))
        return loss, grads"""
TRAINED = """class Logistic:
    def __init__(self, lr=0.1):
        self.lr = lr
        self.w = None
    def fit(self, X, y):
        self.w = np.zeros(X.shape[1])
        self.b = 0
        for _ in range(1000):
            p = self.sigma(X @ self.w + self.b)
            dw = X.T @ (p - y) / len(y)
            db = np.sum(p - y)
            self.w -= self.lr * dw
            self.b -= self.lr * db
    def sigma(self, z):
        return 1 / (1 + np.exp(-z))
    def loss(self, X, y):
        p = self.sigma(X @ self.w + self.b)
        return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))"""
TIED = """class Auto:
    def encode(self, X):
        return np.tanh(X @ self.W)
    def decode(self, H):
        return H @ self.W.T
    def loss(self, X):
        self.H = self.encode(X)
        self.R = self.decode(self.H) - X
        return 0.5 * np.sum(self.R**2)
    def grad(self, X):
        dW = {0}X.T @ ((self.R @ self.W) * (1 - self.H**2))
        return dW"""
PLAIN = """def sigmoid(self, z):
    return 1 / (1 + np.exp(-z))
def forward(self, x):
    self.s = self.sigmoid(x)
    return self.s
def backward(self, dout):
    return dout * self.s * (1 - self.s)"""
CASES = [
    (HELPER.format("1 / (1 + np.exp(-z))", "self.p * (1 - self.p)"), "r"),
    (HELPER.format("1 / (1 + np.exp(-z))", "self.p"), "w"),
    (HELPER.format("np.tanh(z)", "(1 - self.p**2)"), "r"),
    (CALLS.format("h = ", "2"), "r"),
    (CALLS.format("", "2"), "r"),
    (CALLS.format("", "1"), "w"),
    (STARTS.format(", keepdims=True"), "rrr"),
    (STARTS.format(""), "rrl"),
    (PARAMS, "rw"),
    (TRAINED, "rw"),
    (TIED.format("self.R.T @ self.H + "), "r"),
    (TIED.format(""), "w"),
    (PLAIN, "r"),
]


@pytest.mark.parametrize(("program", "right"), CASES, ids=range(len(CASES)))
def test_methods_are_called_and_judged(program: str, right: str) -> None:
    assert verdicts(ask(code(program, "Is the gradient right?"))) == right


UNREADABLE = """class Model:
    def forward(self, X):
        {0}
        self.p = {1}
        return self.p
    def loss(self, y):
        return np.sum((self.p - y)**2)
    def backward(self, X, y):
        self.dw = 2 * X.T @ (self.p - y)"""
REFUSED = [
    (UNREADABLE.format("pass", "self.magic(X @ self.w)"), "(line 4): self.magic"),
    (UNREADABLE.format("while X.sum() > 1: X = X / 2", "X @ self.w"), "(line 3): “while”"),
    (UNREADABLE.format("z = X @ self.w", "np.roll(z, 1)"), "(line 4): roll"),
    ("class Net:\n    def forward(self, X):\n        self.p = X @ self.W\n        return self.p\n"
     "    def backward(self, X, Y):\n        dW = X.T @ (self.p - Y)\n        return dW",
     "the loss whose derivatives backward computes is not in the program"),
    ("class Net:\n    def __init__(self, W):\n        self.W = load(W)\n"
     "    def loss(self, x):\n        return np.sum(self.W @ x)", "(line 3): load"),
]  # fmt: skip


@pytest.mark.parametrize(("program", "why"), REFUSED, ids=range(len(REFUSED)))
def test_a_forward_pass_that_is_not_read_is_refused_with_its_line(program: str, why: str) -> None:
    reply = ask(code(program, "Is backward right?"))
    assert not reply.results
    assert not reply.claims
    assert why in " ".join(reply.questions)


def test_a_backward_pass_that_is_not_read_is_told() -> None:
    program = HELPER.format("np.tanh(z)", "(1 - self.p**2)") + "\n        del X"
    assert "backward is read only up to line 11: “delete”" in ask(code(program)).text("short")


def test_what_another_routine_returns_is_no_prediction() -> None:
    program = "def centred(X):\n    return X - X.mean(axis=0)\ndef loss(scores, y):\n"
    reply = ask(code(program + "    return np.sum((scores - y)**2)", "Gradient wrt scores?"))
    assert str(reply.results["scores"]) == "2*(scores - y)"


def test_what_a_loss_takes_for_the_prediction_is_told() -> None:
    text = ask(code(STARTS.format(""))).text("short")
    assert "y_hat is taken to be what forward returns" in text


BESIDE = """class Affine:
    def __init__(self, W):
        self.W = W
    def forward(self, x):
        self.x = x
        return x @ self.W
    def backward(self, dout):
        self.dW = {0}
        return dout @ self.W.T
class Tanh:
    def forward(self, x):
        self.out = np.tanh(x)
        return self.out
    def backward(self, dout):
        return dout * (1 - self.out**2)"""


@pytest.mark.parametrize(("value", "found"), [("self.x.T @ dout", "r"), ("dout.T @ self.x", "w")])
def test_weights_that_a_layer_beside_others_is_given_are_its_own(value: str, found: str) -> None:
    assert sorted(verdicts(ask(code(BESIDE.format(value))))) == sorted(f"rr{found}")
