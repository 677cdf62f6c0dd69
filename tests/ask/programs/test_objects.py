"""Objects that a program makes of its classes: layers, networks, lists of them."""

import pytest

from matgrad.app.ask import ask
from tests.ask.programs.programs import code
from tests.ask.programs.verdicts import verdicts

LAYERS = """class Affine:
    def __init__(self, n_in, n_out):
        self.W = np.random.randn(n_in, n_out) * 0.01
        self.b = np.zeros(n_out)
    def forward(self, x):
        self.x = x
        return x @ self.W + self.b
    def backward(self, dout):
        self.dW = self.x.T @ dout
        self.db = dout.sum(axis=0)
        return dout @ self.W.T

class Squash:
    def forward(self, x):
        self.y = np.tanh(x)
        return self.y
    def backward(self, dout):
        return dout * {0}
"""
GOOD, BAD = LAYERS.format("(1 - self.y**2)"), LAYERS.format("(1 - self.y)")
USED = """
fc1, act, fc2 = Affine(3, 4), Squash(), Affine(4, 2)
h = act.forward(fc1.forward(x))
out = fc2.forward(h)
loss = 0.5 * np.sum((out - t)**2)
dout = out - t
dh = fc2.backward(dout)
dx = fc1.backward(act.backward(dh))"""
LISTED = """
layers = [Affine(3, 4), Squash(), Affine(4, 2)]
a = x
for layer in layers:
    a = layer.forward(a)
loss = np.sum((a - t)**2)
grad = {0} * (a - t)
for layer in reversed(layers):
    grad = layer.backward(grad)"""
NETWORK = """
class Net:
    def __init__(self, d, h):
        self.first = Affine(d, h)
        self.act = Squash()
        self.last = Affine(h, 1)
    def forward(self, x):
        x = self.first.forward(x)
        x = self.act.forward(x)
        return self.last.forward(x)
    def backward(self, d):
        d = self.last.backward(d)
        d = self.act.backward(d)
        return self.first.backward(d)

net = Net(3, 4)
out = net.forward(x)
loss = 0.5 * np.sum((out - t)**2)
dx = net.backward(out - t)"""
RESIDUAL = """
fc = Affine(4, 4)
h = np.random.randn(6, 4)
out = h + fc.forward(h)
loss = 0.5 * np.sum(out**2)
dh = fc.backward(out){0}"""
SHARED = """
fc = Affine(3, 3)
out = fc.forward(np.tanh(fc.forward(x)))
loss = np.sum(out)
dout = np.ones_like(out)
d = fc.backward(dout)"""
IN_PLACE = """class Dense:
    def __init__(self, n, m):
        self.weights = np.random.randn(n, m)
    def forward(self, inputs):
        self.inputs = inputs
        self.output = inputs @ self.weights
    def backward(self, dvalues):
        self.dweights = self.inputs.T @ dvalues
        self.dinputs = dvalues @ self.weights.T
class Relu:
    def forward(self, inputs):
        self.inputs = inputs
        self.output = np.maximum(0, inputs)
    def backward(self, dvalues):
        self.dinputs = dvalues.copy()
        self.dinputs[self.inputs {0} 0] = 0
one, act, two = Dense(2, 3), Relu(), Dense(3, 1)
one.forward(X)
act.forward(one.output)
two.forward(act.output)
loss = np.sum((two.output - y)**2)
two.backward(2 * (two.output - y))
act.backward(two.dinputs)
one.backward(act.dinputs)"""
BASED = """class Module:
    def __call__(self, *args):
        return self.forward(*args)
class Half(Module):
    def __init__(self, W):
        super().__init__()
        self.W = W
    def forward(self, x):
        return x @ self.W / 2
layer = Half(W)
loss = np.sum(layer(x)**2)
dW = x.T @ {0}"""
TRAINED = """class Line:
    def __init__(self, d):
        self.w = np.zeros(d)
    def predict(self, X):
        return X @ self.w
    def loss(self, X, y):
        return np.mean((self.predict(X) - y)**2)
    def gradient(self, X, y):
        return {0} * X.T @ (self.predict(X) - y) / len(y)

model = Line(3)
for i in range(1000):
    dw = model.gradient(X, y)
    model.w -= 0.1 * dw
print(model.loss(X, y))"""
CASES = [
    (GOOD + USED, "r" * 8),
    (BAD + USED, "rrrrwwww"),
    (GOOD + LISTED.format("2"), "r" * 7),
    (GOOD + LISTED.format("1"), "w" * 7),
    (GOOD + NETWORK, "r" * 7),
    (BAD + NETWORK, "rrrwwww"),
    (GOOD + RESIDUAL.format(" + out"), "rrrr"),
    (GOOD + RESIDUAL.format(""), "rrrw"),
    (GOOD + SHARED, "wwr"),
    (GOOD, "rrrr"),
    (BAD, "rrrw"),
    (IN_PLACE.format("<="), "rrrrr"),
    (IN_PLACE.format(">"), "rrwww"),
    (BASED.format("(x @ W) / 2"), "r"),
    (BASED.format("(x @ W)"), "w"),
    (TRAINED.format("2"), "r"),
    (TRAINED.format("1"), "w"),
]


@pytest.mark.parametrize(("program", "right"), CASES, ids=range(len(CASES)))
def test_objects_are_read_and_judged(program: str, right: str) -> None:
    words = "Is everything right? x is (n, 3), y is (n, 1) if there is one."
    found = verdicts(ask(code(program, words if "y)" not in program else "Right?")))
    assert sorted(found) == sorted(right)


def test_what_only_a_wrong_layer_makes_wrong_is_told() -> None:
    claims = ask(code(BAD + LISTED.format("2"))).claims
    words = [claim.words for claim in claims if claim.status == "wrong"]
    assert sum("right with the right layers.1.dx" in x for x in words) == 3


def test_weights_of_several_layers_have_names_of_their_own() -> None:
    text = ask(code(GOOD + USED)).text("short")
    assert "fc1.W of the program is called W₁ here" in text
    assert "W₁: 3×4, b₁: 4, W₂: 4×2, b₂: 2" in text


REFUSED = [
    ("class A:\n    def f(self, x):\n        return x\na = A(3)\nloss = np.sum(a.f(x))",
     "A takes arguments, but has no __init__"),
    ("class A:\n    def f(self, x):\n        return x\na = A()\nloss = np.sum(a(x))",
     "A has no __call__"),
    ("class A:\n    def forward(self, x):\n        x *= 2\n        return x\n"
     "    def backward(self, g):\n        return 2 * g\na = A()\nloss = np.sum(a.forward(x) * x)",
     "shares its entries"),
    ("class A:\n    def loss(self, x):\n        return x @ x\n"
     "class B:\n    def loss(self, x):\n        return 2 * x @ x", "several classes"),
]  # fmt: skip


@pytest.mark.parametrize(("program", "why"), REFUSED, ids=range(len(REFUSED)))
def test_what_is_not_read_of_objects_is_refused(program: str, why: str) -> None:
    reply = ask(code(program, "What is the gradient with respect to x?"))
    assert not reply.results
    assert why in " ".join(reply.questions)


def test_a_list_keeps_values_whose_name_is_set_anew() -> None:
    program = "h = np.tanh(x)\nhs = [h]\nh = h * 2\nhs.append(h)\nloss = np.sum(hs[0] + hs[1])"
    reply = ask(code(program, "Is the gradient wrt x `3 * (1 - np.tanh(x)**2)`?"))
    assert verdicts(reply) == "r"
