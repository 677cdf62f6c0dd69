"""Programs that people paste, and what is right about the derivatives in them."""

from typing import NamedTuple


class Case(NamedTuple):
    """A question about a program, and the verdicts on its claims in order."""

    text: str
    verdicts: str  # r right, w wrong, f right up to a factor, n not checked, u undecided


def code(program: str, words: str = "Is this right?") -> str:
    """A program between fences with words behind it."""
    return f"```python\n{program}\n```\n{words}"


NETWORK = """z1 = X @ W1 + b1
h1 = np.maximum(0, z1)
z2 = h1 @ W2 + b2
loss = 0.5 * np.sum((z2 - Y)**2)
"""
BACKWARD = """dz2 = z2 - Y
dW2 = h1.T @ dz2
db2 = dz2.sum(axis=0)
dh1 = dz2 @ W2.T
dz1 = dh1 * (z1 > 0)
dW1 = X.T @ dz1
db1 = dz1.sum(axis=1)"""
COLUMNS = """m = X.shape[1]
Z1 = np.dot(W1, X) + b1
A1 = np.tanh(Z1)
Z2 = np.dot(W2, A1) + b2
A2 = sigmoid(Z2)
cost = -1/m * np.sum(Y*np.log(A2) + (1-Y)*np.log(1-A2))
dZ2 = A2 - Y
dW2 = 1/m * np.dot(dZ2, A1.T)
db2 = 1/m * np.sum(dZ2, axis=1, keepdims=True)
dZ1 = np.dot(W2.T, dZ2) * (1 - A1**2)
dW1 = 1/m * np.dot(dZ1, X.T)"""
NORM = """def forward(x, gamma, beta, eps):
    mu = x.mean(axis=0)
    centred = x - mu
    var = np.mean(centred**2, axis=0)
    std = np.sqrt(var + eps)
    xhat = centred / std
    out = gamma * xhat + beta
    return out, (xhat, gamma, std)

def backward(dout, cache):
    xhat, gamma, std = cache
    N, D = dout.shape
    dbeta = dout.sum(axis=0)
    dgamma = np.sum(dout * xhat, axis=0)
    dxhat = dout * gamma
    dx = (N*dxhat - dxhat.sum(axis=0) - xhat*np.sum(dxhat*xhat, axis=0)) / (N*std)
    return dx, dgamma, dbeta"""
CLASS = """class Linear:
    def __init__(self, d, k):
        self.W = np.random.randn(d, k)
        self.b = np.zeros(k)
    def forward(self, x):
        self.x = x
        return x @ self.W + self.b
    def backward(self, dout):
        self.dW = self.x.T @ dout
        self.db = dout.sum(axis=0)
        return dout @ self.W"""
LSTM = """i = sigmoid(Wi @ x + Ui @ h_prev + bi)
f = sigmoid(Wf @ x + Uf @ h_prev + bf)
o = sigmoid(Wo @ x + Uo @ h_prev + bo)
g = np.tanh(Wg @ x + Ug @ h_prev + bg)
c = f * c_prev + i * g
h = o * np.tanh(c)
do = dh * np.tanh(c)
dc_total = dc + dh * o * (1 - np.tanh(c)**2)
df = dc_total * c_prev
dWo = np.outer(do * o, x)"""
SOFTMAX = """scores = X.dot(W)
scores -= np.max(scores, axis=1, keepdims=True)
e = np.exp(scores)
probs = e / e.sum(axis=1, keepdims=True)
n = X.shape[0]
loss = -np.log(probs[np.arange(n), y]).mean()
dscores = probs.copy()
dscores[np.arange(n), y] -= 1
dscores /= n
dW = X.T @ dscores"""
ROUTINES = """def forward(X, params):
    W1, b1, W2, b2 = params["W1"], params["b1"], params["W2"], params["b2"]
    A1 = np.tanh(W1 @ X + b1)
    A2 = 1 / (1 + np.exp(-(W2 @ A1 + b2)))
    return A2, {"A1": A1, "A2": A2}

def compute_cost(A2, Y):
    return -np.sum(Y * np.log(A2) + (1 - Y) * np.log(1 - A2)) / Y.shape[1]

def backward(params, cache, X, Y):
    m = X.shape[1]
    A1, A2 = cache["A1"], cache["A2"]
    dW2 = (A2 - Y) @ A1.T / m
    dW1 = (params["W2"].T @ (A2 - Y)) @ X.T / m
    return {"dW1": dW1, "dW2": dW2}"""
SVM = """def loss(w, X, y, lam):
    margins = y * (X @ w)
    return np.maximum(0, 1 - margins).mean() + lam * np.dot(w, w)
def grad(w, X, y, lam):
    n = len(y)
    active = (y * (X @ w)) < 1
    return -(X.T @ (active * y)) / n + {0} * w"""
ATTENTION = "S = Q @ K.T / np.sqrt(d)\nP = softmax(S, axis=-1)\nO = P @ V\n"

AGAIN = """def loss(W, X, y):
    z = X @ W
    e = np.exp(z - z.max(axis=1, keepdims=True))
    p = e / e.sum(axis=1, keepdims=True)
    return -np.log(p[np.arange(len(y)), y]).mean()
def grad(W, X, y):
    p = softmax(X @ W, axis=1)
    p[np.arange(len(y)), y] -= 1
    dW = X.T @ p / len(y)
    return dW"""

KEYS = """h = np.tanh(X @ W1)
loss = np.sum((h @ W2 - Y)**2)
grads = {}
grads["W2"] = 2 * h.T @ (h @ W2 - Y)
grads["W1"] = 2 * X.T @ ((h @ W2 - Y) @ W2)"""
RMS = """def forward(x, g, eps):
    rms = np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    return g * x / rms
def backward(dy, x, g, eps):
    rms = np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    dg = (dy * x / rms).sum(axis=0)
    return dg"""
HUBER = """r = X @ w - y
a = np.abs(r)
loss = np.sum(np.where(a > delta, delta * (a - 0.5*delta), 0.5 * r**2))
dw = X.T @ np.clip(r, -delta, delta)"""
SINGLE = """Z = np.dot(W, X) + b
A = sigmoid(Z)
cost = -np.sum(Y*np.log(A) + (1-Y)*np.log(1-A)) / m
dW = np.dot(A - Y, X.T) / m
db = np.sum(A - Y, axis=1, keepdims=True) / m"""

LAYER = """class Softmax:
    def forward(self, z):
        self.p = np.exp(z) / np.sum(np.exp(z))
        return self.p
    def backward(self, dy):
        dz = dy * self.p * (1 - self.p)
        return dz"""

PAIR = """def loss(w, X, y):
    return 0.5*np.mean((X @ w - y)**2)
def grad(w, X, y):
    g = X.T @ (X @ w - y)
    return g / len(y)"""
CALLED = """def f(u):
    return np.exp(u @ u)
def grad_f(u):
    return 2 * f(u) * u"""
MASKED = """h = np.maximum(0, X @ W)
loss = np.sum((h - Y)**2)
dh = 2 * (h - Y)
dh[h <= 0] = 0
dW = X.T @ dh"""
SIZES = """X = torch.randn(32, 10)
Y = torch.randn(32, 3)
W = torch.randn(10, 3, requires_grad=True)
loss = F.mse_loss(X @ W, Y)"""

TRAINED = """w = np.zeros(d)
for epoch in range(1000):
    loss = np.sum((X @ w - y)**2)
    grad = 2 * X.T @ (X @ w - y)
    w -= lr * grad"""

CASES = [
    Case(code(TRAINED, "Is grad right?"), "r"),
    Case(code(PAIR), "r"),
    Case(code(CALLED), "r"),
    Case(code("def f(u, v):\n    return np.exp(u @ v)\ndef df_du(u, v):\n"
              "    return np.exp(u @ v) * v"), "r"),
    Case(code(MASKED), "rr"),
    Case(code(SIZES, "Is W.grad equal to `2/96 * X.T @ (X @ W - Y)`?"), "r"),
    Case(code(SIZES, "Is W.grad equal to `2/15 * X.T @ (X @ W - Y)`?"), "w"),
    Case("Jacobian of `f = lambda x: np.tanh(A @ x + b)`. Is it "
         "`np.diag(1 - np.tanh(A @ x + b)**2) @ A`?", "r"),
    Case("Policy gradient for a linear policy:\n" + code("def f(w, Z, a):\n    return a @ (Z @ w)\n"
         "def grad_f(w, Z, a):\n    return Z.T @ a"), "r"),
    Case(code(LAYER, "z is a vector. Right?"), "w"),
    Case(code(KEYS), "rw"),
    Case(code(RMS, "x is (n, d), g is (d,). Right?"), "r"),
    Case(code(HUBER), "r"),
    Case(code(SINGLE, "X is (n, m), Y is (1, m), b is (1, 1). Right?"), "rr"),
    Case(code("y_hat = W @ x\nL = np.sum((y_hat - y)**2)\ndy = 2*(y_hat - y)\n"
              "dW = np.outer(dy, x)", "x and y are vectors. Right?"), "rr"),
    Case("I have f = lambda x: np.log(np.sum(np.exp(A @ x))). I derived the gradient "
         "`A @ softmax(A @ x)`. Correct?", "w"),
    Case(code("P = softmax(X @ W, axis=1)\nloss = -np.sum(Y * np.log(P)) / n\n"
              "dW = X.T @ (P - Y) / n", "Here y is one-hot, (n, k). Right?"), "r"),
    Case(code(f"{ATTENTION}dK = dS @ Q", "Q, K and V are all (n, d). Right?"), "w"),
    Case(code(AGAIN), "r"),
    Case(code(NETWORK + BACKWARD), "rrrrrrw"),
    Case(code(COLUMNS), "frrfr"),
    Case(code(NORM, "x is (N, D). Correct?"), "rrrr"),
    Case(code(CLASS, "What is wrong here?"), "wrr"),
    Case(code(LSTM, "Given dh and dc, is that right?"), "rrw"),
    Case(code(SOFTMAX), "rr"),
    Case(code(ROUTINES), "rw"),
    Case(code(SVM.format("2 * lam")), "r"),
    Case(code(SVM.format("lam")), "w"),
    Case(code(f"{ATTENTION}dV = P.T @ dO\ndP = dO @ V"), "rw"),
    Case(code(ATTENTION, "Given dO, I have dV = P.T @ dO and dP = dO @ V"), "rw"),
    Case(code("yhat = V @ h\nloss = 0.5 * np.sum((yhat - y)**2)\ndyhat = yhat - y\n"
              "dV = np.outer(dyhat, h)", "Is it right? h and y are vectors."), "rr"),
    Case(code("def loss(W, b, X, y):\n    p = 1/(1+np.exp(-(X @ W + b)))\n"
              "    return -np.mean(y*np.log(p) + (1-y)*np.log(1-p))",
              "I have dW = X.T @ (p - y) / len(y) and db = np.mean(p - y)."), "rr"),
    Case(code("def loss(w, b, X, y):\n    p = 1/(1+np.exp(-(X @ w + b)))\n"
              "    return -np.mean(y*np.log(p) + (1-y)*np.log(1-p))\n"
              "def grad(w, b, X, y):\n    p = sigmoid(X @ w + b)\n    dw = X.T @ (p - y) / len(y)\n"
              "    db = np.mean(p - y)\n    return dw, db"), "rr"),
    Case(code("E = M * (R - U @ V.T)\nloss = np.sum(E**2)\ngrad_U = -2 * E @ V",
              "M is the 0/1 mask of what was observed."), "r"),
    Case(code("def f(x):\n    return 0.5 * x @ A @ x - b @ x\ndef grad_f(x):\n    return A @ x - b",
              "A is symmetric. Is grad_f right?"), "r"),
    Case(code("def f(x):\n    return 0.5 * x @ A @ x - b @ x\ndef grad_f(x):\n"
              "    return A @ x - b"), "w"),
    Case(code("def f(x):\n    x = 3*x - 1\n    return np.sum(x**2)\ndef grad_f(x):\n"
              "    return 6*(3*x - 1)"), "r"),
    Case(code("L = 0\nfor x, t in zip(X, T):\n    L += np.log(1 + np.exp(-t * np.dot(w, x)))",
              "I get dL/dw = -X.T @ (t * sigmoid(X @ w))."), "w"),
    Case(code("total = 0\nfor i in range(n):\n    r = y[i] - w @ X[i]\n    total += r**2\n"
              "loss = total / n", "Is the gradient wrt w -2/n * X.T @ (y - X @ w)?"), "r"),
    Case(code("for epoch in range(100):\n    r = X @ w - y\n    loss = r @ r\n"
              "    dw = 2 * X.T @ r\n    w -= 0.01 * dw"), "r"),
    Case(code("Y = X @ W\nL = np.sum((Y - T)**2) / n\ndW = 2/n * (Y - T).T @ X"), "w"),
    Case(code("m = np.max(z)\ne = np.exp(z - m)\nloss = np.log(e.sum()) + m\n"
              "dz = np.exp(z) / e.sum()"), "w"),
    Case(code("logits = X @ W\nloss = F.cross_entropy(logits, y)",
              "Is dloss/dW = X.T @ (softmax(logits) - Y) / N?"), "r"),
    Case(code("kl = -0.5 * np.sum(1 + logvar - mu**2 - np.exp(logvar))\ndmu = mu\n"
              "dlogvar = 0.5 * (np.exp(logvar) + 1)"), "rw"),
    Case(code("loss = np.mean((X @ w - y)**2)", r"I get $\nabla_w L = \frac{2}{n}X^T(Xw - y)$ with "
              "X of shape (n, d)."), "r"),
    Case("My net (column vectors):\n\nz1 = W1 @ x + b1\na1 = np.tanh(z1)\n"
         "L = 0.5 * np.sum((a1 - y)**2)\n\ndz1 = (a1 - y) * (1 - a1**2)\ndW1 = dz1 @ x.T\n\nright?",
         "rr"),
    Case("I have `h = np.tanh(W @ x)` and `L = 0.5*np.sum((h - t)**2)`. Is "
         "`dW = np.outer((h - t)*(1 - h**2), x)` correct?", "r"),
]  # fmt: skip
